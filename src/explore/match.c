/* SPDX-License-Identifier: Apache-2.0
 *
 * match.c - the explorer for matching semantics: every outcome exactly once. */
#include "explore/match.h"
#include "explore/explorer.h"
#include "explore/match_halt.h"
#include "explore/match_report.h"

struct match {
    struct search *s;
    struct visit v;
    struct play play;
    match_fn *look;
    void *context;
};

static void tell_halt(struct search *s)
{
    if (s->on_execution)
        s->on_execution(s, s->context);
}

/* Has nobody received some message? */
static bool leaves_messages(struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++)
        for (size_t i = 0; i < g->rank[p].requests.len; i++) {
            const struct match_request *q = &g->rank[p].requests.at[i];
            if (q->kind == OP_ISEND && graph_event(g, q->index)->reader == NONE)
                return true;
        }
    return false;
}

static bool worth_telling(struct search *s, struct graph *g)
{
    return s->every_execution || leaves_messages(g) ||
           (s->worth_telling && s->worth_telling(s, s->context));
}

/* A complete graph. */
static void complete(struct match *m)
{
    struct search *s = m->s;
    struct graph *g = &m->v.g;
    if (!visit_stands(&m->v)) {
        search_end_redundant(s);
        return;
    }
    bool failed = false, blocked = false;
    for (uint32_t p = 0; p < g->n; p++) {
        failed |= g->rank[p].failed;
        blocked |= !g->rank[p].ended;
    }
    if (m->look)
        m->look(s, &m->v, m->context);
    if (failed || blocked || worth_telling(s, g)) {
        play_run(&m->play, true);
        report_state(s, &m->play, search_end_complete);
    } else {
        s->executions++;
    }
    if (g->program->buffering != BUFFERING_ANY || blocked || !halt_find(&m->play))
        return;
    s->halts++;
    report_state(s, &m->play, tell_halt);
}

/* Takes back what cannot be changed any more; false if nothing is left to try. */
static bool backtrack(struct visit *v)
{
    while (v->frames.len) {
        struct frame *f = &vec_last(&v->frames);
        visit_unmake(v);
        if (f->current + 1 < f->n) {
            visit_make(v, f->current + 1);
            return true;
        }
        visit_drop(v);
    }
    return false;
}

void match_explore(struct search *s, match_fn *look, void *context)
{
    struct match m = {.s = s, .look = look, .context = context};
    visit_init(&m.v, s->st->program);
    play_init(&m.play, &m.v.g);
    do {
        while (visit_grow(&m.v)) {
            visit_make(&m.v, 0);
            s->st->pushes++;
        }
        complete(&m);
    } while (search_go_on(s) && backtrack(&m.v));
    if (m.v.g.bounded && !s->stopped)
        s->stopped = STOP_DEPTH;
    play_free(&m.play);
    visit_free(&m.v);
}

void match_run(struct search *s)
{
    match_explore(s, NULL, NULL);
}
