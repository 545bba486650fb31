/* SPDX-License-Identifier: Apache-2.0
 *
 * window.c - what else could have happened in one-sided communication: all races are
 * classical. Two joins race, or two accesses that overlap; what must have happened before
 * a step is possible (its lock is held, say) is no race, because the step is not possible
 * without it.
 *
 * A wait for several requests may report another one once a join, an effect or a wunlock
 * has completed it.
 *
 * In an unfolding, a join or an access is considered after each causally closed set of
 * those that it depends on: shared locks and accesses that commute among themselves are
 * no chains, so there can be exponentially many, and each is an event of its own. */
#include "explore/classic/family/family.h"
#include "kernel/depend.h"
#include "kernel/matching.h"
#include "kernel/place.h"
#include "kernel/window.h"

static void reverse(struct races *r, uint32_t event)
{
    switch ((enum window_kind)r->st->events.at[event].act.kind) {
    case OP_JOIN:
    case OP_EFFECT:
    case OP_DIRECT:
        races_classical(r, event, NULL);
        break;
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
    case OP_WUNLOCK:
    case OP_PULL:
        break;
    }
}

/* ---- offers ---- */

static void offers_begin(const struct state *st, struct offers *o)
{
    (void)st;
    o->next = 0; /* the search goes through all events */
}

/* Can the newest event make a request complete that this earlier one asked for among
 * others? */
static bool may_offer(const struct state *st, const struct act *newest, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    bool looks = e->op.kind == OP_POLL || (e->op.kind == OP_FINISH && e->op.nargs > 1);
    switch ((enum window_kind)newest->kind) {
    case OP_JOIN:
        return looks && e->act.actor == newest->owner;
    case OP_EFFECT: /* a target waits for the effects of others, too */
    case OP_WUNLOCK:
        return looks;
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
    case OP_DIRECT:
    case OP_PULL:
        break;
    }
    return false;
}

static uint32_t offers_earlier(const struct state *st, struct offers *o)
{
    return reduction_next_offer(st, o, may_offer);
}

/* ---- extensions ---- */

/* Lists the events of the part that may come before the operation or after it. */
static void list_rivals(const struct state *st, const struct op *op, events_vec *list)
{
    uint32_t number = window_part(st, op);
    if (number >= st->parts.len)
        return;
    const struct rma_part *p = &st->parts.at[number];
    for (size_t i = 0; op->kind == OP_JOIN && i < p->queue.len; i++)
        if (p->queue.at[i].exclusive || op->mode == LOCK_EXCLUSIVE)
            vec_push(list, p->queue.at[i].event);
    for (size_t i = 0; op->kind != OP_JOIN && i < p->accesses.len; i++) {
        uint32_t event = p->accesses.at[i].event;
        uint64_t words[ACCESS_WORDS] = {op->access->lo, op->access->hi,
                                        access_how(op->access)};
        if (access_conflict(words, act_keys(&st->events.at[event].act)))
            vec_push(list, event);
    }
}

/* Pushes a cut with the events that the operation requires, as far as they have
 * happened: its request, what its lock waits for, earlier effects of its actor. */
static void push_required(struct extender *x, uint32_t actor, const struct op *op)
{
    struct state *st = x->st;
    uint32_t rank = matching_rank(st, actor);
    events_vec required = {0};
    keys_vec keys = {0};
    if (actor != rank)
        vec_push(&required, matching_request(st, rank, (uint32_t)op->value)->event);
    if (op->kind != OP_JOIN && op->under != NO_LOCK &&
        matching_complete(st, matching_request(st, rank, op->under), NULL))
        matching_completion_keys(st, rank, op->under, NULL, &keys);
    for (size_t i = 0; i < keys.len; i++)
        vec_push(&required, matching_key_event(st, keys.at[i]));
    uint32_t n = op->kind == OP_EFFECT    ? (uint32_t)op->value
                 : op->kind == OP_WUNLOCK ? (uint32_t)st->actor[rank].requests.len
                                          : 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct posted *r = matching_request(st, rank, i);
        const struct op *made = matching_made(st, r);
        bool before =
            r->kind == OP_ATOMIC && made->object == op->object && made->peer == op->peer;
        if (before && op->kind == OP_EFFECT) {
            uint64_t a[ACCESS_WORDS] = {made->access->lo, made->access->hi,
                                        access_how(made->access)};
            uint64_t b[ACCESS_WORDS] = {op->access->lo, op->access->hi,
                                        access_how(op->access)};
            before = access_in_order(a, b);
        } else if (before) {
            before = made->under == op->under;
        }
        if (before)
            vec_push(&required, r->taken);
    }
    extend_push_with(x, NO_EVENT);
    for (size_t i = 0; i < required.len; i++) {
        if (required.at[i] == NO_EVENT)
            continue;
        extend_push_with(x, required.at[i]);
        /* the two topmost cuts become one */
        for (uint32_t a = 0; a < x->u->nactors; a++)
            extend_top(x)[(int64_t)a - x->u->nactors] = extend_top(x)[a];
        extend_pop(x);
    }
    vec_free(&required);
    vec_free(&keys);
}

static void pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    events_vec list = {0};
    switch ((enum window_kind)op->kind) {
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
    case OP_PULL:
        extend_consider(x, actor, op);
        break;
    case OP_WUNLOCK:
        push_required(x, actor, op);
        extend_consider(x, actor, op);
        extend_pop(x);
        break;
    case OP_JOIN:
    case OP_EFFECT:
    case OP_DIRECT:
        push_required(x, actor, op);
        list_rivals(x->st, op, &list);
        extend_closed_sets(x, actor, op, &list);
        extend_pop(x);
        break;
    }
    vec_free(&list);
}

static void offers_extend(struct extender *x, uint32_t event)
{
    matching_reduction.offers_extend(x, event);
}

static bool concerns(const struct state *st, uint32_t actor, uint32_t newest)
{
    (void)actor;
    enum op_kind kind = (enum op_kind)st->events.at[newest].act.kind;
    return kind == OP_ARRIVE || op_family(kind) == FAMILY_WINDOW;
}

/* ---- conflicts ---- */

static void file(struct unfolding *u, uint32_t id, ids_vec *out)
{
    const struct act *a = &unfolded(u, id)->act;
    switch ((enum window_kind)a->kind) {
    case OP_JOIN:
        rivals_at(u, RIVALS_JOIN, RIVALS_JOIN, a->object, id, out);
        break;
    case OP_EFFECT:
    case OP_DIRECT:
        rivals_at(u, RIVALS_ACCESS, RIVALS_ACCESS, a->object, id, out);
        break;
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
    case OP_WUNLOCK:
    case OP_PULL:
        break;
    }
}

const struct reduction window_reduction = {
    .reverse = reverse,
    .has_labels = reduction_no_labels,
    .offers_start = offers_begin,
    .offers_next = offers_earlier,
    .offers_extend = offers_extend,
    .pasts = pasts,
    .concerns = concerns,
    .file = file,
    .behind = reduction_behind_nothing,
    .position_taken = reduction_no_position,
};
