/* SPDX-License-Identifier: Apache-2.0
 *
 * play.c - see play.h.
 *
 * In a play, no step prevents another one: whether a step or a match can happen depends
 * on what has happened before and on what is buffered, and more of either only permits
 * more. So the order of the steps does not matter, and the play reaches the same point
 * whether it starts anew or continues from an earlier point, or with less buffered.
 *
 * When the graph has changed, the part of the play is still valid that was reached while
 * only events were allowed which are still at their places in the order: each step of it
 * follows from events and steps before it, and these are unchanged. */
#include "explore/match/play.h"
#include "explore/match/view.h"

#include <assert.h>
#include <string.h>

void play_init(struct play *p, struct graph *g)
{
    *p = (struct play){.g = g, .n = g->n};
    p->pos = mem_alloc(g->n * sizeof *p->pos);
    p->dirty = mem_alloc(g->n * sizeof *p->dirty);
    p->missed = mem_alloc(g->n * sizeof *p->missed);
    p->awaited = mem_alloc(g->n * sizeof *p->awaited);
    p->met = mem_alloc(sizeof *p->met);
    p->waiting = mem_alloc(g->n * sizeof *p->waiting);
    p->assumed = mem_alloc(g->n * sizeof *p->assumed);
    past_init(&p->past, g);
}

void play_free(struct play *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        vec_free(&p->waiting[i]);
    free(p->pos);
    free(p->dirty);
    free(p->missed);
    free(p->awaited);
    vec_free(&p->met->ranks);
    free(p->met);
    free(p->waiting);
    free(p->assumed);
    vec_free(&p->done);
    vec_free(&p->log);
    vec_free(&p->marks);
    vec_free(&p->ranks);
    past_free(&p->past);
}

bool play_done(const struct play *p, uint32_t match)
{
    return p->done.at[match] != 0;
}

static bool is_done(const struct play *p, int32_t match)
{
    return match != NONE && play_done(p, (uint32_t)match);
}

static bool is_let(const struct play *p, int32_t event)
{
    return event == NONE || graph_event(p->g, (uint32_t)event)->order < p->marks.len;
}

static bool issued(const struct play *p, const struct match_event *s)
{
    return p->pos[s->rank] > s->pos;
}

static bool have_met(const struct play *p, const struct match_arrival *a,
                     const struct op *op, uint32_t needed)
{
    const struct play_meeting *m = p->met;
    return m->known && m->context == a->context && m->seq == a->seq &&
           m->ranks.len == needed &&
           !memcmp(m->ranks.at, op->args, needed * sizeof *op->args);
}

static void meet(struct play_meeting *m, const struct match_arrival *a,
                 const struct op *op, uint32_t needed)
{
    m->known = needed > 0;
    m->context = a->context;
    m->seq = a->seq;
    m->ranks.len = 0;
    for (uint32_t i = 0; i < needed; i++)
        vec_push(&m->ranks, op->args[i]);
}

static bool have_arrived(const struct play *p, uint32_t rank,
                         const struct match_arrival *a, const struct op *op,
                         uint32_t needed)
{
    uint32_t i = p->missed[rank] < needed ? p->missed[rank] : 0;
    if (have_met(p, a, op, needed))
        return true;
    for (uint32_t left = needed; left-- > 0; i = i + 1 < needed ? i + 1 : 0) {
        const struct match_arrival *b =
            graph_arrival(p->g, op->args[i], a->context, a->seq);
        if (!b || p->pos[op->args[i]] <= b->pos) {
            p->missed[rank] = i;
            return false;
        }
    }
    meet(p->met, a, op, needed);
    return true;
}

static bool is_received(const struct play *p, const struct match_event *s)
{
    return is_done(p, s->reader) && graph_is_received(p->g, s) &&
           (s->received == NONE || p->pos[s->to] > (uint32_t)s->received);
}

bool play_complete(const struct play *p, uint32_t rank, uint32_t request)
{
    struct graph *g = p->g;
    const struct match_request *q = &g->rank[rank].requests.at[request];
    switch ((enum posted_kind)q->kind) {
    case OP_ISEND: {
        const struct match_event *s = graph_event(g, q->index);
        bool at_once = p->eager || s->mode == SEND_BUFFERED || s->buffered == p->g->round;
        return (at_once && !graph_waits(g, s)) ||
               (is_received(p, s) && is_let(p, s->done));
    }
    case OP_IRECV:
        return is_done(p, graph_recv(g, rank, q->index)->event);
    case OP_RECEIVE:
        break;
    case OP_ARRIVE: {
        const struct match_arrival *a = &g->rank[rank].arrivals.at[q->index];
        const struct op *op = &g->rank[rank].line.at[a->pos].op;
        bool at_once = p->eager || a->buffered == p->g->round;
        return have_arrived(p, rank, a, op, at_once ? graph_needed(g, op) : op->nargs);
    }
    }
    return true;
}

/* Can the match happen, that is, is its receive posted, its message sent, and
 * everything settled that rules R and S put before it? */
static bool ready(const struct play *p, uint32_t match)
{
    const struct graph *g = p->g;
    const struct match_event *m = graph_event(g, match);
    const struct match_recv *r = graph_recv(g, m->rank, m->index);
    const struct match_event *s = graph_event(g, (uint32_t)m->from);
    if (!issued(p, s) || p->pos[m->rank] < r->pos + !r->transient)
        return false;
    struct pair pair = {m->index, m->from};
    for (int32_t j = NONE; (j = earlier_receive(g, m->rank, pair, j)) != NONE;) {
        const struct match_recv *earlier = graph_recv(g, m->rank, (uint32_t)j);
        if (earlier->cancelled != NONE ? p->pos[m->rank] <= (uint32_t)earlier->cancelled
                                       : !is_done(p, earlier->event))
            return false;
    }
    for (int32_t i = NONE; (i = earlier_message(g, m->rank, pair, i)) != NONE;) {
        int32_t reader = graph_event(g, (uint32_t)i)->reader;
        if (!is_done(p, reader))
            return false;
        if (rule_alike(
                graph_recv(g, m->rank, graph_event(g, (uint32_t)reader)->index)->wants,
                r->wants))
            break;
    }
    return true;
}

static void wake(struct play *p, uint32_t rank)
{
    if (!p->dirty[rank])
        vec_push(&p->ranks, rank);
    p->dirty[rank] = true;
}

static void finish_match(struct play *p, uint32_t match)
{
    const struct match_event *m = graph_event(p->g, match);
    p->done.at[match] = (uint32_t)p->marks.len;
    wake(p, m->rank);
    if (m->from != NONE)
        wake(p, graph_event(p->g, (uint32_t)m->from)->rank);
}

/* Makes all matches of the rank happen that can. */
static void settle(struct play *p, uint32_t rank)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < p->waiting[rank].len;) {
            uint32_t match = p->waiting[rank].at[i];
            if (!ready(p, match)) {
                i++;
                continue;
            }
            p->waiting[rank].at[i] = vec_last(&p->waiting[rank]);
            p->waiting[rank].len--;
            finish_match(p, match);
            vec_push(&p->log, (struct played){NONE, (int32_t)match});
            again = true;
        }
    }
}

/* Is its receive posted, and its message sent? */
static bool expected(const struct play *p, uint32_t match)
{
    const struct match_event *m = graph_event(p->g, match);
    const struct match_recv *r = graph_recv(p->g, m->rank, m->index);
    return !r->transient && p->pos[m->rank] > r->pos &&
           issued(p, graph_event(p->g, (uint32_t)m->from));
}

/* Adds the match to the waiting ones if it is allowed to happen, its receive is posted
 * and its message is sent. Called whenever one of the three becomes true. */
static void expect_match(struct play *p, int32_t match)
{
    if (match == NONE || !is_let(p, match) || !expected(p, (uint32_t)match))
        return;
    uint32_t rank = graph_event(p->g, (uint32_t)match)->rank;
    vec_push(&p->waiting[rank], (uint32_t)match);
    settle(p, rank);
}

static int32_t match_at(const struct graph *g, uint32_t rank, uint32_t pos)
{
    return graph_recv(g, rank, graph_recv_at(g, rank, pos))->event;
}

/* Can the look fail, that is, are all messages taken that it would have seen again? */
static bool may_fail(const struct play *p, uint32_t rank, uint32_t match)
{
    const struct graph *g = p->g;
    const struct match_recv *r = graph_recv(g, rank, graph_event(g, match)->index);
    for (int32_t i = NONE; (i = view_sighted(g, rank, r, i)) != NONE;)
        if (!is_done(p, graph_event(g, g->rank[rank].sights.at[i].send)->reader))
            return false;
    return true;
}

/* Is the request complete? If it is a collective, notes whom the rank waits for. */
static bool can_finish(const struct play *p, uint32_t rank, uint32_t request)
{
    const struct match_rank *k = &p->g->rank[rank];
    const struct match_request *q = &k->requests.at[request];
    if (play_complete(p, rank, request))
        return true;
    if (q->kind == OP_ARRIVE) {
        const struct op *op = &k->line.at[k->arrivals.at[q->index].pos].op;
        p->awaited[rank] = op->args[p->missed[rank]] + 1;
    }
    return false;
}

/* Can the rank make the step that it makes next in the graph? */
static bool can_step(const struct play *p, uint32_t rank)
{
    const struct match_rank *k = &p->g->rank[rank];
    if (p->pos[rank] == k->line.len)
        return false;
    const struct match_record *r = &k->line.at[p->pos[rank]];
    if (!is_let(p, r->event))
        return false;
    switch ((enum matching_kind)r->op.kind) { /* other operations are local */
    case OP_FINISH:
        return can_finish(p, rank, r->op.args[r->index]);
    case OP_POLL:
        return r->index == OUTCOME_FALSE || play_complete(p, rank, r->op.args[r->index]);
    case OP_CANCEL: {
        const struct match_recv *v =
            graph_recv(p->g, rank, k->requests.at[r->op.args[0]].index);
        return r->index || v->cancelled != NONE || is_done(p, v->event);
    }
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV: {
        int32_t match = match_at(p->g, rank, p->pos[rank]);
        return is_let(p, match) && (graph_event(p->g, (uint32_t)match)->from == NONE
                                        ? may_fail(p, rank, (uint32_t)match)
                                        : ready(p, (uint32_t)match));
    }
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_MATCH:
    case OP_RETRACT:
        break;
    }
    return true;
}

static void make_step(struct play *p, uint32_t rank)
{
    struct graph *g = p->g;
    const struct match_rank *k = &g->rank[rank];
    uint32_t pos = p->pos[rank]++;
    const struct match_record *r = &k->line.at[pos];
    p->awaited[rank] = 0;
    struct played x = {(int32_t)rank, NONE};
    if (op_gets(r->op.kind)) {
        x.match = match_at(g, rank, pos);
        finish_match(p, (uint32_t)x.match);
    }
    vec_push(&p->log, x);
    switch ((enum matching_kind)r->op.kind) {
    case OP_ISEND: {
        const struct match_event *s = graph_event(g, (uint32_t)r->event);
        wake(p, s->to); /* the receiver may probe */
        expect_match(p, s->reader);
        break;
    }
    case OP_IRECV: /* the receive is the one with this position */
        expect_match(p, match_at(g, rank, pos));
        break;
    case OP_ARRIVE:
        for (uint32_t i = 0; i < r->op.nargs; i++)
            if (!p->awaited[r->op.args[i]] || p->awaited[r->op.args[i]] == rank + 1)
                wake(p, r->op.args[i]);
        break;
    case OP_RECEIVE:
        wake(p, message_sender((int32_t)r->op.value));
        break;
    case OP_CANCEL:
    case OP_TRYRECV:
        settle(p, rank);
        break;
    case OP_FINISH:
    case OP_POLL:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_MATCH:
    case OP_RETRACT:
        break;
    }
}

static void go_on(struct play *p)
{
    while (p->ranks.len) {
        uint32_t rank = vec_pop(&p->ranks);
        p->dirty[rank] = false;
        while (can_step(p, rank))
            make_step(p, rank);
    }
}

void play_on(struct play *p)
{
    for (uint32_t rank = p->n; rank-- > 0;) {
        assert(p->pos[rank] <= p->g->rank[rank].line.len);
        wake(p, rank);
        settle(p, rank);
    }
    go_on(p);
}

/* ---- from one graph to the next ---- */

/* How many places at the beginning of the order are unchanged, so that their play is
 * still valid. */
static size_t unchanged(const struct play *p)
{
    const struct graph *g = p->g;
    size_t kept = p->marks.len < g->order.len ? p->marks.len : g->order.len;
    while (kept && p->marks.at[kept - 1].since != g->since.at[kept - 1])
        kept--;
    return kept;
}

/* Is the event at one of the places that are kept? Its number may belong to another
 * event by now. */
static bool is_kept(const struct play *p, uint32_t slot)
{
    const struct graph *g = p->g;
    return slot < g->events.len && graph_event(g, slot)->order < p->marks.len &&
           g->order.at[graph_event(g, slot)->order] == slot;
}

static void take_back(struct play *p, size_t kept)
{
    size_t length = kept ? p->marks.at[kept - 1].log : 0;
    p->met->known = p->met->known && p->log.len == length;
    memset(p->awaited, 0, p->n * sizeof *p->awaited);
    p->marks.len = kept;
    while (p->log.len > length) {
        struct played x = vec_pop(&p->log);
        if (x.rank != NONE)
            p->pos[x.rank]--;
        if (x.match != NONE)
            p->done.at[x.match] = 0;
        if (x.rank == NONE && is_kept(p, (uint32_t)x.match))
            vec_push(&p->waiting[graph_event(p->g, (uint32_t)x.match)->rank],
                     (uint32_t)x.match);
    }
    for (uint32_t rank = 0; rank < p->n; rank++) {
        size_t n = 0;
        for (size_t i = 0; i < p->waiting[rank].len; i++) {
            uint32_t match = p->waiting[rank].at[i];
            if (is_kept(p, match) && expected(p, match))
                p->waiting[rank].at[n++] = match;
        }
        p->waiting[rank].len = n;
    }
}

static void let_happen(struct play *p, uint32_t slot)
{
    const struct match_event *e = graph_event(p->g, slot);
    wake(p, e->rank);
    if (e->kind == EV_MATCH)
        expect_match(p, (int32_t)slot);
    go_on(p);
}

void play_run(struct play *p, bool eager)
{
    struct graph *g = p->g;
    g->round++;
    while (p->done.len < g->events.len)
        vec_push(&p->done, 0);
    take_back(p, p->eager == eager ? unchanged(p) : 0);
    p->eager = eager;
    if (!p->marks.len)
        play_on(p); /* makes the steps that need no event */
    for (size_t i = p->marks.len; i < g->order.len; i++) {
        vec_push(&p->marks, (struct play_mark){.since = g->since.at[i]});
        let_happen(p, g->order.at[i]);
        p->marks.at[i].log = p->log.len;
    }
}

/* ---- as steps ---- */

static int32_t message(const struct graph *g, int32_t match)
{
    const struct match_event *m = graph_event(g, (uint32_t)match);
    if (m->from == NONE)
        return OUTCOME_FALSE;
    const struct match_event *s = graph_event(g, (uint32_t)m->from);
    return message_outcome(s->rank, s->index);
}

/* Where the play has ended, a rank may be at a look of a round of several, and go round
 * for ever: adds its looks but for the last one, which it is about to make then. */
static void add_round(const struct play *p, uint32_t rank, play_steps_vec *steps)
{
    const struct match_rank *k = &p->g->rank[rank];
    uint32_t pos = p->pos[rank];
    const struct match_round *round = pos < k->line.len ? k->line.at[pos].round
                                      : k->ended        ? NULL
                                                        : k->next.round;
    for (uint32_t i = 0; round && i < round->n; i++)
        vec_push(steps, (struct play_step){rank, NONE, OUTCOME_FALSE});
}

void play_steps(const struct play *p, play_steps_vec *steps)
{
    const struct graph *g = p->g;
    uint32_t *pos = mem_alloc(p->n * sizeof *pos);
    steps->len = 0;
    for (size_t i = 0; i < p->log.len; i++) {
        struct played x = p->log.at[i];
        struct play_step step = {(uint32_t)x.rank, NONE, OUTCOME_NONE};
        if (x.rank == NONE) {
            const struct match_event *m = graph_event(g, (uint32_t)x.match);
            step.rank = m->rank;
            step.request = (int32_t)graph_recv(g, m->rank, m->index)->request;
        } else {
            step.outcome = g->rank[x.rank].line.at[pos[x.rank]++].index;
        }
        if (x.match != NONE)
            step.outcome = message(g, x.match);
        vec_push(steps, step);
    }
    for (uint32_t rank = 0; rank < p->n; rank++)
        if (g->rank[rank].failed && p->pos[rank] == g->rank[rank].line.len)
            vec_push(steps, (struct play_step){rank, NONE, OUTCOME_NONE});
    for (uint32_t rank = 0; rank < p->n; rank++)
        add_round(p, rank, steps);
    free(pos);
}
