/* SPDX-License-Identifier: Apache-2.0
 *
 * multihead.h - multi-head DPOR: for multihead.c, and for what it tells a guided search
 * (multihead_sight.c). */
#ifndef MZ_EXPLORE_CLASSIC_MULTIHEAD_H
#define MZ_EXPLORE_CLASSIC_MULTIHEAD_H
#include "explore/classic/sleep.h"
#include "explore/classic/tree.h"
#include "explore/search/worklist.h"

/* A node of the present path: a choice between the steps that are awake there. */
struct crossing {
    size_t first;     /* its steps: multi.steps[first ...] */
    size_t asleep;    /* where its sleep set ends in multi.sleepers, without the steps
                         that were begun at this node */
    int32_t unpaired; /* number of sends and receives that wait for each other */
    uint32_t failed;  /* number of polls that have failed so far */
};

struct multi {
    struct search *s;
    struct worklist *list;
    begins_fn *begins;
    struct races races;
    struct sleepers sleepers;
    steps_vec steps;
    VEC(struct crossing) path;
    VEC(uint32_t) ways; /* scratch */
};

/* The number of steps of a node. */
static inline size_t multi_steps(const struct multi *m, size_t node)
{
    size_t end = node + 1 < m->path.len ? m->path.at[node + 1].first : m->steps.len;
    return end - m->path.at[node].first;
}

/* ---- multihead_sight.c ---- */

extern const struct sights multi_sights;
/* What is wished for if this alternative is to be explored. */
void multi_wish(const struct multi *, const struct alternative *, struct wish *);
/* By how much the step, which can be made now, changes the number of sends and receives
 * that wait for each other. */
int32_t multi_unpairs(const struct state *, struct step);

#endif
