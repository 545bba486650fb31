/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.c - see steps.h. */
#include "judge/steps.h"
#include "kernel/clock.h"
#include "kernel/inbox.h"
#include "kernel/mailbox.h"
#include "kernel/matching.h"

/* The first step of those that meet at the collective of this event. */
static uint32_t first_arrival(const struct state *st, const struct event *e,
                              const uint32_t *number)
{
    uint32_t first = NO_STEP;
    for (uint32_t i = 0; i < e->op.nargs; i++) {
        uint32_t other = matching_arrival(st, e->op.args[i], e->op.object, e->act.seq);
        if (other != NO_EVENT && number[other] < first)
            first = number[other];
    }
    return first;
}

static uint32_t event_of(const struct state *st, const struct handle *h)
{
    return st->mailbox[h->mailbox].side[h->side].at[h->k].event;
}

/* The post that the event has made; an actor's posts are in the order of their events. */
static uint32_t handle_of(const struct state *st, uint32_t event)
{
    const struct actor *a = &st->actor[st->events.at[event].act.actor];
    size_t low = 0, high = a->posts.len - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (event_of(st, &a->posts.at[middle]) < event)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* Is this a wait or test that has found the post complete? */
static bool completes(const struct event *e, uint32_t handle)
{
    return (e->op.kind == OP_WAIT || e->op.kind == OP_TEST) &&
           e->act.outcome != OUTCOME_FALSE && e->op.args[e->act.outcome] == handle;
}

/* The first wait or test of the actor that finds the post complete. */
static uint32_t completion(const struct state *st, uint32_t actor, uint32_t handle)
{
    const struct actor *a = &st->actor[actor];
    size_t i = st->events.at[event_of(st, &a->posts.at[handle])].index;
    while (i < a->events.len && !completes(&st->events.at[a->events.at[i]], handle))
        i++;
    return i < a->events.len ? a->events.at[i] : NO_EVENT;
}

/* Of mailboxes, a message is received where the receiver first learns of it. */
static uint32_t through_mailbox(const struct state *st, uint32_t event,
                                struct step_part *part)
{
    const struct event *e = &st->events.at[event];
    uint32_t me = e->act.actor;
    if (e->op.kind == OP_SEND) {
        const struct post *to = mailbox_partner(st, me, handle_of(st, event), NULL);
        part->role = STEP_SEND;
        part->lost = !to;
        return to ? completion(st, st->events.at[to->event].act.actor, to->handle)
                  : NO_EVENT;
    }
    uint32_t handle = e->op.args[e->act.outcome];
    if (!st->actor[me].posts.at[handle].side || completion(st, me, handle) != event)
        return NO_EVENT;
    part->role = STEP_RECEIVE;
    return mailbox_partner(st, me, handle, NULL)->event;
}

struct step_part step_part(const struct state *st, uint32_t event, const uint32_t *number)
{
    const struct event *e = &st->events.at[event];
    struct step_part part = {STEP_PLAIN, NO_STEP, false};
    uint32_t other = NO_EVENT;
    switch (e->op.kind) {
    case OP_ISEND:
        part.role = STEP_SEND;
        other =
            matching_message(st, e->act.process, (uint32_t)e->op.peer, e->act.seq)->taken;
        part.lost = other == NO_EVENT;
        break;
    case OP_MATCH:
    case OP_TRYRECV:
        if (e->act.outcome == OUTCOME_FALSE)
            break;
        part.role = STEP_RECEIVE;
        other = matching_message(st, message_sender(e->act.outcome), e->act.owner,
                                 message_number(e->act.outcome))
                    ->event;
        break;
    case OP_SEND:
        other = through_mailbox(st, event, &part);
        break;
    case OP_WAIT:
    case OP_TEST:
        if (e->act.outcome != OUTCOME_FALSE)
            other = through_mailbox(st, event, &part);
        break;
    case OP_TAKE:
        part.role = STEP_RECEIVE;
        other = inbox_message(st, e->act.actor, e->act.outcome)->event;
        break;
    case OP_ARRIVE:
        part.role = STEP_COLLECTIVE;
        part.other = first_arrival(st, e, number);
        break;
    default:
        break;
    }
    if (other != NO_EVENT)
        part.other = number[other];
    return part;
}

uint32_t *steps_number(const struct state *st, const uint32_t *cut, uint32_t first)
{
    uint32_t *number = mem_alloc((st->events.len + 1) * sizeof *number), n = 0;
    for (uint32_t i = 0; i < st->events.len; i++)
        number[i] = i >= first && state_in_cut(st, i, cut) ? n++ : NO_STEP;
    return number;
}

/* ---- levels ---- */

/* The levels so far, and which events something later depends on: those cannot go to
 * another level any more. */
struct levels {
    const struct state *st;
    uint32_t first;
    uint32_t *of;
    bool *fixed;
    events_vec causes;
};

static void put_below(struct levels *l, uint32_t cause, uint32_t event)
{
    if (cause < l->first)
        return;
    l->fixed[cause] = true;
    if (l->of[event] <= l->of[cause])
        l->of[event] = l->of[cause] + 1;
}

/* Brings those who have arrived at the collective, this event included, to one level. */
static void meet(struct levels *l, uint32_t event)
{
    const struct event *e = &l->st->events.at[event];
    uint32_t lowest = l->of[event];
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < e->op.nargs; i++) {
            uint32_t other =
                matching_arrival(l->st, e->op.args[i], e->op.object, e->act.seq);
            if (other == NO_EVENT || other > event || other < l->first)
                continue;
            if (!round)
                lowest = l->of[other] > lowest ? l->of[other] : lowest;
            else if (!l->fixed[other])
                l->of[other] = lowest;
        }
}

uint32_t *steps_levels(const struct state *st, uint32_t first)
{
    size_t n = st->events.len + 1;
    struct levels l = {.st = st,
                       .first = first,
                       .of = mem_alloc(n * sizeof *l.of),
                       .fixed = mem_alloc(n * sizeof *l.fixed)};
    uint32_t *last = mem_alloc(st->program->nactors * sizeof *last); /* 1 + its event */
    for (uint32_t i = first; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        uint32_t rank = matching_rank(st, e->act.actor);
        if (last[rank])
            put_below(&l, last[rank] - 1, i);
        last[rank] = i + 1;
        l.causes.len = 0;
        clock_causes(st, &e->act, state_clock(st, i), &l.causes);
        for (size_t k = 0; k < l.causes.len; k++)
            if (l.causes.at[k] < i)
                put_below(&l, l.causes.at[k], i);
        if (e->op.kind == OP_ARRIVE)
            meet(&l, i);
    }
    free(last);
    free(l.fixed);
    vec_free(&l.causes);
    return l.of;
}
