/* SPDX-License-Identifier: Apache-2.0
 *
 * extend.c - see extend.h.
 *
 * An operation can be placed after any causally closed part of the configuration
 * that contains its actor's past, but only the events it depends on matter, and
 * these form a few chains: the posts on one side of a mailbox, the failed tests of
 * one communication, the locks or the unlocks of a mutex, one actor's waits for a
 * mutex. So it is enough to try, for each chain, each of its prefixes. For an
 * unlock by the owner that is exponential in the number of actors who looked at
 * the mutex meanwhile, and has to be: every combination of looks that came before
 * is an event of its own.
 *
 * Trying one prefix too many does no harm: place_act() and clock_past() find the
 * event that belongs to the cut, and the unfolding knows it already.
 *
 * In matching semantics an operation that can happen after some past in the configuration
 * can happen after all of it, up to polls that failed and cancels, which a match must not
 * come after to be another event. So only these are left out in turn. Sends to a queue
 * are one more chain.
 *
 * One thing goes beyond theorem 1 of the paper, which says that only actions not
 * yet in the configuration get new extensions: a post can offer another outcome to
 * a wait on several that is in the configuration already. */
#include "explore/extend.h"
#include "kernel/clock.h"
#include "kernel/mailbox.h"
#include "kernel/matching.h"
#include "kernel/mutex.h"
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

static uint32_t *top(struct extender *x)
{
    return x->cuts.at + x->cuts.len - x->u->nactors;
}

static void push_clock(struct extender *x, const uint32_t *clock)
{
    uint32_t n = x->u->nactors;
    vec_reserve(&x->cuts, x->cuts.len + n);
    x->cuts.len += n;
    if (clock)
        memcpy(top(x), clock, n * sizeof *clock);
    else
        memset(top(x), 0, n * sizeof *clock);
}

/* A copy of the top cut, with the past of one more event (if any). */
static void push_with(struct extender *x, uint32_t event)
{
    uint32_t n = x->u->nactors;
    vec_reserve(&x->cuts, x->cuts.len + n);
    x->cuts.len += n;
    memcpy(top(x), top(x) - n, n * sizeof(uint32_t));
    const uint32_t *clock = event == NO_EVENT ? NULL : state_clock(x->st, event);
    for (uint32_t a = 0; clock && a < n; a++)
        if (clock[a] > top(x)[a])
            top(x)[a] = clock[a];
}

static void pop_cut(struct extender *x)
{
    x->cuts.len -= x->u->nactors;
}

/* How many of a chain of events the top cut has. */
static uint32_t count(struct extender *x, const events_vec *chain)
{
    uint32_t n = 0;
    while (n < chain->len && state_in_cut(x->st, chain->at[n], top(x)))
        n++;
    return n;
}

static uint32_t count_posts(struct extender *x, const struct mailbox *m, int side)
{
    uint32_t n = 0;
    while (n < m->side[side].len &&
           state_in_cut(x->st, m->side[side].at[n].event, top(x)))
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

/* The events of the actor's operation after the top cut. */
static void consider(struct extender *x, uint32_t actor, const struct op *op)
{
    if (x->must != NO_EVENT && !state_in_cut(x->st, x->must, top(x)))
        return;
    x->outcomes.len = 0;
    place_outcomes(x->st, actor, op, top(x), &x->outcomes);
    for (size_t i = 0; i < x->outcomes.len; i++)
        make(x, actor, op, top(x), x->outcomes.at[i]);
}

/* The least number of posts on this side that can be in the past: those that are in
 * the actor's own, and up to the one that must be. */
static uint32_t first_post(struct extender *x, const struct op *op,
                           const struct mailbox *m, int side)
{
    const struct act *must = x->must == NO_EVENT ? NULL : &x->st->events.at[x->must].act;
    if (must && must->kind == op->kind && must->object == op->object)
        return must->seq + 1;
    return count_posts(x, m, side);
}

static void post_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const struct mailbox *m = &x->st->mailbox[op->object];
    int side = op->kind == OP_RECV;
    for (uint32_t j = first_post(x, op, m, side); j <= m->side[side].len; j++) {
        push_with(x, j ? m->side[side].at[j - 1].event : NO_EVENT);
        consider(x, actor, op);
        uint32_t note = j < m->failed[!side].len ? m->failed[!side].at[j] : NO_EVENT;
        for (; note != NO_EVENT; note = x->st->notes.at[note].previous) {
            push_with(x, x->st->notes.at[note].event);
            if (count_posts(x, m, side) == j)
                consider(x, actor, op);
            pop_cut(x);
        }
        pop_cut(x);
    }
}

static void wait_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    consider(x, actor, op);
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct post *p = mailbox_partner(x->st, actor, op->args[i], NULL);
        if (!p)
            continue;
        push_with(x, p->event);
        consider(x, actor, op);
        pop_cut(x);
    }
}

static void lock_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const events_vec *locks = &x->st->mutex[op->object].order[0];
    for (uint32_t j = count(x, locks); j <= locks->len; j++) {
        push_with(x, j ? locks->at[j - 1] : NO_EVENT);
        consider(x, actor, op);
        pop_cut(x);
    }
}

/* For each other actor from `other` on, each number of its looks at the mutex. */
static void look_combinations(struct extender *x, uint32_t actor, const struct op *op,
                              uint32_t owner, uint32_t unlocks, uint32_t other)
{
    const struct mutex *m = &x->st->mutex[op->object];
    if (other == x->u->nactors) {
        if (count(x, &m->order[1]) == unlocks)
            consider(x, actor, op);
        return;
    }
    look_combinations(x, actor, op, owner, unlocks, other + 1);
    if (other == actor || (owner != actor && owner != other))
        return;
    for (size_t i = 0; i < m->looks.len; i++) {
        uint32_t look = m->looks.at[i];
        if (x->st->events.at[look].act.actor != other ||
            state_in_cut(x->st, look, top(x)))
            continue;
        push_with(x, look);
        look_combinations(x, actor, op, owner, unlocks, other + 1);
        pop_cut(x);
    }
}

static void unlock_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const events_vec *unlocks = &x->st->mutex[op->object].order[1];
    for (uint32_t j = count(x, unlocks); j <= unlocks->len; j++) {
        push_with(x, j ? unlocks->at[j - 1] : NO_EVENT);
        look_combinations(x, actor, op, mutex_owner(x->st, op->object, top(x)), j, 0);
        pop_cut(x);
    }
}

/* For each mutex of the set from the i-th on, each number of its unlocks. */
static void look_pasts(struct extender *x, uint32_t actor, const struct op *op,
                       uint32_t i)
{
    if (i == op->nargs) {
        consider(x, actor, op);
        return;
    }
    const events_vec *unlocks = &x->st->mutex[op->args[i]].order[1];
    for (uint32_t j = count(x, unlocks); j <= unlocks->len; j++) {
        push_with(x, j ? unlocks->at[j - 1] : NO_EVENT);
        look_pasts(x, actor, op, i + 1);
        pop_cut(x);
    }
}

/* A take comes after its actor's past and what sent the message. */
static void take_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const struct actor *me = &x->st->actor[actor];
    consider(x, actor, op);
    for (size_t i = 0; i < me->inbox.len; i++) {
        const struct message *m = &me->inbox.at[i];
        if (m->taken != NO_EVENT || m->event == NO_EVENT ||
            state_in_cut(x->st, m->event, top(x)))
            continue;
        push_with(x, m->event);
        consider(x, actor, op);
        pop_cut(x);
    }
}

/* All of the configuration. */
static void push_all(struct extender *x)
{
    push_clock(x, NULL);
    for (uint32_t a = 0; a < x->u->nactors; a++)
        top(x)[a] = (uint32_t)x->st->actor[a].events.len;
}

/* A send to a queue, behind each number of others. */
static void queue_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    uint32_t to = (uint32_t)op->peer;
    const struct queue *q = matching_queue(x->st, to, op->object);
    consider(x, actor, op);
    for (uint32_t i = 0; q && i < q->messages.len; i++) {
        uint32_t event = matching_queued(x->st, to, q, i)->event;
        if (state_in_cut(x->st, event, top(x)))
            continue;
        push_with(x, event);
        consider(x, actor, op);
        pop_cut(x);
    }
}

void extend_all(struct extender *x, uint32_t actor, uint32_t must)
{
    const struct actor *me = &x->st->actor[actor];
    const struct op *op = &me->pending;
    if (me->ended || me->failed)
        return;
    x->must = must;
    push_clock(x, me->events.len ? state_clock(x->st, vec_last(&me->events)) : NULL);
    switch (op->kind) {
    case OP_SEND:
    case OP_RECV:
        post_pasts(x, actor, op);
        break;
    case OP_WAIT:
    case OP_TEST:
        wait_pasts(x, actor, op);
        break;
    case OP_LOCK:
        lock_pasts(x, actor, op);
        break;
    case OP_UNLOCK:
        unlock_pasts(x, actor, op);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        look_pasts(x, actor, op, 0);
        break;
    case OP_TAKE:
        take_pasts(x, actor, op);
        break;
    case OP_LOCAL:
    case OP_CHOOSE:
    case OP_ASSERT:
        consider(x, actor, op);
        break;
    case OP_ISEND:
        queue_pasts(x, actor, op);
        break;
    default:
        consider(x, actor, op); /* a cancel may be in time */
        push_all(x);
        consider(x, actor, op);
        pop_cut(x);
    }
    pop_cut(x);
}

void extend_enabled(struct extender *x, uint32_t actor, ids_vec *enabled)
{
    x->outcomes.len = 0;
    state_outcomes(x->st, actor, &x->outcomes);
    for (size_t i = 0; i < x->outcomes.len; i++)
        vec_push(enabled,
                 make(x, actor, &x->st->actor[actor].pending, NULL, x->outcomes.at[i]));
}

/* Another outcome of an earlier event, or what a cancel prevented. */
static void offers_matching(struct extender *x)
{
    for (uint32_t event; (event = offers_next(x->st, &x->offers)) != NO_EVENT;) {
        const struct event *e = &x->st->events.at[event];
        struct op op = e->op;
        uint32_t actor = e->act.actor;
        if (e->act.kind == OP_CANCEL) {
            op = matching_op(x->st, actor, e->act.seq);
            actor = e->place;
        }
        push_clock(x, NULL);
        clock_without(x->st, event, top(x));
        consider(x, actor, &op);
        pop_cut(x);
    }
}

void extend_offers(struct extender *x, uint32_t newest)
{
    offers_start(x->st, newest, &x->offers);
    x->must = newest;
    if (x->st->program->matching) {
        offers_matching(x);
        return;
    }
    for (uint32_t wait; (wait = offers_next(x->st, &x->offers)) != NO_EVENT;) {
        const struct event *w = &x->st->events.at[wait];
        uint32_t actor = w->act.actor;
        const events_vec *mine = &x->st->actor[actor].events;
        push_clock(x, w->index ? state_clock(x->st, mine->at[w->index - 1]) : NULL);
        push_with(x, newest);
        consider(x, actor, &w->op);
        x->cuts.len -= 2 * (size_t)x->u->nactors;
    }
}

static bool names_mailbox(const struct act *wait, uint32_t mailbox)
{
    for (uint32_t i = 0; i < wait->nkeys; i++)
        if (act_keys(wait)[i] >> 32 == mailbox)
            return true;
    return false;
}

/* A slot is concerned by what its actor does: it may post or withdraw its receive. */
static bool concerns_matching(const struct state *st, uint32_t actor,
                              const struct act *newest)
{
    uint32_t rank = matching_rank(st, actor);
    const struct op *op = &st->actor[actor].pending;
    switch ((enum op_kind)newest->kind) {
    case OP_ISEND:
        return newest->owner == rank ||
               (newest->place && op->kind == OP_ISEND && op->object == newest->object &&
                (uint32_t)op->peer == newest->owner);
    case OP_MATCH:
    case OP_TRYRECV:
        return newest->owner == rank || (newest->outcome != OUTCOME_FALSE &&
                                         message_sender(newest->outcome) == rank);
    case OP_ARRIVE:
        return actor == rank;
    case OP_RECEIVE: /* whose message it is may be complete now */
        return true;
    default:
        return newest->actor == rank;
    }
}

bool extend_concerns(const struct extender *x, uint32_t actor, uint32_t newest)
{
    const struct actor *me = &x->st->actor[actor];
    const struct op *op = &me->pending;
    const struct act *a = &x->st->events.at[newest].act;
    if (x->st->program->matching)
        return concerns_matching(x->st, actor, a);
    if (me->ended || me->failed)
        return false;
    switch (op->kind) {
    case OP_SEND:
    case OP_RECV: /* as the next on its side, or as a post that a test did not see */
        return (a->kind == op->kind && a->object == op->object) ||
               (a->kind == OP_TEST && a->outcome == OUTCOME_FALSE &&
                names_mailbox(a, op->object));
    case OP_WAIT:
    case OP_TEST:
        for (uint32_t i = 0; i < op->nargs; i++) {
            const struct post *p = mailbox_partner(x->st, actor, op->args[i], NULL);
            if (p && p->event == newest)
                return true;
        }
        return false;
    case OP_LOCK:
        return a->kind == OP_LOCK && a->object == op->object;
    case OP_UNLOCK:
        return (a->kind == OP_UNLOCK && a->object == op->object) ||
               ((a->kind == OP_MWAIT || a->kind == OP_MTEST) &&
                act_has_key(a, op->object));
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < op->nargs; i++)
            if (a->kind == OP_UNLOCK && a->object == op->args[i])
                return true;
        return false;
    case OP_TAKE: /* it sent this actor something: that is at the end of the inbox */
        return me->inbox.len && vec_last(&me->inbox).event == newest;
    default:
        return false;
    }
}
