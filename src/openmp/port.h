/* SPDX-License-Identifier: Apache-2.0
 *
 * port.h - what the OpenMP libraries ask of the checker. They are ordinary C in the
 * program's own memory; what their threads do to each other are operations on objects
 * (kernel/sync.h), and these are all of them. `site` is where the program has called. */
#ifndef MZ_OPENMP_PORT_H
#define MZ_OPENMP_PORT_H
#include <stdbool.h>
#include <stdint.h>

/* An object is named by an address, or any other number, and by what omp_port_new() has
 * given when it was made, if the address may be used again. */
struct omp_object {
    uint64_t key;
    uint32_t made;
    int32_t
        initial; /* tickets: how many; teams: of how many threads; latches: the count */
    const char *word;    /* what it is called in reports; a constant */
    uint32_t generation; /* teams: how many barriers the thread has passed in it */
};

enum omp_verb {
    OMP_LOCK,     /* a lock */
    OMP_TRY_LOCK, /* false: it is taken */
    OMP_UNLOCK,   /* false: somebody else has it */
    OMP_NEST,     /* a lock that its owner may take again */
    OMP_TRY_NEST,
    OMP_UNNEST,
    OMP_DESTROY,      /* a lock; false: it is locked */
    OMP_DESTROY_NEST, /* the same */
    OMP_TICKET,       /* the number of the next ticket, or negative: there is none left */
    OMP_WAKE,         /* the thread that waits for work here */
    OMP_IDLE,         /* waits for work */
    OMP_COUNT_DOWN,   /* a latch */
    OMP_UNTIL_ZERO,
    OMP_REACH, /* a team's barrier */
    OMP_PASS,  /* it; `which`: it is the last one of a region. 0: all have come, and no
                  task  was left; else 1 + the node of a task, which is to be performed
                  before one  asks again */
    OMP_PUT,   /* a task, which is node `which` */
    OMP_DONE,  /* it is done */
    OMP_JOIN,  /* waits for tasks, as node `which` says; as OMP_PASS */
    OMP_YIELD  /* might perform one of these; the same */
};

/* As enum sync_waits. */
enum omp_waits { OMP_WAITS_CHILDREN, OMP_WAITS_WITHIN, OMP_WAITS_BEFORE };

/* A task, or what waits for tasks: struct sync_node. The number of a node is a function
 * of what it says and of `nth`, so it is the same in every schedule. */
struct omp_node {
    uint32_t parent, within; /* nodes, or OMP_NO_NODE */
    uint32_t nth;            /* which of those that the parent has made, from 0 */
    uint32_t waits;          /* enum omp_waits */
    uint64_t before[4];      /* nodes, as bits */
};
#define OMP_NO_NODE 0xffff

/* Does this call belong to an execution that is explored? Else there is one thread. */
bool omp_port_checks(const void *site);
int32_t omp_port_ask(enum omp_verb, const struct omp_object *, uint32_t which,
                     void *site);
uint32_t omp_port_new(const void *address);
uint32_t omp_port_node(const struct omp_object *team, const struct omp_node *,
                       void *site);
/* Makes a thread, which is number `nth` of its team. */
void omp_port_thread(uint32_t nth, void *(*)(void *), void *argument, void *site);
/* How many threads a team has if nobody says it. */
uint32_t omp_port_threads(void);
/* Several threads are wanted, and omp_port_checks() is false: in a rank of MPI, the
 * exploration begins again, with threads. */
void omp_port_need_threads(void *site);
/* The program is wrong; it cannot be checked; the verdict holds for this only. */
_Noreturn void omp_port_fail(const char *text, void *site);
_Noreturn void omp_port_refuse(const char *text, void *site);
void omp_port_assumes(const char *text);
/* What may be wrong all the same. */
void omp_port_leaves_out(const char *text);

#endif
