/* SPDX-License-Identifier: Apache-2.0
 *
 * races.c - see races.h.
 *
 * A message could have been taken instead if it fits, does not happen after the receive,
 * and nothing that happens before the receive had taken it. Of each sender only the
 * oldest of those matters, as messages do not overtake. With queues, it must also be
 * possible that it is sent before the message that the receive got. */
#include "judge/races.h"
#include "kernel/matching.h"
#include "kernel/rules.h"

static bool receives_any(const struct event *e)
{
    return op_gets(e->op.kind) && e->op.peer == ANY && e->act.outcome != OUTCOME_FALSE;
}

/* Did the sender of the second message know of the first one when it sent it? */
static bool known_before(const struct state *st, uint32_t first, uint32_t second)
{
    const struct event *e = &st->events.at[second];
    const events_vec *theirs = &st->actor[e->act.actor].events;
    return e->index && state_before(st, first, theirs->at[e->index - 1]);
}

/* The message of that sender which the receive could have got instead; NO_EVENT if
 * there is none. Messages before number `first` were taken by earlier steps. */
static uint32_t rival(const struct state *st, uint32_t receive, uint32_t got,
                      uint32_t from, uint32_t first)
{
    const struct event *e = &st->events.at[receive];
    uint32_t to = matching_process(st, matching_rank(st, e->act.actor));
    const struct channel *c = &st->channel[(size_t)from * st->program->nactors + to];
    for (uint32_t k = first; k < c->sends.len; k++) {
        const struct posted *s = matching_message(st, from, to, k);
        struct envelope sent = op_envelope(matching_made(st, s), from);
        if (state_before(st, receive, s->event) ||
            (st->program->queues && known_before(st, got, s->event)))
            return NO_EVENT;
        bool gone = s->taken != NO_EVENT && s->taken != receive &&
                    state_before(st, s->taken, receive);
        if (!gone && rule_fits(op_pattern(&e->op), sent))
            return s->event;
    }
    return NO_EVENT;
}

void races_find(const struct state *st, const uint32_t *cut, size_t most, races_vec *out)
{
    uint32_t n = st->program->nactors;
    if (!st->program->matching)
        return;
    uint32_t *first = mem_alloc((size_t)n * n * sizeof *first);
    for (uint32_t i = 0; i < st->events.len && out->len < most; i++) {
        const struct event *e = &st->events.at[i];
        if (!receives_any(e) || !state_in_cut(st, i, cut))
            continue;
        uint32_t to = matching_process(st, matching_rank(st, e->act.actor));
        uint32_t sender = message_sender(e->act.outcome);
        uint32_t got =
            matching_message(st, sender, to, message_number(e->act.outcome))->event;
        bool races = false;
        for (uint32_t from = 0; from < n; from++) {
            uint32_t *k = &first[(size_t)to * n + from];
            const struct channel *c = &st->channel[(size_t)from * n + to];
            while (*k < c->sends.len && matching_message(st, from, to, *k)->taken < i)
                ++*k;
            uint32_t other = from == sender ? NO_EVENT : rival(st, i, got, from, *k);
            if (other == NO_EVENT)
                continue;
            if (races)
                vec_last(out).more++;
            else
                vec_push(out, (struct race){i, got, other, 0});
            races = true;
        }
    }
    free(first);
}
