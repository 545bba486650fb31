/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.h - loops of polls.
 *
 * A rank that is about to look for something, in a state in which it looked before, with
 * nothing done in between but looks that changed nothing, is where it was: what it has
 * done since does not count. So a look that would lead back there if it failed must not
 * fail: it waits. If what it waits for never comes, either the loop never ends; or
 * another look of the loop has something to find, and that is another branch of the
 * search. */
#ifndef MZ_EXPLORE_MATCH_SPIN_H
#define MZ_EXPLORE_MATCH_SPIN_H
#include "explore/match/graph.h"

/* The rank is about to look: sets digest, spin and knot of that. */
void spin_judge(struct graph *, uint32_t rank);

/* Is this rank in a loop in which nothing happens? */
static inline bool spin_holds(const struct match_rank *k)
{
    return !k->ended && k->next.spin != SPIN_NO && k->next.spin != SPIN_BOUND;
}

/* Must, or shall, this look succeed? */
static inline bool spin_waits(enum spin spin)
{
    return spin == SPIN_WAIT || spin == SPIN_PROGRESS;
}

/* The graph is complete, and the rank goes no further: does one of the looks of its loop
 * that failed have something to find? `probe` says so of a probe or try-receive. */
typedef bool spin_probe_fn(struct graph *, uint32_t rank, const struct op *);
bool spin_misses(struct graph *, uint32_t rank, spin_probe_fn *probe);

#endif
