/* SPDX-License-Identifier: Apache-2.0
 *
 * inbox.c - what else could have happened with takes.
 *
 * A take cannot happen before its message is sent, so it has no race with that; its other
 * outcomes are the other messages that it could have taken. What sends a message offers
 * it to the earlier takes of who gets it. */
#include "explore/classic/family/family.h"

static bool has_labels(const struct event *e)
{
    (void)e;
    return true;
}

/* ---- offers: `message` counts through what the newest event sent ---- */

static void offers_begin(const struct state *st, struct offers *o)
{
    o->message = (uint32_t)st->receivers.len - st->events.at[o->post].sent;
    if (o->message < st->receivers.len)
        o->actor = st->receivers.at[o->message];
    o->next = 0;
}

/* Is this the first message that the newest event sent to this actor? */
static bool first_to(const struct state *st, const struct offers *o)
{
    size_t i = st->receivers.len - st->events.at[o->post].sent;
    while (i < o->message && st->receivers.at[i] != o->actor)
        i++;
    return i == o->message;
}

/* The next take, by one of the actors that the newest event sent a message to. */
static uint32_t offers_take(const struct state *st, struct offers *o)
{
    while (o->message < st->receivers.len) {
        const events_vec *theirs = &st->actor[o->actor].events;
        while (o->next < theirs->len && first_to(st, o)) {
            uint32_t take = theirs->at[o->next++];
            if (st->events.at[take].act.kind == OP_TAKE &&
                !state_before(st, take, o->post))
                return take;
        }
        if (++o->message < st->receivers.len)
            o->actor = st->receivers.at[o->message];
        o->next = 0;
    }
    return NO_EVENT;
}

/* ---- extensions and conflicts ---- */

/* The past of a take is its actor's past joined with that of the event which sent the
 * message. */
static void pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const struct actor *me = &x->st->actor[actor];
    extend_consider(x, actor, op);
    for (size_t i = 0; i < me->inbox.len; i++) {
        const struct message *m = &me->inbox.at[i];
        if (m->taken != NO_EVENT || m->event == NO_EVENT ||
            state_in_cut(x->st, m->event, extend_top(x)))
            continue;
        extend_push_with(x, m->event);
        extend_consider(x, actor, op);
        extend_pop(x);
    }
}

static bool concerns(const struct state *st, uint32_t actor, uint32_t newest)
{
    const struct actor *me = &st->actor[actor];
    /* If the newest event sent this actor a message, it is the last in the inbox. */
    return me->inbox.len && vec_last(&me->inbox).event == newest;
}

static void file(struct unfolding *u, uint32_t id, ids_vec *out)
{
    rivals_outcomes(u, id, out);
}

const struct reduction inbox_reduction = {
    .reverse = reduction_no_races,
    .has_labels = has_labels,
    .offers_start = offers_begin,
    .offers_next = offers_take,
    .offers_extend = extend_with_newest,
    .pasts = pasts,
    .concerns = concerns,
    .file = file,
    .behind = reduction_behind_nothing,
    .position_taken = reduction_no_position,
};
