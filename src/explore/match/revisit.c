/* SPDX-License-Identifier: Apache-2.0
 *
 * revisit.c - see revisit.h.
 *
 * When a receive or failed poll r is given a send that was added later, all events that
 * were added after r are removed, except those that happen before the sends which r gets;
 * these are *fixed* as long as r has the sends. So that every graph is reached in one way
 * only, this is done only if r and all removed events are *canonical*, that is, still
 * have the value with which they were first added. */
#include "explore/match/revisit.h"
#include "explore/match/spin.h"

/* ---- is it what was added in the first place? ---- */

/* A pick is canonical if it has the value that it was added with first. A cancel that
 * came too late is canonical as well if the match of its receive stays, since no other
 * value is then possible. */
static bool canonical_pick(const struct graph *g, const struct match_event *e,
                           const struct past *past)
{
    const struct match_rank *k = &g->rank[e->rank];
    const struct op *op = e->pos < k->line.len ? &k->line.at[e->pos].op : &k->next.op;
    if (e->from == e->canon || op->kind != OP_CANCEL)
        return e->from == e->canon;
    int32_t match = graph_recv(g, e->rank, k->requests.at[op->args[0]].index)->event;
    return match != NONE && past_has(past, g, (uint32_t)match);
}

static bool canonical(const struct visit *v, uint32_t slot, const struct past *past)
{
    const struct match_event *e = graph_event(&v->g, slot);
    if (e->fixed)
        return false;
    switch ((enum match_kind)e->kind) {
    case EV_SEND:
    case EV_ARRIVE:
    case EV_DONE:
        return true;
    case EV_MATCH:
        return e->first;
    case EV_POLL:
        return e->from == e->canon;
    case EV_PICK:
        return canonical_pick(&v->g, e, past);
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

/* May the target and everything that was added after it be removed, except what stays?
 * All of it must be canonical. */
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
    uint32_t look;      /* see struct way */
};

/* Fills v->sends with what stays because of a vector, its sends followed by its cancels
 * that are in the graph, and v->past with what happens before these. Returns the number
 * of sends. */
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
        if (set[i].send != NONE) /* of a look there is no receive */
            continue;
        int32_t cancelled = graph_recv(g, rank, set[i].recv)->cancelled;
        if (cancelled == NONE)
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
    const struct match_event *target = graph_event(g, f->target);
    past_clear(&v->past, g, target->order);
    if (f->newest.send == NONE)
        past_add_line(&v->past, g, f->rank, (uint32_t)g->rank[f->rank].line.len);
    size_t sends = keep(v, f->rank, set, n);
    if (stays(v, f->target, &v->past))
        return;
    struct view left = {g,           target->order, &v->past,
                        v->sends.at, sends,         (int32_t)f->target};
    int32_t match = graph_recv(g, f->rank, f->recv)->event;
    if (match != NONE && view_has(&left, (uint32_t)match))
        return;
    if (!vector_stands(&left, f->rank, set, n) || !may_go(v, f->target, &v->past))
        return;
    vec_push(&v->ways, (struct way){(int32_t)f->target, f->value, (uint32_t)v->pairs.len,
                                    (uint32_t)n, f->look});
    for (size_t i = 0; i < n; i++)
        vec_push(&v->pairs, set[i]);
}

/* Could an earlier receive that competes with this one be pending at the target's place
 * in the order? */
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

/* Fills v->extra with all sends that could be in a vector together with this one: those
 * that do not happen after the target. */
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
                past_clear(&v->one, g, order);
                past_add_line(&v->one, g, s->rank, s->pos);
                if (past_has(&v->one, g, target))
                    break; /* the later ones of this channel happen after the target as
                              well */
            }
            vec_push(&v->extra, (int32_t)c->sends.at[i]);
        }
    }
}

/* Extends the view by the past of a pair of the vector. A cancel itself does not become
 * part of the view, since the vector already says that its receive is gone. */
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

/* Sets the view to the newest event, the sends of the vector, and the past of all of
 * these. */
static void grow(void *context, const struct pair *set, size_t n)
{
    struct finder *f = context;
    struct visit *v = f->v;
    struct graph *g = &v->g;
    past_clear(&v->wide, g, graph_event(g, f->target)->order);
    if (f->newest.send == NONE)
        past_add_line(&v->wide, g, f->rank, (uint32_t)g->rank[f->rank].line.len);
    else
        add_to_view(f, f->newest);
    for (size_t i = 0; i < n; i++)
        add_to_view(f, set[i]);
}

static void revisit_recv(struct visit *v, uint32_t target, uint32_t recv, int32_t value,
                         uint32_t look, struct pair newest)
{
    struct graph *g = &v->g;
    const struct match_event *t = graph_event(g, target);
    struct finder f = {v, target, t->rank, recv, value, newest, look};
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
    vectors_growing(&w, t->rank, recv, &growth, consider, &f);
}

/* Is this a poll or a wait on several requests, which could report another one? */
static bool can_change(const struct match_record *r)
{
    return r->event != NONE && op_reports(r->op.kind) &&
           !(op_of_threads(&r->op) && r->op.kind == OP_FINISH);
}

/* ---- the rest of a round ---- */

/* The look at this position of the line, if it could not fail when it was added, since
 * nothing was there for the rest of its round; NONE: it is nothing of that kind. */
static int32_t shut_look(const struct graph *g, uint32_t rank, uint32_t pos)
{
    const struct match_record *r = &g->rank[rank].line.at[pos];
    if (!r->round)
        return NONE;
    int32_t event = r->op.kind == OP_POLL
                        ? r->event
                        : graph_recv(g, rank, graph_recv_at(g, rank, pos))->event;
    return event != NONE && graph_event(g, (uint32_t)event)->shut ? event : NONE;
}

/* The target fails, and a probe or try-receive of the rest of its round gets the newest
 * event, a send. No receive that is posted there could take it. */
static void revisit_look(struct visit *v, uint32_t target, uint32_t look,
                         const struct op *op, int32_t send)
{
    struct graph *g = &v->g;
    const struct match_event *t = graph_event(g, target);
    const struct match_event *s = graph_event(g, (uint32_t)send);
    struct pair one = {0, send};
    if (!spin_fits(op, s))
        return;
    past_clear(&v->past, g, t->order);
    keep(v, t->rank, &one, 1);
    struct view left = {g,           t->order,     &v->past,
                        v->sends.at, v->sends.len, (int32_t)target};
    const struct match_channel *c = graph_channel(g, t->rank, s->rank);
    for (uint32_t i = 0; i < s->index; i++) /* rule S */
        if (spin_fits(op, graph_event(g, c->sends.at[i])) &&
            view_there(&left, c->sends.at[i]))
            return;
    if (!stays(v, target, &v->past) && may_go(v, target, &v->past))
        vec_push(&v->ways,
                 (struct way){(int32_t)target, send, (uint32_t)v->pairs.len, 0, look});
}

/* The look at this position fails, and one of the rest of its round gets the newest
 * event, a send. */
static void revisit_round(struct visit *v, uint32_t rank, uint32_t pos,
                          struct pair newest)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    int32_t target = shut_look(g, rank, pos);
    if (target == NONE || newest.send == NONE)
        return;
    const struct match_round *round = k->line.at[pos].round;
    for (uint32_t i = 0; i < round->n; i++) {
        const struct op *look = &round->look[i];
        if (look->kind != OP_POLL)
            revisit_look(v, (uint32_t)target, i + 1, look, newest.send);
        for (uint32_t a = 0; look->kind == OP_POLL && a < look->nargs; a++) {
            const struct match_request *q = &k->requests.at[look->args[a]];
            if (q->kind == OP_IRECV)
                revisit_recv(v, (uint32_t)target, q->index, (int32_t)a, i + 1, newest);
        }
    }
}

/* ---- by a send ---- */

static void revisit_record(struct visit *v, uint32_t rank, uint32_t pos,
                           struct pair newest)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    const struct match_record *r = &k->line.at[pos];
    if (r->op.kind == OP_CANCEL && r->index)
        revisit_recv(v, (uint32_t)r->event, k->requests.at[r->op.args[0]].index, 0, 0,
                     newest);
    revisit_round(v, rank, pos, newest);
    if (!can_change(r))
        return;
    for (uint32_t i = 0; i < r->op.nargs; i++) {
        const struct match_request *q = &k->requests.at[r->op.args[i]];
        if (q->kind == OP_IRECV && r->index != (int32_t)i)
            revisit_recv(v, (uint32_t)r->event, q->index, (int32_t)i, 0, newest);
    }
}

/* Finds revisits of the matches of that receive and of later ones, except those that
 * happen before the newest event. */
static void revisit_matches(struct visit *v, uint32_t rank, uint32_t from, int32_t value,
                            struct pair newest)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    for (uint32_t i = from; i < k->recvs.len; i++) {
        int32_t match = k->recvs.at[i].event;
        if (match != NONE && graph_races(&k->recvs.at[i], i) &&
            !past_has(&v->before, g, (uint32_t)match))
            revisit_recv(v, (uint32_t)match, i, value, 0, newest);
    }
}

/* Could another outcome of this record be explored? */
static bool is_open(const struct match_record *r)
{
    return can_change(r) || (r->op.kind == OP_CANCEL && r->index);
}

/* Is there an event before `floor` that might be revisited? May err towards yes. */
static bool has_older(const struct visit *v, uint32_t rank, uint32_t floor)
{
    const struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    uint32_t pos = v->before.reach[rank];
    for (uint32_t i = graph_open_at(g, rank, pos); i < k->recvs.len; i++) {
        int32_t match = k->recvs.at[i].event;
        if (match != NONE && graph_races(&k->recvs.at[i], i) &&
            graph_event(g, (uint32_t)match)->order < floor &&
            !past_has(&v->before, g, (uint32_t)match))
            return true;
    }
    while (pos < k->line.len && !is_open(&k->line.at[pos]))
        pos++;
    return pos < k->line.len && /* later events on the line were added later */
           graph_event(g, (uint32_t)k->line.at[pos].event)->order < floor;
}

/* Fills v->before with what happens before the send, as far back as an event might be
 * revisited. */
static void look_back(struct visit *v, const struct match_event *send)
{
    struct graph *g = &v->g;
    for (size_t window = 64;; window *= 8) {
        uint32_t floor = g->order.len > window ? (uint32_t)(g->order.len - window) : 0;
        past_clear(&v->before, g, floor);
        past_add_line(&v->before, g, send->rank, send->pos);
        if (!floor || !has_older(v, send->to, floor))
            return;
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
    look_back(v, e);
    uint32_t reach = v->before.reach[to];
    struct pair newest = {0, (int32_t)send};
    revisit_matches(v, to, graph_open_at(g, to, reach), 0, newest);
    for (uint32_t pos = reach; pos < k->line.len; pos++)
        revisit_record(v, to, pos, newest);
}

/* ---- by what completes a request of somebody else ---- */

/* Fills v->past with what stays if this poll or pick reports the request: everything
 * that happens before the request is complete. False if the request is not complete, or
 * only after the poll. */
static bool completed_past(struct visit *v, uint32_t target, uint32_t request)
{
    struct graph *g = &v->g;
    uint32_t rank = graph_event(g, target)->rank;
    const struct match_request *q = &g->rank[rank].requests.at[request];
    struct outcome o;
    v->sends.len = 0;
    past_clear(&v->past, g, graph_event(g, target)->order);
    if (!graph_complete(g, rank, request, &o))
        return false;
    if (q->kind == OP_ISEND) {
        past_add_event(&v->past, g, (uint32_t)graph_event(g, q->index)->done);
    } else {
        const struct match_arrival *a = &g->rank[rank].arrivals.at[q->index];
        const struct op *op = &g->rank[rank].line.at[a->pos].op;
        for (uint32_t i = 0; i < graph_needed(g, op); i++) {
            uint32_t p = op->args[i];
            past_add_line(&v->past, g, p,
                          graph_arrival(g, p, a->context, a->seq)->pos + 1);
        }
    }
    return !past_has(&v->past, g, target);
}

/* The look at this position fails, and one of the rest of its round reports the
 * request. */
static void revisit_round_request(struct visit *v, uint32_t rank, uint32_t request,
                                  uint32_t pos)
{
    struct graph *g = &v->g;
    int32_t target = shut_look(g, rank, pos);
    const struct match_round *round = g->rank[rank].line.at[pos].round;
    for (uint32_t i = 0; target != NONE && i < round->n; i++) {
        const struct op *look = &round->look[i];
        for (uint32_t a = 0; look->kind == OP_POLL && a < look->nargs; a++)
            if (look->args[a] == request &&
                completed_past(v, (uint32_t)target, request) &&
                may_go(v, (uint32_t)target, &v->past))
                vec_push(&v->ways, (struct way){target, (int32_t)a,
                                                (uint32_t)v->pairs.len, 0, i + 1});
    }
}

/* Finds the polls and waits on several requests that could report this request instead
 * of their present outcome. */
static void revisit_request(struct visit *v, uint32_t rank, uint32_t request,
                            uint32_t pos)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    for (; pos < k->line.len; pos++) {
        const struct match_record *r = &k->line.at[pos];
        revisit_round_request(v, rank, request, pos);
        if (!can_change(r))
            continue;
        for (uint32_t i = 0; i < r->op.nargs; i++)
            if (r->op.args[i] == request && r->index != (int32_t)i &&
                completed_past(v, (uint32_t)r->event, request) &&
                may_go(v, (uint32_t)r->event, &v->past))
                vec_push(&v->ways, (struct way){r->event, (int32_t)i,
                                                (uint32_t)v->pairs.len, 0, 0});
    }
}

void revisit_done(struct visit *v, uint32_t send)
{
    const struct match_event *s = graph_event(&v->g, send);
    const struct match_rank *k = &v->g.rank[s->rank];
    if (k->reads)
        revisit_request(v, s->rank, graph_request_at(&v->g, s->rank, s->pos), s->pos + 1);
}

void revisit_arrive(struct visit *v, uint32_t rank)
{
    struct graph *g = &v->g;
    const struct match_arrival *mine = &vec_last(&g->rank[rank].arrivals);
    const struct op *op = &g->rank[rank].line.at[mine->pos].op;
    for (uint32_t i = 0; i < op->nargs; i++) {
        uint32_t q = op->args[i];
        if (q == rank || !g->rank[q].reads)
            continue;
        const struct match_arrival *a = graph_arrival(g, q, mine->context, mine->seq);
        if (a && a->pos + 1 < g->rank[q].line.len && graph_needs(g, q, a, rank))
            revisit_request(v, q, graph_request_at(g, q, a->pos), a->pos + 1);
    }
}

/* The place in the order of the first match that a cancel of the receive may undo: its
 * own, or that of a later receive. UINT32_MAX: there is none. */
static uint32_t first_undone_by(const struct graph *g, uint32_t rank, uint32_t recv)
{
    const struct match_rank *k = &g->rank[rank];
    uint32_t first = UINT32_MAX;
    for (uint32_t i = recv; i < k->recvs.len; i++) {
        int32_t match = k->recvs.at[i].event;
        if (match != NONE && (i == recv || graph_races(&k->recvs.at[i], i)) &&
            graph_event(g, (uint32_t)match)->order < first)
            first = graph_event(g, (uint32_t)match)->order;
    }
    return first;
}

void revisit_cancel(struct visit *v, uint32_t rank, uint32_t recv)
{
    struct graph *g = &v->g;
    int32_t match = graph_recv(g, rank, recv)->event;
    uint32_t floor = first_undone_by(g, rank, recv);
    if (floor == UINT32_MAX)
        return;
    past_clear(&v->before, g, floor);
    past_add_line(&v->before, g, rank, (uint32_t)g->rank[rank].line.len);
    if (match != NONE && past_has(&v->before, g, (uint32_t)match))
        return;
    v->sends.len = 0;
    if (match != NONE && may_go(v, (uint32_t)match, &v->before))
        vec_push(&v->ways, (struct way){match, 1, (uint32_t)v->pairs.len, 0, 0});
    revisit_matches(v, rank, recv + 1, 1, (struct pair){recv, NONE});
}

/* ---- making ---- */

/* Adds an event: the rank's next look gets what the way says, or fails. */
static void add_look(struct graph *g, uint32_t rank, const struct way *o, bool fails)
{
    const struct match_rank *k = &g->rank[rank];
    uint32_t slot;
    if (k->next.op.kind == OP_POLL)
        slot = graph_add_line(g, rank, EV_POLL, fails ? OUTCOME_FALSE : o->value, NONE);
    else
        slot = graph_add_match(g, rank, (uint32_t)k->recvs.len - 1,
                               fails ? NONE : o->value, false);
    graph_event(g, slot)->fixed = true;
}

/* How many looks are on the rank's line from this position on? */
static uint32_t looks_since(const struct match_rank *k, uint32_t pos)
{
    uint32_t n = 0;
    for (; pos < k->line.len; pos++)
        n += op_looks(k->line.at[pos].op.kind);
    return n;
}

/* The rank's next look fails, and so do those after it, up to one that gets
 * something. */
static void add_round(struct graph *g, uint32_t rank, const struct way *o)
{
    const struct match_rank *k = &g->rank[rank];
    uint32_t pos = (uint32_t)k->line.len;
    for (uint32_t i = 0; i <= o->look; i++) {
        if (i)
            graph_advance_rank(g, rank);
        /* The last look of a round waits, and may have what it waits for. Or the rank is
         * not followed that far. */
        if (looks_since(k, pos) > i || k->ended || k->next.spin > SPIN_PROGRESS)
            return;
        add_look(g, rank, o, i < o->look);
    }
}

/* The operation that gets something: the target's, or one of the rest of its round. */
static const struct op *op_of(const struct graph *g, const struct match_event *target,
                              const struct way *o)
{
    const struct match_record *r = &g->rank[target->rank].line.at[target->pos];
    return o->look ? &r->round->look[o->look - 1] : &r->op;
}

void revisit_make(struct visit *v, struct frame *f, const struct way *o)
{
    struct graph *g = &v->g;
    struct match_event target = *graph_event(g, (uint32_t)o->target);
    past_clear(&v->past, g, target.order);
    if (f->kind == EV_PICK)
        past_add_line(&v->past, g, f->rank, (uint32_t)g->rank[f->rank].line.len);
    if (f->kind == EV_DONE || f->kind == EV_ARRIVE)
        completed_past(v, (uint32_t)o->target, op_of(g, &target, o)->args[o->value]);
    struct pair seen = {0, o->value};
    if (o->look && op_of(g, &target, o)->kind != OP_POLL)
        keep(v, target.rank, &seen, 1);
    else
        keep(v, target.rank, v->pairs.at + o->first, o->n);
    f->place = target.order;
    f->saved = (uint32_t)v->saved.len;
    f->removed = (uint32_t)v->removed.len;
    f->fixed = (uint32_t)v->fixed.len;
    vec_push(&v->removed, (uint32_t)o->target);
    for (size_t i = f->place; i < g->order.len; i++)
        vec_push(&v->saved, g->order.at[i]);
    for (size_t i = f->saved + 1; i < v->saved.len; i++)
        if (!stays(v, v->saved.at[i], &v->past))
            vec_push(&v->removed, v->saved.at[i]);
    /* From here on the graph changes, and the marks in the pasts are not needed any
     * more. */
    size_t next = f->removed + 1, last = v->saved.len;
    f->stash = graph_detach(g, v->removed.at + f->removed, v->removed.len - f->removed);
    g->order.len = f->place;
    size_t before = g->events.len;
    for (uint32_t i = o->first; i < o->first + o->n; i++)
        if (v->pairs.at[i].send != NONE)
            graph_add_match(g, target.rank, v->pairs.at[i].recv, v->pairs.at[i].send,
                            false);
    if (o->look)
        add_round(g, target.rank, o);
    else if (target.kind != EV_MATCH)
        graph_add_line(g, target.rank, (enum match_kind)target.kind, o->value,
                       target.canon);
    f->made = (uint32_t)(g->events.len - before);
    for (size_t i = f->saved + 1; i < last; i++) {
        uint32_t slot = v->saved.at[i];
        if (next < v->removed.len && v->removed.at[next] == slot) {
            next++;
            continue;
        }
        graph_put(g, slot);
        if (!graph_event(g, slot)->fixed)
            vec_push(&v->fixed, slot);
        graph_event(g, slot)->fixed = true;
    }
    graph_stamp(g, f->place);
}

void revisit_unmake(struct visit *v, const struct frame *f)
{
    struct graph *g = &v->g;
    while (v->fixed.len > f->fixed)
        graph_event(g, vec_pop(&v->fixed))->fixed = false;
    g->order.len = f->place + f->made;
    for (uint32_t i = 0; i < f->made; i++)
        graph_remove(g);
    graph_attach(g, v->removed.at + f->removed, v->removed.len - f->removed, f->stash);
    g->order.len = f->place;
    for (size_t i = f->saved; i < v->saved.len; i++)
        graph_put(g, v->saved.at[i]);
    v->saved.len = f->saved;
    v->removed.len = f->removed;
}
