/* SPDX-License-Identifier: Apache-2.0
 *
 * attached.c - the functions that attach buffers to the process, to sessions and to
 * communicators, detach and flush them (bsend.c). */
#include "mpi/lib/check.h"
#include "mpi/lib/counts.h"
#include "mpi/comm/session.h"
#include "mpi/p2p/bsend.h"

/* Declare the owner, or leave with an error. */
#define OF_PROCESS struct bsend_owner owner = {.buffers = &lib()->buffers};
#define OF_COMM                                                                          \
    FIND_COMM(c, comm);                                                                  \
    struct bsend_owner owner = {.buffers = &c->buffers, .comm = c};
#define OF_SESSION                                                                       \
    FIND_SESSION(s, session);                                                            \
    struct bsend_owner owner = {.buffers = &s->buffers, .session = s};

#define ATTACH(name, parameters, find_owner)                                             \
    EXPORT int MPI_##name parameters                                                     \
    {                                                                                    \
        ENTER(name);                                                                     \
        find_owner LEAVE(bsend_attach(&owner, buffer, size));                            \
    }
ATTACH(Buffer_attach, (void *buffer, int size), OF_PROCESS)
ATTACH(Buffer_attach_c, (void *buffer, MPI_Count size), OF_PROCESS)
ATTACH(Comm_attach_buffer, (MPI_Comm comm, void *buffer, int size), OF_COMM)
ATTACH(Comm_attach_buffer_c, (MPI_Comm comm, void *buffer, MPI_Count size), OF_COMM)
ATTACH(Session_attach_buffer, (MPI_Session session, void *buffer, int size), OF_SESSION)
ATTACH(Session_attach_buffer_c, (MPI_Session session, void *buffer, MPI_Count size),
       OF_SESSION)

#define DETACH(name, parameters, fit, find_owner)                                        \
    EXPORT int MPI_##name parameters                                                     \
    {                                                                                    \
        ENTER(name);                                                                     \
        find_owner CHECK_RESULT(size);                                                   \
        MPI_Count bytes;                                                                 \
        int code = bsend_detach(&owner, buffer_addr, &bytes);                            \
        if (!code)                                                                       \
            *size = fit(bytes);                                                          \
        LEAVE(code);                                                                     \
    }
DETACH(Buffer_detach, (void *buffer_addr, int *size), count_fit, OF_PROCESS)
DETACH(Buffer_detach_c, (void *buffer_addr, MPI_Count *size), , OF_PROCESS)
DETACH(Comm_detach_buffer, (MPI_Comm comm, void *buffer_addr, int *size), count_fit,
       OF_COMM)
DETACH(Comm_detach_buffer_c, (MPI_Comm comm, void *buffer_addr, MPI_Count *size), ,
       OF_COMM)
DETACH(Session_detach_buffer, (MPI_Session session, void *buffer_addr, int *size),
       count_fit, OF_SESSION)
DETACH(Session_detach_buffer_c, (MPI_Session session, void *buffer_addr, MPI_Count *size),
       , OF_SESSION)

#define FLUSH(name, parameters, find_owner)                                              \
    EXPORT int MPI_##name parameters                                                     \
    {                                                                                    \
        ENTER(name);                                                                     \
        find_owner bsend_flush(*owner.buffers);                                          \
        LEAVE(MPI_SUCCESS);                                                              \
    }
FLUSH(Buffer_flush, (void), OF_PROCESS)
FLUSH(Comm_flush_buffer, (MPI_Comm comm), OF_COMM)
FLUSH(Session_flush_buffer, (MPI_Session session), OF_SESSION)

#define IFLUSH(name, parameters, find_owner)                                             \
    EXPORT int MPI_##name parameters                                                     \
    {                                                                                    \
        ENTER(name);                                                                     \
        find_owner CHECK_RESULT(request);                                                \
        *request = bsend_iflush(&owner);                                                 \
        LEAVE(MPI_SUCCESS);                                                              \
    }
IFLUSH(Buffer_iflush, (MPI_Request * request), OF_PROCESS)
IFLUSH(Comm_iflush_buffer, (MPI_Comm comm, MPI_Request *request), OF_COMM)
IFLUSH(Session_iflush_buffer, (MPI_Session session, MPI_Request *request), OF_SESSION)
