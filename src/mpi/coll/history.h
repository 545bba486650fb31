/* SPDX-License-Identifier: Apache-2.0
 *
 * history.h - collectives that nobody has compared yet.
 *
 * Ranks that need not wait for each other do not see each other's descriptions: two ranks
 * that both think they are the root of a broadcast go on, and nobody ever waits for both.
 * Who thinks that a block is empty does not look whether it is. So each rank keeps a
 * history of such collectives for each communicator, and contributes it to the next one
 * on that communicator where all need all. What is left at the end, also of communicators
 * that have been freed, is compared when the program is over. */
#ifndef MZ_MPI_HISTORY_H
#define MZ_MPI_HISTORY_H
#include "mpi/comm/comm.h"
#include "mpi/p2p/request.h"

struct history; /* of one communicator; a list of them */

/* What collectives say of each other; also for those that are compared at once. */
struct described {
    uint32_t call;
    int32_t root; /* a world rank, or -1 */
    void *site;
    uint64_t op; /* 0, or which operator */
    uint64_t pad;
};

/* With a peer (the remote group, for an intercommunicator): does this rank give it data,
 * does it take some from there? */
enum { HISTORY_GIVES = 1, HISTORY_TAKES = 2 };

/* Took part in a collective; marks are for each peer. */
void history_add(struct comm *, struct described, const uint8_t *marks);
/* The communicator's, which then has none any more; NULL: it has none. */
struct history *history_take(struct comm *);
/* The communicator is gone: what it has is kept for the end. */
void history_keep(struct comm *);
/* That of all communicators, at the end. */
struct history *history_take_all(void);
void history_free(struct history *);

/* As bytes, for others; a multiple of 16. */
size_t history_bytes(const struct history *);
void history_write(const struct history *, void *to);
/* Where the other rank has not done what we have, the request fails. */
bool history_same(struct request *, const struct history *, const void *theirs, size_t n,
                  int other);

/* The request fails if root or operator differ; the calls are the same. */
bool described_alike(struct request *, const struct described *mine,
                     const struct described *theirs, int other);

#endif
