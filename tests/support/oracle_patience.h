/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_patience.h - how often a look may fail, as docs/algorithms/match.md defines it
 * in "How often a look may fail", and as nothing else does.
 *
 * For that the oracle follows what every rank can know of the others. */
#ifndef MZ_TESTS_ORACLE_PATIENCE_H
#define MZ_TESTS_ORACLE_PATIENCE_H
#include "oracle_rules.h"

/* The rank is about to make this move; `match`: its receive is about to get the message.
 * Called before anything has changed. */
void patience_step(struct judge *, const struct move *);
void patience_match(struct judge *, const struct move *);

/* Is the rank, which is about to look, not followed further? For that, patience_glance()
 * notes a look with this result, and nothing else about it. */
bool patience_stops(const struct judge *, uint32_t rank);
void patience_glance(struct judge *, uint32_t rank, int32_t outcome);

/* Of these moves, which are all that the rank can make now, removes what it has no
 * patience for; and notes in rank.patient if there was such a thing. */
void patience_limit(struct judge *, uint32_t rank, move_vec *, size_t first);

#endif
