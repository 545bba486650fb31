/* SPDX-License-Identifier: Apache-2.0
 *
 * race.c - see race.h.
 *
 * The classical notion covers posts, locks and unlocks: two dependent events e
 * and f with nothing between them in the happens-before order are a race if f
 * can happen without e. For the others:
 *
 * - A wait that succeeded cannot happen before the posts it reports, so it has
 *   no race with them. It may report another communication, though.
 * - A test that succeeded can fail, if it happens before *every* post that
 *   pairs a member of its set. Going back to one of these posts is not enough:
 *   the others, if they are concurrent, would let the test succeed again. So all
 *   of them are left out, and the first one is where to go back to.
 * - A test that failed races with each of those posts; that race is found, the
 *   classical way, from the post.
 * - A choice, or a wait or test on several, has its other outcomes.
 * - A take cannot happen before its message is sent, so it has no race with that;
 *   its other outcomes are the other messages that it could have taken.
 *
 * Matching semantics has no races but with cancels: what a match, probe, poll or finish
 * depends on must come first, and what else could have been are other outcomes.
 *
 * - A cancel that came too late can be in time, and a retraction that failed can succeed,
 *   if it happens before the match of what it names.
 * - A cancel that was in time took from its receive the outcomes it could have had.
 * - A retraction that was in time took its message from whoever could have got or seen
 * it; that may have got another one instead, so two events stand in the way.
 * - With queues, two sends to one queue race, in the classical way; then what gets or
 *   sees a message of it has no other outcome. */
#include "explore/race.h"
#include "kernel/clock.h"
#include "kernel/depend.h"
#include "kernel/mailbox.h"
#include "kernel/matching.h"
#include "kernel/mutex.h"
#include "kernel/place.h"

#include <assert.h>
#include <string.h>

void races_init(struct races *r, struct state *st, alternative_fn *found, void *context)
{
    *r = (struct races){.st = st, .found = found, .context = context};
    vec_reserve(&r->past, st->nactors);
    vec_reserve(&r->cut, st->nactors);
    vec_reserve(&r->one, st->nactors);
    vec_reserve(&r->act_past, st->nactors);
}

void races_free(struct races *r)
{
    vec_free(&r->past);
    vec_free(&r->cut);
    vec_free(&r->one);
    vec_free(&r->act_past);
    vec_free(&r->causes);
    vec_free(&r->act_causes);
    vec_free(&r->outcomes);
}

#define NO_EXCEPTION INT32_MIN

/* Report an actor's operation, placed in r->cut, with every outcome that it can have
 * there but `except`. It must conflict with the event at the node; outcomes that differ
 * in which message they get may not. */
static void report_op(struct races *r, uint32_t actor, const struct op *op, uint32_t node,
                      int32_t except)
{
    r->outcomes.len = 0;
    place_outcomes(r->st, actor, op, r->cut.at, &r->outcomes);
    for (size_t i = 0; i < r->outcomes.len; i++) {
        int32_t outcome = r->outcomes.at[i];
        if (outcome == except)
            continue;
        struct alternative alt = {.node = node, .cut = r->cut.at};
        alt.act = place_act(r->st, actor, op, r->cut.at, outcome);
        if (op_family(op->kind) != FAMILY_MATCHING ||
            dep_between(&alt.act, &r->st->events.at[node].act))
            r->found(r->context, &alt);
    }
}

static void report(struct races *r, uint32_t event, uint32_t node, int32_t except)
{
    const struct event *e = &r->st->events.at[event];
    struct op op = e->op; /* the callback may look at other events */
    assert(r->cut.at[e->act.actor] == e->index);
    report_op(r, e->act.actor, &op, node, except);
}

/* In matching semantics, all causes are needed but probes that saw a message before it
 * was withdrawn; a send can also do without what is before it in its queue. */
static bool can_do_without(const struct state *st, const struct act *a, uint32_t cause)
{
    uint8_t kind = st->events.at[cause].act.kind;
    return op_family(a->kind) != FAMILY_MATCHING || a->kind == OP_ISEND ||
           (a->kind == OP_RETRACT && (kind == OP_PROBE || kind == OP_IPROBE));
}

static void reverse_classical(struct races *r, uint32_t event)
{
    struct state *st = r->st;
    const struct event *e = &st->events.at[event];
    uint32_t actor = e->act.actor;
    memcpy(r->past.at, state_clock(st, event), st->nactors * sizeof *r->past.at);
    r->past.at[actor]--;
    r->causes.len = 0;
    clock_causes(st, &e->act, r->past.at, &r->causes);
    for (size_t i = 0; i < r->causes.len; i++) {
        uint32_t cause = r->causes.at[i];
        bool immediate =
            can_do_without(st, &e->act, cause) &&
            (!e->index ||
             !state_before(st, cause, st->actor[actor].events.at[e->index - 1]));
        for (size_t j = 0; j < r->causes.len && immediate; j++)
            immediate =
                r->causes.at[j] == cause || !state_before(st, cause, r->causes.at[j]);
        for (size_t j = 0; j < i && immediate; j++) /* named twice */
            immediate = r->causes.at[j] != cause;
        if (!immediate)
            continue;
        clock_without(st, cause, r->cut.at);
        report(r, event, cause, NO_EXCEPTION);
    }
}

static void reverse_test(struct races *r, uint32_t event)
{
    struct state *st = r->st;
    const struct event *e = &st->events.at[event];
    uint32_t node = NO_EVENT;
    for (uint32_t a = 0; a < st->nactors; a++)
        r->cut.at[a] = (uint32_t)st->actor[a].events.len;
    for (uint32_t i = 0; i < e->op.nargs; i++) {
        const struct post *p = mailbox_partner(st, e->act.actor, e->op.args[i], NULL);
        if (!p)
            continue;
        clock_without(st, p->event, r->one.at);
        for (uint32_t a = 0; a < st->nactors; a++)
            if (r->one.at[a] < r->cut.at[a])
                r->cut.at[a] = r->one.at[a];
        node = p->event < node ? p->event : node;
    }
    if (r->cut.at[e->act.actor] == e->index) /* else it already knew of one */
        report(r, event, node, NO_EXCEPTION);
}

/* The cut without these events either. */
static void leave_out(struct races *r, uint32_t event)
{
    clock_without(r->st, event, r->one.at);
    for (uint32_t a = 0; a < r->st->nactors; a++)
        if (r->one.at[a] < r->cut.at[a])
            r->cut.at[a] = r->one.at[a];
}

/* A cancel that came too late, before the match. */
static void reverse_cancel(struct races *r, uint32_t event)
{
    const struct event *e = &r->st->events.at[event];
    uint32_t taken = matching_request(r->st, e->act.actor, e->op.args[0])->taken;
    if (taken == NO_EVENT)
        return;
    clock_without(r->st, event, r->cut.at);
    leave_out(r, taken);
    if (r->cut.at[e->act.actor] == e->index)
        report(r, event, taken < event ? taken : event, e->act.outcome);
}

/* The newest event took a message just before its sender withdraws it. The sender's own
 * step, which then fails, may be asleep and never come. */
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
    report_op(r, sender, &op, event, 0);
}

void races_reverse(struct races *r, uint32_t event)
{
    const struct act *a = &r->st->events.at[event].act;
    switch ((enum op_kind)a->kind) {
    case OP_SEND:
    case OP_RECV:
    case OP_LOCK:
    case OP_UNLOCK:
    case OP_MWAIT:
    case OP_MTEST:
        reverse_classical(r, event);
        break;
    case OP_TEST:
        if (a->outcome != OUTCOME_FALSE)
            reverse_test(r, event);
        break;
    case OP_ISEND:
        if (a->place > 1)
            reverse_classical(r, event);
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
            reverse_classical(r, event);
        else
            reverse_cancel(r, event);
        break;
    default:
        break;
    }
}

/* Can such an event have several outcomes in one and the same past? */
static bool has_labels(const struct event *e)
{
    const struct act *a = &e->act;
    switch ((enum op_kind)a->kind) {
    case OP_CHOOSE:
    case OP_TAKE:
    case OP_POLL:
    case OP_IPROBE:
    case OP_TRYRECV:
    case OP_RETRACT:
        return true;
    case OP_FINISH:
        return e->op.nargs > 1;
    case OP_WAIT:
    case OP_TEST:
        return a->nkeys > 1 && a->outcome != OUTCOME_FALSE;
    case OP_MATCH:
    case OP_PROBE: /* of one sender's messages, or of a queue's, only the oldest that fits
                      matters */
        return a->source == ANY_SOURCE && !a->place;
    default:
        return false;
    }
}

/* A cancel that was in time, the first of its receive. */
static bool prevents_match(const struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    return e->act.kind == OP_CANCEL && e->act.outcome && e->place != NO_EVENT;
}

/* An actor's operation gets or sees the message that the retraction withdrew, in r->cut.
 */
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

static bool gets_message(enum op_kind kind)
{
    return kind == OP_MATCH || kind == OP_PROBE || kind == OP_IPROBE ||
           kind == OP_TRYRECV;
}

/* The same instead of what it got, or of being withdrawn itself. If that is before the
 * retraction, it is just another outcome of it. */
static void reclaim_for(struct races *r, uint32_t retraction, uint32_t event)
{
    struct state *st = r->st;
    const struct event *e = &st->events.at[event];
    const struct act retract = st->events.at[retraction].act;
    bool cancels = prevents_match(st, event);
    bool gets = gets_message((enum op_kind)e->act.kind);
    uint32_t actor = cancels ? e->place : e->act.actor;
    if (!(gets || cancels) || matching_rank(st, actor) != retract.owner ||
        state_before(st, event, retraction))
        return;
    struct op op = cancels ? matching_op(st, e->act.actor, e->act.seq) : e->op;
    clock_without(st, retraction, r->cut.at);
    leave_out(r, event);
    if (cancels || r->cut.at[actor] == e->index)
        report_message(r, actor, &op, event < retraction ? event : retraction, &retract);
}

/* Everything that could have got or seen the message, had it not been withdrawn: who got
 * something else, and who has not got anything yet (a try or probe that could fail now
 * may be asleep). */
static void reclaim(struct races *r, uint32_t retraction)
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
        if (!a->ended && gets_message(op.kind) && r->cut.at[actor] == a->events.len)
            report_message(r, actor, &op, retraction, &retract);
    }
}

static bool withdraws_message(const struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    return e->act.kind == OP_RETRACT && e->act.outcome && e->place != NO_EVENT;
}

void races_relabel(struct races *r, uint32_t event)
{
    const struct act *a = &r->st->events.at[event].act;
    if (withdraws_message(r->st, event))
        reclaim(r, event);
    if (prevents_match(r->st, event)) {
        struct op match = matching_op(r->st, a->actor, a->seq);
        clock_without(r->st, event, r->cut.at);
        report_op(r, r->st->events.at[event].place, &match, event, NO_EXCEPTION);
    }
    if (!has_labels(&r->st->events.at[event]))
        return;
    clock_without(r->st, event, r->cut.at);
    report(r, event, event, a->outcome);
}

void offers_start(const struct state *st, uint32_t post, struct offers *o)
{
    const struct act *p = &st->events.at[post].act;
    *o = (struct offers){.post = post, .next = SIZE_MAX};
    if (st->program->matching) {
        o->next = 0;
        return;
    }
    if (st->events.at[post].sent) {
        o->message = (uint32_t)st->receivers.len - st->events.at[post].sent;
        o->actor = st->receivers.at[o->message];
        o->next = 0;
        return;
    }
    if (p->kind != OP_SEND && p->kind != OP_RECV)
        return;
    const struct mailbox *m = &st->mailbox[p->object];
    int other = p->kind == OP_SEND;
    if (p->seq >= m->side[other].len)
        return;
    const struct event *partner = &st->events.at[m->side[other].at[p->seq].event];
    o->actor = partner->act.actor;
    o->next = partner->index + 1;
}

/* Is it the first of the newest event's messages to this actor? */
static bool first_to(const struct state *st, const struct offers *o)
{
    size_t i = st->receivers.len - st->events.at[o->post].sent;
    while (i < o->message && st->receivers.at[i] != o->actor)
        i++;
    return i == o->message;
}

/* The takes of all that the newest event sent a message to. */
static uint32_t next_take(const struct state *st, struct offers *o)
{
    for (;;) {
        const events_vec *theirs = &st->actor[o->actor].events;
        while (o->next < theirs->len && first_to(st, o)) {
            uint32_t take = theirs->at[o->next++];
            if (st->events.at[take].act.kind == OP_TAKE &&
                !state_before(st, take, o->post))
                return take;
        }
        if (++o->message >= st->receivers.len)
            return NO_EVENT;
        o->actor = st->receivers.at[o->message];
        o->next = 0;
    }
}

/* Can the newest event be what another outcome of this earlier one comes after? It sent a
 * message to its actor, closed a receive of it, or made a request complete. */
static bool may_offer(const struct state *st, const struct act *newest, uint32_t event)
{
    const struct act *a = &st->events.at[event].act;
    uint32_t rank = matching_rank(st, a->actor);
    bool looks =
        a->kind == OP_POLL || (a->kind == OP_FINISH && has_labels(&st->events.at[event]));
    bool receives = !looks && a->kind != OP_CHOOSE && a->kind != OP_RETRACT &&
                    (has_labels(&st->events.at[event]) || prevents_match(st, event));
    switch ((enum op_kind)newest->kind) {
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
    default:
        return false;
    }
}

static uint32_t next_matching(const struct state *st, struct offers *o)
{
    const struct act *newest = &st->events.at[o->post].act;
    while (o->next < o->post) {
        uint32_t event = (uint32_t)o->next++;
        if (may_offer(st, newest, event) && !state_before(st, event, o->post))
            return event;
    }
    return NO_EVENT;
}

uint32_t offers_next(const struct state *st, struct offers *o)
{
    if (st->program->matching)
        return next_matching(st, o);
    if (st->events.at[o->post].sent)
        return o->message < st->receivers.len ? next_take(st, o) : NO_EVENT;
    const events_vec *theirs = &st->actor[o->actor].events;
    const struct act *p = &st->events.at[o->post].act;
    while (o->next < theirs->len) {
        uint32_t wait = theirs->at[o->next++];
        const struct act *w = &st->events.at[wait].act;
        if ((w->kind == OP_WAIT || w->kind == OP_TEST) &&
            has_labels(&st->events.at[wait]) &&
            act_has_key(w, comm_key(p->object, p->seq)) &&
            !state_before(st, wait, o->post))
            return wait;
    }
    return NO_EVENT;
}

void races_offer(struct races *r, uint32_t post)
{
    struct offers o;
    offers_start(r->st, post, &o);
    if (prevents_match(r->st, post))
        races_relabel(r, post);
    for (size_t i = 0; i < r->st->retractions.len; i++)
        reclaim(r, r->st->retractions.at[i]);
    for (uint32_t wait; (wait = offers_next(r->st, &o)) != NO_EVENT;)
        races_relabel(r, wait);
}

const uint32_t *races_past(struct races *r, const struct alternative *alt)
{
    clock_past(r->st, &alt->act, alt->cut, &r->act_causes, r->act_past.at);
    return r->act_past.at;
}
