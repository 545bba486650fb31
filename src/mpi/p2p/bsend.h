/* SPDX-License-Identifier: Apache-2.0
 *
 * bsend.h - buffered sends, and the buffers that the program attaches for them: to the
 * process, to a session or to a communicator. */
#ifndef MZ_MPI_P2P_BSEND_H
#define MZ_MPI_P2P_BSEND_H
#include "mpi/p2p/request.h"

struct buffers; /* what is attached to one of them; NULL where nothing has ever been */
struct session; /* comm/session.h */

/* Starts a buffered send, in the buffer of its communicator; if that has none, of its
 * session; if that has none, of the process. */
void bsend_start(struct request *);
bool bsend_cancel(const struct request *); /* true: the message was withdrawn */
void bsend_forget(const struct request *); /* its message cannot be cancelled any more */

/* What a buffer is attached to; `comm` and `session` are NULL for the process. */
struct bsend_owner {
    struct buffers **buffers;
    struct comm *comm;
    struct session *session;
};

/* What functions of the standard do. These return codes. */
int bsend_attach(const struct bsend_owner *, void *buffer, MPI_Count size);
int bsend_detach(const struct bsend_owner *, void *buffer_addr, MPI_Count *size);
/* Waits until every message that is in the buffer has left it. */
void bsend_flush(struct buffers *);
/* A request that is complete then. */
MPI_Request bsend_iflush(const struct bsend_owner *);

/* The owner ends, and the program may use the space again. */
void bsend_end(struct buffers *);
void bsend_end_all(void);             /* for MPI_Finalize */
void bsend_release(struct buffers *); /* as bsend_end(), and nobody will ask any more */

#endif
