/* SPDX-License-Identifier: Apache-2.0
 *
 * numbers.c - see numbers.h. */
#include "exec/agent/numbers.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static void grow(struct head *h, struct numbers *t)
{
    uint32_t room = t->room ? 2 * t->room : 16;
    struct numbered *at = heap_alloc(&h->heap, room * sizeof *at, 16);
    if (!at)
        rank_fail(FINDING_UNSUPPORTED, "no memory left for %u requests", room);
    if (t->n)
        memcpy(at, t->at, t->n * sizeof *at);
    if (t->at)
        heap_free(&h->heap, t->at);
    for (uint32_t i = t->n; i < room; i++)
        at[i] = (struct numbered){NUMBER_FREE, 0};
    t->at = at;
    t->room = room;
}

uint32_t numbers_give(struct head *h, struct numbers *t, int64_t name)
{
    uint32_t number = t->lowest;
    if (number == t->room)
        grow(h, t);
    t->at[number] = (struct numbered){name, t->made++};
    if (number == t->n)
        t->n++;
    while (t->lowest < t->n && t->at[t->lowest].name != NUMBER_FREE)
        t->lowest++;
    return number;
}

void numbers_free(struct numbers *t, uint32_t number)
{
    if (!numbers_has(t, number))
        return;
    t->at[number] = (struct numbered){NUMBER_FREE, 0};
    if (number < t->lowest)
        t->lowest = number;
    while (t->n && t->at[t->n - 1].name == NUMBER_FREE)
        t->n--;
    if (t->lowest > t->n)
        t->lowest = t->n;
}

uint32_t numbers_find(const struct numbers *t, int64_t name)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->at[i].name == name)
            return i;
    return UINT32_MAX;
}

uint64_t numbers_digest(const struct numbers *t)
{
    uint64_t d = t->n;
    uint64_t last = 0;
    for (bool first = true;; first = false) { /* from the oldest to the newest */
        uint32_t next = UINT32_MAX;
        for (uint32_t i = 0; i < t->n; i++)
            if (t->at[i].name != NUMBER_FREE && (first || t->at[i].since > last) &&
                (next == UINT32_MAX || t->at[i].since < t->at[next].since))
                next = i;
        if (next == UINT32_MAX)
            return d;
        last = t->at[next].since;
        d = XXH3_64bits_withSeed(&next, sizeof next, d);
    }
}
