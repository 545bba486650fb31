/* SPDX-License-Identifier: Apache-2.0
 *
 * store.c - see store.h.
 *
 * The table is an array of cache lines. A state's home is the line its hash
 * points to; when that is full the state goes to the next one with room, so a
 * search stops at the first line that is not full. Twelve numbers of 32 bits
 * with a byte of hash each cost 5.3 bytes per place; the table grows by half
 * when four fifths full, which makes about 8 bytes per state on top of the
 * state itself. Growing hashes the states again: none of their hashes is
 * kept.
 *
 * With several threads each line has a lock, taken by those who add. A thread
 * keeps its home line locked until it is done, so two threads that add the
 * same state take turns; lines further on are locked in ascending order only. */
#include "model/store.h"
#include "base/mem.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define PER_BUCKET 12
#define FIRST      64   /* homes in a new table */
#define OVERFLOW   1024 /* the largest number of buckets after the last home */
#define CHUNK      (1u << STORE_CHUNK_BITS)
#define SLACK      16

static void *pages(size_t bytes)
{
    void *p =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (bytes >= (size_t)4 << 20)
        madvise(p, bytes, MADV_HUGEPAGE);
    return p;
}

static size_t chunk_bytes(const struct store *s)
{
    return (size_t)CHUNK * s->bytes + SLACK;
}

static size_t table_bytes(uint64_t buckets)
{
    return (buckets + OVERFLOW) * sizeof(struct store_bucket);
}

void store_init(struct store *s, uint32_t bytes)
{
    *s = (struct store){.bytes = bytes, .buckets = FIRST};
    s->chunk = mem_alloc(STORE_CHUNKS * sizeof *s->chunk);
    s->table_bytes = table_bytes(s->buckets);
    s->bucket = pages(s->table_bytes);
    if (!s->bucket)
        s->buckets = 0;
}

void store_free(struct store *s)
{
    for (uint32_t i = 0; s->chunk && i < s->chunks; i++)
        if (s->chunk[i])
            munmap(s->chunk[i], chunk_bytes(s));
    free(s->chunk);
    if (s->bucket)
        munmap(s->bucket, s->table_bytes);
    *s = (struct store){0};
}

size_t store_memory(const struct store *s)
{
    return (size_t)s->count * s->bytes + s->table_bytes;
}

uint32_t store_limit(const struct store *s)
{
    return s->chunks << STORE_CHUNK_BITS;
}

bool store_needs_room(const struct store *s, uint64_t count, uint64_t extra)
{
    return (count + extra) * 5 > s->buckets * PER_BUCKET * 4;
}

/* Enters a number that is known not to be in the table; false if the overflow area is
 * full. */
static bool place(struct store *s, uint64_t hash, uint32_t id)
{
    struct store_bucket *b = s->bucket + (store_home(s, hash) - s->bucket);
    struct store_bucket *end = s->bucket + s->buckets + OVERFLOW;
    while (b < end && b->count == PER_BUCKET)
        b++;
    if (b == end)
        return false;
    b->tag[b->count] = (uint8_t)hash;
    b->id[b->count++] = id;
    return true;
}

/* Builds the table anew. With several threads a chunk may be partly empty, so the old
 * table says which numbers are states. */
static bool rehash(struct store *s, uint64_t buckets)
{
    struct store_bucket *old = s->bucket;
    uint64_t lines = s->buckets + OVERFLOW;
    size_t old_bytes = s->table_bytes;
    struct store_bucket *new = pages(table_bytes(buckets));
    if (!new)
        return false;
    s->bucket = new;
    s->buckets = buckets;
    s->table_bytes = table_bytes(buckets);
    for (uint64_t i = 0; i < lines; i++)
        for (uint32_t k = 0; k < old[i].count; k++)
            if (!place(s, store_hash(store_at(s, old[i].id[k]), s->bytes), old[i].id[k]))
                abort(); /* a thousand full buckets in a row at 80% load: the hash
                            function is broken */
    munmap(old, old_bytes);
    return true;
}

bool store_reserve(struct store *s, uint64_t extra, size_t memory)
{
    uint64_t states = s->count + extra;
    if (!s->bucket || states >= (uint64_t)(STORE_CHUNKS - 64) << STORE_CHUNK_BITS)
        return false;
    size_t fixed = (size_t)states * s->bytes;
    if (!store_needs_room(s, s->count, extra))
        return fixed + s->table_bytes <= memory;
    uint64_t want = s->buckets + s->buckets / 2;
    while (states * 5 > want * PER_BUCKET * 4)
        want += want / 2;
    if (fixed + s->table_bytes + table_bytes(want) > memory)
        return false;
    return rehash(s, want);
}

static void lock(struct store_bucket *b, bool shared)
{
    while (shared && __atomic_exchange_n(&b->lock, 1, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(&b->lock, __ATOMIC_RELAXED))
            sched_yield();
}

static void unlock(struct store_bucket *b, bool shared)
{
    if (shared)
        __atomic_store_n(&b->lock, 0, __ATOMIC_RELEASE);
}

/* memcmp() in words. Both sides may be read a word too far: states in a batch
 * or a chunk are followed by others or by slack. */
static inline bool same(const uint8_t *a, const uint8_t *b, uint32_t bytes)
{
    uint64_t x, y;
    for (; bytes >= 8; bytes -= 8, a += 8, b += 8) {
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        if (x != y)
            return false;
    }
    if (!bytes)
        return true;
    memcpy(&x, a, 8);
    memcpy(&y, b, 8);
    return ((x ^ y) << (64 - 8 * bytes)) == 0;
}

/* The places of a bucket whose tag fits, as a set of bits. */
static inline uint32_t tagged(const struct store_bucket *b, uint8_t tag)
{
#ifdef __SSE2__
    __m128i tags = _mm_loadu_si128((const __m128i *)b->tag);
    int hits = _mm_movemask_epi8(_mm_cmpeq_epi8(tags, _mm_set1_epi8((char)tag)));
    return (uint32_t)hits & ((1u << b->count) - 1);
#else
    uint32_t hits = 0;
    for (uint32_t k = 0; k < b->count; k++)
        hits |= (uint32_t)(b->tag[k] == tag) << k;
    return hits;
#endif
}

static inline uint32_t look(const struct store *s, const struct store_bucket *b,
                            const uint8_t *state, uint8_t tag)
{
    for (uint32_t hits = tagged(b, tag); hits; hits &= hits - 1) {
        uint32_t id = b->id[__builtin_ctz(hits)];
        if (same(store_at(s, id), state, s->bytes))
            return id;
    }
    return STORE_NONE;
}

static uint32_t append(struct store *s, struct store_cursor *cur, const uint8_t *state)
{
    if (cur->next == cur->end) {
        uint32_t chunk = __atomic_fetch_add(&s->chunks, 1, __ATOMIC_RELAXED);
        s->chunk[chunk] = pages(chunk_bytes(s));
        if (!s->chunk[chunk])
            abort(); /* cannot happen: store_reserve() has checked the memory */
        cur->next = chunk << STORE_CHUNK_BITS;
        cur->end = cur->next + CHUNK;
    }
    uint32_t id = cur->next++;
    cur->added++;
    uint8_t *to =
        s->chunk[id >> STORE_CHUNK_BITS] + (size_t)(id & (CHUNK - 1)) * s->bytes;
    memcpy(to, state, s->bytes);
    return id;
}

/* Looks for the state without a lock first: most states that are looked up are present,
 * and entries never change once the count includes them. Not finding it proves
 * nothing. */
static uint32_t glance(const struct store *s, const struct store_bucket *b,
                       const uint8_t *state, uint8_t tag)
{
    for (;; b++) {
        uint32_t count = __atomic_load_n(&b->count, __ATOMIC_ACQUIRE);
        for (uint32_t k = 0; k < count; k++)
            if (b->tag[k] == tag && same(store_at(s, b->id[k]), state, s->bytes))
                return b->id[k];
        if (count < PER_BUCKET)
            return STORE_NONE;
    }
}

uint32_t store_add(struct store *s, struct store_cursor *cur, const uint8_t *state,
                   uint64_t hash, bool shared, bool *fresh)
{
    struct store_bucket *home = s->bucket + (store_home(s, hash) - s->bucket);
    struct store_bucket *b = home;
    uint32_t id = shared ? glance(s, home, state, (uint8_t)hash) : STORE_NONE;
    *fresh = false;
    if (id != STORE_NONE)
        return id;
    lock(home, shared);
    for (;;) {
        id = look(s, b, state, (uint8_t)hash);
        if (id != STORE_NONE || b->count < PER_BUCKET)
            break;
        struct store_bucket *next = b + 1;
        if (next == s->bucket + s->buckets + OVERFLOW)
            abort();
        lock(next, shared);
        if (b != home)
            unlock(b, shared);
        b = next;
    }
    *fresh = id == STORE_NONE;
    if (*fresh) {
        id = append(s, cur, state);
        b->tag[b->count] = (uint8_t)hash;
        b->id[b->count] = id;
        __atomic_store_n(&b->count, (uint8_t)(b->count + 1), __ATOMIC_RELEASE);
        if (!shared)
            s->count++;
    }
    if (b != home)
        unlock(b, shared);
    unlock(home, shared);
    return id;
}

uint32_t store_find(const struct store *s, const uint8_t *state, uint64_t hash)
{
    const struct store_bucket *b = store_home(s, hash);
    for (;; b++) {
        uint32_t id = look(s, b, state, (uint8_t)hash);
        if (id != STORE_NONE || b->count < PER_BUCKET)
            return id;
    }
}

void store_prefetch_state(const struct store *s, uint64_t hash)
{
    const struct store_bucket *b = store_home(s, hash);
    for (uint32_t hits = tagged(b, (uint8_t)hash); hits; hits &= hits - 1)
        __builtin_prefetch(store_at(s, b->id[__builtin_ctz(hits)]));
}
