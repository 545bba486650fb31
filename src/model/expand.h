/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.h - the successors a search looks at.
 *
 * One function, space_expand(), turns a packed state into the packed states
 * that follow it under the chosen rule: all standard transitions (the full
 * search), or those of the Urgent algorithm. Both leave a synchronous
 * transition out unless the state is urgent or the channel has no room,
 * which is condition (1) of the paper. */
#ifndef MZ_MODEL_EXPAND_H
#define MZ_MODEL_EXPAND_H
#include "model/future.h"
#include "model/layout.h"
#include "model/reach.h"
#include "model/step.h"

/* When is a process at an urgent state? Each condition is weaker than the one before,
 * so more states are urgent; docs/algorithms/urgent.md has the proofs. They say why
 * nothing can arrive, before the receiver moves, on a channel d on which nothing can be
 * received now. */
enum urgency {
    URGENCY_OFF,    /* the full search: nothing is urgent */
    URGENCY_PAPER,  /* the sender is at a final state */
    URGENCY_FUTURE, /* the sender can reach no matching send on d */
    URGENCY_REACH,  /* the sender can reach no matching send on d unless the receiver
                       moves first */
};

struct model_space {
    const struct model *m;
    struct layout layout;
    enum urgency urgency;
    bool bounded;    /* capacities are bounds, not guesses */
    bool every_sync; /* do not apply condition (1) */
    struct future future;
};

struct batch {
    uint8_t *bytes; /* count states of `stride` bytes */
    struct edge *edge;
    uint64_t *hash;
    uint32_t count, cap, stride;
};

struct expansion {
    bool halted;       /* the state is potentially halted */
    bool refused;      /* a send found its channel full */
    uint32_t overflow; /* if no bound was requested: the channel that was full */
};

/* What one thread needs to expand. */
struct expander {
    const struct model_space *sp;
    struct global open;
    uint8_t *packed; /* the state being expanded */
    struct reach reach;
};

/* cap: capacity per channel. */
void space_init(struct model_space *sp, const struct model *m, enum urgency urgency,
                const uint32_t *cap, bool bounded);
void space_free(struct model_space *sp);

void expander_init(struct expander *x, const struct model_space *sp);
void expander_free(struct expander *x);

/* Appends the successors of `state` to `out`. Leaves the opened state in
 * x->open for whoever evaluates a property on it. */
struct expansion space_expand(struct expander *x, const uint8_t *state,
                              struct batch *out);

void batch_init(struct batch *b, uint32_t stride);
void batch_free(struct batch *b);
static inline uint8_t *batch_at(const struct batch *b, uint32_t i)
{
    return b->bytes + (size_t)i * b->stride;
}

#endif
