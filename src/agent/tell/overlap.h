/* SPDX-License-Identifier: Apache-2.0
 *
 * overlap.h - calls of MPI by two threads of one rank that must not be at the same time.
 *
 * With MPI_THREAD_SERIALIZED these are any two, with MPI_THREAD_MULTIPLE two collective
 * calls on one communicator. They are at the same time in some schedule if nothing but
 * MPI orders them: neither has ended before the other thread did what it did last before
 * its own call. */
#ifndef MZ_AGENT_TELL_OVERLAP_H
#define MZ_AGENT_TELL_OVERLAP_H

struct search;

enum overlap { OVERLAP_ANY = 1, OVERLAP_COLLECTIVES = 2 };

/* Looks at the execution, and reports the first such pair of each rank. */
void overlap_report(struct search *);

#endif
