/* SPDX-License-Identifier: Apache-2.0
 *
 * blame_sync.c - why threads wait for ever at the objects that they share. */
#include "judge/blame.h"
#include "judge/judge.h"
#include "kernel/sync.h"

static const char *name_of(const struct finding *f, uint32_t actor)
{
    return f->actors.at[actor].name;
}

static const char *object_of(const struct state *st, uint32_t object)
{
    return st->program->ops->objects->object_name(st->program, object);
}

/* The newest event on the object with this effect; NULL: there is none. */
static const struct event *newest(const struct state *st, uint32_t object,
                                  enum sync_effect effect)
{
    const struct sync_log *log =
        object < st->objects.len ? &st->objects.at[object] : NULL;
    for (size_t i = log ? log->at.len : 0; i-- > 0;) {
        const struct event *e = &st->events.at[log->at.at[i].event];
        if (e->act.place == effect)
            return e;
    }
    return NULL;
}

static void add_place(const struct state *st, const struct event *e, struct str *s)
{
    str_addf(s, " at ");
    blame_place(st, e->act.actor, &e->op, s);
}

/* It waits to be woken: was it to be, and too early? */
static void blame_sleep(const struct finding *f, const struct state *st, uint32_t a,
                        struct str *s)
{
    const struct op *op = &st->actor[a].pending;
    const struct event *early = newest(st, op->object, EFFECT_NOBODY);
    str_addf(s, "%s waits for %s, and nobody will wake it", name_of(f, a),
             object_of(st, op->object));
    if (!early)
        return;
    str_addf(s, ": %s did", name_of(f, early->act.actor));
    add_place(st, early, s);
    str_addf(s, " when nobody waited");
}

static void blame_lock(const struct finding *f, const struct state *st, uint32_t a,
                       uint32_t owner, struct str *s)
{
    const struct op *op = &st->actor[a].pending;
    if (owner == a)
        str_addf(s, "%s locks %s, which it holds already", name_of(f, a),
                 object_of(st, op->object));
    else
        str_addf(s, "%s waits for %s, which %s %s", name_of(f, a),
                 object_of(st, op->object), name_of(f, owner),
                 f->actors.at[owner].state == ACTOR_ENDED
                     ? "has locked and never unlocks: "
                       "it has ended"
                     : "holds");
}

/* Says it of this actor; false: it waits for what somebody else is to blame for. */
static bool blame_one(const struct finding *f, const struct state *st, uint32_t a,
                      struct str *s)
{
    const struct op *op = &st->actor[a].pending;
    if (op_family(op->kind) != FAMILY_SYNC || op->peer == SYNC_THREAD)
        return false;
    const struct sync_object *o = sync_state(st, op->object);
    if (op->kind == OP_AWAIT && op->mode < AWAIT_SPINS) {
        blame_sleep(f, st, a, s);
    } else if (op->kind == OP_PASS) {
        str_addf(s, "%s waits at %s for %lld threads, and only %u come%s", name_of(f, a),
                 object_of(st, op->object), (long long)o->value, o->count,
                 o->count == 1 ? "s" : "");
    } else if (op->kind == OP_ACQUIRE && o->owner) {
        uint32_t owner = o->owner - 1;
        if (owner != a && f->actors.at[owner].state != ACTOR_ENDED)
            return false;
        blame_lock(f, st, a, owner, s);
    } else if (op->kind == OP_ACQUIRE && op->peer == SYNC_SEMAPHORE) {
        str_addf(s, "%s waits for %s, and nobody posts it any more", name_of(f, a),
                 object_of(st, op->object));
    } else {
        return false;
    }
    return true;
}

bool blame_sync(struct finding *f, const struct state *st, struct str *s)
{
    for (uint32_t a = 0; a < f->actors.len && a < st->nactors; a++)
        if (f->actors.at[a].state == ACTOR_BLOCKED && blame_one(f, st, a, s)) {
            f->actor = a;
            return true;
        }
    return false;
}
