/* SPDX-License-Identifier: Apache-2.0
 *
 * matching_effects.c - what the steps of matching semantics do to the state, and how that
 * is undone; see matching.h. The table of the family's functions is at the end. */
#include "kernel/matching.h"
#include "kernel/family.h"
#include "kernel/rules.h"
#include "kernel/sync.h"
#include "kernel/wait.h"
#include "kernel/window.h"

#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static bool send_waits(const struct state *st, const struct op *isend)
{
    return rule_waits((enum send_mode)isend->mode, st->program->buffering);
}

uint32_t matching_free_slot(const struct state *st, uint32_t actor)
{
    for (uint32_t a = actor + st->program->nactors; a < st->nactors;
         a += st->program->nactors)
        if (st->actor[a].receive == NO_EVENT)
            return a;
    return NO_EVENT;
}

struct op matching_op(const struct state *st, uint32_t actor, uint32_t request)
{
    struct op op = *matching_made(st, matching_request(st, actor, request));
    op.kind = OP_MATCH;
    op.value = request;
    return op;
}

/* The index of the actor's oldest receive or atomic that still occupies a slot; the
 * number of its requests if there is none. */
static uint32_t oldest_receive(const struct state *st, uint32_t actor)
{
    const struct actor *me = &st->actor[actor];
    uint32_t n = (uint32_t)me->requests.len;
    /* receives before this one are closed */
    uint32_t i = n ? vec_last(&me->requests).first : 0;
    while (i < n &&
           (me->requests.at[i].slot == NO_EVENT || me->requests.at[i].kind == OP_WLOCK ||
            st->actor[me->requests.at[i].slot].receive != i))
        i++;
    return i;
}

/* As matching_queue(), but creates the queue if there is none. */
static struct queue *own_queue(struct state *st, uint32_t actor, uint32_t context)
{
    struct actor *me = &st->actor[actor];
    if (!matching_queue(st, actor, context))
        vec_push(&me->queues, (struct queue){.context = context});
    return &me->queues.at[matching_queue(st, actor, context) - me->queues.at];
}

/* The step that a slot makes for a request of this kind. */
static enum op_kind slot_step(enum op_kind kind)
{
    return kind == OP_IRECV    ? OP_MATCH
           : kind == OP_WLOCK  ? OP_JOIN
           : kind == OP_ATOMIC ? OP_EFFECT
                               : OP_WUNLOCK;
}

static struct chain *own_chain(struct state *st, uint32_t process, uint32_t context)
{
    if (!matching_chain(st, process, context))
        vec_push(&st->actor[process].chains, (struct chain){.context = context});
    return matching_chain(st, process, context);
}

/* The arrives on that context, which are begun if there are none. */
static struct arrivals *own_arrivals(struct actor *me, uint32_t context)
{
    if (!matching_arrivals(me, context)) {
        keys_add(&me->contexts, context);
        vec_push(&me->arrivals, (struct arrivals){0});
    }
    return matching_arrivals(me, context);
}

void matching_make_request(struct state *st, const struct event *e, uint32_t event)
{
    struct actor *me = &st->actor[e->act.actor];
    uint32_t name = matching_name(st, e->act.actor, (uint32_t)me->requests.len);
    struct posted r = {.kind = e->act.kind,
                       .event = event,
                       .k = e->act.seq,
                       .place = e->act.place,
                       .taken = NO_EVENT,
                       .cancelled = NO_EVENT,
                       .received = NO_EVENT,
                       .sighted = NO_EVENT,
                       .refused = NO_EVENT,
                       .slot = NO_EVENT,
                       .first =
                           st->program->process ? 0 : oldest_receive(st, e->act.actor),
                       .previous = NO_EVENT};
    if (r.kind == OP_ISEND) {
        uint32_t from = e->act.process;
        assert(e->act.owner < st->program->nactors && from <= MESSAGE_MAX_RANK &&
               r.k < message_most(from));
        r.waits = send_waits(st, &e->op);
        vec_keep(&matching_channel(st, from, e->act.owner)->sends, name);
        if (r.place)
            vec_push(&own_queue(st, e->act.owner, e->act.object)->messages,
                     message_outcome(from, r.k));
    } else if (op_slots((enum op_kind)r.kind)) {
        struct actor *slot = &st->actor[r.slot = matching_free_slot(st, e->act.actor)];
        slot->receive = name;
        slot->ended = false;
        slot->pending = e->op;
        slot->pending.kind = slot_step((enum op_kind)r.kind);
        slot->pending.value = name;
        if (r.kind == OP_IRECV)
            r.place = e->act.seq;
        if (r.kind == OP_IRECV && st->program->process)
            vec_push(&own_chain(st, e->act.owner, e->act.object)->receives, name);
        if (r.kind == OP_ATOMIC)
            r.previous = window_behind(st, e->act.actor, &e->op, r.first);
    } else if (r.kind == OP_ARRIVE) {
        assert(e->op.object <= ARRIVE_MAX_CONTEXT);
        vec_keep(&own_arrivals(&st->actor[e->act.owner], e->op.object)->at, name);
    }
    vec_keep(&me->requests, r);
}

void matching_unmake_request(struct state *st, const struct event *e)
{
    struct actor *me = &st->actor[e->act.actor];
    const struct posted *r = &vec_pop(&me->requests);
    if (r->kind == OP_ISEND) {
        matching_channel(st, e->act.process, e->act.owner)->sends.len--;
        if (r->place)
            own_queue(st, e->act.owner, e->act.object)->messages.len--;
    } else if (r->slot != NO_EVENT) {
        st->actor[r->slot].receive = NO_EVENT;
        st->actor[r->slot].ended = true;
        if (r->kind == OP_IRECV && st->program->process)
            own_chain(st, e->act.owner, e->act.object)->receives.len--;
    } else if (r->kind == OP_ARRIVE) {
        own_arrivals(&st->actor[e->act.owner], e->op.object)->at.len--;
    }
}

static void set_taken_of_queue(struct state *st, const struct act *a, uint32_t event)
{
    struct queue *q = own_queue(st, a->owner, a->object);
    if (event == NO_EVENT && a->place - 1 < q->taken)
        q->taken = a->place - 1;
    while (q->taken < q->messages.len &&
           matching_queued(st, a->owner, q, q->taken)->taken != NO_EVENT)
        q->taken++;
}

/* The message to the actor that has this name. */
static struct posted *own_message(struct state *st, uint32_t to, int32_t message)
{
    uint32_t from = message_sender(message);
    const struct channel *c = matching_channel(st, from, to);
    return matching_own(st, from, c->sends.at[message_number(message)]);
}

/* Records that a match, or a tryrecv that succeeds, has taken its message. */
static void set_taken(struct state *st, const struct event *e, uint32_t event)
{
    const struct act *a = &e->act;
    uint32_t from = message_sender(a->outcome), k = message_number(a->outcome);
    if (a->outcome == OUTCOME_FALSE)
        return;
    struct channel *c = matching_channel(st, from, a->owner);
    struct posted *s = own_message(st, a->owner, a->outcome);
    s->taken = event;
    if (e->op.mode == RECEIVE_WHOLE)
        s->received = event;
    if (event == NO_EVENT && k < c->taken)
        c->taken = k;
    while (c->taken < c->sends.len &&
           matching_message(st, from, a->owner, c->taken)->taken != NO_EVENT)
        c->taken++;
    if (a->place)
        set_taken_of_queue(st, a, event);
    if (a->kind == OP_MATCH)
        matching_own(st, matching_rank(st, a->actor), (uint32_t)e->op.value)->taken =
            event;
}

/* Fills in what the actor is told about a message. */
static void tell_message(const struct state *st, uint32_t line, int32_t message,
                         struct outcome *o)
{
    uint32_t from = message_sender(message), actor = matching_process(st, line);
    const struct posted *s = matching_message(st, from, actor, message_number(message));
    o->received = true;
    o->value = matching_made(st, s)->value;
    o->peer = (int32_t)from;
    o->tag = matching_made(st, s)->tag;
    o->message = message;
}

static int64_t gather(const struct state *st, uint32_t actor, const struct posted *r)
{
    const struct op *op = matching_made(st, r);
    VEC(int64_t) values = {0};
    for (uint32_t i = 0; i < op->needed; i++) {
        uint32_t event = matching_arrival(st, op->args[i], op->object, r->k);
        vec_push(&values, st->events.at[event].op.value);
    }
    int64_t result =
        st->program->ops->collectives->gather(st->program, actor, op, values.at);
    vec_free(&values);
    return result;
}

/* The number that the receiver passes back to a sender that waited for it (op.told). */
static uint32_t told_by_receiver(const struct state *st, const struct posted *send)
{
    if (!send_waits(st, matching_made(st, send)) || send->received == NO_EVENT)
        return 0;
    const struct event *e = &st->events.at[send->received];
    if (e->act.kind != OP_MATCH)
        return e->op.told;
    return matching_made(st, matching_receive(st, e->act.owner, e->act.seq))->told;
}

void matching_leave_slot(struct state *st, struct event *e, uint32_t request)
{
    const struct posted *r = matching_request(st, e->act.actor, request);
    /* which slots of a line are free follows from what the line itself has done */
    if (r->slot == NO_EVENT || st->actor[r->slot].receive != request ||
        matching_line(st, e->act.actor, request) != e->act.actor)
        return;
    e->place = r->slot;
    st->actor[r->slot].receive = NO_EVENT;
}

void matching_take_slot(struct state *st, const struct event *e, uint32_t request)
{
    if (e->place != NO_EVENT)
        st->actor[e->place].receive = request;
}

static void do_look(struct state *st, struct event *e, struct outcome *o)
{
    if (e->act.outcome == OUTCOME_FALSE)
        return;
    uint32_t reported = e->op.args[e->act.outcome];
    const struct posted *r = matching_request(st, e->act.actor, reported);
    if (r->kind == OP_IRECV)
        tell_message(st, e->act.actor, st->events.at[r->taken].act.outcome, o);
    else if (r->kind == OP_ARRIVE)
        o->value = gather(st, e->act.actor, r);
    else if (r->kind == OP_ISEND)
        o->value = told_by_receiver(st, r);
    else if (r->kind == OP_ATOMIC)
        o->value = window_accessed(st, r->taken)->result;
    matching_leave_slot(st, e, reported);
}

static void do_cancel(struct state *st, struct event *e, uint32_t event)
{
    struct posted *r = matching_own(st, e->act.actor, e->op.args[0]);
    matching_leave_slot(st, e, e->op.args[0]);
    if (e->act.outcome && e->place != NO_EVENT) { /* the receive has not been cancelled
                                                     before */
        r->cancelled = event;
        st->actor[e->place].ended = true;
    }
}

static void undo_cancel(struct state *st, const struct event *e)
{
    struct posted *r = matching_own(st, e->act.actor, e->op.args[0]);
    if (e->place == NO_EVENT)
        return;
    struct actor *slot = &st->actor[e->place];
    slot->receive = e->op.args[0];
    if (!e->act.outcome)
        return;
    r->cancelled = NO_EVENT;
    slot->ended = false;
    slot->pending = matching_op(st, e->act.actor, e->op.args[0]);
}

static void do_retract(struct state *st, struct event *e, uint32_t event)
{
    uint32_t request = e->op.args[0];
    struct posted *s = matching_own(st, e->act.actor, request);
    if (!e->act.outcome)
        vec_push(&st->refusals, event);
    if ((e->act.outcome ? s->cancelled : s->refused) != NO_EVENT)
        return;
    e->place = request; /* no earlier retraction of this message had this outcome */
    if (!e->act.outcome) {
        s->refused = event;
        return;
    }
    s->cancelled = event;
    vec_push(&st->retractions, event);
}

static void undo_retract(struct state *st, const struct event *e)
{
    st->refusals.len -= !e->act.outcome;
    if (e->place == NO_EVENT)
        return;
    struct posted *s = matching_own(st, e->act.actor, e->place);
    if (!e->act.outcome) {
        s->refused = NO_EVENT;
        return;
    }
    s->cancelled = NO_EVENT;
    st->retractions.len--;
}

/* Records that a probe has seen its message, if it is the first that did. */
static void see(struct state *st, struct event *e, uint32_t event)
{
    if (e->act.outcome == OUTCOME_FALSE)
        return;
    struct posted *s = own_message(st, e->act.owner, e->act.outcome);
    if (s->sighted != NO_EVENT)
        return;
    s->sighted = event;
    e->place = 0;
}

static void unsee(struct state *st, const struct event *e)
{
    if (e->place != NO_EVENT)
        own_message(st, e->act.owner, e->act.outcome)->sighted = NO_EVENT;
}

/* Is the act part of the chain of its process? */
static bool chained(const struct state *st, const struct event *e)
{
    return st->program->process &&
           (e->act.kind == OP_IRECV || e->act.kind == OP_PROBE ||
            e->act.kind == OP_IPROBE || e->act.kind == OP_TRYRECV);
}

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    struct outcome o = {.index = e->act.outcome};
    e->place = NO_EVENT;
    if (chained(st, e))
        vec_push(&own_chain(st, e->act.owner, e->act.object)->events, event);
    switch ((enum matching_kind)e->op.kind) {
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
        matching_make_request(st, e, event);
        break;
    case OP_RECEIVE:
        matching_make_request(st, e, event);
        own_message(st, matching_process(st, e->act.actor), (int32_t)e->op.value)
            ->received = event;
        break;
    case OP_FINISH:
    case OP_POLL:
        do_look(st, e, &o);
        break;
    case OP_PROBE:
    case OP_IPROBE:
        see(st, e, event);
        break;
    case OP_CANCEL:
        do_cancel(st, e, event);
        break;
    case OP_RETRACT:
        do_retract(st, e, event);
        break;
    case OP_MATCH:
    case OP_TRYRECV:
        set_taken(st, e, event);
        break;
    }
    if (op_gets(e->op.kind) && op_looks(e->op.kind)) {
        if (o.index != OUTCOME_FALSE)
            tell_message(st, e->act.actor, e->act.outcome, &o);
        o.index = o.received ? 0 : OUTCOME_FALSE;
    }
    return o;
}

static void revert(struct state *st, const struct event *e)
{
    if (chained(st, e))
        own_chain(st, e->act.owner, e->act.object)->events.len--;
    switch ((enum matching_kind)e->op.kind) {
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
        matching_unmake_request(st, e);
        break;
    case OP_RECEIVE:
        matching_unmake_request(st, e);
        own_message(st, matching_process(st, e->act.actor), (int32_t)e->op.value)
            ->received = NO_EVENT;
        break;
    case OP_PROBE:
    case OP_IPROBE:
        unsee(st, e);
        break;
    case OP_FINISH:
    case OP_POLL:
        if (e->act.outcome != OUTCOME_FALSE)
            matching_take_slot(st, e, e->op.args[e->act.outcome]);
        break;
    case OP_CANCEL:
        undo_cancel(st, e);
        break;
    case OP_RETRACT:
        undo_retract(st, e);
        break;
    case OP_MATCH:
    case OP_TRYRECV:
        set_taken(st, e, NO_EVENT);
        break;
    }
}

/* ---- sends that may or may not wait ---- */

void matching_wait(struct state *st, uint32_t actor, uint32_t request)
{
    struct posted *r = matching_own(st, actor, request);
    const struct op *op = matching_made(st, r);
    if (r->kind == OP_ISEND && rule_standard((enum send_mode)op->mode))
        r->waits = true;
}

void matching_halt(struct state *st)
{
    for (uint32_t a = 0; a < st->program->nactors; a++)
        for (uint32_t i = 0; i < st->actor[a].requests.len; i++)
            matching_wait(st, a, matching_name(st, a, i));
    st->program->buffering = BUFFERING_ZERO;
    st->potential = true;
}

bool matching_refused_in_vain(const struct state *st)
{
    bool failed = false;
    for (uint32_t a = 0; st->refusals.len && a < st->program->nactors; a++)
        failed |= st->actor[a].failed;
    for (size_t i = 0; i < st->refusals.len; i++) {
        const struct act *a = &st->events.at[st->refusals.at[i]].act;
        const struct posted *s = matching_message(st, a->actor, a->owner, a->seq);
        const struct actor *to = &st->actor[a->owner];
        bool over = to->ended ||
                    (to->pending.kind == OP_FINISH && to->pending.mode == FINISH_OVER);
        /* If some actor failed, another one that has not ended might have received the
         * message. */
        if (s->taken == NO_EVENT && s->cancelled == NO_EVENT &&
            (!failed || (over && !to->failed)))
            return true;
    }
    return false;
}

void matching_unmatched(const struct state *st, unmatched_vec *out)
{
    uint32_t n = st->program->nactors;
    for (uint32_t from = 0; st->program->matching && from < n; from++)
        for (uint32_t to = 0; to < n; to++)
            for (uint32_t k = 0; k < matching_channel(st, from, to)->sends.len; k++) {
                const struct posted *s = matching_message(st, from, to, k);
                if (s->taken == NO_EVENT && s->cancelled == NO_EVENT)
                    vec_push(out, (struct unmatched){from, to, k, s->event});
            }
}

/* ---- the family ---- */

/* Requests of one actor, in its own order: what they are, and what came of them. */
static void digest_requests(const struct state *st, uint32_t actor, struct digester *x)
{
    for (size_t i = 0; i < st->actor[actor].requests.len; i++) {
        const struct posted *r = &st->actor[actor].requests.at[i];
        const struct op *op = matching_made(st, r);
        bool taken = r->taken != NO_EVENT, matched = taken && r->kind == OP_IRECV;
        int64_t d[] = {r->kind,
                       op->object,
                       op->peer,
                       op->tag,
                       op->value,
                       op->mode,
                       taken,
                       matched ? st->events.at[r->taken].act.outcome : 0,
                       r->cancelled != NO_EVENT,
                       r->received != NO_EVENT,
                       r->sighted != NO_EVENT};
        digest_add(x, d, sizeof d);
    }
    uint64_t n = st->actor[actor].requests.len;
    digest_add(x, &n, sizeof n);
}

/* The messages that wait in an actor's queues; a sum, because the queues have no
 * order. */
static void digest_queues(const struct state *st, uint32_t actor, struct digester *x)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < st->actor[actor].queues.len; i++) {
        const struct queue *q = &st->actor[actor].queues.at[i];
        uint64_t waiting = 0;
        for (size_t k = q->taken; k < q->messages.len; k++) {
            int32_t m = q->messages.at[k];
            uint64_t d[3] = {waiting, q->context, (uint64_t)m};
            if (matching_message(st, message_sender(m), actor, message_number(m))
                    ->taken == NO_EVENT)
                waiting = XXH3_64bits(d, sizeof d);
        }
        sum += waiting;
    }
    digest_add(x, &sum, sizeof sum);
}

static void digest(const struct state *st, struct digester *x)
{
    for (uint32_t a = 0; st->slots && a < st->program->nactors; a++)
        digest_requests(st, a, x);
    for (uint32_t a = 0; st->program->queues && a < st->program->nactors; a++)
        digest_queues(st, a, x);
}

static void free_requests(struct state *st)
{
    size_t n = st->program->nactors;
    for (uint32_t a = 0; a < st->nactors; a++) {
        vec_free(&st->actor[a].requests);
        for (size_t q = 0; q < st->actor[a].queues.len; q++)
            vec_free(&st->actor[a].queues.at[q].messages);
        vec_free(&st->actor[a].queues);
        for (size_t c = 0; c < st->actor[a].chains.len; c++) {
            vec_free(&st->actor[a].chains.at[c].events);
            vec_free(&st->actor[a].chains.at[c].receives);
        }
        vec_free(&st->actor[a].chains);
        for (size_t c = 0; c < st->actor[a].arrivals.len; c++)
            vec_free(&st->actor[a].arrivals.at[c].at);
        vec_free(&st->actor[a].arrivals);
        keys_free(&st->actor[a].contexts);
    }
    for (size_t c = 0; st->channel && c < n * n; c++)
        vec_free(&st->channel[c].sends);
    free(st->channel);
    vec_free(&st->retractions);
    vec_free(&st->refusals);
}

/* Adds the threads of the process; those that have ended only if all have. */
static void add_process(const struct state *st, uint32_t process, events_vec *actors)
{
    size_t before = actors->len;
    for (uint32_t a = 0; st->program->process && a < st->program->nactors; a++)
        if (matching_process(st, a) == process && !st->actor[a].ended)
            wait_add(actors, a);
    if (actors->len == before)
        wait_add(actors, process);
}

/* Is it a thread that nobody has made? */
static bool is_unborn(const struct state *st, uint32_t actor)
{
    const struct op *op = &st->actor[actor].pending;
    return op->kind == OP_AWAIT && op->peer == SYNC_THREAD &&
           !sync_state(st, op->object)->made;
}

/* Adds the actors that could still send what a receive, probe or match waits for. */
static void add_senders(const struct state *st, uint32_t actor, const struct op *op,
                        events_vec *actors)
{
    if (op->peer != ANY)
        add_process(st, (uint32_t)op->peer, actors);
    for (uint32_t other = 0; op->peer == ANY && other < st->program->nactors; other++)
        if (other != actor && !st->actor[other].ended && !is_unborn(st, other))
            wait_add(actors, other);
}

void matching_wait_for(const struct state *st, uint32_t actor, uint32_t request,
                       events_vec *actors)
{
    const struct posted *r = matching_request(st, actor, request);
    const struct op *op = matching_made(st, r);
    if (r->kind == OP_IRECV)
        add_senders(st, actor, op, actors);
    else if (r->kind == OP_ISEND)
        add_process(st, (uint32_t)op->peer, actors);
    else if (r->kind == OP_WLOCK)
        window_wait_for(st, actor, request, actors);
    else if (r->kind == OP_UNLOCKING)
        window_wait_for(st, actor, op->under, actors);
    else if (r->kind == OP_ATOMIC && op->under != NO_LOCK)
        matching_wait_for(st, actor, op->under, actors);
    for (uint32_t i = 0; r->kind == OP_ARRIVE && i < matching_needed(st, op); i++)
        if (matching_arrival(st, op->args[i], op->object, r->k) == NO_EVENT)
            add_process(st, op->args[i], actors);
}

static void waits_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    const struct op *op = &st->actor[actor].pending;
    if (op->kind == OP_PROBE)
        add_senders(st, actor, op, actors);
    for (uint32_t i = 0; op->kind == OP_FINISH && i < op->nargs; i++)
        matching_wait_for(st, actor, op->args[i], actors);
}

static bool chooses(const struct event *e)
{
    return op_reports(e->op.kind) || op_withdraws(e->op.kind) || op_fails(e->op.kind);
}

static struct message_name name(int32_t outcome)
{
    return (struct message_name){message_sender(outcome), message_number(outcome)};
}

static int32_t named(struct message_name m)
{
    return message_outcome(m.sender, m.k);
}

const struct family matching_family = {
    .outcomes = matching_outcomes,
    .act = matching_act,
    .causes = matching_causes,
    .apply = apply,
    .revert = revert,
    .digest = digest,
    .free = free_requests,
    .waits_for = waits_for,
    .chooses = chooses,
    .name = name,
    .named = named,
};
