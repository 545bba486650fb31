/* SPDX-License-Identifier: Apache-2.0
 *
 * moves.c - what can happen in a world; see world.h. */
#include "explore/states/world.h"
#include "kernel/matching.h"

/* ---- rules R and S ---- */

static bool is_open(const struct world_request *r)
{
    return r->kind == OP_IRECV && !r->done && !r->cancelled;
}

static struct envelope envelope(const struct world_message *m, uint32_t from)
{
    return (struct envelope){m->context, from, m->tag};
}

static bool claims(const struct world_request *r, struct envelope e)
{
    return is_open(r) && rule_fits(r->wants, e);
}

bool world_wants(const struct world *w, uint32_t rank, struct envelope e)
{
    const struct world_rank *k = &w->rank[rank];
    const struct op *op = world_op(w, rank);
    if (!world_over(w, rank) && op_wants(op->kind) && !op_posts(op->kind) &&
        rule_fits(op_pattern(op), e))
        return true;
    for (size_t i = 0; i < k->requests.len; i++)
        if (claims(&k->requests.at[i], e))
            return true;
    return false;
}

/* Adds a step for each message that a receive could get which accepts these, posted after
 * `before` requests: of each sender the oldest that fits, unless an older receive claims
 * it. */
static void add_messages(const struct world *w, uint32_t rank, struct pattern wants,
                         uint32_t before, struct world_step step, world_steps_vec *out)
{
    const struct world_rank *k = &w->rank[rank];
    uint32_t first = wants.peer == ANY ? 0 : (uint32_t)wants.peer;
    uint32_t end = wants.peer == ANY ? w->n : first + 1;
    for (uint32_t from = first; from < end; from++) {
        const world_messages_vec *c = &w->channel[from * w->n + rank];
        for (size_t j = 0; j < c->len; j++) {
            struct envelope e = envelope(&c->at[j], from);
            if (!rule_fits(wants, e))
                continue;
            bool claimed = false;
            for (uint32_t i = 0; i < before && !claimed; i++)
                claimed = claims(&k->requests.at[i], e);
            step.sender = from;
            step.message = (int32_t)j;
            if (!claimed)
                vec_push(out, step);
            break;
        }
    }
}

void world_matches(const struct world *w, uint32_t rank, world_steps_vec *out)
{
    const struct world_rank *k = &w->rank[rank];
    for (size_t i = 0; i < k->requests.len; i++) {
        const struct world_request *r = &k->requests.at[i];
        struct world_step step = {.rank = rank, .request = (int32_t)i};
        if (is_open(r))
            add_messages(w, rank, r->wants, (uint32_t)i, step, out);
    }
}

/* ---- completion ---- */

uint32_t world_named(const struct world *w, uint32_t rank, uint32_t i)
{
    int32_t place = (int32_t)world_op(w, rank)->args[i];
    const world_requests_vec *v = &w->rank[rank].requests;
    uint32_t k = 0;
    while (v->at[k].mention != place)
        k++;
    return k;
}

static bool has_arrived(const struct world *w, uint32_t context, uint32_t position,
                        uint32_t rank)
{
    for (size_t i = 0; i < w->arrivals.len; i++) {
        const struct world_arrival *a = &w->arrivals.at[i];
        if (a->context == context && a->position == position && a->rank == rank)
            return true;
    }
    return false;
}

/* Have the first `needed` of those who take part in the collective arrived? */
static bool have_arrived(const struct world *w, const struct world_request *r,
                         const struct op *op, uint32_t needed)
{
    uint32_t there = 0;
    for (size_t i = 0; i < w->arrivals.len; i++)
        there += w->arrivals.at[i].context == r->context &&
                 w->arrivals.at[i].position == r->position;
    if (there >= op->nargs || there < needed)
        return there >= needed;
    for (uint32_t i = 0; i < needed; i++)
        if (!has_arrived(w, r->context, r->position, op->args[i]))
            return false;
    return true;
}

enum completion world_completion(const struct world *w, uint32_t rank, uint32_t request)
{
    const struct world_request *r = &w->rank[rank].requests.at[request];
    switch ((enum posted_kind)r->kind) {
    case OP_IRECV:
        return r->done ? COMPLETE : NOT_COMPLETE;
    case OP_ISEND:
        return r->done                                             ? COMPLETE
               : rule_waits((enum send_mode)r->mode, w->buffering) ? NOT_COMPLETE
                                                                   : BY_BUFFERING;
    case OP_ARRIVE: {
        const struct op *op = locals_get(w->locals, r->local)->op;
        uint32_t needed = rule_needed(w->buffering, op->nargs, op->needed);
        if (w->buffering == BUFFERING_ANY && have_arrived(w, r, op, op->nargs))
            return COMPLETE;
        return !have_arrived(w, r, op, needed) ? NOT_COMPLETE
               : w->buffering == BUFFERING_ANY ? BY_BUFFERING
                                               : COMPLETE;
    }
    case OP_RECEIVE:
        break;
    }
    return COMPLETE;
}

/* ---- what the pending operation may lead to ---- */

static void add_complete(const struct world *w, uint32_t rank, const struct op *op,
                         struct world_step step, world_steps_vec *out)
{
    for (uint32_t i = 0; i < op->nargs; i++) {
        enum completion c = world_completion(w, rank, world_named(w, rank, i));
        step.outcome = (int32_t)i;
        step.buffered = c == BY_BUFFERING;
        if (c != NOT_COMPLETE)
            vec_push(out, step);
    }
    step.outcome = OUTCOME_FALSE;
    step.buffered = false;
    if (op->kind == OP_POLL)
        vec_push(out, step);
}

/* May an iprobe or tryrecv fail? Not as long as it fits a message that was seen. */
static bool may_fail(const struct world *w, uint32_t rank, const struct op *op)
{
    for (uint32_t from = 0; from < w->n; from++) {
        const world_messages_vec *c = &w->channel[from * w->n + rank];
        for (size_t j = 0; j < c->len; j++)
            if (c->at[j].sighted && rule_fits(op_pattern(op), envelope(&c->at[j], from)))
                return false;
    }
    return true;
}

/* Removes what a rank does not do that has looked at this place too often: with
 * locals.polls it is assumed to find something, otherwise it does nothing. */
static void limit_moves(const struct world *w, size_t first, world_steps_vec *out)
{
    size_t kept = first;
    for (size_t i = first; i < out->len && w->locals->polls; i++)
        if (out->at[i].message != NO_PLACE || out->at[i].outcome != OUTCOME_FALSE)
            out->at[kept++] = out->at[i];
    out->len = kept;
}

static void all_moves(const struct world *w, uint32_t rank, world_steps_vec *out)
{
    const struct world_rank *k = &w->rank[rank];
    const struct op *op = world_op(w, rank);
    struct world_step step = {.rank = rank, .request = NO_PLACE, .message = NO_PLACE};
    if (world_over(w, rank))
        return;
    switch (op->kind) {
    case OP_FINISH:
    case OP_POLL:
        add_complete(w, rank, op, step, out);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        add_messages(w, rank, op_pattern(op), (uint32_t)k->requests.len, step, out);
        step.outcome = OUTCOME_FALSE;
        if (op_fails(op->kind) && may_fail(w, rank, op))
            vec_push(out, step);
        break;
    case OP_CHOOSE:
        for (; step.outcome < op->value; step.outcome++)
            vec_push(out, step);
        break;
    case OP_CANCEL:
        step.outcome = !k->requests.at[world_named(w, rank, 0)].done;
        vec_push(out, step);
        break;
    default:
        if (w->parting || !op_parts(op))
            vec_push(out, step);
    }
}

void world_moves(const struct world *w, uint32_t rank, world_steps_vec *out)
{
    size_t first = out->len;
    all_moves(w, rank, out);
    if (!world_between(w, rank) && world_local(w, rank)->spent)
        limit_moves(w, first, out);
}

enum world_limit world_limit(const struct world *w, uint32_t rank)
{
    world_steps_vec moves = {0};
    if (world_over(w, rank) || world_between(w, rank) || !world_local(w, rank)->spent)
        return WORLD_FREE;
    all_moves(w, rank, &moves);
    size_t all = moves.len;
    limit_moves(w, 0, &moves);
    enum world_limit limit = !moves.len        ? WORLD_STOPPED
                             : moves.len < all ? WORLD_LIMITED
                                               : WORLD_FREE;
    vec_free(&moves);
    return limit;
}

/* ---- what commutes with everything ---- */

/* A receive that names its source has one message that it can get: the first one from
 * there that fits, unless a receive that was posted earlier fits it, too. Nobody else can
 * take this message. */
static bool sole_match(const struct world *w, uint32_t rank, uint32_t request,
                       struct world_step *step)
{
    const world_requests_vec *v = &w->rank[rank].requests;
    const struct world_request *r = &v->at[request];
    if (!is_open(r) || r->wants.peer == ANY)
        return false;
    uint32_t from = (uint32_t)r->wants.peer;
    const world_messages_vec *c = &w->channel[from * w->n + rank];
    size_t j = 0;
    while (j < c->len && !claims(r, envelope(&c->at[j], from)))
        j++;
    if (j == c->len)
        return false;
    for (size_t i = 0; i < request; i++)
        if (claims(&v->at[i], envelope(&c->at[j], from)))
            return false;
    *step = (struct world_step){
        .rank = rank, .request = (int32_t)request, .sender = from, .message = (int32_t)j};
    return true;
}

/* The same for any receive of the rank, awaited or not: that it is matched disables
 * nothing but its cancellation. A test of it, or a wait for it and for others, may still
 * find it incomplete, or find another one. */
static bool any_sole_match(const struct world *w, uint32_t rank, struct world_step *step)
{
    const world_requests_vec *v = &w->rank[rank].requests;
    for (uint32_t i = 0; i < v->len && !w->patient; i++)
        if (sole_match(w, rank, i, step))
            return true;
    return false;
}

bool world_settled(const struct world *w, uint32_t rank, struct world_step *step)
{
    const struct op *op = world_op(w, rank);
    if (world_over(w, rank))
        return false;
    *step = (struct world_step){.rank = rank, .request = NO_PLACE, .message = NO_PLACE};
    switch (op->kind) {
    case OP_LOCAL:
    case OP_ASSERT:
    case OP_ISEND:
    case OP_IRECV:
    case OP_RECEIVE:
        return true;
    case OP_ARRIVE:
        return w->parting || !op_parts(op) || any_sole_match(w, rank, step);
    case OP_FINISH: {
        if (op->nargs != 1)
            return any_sole_match(w, rank, step);
        uint32_t request = world_named(w, rank, 0);
        return world_completion(w, rank, request) == COMPLETE ||
               sole_match(w, rank, request, step) || any_sole_match(w, rank, step);
    }
    default:
        return any_sole_match(w, rank, step);
    }
}
