/* SPDX-License-Identifier: Apache-2.0
 *
 * request.h - operations that have begun and are not over yet.
 *
 * Blocking functions use requests too, on their stack and without a handle. A request is
 * *active* from its start until the program learns that it is complete; it is *settled*
 * once the checker has said so, its data are where they belong and its status is known,
 * which the program may learn later (MPI_Request_get_status, MPI_Testall). */
#ifndef MZ_MPI_REQUEST_H
#define MZ_MPI_REQUEST_H
#include "mpi/comm/comm.h"
#include "mpi/type/data.h"
#include "mpi/lib/lib.h"

struct generalized; /* generalized.c */

enum request_kind {
    REQUEST_SEND,
    REQUEST_RECV,
    REQUEST_ARRIVE,      /* a collective */
    REQUEST_GENERALIZED, /* the program says when it is complete */
};

struct request {
    struct object object;
    enum request_kind kind;
    bool persistent;
    bool started; /* at least once */
    bool active;
    bool settled;
    bool listed;           /* while an array of requests is read */
    uint32_t port;         /* active and not settled: the checker's number */
    struct port_from from; /* who started it */
    struct comm *comm;     /* NULL: generalized */
    MPI_Status status;     /* settled */
    int error;             /* settled: MPI_SUCCESS, or a class, and why: */
    enum finding_kind error_kind;
    char *error_text;

    /* send, recv */
    struct data data; /* the datatype is held */
    int peer, tag;
    enum send_mode mode;
    bool unordered; /* MPI_Startall might have started another one to this peer before */
    uint32_t buffered;        /* send from the attached buffer: the checker's number */
    struct port_result taken; /* recv of a message that was taken (MPI_Imrecv); or bytes
                                 is NULL */

    /* arrive: called to start it; called when it is complete. May be NULL */
    void (*start)(struct request *);
    void (*finish)(struct request *, const struct port_result *);
    void (*discard)(void *state); /* of the state; may be NULL */
    void *state;

    struct generalized *generalized;
    bool freed;                  /* a generalized one that is not complete yet */
    struct request *next_orphan; /* freed while active: receives only */
};

/* The parts that requests in memory and on the stack share. */
void request_init(struct request *, enum request_kind, struct comm *);
void request_clear(struct request *); /* lets go of what it refers to */
struct request *request_new(enum request_kind, struct comm *);

/* It is complete, whether or not it happened at all, as a message to MPI_PROC_NULL. */
void request_settle(struct request *, MPI_Status);
/* It ended with an error; the program learns it where it learns of the completion. */
void request_fail(struct request *, int error_class, enum finding_kind,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Blocks until it is settled. Then the code for the program, from the error handler. */
void request_wait(struct request *);
int request_code(struct request *);

/* A request of the checker's that is complete; a poll of it may fail all the same. */
uint32_t request_complete_already(void);

/* A request that is complete when the arrive is; then the communicator it makes is there,
 * too. Its contribution begins with a struct coll_head, and so do all others'. */
MPI_Request request_of_idup(struct comm *, uint32_t port_request, struct comm *made);

/* p2p.c */
void request_start(struct request *);
/* The receive is complete: this is the message. */
void request_deliver(struct request *, int from, int tag, const void *message);

/* The request that the program names, which must not be a null one. A code. */
int request_need(const MPI_Request *, struct request **);

/* generalized.c: calls the functions that the program gave. Codes; nothing happens if the
 * request is none of these. */
int generalized_query(struct request *);
int generalized_free(struct request *);
int generalized_cancel(struct request *);

/* One of the communicator that the program has started and not completed; NULL: none. */
const struct request *request_active_on(const struct comm *);

/* MPI_Finalize: findings about requests that are still there. */
void request_report_leaks(void);

#endif
