/* SPDX-License-Identifier: Apache-2.0
 *
 * tree.h - search with backtrack sets.
 *
 * The skeleton that dpor and sdpor share. Each node of the search has a set of actors to
 * explore from there, at first only one. Whenever a step is made, the alternatives that
 * it brings up are looked for; of the actors that may begin one of them, at least one is
 * in the set of the alternative's node from then on. tree.c goes depth first; multihead.c
 * goes in any order. */
#ifndef MZ_EXPLORE_CLASSIC_TREE_H
#define MZ_EXPLORE_CLASSIC_TREE_H
#include "explore/classic/race.h"
#include "explore/search/search.h"

/* May the actor begin the alternative? Only if races_begins() says so, too. */
typedef bool begins_fn(struct races *, const struct alternative *, uint32_t actor);

/* Depth first. `last`: of the actors that may begin an alternative, the last one is
 * taken, not the first. */
void tree_run(struct search *, begins_fn *, bool last);

/* In the order that the options ask for; multihead_asked() tells whether they do. */
void multihead_run(struct search *, begins_fn *);
bool multihead_asked(const struct search *);

#endif
