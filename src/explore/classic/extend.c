/* SPDX-License-Identifier: Apache-2.0
 *
 * extend.c - see extend.h.
 *
 * An operation can be placed after any causally closed part of the configuration
 * that contains its actor's past, but only the events it depends on matter, and
 * these form a few chains: the posts on one side of a mailbox, the failed tests of
 * one communication, the locks or the unlocks of a mutex, one actor's waits for a
 * mutex. So it is enough to try, for each chain, each of its prefixes; the chains of
 * its operations each family knows (explore/classic/family). For an
 * unlock by the owner that is exponential in the number of actors who looked at
 * the mutex meanwhile, and has to be: every combination of looks that came before
 * is an event of its own.
 *
 * Trying one prefix too many does no harm: place_act() and clock_past() find the
 * event that belongs to the cut, and the unfolding knows it already.
 *
 * One thing goes beyond theorem 1 of the paper, which says that only actions not
 * yet in the configuration get new extensions: a post can offer another outcome to
 * a wait on several that is in the configuration already. */
#include "explore/classic/extend.h"
#include "explore/classic/family/family.h"
#include "kernel/clock.h"
#include "kernel/place.h"

#include <string.h>

void extend_init(struct extender *x, struct unfolding *u, const struct config *c)
{
    *x = (struct extender){.u = u, .c = c, .st = u->st};
    vec_reserve(&x->past, u->nactors);
}

void extend_free(struct extender *x)
{
    vec_free(&x->outcomes);
    vec_free(&x->causes);
    vec_free(&x->past);
    vec_free(&x->cuts);
}

/* ---- cuts, on a stack ---- */

void extend_push_clock(struct extender *x, const uint32_t *clock)
{
    uint32_t n = x->u->nactors;
    vec_reserve(&x->cuts, x->cuts.len + n);
    x->cuts.len += n;
    if (clock)
        memcpy(extend_top(x), clock, n * sizeof *clock);
    else
        memset(extend_top(x), 0, n * sizeof *clock);
}

void extend_push_with(struct extender *x, uint32_t event)
{
    uint32_t n = x->u->nactors;
    vec_reserve(&x->cuts, x->cuts.len + n);
    x->cuts.len += n;
    memcpy(extend_top(x), extend_top(x) - n, n * sizeof(uint32_t));
    const uint32_t *clock = event == NO_EVENT ? NULL : state_clock(x->st, event);
    for (uint32_t a = 0; clock && a < n; a++)
        if (clock[a] > extend_top(x)[a])
            extend_top(x)[a] = clock[a];
}

void extend_pop(struct extender *x)
{
    x->cuts.len -= x->u->nactors;
}

uint32_t extend_count(struct extender *x, const events_vec *chain)
{
    uint32_t n = 0;
    while (n < chain->len && state_in_cut(x->st, chain->at[n], extend_top(x)))
        n++;
    return n;
}

/* ---- events ---- */

static uint32_t make(struct extender *x, uint32_t actor, const struct op *op,
                     const uint32_t *cut, int32_t outcome)
{
    struct act a = place_act(x->st, actor, op, cut, outcome);
    clock_past(x->st, &a, cut, &x->causes, x->past.at);
    return unfolding_event(x->u, x->c, &a, x->past.at);
}

void extend_consider(struct extender *x, uint32_t actor, const struct op *op)
{
    if (x->must != NO_EVENT && !state_in_cut(x->st, x->must, extend_top(x)))
        return;
    x->outcomes.len = 0;
    place_outcomes(x->st, actor, op, extend_top(x), &x->outcomes);
    for (size_t i = 0; i < x->outcomes.len; i++)
        make(x, actor, op, extend_top(x), x->outcomes.at[i]);
}

/* Considers the operation with every causally closed set of the events in `list` from
 * number i on. Those before it that are not in the top cut stay out. */
static void closed_sets(struct extender *x, uint32_t actor, const struct op *op,
                        const events_vec *list, size_t i)
{
    while (i < list->len && state_in_cut(x->st, list->at[i], extend_top(x)))
        i++;
    if (i == list->len) {
        extend_consider(x, actor, op);
        return;
    }
    closed_sets(x, actor, op, list, i + 1);
    extend_push_with(x, list->at[i]);
    bool closed = true;
    for (size_t k = 0; k < i && closed; k++) /* does it bring back one that stays out? */
        closed = state_in_cut(x->st, list->at[k], extend_top(x)) ==
                 state_in_cut(x->st, list->at[k], extend_top(x) - x->u->nactors);
    if (closed)
        closed_sets(x, actor, op, list, i + 1);
    extend_pop(x);
}

void extend_closed_sets(struct extender *x, uint32_t actor, const struct op *op,
                        const events_vec *list)
{
    closed_sets(x, actor, op, list, 0);
}

void extend_all(struct extender *x, uint32_t actor, uint32_t must)
{
    const struct actor *me = &x->st->actor[actor];
    const struct op *op = &me->pending;
    if (me->ended || me->failed)
        return;
    x->must = must;
    extend_push_clock(x,
                      me->events.len ? state_clock(x->st, vec_last(&me->events)) : NULL);
    reduction_of(op->kind)->pasts(x, actor, op);
    extend_pop(x);
}

void extend_enabled(struct extender *x, uint32_t actor, ids_vec *enabled)
{
    x->outcomes.len = 0;
    state_outcomes(x->st, actor, &x->outcomes);
    for (size_t i = 0; i < x->outcomes.len; i++)
        vec_push(enabled,
                 make(x, actor, &x->st->actor[actor].pending, NULL, x->outcomes.at[i]));
}

void extend_with_newest(struct extender *x, uint32_t event)
{
    const struct event *e = &x->st->events.at[event];
    uint32_t actor = e->act.actor;
    const events_vec *mine = &x->st->actor[actor].events;
    extend_push_clock(x, e->index ? state_clock(x->st, mine->at[e->index - 1]) : NULL);
    extend_push_with(x, x->must);
    extend_consider(x, actor, &e->op);
    x->cuts.len -= 2 * (size_t)x->u->nactors;
}

void extend_offers(struct extender *x, uint32_t newest)
{
    offers_start(x->st, newest, &x->offers);
    x->must = newest;
    for (uint32_t event; (event = offers_next(x->st, &x->offers)) != NO_EVENT;)
        x->offers.family->offers_extend(x, event);
}

bool extend_concerns(const struct extender *x, uint32_t actor, uint32_t newest)
{
    /* An actor that has ended or failed is treated as if it were about to do something
     * local. */
    const struct op *op = &x->st->actor[actor].pending;
    return reduction_of(op->kind)->concerns(x->st, actor, newest);
}
