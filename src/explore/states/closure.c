/* SPDX-License-Identifier: Apache-2.0
 *
 * closure.c - doing at once what commutes with everything: sends, posting receives,
 * arriving at collectives, completing what is complete, and matches without a choice. */
#include "explore/states/states.h"

#include <string.h>

void states_touch_all(struct states *t)
{
    t->w.touched.len = 0;
    for (uint32_t p = 0; p < t->w.n; p++)
        vec_push(&t->w.touched, p);
}

/* Does one step. */
static bool make(struct states *t, const struct world_step *step, states_step_fn *before,
                 void *context)
{
    if (before)
        before(context, step);
    t->s->st->pushes++;
    if (world_do(&t->w, step))
        return true;
    t->unable = t->w.unable;
    return false;
}

/* Lets every rank go on that is in a state between two others: no node has such a state.
 */
static bool leave_between(struct states *t, states_step_fn *before, void *context)
{
    struct world_step step;
    for (uint32_t p = 0; p < t->w.n; p++)
        while (world_between(&t->w, p))
            if (!world_settled(&t->w, p, &step) || !make(t, &step, before, context))
                return false;
    t->w.touched.len = 0;
    return true;
}

bool states_settle(struct states *t, states_step_fn *before, void *context, bool *settled)
{
    struct world *w = &t->w;
    size_t steps = 0;
    *settled = true;
    while (w->touched.len) {
        uint32_t rank = w->touched.at[0];
        struct world_step step;
        w->touched.len--;
        memmove(w->touched.at, w->touched.at + 1, w->touched.len * sizeof *w->touched.at);
        while (world_settled(w, rank, &step)) {
            if (!make(t, &step, before, context))
                return false;
            if (++steps >= STATES_LONGEST_CLOSURE) {
                *settled = false;
                return leave_between(t, before, context);
            }
        }
    }
    return true;
}
