/* SPDX-License-Identifier: Apache-2.0
 *
 * path.c - how did we get there?
 *
 * The searches do not remember where a state came from: that would cost four
 * bytes for each of millions of states in order to explain one. When a
 * violation is found, a second pass over the stored states finds a trace to
 * it, level by level, so it is also one of least atomic length among the
 * states that had been seen. */
#include "model/engine.h"

struct pass {
    uint32_t *parent; /* for each state, by number */
    uint8_t *depth;   /* mod 4, as in search.c; UNSEEN or DONE */
    ids list[3];
};

enum { UNSEEN = 0x40, DONE = 0x80 };

static void put(struct pass *p, uint32_t id, uint32_t parent, uint64_t now, uint32_t cost)
{
    p->parent[id] = parent;
    p->depth[id] = (uint8_t)((now + cost) & 3);
    vec_push(&p->list[cost], id);
}

static uint32_t cost_of(struct edge e)
{
    return e.recv == MODEL_NONE ? 1 : 2;
}

static void spread(struct engine *e, struct pass *p, struct expander *x, struct batch *b,
                   uint32_t id, uint64_t now)
{
    b->count = 0;
    space_expand(x, store_at(&e->store, id), b);
    for (uint32_t k = 0; k < b->count; k++) {
        uint32_t to =
            store_find(&e->store, batch_at(b, k), store_hash(batch_at(b, k), b->stride));
        uint32_t cost = cost_of(b->edge[k]);
        if (to != STORE_NONE &&
            (p->depth[to] == UNSEEN || (cost == 1 && p->depth[to] == ((now + 2) & 3))))
            put(p, to, id, now, cost);
    }
}

/* The cheapest transition from one stored state to another. */
static struct edge between(struct engine *e, struct expander *x, struct batch *b,
                           uint32_t from, uint32_t to)
{
    struct edge best = {MODEL_NONE, MODEL_NONE};
    b->count = 0;
    space_expand(x, store_at(&e->store, from), b);
    for (uint32_t k = 0; k < b->count; k++) {
        uint64_t hash = store_hash(batch_at(b, k), b->stride);
        if (store_find(&e->store, batch_at(b, k), hash) == to &&
            (best.t == MODEL_NONE || cost_of(b->edge[k]) < cost_of(best)))
            best = b->edge[k];
    }
    return best;
}

void engine_path(struct engine *e, uint32_t target)
{
    struct expander x;
    struct batch b;
    struct pass p = {0};
    uint32_t limit = store_limit(&e->store);
    expander_init(&x, e->sp);
    batch_init(&b, e->sp->layout.bytes);
    p.parent = mem_alloc(limit * sizeof *p.parent);
    p.depth = mem_alloc(limit);
    for (uint32_t i = 0; i < limit; i++)
        p.depth[i] = UNSEEN;
    put(&p, 0, STORE_NONE, 0, 0);
    for (uint64_t now = 0; !(p.depth[target] & DONE); now++) {
        for (size_t i = 0; i < p.list[0].len; i++) {
            uint32_t id = p.list[0].at[i];
            if (p.depth[id] != (now & 3))
                continue;
            p.depth[id] |= DONE;
            if (id == target)
                break;
            spread(e, &p, &x, &b, id, now);
        }
        for (int i = 0; i < 2; i++) {
            ids empty = p.list[i];
            empty.len = 0;
            p.list[i] = p.list[i + 1];
            p.list[i + 1] = empty;
        }
    }
    ids back = {0};
    for (uint32_t id = target; id != STORE_NONE; id = p.parent[id])
        vec_push(&back, id);
    e->r->path.len = 0;
    for (size_t i = back.len - 1; i > 0; i--)
        vec_push(&e->r->path, between(e, &x, &b, back.at[i], back.at[i - 1]));
    e->r->has_path = true;
    vec_free(&back);
    for (int i = 0; i < 3; i++)
        vec_free(&p.list[i]);
    free(p.parent);
    free(p.depth);
    batch_free(&b);
    expander_free(&x);
}
