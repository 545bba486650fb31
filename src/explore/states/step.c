/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - what a step does to a world, and the facts about it; see world.h and facts.h.
 */
#include "explore/states/facts.h"
#include "explore/states/world.h"

#include <assert.h>
#include <string.h>

static inline void fact(struct world *w, enum fact_kind type, enum name_type name,
                        uint32_t a, uint32_t b, uint32_t c)
{
    if (w->facts)
        vec_push(w->facts, fact_of(type, name_of(name, a, b, c)));
}

static void interferes(struct world *w, enum fact_kind type, enum name_type name,
                       uint32_t a, uint32_t b, uint32_t c, int32_t tag)
{
    fact(w, type, name, a, b, c);
    w->interferes |= 1u << name;
    if (w->facts)
        vec_push(w->facts, (uint64_t)(uint32_t)tag);
}

static void touch(struct world *w, uint32_t rank)
{
    for (size_t i = 0; i < w->touched.len; i++)
        if (w->touched.at[i] == rank)
            return;
    vec_push(&w->touched, rank);
}

/* ---- requests ---- */

static void move_owner(int32_t *owner, uint32_t gone)
{
    if (*owner == (int32_t)gone)
        *owner = NO_PLACE;
    else if (*owner > (int32_t)gone)
        --*owner;
}

/* Removes the request from the list of its rank, and from those who refer to it. */
static void remove_request(struct world *w, uint32_t rank, uint32_t request)
{
    world_requests_vec *v = &w->rank[rank].requests;
    const struct world_request gone = v->at[request];
    fact(w, FACT_REMOVES, NAME_POSTED, rank, 0, request);
    memmove(&v->at[request], &v->at[request + 1], (v->len - request - 1) * sizeof *v->at);
    v->len--;
    /* Only a send that is not received yet is anybody's `owner`. */
    if (request == v->len && (gone.kind != OP_ISEND || gone.done))
        return;
    for (uint32_t to = 0; to < w->n; to++) {
        world_messages_vec *c = &w->channel[rank * w->n + to];
        for (size_t i = 0; i < c->len; i++)
            move_owner(&c->at[i].owner, request);
        struct world_rank *k = &w->rank[to];
        for (size_t i = 0; i < k->held.len; i++)
            if (k->held.at[i].sender == rank)
                move_owner(&k->held.at[i].owner, request);
        for (size_t i = 0; i < k->requests.len; i++)
            if (k->requests.at[i].kind == OP_IRECV && k->requests.at[i].done &&
                k->requests.at[i].got.from == rank)
                move_owner(&k->requests.at[i].owner, request);
    }
}

static bool is_needed(const struct world_request *r)
{
    return r->mention != NO_PLACE || (r->kind == OP_IRECV && !r->done && !r->cancelled);
}

/* The sender learns that its message is being received. */
static void complete_send(struct world *w, uint32_t sender, int32_t owner, uint32_t told)
{
    if (owner == NO_PLACE)
        return;
    struct world_request *s = &w->rank[sender].requests.at[owner];
    s->done = true;
    if (rule_waits((enum send_mode)s->mode, w->buffering))
        s->told = told;
    fact(w, FACT_GIVES, NAME_MATCHED, sender, 0, (uint32_t)owner);
    touch(w, sender);
}

/* Writes down that this message is taken, which may complete its send, for a sender that
 * asks whether it is. Whether the sender asks now does not matter: it may have asked at
 * the node to which this is passed back. */
static void interferes_by_taking(struct world *w, uint32_t from, uint32_t to,
                                 uint32_t message)
{
    if (w->channel[from * w->n + to].at[message].waits)
        interferes(w, FACT_INTERFERES_BY_CHOICE, NAME_COMPLETES, from, to, message, 0);
}

static struct world_message take_message(struct world *w, uint32_t from, uint32_t to,
                                         uint32_t message)
{
    world_messages_vec *c = &w->channel[from * w->n + to];
    struct world_message m = c->at[message];
    fact(w, FACT_REMOVES, NAME_ISSUED, from, to, message);
    memmove(&c->at[message], &c->at[message + 1], (c->len - message - 1) * sizeof *c->at);
    c->len--;
    world_note_busy(w, from * w->n + to);
    return m;
}

/* ---- matches ---- */

static void do_match(struct world *w, const struct world_step *step)
{
    uint32_t p = step->rank, q = step->sender, k = (uint32_t)step->request;
    struct world_request *r = &w->rank[p].requests.at[k];
    fact(w, FACT_EVENT, NAME_MATCHED, p, 0, k);
    fact(w, FACT_NEEDS, NAME_ISSUED, q, p, (uint32_t)step->message);
    fact(w, FACT_NEEDS, NAME_POSTED, p, 0, k);
    interferes_by_taking(w, q, p, (uint32_t)step->message);
    struct world_message m = take_message(w, q, p, (uint32_t)step->message);
    bool whole = r->mode == RECEIVE_WHOLE, kept = r->mention != NO_PLACE;
    int32_t owner = m.owner;
    uint32_t told = r->told;
    r->done = true;
    r->got = (struct envelope){.from = q, .tag = m.tag};
    r->value = m.value;
    r->told = 0;
    if (!whole)
        r->owner = m.owner;
    if (!kept) {
        remove_request(w, p, k);
        if (q == p)
            move_owner(&owner, k);
    } else {
        fact(w, FACT_GIVES, NAME_MATCHED, p, 0, k);
    }
    if (whole)
        complete_send(w, q, owner, told);
    touch(w, p);
}

/* ---- collectives ---- */

/* The number of collectives on this context, of those under way, at which the rank has
 * arrived. */
static uint32_t arrivals_of(const struct world *w, uint32_t rank, uint32_t context)
{
    uint32_t n = 0;
    for (size_t i = 0; i < w->arrivals.len; i++)
        n += w->arrivals.at[i].context == context && w->arrivals.at[i].rank == rank;
    return n;
}

static void add_arrival(struct world *w, struct world_arrival a)
{
    size_t i = w->arrivals.len;
    vec_push(&w->arrivals, a);
    for (; i; i--) {
        const struct world_arrival *b = &w->arrivals.at[i - 1];
        if (b->context < a.context || (b->context == a.context &&
                                       (b->position < a.position ||
                                        (b->position == a.position && b->rank < a.rank))))
            break;
        w->arrivals.at[i] = *b;
    }
    w->arrivals.at[i] = a;
}

/* Is the first collective on this context over: all have arrived, and nobody will ask? */
static bool is_over(const struct world *w, uint32_t context, const struct op *arrive)
{
    uint32_t there = 0;
    for (size_t i = 0; i < w->arrivals.len; i++)
        there += w->arrivals.at[i].context == context && !w->arrivals.at[i].position;
    if (there < arrive->nargs)
        return false;
    for (uint32_t i = 0; i < arrive->nargs; i++) {
        const world_requests_vec *v = &w->rank[arrive->args[i]].requests;
        for (size_t k = 0; k < v->len; k++)
            if (v->at[k].kind == OP_ARRIVE && v->at[k].context == context &&
                !v->at[k].position)
                return false;
    }
    return there > 0;
}

/* Removes collectives on this context that are over. */
static void forget_collectives(struct world *w, uint32_t context, const struct op *arrive)
{
    while (is_over(w, context, arrive)) {
        size_t kept = 0;
        fact(w, FACT_EVENT, NAME_NONE, 0, 0, 0);
        fact(w, FACT_REMOVES, NAME_ARRIVED, 0, context, 0);
        for (size_t i = 0; i < w->arrivals.len; i++) {
            struct world_arrival a = w->arrivals.at[i];
            if (a.context == context && !a.position)
                continue;
            a.position -= a.context == context;
            w->arrivals.at[kept++] = a;
        }
        w->arrivals.len = kept;
        for (uint32_t i = 0; i < arrive->nargs; i++) {
            world_requests_vec *v = &w->rank[arrive->args[i]].requests;
            for (size_t k = 0; k < v->len; k++)
                v->at[k].position -=
                    v->at[k].kind == OP_ARRIVE && v->at[k].context == context;
        }
    }
}

static int64_t gathered(const struct world *w, uint32_t rank,
                        const struct world_request *r)
{
    const struct op *op = locals_get(w->locals, r->local)->op;
    struct program *p = w->locals->program;
    enum { FEW = 32 };
    int64_t few[FEW],
        *values = op->needed <= FEW ? few : mem_alloc(op->needed * sizeof *values);
    size_t first = 0;
    while (w->arrivals.at[first].context != r->context ||
           w->arrivals.at[first].position != r->position)
        first++;
    for (uint32_t i = 0; i < op->needed; i++) {
        const struct world_arrival *a = &w->arrivals.at[first];
        uint32_t k = i; /* where it is if all of them are there, by rank */
        if (first + k >= w->arrivals.len || a[k].rank != op->args[i] ||
            a[k].context != r->context || a[k].position != r->position)
            for (k = 0; a[k].rank != op->args[i];)
                k++;
        values[i] = a[k].value;
    }
    int64_t result = p->ops->collectives->gather(p, rank, op, values);
    if (values != few)
        free(values);
    return result;
}

/* ---- what a rank does ---- */

struct outcome world_outcome(const struct world *w, const struct world_step *step)
{
    uint32_t p = step->rank;
    const struct op *op = world_op(w, p);
    struct outcome o = {.index = step->outcome};
    if (step->message != NO_PLACE) {
        const struct world_message *m =
            &w->channel[step->sender * w->n + p].at[step->message];
        o = (struct outcome){.received = true,
                             .value = m->value,
                             .peer = (int32_t)step->sender,
                             .tag = m->tag};
    }
    if (!op_reports(op->kind) || step->outcome == OUTCOME_FALSE)
        return o;
    const struct world_request *r =
        &w->rank[p].requests.at[world_named(w, p, (uint32_t)step->outcome)];
    if (r->kind == OP_IRECV) {
        o.received = true;
        o.value = r->value;
        o.peer = (int32_t)r->got.from;
        o.tag = r->got.tag;
    } else if (r->kind == OP_ARRIVE) {
        o.value = gathered(w, p, r);
    } else if (r->kind == OP_ISEND) {
        o.value = r->told;
    }
    return o;
}

/* Writes down what the completion of this request needed. A send that need not wait for
 * its match needs nothing: it could have been buffered. */
static void need_completion(struct world *w, uint32_t rank, uint32_t request)
{
    const struct world_request *r = &w->rank[rank].requests.at[request];
    const struct op *op;
    switch ((enum posted_kind)r->kind) {
    case OP_IRECV:
        fact(w, FACT_NEEDS, NAME_MATCHED, rank, 0, request);
        break;
    case OP_ISEND:
        if (w->buffering != BUFFERING_ANY ||
            rule_waits((enum send_mode)r->mode, w->buffering))
            fact(w, FACT_NEEDS, NAME_MATCHED, rank, 0, request);
        break;
    case OP_ARRIVE:
        op = locals_get(w->locals, r->local)->op;
        for (uint32_t i = 0; i < rule_needed(w->buffering, op->nargs, op->needed); i++)
            fact(w, FACT_NEEDS, NAME_ARRIVED, op->args[i], r->context, r->position);
        break;
    case OP_RECEIVE:
        break;
    }
}

/* Where the next local state mentions what is mentioned at this place before. The last
 * one was found at *k: most places follow upon each other. */
static bool find_place(const struct places *places, uint32_t before, uint32_t *k)
{
    uint32_t n = places->nrequests;
    if (*k && *k <= n && places->at[*k - 1] == before)
        return --*k, true;
    for (*k = 0; *k < n; ++*k)
        if (places->at[*k] == before)
            return true;
    return false;
}

/* Gives each request the place in which the next local state mentions it, and removes
 * those that do not matter any more. */
static void mention_again(struct world *w, uint32_t rank, const struct places *places)
{
    world_requests_vec *v = &w->rank[rank].requests;
    uint32_t k = 0;
    for (size_t i = v->len; i-- > 0;) {
        int32_t before = v->at[i].mention;
        v->at[i].mention = NO_PLACE;
        if (before != NO_PLACE && find_place(places, (uint32_t)before, &k))
            v->at[i].mention = (int32_t)k;
        if (!is_needed(&v->at[i]))
            remove_request(w, rank, (uint32_t)i);
    }
}

/* Likewise for messages that the rank has taken; `fresh` is one that it takes now. */
static void hold_again(struct world *w, uint32_t rank, const struct places *places,
                       struct world_held fresh)
{
    struct world_rank *k = &w->rank[rank];
    if (!k->held.len && !places->nmessages)
        return;
    struct world_held *held = mem_alloc((places->nmessages + 1) * sizeof *held);
    for (uint32_t i = 0; i < places->nmessages; i++) {
        uint32_t before = places->at[places->nrequests + i];
        held[i] = before == PLACE_NEW ? fresh : k->held.at[before];
    }
    k->held.len = 0;
    for (uint32_t i = 0; i < places->nmessages; i++)
        vec_push(&k->held, held[i]);
    free(held);
}

/* The place in which the next local state mentions the request that is made now. */
static int32_t new_mention(const struct places *places)
{
    for (uint32_t i = 0; i < places->nrequests; i++)
        if (places->at[i] == PLACE_NEW)
            return (int32_t)i;
    return NO_PLACE;
}

/* Adds a request if it matters; returns its place, or NO_PLACE. */
static int32_t add_request(struct world *w, uint32_t rank, struct world_request r)
{
    world_requests_vec *v = &w->rank[rank].requests;
    r.number = w->rank[rank].made++;
    if (!is_needed(&r))
        return NO_PLACE;
    vec_push(v, r);
    fact(w, FACT_GIVES, NAME_POSTED, rank, 0, (uint32_t)v->len - 1);
    fact(w, FACT_GIVES, NAME_MATCHED, rank, 0, (uint32_t)v->len - 1);
    return (int32_t)v->len - 1;
}

static void do_send(struct world *w, uint32_t p, const struct op *op, int32_t mention)
{
    uint32_t to = (uint32_t)op->peer;
    world_messages_vec *c = &w->channel[p * w->n + to];
    enum send_mode mode = (enum send_mode)op->mode;
    bool at_once = !rule_may_wait(mode, w->buffering);
    struct world_request r = {.kind = OP_ISEND,
                              .done = at_once,
                              .mode = op->mode,
                              .mention = mention,
                              .owner = NO_PLACE};
    int32_t place = add_request(w, p, r);
    fact(w, FACT_GIVES, NAME_ISSUED, p, to, (uint32_t)c->len);
    interferes(w, FACT_INTERFERES, NAME_SENDS, to, op->object, p, op->tag);
    vec_push(c, (struct world_message){.context = op->object,
                                       .tag = op->tag,
                                       .value = op->value,
                                       .waits = rule_waits(mode, w->buffering),
                                       .owner = at_once ? NO_PLACE : place,
                                       .k = w->sent[p * w->n + to]++});
    world_note_busy(w, p * w->n + to);
    touch(w, to);
}

static void do_arrive(struct world *w, uint32_t p, const struct op *op, uint32_t arrival,
                      int32_t mention)
{
    uint32_t context = op->object, position = arrivals_of(w, p, context);
    w->furthest = position > w->furthest ? position : w->furthest;
    struct world_request r = {.kind = OP_ARRIVE,
                              .mention = mention,
                              .context = context,
                              .position = position,
                              .local = arrival,
                              .owner = NO_PLACE};
    add_request(w, p, r);
    fact(w, FACT_GIVES, NAME_ARRIVED, p, context, position);
    interferes(w, FACT_INTERFERES, NAME_ARRIVES, p, context, position, 0);
    add_arrival(w, (struct world_arrival){context, position, p, op->value});
    for (uint32_t i = 0; i < op->nargs; i++)
        touch(w, op->args[i]);
    forget_collectives(w, context, op);
}

static void do_receive(struct world *w, uint32_t p, const struct op *op,
                       struct world_held held, int32_t mention)
{
    struct world_request r = {.kind = OP_RECEIVE, .mention = mention, .owner = NO_PLACE};
    add_request(w, p, r);
    interferes(w, FACT_INTERFERES, NAME_RECEIVES, held.sender, 0, 0, 0);
    complete_send(w, held.sender, held.owner, op->told);
}

static void do_tryrecv(struct world *w, const struct world_step *step,
                       const struct op *op)
{
    interferes_by_taking(w, step->sender, step->rank, (uint32_t)step->message);
    struct world_message m =
        take_message(w, step->sender, step->rank, (uint32_t)step->message);
    if (op->mode == RECEIVE_WHOLE)
        complete_send(w, step->sender, m.owner, op->told);
}

/* Makes the request that the operation asks for, and its other effects. The rank is in
 * its next state already. */
static void do_effects(struct world *w, const struct world_step *step,
                       const struct op *op, uint32_t arrival, int32_t mention,
                       struct world_held received)
{
    uint32_t p = step->rank;
    switch (op->kind) {
    case OP_ISEND:
        do_send(w, p, op, mention);
        break;
    case OP_IRECV:
        add_request(w, p,
                    (struct world_request){.kind = OP_IRECV,
                                           .mode = op->mode,
                                           .mention = mention,
                                           .wants = op_pattern(op),
                                           .told = op->told,
                                           .owner = NO_PLACE});
        break;
    case OP_ARRIVE:
        do_arrive(w, p, op, arrival, mention);
        break;
    case OP_RECEIVE:
        do_receive(w, p, op, received, mention);
        break;
    case OP_TRYRECV:
        if (step->message != NO_PLACE)
            do_tryrecv(w, step, op);
        break;
    case OP_PROBE:
    case OP_IPROBE:
        if (step->message != NO_PLACE)
            w->channel[step->sender * w->n + p].at[step->message].sighted = true;
        break;
    case OP_CANCEL:
        interferes(w, FACT_INTERFERES_BY_CHOICE, NAME_CANCELS, p, 0, 0, 0);
        break;
    default:
        break;
    }
}

/* Why this explorer does not know the operation. */
static enum instead unable(const struct world *w, const struct op *op)
{
    return op->kind == OP_RETRACT                           ? INSTEAD_RETRACT
           : op->kind == OP_ISEND && op->mode == SEND_READY ? INSTEAD_READY
           : op->kind == OP_POLL && op->mode == POLL_SPACE  ? INSTEAD_SPACE
           : op->kind == OP_CANCEL && !w->patient           ? INSTEAD_CANCELS
                                                            : INSTEAD_NOT;
}

static bool do_line(struct world *w, const struct world_step *step)
{
    uint32_t p = step->rank;
    struct world_rank *k = &w->rank[p];
    const struct op *op = world_op(w, p);
    uint32_t arrival = NOWHERE;
    if ((w->unable = unable(w, op)))
        return false;
    if (op->kind == OP_ARRIVE)
        arrival = locals_arrival(w->locals, p, op);
    const struct pass *pass = locals_pass(w->locals, k->local, world_outcome(w, step));
    if (!pass || (op->kind == OP_ARRIVE && arrival == NOWHERE)) {
        w->unable = INSTEAD_UNRECOGNISED;
        return false;
    }
    fact(w, FACT_EVENT, NAME_LINE, p, 0, 0);
    fact(w, FACT_NEEDS, NAME_LINE, p, 0, 0);
    struct world_held fresh = {.owner = NO_PLACE}, received = fresh;
    const struct op *arrive = NULL;
    if (op_reports(op->kind) && step->outcome != OUTCOME_FALSE) {
        uint32_t named = world_named(w, p, (uint32_t)step->outcome);
        const struct world_request *r = &k->requests.at[named];
        need_completion(w, p, named);
        if (r->kind == OP_IRECV)
            fresh = (struct world_held){r->got.from, r->owner};
        if (r->kind == OP_ARRIVE)
            arrive = locals_get(w->locals, r->local)->op;
    } else if (op->kind == OP_CANCEL) {
        uint32_t named = world_named(w, p, 0);
        if (step->outcome)
            k->requests.at[named].cancelled = true;
        else
            fact(w, FACT_NEEDS, NAME_MATCHED, p, 0, named);
    } else if (step->message != NO_PLACE) {
        fact(w, FACT_NEEDS, NAME_ISSUED, step->sender, p, (uint32_t)step->message);
        fresh = (struct world_held){
            step->sender, w->channel[step->sender * w->n + p].at[step->message].owner};
    }
    vec_push(&k->held, fresh); /* so that it is kept up to date */
    mention_again(w, p, pass->places);
    fresh = vec_pop(&k->held);
    if (op->kind == OP_RECEIVE)
        received = k->held.at[op->value];
    hold_again(w, p, pass->places, fresh);
    k->local = pass->to;
    do_effects(w, step, op, arrival, new_mention(pass->places), received);
    if (arrive)
        forget_collectives(w, arrive->object, arrive);
    touch(w, p);
    return true;
}

bool world_do(struct world *w, const struct world_step *step)
{
    if (step->request == NO_PLACE)
        return do_line(w, step);
    do_match(w, step);
    return true;
}
