/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_rules.c - see oracle_rules.h. */
#include "oracle_rules.h"
#include "oracle_cancel.h"

#include <assert.h>

struct request *rules_sent(const struct judge *j, const struct arrival *a)
{
    return &j->rank[a->from].requests.at[a->request];
}

/* ---- messages ---- */

bool rules_fits(const struct op *receive, uint32_t sender, const struct op *send)
{
    return receive->object == send->object &&
           (receive->peer == ANY || receive->peer == (int32_t)sender) &&
           (receive->tag == ANY || receive->tag == send->tag);
}

static bool is_pending(const struct request *r)
{
    return r->op.kind == OP_IRECV && r->match == OUTCOME_FALSE && !r->cancelled;
}

/* A message that a receive can get. */
static bool is_free(const struct request *r)
{
    return r->op.kind == OP_ISEND && !r->taken && !r->cancelled;
}

/* With queues: the oldest message to the rank that fits and that nobody has, if this
 * sender sent it. */
static struct request *first_in_queue(const struct judge *j, uint32_t to,
                                      const struct op *receive, uint32_t sender)
{
    for (size_t i = 0; i < j->sent.len; i++) {
        const struct arrival *a = &j->sent.at[i];
        struct request *s = rules_sent(j, a);
        if (a->to == to && is_free(s) && rules_fits(receive, a->from, &s->op))
            return a->from == sender ? s : NULL;
    }
    return NULL;
}

/* The oldest message of this sender to the rank that fits and that nobody has. */
static struct request *oldest(const struct judge *j, uint32_t to,
                              const struct op *receive, uint32_t sender)
{
    if (j->program->queues)
        return first_in_queue(j, to, receive, sender);
    for (size_t i = 0; i < j->rank[sender].requests.len; i++) {
        struct request *s = &j->rank[sender].requests.at[i];
        if (is_free(s) && s->op.peer == (int32_t)to &&
            rules_fits(receive, sender, &s->op))
            return s;
    }
    return NULL;
}

/* May a receive of the rank get a message of this sender now, and which? `before`: how
 * many of the rank's requests are older than the receive. */
static struct request *available(const struct judge *j, uint32_t to,
                                 const struct op *receive, size_t before, uint32_t sender)
{
    struct request *s = oldest(j, to, receive, sender);
    for (size_t i = 0; s && i < before; i++) {
        const struct request *r = &j->rank[to].requests.at[i];
        if (is_pending(r) && rules_fits(&r->op, sender, &s->op))
            return NULL;
    }
    return s;
}

struct request *rules_message(const struct judge *j, uint32_t to, int32_t outcome)
{
    struct rank *from = &j->rank[message_sender(outcome)];
    for (size_t i = 0; i < from->requests.len; i++) {
        struct request *s = &from->requests.at[i];
        if (s->op.kind == OP_ISEND && s->op.peer == (int32_t)to &&
            s->number == message_number(outcome))
            return s;
    }
    assert(0 && "there is such a message");
    return NULL;
}

/* ---- completion ---- */

/* Have the first so many of those who take part come as far as this arrive? */
static bool arrived(const struct judge *j, const struct request *arrive, uint32_t needed)
{
    for (uint32_t i = 0; i < needed; i++) {
        const struct rank *r = &j->rank[arrive->op.args[i]];
        bool there = false;
        for (size_t k = 0; k < r->requests.len; k++)
            there |= r->requests.at[k].op.kind == OP_ARRIVE &&
                     r->requests.at[k].op.object == arrive->op.object &&
                     r->requests.at[k].number == arrive->number;
        if (!there)
            return false;
    }
    return true;
}

enum completion { NOT_COMPLETE, BY_BUFFERING, COMPLETE };

/* A buffered send is complete at once; a synchronous one when its receive has started,
 * which for a message that was only taken (MPI_Mprobe) is its MPI_Mrecv; a standard one
 * as the one or as the other (3.4). */
static enum completion completion_of_send(const struct judge *j, const struct request *s)
{
    bool standard = s->op.mode == SEND_STANDARD || s->op.mode == SEND_READY;
    if (s->received || s->op.mode == SEND_BUFFERED || cancel_completes(s))
        return COMPLETE;
    if (!standard || j->buffering == BUFFERING_ZERO)
        return NOT_COMPLETE;
    return j->buffering == BUFFERING_ANY ? BY_BUFFERING : COMPLETE;
}

/* A collective is complete for a rank when those have come whose data it needs; it may
 * or may not wait for the others (6.1). */
static enum completion completion_of_arrive(const struct judge *j,
                                            const struct request *r)
{
    if (arrived(j, r, r->op.nargs))
        return COMPLETE;
    if (j->buffering == BUFFERING_ZERO || !arrived(j, r, r->op.needed))
        return NOT_COMPLETE;
    return j->buffering == BUFFERING_ANY ? BY_BUFFERING : COMPLETE;
}

/* May a wait or test find the request complete? */
static enum completion completion(const struct judge *j, const struct request *r)
{
    switch (r->op.kind) {
    case OP_ISEND:
        return completion_of_send(j, r);
    case OP_ARRIVE:
        return completion_of_arrive(j, r);
    case OP_IRECV:
        return r->match != OUTCOME_FALSE ? COMPLETE : NOT_COMPLETE;
    default: /* a receive of a message that is there */
        return COMPLETE;
    }
}

/* ---- what can happen ---- */

/* A test may always fail: the standard says what must have happened before an operation
 * completes, and not how long that takes (3.5, 3.7.3). That a rank that asks for ever is
 * answered at last is the matter of find_rounds(). */
static void add_completions(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    for (uint32_t i = 0; i < me->op.nargs; i++) {
        enum completion c = completion(j, &me->requests.at[me->op.args[i]]);
        struct move m = {
            .rank = rank, .outcome = (int32_t)i, .buffered = c == BY_BUFFERING};
        if (c != NOT_COMPLETE)
            vec_push(out, m);
    }
    if (me->op.kind == OP_POLL)
        vec_push(out, (struct move){.rank = rank, .outcome = OUTCOME_FALSE});
}

/* Has a probe shown a message to the rank that its present look is for, and that nobody
 * has received since? */
static bool knows_of_one(const struct judge *j, uint32_t rank)
{
    const struct rank *me = &j->rank[rank];
    for (size_t i = 0; i < me->seen.len; i++) {
        int32_t name = me->seen.at[i].message;
        const struct request *s = rules_message(j, rank, name);
        if (is_free(s) && rules_fits(&me->op, message_sender(name), &s->op))
            return true;
    }
    return false;
}

/* Probe, iprobe and tryrecv succeed with a message that a receive with the same arguments
 * would get at this point (3.8.1). An iprobe or tryrecv may fail, as nobody says when a
 * message that was sent can be seen; unless one was seen already. If one was, and an
 * older receive that has not decided yet stands before it, then nothing is possible until
 * that receive has its message. */
static void add_messages(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    for (uint32_t q = 0; q < j->n; q++) {
        const struct request *s = available(j, rank, &me->op, me->requests.len, q);
        struct move m = {.rank = rank};
        if (s) {
            m.outcome = message_outcome(q, s->number);
            vec_push(out, m);
        }
    }
    if (me->op.kind != OP_PROBE && !knows_of_one(j, rank))
        vec_push(out, (struct move){.rank = rank, .outcome = OUTCOME_FALSE});
}

/* A receive that is posted and a message that is sent match some time, in the order of
 * posting and of sending (3.5); nobody need ask for it. */
void rules_add_matches(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    for (uint32_t i = 0; i < me->requests.len; i++) {
        const struct request *r = &me->requests.at[i];
        for (uint32_t q = 0; is_pending(r) && q < j->n; q++) {
            const struct request *s = available(j, rank, &r->op, i, q);
            struct move m = {.rank = rank, .request = i, .match = true};
            if (s) {
                m.outcome = message_outcome(q, s->number);
                vec_push(out, m);
            }
        }
    }
}

void rules_add_moves(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    struct move plain = {.rank = rank};
    switch (me->op.kind) {
    case OP_FINISH:
    case OP_POLL:
        add_completions(j, rank, out);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        add_messages(j, rank, out);
        break;
    case OP_CHOOSE:
        for (; plain.outcome < me->op.value; plain.outcome++)
            vec_push(out, plain);
        break;
    case OP_CANCEL:
        plain.outcome = is_pending(&me->requests.at[me->op.args[0]]);
        vec_push(out, plain);
        break;
    case OP_RETRACT:
        cancel_add_moves(j, rank, out);
        break;
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_ASSERT:
    case OP_LOCAL:
        vec_push(out, plain);
        break;
    default:
        assert(0 && "an operation of matching semantics");
    }
}
