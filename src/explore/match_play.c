/* SPDX-License-Identifier: Apache-2.0
 *
 * match_play.c - see match_play.h. */
#include "explore/match_play.h"

#include <string.h>

void play_init(struct play *p, struct graph *g)
{
    *p = (struct play){.g = g};
    p->pos = mem_alloc(g->n * sizeof *p->pos);
    p->dirty = mem_alloc(g->n * sizeof *p->dirty);
    p->waiting = mem_alloc(g->n * sizeof *p->waiting);
    past_init(&p->past, g);
    p->past.failures = true;
}

void play_free(struct play *p)
{
    for (uint32_t i = 0; i < p->g->n; i++)
        vec_free(&p->waiting[i]);
    free(p->pos);
    free(p->dirty);
    free(p->waiting);
    vec_free(&p->done);
    vec_free(&p->steps);
    past_free(&p->past);
}

bool play_done(const struct play *p, uint32_t match)
{
    return p->done.at[match] == p->now;
}

static bool is_done(const struct play *p, int32_t match)
{
    return match != NONE && play_done(p, (uint32_t)match);
}

static bool issued(const struct play *p, const struct match_event *s)
{
    return p->pos[s->rank] > s->pos;
}

static bool have_arrived(const struct play *p, const struct match_arrival *a,
                         const struct op *op, uint32_t needed)
{
    for (uint32_t i = 0; i < needed; i++) {
        const struct match_arrival *b =
            graph_arrival(p->g, op->args[i], a->context, a->seq);
        if (!b || p->pos[op->args[i]] <= b->pos)
            return false;
    }
    return true;
}

bool play_complete(const struct play *p, uint32_t rank, uint32_t request)
{
    struct graph *g = p->g;
    const struct match_request *q = &g->rank[rank].requests.at[request];
    switch (q->kind) {
    case OP_ISEND: {
        const struct match_event *s = graph_event(g, q->index);
        bool at_once = p->eager || s->mode == SEND_BUFFERED || s->buffered == p->g->round;
        return (at_once && !graph_waits(g, s)) || is_done(p, s->reader);
    }
    case OP_IRECV:
        return is_done(p, graph_recv(g, rank, q->index)->event);
    default: {
        const struct match_arrival *a = &g->rank[rank].arrivals.at[q->index];
        const struct op *op = &g->rank[rank].line.at[a->pos].op;
        bool at_once = p->eager || a->buffered == p->g->round;
        return have_arrived(p, a, op, at_once ? graph_needed(g, op) : op->nargs);
    }
    }
}

/* May the match happen, as far as receive, send, rules and failed polls go? */
static bool ready(const struct play *p, uint32_t match)
{
    const struct graph *g = p->g;
    const struct match_event *m = graph_event(g, match);
    const struct match_recv *r = graph_recv(g, m->rank, m->index);
    const struct match_event *s = graph_event(g, (uint32_t)m->from);
    if (!issued(p, s) || p->pos[m->rank] < r->pos + !r->transient)
        return false;
    if (r->last_false != NONE && p->pos[m->rank] <= (uint32_t)r->last_false)
        return false;
    if (r->consumes && s->last_false != NONE &&
        p->pos[s->rank] <= (uint32_t)s->last_false)
        return false;
    for (uint32_t j = r->oldest; j < m->index; j++) {
        const struct match_recv *earlier = graph_recv(g, m->rank, j);
        if (earlier->transient || !graph_fits(earlier, s))
            continue;
        if (earlier->cancelled != NONE ? p->pos[m->rank] <= (uint32_t)earlier->cancelled
                                       : !is_done(p, earlier->event))
            return false;
    }
    const struct match_channel *c = graph_channel(g, s->to, s->rank);
    for (uint32_t i = s->index; i-- > 0;) {
        const struct match_event *earlier = graph_event(g, c->sends.at[i]);
        if (!graph_fits(r, earlier))
            continue;
        if (!is_done(p, earlier->reader))
            return false;
        const struct match_event *taker = graph_event(g, (uint32_t)earlier->reader);
        const struct match_recv *other = graph_recv(g, taker->rank, taker->index);
        if (other->context == r->context && other->peer == r->peer &&
            other->tag == r->tag)
            break;
    }
    return true;
}

static int32_t message(const struct graph *g, const struct match_event *m)
{
    if (m->from == NONE)
        return OUTCOME_FALSE;
    const struct match_event *s = graph_event(g, (uint32_t)m->from);
    return message_outcome(s->rank, s->index);
}

static void finish_match(struct play *p, uint32_t match)
{
    const struct match_event *m = graph_event(p->g, match);
    p->done.at[match] = p->now;
    p->dirty[m->rank] = true;
    if (m->from != NONE)
        p->dirty[graph_event(p->g, (uint32_t)m->from)->rank] = true;
}

/* Whatever of the rank's matches can happen, does. */
static void settle(struct play *p, uint32_t rank)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < p->waiting[rank].len;) {
            uint32_t match = p->waiting[rank].at[i];
            const struct match_event *m = graph_event(p->g, match);
            if (!ready(p, match)) {
                i++;
                continue;
            }
            p->waiting[rank].at[i] = vec_last(&p->waiting[rank]);
            p->waiting[rank].len--;
            finish_match(p, match);
            uint32_t request = graph_recv(p->g, rank, m->index)->request;
            vec_push(&p->steps,
                     (struct play_step){rank, (int32_t)request, message(p->g, m)});
            again = true;
        }
    }
}

/* The receive is posted, or the message sent: once both are so, its match waits. */
static void expect_match(struct play *p, int32_t match)
{
    if (match == NONE)
        return;
    const struct match_event *m = graph_event(p->g, (uint32_t)match);
    const struct match_recv *r = graph_recv(p->g, m->rank, m->index);
    p->dirty[m->rank] = true;
    if (r->transient || !issued(p, graph_event(p->g, (uint32_t)m->from)) ||
        p->pos[m->rank] <= r->pos)
        return;
    vec_push(&p->waiting[m->rank], (uint32_t)match);
    settle(p, m->rank);
}

static int32_t match_at(const struct graph *g, uint32_t rank, uint32_t pos)
{
    return graph_recv(g, rank, graph_recv_at(g, rank, pos))->event;
}

/* Can the rank make the step that it makes next in the graph? */
static bool can_step(const struct play *p, uint32_t rank)
{
    const struct match_rank *k = &p->g->rank[rank];
    const struct match_record *r = &k->line.at[p->pos[rank]];
    switch (r->op.kind) {
    case OP_FINISH:
        return play_complete(p, rank, r->op.args[r->index]);
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
        uint32_t match = (uint32_t)match_at(p->g, rank, p->pos[rank]);
        return graph_event(p->g, match)->from == NONE || ready(p, match);
    }
    default:
        return true;
    }
}

static void make_step(struct play *p, uint32_t rank)
{
    struct graph *g = p->g;
    const struct match_rank *k = &g->rank[rank];
    uint32_t pos = p->pos[rank]++;
    const struct match_record *r = &k->line.at[pos];
    int32_t outcome = r->index;
    bool looks =
        r->op.kind == OP_PROBE || r->op.kind == OP_IPROBE || r->op.kind == OP_TRYRECV;
    if (looks) {
        uint32_t match = (uint32_t)match_at(g, rank, pos);
        outcome = message(g, graph_event(g, match));
        finish_match(p, match);
    }
    vec_push(&p->steps, (struct play_step){rank, NONE, outcome});
    switch (r->op.kind) {
    case OP_ISEND: {
        const struct match_event *s = graph_event(g, (uint32_t)r->event);
        p->dirty[s->to] = true; /* it may probe */
        expect_match(p, s->reader);
        break;
    }
    case OP_IRECV: /* which recv this is: the one with this position */
        expect_match(p, match_at(g, rank, pos));
        break;
    case OP_ARRIVE:
        for (uint32_t i = 0; i < r->op.nargs; i++)
            p->dirty[r->op.args[i]] = true;
        break;
    case OP_POLL:
        for (uint32_t i = 0; i < r->op.nargs; i++) {
            const struct match_request *q = &k->requests.at[r->op.args[i]];
            if (q->kind != OP_ISEND)
                continue;
            p->dirty[graph_event(g, q->index)->to] = true;
            settle(p, graph_event(g, q->index)->to);
        }
        settle(p, rank);
        break;
    case OP_CANCEL:
    case OP_TRYRECV:
        settle(p, rank);
        break;
    default:
        break;
    }
}

void play_run(struct play *p, bool eager)
{
    struct graph *g = p->g;
    p->eager = eager;
    p->steps.len = 0;
    while (p->done.len < g->events.len)
        vec_push(&p->done, 0);
    if (!++p->now) {
        memset(p->done.at, 0, p->done.len * sizeof *p->done.at);
        p->now = 1;
    }
    for (uint32_t i = 0; i < g->n; i++) {
        p->pos[i] = 0;
        p->dirty[i] = true;
        p->waiting[i].len = 0;
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < g->n; i++) {
            if (!p->dirty[i])
                continue;
            p->dirty[i] = false;
            moved = true;
            while (p->pos[i] < g->rank[i].line.len && can_step(p, i))
                make_step(p, i);
        }
    }
    for (uint32_t i = 0; i < g->n; i++)
        if (g->rank[i].failed && p->pos[i] == g->rank[i].line.len)
            vec_push(&p->steps, (struct play_step){i, NONE, OUTCOME_NONE});
}
