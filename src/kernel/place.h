/* SPDX-License-Identifier: Apache-2.0
 *
 * place.h - an operation in a context: can it happen, with which outcomes, and
 * as which act?
 *
 * The context is a state and a cut of it (see state.h). With a cut, the
 * operation is the one that its actor performs after cut[actor] events; with
 * NULL, after all of them. */
#ifndef MZ_KERNEL_PLACE_H
#define MZ_KERNEL_PLACE_H
#include "kernel/family.h"
#include "kernel/state.h"

/* Appends the outcomes that the operation can have; none if it must wait. */
static inline void place_outcomes(const struct state *st, uint32_t actor,
                                  const struct op *op, const uint32_t *cut,
                                  outcomes_vec *out)
{
    family_of(op->kind)->outcomes(st, actor, op, cut, out);
}

/* The act that the operation becomes with one of those outcomes. */
static inline struct act place_act(struct state *st, uint32_t actor, const struct op *op,
                                   const uint32_t *cut, int32_t outcome)
{
    return family_of(op->kind)->act(st, actor, op, cut, outcome);
}

/* Gives the act a set of keys: set[0] is their number, the keys follow. */
void place_keys(struct state *, const uint64_t *set, struct act *);

/* Memory for a set of n keys: `few` if that is large enough, otherwise allocated. */
enum { KEYS_FEW = 17 };
static inline uint64_t *place_room(uint64_t few[KEYS_FEW], uint32_t n)
{
    uint64_t *set = n < KEYS_FEW ? few : mem_alloc((n + 1) * sizeof *set);
    set[0] = n;
    return set;
}

static inline void place_no_room(const uint64_t few[KEYS_FEW], uint64_t *set)
{
    if (set != few)
        free(set);
}

#endif
