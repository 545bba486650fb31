/* SPDX-License-Identifier: Apache-2.0
 *
 * past.c - see past.h. Every record and every match is followed once. */
#include "explore/match/past.h"
#include "explore/match/view.h"

#include <string.h>

void past_init(struct past *p, const struct graph *g)
{
    *p = (struct past){.reach = mem_alloc(g->n * sizeof *p->reach), .now = 1};
}

void past_free(struct past *p)
{
    free(p->reach);
    vec_free(&p->mark);
    vec_free(&p->events);
    vec_free(&p->stretches);
}

void past_clear(struct past *p, const struct graph *g, uint32_t floor)
{
    p->floor = floor;
    memset(p->reach, 0, g->n * sizeof *p->reach);
    if (!++p->now) {
        memset(p->mark.at, 0, p->mark.len * sizeof *p->mark.at);
        p->now = 1;
    }
}

static void want_line(struct past *p, uint32_t rank, uint32_t to)
{
    uint32_t from = p->reach[rank];
    if (to <= from)
        return;
    p->reach[rank] = to;
    vec_push(&p->stretches, (struct stretch){rank, from, to});
}

static void want_event(struct past *p, uint32_t slot)
{
    while (p->mark.len <= slot)
        vec_push(&p->mark, 0);
    if (p->mark.at[slot] == p->now)
        return;
    p->mark.at[slot] = p->now;
    vec_push(&p->events, slot);
}

/* Adds what rules R and S force to be settled before this match. */
static void follow_rules(struct past *p, struct graph *g, const struct match_event *m)
{
    struct pair pair = {m->index, m->from};
    for (int32_t j = NONE; (j = earlier_receive(g, m->rank, pair, j)) != NONE;) {
        const struct match_recv *earlier = graph_recv(g, m->rank, (uint32_t)j);
        if (earlier->cancelled != NONE)
            want_line(p, m->rank, (uint32_t)earlier->cancelled + 1);
        else if (earlier->event != NONE)
            want_event(p, (uint32_t)earlier->event);
    }
    for (int32_t i = NONE; (i = earlier_message(g, m->rank, pair, i)) != NONE;) {
        int32_t reader = graph_event(g, (uint32_t)i)->reader;
        if (reader == NONE)
            continue;
        want_event(p, (uint32_t)reader);
        if (rule_alike(
                graph_recv(g, m->rank, graph_event(g, (uint32_t)reader)->index)->wants,
                graph_recv(g, m->rank, m->index)->wants))
            break;
    }
}

/* Adds, for a look that fails, the matches that took the messages which it would
 * otherwise have seen again. */
static void follow_sights(struct past *p, struct graph *g, const struct match_event *m,
                          const struct match_recv *r)
{
    const struct match_rank *k = &g->rank[m->rank];
    for (int32_t i = NONE; (i = view_sighted(g, m->rank, r, i)) != NONE;)
        want_event(p, (uint32_t)graph_event(g, k->sights.at[i].send)->reader);
}

static void follow_match(struct past *p, struct graph *g, uint32_t slot)
{
    const struct match_event *m = graph_event(g, slot);
    const struct match_recv *r = graph_recv(g, m->rank, m->index);
    want_line(p, m->rank, r->transient ? r->pos + 1 : r->pos);
    if (m->from == NONE) {
        follow_sights(p, g, m, r);
        return;
    }
    const struct match_event *s = graph_event(g, (uint32_t)m->from);
    want_line(p, s->rank, s->pos + 1);
    follow_rules(p, g, m);
}

static void follow_event(struct past *p, struct graph *g, uint32_t slot)
{
    const struct match_event *e = graph_event(g, slot);
    if (e->stamp <= p->floor)
        return;
    if (e->kind != EV_DONE) {
        follow_match(p, g, slot);
        return;
    }
    const struct match_event *s = graph_event(g, (uint32_t)e->from);
    want_event(p, (uint32_t)s->reader);
    if (s->received != NONE)
        want_line(p, s->to, (uint32_t)s->received + 1);
}

static void follow_request(struct past *p, struct graph *g, uint32_t rank,
                           uint32_t request)
{
    const struct match_request *q = &g->rank[rank].requests.at[request];
    switch ((enum posted_kind)q->kind) {
    case OP_ISEND: {
        const struct match_event *s = graph_event(g, q->index);
        if (graph_waits(g, s))
            want_event(p, (uint32_t)s->done);
        break;
    }
    case OP_IRECV:
        want_event(p, (uint32_t)graph_recv(g, rank, q->index)->event);
        break;
    case OP_RECEIVE:
        break;
    case OP_ARRIVE: {
        const struct match_arrival *a = &g->rank[rank].arrivals.at[q->index];
        const struct op *op = &g->rank[rank].line.at[a->pos].op;
        for (uint32_t i = 0; i < graph_needed(g, op); i++) {
            const struct match_arrival *b =
                graph_arrival(g, op->args[i], a->context, a->seq);
            want_line(p, op->args[i], b->pos + 1);
        }
    }
    }
}

/* Was the receive cancelled before this position? */
static bool withdrawn(const struct graph *g, uint32_t rank, uint32_t request,
                      uint32_t pos)
{
    const struct match_rank *k = &g->rank[rank];
    int32_t cancelled = graph_recv(g, rank, k->requests.at[request].index)->cancelled;
    return cancelled != NONE && (uint32_t)cancelled < pos;
}

static void follow_record(struct past *p, struct graph *g, uint32_t rank, uint32_t pos)
{
    const struct match_record *r = &g->rank[rank].line.at[pos];
    switch ((enum matching_kind)r->op.kind) { /* other operations are local */
    case OP_FINISH:
        follow_request(p, g, rank, r->op.args[r->index]);
        break;
    case OP_POLL:
        if (r->index != OUTCOME_FALSE)
            follow_request(p, g, rank, r->op.args[r->index]);
        break;
    case OP_CANCEL:
        if (!r->index && !withdrawn(g, rank, r->op.args[0], pos))
            follow_request(p, g, rank, r->op.args[0]);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        want_event(p, (uint32_t)graph_recv(g, rank, graph_recv_at(g, rank, pos))->event);
        break;
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_MATCH:
    case OP_RETRACT:
        break;
    }
}

static void follow(struct past *p, struct graph *g)
{
    while (p->events.len || p->stretches.len) {
        while (p->events.len)
            follow_event(p, g, vec_pop(&p->events));
        while (p->stretches.len) {
            struct stretch s = vec_pop(&p->stretches);
            const struct match_rank *k = &g->rank[s.rank];
            uint32_t pos = s.to; /* the last operation may be the one that the rank is
                                    about to perform */
            pos = pos < k->line.len ? pos : (uint32_t)k->line.len;
            while (pos-- > s.from && k->line.at[pos].stamp > p->floor)
                follow_record(p, g, s.rank, pos);
        }
    }
}

void past_add_line(struct past *p, struct graph *g, uint32_t rank, uint32_t pos)
{
    want_line(p, rank, pos);
    follow(p, g);
}

void past_add_event(struct past *p, struct graph *g, uint32_t slot)
{
    want_event(p, slot);
    follow(p, g);
}
