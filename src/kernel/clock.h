/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.h - the causal past of an act. */
#ifndef MZ_KERNEL_CLOCK_H
#define MZ_KERNEL_CLOCK_H
#include "kernel/depend.h"
#include "kernel/family.h"
#include "kernel/state.h"

/* Appends the events of the cut that the act directly depends on and that are
 * not its actor's own: every such event is in this list or happens before one
 * of it or of the actor's previous event. */
static inline void clock_causes(const struct state *st, const struct act *a,
                                const uint32_t *cut, events_vec *causes)
{
    family_of((enum op_kind)a->kind)->causes(st, a, cut, causes);
}

/* For families: the event, if the act depends on it and it is another actor's. */
static inline void clock_add(const struct state *st, const struct act *a, uint32_t event,
                             events_vec *causes)
{
    const struct act *b = &st->events.at[event].act;
    if (b->actor != a->actor && dep_between(a, b))
        vec_push(causes, event);
}

/* The past of the act in the cut, without the act itself, as a clock of
 * nactors entries: its actor's previous event joined with its causes. */
void clock_past(const struct state *, const struct act *, const uint32_t *cut,
                events_vec *causes, uint32_t *clock);

/* The events of the execution that do not happen after (or are) the event. */
void clock_without(const struct state *, uint32_t event, uint32_t *cut);

#endif
