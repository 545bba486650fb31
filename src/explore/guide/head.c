/* SPDX-License-Identifier: Apache-2.0
 *
 * head.c - see head.h. */
#include "explore/guide/head.h"
#include "explore/sample/chance.h"

#include <assert.h>
#include <string.h>

static size_t words(uint32_t n)
{
    return (n + 63) / 64;
}

static void free_bits(struct head *h)
{
    if (h->tried != &h->few)
        free(h->tried);
    free(h->notes);
}

void heads_free(struct heads *hs)
{
    while (hs->open.len) { /* whoever has children is open, or above one that is */
        struct head *h = vec_last(&hs->open);
        h->left = 0;
        h->open = NOT_THERE;
        hs->open.len--;
        while (h && head_is_done(h)) {
            struct head *parent = h->parent;
            head_remove(hs, h);
            h = parent;
        }
    }
    for (size_t i = 0; i < hs->spare.len; i++)
        free(hs->spare.at[i]);
    vec_free(&hs->open);
    vec_free(&hs->queue);
    vec_free(&hs->spare);
    hs->latest = NULL;
}

/* ---- the queue ---- */

static bool is_before(const struct head *a, const struct head *b)
{
    return a->value != b->value ? a->value < b->value : a->tie < b->tie;
}

static void put(struct heads *hs, size_t place, struct head *h)
{
    hs->queue.at[place] = h;
    h->queued = (uint32_t)place;
}

static void rise(struct heads *hs, size_t at)
{
    struct head *h = hs->queue.at[at];
    for (; at && is_before(h, hs->queue.at[(at - 1) / 2]); at = (at - 1) / 2)
        put(hs, at, hs->queue.at[(at - 1) / 2]);
    put(hs, at, h);
}

static void sink(struct heads *hs, size_t at)
{
    struct head *h = hs->queue.at[at];
    for (size_t child; (child = 2 * at + 1) < hs->queue.len; at = child) {
        if (child + 1 < hs->queue.len &&
            is_before(hs->queue.at[child + 1], hs->queue.at[child]))
            child++;
        if (!is_before(hs->queue.at[child], h))
            break;
        put(hs, at, hs->queue.at[child]);
    }
    put(hs, at, h);
}

static void unqueue(struct heads *hs, struct head *h)
{
    size_t at = h->queued;
    if (h->queued == NOT_THERE)
        return;
    struct head *last = vec_pop(&hs->queue);
    h->queued = NOT_THERE;
    if (last == h)
        return;
    put(hs, at, last);
    rise(hs, at);
    sink(hs, last->queued);
}

void head_enqueue(struct heads *hs, struct head *h)
{
    if (!hs->queueing || h->queued != NOT_THERE || !h->left)
        return;
    h->value = hs->value(hs->context, h);
    h->tie = (uint32_t)chance_next(hs->chance);
    vec_push(&hs->queue, h);
    rise(hs, hs->queue.len - 1);
}

void heads_requeue(struct heads *hs)
{
    for (size_t i = 0; i < hs->queue.len; i++)
        hs->queue.at[i]->value = hs->value(hs->context, hs->queue.at[i]);
    for (size_t i = hs->queue.len / 2; i-- > 0;)
        sink(hs, i);
}

struct head *heads_best(struct heads *hs)
{
    while (hs->queue.len) {
        struct head *h = hs->queue.at[0];
        double value = hs->value(hs->context, h);
        if (value <= h->value)
            return h;
        h->value = value;
        sink(hs, 0);
        if (hs->queue.at[0] == h)
            return h;
    }
    return NULL;
}

/* ---- the tree ---- */

static void close_head(struct heads *hs, struct head *h)
{
    if (h->open == NOT_THERE)
        return;
    struct head *last = vec_pop(&hs->open);
    if (last != h) {
        hs->open.at[h->open] = last;
        last->open = h->open;
    }
    h->open = NOT_THERE;
    unqueue(hs, h);
}

struct head *head_add(struct heads *hs, struct head *parent, uint32_t way, uint32_t n)
{
    struct head *h = hs->spare.len ? vec_pop(&hs->spare) : mem_alloc(sizeof *h);
    *h = (struct head){.parent = parent, .way = way, .n = n, .left = n};
    h->tried = &h->few;
    if (n > 64) {
        h->tried = mem_alloc(words(n) * sizeof *h->tried);
        memset(h->tried, 0, words(n) * sizeof *h->tried);
        hs->bytes += words(n) * sizeof *h->tried;
    }
    if (parent) {
        h->depth = parent->depth + 1;
        h->deviations = parent->deviations + (way != 0);
        h->next = parent->child;
        if (h->next)
            h->next->before = h;
        parent->child = h;
    }
    h->queued = NOT_THERE;
    h->open = (uint32_t)hs->open.len;
    vec_push(&hs->open, h);
    hs->count++;
    hs->bytes += sizeof *h + 2 * sizeof h;
    return h;
}

void head_requeue(struct heads *hs, struct head *h)
{
    unqueue(hs, h);
    head_enqueue(hs, h);
}

void head_take_notes(struct heads *hs, struct head *h)
{
    h->notes = mem_alloc(h->n * sizeof *h->notes);
    memset(h->notes, 0, h->n * sizeof *h->notes);
    for (uint32_t i = 0; i < h->n; i++)
        h->notes[i].wish.waits = SIGHT_NOBODY;
    hs->bytes += h->n * sizeof *h->notes;
}

void head_want(struct heads *hs, struct head *h, uint32_t way)
{
    if (h->notes[way].wanted)
        return;
    h->notes[way].wanted = true;
    head_untry(hs, h, way);
}

void head_untry(struct heads *hs, struct head *h, uint32_t way)
{
    if (!head_tried(h, way))
        return;
    h->tried[way / 64] &= ~((uint64_t)1 << way % 64);
    if (h->left++)
        return;
    h->open = (uint32_t)hs->open.len;
    vec_push(&hs->open, h);
    head_enqueue(hs, h);
}

void head_try(struct heads *hs, struct head *h, uint32_t way)
{
    assert(way < h->n && !head_tried(h, way));
    h->tried[way / 64] |= (uint64_t)1 << way % 64;
    if (!--h->left)
        close_head(hs, h);
}

struct head *head_below(const struct head *h, uint32_t way)
{
    struct head *c = h->child;
    while (c && c->way != way)
        c = c->next;
    return c;
}

void head_remove(struct heads *hs, struct head *h)
{
    assert(head_is_done(h));
    if (h->before)
        h->before->next = h->next;
    else if (h->parent)
        h->parent->child = h->next;
    if (h->next)
        h->next->before = h->before;
    if (hs->latest == h)
        hs->latest = h->parent;
    if (h->n > 64)
        hs->bytes -= words(h->n) * sizeof *h->tried;
    if (h->notes)
        hs->bytes -= h->n * sizeof *h->notes;
    hs->bytes -= sizeof *h + 2 * sizeof h;
    hs->count--;
    free_bits(h);
    vec_push(&hs->spare, h);
}

uint32_t head_untried(const struct head *h, uint32_t nth)
{
    for (uint32_t i = 0; i < h->n; i++) {
        if (i % 64 == 0 && h->tried[i / 64] == UINT64_MAX) {
            i += 63;
            continue;
        }
        if (!head_tried(h, i) && !nth--)
            return i;
    }
    return 0;
}
