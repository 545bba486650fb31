/* SPDX-License-Identifier: Apache-2.0
 *
 * decide.c - see decide.h.
 *
 * Every outcome is compared with the choices of the execution that fails, up to the first
 * in which they differ. Of each choice the tally says what the outcomes observed that
 * differ there, and how many of them pass and fail. An outcome that differs at a choice
 * agrees with all earlier ones; so the decisive choice is the last one at which one
 * passes, and whatever differs later, or not at all, is what follows from it. */
#include "explore/decide/decide.h"
#include "explore/decide/decide_trace.h"
#include "explore/search/explorer.h"
#include "explore/match/decide.h"

/* The second search must not take much longer than the first. */
#define SHORTEST 1.0
#define LONGEST  10.0

static bool same(const struct observation *a, const struct observation *b)
{
    return a->sender == b->sender && a->number == b->number;
}

struct decide_way *counting_add(struct counting *c, uint32_t choice,
                                const struct observation *got, bool wrong)
{
    struct tally *t = NULL;
    for (size_t i = c->tallies.len; i-- > 0 && !t;)
        if (c->tallies.at[i].choice == choice && same(&c->tallies.at[i].way.got, got))
            t = &c->tallies.at[i];
    if (!t) {
        struct tally fresh = {choice, {.got = *got}};
        vec_push(&c->tallies, fresh);
        t = &vec_last(&c->tallies);
    }
    t->way.passes += !wrong;
    t->way.fails += wrong;
    return &t->way;
}

/* The execution that fails must be among the outcomes; if it was not met, or passes now,
 * nothing is said. */
static void conclude(struct counting *c)
{
    struct decision *d = c->d;
    const struct tally *last = NULL;
    struct decide_way own = {.passes = c->passes, .fails = c->fails};
    d->hopeless = true;
    for (size_t i = 0; i < c->tallies.len; i++) {
        const struct tally *t = &c->tallies.at[i];
        if (t->way.passes && (!last || t->choice > last->choice))
            last = t;
    }
    /* what an unnamed outcome does before the decisive choice is of no interest */
    bool clear = !c->unclear || (last && c->unclear - 1 < last->choice);
    d->known = c->fails && !c->passes && clear;
    if (!d->known || !last)
        return;
    d->hopeless = false;
    d->decisive = last->choice;
    own.got = d->choices.at[d->decisive];
    if (d->events) {
        own.text = d->words.at[d->decisive];
        d->words.at[d->decisive] = NULL;
    }
    for (size_t i = 0; i < c->tallies.len; i++)
        if (c->tallies.at[i].choice > d->decisive)
            own.fails += c->tallies.at[i].way.fails;
    vec_push(&d->ways, own);
    for (size_t i = 0; i < c->tallies.len; i++)
        if (c->tallies.at[i].choice == d->decisive) {
            vec_push(&d->ways, c->tallies.at[i].way);
            c->tallies.at[i].way.text = NULL; /* the decision has it now */
        }
}

static void counting_free(struct counting *c)
{
    for (size_t i = 0; i < c->tallies.len; i++)
        free(c->tallies.at[i].way.text);
    vec_free(&c->tallies);
}

void decisions_free(decisions_vec *v)
{
    for (size_t k = 0; k < v->len; k++) {
        struct decision *d = &v->at[k];
        for (size_t i = 0; i < d->ways.len; i++)
            free(d->ways.at[i].text);
        for (size_t i = 0; i < d->asked.len; i++)
            free(d->asked.at[i].requests);
        for (size_t i = 0; i < d->words.len; i++)
            free(d->words.at[i]);
        vec_free(&d->words);
        vec_free(&d->choices);
        vec_free(&d->asked);
        vec_free(&d->ways);
    }
    vec_free(v);
}

void decide_note(decisions_vec *v, struct state *st, const uint32_t *cut, bool matching)
{
    struct decision d = {.events = !matching, .nactors = st->nactors};
    if (matching)
        decide_note_choices(&d, st, cut);
    else
        decide_note_events(&d, st, cut);
    vec_push(v, d);
}

bool decide_can(const struct explorer *e)
{
    return !e->samples && !e->interleavings;
}

bool decide_prepare(struct search *again, const struct search *first,
                    const decisions_vec *v)
{
    const struct search_counts c = search_counted(first);
    bool over =
        !search_stopped(first) || c.stopped == STOP_EXECUTIONS || c.stopped == STOP_BOUND;
    /* Who asks for the first finding (--first) wants that, and soon. */
    if (!v->len || first->options.once || first->options.first || !over)
        return false;
    double took = search_seconds(first), most = first->options.bounds.seconds;
    double seconds = 2 * took;
    if (most > 0 && seconds > most - took)
        seconds = most - took;
    search_init(again, first->st->program);
    while (again->st->slots < first->st->slots && state_widen(again->st))
        ;
    again->st->looks = first->st->looks;
    again->options = first->options;
    again->options.jobs = 1;
    again->options.strategy = STRATEGY_DFS;
    again->options.bounds =
        (struct search_bounds){.executions = c.stopped && !c.by_states ? c.executions : 0,
                               .depth = first->options.bounds.depth,
                               .seconds = seconds < SHORTEST  ? SHORTEST
                                          : seconds > LONGEST ? LONGEST
                                                              : seconds};
    again->interrupt = first->interrupt;
    again->on_execution = first->on_execution;
    again->worth_telling = first->worth_telling;
    again->context = first->context;
    return true;
}

bool decide_run(struct search *again, decisions_vec *v, event_words_fn *words)
{
    struct counting *all = mem_alloc((v->len + 1) * sizeof *all);
    bool whole = true;
    for (int events = 0; events < 2; events++) {
        size_t n = 0;
        for (size_t i = 0; i < v->len; i++)
            if (v->at[i].events == events)
                all[n++] = (struct counting){.d = &v->at[i]};
        if (n && events)
            decide_events(again, all, n, words);
        else if (n)
            decide_choices(again, all, n);
        whole &= !again->counts.stopped && !again->counts.cut;
        for (size_t i = 0; i < n; i++) {
            conclude(&all[i]);
            if (all[i].d->known && !events)
                decide_words(all[i].d, again->st->program);
            counting_free(&all[i]);
        }
    }
    free(all);
    return whole;
}
