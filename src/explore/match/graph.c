/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.c - see graph.h. */
#include "explore/match/graph.h"
#include "explore/match/line.h"
#include "explore/match/spin.h"

#include <assert.h>
#include <string.h>

void graph_init(struct graph *g, struct program *p)
{
    *g = (struct graph){.program = p, .n = p->nactors};
    g->rank = mem_alloc(g->n * sizeof *g->rank);
    g->channel = mem_alloc((size_t)g->n * g->n * sizeof *g->channel);
    for (uint32_t i = 0; i < g->n; i++) {
        g->rank[i].live = true;
        g->rank[i].root = p->ops->save(p, i);
    }
}

/* ---- what is complete, and when ---- */

bool graph_is_received(const struct graph *g, const struct match_event *send)
{
    return send->reader != NONE &&
           (!graph_event(g, (uint32_t)send->reader)->later || send->received != NONE);
}

bool graph_known_received(const struct graph *g, const struct match_event *send,
                          uint32_t pos)
{
    if (send->reader == NONE)
        return false;
    const struct match_event *m = graph_event(g, (uint32_t)send->reader);
    const struct match_recv *r = graph_recv(g, m->rank, m->index);
    return r->transient ? r->pos < pos : r->seen != NONE && (uint32_t)r->seen < pos;
}

int32_t graph_sighted(const struct graph *g, uint32_t rank, uint32_t pos, int32_t sight)
{
    const struct match_rank *k = &g->rank[rank];
    if (sight != NONE) {
        sight = k->sights.at[sight].before;
    } else {
        size_t lo = 0, hi = k->sights.len;
        while (lo < hi) {
            size_t mid = (lo + hi) / 2;
            if (k->sights.at[mid].pos < pos)
                lo = mid + 1;
            else
                hi = mid;
        }
        sight = (int32_t)lo - 1;
    }
    while (sight != NONE &&
           graph_known_received(g, graph_event(g, k->sights.at[sight].send), pos))
        sight = k->sights.at[sight].before;
    return sight;
}

struct match_context *graph_context(const struct graph *g, uint32_t rank,
                                    uint32_t context)
{
    const struct match_rank *k = &g->rank[rank];
    uint32_t i = keys_find(&k->context_keys, context);
    return i < k->contexts.len ? &k->contexts.at[i] : NULL;
}

struct match_arrival *graph_arrival(struct graph *g, uint32_t rank, uint32_t context,
                                    uint32_t seq)
{
    const struct match_context *c = graph_context(g, rank, context);
    return c && seq < c->arrivals.len ? &g->rank[rank].arrivals.at[c->arrivals.at[seq]]
                                      : NULL;
}

bool graph_needs(const struct graph *g, uint32_t rank, const struct match_arrival *a,
                 uint32_t other)
{
    const struct op *op = &g->rank[rank].line.at[a->pos].op;
    for (uint32_t i = 0; i < graph_needed(g, op); i++)
        if (op->args[i] == other)
            return true;
    return false;
}

/* ---- events ---- */

/* Can a later event change what this one reads? */
static bool is_read(const struct match_event *e)
{
    return e->kind == EV_MATCH ? e->races : e->kind == EV_POLL || e->kind == EV_PICK;
}

/* An event was added: ranks that it concerns may go on. */
static void wake(struct graph *g, const struct match_event *e)
{
    g->rank[e->rank].waits = false;
    for (uint32_t p = 0; e->kind == EV_ARRIVE && p < g->n; p++)
        g->rank[p].waits = false;
}

void graph_put(struct graph *g, uint32_t slot)
{
    wake(g, graph_event(g, slot));
    graph_event(g, slot)->order = (uint32_t)g->order.len;
    g->since.len = g->order.len;
    vec_push(&g->order, slot);
    vec_push(&g->since, ++g->puts);
}

static uint32_t add(struct graph *g, struct match_event e)
{
    uint32_t slot = (uint32_t)g->events.len;
    g->rank[e.rank].reads += is_read(&e);
    vec_push(&g->events, e);
    graph_put(g, slot);
    graph_event(g, slot)->stamp = (uint32_t)g->order.len;
    return slot;
}

uint32_t graph_add_send(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    const struct op *op = &k->next.op;
    uint32_t slot = add(g, (struct match_event){.kind = EV_SEND,
                                                .mode = op->mode,
                                                .rank = p,
                                                .pos = (uint32_t)k->line.len,
                                                .to = (uint32_t)op->peer,
                                                .context = op->object,
                                                .tag = op->tag,
                                                .value = op->value,
                                                .reader = NONE,
                                                .done = NONE,
                                                .seen = NONE,
                                                .received = NONE});
    k->next.event = (int32_t)slot;
    line_pass(g, p, (struct outcome){.index = OUTCOME_NONE});
    return slot;
}

uint32_t graph_add_arrive(struct graph *g, uint32_t p)
{
    uint32_t slot =
        add(g, (struct match_event){
                   .kind = EV_ARRIVE, .rank = p, .pos = (uint32_t)g->rank[p].line.len});
    g->rank[p].next.event = (int32_t)slot;
    line_pass(g, p, (struct outcome){.index = OUTCOME_NONE});
    return slot;
}

/* Records that the done event of the send was added, or (NONE) removed. */
static void set_done(struct graph *g, uint32_t send, int32_t slot)
{
    graph_event(g, send)->done = slot;
    g->undone += slot == NONE ? 1 : -1u;
}

uint32_t graph_add_done(struct graph *g, uint32_t send)
{
    const struct match_event *s = graph_event(g, send);
    uint32_t slot = add(
        g, (struct match_event){
               .kind = EV_DONE, .rank = s->rank, .pos = s->pos, .from = (int32_t)send});
    set_done(g, send, (int32_t)slot);
    return slot;
}

/* Enters the match into its receive and its send. */
static void couple(struct graph *g, uint32_t slot)
{
    const struct match_event *m = graph_event(g, slot);
    struct match_recv *r = graph_recv(g, m->rank, m->index);
    r->event = (int32_t)slot;
    if (m->from == NONE || !r->consumes)
        return;
    struct match_event *s = graph_event(g, (uint32_t)m->from);
    s->reader = (int32_t)slot;
    g->undone += graph_waits(g, s) && !m->later; /* for a match that only takes the
                                                    message, the OP_RECEIVE record
                                                    counts */
    g->untaken--;
    struct match_channel *c = graph_channel(g, s->to, s->rank);
    while (c->taken < c->sends.len &&
           graph_event(g, c->sends.at[c->taken])->reader != NONE)
        c->taken++;
}

static void uncouple(struct graph *g, uint32_t slot)
{
    const struct match_event *m = graph_event(g, slot);
    struct match_rank *k = &g->rank[m->rank];
    if (m->from != NONE) {
        struct match_event *s = graph_event(g, (uint32_t)m->from);
        if (s->reader == (int32_t)slot) {
            struct match_channel *c = graph_channel(g, s->to, s->rank);
            g->undone -= graph_waits(g, s) && !m->later;
            s->reader = NONE;
            g->untaken++;
            if (c->taken > s->index)
                c->taken = s->index;
        }
    }
    if (m->index < k->recvs.len)
        k->recvs.at[m->index].event = NONE;
}

uint32_t graph_add_match(struct graph *g, uint32_t p, uint32_t recv, int32_t send,
                         bool first)
{
    uint32_t slot =
        add(g, (struct match_event){.kind = EV_MATCH,
                                    .rank = p,
                                    .pos = graph_recv(g, p, recv)->pos,
                                    .index = recv,
                                    .races = graph_races(graph_recv(g, p, recv), recv),
                                    .later = graph_recv(g, p, recv)->later,
                                    .first = first,
                                    .from = send});
    couple(g, slot);
    return slot;
}

uint32_t graph_add_line(struct graph *g, uint32_t p, enum match_kind kind,
                        int32_t outcome, int32_t canon)
{
    uint32_t slot = add(g, (struct match_event){.kind = (uint8_t)kind,
                                                .rank = p,
                                                .pos = (uint32_t)g->rank[p].line.len,
                                                .from = outcome,
                                                .canon = canon});
    g->rank[p].next.event = (int32_t)slot;
    return slot;
}

/* Removes what the graph remembers of an event, and cuts the line of every rank that
 * knew of it. */
static void withdraw(struct graph *g, uint32_t slot)
{
    const struct match_event *e = graph_event(g, slot);
    struct match_rank *k = &g->rank[e->rank];
    k->reads -= is_read(e);
    if (e->kind == EV_DONE) {
        int32_t seen = graph_event(g, (uint32_t)e->from)->seen;
        if (seen != NONE)
            line_cut(g, e->rank, (uint32_t)seen);
        set_done(g, (uint32_t)e->from, NONE);
        return;
    }
    if (e->kind == EV_MATCH) {
        const struct match_recv *r =
            e->index < k->recvs.len ? graph_recv(g, e->rank, e->index) : NULL;
        if (r && r->transient)
            line_cut(g, e->rank, e->pos);
        else if (r && r->seen != NONE)
            line_cut(g, e->rank, (uint32_t)r->seen);
        uncouple(g, slot);
        return;
    }
    line_cut(g, e->rank, e->pos);
    if (k->line.len == e->pos)
        k->next.event = NONE;
}

void graph_stamp(struct graph *g, uint32_t place)
{
    uint32_t now = (uint32_t)g->order.len;
    for (size_t i = place; i < now; i++) {
        struct match_event *e = graph_event(g, g->order.at[i]);
        e->stamp = e->stamp < now ? now : e->stamp;
    }
    for (uint32_t p = 0; p < g->n; p++) {
        struct match_rank *k = &g->rank[p];
        for (size_t i = k->line.len; i-- > 0 && k->line.at[i].stamp > place;)
            if (k->line.at[i].stamp < now)
                k->line.at[i].stamp = now;
    }
}

void graph_remove(struct graph *g)
{
    uint32_t slot = (uint32_t)g->events.len - 1;
    assert(vec_last(&g->order) == slot);
    withdraw(g, slot);
    g->events.len--;
    g->order.len--;
}

size_t graph_detach(struct graph *g, const uint32_t *events, size_t n)
{
    size_t stash = g->stashes.len;
    g->stashing = true;
    for (size_t i = 0; i < n; i++)
        withdraw(g, events[i]);
    g->stashing = false;
    return stash;
}

void graph_attach(struct graph *g, const uint32_t *events, size_t n, size_t stash)
{
    while (g->stashes.len > stash)
        line_uncut(g);
    for (size_t i = 0; i < n; i++) {
        const struct match_event *e = graph_event(g, events[i]);
        struct match_rank *k = &g->rank[e->rank];
        k->reads += is_read(e);
        if (e->kind == EV_MATCH)
            couple(g, events[i]);
        else if (e->kind == EV_DONE)
            set_done(g, (uint32_t)e->from, (int32_t)events[i]);
        else if (k->line.len == e->pos)
            k->next.event = (int32_t)events[i];
    }
}

uint32_t graph_request_at(const struct graph *g, uint32_t rank, uint32_t pos)
{
    const struct match_rank *k = &g->rank[rank];
    size_t lo = 0, hi = k->requests.len;
    while (hi - lo > 1) {
        size_t mid = (lo + hi) / 2;
        if (line_request_pos(g, rank, mid) <= pos)
            lo = mid;
        else
            hi = mid;
    }
    assert(line_request_pos(g, rank, lo) == pos);
    return (uint32_t)lo;
}

uint32_t graph_recv_at(const struct graph *g, uint32_t rank, uint32_t pos)
{
    const struct match_rank *k = &g->rank[rank];
    size_t lo = 0, hi = k->recvs.len;
    while (hi - lo > 1) {
        size_t mid = (lo + hi) / 2;
        if (k->recvs.at[mid].pos <= pos)
            lo = mid;
        else
            hi = mid;
    }
    assert(k->recvs.at[lo].pos == pos);
    return (uint32_t)lo;
}

uint32_t graph_open_at(const struct graph *g, uint32_t rank, uint32_t pos)
{
    const struct match_rank *k = &g->rank[rank];
    size_t lo = 0, hi = k->recvs.len;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (k->recvs.at[mid].pos < pos)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? k->recvs.at[lo - 1].open : 0;
}

/* ---- running ---- */

static struct outcome received(const struct graph *g, int32_t match)
{
    int32_t from = graph_event(g, (uint32_t)match)->from;
    if (from == NONE)
        return (struct outcome){.index = OUTCOME_FALSE};
    const struct match_event *s = graph_event(g, (uint32_t)from);
    return (struct outcome){.received = true,
                            .value = s->value,
                            .peer = (int32_t)s->rank,
                            .tag = s->tag,
                            .message = message_outcome(s->rank, s->index)};
}

static bool gathered_before(const struct graph *g, const struct match_arrival *a,
                            const uint32_t *ranks, uint32_t n)
{
    const struct gathering *m = &g->gathering;
    return m->ranks.len == n && m->context == a->context && m->seq == a->seq &&
           m->departures == g->departures &&
           (!n || !memcmp(m->ranks.at, ranks, n * sizeof *ranks));
}

/* Collects what all these ranks contributed to the collective; false if one of them has
 * not arrived. */
static bool gather(struct graph *g, const struct match_arrival *a, const uint32_t *ranks,
                   uint32_t n)
{
    struct gathering *m = &g->gathering;
    if (gathered_before(g, a, ranks, n))
        return true;
    m->ranks.len = 0;
    vec_reserve(&m->values, n);
    uint32_t i = m->missed < n ? m->missed : 0;
    for (uint32_t left = n; left-- > 0; i = i + 1 < n ? i + 1 : 0) {
        const struct match_arrival *b = graph_arrival(g, ranks[i], a->context, a->seq);
        if (!b) {
            m->missed = i;
            return false;
        }
        m->values.at[i] = g->rank[ranks[i]].line.at[b->pos].op.value;
    }
    m->context = a->context;
    m->seq = a->seq;
    m->departures = g->departures;
    for (i = 0; i < n; i++)
        vec_push(&m->ranks, ranks[i]);
    return true;
}

static bool gathered(struct graph *g, uint32_t p, const struct match_arrival *a,
                     struct outcome *o)
{
    const struct op *op = &g->rank[p].line.at[a->pos].op;
    *o = (struct outcome){0};
    if (!gather(g, a, op->args, graph_needed(g, op)))
        return false;
    if (g->program->ops->collectives)
        o->value = g->program->ops->collectives->gather(g->program, p, op,
                                                        g->gathering.values.at);
    return true;
}

/* The number that the receiver passes back to a sender that waited for it (op.told). */
static uint32_t told_by_receiver(const struct graph *g, const struct match_event *send)
{
    const struct match_event *m = graph_event(g, (uint32_t)send->reader);
    uint32_t pos = m->later ? (uint32_t)send->received : m->pos;
    return g->rank[m->rank].line.at[pos].op.told;
}

bool graph_complete(struct graph *g, uint32_t p, uint32_t request, struct outcome *o)
{
    const struct match_request *q = &g->rank[p].requests.at[request];
    *o = (struct outcome){0};
    switch ((enum posted_kind)q->kind) {
    case OP_ISEND: {
        const struct match_event *s = graph_event(g, q->index);
        if (graph_waits(g, s) && s->done != NONE)
            o->value = told_by_receiver(g, s);
        return !graph_waits(g, s) || s->done != NONE;
    }
    case OP_IRECV: {
        int32_t match = graph_recv(g, p, q->index)->event;
        if (match != NONE)
            *o = received(g, match);
        return match != NONE;
    }
    case OP_ARRIVE:
        return gathered(g, p, &g->rank[p].arrivals.at[q->index], o);
    case OP_RECEIVE:
        break;
    }
    return true;
}

/* What the rank does by itself has its outcome at once; only a choice has to be made. */
static bool decided_alone(const struct match_rank *k, int32_t picked, struct outcome *o)
{
    switch ((enum local_kind)k->next.op.kind) {
    case OP_LOCAL:
    case OP_ASSERT:
        return true;
    case OP_CHOOSE:
        o->index = picked;
        return k->next.event != NONE;
    }
    return false;
}

/* Does the graph determine the outcome of the rank's next operation? If so, fills it
 * in. */
static bool decided(struct graph *g, uint32_t p, struct outcome *o)
{
    struct match_rank *k = &g->rank[p];
    const struct op *op = &k->next.op;
    *o = (struct outcome){.index = OUTCOME_NONE};
    int32_t picked =
        k->next.event == NONE ? NONE : graph_event(g, (uint32_t)k->next.event)->from;
    if (op_family(op->kind) == FAMILY_LOCAL)
        return decided_alone(k, picked, o);
    switch ((enum matching_kind)op->kind) {
    case OP_IRECV:
    case OP_RECEIVE:
        return true;
    case OP_CANCEL:
        o->index = picked;
        return k->next.event != NONE;
    case OP_FINISH:
    case OP_POLL:
        if ((op->kind == OP_FINISH || spin_waits(k->next.spin)) && op->nargs == 1)
            picked = 0;
        else if (k->next.event == NONE)
            return false;
        if (op->kind == OP_POLL && picked == OUTCOME_FALSE) {
            o->index = OUTCOME_FALSE;
            return true;
        }
        if (!graph_complete(g, p, op->args[picked], o))
            return false;
        o->index = picked;
        return true;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        if (vec_last(&k->recvs).event == NONE)
            return false;
        *o = received(g, vec_last(&k->recvs).event);
        return true;
    case OP_ISEND: /* these are added as events, by the search */
    case OP_ARRIVE:
    case OP_MATCH:
    case OP_RETRACT:
        break;
    }
    return false;
}

void graph_advance_rank(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    while (!k->waits) {
        struct outcome o;
        if (!k->fetched)
            line_fetch(g, p);
        if (k->ended)
            return;
        if (k->next.op.kind == OP_ASSERT && !k->next.op.value) {
            k->ended = k->failed = true;
            return;
        }
        k->waits = !decided(g, p, &o);
        if (k->waits)
            return;
        line_pass(g, p, o);
    }
}

void graph_advance(struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++)
        graph_advance_rank(g, p);
}

void graph_make_live(struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++)
        line_make_live(g, p);
}

void graph_rewind(struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++) {
        struct match_rank *k = &g->rank[p];
        if (!k->fetched)
            line_fetch(g, p);
        k->live = k->ahead = false;
        g->program->ops->restore(g->program, p, k->root);
    }
}

void graph_free(struct graph *g)
{
    assert(!g->stashes.len);
    for (uint32_t p = 0; p < g->n; p++) {
        struct match_rank *k = &g->rank[p];
        line_cut(g, p, 0);
        if (k->fetched && (!k->ended || k->failed))
            line_drop(g, p, &k->next);
        g->program->ops->restore(g->program, p, k->root);
        g->program->ops->release(g->program, p, k->root);
        vec_free(&k->line);
        vec_free(&k->recvs);
        vec_free(&k->requests);
        vec_free(&k->arrivals);
        for (size_t i = 0; i < k->contexts.len; i++)
            vec_free(&k->contexts.at[i].arrivals);
        vec_free(&k->contexts);
        keys_free(&k->context_keys);
        vec_free(&k->sights);
    }
    for (size_t i = 0; i < (size_t)g->n * g->n; i++)
        vec_free(&g->channel[i].sends);
    free(g->rank);
    free(g->channel);
    vec_free(&g->events);
    vec_free(&g->order);
    vec_free(&g->since);
    vec_free(&g->stashes);
    for (size_t i = 0; i < g->ones.len; i++)
        free(g->ones.at[i]);
    vec_free(&g->ones);
    vec_free(&g->gathering.ranks);
    vec_free(&g->gathering.values);
}
