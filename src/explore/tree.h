/* SPDX-License-Identifier: Apache-2.0
 *
 * tree.h - depth-first search with backtrack sets.
 *
 * The skeleton that dpor and sdpor share. Each node of the current path has a
 * set of actors to explore from there, at first only one. Whenever a step is
 * made, the alternatives that it brings up are given to the algorithm, which
 * answers by adding actors to the sets of earlier nodes. */
#ifndef MZ_EXPLORE_TREE_H
#define MZ_EXPLORE_TREE_H
#include "explore/race.h"
#include "explore/search.h"
#include "explore/sleep.h"

enum { NODE_ENABLED = 1, NODE_WANTED = 2, NODE_DONE = 4 };

struct node {
    uint32_t actor; /* if current is set: the actor that is being explored */
    bool current;
    uint32_t next, count; /* its outcomes: tree.outcomes[first + next ...] */
    size_t first;
};

struct tree {
    struct search *s;
    void (*want)(struct tree *, const struct alternative *);
    struct races races;
    struct sleepers sleepers;
    VEC(struct node) path;
    VEC(uint8_t) flags; /* the flags of each node's actors, nactors per node */
    outcomes_vec outcomes;
};

void tree_run(struct search *, void (*want)(struct tree *, const struct alternative *));

/* Can the actor begin the alternative, that is, does its first act there have no
 * predecessor in the alternative? */
bool tree_begins(struct tree *, const struct alternative *, uint32_t actor);

static inline uint8_t *tree_flags(struct tree *t, size_t depth)
{
    return t->flags.at + depth * t->s->st->nactors;
}

#endif
