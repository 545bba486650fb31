/* SPDX-License-Identifier: Apache-2.0
 *
 * tell.c - the way to a node as an execution of the kernel, so that it can be reported.
 */
#include "explore/match/report.h"
#include "explore/states/states.h"

struct teller {
    struct states *t;
    struct match_trace trace;
    play_steps_vec buffered; /* sends that are complete without being received */
};

/* Writes the step down as the kernel names it; t->w is where it is about to be made. */
static void note(void *context, const struct world_step *step)
{
    struct teller *x = context;
    const struct world *w = &x->t->w;
    uint32_t p = step->rank;
    struct play_step s = {p, NONE, step->outcome};
    if (step->message != NO_PLACE)
        s.outcome = message_outcome(
            step->sender, w->channel[step->sender * w->n + p].at[step->message].k);
    const struct op *op = world_op(w, p);
    if (step->request != NO_PLACE) {
        s.request = (int32_t)w->rank[p].requests.at[step->request].number;
    } else if (op->kind == OP_ISEND) {
        vec_push(&x->trace.waits, (struct play_step){p, (int32_t)w->rank[p].made, 0});
    } else if (step->buffered) {
        uint32_t named = world_named(w, p, (uint32_t)step->outcome);
        vec_push(&x->buffered,
                 (struct play_step){p, (int32_t)w->rank[p].requests.at[named].number, 0});
    }
    vec_push(&x->trace.steps, s);
}

static void follow(struct teller *x, uint32_t node)
{
    struct states *t = x->t;
    VEC(uint32_t) path = {0};
    bool settled;
    for (uint32_t e; (e = node_at(t, node)->parent) != NOWHERE;
         node = edge_at(t, e)->from)
        vec_push(&path, e);
    world_start(&t->w);
    states_touch_all(t);
    states_settle(t, false, note, x, &settled);
    while (path.len) {
        const struct states_edge *e = edge_at(t, vec_pop(&path));
        const struct world_step *step = edge_step(t, e);
        t->w.touched.len = 0;
        if (step->rank == NOWHERE) {
            states_touch_all(t);
        } else {
            note(x, step);
            world_do(&t->w, step);
        }
        states_settle(t, node_at(t, e->from)->lean, note, x, &settled);
    }
    vec_free(&path);
}

/* Removes the sends that were buffered from those that wait. */
static void remove_buffered(struct teller *x)
{
    play_steps_vec *v = &x->trace.waits;
    size_t kept = 0;
    for (size_t i = 0; i < v->len; i++) {
        bool buffered = false;
        for (size_t k = 0; k < x->buffered.len; k++)
            buffered |= x->buffered.at[k].rank == v->at[i].rank &&
                        x->buffered.at[k].request == v->at[i].request;
        if (!buffered)
            v->at[kept++] = v->at[i];
    }
    v->len = kept;
}

void states_tell(struct states *t, uint32_t node, const struct states_end *e,
                 bool potential)
{
    struct teller x = {
        .t = t, .trace = {.potential = potential, .cut = e->cut, .endless = e->endless}};
    facts_words_vec *facts = t->w.facts;
    uint32_t interferes = t->w.interferes; /* all of it was noted when it was explored */
    t->w.facts = NULL;
    follow(&x, node);
    states_part(t, note, &x);
    for (size_t i = 0; i < e->round.len; i++) {
        note(&x, &e->round.at[i]);
        world_do(&t->w, &e->round.at[i]);
    }
    t->w.facts = facts;
    t->w.interferes = interferes;
    if (potential)
        remove_buffered(&x);
    else
        x.trace.waits.len = 0;
    locals_rewind(&t->locals);
    match_trace_report(t->s, &x.trace);
    match_trace_free(&x.trace);
    vec_free(&x.buffered);
}
