/* SPDX-License-Identifier: Apache-2.0
 *
 * match_revisit.c - see match_revisit.h.
 *
 * When a receive or failed poll r gets a send that came later, all that was added after r
 * goes, except what happens before the sends that it gets. So that every graph is reached
 * in one way only, this is done only if all that goes, and what r had, is *canonical*: as
 * it would have been added in the first place. */
#include "explore/match_revisit.h"

/* ---- is it what would have been added in the first place? ---- */

static bool looked_at_before(const struct graph *g, uint32_t send)
{
    const struct match_event *s = graph_event(g, send);
    const struct match_rank *k = &g->rank[s->to];
    for (size_t i = 0; i < k->recvs.len; i++) {
        const struct match_recv *r = &k->recvs.at[i];
        if (r->consumes || r->event == NONE)
            continue;
        const struct match_event *m = graph_event(g, (uint32_t)r->event);
        if (m->from == (int32_t)send && m->order < s->order)
            return true;
    }
    return false;
}

/* Has an older match a message that the receive would have got, had it not been
 * cancelled? */
static bool withdrawn_for_older(const struct graph *g, const struct match_event *cancel,
                                uint32_t recv)
{
    const struct match_rank *k = &g->rank[cancel->rank];
    const struct match_recv *r = &k->recvs.at[recv];
    for (uint32_t i = recv + 1; i < k->recvs.len; i++) {
        if (k->recvs.at[i].event == NONE)
            continue;
        const struct match_event *m = graph_event(g, (uint32_t)k->recvs.at[i].event);
        if (m->from != NONE && m->order < cancel->order &&
            graph_fits(r, graph_event(g, (uint32_t)m->from)))
            return true;
    }
    return false;
}

/* What it said when it was added, like any pick. But if the match of the receive stays, a
 * cancel is too late in any case. And one in time may not go if something older needs it:
 * so it is with a send that something older reads. */
static bool canonical_cancel(const struct graph *g, const struct match_event *e,
                             const struct op *op, const struct past *past)
{
    uint32_t recv = g->rank[e->rank].requests.at[op->args[0]].index;
    int32_t match = graph_recv(g, e->rank, recv)->event;
    if (match != NONE && past_has(past, g, (uint32_t)match))
        return true;
    return e->from == e->canon && !(e->from && withdrawn_for_older(g, e, recv));
}

static bool canonical_pick(const struct graph *g, const struct match_event *e,
                           const struct past *past)
{
    const struct match_rank *k = &g->rank[e->rank];
    const struct op *op = e->pos < k->line.len ? &k->line.at[e->pos].op : &k->next.op;
    return op->kind == OP_CANCEL ? canonical_cancel(g, e, op, past) : e->from == e->canon;
}

static bool poll_counts(const void *context, uint32_t poll)
{
    return view_has(context, poll);
}

/* A poll that could have failed when it was added, but not with what has come since and
 * stays: other polls that failed. */
static bool canonical_poll(struct visit *v, uint32_t slot, const struct past *past)
{
    struct graph *g = &v->g;
    const struct match_event *e = graph_event(g, slot);
    const struct match_rank *k = &g->rank[e->rank];
    const struct op *op = e->pos < k->line.len ? &k->line.at[e->pos].op : &k->next.op;
    struct view w = {g, e->order, past, NULL, 0, (int32_t)slot};
    v->order.counts = poll_counts;
    v->order.context = &w;
    return e->canon == OUTCOME_FALSE &&
           e->from == visit_poll_canon(v, e->rank, e->pos, op);
}

static bool canonical(struct visit *v, uint32_t slot, const struct past *past)
{
    struct graph *g = &v->g;
    const struct match_event *e = graph_event(g, slot);
    switch ((enum match_kind)e->kind) {
    case EV_SEND:
        return !(e->reader != NONE &&
                 graph_event(g, (uint32_t)e->reader)->order < e->order) &&
               !(g->probes && looked_at_before(g, slot));
    case EV_MATCH: {
        if (graph_recv(g, e->rank, e->index)->may_fail)
            return e->from == NONE;
        struct view w = {g, e->order, past, NULL, 0, (int32_t)slot};
        return rules_first(&w, e->rank, e->index) == e->from;
    }
    case EV_POLL:
        return e->from == e->canon || canonical_poll(v, slot, past);
    case EV_PICK:
        return canonical_pick(g, e, past);
    }
    return false;
}

static bool is_extra(const struct visit *v, uint32_t slot)
{
    for (size_t i = 0; i < v->sends.len; i++)
        if (v->sends.at[i] == (int32_t)slot)
            return true;
    return false;
}

static bool stays(const struct visit *v, uint32_t slot, const struct past *past)
{
    return past_has(past, &v->g, slot) || is_extra(v, slot);
}

/* All that was added after the target, and does not stay, and the target itself. */
static bool may_go(struct visit *v, uint32_t target, const struct past *past)
{
    if (!canonical(v, target, past))
        return false;
    for (size_t i = graph_event(&v->g, target)->order + 1; i < v->g.order.len; i++)
        if (!stays(v, v->g.order.at[i], past) && !canonical(v, v->g.order.at[i], past))
            return false;
    return true;
}

/* ---- finding ---- */

struct finder {
    struct visit *v;
    uint32_t target, rank, recv;
    int32_t value;
    struct pair newest; /* see struct growth */
};

/* What stays for the sake of a vector: its sends, of which it says how many there are,
 * and its cancels, as far as they are in the graph; and what happens before them. */
static size_t keep(struct visit *v, uint32_t rank, const struct pair *set, size_t n)
{
    struct graph *g = &v->g;
    v->sends.len = 0;
    for (size_t i = 0; i < n; i++) {
        if (set[i].send == NONE)
            continue;
        const struct match_event *s = graph_event(g, (uint32_t)set[i].send);
        vec_push(&v->sends, set[i].send);
        past_add_line(&v->past, g, s->rank, s->pos);
    }
    size_t sends = v->sends.len;
    for (size_t i = 0; i < n; i++) {
        int32_t cancelled = graph_recv(g, rank, set[i].recv)->cancelled;
        if (set[i].send != NONE || cancelled == NONE)
            continue;
        vec_push(&v->sends, g->rank[rank].line.at[cancelled].event);
        past_add_line(&v->past, g, rank, (uint32_t)cancelled);
    }
    return sends;
}

static void consider(void *context, const struct pair *set, size_t n)
{
    struct finder *f = context;
    struct visit *v = f->v;
    struct graph *g = &v->g;
    past_clear(&v->past, g);
    if (f->newest.send == NONE)
        past_add_line(&v->past, g, f->rank, (uint32_t)g->rank[f->rank].line.len);
    size_t sends = keep(v, f->rank, set, n);
    const struct match_event *target = graph_event(g, f->target);
    if (stays(v, f->target, &v->past))
        return;
    struct view left = {g,           target->order, &v->past,
                        v->sends.at, sends,         (int32_t)f->target};
    int32_t match = graph_recv(g, f->rank, f->recv)->event;
    if (match != NONE && view_has(&left, (uint32_t)match))
        return;
    if (!rules_is_vector(&left, f->rank, set, n) || !may_go(v, f->target, &v->past))
        return;
    vec_push(&v->ways, (struct way){(int32_t)f->target, f->value, (uint32_t)v->pairs.len,
                                    (uint32_t)n});
    for (size_t i = 0; i < n; i++)
        vec_push(&v->pairs, set[i]);
}

/* Could an earlier receive be pending where the target is? */
static bool others_pending(const struct visit *v, uint32_t rank, uint32_t recv,
                           uint32_t order)
{
    const struct graph *g = &v->g;
    for (uint32_t j = graph_recv(g, rank, recv)->oldest; j < recv; j++) {
        const struct match_recv *r = graph_recv(g, rank, j);
        if (r->transient)
            continue;
        int32_t settled =
            r->cancelled != NONE ? g->rank[rank].line.at[r->cancelled].event : r->event;
        if (settled == NONE || graph_event(g, (uint32_t)settled)->order > order)
            return true;
    }
    return false;
}

/* All sends that could be in a vector with this one: those not after the target. */
static void allow_sends(struct visit *v, uint32_t target, int32_t send)
{
    struct graph *g = &v->g;
    uint32_t to = graph_event(g, target)->rank, order = graph_event(g, target)->order;
    v->extra.len = 0;
    for (uint32_t from = 0; from < g->n; from++) {
        const struct match_channel *c = graph_channel(g, to, from);
        for (size_t i = 0; i < c->sends.len; i++) {
            const struct match_event *s = graph_event(g, c->sends.at[i]);
            if (s->order > order && (int32_t)c->sends.at[i] != send) {
                past_clear(&v->one, g);
                past_add_line(&v->one, g, s->rank, s->pos);
                if (past_has(&v->one, g, target))
                    break; /* nor are the later ones */
            }
            vec_push(&v->extra, (int32_t)c->sends.at[i]);
        }
    }
}

/* A cancel itself is no part of the view: the vector says that its receive is gone. */
static void add_to_view(struct finder *f, struct pair m)
{
    struct graph *g = &f->v->g;
    if (m.send != NONE) {
        const struct match_event *s = graph_event(g, (uint32_t)m.send);
        past_add_line(&f->v->wide, g, s->rank, s->pos + 1);
        return;
    }
    int32_t cancelled = graph_recv(g, f->rank, m.recv)->cancelled;
    if (cancelled != NONE)
        past_add_line(&f->v->wide, g, f->rank, (uint32_t)cancelled);
}

/* The view has the newest event, the sends of the vector, and the past of all. */
static void grow(void *context, const struct pair *set, size_t n)
{
    struct finder *f = context;
    struct visit *v = f->v;
    struct graph *g = &v->g;
    past_clear(&v->wide, g);
    if (f->newest.send == NONE)
        past_add_line(&v->wide, g, f->rank, (uint32_t)g->rank[f->rank].line.len);
    else
        add_to_view(f, f->newest);
    for (size_t i = 0; i < n; i++)
        add_to_view(f, set[i]);
}

static void revisit_recv(struct visit *v, uint32_t target, uint32_t recv, int32_t value,
                         struct pair newest)
{
    struct graph *g = &v->g;
    const struct match_event *t = graph_event(g, target);
    struct finder f = {v, target, t->rank, recv, value, newest};
    if (!others_pending(v, t->rank, recv, t->order)) {
        struct pair one = {recv, newest.send};
        if (newest.send != NONE && graph_fits(graph_recv(g, t->rank, recv),
                                              graph_event(g, (uint32_t)newest.send)))
            consider(&f, &one, 1);
        return;
    }
    allow_sends(v, target, newest.send);
    grow(&f, NULL, 0);
    struct view w = {g, t->order, &v->wide, NULL, 0, (int32_t)target};
    struct growth growth = {v->extra.at, v->extra.len, newest, grow};
    rules_growing_vectors(&w, t->rank, recv, &growth, consider, &f);
}

static void revisit_record(struct visit *v, uint32_t rank, uint32_t pos,
                           struct pair newest)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    const struct match_record *r = &k->line.at[pos];
    if (r->op.kind == OP_CANCEL && r->index)
        revisit_recv(v, (uint32_t)r->event, k->requests.at[r->op.args[0]].index, 0,
                     newest);
    bool asks = r->op.kind == OP_POLL || r->op.kind == OP_FINISH;
    if (!asks || r->event == NONE)
        return;
    bool polls = graph_event(g, (uint32_t)r->event)->kind == EV_POLL;
    if (!polls && !visit_is_own(v, rank, &r->op))
        return;
    for (uint32_t i = 0; i < r->op.nargs; i++) {
        const struct match_request *q = &k->requests.at[r->op.args[i]];
        if (q->kind == OP_IRECV && r->index != (int32_t)i)
            revisit_recv(v, (uint32_t)r->event, q->index, (int32_t)i, newest);
    }
}

/* Receives before this one are in the past, if it reaches so far on the line. */
static uint32_t first_open(const struct match_rank *k, uint32_t reach)
{
    size_t lo = 0, hi = k->recvs.len;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (k->recvs.at[mid].pos < reach)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? k->recvs.at[lo - 1].open : 0;
}

/* The matches of that receive and later ones, except those before the newest event. */
static void revisit_matches(struct visit *v, uint32_t rank, uint32_t from, int32_t value,
                            struct pair newest)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    for (uint32_t i = from; i < k->recvs.len; i++) {
        int32_t match = k->recvs.at[i].event;
        if (match != NONE && graph_races(&k->recvs.at[i], i) &&
            !past_has(&v->before, g, (uint32_t)match))
            revisit_recv(v, (uint32_t)match, i, value, newest);
    }
}

void revisit_find(struct visit *v, uint32_t send)
{
    struct graph *g = &v->g;
    const struct match_event *e = graph_event(g, send);
    const struct match_rank *k = &g->rank[e->to];
    uint32_t to = e->to;
    if (!k->reads)
        return;
    past_clear(&v->before, g);
    past_add_line(&v->before, g, e->rank, e->pos);
    uint32_t reach = v->before.reach[to];
    struct pair newest = {0, (int32_t)send};
    revisit_matches(v, to, first_open(k, reach), 0, newest);
    for (uint32_t pos = reach; pos < k->line.len; pos++)
        revisit_record(v, to, pos, newest);
}

void revisit_cancel(struct visit *v, uint32_t rank, uint32_t recv)
{
    struct graph *g = &v->g;
    int32_t match = graph_recv(g, rank, recv)->event;
    past_clear(&v->before, g);
    past_add_line(&v->before, g, rank, (uint32_t)g->rank[rank].line.len);
    if (match != NONE && past_has(&v->before, g, (uint32_t)match))
        return;
    v->sends.len = 0;
    if (match != NONE && may_go(v, (uint32_t)match, &v->before))
        vec_push(&v->ways, (struct way){match, 1, (uint32_t)v->pairs.len, 0});
    revisit_matches(v, rank, recv + 1, 1, (struct pair){recv, NONE});
}

/* ---- making ---- */

void revisit_make(struct visit *v, struct frame *f, const struct way *o)
{
    struct graph *g = &v->g;
    struct match_event target = *graph_event(g, (uint32_t)o->target);
    past_clear(&v->past, g);
    if (f->kind != EV_SEND)
        past_add_line(&v->past, g, f->rank, (uint32_t)g->rank[f->rank].line.len);
    keep(v, target.rank, v->pairs.at + o->first, o->n);
    f->place = target.order;
    f->saved = (uint32_t)v->saved.len;
    f->removed = (uint32_t)v->removed.len;
    vec_push(&v->removed, (uint32_t)o->target);
    for (size_t i = f->place; i < g->order.len; i++)
        vec_push(&v->saved, g->order.at[i]);
    for (size_t i = f->saved + 1; i < v->saved.len; i++)
        if (!stays(v, v->saved.at[i], &v->past))
            vec_push(&v->removed, v->saved.at[i]);
    /* now the marks are not needed any more, and the graph can change */
    size_t next = f->removed + 1, last = v->saved.len;
    f->stash = graph_detach(g, v->removed.at + f->removed, v->removed.len - f->removed);
    g->order.len = f->place;
    for (uint32_t i = o->first; i < o->first + o->n; i++)
        if (v->pairs.at[i].send != NONE)
            graph_add_match(g, target.rank, v->pairs.at[i].recv, v->pairs.at[i].send);
    if (target.kind != EV_MATCH)
        graph_add_line(g, target.rank, (enum match_kind)target.kind, o->value,
                       target.canon);
    for (size_t i = f->saved + 1; i < last; i++) {
        uint32_t slot = v->saved.at[i];
        if (next < v->removed.len && v->removed.at[next] == slot) {
            next++;
            continue;
        }
        graph_event(g, slot)->order = (uint32_t)g->order.len;
        vec_push(&g->order, slot);
    }
}

void revisit_unmake(struct visit *v, struct frame *f, const struct way *o)
{
    struct graph *g = &v->g;
    bool line =
        graph_event(g, (uint32_t)o->target)->kind != EV_MATCH && f->kind == EV_SEND;
    uint32_t made = line;
    for (uint32_t i = o->first; i < o->first + o->n; i++)
        made += v->pairs.at[i].send != NONE;
    g->order.len = f->place + made;
    for (uint32_t i = 0; i < made; i++)
        graph_remove(g);
    graph_attach(g, v->removed.at + f->removed, v->removed.len - f->removed, f->stash);
    g->order.len = f->place;
    for (size_t i = f->saved; i < v->saved.len; i++) {
        graph_event(g, v->saved.at[i])->order = (uint32_t)g->order.len;
        vec_push(&g->order, v->saved.at[i]);
    }
    v->saved.len = f->saved;
    v->removed.len = f->removed;
}
