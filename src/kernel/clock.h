/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.h - the causal past of an act. */
#ifndef MZ_KERNEL_CLOCK_H
#define MZ_KERNEL_CLOCK_H
#include "kernel/depend.h"
#include "kernel/family.h"
#include "kernel/state.h"

/* Appends the events of the cut that belong to other actors and that the act depends on
 * directly. Every other event that the act depends on happens before one of these, or
 * before the previous event of the act's own actor. */
static inline void clock_causes(const struct state *st, const struct act *a,
                                const uint32_t *cut, events_vec *causes)
{
    family_of((enum op_kind)a->kind)->causes(st, a, cut, causes);
}

/* Called by families: appends the event to the causes if it is another actor's and the
 * act depends on it. */
static inline void clock_add(const struct state *st, const struct act *a, uint32_t event,
                             events_vec *causes)
{
    const struct act *b = &st->events.at[event].act;
    if (b->actor != a->actor && dep_between(a, b))
        vec_push(causes, event);
}

/* Computes the past of the act in the cut, without the act itself, as a clock of
 * nactors entries: the past of its actor's previous event joined with the pasts of its
 * causes. */
void clock_past(const struct state *, const struct act *, const uint32_t *cut,
                events_vec *causes, uint32_t *clock);

/* Computes the cut of all events of the execution except this event and those that
 * happen after it. */
void clock_without(const struct state *, uint32_t event, uint32_t *cut);

#endif
