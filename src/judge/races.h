/* SPDX-License-Identifier: Apache-2.0
 *
 * races.h - receives from any source for which the order of messages decided. */
#ifndef MZ_JUDGE_RACES_H
#define MZ_JUDGE_RACES_H
#include "kernel/state.h"

/* A message race, as events of an execution: the receive could have got either
 * message. */
struct race {
    uint32_t receive; /* a match, probe or tryrecv */
    uint32_t got, other;
    uint32_t more; /* number of further senders whose message it could have got */
};
typedef VEC(struct race) races_vec;

/* Finds the races of the execution within the cut: at most `most`, oldest first. */
void races_find(const struct state *, const uint32_t *cut, size_t most, races_vec *);

#endif
