/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.c - see clock.h.
 *
 * The dependency relation says whether two acts depend on each other; finding
 * the ones that do by asking it about every earlier event would make executions
 * cost the square of their length. So each family looks for the few events that
 * can matter, newest first, and dep_between() decides about them. A test
 * checks that this gives the same order as asking about every pair. */
#include "kernel/clock.h"

#include <string.h>

static void join(uint32_t *clock, const uint32_t *other, uint32_t n)
{
    for (uint32_t a = 0; a < n; a++)
        clock[a] = other[a] > clock[a] ? other[a] : clock[a];
}

void clock_past(const struct state *st, const struct act *a, const uint32_t *cut,
                events_vec *causes, uint32_t *clock)
{
    const struct actor *me = &st->actor[a->actor];
    size_t index = cut ? cut[a->actor] : me->events.len;
    if (index)
        memcpy(clock, state_clock(st, me->events.at[index - 1]),
               st->nactors * sizeof *clock);
    else
        memset(clock, 0, st->nactors * sizeof *clock);
    causes->len = 0;
    clock_causes(st, a, cut, causes);
    for (size_t i = 0; i < causes->len; i++) {
        const struct event *cause = &st->events.at[causes->at[i]];
        if (clock[cause->act.actor] <= cause->index) /* else its past is in there */
            join(clock, state_clock(st, causes->at[i]), st->nactors);
    }
}

void clock_without(const struct state *st, uint32_t event, uint32_t *cut)
{
    /* What happens after the event is, in each actor, everything from some
     * point on, so the point can be found by bisection. */
    for (uint32_t a = 0; a < st->nactors; a++) {
        const events_vec *events = &st->actor[a].events;
        size_t low = 0, high = events->len;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (state_before(st, event, events->at[middle]))
                high = middle;
            else
                low = middle + 1;
        }
        cut[a] = (uint32_t)low;
    }
}
