/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - see report.h. */
#include "explore/match/report.h"
#include "explore/match/spin.h"
#include "kernel/matching.h"
#include "kernel/wait.h"

#include <string.h>

/* The kernel must agree that this step is possible. */
static bool check_step(struct search *s, uint32_t actor, int32_t outcome)
{
    size_t i = 0;
    s->outcomes.len = 0;
    state_outcomes(s->st, actor, &s->outcomes);
    while (i < s->outcomes.len && s->outcomes.at[i] != outcome)
        i++;
    return search_agrees(s, i < s->outcomes.len);
}

static bool check_end(struct search *s)
{
    bool over = true;
    for (uint32_t a = 0; a < s->st->nactors; a++)
        over &= !state_enabled(s->st, a);
    return search_agrees(s, over);
}

/* The first rank that polls for ever where the play has ended, counted from 1; 0:
 * none. */
static uint32_t endless(const struct play *p)
{
    for (uint32_t rank = 0; rank < p->g->n; rank++) {
        const struct match_rank *k = &p->g->rank[rank];
        uint32_t pos = p->pos[rank];
        if (pos < k->line.len ? k->line.at[pos].spin != SPIN_NO || k->line.at[pos].round
                              : spin_holds(k))
            return rank + 1;
    }
    return 0;
}

/* Adds the sends that wait where the play has ended: they may wait, and are not assumed
 * to be buffered. */
static void add_waits(struct match_trace *t, const struct play *p)
{
    const struct graph *g = p->g;
    for (uint32_t rank = 0; rank < g->n; rank++) {
        const struct match_rank *k = &g->rank[rank];
        for (uint32_t i = 0; i < k->requests.len; i++) {
            const struct match_event *s = k->requests.at[i].kind == OP_ISEND
                                              ? graph_event(g, k->requests.at[i].index)
                                              : NULL;
            if (s && s->pos < p->pos[rank] && s->buffered != g->round)
                vec_push(&t->waits, (struct play_step){rank, (int32_t)i, 0});
        }
    }
}

void match_trace_of(struct match_trace *t, const struct play *p)
{
    t->potential = !p->eager;
    t->endless = t->cut ? 0 : endless(p);
    t->waits.len = 0;
    play_steps(p, &t->steps);
    if (t->potential)
        add_waits(t, p);
}

void match_trace_free(struct match_trace *t)
{
    vec_free(&t->steps);
    vec_free(&t->waits);
}

struct packed_trace {
    bool wrong, potential, cut, sampled;
    uint32_t endless;
    size_t steps, waits; /* how many steps and waits follow */
};

void match_trace_pack(const struct match_trace *t, bool wrong, struct str *bytes)
{
    struct packed_trace h = {wrong,      t->potential, t->cut,      t->sampled,
                             t->endless, t->steps.len, t->waits.len};
    str_add(bytes, (const char *)&h, sizeof h);
    str_add(bytes, (const char *)t->steps.at, h.steps * sizeof *t->steps.at);
    str_add(bytes, (const char *)t->waits.at, h.waits * sizeof *t->waits.at);
}

static void read_steps(play_steps_vec *v, const char *from, size_t n)
{
    v->len = 0;
    vec_reserve(v, n + 1);
    memcpy(v->at, from, n * sizeof *v->at);
    v->len = n;
}

bool match_trace_unpack(struct match_trace *t, bool *wrong, const char *bytes, size_t n)
{
    struct packed_trace h;
    if (n < sizeof h)
        return false;
    size_t one = sizeof *t->steps.at, room = (n - sizeof h) / one;
    memcpy(&h, bytes, sizeof h);
    if (h.steps > room || h.waits != room - h.steps)
        return false;
    *wrong = h.wrong;
    t->potential = h.potential;
    t->cut = h.cut;
    t->sampled = h.sampled;
    t->endless = h.endless;
    read_steps(&t->steps, bytes + sizeof h, h.steps);
    read_steps(&t->waits, bytes + sizeof h + h.steps * one, h.waits);
    return true;
}

static bool any_failed(const struct state *st)
{
    for (uint32_t a = 0; a < st->program->nactors; a++)
        if (st->actor[a].failed)
            return true;
    return false;
}

static void judge(struct search *s, const struct match_trace *t)
{
    bool counts = s->role != ROLE_FIRST;
    s->execution.wrong =
        t->potential || t->endless || wait_deadlocked(s->st) || any_failed(s->st);
    if (counts && !t->potential && !t->cut) {
        search_end_complete(s);
    } else {
        s->counts.halts += counts && t->potential;
        search_judge(s);
    }
    s->counts.told += counts && s->execution.wrong;
}

/* Makes the steps of the trace, as far as they are possible. */
static bool make_steps(struct search *s, const struct match_trace *t)
{
    struct state *st = s->st;
    for (size_t i = 0; i < t->steps.len; i++) {
        const struct play_step *step = &t->steps.at[i];
        uint32_t actor = step->rank;
        if (step->request != NONE)
            actor = matching_request(st, step->rank, (uint32_t)step->request)->slot;
        if (!check_step(s, actor, step->outcome))
            return false;
        state_push(st, actor, step->outcome);
        if (!(i & 1023) && s->on_tick) /* reports progress now and then, because a long
                                          trace takes time */
            s->on_tick(s, s->context);
    }
    return true;
}

/* Judges the execution in search.st. False if it does not end there. */
static bool judge_trace(struct search *s, const struct match_trace *t)
{
    struct state *st = s->st;
    struct program *program = st->program;
    enum buffering buffering = program->buffering;
    st->potential = t->potential;
    st->endless = t->endless;
    st->cut = t->cut;
    if (t->potential) {
        for (size_t i = 0; i < t->waits.len; i++)
            matching_wait(st, t->waits.at[i].rank, (uint32_t)t->waits.at[i].request);
        program->buffering = BUFFERING_ZERO;
    }
    bool good = t->endless || t->cut || check_end(s);
    if (good)
        judge(s, t);
    program->buffering = buffering;
    st->potential = st->cut = false;
    st->endless = 0;
    return good;
}

bool match_trace_report(struct search *s, const struct match_trace *t)
{
    struct state *st = s->st;
    state_put_off_clocks(st);
    bool good = make_steps(s, t) && judge_trace(s, t);
    while (st->events.len)
        state_pop(st);
    st->late = false;
    return good;
}
