/* SPDX-License-Identifier: Apache-2.0
 *
 * recent.c - see recent.h. */
#include "explore/states/recent.h"

#define MOST_BYTES ((size_t)8 << 20) /* of a generation */

static uint64_t hash(part_number part, uint32_t place)
{
    uint64_t x = ((uint64_t)part << 32 | place) * 0x9e3779b97f4a7c15u;
    return x >> 29;
}

static const struct recent_world *find(const struct generation *g, part_number part,
                                       uint32_t place)
{
    size_t at = 0;
    for (uint32_t i; (i = lookup_next(&g->lookup, hash(part, place), &at)) != NOWHERE;)
        if (g->at.at[i].part == part && g->at.at[i].place == place)
            return &g->at.at[i];
    return NULL;
}

static void forget(struct generation *g)
{
    arena_free(&g->arena);
    lookup_free(&g->lookup);
    vec_free(&g->at);
    g->bytes = 0;
}

void recent_put(struct recent *r, part_number part, uint32_t place, const char *bytes,
                size_t length)
{
    if (find(&r->young, part, place))
        return;
    if (r->young.at.len >= r->most || r->young.bytes >= MOST_BYTES) {
        forget(&r->old);
        r->old = r->young;
        r->young = (struct generation){0};
    }
    struct generation *g = &r->young;
    struct recent_world x = {arena_copy(&g->arena, bytes, length), place,
                             (uint32_t)length, part};
    lookup_add(&g->lookup, hash(part, place), (uint32_t)g->at.len);
    vec_push(&g->at, x);
    g->bytes += length;
}

const char *recent_get(const struct recent *r, part_number part, uint32_t place,
                       size_t *length)
{
    const struct recent_world *x = find(&r->young, part, place);
    if (!x)
        x = find(&r->old, part, place);
    *length = x ? x->length : 0;
    return x ? x->bytes : NULL;
}

void recent_free(struct recent *r)
{
    forget(&r->young);
    forget(&r->old);
}
