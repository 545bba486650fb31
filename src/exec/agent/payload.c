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
    uint32_t clock; /* that it carries: see ledger.h */
    bool shared;    /* found by its content */
};

struct payloads {
    VEC(struct payload) at;
    uint32_t *slot; /* of those that are shared: index into at, plus 1 */
    size_t slots, nshared;
};

void payload_init(void)
{
    agent.payloads = mem_alloc(sizeof *agent.payloads);
}

static size_t slot_of(const struct payloads *all, uint64_t hash, uint32_t clock)
{
    return (hash + clock * UINT64_C(0x9e3779b97f4a7c15)) & (all->slots - 1);
}

static void grow(struct payloads *all)
{
    free(all->slot);
    all->slots = all->slots ? 2 * all->slots : 1024;
    all->slot = mem_alloc(all->slots * sizeof *all->slot);
    for (size_t i = 0; i < all->at.len; i++) {
        size_t s = slot_of(all, all->at.at[i].hash, all->at.at[i].clock);
        if (!all->at.at[i].shared)
            continue;
        while (all->slot[s])
            s = (s + 1) & (all->slots - 1);
        all->slot[s] = (uint32_t)i + 1;
    }
}

static int64_t add(const void *bytes, size_t n, uint64_t hash, uint32_t clock)
{
    struct payload p = {
        .hash = hash, .size = n, .bytes = malloc(n ? n : 1), .clock = clock};
    if (!p.bytes)
        agent_die("no memory left for a message of %zu bytes", n);
    if (n)
        memcpy(p.bytes, bytes, n);
    vec_push(&agent.payloads->at, p);
    return (int64_t)agent.payloads->at.len - 1;
}

static int64_t find(const void *bytes, size_t n, uint64_t hash, uint32_t clock)
{
    struct payloads *all = agent.payloads;
    if (2 * all->nshared >= all->slots)
        grow(all);
    size_t s = slot_of(all, hash, clock);
    for (; all->slot[s]; s = (s + 1) & (all->slots - 1)) {
        const struct payload *p = &all->at.at[all->slot[s] - 1];
        if (p->hash == hash && p->size == n && p->clock == clock &&
            !memcmp(p->bytes, bytes, n))
            return all->slot[s] - 1;
    }
    all->slot[s] = (uint32_t)add(bytes, n, hash, clock) + 1;
    vec_last(&all->at).shared = true;
    all->nshared++;
    return all->slot[s] - 1;
}

static int64_t enter(const void *bytes, size_t n, uint32_t clock,
                     int64_t (*how)(const void *, size_t, uint64_t, uint32_t))
{
    /* Reads all of it: if it is not there, the program is to blame. After that the tables
     * are in our hands, and nobody must be thrown out of the middle of this. */
    uint64_t hash = XXH3_64bits(bytes, n);
    int who = agent.current;
    agent.current = AT_AGENT;
    int64_t number = how(bytes, n, hash, clock);
    agent.current = who;
    return number;
}

int64_t payload_keep(const void *bytes, size_t n)
{
    return enter(bytes, n, 0, find);
}

int64_t payload_lend(const void *bytes, size_t n, uint32_t clock)
{
    return enter(bytes, n, clock, agent.once ? add : find);
}

uint32_t payload_clock(int64_t kept)
{
    return agent.payloads->at.at[kept].clock;
}

void payload_drop(int64_t lent)
{
    struct payload *p = &agent.payloads->at.at[lent];
    free(p->bytes); /* what is known about it stays: its size, its digest */
    p->bytes = NULL;
}

const void *payload_bytes(int64_t kept)
{
    return agent.payloads->at.at[kept].bytes;
}

int64_t payload_number(const void *bytes, size_t n)
{
    if (n > INLINE_MAX)
        return payload_keep(bytes, n);
    uint64_t v = 0;
    if (n)
        memcpy(&v, bytes, n);
    return (int64_t)(v | (uint64_t)(0x80 | n) << 56);
}

size_t payload_size(int64_t number)
{
    return number < 0 ? (size_t)((uint64_t)number >> 56 & 0x7f)
                      : agent.payloads->at.at[number].size;
}

void payload_copy(int64_t number, void *to, size_t most)
{
    size_t n = payload_size(number);
    if (n > most)
        n = most;
    if (n)
        memcpy(to,
               number < 0 ? (const void *)&number : agent.payloads->at.at[number].bytes,
               n);
}

uint64_t payload_digest(int64_t number)
{
    return number < 0 ? (uint64_t)number : agent.payloads->at.at[number].hash;
}
