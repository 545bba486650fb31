/* SPDX-License-Identifier: Apache-2.0
 *
 * mutex.c - mutexes. A lock joins the queue of the mutex, an unlock leaves it from any
 * place, and the actor at the head of the queue owns the mutex; waits and tests ask
 * whether their actor does. */
#include "kernel/mutex.h"
#include "kernel/clock.h"
#include "kernel/family.h"
#include "kernel/place.h"
#include "kernel/wait.h"

#include <assert.h>
#include <string.h>

uint32_t mutex_owner(const struct state *st, uint32_t mutex, const uint32_t *cut)
{
    const struct mutex *m = &st->mutex[mutex];
    if (!cut)
        return m->queue.len ? m->queue.at[0] : NO_EVENT;
    /* Locks and unlocks commute, so the queue is the lockers of the cut in
     * order, each without those whose unlock is in it too. */
    for (size_t i = 0; i < m->changes.len; i++) {
        uint32_t lock = m->changes.at[i];
        const struct act *a = &st->events.at[lock].act;
        if (a->kind != OP_LOCK || !state_in_cut(st, lock, cut))
            continue;
        bool left = false;
        for (size_t j = i + 1; j < m->changes.len && !left; j++) {
            const struct act *b = &st->events.at[m->changes.at[j]].act;
            left = b->kind == OP_UNLOCK && b->actor == a->actor &&
                   state_in_cut(st, m->changes.at[j], cut);
        }
        if (!left)
            return a->actor;
    }
    return NO_EVENT;
}

/* ---- outcomes ---- */

/* Appends the outcomes of a wait or test. If the actor owns several of the mutexes, the
 * lowest index stands for all of them. */
static void look_outcomes(const struct state *st, uint32_t actor, const struct op *op,
                          const uint32_t *cut, outcomes_vec *out)
{
    for (uint32_t i = 0; i < op->nargs; i++)
        if (mutex_owner(st, op->args[i], cut) == actor) {
            vec_push(out, (int32_t)i);
            return;
        }
    if (op_fails(op->kind))
        vec_push(out, OUTCOME_FALSE);
}

/* Whether an actor is in a queue is decided by its own events alone. */
static bool queued(const struct state *st, uint32_t actor, uint32_t mutex,
                   const uint32_t *cut)
{
    const struct actor *me = &st->actor[actor];
    for (size_t i = cut ? cut[actor] : me->events.len; i-- > 0;) {
        const struct act *a = &st->events.at[me->events.at[i]].act;
        if (a->object == mutex && (a->kind == OP_LOCK || a->kind == OP_UNLOCK))
            return a->kind == OP_LOCK;
    }
    return false;
}

static void outcomes(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut, outcomes_vec *out)
{
    switch ((enum mutex_kind)op->kind) {
    case OP_LOCK:
        vec_push(out, OUTCOME_NONE);
        break;
    case OP_UNLOCK:
        if (queued(st, actor, op->object, cut))
            vec_push(out, OUTCOME_NONE);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        look_outcomes(st, actor, op, cut, out);
        break;
    }
}

/* ---- acts ---- */

static void set_keys(struct state *st, const struct op *op, struct act *a)
{
    uint64_t few[KEYS_FEW], *set = place_room(few, op->nargs);
    for (uint32_t i = 0; i < op->nargs; i++)
        set[i + 1] = op->args[i];
    place_keys(st, set, a);
    place_no_room(few, set);
}

/* How many of these events are in the cut? They are ordered by happens-before, so those
 * in the cut come first in the list. */
static uint32_t count_in_cut(const struct state *st, const events_vec *v,
                             const uint32_t *cut)
{
    size_t n = v->len;
    while (n && !state_in_cut(st, v->at[n - 1], cut))
        n--;
    return (uint32_t)n;
}

static struct act act(struct state *st, uint32_t actor, const struct op *op,
                      const uint32_t *cut, int32_t outcome)
{
    struct act a = {.kind = (uint8_t)op->kind, .actor = actor, .outcome = outcome};
    switch ((enum mutex_kind)op->kind) {
    case OP_LOCK:
    case OP_UNLOCK:
        a.object = op->object;
        a.seq =
            count_in_cut(st, &st->mutex[op->object].order[op->kind == OP_UNLOCK], cut);
        if (op->kind == OP_UNLOCK)
            a.owner = mutex_owner(st, op->object, cut);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        set_keys(st, op, &a);
        break;
    }
    return a;
}

/* ---- causes ---- */

/* An unlock follows the previous unlock and the waits and tests on the mutex.
 * Looking stops at an unlock by an owner, which all earlier looks precede. */
static void unlock_causes(const struct state *st, const struct act *a,
                          const uint32_t *cut, events_vec *causes)
{
    const struct mutex *m = &st->mutex[a->object];
    if (a->seq)
        clock_add(st, a, m->order[1].at[a->seq - 1], causes);
    uint32_t horizon = 0;
    for (uint32_t i = a->seq; i-- > 0 && !horizon;) {
        const struct act *u = &st->events.at[m->order[1].at[i]].act;
        if (u->owner == u->actor)
            horizon = m->order[1].at[i];
    }
    for (size_t i = m->looks.len; i-- > 0 && m->looks.at[i] >= horizon;)
        if (state_in_cut(st, m->looks.at[i], cut))
            clock_add(st, a, m->looks.at[i], causes);
}

/* A wait or test of mutexes follows, for each, the newest unlock that concerns
 * it: unlocks of one mutex happen one after the other. */
static void look_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    for (uint32_t k = 0; k < a->nkeys; k++) {
        const events_vec *unlocks = &st->mutex[act_keys(a)[k]].order[1];
        for (size_t i = unlocks->len; i-- > 0;) {
            size_t before = causes->len;
            if (state_in_cut(st, unlocks->at[i], cut))
                clock_add(st, a, unlocks->at[i], causes);
            if (causes->len > before)
                break;
        }
    }
}

static void causes(const struct state *st, const struct act *a, const uint32_t *cut,
                   events_vec *out)
{
    switch ((enum mutex_kind)a->kind) {
    case OP_LOCK:
        if (a->seq)
            clock_add(st, a, st->mutex[a->object].order[0].at[a->seq - 1], out);
        break;
    case OP_UNLOCK:
        unlock_causes(st, a, cut, out);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        look_causes(st, a, cut, out);
        break;
    }
}

/* ---- effects ---- */

static uint32_t place_in_queue(const struct mutex *m, uint32_t actor)
{
    for (uint32_t i = 0; i < m->queue.len; i++)
        if (m->queue.at[i] == actor)
            return i;
    return NO_EVENT;
}

static void do_lock(struct mutex *m, struct event *e, uint32_t event)
{
    e->place = place_in_queue(m, e->act.actor);
    if (e->place == NO_EVENT) /* locking a mutex twice changes nothing */
        vec_push(&m->queue, e->act.actor);
    vec_push(&m->changes, event);
    vec_push(&m->order[0], event);
}

static void undo_lock(struct mutex *m, const struct event *e)
{
    if (e->place == NO_EVENT)
        m->queue.len--;
    m->changes.len--;
    m->order[0].len--;
}

static void do_unlock(struct mutex *m, struct event *e, uint32_t event)
{
    e->place = place_in_queue(m, e->act.actor);
    assert(e->place != NO_EVENT);
    memmove(m->queue.at + e->place, m->queue.at + e->place + 1,
            (m->queue.len - e->place - 1) * sizeof *m->queue.at);
    m->queue.len--;
    vec_push(&m->changes, event);
    vec_push(&m->order[1], event);
}

static void undo_unlock(struct mutex *m, const struct event *e)
{
    memmove(m->queue.at + e->place + 1, m->queue.at + e->place,
            (m->queue.len - e->place) * sizeof *m->queue.at);
    m->queue.at[e->place] = e->act.actor;
    m->queue.len++;
    m->changes.len--;
    m->order[1].len--;
}

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    switch ((enum mutex_kind)e->op.kind) {
    case OP_LOCK:
        do_lock(&st->mutex[e->act.object], e, event);
        break;
    case OP_UNLOCK:
        do_unlock(&st->mutex[e->act.object], e, event);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < e->op.nargs; i++)
            vec_push(&st->mutex[e->op.args[i]].looks, event);
        break;
    }
    return (struct outcome){.index = e->act.outcome};
}

static void revert(struct state *st, const struct event *e)
{
    switch ((enum mutex_kind)e->op.kind) {
    case OP_LOCK:
        undo_lock(&st->mutex[e->act.object], e);
        break;
    case OP_UNLOCK:
        undo_unlock(&st->mutex[e->act.object], e);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < e->op.nargs; i++)
            st->mutex[e->op.args[i]].looks.len--;
        break;
    }
}

static void digest(const struct state *st, struct digester *x)
{
    for (uint32_t i = 0; i < st->program->nmutexes; i++) {
        uint64_t n = st->mutex[i].queue.len;
        digest_add(x, &n, sizeof n);
        digest_add(x, st->mutex[i].queue.at, n * sizeof(uint32_t));
    }
}

static void free_mutexes(struct state *st)
{
    for (uint32_t m = 0; m < st->program->nmutexes; m++) {
        vec_free(&st->mutex[m].queue);
        vec_free(&st->mutex[m].changes);
        vec_free(&st->mutex[m].order[0]);
        vec_free(&st->mutex[m].order[1]);
        vec_free(&st->mutex[m].looks);
    }
    free(st->mutex);
}

static void waits_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    const struct op *op = &st->actor[actor].pending;
    for (uint32_t i = 0; i < op->nargs; i++) {
        uint32_t owner = mutex_owner(st, op->args[i], NULL);
        if (owner != NO_EVENT && owner != actor)
            wait_add(actors, owner);
    }
}

const struct family mutex_family = {
    .outcomes = outcomes,
    .act = act,
    .causes = causes,
    .apply = apply,
    .revert = revert,
    .digest = digest,
    .free = free_mutexes,
    .waits_for = waits_for,
    .chooses = family_no_choice,
};
