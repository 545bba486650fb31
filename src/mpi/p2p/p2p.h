/* SPDX-License-Identifier: Apache-2.0
 *
 * p2p.h - what the files about messages share. */
#ifndef MZ_MPI_P2P_H
#define MZ_MPI_P2P_H
#include "mpi/p2p/request.h"

/* The checker's names for MPI_ANY_SOURCE and MPI_ANY_TAG, and world ranks. */
static inline int p2p_source(const struct comm *c, int source)
{
    return source == MPI_ANY_SOURCE ? ANY : comm_world_of(c, source);
}

static inline int p2p_tag(int tag)
{
    return tag == MPI_ANY_TAG ? ANY : tag;
}

/* A code, after the error handler; `any`: a receive, for which wildcards are allowed. */
int p2p_check_peer(struct comm *, int peer, bool any);
int p2p_check_tag(struct comm *, int tag, bool any);

/* Sends the request's data; the number of the checker's request. */
uint32_t p2p_post(struct request *, enum send_mode);

/* Of a message that came: how long it is, and what a probe or receive of the tag `wanted`
 * says of it. */
size_t message_bytes(const void *message);
MPI_Status message_status(const struct comm *, int from, int tag, int wanted,
                          const void *message);
MPI_Status status_of_nobody(void); /* of a message from MPI_PROC_NULL */

/* persistent.c: the program depends on the order in which MPI_Startall starts. */
void p2p_rests_on_startall(void);

/* bsend.c */
void bsend_start(struct request *);
bool bsend_cancel(const struct request *); /* true: it has been withdrawn */

#endif
