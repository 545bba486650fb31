/* SPDX-License-Identifier: Apache-2.0
 *
 * window_race.c - which accesses of an execution race; see window.h.
 *
 * An access has an interval. It begins with the call, or when the target lets it in (its
 * lock is held, the target has posted), whichever is later; it ends with the event that
 * carries it out, an effect or a direct operation. Two are ordered if one ends before the
 * other begins, by happens-before. An execution lists the ends in the order in which they
 * came, so only the later one's beginning has to be looked at. */
#include "kernel/window.h"

/* Is the call of the access after the event? */
static bool called_after(const struct state *st, const struct event *e, uint32_t event)
{
    if (e->act.kind == OP_EFFECT && !e->op.access->plain)
        return state_before(st, event,
                            matching_request(st, e->act.owner, e->act.seq)->event);
    const events_vec *mine = &st->actor[matching_rank(st, e->act.actor)].events;
    return e->op.issued && state_before(st, event, mine->at[e->op.issued - 1]);
}

/* Does the access `later` begin after the event? */
static bool begins_after(const struct state *st, uint32_t later, uint32_t event)
{
    const struct event *e = &st->events.at[later];
    bool after = called_after(st, e, event);
    for (uint32_t i = ACCESS_WORDS; i < e->act.nkeys && !after; i++)
        after = state_before(st, event, matching_key_event(st, act_keys(&e->act)[i]));
    return after;
}

/* May the two accesses be concurrent? Reads may; so may atomic accesses with the same
 * operation, and those of one actor, which keep their order. */
static bool may_overlap(const struct event *a, const struct event *b)
{
    const struct rma_access *x = a->op.access, *y = b->op.access;
    if (x->lo >= y->hi || y->lo >= x->hi || (!x->writes && !y->writes))
        return true;
    if (a->act.kind != OP_EFFECT || b->act.kind != OP_EFFECT || x->plain || y->plain)
        return false;
    return a->act.owner == b->act.owner || x->opcode == y->opcode || !x->opcode ||
           !y->opcode || !x->writes || !y->writes;
}

void window_races(const struct state *st, rma_races_vec *races)
{
    for (size_t p = 0; p < st->parts.len; p++) {
        const struct rma_part *part = &st->parts.at[p];
        for (size_t j = 1; j < part->accesses.len; j++)
            for (size_t i = 0; i < j; i++) {
                struct rma_race r = {part->accesses.at[i].event,
                                     part->accesses.at[j].event};
                if (!may_overlap(&st->events.at[r.a], &st->events.at[r.b]) &&
                    !begins_after(st, r.b, r.a))
                    vec_push(races, r);
            }
    }
}
