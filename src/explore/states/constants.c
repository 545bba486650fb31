/* SPDX-License-Identifier: Apache-2.0
 *
 * constants.c - see constants.h. */
#include "explore/states/constants.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint32_t constant_number(struct constants *c, const void *bytes, size_t n)
{
    uint64_t hash = XXH3_64bits(bytes, n);
    size_t at = 0;
    for (uint32_t i; (i = lookup_next(&c->lookup, hash, &at)) != NOWHERE;)
        if (c->at.at[i].n == n && !memcmp(c->at.at[i].bytes, bytes, n))
            return i;
    vec_push(&c->at, (struct constant){arena_copy(&c->arena, bytes, n), n});
    lookup_add(&c->lookup, hash, (uint32_t)c->at.len - 1);
    return (uint32_t)c->at.len - 1;
}

void constants_free(struct constants *c)
{
    arena_free(&c->arena);
    lookup_free(&c->lookup);
    vec_free(&c->at);
}
