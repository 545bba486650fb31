/* SPDX-License-Identifier: Apache-2.0
 *
 * window_group.c - see window_group.h. */
#include "kernel/window_group.h"
#include "base/mem.h"

/* What the order of accesses is made of. */
struct sorted {
    const struct event *event;
    uint32_t rank, access;
};

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Orders accesses that are not alike, by where they begin first. */
static int by_kind(const struct sorted *a, const struct sorted *b)
{
    const struct rma_access *x = a->event->op.access, *y = b->event->op.access;
    int order = compare(x->lo, y->lo);
    order = order ? order : compare(x->hi, y->hi);
    order = order ? order : compare(a->event->act.kind, b->event->act.kind);
    order = order ? order : compare(x->reads, y->reads);
    order = order ? order : compare(x->writes, y->writes);
    order = order ? order : compare(x->plain, y->plain);
    order = order ? order : compare(x->opcode, y->opcode);
    order = order ? order : compare(x->element, y->element);
    order = order ? order : compare(a->rank, b->rank);
    /* those that keep no order are groups of their own */
    return order ? order
                 : compare(x->loose ? a->access + 1 : 0, y->loose ? b->access + 1 : 0);
}

static int by_group(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int order = by_kind(x, y);
    return order ? order : compare(x->access, y->access);
}

/* How many events its actor had when it called for the access. */
static uint32_t called_at(const struct state *st, const struct event *e)
{
    if (e->act.kind != OP_EFFECT || e->op.access->plain)
        return e->op.issued;
    uint32_t request = matching_request(st, e->act.owner, e->act.seq)->event;
    return st->events.at[request].index + 1;
}

void rma_groups_make(const struct state *st, const struct rma_part *p,
                     struct rma_groups *g)
{
    VEC(struct sorted) all = {0};
    for (size_t i = 0; i < p->accesses.len; i++) {
        const struct event *e = &st->events.at[p->accesses.at[i].event];
        struct sorted one = {e, matching_rank(st, e->act.actor), (uint32_t)i};
        if (!e->op.access->told && !(e->op.access->store && st->program->separate))
            vec_push(&all, one); /* else see window_own.c */
    }
    if (all.len > 1)
        qsort(all.at, all.len, sizeof *all.at, by_group);
    g->at = mem_alloc((all.len + 1) * sizeof *g->at);
    g->access = mem_alloc((all.len + 1) * sizeof *g->access);
    g->called = mem_alloc((all.len + 1) * sizeof *g->called);
    for (size_t i = 0; i < all.len; i++) {
        uint64_t end = all.at[i].event->op.access->hi;
        uint64_t reach = g->n ? g->at[g->n - 1].reach : 0;
        g->access[i] = all.at[i].access;
        if (!i || by_kind(&all.at[i - 1], &all.at[i]))
            g->at[g->n++] = (struct rma_group){.like = all.at[i].event,
                                               .rank = all.at[i].rank,
                                               .reach = end > reach ? end : reach,
                                               .access = g->access + i,
                                               .called = g->called + i};
        g->at[g->n - 1].n++;
    }
    for (size_t i = all.len; i-- > 0;) {
        bool last = i + 1 == all.len || by_kind(&all.at[i], &all.at[i + 1]);
        g->called[i] = called_at(st, all.at[i].event);
        if (!last && g->called[i + 1] < g->called[i])
            g->called[i] = g->called[i + 1];
    }
    vec_free(&all);
}

void rma_groups_free(struct rma_groups *g)
{
    free(g->at);
    free(g->access);
    free(g->called);
}
