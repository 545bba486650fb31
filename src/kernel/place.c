/* SPDX-License-Identifier: Apache-2.0
 *
 * place.c - the keys of acts; see place.h. */
#include "kernel/place.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Sets of keys are shared by many acts, so they are kept for good, in an open hash
 * table. In memory a set is its size, then its members. */
static void intern_grow(struct state *st)
{
    uint64_t **old = st->interned.slot;
    size_t n = st->interned.capacity;
    st->interned.capacity = n ? n * 2 : 64;
    st->interned.slot = mem_alloc(st->interned.capacity * sizeof *old);
    for (size_t i = 0; i < n; i++) {
        if (!old[i])
            continue;
        size_t at = XXH3_64bits(old[i], (old[i][0] + 1) * sizeof **old);
        while (st->interned.slot[at &= st->interned.capacity - 1])
            at++;
        st->interned.slot[at] = old[i];
    }
    free(old);
}

/* Returns the interned copy of a set, which is given as its size followed by its
 * members. */
static const uint64_t *intern(struct state *st, const uint64_t *set)
{
    size_t bytes = (set[0] + 1) * sizeof *set;
    if (st->interned.count * 2 >= st->interned.capacity)
        intern_grow(st);
    size_t at = XXH3_64bits(set, bytes);
    uint64_t *found;
    while ((found = st->interned.slot[at &= st->interned.capacity - 1])) {
        if (found[0] == set[0] && !memcmp(found, set, bytes))
            return found + 1;
        at++;
    }
    st->interned.count++;
    found = st->interned.slot[at] = memcpy(mem_alloc(bytes), set, bytes);
    return found + 1;
}

void place_keys(struct state *st, const uint64_t *set, struct act *a)
{
    a->nkeys = (uint16_t)set[0];
    if (set[0] == 1)
        a->key = set[1];
    else
        a->keys = intern(st, set);
}
