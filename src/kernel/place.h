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
#include "kernel/state.h"

/* Appends the possible outcomes; none if the operation must wait. */
void place_outcomes(const struct state *, uint32_t actor, const struct op *,
                    const uint32_t *cut, outcomes_vec *);

/* The operation as an act, with one of those outcomes. */
struct act place_act(struct state *, uint32_t actor, const struct op *,
                     const uint32_t *cut, int32_t outcome);

/* Gives the act a set of keys: set[0] is how many, and they follow. */
void place_keys(struct state *, const uint64_t *set, struct act *);

/* The other side of the actor's post; NULL if there is none in the cut. */
const struct post *place_partner(const struct state *, uint32_t actor, uint32_t handle,
                                 const uint32_t *cut);

/* Who is first in the mutex's queue; NO_EVENT if nobody. */
uint32_t place_owner(const struct state *, uint32_t mutex, const uint32_t *cut);

#endif
