/* SPDX-License-Identifier: Apache-2.0
 *
 * constants.c - see constants.h. */
#include "explore/states/constants.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static bool is_this(const struct constant *c, const void *bytes, size_t n)
{
    return c->n == n && (!n || !memcmp(c->bytes, bytes, n));
}

static uint32_t find(struct constants *c, const void *bytes, size_t n)
{
    uint64_t hash = XXH3_64bits(bytes, n);
    size_t at = 0;
    for (uint32_t i; (i = lookup_next(&c->lookup, hash, &at)) != NOWHERE;)
        if (is_this(&c->at.at[i], bytes, n))
            return i;
    vec_push(&c->at, (struct constant){arena_copy(&c->arena, bytes, n), n});
    lookup_add(&c->lookup, hash, (uint32_t)c->at.len - 1);
    return (uint32_t)c->at.len - 1;
}

uint32_t constant_number(struct constants *c, const void *bytes, size_t n)
{
    uint64_t some[4] = {0};
    if (n)
        memcpy(some, bytes, n < sizeof some ? n : sizeof some);
    uint64_t mix =
        (some[0] + 3 * some[1] + 5 * some[2] + 7 * some[3] + n) * 0x9e3779b97f4a7c15u;
    uint32_t *recent = &c->recent[mix >> 58];
    if (!*recent || !is_this(&c->at.at[*recent - 1], bytes, n))
        *recent = find(c, bytes, n) + 1;
    return *recent - 1;
}

void constants_free(struct constants *c)
{
    arena_free(&c->arena);
    lookup_free(&c->lookup);
    vec_free(&c->at);
}
