/* SPDX-License-Identifier: Apache-2.0
 *
 * status.h - how the program is given a status. The ABI says how it is laid out. */
#ifndef MZ_MPI_P2P_STATUS_H
#define MZ_MPI_P2P_STATUS_H
#include "mpi/abi/abi.h"
#include "mpi/type/bounds.h"

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

/* An array of so many statuses, which may be MPI_STATUSES_IGNORE. */
#define NEED_STATUSES(n, statuses)                                                       \
    do {                                                                                 \
        if ((n) > 0 && !(statuses) && (statuses) != MPI_STATUSES_IGNORE)                 \
            INVALID(NULL, MPI_ERR_ARG,                                                   \
                    "array_of_statuses is NULL; write MPI_STATUSES_IGNORE");             \
    } while (0)

#endif
