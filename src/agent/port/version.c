/* SPDX-License-Identifier: Apache-2.0
 *
 * version.c - see version.h.
 *
 * Bytes are the leaves of a tree, 1024 in each; an inner node has 16 children. Of leaves
 * and nodes, equal ones are kept once, so two versions share what they have in common. A
 * part of the tree that is all zero is absent, and the tree is as low as its contents
 * allow: so equal contents make equal trees, also where a part is sparse, as that of a
 * dynamic window, whose displacements are addresses.
 *
 * Sums of floating-point numbers depend on the order in which they are added, by
 * rounding. Exploring all orders for that would be absurd, and choosing the order of the
 * execution at hand would make equal traces differ. So addends that nobody has read are
 * kept aside, sorted, and are added when somebody looks. */
#include "agent/port/version.h"
#include "agent/core/agent.h"
#include "agent/port/payload.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LEAF = 1024, FAN = 16, FAN_BITS = 4, LEAF_BITS = 10 };
#define NONE ((int64_t)-1)

/* What a version's number stands for. */
struct content {
    int64_t tree;     /* a leaf if height is 0, else a node; NONE: all zero */
    int64_t height;   /* the number of levels of nodes above the leaves */
    int64_t aside;    /* a list of deeds that are still to be added; NONE: none */
    int64_t attached; /* a list of runs; NONE: nothing was ever attached */
    int64_t gone;     /* the same: memory that does not exist any more */
};

static const struct content empty = {
    .tree = NONE, .aside = NONE, .attached = NONE, .gone = NONE};

/* ---- what is kept once ---- */

struct kept {
    uint64_t hash;
    uint32_t size;
    _Alignas(uint64_t) char bytes[];
};

/* What an access has led to before. */
struct known {
    uint64_t version, after; /* after: plus 1; 0: the entry is free */
    int64_t deed, result;
};

enum { KNOWN = 1 << 14 }; /* a new entry replaces an old one in its place */

struct versions {
    VEC(struct kept *) kept;
    uint32_t *slot; /* hash table: index into kept, plus 1 */
    size_t slots;
    struct known known[KNOWN];
};

static void grow(struct versions *v)
{
    free(v->slot);
    v->slots = v->slots ? 2 * v->slots : 1024;
    v->slot = mem_alloc(v->slots * sizeof *v->slot);
    for (size_t i = 0; i < v->kept.len; i++) {
        size_t s = v->kept.at[i]->hash & (v->slots - 1);
        while (v->slot[s])
            s = (s + 1) & (v->slots - 1);
        v->slot[s] = (uint32_t)i + 1;
    }
}

static struct versions *versions(void)
{
    if (!agent.versions)
        agent.versions = mem_alloc(sizeof *agent.versions);
    return agent.versions;
}

/* The number of these bytes. Equal bytes have equal numbers. */
static int64_t keep(const void *bytes, size_t n)
{
    struct versions *v = versions();
    uint64_t hash = XXH3_64bits(bytes, n);
    if (2 * v->kept.len >= v->slots)
        grow(v);
    size_t s = hash & (v->slots - 1);
    for (; v->slot[s]; s = (s + 1) & (v->slots - 1)) {
        const struct kept *k = v->kept.at[v->slot[s] - 1];
        if (k->hash == hash && k->size == n && !memcmp(k->bytes, bytes, n))
            return v->slot[s] - 1;
    }
    struct kept *k = mem_alloc(sizeof *k + n);
    k->hash = hash;
    k->size = (uint32_t)n;
    memcpy(k->bytes, bytes, n);
    vec_push(&v->kept, k);
    v->slot[s] = (uint32_t)v->kept.len;
    return (int64_t)v->kept.len - 1;
}

static const void *kept_bytes(int64_t number)
{
    return agent.versions->kept.at[number]->bytes;
}

static size_t kept_size(int64_t number)
{
    return agent.versions->kept.at[number]->size;
}

static struct content content_of(uint64_t version)
{
    struct content c = empty;
    if (version)
        memcpy(&c, kept_bytes((int64_t)version - 1), sizeof c);
    return c;
}

static uint64_t number_of(const struct content *c)
{
    if (!memcmp(c, &empty, sizeof *c))
        return 0;
    return (uint64_t)keep(c, sizeof *c) + 1;
}

/* ---- lists of versions ---- */

enum { GROUP = 64 }; /* a list shares those that are as before, so many at a time */

int64_t versions_keep(const uint64_t *list, size_t n)
{
    VEC(int64_t) groups = {0};
    for (size_t i = 0; i < n; i += GROUP)
        vec_push(&groups, keep(list + i, (n - i < GROUP ? n - i : GROUP) * sizeof *list));
    int64_t number = keep(groups.at, groups.len * sizeof *groups.at);
    vec_free(&groups);
    return number;
}

uint64_t versions_at(int64_t list, size_t i)
{
    const int64_t *group = kept_bytes(list);
    const uint64_t *of = kept_bytes(group[i / GROUP]);
    return of[i % GROUP];
}

/* ---- the tree ---- */

static int64_t keep_unless_zero(const void *bytes, size_t n, bool zero)
{
    return zero ? NONE : keep(bytes, n);
}

static bool all_zero(const char *bytes, size_t n)
{
    return !bytes[0] && !memcmp(bytes, bytes + 1, n - 1);
}

static void children_of(int64_t node, int64_t *child)
{
    if (node != NONE) {
        memcpy(child, kept_bytes(node), FAN * sizeof *child);
        return;
    }
    for (int i = 0; i < FAN; i++)
        child[i] = NONE;
}

static int64_t node_of(const int64_t *child)
{
    bool none = true;
    for (int i = 0; i < FAN; i++)
        none &= child[i] == NONE;
    return keep_unless_zero(child, FAN * sizeof *child, none);
}

/* The number of bytes below a node of this height is 2 to the power of this. */
static unsigned reach(int64_t height)
{
    return LEAF_BITS + FAN_BITS * (unsigned)height;
}

static bool covers(int64_t height, uint64_t end)
{
    return reach(height) >= 64 || end <= UINT64_C(1) << reach(height);
}

/* A tree like this one, with other bytes; `at` counts from its beginning. */
static int64_t tree_write(int64_t tree, int64_t height, uint64_t at, const char *bytes,
                          size_t n)
{
    if (height == 0) {
        char leaf[LEAF] = {0};
        if (tree != NONE)
            memcpy(leaf, kept_bytes(tree), LEAF);
        memcpy(leaf + at, bytes, n);
        return keep_unless_zero(leaf, LEAF, all_zero(leaf, LEAF));
    }
    int64_t child[FAN];
    uint64_t each = UINT64_C(1) << reach(height - 1);
    children_of(tree, child);
    while (n) {
        uint64_t i = at / each, from = at % each;
        size_t some = each - from < n ? (size_t)(each - from) : n;
        child[i] = tree_write(child[i], height - 1, from, bytes, some);
        at += some;
        bytes += some;
        n -= some;
    }
    return node_of(child);
}

static void tree_read(int64_t tree, int64_t height, uint64_t at, char *to, size_t n)
{
    if (tree == NONE) {
        memset(to, 0, n);
        return;
    }
    if (height == 0) {
        memcpy(to, (const char *)kept_bytes(tree) + at, n);
        return;
    }
    int64_t child[FAN];
    uint64_t each = UINT64_C(1) << reach(height - 1);
    children_of(tree, child);
    while (n) {
        uint64_t i = at / each, from = at % each;
        size_t some = each - from < n ? (size_t)(each - from) : n;
        tree_read(child[i], height - 1, from, to, some);
        at += some;
        to += some;
        n -= some;
    }
}

/* Makes the tree one level higher, or lower if only its first child is not empty. */
static void heighten(struct content *c)
{
    int64_t child[FAN];
    children_of(NONE, child);
    child[0] = c->tree;
    c->tree = node_of(child);
    c->height++;
}

static void lower(struct content *c)
{
    while (c->height > 0) {
        int64_t child[FAN];
        children_of(c->tree, child);
        for (int i = 1; i < FAN; i++)
            if (child[i] != NONE)
                return;
        c->tree = child[0];
        c->height--;
    }
}

static void content_write(struct content *c, uint64_t at, const char *bytes, size_t n)
{
    while (!covers(c->height, at + n))
        heighten(c);
    c->tree = tree_write(c->tree, c->height, at, bytes, n);
    lower(c);
}

static void content_read(const struct content *c, uint64_t at, char *to, size_t n)
{
    size_t there = n;
    if (!covers(c->height, at + n)) {
        uint64_t end = UINT64_C(1) << reach(c->height);
        there = at < end ? (size_t)(end - at) : 0;
        memset(to + there, 0, n - there);
    }
    if (there)
        tree_read(c->tree, c->height, at, to, there);
}

/* ---- deeds ---- */

/* An access, as it is kept; its runs follow, and its operand. */
struct deed {
    uint32_t kind; /* enum port_rma_kind */
    uint16_t op, basic;
    uint32_t element;
    uint16_t rounds, dynamic;
    uint16_t call, epoch_call;
    uint32_t pad;
    uint64_t site, epoch_site;
    uint64_t lo, hi;
    uint64_t nruns, touched, n;
};

static const struct deed *deed_at(int64_t number)
{
    return payload_bytes(number);
}

static const struct port_run *runs_of(const struct deed *d)
{
    return (const struct port_run *)(d + 1);
}

static const char *operand_of(const struct deed *d)
{
    return (const char *)(runs_of(d) + d->nruns);
}

int64_t deed_keep(const struct port_rma *a)
{
    size_t runs = a->nruns * sizeof *a->runs, all = sizeof(struct deed) + runs + a->n;
    char *made = malloc(all);
    if (!made)
        agent_die("no memory left for an access of %zu bytes", all);
    struct deed d = {.kind = a->kind,
                     .op = a->op,
                     .basic = a->basic,
                     .element = a->element,
                     .rounds = a->rounds && !a->exclusive,
                     .dynamic = a->dynamic,
                     .call = a->from.call,
                     .epoch_call = a->epoch.call,
                     .site = (uint64_t)(uintptr_t)a->from.site,
                     .epoch_site = (uint64_t)(uintptr_t)a->epoch.site,
                     .lo = a->lo,
                     .hi = a->hi,
                     .nruns = a->nruns,
                     .touched = a->touched,
                     .n = a->n};
    memcpy(made, &d, sizeof d);
    memcpy(made + sizeof d, a->runs, runs);
    if (a->n)
        memcpy(made + sizeof d + runs, a->bytes, a->n);
    int64_t number = payload_describe(made, all, all - a->n);
    free(made);
    return number;
}

uint64_t deed_digest(int64_t deed)
{
    return payload_digest(deed);
}

enum port_rma_kind deed_kind(int64_t deed)
{
    return (enum port_rma_kind)deed_at(deed)->kind;
}

struct port_from deed_from(int64_t deed)
{
    const struct deed *d = deed_at(deed);
    return (struct port_from){.call = d->call, .site = (void *)(uintptr_t)d->site};
}

struct port_from deed_epoch(int64_t deed)
{
    const struct deed *d = deed_at(deed);
    return (struct port_from){.call = d->epoch_call,
                              .site = (void *)(uintptr_t)d->epoch_site};
}

static int by_place(const void *x, const void *y)
{
    const struct port_run *a = x, *b = y;
    return (a->at > b->at) - (a->at < b->at);
}

/* The runs of a deed by increasing address: they nearly always are. A copy must be
 * freed. */
static const struct port_run *sorted_runs(const struct deed *d, struct port_run **copy)
{
    const struct port_run *runs = runs_of(d);
    size_t i = 1;
    while (i < d->nruns && runs[i - 1].at <= runs[i].at)
        i++;
    *copy = NULL;
    if (i >= d->nruns)
        return runs;
    size_t bytes = d->nruns * sizeof *runs;
    *copy = mem_alloc(bytes);
    memcpy(*copy, runs, bytes);
    qsort(*copy, d->nruns, sizeof **copy, by_place);
    return *copy;
}

/* Goes over the runs of both by address: one that begins before the furthest end of the
 * other's runs so far overlaps them. */
static struct port_run first_common(const struct port_run *a, size_t n,
                                    const struct port_run *b, size_t m)
{
    uint64_t end[2] = {0, 0};
    for (size_t i = 0, k = 0; i < n || k < m;) {
        bool mine = k == m || (i < n && a[i].at <= b[k].at);
        const struct port_run *x = mine ? &a[i++] : &b[k++];
        uint64_t to = x->at + x->bytes, theirs = end[mine];
        if (x->at < theirs)
            return (struct port_run){x->at, (to < theirs ? to : theirs) - x->at};
        if (to > end[!mine])
            end[!mine] = to;
    }
    return (struct port_run){0};
}

struct port_run deeds_common(int64_t one, int64_t other)
{
    const struct deed *a = deed_at(one), *b = deed_at(other);
    struct port_run *copy[2], common;
    if (a->lo >= b->hi || b->lo >= a->hi)
        return (struct port_run){0};
    const struct port_run *x = sorted_runs(a, &copy[0]), *y = sorted_runs(b, &copy[1]);
    common = first_common(x, a->nruns, y, b->nruns);
    free(copy[0]);
    free(copy[1]);
    return common;
}

bool deeds_meet(int64_t a, int64_t b)
{
    return deeds_common(a, b).bytes > 0;
}

/* One leaf of a content, in which many short runs may lie. */
struct page {
    struct content *content;
    uint64_t at; /* UINT64_MAX: none so far */
    bool changed;
    char bytes[LEAF];
};

static void page_leave(struct page *p)
{
    if (p->changed)
        content_write(p->content, p->at, p->bytes, LEAF);
    p->changed = false;
}

static char *page_turn(struct page *p, uint64_t at)
{
    uint64_t leaf = at & ~(uint64_t)(LEAF - 1);
    if (leaf != p->at) {
        page_leave(p);
        p->at = leaf;
        content_read(p->content, leaf, p->bytes, LEAF);
    }
    return p->bytes + (at - leaf);
}

/* Copies the bytes that a deed touches, in its order, to `to`, or puts those of `from`
 * there. */
static void transfer(struct content *c, const struct deed *d, char *to, const char *from)
{
    struct page p = {.content = c, .at = UINT64_MAX};
    for (size_t i = 0; i < d->nruns; i++) {
        struct port_run r = runs_of(d)[i];
        while (r.bytes) {
            size_t some = LEAF - (r.at & (LEAF - 1));
            if (some > r.bytes)
                some = r.bytes;
            char *here = page_turn(&p, r.at);
            if (from)
                memcpy(here, from, some);
            else
                memcpy(to, here, some);
            p.changed |= from != NULL;
            to = to ? to + some : NULL;
            from = from ? from + some : NULL;
            r.at += some;
            r.bytes -= some;
        }
    }
    page_leave(&p);
}

static void gather(struct content *c, const struct deed *d, char *to)
{
    transfer(c, d, to, NULL);
}

static void scatter(struct content *c, const struct deed *d, const char *from)
{
    transfer(c, d, NULL, from);
}

/* `there` becomes what the deed makes of it. */
static void combine(const struct deed *d, char *there)
{
    const char *operand = operand_of(d);
    if (d->kind == PORT_SWAP) {
        if (!memcmp(there, operand, d->element))
            memcpy(there, operand + d->element, d->element);
    } else if (d->op == PORT_REPLACE) {
        memcpy(there, operand, d->touched);
    } else if (d->op != PORT_NO_OP) {
        agent.arithmetic(d->op, d->basic, operand, there, d->touched / d->element);
    }
}

static char *room_for(size_t n)
{
    char *room = malloc(n + 16);
    if (!room)
        agent_die("no memory left for an access of %zu bytes", n);
    return room;
}

static void apply(struct content *c, const struct deed *d)
{
    char *there = room_for(d->touched);
    gather(c, d, there);
    combine(d, there);
    scatter(c, d, there);
    free(there);
}

/* ---- sums that nobody has looked at ---- */

static bool overlaps(const struct deed *a, const struct deed *b)
{
    return a->lo < b->hi && b->lo < a->hi;
}

static int by_content(const void *x, const void *y)
{
    const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    if (a == b)
        return 0;
    size_t n = payload_size(a), m = payload_size(b);
    int order = memcmp(payload_bytes(a), payload_bytes(b), n < m ? n : m);
    return order ? order : (n > m) - (n < m);
}

static void put_aside(struct content *c, int64_t deed)
{
    size_t n = c->aside == NONE ? 0 : kept_size(c->aside) / sizeof(int64_t);
    int64_t *list = (int64_t *)(void *)room_for((n + 1) * sizeof *list);
    if (n)
        memcpy(list, kept_bytes(c->aside), n * sizeof *list);
    list[n] = deed;
    qsort(list, n + 1, sizeof *list, by_content);
    c->aside = keep(list, (n + 1) * sizeof *list);
    free(list);
}

/* Adds what was kept aside and concerns these bytes. */
static void settle(struct content *c, uint64_t lo, uint64_t hi)
{
    if (c->aside == NONE)
        return;
    size_t n = kept_size(c->aside) / sizeof(int64_t), left = 0;
    int64_t *list = (int64_t *)(void *)room_for(n * sizeof *list);
    memcpy(list, kept_bytes(c->aside), n * sizeof *list);
    for (size_t i = 0; i < n; i++) {
        const struct deed *d = deed_at(list[i]);
        if (d->lo < hi && lo < d->hi)
            apply(c, d);
        else
            list[left++] = list[i];
    }
    c->aside = left ? keep(list, left * sizeof *list) : NONE;
    free(list);
}

/* Would this deed be one of several that may be kept aside together? */
static bool keeps_aside(const struct content *c, const struct deed *d)
{
    if (d->kind != PORT_ACCUMULATE || !d->rounds)
        return false;
    size_t n = c->aside == NONE ? 0 : kept_size(c->aside) / sizeof(int64_t);
    for (size_t i = 0; i < n; i++) {
        int64_t other;
        memcpy(&other, (const char *)kept_bytes(c->aside) + i * sizeof other,
               sizeof other);
        const struct deed *o = deed_at(other);
        if (overlaps(o, d) && (o->op != d->op || o->basic != d->basic))
            return false;
    }
    return true;
}

/* ---- attached memory ---- */

/* Do attached pieces, which are sorted, cover the run? */
static bool run_is_attached(const struct content *c, struct port_run run)
{
    size_t n = kept_size(c->attached) / sizeof(struct port_run);
    const struct port_run *list = kept_bytes(c->attached);
    uint64_t end = run.at + run.bytes;
    for (size_t k = 0; k < n && run.at < end; k++)
        if (list[k].at <= run.at && run.at < list[k].at + list[k].bytes)
            run.at = list[k].at + list[k].bytes;
    return run.at >= end;
}

static bool overlaps_any(int64_t list, const struct port_run *run)
{
    size_t n = list == NONE ? 0 : kept_size(list) / sizeof *run;
    const struct port_run *at = n ? kept_bytes(list) : NULL;
    for (size_t k = 0; k < n; k++)
        if (at[k].at < run->at + run->bytes && run->at < at[k].at + at[k].bytes)
            return true;
    return false;
}

/* Is the memory there? That it lies within the window has been checked by the library. */
static bool is_there(const struct content *c, const struct deed *d)
{
    if (d->dynamic && c->attached == NONE)
        return false;
    for (size_t i = 0; i < d->nruns; i++)
        if (d->dynamic ? !run_is_attached(c, runs_of(d)[i])
                       : overlaps_any(c->gone, &runs_of(d)[i]))
            return false;
    return true;
}

/* The list with the run, or without it. */
static int64_t list_with(int64_t old, struct port_run run, bool with)
{
    size_t n = old == NONE ? 0 : kept_size(old) / sizeof run;
    struct port_run *list = (struct port_run *)(void *)room_for((n + 1) * sizeof *list);
    if (n)
        memcpy(list, kept_bytes(old), n * sizeof *list);
    for (size_t i = 0; i < n; i++)
        if (list[i].at == run.at)
            list[i--] = list[--n];
    if (with)
        list[n++] = run;
    qsort(list, n, sizeof *list, by_place);
    int64_t made = keep(list, n * sizeof *list);
    free(list);
    return made;
}

/* Attaches the memory of a deed, or it is gone. Its bytes are zero then. */
static void attach(struct content *c, const struct deed *d)
{
    const struct port_run mine = *runs_of(d);
    c->attached = list_with(c->attached, mine, d->kind == PORT_ATTACH);
    c->gone = list_with(c->gone, mine, d->kind == PORT_GONE);
    char *zero = room_for(mine.bytes);
    memset(zero, 0, mine.bytes);
    scatter(c, d, zero);
    free(zero);
}

/* ---- versions ---- */

static uint64_t find_after(uint64_t version, int64_t deed, int64_t *result)
{
    struct content c = content_of(version);
    const struct deed *d = deed_at(deed);
    *result = 0;
    if (d->kind == PORT_ATTACH || d->kind == PORT_DETACH || d->kind == PORT_GONE) {
        attach(&c, d);
        return number_of(&c);
    }
    if (d->kind == PORT_SYNC) {
        *result = (int64_t)version; /* it reads everything */
        return version;
    }
    if (!is_there(&c, d)) {
        *result = NONE;
        return version;
    }
    if (keeps_aside(&c, d)) {
        put_aside(&c, deed);
        return number_of(&c);
    }
    settle(&c, d->lo, d->hi);
    if (d->kind == PORT_PUT || d->kind == PORT_STORE) {
        scatter(&c, d, operand_of(d));
        return number_of(&c);
    }
    char *there = room_for(d->touched);
    gather(&c, d, there);
    if (d->kind != PORT_ACCUMULATE)
        *result = payload_keep(there, d->touched);
    bool changes = d->kind != PORT_GET && (d->kind == PORT_SWAP || d->op != PORT_NO_OP);
    if (changes) {
        combine(d, there);
        scatter(&c, d, there);
    }
    free(there);
    return changes ? number_of(&c) : version;
}

uint64_t version_after(uint64_t version, int64_t deed, int64_t *result)
{
    uint64_t key[] = {version, (uint64_t)deed};
    struct known *k = &versions()->known[XXH3_64bits(key, sizeof key) % KNOWN];
    if (!k->after || k->version != version || k->deed != deed) {
        uint64_t after = find_after(version, deed, &k->result);
        *k = (struct known){version, after + 1, deed, k->result};
    }
    *result = k->result;
    return k->after - 1;
}

/* The contents, with all sums. */
static struct content settled(uint64_t version)
{
    struct content c = content_of(version);
    settle(&c, 0, UINT64_MAX);
    return c;
}

void version_read(uint64_t version, uint64_t at, void *to, size_t bytes)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    struct content c = settled(version);
    content_read(&c, at, to, bytes);
    agent.current = who;
}

struct comparison {
    uint64_t lo, hi;
    void (*differs)(void *, uint64_t, size_t);
    void *context;
};

static void compare(const struct comparison *x, int64_t a, int64_t b, int64_t height,
                    uint64_t at)
{
    bool whole = reach(height) >= 64;
    uint64_t size = whole ? UINT64_MAX : UINT64_C(1) << reach(height);
    if (a == b || at >= x->hi || (!whole && at + size <= x->lo))
        return;
    if (height == 0) {
        uint64_t from = at < x->lo ? x->lo : at,
                 to = at + LEAF > x->hi ? x->hi : at + LEAF;
        x->differs(x->context, from, (size_t)(to - from));
        return;
    }
    int64_t left[FAN], right[FAN];
    children_of(a, left);
    children_of(b, right);
    for (uint64_t i = 0; i < FAN; i++)
        compare(x, left[i], right[i], height - 1, at + (i << reach(height - 1)));
}

void version_compare(uint64_t a, uint64_t b, uint64_t lo, uint64_t hi,
                     void (*differs)(void *, uint64_t, size_t), void *context)
{
    if (a == b)
        return;
    int who = agent.current;
    agent.current = AT_AGENT; /* a rank must not be ended while tables are changed */
    struct content x = settled(a), y = settled(b);
    const struct comparison both = {lo, hi, differs, context};
    while (x.height < y.height)
        heighten(&x);
    while (y.height < x.height)
        heighten(&y);
    agent.current = who;
    compare(&both, x.tree, y.tree, x.height, 0);
}
