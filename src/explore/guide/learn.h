/* SPDX-License-Identifier: Apache-2.0
 *
 * learn.h - what a guided search has learned: how often it has seen what, and what its
 * arms have found.
 *
 * Things are known by 64-bit names, and counted in a table of fixed size, in which a few
 * share a place. All of it is advice only: several processes use one table without
 * taking turns (pool.c), and it is written down with the frontier. */
#ifndef MZ_EXPLORE_GUIDE_LEARN_H
#define MZ_EXPLORE_GUIDE_LEARN_H
#include "explore/search/counts.h"

#define LEARNED (1u << 16)

struct arm_record {
    double cost, reward; /* time (dpor, sdpor: steps) and new features, lately */
    double spent;        /* time, or steps, in all */
};

/* What executions through a head were worth, for Monte Carlo tree search. Of heads whose
 * names share a place, the one that was visited most often has it. So a head that was
 * turned into an item is worth what it was when it is a head again, here or elsewhere. */
#define WORTHS (1u << 14)
struct worth {
    uint64_t name; /* see struct head */
    uint32_t visits;
    float reward;
};

struct learned {
    struct worth worth[WORTHS];
    uint32_t seen[LEARNED];
    uint64_t features; /* number of places that are not 0 because of features */
    struct arm_record arm[ARMS];
};

static inline uint32_t *learned_at(struct learned *l, uint64_t name)
{
    return &l->seen[(name ^ name >> 32) * 0x9e3779b97f4a7c15u >> 48];
}

static inline struct worth *learned_worth(struct learned *l, uint64_t name)
{
    return &l->worth[name * 0x9e3779b97f4a7c15u >> 50];
}

/* Notes that a feature was seen; true if it was the first time. */
static inline bool learned_feature(struct learned *l, uint64_t name)
{
    uint32_t *n = learned_at(l, name);
    l->features += !*n;
    return !(*n)++;
}

#endif
