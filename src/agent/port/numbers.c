/* SPDX-License-Identifier: Apache-2.0
 *
 * numbers.c - see numbers.h. */
#include "agent/port/numbers.h"

#include <string.h>

static void grow(struct rank_head *h, struct numbers *t)
{
    uint32_t room = t->room ? 2 * t->room : 16;
    int64_t *name = heap_alloc(&h->heap, room * sizeof *name, 16);
    if (!name)
        rank_refuse(REASON_SIZE, "no memory left for %u requests", room);
    if (t->n)
        memcpy(name, t->name, t->n * sizeof *name);
    if (t->name && heap_owns(&h->heap, t->name)) /* or else it is another thread's */
        heap_free(&h->heap, t->name);
    t->name = name;
    t->room = room;
}

uint32_t numbers_give(struct rank_head *h, struct numbers *t, int64_t name)
{
    uint32_t number = t->lowest;
    if (number == t->room)
        grow(h, t);
    t->name[number] = name;
    if (number == t->n)
        t->n++;
    while (t->lowest < t->n && t->name[t->lowest] != NUMBER_FREE)
        t->lowest++;
    return number;
}

void numbers_free(struct numbers *t, uint32_t number)
{
    if (!numbers_has(t, number))
        return;
    t->name[number] = NUMBER_FREE;
    while (t->n && t->name[t->n - 1] == NUMBER_FREE)
        t->n--;
    t->lowest = number < t->lowest ? number : t->lowest;
    t->lowest = t->n < t->lowest ? t->n : t->lowest;
}

uint32_t numbers_find(const struct numbers *t, int64_t name)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->name[i] == name)
            return i;
    return UINT32_MAX;
}
