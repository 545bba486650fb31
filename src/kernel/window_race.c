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
#include "kernel/window_group.h"

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
    const struct program_windows *ops = st->program->ops->windows;
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

/* Adds the races of one access with the first n of a group, which came before it. What is
 * before an access that it does not race with, because that has ended, has ended, too. */
static void find_races_with(const struct state *st, const struct rma_part *p,
                            const struct rma_group *earlier, size_t n, uint32_t access,
                            rma_races_vec *races)
{
    uint32_t b = p->accesses.at[access].event;
    for (size_t i = n; i-- > 0;) {
        uint32_t a = p->accesses.at[earlier->access[i]].event;
        if (window_begins_after(st, b, a))
            break;
        if (may_meet(st, &st->events.at[a], &st->events.at[b]))
            continue;
        struct rma_race r = {window_raced_event(st, a), window_raced_event(st, b),
                             RULE_UNORDERED, false};
        vec_push(races, r);
    }
}

static void find_races(const struct state *st, const struct rma_part *p,
                       const struct rma_group *x, const struct rma_group *y,
                       rma_races_vec *races)
{
    size_t i = 0, k = 0;
    while (i < x->n || (x != y && k < y->n)) {
        if (x == y) {
            find_races_with(st, p, x, i, x->access[i], races);
            i++;
        } else if (k == y->n || (i < x->n && x->access[i] < y->access[k])) {
            find_races_with(st, p, y, k, x->access[i], races);
            i++;
        } else {
            find_races_with(st, p, x, i, y->access[k], races);
            k++;
        }
    }
}

static int by_time(const void *x, const void *y)
{
    const struct rma_race *a = x, *b = y;
    int order = (a->a.event > b->a.event) - (a->a.event < b->a.event);
    return order ? order : (a->b.event > b->b.event) - (a->b.event < b->b.event);
}

static void find_races_of(const struct state *st, const struct rma_part *p,
                          rma_races_vec *races)
{
    struct rma_groups groups = {0};
    size_t before = races->len;
    rma_groups_make(st, p, &groups);
    for (size_t x = 0; x < groups.n; x++) {
        uint64_t end = groups.at[x].like->op.access->hi;
        for (size_t y = x; y < groups.n && groups.at[y].like->op.access->lo < end; y++)
            if (!may_overlap(groups.at[x].like, groups.at[y].like))
                find_races(st, p, &groups.at[x], &groups.at[y], races);
    }
    if (races->len - before > 1)
        qsort(races->at + before, races->len - before, sizeof *races->at, by_time);
    rma_groups_free(&groups);
}

void window_races(const struct state *st, rma_races_vec *races)
{
    if (st->program->ops->windows->touched)
        window_own_races(st, races);
    for (size_t i = 0; i < st->parts.len; i++)
        find_races_of(st, &st->parts.at[i], races);
}
