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
bool window_begins_after(const struct state *st, uint32_t later, uint32_t event)
{
    const struct event *e = &st->events.at[later];
    bool after = called_after(st, e, event);
    for (uint32_t i = ACCESS_WORDS; i < e->act.nkeys && !after; i++)
        after = state_before(st, event, matching_key_event(st, act_keys(&e->act)[i]));
    return after;
}

/* Accesses of a part that are alike: of a pair of kinds either all may be concurrent, or
 * it depends on when they happened. There are usually few kinds, and many accesses. */
struct kind {
    const struct event *like;
    VEC(uint32_t) accesses; /* indices, in the order in which they happened */
};
typedef VEC(struct kind) kinds_vec;

static bool alike(const struct event *a, const struct event *b)
{
    const struct rma_access *x = a->op.access, *y = b->op.access;
    return x == y ||
           (a->act.kind == b->act.kind && x->lo == y->lo && x->hi == y->hi &&
            x->reads == y->reads && x->writes == y->writes && x->plain == y->plain &&
            x->opcode == y->opcode && x->element == y->element);
}

static void sort_accesses(const struct state *st, const struct rma_part *p,
                          kinds_vec *kinds)
{
    for (size_t i = 0; i < p->accesses.len; i++) {
        const struct event *e = &st->events.at[p->accesses.at[i].event];
        size_t k = 0;
        if (e->op.access->told || (e->op.access->store && st->program->separate))
            continue; /* see window_own.c */
        while (k < kinds->len && !alike(kinds->at[k].like, e))
            k++;
        if (k == kinds->len)
            vec_push(kinds, (struct kind){.like = e});
        vec_push(&kinds->at[k].accesses, (uint32_t)i);
    }
}

/* May accesses of these kinds be concurrent? Reads may, and atomic accesses with the same
 * operation to the same elements. */
static bool may_overlap(const struct event *a, const struct event *b)
{
    const struct rma_access *x = a->op.access, *y = b->op.access;
    if (x->lo >= y->hi || y->lo >= x->hi || (!x->writes && !y->writes))
        return true;
    if (a->act.kind != OP_EFFECT || b->act.kind != OP_EFFECT || x->plain || y->plain)
        return false;
    if (x->opcode == y->opcode && x->element && (x->hi - y->hi) % x->element)
        return false; /* elements overlap partly */
    return x->opcode == y->opcode || !x->opcode || !y->opcode || !x->writes || !y->writes;
}

/* May these two be? As above; and atomic accesses of one actor, which keep their order,
 * as do its own stores, and those that touch different memory between the same bounds. */
static bool may_meet(const struct state *st, const struct event *a, const struct event *b)
{
    const struct program_ops *ops = st->program->ops;
    bool atomic = a->act.kind == OP_EFFECT && b->act.kind == OP_EFFECT &&
                  !a->op.access->plain && !b->op.access->plain;
    bool local = a->op.access->local && b->op.access->local;
    bool ordered = atomic && !(a->op.access->loose && b->op.access->loose);
    return (ordered && a->act.owner == b->act.owner) ||
           (local && a->act.actor == b->act.actor) ||
           (ops->meet && !ops->meet(st->program, a->op.access, b->op.access));
}

struct rma_raced window_raced_event(const struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    struct rma_raced r = {.event = event, .actor = matching_rank(st, e->act.actor)};
    bool posted = e->act.kind == OP_EFFECT && !e->op.access->plain;
    r.index =
        posted
            ? st->events.at[matching_request(st, e->act.owner, e->act.seq)->event].index
            : e->op.issued;
    return r;
}

const struct rma_access *window_raced(const struct state *st, const struct rma_raced *r)
{
    return r->touch ? &r->touch->access : st->events.at[r->event].op.access;
}

static void find_races(const struct state *st, const struct rma_part *p,
                       const struct kind *x, const struct kind *y, rma_races_vec *races)
{
    for (size_t i = 0; i < x->accesses.len; i++)
        for (size_t k = x == y ? i + 1 : 0; k < y->accesses.len; k++) {
            uint32_t one = x->accesses.at[i], other = y->accesses.at[k];
            uint32_t a = p->accesses.at[one < other ? one : other].event;
            uint32_t b = p->accesses.at[one < other ? other : one].event;
            if (window_begins_after(st, b, a) ||
                may_meet(st, &st->events.at[a], &st->events.at[b]))
                continue;
            struct rma_race r = {window_raced_event(st, a), window_raced_event(st, b),
                                 RULE_UNORDERED, false};
            vec_push(races, r);
        }
}

void window_races(const struct state *st, rma_races_vec *races)
{
    if (st->program->ops->touched)
        window_own_races(st, races);
    for (size_t i = 0; i < st->parts.len; i++) {
        kinds_vec kinds = {0};
        sort_accesses(st, &st->parts.at[i], &kinds);
        for (size_t x = 0; x < kinds.len; x++)
            for (size_t y = x; y < kinds.len; y++)
                if (!may_overlap(kinds.at[x].like, kinds.at[y].like))
                    find_races(st, &st->parts.at[i], &kinds.at[x], &kinds.at[y], races);
        for (size_t x = 0; x < kinds.len; x++)
            vec_free(&kinds.at[x].accesses);
        vec_free(&kinds);
    }
}
