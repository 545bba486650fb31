/* SPDX-License-Identifier: Apache-2.0
 *
 * shelf.c - see shelf.h. */
#include "explore/states/shelf.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

void shelf_expect(const struct shelf *s, const char *bytes, size_t length)
{
    lookup_expect(&s->lookup, XXH3_64bits(bytes, length));
}

uint32_t shelf_find(struct shelf *s, const char *bytes, size_t length, bool *is_new)
{
    enum {
        INDEX = 3 * sizeof(struct lookup_slot)
    }; /* it is between a quarter and half
          full */
    size_t at = 0, n;
    uint64_t hash = XXH3_64bits(bytes, length);
    *is_new = false;
    for (uint32_t i; (i = lookup_next(&s->lookup, hash, &at)) != NOWHERE;) {
        const char *there = shelf_at(s, i, &n);
        if (n == length && !memcmp(there, bytes, length))
            return i;
    }
    uint32_t place = (uint32_t)s->at.len, head = (uint32_t)length;
    char *copy = arena_get(&s->arena, sizeof head + length);
    memcpy(copy, &head, sizeof head);
    memcpy(copy + sizeof head, bytes, length);
    chunks_push(&s->at, copy);
    lookup_add(&s->lookup, hash, place);
    s->bytes += sizeof copy + sizeof head + length + INDEX;
    *is_new = true;
    return place;
}

void shelf_free(struct shelf *s)
{
    chunks_free(&s->at);
    lookup_free(&s->lookup);
    arena_free(&s->arena);
    s->bytes = 0;
}
