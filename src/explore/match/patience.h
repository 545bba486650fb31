/* SPDX-License-Identifier: Apache-2.0
 *
 * patience.h - how often a look may fail.
 *
 * A look may nearly always fail, and a rank that does something else in each round of
 * its loop (it counts, it sends, it takes part in a collective) could do so for ever. MPI
 * promises that it is told in the end. So a bound is set to what a rank fails to see:
 * N = graph.polls (see explore/search/polls.h). A look *repeats* the last one before it
 * that was made at the same place of the program and asks for the same (a probe or
 * try-receive has the same arguments; a poll has a request in common with it). It must
 * not fail (SPIN_PROGRESS), if
 *
 *   - it repeats N looks in a row that failed since the rank last *heard* of others, that
 *     is, observed a receive, synchronous send or collective complete, got a message, or
 *     came too late for a cancel; or
 *   - it repeats N looks in a row that failed, and something that it could find was there
 *     for the first of these N, too; that is, in the past of both: the rank could know.
 *
 * That does not hold for a look that would be part of a round, which does not count
 * anyway (spin_returns()). A look that gets something ends the row. One that sees a
 * message and leaves it there does so once the rank has received that message; a blocking
 * probe, which never fails, does so once the rank has heard of others.
 *
 * A rank that sees N messages in a row in this way which it leaves where they are, or
 * repeats N + ROW looks in a row that get nothing, whatever it hears, is not followed
 * further (SPIN_BOUND). All of this depends on what happens before the look, and on
 * nothing else. */
#ifndef MZ_EXPLORE_MATCH_PATIENCE_H
#define MZ_EXPLORE_MATCH_PATIENCE_H
#include "explore/match/visit.h"

/* Sets next.looked and next.heard. */
void patience_fetch(struct graph *, uint32_t rank);

/* Sets again, vain, peeks and row of the look that the rank is about to perform. */
void patience_count(struct graph *, uint32_t rank);

/* Is the rank followed further at all? */
bool patience_follows(struct graph *, uint32_t rank);

/* Does the first rule allow the look to fail? */
bool patience_left(const struct graph *, uint32_t rank);

/* Notes that the look is not allowed to fail; returns SPIN_PROGRESS. */
enum spin patience_end(struct graph *, uint32_t rank);

/* The second rule, for the looks that all ranks are about to perform. True if there is
 * one that must not fail. */
bool patience_judge(struct visit *);

/* In a complete graph that is not whole: might it be if N were patience_more()? */
bool patience_helps(const struct graph *);
uint64_t patience_more(const struct graph *);

#endif
