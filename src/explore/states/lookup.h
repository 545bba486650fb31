/* SPDX-License-Identifier: Apache-2.0
 *
 * lookup.h - from a hash to the number of an entry: an index over an array that somebody
 * else keeps, who also compares. Open addressing, linear probing, nothing is removed. */
#ifndef MZ_EXPLORE_STATES_LOOKUP_H
#define MZ_EXPLORE_STATES_LOOKUP_H
#include "base/mem.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define NOWHERE UINT32_MAX

struct lookup_slot {
    uint32_t hash;   /* the lower half of it, which is enough to place it again */
    uint32_t number; /* counted from 1; 0: free */
};

struct lookup {
    struct lookup_slot *slot;
    size_t len, cap; /* cap is a power of 2 */
};

/* Goes through the entries that may have this hash: *at is 0 at first. Returns NOWHERE
 * after the last one. */
static inline uint32_t lookup_next(const struct lookup *l, uint64_t hash, size_t *at)
{
    for (; l->cap; ++*at) {
        const struct lookup_slot *s = &l->slot[((uint32_t)hash + *at) & (l->cap - 1)];
        if (!s->number)
            return NOWHERE;
        if (s->hash == (uint32_t)hash) {
            ++*at;
            return s->number - 1;
        }
    }
    return NOWHERE;
}

/* The entries of this hash will be asked for soon. */
static inline void lookup_expect(const struct lookup *l, uint64_t hash)
{
    if (l->cap)
        __builtin_prefetch(&l->slot[(uint32_t)hash & (l->cap - 1)]);
}

static inline void lookup_put(struct lookup *l, uint32_t hash, uint32_t number)
{
    size_t at = hash;
    while (l->slot[at &= l->cap - 1].number)
        at++;
    l->slot[at] = (struct lookup_slot){hash, number + 1};
}

static inline void lookup_add(struct lookup *l, uint64_t hash, uint32_t number)
{
    if (2 * l->len >= l->cap) {
        struct lookup old = *l;
        l->cap = old.cap ? 2 * old.cap : 64;
        l->slot = mem_alloc(l->cap * sizeof *l->slot);
        for (size_t i = 0; i < old.cap; i++)
            if (old.slot[i].number)
                lookup_put(l, old.slot[i].hash, old.slot[i].number - 1);
        free(old.slot);
    }
    lookup_put(l, (uint32_t)hash, number);
    l->len++;
}

static inline void lookup_free(struct lookup *l)
{
    free(l->slot);
    *l = (struct lookup){0};
}

#endif
