/* SPDX-License-Identifier: Apache-2.0
 *
 * halt.c - see halt.h.
 *
 * At first no send is buffered. Where the play ends, either no rank can make any step:
 * this is a halt. Or some rank could make a step, perhaps another one than in this graph:
 * then it is no halt. To get past this point on the way to this graph, everything must
 * happen that happens before that rank's next event in the graph; so the sends that
 * complete in its past are assumed to be buffered, and the play goes on. This is repeated
 * until there is a halt or the end. Assumptions are never withdrawn, so each event is
 * looked at once. */
#include "explore/match/halt.h"
#include "explore/match/view.h"
#include "explore/match/spin.h"

#include <assert.h>
#include <string.h>

/* ---- what could happen where the play has ended ---- */

static bool pending(const struct play *p, uint32_t rank, const struct match_recv *r)
{
    return !r->transient && p->pos[rank] > r->pos &&
           !(r->event != NONE && play_done(p, (uint32_t)r->event)) &&
           !(r->cancelled != NONE && p->pos[rank] > (uint32_t)r->cancelled);
}

static bool is_taken(const struct play *p, const struct match_event *send)
{
    return send->reader != NONE && play_done(p, (uint32_t)send->reader);
}

/* The index of the channel's first send that is not taken where the play has ended. */
static uint32_t first_untaken(const struct play *p, uint32_t to, uint32_t from)
{
    const struct graph *g = p->g;
    struct match_channel *c = graph_channel(g, to, from);
    if (c->round != g->round)
        c->played = 0;
    c->round = g->round;
    while (c->played < c->sends.len &&
           is_taken(p, graph_event(g, c->sends.at[c->played])))
        c->played++;
    return c->played;
}

/* Could this receive get some message there? */
static bool could_match(const struct play *p, uint32_t rank, uint32_t recv)
{
    const struct graph *g = p->g;
    const struct match_recv *r = graph_recv(g, rank, recv);
    for (uint32_t from = 0; from < g->n; from++) {
        const struct match_channel *c = graph_channel(g, rank, from);
        if (!rule_source(r->wants, from))
            continue;
        for (uint32_t i = first_untaken(p, rank, from); i < c->sends.len; i++) {
            const struct match_event *s = graph_event(g, c->sends.at[i]);
            if (p->pos[from] <= s->pos)
                break;
            if (is_taken(p, s) || !graph_fits(r, s))
                continue;
            struct pair m = {recv, (int32_t)c->sends.at[i]};
            int32_t j = NONE;
            while ((j = earlier_receive(g, rank, m, j)) != NONE &&
                   !pending(p, rank, graph_recv(g, rank, (uint32_t)j)))
                ;
            if (j == NONE)
                return true;
            break;
        }
    }
    return false;
}

/* Could the operation at this position succeed there? */
static bool could_find(const struct play *p, uint32_t rank, uint32_t pos,
                       const struct op *op)
{
    if (!op_reports(op->kind))
        return could_match(p, rank, graph_recv_at(p->g, rank, pos));
    for (uint32_t i = 0; i < op->nargs; i++)
        if (play_complete(p, rank, op->args[i]))
            return true;
    return false;
}

/* Is there a message there that this probe or try-receive of the rest of a round would
 * find? */
static bool message_there(const struct play *p, uint32_t rank, const struct op *look)
{
    const struct graph *g = p->g;
    for (uint32_t from = 0; from < g->n; from++) {
        const struct match_channel *c = graph_channel(g, rank, from);
        for (uint32_t i = first_untaken(p, rank, from); i < c->sends.len; i++) {
            const struct match_event *s = graph_event(g, c->sends.at[i]);
            if (p->pos[from] > s->pos && !is_taken(p, s) && spin_fits(look, s))
                return true;
        }
    }
    return false;
}

/* Could one of the looks that follow in the round find something there? */
static bool rest_could_find(const struct play *p, uint32_t rank,
                            const struct match_round *round)
{
    for (uint32_t i = 0; round && i < round->n; i++) {
        const struct op *look = &round->look[i];
        if (look->kind != OP_POLL && message_there(p, rank, look))
            return true;
        for (uint32_t a = 0; look->kind == OP_POLL && a < look->nargs; a++)
            if (play_complete(p, rank, look->args[a]))
                return true;
    }
    return false;
}

/* Could the rank make some step there? If it is in a loop, each look of the loop
 * counts. */
static bool could_step(const struct play *p, uint32_t rank)
{
    const struct match_rank *k = &p->g->rank[rank];
    uint32_t pos = p->pos[rank];
    if (pos == k->line.len && graph_over(k))
        return false;
    const struct match_record *next = pos < k->line.len ? &k->line.at[pos] : &k->next;
    bool waits = op_blocks(next->op.kind) && !op_fails(next->op.kind);
    bool loops = spin_loops(next);
    if (!loops && next->spin == SPIN_NO && !waits)
        return true; /* the operation never has to wait */
    for (uint32_t i = loops ? (uint32_t)next->knot : pos; i < pos; i++)
        if (k->line.at[i].index == OUTCOME_FALSE &&
            could_find(p, rank, i, &k->line.at[i].op))
            return true;
    return rest_could_find(p, rank, next->round) ||
           (next->spin < SPIN_STOP && could_find(p, rank, pos, &next->op));
}

/* For every rank and pending receive that could move, adds the past of its next event
 * in the graph to p->past; false if none could move. */
static bool add_alternatives(struct play *p)
{
    struct graph *g = p->g;
    bool some = false;
    for (uint32_t rank = 0; rank < g->n; rank++) {
        const struct match_rank *k = &g->rank[rank];
        if (could_step(p, rank)) {
            past_add_line(&p->past, g, rank, p->pos[rank] + 1);
            some = true;
        }
        uint32_t open = graph_open_at(g, rank, p->pos[rank]);
        for (uint32_t i = open; i < k->recvs.len; i++) {
            const struct match_recv *r = &k->recvs.at[i];
            if (r->pos >= p->pos[rank])
                break;
            if (!pending(p, rank, r) || !could_match(p, rank, i))
                continue;
            assert(r->event != NONE || r->cancelled != NONE);
            if (r->event != NONE)
                past_add_event(&p->past, g, (uint32_t)r->event);
            else
                past_add_line(&p->past, g, rank, (uint32_t)r->cancelled + 1);
            some = true;
        }
    }
    return some;
}

/* ---- buffering ---- */

/* Assumes that the sends and collectives which complete in p->past are buffered; false
 * if no assumption is new. */
static bool buffer_past(struct play *p)
{
    struct graph *g = p->g;
    bool more = false;
    for (uint32_t rank = 0; rank < g->n; rank++) {
        struct match_rank *k = &g->rank[rank];
        while (p->assumed[rank] < p->past.reach[rank] && p->assumed[rank] < k->line.len) {
            const struct match_record *r = &k->line.at[p->assumed[rank]++];
            if (!op_reports(r->op.kind) || r->index == OUTCOME_FALSE)
                continue;
            const struct match_request *q = &k->requests.at[r->op.args[r->index]];
            uint64_t *buffered = q->kind == OP_ISEND ? &graph_event(g, q->index)->buffered
                                 : q->kind == OP_ARRIVE
                                     ? &k->arrivals.at[q->index].buffered
                                     : NULL;
            if (buffered && *buffered != p->g->round) {
                *buffered = p->g->round;
                more = true;
            }
        }
    }
    return more;
}

static bool ended(const struct play *p)
{
    for (uint32_t rank = 0; rank < p->g->n; rank++)
        if (p->pos[rank] < p->g->rank[rank].line.len || !graph_over(&p->g->rank[rank]))
            return false;
    return true;
}

/* Is there a rank that could go on where the play has ended, but is not followed
 * further? */
static bool cut(const struct play *p)
{
    for (uint32_t rank = 0; rank < p->n; rank++) {
        const struct match_rank *k = &p->g->rank[rank];
        uint32_t pos = p->pos[rank];
        if (pos < k->line.len ? k->line.at[pos].spin == SPIN_PROGRESS : spin_cuts(k))
            return true;
    }
    return false;
}

bool halt_find(struct play *p)
{
    play_run(p, false);
    if (ended(p))
        return false;
    past_clear(&p->past, p->g, 0);
    memset(p->assumed, 0, p->n * sizeof *p->assumed);
    for (; !ended(p); play_on(p)) {
        if (!add_alternatives(p))
            return !cut(p);
        if (!buffer_past(p))
            return false; /* a rank in a loop overlooks something; another graph covers
                             that case */
    }
    return false;
}
