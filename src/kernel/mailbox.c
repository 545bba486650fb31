/* SPDX-License-Identifier: Apache-2.0
 *
 * mailbox.c - sends and receives on mailboxes, and waits and tests for them.
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
#include "kernel/mailbox.h"
#include "kernel/clock.h"
#include "kernel/family.h"
#include "kernel/place.h"
#include "kernel/wait.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

const struct post *mailbox_partner(const struct state *st, uint32_t actor,
                                   uint32_t handle, const uint32_t *cut)
{
    const struct handle *h = &st->actor[actor].posts.at[handle];
    const struct mailbox *m = &st->mailbox[h->mailbox];
    if (h->k >= m->side[!h->side].len)
        return NULL;
    const struct post *p = &m->side[!h->side].at[h->k];
    return state_in_cut(st, p->event, cut) ? p : NULL;
}

/* ---- outcomes ---- */

/* What a wait or test sees while its outcomes are computed. */
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
    const struct post *p = mailbox_partner(w->st, w->actor, w->op->args[i], w->cut);
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

static void wait_outcomes(const struct waiting *w, outcomes_vec *out)
{
    size_t before = out->len;
    for (uint32_t i = 0; i < w->op->nargs; i++) {
        uint32_t event[2];
        if (sides(w, i, event) && (w->op->nargs == 1 || (can_be_first(w, i, event) &&
                                                         stands_for_itself(w, i, event))))
            vec_push(out, (int32_t)i);
    }
    if (out->len == before && op_fails(w->op->kind))
        vec_push(out, OUTCOME_FALSE);
}

static void outcomes(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut, outcomes_vec *out)
{
    const struct waiting w = {st, actor, op, cut};
    switch ((enum mailbox_kind)op->kind) {
    case OP_SEND:
    case OP_RECV:
        vec_push(out, OUTCOME_NONE);
        break;
    case OP_WAIT:
    case OP_TEST:
        wait_outcomes(&w, out);
        break;
    }
}

/* ---- acts ---- */

static void set_keys(struct state *st, const struct op *op, struct act *a)
{
    uint64_t few[KEYS_FEW], *set = place_room(few, op->nargs);
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct handle *h = &st->actor[a->actor].posts.at[op->args[i]];
        set[i + 1] = comm_key(h->mailbox, h->k);
    }
    place_keys(st, set, a);
    place_no_room(few, set);
}

static struct act act(struct state *st, uint32_t actor, const struct op *op,
                      const uint32_t *cut, int32_t outcome)
{
    struct act a = {.kind = (uint8_t)op->kind, .actor = actor, .outcome = outcome};
    switch ((enum mailbox_kind)op->kind) {
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
    case OP_WAIT:
    case OP_TEST:
        set_keys(st, op, &a);
        break;
    }
    return a;
}

/* ---- causes ---- */

/* A post follows the previous one on its side of the mailbox, and every failed
 * test that named the communication it is now part of. Those tests are all of
 * one actor, so the newest is enough. */
static void post_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    const struct mailbox *m = &st->mailbox[a->object];
    int side = a->kind == OP_RECV;
    if (a->seq)
        clock_add(st, a, m->side[side].at[a->seq - 1].event, causes);
    if (a->seq >= m->failed[!side].len)
        return;
    uint32_t note = m->failed[!side].at[a->seq];
    while (note != NO_EVENT && !state_in_cut(st, st->notes.at[note].event, cut))
        note = st->notes.at[note].previous;
    if (note != NO_EVENT)
        clock_add(st, a, st->notes.at[note].event, causes);
}

/* A wait follows both sides of what it reports; one is its actor's own. */
static void wait_causes(const struct state *st, const struct act *a, events_vec *causes)
{
    if (a->outcome == OUTCOME_FALSE)
        return;
    uint64_t key = act_keys(a)[a->outcome];
    const struct mailbox *m = &st->mailbox[key >> 32];
    for (int side = 0; side < 2; side++)
        clock_add(st, a, m->side[side].at[(uint32_t)key].event, causes);
}

static void causes(const struct state *st, const struct act *a, const uint32_t *cut,
                   events_vec *out)
{
    switch ((enum mailbox_kind)a->kind) {
    case OP_SEND:
    case OP_RECV:
        post_causes(st, a, cut, out);
        break;
    case OP_WAIT:
    case OP_TEST:
        wait_causes(st, a, out);
        break;
    }
}

/* ---- effects ---- */

static void do_post(struct state *st, const struct act *a, uint32_t event, int64_t value)
{
    struct actor *me = &st->actor[a->actor];
    uint8_t side = a->kind == OP_RECV;
    struct post p = {.event = event, .handle = (uint32_t)me->posts.len, .value = value};
    vec_push(&st->mailbox[a->object].side[side], p);
    vec_push(&st->mailbox[a->object].failed[side], NO_EVENT);
    vec_push(&me->posts, (struct handle){a->object, a->seq, side});
}

static void undo_post(struct state *st, const struct act *a)
{
    st->mailbox[a->object].side[a->kind == OP_RECV].len--;
    st->mailbox[a->object].failed[a->kind == OP_RECV].len--;
    st->actor[a->actor].posts.len--;
}

/* A failed test leaves a note with each communication it named, so that the
 * post which pairs it later knows that it came after. */
static void note_failure(struct state *st, const struct act *a, const struct op *op,
                         uint32_t event)
{
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct handle *h = &st->actor[a->actor].posts.at[op->args[i]];
        uint32_t *newest = &st->mailbox[h->mailbox].failed[h->side].at[h->k];
        struct note n = {.event = event, .previous = *newest};
        *newest = (uint32_t)st->notes.len;
        vec_push(&st->notes, n);
    }
}

static void undo_notes(struct state *st, const struct act *a, const struct op *op)
{
    for (uint32_t i = op->nargs; i-- > 0;) {
        const struct handle *h = &st->actor[a->actor].posts.at[op->args[i]];
        st->mailbox[h->mailbox].failed[h->side].at[h->k] = vec_pop(&st->notes).previous;
    }
}

static struct outcome reported(const struct state *st, const struct act *a,
                               const struct op *op)
{
    struct outcome o = {.index = a->outcome};
    if (a->outcome == OUTCOME_FALSE)
        return o;
    uint32_t handle = op->args[a->outcome];
    o.received = st->actor[a->actor].posts.at[handle].side == 1;
    if (o.received)
        o.value = mailbox_partner(st, a->actor, handle, NULL)->value;
    return o;
}

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    struct outcome o = {.index = e->act.outcome};
    switch ((enum mailbox_kind)e->op.kind) {
    case OP_SEND:
    case OP_RECV:
        do_post(st, &e->act, event, e->op.value);
        break;
    case OP_WAIT:
    case OP_TEST:
        o = reported(st, &e->act, &e->op);
        if (e->act.outcome == OUTCOME_FALSE)
            note_failure(st, &e->act, &e->op, event);
        break;
    }
    return o;
}

static void revert(struct state *st, const struct event *e)
{
    switch ((enum mailbox_kind)e->op.kind) {
    case OP_SEND:
    case OP_RECV:
        undo_post(st, &e->act);
        break;
    case OP_WAIT:
    case OP_TEST:
        if (e->act.outcome == OUTCOME_FALSE)
            undo_notes(st, &e->act, &e->op);
        break;
    }
}

static void digest(const struct state *st, struct digester *x)
{
    for (uint32_t i = 0; i < st->program->nmailboxes; i++) {
        const struct mailbox *m = &st->mailbox[i];
        size_t sends = m->side[0].len, receives = m->side[1].len;
        size_t paired = sends < receives ? sends : receives;
        uint64_t pairs = 0; /* a sum over the pairs, because they have no order */
        for (size_t k = 0; k < paired; k++) {
            uint64_t ends[4];
            for (int side = 0; side < 2; side++) {
                const struct post *p = &m->side[side].at[k];
                ends[2 * side] = st->events.at[p->event].act.actor;
                ends[2 * side + 1] = p->handle;
            }
            pairs += XXH3_64bits(ends, sizeof ends);
        }
        digest_add(x, &pairs, sizeof pairs);
        for (int side = 0; side < 2; side++) {
            uint64_t waiting = m->side[side].len - paired;
            digest_add(x, &waiting, sizeof waiting);
            for (size_t k = paired; k < m->side[side].len; k++) {
                const struct post *p = &m->side[side].at[k];
                uint64_t d[3] = {st->events.at[p->event].act.actor, p->handle,
                                 (uint64_t)p->value};
                digest_add(x, d, sizeof d);
            }
        }
    }
}

static void free_mailboxes(struct state *st)
{
    for (uint32_t m = 0; m < st->program->nmailboxes; m++)
        for (int side = 0; side < 2; side++) {
            vec_free(&st->mailbox[m].side[side]);
            vec_free(&st->mailbox[m].failed[side]);
        }
    for (uint32_t a = 0; a < st->nactors; a++)
        vec_free(&st->actor[a].posts);
    vec_free(&st->notes);
    free(st->mailbox);
}

/* ---- reports and schedules ---- */

/* Adds, for each post that the actor waits for, the actors that may still post its
 * other side. */
static void waits_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    const struct op *op = &st->actor[actor].pending;
    struct program *p = st->program;
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct handle *h = &st->actor[actor].posts.at[op->args[i]];
        enum op_kind missing = h->side ? OP_SEND : OP_RECV;
        for (uint32_t other = 0; other < st->nactors; other++)
            if (other != actor && !st->actor[other].ended &&
                p->ops->words->may_still(p, other, missing, h->mailbox))
                wait_add(actors, other);
    }
}

static bool chooses(const struct event *e)
{
    return op_reports(e->op.kind) && e->op.nargs > 1 && e->act.outcome != OUTCOME_FALSE;
}

const struct family mailbox_family = {
    .outcomes = outcomes,
    .act = act,
    .causes = causes,
    .apply = apply,
    .revert = revert,
    .digest = digest,
    .free = free_mailboxes,
    .waits_for = waits_for,
    .chooses = chooses,
};
