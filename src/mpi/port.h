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

/* Is this `mazurka run`, and are we one of its ranks? If not, MPI_Init says how to run
 * the program and exits. */
bool port_present(void);
int port_rank(void);
int port_size(void);

/* One pointer for each rank, NULL at first: the library's state hangs on it. */
void *port_state(void);
void port_set_state(void *);

/* To be called when the rank ends well, after all that the program does at its exit. */
void port_at_end(void (*)(void));

struct port_from {
    uint16_t call;
    void *site;
};

/* A context is the name of a communicator as the kernel knows it. The same key (any
 * bytes) has the same number on every rank and in every execution. `text` is for people:
 * the communicator's name in reports. */
uint32_t port_context(const void *key, size_t bytes, const char *text);

/* ---- requests: numbers that count up from 0 on each rank ---- */

uint32_t port_isend(struct port_from, uint32_t context, int to, int tag, enum send_mode,
                    const void *bytes, size_t n);
uint32_t port_irecv(struct port_from, uint32_t context, int from, int tag); /* or ANY */
/* The same, but the message is only taken (MPI_Mprobe): whoever sent it knows of nothing
 * until port_receive(). */
uint32_t port_take(struct port_from, uint32_t context, int from, int tag);
/* Receives a message that was taken; port_result has its name. Complete at once. */
uint32_t port_receive(struct port_from, int message);
/* A collective: all members, of whom the first `needed` must have arrived before it is
 * complete here. The contribution is this rank's. The k-th arrive of a rank on a context
 * belongs with the k-th of the others. */
uint32_t port_arrive(struct port_from, uint32_t context, const uint32_t *members,
                     uint32_t n, uint32_t needed, const void *contribution, size_t bytes);
/* These bytes of a message or contribution are data of the program's. */
void port_data(const void *, size_t bytes);
/* These are what was made of several contributions. */
void port_made(const void *, size_t bytes);

struct port_result {
    int index;         /* of the requests that were given; -1: none (poll) */
    bool received;     /* a receive, and these are valid: */
    int from, tag;     /* */
    const void *bytes; /* a receive: the message; an arrive: see port_gathered() */
    size_t n;
    int message; /* its name, for port_receive() */
};

struct port_result port_finish(struct port_from, const uint32_t *requests, uint32_t n);
struct port_result port_poll(struct port_from, const uint32_t *requests, uint32_t n);
/* Of sends from a buffer: has one of these messages left it? As port_poll(), but it
 * cannot fail if the rank has heard, by what others sent it since, that one is being
 * received. */
struct port_result port_poll_space(struct port_from, const uint32_t *isends, uint32_t n);
/* Of an irecv, or of an isend; true: it will never be matched. */
bool port_cancel(struct port_from, uint32_t request);
bool port_retract(struct port_from, uint32_t request);

/* What the i-th of the `needed` members contributed to the collective that this result
 * completes. */
const void *port_gathered(const struct port_result *, uint32_t i, size_t *bytes);

/* index is 0, or -1 if there is no such message (iprobe, trytake: see port_take()). A
 * probe's bytes are the message, which stays where it is. */
struct port_result port_probe(struct port_from, uint32_t context, int from, int tag);
struct port_result port_iprobe(struct port_from, uint32_t context, int from, int tag);
struct port_result port_trytake(struct port_from, uint32_t context, int from, int tag);

/* ---- findings ---- */

/* The kinds are those of report/kinds.h, of which a library sees some. MPI_Abort, and an
 * error code with MPI_ERRORS_ARE_FATAL, is FINDING_EXIT_CODE; FINDING_UNSUPPORTED says
 * that the program cannot be checked. */

/* The rank ends with this finding. */
_Noreturn void port_fail(struct port_from, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, but the rank goes on: an error that the program handles itself, a leak. At
 * most a few are kept for each rank. */
void port_note(struct port_from, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The verdict rests on this, too: a few words after "holds for". */
void port_rests_on(const char *what);

/* file.c:12 of a call site, for leaks: "%s" in a format stands for it by this text, which
 * the supervisor replaces. Valid until the next call but seven. */
const char *port_place(const void *site);

double port_time(void); /* virtual, in seconds: MPI_Wtime */

#endif
