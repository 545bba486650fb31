/* SPDX-License-Identifier: Apache-2.0
 *
 * guide.h - guided search: the parts of a tree in an order that may find a bug sooner.
 *
 * What lies below one way of a choice does not depend on what was found below another, so
 * every order explores the same executions, each once. What is left of the search is a
 * tree of heads (head.h). A run goes to one of them, takes a way that has not been tried,
 * and goes on to the end of the execution; every choice on its way becomes a head.
 *
 * Two policies decide: *picking* says which head comes next (guide.c), *inserting* says
 * which way a new execution takes at choices that are met for the first time (way.c).
 * The way that comes first in a choice stays its first way, whoever is explored first. */
#ifndef MZ_EXPLORE_GUIDE_GUIDE_H
#define MZ_EXPLORE_GUIDE_GUIDE_H
#include "explore/search/worklist.h"

/* Is it time to search in another order than depth first? To be asked after every
 * execution; costs little. */
bool guide_due(struct worklist *);
/* The same, and whether the end is in sight: what worker processes are told. */
enum guided guide_now(struct worklist *);

/* Explores all items until the search is stopped; what is left then is in the list of
 * items. */
void guide_explore(struct worklist *);

/* In a tree with `together`, while a way is made: one of these ways of an earlier choice
 * of the path must be explored, unless one of them is wanted already. */
void guide_want(struct worklist *, size_t choice, const uint32_t *ways, size_t n,
                const struct wish *);

/* To be called before the counts of the search are sent to the first process, and begin
 * again at 0: a run may be under way, and what it has done so far belongs to its arm. */
void guide_count(struct worklist *);

/* Turns some of the heads into items for other processes. */
void guide_share(struct worklist *);

#endif
