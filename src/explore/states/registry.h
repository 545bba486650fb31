/* SPDX-License-Identifier: Apache-2.0
 *
 * registry.h - numbers for local states that several processes agree on.
 *
 * With -j, each process runs ranks and has images of its own, but worlds go from one to
 * another, and name local states by number. So the numbers are given here, in memory that
 * all share. A process that is told of a number which it has not seen looks up how the
 * state was found first, from which state and by which outcome, and does the same: see
 * locals_know(). */
#ifndef MZ_EXPLORE_STATES_REGISTRY_H
#define MZ_EXPLORE_STATES_REGISTRY_H
#include "kernel/program.h"

struct registry;

struct registered {
    struct digest name;
    uint32_t rank;
    bool failed;
    bool spent;    /* as in struct local, */
    uint32_t idle; /* likewise */
    uint32_t from; /* the local state before it; NOWHERE: it is where the rank begins */
    struct outcome o; /* and how the rank came from there */
};

/* NULL if there is no memory. */
struct registry *registry_new(void);
void registry_free(struct registry *); /* NULL: nothing */

/* The number of the state with this name, rank and failed; if it has none, it gets one,
 * and is described as in *x. NOWHERE if there are no more numbers, or a process died
 * while it gave one. */
uint32_t registry_number(struct registry *, const struct registered *x);
const struct registered *registry_get(const struct registry *, uint32_t number);

#endif
