/* SPDX-License-Identifier: Apache-2.0
 *
 * match_report.c - see match_report.h.
 *
 * The kernel knows sends that wait and sends that do not, but no choice between them. So
 * each is told what it is just before it matters: a poll that says that a send is not
 * complete makes it one that waits, a step that goes on without its match makes it one
 * that does not, and where all has come to a halt, the others wait. */
#include "explore/match_report.h"

#include <assert.h>

static struct posted *posted(struct state *st, uint32_t rank, uint32_t request)
{
    return &st->actor[rank].requests.at[request];
}

static bool is_free(const struct state *st, const struct posted *r)
{
    const struct op *op = &st->events.at[r->event].op;
    return r->kind == OP_ISEND && (op->mode == SEND_STANDARD || op->mode == SEND_READY);
}

void report_before_step(struct state *st, uint32_t rank, int32_t outcome)
{
    const struct op *op = &st->actor[rank].pending;
    if (op->kind != OP_POLL && op->kind != OP_FINISH)
        return;
    bool fails = op->kind == OP_POLL && outcome == OUTCOME_FALSE;
    for (uint32_t i = 0; i < op->nargs; i++) {
        struct posted *r = posted(st, rank, op->args[i]);
        if (is_free(st, r) && (fails || outcome == (int32_t)i))
            r->waits = fails;
    }
}

void report_halt(struct state *st)
{
    for (uint32_t rank = 0; rank < st->program->nactors; rank++)
        for (uint32_t i = 0; i < st->actor[rank].requests.len; i++)
            if (is_free(st, posted(st, rank, i)))
                posted(st, rank, i)->waits = true;
    st->program->buffering = BUFFERING_ZERO;
    st->potential = true;
}

/* Sends that are not assumed to be buffered wait. */
static void let_wait(struct state *st, const struct play *p)
{
    const struct graph *g = p->g;
    for (uint32_t rank = 0; rank < g->n; rank++)
        for (uint32_t i = 0; i < st->actor[rank].requests.len; i++) {
            struct posted *r = posted(st, rank, i);
            const struct match_request *q = &g->rank[rank].requests.at[i];
            if (is_free(st, r) && graph_event(g, q->index)->buffered != g->round)
                r->waits = true;
        }
}

/* The kernel judges for itself what can happen: a counterexample that it does not agree
 * with would be a mistake here. */
static void check_step(struct search *s, uint32_t actor, int32_t outcome)
{
    size_t i = 0;
    s->outcomes.len = 0;
    state_outcomes(s->st, actor, &s->outcomes);
    while (i < s->outcomes.len && s->outcomes.at[i] != outcome)
        i++;
    assert(i < s->outcomes.len);
}

static void check_end(struct search *s)
{
    for (uint32_t a = 0; a < s->st->nactors; a++)
        assert(!state_enabled(s->st, a));
}

/* The first rank that polls for ever where the play has ended, counted from 1. */
static uint32_t endless(const struct play *p)
{
    for (uint32_t rank = 0; rank < p->g->n; rank++) {
        const struct match_rank *k = &p->g->rank[rank];
        uint32_t pos = p->pos[rank];
        if (pos < k->line.len ? k->line.at[pos].spins : graph_spins(k))
            return rank + 1;
    }
    return 0;
}

void report_state(struct search *s, struct play *p, void (*look)(struct search *))
{
    struct state *st = s->st;
    struct program *program = st->program;
    enum buffering buffering = program->buffering;
    graph_rewind(p->g);
    for (size_t i = 0; i < p->steps.len; i++) {
        const struct play_step *step = &p->steps.at[i];
        uint32_t actor = step->rank;
        if (step->request != NONE)
            actor = posted(st, step->rank, (uint32_t)step->request)->slot;
        else if (buffering == BUFFERING_ANY)
            report_before_step(st, step->rank, step->outcome);
        check_step(s, actor, step->outcome);
        state_push(st, actor, step->outcome);
    }
    st->potential = !p->eager;
    if (st->potential) {
        let_wait(st, p);
        program->buffering = BUFFERING_ZERO;
    }
    st->endless = endless(p);
    if (!st->endless)
        check_end(s);
    look(s);
    program->buffering = buffering;
    st->potential = false;
    st->endless = 0;
    while (st->events.len)
        state_pop(st);
}
