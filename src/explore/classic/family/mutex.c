/* SPDX-License-Identifier: Apache-2.0
 *
 * mutex.c - what else could have happened with mutexes: all races are classical.
 *
 * In an unfolding, two locks are rivals only if they come behind the same lock, and two
 * unlocks only if behind the same unlock. */
#include "explore/classic/family/family.h"
#include "kernel/mutex.h"

static void reverse(struct races *r, uint32_t event)
{
    races_classical(r, event, NULL);
}

/* ---- extensions ---- */

static void lock_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const events_vec *locks = &x->st->mutex[op->object].order[0];
    for (uint32_t j = extend_count(x, locks); j <= locks->len; j++) {
        extend_push_with(x, j ? locks->at[j - 1] : NO_EVENT);
        extend_consider(x, actor, op);
        extend_pop(x);
    }
}

/* Considers the operation with every combination of the other actors' looks at the
 * mutex in its past, for the actors from `other` on. */
static void look_combinations(struct extender *x, uint32_t actor, const struct op *op,
                              uint32_t owner, uint32_t unlocks, uint32_t other)
{
    const struct mutex *m = &x->st->mutex[op->object];
    if (other == x->u->nactors) {
        if (extend_count(x, &m->order[1]) == unlocks)
            extend_consider(x, actor, op);
        return;
    }
    look_combinations(x, actor, op, owner, unlocks, other + 1);
    if (other == actor || (owner != actor && owner != other))
        return;
    for (size_t i = 0; i < m->looks.len; i++) {
        uint32_t look = m->looks.at[i];
        if (x->st->events.at[look].act.actor != other ||
            state_in_cut(x->st, look, extend_top(x)))
            continue;
        extend_push_with(x, look);
        look_combinations(x, actor, op, owner, unlocks, other + 1);
        extend_pop(x);
    }
}

static void unlock_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const events_vec *unlocks = &x->st->mutex[op->object].order[1];
    for (uint32_t j = extend_count(x, unlocks); j <= unlocks->len; j++) {
        extend_push_with(x, j ? unlocks->at[j - 1] : NO_EVENT);
        look_combinations(x, actor, op, mutex_owner(x->st, op->object, extend_top(x)), j,
                          0);
        extend_pop(x);
    }
}

/* Considers the operation with every combination of the mutexes' unlocks in its past,
 * for the mutexes from the i-th on. */
static void look_pasts(struct extender *x, uint32_t actor, const struct op *op,
                       uint32_t i)
{
    if (i == op->nargs) {
        extend_consider(x, actor, op);
        return;
    }
    const events_vec *unlocks = &x->st->mutex[op->args[i]].order[1];
    for (uint32_t j = extend_count(x, unlocks); j <= unlocks->len; j++) {
        extend_push_with(x, j ? unlocks->at[j - 1] : NO_EVENT);
        look_pasts(x, actor, op, i + 1);
        extend_pop(x);
    }
}

static void pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    switch ((enum mutex_kind)op->kind) {
    case OP_LOCK:
        lock_pasts(x, actor, op);
        break;
    case OP_UNLOCK:
        unlock_pasts(x, actor, op);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        look_pasts(x, actor, op, 0);
        break;
    }
}

static bool concerns(const struct state *st, uint32_t actor, uint32_t newest)
{
    const struct op *op = &st->actor[actor].pending;
    const struct act *a = &st->events.at[newest].act;
    if (op_family((enum op_kind)a->kind) != FAMILY_MUTEX)
        return false;
    switch ((enum mutex_kind)op->kind) {
    case OP_LOCK:
        return a->kind == OP_LOCK && a->object == op->object;
    case OP_UNLOCK:
        return (a->kind == OP_UNLOCK && a->object == op->object) ||
               (op_reports((enum op_kind)a->kind) && act_has_key(a, op->object));
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < op->nargs; i++)
            if (a->kind == OP_UNLOCK && a->object == op->args[i])
                return true;
        return false;
    }
    return false;
}

/* ---- conflicts ---- */

static void file(struct unfolding *u, uint32_t id, ids_vec *out)
{
    const struct act *a = &unfolded(u, id)->act;
    switch ((enum mutex_kind)a->kind) {
    case OP_LOCK:
        rivals_behind(u, id, out);
        break;
    case OP_UNLOCK:
        rivals_behind(u, id, out);
        rivals_at(u, RIVALS_UNLOCK, RIVALS_LOOK, a->object, id, out);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < a->nkeys; i++)
            rivals_at(u, RIVALS_LOOK, RIVALS_UNLOCK, act_keys(a)[i], id, out);
        break;
    }
}

static uint32_t behind(const struct state *st, const struct act *a)
{
    if (!a->seq || op_reports((enum op_kind)a->kind))
        return NO_EVENT;
    return st->mutex[a->object].order[a->kind == OP_UNLOCK].at[a->seq - 1];
}

static bool position_taken(const struct state *st, const struct act *a)
{
    return !op_reports((enum op_kind)a->kind) &&
           a->seq < st->mutex[a->object].order[a->kind == OP_UNLOCK].len;
}

const struct reduction mutex_reduction = {
    .reverse = reverse,
    .has_labels = reduction_no_labels,
    .offers_start = reduction_no_offers,
    .offers_next = reduction_no_offer,
    .pasts = pasts,
    .concerns = concerns,
    .file = file,
    .behind = behind,
    .position_taken = position_taken,
};
