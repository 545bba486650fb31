/* SPDX-License-Identifier: Apache-2.0
 *
 * payload.c - see payload.h. */
#include "agent/port/payload.h"
#include "agent/core/agent.h"
#include "agent/rank/areas.h"
#include "agent/equal/journal.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define INLINE_MAX 7
/* Negative numbers hold the bytes themselves: 1 | size (7 bits) | bytes (56 bits). */

struct payload {
    uint64_t hash; /* hash of the bytes */
    uint64_t time;
    uint32_t files; /* the sender's clock of file accesses; see payload.h */
    size_t size;
    char *bytes;
    bool shared; /* entered in the table, so that it is found by content and time */
};

struct table {
    VEC(struct payload) at;
    uint32_t *slot; /* hash table of the shared ones: index into at, plus 1 */
    size_t slots, nshared;
};

struct payloads {
    struct table numbered; /* payloads whose numbers the kernel has seen */
    struct table contents; /* contents, each once, independent of the time */
};

void payload_init(void)
{
    agent.payloads = mem_alloc(sizeof *agent.payloads);
}

static size_t slot_of(const struct payload *p)
{
    uint64_t mixed = (p->time ^ (uint64_t)p->files << 40) * 0x9e3779b97f4a7c15u;
    return p->hash ^ mixed ^ mixed >> 32; /* the lowest bits count */
}

static void grow(struct table *t)
{
    free(t->slot);
    t->slots = t->slots ? 2 * t->slots : 1024;
    t->slot = mem_alloc(t->slots * sizeof *t->slot);
    for (size_t i = 0; i < t->at.len; i++) {
        size_t s = slot_of(&t->at.at[i]) & (t->slots - 1);
        if (!t->at.at[i].shared)
            continue;
        while (t->slot[s])
            s = (s + 1) & (t->slots - 1);
        t->slot[s] = (uint32_t)i + 1;
    }
}

/* The table slot of an equal payload, or the slot where it belongs. */
static uint32_t *place(struct table *t, const struct payload *like)
{
    if (2 * t->nshared >= t->slots)
        grow(t);
    size_t s = slot_of(like) & (t->slots - 1);
    for (; t->slot[s]; s = (s + 1) & (t->slots - 1)) {
        const struct payload *p = &t->at.at[t->slot[s] - 1];
        if (p->hash == like->hash && p->time == like->time && p->files == like->files &&
            p->size == like->size && !memcmp(p->bytes, like->bytes, p->size))
            break;
    }
    return &t->slot[s];
}

static uint32_t put(struct table *t, uint32_t *slot, struct payload p)
{
    p.shared = true;
    vec_push(&t->at, p);
    t->nshared++;
    return *slot = (uint32_t)t->at.len;
}

static char *copy_of(const struct payload *p)
{
    char *bytes = malloc(p->size ? p->size : 1);
    if (!bytes)
        agent_die("no memory left for a message of %zu bytes", p->size);
    return p->size ? memcpy(bytes, p->bytes, p->size) : bytes;
}

static int64_t add(struct payload p)
{
    p.bytes = copy_of(&p);
    vec_keep(&agent.payloads->numbered.at, p);
    return (int64_t)agent.payloads->numbered.at.len - 1;
}

/* Gives the next number to a payload that has none. */
static int64_t number(struct payload p)
{
    struct table *numbered = &agent.payloads->numbered,
                 *contents = &agent.payloads->contents;
    struct payload content = p;
    content.time = 0;
    content.files = 0;
    uint32_t *at = place(contents, &content);
    if (!*at) {
        content.bytes = copy_of(&p);
        put(contents, at, content);
    }
    p.bytes = contents->at.at[*at - 1].bytes;
    return put(numbered, place(numbered, &p), p) - 1;
}

static int64_t find(struct payload p)
{
    struct table *numbered = &agent.payloads->numbered;
    const uint32_t *slot = place(numbered, &p);
    if (*slot)
        return *slot - 1;
    if (!agent.journal)
        return number(p);
    journal_number((struct journal_entry){JOURNAL_PAYLOAD, p.files, p.time, p.size},
                   p.bytes);
    return *place(numbered, &p) - 1;
}

/* ---- the journal ---- */

static struct payload payload_of(const struct journal_entry *e, const void *bytes)
{
    return (struct payload){.hash = XXH3_64bits(bytes, e->size),
                            .time = e->time,
                            .files = e->files,
                            .size = e->size,
                            .bytes = (char *)(uintptr_t)bytes};
}

int64_t payload_find(const struct journal_entry *e, const void *bytes)
{
    struct payload p = payload_of(e, bytes);
    return (int64_t)*place(&agent.payloads->numbered, &p) - 1;
}

void payload_follow(const struct journal_entry *e, const void *bytes)
{
    number(payload_of(e, bytes));
}

const void *payload_entry(size_t n, struct journal_entry *e)
{
    const struct table *numbered = &agent.payloads->numbered;
    if (n >= numbered->at.len)
        return NULL;
    const struct payload *p = &numbered->at.at[n];
    *e = (struct journal_entry){JOURNAL_PAYLOAD, p->files, p->time, p->size};
    return p->bytes;
}

/* ---- giving out numbers ---- */

/* `ours`: so many bytes at the beginning are the executor's own. */
static int64_t enter(const void *bytes, size_t n, size_t ours, uint64_t time,
                     uint32_t files, int64_t (*how)(struct payload))
{
    /* This reads all bytes; if some are not accessible, that is the program's fault. It
     * comes first, because a rank must not be ended while the tables are being
     * changed. */
    struct payload p = {.hash = XXH3_64bits(bytes, n),
                        .time = time,
                        .files = files,
                        .size = n,
                        .bytes = (char *)(uintptr_t)bytes};
    if (!agent.wary && agent.nranks > 1)
        agent.wary = areas_mentioned((const char *)bytes + ours, n - ours);
    int who = agent.current;
    agent.current = AT_AGENT;
    int64_t number = how(p);
    agent.current = who;
    return number;
}

int64_t payload_keep(const void *bytes, size_t n)
{
    return enter(bytes, n, 0, 0, 0, find);
}

int64_t payload_describe(const void *bytes, size_t n, size_t ours)
{
    return enter(bytes, n, ours, 0, 0, find);
}

int64_t payload_lend(const void *bytes, size_t n, uint64_t time, uint32_t files)
{
    return enter(bytes, n, 0, time, files, agent.once ? add : find);
}

/* The payload with this number, which another process may have given. */
static struct payload *at(int64_t number)
{
    if ((size_t)number >= agent.payloads->numbered.at.len)
        journal_read();
    return &agent.payloads->numbered.at.at[number];
}

void payload_drop(int64_t lent)
{
    struct payload *p = at(lent);
    free(p->bytes); /* its size and digest stay known */
    p->bytes = NULL;
}

const void *payload_bytes(int64_t kept)
{
    return at(kept)->bytes;
}

int64_t payload_number(const void *bytes, size_t n, uint64_t time)
{
    if (n > INLINE_MAX || time)
        return enter(bytes, n, 0, time, 0, find);
    uint64_t v = 0;
    if (n)
        memcpy(&v, bytes, n);
    return (int64_t)(v | (uint64_t)(0x80 | n) << 56);
}

size_t payload_size(int64_t number)
{
    return number < 0 ? (size_t)((uint64_t)number >> 56 & 0x7f) : at(number)->size;
}

uint64_t payload_time(int64_t number)
{
    return number < 0 ? 0 : at(number)->time;
}

uint32_t payload_files(int64_t kept)
{
    return at(kept)->files;
}

void payload_copy(int64_t number, void *to, size_t most)
{
    size_t n = payload_size(number);
    if (n > most)
        n = most;
    if (n)
        memcpy(to, number < 0 ? (const void *)&number : at(number)->bytes, n);
}

uint64_t payload_digest(int64_t number)
{
    return number < 0 ? (uint64_t)number : at(number)->hash;
}
