/* SPDX-License-Identifier: Apache-2.0
 *
 * unwind.c - see unwind.h.
 *
 * libgcc knows how to go from frame to frame, also over that of the signal. */
#include "exec/agent/unwind.h"
#include "exec/agent/agent.h"

#include <string.h>
#include <unwind.h>

#define DEEPEST 64 /* the largest number of frames */

struct unwinding {
    uint64_t site;
    const void *function; /* the function that is looked for */
    bool met;
    unsigned frames;
};

static bool is_ours(uint64_t pc)
{
    const struct link *l = agent.link;
    return (pc >= l->library_low && pc < l->library_high) ||
           (pc >= l->mpi_low && pc < l->mpi_high) ||
           (pc >= l->fortran_low && pc < l->fortran_high);
}

bool unwind_is_users(uint64_t pc)
{
    const struct link *l = agent.link;
    for (uint32_t i = 0; i < l->nmodules && i < LINK_MAX_MODULES; i++) {
        const struct link_module *m = &l->modules[i];
        if (pc < m->low || pc >= m->high)
            continue;
        return !is_ours(pc) && strncmp(m->path, "/lib", 4) &&
               strncmp(m->path, "/usr/lib", 8) && strncmp(m->path, "linux-vdso", 10);
    }
    return false;
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *to)
{
    struct unwinding *u = to;
    uint64_t pc = _Unwind_GetIP(context);
    if (u->function && _Unwind_GetRegionStart(context) == (uintptr_t)u->function)
        u->met = true;
    if (unwind_is_users(pc)) {
        u->site = pc;
        return _URC_NORMAL_STOP;
    }
    return ++u->frames < DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

struct sites {
    uint64_t *to;
    uint32_t n, room;
    unsigned frames;
};

static _Unwind_Reason_Code collect(struct _Unwind_Context *context, void *to)
{
    struct sites *s = to;
    int exact = 0;
    uint64_t pc = _Unwind_GetIPInfo(context, &exact);
    pc += exact != 0;
    if (unwind_is_users(pc))
        s->to[s->n++] = pc;
    return ++s->frames < DEEPEST && s->n < s->room ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

static _Unwind_Reason_Code collect_all(struct _Unwind_Context *context, void *to)
{
    struct sites *s = to;
    uint64_t pc = _Unwind_GetIP(context);
    if (s->n || !is_ours(pc))
        s->to[s->n++] = pc;
    return ++s->frames < DEEPEST && s->n < s->room ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

uint32_t unwind_calls(uint64_t *to, uint32_t room)
{
    struct sites s = {.to = to, .room = room};
    _Unwind_Backtrace(collect_all, &s);
    return s.n;
}

uint32_t unwind_sites(uint64_t *to, uint32_t room)
{
    struct sites s = {.to = to, .room = room};
    _Unwind_Backtrace(collect, &s);
    return s.n;
}

uint64_t unwind_site(void)
{
    struct unwinding u = {0};
    _Unwind_Backtrace(visit, &u);
    return u.site;
}

bool unwind_inside(const void *function)
{
    struct unwinding u = {.function = function};
    _Unwind_Backtrace(visit, &u);
    return u.met;
}

static _Unwind_Reason_Code leave_fortran(struct _Unwind_Context *context, void *to)
{
    struct unwinding *u = to;
    uint64_t pc = _Unwind_GetIP(context);
    if (!is_ours(pc)) {
        u->site = pc;
        return _URC_NORMAL_STOP;
    }
    return ++u->frames < DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

uint64_t unwind_fortran(void)
{
    struct unwinding u = {0};
    _Unwind_Backtrace(leave_fortran, &u);
    return u.site;
}
