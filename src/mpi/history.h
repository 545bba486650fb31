/* SPDX-License-Identifier: Apache-2.0
 *
 * history.h - collectives that nobody has compared yet.
 *
 * Ranks that need not wait for each other do not see each other's descriptions: two ranks
 * that both think they are the root of a broadcast go on, and nobody ever waits for both.
 * So each rank keeps a history of such collectives for each communicator, and contributes
 * it to the next one on that communicator where all need all. What is left then, also of
 * communicators that have been freed, is contributed to MPI_Finalize. */
#ifndef MZ_MPI_HISTORY_H
#define MZ_MPI_HISTORY_H
#include "mpi/comm.h"
#include "mpi/request.h"

struct history; /* of one communicator; a list of them */

/* Took part in a collective; root: a world rank, or -1; op: 0, or which operator. */
void history_add(struct comm *, struct port_from, int root, uint64_t op);
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

/* What collectives say of each other; also for those that are compared at once. */
struct described {
    uint32_t call;
    int32_t root;
    void *site;
    uint64_t op;
    uint64_t pad;
};
/* The request fails if root or operator differ; the calls are the same. */
bool described_alike(struct request *, const struct described *mine,
                     const struct described *theirs, int other);

#endif
