/* SPDX-License-Identifier: Apache-2.0
 *
 * ranks.h - random programs with matching semantics, as litmus text: see random.h. */
#ifndef MZ_TESTS_RANKS_H
#define MZ_TESTS_RANKS_H
#include "base/str.h"
#include <stdint.h>

/* What a program is like. Shares are in percent. */
struct ranks_flavour {
    uint32_t ranks;    /* 2 to 4 */
    uint32_t messages; /* in all; most have a send and a receive */
    uint32_t tags, contexts;
    uint32_t lonely;   /* of messages: only one side of it is there */
    uint32_t shuffled; /* of neighbours: they change places */
    uint32_t wildcards, any_tags, selves;
    uint32_t isends, syncs, buffered; /* of sends */
    uint32_t irecvs, probes, tries;   /* of receives */
    uint32_t takes;  /* of receives: a matched probe, and a receive of it, or none */
    uint32_t sights; /* of receives: with looks before and after */
    uint32_t pairs, rounds; /* of messages: see struct item in ranks.c */
    uint32_t empty;  /* of collectives: they move nothing. If it is not 0, there are
                        scans */
    uint32_t extras; /* of places: a statement that asks */
    uint32_t tests, several, cancels, retracts, iprobes, choices, asserts; /* of those */
    uint32_t resends;     /* of cancels of sends: what was cancelled is sent again */
    uint32_t collectives; /* how many */
    uint32_t branches;    /* of statements: on something observed */
    uint32_t answers;     /* of sends: to whoever sent something, or with what was sent */
    uint32_t loops;   /* of receives and completions: a loop that asks until it is so; 0
                         in random_flavour() */
    uint32_t bodies;  /* of loops: each round does something else, too; 0 in
                         random_flavour() */
    uint32_t circles; /* how many loops all ranks go round together; likewise */
};

/* A flavour for this seed, for programs that brute force can judge. */
struct ranks_flavour random_flavour(uint64_t seed);
/* The same, with sends that are cancelled. */
void flavour_cancels_sends(struct ranks_flavour *);
void random_ranks(uint64_t seed, const struct ranks_flavour *, struct str *text);

#endif
