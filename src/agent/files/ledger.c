/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger.c - see ledger.h. */
#include "agent/files/fs.h"
#include "agent/port/payload.h"
#include "agent/core/unwind.h"
#include "agent/port/python.h"

#include <string.h>

struct known { /* an entry of a clock; clocks are sorted by rank */
    uint32_t rank, record;
};

const struct access *ledger_at(uint32_t number)
{
    return number ? payload_bytes(number - 1) : NULL;
}

/* ---- clocks ---- */

static const struct known *places(uint32_t clock, size_t *n)
{
    *n = clock ? payload_size(clock - 1) / sizeof(struct known) : 0;
    return clock ? payload_bytes(clock - 1) : NULL;
}

static uint32_t clock_of(const struct known *at, size_t n)
{
    return n ? (uint32_t)payload_keep(at, n * sizeof *at) + 1 : 0;
}

uint32_t ledger_of(uint32_t clock, uint32_t rank)
{
    size_t n;
    const struct known *at = places(clock, &n);
    for (size_t i = 0; i < n && at[i].rank <= rank; i++)
        if (at[i].rank == rank)
            return at[i].record;
    return 0;
}

static uint32_t later(uint32_t a, uint32_t b)
{
    const struct access *x = ledger_at(a), *y = ledger_at(b);
    return !y || (x && x->count >= y->count) ? a : b;
}

/* The clock that contains what either of the two contains. */
static uint32_t join(uint32_t a, uint32_t b)
{
    struct known both[LINK_MAX_RANKS];
    size_t na, nb, n = 0, i = 0, k = 0;
    const struct known *x = places(a, &na), *y = places(b, &nb);
    while (i < na || k < nb)
        if (k == nb || (i < na && x[i].rank < y[k].rank)) {
            both[n++] = x[i++];
        } else if (i == na || y[k].rank < x[i].rank) {
            both[n++] = y[k++];
        } else {
            both[n].rank = x[i].rank;
            both[n++].record = later(x[i++].record, y[k++].record);
        }
    return clock_of(both, n);
}

static uint32_t without(uint32_t clock, uint32_t rank)
{
    struct known others[LINK_MAX_RANKS];
    size_t n, kept = 0;
    const struct known *at = places(clock, &n);
    for (size_t i = 0; i < n; i++)
        if (at[i].rank != rank)
            others[kept++] = at[i];
    return clock_of(others, kept);
}

uint32_t ledger_clock(void)
{
    int who = agent.current;
    struct rank_head *h = rank_head();
    if (!h->told && (h->accesses || h->known)) {
        struct known mine = {(uint32_t)who, h->accesses};
        agent.current = AT_AGENT;
        h->told = join(h->known, clock_of(&mine, h->accesses != 0));
        agent.current = who;
    }
    return h->told;
}

void ledger_learn(uint32_t clock)
{
    int who = agent.current;
    struct rank_head *h = rank_head();
    if (!clock || clock == h->told)
        return;
    agent.current = AT_AGENT;
    uint32_t all = join(h->known, without(clock, (uint32_t)who));
    agent.current = who;
    if (all == h->known)
        return;
    h->told = 0;
    h->known = all;
}

static uint64_t mix(uint64_t hash, uint64_t what)
{
    hash = (hash ^ what) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint64_t ledger_name(uint32_t clock)
{
    size_t n;
    const struct known *at = places(clock, &n);
    uint64_t name = 0;
    for (size_t i = 0; i < n; i++)
        name = mix(mix(name, at[i].rank + 1), ledger_at(at[i].record)->hash);
    return name;
}

/* ---- records ---- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    while (*text)
        hash = mix(hash, (unsigned char)*text++);
    return hash;
}

static uint64_t hash_of(const struct access *a)
{
    const struct access *before = ledger_at(a->previous);
    uint64_t h = before ? before->hash : 1;
    h = mix(mix(h, ledger_name(a->known)), a->count);
    h = mix(mix(mix(h, a->kind), a->flags), a->handle);
    h = mix(mix(h, a->from), a->to);
    h = mix(mix(h, a->site), a->when);
    h = hash_text(h, node_at(a->node)->path);
    if (a->kind == ACCESS_LOOK || a->kind == ACCESS_NAME)
        h = hash_text(h, node_text(a->name));
    if (a->kind == ACCESS_NAME)
        return mix(h, a->data != 0);
    return a->data ? mix(h, payload_digest((int64_t)a->data - 1)) : h;
}

/* Does the newest record cover this look, if need be after it is extended to more
 * bytes? Not if another rank may have been told of that record since, because this look
 * is later. */
static bool covered(const struct rank_head *h, const struct access *a)
{
    const struct access *b = ledger_at(h->accesses);
    bool looks = a->kind == ACCESS_READ || a->kind == ACCESS_LOOK ||
                 a->kind == ACCESS_LIST || a->kind == ACCESS_STATUS ||
                 a->kind == ACCESS_COUNT;
    return b && looks && !h->told && b->kind == a->kind && b->known == h->known &&
           b->node == a->node && b->name == a->name && b->handle == a->handle &&
           b->from <= a->from && b->to >= a->to && (a->flags & ~b->flags) == 0;
}

static bool continues(const struct rank_head *h, const struct access *a)
{
    const struct access *b = ledger_at(h->accesses);
    return b && !h->told && a->kind == ACCESS_READ && b->kind == ACCESS_READ &&
           b->known == h->known && b->node == a->node && b->handle == a->handle &&
           b->to == a->from && b->from < b->to;
}

static bool of_contents(uint8_t kind)
{
    return kind == ACCESS_READ || kind == ACCESS_WRITE || kind == ACCESS_APPEND ||
           kind == ACCESS_TRUNCATE || kind == ACCESS_SYNC;
}

void ledger_add(struct call *c, struct access a)
{
    struct rank_head *h = files_head(c);
    struct access new;
    uint32_t last = h->accesses, time = 0;
    size_t n;
    if (of_contents(a.kind)) {
        a.handle = c->handle;
        a.flags |= c->atomic ? ACCESS_ATOMIC : 0;
    }
    if ((agent.nranks == 1 && !a.handle) || covered(h, &a))
        return;
    memset(&new, 0, sizeof new); /* records are compared byte by byte, so the padding must
                                    be zero */
    if (continues(h, &a)) {
        a.from = ledger_at(last)->from;
        a.flags |= ledger_at(last)->flags;
        last = ledger_at(last)->previous;
    }
    const struct access *before = ledger_at(last);
    const struct known *others = places(h->known, &n);
    for (size_t i = 0; i < n; i++)
        if (ledger_at(others[i].record)->time > time)
            time = ledger_at(others[i].record)->time;
    if (before && before->time > time)
        time = before->time;
    new.previous = last;
    new.known = h->known;
    new.count = before ? before->count + 1 : 1;
    new.time = time + 1;
    new.rank = (uint16_t)files_rank(c);
    new.kind = a.kind;
    new.flags = a.flags;
    new.node = a.node;
    new.name = a.name;
    new.data = a.data;
    new.handle = a.handle;
    new.from = a.from;
    new.to = a.to;
    new.site = unwind_through(&new.library);
    if (!a.handle)
        new.library = 0;
    if (new.library) /* through a package of Python, maybe */
        new.site =
            (uint64_t)(uintptr_t)python_site((void *)(uintptr_t) new.site); // NOLINT
    new.idiom = new.library ? unwind_idiom() : 0;
    if (a.kind == ACCESS_WRITE || a.kind == ACCESS_APPEND || a.kind == ACCESS_TRUNCATE ||
        a.kind == ACCESS_NAME) {
        virtual_matters();
        new.when = h->clock;
    }
    new.hash = hash_of(&new);
    h->accesses = (uint32_t)payload_keep(&new, sizeof new) + 1;
    h->told = 0;
}

static bool goes_first(const struct access *a, const struct access *b)
{
    return a->time != b->time ? a->time < b->time : a->rank < b->rank;
}

void ledger_sort(access_vec *v,
                 bool (*first)(const struct access *, const struct access *))
{
    for (size_t gap = v->len / 2; gap; gap /= 2)
        for (size_t i = gap; i < v->len; i++) {
            const struct access *a = v->at[i];
            size_t k = i;
            for (; k >= gap && first(a, v->at[k - gap]); k -= gap)
                v->at[k] = v->at[k - gap];
            v->at[k] = a;
        }
}

void ledger_news(uint32_t before, uint32_t after, access_vec *out)
{
    size_t n;
    const struct known *at = places(after, &n);
    for (size_t i = 0; i < n; i++) {
        uint32_t from = ledger_of(before, at[i].rank);
        uint32_t seen = from ? ledger_at(from)->count : 0;
        for (const struct access *a = ledger_at(at[i].record); a && a->count > seen;
             a = ledger_at(a->previous))
            vec_push(out, a);
    }
    ledger_sort(out, goes_first);
}
