/* SPDX-License-Identifier: Apache-2.0
 *
 * sleep.c - either search with sleep sets (Godefroid).
 *
 * A state is visited with a set Z of transitions that need not be taken from
 * it, because whatever they lead to is covered elsewhere. Having taken t, the
 * later siblings of t put t to sleep, and it stays asleep while only
 * transitions of other processes happen. Two transitions are independent here
 * when they have no process in common.
 *
 * Visiting a state again with a set that does not contain the one on record
 * means that somebody now relies on transitions that were asleep before. The
 * record becomes the intersection, and the state's selected transitions are
 * gone through again; those whose successors would get no smaller a set than
 * last time are skipped. The selected transitions are always those of the
 * search without sleep sets, so no state is visited that it would not visit.
 *
 * A synchronous c!?x is also passed over when the plain send c!x is asleep:
 * every run that begins with the first can begin with the second.
 *
 * Why no potentially halted state is lost, also under bounds, is proved in
 * docs/algorithms/urgent.md. The depth bound needs visits in order of depth,
 * so there is one list for each of the next levels; without a bound the first
 * of them is a plain stack.
 *
 * Sets are kept once each and known by number, 0 being the empty set. */
#include "model/engine.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define UNVISITED UINT32_MAX

struct set {
    uint32_t at, len; /* in sets.edge */
};

struct sets {
    VEC(struct edge) edge;
    VEC(struct set) set;
    uint32_t *slot; /* set number + 1 */
    size_t slots;
};

struct visit {
    uint32_t state, set;
};

struct sleeper {
    struct engine *e;
    struct sets sets;
    ids record; /* per state: its sleep set, or UNVISITED */
    VEC(struct visit) list[3];
    VEC(struct edge) before, now; /* the set while going through siblings */
    VEC(struct edge) pass;
};

static int order(struct edge a, struct edge b)
{
    if (a.t != b.t)
        return a.t < b.t ? -1 : 1;
    return a.recv < b.recv ? -1 : a.recv > b.recv;
}

static uint64_t digest(const struct edge *e, size_t n)
{
    return XXH3_64bits(e, n * sizeof *e);
}

static void rehash(struct sets *s)
{
    s->slots = s->slots ? s->slots * 2 : 256;
    free(s->slot);
    s->slot = mem_alloc(s->slots * sizeof *s->slot);
    for (size_t i = 0; i < s->set.len; i++) {
        struct set *x = &s->set.at[i];
        size_t k = digest(s->edge.at + x->at, x->len) & (s->slots - 1);
        while (s->slot[k])
            k = (k + 1) & (s->slots - 1);
        s->slot[k] = (uint32_t)i + 1;
    }
}

/* The number of this sorted set. */
static uint32_t intern(struct sets *s, const struct edge *e, size_t n)
{
    if (s->set.len * 2 >= s->slots)
        rehash(s);
    size_t k = (n ? digest(e, n) : 0) & (s->slots - 1);
    for (; s->slot[k]; k = (k + 1) & (s->slots - 1)) {
        struct set *x = &s->set.at[s->slot[k] - 1];
        if (x->len == n && (!n || !memcmp(s->edge.at + x->at, e, n * sizeof *e)))
            return s->slot[k] - 1;
    }
    struct set new = {(uint32_t)s->edge.len, (uint32_t)n};
    for (size_t i = 0; i < n; i++)
        vec_push(&s->edge, e[i]);
    vec_push(&s->set, new);
    s->slot[k] = (uint32_t)s->set.len;
    return (uint32_t)s->set.len - 1;
}

static bool among(const struct edge *set, size_t n, struct edge e)
{
    for (size_t lo = 0, hi = n; lo < hi;) {
        size_t mid = (lo + hi) / 2;
        int c = order(set[mid], e);
        if (c == 0)
            return true;
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return false;
}

/* Is nothing lost by leaving e out when all of this set is asleep? */
static bool pruned(const struct edge *set, size_t n, struct edge e)
{
    return among(set, n, e) ||
           (e.recv != MODEL_NONE && among(set, n, (struct edge){e.t, MODEL_NONE}));
}

static bool apart(const struct model *m, struct edge a, struct edge b)
{
    uint32_t p = m->trans[a.t].process, q = m->trans[b.t].process;
    uint32_t r = a.recv == MODEL_NONE ? p : m->trans[a.recv].process;
    uint32_t s = b.recv == MODEL_NONE ? q : m->trans[b.recv].process;
    return p != q && p != s && r != q && r != s;
}

#define copy_set(v, s, number)                                                           \
    do {                                                                                 \
        struct set set_ = (s)->set.at[number];                                           \
        (v)->len = 0;                                                                    \
        for (uint32_t i_ = 0; i_ < set_.len; i_++)                                       \
            vec_push((v), (s)->edge.at[set_.at + i_]);                                   \
    } while (0)

#define insert_sorted(v, e)                                                              \
    do {                                                                                 \
        vec_push((v), (e));                                                              \
        for (size_t i_ = (v)->len - 1; i_ && order((v)->at[i_ - 1], (v)->at[i_]) > 0;    \
             i_--) {                                                                     \
            struct edge swap_ = (v)->at[i_];                                             \
            (v)->at[i_] = (v)->at[i_ - 1];                                               \
            (v)->at[i_ - 1] = swap_;                                                     \
        }                                                                                \
    } while (0)

static uint32_t intersect(struct sleeper *s, uint32_t a, uint32_t b)
{
    if (a == b)
        return a;
    copy_set(&s->now, &s->sets, a);
    struct set other = s->sets.set.at[b];
    size_t n = 0;
    for (size_t i = 0; i < s->now.len; i++)
        if (among(s->sets.edge.at + other.at, other.len, s->now.at[i]))
            s->now.at[n++] = s->now.at[i];
    return intern(&s->sets, s->now.at, n);
}

/* The part of the set v that t passes to its successor: the transitions independent of
 * t. */
#define hand_on(m, out, v, e)                                                            \
    do {                                                                                 \
        (out)->len = 0;                                                                  \
        for (size_t i_ = 0; i_ < (v)->len; i_++)                                         \
            if (apart(m, (v)->at[i_], (e)))                                              \
                vec_push((out), (v)->at[i_]);                                            \
    } while (0)

/* Is everything that t would pass on from `old` also in s->pass, which it passes on
 * now? Then its successor need not be visited again. */
static bool no_less(struct sleeper *s, struct edge t)
{
    const struct model *m = s->e->sp->m;
    for (size_t i = 0; i < s->before.len; i++)
        if (apart(m, s->before.at[i], t) &&
            !among(s->pass.at, s->pass.len, s->before.at[i]))
            return false;
    return true;
}

/* Goes through the transitions in b from `state`, whose set was `old` (or
 * UNVISITED) and is now `set`. False if memory ran out. */
static bool siblings(struct sleeper *s, struct store_cursor *cur, struct batch *b,
                     uint32_t old, uint32_t set, uint64_t left)
{
    struct engine *e = s->e;
    const struct model *m = e->sp->m;
    bool levels = e->o->depth != SEARCH_NO_DEPTH;
    if (!store_reserve(&e->store, b->count, e->o->memory))
        return false;
    copy_set(&s->now, &s->sets, set);
    s->before.len = 0;
    if (old != UNVISITED)
        copy_set(&s->before, &s->sets, old);
    for (uint32_t k = 0; k < b->count; k++) {
        struct edge t = b->edge[k];
        bool was = old != UNVISITED && !pruned(s->before.at, s->before.len, t);
        if (!pruned(s->now.at, s->now.len, t)) {
            uint32_t cost = t.recv == MODEL_NONE ? 1 : 2;
            hand_on(m, &s->pass, &s->now, t);
            if (cost > left) {
                e->r->cut_depth = true;
            } else if (!was || !no_less(s, t)) {
                bool fresh;
                uint64_t hash = store_hash(batch_at(b, k), b->stride);
                uint32_t to =
                    store_add(&e->store, cur, batch_at(b, k), hash, false, &fresh);
                struct visit v = {to, intern(&s->sets, s->pass.at, s->pass.len)};
                vec_push(&s->list[levels ? cost : 0], v);
                e->r->transitions++;
            }
            insert_sorted(&s->now, t);
        }
        if (was)
            insert_sorted(&s->before, t);
    }
    return true;
}

static size_t memory(const struct sleeper *s)
{
    size_t n = store_memory(&s->e->store) + s->record.cap * sizeof(uint32_t);
    n += s->sets.edge.cap * sizeof(struct edge) + s->sets.set.cap * sizeof(struct set);
    n += s->sets.slots * sizeof(uint32_t);
    for (int i = 0; i < 3; i++)
        n += s->list[i].cap * sizeof(struct visit);
    return n;
}

static bool visit(struct sleeper *s, struct expander *x, struct store_cursor *cur,
                  struct batch *b, struct visit v, uint64_t left)
{
    struct engine *e = s->e;
    while (s->record.len <= v.state)
        vec_push(&s->record, UNVISITED);
    uint32_t old = s->record.at[v.state];
    uint32_t set = old == UNVISITED ? v.set : intersect(s, old, v.set);
    if (set == old)
        return false;
    s->record.at[v.state] = set;
    b->count = 0;
    struct expansion ex = space_expand(x, store_at(&e->store, v.state), b);
    if (old == UNVISITED && engine_note(e, e->r, &x->open, ex, v.state))
        return true;
    if (!siblings(s, cur, b, old, set, left) || memory(s) > e->o->memory)
        e->r->cut_memory = true;
    return e->r->cut_memory;
}

void engine_sleep(struct engine *e)
{
    struct sleeper s = {.e = e};
    struct expander x;
    struct batch b;
    struct store_cursor cur = {0};
    expander_init(&x, e->sp);
    batch_init(&b, e->sp->layout.bytes);
    bool stop = false, levels = e->o->depth != SEARCH_NO_DEPTH;
    uint32_t empty = intern(&s.sets, NULL, 0);
    uint32_t first = engine_initial(e, &x, &cur);
    if (first != STORE_NONE)
        vec_push(&s.list[0], (struct visit){first, empty});
    for (uint64_t now = 0, rounds = 0; !stop; now++) {
        while (s.list[0].len && !stop) {
            struct visit v = vec_pop(&s.list[0]);
            stop = visit(&s, &x, &cur, &b, v, levels ? e->o->depth - now : UINT64_MAX);
            if (rounds++ % 4096 == 0) {
                e->r->states = e->store.count;
                e->r->waiting = s.list[0].len;
                stop |= engine_tick(e);
            }
        }
        if (!s.list[1].len && !s.list[2].len)
            break;
        for (int i = 0; i < 2; i++) {
            typeof(s.list[0]) spent = s.list[i];
            s.list[i] = s.list[i + 1];
            s.list[i + 1] = spent;
        }
    }
    e->r->bytes = memory(&s);
    for (int i = 0; i < 3; i++)
        vec_free(&s.list[i]);
    vec_free(&s.sets.edge);
    vec_free(&s.sets.set);
    free(s.sets.slot);
    vec_free(&s.record);
    vec_free(&s.before);
    vec_free(&s.now);
    vec_free(&s.pass);
    batch_free(&b);
    expander_free(&x);
}
