/* SPDX-License-Identifier: Apache-2.0
 *
 * fold.c - heads as items: when the search is stopped, given to others, or grows too
 * large.
 *
 * Most heads have one way that was tried, namely the one that the execution took which
 * made them. A row of such heads is one item: what lies beside a path. So what an
 * execution leaves is a few numbers, and not a few for each of its choices. */
#include "explore/guide/run.h"

/* Adds the ways that lead to this choice. */
static struct item item_to(const struct head *h)
{
    struct item it = {.path = h->path, .closed = h->depth};
    vec_reserve(&it.ways, h->depth + 1);
    it.ways.len = h->depth + 1;
    it.ways.at[h->depth] = 0;
    for (const struct head *p = h; p->parent; p = p->parent)
        it.ways.at[p->parent->depth] = p->way;
    return it;
}

static bool has_one_tried(const struct head *h)
{
    return h->n - h->left == 1;
}

static uint32_t the_tried(const struct head *h)
{
    uint32_t i = 0;
    while (!head_tried(h, i))
        i++;
    return i;
}

/* Adds an item for what lies beside the path through this head and those above it, of
 * which one way was tried, too. */
static void fold_row(struct guide *g, const struct head *h)
{
    struct item it = item_to(h);
    vec_last(&it.ways) = the_tried(h);
    it.beside = true;
    for (; h->parent && has_one_tried(h->parent); h = h->parent)
        it.closed--;
    vec_push(&g->w->items, it);
}

/* Is this head the last of its row? */
static bool ends_row(const struct head *h)
{
    for (const struct head *c = h->child; c; c = c->next)
        if (has_one_tried(c) && c->left)
            return false;
    return true;
}

void fold_head(struct guide *g, struct head *h, uint32_t keep)
{
    for (uint32_t i = 0; i < h->n;) {
        uint32_t from = i;
        while (i < h->n && !head_tried(h, i) && (from < i || keep == 0))
            i++;
        if (i == from) {
            keep -= keep && !head_tried(h, i);
            i++;
            continue;
        }
        struct item it = item_to(h);
        vec_last(&it.ways) = from;
        it.until = i < h->n ? i : 0;
        vec_push(&g->w->items, it);
        for (uint32_t way = from; way < i; way++)
            head_try(&g->heads, h, way);
    }
}

void fold_all(struct guide *g)
{
    for (size_t i = 0; i < g->heads.open.len; i++) {
        struct head *h = g->heads.open.at[i];
        if (has_one_tried(h) && ends_row(h))
            fold_row(g, h);
    }
    for (size_t i = g->heads.open.len; i-- > 0;) {
        struct head *h = g->heads.open.at[i];
        if (!has_one_tried(h))
            fold_head(g, h, 0);
    }
}
