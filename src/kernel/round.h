/* SPDX-License-Identifier: Apache-2.0
 *
 * round.h - loops that wait for a change in a window.
 *
 * `while (fetch(x) != 1)` has endlessly many executions. A round is fruitless if it
 * changes nothing that others can see and brings its actor back to a state that it was
 * in: then the round can be cut out of the execution, and what remains is an execution,
 * too, with the same end. So it is enough to explore executions without fruitless rounds:
 * an actor that has made one is taken no further (it *spins*). When nobody can move any
 * more, there are two cases. If the round would read something else now, the execution is
 * moot: what the actor does then is explored where it did not make the round. If not, the
 * actor goes round for ever.
 *
 * A loop that looks at the same again and again, but whose actor is in another state in
 * each round (it counts them, say) is followed for state.rounds rounds (--polls); then
 * the actor is taken no further either, and the search is not complete. Without --polls,
 * a loop that goes on by itself (10,000 gets, as a benchmark makes them) is followed
 * further if the first execution needs it. */
#ifndef MZ_KERNEL_ROUND_H
#define MZ_KERNEL_ROUND_H
#include "kernel/state.h"

enum {
    ROUNDS_MAX = 64,
    LOOKS_MOST = 1 << 15, /* if the first execution needs more */
    TRIES_MAX = 8,        /* of loops that change something in each round: there are many
                             outcomes */
};
/* In place of a number of rounds: the only execution is followed to its end. */
#define ROUNDS_ANY UINT64_MAX
/* The execution is given: nothing is left out because of many rounds. */
#define ROUNDS_ALL (UINT64_MAX >> 16)

/* Called after each step of a program's actor, in programs with windows: notes the
 * actor's state, and sets actor.spins if its last round was fruitless. round_unnote() is
 * called when the step is taken back. */
void round_note(struct state *, uint32_t actor);
void round_unnote(struct state *, uint32_t actor);
void round_free(struct state *);

enum round_end {
    ROUND_NONE,    /* nobody spins */
    ROUND_MOOT,    /* some actor would go on */
    ROUND_ENDLESS, /* those that spin will do so for ever */
    ROUND_CUT,     /* some actor was not followed, after state.rounds rounds */
};
/* How many rounds of the loop were followed that the actor was in; ROUND_CUT. */
uint64_t round_limit(const struct state *, uint32_t actor);
/* Requires that no actor can move. Sets *actor to one that spins, or was not followed. */
enum round_end round_judge(struct state *, uint32_t *actor);
/* Of an actor that was not followed: would its last round be the same now, when nobody
 * can move? Then its loop does not wait for others, and may end by itself. */
bool round_is_own(struct state *, uint32_t actor);

#endif
