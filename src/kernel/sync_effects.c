/* SPDX-License-Identifier: Apache-2.0
 *
 * sync_effects.c - objects that threads share, in an execution: each keeps a log of the
 * events that concern it, and its state before each of them. See sync.h.
 *
 * In a cut, the state of an object is what the events of its log that are in the cut make
 * of it, in the order of the log: those of which it does not matter have the same effect
 * in any order. */
#include "kernel/clock.h"
#include "kernel/family.h"
#include "kernel/place.h"
#include "kernel/sync.h"
#include "kernel/wait.h"

#include <string.h>

static const struct sync_object nothing;

const struct sync_object *sync_state(const struct state *st, uint32_t object)
{
    return object < st->objects.len ? &st->objects.at[object].now : &nothing;
}

/* The state of the object in the cut. */
static struct sync_object in_cut(const struct state *st, uint32_t object,
                                 const uint32_t *cut)
{
    if (!cut || object >= st->objects.len)
        return *sync_state(st, object);
    const struct sync_log *log = &st->objects.at[object];
    struct sync_object o = {0};
    size_t i = 0;
    while (i < log->at.len && state_in_cut(st, log->at.at[i].event, cut))
        i++; /* the log begins with events of the cut: there is a state after them */
    o = i < log->at.len ? log->at.at[i].before : log->now;
    for (; i < log->at.len; i++) {
        const struct event *e = &st->events.at[log->at.at[i].event];
        struct sync_act a;
        if (state_in_cut(st, log->at.at[i].event, cut))
            sync_apply(st->program, &o, e->act.actor, &e->op, e->act.outcome, &a);
    }
    return o;
}

static void outcomes(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut, outcomes_vec *out)
{
    struct sync_object o = in_cut(st, op->object, cut);
    sync_outcomes(st->program, &o, actor, op, out);
}

bool sync_same_in(const struct state *st, uint32_t object, const uint32_t *a,
                  const uint32_t *b)
{
    struct sync_object x = in_cut(st, object, a), y = in_cut(st, object, b);
    return x.retired == y.retired && x.phase == y.phase && x.owner == y.owner &&
           x.count == y.count && x.version == y.version && x.waiting == y.waiting &&
           x.woken == y.woken && x.others == y.others && x.made == y.made &&
           x.value == y.value && !memcmp(x.mark, y.mark, sizeof x.mark) &&
           !memcmp(x.put, y.put, sizeof x.put) &&
           !memcmp(x.taken, y.taken, sizeof x.taken) &&
           !memcmp(x.done, y.done, sizeof x.done);
}

static struct act act(struct state *st, uint32_t actor, const struct op *op,
                      const uint32_t *cut, int32_t outcome)
{
    struct sync_object o = in_cut(st, op->object, cut);
    struct sync_act a;
    sync_apply(st->program, &o, actor, op, outcome, &a);
    return (struct act){.kind = (uint8_t)op->kind,
                        .actor = actor,
                        .outcome = outcome,
                        .object = op->object,
                        .seq = a.seq,
                        .source = a.node,
                        .owner = a.those,
                        .place = a.effect};
}

/* Does everything before this event on the object, if others depend on it at all, happen
 * before it or does not concern acts like `a`? */
static bool is_last(const struct act *a, const struct event *e)
{
    const struct act *before = &e->act;
    bool plain = a->place == EFFECT_READ || a->place == EFFECT_WRITE;
    if (e->op.peer == SYNC_THREAD && before->kind == OP_RELEASE)
        return false; /* its end commutes with its being detached */
    return before->place == EFFECT_CHANGE || (plain && before->place == EFFECT_WRITE);
}

static void causes(const struct state *st, const struct act *a, const uint32_t *cut,
                   events_vec *out)
{
    if (a->object >= st->objects.len)
        return;
    const struct sync_log *log = &st->objects.at[a->object];
    for (size_t i = log->at.len; i-- > 0;) {
        uint32_t event = log->at.at[i].event;
        if (!state_in_cut(st, event, cut))
            continue;
        clock_add(st, a, event, out);
        if (is_last(a, &st->events.at[event]))
            break;
    }
}

/* ---- effects ---- */

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    while (st->objects.len <= e->act.object)
        vec_push(&st->objects, (struct sync_log){0});
    struct sync_log *log = &st->objects.at[e->act.object];
    struct sync_act a;
    vec_push(&log->at, (struct sync_entry){.event = event, .before = log->now});
    return sync_apply(st->program, &log->now, e->act.actor, &e->op, e->act.outcome, &a);
}

static void revert(struct state *st, const struct event *e)
{
    struct sync_log *log = &st->objects.at[e->act.object];
    log->now = vec_pop(&log->at).before;
}

static void digest(const struct state *st, struct digester *x)
{
    for (uint32_t i = 0; i < st->objects.len; i++) {
        const struct sync_object *o = &st->objects.at[i].now;
        if (!o->made)
            continue;
        digest_add(x, &i, sizeof i);
        digest_add(x, &o->retired, sizeof o->retired);
        digest_add(x, &o->phase, sizeof o->phase);
        digest_add(x, &o->owner, sizeof o->owner);
        digest_add(x, &o->count, sizeof o->count);
        digest_add(x, &o->value, sizeof o->value);
        digest_add(x, &o->version, sizeof o->version);
        digest_add(x, &o->waiting, sizeof o->waiting);
        digest_add(x, &o->woken, sizeof o->woken);
        digest_add(x, &o->others, sizeof o->others);
        digest_add(x, o->taken, sizeof o->taken);
        digest_add(x, o->done, sizeof o->done);
        digest_add(x, o->put, sizeof o->put);
    }
}

static void free_objects(struct state *st)
{
    for (size_t i = 0; i < st->objects.len; i++)
        vec_free(&st->objects.at[i].at);
    vec_free(&st->objects);
}

/* ---- for reports and schedules ---- */

/* The holders of what the line wants; else whoever may still do something about the
 * object. */
static void waits_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    struct program *p = st->program;
    const struct op *op = &st->actor[actor].pending;
    uint64_t holders = sync_holders(sync_state(st, op->object), actor, op);
    static const enum op_kind kinds[] = {OP_RELEASE, OP_WAKE, OP_REACH};
    for (uint32_t a = 0; a < p->nactors && a < SYNC_LINES; a++) {
        bool may = holders >> a & 1;
        for (size_t k = 0; !holders && !may && k < sizeof kinds / sizeof *kinds; k++)
            may = a != actor && !st->actor[a].ended &&
                  p->ops->words->may_still(p, a, kinds[k], op->object);
        if (may)
            wait_add(actors, a);
    }
}

/* A line that was never born is not held up, nor one without work, nor one whose process
 * has ended. */
static bool held_up(const struct state *st, uint32_t actor)
{
    struct program *p = st->program;
    const struct op *op = &st->actor[actor].pending;
    return !(op->kind == OP_AWAIT && op->peer == SYNC_THREAD) &&
           !(op->kind == OP_ACQUIRE && op->mode == HOLD_IDLE) &&
           !(p->ops->objects->over && p->ops->objects->over(p, actor));
}

/* Has the actor gone round a loop? */
static bool spins(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    return !a->ended && !a->failed && a->pending.kind == OP_AWAIT &&
           a->pending.mode >= AWAIT_SPINS;
}

/* Has the act changed the object? */
static bool changes(const struct act *a)
{
    return a->place != EFFECT_NONE && a->place != EFFECT_SEE && a->place != EFFECT_READ &&
           a->place != EFFECT_NOBODY;
}

bool sync_is_held(const struct state *st, uint32_t object, uint32_t line)
{
    const struct sync_object *o = sync_state(st, object);
    return o->owner == line + 1 ||
           (o->type == SYNC_RWLOCK && o->waiting >> (line % SYNC_LINES) & 1);
}

/* Is the event part of the loop in which its line spins? */
static bool of_loop(const struct state *st, const struct event *e)
{
    const struct actor *a = &st->actor[e->act.actor];
    return e->act.actor < st->program->nactors && spins(st, e->act.actor) &&
           a->pending.peer != SYNC_CELL && e->index > (uint32_t)a->pending.value;
}

/* Of an operation that has failed: would it be possible now? */
static bool would_do(const struct state *st, const struct event *e)
{
    outcomes_vec all = {0};
    if (e->op.kind == OP_TRY && e->act.outcome == OUTCOME_FALSE)
        sync_outcomes(st->program, sync_state(st, e->act.object), e->act.actor, &e->op,
                      &all);
    bool is = all.len && all.at[0] != OUTCOME_FALSE;
    vec_free(&all);
    return is;
}

/* Of a line that has gone round a loop of operations on objects: would something else
 * come of the loop now? Either what has failed would not; or an object has changed since,
 * and there is another execution in which the loop comes after that. */
static bool loop_matters(const struct state *st, uint32_t actor)
{
    const struct actor *me = &st->actor[actor];
    const uint32_t *cut = state_clock(st, vec_last(&me->events));
    for (size_t k = (size_t)me->pending.value + 1; k < me->events.len; k++) {
        const struct event *mine = &st->events.at[me->events.at[k]];
        const struct sync_log *log = &st->objects.at[mine->act.object];
        if (would_do(st, mine))
            return true;
        for (size_t i = 0; i < log->at.len; i++) {
            const struct event *e = &st->events.at[log->at.at[i].event];
            if (!state_in_cut(st, log->at.at[i].event, cut) && changes(&e->act) &&
                !of_loop(st, e))
                return true;
        }
    }
    return false;
}

static bool goes_on(const struct state *st, uint32_t actor)
{
    struct program *p = st->program;
    return st->actor[actor].pending.peer == SYNC_CELL ? p->ops->objects->goes_on(p, actor)
                                                      : loop_matters(st, actor);
}

static bool some_failed(const struct state *st)
{
    for (uint32_t a = 0; a < st->nactors; a++)
        if (st->actor[a].failed)
            return true;
    return false;
}

enum round_end sync_judge(const struct state *st, uint32_t *actor)
{
    struct program *p = st->program;
    enum round_end end = ROUND_NONE;
    for (uint32_t a = 0; a < p->nactors; a++) {
        if (!spins(st, a) || (p->ops->objects->over && p->ops->objects->over(p, a)))
            continue;
        if (st->actor[a].pending.peer != SYNC_CELL && some_failed(st))
            continue; /* it waits for what the one that has failed would have done */
        *actor = a;
        if (st->actor[a].pending.mode == AWAIT_CUT)
            return ROUND_CUT; /* what it would do later is explored nowhere */
        if (end != ROUND_MOOT)
            end = goes_on(st, a) ? ROUND_MOOT : ROUND_ENDLESS;
    }
    return end;
}

static bool chooses(const struct event *e)
{
    return e->act.place == EFFECT_CHOOSE || e->act.place == EFFECT_GET ||
           e->act.place == EFFECT_SKIP ||
           (e->act.place == EFFECT_PASS && e->op.peer == SYNC_TEAM);
}

const struct family sync_family = {
    .outcomes = outcomes,
    .act = act,
    .causes = causes,
    .apply = apply,
    .revert = revert,
    .digest = digest,
    .free = free_objects,
    .waits_for = waits_for,
    .held_up = held_up,
    .chooses = chooses,
};
