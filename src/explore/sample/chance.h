/* SPDX-License-Identifier: Apache-2.0
 *
 * chance.h - random numbers that are the same on every machine. */
#ifndef MZ_EXPLORE_SAMPLE_CHANCE_H
#define MZ_EXPLORE_SAMPLE_CHANCE_H
#include <stdint.h>

/* The next number of the sequence that the state is in (splitmix64). */
static inline uint64_t chance_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A number below n, which is not 0. */
static inline uint32_t chance_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)((chance_next(state) >> 32) * n >> 32);
}

#endif
