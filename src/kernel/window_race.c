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

/* Accesses of one actor to a part that are alike: of a pair of such groups either all may
 * be concurrent, or it depends on when they happened. Those of a group happen one after
 * the other: an actor makes its direct accesses itself, and its effects that overlap keep
 * their order. */
struct group {
    const struct event *like;
    uint32_t rank;
    const uint32_t *access; /* indices, in the order in which they happened */
    size_t n;
};
typedef VEC(struct group) groups_vec;

/* What the order of accesses is made of. */
struct sorted {
    const struct event *event;
    uint32_t rank, access;
};
typedef VEC(struct sorted) sorted_vec;

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Orders accesses that are not alike, by where they begin first. */
static int by_kind(const struct sorted *a, const struct sorted *b)
{
    const struct rma_access *x = a->event->op.access, *y = b->event->op.access;
    int order = compare(x->lo, y->lo);
    order = order ? order : compare(x->hi, y->hi);
    order = order ? order : compare(a->event->act.kind, b->event->act.kind);
    order = order ? order : compare(x->reads, y->reads);
    order = order ? order : compare(x->writes, y->writes);
    order = order ? order : compare(x->plain, y->plain);
    order = order ? order : compare(x->opcode, y->opcode);
    order = order ? order : compare(x->element, y->element);
    return order ? order : compare(a->rank, b->rank);
}

static int by_group(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int order = by_kind(x, y);
    return order ? order : compare(x->access, y->access);
}

/* Sorts the accesses of a part into groups, whose indices go to `indices`. */
static void group_accesses(const struct state *st, const struct rma_part *p,
                           events_vec *indices, groups_vec *groups)
{
    sorted_vec all = {0};
    for (size_t i = 0; i < p->accesses.len; i++) {
        const struct event *e = &st->events.at[p->accesses.at[i].event];
        struct sorted one = {e, matching_rank(st, e->act.actor), (uint32_t)i};
        if (!e->op.access->told)
            vec_push(&all, one);
    }
    if (all.len > 1)
        qsort(all.at, all.len, sizeof *all.at, by_group);
    vec_reserve(indices, all.len);
    for (size_t i = 0; i < all.len; i++) {
        vec_push(indices, all.at[i].access);
        if (!i || by_kind(&all.at[i - 1], &all.at[i]))
            vec_push(groups,
                     (struct group){all.at[i].event, all.at[i].rank, indices->at + i, 0});
        vec_last(groups).n++;
    }
    vec_free(&all);
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
    return (atomic && a->act.owner == b->act.owner) ||
           (local && a->act.actor == b->act.actor) ||
           (ops->meet && !ops->meet(st->program, a->op.access, b->op.access));
}

static struct rma_raced raced(const struct state *st, uint32_t event)
{
    return (struct rma_raced){.event = event,
                              .actor = matching_rank(st, st->events.at[event].act.actor)};
}

const struct rma_access *window_raced(const struct state *st, const struct rma_raced *r)
{
    return r->touch ? &r->touch->access : st->events.at[r->event].op.access;
}

/* Adds the races of one access with the first n of a group, which came before it. What is
 * before an access that it does not race with, because that has ended, has ended, too. */
static void find_races_with(const struct state *st, const struct rma_part *p,
                            const struct group *earlier, size_t n, uint32_t access,
                            rma_races_vec *races)
{
    uint32_t b = p->accesses.at[access].event;
    for (size_t i = n; i-- > 0;) {
        uint32_t a = p->accesses.at[earlier->access[i]].event;
        if (begins_after(st, b, a))
            break;
        if (may_meet(st, &st->events.at[a], &st->events.at[b]))
            continue;
        struct rma_race r = {raced(st, a), raced(st, b)};
        vec_push(races, r);
    }
}

static void find_races(const struct state *st, const struct rma_part *p,
                       const struct group *x, const struct group *y, rma_races_vec *races)
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

/* ---- what actors do by themselves ---- */

/* A load or store of an actor, after its first `index` events. */
struct own {
    const struct rma_touch *touch;
    uint32_t actor, index;
    bool looked; /* the operation after it looks at a part: access.polls */
    bool polls;  /* it is a load that is made again */
};

/* Has the actor loaded or stored before the access begins? */
static bool own_before(const struct state *st, const struct own *own, uint32_t access)
{
    const struct event *e = &st->events.at[access];
    const events_vec *mine = &st->actor[own->actor].events;
    if (own->index < mine->len && begins_after(st, access, mine->at[own->index]))
        return true;
    if (matching_rank(st, e->act.actor) != own->actor)
        return false;
    bool called = e->act.kind == OP_DIRECT || e->op.access->plain;
    return called && e->op.issued == own->index &&
           own->touch->calls <= e->op.access->calls;
}

/* Has it done so after the access has ended? */
static bool own_after(const struct state *st, const struct own *own, uint32_t access)
{
    const events_vec *mine = &st->actor[own->actor].events;
    return own->index && state_before(st, access, mine->at[own->index - 1]);
}

static bool conflict(const struct state *st, const struct rma_access *x,
                     const struct rma_access *y)
{
    return x->lo < y->hi && y->lo < x->hi && (x->writes || y->writes) &&
           st->program->ops->meet(st->program, x, y);
}

/* Races of an actor's own loads and stores with operations. */
static void find_own_races(const struct state *st, const struct own *own,
                           rma_races_vec *races)
{
    const struct rma_touch *t = own->touch;
    uint32_t number = t->window * st->program->nactors + (uint32_t)t->peer;
    const struct rma_part *p = number < st->parts.len ? &st->parts.at[number] : NULL;
    for (size_t i = 0; p && i < p->accesses.len; i++) {
        uint32_t event = p->accesses.at[i].event;
        const struct event *e = &st->events.at[event];
        const struct rma_access *x = e->op.access;
        if (x->told || own->polls || (x->local && e->act.actor == own->actor) ||
            !conflict(st, x, &t->access) || own_before(st, own, event) ||
            own_after(st, own, event))
            continue;
        struct rma_race r = {raced(st, event), {NO_EVENT, t, own->actor}};
        vec_push(races, r);
    }
}

/* Is the first one over before the second begins? */
static bool own_ordered(const struct state *st, const struct own *a, const struct own *b)
{
    const events_vec *mine = &st->actor[a->actor].events;
    return a->index < mine->len && own_after(st, b, mine->at[a->index]);
}

/* Races of two actors that share memory. */
static void find_shared_races(const struct state *st, const struct own *a,
                              const struct own *b, rma_races_vec *races)
{
    if (a->actor == b->actor || a->polls || b->polls ||
        a->touch->window != b->touch->window || a->touch->peer != b->touch->peer ||
        !conflict(st, &a->touch->access, &b->touch->access) || own_ordered(st, a, b) ||
        own_ordered(st, b, a))
        return;
    struct rma_race r = {{NO_EVENT, a->touch, a->actor}, {NO_EVENT, b->touch, b->actor}};
    vec_push(races, r);
}

typedef VEC(struct own) owns_vec;

static void add_touched(const struct state *st, uint32_t actor, const struct op *op,
                        uint32_t index, owns_vec *all)
{
    size_t n = 0;
    const struct rma_touch *list =
        op->touched ? st->program->ops->touched(st->program, op, &n) : NULL;
    bool looked = op->kind == OP_DIRECT && op->access->polls;
    for (size_t i = 0; i < n; i++) {
        struct own own = {&list[i], actor, index, looked, false};
        vec_push(all, own);
    }
}

/* Does the actor load the same memory again, after its next operation? */
static bool comes_again(const owns_vec *all, size_t i)
{
    const struct own *one = &all->at[i];
    uint32_t next = NO_EVENT;
    for (size_t k = i + 1; k < all->len && all->at[k].actor == one->actor; k++) {
        const struct own *other = &all->at[k];
        if (next == NO_EVENT && other->index != one->index)
            next = other->index;
        if (other->index == next && next != NO_EVENT &&
            other->touch->window == one->touch->window &&
            other->touch->peer == one->touch->peer &&
            other->touch->access.lo <= one->touch->access.lo &&
            other->touch->access.hi >= one->touch->access.hi &&
            !other->touch->access.writes)
            return true;
    }
    return false;
}

static void find_touched(const struct state *st, rma_races_vec *races)
{
    owns_vec all = {0};
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        const struct actor *me = &st->actor[a];
        size_t before = all.len;
        for (uint32_t i = 0; i < me->events.len; i++)
            add_touched(st, a, &st->events.at[me->events.at[i]].op, i, &all);
        if (!me->ended || me->spins)
            add_touched(st, a, &me->pending, (uint32_t)me->events.len, &all);
        for (size_t i = before; i < all.len; i++)
            all.at[i].polls = all.at[i].looked && !all.at[i].touch->access.writes &&
                              (me->spins || comes_again(&all, i));
    }
    for (size_t i = 0; i < all.len; i++) {
        find_own_races(st, &all.at[i], races);
        for (size_t k = 0; k < i; k++)
            find_shared_races(st, &all.at[k], &all.at[i], races);
    }
    vec_free(&all);
}

static int by_time(const void *x, const void *y)
{
    const struct rma_race *a = x, *b = y;
    int order = compare(a->a.event, b->a.event);
    return order ? order : compare(a->b.event, b->b.event);
}

static void find_races_of(const struct state *st, const struct rma_part *p,
                          rma_races_vec *races)
{
    events_vec indices = {0};
    groups_vec groups = {0};
    size_t before = races->len;
    group_accesses(st, p, &indices, &groups);
    for (size_t x = 0; x < groups.len; x++) {
        uint64_t end = groups.at[x].like->op.access->hi;
        for (size_t y = x; y < groups.len && groups.at[y].like->op.access->lo < end; y++)
            if (!may_overlap(groups.at[x].like, groups.at[y].like))
                find_races(st, p, &groups.at[x], &groups.at[y], races);
    }
    if (races->len - before > 1)
        qsort(races->at + before, races->len - before, sizeof *races->at, by_time);
    vec_free(&groups);
    vec_free(&indices);
}

void window_races(const struct state *st, rma_races_vec *races)
{
    if (st->program->ops->touched)
        find_touched(st, races);
    for (size_t i = 0; i < st->parts.len; i++)
        find_races_of(st, &st->parts.at[i], races);
}
