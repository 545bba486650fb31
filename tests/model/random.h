/* SPDX-License-Identifier: Apache-2.0
 *
 * random.h - small random models, for comparing searches. */
#ifndef TESTS_MODEL_RANDOM_H
#define TESTS_MODEL_RANDOM_H
#include "model/model.h"

struct random_shape {
    bool acyclic;         /* every transition leads to a later state */
    bool source_specific; /* one channel per receiving state */
    bool selves;          /* channels from a process to itself, too */
};

struct model *random_model(uint64_t seed, struct random_shape shape);
uint64_t random_next(uint64_t *seed);
uint32_t random_below(uint64_t *seed, uint32_t n);

#endif
