/* SPDX-License-Identifier: Apache-2.0
 *
 * status.h - MPI_Status as the ABI lays it out: 63 bits of how many bytes, one bit that
 * says whether the operation was cancelled. */
#ifndef MZ_MPI_STATUS_H
#define MZ_MPI_STATUS_H
#include "mpi.h"
#include "mpi/type/bounds.h"
#include <stdbool.h>
#include <stdint.h>

static inline uint64_t status_bytes(const MPI_Status *s)
{
    return (uint64_t)((unsigned)s->count_hi_and_cancelled >> 1) << 32 |
           (unsigned)s->count_lo;
}

static inline void status_set_bytes(MPI_Status *s, uint64_t bytes)
{
    s->count_lo = (int)(unsigned)bytes;
    s->count_hi_and_cancelled =
        (int)((unsigned)(bytes >> 32) << 1 | ((unsigned)s->count_hi_and_cancelled & 1));
}

static inline bool status_cancelled(const MPI_Status *s)
{
    return s->count_hi_and_cancelled & 1;
}

static inline void status_set_cancelled(MPI_Status *s, bool cancelled)
{
    s->count_hi_and_cancelled = (s->count_hi_and_cancelled & ~1) | cancelled;
}

/* The empty status, for null and inactive requests, and for sends. */
static inline MPI_Status status_empty(void)
{
    return (MPI_Status){.MPI_SOURCE = MPI_ANY_SOURCE, .MPI_TAG = MPI_ANY_TAG};
}

/* Gives the program the status of a null or inactive request. */
static inline void status_give_empty(MPI_Status *to)
{
    if (to == MPI_STATUS_IGNORE)
        return;
    lib_accessed(to, sizeof *to, true);
    bounds_status(to);
    *to = status_empty();
}

/* Stores a status where the program wants it, unless it passed MPI_STATUS_IGNORE.
 * MPI_ERROR is left alone, because only functions that complete several requests set
 * it. */
static inline void status_store(MPI_Status *to, MPI_Status what)
{
    if (to == MPI_STATUS_IGNORE)
        return;
    bounds_status(to);
    what.MPI_ERROR = to->MPI_ERROR;
    *to = what;
}

/* A status that a call which may wait will overwrite does not matter any more: it is
 * cleared where what does not matter is. */
static inline void status_tidy(MPI_Status *to)
{
    if (port_tidies && to != MPI_STATUS_IGNORE && port_writable(to, sizeof *to))
        status_store(to, status_empty());
}

/* Gives the program a status. */
static inline void status_give(MPI_Status *to, MPI_Status what)
{
    if (to != MPI_STATUS_IGNORE)
        lib_accessed(to, sizeof *to, true);
    status_store(to, what);
}

#endif
