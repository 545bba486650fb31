/* SPDX-License-Identifier: Apache-2.0
 *
 * port_tell.c - what the MPI library asks about the program's memory, and what it has to
 * tell of the program. */
#include "mpi/port.h"
#include "agent/port/python.h"
#include "agent/rank/areas.h"
#include "agent/rank/objects.h"
#include "agent/port/ports.h"
#include "agent/tell/overlap.h"
#include "agent/tell/remark.h"
#include "agent/core/unwind.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define PLACES 8 /* texts of port_place() that are valid at the same time */

/* ---- the program's memory ---- */

_Static_assert((int)OBJECT_FREED == (int)MEMORY_FREED &&
                   (int)OBJECT_LEFT == (int)MEMORY_LEFT &&
                   (int)ELEMENT_COMPLEX == (int)PORT_COMPLEX,
               "the library has names of its own for the same things");

/* Does a structure begin at this address? A pointer that is an argument itself points
 * there. */
static bool begins_structure(const struct object *o, uintptr_t low)
{
    const struct link_variable *v = o->variable;
    if (!v->structure || !v->element)
        return false;
    return o->kind == OBJECT_HEAP ? v->size : (low - (uintptr_t)o->low) % v->element == 0;
}

static __attribute__((noinline)) bool covers(struct port_from from, const void *frame,
                                             uintptr_t low, uintptr_t high,
                                             struct port_object *to)
{
    struct object o;
    bool whole = objects_cover((struct viewpoint){from.site, frame}, (const char *)low,
                               (const char *)high, &o);
    *to = (struct port_object){.kind = (enum port_memory)o.kind,
                               .low = (uintptr_t)o.low,
                               .high = (uintptr_t)o.high};
    if (o.variable)
        to->name = o.variable->name;
    if (o.variable && !o.shared) {
        to->element = (enum port_element)o.variable->kind;
        to->element_bytes = o.variable->element;
        to->structure = begins_structure(&o, low) ? o.variable->structure : 0;
    }
    return whole;
}

EXPORT uint32_t port_members(struct port_from from, uint64_t structure,
                             struct port_member *to, uint32_t room)
{
    const struct link_variable *v;
    uint32_t n = objects_members((struct viewpoint){.site = from.site}, structure, &v);
    for (uint32_t i = 0; i < n && i < room; i++)
        to[i] = (struct port_member){.name = v[i].name,
                                     .at = (size_t)v[i].low,
                                     .bytes = v[i].size,
                                     .element = (enum port_element)v[i].kind,
                                     .element_bytes = v[i].element};
    return n < room ? n : room;
}

EXPORT bool port_covers(struct port_from from, const void *frame, uintptr_t low,
                        uintptr_t high, struct port_object *to)
{
    return covers(from, frame, low, high, to);
}

static __attribute__((noinline)) bool holds(struct viewpoint from, const char *low,
                                            const char *high, struct port_object *to)
{
    struct object o;
    bool whole = objects_hold(from, low, high, &o);
    *to = (struct port_object){.kind = (enum port_memory)o.kind};
    if (!whole) {
        to->low = (uintptr_t)o.low;
        to->high = (uintptr_t)o.high;
        to->name = o.variable ? o.variable->name : NULL;
    }
    return whole;
}

/* What is stored lies on the rank's stack, so it must be the same each time. */
EXPORT bool port_holds(struct port_from from, const void *frame, uintptr_t low,
                       uintptr_t high, struct port_object *to)
{
    struct viewpoint here = {from.site, frame};
    const struct object *known =
        objects_held(here, (const char *)low, (const char *)high);
    if (known) {
        *to = (struct port_object){.kind = (enum port_memory)known->kind};
        return true;
    }
    bool whole = holds(here, (const char *)low, (const char *)high, to);
    rank_wipe_deep();
    return whole;
}

/* ---- findings ---- */

const char *port_call_name(uint16_t call)
{
    static const char *const names[] = {
#define CALL(name, status) #name,
#include "mpi/calls.def"
#undef CALL
    };
    return call < sizeof names / sizeof *names ? names[call] : NULL;
}

const char *port_op_name(const struct op *op)
{
    const char *name = port_call_name(op->call);
    return name ? name : op_word(op->kind);
}

/* The text of a finding, with the name of the call that it is about unless it names the
 * call already. */
static const char *with_call(struct port_from from, char *to, const char *format,
                             va_list args)
{
    char text[FAULT_TEXT - 48]; /* leaves room for the name of the call */
    const char *call = port_op_name(&(struct op){.call = from.call});
    vsnprintf(text, sizeof text, format, args);
    const char *named = strstr(text, call);
    if (from.site && !(named && named >= text + 4 && !strncmp(named - 4, "MPI_", 4)))
        snprintf(to, FAULT_TEXT, "MPI_%s: %s", call, text);
    else
        snprintf(to, FAULT_TEXT, "%s", text);
    return to;
}

EXPORT bool port_writable(const void *at, size_t bytes)
{
    const struct rank *r = &agent.rank[agent.current];
    uintptr_t low = (uintptr_t)at, high = low + bytes;
    if (bytes > UINTPTR_MAX - low)
        return false;
    if (layout_rank_of(at) == agent.current) {
        if (areas_owner(low) < 0 || areas_owner(high - (bytes > 0)) < 0)
            return false;
        for (uint32_t i = 0; i < r->head->areas.n; i++) {
            const struct area *a = &r->head->areas.at[i];
            if (a->low < high && a->high > low && !(a->protection & PROT_WRITE))
                return false;
        }
        return true;
    }
    for (uintptr_t page = page_down(low); page < high; page += PAGE)
        if (!pages_own((const void *)page))
            return false;
    return true;
}

EXPORT _Noreturn void port_fail(struct port_from from, enum finding_kind kind,
                                const char *format, ...)
{
    char text[FAULT_TEXT];
    va_list args;
    va_start(args, format);
    with_call(from, text, format, args);
    /* Once main() has returned, the stack does not show the call any more. */
    if (kind == FINDING_MISSING_FINALIZE && rank_head()->strand.returned)
        from.site = (char *)(uintptr_t)agent.main + 1;
    rank_fail_at(kind, from.site, text);
}

EXPORT _Noreturn void port_refuse(struct port_from from, enum reason reason,
                                  const char *format, ...)
{
    char text[FAULT_TEXT];
    va_list args;
    va_start(args, format);
    with_call(from, text, format, args);
    rank_refuse_at(reason, from.site, text);
}

static __attribute__((noinline)) void note(struct port_from from, enum finding_kind kind,
                                           const char *format, va_list args)
{
    char text[FAULT_TEXT];
    remark_add(kind, from.site, with_call(from, text, format, args));
}

EXPORT void port_note(struct port_from from, enum finding_kind kind, const char *format,
                      ...)
{
    va_list args;
    va_start(args, format);
    note(from, kind, format, args);
    va_end(args);
    rank_wipe_deep();
}

EXPORT void port_rests_on(const char *what)
{
    link_rests_on(agent.shared, what);
    rank_wipe_deep();
}

EXPORT void port_leaves_out(const char *what)
{
    link_leaves_out(agent.shared, what);
    rank_wipe_deep();
}

/* Where threads take turns, whether two calls could overlap is seen only where one of
 * them has to wait. */
EXPORT void port_thread_calls(bool one)
{
    if (agent.hybrid)
        agent.overlaps[agent.process[agent.current]] =
            one ? OVERLAP_ANY : OVERLAP_COLLECTIVES;
    else
        link_leaves_out(agent.shared,
                        one ? "calls of two threads that overlap without waiting"
                            : "collectives of two threads on one communicator at once");
    rank_wipe_deep();
}

EXPORT const char *port_place(const void *site)
{
    static char places[PLACES][24];
    static unsigned next;
    char *to = places[next++ % PLACES];
    snprintf(to, sizeof places[0], "%c%lx%c", PLACE_BEGIN, (unsigned long)(uintptr_t)site,
             PLACE_END);
    return to;
}

EXPORT bool port_is_library(const void *site)
{
    bool is = unwind_is_theirs((uint64_t)(uintptr_t)site);
    rank_wipe_deep();
    return is;
}

EXPORT bool port_from_library(void)
{
    uint64_t library;
    unwind_through(&library);
    rank_wipe_deep();
    return library;
}

EXPORT void *port_caller(void *site)
{
    uint64_t pc = (uint64_t)(uintptr_t)site;
    const struct link *l = agent.link;
    bool inside = pc >= l->mpi_low && pc < l->mpi_high; /* bindings that it has itself */
    if (!inside && !link_in_bindings(l, pc))
        return python_site(site);
    uint64_t outside = unwind_fortran();
    return outside ? (void *)(uintptr_t)outside : site; // NOLINT
}
