/* SPDX-License-Identifier: Apache-2.0
 *
 * decide_trace.c - see decide_trace.h.
 *
 * That the first k events of one execution are a beginning of another one T is found out
 * event by event. If the first k - 1 are, their actors are in the same states, so the
 * next event of the k-th one's actor in T performs the same operation. It is the same
 * event if its result is the same and its causal past in T is within the first k - 1:
 * then T can be reordered such that it begins with all k, and otherwise it cannot. */
#include "explore/decide/decide_trace.h"
#include "base/str.h"
#include "explore/search/explorer.h"
#include "kernel/depend.h"
#include "kernel/matching.h"

#include <string.h>

void decide_note_events(struct decision *d, struct state *st, const uint32_t *cut)
{
    for (uint32_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        struct observation c = {.rank = e->act.actor,
                                .pos = e->index,
                                .sender = OBSERVED_OTHER,
                                .number = (uint32_t)e->act.outcome,
                                .where = e->op.where + 1,
                                .step = (uint32_t)d->choices.len,
                                .request = e->act.seq};
        vec_push(&d->choices, c);
    }
}

struct events_search {
    struct counting *at;
    size_t n;
    event_words_fn *words;
    void (*judge)(struct search *, void *context);
    void *context;
    uint32_t *cut; /* the first events of the execution that is compared, as a cut */
};

static bool is_slot(const struct state *st, uint32_t actor)
{
    return actor >= st->program->nactors;
}

/* The event of the execution that has this place in it; NO_EVENT: none. */
static uint32_t event_at(const struct state *st, const struct observation *c)
{
    const events_vec *own = &st->actor[c->rank].events;
    uint32_t x = c->pos < own->len ? own->at[c->pos] : NO_EVENT;
    /* a slot may have gone to another request */
    bool other =
        x != NO_EVENT && is_slot(st, c->rank) && st->events.at[x].act.seq != c->request;
    return other ? NO_EVENT : x;
}

/* Is the causal past of the event within the cut, but for itself? */
static bool follows(const struct state *st, uint32_t event, const uint32_t *cut)
{
    uint32_t actor = st->events.at[event].act.actor;
    for (uint32_t a = 0; a < st->nactors; a++)
        if (state_clock_entry(st, event, a) > cut[a] + (a == actor))
            return false;
    return true;
}

/* Of the events that are not in the cut, depend on x and come before it, the first by
 * causality; if several are, that of the lowest actor. NO_EVENT: there is none. */
static uint32_t rival_of(const struct state *st, uint32_t x, const uint32_t *cut)
{
    const struct act *act = &st->events.at[x].act;
    uint32_t best = NO_EVENT;
    for (uint32_t y = 0; y < x; y++) {
        const struct act *other = &st->events.at[y].act;
        if (other->actor == act->actor || state_in_cut(st, y, cut) ||
            !state_before(st, y, x) || !dep_between(other, act))
            continue;
        if (best == NO_EVENT ||
            (!state_before(st, best, y) &&
             (state_before(st, y, best) || other->actor < st->events.at[best].act.actor)))
            best = y;
    }
    return best;
}

/* What the outcome does in place of the choice, as an event of it and as an observation;
 * NO_EVENT: that has no name. */
static uint32_t instead(const struct state *st, const struct observation *was,
                        const uint32_t *cut, struct observation *got)
{
    uint32_t x = event_at(st, was);
    if (x == NO_EVENT)
        return x;
    uint32_t y = x;
    if (st->events.at[x].act.outcome != (int32_t)was->number)
        *got = (struct observation){.sender = OBSERVED_OTHER,
                                    .number = (uint32_t)st->events.at[x].act.outcome};
    else if ((y = rival_of(st, x, cut)) != NO_EVENT)
        *got = (struct observation){
            .sender = (int32_t)matching_rank(st, st->events.at[y].act.actor),
            .number = st->events.at[y].op.where << 6 | st->events.at[y].op.kind};
    if (y != NO_EVENT) {
        got->rank = st->events.at[y].act.actor;
        got->where = st->events.at[y].op.where + 1;
    }
    return y;
}

static char *in_words(struct events_search *e, struct state *st, uint32_t event)
{
    struct str s = {0};
    struct program *p = st->program;
    uint32_t rank = matching_rank(st, st->events.at[event].act.actor);
    str_addf(&s, "%s: ", program_name(p, rank));
    e->words(st, event, &s);
    return s.text;
}

/* The outcome shows the execution that is explained: puts all its steps into words, once,
 * since it is not known yet which of them decides. */
static void note_words(struct events_search *e, struct state *st, struct decision *d)
{
    for (size_t i = d->words.len; i < d->choices.len; i++)
        vec_push(&d->words, in_words(e, st, event_at(st, &d->choices.at[i])));
}

/* Which way it is that an actor takes this message, given in words: another one that the
 * same sender has sent in its place is another way. A number that tells them apart. */
static uint32_t number_of(const struct counting *c, uint32_t choice, const char *text)
{
    for (size_t i = 0; i < c->tallies.len; i++)
        if (c->tallies.at[i].choice == choice && !strcmp(c->tallies.at[i].way.text, text))
            return c->tallies.at[i].way.got.number;
    return (uint32_t)c->tallies.len;
}

static void compare(struct events_search *e, struct search *s, struct counting *c)
{
    struct state *st = s->st;
    const observations_vec *choices = &c->d->choices;
    uint32_t i = 0, event;
    bool straight = true; /* the events so far are the first ones here, too */
    if (st->nactors != c->d->nactors) { /* slots have other numbers */
        c->unclear = UINT32_MAX;
        return;
    }
    memset(e->cut, 0, st->nactors * sizeof *e->cut);
    for (; i < choices->len; i++) {
        const struct observation *was = &choices->at[i];
        uint32_t x = event_at(st, was);
        straight &= x == i;
        if (x == NO_EVENT || st->events.at[x].act.outcome != (int32_t)was->number ||
            !(straight || follows(st, x, e->cut)))
            break;
        e->cut[was->rank]++;
    }
    if (i == choices->len) {
        c->passes += !s->execution.wrong;
        c->fails += s->execution.wrong;
        note_words(e, st, c->d);
        return;
    }
    struct observation got;
    event = instead(st, &choices->at[i], e->cut, &got);
    if (event == NO_EVENT) {
        if (c->unclear < i + 1)
            c->unclear = i + 1;
        return;
    }
    char *text = NULL;
    if (st->events.at[event].op.kind == OP_TAKE) {
        text = in_words(e, st, event);
        got.number = number_of(c, i, text);
    }
    struct decide_way *w = counting_add(c, i, &got, s->execution.wrong);
    if (w->text)
        free(text);
    else
        w->text = text ? text : in_words(e, st, event);
}

static void on_execution(struct search *s, void *context)
{
    struct events_search *e = context;
    const struct state *st = s->st;
    /* Rounds of a loop that change nothing are cut out of executions, so an outcome may
     * have gone the same way and not show it. */
    bool loops = st->moot || st->cut || (st->endless && st->program->windows);
    s->execution.wrong = false;
    if (!st->moot)
        e->judge(s, e->context);
    for (size_t k = 0; k < e->n; k++)
        if (loops)
            e->at[k].unclear = UINT32_MAX;
        else
            compare(e, s, &e->at[k]);
}

/* The search begins again: what it has counted is worth nothing. */
static void on_restart(struct search *s, void *context)
{
    struct events_search *e = context;
    (void)s;
    for (size_t k = 0; k < e->n; k++)
        e->at[k].unclear = UINT32_MAX;
}

void decide_events(struct search *s, struct counting *at, size_t n, event_words_fn *words)
{
    const struct explorer *odpor = explorer_find("odpor");
    struct events_search e = {.at = at,
                              .n = n,
                              .words = words,
                              .judge = s->on_execution,
                              .context = s->context};
    e.cut = mem_alloc(s->st->nactors * sizeof *e.cut);
    s->on_execution = on_execution;
    s->on_restart = on_restart;
    s->context = &e;
    explorer_run(odpor, s);
    s->on_execution = e.judge;
    s->on_restart = NULL;
    s->context = e.context;
    free(e.cut);
}
