/* SPDX-License-Identifier: Apache-2.0
 *
 * nullrank.h - does the program know MPI_PROC_NULL?
 *
 * It is -1 in this MPI, so a neighbour that was computed wrongly, as (rank - 1) % size in
 * rank 0, is taken for it, and the message is silently left out. Whether nobody was meant
 * cannot be seen in the call; but a program that means nobody names MPI_PROC_NULL
 * somewhere, or has it from a function of MPI. */
#ifndef MZ_REAL_NULLRANK_H
#define MZ_REAL_NULLRANK_H
#include <stdbool.h>
#include <stdint.h>

struct Dwfl;

/* Could all sources of the program, to which the call belongs that returns to `site`, be
 * read, and is there nothing in them from which it may have MPI_PROC_NULL? */
bool nullrank_is_chance(struct Dwfl *, const char *program, uint64_t site);

#endif
