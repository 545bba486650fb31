/* SPDX-License-Identifier: Apache-2.0
 *
 * sets.c - see sets.h. */
#include "agent/port/sets.h"
#include "agent/core/agent.h"
#include "base/keys.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define CHUNK 4096 /* sets with one member are allocated in chunks of this size */

struct set {
    uint32_t hash, n;
    const uint32_t *at;
};

struct sets {
    VEC(uint32_t *) ones;
    VEC(struct set) several;
    uint32_t *slot; /* hash table of indices into several, plus 1 */
    size_t slots;
    struct keys uses; /* of objects: by whom and how */
};

void sets_init(void)
{
    agent.sets = mem_alloc(sizeof *agent.sets);
}

static const uint32_t *one(uint32_t member)
{
    struct sets *s = agent.sets;
    while (s->ones.len <= member / CHUNK) {
        uint32_t *chunk = mem_alloc(CHUNK * sizeof *chunk);
        for (uint32_t i = 0; i < CHUNK; i++)
            chunk[i] = (uint32_t)s->ones.len * CHUNK + i;
        vec_push(&s->ones, chunk);
    }
    return &s->ones.at[member / CHUNK][member % CHUNK];
}

static void grow(struct sets *s)
{
    free(s->slot);
    s->slots = s->slots ? 2 * s->slots : 256;
    s->slot = mem_alloc(s->slots * sizeof *s->slot);
    for (size_t i = 0; i < s->several.len; i++) {
        size_t at = s->several.at[i].hash & (s->slots - 1);
        while (s->slot[at])
            at = (at + 1) & (s->slots - 1);
        s->slot[at] = (uint32_t)i + 1;
    }
}

static __attribute__((noinline)) const uint32_t *find(const uint32_t *members, uint32_t n)
{
    struct sets *s = agent.sets;
    if (n == 1 && members[0] < 1u << REQUEST_LINE)
        return one(members[0]);
    if (2 * s->several.len >= s->slots)
        grow(s);
    uint32_t hash = (uint32_t)XXH3_64bits(members, n * sizeof *members);
    size_t at = hash & (s->slots - 1);
    for (; s->slot[at]; at = (at + 1) & (s->slots - 1)) {
        const struct set *x = &s->several.at[s->slot[at] - 1];
        if (x->hash == hash && x->n == n && !memcmp(x->at, members, n * sizeof *members))
            return x->at;
    }
    uint32_t *copy = mem_alloc((n + 1) * sizeof *copy);
    if (n)
        memcpy(copy, members, n * sizeof *copy);
    vec_push(&s->several, (struct set){hash, n, copy});
    s->slot[at] = (uint32_t)s->several.len;
    return copy;
}

const uint32_t *set_of(const uint32_t *members, uint32_t n)
{
    const uint32_t *set = find(members, n);
    rank_wipe();
    return set;
}

static uint64_t use_key(uint32_t actor, enum op_kind kind, uint32_t object)
{
    return (uint64_t)actor << 40 | (uint64_t)kind << 32 | object;
}

bool use_seen(uint32_t actor, enum op_kind kind, uint32_t object)
{
    const struct keys *uses = &agent.sets->uses;
    return keys_find(uses, use_key(actor, kind, object)) < uses->len;
}

void use_note(uint32_t actor, enum op_kind kind, uint32_t object)
{
    if (!use_seen(actor, kind, object))
        keys_add(&agent.sets->uses, use_key(actor, kind, object));
}
