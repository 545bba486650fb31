/* SPDX-License-Identifier: Apache-2.0
 *
 * constants.h - values that occur again and again, each stored once. A search has
 * millions of steps, but few different operations and outcomes. */
#ifndef MZ_EXPLORE_STATES_CONSTANTS_H
#define MZ_EXPLORE_STATES_CONSTANTS_H
#include "base/arena.h"
#include "explore/states/lookup.h"

struct constants {
    struct arena arena;
    struct lookup lookup;
    VEC(struct constant {
        const void *bytes;
        size_t n;
    })
    at;
    uint32_t recent[64]; /* values that were asked for lately, counted from 1 */
};

/* The number of the value that consists of these bytes. */
uint32_t constant_number(struct constants *, const void *bytes, size_t n);
/* The value itself, which stays where it is. */
static inline const void *constant_at(const struct constants *c, uint32_t number)
{
    return c->at.at[number].bytes;
}
static inline const void *constant(struct constants *c, const void *bytes, size_t n)
{
    return constant_at(c, constant_number(c, bytes, n));
}
size_t constants_bytes(const struct constants *); /* that they take, roughly */
void constants_free(struct constants *);

#endif
