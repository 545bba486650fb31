/* SPDX-License-Identifier: Apache-2.0
 *
 * place.c - see place.h.
 *
 * Only one thing here is subtle: which communication a wait or test on several
 * reports. The theory says "the first one paired", and makes the wait depend on
 * that one alone. But two pairings in different mailboxes commute, so which of
 * them was first is not a property of the trace; if it were read off the
 * interleaving, swapping two independent steps would change an outcome. So the
 * report is a choice of the wait: communication c can be reported if *some*
 * order of the same trace pairs it first, that is, if c's own causal past
 * contains no other paired member of the set. Each choice is a trace of its own,
 * since the wait then happens after different events. Choices that would leave
 * the wait with the same past are the same event, and the lowest index stands
 * for them. See docs/design/dependence.md, "Waits on several". */
#include "kernel/place.h"
#include "kernel/matching.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

const struct post *place_partner(const struct state *st, uint32_t actor, uint32_t handle,
                                 const uint32_t *cut)
{
    const struct handle *h = &st->actor[actor].posts.at[handle];
    const struct mailbox *m = &st->mailbox[h->mailbox];
    if (h->k >= m->side[!h->side].len)
        return NULL;
    const struct post *p = &m->side[!h->side].at[h->k];
    return state_in_cut(st, p->event, cut) ? p : NULL;
}

uint32_t place_owner(const struct state *st, uint32_t mutex, const uint32_t *cut)
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

/* A wait's point of view while its outcomes are worked out. */
struct waiting {
    const struct state *st;
    uint32_t actor;
    const struct op *op;
    const uint32_t *cut;
};

static const struct handle *handle_of(const struct waiting *w, uint32_t i)
{
    return &w->st->actor[w->actor].posts.at[w->op->args[i]];
}

static bool same_comm(const struct waiting *w, uint32_t i, uint32_t j)
{
    const struct handle *a = handle_of(w, i), *b = handle_of(w, j);
    return a->mailbox == b->mailbox && a->k == b->k;
}

/* The events of the i-th communication; false if it is not paired. */
static bool sides(const struct waiting *w, uint32_t i, uint32_t event[2])
{
    const struct post *p = place_partner(w->st, w->actor, w->op->args[i], w->cut);
    if (!p)
        return false;
    const struct handle *h = handle_of(w, i);
    event[0] = w->st->mailbox[h->mailbox].side[h->side].at[h->k].event;
    event[1] = p->event;
    return true;
}

static bool can_be_first(const struct waiting *w, uint32_t i, const uint32_t mine[2])
{
    for (uint32_t j = 0; j < w->op->nargs; j++) {
        uint32_t other[2];
        if (j == i || same_comm(w, i, j) || !sides(w, j, other))
            continue;
        bool inside = true;
        for (int s = 0; s < 2 && inside; s++)
            inside = state_before(w->st, other[s], mine[0]) ||
                     state_before(w->st, other[s], mine[1]);
        if (inside)
            return false;
    }
    return true;
}

/* What the wait's past would be if it reported a communication with these
 * events: max of the clocks of its own predecessor and of the two. */
static uint32_t past_at(const struct waiting *w, uint32_t previous, const uint32_t e[2],
                        uint32_t a)
{
    uint32_t n = state_clock(w->st, previous)[a];
    for (int s = 0; s < 2; s++) {
        uint32_t c = state_clock(w->st, e[s])[a];
        n = c > n ? c : n;
    }
    return n;
}

static bool same_past(const struct waiting *w, const uint32_t x[2], const uint32_t y[2])
{
    const struct actor *me = &w->st->actor[w->actor];
    size_t done = w->cut ? w->cut[w->actor] : me->events.len;
    uint32_t previous = me->events.at[done - 1]; /* there is one: it posted */
    for (uint32_t a = 0; a < w->st->nactors; a++)
        if (past_at(w, previous, x, a) != past_at(w, previous, y, a))
            return false;
    return true;
}

static bool stands_for_itself(const struct waiting *w, uint32_t i, const uint32_t mine[2])
{
    for (uint32_t j = 0; j < i; j++) {
        uint32_t other[2];
        if (sides(w, j, other) && can_be_first(w, j, other) && same_past(w, mine, other))
            return false;
    }
    return true;
}

static void comm_outcomes(const struct waiting *w, outcomes_vec *out)
{
    size_t before = out->len;
    for (uint32_t i = 0; i < w->op->nargs; i++) {
        uint32_t event[2];
        if (sides(w, i, event) && (w->op->nargs == 1 || (can_be_first(w, i, event) &&
                                                         stands_for_itself(w, i, event))))
            vec_push(out, (int32_t)i);
    }
    if (out->len == before && w->op->kind == OP_TEST)
        vec_push(out, OUTCOME_FALSE);
}

static void mutex_outcomes(const struct waiting *w, outcomes_vec *out)
{
    for (uint32_t i = 0; i < w->op->nargs; i++)
        if (place_owner(w->st, w->op->args[i], w->cut) == w->actor) {
            vec_push(out, (int32_t)i);
            return;
        }
    if (w->op->kind == OP_MTEST)
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

/* An actor takes any message of its inbox that it accepts as it then is; with FIFO
 * delivery, of each sender only the oldest such one. What it has taken before is
 * decided by its own events alone. */
static void take_outcomes(const struct state *st, uint32_t actor, const uint32_t *cut,
                          outcomes_vec *out)
{
    struct program *p = st->program;
    const struct actor *me = &st->actor[actor];
    uint32_t index = cut ? cut[actor] : (uint32_t)me->events.len;
    const image_id *image =
        index < me->events.len ? &st->events.at[me->events.at[index]].image : NULL;
    size_t before = out->len;
    for (size_t i = 0; i < me->inbox.len; i++) {
        const struct message *m = &me->inbox.at[i];
        bool taken = m->taken != NO_EVENT && st->events.at[m->taken].index < index;
        bool sent = m->event == NO_EVENT || state_in_cut(st, m->event, cut);
        if (taken || !sent)
            continue;
        bool overtakes = false;
        for (size_t j = before; p->fifo && j < out->len; j++)
            overtakes |= take_sender(out->at[j]) == m->from;
        if (!overtakes && p->ops->accepts(p, actor, image, m->body))
            vec_push(out, take_outcome(m->from, m->k));
    }
}

void place_outcomes(const struct state *st, uint32_t actor, const struct op *op,
                    const uint32_t *cut, outcomes_vec *out)
{
    const struct waiting w = {st, actor, op, cut};
    switch (op->kind) {
    case OP_CHOOSE:
        for (int32_t v = 0; v < op->value; v++)
            vec_push(out, v);
        break;
    case OP_WAIT:
    case OP_TEST:
        comm_outcomes(&w, out);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        mutex_outcomes(&w, out);
        break;
    case OP_TAKE:
        take_outcomes(st, actor, cut, out);
        break;
    case OP_UNLOCK:
        if (queued(st, actor, op->object, cut))
            vec_push(out, OUTCOME_NONE);
        break;
    case OP_LOCAL:
    case OP_ASSERT:
    case OP_SEND:
    case OP_RECV:
    case OP_LOCK:
        vec_push(out, OUTCOME_NONE);
        break;
    default:
        assert(matching_kind(op->kind));
        matching_outcomes(st, actor, op, cut, out);
    }
}

/* Sets of keys are shared by many acts, so they are kept for good, in an open hash
 * table. In memory a set is its size, then its members. */
static void intern_grow(struct state *st)
{
    uint64_t **old = st->interned.slot;
    size_t n = st->interned.capacity;
    st->interned.capacity = n ? n * 2 : 64;
    st->interned.slot = mem_alloc(st->interned.capacity * sizeof *old);
    for (size_t i = 0; i < n; i++) {
        if (!old[i])
            continue;
        size_t at = XXH3_64bits(old[i], (old[i][0] + 1) * sizeof **old);
        while (st->interned.slot[at &= st->interned.capacity - 1])
            at++;
        st->interned.slot[at] = old[i];
    }
    free(old);
}

/* `set` is in that form. */
static const uint64_t *intern(struct state *st, const uint64_t *set)
{
    size_t bytes = (set[0] + 1) * sizeof *set;
    if (st->interned.count * 2 >= st->interned.capacity)
        intern_grow(st);
    size_t at = XXH3_64bits(set, bytes);
    uint64_t *found;
    while ((found = st->interned.slot[at &= st->interned.capacity - 1])) {
        if (found[0] == set[0] && !memcmp(found, set, bytes))
            return found + 1;
        at++;
    }
    st->interned.count++;
    found = st->interned.slot[at] = memcpy(mem_alloc(bytes), set, bytes);
    return found + 1;
}

void place_keys(struct state *st, const uint64_t *set, struct act *a)
{
    a->nkeys = (uint16_t)set[0];
    if (set[0] == 1)
        a->key = set[1];
    else
        a->keys = intern(st, set);
}

static void set_keys(struct state *st, const struct op *op, struct act *a)
{
    bool comm = op->kind == OP_WAIT || op->kind == OP_TEST;
    uint64_t few[17],
        *set = op->nargs <= 16 ? few : mem_alloc((op->nargs + 1) * sizeof *set);
    set[0] = op->nargs;
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct handle *h = comm ? &st->actor[a->actor].posts.at[op->args[i]] : NULL;
        set[i + 1] = h ? comm_key(h->mailbox, h->k) : op->args[i];
    }
    place_keys(st, set, a);
    if (set != few)
        free(set);
}

/* How many of these events are in the cut? They happen one after the other, so
 * the cut has the first few of them. */
static uint32_t count_in_cut(const struct state *st, const events_vec *v,
                             const uint32_t *cut)
{
    size_t n = v->len;
    while (n && !state_in_cut(st, v->at[n - 1], cut))
        n--;
    return (uint32_t)n;
}

struct act place_act(struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut, int32_t outcome)
{
    struct act a = {.kind = (uint8_t)op->kind, .actor = actor, .outcome = outcome};
    if (matching_kind(op->kind))
        return matching_act(st, actor, op, cut, outcome);
    switch (op->kind) {
    case OP_SEND:
    case OP_RECV: {
        const struct mailbox *m = &st->mailbox[op->object];
        int side = op->kind == OP_RECV;
        a.object = op->object;
        a.seq = (uint32_t)m->side[side].len;
        while (a.seq && !state_in_cut(st, m->side[side].at[a.seq - 1].event, cut))
            a.seq--;
        break;
    }
    case OP_LOCK:
    case OP_UNLOCK:
        a.object = op->object;
        a.seq =
            count_in_cut(st, &st->mutex[op->object].order[op->kind == OP_UNLOCK], cut);
        if (op->kind == OP_UNLOCK)
            a.owner = place_owner(st, op->object, cut);
        break;
    case OP_WAIT:
    case OP_TEST:
    case OP_MWAIT:
    case OP_MTEST:
        set_keys(st, op, &a);
        break;
    case OP_TAKE: {
        const struct message *m = state_message(st, actor, outcome);
        a.seq = cut ? cut[actor] : (uint32_t)st->actor[actor].events.len;
        a.object = m->from;
        a.owner = m->event == NO_EVENT ? NO_EVENT : st->events.at[m->event].index;
        break;
    }
    case OP_CHOOSE:
        a.seq = cut ? cut[actor] : (uint32_t)st->actor[actor].events.len;
        break;
    case OP_LOCAL:
    case OP_ASSERT:
        break;
    default:
        assert(op->kind < OP_KINDS);
    }
    return a;
}
