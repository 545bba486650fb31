/* SPDX-License-Identifier: Apache-2.0
 *
 * request.h - operations that have begun and are not over yet.
 *
 * Blocking functions use requests too, on their stack and without a handle. A request is
 * *active* from its start until the program learns that it is complete; it is *settled*
 * once the checker has said so, its data are where they belong and its status is known,
 * which the program may learn later (MPI_Request_get_status, MPI_Testall). */
#ifndef MZ_MPI_P2P_REQUEST_H
#define MZ_MPI_P2P_REQUEST_H
#include "mpi/comm/comm.h"
#include "mpi/type/data.h"
#include "mpi/lib/lib.h"

struct generalized; /* generalized.c */

enum request_kind {
    REQUEST_SEND,
    REQUEST_RECV,
    REQUEST_ARRIVE,      /* a collective */
    REQUEST_GENERALIZED, /* the program says when it is complete */
    REQUEST_PARTITIONED, /* partitioned.c */
    REQUEST_ACCESS,      /* an access to a window: rma/access.c */
    REQUEST_FILE,        /* an access to a file: io/access.c */
    REQUEST_FLUSH,       /* of an attached buffer: bsend.c */
};

struct request {
    struct mpi_object object;
    enum request_kind kind;
    bool persistent;
    bool started; /* it was started at least once */
    bool active;
    bool settled;
    bool listed;           /* mark used while an array of requests is read */
    struct active *uses;   /* the memory that it uses while it is active: active.h */
    bool calls_program;    /* code of the program runs before the call returns */
    uint32_t port;         /* the checker's number, while it is active and not settled */
    bool borrowed;         /* `port` belongs to a lock, to an access to a window, or to a
                              message in an attached buffer */
    struct port_from from; /* the call that started it */
    struct port_from claimed; /* the call that is to complete it, and in which another
                                 thread may find it; without a site: none */
    struct comm *comm;        /* NULL: a generalized request */
    MPI_Status status;        /* valid if settled */
    int error;                /* if settled: MPI_SUCCESS or an error class */
    enum finding_kind error_kind;
    char *error_text;
    struct port_from error_from; /* the call that the error is about, if it is an earlier
                                    one than the one that finds it */

    /* For sends and receives. */
    struct data data; /* a reference to the datatype is held */
    int peer, tag;
    enum send_mode mode;
    size_t blank;   /* so many bytes of the buffer were cleared; see port_overwrites() */
    bool unordered; /* MPI_Startall might have started another one to this peer earlier */
    struct port_result taken; /* receive of a message that was taken before (MPI_Imrecv);
                                 otherwise bytes is NULL */

    /* For operations of several steps: called when that of `port` is complete; true: it
     * has set `port` to that of another step. May be NULL. */
    bool (*next)(struct request *, const struct port_result *);
    uint32_t other; /* MPI_Isendrecv: the checker's number of the receive */

    /* For collectives and accesses: called to start it, and when it is complete. May be
     * NULL. */
    void (*start)(struct request *);
    int (*check)(struct request *); /* checks its buffers; returns an error code */
    void (*finish)(struct request *, const struct port_result *);
    void (*discard)(void *state); /* releases `state`; may be NULL */
    void *state;

    struct generalized *generalized;
    bool freed; /* a generalized request that was freed before it was
                   complete */
    /* Sends: nothing has been received since it began; a list of these. If its request is
     * freed, what was received may have told that it is complete. */
    struct request *next_unanswered, **unanswered;
    struct request *next_orphan; /* links receives that were freed while they were
                                    active */
};

/* Initialises a request, in memory or on the stack. */
void request_init(struct request *, enum request_kind, struct comm *);
void request_clear(struct request *); /* releases its references */
struct request *request_new(enum request_kind, struct comm *);

/* A send begins: nothing has been received since. */
void request_unanswered(struct request *);
/* Something has been received since. */
void request_answered(struct request *);

/* Makes the request complete, also if nothing happened, as for a message to
 * MPI_PROC_NULL. */
void request_settle(struct request *, MPI_Status);
/* Makes the request complete with an error, of which the program learns when it learns
 * of the completion. */
void request_fail(struct request *, int error_class, enum finding_kind,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* request_wait() blocks until the request is settled. request_code() then returns the
 * code for the program, after calling the error handler. */
void request_wait(struct request *);
int request_code(struct request *);

/* A request of the checker that is complete; a poll of it may fail nevertheless. */
uint32_t request_complete_already(void);

/* A request that completes with this arrive; from then on the communicator `made` can
 * be used. As in other collectives, the contribution begins with a struct coll_head. */
MPI_Request request_of_idup(struct comm *, uint32_t port_request, struct comm *made);

/* p2p.c */
void request_start(struct request *);
/* Delivers a message to a receive that is complete. */
void request_deliver(struct request *, int from, int tag, const void *message);

/* Finds the request of a handle, which must not be null; returns an error code. */
int request_need(const MPI_Request *, struct request **);

/* generalized.c: these call the functions that the program gave, and return their
 * codes. They do nothing if the request is not a generalized one. */
int generalized_query(struct request *);
int generalized_free(struct request *);
int generalized_cancel(struct request *);

/* partitioned.c: is it a send of which partitions are not ready? */
bool partitioned_waits(const struct request *);

/* An active request on the communicator; NULL if there is none. */
const struct request *request_active_on(const struct comm *);

/* For MPI_Finalize: which requests still exist, and in which state. */
enum leaked_request {
    LEAKED_UNSTARTED, /* persistent, and never started */
    LEAKED_ACTIVE,
    LEAKED_IDLE, /* persistent, and not freed */
};
void request_before_leaks(void); /* completes what was freed and can be completed */
enum leaked_request request_leaked(const struct mpi_object *);

#endif
