/* SPDX-License-Identifier: Apache-2.0
 *
 * space.h - memory that several ranks share: the threads of one process.
 *
 * Each thread is a rank of its own, with a slab for its stack and for what it allocates,
 * but all of them see one memory. A thread is a function of what it has observed and of
 * the memory that happens before it, and without a data race, that memory is the same in
 * every execution of the same causal past. So the memory of a space is a function of a
 * cut: a position of each of its threads, given by an image without data. To come to a
 * cut, the newest copy of the memory is loaded whose own cut is contained in it, and the
 * threads repeat what they have done since, in the order in which it was done first: that
 * is an order in which it can happen. This is done when one of them is to go on.
 *
 * In a program of MPI, each process has a space. What all of them have at the same
 * addresses (variables) is in place for one of them, as with ranks. */
#ifndef MZ_EXEC_SPACE_H
#define MZ_EXEC_SPACE_H
#include "agent/rank/image.h"

/* Before the first rank runs; when all of them are at their beginnings. */
void space_prepare(void);
void space_begin(void);
/* The memory of the process is that of the cut which its threads' images are. */
void space_load(uint32_t process);
/* The thread is about to run with this outcome, and has run; in between, what the first
 * one returned is kept. */
uint64_t space_enter(uint32_t rank, const struct outcome *);
void space_leave(uint32_t rank, uint64_t before);
/* Has the running rank, one of MPI, several threads, or ever had? */
bool space_has_threads(void);
/* Has nobody created this thread so far? */
bool space_is_unborn(uint32_t rank);
/* As rank_run(). */
void space_run(uint32_t rank, struct outcome);

#endif
