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

static int64_t find(const void *bytes, size_t n)
{
    if (2 * agent.payloads->at.len >= agent.payloads->slots)
        grow();
    uint64_t hash = XXH3_64bits(bytes, n);
    size_t s = hash & (agent.payloads->slots - 1);
    for (; agent.payloads->slot[s]; s = (s + 1) & (agent.payloads->slots - 1)) {
        const struct payload *p = &agent.payloads->at.at[agent.payloads->slot[s] - 1];
        if (p->hash == hash && p->size == n && !memcmp(p->bytes, bytes, n))
            return agent.payloads->slot[s] - 1;
    }
    struct payload p = {.hash = hash, .size = n, .bytes = mem_alloc(n)};
    memcpy(p.bytes, bytes, n);
    vec_push(&agent.payloads->at, p);
    agent.payloads->slot[s] = (uint32_t)agent.payloads->at.len;
    return (int64_t)agent.payloads->at.len - 1;
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
