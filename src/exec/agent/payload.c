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

struct payloads {
    VEC(struct payload) at;
    uint32_t *slot; /* index into at, plus 1 */
    size_t slots;
};

void payload_init(void)
{
    agent.payloads = mem_alloc(sizeof *agent.payloads);
}

static void grow(void)
{
    free(agent.payloads->slot);
    agent.payloads->slots = agent.payloads->slots ? 2 * agent.payloads->slots : 1024;
    agent.payloads->slot =
        mem_alloc(agent.payloads->slots * sizeof *agent.payloads->slot);
    for (size_t i = 0; i < agent.payloads->at.len; i++) {
        size_t s = agent.payloads->at.at[i].hash & (agent.payloads->slots - 1);
        while (agent.payloads->slot[s])
            s = (s + 1) & (agent.payloads->slots - 1);
        agent.payloads->slot[s] = (uint32_t)i + 1;
    }
}

static int64_t find(const void *bytes, size_t n, uint64_t hash)
{
    struct payloads *all = agent.payloads;
    if (2 * all->at.len >= all->slots)
        grow();
    size_t s = hash & (all->slots - 1);
    for (; all->slot[s]; s = (s + 1) & (all->slots - 1)) {
        const struct payload *p = &all->at.at[all->slot[s] - 1];
        if (p->hash == hash && p->size == n && !memcmp(p->bytes, bytes, n))
            return all->slot[s] - 1;
    }
    struct payload p = {.hash = hash, .size = n, .bytes = malloc(n ? n : 1)};
    if (!p.bytes)
        agent_die("no memory left for a message of %zu bytes", n);
    if (n)
        memcpy(p.bytes, bytes, n);
    vec_push(&all->at, p);
    all->slot[s] = (uint32_t)all->at.len;
    return (int64_t)all->at.len - 1;
}

int64_t payload_keep(const void *bytes, size_t n)
{
    /* Reads all of it: if it is not there, the program is to blame. After that the tables
     * are in our hands, and nobody must be thrown out of the middle of this. */
    uint64_t hash = XXH3_64bits(bytes, n);
    int who = agent.current;
    agent.current = AT_AGENT;
    int64_t number = find(bytes, n, hash);
    agent.current = who;
    return number;
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
