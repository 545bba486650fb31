/* SPDX-License-Identifier: Apache-2.0
 *
 * decisive.c - see decisive.h.
 *
 * The search that has found something does not remember its outcomes. So the outcomes
 * are explored once more, when it is known which execution is to be explained; nothing
 * is handed over then, but every outcome is judged again. Programs in which nothing is
 * found pay nothing for this. */
#include "exec/agent/decisive.h"
#include "base/str.h"
#include "exec/agent/handover.h"
#include "explore/explorer.h"
#include "explore/match/decide.h"
#include "kernel/matching.h"
#include "report/steps.h"

#include <stdio.h>
#include <string.h>

/* The second search must not take much longer than the first. Who asks for the first
 * finding (--first) wants that, and soon. */
#define SHORTEST 1.0
#define LONGEST  10.0

/* What a choice that gets no message asks for: its kind, and the requests in words, one
 * in each line; NULL: they are not known. */
struct asked {
    enum op_kind kind;
    uint32_t n;
    char *requests;
};
typedef VEC(struct asked) asked_vec;

static VEC(struct decision) decisions;
static VEC(asked_vec) questions; /* of the decisions' choices */
static VEC(uint64_t) findings;   /* offsets in the link, of the decisions' findings */

/* ---- the choices of an execution ---- */

static struct observation got(uint32_t rank, uint32_t pos, int32_t outcome)
{
    struct observation c = {.rank = rank, .pos = pos, .sender = OBSERVED_NOTHING};
    if (outcome != OUTCOME_FALSE) {
        c.sender = (int32_t)message_sender(outcome);
        c.number = message_number(outcome);
    }
    return c;
}

/* Is this step a choice? A receive that names its source gets the next message. */
static bool is_choice(const struct state *st, const struct event *e,
                      struct observation *c)
{
    const struct act *a = &e->act;
    switch (e->op.kind) {
    case OP_MATCH: {
        const struct posted *r = &st->actor[a->owner].requests.at[a->seq];
        *c = got(a->owner, st->events.at[r->event].index, a->outcome);
        return matching_made(st, r)->peer == ANY;
    }
    case OP_PROBE:
        *c = got(a->actor, e->index, a->outcome);
        return e->op.peer == ANY;
    case OP_IPROBE:
    case OP_TRYRECV:
        *c = got(a->actor, e->index, a->outcome);
        return true;
    case OP_POLL:
    case OP_CHOOSE:
    case OP_FINISH:
    case OP_CANCEL:
        *c = (struct observation){.rank = a->actor,
                                  .pos = e->index,
                                  .sender = OBSERVED_OTHER,
                                  .number = (uint32_t)a->outcome};
        return e->op.kind != OP_FINISH || e->op.nargs > 1;
    default:
        return false;
    }
}

/* Describes what the choice asks for. */
static struct asked asked(const struct state *st, const struct event *e)
{
    enum { MOST = 16 };
    struct asked a = {.kind = e->op.kind, .n = e->op.nargs};
    struct str s = {0};
    if ((a.kind != OP_POLL && a.kind != OP_FINISH) || a.n > MOST)
        return a;
    for (uint32_t i = 0; i < a.n; i++) {
        const struct posted *r = &st->actor[e->act.actor].requests.at[e->op.args[i]];
        agent.front->describe(e->act.actor, matching_made(st, r), &s);
        str_addf(&s, "\n");
    }
    a.requests = s.text;
    return a;
}

static void forget_questions(asked_vec *v)
{
    for (size_t i = 0; i < v->len; i++)
        free(v->at[i].requests);
    vec_free(v);
}

void decisive_note(const struct state *st, const uint32_t *cut, uint64_t at)
{
    enum { MOST = 16, LONG = 100000 };
    struct link_finding *f = link_at(agent.link, at);
    const struct explorer *e = explorer_find(agent.link->options.algorithm);
    if (agent.link->job != JOB_EXPLORE ||
        !finding_counts((enum finding_kind)f->kind, agent.link->options.strict))
        return;
    f->undecided = !e->matching || e->samples ? UNDECIDED_EXPLORER
                   : st->potential            ? UNDECIDED_POTENTIAL
                   : decisions.len == MOST    ? UNDECIDED_MANY
                   : st->events.len > LONG    ? UNDECIDED_LONG
                                              : UNDECIDED_STOPPED;
    if (f->undecided != UNDECIDED_STOPPED)
        return;
    struct decision d = {0};
    asked_vec all = {0};
    uint32_t *number = steps_number(st, cut, 0);
    for (uint32_t i = 0; i < st->events.len; i++) {
        struct observation c;
        if (!state_in_cut(st, i, cut) || !is_choice(st, &st->events.at[i], &c))
            continue;
        c.step = number[i];
        vec_push(&d.choices, c);
        vec_push(&all, asked(st, &st->events.at[i]));
    }
    free(number);
    vec_push(&decisions, d);
    vec_push(&questions, all);
    vec_push(&findings, at);
}

/* ---- what decides ---- */

static bool has_rival(const struct decision *d, const struct observation *c)
{
    for (size_t i = 0; i < d->ways.len; i++)
        if (d->ways.at[i].got.sender == c->sender &&
            d->ways.at[i].got.number != c->number)
            return true;
    return false;
}

/* The outcome of an operation that gets no message, in words. */
static void describe_other(const struct asked *a, uint32_t number, struct str *s)
{
    const char *line = a->requests;
    if (a->kind == OP_CHOOSE) {
        str_addf(s, "choice %u", number);
        return;
    }
    if (a->kind == OP_CANCEL) {
        str_addf(s, number ? "the receive cancelled" : "the receive not cancelled");
        return;
    }
    if (number == (uint32_t)OUTCOME_FALSE && a->n > 1) {
        str_addf(s, "none of its requests complete yet");
        return;
    }
    for (uint32_t i = 0; line && number != (uint32_t)OUTCOME_FALSE && i < number; i++)
        line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    if (line && *line)
        str_add(s, line, strcspn(line, "\n"));
    else
        str_addf(s, "request %u of those it asks for", number + 1);
    str_addf(s, number == (uint32_t)OUTCOME_FALSE ? " not complete yet" : " complete");
}

/* What the rank observes, in words. */
static void describe(const struct decision *d, const asked_vec *all,
                     const struct observation *c, struct str *s)
{
    if (c->sender == OBSERVED_NOTHING)
        str_addf(s, "no message");
    else if (c->sender == OBSERVED_OTHER)
        describe_other(&all->at[d->decisive], c->number, s);
    else if (has_rival(d, c))
        str_addf(s, "message %u of %s", c->number + 1,
                 agent.rank[(uint32_t)c->sender].name);
    else
        str_addf(s, "the message of %s", agent.rank[(uint32_t)c->sender].name);
}

static void hand_over(const struct decision *d, const asked_vec *questions_of,
                      struct link_finding *f, bool all)
{
    struct link *l = agent.link;
    if (!d->known) {
        f->undecided = all ? UNDECIDED_UNCLEAR : UNDECIDED_STOPPED;
        return;
    }
    if (!d->hopeless && d->choices.at[d->decisive].step < f->taped) {
        f->undecided = UNDECIDED_LONG; /* it is none of the steps that are told */
        return;
    }
    f->all_judged = all;
    f->decided = d->hopeless ? LINK_HOPELESS : LINK_DECIDED;
    if (d->hopeless)
        return;
    f->decisive = d->choices.at[d->decisive].step - (uint32_t)f->taped;
    f->ways = link_room(l, d->ways.len * sizeof(struct link_way));
    struct link_way *to = f->ways ? link_at(l, f->ways) : NULL;
    for (size_t i = 0; to && i < d->ways.len; i++) {
        const struct decide_way *w = &d->ways.at[i];
        struct str text = {0};
        describe(d, questions_of, &w->got, &text);
        to[i] = (struct link_way){
            .sender = w->got.sender, .passes = w->passes, .fails = w->fails};
        if (w->got.where)
            to[i].site = handover_site(&(struct op){.where = w->got.where - 1});
        snprintf(to[i].what, sizeof to[i].what, "%s", str_text(&text));
        str_free(&text);
    }
    f->nways = to ? (uint32_t)d->ways.len : 0;
    if (!to)
        f->decided = LINK_UNDECIDED;
}

void decisive_run(void)
{
    struct search first = agent.search, *s = &agent.search;
    const struct search_counts c = search_counted(&first);
    bool over = !search_stopped(&first) || c.stopped == STOP_EXECUTIONS ||
                c.stopped == STOP_BOUND;
    if (!decisions.len || agent.once || first.options.first || !over)
        return;
    search_init(s, first.st->program);
    double seconds = 2 * search_seconds(&first), most = first.options.bounds.seconds;
    if (most > 0 && seconds > most - search_seconds(&first))
        seconds = most - search_seconds(&first);
    s->options = first.options;
    s->options.jobs = 1;
    s->options.strategy = STRATEGY_DFS;
    s->options.bounds =
        (struct search_bounds){.executions = c.stopped && !c.by_states ? c.executions : 0,
                               .depth = first.options.bounds.depth,
                               .seconds = seconds < SHORTEST  ? SHORTEST
                                          : seconds > LONGEST ? LONGEST
                                                              : seconds};
    s->interrupt = first.interrupt;
    s->on_execution = first.on_execution;
    s->worth_telling = first.worth_telling;
    agent.recounts = true;
    decide_run(s, decisions.at, decisions.len);
    agent.recounts = false;
    bool all = !s->counts.stopped && !s->counts.cut;
    for (size_t i = 0; i < decisions.len; i++) {
        hand_over(&decisions.at[i], &questions.at[i], link_at(agent.link, findings.at[i]),
                  all);
        decision_free(&decisions.at[i]);
        forget_questions(&questions.at[i]);
    }
    vec_free(&decisions);
    vec_free(&questions);
    vec_free(&findings);
    search_free(s);
    agent.search = first;
}
