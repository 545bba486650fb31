/* SPDX-License-Identifier: Apache-2.0
 *
 * decide.c - see decide.h. */
#include "explore/match/decide.h"
#include "base/str.h"
#include "explore/match/match.h"
#include "kernel/matching.h"

#include <string.h>

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
    struct program *p = st->program;
    struct asked a = {.kind = e->op.kind, .n = e->op.nargs};
    struct str s = {0};
    if ((a.kind != OP_POLL && a.kind != OP_FINISH) || a.n > MOST)
        return a;
    for (uint32_t i = 0; i < a.n; i++) {
        const struct posted *r = &st->actor[e->act.actor].requests.at[e->op.args[i]];
        p->ops->words->describe(p, e->act.actor, matching_made(st, r), &s);
        str_addf(&s, "\n");
    }
    a.requests = s.text;
    return a;
}

void decide_note_choices(struct decision *d, struct state *st, const uint32_t *cut)
{
    uint32_t step = 0;
    for (uint32_t i = 0; i < st->events.len; i++) {
        struct observation c;
        if (!state_in_cut(st, i, cut))
            continue;
        if (is_choice(st, &st->events.at[i], &c)) {
            c.step = step;
            vec_push(&d->choices, c);
            vec_push(&d->asked, asked(st, &st->events.at[i]));
        }
        step++;
    }
}

/* ---- what outcomes observe ---- */

struct countings {
    struct counting *at;
    size_t n;
};

static bool is_receive(const struct op *op)
{
    return op->kind == OP_IRECV || op_wants(op->kind);
}

/* The message that the receive at this position got. */
static struct observation received(const struct graph *g, uint32_t rank, uint32_t pos)
{
    struct observation c = {.rank = rank, .pos = pos, .sender = OBSERVED_NOTHING};
    const struct match_recv *r = graph_recv(g, rank, graph_recv_at(g, rank, pos));
    const struct match_event *match =
        r->event == NONE ? NULL : graph_event(g, (uint32_t)r->event);
    if (!match || match->from == NONE)
        return c;
    const struct match_event *send = graph_event(g, (uint32_t)match->from);
    c.sender = (int32_t)send->rank;
    c.number = send->index;
    c.where = g->rank[send->rank].line.at[send->pos].op.where + 1;
    return c;
}

/* What was observed there in this graph. */
static struct observation observed(const struct graph *g, uint32_t rank, uint32_t pos)
{
    const struct match_rank *k = &g->rank[rank];
    if (pos >= k->line.len) /* a receive that waits has no place on the line yet */
        return (struct observation){.rank = rank, .pos = pos, .sender = OBSERVED_NOTHING};
    const struct match_record *r = &k->line.at[pos];
    if (is_receive(&r->op))
        return received(g, rank, pos);
    return (struct observation){
        .rank = rank, .pos = pos, .sender = OBSERVED_OTHER, .number = (uint32_t)r->index};
}

static void look(struct search *s, struct visit *v, bool wrong, void *context)
{
    (void)s;
    struct countings *all = context;
    for (size_t k = 0; k < all->n; k++) {
        struct counting *c = &all->at[k];
        observations_vec *choices = &c->d->choices;
        uint32_t i = 0;
        struct observation is = {0};
        for (; i < choices->len; i++) {
            struct observation *was = &choices->at[i];
            is = observed(&v->g, was->rank, was->pos);
            if (is.sender != was->sender || is.number != was->number)
                break;
            was->where = is.where;
        }
        if (i < choices->len) {
            counting_add(c, i, &is, wrong);
        } else {
            c->passes += !wrong;
            c->fails += wrong;
        }
    }
}

void decide_choices(struct search *s, struct counting *at, size_t n)
{
    struct countings all = {at, n};
    match_judged(s, look, &all);
}

/* ---- words ---- */

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
static void describe(const struct decision *d, struct program *p,
                     const struct observation *c, struct str *s)
{
    if (c->sender == OBSERVED_NOTHING)
        str_addf(s, "no message");
    else if (c->sender == OBSERVED_OTHER)
        describe_other(&d->asked.at[d->decisive], c->number, s);
    else if (has_rival(d, c))
        str_addf(s, "message %u of %s", c->number + 1,
                 program_name(p, (uint32_t)c->sender));
    else
        str_addf(s, "the message of %s", program_name(p, (uint32_t)c->sender));
}

void decide_words(struct decision *d, struct program *p)
{
    for (size_t i = 0; i < d->ways.len; i++) {
        struct str s = {0};
        struct decide_way *w = &d->ways.at[i];
        describe(d, p, &w->got, &s);
        w->text = s.text;
        w->kind = w->got.sender != OBSERVED_OTHER              ? WAY_MESSAGE
                  : d->asked.at[d->decisive].kind == OP_CHOOSE ? WAY_CHOICE
                                                               : WAY_OTHER;
    }
}
