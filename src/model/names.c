/* SPDX-License-Identifier: Apache-2.0
 *
 * names.c - see names.h. Keys are any bytes and are copied. */
#include "model/names.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct names_entry {
    char *key;
    size_t bytes;
    uint32_t value;
};

static struct names_entry *slot_of(const struct names *n, const char *text, size_t bytes)
{
    size_t k = XXH3_64bits(text, bytes) & (n->cap - 1);
    while (n->slot[k].key &&
           (n->slot[k].bytes != bytes || memcmp(n->slot[k].key, text, bytes)))
        k = (k + 1) & (n->cap - 1);
    return &n->slot[k];
}

static void grow(struct names *n)
{
    struct names old = *n;
    n->cap = old.cap ? old.cap * 2 : 32;
    n->slot = mem_alloc(n->cap * sizeof *n->slot);
    for (size_t i = 0; i < old.cap; i++)
        if (old.slot[i].key)
            *slot_of(n, old.slot[i].key, old.slot[i].bytes) = old.slot[i];
    free(old.slot);
}

uint32_t names_add(struct names *n, const char *text, size_t bytes, uint32_t value)
{
    if (n->len * 2 >= n->cap)
        grow(n);
    struct names_entry *e = slot_of(n, text, bytes);
    if (!e->key) {
        e->key = mem_alloc(bytes + 1);
        memcpy(e->key, text, bytes);
        e->bytes = bytes;
        e->value = value;
        n->len++;
    }
    return e->value;
}

uint32_t names_find(const struct names *n, const char *text, size_t bytes)
{
    if (!n->cap)
        return NAMES_NONE;
    const struct names_entry *e = slot_of(n, text, bytes);
    return e->key ? e->value : NAMES_NONE;
}

void names_free(struct names *n)
{
    for (size_t i = 0; i < n->cap; i++)
        free(n->slot[i].key);
    free(n->slot);
    *n = (struct names){0};
}
