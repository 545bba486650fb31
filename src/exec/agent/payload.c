/* SPDX-License-Identifier: Apache-2.0
 *
 * payload.c - see payload.h. */
#include "exec/agent/payload.h"
#include "exec/agent/agent.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define INLINE_MAX 7
/* Numbers below zero hold the bytes: 1 | size (7 bits) | bytes (56 bits). */

struct payload {
    uint64_t hash;
    size_t size;
    char *bytes;
};

static struct {
    VEC(struct payload) at;
    uint32_t *slot; /* index into at, plus 1 */
    size_t slots;
} store;

static void grow(void)
{
    free(store.slot);
    store.slots = store.slots ? 2 * store.slots : 1024;
    store.slot = mem_alloc(store.slots * sizeof *store.slot);
    for (size_t i = 0; i < store.at.len; i++) {
        size_t s = store.at.at[i].hash & (store.slots - 1);
        while (store.slot[s])
            s = (s + 1) & (store.slots - 1);
        store.slot[s] = (uint32_t)i + 1;
    }
}

static int64_t find(const void *bytes, size_t n)
{
    if (2 * store.at.len >= store.slots)
        grow();
    uint64_t hash = XXH3_64bits(bytes, n);
    size_t s = hash & (store.slots - 1);
    for (; store.slot[s]; s = (s + 1) & (store.slots - 1)) {
        const struct payload *p = &store.at.at[store.slot[s] - 1];
        if (p->hash == hash && p->size == n && !memcmp(p->bytes, bytes, n))
            return store.slot[s] - 1;
    }
    struct payload p = {.hash = hash, .size = n, .bytes = mem_alloc(n)};
    memcpy(p.bytes, bytes, n);
    vec_push(&store.at, p);
    store.slot[s] = (uint32_t)store.at.len;
    return (int64_t)store.at.len - 1;
}

int64_t payload_number(const void *bytes, size_t n)
{
    if (n > INLINE_MAX)
        return find(bytes, n);
    uint64_t v = 0;
    if (n)
        memcpy(&v, bytes, n);
    return (int64_t)(v | (uint64_t)(0x80 | n) << 56);
}

size_t payload_size(int64_t number)
{
    return number < 0 ? (size_t)((uint64_t)number >> 56 & 0x7f) : store.at.at[number].size;
}

void payload_copy(int64_t number, void *to, size_t most)
{
    size_t n = payload_size(number);
    if (n > most)
        n = most;
    if (n)
        memcpy(to, number < 0 ? (const void *)&number : store.at.at[number].bytes, n);
}

uint64_t payload_digest(int64_t number)
{
    return number < 0 ? (uint64_t)number : store.at.at[number].hash;
}
