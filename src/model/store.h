/* SPDX-License-Identifier: Apache-2.0
 *
 * store.h - an exact set of packed states, made for hundreds of millions.
 *
 * States are kept whole, one after the other, in chunks that never move, and
 * are known by a 32-bit number from then on. A hash table finds the number of
 * a state. Nothing is lossy: two states are equal only if their bytes are.
 *
 * Several threads may add at once with `shared` set; growing the table
 * (store_reserve) needs everybody else to stand still. */
#ifndef MZ_MODEL_STORE_H
#define MZ_MODEL_STORE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_CHUNK_BITS 18
#define STORE_CHUNKS     (1u << (32 - STORE_CHUNK_BITS))
#define STORE_NONE       UINT32_MAX

/* One cache line: a byte of hash and a number for each of twelve states. */
struct store_bucket {
    uint8_t tag[12];
    uint8_t count;
    uint8_t lock;
    uint8_t spare[2];
    uint32_t id[12];
};

struct store {
    uint8_t **chunk;
    struct store_bucket *bucket;
    uint64_t buckets; /* number of home buckets; some more follow for overflow */
    uint64_t count;   /* number of states; threads that share the store add their own
                         numbers */
    uint32_t bytes;   /* per state */
    uint32_t chunks;
    size_t table_bytes;
};

/* Where one thread puts its next states. */
struct store_cursor {
    uint32_t next, end;
    uint64_t added;
};

void store_init(struct store *s, uint32_t bytes);
void store_free(struct store *s);

/* Multiply and fold, a word at a time. Reads up to seven bytes too far. */
static inline uint64_t store_hash(const uint8_t *state, uint32_t bytes)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ bytes;
    for (uint32_t left = bytes; left; state += 8) {
        uint64_t w;
        __builtin_memcpy(&w, state, 8);
        if (left < 8)
            w &= (UINT64_C(1) << 8 * left) - 1;
        unsigned __int128 product =
            (unsigned __int128)(h ^ w) * UINT64_C(0xa0761d6478bd642f);
        h = ((uint64_t)product ^ (uint64_t)(product >> 64)) +
            UINT64_C(0xe7037ed1a0b428db);
        left -= left < 8 ? left : 8;
    }
    unsigned __int128 last = (unsigned __int128)h * UINT64_C(0x8ebc6af09c88c6e3);
    return (uint64_t)last ^ (uint64_t)(last >> 64);
}

/* Makes room for `extra` more states. False if that would take more than
 * `memory` bytes in all, or if there are no numbers left. */
bool store_reserve(struct store *s, uint64_t extra, size_t memory);
bool store_needs_room(const struct store *s, uint64_t count, uint64_t extra);

/* The number of the state; *fresh tells whether it is new. */
uint32_t store_add(struct store *s, struct store_cursor *cur, const uint8_t *state,
                   uint64_t hash, bool shared, bool *fresh);
/* The number of the state or STORE_NONE. */
uint32_t store_find(const struct store *s, const uint8_t *state, uint64_t hash);

/* Bytes in use: states and table. */
size_t store_memory(const struct store *s);
/* All numbers given out are below this. */
uint32_t store_limit(const struct store *s);

static inline const uint8_t *store_at(const struct store *s, uint32_t id)
{
    return s->chunk[id >> STORE_CHUNK_BITS] +
           (size_t)(id & ((1u << STORE_CHUNK_BITS) - 1)) * s->bytes;
}

static inline const struct store_bucket *store_home(const struct store *s, uint64_t hash)
{
    return s->bucket + (uint64_t)(((unsigned __int128)hash * s->buckets) >> 64);
}

static inline void store_prefetch(const struct store *s, uint64_t hash)
{
    __builtin_prefetch(store_home(s, hash), 1);
}

/* Once the bucket is near: brings the state it will be compared with. Only a
 * hint: with several threads it may read a bucket that is being written. */
void store_prefetch_state(const struct store *s, uint64_t hash);

#endif
