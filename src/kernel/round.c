/* SPDX-License-Identifier: Apache-2.0
 *
 * round.c - see round.h.
 *
 * Whether a round is fruitless is a function of the actor's own past, like everything
 * that the actor does: it is the same in every execution of a trace. */
#include "kernel/round.h"
#include "kernel/place.h"
#include "kernel/window.h"

#include <string.h>

/* What is needed to cut out a round, looking at its events newest first: an access or
 * lock that ends in it must have begun in it. */
typedef VEC(uint32_t) requests_vec;

static bool forget(requests_vec *open, uint32_t request)
{
    for (size_t i = 0; i < open->len; i++)
        if (open->at[i] == request) {
            open->at[i] = vec_pop(open);
            return true;
        }
    return false;
}

/* Did this access leave the part as it was? */
static bool left_unchanged(const struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    const struct rma_part *p = &st->parts.at[e->act.object];
    uint64_t before = e->place ? p->accesses.at[e->place - 1].version : 0;
    return p->accesses.at[e->place].version == before;
}

/* May a fruitless round contain this event of the actor? */
static bool harmless(const struct state *st, uint32_t event, requests_vec *open)
{
    const struct event *e = &st->events.at[event];
    switch (e->op.kind) {
    case OP_LOCAL:
    case OP_ASSERT:
    case OP_PULL:
        return true;
    case OP_IPROBE:
    case OP_TRYRECV:
        return e->act.outcome == OUTCOME_FALSE;
    case OP_DIRECT:
        return left_unchanged(st, event);
    case OP_WUNLOCK:
        vec_push(open, e->op.under);
        return true;
    case OP_UNLOCKING:
        vec_push(open, e->op.under);
        return forget(open, e->act.seq);
    case OP_WLOCK:
    case OP_ATOMIC:
        return forget(open, e->act.seq);
    case OP_FINISH:
    case OP_POLL: {
        if (e->act.outcome == OUTCOME_FALSE)
            return true;
        uint32_t request = e->op.args[e->act.outcome];
        const struct posted *r = matching_request(st, e->act.actor, request);
        if (r->kind == OP_WLOCK)
            return true;
        if (r->kind != OP_ATOMIC && r->kind != OP_UNLOCKING)
            return false;
        vec_push(open, request);
        return r->kind == OP_UNLOCKING || left_unchanged(st, r->taken);
    }
    default:
        return false;
    }
}

/* The oldest of the actor's events that are looked at. Looking at all of them after each
 * one would take quadratic time; this is all of them if they are few, and often enough
 * many of them: a long round is recognised some events later. */
static size_t horizon(size_t events)
{
    enum { NEAR = 1024 };
    size_t far = (events & -events) * NEAR;
    return events < far ? 0 : events - far;
}

/* ---- which states were there before ---- */

static uint32_t *bucket(struct actor *me, uint64_t digest)
{
    return &me->buckets.at[digest & (me->buckets.len - 1)];
}

static void enter(struct actor *me, uint32_t state)
{
    uint32_t *newest = bucket(me, me->digests.at[state]);
    vec_push(&me->older, *newest);
    *newest = state + 1;
}

static void widen(struct actor *me)
{
    size_t n = me->buckets.len ? 2 * me->buckets.len : 64;
    vec_reserve(&me->buckets, n);
    memset(me->buckets.at, 0, n * sizeof *me->buckets.at);
    me->buckets.len = n;
    me->older.len = 0;
    for (uint32_t i = 0; i < me->digests.len; i++)
        enter(me, i);
}

static void add_digest(struct actor *me, uint64_t digest)
{
    vec_push(&me->digests, digest);
    if (me->digests.len > me->buckets.len)
        widen(me);
    else
        enter(me, (uint32_t)me->digests.len - 1);
}

static void remove_digest(struct actor *me)
{
    *bucket(me, vec_last(&me->digests)) = vec_last(&me->older);
    me->older.len--;
    me->digests.len--;
}

/* How often was the actor in this state since the event with index `oldest`? At most
 * `most` times are counted. Looking through its events tells no more if it was not. */
static uint64_t times_here(struct actor *me, uint64_t digest, size_t oldest,
                           uint64_t most)
{
    uint64_t times = 0;
    for (uint32_t i = me->buckets.len ? *bucket(me, digest) : 0;
         i > oldest && times < most; i = me->older.at[i - 1])
        times += me->digests.at[i - 1] == digest;
    return times;
}

/* ---- loops that do not come back to a state ---- */

/* A look of an actor at what others may change. */
struct look {
    const struct op *op;
    const struct op *access; /* the operation that has the access; NULL: it has none */
    size_t called; /* how many events the actor had when its program called for it: many
                      that were called for before may be completed by one call */
};

static struct look look_of(const struct state *st, uint32_t actor, const struct op *op,
                           size_t index)
{
    struct look l = {op, NULL, index};
    if (op->kind == OP_ATOMIC) {
        l.access = op;
    } else if (op->kind == OP_DIRECT) {
        l.access = op;
        l.called = op->issued;
    } else if (op->kind == OP_FINISH && op->nargs == 1) {
        const struct posted *r = matching_request(st, actor, op->args[0]);
        l.access = r->kind == OP_ATOMIC ? matching_made(st, r) : NULL;
        l.called = st->events.at[r->event].index;
    }
    return l;
}

/* Do both look at the same? */
static bool alike(const struct look *a, const struct look *b)
{
    if (a->op->kind != b->op->kind || a->op->where != b->op->where ||
        !a->access != !b->access)
        return false;
    return !a->access || (a->access->object == b->access->object &&
                          a->access->peer == b->access->peer &&
                          a->access->access->lo == b->access->access->lo &&
                          a->access->access->hi == b->access->access->hi);
}

/* Can it be that the actor waits for something to change? */
static bool waits(const struct look *l)
{
    if (l->access)
        return l->access->access->reads;
    return l->op->kind != OP_FINISH && op_looks(l->op->kind);
}

/* Does it only let the actor see what its own part is now? That is to wait for something
 * if the actor loads from there. */
static bool is_sync(const struct look *l)
{
    return l->access && l->access->access->polls;
}

/* How many rounds of a loop that only looks are followed. */
static uint64_t most_looks(const struct state *st)
{
    return st->rounds ? st->rounds : st->looks ? st->looks : ROUNDS_MAX;
}

/* Looks through the actor's newest events, as far as they are harmless: has it come back
 * to a state, or made too many rounds? */
static void go_back(struct state *st, uint32_t actor, uint64_t digest)
{
    enum { MORE = 1024 }; /* times as many, if it does not look like waiting */
    struct actor *me = &st->actor[actor];
    requests_vec open = {0};
    size_t i = me->events.len, oldest = horizon(i);
    uint64_t rounds = 0, most = most_looks(st);
    struct look last = look_of(st, actor, &me->pending, i);
    bool waiting = waits(&last), asks = me->pending.touched || !is_sync(&last);
    uint64_t far = waiting ? most : most * MORE;
    if (i - oldest < far && !times_here(me, digest, oldest, 1))
        return; /* neither can be: each event is the end of at most one round */
    while (i > oldest && !me->spins && harmless(st, me->events.at[i - 1], &open)) {
        const struct op *op = &st->events.at[me->events.at[--i]].op;
        struct look l = look_of(st, actor, op, i);
        asks |= op->touched;
        if (i < last.called && alike(&l, &last)) {
            rounds++;
            last = l;
        }
        me->spins = !open.len && me->digests.at[i] == digest;
    }
    if (!waiting || !asks)
        most *= MORE;
    me->given_up = !me->spins && rounds >= most;
    me->round = (uint32_t)i;
    me->ended |= me->spins || me->given_up;
    vec_free(&open);
}

/* ---- loops that try again, and change something meanwhile ---- */

/* May a round of such a loop contain this event? It accesses windows and does nothing
 * else that others can see. */
static bool is_try(const struct state *st, const struct event *e)
{
    if (op_family(e->op.kind) == FAMILY_WINDOW || e->op.kind == OP_LOCAL ||
        e->op.kind == OP_ASSERT)
        return true;
    if (op_fails(e->op.kind) && e->act.outcome == OUTCOME_FALSE)
        return true;
    if (!op_reports(e->op.kind) || e->act.outcome == OUTCOME_FALSE)
        return false;
    const struct posted *r =
        matching_request(st, e->act.actor, e->op.args[e->act.outcome]);
    return op_family((enum op_kind)r->kind) == FAMILY_WINDOW;
}

/* A reader that announces itself and takes it back while there is a writer (adds 1, and
 * subtracts it again) comes back to its state, and others have seen it. How often it does
 * so makes a difference for them, so there are endlessly many outcomes. Has it come back
 * to this state too often? */
static void count_tries(struct state *st, uint32_t actor, uint64_t digest)
{
    struct actor *me = &st->actor[actor];
    uint64_t tries = 0, most = st->rounds ? st->rounds : TRIES_MAX;
    size_t i = me->events.len, oldest = horizon(i);
    if (times_here(me, digest, oldest, most) < most)
        return;
    while (i > oldest && tries < most && is_try(st, &st->events.at[me->events.at[i - 1]]))
        tries += me->digests.at[--i] == digest;
    if (tries < most)
        return;
    me->given_up = me->ended = true;
    me->round = (uint32_t)i;
}

/* Has the actor done nothing else than to try for very long? It is looked at now and
 * then only. */
static bool tries_for_ever(const struct state *st, const struct actor *me)
{
    enum { LONGEST = 1 << 22, OFTEN = 1 << 16 };
    size_t i = me->events.len;
    if (i <= LONGEST || i % OFTEN)
        return false;
    while (i > me->events.len - LONGEST &&
           is_try(st, &st->events.at[me->events.at[i - 1]]))
        i--;
    return i == me->events.len - LONGEST;
}

void round_note(struct state *st, uint32_t actor)
{
    struct actor *me = &st->actor[actor];
    if (st->rounds == ROUNDS_ANY) { /* nobody asks for states that it was in before */
        if (tries_for_ever(st, me))
            me->ended = me->given_up = true;
        return;
    }
    uint64_t now = program_digest(st->program, actor);
    if (me->events.len && !me->ended && !me->failed)
        go_back(st, actor, now);
    else if (tries_for_ever(st, me))
        me->ended = me->given_up = true;
    if (me->events.len && !me->ended && !me->failed)
        count_tries(st, actor, now);
    add_digest(me, now);
}

uint64_t round_limit(const struct state *st, uint32_t actor)
{
    const struct actor *me = &st->actor[actor];
    uint64_t tries = 0;
    for (size_t i = me->round; i + 1 < me->digests.len; i++)
        tries += me->digests.at[i] == vec_last(&me->digests);
    return !st->rounds && tries ? TRIES_MAX : most_looks(st);
}

void round_unnote(struct state *st, uint32_t actor)
{
    remove_digest(&st->actor[actor]);
    st->actor[actor].spins = st->actor[actor].given_up = false;
}

void round_free(struct state *st)
{
    for (uint32_t a = 0; a < st->nactors; a++) {
        vec_free(&st->actor[a].digests);
        vec_free(&st->actor[a].buckets);
        vec_free(&st->actor[a].older);
    }
}

/* Would this access read something else now, or change anything? */
static bool reads_again(struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    uint64_t version = window_version(st, e->act.object);
    int64_t result;
    uint64_t after =
        st->program->ops->windows->access(st->program, &e->op, version, &result);
    return after == version &&
           (!e->op.access->reads || result == window_accessed(st, event)->result);
}

/* Would this pull find the same? What has been written since may be seen now. */
static bool finds_again(struct state *st, uint32_t event)
{
    const struct op *op = &st->events.at[event].op;
    bool same = true;
    for (uint32_t i = 0; same && i < op->nargs; i++)
        same = window_pulled(st, op->args[i], event) == window_version(st, op->args[i]);
    return same;
}

/* Would the event of a fruitless round be the same now? */
static bool same_again(struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    if (e->op.kind == OP_DIRECT)
        return reads_again(st, event);
    if (e->op.kind == OP_PULL)
        return finds_again(st, event);
    if (op_fails(e->op.kind) && e->act.outcome == OUTCOME_FALSE) {
        outcomes_vec out = {0};
        place_outcomes(st, e->act.actor, &e->op, NULL, &out);
        bool only = out.len == 1 && out.at[0] == OUTCOME_FALSE;
        vec_free(&out);
        return only;
    }
    if (!op_reports(e->op.kind))
        return true;
    const struct posted *r =
        matching_request(st, e->act.actor, e->op.args[e->act.outcome]);
    return r->kind != OP_ATOMIC || reads_again(st, r->taken);
}

enum round_end round_judge(struct state *st, uint32_t *actor)
{
    enum round_end end = ROUND_NONE;
    for (uint32_t a = 0; a < st->program->nactors; a++)
        if (st->actor[a].given_up) {
            *actor = a;
            return ROUND_CUT;
        }
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        const struct actor *me = &st->actor[a];
        if (!me->spins)
            continue;
        *actor = a;
        end = ROUND_ENDLESS;
        for (size_t i = me->round; i < me->events.len; i++)
            if (!same_again(st, me->events.at[i]))
                return ROUND_MOOT;
    }
    return end;
}

bool round_is_own(struct state *st, uint32_t actor)
{
    const struct actor *me = &st->actor[actor];
    const struct look last = look_of(st, actor, &me->pending, me->events.len);
    for (size_t i = me->events.len; i > me->round; i--) {
        uint32_t event = me->events.at[i - 1];
        const struct look l = look_of(st, actor, &st->events.at[event].op, i - 1);
        if (!same_again(st, event))
            return false;
        if (alike(&l, &last))
            return true;
    }
    return false;
}
