/* SPDX-License-Identifier: Apache-2.0
 *
 * sync.c - the automata of objects, and which operations on one object depend on each
 * other; see sync.h.
 *
 * Two acts are independent only if, next to each other, they may change places: both are
 * possible in the other order too, with the same outcomes, the same effects and the same
 * state after them. tests/unit/sync.c checks this for every pair of acts in every small
 * state of every type. */
#include "kernel/sync.h"

enum phase { IDLE, RUNNING, DONE, JOINED };

static uint64_t bit(uint32_t line)
{
    return UINT64_C(1) << (line % SYNC_LINES);
}

static bool is_mutex(uint32_t type)
{
    return type == SYNC_MUTEX || type == SYNC_RECURSIVE || type == SYNC_CHECKED;
}

/* The object as the operation finds it: with its first contents if nobody has used it. */
static struct sync_object found(const struct sync_object *o, const struct op *op)
{
    struct sync_object x = *o;
    if (!x.made) {
        x.made = true;
        x.type = (uint8_t)op->peer;
        x.value = op->tag;
    }
    return x;
}

/* ---- what may an operation come to? ---- */

/* Can the line have what it asks for, now? */
static bool available(const struct sync_object *o, uint32_t line, const struct op *op)
{
    switch ((enum sync_type)o->type) {
    case SYNC_MUTEX:
    case SYNC_CHECKED:
        return !o->owner;
    case SYNC_RECURSIVE:
        return !o->owner || o->owner == line + 1;
    case SYNC_RWLOCK:
        return !o->owner && (op->mode == HOLD_SHARED ||
                             !(op->mode == HOLD_POLITE ? o->others : o->waiting));
    case SYNC_SEMAPHORE:
        return o->value > 0;
    case SYNC_ONCE:
        return o->phase != RUNNING;
    case SYNC_LATCH:
        return o->value <= 0;
    case SYNC_THREAD:
        return o->phase >= DONE;
    case SYNC_DEAL:
        return o->count < o->value;
    case SYNC_CONDITION:
    case SYNC_BARRIER:
    case SYNC_CELL:
    case SYNC_TEAM:
    case SYNC_TYPES:
        break;
    }
    return false;
}

/* What the line gets that can have it. */
static int32_t got(const struct sync_object *o)
{
    if (o->type == SYNC_ONCE)
        return o->phase == DONE;
    if (o->type == SYNC_DEAL)
        return (int32_t)o->count;
    if (is_mutex(o->type))
        return o->count ? LEFT_WELL : o->phase;
    return o->type == SYNC_THREAD && o->phase == JOINED ? SYNC_JOINED : 0;
}

static bool holds(const struct sync_object *o, uint32_t line)
{
    if (o->type == SYNC_RWLOCK && o->waiting & bit(line))
        return true;
    if (is_mutex(o->type) || o->type == SYNC_RWLOCK)
        return o->owner == line + 1;
    return o->type != SYNC_LATCH || o->value > 0;
}

static bool in_use(const struct sync_object *o)
{
    return o->owner || o->waiting || (o->type == SYNC_ONCE && o->phase == RUNNING);
}

static void wake_outcomes(const struct sync_object *o, const struct op *op,
                          outcomes_vec *out)
{
    if (o->type == SYNC_THREAD)
        vec_push(out, o->phase == IDLE ? 0 : SYNC_JOINED);
    else if (!o->waiting)
        vec_push(out, OUTCOME_FALSE);
    else if (op->mode == WAKE_ALL)
        vec_push(out, 0);
    else
        for (uint32_t line = 0; line < SYNC_LINES; line++)
            if (o->waiting & bit(line))
                vec_push(out, (int32_t)line);
}

/* ---- teams ---- */

static bool in(const uint64_t *set, uint32_t node)
{
    return set[node / 64] >> (node % 64) & 1;
}

static void put_in(uint64_t *set, uint32_t node)
{
    set[node / 64] |= UINT64_C(1) << (node % 64);
}

static bool tasks_left(const struct sync_object *o)
{
    for (uint32_t i = 0; i < SYNC_NODES / 64; i++)
        if (o->put[i] & ~o->done[i])
            return true;
    return false;
}

bool sync_waits_for(struct program *p, uint32_t object, uint32_t node, uint32_t task)
{
    const struct sync_node *w = p->ops->objects->node(p, object, node);
    const struct sync_node *t = p->ops->objects->node(p, object, task);
    if (w->waits == WAITS_BEFORE)
        return in(w->before, task);
    if (w->waits == WAITS_CHILDREN)
        return t->parent == node;
    while (t->within != NO_NODE && t->within != node)
        t = p->ops->objects->node(p, object, t->within);
    return t->within == node;
}

static bool can_begin(struct program *p, const struct sync_object *o, uint32_t object,
                      uint32_t task)
{
    const struct sync_node *t = p->ops->objects->node(p, object, task);
    if (!in(o->put, task) || in(o->taken, task))
        return false;
    for (uint32_t i = 0; i < SYNC_NODES / 64; i++)
        if (t->before[i] & ~o->done[i])
            return false;
    return true;
}

static void team_outcomes(struct program *p, const struct sync_object *o, uint32_t line,
                          const struct op *op, outcomes_vec *out)
{
    uint32_t n = p->ops->objects->nodes(p, op->object);
    bool waits = false;
    if (op->kind == OP_PASS && o->woken & bit(line)) {
        vec_push(out, 0);
        if (op->value)
            return;
    }
    for (uint32_t task = 0; task < n; task++) {
        if (op->kind != OP_PASS &&
            !sync_waits_for(p, op->object, (uint32_t)op->value, task))
            continue;
        waits |= in(o->put, task) && !in(o->done, task);
        if (can_begin(p, o, op->object, task))
            vec_push(out, 1 + p->ops->objects->node(p, op->object, task)->name);
    }
    if (op->kind == OP_TRY || (op->kind == OP_AWAIT && !waits))
        vec_push(out, 0);
}

/* What it has become cannot be used any more. A thread that is detached goes on. */
static bool is_gone(const struct sync_object *o, const struct op *op)
{
    return o->retired && op->kind != OP_AWAIT && op->kind != OP_PASS &&
           !(o->type == SYNC_THREAD && op->kind == OP_RELEASE);
}

static int32_t retire_outcome(const struct sync_object *o)
{
    if (o->type == SYNC_THREAD)
        return o->phase == JOINED ? SYNC_JOINED : 0;
    return in_use(o) ? OUTCOME_FALSE : 0;
}

static bool expected(struct program *p, const struct sync_object *o, const struct op *op)
{
    uint64_t version = o->version;
    int64_t result;
    return o->type != SYNC_CELL || p->ops->objects->cell(p, op, &version, &result);
}

void sync_outcomes(struct program *p, const struct sync_object *before, uint32_t line,
                   const struct op *op, outcomes_vec *out)
{
    struct sync_object o = found(before, op);
    if (is_gone(&o, op)) {
        vec_push(out, SYNC_RETIRED);
        return;
    }
    if (o.type == SYNC_TEAM &&
        (op->kind == OP_PASS || op->kind == OP_AWAIT || op->kind == OP_TRY)) {
        team_outcomes(p, &o, line, op, out);
        return;
    }
    switch ((enum sync_kind)op->kind) {
    case OP_ACQUIRE:
        if (available(&o, line, op))
            vec_push(out, got(&o));
        else if (o.type == SYNC_CHECKED && o.owner == line + 1)
            vec_push(out, SYNC_OWNED);
        break;
    case OP_TRY:
        vec_push(out, available(&o, line, op) ? got(&o) : OUTCOME_FALSE);
        break;
    case OP_RELEASE:
        vec_push(out, holds(&o, line) ? 0 : SYNC_NOT_OWNED);
        break;
    case OP_ENROL:
        vec_push(out, expected(p, &o, op) ? 0 : OUTCOME_FALSE);
        break;
    case OP_AWAIT:
        if (o.type == SYNC_THREAD ? o.phase != IDLE : (o.woken & bit(line)) != 0)
            vec_push(out, 0);
        else if (op->mode == AWAIT_OR_LEAVE && o.waiting & bit(line))
            vec_push(out, OUTCOME_FALSE);
        break;
    case OP_WAKE:
        wake_outcomes(&o, op, out);
        break;
    case OP_PASS:
        if (o.woken & bit(line))
            vec_push(out, op->mode == PASS_SERIAL && !(o.others & bit(line)));
        break;
    case OP_REACH:
    case OP_LOAD:
    case OP_STORE:
    case OP_UPDATE:
        vec_push(out, 0);
        break;
    case OP_RETIRE:
        vec_push(out, retire_outcome(&o));
        break;
    }
}

/* ---- what does it do? ---- */

/* A number that fits into a mark and is not 0. */
static uint8_t mark_of(uint64_t number)
{
    return (uint8_t)((number - 1) % 255 + 1);
}

static struct sync_act plain(enum sync_effect effect, uint32_t seq)
{
    return (struct sync_act){.effect = effect, .seq = seq};
}

static struct sync_act acquire(struct sync_object *o, uint32_t line, const struct op *op)
{
    switch ((enum sync_type)o->type) {
    case SYNC_MUTEX:
    case SYNC_RECURSIVE:
    case SYNC_CHECKED:
        if (o->phase == LEFT_LOST)
            break;
        o->owner = line + 1;
        return plain(o->count++ ? EFFECT_NONE : EFFECT_CHANGE, 0);
    case SYNC_RWLOCK:
        if (op->mode == HOLD_ALONE) {
            o->owner = line + 1;
            o->others &= ~bit(line);
            return plain(EFFECT_CHANGE, 0);
        }
        o->waiting |= bit(line);
        o->mark[line]++;
        return plain(EFFECT_SHARE, 0);
    case SYNC_SEMAPHORE:
        o->value--;
        o->number++;
        return plain(EFFECT_TAKE, (int64_t)o->number > op->tag
                                      ? (uint32_t)(o->number - (uint64_t)op->tag)
                                      : 0);
    case SYNC_ONCE:
        if (o->phase == DONE)
            break;
        o->phase = RUNNING;
        return plain(EFFECT_CHANGE, 0);
    case SYNC_THREAD:
        if (o->phase == JOINED)
            break;
        o->phase = JOINED;
        return plain(EFFECT_CHANGE, 0);
    case SYNC_DEAL:
        o->count++;
        return plain(EFFECT_CHANGE, 0);
    case SYNC_LATCH:
    case SYNC_CONDITION:
    case SYNC_BARRIER:
    case SYNC_CELL:
    case SYNC_TEAM:
    case SYNC_TYPES:
        break;
    }
    return plain(EFFECT_SEE, 0);
}

static struct sync_act release(struct sync_object *o, uint32_t line, const struct op *op)
{
    switch ((enum sync_type)o->type) {
    case SYNC_MUTEX:
    case SYNC_RECURSIVE:
    case SYNC_CHECKED:
        if (--o->count)
            return plain(EFFECT_NONE, 0);
        o->owner = 0;
        o->phase = op->mode;
        break;
    case SYNC_RWLOCK:
        if (o->owner == line + 1) {
            o->owner = 0;
            break;
        }
        if (!--o->mark[line])
            o->waiting &= ~bit(line);
        return plain(EFFECT_SHARE, 0);
    case SYNC_SEMAPHORE:
        o->value++;
        return plain(EFFECT_POST, (uint32_t)(o->value + (int64_t)o->number - op->tag));
    case SYNC_LATCH:
        o->value--;
        return plain(EFFECT_SHARE, 0);
    case SYNC_ONCE: /* or it has failed, and is to be run again */
        o->phase = op->mode ? IDLE : DONE;
        break;
    case SYNC_THREAD:
        o->phase = DONE;
        break;
    case SYNC_CONDITION:
    case SYNC_BARRIER:
    case SYNC_CELL:
    case SYNC_DEAL:
    case SYNC_TEAM:
    case SYNC_TYPES:
        break;
    }
    return plain(EFFECT_CHANGE, 0);
}

static struct sync_act await(struct sync_object *o, uint32_t line, int32_t outcome)
{
    uint32_t by = o->mark[line];
    if (o->type == SYNC_THREAD)
        return plain(EFFECT_SEE, 0);
    o->mark[line] = 0;
    if (outcome == OUTCOME_FALSE) {
        o->waiting &= ~bit(line);
        return plain(EFFECT_LEAVE, 0);
    }
    o->woken &= ~bit(line);
    return plain(EFFECT_WOKEN, by);
}

static struct sync_act wake(struct sync_object *o, const struct op *op, int32_t outcome)
{
    if (o->type == SYNC_THREAD) {
        o->phase = RUNNING;
        return plain(EFFECT_CHANGE, 0);
    }
    if (outcome == OUTCOME_FALSE)
        return plain(EFFECT_NOBODY, 0);
    uint64_t those = op->mode == WAKE_ALL ? o->waiting : bit((uint32_t)outcome);
    o->waiting &= ~those;
    o->woken |= those;
    if (op->mode != WAKE_ALL)
        return plain(EFFECT_CHOOSE, 0);
    uint8_t mark = mark_of(++o->number);
    for (uint32_t line = 0; line < SYNC_LINES; line++)
        if (those & bit(line))
            o->mark[line] = mark;
    return plain(EFFECT_ALL, mark);
}

/* Lets all pass when all are there, and no task is left. */
static void open_barrier(struct sync_object *o)
{
    if (o->count < o->value || tasks_left(o))
        return;
    o->woken |= o->waiting;
    o->waiting = o->count = 0;
    o->number++;
    for (uint32_t i = 0; i < SYNC_NODES / 64; i++)
        o->put[i] = o->taken[i] = o->done[i] = 0;
}

static struct sync_act reach(struct sync_object *o, uint32_t line)
{
    uint8_t mark = mark_of(o->number + 1);
    o->mark[line] = mark;
    o->waiting |= bit(line);
    o->count++;
    open_barrier(o);
    return plain(EFFECT_REACH, mark);
}

static struct sync_act pass(struct sync_object *o, uint32_t line, const struct op *op,
                            int32_t outcome)
{
    uint32_t generation = o->mark[line];
    o->woken &= ~bit(line);
    o->others &= ~bit(line);
    for (uint32_t other = 0; outcome && other < SYNC_LINES; other++)
        if (o->woken & bit(other) && o->mark[other] == generation)
            o->others |= bit(other);
    enum sync_effect effect = op->mode != PASS_SERIAL ? EFFECT_PASS
                              : outcome               ? EFFECT_SERIAL
                                                      : EFFECT_OTHERS;
    o->mark[line] = 0;
    return plain(effect, generation);
}

static uint32_t node_of(struct program *p, uint32_t object, int32_t name)
{
    uint32_t n = p->ops->objects->nodes(p, object), i = 0;
    while (i < n && p->ops->objects->node(p, object, i)->name != name)
        i++;
    return i;
}

static uint32_t as_bits(uint32_t node)
{
    return UINT32_C(1) << (node % 32);
}

static struct sync_act team(struct program *p, struct sync_object *o, uint32_t line,
                            const struct op *op, int32_t outcome)
{
    const struct program_objects *of = p->ops->objects;
    struct sync_act a = plain(EFFECT_SKIP, 0);
    uint32_t task = (uint32_t)op->value;
    if (op->kind == OP_ENROL) {
        put_in(o->put, task);
        a = plain(EFFECT_PUT, (uint32_t)of->node(p, op->object, task)->name);
    } else if (op->kind == OP_RELEASE) {
        put_in(o->done, task);
        a = plain(EFFECT_DONE, (uint32_t)of->node(p, op->object, task)->name);
        a.node = (uint16_t)task;
        a.those = mark_of(o->number + 1);
        open_barrier(o);
    } else if (outcome > 0) {
        task = node_of(p, op->object, outcome - 1);
        put_in(o->taken, task);
        a = plain(EFFECT_GET, (uint32_t)outcome - 1);
        const struct sync_node *t = of->node(p, op->object, task);
        for (uint32_t i = 0; i < SYNC_NODES; i++)
            a.those |= in(t->before, i) ? as_bits(i) : 0;
    } else if (op->kind == OP_PASS) {
        a = pass(o, line, op, outcome);
        a.effect = EFFECT_PASS;
    } else if (op->kind == OP_AWAIT) {
        a.effect = EFFECT_JOIN;
        for (uint32_t i = 0; i < of->nodes(p, op->object); i++)
            if (in(o->done, i) && sync_waits_for(p, op->object, (uint32_t)op->value, i))
                a.those |= as_bits(i);
    }
    return a;
}

static struct sync_act access(struct program *p, struct sync_object *o,
                              const struct op *op, int64_t *result)
{
    if (o->type == SYNC_SEMAPHORE) {
        *result = o->value;
        return plain(EFFECT_SEE, 0);
    }
    bool writes = p->ops->objects->cell(p, op, &o->version, result);
    return plain(writes ? EFFECT_WRITE : EFFECT_READ, 0);
}

struct outcome sync_apply(struct program *p, struct sync_object *o, uint32_t line,
                          const struct op *op, int32_t outcome, struct sync_act *act)
{
    struct outcome told = {.index = outcome};
    struct sync_act a = plain(EFFECT_SEE, 0);
    *o = found(o, op);
    bool no = outcome == OUTCOME_FALSE;
    if (o->type == SYNC_TEAM && op->kind != OP_REACH && outcome >= 0) {
        *act = team(p, o, line, op, outcome);
        return told;
    }
    switch (outcome < OUTCOME_FALSE ? (enum sync_kind)OP_RETIRE
                                    : (enum sync_kind)op->kind) {
    case OP_ACQUIRE:
    case OP_TRY:
        a = no ? a : acquire(o, line, op);
        break;
    case OP_RELEASE:
        a = release(o, line, op);
        break;
    case OP_ENROL:
        if (o->type == SYNC_RWLOCK) {
            o->others |= bit(line);
            a.effect = EFFECT_CHANGE;
            break;
        }
        a.effect = no ? EFFECT_READ : o->type == SYNC_CELL ? EFFECT_EXPECT : EFFECT_ENROL;
        o->waiting |= no ? 0 : bit(line);
        break;
    case OP_AWAIT:
        a = await(o, line, outcome);
        break;
    case OP_WAKE:
        a = wake(o, op, outcome);
        break;
    case OP_REACH:
        a = reach(o, line);
        break;
    case OP_PASS:
        a = pass(o, line, op, outcome);
        break;
    case OP_LOAD:
    case OP_STORE:
    case OP_UPDATE:
        a = access(p, o, op, &told.value);
        break;
    case OP_RETIRE: /* also all that is misuse, which changes nothing */
        if (outcome == 0 && op->mode == RETIRE_NOW) {
            o->retired = true;
            a.effect = o->type == SYNC_THREAD ? EFFECT_DETACH : EFFECT_CHANGE;
        }
        break;
    }
    *act = a;
    return told;
}

/* ---- who depends on whom? ---- */

typedef bool rule_fn(const struct act *, const struct act *);

static bool always(const struct act *a, const struct act *b)
{
    (void)a, (void)b;
    return true;
}

/* The wake, the await or the post that the other one belongs to; the same generation. */
static bool same_number(const struct act *a, const struct act *b)
{
    return a->seq == b->seq;
}

static bool other_number(const struct act *a, const struct act *b)
{
    return a->seq != b->seq;
}

static bool chooses_the_other(const struct act *choose, const struct act *b)
{
    return (uint32_t)choose->outcome == b->actor;
}

static bool had_to_be_done(const struct act *by, const struct act *done)
{
    return by->owner >> (done->source % 32) & 1;
}

static bool had_to_be_done_first(const struct act *done, const struct act *by)
{
    return had_to_be_done(by, done);
}

static bool of_its_generation(const struct act *pass, const struct act *done)
{
    return pass->seq == done->owner;
}

static bool same_choice(const struct act *a, const struct act *b)
{
    return a->outcome == b->outcome;
}

/* Takes of units that were in the semaphore from the start are all alike, but the last of
 * them keeps others from theirs; so takes are ordered.
 *
 * Each pair once, the effect that comes first in enum sync_effect first. EFFECT_CHANGE
 * and EFFECT_SEE are in sync_depend(). Pairs that are not here are independent, or cannot
 * concern one object. */
static rule_fn *const rules[EFFECTS][EFFECTS] = {
    [EFFECT_POST] = {[EFFECT_POST] = always, [EFFECT_TAKE] = same_number},
    [EFFECT_TAKE] = {[EFFECT_TAKE] = always},
    [EFFECT_CHOOSE] = {[EFFECT_ENROL] = chooses_the_other,
                       [EFFECT_CHOOSE] = same_choice,
                       [EFFECT_ALL] = always,
                       [EFFECT_NOBODY] = always,
                       [EFFECT_WOKEN] = chooses_the_other,
                       [EFFECT_LEAVE] = chooses_the_other,
                       [EFFECT_EXPECT] = chooses_the_other},
    [EFFECT_ALL] = {[EFFECT_ENROL] = always,
                    [EFFECT_ALL] = always,
                    [EFFECT_NOBODY] = always,
                    [EFFECT_WOKEN] = same_number,
                    [EFFECT_LEAVE] = always,
                    [EFFECT_EXPECT] = always},
    [EFFECT_NOBODY] =
        {[EFFECT_ENROL] = always, [EFFECT_LEAVE] = always, [EFFECT_EXPECT] = always},
    [EFFECT_REACH] = {[EFFECT_REACH] = other_number,
                      [EFFECT_PASS] = same_number,
                      [EFFECT_SERIAL] = same_number,
                      [EFFECT_OTHERS] = same_number},
    [EFFECT_PASS] = {[EFFECT_DONE] = of_its_generation},
    [EFFECT_PUT] = {[EFFECT_GET] = same_number},
    [EFFECT_GET] = {[EFFECT_GET] = same_number, [EFFECT_DONE] = had_to_be_done},
    [EFFECT_DONE] = {[EFFECT_JOIN] = had_to_be_done_first},
    [EFFECT_SERIAL] = {[EFFECT_SERIAL] = same_number, [EFFECT_OTHERS] = same_number},
    [EFFECT_READ] = {[EFFECT_WRITE] = always},
    [EFFECT_WRITE] = {[EFFECT_WRITE] = always, [EFFECT_EXPECT] = always},
};

/* Who can tell whether the thread was detached? */
static bool is_told(const struct act *a)
{
    return a->kind == OP_ACQUIRE || a->kind == OP_TRY || a->kind == OP_RETIRE;
}

/* What has only seen the state commutes with its like, and with what others cannot
 * see. */
static bool seen(enum sync_effect e)
{
    return e != EFFECT_SEE && e != EFFECT_NOBODY && e != EFFECT_READ;
}

bool sync_depend(const struct act *a, const struct act *b)
{
    enum sync_effect x = (enum sync_effect)a->place, y = (enum sync_effect)b->place;
    if (x == EFFECT_NONE || y == EFFECT_NONE)
        return false;
    if (x == EFFECT_DETACH || y == EFFECT_DETACH)
        return is_told(a) && is_told(b);
    if (x == EFFECT_CHANGE || y == EFFECT_CHANGE)
        return true;
    if (x == EFFECT_SEE || y == EFFECT_SEE)
        return seen(x == EFFECT_SEE ? y : x);
    return rules[x][y] ? rules[x][y](a, b) : rules[y][x] && rules[y][x](b, a);
}

uint64_t sync_holders(const struct sync_object *o, uint32_t line, const struct op *op)
{
    if (op->kind != OP_ACQUIRE || !o->made)
        return 0;
    uint64_t those = o->owner ? bit(o->owner - 1) : 0;
    if (o->type == SYNC_RWLOCK)
        those |= op->mode == HOLD_POLITE ? o->others : o->waiting;
    (void)line;
    return those;
}
