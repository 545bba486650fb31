/* SPDX-License-Identifier: Apache-2.0
 *
 * match_spin.h - loops of polls.
 *
 * A poll that fails where the same poll failed before, with the rank in the same state
 * and nothing done in between, can fail for ever, and nothing new comes of it. So it is
 * taken as a wait for success; and if that never comes, the loop never ends. If there
 * were other polls in between, any of them may be the one that succeeds; so they are
 * followed round once more, and then the rank is left where it is: either nothing will
 * ever come, or the case where it does is another branch of the search. */
#ifndef MZ_EXPLORE_MATCH_SPIN_H
#define MZ_EXPLORE_MATCH_SPIN_H
#include "explore/match_graph.h"

/* Is it an operation that fails if there is nothing, instead of waiting? */
bool spin_polls(enum op_kind);

/* Has the poll that the rank is about to make failed before, in vain? */
enum spin spin_of(struct graph *, const struct match_rank *);

/* Is this rank in a loop of polls in which nothing happens? */
static inline bool spin_holds(const struct match_rank *k)
{
    return !k->ended && k->next.spin != SPIN_NO;
}

/* The graph is complete, and the rank goes no further: does one of its last polls have
 * something to find? `probe` says so of a probe or try-receive. */
typedef bool spin_probe_fn(struct graph *, uint32_t rank, const struct op *);
bool spin_misses(struct graph *, uint32_t rank, spin_probe_fn *probe);

#endif
