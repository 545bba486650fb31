/* SPDX-License-Identifier: Apache-2.0
 *
 * keys.c - see keys.h. */
#include "base/keys.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Keys are small numbers, one after the other, or have several of them side by side. */
static uint32_t bucket_of(const struct keys *k, uint64_t key)
{
    return (uint32_t)(key * 0x9e3779b97f4a7c15 >> 32) & (k->buckets - 1);
}

uint32_t keys_find(const struct keys *k, uint64_t key)
{
    for (uint32_t i = k->buckets ? k->bucket[bucket_of(k, key)] : 0; i;
         i = k->next[i - 1])
        if (k->key[i - 1] == key)
            return i - 1;
    return k->len;
}

static void put(struct keys *k, uint32_t i)
{
    uint32_t *bucket = &k->bucket[bucket_of(k, k->key[i])];
    k->next[i] = *bucket;
    *bucket = i + 1;
}

void keys_add(struct keys *k, uint64_t key)
{
    if (k->len == k->buckets) {
        k->buckets = k->buckets ? 2 * k->buckets : 4;
        k->key = mem_resize(k->key, k->buckets * sizeof *k->key);
        k->next = mem_resize(k->next, k->buckets * sizeof *k->next);
        k->bucket = mem_resize(k->bucket, k->buckets * sizeof *k->bucket);
        memset(k->bucket, 0, k->buckets * sizeof *k->bucket);
        for (uint32_t i = 0; i < k->len; i++)
            put(k, i);
    }
    k->key[k->len] = key;
    put(k, k->len++);
}

void keys_free(struct keys *k)
{
    free(k->key);
    free(k->next);
    free(k->bucket);
    *k = (struct keys){0};
}
