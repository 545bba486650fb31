/* SPDX-License-Identifier: Apache-2.0
 *
 * window_own.c - which loads and stores of actors race with accesses of others, or with
 * each other; see window.h.
 *
 * A load or store comes between two events of its actor: it is before an access if the
 * later of the two happens before the access begins, and after it if the access ends
 * before the earlier one.
 *
 * In the separate memory model the owner of a part has a private copy of it, and RMA
 * operations access the public copy. Calls that synchronise the window bring what the
 * owner has stored into the public copy (MARK_PUBLISHED) and what others have written
 * into the private one (MARK_SEEN). A program whose outcome is defined (MPI-4.0, 12.7)
 * - neither loads nor stores what an operation has begun to update, before the update is
 *   in the private copy;
 * - does not access by an operation what the owner has stored, before the store is in the
 *   public copy;
 * - does not store, wherever in the part, after an operation has begun to update some of
 *   it, before the update is in the private copy, and does not begin an update after a
 *   store, before that is in the public copy: copies may be brought to each other as a
 *   whole.
 * Nobody can tell the two copies of such a program from one. So values are those of one
 * copy in either model, and what breaks the rules is found here. */
#include "kernel/window_group.h"
#include "base/mem.h"

/* A load or store of an actor, after its first `index` events. */
struct own {
    const struct rma_touch *touch; /* NULL: it is the event with this index, a store */
    const struct rma_access *access;
    uint32_t part, actor, index;
    uint32_t calls; /* as rma_touch.calls */
    bool looked;    /* the operation after it looks at a part: access.polls; */
    bool asked;     /* or it asks for something else, in vain; */
    uint32_t where; /* of that operation */
    bool polls;     /* it is a load that is made again */
    /* Separate copies: the next mark that publishes it and the last one that has brought
     * news before it, as positions in owns.marks; NO_EVENT: none. */
    uint32_t published, seen;
};

struct owns {
    VEC(struct own) all;   /* of each actor in their order */
    VEC(struct own) marks; /* likewise */
};

/* Has the actor loaded or stored before the access begins? */
static bool own_before(const struct state *st, const struct own *own, uint32_t access)
{
    const struct event *e = &st->events.at[access];
    const events_vec *mine = &st->actor[own->actor].events;
    if (own->index < mine->len && window_begins_after(st, access, mine->at[own->index]))
        return true;
    if (matching_rank(st, e->act.actor) != own->actor)
        return false;
    bool called = e->act.kind == OP_DIRECT || e->op.access->plain;
    return called && e->op.issued == own->index && own->calls <= e->op.access->calls;
}

/* Has it done so after the event? */
static bool own_after(const struct state *st, const struct own *own, uint32_t event)
{
    const events_vec *mine = &st->actor[own->actor].events;
    return own->index && state_before(st, event, mine->at[own->index - 1]);
}

static bool conflict(const struct state *st, const struct rma_access *x,
                     const struct rma_access *y)
{
    return x->lo < y->hi && y->lo < x->hi && (x->writes || y->writes) &&
           st->program->ops->windows->meet(st->program, x, y);
}

/* Which rule of the separate model do they break? They are ordered, or do not overlap. */
static enum rma_rule separate_rule(const struct state *st, const struct owns *o,
                                   const struct own *own, uint32_t event, bool overlap)
{
    const struct rma_access *x = st->events.at[event].op.access;
    bool stores = own->access->writes;
    if (x->local || (!overlap && !(stores && x->writes)))
        return RULE_NONE;
    if (own_before(st, own, event)) {
        bool public = !stores || (own->published != NO_EVENT &&
                                  own_before(st, &o->marks.at[own->published], event));
        return public ? RULE_NONE : overlap ? RULE_UNPUBLISHED : RULE_APART;
    }
    if (!x->writes)
        return RULE_NONE;
    bool private = own->seen != NO_EVENT && own_after(st, &o->marks.at[own->seen], event);
    return private ? RULE_NONE : overlap ? RULE_UNSEEN : RULE_APART;
}

static enum rma_rule rule_of(const struct state *st, const struct owns *o,
                             const struct own *own, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    const struct rma_access *x = e->op.access;
    if (x->told || own->polls || (x->local && e->act.actor == own->actor))
        return RULE_NONE;
    bool overlap = conflict(st, x, own->access);
    if (overlap && !own_before(st, own, event) && !own_after(st, own, event))
        return RULE_UNORDERED;
    return st->program->separate ? separate_rule(st, o, own, event, overlap) : RULE_NONE;
}

static struct rma_raced raced_own(const struct state *st, const struct own *own)
{
    if (!own->touch)
        return window_raced_event(st, st->actor[own->actor].events.at[own->index]);
    return (struct rma_raced){NO_EVENT, own->touch, own->actor, own->index};
}

/* Does the store give the part its first contents, and a collective operation follows?
 * Almost every program begins like that. */
static bool initialises(const struct state *st, const struct own *own)
{
    const events_vec *mine = &st->actor[own->actor].events;
    uint32_t i = own->index;
    while (own->access->first && i < mine->len) {
        const struct op *op = &st->events.at[mine->at[i++]].op;
        if (op->kind != OP_PULL && !(op->kind == OP_DIRECT && op->access->store))
            return op->kind == OP_ARRIVE;
    }
    return false;
}

/* Does the load or store break a rule together with that access? */
static void judge(const struct state *st, const struct owns *o, const struct own *own,
                  uint32_t event, rma_races_vec *races)
{
    struct rma_race r = {.rule = rule_of(st, o, own, event)};
    if (r.rule == RULE_NONE)
        return;
    r.a = window_raced_event(st, event);
    r.b = raced_own(st, own);
    r.assumed = own_before(st, own, event) && initialises(st, own);
    vec_push(races, r);
}

/* Were all accesses of the group from this one on called for after the load or store? */
static bool rest_is_later(const struct state *st, const struct own *own,
                          const struct rma_group *g, size_t i)
{
    const events_vec *mine = &st->actor[own->actor].events;
    uint32_t called = g->called[i];
    return called && own->index < mine->len &&
           state_before(st, mine->at[own->index],
                        st->actor[g->rank].events.at[called - 1]);
}

/* Judges the accesses of the group that are not over before the load or store. */
static void judge_group(const struct state *st, const struct owns *o,
                        const struct own *own, const struct rma_part *p,
                        const struct rma_group *g, rma_races_vec *races)
{
    size_t from = 0, to = g->n;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (own_after(st, own, p->accesses.at[g->access[middle]].event))
            from = middle + 1;
        else
            to = middle;
    }
    for (size_t i = from; i < g->n && !rest_is_later(st, own, g, i); i++)
        judge(st, o, own, p->accesses.at[g->access[i]].event, races);
}

/* Races of an actor's own loads and stores with operations. */
static void find_races(const struct state *st, const struct owns *o,
                       const struct own *own, const struct rma_part *p,
                       const struct rma_groups *g, rma_races_vec *races)
{
    size_t from = 0, to = g->n;
    while (from < to) { /* the groups that begin before its end */
        size_t middle = (from + to) / 2;
        if (g->at[middle].like->op.access->lo < own->access->hi)
            from = middle + 1;
        else
            to = middle;
    }
    while (from-- > 0 && g->at[from].reach > own->access->lo)
        if (g->at[from].like->op.access->hi > own->access->lo)
            judge_group(st, o, own, p, &g->at[from], races);
}

/* The rules of the separate model concern accesses to all of the part. */
static void find_separate(const struct state *st, const struct owns *o,
                          const struct own *own, const struct rma_part *p,
                          rma_races_vec *races)
{
    for (size_t i = 0; i < p->accesses.len; i++)
        judge(st, o, own, p->accesses.at[i].event, races);
}

/* Is the first one over before the second begins? */
static bool own_ordered(const struct state *st, const struct own *a, const struct own *b)
{
    const events_vec *mine = &st->actor[a->actor].events;
    return a->index < mine->len && own_after(st, b, mine->at[a->index]);
}

/* Do two actors that share memory race? */
static void judge_shared(const struct state *st, const struct own *a, const struct own *b,
                         rma_races_vec *races)
{
    if (a->polls || b->polls || !conflict(st, a->access, b->access))
        return;
    struct rma_race r = {raced_own(st, a), raced_own(st, b), RULE_UNORDERED, false};
    vec_push(races, r);
}

/* Races of two actors: of what the first has done, all up to some point is before what
 * the second does, and all from some other on is after it; both move on. */
static void find_shared(const struct state *st, const struct own **a, size_t n,
                        const struct own **b, size_t m, rma_races_vec *races)
{
    size_t from = 0;
    for (size_t k = 0; k < m; k++) {
        while (from < n && own_ordered(st, a[from], b[k]))
            from++;
        for (size_t i = from; i < n && !own_ordered(st, b[k], a[i]); i++)
            judge_shared(st, a[i], b[k], races);
    }
}

/* ---- collecting ---- */

static void add_touched(const struct state *st, uint32_t actor, const struct op *op,
                        uint32_t index, struct owns *o)
{
    size_t n = 0;
    const struct rma_touch *list =
        op->touched ? st->program->ops->windows->touched(st->program, op, &n) : NULL;
    bool looked = op->kind == OP_DIRECT && op->access->polls;
    bool asked =
        op_fails(op->kind) && index < st->actor[actor].events.len &&
        st->events.at[st->actor[actor].events.at[index]].act.outcome == OUTCOME_FALSE;
    for (size_t i = 0; i < n; i++) {
        const struct rma_touch *t = &list[i];
        struct own own = {.touch = t,
                          .access = &t->access,
                          .part = t->window * st->program->nactors + (uint32_t)t->peer,
                          .actor = actor,
                          .index = index,
                          .calls = t->calls,
                          .looked = looked,
                          .asked = asked,
                          .where = op->where,
                          .published = NO_EVENT,
                          .seen = NO_EVENT};
        if (t->mark)
            vec_push(&o->marks, own);
        else
            vec_push(&o->all, own);
    }
}

/* A store that was found by comparing memory, and not when it was made. */
static void add_store(const struct state *st, uint32_t actor, uint32_t index,
                      struct owns *o)
{
    const struct event *e = &st->events.at[st->actor[actor].events.at[index]];
    struct own own = {.part = e->act.object,
                      .actor = actor,
                      .index = index,
                      .published = NO_EVENT,
                      .seen = NO_EVENT};
    if (!st->program->separate || e->op.kind != OP_DIRECT || !e->op.access->store ||
        e->op.access->told)
        return; /* window_race.c looks at it */
    own.access = e->op.access;
    vec_push(&o->all, own);
}

static bool is_mark(const struct own *m, uint32_t mark, const struct own *of)
{
    return m->touch->mark == mark && m->actor == of->actor && m->part == of->part;
}

/* Is the mark before the load or store? */
static bool mark_before(const struct own *m, const struct own *own)
{
    return m->index < own->index || (m->index == own->index && m->calls < own->calls);
}

static void find_marks(struct owns *o)
{
    for (size_t i = 0; i < o->all.len; i++) {
        struct own *own = &o->all.at[i];
        for (uint32_t k = 0; k < o->marks.len; k++) {
            const struct own *m = &o->marks.at[k];
            if (is_mark(m, MARK_SEEN, own) && mark_before(m, own))
                own->seen = k;
            if (own->published == NO_EVENT && is_mark(m, MARK_PUBLISHED, own) &&
                !mark_before(m, own))
                own->published = k;
        }
    }
}

/* Does the actor load the same memory again, after its next operation, which looks for
 * what others have written, or asks for something else and does look the next time? */
static bool comes_again(const struct owns *o, size_t i)
{
    const struct own *one = &o->all.at[i];
    uint32_t next = NO_EVENT;
    for (size_t k = i + 1; k < o->all.len && o->all.at[k].actor == one->actor; k++) {
        const struct own *other = &o->all.at[k];
        if (next == NO_EVENT && other->index != one->index)
            next = other->index;
        if (next != NO_EVENT && other->index != next)
            break;
        if (other->index == next && next != NO_EVENT &&
            (one->looked || (other->looked && other->where == one->where)) &&
            other->part == one->part && other->access->lo <= one->access->lo &&
            other->access->hi >= one->access->hi && !other->access->writes)
            return true;
    }
    return false;
}

static void collect(const struct state *st, struct owns *o)
{
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        const struct actor *me = &st->actor[a];
        size_t before = o->all.len;
        for (uint32_t i = 0; i < me->events.len; i++) {
            add_touched(st, a, &st->events.at[me->events.at[i]].op, i, o);
            add_store(st, a, i, o);
        }
        if (!me->ended || me->spins)
            add_touched(st, a, &me->pending, (uint32_t)me->events.len, o);
        for (size_t i = before; i < o->all.len && !st->program->separate; i++) {
            struct own *own = &o->all.at[i];
            bool spins = me->spins && (own->looked || own->index >= me->round);
            own->polls = (own->looked || own->asked) && !own->access->writes &&
                         (spins || comes_again(o, i));
        }
    }
    if (st->program->separate)
        find_marks(o);
}

static void owns_free(struct owns *o)
{
    vec_free(&o->all);
    vec_free(&o->marks);
}

/* By part, then by actor, then in the order of their actor. */
static int by_part(const void *x, const void *y)
{
    const struct own *a = *(const struct own *const *)x,
                     *b = *(const struct own *const *)y;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->actor != b->actor)
        return a->actor < b->actor ? -1 : 1;
    return (a > b) - (a < b);
}

/* Races among what actors have done to one part. */
static void find_races_among(const struct state *st, const struct own **list, size_t n,
                             rma_races_vec *races)
{
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && list[next]->actor == list[i]->actor;)
            next++;
        for (size_t k = next, end; k < n; k = end) {
            for (end = k + 1; end < n && list[end]->actor == list[k]->actor;)
                end++;
            find_shared(st, list + i, next - i, list + k, end - k, races);
        }
    }
}

/* Races of what actors have done to one part with operations, and among themselves. */
static void find_races_of(const struct state *st, const struct owns *o,
                          const struct own **list, size_t n, rma_races_vec *races)
{
    const struct rma_part *p =
        list[0]->part < st->parts.len ? &st->parts.at[list[0]->part] : NULL;
    struct rma_groups groups = {0};
    if (p && !st->program->separate)
        rma_groups_make(st, p, &groups);
    for (size_t i = 0; p && i < n; i++)
        if (st->program->separate)
            find_separate(st, o, list[i], p, races);
        else
            find_races(st, o, list[i], p, &groups, races);
    rma_groups_free(&groups);
    size_t touched = 0; /* stores that are events are not compared among themselves */
    for (size_t i = 0; i < n; i++)
        if (list[i]->touch)
            list[touched++] = list[i];
    find_races_among(st, list, touched, races);
}

void window_own_races(const struct state *st, rma_races_vec *races)
{
    struct owns o = {0};
    collect(st, &o);
    const struct own **list = mem_alloc((o.all.len + 1) * sizeof *list);
    for (size_t i = 0; i < o.all.len; i++)
        list[i] = &o.all.at[i];
    if (o.all.len > 1)
        qsort(list, o.all.len, sizeof *list, by_part);
    for (size_t i = 0, next; i < o.all.len; i = next) {
        uint32_t part = list[i]->part;
        for (next = i + 1; next < o.all.len && list[next]->part == part;)
            next++;
        find_races_of(st, &o, list + i, next - i, races);
    }
    free(list);
    owns_free(&o);
}

/* ---- parts that are exposed and locked ---- */

/* Is the lock asked for, or let in, after the mark? */
static bool locked_after(const struct state *st, uint32_t actor, uint32_t wlock,
                         const struct own *closed)
{
    const events_vec *mine = &st->actor[closed->actor].events;
    if (closed->index >= mine->len)
        return false;
    uint32_t event = mine->at[closed->index];
    bool after = state_before(st, event, matching_request(st, actor, wlock)->event);
    keys_vec keys = {0};
    window_lock_keys(st, actor, wlock, &keys);
    for (size_t i = 0; i < keys.len && !after; i++)
        after = state_before(st, event, matching_key_event(st, keys.at[i]));
    vec_free(&keys);
    return after;
}

/* The locks that are not over before the owner exposes its part, and not asked for after
 * `closed` (NULL: it is exposed to the end). */
static void find_clashes(const struct state *st, const struct own *exposed,
                         const struct own *closed, rma_clashes_vec *clashes)
{
    const struct rma_part *p =
        exposed->part < st->parts.len ? &st->parts.at[exposed->part] : NULL;
    for (size_t i = 0; p && i < p->queue.len; i++) {
        const struct act *join = &st->events.at[p->queue.at[i].event].act;
        const struct posted *lock = matching_request(st, join->owner, join->seq);
        if (join->owner == exposed->actor ||
            (lock->released != NO_EVENT && own_after(st, exposed, lock->released)) ||
            (closed && locked_after(st, join->owner, join->seq, closed)))
            continue;
        struct rma_clash c = {lock->event, join->owner, exposed->actor, exposed->touch};
        vec_push(clashes, c);
    }
}

void window_clashes(const struct state *st, rma_clashes_vec *clashes)
{
    struct owns o = {0};
    if (st->program->windows && st->program->ops->windows->touched)
        collect(st, &o);
    for (size_t i = 0; i < o.marks.len; i++) {
        const struct own *m = &o.marks.at[i], *closed = NULL;
        if (m->touch->mark != MARK_EXPOSED)
            continue;
        for (size_t k = i + 1; k < o.marks.len && !closed; k++)
            if (is_mark(&o.marks.at[k], MARK_CLOSED, m))
                closed = &o.marks.at[k];
        find_clashes(st, m, closed, clashes);
    }
    owns_free(&o);
}
