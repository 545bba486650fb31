/* SPDX-License-Identifier: Apache-2.0
 *
 * saved.c - heads of dpor and sdpor as numbers: for a file, and for other processes.
 *
 * What lies below a way of a head may ask for ways of heads above it, so that items which
 * share nothing cannot be made of them. The whole tree is saved instead, an item for each
 * head, with all that is known of it: which ways were begun, and in which order. */
#include "explore/guide/run.h"

#include <string.h>

/* More ways than any program has. */
#define MOST_WAYS (1u << 20)

enum { WAY_TRIED = 1, WAY_WANTED = 2, WAY_WISH = 4 };

/* ---- numbers ---- */

uint32_t words_next(struct word_reader *w)
{
    if (!w->left) {
        w->bad = true;
        return 0;
    }
    w->left--;
    return *w->at++;
}

uint64_t words_long(struct word_reader *w)
{
    uint64_t low = words_next(w);
    return low | (uint64_t)words_next(w) << 32;
}

void words_add_long(words_vec *v, uint64_t x)
{
    vec_push(v, (uint32_t)x);
    vec_push(v, (uint32_t)(x >> 32));
}

void words_add_wish(words_vec *v, const struct wish *x)
{
    vec_push(v, x->actor);
    vec_push(v, (uint32_t)x->outcome);
    vec_push(v, x->after);
    vec_push(v, x->waits);
    words_add_long(v, x->feature);
    words_add_long(v, x->doubt);
}

struct wish words_wish(struct word_reader *w)
{
    struct wish x = {.actor = words_next(w)};
    x.outcome = (int32_t)words_next(w);
    x.after = words_next(w);
    x.waits = words_next(w);
    x.feature = words_long(w);
    x.doubt = words_long(w);
    return x;
}

/* ---- a head ---- */

static void add_sight(words_vec *v, const struct sight *x)
{
    const uint32_t part[] = {x->actor,  x->unpaired, x->queue,
                             x->failed, x->distance, x->any};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        vec_push(v, part[i]);
    words_add_long(v, x->similar);
    words_add_long(v, x->symmetric);
}

static struct sight read_sight(struct word_reader *w)
{
    struct sight x = {.actor = words_next(w)};
    x.unpaired = words_next(w);
    x.queue = words_next(w);
    x.failed = words_next(w);
    x.distance = words_next(w);
    x.any = words_next(w);
    x.similar = words_long(w);
    x.symmetric = words_long(w);
    return x;
}

static void add_way(words_vec *v, const struct head *h, uint32_t way)
{
    const struct way_note *n = &h->notes[way];
    bool wish = n->wish.waits != SIGHT_NOBODY || n->wish.feature;
    uint32_t value;
    memcpy(&value, &n->value, sizeof value);
    vec_push(v, (head_tried(h, way) ? WAY_TRIED : 0u) | (n->wanted ? WAY_WANTED : 0u) |
                    (wish ? WAY_WISH : 0u));
    vec_push(v, n->begun);
    vec_push(v, n->group);
    vec_push(v, value);
    if (wish)
        words_add_wish(v, &n->wish);
}

static void read_way(struct guide *g, struct word_reader *w, struct head *h, uint32_t way)
{
    struct way_note *n = &h->notes[way];
    uint32_t flags = words_next(w), value;
    n->begun = words_next(w);
    n->group = words_next(w);
    value = words_next(w);
    memcpy(&n->value, &value, sizeof value);
    n->wanted = flags & WAY_WANTED;
    if (flags & WAY_WISH)
        n->wish = words_wish(w);
    if (flags & WAY_TRIED)
        head_try(&g->heads, h, way);
    w->bad |= n->begun > h->begun || n->group > way || n->value != n->value;
}

void saved_add(words_vec *v, const struct head *h)
{
    uint64_t reward;
    memcpy(&reward, &h->reward, sizeof reward);
    vec_push(v, h->n);
    vec_push(v, h->steps);
    words_add_long(v, h->path);
    vec_push(v, h->switches);
    vec_push(v, h->visits);
    words_add_long(v, reward);
    vec_push(v, h->rarity);
    vec_push(v, h->begun);
    add_sight(v, &h->sight);
    for (uint32_t i = 0; i < h->n; i++)
        add_way(v, h, i);
}

struct head *saved_head(struct guide *g, struct word_reader *w, struct head *parent,
                        uint32_t way)
{
    uint32_t n = words_next(w);
    if (n < 2 || n > MOST_WAYS || n > w->left || (parent && way >= parent->n))
        return NULL;
    struct head *h = head_add(&g->heads, parent, way, n);
    h->steps = words_next(w);
    h->path = words_long(w);
    h->switches = words_next(w);
    h->visits = words_next(w);
    uint64_t reward = words_long(w);
    memcpy(&h->reward, &reward, sizeof reward);
    h->rarity = words_next(w);
    h->begun = words_next(w);
    h->sight = read_sight(w);
    head_take_notes(&g->heads, h);
    for (uint32_t i = 0; i < n; i++)
        read_way(g, w, h, i);
    w->bad |= !(h->reward >= 0 && h->reward <= h->visits) ||
              (parent && h->steps <= parent->steps);
    if (!parent)
        g->top = h;
    head_enqueue(&g->heads, h);
    return w->bad ? NULL : h;
}

/* ---- all of them ---- */

/* The head after this one: those below it come first. */
static struct head *next_head(struct head *h)
{
    if (h->child)
        return h->child;
    while (h && !h->next)
        h = h->parent;
    return h ? h->next : NULL;
}

void saved_all(struct guide *g)
{
    struct head *h = g->heads.open.len ? vec_last(&g->heads.open) : NULL;
    const struct state *st = g->w->s->st;
    if (!h && g->unbegun)
        vec_push(&g->w->items, (struct item){0});
    while (h && h->parent)
        h = h->parent;
    struct head *root = h;
    VEC(uint32_t) ties = {0};
    for (uint32_t number = 1; h; h = next_head(h), number++) {
        struct item it = {.path = h->path, .slots = st->slots};
        words_vec v = {0};
        vec_push(&ties, h->tie);
        h->tie = number; /* for those below it */
        vec_push(&v, h->parent ? h->parent->tie : 0);
        vec_push(&v, h->way);
        saved_add(&v, h);
        it.ways = (__typeof__(it.ways)){v.at, v.len, v.cap};
        vec_push(&g->w->items, it);
    }
    h = root;
    for (size_t i = 0; h; h = next_head(h), i++)
        h->tie = ties.at[i];
    vec_free(&ties);
}

bool saved_load(struct guide *g)
{
    items_vec *items = &g->w->items;
    VEC(struct head *) all = {0};
    bool good = true;
    for (size_t i = 0; i < items->len && good; i++) {
        struct word_reader w = {items->at[i].ways.at, items->at[i].ways.len, false};
        uint32_t above = words_next(&w), way = words_next(&w);
        good = above <= i && !above == !i;
        struct head *h =
            good ? saved_head(g, &w, above ? all.at[above - 1] : NULL, way) : NULL;
        good = h && !w.bad && !w.left;
        vec_push(&all, h);
    }
    for (size_t i = 0; i < items->len; i++)
        item_free(&items->at[i]);
    items->len = 0;
    vec_free(&all);
    return good && g->heads.open.len;
}
