/* SPDX-License-Identifier: Apache-2.0
 *
 * complete.h - how a request completes, for the functions that wait for one (request.c)
 * or for several (several.c). */
#ifndef MZ_MPI_P2P_COMPLETE_H
#define MZ_MPI_P2P_COMPLETE_H
#include "mpi/p2p/request.h"

/* Finds the request of a handle, the i-th of an array; -1: of none. *r is NULL for a null
 * or inactive request, which counts as complete and has an empty status. */
int request_named(const MPI_Request *, int i, struct request **r);

/* A call is about to complete the request, and has done what it could. Between the two
 * other threads may run, and must not do the same: request_claim() then returns an error
 * code. Without other threads, these do nothing. */
int request_claim(struct request *);
void request_disclaim(struct request *);

/* Can this request never complete while its rank waits? That holds for a generalized
 * request that is not complete now, and for partitions that are not ready. */
bool request_hopeless(const struct request *);
/* Waits for what only this rank could do, so that a request like this is complete. */
void request_wait_forever(const struct request *);
/* A step of the request, of which the checker says the result, is complete; if it was the
 * last one, the request is settled. */
void request_step(struct request *, const struct port_result *);
/* Is it complete? Asks the checker, if it is not settled. */
bool request_poll(struct request *);
/* Delivers the data of receives that the program freed before they were complete. It
 * can learn of their arrival only by completing another request. */
void request_deliver_orphans(void);

/* Tells the program that the request is complete: fills in the status and ends the
 * request, or this use of a persistent one. Returns the code for MPI_ERROR; no error
 * handler has been called. */
int request_conclude(MPI_Request *handle, struct request *, MPI_Status *);
/* The same for functions with one request: calls the error handler. */
int request_conclude_one(MPI_Request *handle, struct request *, MPI_Status *);

#endif
