/* SPDX-License-Identifier: Apache-2.0
 *
 * port.h - what the MPI library asks of the checker, and nothing else passes between.
 *
 * The library (libmpich.so.12, everything in this folder) is part of the program under
 * test: it is ordinary C, its memory is each rank's own and is rewound with the rank, and
 * it calls malloc like everybody. The functions below are the agent's (libmazurka.so,
 * src/exec/agent/port.c). What they return may point into the agent's memory: it never
 * changes, is never freed, and must not be written.
 *
 * Ranks are world ranks here, everywhere. `site` is the address in the program from which
 * the MPI function was called, `call` which function that is (enum mpi_call). */
#ifndef MZ_MPI_PORT_H
#define MZ_MPI_PORT_H
#include "kernel/op.h"    /* enum send_mode, ANY */
#include "report/kinds.h" /* enum finding_kind */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does the program run under `mazurka run`, and is this one of its ranks? If not,
 * MPI_Init explains how to run the program and exits. */
bool port_present(void);
int port_rank(void);
int port_size(void);

/* A pointer for each rank, NULL at first, in which the library keeps its state. */
void *port_state(void);
void port_set_state(void *);

/* Sets a function that is called when the rank ends successfully, after everything that
 * the program does at exit. */
void port_at_end(void (*)(void));

struct port_from {
    uint16_t call;
    void *site;
};

/* The place in the program to show for an MPI function that was called from this address:
 * the address itself, or if it is in MPICH's Fortran bindings, the address from which
 * these were called. */
void *port_caller(void *site);

/* A context is the name of a communicator as the kernel knows it. The same key (any
 * bytes) has the same number on every rank and in every execution. `text` is for people:
 * the communicator's name in reports. */
uint32_t port_context(const void *key, size_t bytes, const char *text);

/* ---- requests: numbers that count up from 0 on each rank ---- */

uint32_t port_isend(struct port_from, uint32_t context, int to, int tag, enum send_mode,
                    const void *bytes, size_t n);
uint32_t port_irecv(struct port_from, uint32_t context, int from, int tag); /* or ANY */
/* As port_irecv(), but the message is only taken (MPI_Mprobe): a synchronous send of it
 * is not complete before port_receive(). */
uint32_t port_take(struct port_from, uint32_t context, int from, int tag);
/* Receives a message that was taken before, by the name in port_result.message. The
 * request is complete at once. */
uint32_t port_receive(struct port_from, int message);
/* Arrives at a collective of these members; it is complete for this rank when the first
 * `needed` of them have arrived. The k-th arrives of all ranks on a context belong
 * together. */
uint32_t port_arrive(struct port_from, uint32_t context, const uint32_t *members,
                     uint32_t n, uint32_t needed, const void *contribution, size_t bytes);
/* As port_arrive(), needing nobody else; but who waits for it waits also for the atomic
 * accesses that `request` has let in. */
uint32_t port_arrive_after(struct port_from, uint32_t context, const uint32_t *members,
                           uint32_t n, uint32_t request, const void *contribution,
                           size_t bytes);
/* States that these bytes of a message or contribution are data of the program. */
void port_data(const void *, size_t bytes);
/* States that these bytes were computed from several contributions. */
void port_made(const void *, size_t bytes);

struct port_result {
    int index;         /* index among the given requests; -1: none (poll) */
    bool received;     /* it is a receive, and from and tag are valid */
    int from, tag;     /* sender and tag of the message */
    const void *bytes; /* a receive: the message; an arrive: use port_gathered() */
    size_t n;
    int message;  /* the message's name, for port_receive() */
    int64_t read; /* windows: for port_effect_of() */
};

struct port_result port_finish(struct port_from, const uint32_t *requests, uint32_t n);
struct port_result port_poll(struct port_from, const uint32_t *requests, uint32_t n);
/* For sends from an attached buffer: has one of these messages left it? Like
 * port_poll(), but it cannot fail if the rank knows, from what others have sent to it
 * since, that one of the messages is being received. */
struct port_result port_poll_space(struct port_from, const uint32_t *isends, uint32_t n);
/* Cancels an irecv or an isend; true: it will never be matched. */
bool port_cancel(struct port_from, uint32_t request);
bool port_retract(struct port_from, uint32_t request);

/* The contribution of the i-th of the `needed` members to the collective that this
 * result completes. */
const void *port_gathered(const struct port_result *, uint32_t i, size_t *bytes);

/* index is 0, or -1 if there is no such message (port_iprobe() and port_trytake(),
 * which takes a message as port_take() does). The bytes of a probe are the message,
 * which stays available. */
struct port_result port_probe(struct port_from, uint32_t context, int from, int tag);
struct port_result port_iprobe(struct port_from, uint32_t context, int from, int tag);
struct port_result port_trytake(struct port_from, uint32_t context, int from, int tag);

/* ---- windows (one-sided communication) ---- */

/* A window as the kernel knows it: as with port_context(), the same key has the same
 * number on every rank. What of it belongs to one rank is a part. Public memory is the
 * checker's; each rank has its own copy of its part, and of all parts of shared memory.
 */
uint32_t port_window(const void *key, size_t bytes, const char *text);
/* Is it enough that a store comes before a message (--rma unified), or must a call that
 * synchronises the window stand between them? */
bool port_window_unified(void);
/* This rank's copy of the owner's part is here, and begins at `offset` of it. What is
 * there counts as just stored. `attach`: others may access these bytes only from now on.
 */
void port_window_memory(struct port_from, uint32_t window, int owner, void *base,
                        size_t bytes, uint64_t offset, bool attach);
/* Ends that, for the memory at `base`; NULL: for all of the window. */
void port_window_forget(struct port_from, uint32_t window, const void *base);
/* Makes what the rank has stored known to others, and what others have stored, and it may
 * know of, known to the rank. If the memory is unified, the agent does so whenever it
 * matters. */
void port_window_publish(struct port_from, uint32_t window);
void port_window_pull(struct port_from, uint32_t window);

/* Asks for a lock; `wait`: does not return before it is held. */
uint32_t port_wlock(struct port_from, uint32_t window, int target, bool exclusive,
                    bool wait);
void port_wunlock(struct port_from, uint32_t window, int target, uint32_t lock);

struct port_run { /* bytes of a part */
    uint64_t at, bytes;
};

enum port_access_kind {
    PORT_PUT,
    PORT_GET,
    PORT_ACCUMULATE, /* these are atomic */
    PORT_FETCH,      /* as PORT_ACCUMULATE, and returns what was there */
    PORT_SWAP,       /* compare-and-swap */
    PORT_STORE,      /* for the agent's own use: by the rank itself; */
    PORT_ATTACH,     /* memory is attached */
    PORT_DETACH,
};

/* The operation of an atomic access: one of these, or as port_arithmetic() numbers them.
 */
enum { PORT_REPLACE = 0, PORT_NO_OP = 1, PORT_OPERATIONS = 2 };
#define PORT_NO_LOCK UINT32_MAX

struct port_access {
    enum port_access_kind kind;
    struct port_from from, epoch; /* the call, and the one that began the epoch */
    uint32_t window;
    int target;
    uint32_t lock;         /* the request that lets it in: of a lock, or of an arrive that
                              the target's MPI_Win_post completes; or PORT_NO_LOCK */
    bool later;            /* a put or accumulate that nobody waits for: see
                              port_arrive_after() */
    uint32_t issued;       /* port_moment() of the call; not for atomic accesses */
    uint16_t op, basic;    /* atomic: the operation and the type of all elements */
    uint32_t element;      /* atomic: the size of an element, in bytes */
    bool commutes, rounds; /* the order of several does not matter; but for rounding */
    bool exclusive;        /* its lock is, so it has an order anyway */
    bool dynamic;          /* the memory must have been attached */
    uint64_t lo, hi;       /* the hull of what it touches */
    const struct port_run *runs; /* what it touches, in the order of the packed data */
    size_t nruns;
    size_t touched;    /* the number of bytes that it touches */
    const void *bytes; /* the operand, packed; PORT_SWAP: what is compared with, and then
                          the new value */
    size_t n;
};

/* A name for the present moment, for one access that port_direct() carries out later. In
 * a loop that comes back to a state, it is the same name again. */
uint32_t port_moment(void);

struct port_read {
    bool outside; /* the memory was not attached, and nothing happened */
    const void *bytes;
    size_t n;
};
/* Carries out a put or a get, once its lock is held. */
struct port_read port_direct(struct port_from, const struct port_access *);
/* Starts an atomic access, or a put that happens later: a request. */
uint32_t port_atomic(struct port_from, const struct port_access *);
/* Waits until it has taken effect; or: what it has read, if port_finish() or port_poll()
 * have said so. */
struct port_read port_effect(struct port_from, uint32_t request);
struct port_read port_effect_of(const struct port_result *);

/* Sets the function that combines elements of atomic accesses: inout = in op inout, for n
 * packed elements of a type. It is called by the agent and must not use memory of a rank.
 */
void port_arithmetic(void (*)(unsigned op, unsigned basic, const void *in, void *inout,
                              size_t n));

/* ---- findings ---- */

/* The kinds of findings are those of report/kinds.h. MPI_Abort, and an error with
 * MPI_ERRORS_ARE_FATAL, is FINDING_EXIT_CODE; FINDING_UNSUPPORTED means that the
 * program cannot be checked. */

/* Ends the rank with this finding. */
_Noreturn void port_fail(struct port_from, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds a finding as a remark; the rank goes on. Used for errors that the program
 * handles itself, and for leaks. Only a few are kept for each rank. */
void port_note(struct port_from, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds this to what the verdict rests on: a few words that are printed after "holds
 * for". */
void port_rests_on(const char *what);

/* A text that stands for the source line of a call site ("file.c:12"), for use with
 * "%s" in a format; the supervisor replaces it. Points into a ring of 8 buffers; the
 * eighth later call overwrites it. */
const char *port_place(const void *site);

double port_time(void); /* virtual time in seconds, for MPI_Wtime */

#endif
