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
            if (before)
                before(context, &step);
            if (!world_do(w, &step)) {
                t->unable = w->unable;
                return false;
            }
            t->s->st->pushes++;
            if (++steps >= STATES_LONGEST_CLOSURE) {
                w->touched.len = 0;
                *settled = false;
                return true;
            }
        }
    }
    return true;
}
