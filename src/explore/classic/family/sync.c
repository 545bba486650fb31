/* SPDX-License-Identifier: Apache-2.0
 *
 * sync.c - what else could have happened at objects that threads share.
 *
 * An operation may have to wait until another has made it possible (a lock, for its
 * holder's release), and the two are no race; but it raced with what made it wait. So for
 * every act on an object, all operations on it count that could have come instead of the
 * act: those that came later, and those that still wait.
 *
 * In an unfolding, an operation is considered after each causally closed set of the acts
 * on its object. */
#include "explore/classic/family/family.h"
#include "kernel/clock.h"
#include "kernel/sync.h"

static const struct op *op_at(const struct state *st, uint32_t actor, uint32_t index)
{
    const struct actor *a = &st->actor[actor];
    if (index < a->events.len)
        return &st->events.at[a->events.at[index]].op;
    return a->ended || a->failed ? NULL : &a->pending;
}

static bool concerns_object(const struct op *op, uint32_t object)
{
    return op && op_family(op->kind) == FAMILY_SYNC && op->object == object;
}

/* Without the act and all that it has caused, is operation number `index` the next one of
 * the actor? */
static bool is_next_without(const struct state *st, uint32_t act, uint32_t actor,
                            uint32_t index)
{
    const struct actor *a = &st->actor[actor];
    return (!index || !state_before(st, act, a->events.at[index - 1])) &&
           (index >= a->events.len || state_before(st, act, a->events.at[index]));
}

/* Reports what the actor could have done instead of the earlier act, if that is its
 * operation number `index`. */
static void instead_of(struct races *r, uint32_t act, uint32_t actor, uint32_t index)
{
    const struct state *st = r->st;
    const struct act *a = &st->events.at[act].act;
    if (a->actor == actor || !is_next_without(st, act, actor, index))
        return;
    const struct op *found = op_at(st, actor, index);
    if (!concerns_object(found, a->object))
        return;
    clock_without(st, act, r->cut.at);
    struct op op = *found; /* a copy, because the callback may look at other events */
    races_report_op(r, actor, &op, act, NO_EXCEPTION);
}

static void reverse(struct races *r, uint32_t event)
{
    const struct event *e = &r->st->events.at[event];
    uint32_t actor = e->act.actor, index = e->index;
    const struct sync_log *log = &r->st->objects.at[e->act.object];
    for (size_t i = 0; i < log->at.len && log->at.at[i].event < event; i++)
        instead_of(r, log->at.at[i].event, actor, index);
}

/* Operations that wait now. */
static void prevented(struct races *r, uint32_t event)
{
    const struct state *st = r->st;
    for (uint32_t actor = 0; actor < st->program->nactors; actor++)
        instead_of(r, event, actor, (uint32_t)st->actor[actor].events.len);
}

void sync_pending(struct races *r, uint32_t actor)
{
    const struct state *st = r->st;
    const struct actor *me = &st->actor[actor];
    uint32_t object = me->pending.object;
    if (me->ended || me->failed || op_family(me->pending.kind) != FAMILY_SYNC ||
        object >= st->objects.len)
        return;
    for (size_t i = 0; i < st->objects.at[object].at.len; i++)
        instead_of(r, st->objects.at[object].at.at[i].event, actor,
                   (uint32_t)me->events.len);
}

/* Another line could have been woken, or another task begun. */
static bool has_labels(const struct event *e)
{
    return e->act.place == EFFECT_CHOOSE || e->act.place == EFFECT_GET ||
           e->act.place == EFFECT_SKIP ||
           (e->act.place == EFFECT_PASS && e->op.peer == SYNC_TEAM);
}

/* ---- offers: who enrols could be woken by an earlier wake ---- */

static void offers_begin(const struct state *st, struct offers *o)
{
    (void)st;
    o->next = 0;
}

static uint32_t offers_wake(const struct state *st, struct offers *o)
{
    const struct act *newest = &st->events.at[o->post].act;
    const struct sync_log *log = &st->objects.at[newest->object];
    bool enrols = newest->place == EFFECT_ENROL || newest->place == EFFECT_EXPECT ||
                  newest->place == EFFECT_PUT || newest->place == EFFECT_DONE;
    while (enrols && o->next < log->at.len) {
        uint32_t event = log->at.at[o->next++].event;
        if (has_labels(&st->events.at[event]) && !state_before(st, event, o->post))
            return event;
    }
    return NO_EVENT;
}

/* ---- extensions ---- */

static void pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    events_vec list = {0};
    if (op->object < x->st->objects.len) {
        const struct sync_log *log = &x->st->objects.at[op->object];
        for (size_t i = 0; i < log->at.len; i++)
            vec_push(&list, log->at.at[i].event);
    }
    extend_closed_sets(x, actor, op, &list);
    vec_free(&list);
}

static bool concerns(const struct state *st, uint32_t actor, uint32_t newest)
{
    return concerns_object(&st->events.at[newest].op, st->actor[actor].pending.object);
}

static void file(struct unfolding *u, uint32_t id, ids_vec *out)
{
    rivals_at(u, RIVALS_SYNC, RIVALS_SYNC, unfolded(u, id)->act.object, id, out);
}

const struct reduction sync_reduction = {
    .reverse = reverse,
    .has_labels = has_labels,
    .prevented = prevented,
    .may_agree = true,
    .offers_start = offers_begin,
    .offers_next = offers_wake,
    .offers_extend = extend_with_newest,
    .pasts = pasts,
    .concerns = concerns,
    .file = file,
    .behind = reduction_behind_nothing,
    .position_taken = reduction_no_position,
};
