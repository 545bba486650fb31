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
#ifndef MZ_MPI_COLL_HISTORY_H
#define MZ_MPI_COLL_HISTORY_H
#include "mpi/comm/comm.h"
#include "mpi/p2p/request.h"

struct history; /* the history of one communicator, linked in a list */

/* What else all ranks must say alike; 0: nothing, or not known to this rank. */
struct agreed {
    uint64_t commutes : 2; /* the operator of the program: 1: it does not, 2: it does */
    uint64_t in_place : 2; /* MPI_IN_PLACE, where all give it or none: 1: no, 2: yes */
    uint64_t counts : 60;  /* a digest of the counts of all ranks' results */
};

/* The part of a collective that ranks compare; also used for collectives that are
 * compared at once. */
struct described {
    uint32_t call;
    int32_t root; /* a world rank, or -1 */
    void *site;
    uint64_t op; /* identifies the operator; 0: none */
    struct agreed agreed;
};

/* Marks for a peer (of the remote group, for an intercommunicator): this rank gives it
 * data, or takes data from it. */
enum { HISTORY_GIVES = 1, HISTORY_TAKES = 2 };

/* Adds a collective in which this rank took part; `marks` has an entry for each
 * peer. */
void history_add(struct comm *, struct described, const uint8_t *marks);
/* The last collective of a history; NULL if there is none. */
const struct described *history_last(const struct history *);
/* Removes the history from the communicator and returns it; NULL if it has none. */
struct history *history_take(struct comm *);
/* Called when the communicator is freed: its history is kept for the end. */
void history_keep(struct comm *);
/* The histories of all communicators, at the end of the program. */
struct history *history_take_all(void);
void history_free(struct history *);

/* The history as bytes for other ranks; their number is a multiple of 16. */
size_t history_bytes(const struct history *);
void history_write(const struct history *, void *to);
/* Compares with another rank's history; if they differ, the request fails. */
bool history_same(struct request *, const struct history *, const void *theirs, size_t n,
                  int other);

/* Compares two calls of the same function; if their root or operator differs, the
 * request fails. */
bool described_alike(struct request *, const struct described *mine,
                     const struct described *theirs, int other);

#endif
