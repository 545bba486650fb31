/* SPDX-License-Identifier: Apache-2.0
 *
 * session.h - sessions, by which MPI is used without MPI_Init. */
#ifndef MZ_MPI_COMM_SESSION_H
#define MZ_MPI_COMM_SESSION_H
#include "mpi/lib/error.h"

struct buffers; /* p2p/bsend.h */

struct session {
    struct mpi_object object;
    struct errhandler *errhandler;
    const char *thread_level;
    struct buffers *buffers; /* MPI_Session_attach_buffer; NULL: never called */
};

/* In a function that has ENTERed: declares s, or leaves with an error. */
#define FIND_SESSION(s, handle)                                                          \
    struct session *s = (struct session *)object_find(OBJECT_SESSION, handle);           \
    if (!s)                                                                              \
    INVALID(NULL, MPI_ERR_SESSION, "%s",                                                 \
            (handle) == MPI_SESSION_NULL                                                 \
                ? "the session is MPI_SESSION_NULL"                                      \
                : "the session does not exist, or has been finalized")

#endif
