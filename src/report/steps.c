/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.c - see steps.h. */
#include "report/steps.h"
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
