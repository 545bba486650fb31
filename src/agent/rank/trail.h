/* SPDX-License-Identifier: Apache-2.0
 *
 * trail.h - threads that come back to where they were.
 *
 * `while (pthread_mutex_trylock(m));` has endlessly many executions, and so has whatever
 * std::lock() is compiled to, or a wait with a time limit in a loop. Consider an
 * operation of a thread that has failed: a try, or a wait whose time is over; and all
 * that happens before it (its past). If an earlier such operation of the same thread has
 * a past that leads to the same state, of all threads and objects that have gone on in
 * between, then nothing can come of the later one that cannot come of the earlier one:
 * what is in between can be cut out of every execution. So the thread is taken no
 * further. This is what cutoff events of unfoldings are (McMillan, CAV 1992); since it
 * depends on the past of the operation alone, whatever the order in which independent
 * steps were made, explorers see nothing but a thread that has stopped.
 *
 * What a thread has changed of memory but its stack is not compared: a slice of it that
 * has changed anything counts as a change for good. All of this takes time, so it is done
 * in programs that were seen to try the same twice: plan_learned.tries. */
#ifndef MZ_RANK_TRAIL_H
#define MZ_RANK_TRAIL_H
#include "agent/rank/image.h"

/* The thread is about to go on; the memory of its process is loaded. */
void trail_starts(uint32_t thread);
/* It has; its image is not made yet. If it has come back to where it was, its next
 * operation is one that never comes: AWAIT_SPINS. */
struct image_trail trail_ends(uint32_t thread);

/* A replay has come to its end: threads that were taken no further there are not here. */
void trail_settle(struct state *);

#endif
