/* SPDX-License-Identifier: Apache-2.0
 *
 * set128.c - see set128.h. The all-zero digest stands for a free slot; a real
 * digest of that value is stored as 1, which merges two values out of 2^128. */
#include "base/set128.h"
#include "base/mem.h"

#include <stdlib.h>

static bool insert(struct set128 *s, struct digest d)
{
    size_t mask = s->cap - 1;
    for (size_t i = d.lo & mask;; i = (i + 1) & mask) {
        if (!s->slot[i].lo && !s->slot[i].hi) {
            s->slot[i] = d;
            s->len++;
            return true;
        }
        if (s->slot[i].lo == d.lo && s->slot[i].hi == d.hi)
            return false;
    }
}

static void grow(struct set128 *s)
{
    struct set128 bigger = {.cap = s->cap ? s->cap * 2 : 64};
    bigger.slot = mem_alloc(bigger.cap * sizeof *bigger.slot);
    for (size_t i = 0; i < s->cap; i++)
        if (s->slot[i].lo || s->slot[i].hi)
            insert(&bigger, s->slot[i]);
    free(s->slot);
    *s = bigger;
}

bool set128_add(struct set128 *s, struct digest d)
{
    if (s->len * 3 >= s->cap * 2)
        grow(s);
    if (!d.lo && !d.hi)
        d.lo = 1;
    return insert(s, d);
}

bool set128_has(const struct set128 *s, struct digest d)
{
    if (!d.lo && !d.hi)
        d.lo = 1;
    for (size_t i = d.lo & (s->cap - 1); s->cap; i = (i + 1) & (s->cap - 1)) {
        if (s->slot[i].lo == d.lo && s->slot[i].hi == d.hi)
            return true;
        if (!s->slot[i].lo && !s->slot[i].hi)
            return false;
    }
    return false;
}

void set128_free(struct set128 *s)
{
    free(s->slot);
    *s = (struct set128){0};
}
