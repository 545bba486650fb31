/* SPDX-License-Identifier: Apache-2.0
 *
 * window_race.c - which accesses of an execution race; see window.h.
 *
 * An access has an interval: from the call to the event that completes it, which is the
 * effect of an atomic access and the direct operation of any other. Two are ordered if
 * one is complete before the call of the other, by happens-before. An execution lists
 * completions in the order in which they came, so only the later one's call has to be
 * looked at. */
#include "kernel/window.h"

/* Is the access, an event, complete before the call of the later one? */
static bool before_call(const struct state *st, uint32_t event, uint32_t later)
{
    const struct event *e = &st->events.at[later];
    if (e->act.kind == OP_EFFECT)
        return state_before(st, event,
                            matching_request(st, e->act.owner, e->act.seq)->event);
    const events_vec *mine = &st->actor[e->act.actor].events;
    return e->op.issued && state_before(st, event, mine->at[e->op.issued - 1]);
}

/* May the two accesses be concurrent? Reads may; so may atomic accesses with the same
 * operation, and those of one actor, which keep their order. */
static bool may_overlap(const struct event *a, const struct event *b)
{
    const struct rma_access *x = a->op.access, *y = b->op.access;
    if (x->lo >= y->hi || y->lo >= x->hi || (!x->writes && !y->writes))
        return true;
    if (a->act.kind != OP_EFFECT || b->act.kind != OP_EFFECT)
        return false;
    return a->act.owner == b->act.owner || x->opcode == y->opcode || !x->opcode ||
           !y->opcode || !x->writes || !y->writes;
}

void window_races(const struct state *st, rma_races_vec *races)
{
    for (size_t p = 0; p < st->parts.len; p++) {
        const struct part *part = &st->parts.at[p];
        for (size_t j = 1; j < part->accesses.len; j++)
            for (size_t i = 0; i < j; i++) {
                struct rma_race r = {part->accesses.at[i].event,
                                     part->accesses.at[j].event};
                if (!may_overlap(&st->events.at[r.a], &st->events.at[r.b]) &&
                    !before_call(st, r.a, r.b))
                    vec_push(races, r);
            }
    }
}
