/* SPDX-License-Identifier: Apache-2.0
 *
 * matching.c - see matching.h.
 *
 * Rules R and S (rules.h) concern the receives that are still open, and the messages that
 * are still there. So of each sender only the oldest message that fits a receive matters;
 * with program.queues, only the oldest of all. A probe or tryrecv sees what a receive
 * posted at that moment could get. */
#include "kernel/matching.h"
#include "kernel/clock.h"
#include "kernel/place.h"
#include "kernel/rules.h"
#include "kernel/window.h"

/* ---- requests and messages ---- */

const struct op *matching_made(const struct state *st, const struct posted *r)
{
    return &st->events.at[r->event].op;
}

const struct posted *matching_message(const struct state *st, uint32_t from, uint32_t to,
                                      uint32_t k)
{
    return matching_request(st, from, matching_channel(st, from, to)->sends.at[k]);
}

const struct queue *matching_queue(const struct state *st, uint32_t actor,
                                   uint32_t context)
{
    const struct actor *me = &st->actor[actor];
    for (size_t i = 0; i < me->queues.len; i++)
        if (me->queues.at[i].context == context)
            return &me->queues.at[i];
    return NULL;
}

const struct posted *matching_queued(const struct state *st, uint32_t actor,
                                     const struct queue *q, uint32_t i)
{
    int32_t m = q->messages.at[i];
    return matching_message(st, message_sender(m), actor, message_number(m));
}

struct chain *matching_chain(const struct state *st, uint32_t process, uint32_t context)
{
    struct actor *me = &st->actor[process];
    for (size_t i = 0; i < me->chains.len; i++)
        if (me->chains.at[i].context == context)
            return &me->chains.at[i];
    return NULL;
}

const struct posted *matching_receive(const struct state *st, uint32_t process,
                                      uint32_t order)
{
    if (!st->program->process)
        return matching_request(st, process, order);
    const struct chain *c = matching_chain(st, process, order / CHAIN_LONGEST);
    return matching_request(st, process, c->receives.at[order % CHAIN_LONGEST]);
}

static bool happened(const struct state *st, uint32_t event, const uint32_t *cut)
{
    return event != NO_EVENT && state_in_cut(st, event, cut);
}

uint32_t matching_requests(const struct state *st, uint32_t actor, const uint32_t *cut)
{
    size_t n = st->actor[actor].requests.len;
    while (n &&
           !state_in_cut(st, matching_request(st, actor, (uint32_t)n - 1)->event, cut))
        n--;
    return (uint32_t)n;
}

/* The place that a receive which the line posted next on this context would have in the
 * order of receives. */
static uint32_t next_order(const struct state *st, uint32_t line, uint32_t context,
                           const uint32_t *cut)
{
    if (!st->program->process)
        return matching_requests(st, line, cut);
    const struct chain *c = matching_chain(st, matching_process(st, line), context);
    size_t n = c ? c->receives.len : 0;
    while (n && !state_in_cut(
                    st, matching_request(st, line, c->receives.at[n - 1])->event, cut))
        n--;
    return chain_order(context, (uint32_t)n);
}

static uint32_t count_messages(const struct state *st, uint32_t from, uint32_t to,
                               const uint32_t *cut)
{
    size_t n = matching_channel(st, from, to)->sends.len;
    while (n &&
           !state_in_cut(st, matching_message(st, from, to, (uint32_t)n - 1)->event, cut))
        n--;
    return (uint32_t)n;
}

/* The number of messages of that context to the actor in the cut. */
static uint32_t count_queued(const struct state *st, uint32_t actor, uint32_t context,
                             const uint32_t *cut)
{
    const struct queue *q = matching_queue(st, actor, context);
    size_t n = q ? q->messages.len : 0;
    while (n &&
           !state_in_cut(st, matching_queued(st, actor, q, (uint32_t)n - 1)->event, cut))
        n--;
    return (uint32_t)n;
}

struct arrivals *matching_arrivals(const struct actor *a, uint32_t context)
{
    uint32_t i = keys_find(&a->contexts, context);
    return i < a->contexts.len ? &a->arrivals.at[i] : NULL;
}

/* An actor's own events are in the cut up to one of them. */
static uint32_t count_arrivals(const struct state *st, uint32_t actor, uint32_t context,
                               const uint32_t *cut)
{
    const struct arrivals *all = matching_arrivals(&st->actor[actor], context);
    size_t low = 0, high = all ? all->at.len : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct posted *r = matching_request(st, actor, all->at.at[middle]);
        if (state_in_cut(st, r->event, cut))
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

uint32_t matching_arrival(const struct state *st, uint32_t actor, uint32_t context,
                          uint32_t k)
{
    const struct arrivals *all = matching_arrivals(&st->actor[actor], context);
    return all && k < all->at.len ? matching_request(st, actor, all->at.at[k])->event
                                  : NO_EVENT;
}

uint32_t matching_needed(const struct state *st, const struct op *arrive)
{
    return rule_needed(st->program->buffering, arrive->nargs, arrive->needed);
}

/* ---- rules R and S ---- */

static bool open_receive(const struct state *st, const struct posted *r,
                         const uint32_t *cut)
{
    return r->kind == OP_IRECV && state_in_cut(st, r->event, cut) &&
           !happened(st, r->taken, cut) && !happened(st, r->cancelled, cut);
}

/* The index of a receive such that all older ones are closed, as far as the actor knew
 * when it had posted `before` requests. */
static uint32_t first_open(const struct state *st, uint32_t actor, uint32_t before)
{
    return before ? matching_request(st, actor, before - 1)->first : 0;
}

/* The first place in the order of receives such that the process knew all before it to be
 * closed when its next receive had the place `before`. */
static uint32_t first_place(const struct state *st, uint32_t process, uint32_t before)
{
    return st->program->process ? before - before % CHAIN_LONGEST
                                : first_open(st, process, before);
}

/* Rule R: does a receive that is posted earlier and still open claim the message? */
static bool claimed(const struct state *st, uint32_t actor, uint32_t before,
                    struct envelope e, const uint32_t *cut)
{
    for (uint32_t i = first_place(st, actor, before); i < before; i++) {
        const struct posted *r = matching_receive(st, actor, i);
        if (open_receive(st, r, cut) &&
            rule_r(i, op_pattern(matching_made(st, r)), before, e))
            return true;
    }
    return false;
}

/* As add_messages(), for programs with queues: adds at most one message, the oldest in
 * the queue that fits. */
static void add_queued(const struct state *st, uint32_t actor, const struct op *op,
                       uint32_t before, const uint32_t *cut, outcomes_vec *out)
{
    const struct queue *q = matching_queue(st, actor, op->object);
    for (uint32_t i = q && !cut ? q->taken : 0; q && i < q->messages.len; i++) {
        uint32_t from = message_sender(q->messages.at[i]);
        const struct posted *s = matching_queued(st, actor, q, i);
        struct envelope e = op_envelope(matching_made(st, s), from);
        if (!state_in_cut(st, s->event, cut))
            break;
        if (happened(st, s->taken, cut) || !rule_fits(op_pattern(op), e))
            continue;
        if (!claimed(st, actor, before, e, cut))
            vec_push(out, q->messages.at[i]);
        break;
    }
}

/* Adds the messages that this operation could get if it were a receive posted after
 * `before` requests. */
static void add_messages(const struct state *st, uint32_t actor, const struct op *op,
                         uint32_t before, const uint32_t *cut, outcomes_vec *out)
{
    if (st->program->queues) {
        add_queued(st, actor, op, before, cut, out);
        return;
    }
    for (uint32_t from = 0; from < st->program->nactors; from++) {
        const struct channel *c = matching_channel(st, from, actor);
        if (!rule_source(op_pattern(op), from))
            continue;
        for (uint32_t k = cut ? 0 : c->taken; k < c->sends.len; k++) {
            const struct posted *s = matching_message(st, from, actor, k);
            struct envelope e = op_envelope(matching_made(st, s), from);
            if (!state_in_cut(st, s->event, cut))
                break;
            if (happened(st, s->taken, cut) || happened(st, s->cancelled, cut) ||
                !rule_fits(op_pattern(op), e))
                continue;
            if (!claimed(st, actor, before, e, cut))
                vec_push(out, message_outcome(from, k));
            break;
        }
    }
}

/* ---- outcomes ---- */

/* Has a retraction of this send failed? Then the message will be received, and a wait
 * for the send returns, at the latest when the message is matched. */
static bool refused(const struct state *st, const struct posted *isend,
                    const uint32_t *cut)
{
    return happened(st, isend->refused, cut);
}

static bool all_arrived(const struct state *st, const struct posted *r,
                        const uint32_t *cut)
{
    const struct op *op = matching_made(st, r);
    for (uint32_t i = 0; i < matching_needed(st, op); i++) {
        uint32_t event = matching_arrival(st, op->args[i], op->object, r->k);
        if (!happened(st, event, cut))
            return false;
        const struct op *theirs = &st->events.at[event].op;
        if (theirs->mode == ARRIVE_CLOSES &&
            !window_effective(st, op->args[i], theirs->under, cut))
            return false;
    }
    return true;
}

bool matching_complete(const struct state *st, const struct posted *r,
                       const uint32_t *cut)
{
    if (op_family((enum op_kind)r->kind) == FAMILY_WINDOW)
        return window_complete(st, r, cut);
    switch ((enum posted_kind)r->kind) {
    case OP_RECEIVE:
        break;
    case OP_IRECV:
        return happened(st, r->taken, cut);
    case OP_ISEND:
        return !r->waits ||
               happened(st, refused(st, r, cut) ? r->taken : r->received, cut);
    case OP_ARRIVE:
        return all_arrived(st, r, cut);
    }
    return true;
}

/* Is one of the named messages being received, and does the actor know so because of
 * what others have sent to it since? */
static bool heard_of(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut)
{
    const events_vec *mine = &st->actor[actor].events;
    size_t n = cut ? cut[actor] : mine->len;
    for (uint32_t i = 0; n && i < op->nargs; i++) {
        uint32_t received = matching_request(st, actor, op->args[i])->received;
        if (received != NO_EVENT && state_before(st, received, mine->at[n - 1]))
            return true;
    }
    return false;
}

/* Does the request exist? One of another line might not, if nothing orders its making
 * before its use. */
static bool is_made(const struct state *st, uint32_t actor, uint32_t request,
                    const uint32_t *cut)
{
    uint32_t line = matching_line(st, actor, request);
    if (line == actor)
        return true;
    return request < matching_name(st, line, (uint32_t)st->actor[line].requests.len) &&
           state_in_cut(st, matching_request(st, actor, request)->event, cut);
}

/* Adds the requests that are complete. A poll may also fail, because the actor need not
 * have noticed yet that a request is complete. */
static void add_complete(const struct state *st, uint32_t actor, const struct op *op,
                         const uint32_t *cut, outcomes_vec *out)
{
    for (uint32_t i = 0; i < op->nargs; i++)
        if (is_made(st, actor, op->args[i], cut) &&
            matching_complete(st, matching_request(st, actor, op->args[i]), cut))
            vec_push(out, (int32_t)i);
    if (op->kind == OP_POLL && (op->mode != POLL_SPACE || !heard_of(st, actor, op, cut)))
        vec_push(out, OUTCOME_FALSE);
}

/* May an iprobe or tryrecv fail? Not as long as a message that fits it was seen by an
 * earlier probe of the same actor and has not been taken. */
static bool may_fail(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut)
{
    for (uint32_t from = 0; from < st->program->nactors; from++) {
        const struct channel *c = matching_channel(st, from, actor);
        if (!rule_source(op_pattern(op), from))
            continue;
        for (uint32_t k = cut ? 0 : c->taken; k < c->sends.len; k++) {
            const struct posted *s = matching_message(st, from, actor, k);
            if (happened(st, s->sighted, cut) && !happened(st, s->taken, cut) &&
                !happened(st, s->cancelled, cut) &&
                rule_fits(op_pattern(op), op_envelope(matching_made(st, s), from)))
                return false;
        }
    }
    return true;
}

void matching_outcomes(const struct state *st, uint32_t actor, const struct op *op,
                       const uint32_t *cut, outcomes_vec *out)
{
    uint32_t rank = matching_rank(st, actor), process = matching_process(st, rank);
    const struct posted *made;
    switch ((enum matching_kind)op->kind) {
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
        vec_push(out, OUTCOME_NONE);
        break;
    case OP_MATCH:
        made = matching_request(st, rank, (uint32_t)op->value);
        if (open_receive(st, made, cut))
            add_messages(st, process, op, made->place, cut, out);
        break;
    case OP_FINISH:
    case OP_POLL:
        add_complete(st, rank, op, cut, out);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        add_messages(st, process, op, next_order(st, rank, op->object, cut), cut, out);
        if (op_fails(op->kind) && may_fail(st, process, op, cut))
            vec_push(out, OUTCOME_FALSE);
        break;
    case OP_CANCEL:
        vec_push(out, !happened(st, matching_request(st, rank, op->args[0])->taken, cut));
        break;
    case OP_RETRACT: /* a retraction may always fail, since the message may be too far on
                        its way; once one has failed, all later ones fail */
        vec_push(out, 0);
        made = matching_request(st, rank, op->args[0]);
        if (!happened(st, made->taken, cut) && !refused(st, made, cut))
            vec_push(out, 1);
        break;
    }
}

/* ---- acts ---- */

void matching_completion_keys(const struct state *st, uint32_t actor, uint32_t request,
                              const uint32_t *cut, keys_vec *set)
{
    const struct posted *r = matching_request(st, actor, request);
    const struct op *op = matching_made(st, r);
    uint32_t process = matching_process(st, actor);
    if (r->kind == OP_IRECV)
        vec_push(set, receive_key(process, r->place));
    else if (r->kind == OP_ATOMIC)
        vec_push(set, receive_key(actor, request));
    else if (r->kind == OP_WLOCK)
        window_lock_keys(st, actor, request, set);
    else if (r->kind == OP_UNLOCKING)
        vec_push(set, unlock_key(actor, op->under));
    else if (r->kind == OP_ISEND && r->waits && refused(st, r, cut))
        vec_push(set, taken_key(process, (uint32_t)op->peer, r->k));
    else if (r->kind == OP_ISEND && r->waits)
        vec_push(set, message_key(process, (uint32_t)op->peer, r->k));
    for (uint32_t i = 0; r->kind == OP_ARRIVE && i < matching_needed(st, op); i++) {
        uint32_t event = matching_arrival(st, op->args[i], op->object, r->k);
        vec_push(set, arrive_key(op->args[i], op->object, r->k));
        if (st->events.at[event].op.mode == ARRIVE_CLOSES)
            window_effect_keys(st, op->args[i], st->events.at[event].op.under, cut, set);
    }
}

/* Collects the keys of a failing iprobe or tryrecv: the messages that its actor had
 * seen before and that were taken or withdrawn since. Messages whose receive the actor
 * has seen complete are left out, because program order covers them. */
static void missing_keys(const struct state *st, uint32_t line, const struct op *op,
                         const uint32_t *cut, keys_vec *set)
{
    uint32_t actor = matching_process(st, line);
    uint32_t before = next_order(st, line, op->object, cut);
    for (uint32_t i = first_place(st, actor, before); i < before; i++) {
        const struct posted *r = matching_receive(st, actor, i);
        if (r->kind != OP_IRECV || !happened(st, r->taken, cut))
            continue;
        int32_t m = st->events.at[r->taken].act.outcome;
        const struct posted *s =
            matching_message(st, message_sender(m), actor, message_number(m));
        if (happened(st, s->sighted, cut) &&
            rule_fits(op_pattern(op),
                      op_envelope(matching_made(st, s), message_sender(m))))
            vec_push(set, message_key(message_sender(m), actor, message_number(m)));
    }
    for (size_t i = 0; i < st->retractions.len; i++) {
        const struct act *a = &st->events.at[st->retractions.at[i]].act;
        if (a->owner != actor || !happened(st, st->retractions.at[i], cut))
            continue;
        const struct posted *s = matching_message(st, a->actor, actor, a->seq);
        if (happened(st, s->sighted, cut) &&
            rule_fits(op_pattern(op), op_envelope(matching_made(st, s), a->actor)))
            vec_push(set, message_key(a->actor, actor, a->seq));
    }
}

/* Gives the act its keys. A finish, or a poll that succeeds, depends on what completed
 * the request that it reports; a poll that fails depends on nothing. */
static void add_keys(struct state *st, const struct op *op, const uint32_t *cut,
                     struct act *a)
{
    keys_vec set = {0};
    vec_push(&set, 0);
    if (op->kind == OP_RECEIVE)
        vec_push(&set, message_key(message_sender((int32_t)op->value),
                                   matching_process(st, a->actor),
                                   message_number((int32_t)op->value)));
    else if (op_wants(op->kind))
        missing_keys(st, a->actor, op, cut, &set);
    else if (a->outcome != OUTCOME_FALSE)
        matching_completion_keys(st, a->actor, op->args[a->outcome], cut, &set);
    set.at[0] = set.len - 1;
    place_keys(st, set.at, a);
    vec_free(&set);
}

static void receiving(const struct state *st, uint32_t line, const struct op *op,
                      uint32_t seq, struct act *a)
{
    uint32_t rank = matching_process(st, line);
    a->owner = rank;
    a->object = op->object;
    a->seq = seq;
    a->source = op->peer == ANY ? ANY_SOURCE : (uint16_t)op->peer;
    a->tag.wanted = op->tag;
    if (a->kind == OP_CANCEL || a->outcome == OUTCOME_FALSE)
        return;
    const struct posted *s = matching_message(st, message_sender(a->outcome), rank,
                                              message_number(a->outcome));
    a->tag.sent = matching_made(st, s)->tag;
    a->place = s->place;
}

struct act matching_act(struct state *st, uint32_t actor, const struct op *op,
                        const uint32_t *cut, int32_t outcome)
{
    uint32_t rank = matching_rank(st, actor);
    struct act a = {.kind = (uint8_t)op->kind,
                    .actor = actor,
                    .outcome = outcome,
                    .object = op->object};
    switch ((enum matching_kind)op->kind) {
    case OP_ISEND:
        a.owner = (uint32_t)op->peer;
        a.process = matching_process(st, actor);
        a.seq = count_messages(st, a.process, a.owner, cut);
        if (st->program->queues)
            a.place = 1 + count_queued(st, a.owner, op->object, cut);
        break;
    case OP_IRECV:
        a.owner = matching_process(st, actor);
        a.seq = next_order(st, actor, op->object, cut);
        break;
    case OP_ARRIVE:
        a.owner = matching_process(st, actor);
        a.seq = count_arrivals(st, a.owner, op->object, cut);
        break;
    case OP_MATCH:
        receiving(st, rank, op, matching_request(st, rank, (uint32_t)op->value)->place,
                  &a);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        receiving(st, rank, op, next_order(st, rank, op->object, cut), &a);
        if (outcome == OUTCOME_FALSE)
            add_keys(st, op, cut, &a);
        break;
    case OP_CANCEL: {
        const struct posted *r = matching_request(st, rank, op->args[0]);
        receiving(st, rank, matching_made(st, r), r->place, &a);
        break;
    }
    case OP_RETRACT: {
        const struct posted *s = matching_request(st, rank, op->args[0]);
        a.owner = (uint32_t)matching_made(st, s)->peer;
        a.object = matching_made(st, s)->object;
        a.seq = s->k;
        a.tag.sent = matching_made(st, s)->tag;
        break;
    }
    case OP_RECEIVE:
    case OP_FINISH:
    case OP_POLL:
        add_keys(st, op, cut, &a);
        break;
    }
    return a;
}

/* ---- causes ---- */

static void add_cause(const struct state *st, const struct act *a, uint32_t event,
                      const uint32_t *cut, events_vec *causes)
{
    if (happened(st, event, cut))
        clock_add(st, a, event, causes);
}

/* A send into a queue happens after the previous message in that queue. */
static void send_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    if (a->place < 2)
        return;
    const struct queue *q = matching_queue(st, a->owner, a->object);
    add_cause(st, a, matching_queued(st, a->owner, q, a->place - 2)->event, cut, causes);
}

/* Consider the messages between these two that could have been received instead of the
 * later one: could each of them also have been received instead of the earlier one? */
static bool alike_between(const struct act *earlier, const struct act *later)
{
    bool one_tag = later->tag.wanted != ANY;
    if (later->place)
        return earlier->place + 1 == later->place ||
               (one_tag && later->source != ANY_SOURCE);
    return one_tag ||
           message_number(earlier->outcome) + 1 == message_number(later->outcome);
}

/* Did this earlier receive get a message with the same sender and tag, and does it
 * accept the same messages? Then its match already happens after everything that the
 * rules put before this one, unless a message with another tag lies between the two. */
static bool stands_for_earlier(const struct state *st, const struct act *a,
                               const struct posted *r, const uint32_t *cut)
{
    if (r->kind != OP_IRECV || !happened(st, r->taken, cut))
        return false;
    const struct act *b = &st->events.at[r->taken].act;
    return b->object == a->object && b->source == a->source &&
           b->tag.wanted == a->tag.wanted && b->tag.sent == a->tag.sent &&
           message_sender(b->outcome) == message_sender(a->outcome) &&
           message_number(b->outcome) < message_number(a->outcome) && alike_between(b, a);
}

/* An act that gets or sees a message happens after its sending, and after the matches
 * that rules R and S force before it. Matches forced by rule S belong to receives that
 * were posted earlier (otherwise rule R would have reserved their messages for this
 * receive) and that the actor had not seen complete when it posted this one (otherwise
 * program order covers them). So it is enough to look at the receives that were open at
 * that time. */
static void message_causes(const struct state *st, const struct act *a,
                           const uint32_t *cut, events_vec *causes)
{
    uint32_t from = message_sender(a->outcome), k = message_number(a->outcome);
    const struct posted *s = matching_message(st, from, a->owner, k);
    add_cause(st, a, s->event, cut, causes);
    for (size_t i = 0; i < st->retractions.len; i++)
        add_cause(st, a, st->retractions.at[i], cut, causes);
    for (uint32_t i = a->seq, first = first_place(st, a->owner, i); i-- > first;) {
        const struct posted *r = matching_receive(st, a->owner, i);
        add_cause(st, a, r->taken, cut, causes);
        add_cause(st, a, r->cancelled, cut, causes);
        if (stands_for_earlier(st, a, r, cut))
            break;
    }
    if (a->kind != OP_MATCH)
        return;
    const struct posted *r = matching_receive(st, a->owner, a->seq);
    add_cause(st, a, r->event, cut, causes);
}

uint32_t matching_key_event(const struct state *st, uint64_t key)
{
    uint32_t low = (uint32_t)key, middle = key >> 32 & ARRIVE_MAX_CONTEXT;
    if (key == receive_key(middle, low))
        return matching_receive(st, middle, low)->taken;
    if (key == unlock_key(middle, low))
        return matching_request(st, middle, low)->released;
    if (key >> 62 == 2)
        return matching_message(st, middle >> 10, middle & 1023, low)->received;
    if (key >> 62 == 0)
        return matching_message(st, middle >> 10, middle & 1023, low)->taken;
    return matching_arrival(st, key >> 52 & 1023, middle, low);
}

/* A finish or poll that reports something happens after all events that its keys
 * name. */
static void look_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    for (uint32_t i = 0; i < a->nkeys; i++)
        add_cause(st, a, matching_key_event(st, act_keys(a)[i]), cut, causes);
}

/* A failing iprobe or tryrecv happens after the events that took or withdrew the
 * messages seen before. */
static void missing_causes(const struct state *st, const struct act *a,
                           const uint32_t *cut, events_vec *causes)
{
    for (uint32_t i = 0; i < a->nkeys; i++) {
        uint64_t key = act_keys(a)[i];
        const struct posted *s =
            matching_message(st, key >> 42 & 1023, key >> 32 & 1023, (uint32_t)key);
        add_cause(st, a, s->taken, cut, causes);
        add_cause(st, a, s->cancelled, cut, causes);
    }
}

/* A retraction that succeeds happens after the newest probe that saw the message. */
static void retract_causes(const struct state *st, const struct act *a,
                           const uint32_t *cut, events_vec *causes)
{
    const events_vec *theirs = &st->actor[a->owner].events;
    for (size_t i = theirs->len, n = causes->len; i-- > 0 && causes->len == n;) {
        if (op_sees((enum op_kind)st->events.at[theirs->at[i]].act.kind))
            add_cause(st, a, theirs->at[i], cut, causes);
    }
}

void matching_ordered(const struct state *st, const struct act *a, events_vec *to)
{
    const struct channel *c;
    const struct arrivals *all;
    const struct chain *chain;
    switch ((enum matching_kind)a->kind) {
    case OP_ISEND:
        c = matching_channel(st, a->process, a->owner);
        for (size_t k = 0; k < c->sends.len; k++)
            vec_push(to, matching_message(st, a->process, a->owner, (uint32_t)k)->event);
        break;
    case OP_ARRIVE:
        all = matching_arrivals(&st->actor[a->owner], a->object);
        for (size_t k = 0; all && k < all->at.len; k++)
            vec_push(to, matching_request(st, a->owner, all->at.at[k])->event);
        break;
    case OP_IRECV:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        chain = matching_chain(st, a->owner, a->object);
        for (size_t k = 0; chain && k < chain->events.len; k++)
            vec_push(to, chain->events.at[k]);
        break;
    case OP_MATCH:
    case OP_FINISH:
    case OP_POLL:
    case OP_RECEIVE:
    case OP_CANCEL:
    case OP_RETRACT:
        break;
    }
}

static void heard_message(const struct state *st, uint32_t process, int32_t message,
                          events_vec *to)
{
    vec_push(to, matching_message(st, message_sender(message), process,
                                  message_number(message))
                     ->event);
}

/* The event by which the receive was posted that gets the message. */
static uint32_t posting(const struct state *st, uint32_t received)
{
    const struct act *a = &st->events.at[received].act;
    return a->kind == OP_MATCH ? matching_receive(st, a->owner, a->seq)->event : received;
}

static void heard_request(const struct state *st, uint32_t line, uint32_t request,
                          events_vec *to)
{
    const struct posted *r = matching_request(st, line, request);
    const struct op *op = matching_made(st, r);
    if (r->kind == OP_IRECV)
        heard_message(st, matching_process(st, line), st->events.at[r->taken].act.outcome,
                      to);
    else if (r->kind == OP_ISEND && r->waits && r->received != NO_EVENT)
        vec_push(to, posting(st, r->received));
    for (uint32_t i = 0; r->kind == OP_ARRIVE && i < matching_needed(st, op); i++)
        vec_push(to, matching_arrival(st, op->args[i], op->object, r->k));
}

void matching_heard(const struct state *st, const struct event *e, events_vec *to)
{
    if (e->act.kind == OP_RECEIVE)
        heard_message(st, matching_process(st, e->act.actor), (int32_t)e->op.value, to);
    else if (e->act.outcome == OUTCOME_FALSE)
        return;
    else if (e->act.kind == OP_FINISH || e->act.kind == OP_POLL)
        heard_request(st, e->act.actor, e->op.args[e->act.outcome], to);
    else if (e->act.kind == OP_PROBE || e->act.kind == OP_IPROBE ||
             e->act.kind == OP_TRYRECV)
        heard_message(st, e->act.owner, e->act.outcome, to);
}

/* Lines of one process: the newest act before this one that is ordered with it. */
static void line_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    events_vec all = {0};
    matching_ordered(st, a, &all);
    while (all.len && !state_in_cut(st, vec_last(&all), cut))
        all.len--;
    if (all.len)
        clock_add(st, a, vec_last(&all), causes);
    vec_free(&all);
}

void matching_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                     events_vec *causes)
{
    if (st->program->process)
        line_causes(st, a, cut, causes);
    switch ((enum matching_kind)a->kind) {
    case OP_MATCH:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        if (a->outcome == OUTCOME_FALSE)
            missing_causes(st, a, cut, causes);
        else
            message_causes(st, a, cut, causes);
        break;
    case OP_FINISH:
    case OP_POLL:
        look_causes(st, a, cut, causes);
        break;
    case OP_ISEND:
        send_causes(st, a, cut, causes);
        break;
    case OP_CANCEL:
        add_cause(st, a, matching_receive(st, a->owner, a->seq)->taken, cut, causes);
        break;
    case OP_RETRACT:
        retract_causes(st, a, cut, causes);
        break;
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
        break;
    }
}
