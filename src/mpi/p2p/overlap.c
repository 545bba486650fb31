/* SPDX-License-Identifier: Apache-2.0
 *
 * overlap.c - see overlap.h. Spans are sorted by where they begin; then a span overlaps
 * an earlier one if it begins before the furthest end so far. */
#include "mpi/p2p/overlap.h"
#include <stdlib.h>

enum { MOST = 4096 };

static void add_span(struct spans *s, uintptr_t from, size_t bytes, bool received)
{
    if (s->all.len && vec_last(&s->all).to == from &&
        vec_last(&s->all).received == received) {
        vec_last(&s->all).to += bytes;
        return;
    }
    s->too_many |= s->all.len == MOST;
    if (!s->too_many)
        vec_push(&s->all, (struct span){from, from + bytes, received});
}

static void add_layout(struct spans *s, const struct type_layout *l, uintptr_t at,
                       bool received)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct type_piece *p = &l->piece[i];
        uintptr_t copy = at + (uintptr_t)p->at;
        for (size_t k = 0; k < p->count && !s->too_many; k++) {
            if (p->body)
                add_layout(s, p->body, copy, received);
            else
                add_span(s, copy, p->bytes, received);
            copy += (uintptr_t)p->stride;
        }
    }
}

void spans_add(struct spans *s, const struct data *d, bool received)
{
    uintptr_t at = (uintptr_t)d->at;
    if (!data_bytes(d))
        return;
    if (d->type->contiguous) {
        add_span(s, at, data_bytes(d), received);
        return;
    }
    for (int i = 0; i < d->count && !s->too_many; i++) {
        add_layout(s, d->type->layout, at, received);
        at += (uintptr_t)type_extent(d->type);
    }
}

static int by_begin(const void *x, const void *y)
{
    const struct span *a = x, *b = y;
    return (a->from > b->from) - (a->from < b->from);
}

static enum overlap sweep(const struct spans *s)
{
    uintptr_t sent = 0, received = 0; /* the largest ends of sent and received bytes so
                                         far */
    for (size_t i = 0; i < s->all.len; i++) {
        const struct span *x = &s->all.at[i];
        if (x->from < (x->received ? sent : received))
            return OVERLAP_BOTH;
        if (x->received && x->from < received)
            return OVERLAP_RECEIVED;
        uintptr_t *end = x->received ? &received : &sent;
        if (x->to > *end)
            *end = x->to;
    }
    return OVERLAP_NONE;
}

enum overlap spans_overlap(struct spans *s)
{
    enum overlap found = OVERLAP_NONE;
    if (!s->too_many && s->all.len > 1) {
        qsort(s->all.at, s->all.len, sizeof *s->all.at, by_begin);
        found = sweep(s);
    }
    if (s->too_many)
        port_leaves_out("overlaps of buffers of many pieces");
    vec_free(&s->all);
    return found;
}

/* Do the data lie, with their holes, wholly before these bytes or behind them? */
static bool is_far(const struct data *d, uintptr_t low, uintptr_t high)
{
    MPI_Aint last = (d->count - 1) * type_extent(d->type);
    uintptr_t at = (uintptr_t)d->at, first = at + (uintptr_t)d->type->true_lb,
              end = at + (uintptr_t)d->type->true_ub;
    if (last > 0)
        end += (uintptr_t)last;
    else
        first += (uintptr_t)last;
    return end <= low || high <= first;
}

bool data_overlaps(const struct data *d, const void *at, size_t n)
{
    struct spans s = {0};
    uintptr_t low = (uintptr_t)at;
    if (!n || !data_bytes(d) || is_far(d, low, low + n))
        return false;
    spans_add(&s, d, false);
    add_span(&s, low, n, true);
    return spans_overlap(&s) == OVERLAP_BOTH;
}
