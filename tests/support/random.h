/* SPDX-License-Identifier: Apache-2.0
 *
 * random.h - random litmus programs, for differential tests.
 *
 * Programs are made as text, so that one on which explorers disagree can be
 * printed and kept as it is. The same seed gives the same program. */
#ifndef MZ_TESTS_RANDOM_H
#define MZ_TESTS_RANDOM_H
#include "base/str.h"
#include <stdint.h>

struct rng {
    uint64_t state;
};

uint32_t rng_below(struct rng *, uint32_t n);

void random_program(uint64_t seed, struct str *text);

#endif
