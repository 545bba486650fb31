/* SPDX-License-Identifier: Apache-2.0
 *
 * unwind.c - see unwind.h.
 *
 * libgcc knows how to go from frame to frame, also over that of the signal. */
#include "agent/core/unwind.h"
#include "agent/core/agent.h"
#include "agent/rank/objects.h"
#include "real/library.h"

#include <string.h>
#include <unwind.h>

#define DEEPEST 64 /* the largest number of frames */

struct unwinding {
    uint64_t site;
    uint64_t nearest;     /* the innermost address in the program's own file */
    bool mpi;             /* the MPI library was met, */
    uint64_t outside;     /* and this is the first address outside of it */
    const void *function; /* the function that is looked for */
    bool met;
    unsigned frames;
};

static bool is_ours(uint64_t pc)
{
    const struct link *l = agent.link;
    return (pc >= l->library_low && pc < l->library_high) ||
           (pc >= l->mpi_low && pc < l->mpi_high) || link_in_bindings(l, pc);
}

static const struct link_module *module_of(uint64_t pc)
{
    const struct link *l = agent.link;
    for (uint32_t i = 0; i < l->nmodules && i < LINK_MAX_MODULES; i++)
        if (pc >= l->modules[i].low && pc < l->modules[i].high)
            return &l->modules[i];
    return NULL;
}

uint64_t unwind_module(uint64_t pc)
{
    const struct link_module *m = module_of(pc);
    return m ? m->low : 0;
}

bool unwind_is_library(uint64_t pc)
{
    const struct link_module *m = module_of(pc);
    return m && !is_ours(pc) && library_is_theirs(m->path, agent.link->options.libraries);
}

bool unwind_is_theirs(uint64_t pc)
{
    return unwind_is_library(pc) || (module_of(pc) && !is_ours(pc) && agent.objects &&
                                     objects_is_theirs((const void *)(uintptr_t)pc));
}

bool unwind_is_users(uint64_t pc)
{
    return module_of(pc) && !is_ours(pc) && !unwind_is_library(pc);
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *to)
{
    struct unwinding *u = to;
    uint64_t pc = _Unwind_GetIP(context);
    if (u->function && _Unwind_GetRegionStart(context) == (uintptr_t)u->function)
        u->met = true;
    if (pc >= agent.link->mpi_low && pc < agent.link->mpi_high)
        u->mpi = true;
    else if (u->mpi && !u->outside && !is_ours(pc))
        u->outside = pc;
    if (unwind_is_users(pc)) {
        u->nearest = u->nearest ? u->nearest : pc;
        u->site = unwind_is_theirs(pc) ? 0 : pc;
    }
    return !u->site && ++u->frames < DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
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
    return u.site ? u.site : u.nearest;
}

uint64_t unwind_through(uint64_t *library)
{
    struct unwinding u = {0};
    _Unwind_Backtrace(visit, &u);
    *library = u.site && unwind_is_theirs(u.outside) ? u.outside : 0;
    return u.site ? u.site : u.nearest;
}

struct idiom {
    uint32_t found;
    unsigned frames;
};

static _Unwind_Reason_Code look_for_idiom(struct _Unwind_Context *context, void *to)
{
    struct idiom *i = to;
    uint64_t pc = _Unwind_GetIP(context);
    if (unwind_is_theirs(pc))
        i->found = objects_idiom((const void *)(uintptr_t)pc);
    return !i->found && ++i->frames < DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

uint32_t unwind_idiom(void)
{
    struct idiom i = {0};
    if (!agent.link->options.no_known)
        _Unwind_Backtrace(look_for_idiom, &i);
    return i.found;
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
