/* SPDX-License-Identifier: Apache-2.0
 *
 * registry.h - numbers for local states that several processes agree on.
 *
 * With -j, each process runs ranks and has images of its own, but worlds go from one to
 * another, and name local states by number. So the numbers are given here, in memory that
 * all share, with all that is known of a local state but its image. A process that needs
 * the image of a state in which it has not been looks up how the state was found first,
 * from which state and by which outcome, and does the same: see locals_bring(). */
#ifndef MZ_EXPLORE_STATES_REGISTRY_H
#define MZ_EXPLORE_STATES_REGISTRY_H
#include "kernel/program.h"

struct registry;

struct registered {
    /* as in struct local */
    struct digest name;
    uint32_t rank;
    bool ended, failed, spent;
    uint32_t idle, nrequests, nmessages, made;
    struct op op;

    uint32_t from;    /* the local state before it; NOWHERE: every process has it */
    struct outcome o; /* and how the rank came from there */
};

/* NULL if there is no memory. */
struct registry *registry_new(void);
void registry_free(struct registry *); /* NULL: nothing */

/* The number of the state with this name, rank and failed; if it has none, it gets one,
 * and is described as in *x. NOWHERE if there are no more numbers, or a process died
 * while it gave one. */
uint32_t registry_number(struct registry *, const struct registered *x);
struct registered *registry_get(struct registry *, uint32_t number);
uint32_t registry_count(const struct registry *);

#endif
