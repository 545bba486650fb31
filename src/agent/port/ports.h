/* SPDX-License-Identifier: Apache-2.0
 *
 * ports.h - what the files of the agent's side of MPI share: port.c (requests),
 * port_tell.c (findings and memory), port_words.c (operations in words). */
#ifndef MZ_AGENT_PORT_PORTS_H
#define MZ_AGENT_PORT_PORTS_H
#include "agent/core/agent.h"
#include "kernel/rules.h"

enum {
#define CALL(name, status) PORT_CALL_##name,
#include "mpi/calls.def"
#undef CALL
};

struct context {
    uint64_t hash; /* hash of the key */
    uint32_t key;  /* the payload */
    char text[64];
};

/* Names that stand for numbers, from 0: contexts or windows. */
struct naming {
    VEC(struct context) names;
    /* for each key, which is a payload, its number plus 1; 0: none */
    VEC(uint32_t) of_key;
};

/* A receive from MPI_PROC_NULL, in some execution. */
struct nobody {
    int rank;
    struct pattern wanted; /* its peer says nothing */
    const void *site;
};

struct port {
    struct naming contexts, windows;
    VEC(int64_t) gathered; /* what was gathered last, and the number of that list */
    int64_t list;
    VEC(uint32_t) args; /* of an operation, as the kernel calls them */
    VEC(struct nobody) nobodies;
};

extern const struct front port_front;

/* The rank's receive from MPI_PROC_NULL that such a message would have fitted; NULL if it
 * has made none. */
const struct nobody *port_nobody_for(int rank, uint32_t context, int tag);
const char *port_call_name(uint16_t call); /* NULL: there is no such call */
/* The call that performs this operation. */
const char *port_op_name(const struct op *);
/* The operation of the rank's k-th request; NULL if it has not been made. */
const struct op *port_request_op(uint32_t actor, uint32_t k);

/* Is this one of the functions of the standard that end MPI? */
bool port_is_end(uint16_t call);

#endif
