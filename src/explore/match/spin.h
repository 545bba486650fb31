/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.h - loops of polls.
 *
 * A rank that is about to look for something, in a state in which it looked before, with
 * nothing done in between but looks that changed nothing, is where it was: what it has
 * done since does not count. So a look that would lead back there if it failed must not
 * fail: it waits. If what it waits for never comes, either the loop never ends; or
 * another look of the loop has something to find, and that is another branch of the
 * search.
 *
 * A round may have several looks. One that is not the last of them fails only if one of
 * those after it, its *rest* of the round, has something to find: otherwise the rank
 * waits there, for any of them. So no branch of the search comes to a look that waits for
 * what never comes although an earlier one could find something. Where it would take more
 * than a glance to say what the rest could find, the look may fail whenever it likes, and
 * visit_stands() tells in the end whether the graph is an outcome. */
#ifndef MZ_EXPLORE_MATCH_SPIN_H
#define MZ_EXPLORE_MATCH_SPIN_H
#include "explore/match/graph.h"

/* Sets digest, spin and knot of the look that the rank is about to perform. */
void spin_judge(struct graph *, uint32_t rank);

/* Does the rank, if the look that it is about to perform fails, and all looks that
 * follow, come to a look in a state in which it has looked, or will have, without doing
 * anything else in between? */
bool spin_returns(struct graph *, uint32_t rank);

/* Could one of the looks that follow in the round find something now? */
bool spin_finds(struct graph *, uint32_t rank);

/* Does the message fit this probe or try-receive? */
static inline bool spin_fits(const struct op *look, const struct match_event *s)
{
    return rule_fits(op_pattern(look), graph_envelope(s));
}

/* Frees what spin_judge() has noted. */
void spin_forget(struct match_record *);

/* Is this a look of a loop that the rank goes round in until it finds something? */
static inline bool spin_loops(const struct match_record *r)
{
    return r->spin == SPIN_WAIT || r->spin == SPIN_STOP || r->round;
}

/* Is the rank in a loop of looks that never succeed? */
static inline bool spin_holds(const struct match_rank *k)
{
    return !k->ended && spin_loops(&k->next);
}

/* Is the rank not followed further, although it could go on? */
static inline bool spin_cuts(const struct match_rank *k)
{
    return !k->ended && (k->next.spin == SPIN_PROGRESS || k->next.spin == SPIN_BOUND);
}

/* Must this look succeed, or is it assumed to? */
static inline bool spin_waits(enum spin spin)
{
    return spin == SPIN_WAIT || spin == SPIN_PROGRESS;
}

/* In a complete graph in which the rank is not followed further: could one of the
 * failed looks of its loop find something? `probe` answers for a probe or
 * try-receive. */
typedef bool spin_probe_fn(struct graph *, uint32_t rank, const struct op *);
bool spin_misses(struct graph *, uint32_t rank, spin_probe_fn *probe);

#endif
