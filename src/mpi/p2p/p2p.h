/* SPDX-License-Identifier: Apache-2.0
 *
 * p2p.h - what the files about messages share. */
#ifndef MZ_MPI_P2P_P2P_H
#define MZ_MPI_P2P_P2P_H
#include "mpi/p2p/request.h"

/* Converts MPI_ANY_SOURCE, MPI_ANY_TAG and ranks to the checker's values and world
 * ranks. */
static inline int p2p_source(const struct comm *c, int source)
{
    return source == MPI_ANY_SOURCE ? ANY : comm_world_of(c, source);
}

static inline int p2p_tag(int tag)
{
    return tag == MPI_ANY_TAG ? ANY : tag;
}

/* Checks a peer and returns an error code, after calling the error handler. `any`:
 * wildcards are allowed. `what`: "the source" or "the destination". */
int p2p_check_peer(struct comm *, int peer, bool any, const char *what);
int p2p_check_tag(struct comm *, int tag, bool any);

/* Checks that the buffer of a send or receive, which begins now, is memory of the
 * program; returns an error code. */
int p2p_check_bounds(struct comm *, const struct data *, enum request_kind, int peer);

/* Checks that the status which a receive stores when it is complete does not lie in what
 * it has received; returns an error code. */
int p2p_check_status(const struct request *, const MPI_Status *);

/* Sends the request's data; returns the number of the checker's request. */
uint32_t p2p_post(struct request *, enum send_mode);

/* For a message that has arrived: its length, and the status for a probe or receive
 * with the tag `wanted`. */
size_t message_bytes(const void *message);
MPI_Status message_status(const struct comm *, int from, int tag, int wanted,
                          const void *message);
MPI_Status status_of_nobody(void); /* the status of a message from MPI_PROC_NULL */

/* persistent.c: notes that the verdict depends on the order in which MPI_Startall
 * starts requests. */
void p2p_rests_on_startall(void);

#endif
