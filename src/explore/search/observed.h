/* SPDX-License-Identifier: Apache-2.0
 *
 * observed.h - an outcome of a program with matching semantics as a name: what its ranks
 * have observed.
 *
 * Whoever has an execution, as a graph of the explorer match or as events of the kernel,
 * says for each rank in its order what came of its operations, and which message each of
 * its receives got. Executions of the same outcome have the same name then, whatever the
 * order in which ranks have moved.
 *
 * A rank that is about to look for something in a state in which it has looked before,
 * with nothing in between but looks that changed nothing, is where it was: what it has
 * done since is forgotten. What a rank does once it is about to leave MPI (op_parts()) is
 * the same in each outcome with the same observations, and is no part of the name. */
#ifndef MZ_EXPLORE_SEARCH_OBSERVED_H
#define MZ_EXPLORE_SEARCH_OBSERVED_H
#include "base/set128.h"
#include "base/vec.h"
#include "kernel/op.h"

struct observed_look { /* a look that a rank was about to make, */
    uint64_t digest;   /* its state then, */
    size_t words;      /* and how much it had observed before */
};

struct observed_rank {
    VEC(int32_t) words;
    VEC(struct observed_look) looks; /* since it last changed something */
    VEC(int32_t) got;                /* what its receives got, in the order of posting */
    bool parts;                      /* it is about to leave MPI */
};

struct observed {
    uint32_t n;
    struct observed_rank *rank;
};

void observed_init(struct observed *, uint32_t nranks);
void observed_free(struct observed *);
void observed_clear(struct observed *);

/* The rank is about to look, in the state with this digest. */
void observed_look(struct observed *, uint32_t rank, uint64_t digest);
/* The rank's operation had this outcome, and completed a receive that got `message`, or
 * none (OUTCOME_FALSE). */
void observed_step(struct observed *, uint32_t rank, const struct op *, int32_t outcome,
                   int32_t message);
/* In the end: its next receive got this message, or none (OUTCOME_FALSE). */
void observed_receive(struct observed *, uint32_t rank, int32_t message);

struct digest observed_name(const struct observed *);

#endif
