/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.c - see steps.h. */
#include "report/steps.h"
#include "kernel/clock.h"
#include "kernel/matching.h"

const char *step_role_word(enum step_role r)
{
    static const char *const words[] = {"plain", "send", "receive", "collective"};
    return words[r];
}

/* The first event of those that meet at the collective of this one. */
static uint32_t first_arrival(const struct state *st, const struct event *e)
{
    uint32_t first = NO_EVENT;
    for (uint32_t i = 0; i < e->op.nargs; i++) {
        uint32_t other = matching_arrival(st, e->op.args[i], e->op.object, e->act.seq);
        if (other != NO_EVENT && (first == NO_EVENT || other < first))
            first = other;
    }
    return first;
}

enum step_role step_role(const struct state *st, uint32_t event, uint32_t *other)
{
    const struct event *e = &st->events.at[event];
    *other = NO_EVENT;
    switch (e->op.kind) {
    case OP_ISEND:
        *other =
            matching_message(st, e->act.actor, (uint32_t)e->op.peer, e->act.seq)->taken;
        return STEP_SEND;
    case OP_MATCH:
    case OP_TRYRECV:
        if (e->act.outcome == OUTCOME_FALSE)
            return STEP_PLAIN;
        *other = matching_message(st, message_sender(e->act.outcome), e->act.owner,
                                  message_number(e->act.outcome))
                     ->event;
        return STEP_RECEIVE;
    case OP_ARRIVE:
        *other = first_arrival(st, e);
        return STEP_COLLECTIVE;
    default:
        return STEP_PLAIN;
    }
}

uint32_t *steps_number(const struct state *st, const uint32_t *cut)
{
    uint32_t *number = mem_alloc((st->events.len + 1) * sizeof *number), n = 0;
    for (uint32_t i = 0; i < st->events.len; i++)
        number[i] = state_in_cut(st, i, cut) ? n++ : NO_STEP;
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
    for (uint32_t i = first; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (e->index)
            put_below(&l, st->actor[e->act.actor].events.at[e->index - 1], i);
        l.causes.len = 0;
        clock_causes(st, &e->act, state_clock(st, i), &l.causes);
        for (size_t k = 0; k < l.causes.len; k++)
            if (l.causes.at[k] < i)
                put_below(&l, l.causes.at[k], i);
        if (e->op.kind == OP_ARRIVE)
            meet(&l, i);
    }
    free(l.fixed);
    vec_free(&l.causes);
    return l.of;
}
