/* SPDX-License-Identifier: Apache-2.0
 *
 * matching.c - what else could have happened in matching semantics.
 *
 * There are no races but with cancels: what a match, probe, poll or finish
 * depends on must come first, and what else could have been are other outcomes.
 *
 * - A cancel that came too late can be in time, and a retraction that failed can succeed,
 *   if it happens before the match of what it names.
 * - A cancel that was in time took from its receive the outcomes it could have had.
 * - A retraction that was in time took its message from whoever could have got or seen
 *   it; that may have got another one instead, so two events stand in the way.
 * - With queues, two sends to one queue race, in the classical way; then what gets or
 *   sees a message of it has no other outcome.
 * - Threads of one process race for their places in its chains (matching_ordered()): as
 *   with objects that threads share, what could have come instead of an act counts, also
 *   if it still waits.
 *
 * In an unfolding, an operation that can happen after some past in the configuration can
 * happen after all of it, up to polls that failed and cancels, which a match must not
 * come after to be another event. So only these are left out in turn. Sends to a queue
 * are a chain; two of them are rivals only if they come behind the same one. A match and
 * a cancel that was in time are rivals only if this names its receive. Rules R and S make
 * no rivals: what they want first is in the past, so that the conflict is there. */
#include "explore/classic/family/family.h"
#include "kernel/clock.h"
#include "kernel/matching.h"
#include "kernel/place.h"

/* ---- races ---- */

/* Does the act need this cause to happen at all? It needs every cause except probes
 * that saw a message before it was withdrawn, and, for a send, the previous message in
 * its queue. */
static bool needs(const struct state *st, const struct act *a, uint32_t cause)
{
    return a->kind != OP_ISEND && (a->kind != OP_RETRACT ||
                                   !op_sees((enum op_kind)st->events.at[cause].act.kind));
}

/* Reports the alternative in which a cancel that came too late happens before the
 * match. */
static void reverse_cancel(struct races *r, uint32_t event)
{
    const struct event *e = &r->st->events.at[event];
    uint32_t taken = matching_request(r->st, e->act.actor, e->op.args[0])->taken;
    if (taken == NO_EVENT)
        return;
    clock_without(r->st, event, r->cut.at);
    races_leave_out(r, taken);
    if (r->cut.at[e->act.actor] == e->index)
        races_report(r, event, taken < event ? taken : event, e->act.outcome);
}

/* The newest event took a message that its sender is about to withdraw: reports the
 * alternative in which the retraction comes first. The sender's own step, which fails
 * now, may be asleep and never be explored. */
static void reverse_taking(struct races *r, uint32_t event)
{
    const struct state *st = r->st;
    const struct act *a = &st->events.at[event].act;
    if (event + 1 != st->events.len || a->outcome == OUTCOME_FALSE)
        return;
    uint32_t sender = message_sender(a->outcome);
    const struct actor *them = &st->actor[sender];
    struct op op = them->pending;
    if (them->ended || them->failed || op.kind != OP_RETRACT ||
        matching_request(st, sender, op.args[0])->taken != event)
        return;
    clock_without(st, event, r->cut.at);
    races_report_op(r, sender, &op, event, 0);
}

/* ---- threads of one process ---- */

/* Does the operation take a place in the same order as the act? */
static bool same_order(const struct state *st, uint32_t actor, const struct op *op,
                       const struct act *a)
{
    uint32_t process = matching_process(st, actor);
    if (a->kind == OP_ISEND)
        return op->kind == OP_ISEND && process == a->process &&
               (uint32_t)op->peer == a->owner;
    if (process != a->owner || op->object != a->object)
        return false;
    if (a->kind == OP_ARRIVE)
        return op->kind == OP_ARRIVE;
    return op->kind == OP_IRECV || op->kind == OP_PROBE || op->kind == OP_IPROBE ||
           op->kind == OP_TRYRECV;
}

static bool takes_place(enum op_kind kind)
{
    return kind == OP_ISEND || kind == OP_ARRIVE || kind == OP_IRECV ||
           kind == OP_PROBE || kind == OP_IPROBE || kind == OP_TRYRECV;
}

/* Reports what the actor could have done instead of the earlier act, if that is its
 * operation number `index`. */
static void instead_of(struct races *r, uint32_t act, uint32_t actor, uint32_t index)
{
    const struct state *st = r->st;
    const struct act *a = &st->events.at[act].act;
    const struct actor *me = &st->actor[actor];
    if (a->actor == actor || !takes_place((enum op_kind)a->kind))
        return;
    bool pending = index >= me->events.len;
    if (pending && (me->ended || me->failed))
        return;
    struct op op = pending ? me->pending : st->events.at[me->events.at[index]].op;
    if (!same_order(st, actor, &op, a))
        return;
    clock_without(st, act, r->cut.at);
    if (r->cut.at[actor] == index)
        races_report_op(r, actor, &op, act, NO_EXCEPTION);
}

static void reverse_order(struct races *r, uint32_t event)
{
    const struct event *e = &r->st->events.at[event];
    uint32_t actor = e->act.actor, index = e->index;
    events_vec all = {0};
    matching_ordered(r->st, &e->act, &all);
    for (size_t i = 0; i < all.len && all.at[i] < event; i++)
        instead_of(r, all.at[i], actor, index);
    vec_free(&all);
}

/* Operations of other threads that wait now. */
static void prevented_order(struct races *r, uint32_t event)
{
    const struct state *st = r->st;
    for (uint32_t actor = 0; actor < st->program->nactors; actor++)
        instead_of(r, event, actor, (uint32_t)st->actor[actor].events.len);
}

static void reverse(struct races *r, uint32_t event)
{
    const struct act *a = &r->st->events.at[event].act;
    if (r->st->program->process)
        reverse_order(r, event);
    a = &r->st->events.at[event].act;
    switch ((enum matching_kind)a->kind) {
    case OP_ISEND:
        if (a->place > 1)
            races_classical(r, event, needs);
        break;
    case OP_MATCH:
    case OP_TRYRECV:
        reverse_taking(r, event);
        break;
    case OP_CANCEL:
        if (!a->outcome)
            reverse_cancel(r, event);
        break;
    case OP_RETRACT:
        if (a->outcome)
            races_classical(r, event, needs);
        else
            reverse_cancel(r, event);
        break;
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_FINISH:
    case OP_POLL:
    case OP_PROBE:
    case OP_IPROBE:
        break;
    }
}

static bool has_labels(const struct event *e)
{
    const struct act *a = &e->act;
    switch ((enum matching_kind)a->kind) {
    case OP_POLL:
    case OP_IPROBE:
    case OP_TRYRECV:
    case OP_RETRACT:
        return true;
    case OP_FINISH:
        return e->op.nargs > 1;
    case OP_MATCH:
    case OP_PROBE: /* of one sender's messages, or of a queue's, only the oldest that fits
                      can be taken */
        return a->source == ANY_SOURCE && !a->place;
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_CANCEL:
        break;
    }
    return false;
}

/* Did this cancel withdraw its receive, and was it the first to do so? */
static bool prevents_match(const struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    return e->act.kind == OP_CANCEL && e->act.outcome && e->place != NO_EVENT;
}

/* Reports, in r->cut, an actor's operation with the message that the retraction
 * withdrew. */
static void report_message(struct races *r, uint32_t actor, const struct op *op,
                           uint32_t node, const struct act *retract)
{
    int32_t message = message_outcome(retract->actor, retract->seq);
    r->outcomes.len = 0;
    place_outcomes(r->st, actor, op, r->cut.at, &r->outcomes);
    for (size_t i = 0; i < r->outcomes.len; i++)
        if (r->outcomes.at[i] == message) {
            struct alternative alt = {.node = node, .cut = r->cut.at};
            alt.act = place_act(r->st, actor, op, r->cut.at, message);
            r->found(r->context, &alt);
            return;
        }
}

/* Reports that the event's operation gets the withdrawn message instead of what it got,
 * or instead of being withdrawn itself. If the event is before the retraction, this is
 * just another outcome of it. */
static void reclaim_for(struct races *r, uint32_t retraction, uint32_t event)
{
    struct state *st = r->st;
    const struct event *e = &st->events.at[event];
    const struct act retract = st->events.at[retraction].act;
    bool cancels = prevents_match(st, event);
    bool gets = op_gets((enum op_kind)e->act.kind);
    uint32_t actor = cancels ? e->place : e->act.actor;
    if (!(gets || cancels) || matching_rank(st, actor) != retract.owner ||
        state_before(st, event, retraction))
        return;
    struct op op = cancels ? matching_op(st, e->act.actor, e->act.seq) : e->op;
    clock_without(st, retraction, r->cut.at);
    races_leave_out(r, event);
    if (cancels || r->cut.at[actor] == e->index)
        report_message(r, actor, &op, event < retraction ? event : retraction, &retract);
}

void matching_reclaim(struct races *r, uint32_t retraction)
{
    struct state *st = r->st;
    const struct act retract = st->events.at[retraction].act;
    for (uint32_t event = 0; event < st->events.len; event++)
        reclaim_for(r, retraction, event);
    for (uint32_t actor = retract.owner; actor < st->nactors;
         actor += st->program->nactors) {
        const struct actor *a = &st->actor[actor];
        struct op op = a->pending;
        clock_without(st, retraction, r->cut.at);
        if (!a->ended && op_gets(op.kind) && r->cut.at[actor] == a->events.len)
            report_message(r, actor, &op, retraction, &retract);
    }
}

static bool withdraws_message(const struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    return e->act.kind == OP_RETRACT && e->act.outcome && e->place != NO_EVENT;
}

static void prevented(struct races *r, uint32_t event)
{
    struct state *st = r->st;
    if (st->program->process)
        prevented_order(r, event);
    if (withdraws_message(st, event))
        matching_reclaim(r, event);
    if (!prevents_match(st, event))
        return;
    const struct event *e = &st->events.at[event];
    struct op match = matching_op(st, e->act.actor, e->act.seq);
    clock_without(st, event, r->cut.at);
    races_report_op(r, e->place, &match, event, NO_EXCEPTION);
}

/* ---- offers ---- */

static void offers_begin(const struct state *st, struct offers *o)
{
    (void)st;
    o->next = 0; /* the search goes through all events */
}

/* Can the newest event give this earlier one another outcome? It can if it sent a
 * message to its actor, closed a receive of it, or made one of its requests
 * complete. */
static bool may_offer(const struct state *st, const struct act *newest, uint32_t event)
{
    const struct act *a = &st->events.at[event].act;
    uint32_t rank = matching_process(st, matching_rank(st, a->actor));
    if (op_family((enum op_kind)a->kind) != FAMILY_MATCHING)
        return false;
    bool labels = has_labels(&st->events.at[event]);
    bool looks = labels && op_reports((enum op_kind)a->kind);
    bool receives =
        !looks && a->kind != OP_RETRACT && (labels || prevents_match(st, event));
    switch ((enum matching_kind)newest->kind) {
    case OP_ISEND:
        return receives && rank == newest->owner;
    case OP_MATCH:
        return ((looks || receives) && rank == newest->owner) ||
               (looks && rank == message_sender(newest->outcome));
    case OP_TRYRECV:
        return looks && newest->outcome != OUTCOME_FALSE &&
               rank == message_sender(newest->outcome);
    case OP_CANCEL:
    case OP_RETRACT:
        return receives && newest->outcome && rank == newest->owner;
    case OP_RECEIVE:
    case OP_ARRIVE:
        return looks;
    case OP_IRECV:
    case OP_FINISH:
    case OP_POLL:
    case OP_PROBE:
    case OP_IPROBE:
        break;
    }
    return false;
}

static uint32_t offers_earlier(const struct state *st, struct offers *o)
{
    return reduction_next_offer(st, o, may_offer);
}

/* Makes the other outcomes of an earlier event, and the matches that a cancel
 * prevented. */
static void offers_extend(struct extender *x, uint32_t event)
{
    const struct event *e = &x->st->events.at[event];
    struct op op = e->op;
    uint32_t actor = e->act.actor;
    if (e->act.kind == OP_CANCEL) {
        op = matching_op(x->st, actor, e->act.seq);
        actor = e->place;
    }
    extend_push_clock(x, NULL);
    clock_without(x->st, event, extend_top(x));
    extend_consider(x, actor, &op);
    extend_pop(x);
}

/* ---- extensions ---- */

/* Pushes the cut of the whole configuration. */
static void push_all(struct extender *x)
{
    extend_push_clock(x, NULL);
    for (uint32_t a = 0; a < x->u->nactors; a++)
        extend_top(x)[a] = (uint32_t)x->st->actor[a].events.len;
}

/* Considers a send into a queue behind each possible number of other messages. */
static void queue_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    uint32_t to = (uint32_t)op->peer;
    const struct queue *q = matching_queue(x->st, to, op->object);
    extend_consider(x, actor, op);
    for (uint32_t i = 0; q && i < q->messages.len; i++) {
        uint32_t event = matching_queued(x->st, to, q, i)->event;
        if (state_in_cut(x->st, event, extend_top(x)))
            continue;
        extend_push_with(x, event);
        extend_consider(x, actor, op);
        extend_pop(x);
    }
}

static void pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    if (op->kind == OP_ISEND) {
        queue_pasts(x, actor, op);
        return;
    }
    extend_consider(x, actor, op); /* a cancel may come before the match */
    push_all(x);
    extend_consider(x, actor, op);
    extend_pop(x);
}

/* Does the event concern the actor's pending operation? A slot is concerned by what its
 * actor does, since that may post or withdraw its receive. */
static bool concerns(const struct state *st, uint32_t actor, uint32_t event)
{
    const struct act *newest = &st->events.at[event].act;
    if (op_family((enum op_kind)newest->kind) == FAMILY_WINDOW) /* a request may be
                                                                   complete now */
        return op_reports(st->actor[actor].pending.kind);
    if (op_family((enum op_kind)newest->kind) != FAMILY_MATCHING)
        return false;
    uint32_t rank = matching_rank(st, actor);
    const struct op *op = &st->actor[actor].pending;
    switch ((enum matching_kind)newest->kind) {
    case OP_ISEND:
        return newest->owner == rank ||
               (newest->place && op->kind == OP_ISEND && op->object == newest->object &&
                (uint32_t)op->peer == newest->owner);
    case OP_MATCH:
    case OP_TRYRECV:
        return newest->owner == rank || (newest->outcome != OUTCOME_FALSE &&
                                         message_sender(newest->outcome) == rank);
    case OP_ARRIVE:
        return actor == rank;
    case OP_RECEIVE: /* the send of that message may be complete now */
        return true;
    case OP_IRECV:
    case OP_FINISH:
    case OP_POLL:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_CANCEL:
    case OP_RETRACT:
        break;
    }
    return newest->actor == rank;
}

/* ---- conflicts ---- */

static void file(struct unfolding *u, uint32_t id, ids_vec *out)
{
    const struct act *a = &unfolded(u, id)->act;
    switch ((enum matching_kind)a->kind) {
    case OP_ISEND:
        if (a->place)
            rivals_behind(u, id, out);
        break;
    case OP_MATCH:
        rivals_outcomes(u, id, out);
        rivals_at(u, RIVALS_COMPLETE, RIVALS_MISS, receive_key(a->owner, a->seq), id,
                  out);
        break;
    case OP_CANCEL:
        rivals_outcomes(u, id, out);
        if (a->outcome)
            rivals_at(u, RIVALS_MISS, RIVALS_COMPLETE, receive_key(a->owner, a->seq), id,
                      out);
        break;
    case OP_FINISH:
    case OP_POLL:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
    case OP_RETRACT:
        rivals_outcomes(u, id, out);
        break;
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
        break;
    }
}

static uint32_t behind(const struct state *st, const struct act *a)
{
    if (a->kind != OP_ISEND || a->place < 2)
        return NO_EVENT;
    const struct queue *q = matching_queue(st, a->owner, a->object);
    return matching_queued(st, a->owner, q, a->place - 2)->event;
}

const struct reduction matching_reduction = {
    .reverse = reverse,
    .has_labels = has_labels,
    .prevented = prevented,
    .may_agree = true,
    .offers_start = offers_begin,
    .offers_next = offers_earlier,
    .offers_extend = offers_extend,
    .pasts = pasts,
    .concerns = concerns,
    .file = file,
    .behind = behind,
    .position_taken = reduction_no_position,
};
