/* SPDX-License-Identifier: Apache-2.0
 *
 * constants.c - see constants.h. */
#include "explore/states/constants.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t word(const char *at)
{
    uint64_t x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* Most values are small, and consist of words: this is faster than memcmp(). */
static inline bool is_this(const struct constant *c, const void *bytes, size_t n)
{
    const char *a = c->bytes, *b = bytes;
    if (c->n != n)
        return false;
    for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t)) {
        if (word(a) != word(b))
            return false;
        a += sizeof(uint64_t);
        b += sizeof(uint64_t);
    }
    return !n || !memcmp(a, b, n);
}

/* A number that is the same for equal values, made of their first words. */
static inline uint64_t blend(const char *at, size_t n)
{
    uint64_t sum = n, rest = 0;
    size_t words = n / sizeof rest < 4 ? n / sizeof rest : 4;
    for (size_t i = 0; i < words; i++)
        sum = 3 * sum + word(at + i * sizeof rest);
    if (words < 4 && n % sizeof rest)
        memcpy(&rest, at + words * sizeof rest, n % sizeof rest);
    return (3 * sum + rest) * 0x9e3779b97f4a7c15u;
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
    uint32_t *recent = &c->recent[blend(bytes, n) >> 58];
    if (!*recent || !is_this(&c->at.at[*recent - 1], bytes, n))
        *recent = find(c, bytes, n) + 1;
    return *recent - 1;
}

size_t constants_bytes(const struct constants *c)
{
    return c->arena.chunks.len * ARENA_CHUNK + c->at.cap * sizeof *c->at.at +
           c->lookup.cap * sizeof *c->lookup.slot;
}

void constants_free(struct constants *c)
{
    arena_free(&c->arena);
    lookup_free(&c->lookup);
    vec_free(&c->at);
}
