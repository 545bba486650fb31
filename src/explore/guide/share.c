/* SPDX-License-Identifier: Apache-2.0
 *
 * share.c - dpor and sdpor in several processes: see share.h.
 *
 * The first process has all heads, and decides which of their ways is explored next. An
 * *order* says how to get there: the ways that lead to it, and for each head on the path
 * which ways were begun before, since their steps sleep below it. Another process makes
 * the run and writes a *report*: the heads that it has found on its way, and the ways
 * of heads above them that races ask for. Of such ways the first process inserts one,
 * unless one of them is wanted by then. It does not matter when this happens, as a head
 * stays while anything below it is explored (docs/algorithms/guided.md). */
#include "explore/guide/share.h"
#include "explore/guide/run.h"
#include "explore/guide/uct.h"

#include <string.h>

/* A run that another process makes; no head: its place is free. In a first run there is
 * no head above it: `first`. */
struct given {
    struct head *head;
    uint32_t way;
    struct guide_pick pick;
    bool first;
};

struct share {
    VEC(struct given) given;
    words_vec asked; /* in a worker: what the present run has asked for, */
    uint32_t asks;   /* how often */
    bool begun;      /* the first run was given to somebody */
};

/* ---- orders ---- */

static struct item as_item(words_vec *v, uint64_t path, uint32_t token)
{
    struct item it = {.path = path, .token = token + 1};
    it.ways = (__typeof__(it.ways)){v->at, v->len, v->cap};
    return it;
}

static uint32_t note_given(struct share *s, struct given x)
{
    uint32_t i = 0;
    while (i < s->given.len && (s->given.at[i].head || s->given.at[i].first))
        i++;
    if (i == s->given.len)
        vec_push(&s->given, x);
    s->given.at[i] = x;
    return i;
}

/* The ways of the head, of which this one leads to the run. */
static void add_path(words_vec *v, const struct head *h, uint32_t way)
{
    vec_push(v, h->n);
    vec_push(v, way);
    for (uint32_t i = 0; i < h->n; i++)
        vec_push(v, (h->notes[i].wanted ? PATH_WANTED : 0u) |
                        (head_begun_before(h, i, way) ? PATH_BEGUN : 0u));
}

static struct item order(struct guide *g, const struct guide_pick *p)
{
    words_vec v = {0};
    struct wish none = {.waits = SIGHT_NOBODY};
    vec_push(&v, p->then);
    vec_push(&v, p->by);
    words_add_wish(&v, p->head ? &p->head->notes[p->way].wish : &none);
    g->chain.len = 0;
    for (struct head *h = p->head; h; h = h->parent)
        vec_push(&g->chain, h);
    vec_push(&v, (uint32_t)g->chain.len);
    for (size_t i = g->chain.len; i-- > 0;)
        add_path(&v, g->chain.at[i], i ? g->chain.at[i - 1]->way : p->way);
    uint32_t token = note_given(g->share, (struct given){p->head, p->way, *p, !p->head});
    return as_item(&v, p->head ? p->head->path : 0, token);
}

/* The first run begins at the root. */
static struct guide_pick first_pick(struct guide *g)
{
    bool any = g->w->s->options.strategy == STRATEGY_AUTO;
    return (struct guide_pick){.arm = ARM_DFS,
                               .by = any ? GUIDE_FEATURES | GUIDE_MIN_SWITCHES
                                         : g->w->s->options.guides,
                               .then = guide_first(g)};
}

static void add_orders(struct worklist *w, size_t n)
{
    enum { MOST = 32 };
    struct guide *g = w->guide;
    n = n < MOST ? n : MOST;
    if (!g->share->begun) {
        struct guide_pick p = first_pick(g);
        g->share->begun = true;
        vec_push(&w->items, order(g, &p));
        return;
    }
    for (; n && g->heads.open.len; n--) {
        struct guide_pick p = guide_pick(g);
        run_take(g, p.head, p.way);
        p.head->busy++;
        vec_push(&w->items, order(g, &p));
    }
}

static size_t count_open(const struct worklist *w)
{
    return w->guide->share->begun ? w->guide->heads.open.len : 1;
}

/* ---- a worker ---- */

void share_ask(struct guide *g, const struct head *h, const uint32_t *ways, size_t n,
               const struct wish *wish)
{
    words_vec *v = &g->share->asked;
    for (size_t i = 0; i < n; i++)
        if (h->notes[ways[i]].wanted)
            return;
    g->share->asks++;
    vec_push(v, h->depth);
    vec_push(v, (uint32_t)n);
    for (size_t i = 0; i < n; i++)
        vec_push(v, ways[i]);
    words_add_wish(v, wish);
}

/* What the run has found, as an item. */
static struct item report(struct guide *g, uint32_t token, bool begun, uint64_t steps)
{
    words_vec v = {0};
    uint32_t heads = 0;
    vec_push(&v, begun);
    vec_push(&v, g->fresh);
    words_add_long(&v, g->steps - steps);
    vec_push(&v, g->share->asks);
    for (size_t i = 0; i < g->share->asked.len; i++)
        vec_push(&v, g->share->asked.at[i]);
    size_t count = v.len;
    vec_push(&v, 0);
    for (const struct head *h = g->top; h; h = h->child) {
        if (h->foreign)
            continue;
        vec_push(&v, h->way);
        saved_add(&v, h);
        heads++;
    }
    v.at[count] = heads;
    return as_item(&v, 0, token);
}

static struct item make_run(struct guide *g, const struct item *it)
{
    struct word_reader x = {it->ways.at, it->ways.len, false};
    VEC(struct run_path) path = {0};
    enum way_policy then = (enum way_policy)words_next(&x);
    uint64_t steps = g->steps;
    g->by = words_next(&x);
    g->wish = words_wish(&x);
    uint32_t n = words_next(&x);
    for (uint32_t i = 0; i < n && !x.bad; i++) {
        struct run_path p = {.n = words_next(&x)};
        p.way = words_next(&x);
        p.flags = x.at;
        x.bad |= p.n > x.left;
        x.at += x.bad ? 0 : p.n;
        x.left -= x.bad ? 0 : p.n;
        vec_push(&path, p);
    }
    g->share->asked.len = g->share->asks = g->fresh = 0;
    bool begun = !search_stopped(g->w->s) && !x.bad &&
                 run_order(g, path.at, path.len, it->path, then);
    struct item out = report(g, it->token - 1, begun, steps);
    run_forget(g);
    vec_free(&path);
    return out;
}

static void serve(struct worklist *w)
{
    struct guide g;
    struct share s = {0};
    items_vec orders = w->items;
    w->items = (items_vec){0};
    guide_init(&g, w);
    g.share = &s;
    for (size_t i = 0; i < orders.len; i++) {
        struct item it = make_run(&g, &orders.at[i]);
        vec_push(&w->items, it);
        item_free(&orders.at[i]);
    }
    vec_free(&orders);
    heads_free(&g.heads);
    w->guide = NULL;
    vec_free(&s.asked);
    vec_free(&g.chain);
}

/* ---- reports ---- */

/* Inserts what the run has asked for, at heads above it. */
static void take_asked(struct guide *g, struct word_reader *x, struct head *from)
{
    uint32_t asks = words_next(x);
    words_vec ways = {0};
    for (uint32_t i = 0; i < asks && !x->bad; i++) {
        uint32_t depth = words_next(x), n = words_next(x);
        struct head *h = from;
        while (h && h->depth > depth)
            h = h->parent;
        x->bad |= !h || h->depth != depth || !n || n > h->n;
        ways.len = 0;
        for (uint32_t k = 0; k < n && !x->bad; k++) {
            vec_push(&ways, words_next(x));
            x->bad |= vec_last(&ways) >= h->n;
        }
        struct wish wish = words_wish(x);
        if (!x->bad)
            run_want(g, h, ways.at, ways.len, &wish);
    }
    vec_free(&ways);
}

static void count_run(struct guide *g, struct head *h, enum arm arm, uint32_t fresh,
                      double steps)
{
    struct guided_counts *c = &g->w->s->counts.guided;
    struct arm_record *a = &g->learned->arm[arm];
    a->cost = 0.95 * a->cost + steps + 1;
    a->reward = 0.95 * a->reward + fresh;
    a->spent += steps + 1;
    c->runs[arm]++;
    c->features = g->learned->features;
    g->steps += (uint64_t)steps;
    g->runs++;
    for (; h; h = h->parent) {
        h->visits++;
        h->reward += uct_reward(fresh);
    }
}

static void take_report(struct guide *g, const struct item *it)
{
    struct word_reader x = {it->ways.at, it->ways.len, false};
    struct share *s = g->share;
    if (!it->token || it->token > s->given.len) {
        g->w->s->counts.stopped = STOP_WORKER;
        return;
    }
    struct given run = s->given.at[it->token - 1];
    s->given.at[it->token - 1] = (struct given){0};
    struct head *h = run.head;
    bool begun = words_next(&x);
    uint32_t fresh = words_next(&x);
    double steps = (double)words_long(&x);
    g->inserting = run.pick.then;
    take_asked(g, &x, h);
    if (h)
        h->busy--;
    if (begun)
        count_run(g, h, run.pick.arm, fresh, steps);
    else if (h)
        head_untry(&g->heads, h, run.way);
    g->unbegun = !begun && !h;
    uint32_t heads = words_next(&x);
    for (uint32_t i = 0; i < heads && !x.bad; i++) {
        uint32_t way = words_next(&x);
        struct head *below = saved_head(g, &x, h, way);
        h = below ? below : h;
    }
    if (x.bad || x.left)
        g->w->s->counts.stopped = STOP_WORKER;
    while (h && head_is_done(h)) {
        struct head *parent = h->parent;
        head_remove(&g->heads, h);
        h = parent;
    }
}

static void take_reports(struct worklist *w)
{
    struct guide *g = w->guide;
    for (size_t i = 0; i < w->items.len; i++) {
        take_report(g, &w->items.at[i]);
        item_free(&w->items.at[i]);
    }
    w->items.len = 0;
    g->full = g->heads.bytes > (g->full ? g->most / 2 : g->most);
    w->s->counts.guided.overfull |= g->full;
}

/* ---- all of it ---- */

static void begin(struct worklist *w)
{
    struct guide *g = mem_alloc(sizeof *g);
    guide_init(g, w);
    g->share = mem_alloc(sizeof *g->share);
    if (!w->items.len || !w->items.at[0].ways.len) {
        w->items.len = 0; /* the whole search */
        return;
    }
    g->share->begun = true;
    if (!saved_load(g))
        w->s->counts.stopped = w->s->counts.cut = STOP_FRONTIER;
}

static void keep(struct worklist *w)
{
    struct guide *g = w->guide;
    if (g->unbegun) /* the first run was stopped before it came to anything */
        g->share->begun = g->unbegun = false;
    saved_all(g);
    if (!g->share->begun)
        vec_push(&w->items, (struct item){0});
}

static void end(struct worklist *w)
{
    struct guide *g = w->guide;
    keep(w);
    heads_free(&g->heads);
    vec_free(&g->share->given);
    vec_free(&g->chain);
    free(g->share);
    free(g);
    w->guide = NULL;
}

const struct deal share_deal = {.begin = begin,
                                .end = end,
                                .keep = keep,
                                .orders = add_orders,
                                .open = count_open,
                                .reports = take_reports,
                                .serve = serve};
