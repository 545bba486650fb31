/* SPDX-License-Identifier: Apache-2.0
 *
 * interpret_rank.c - ranks as actors of a program: see code.h.
 *
 * A rank always stands at an operation, or has ended: what is between operations
 * is run as soon as the one before it is done. */
#include "litmus/code.h"
#include "report/kinds.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* After so many instructions without an operation, the loop is considered endless. */
enum { MAX_STRAIGHT = 1 << 14 };

static const struct instruction *at(const struct litmus *l, uint32_t rank)
{
    const struct litmus_actor *a = &l->actor[rank];
    return a->pc < a->code->at.len ? &a->code->at.at[a->pc] : NULL;
}

/* ---- requests ---- */

/* The registers of the i-th argument. */
static int64_t *group(const struct litmus_actor *a, const struct instruction *in,
                      uint32_t i)
{
    return a->registers + a->code->args.at[in->first_arg + i];
}

static bool cancels(const struct instruction *in)
{
    return op_withdraws(in->kind);
}

static bool completes(const struct instruction *in)
{
    return in->flow == FLOW_OPERATION && (op_reports(in->kind) || cancels(in));
}

/* The number of arguments that are pending requests; stores them in `out` unless that
 * is NULL. */
static uint32_t under_way(const struct litmus_actor *a, const struct instruction *in,
                          uint32_t *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < in->nargs; i++) {
        int64_t request = group(a, in, i)[AT_REQUEST];
        if (request && out)
            out[n] = (uint32_t)request - 1;
        n += request != 0;
    }
    return n;
}

/* The index of the argument that is the i-th pending request. */
static uint32_t argument_of(const struct litmus_actor *a, const struct instruction *in,
                            int32_t i)
{
    uint32_t k = 0;
    while (!group(a, in, k)[AT_REQUEST] || i-- > 0)
        k++;
    return k;
}

/* Sets of requests live as long as the program, and equal sets are stored once, as
 * their size followed by their members. */
static void grow(struct request_sets *s)
{
    struct request_sets bigger = {.cap = s->cap ? 2 * s->cap : 64};
    bigger.slot = mem_alloc(bigger.cap * sizeof *bigger.slot);
    for (size_t i = 0; i < s->cap; i++) {
        if (!s->slot[i])
            continue;
        size_t k = XXH3_64bits(s->slot[i], (s->slot[i][0] + 1) * sizeof **s->slot);
        while (bigger.slot[k & (bigger.cap - 1)])
            k++;
        bigger.slot[k & (bigger.cap - 1)] = s->slot[i];
    }
    bigger.len = s->len;
    free(s->slot);
    *s = bigger;
}

static const uint32_t *intern(struct request_sets *s, const uint32_t *set)
{
    if (2 * s->len >= s->cap)
        grow(s);
    size_t bytes = (set[0] + 1) * sizeof *set, k = XXH3_64bits(set, bytes);
    uint32_t **slot = &s->slot[k & (s->cap - 1)];
    while (*slot && ((*slot)[0] != set[0] || memcmp(*slot, set, bytes)))
        slot = &s->slot[++k & (s->cap - 1)];
    if (*slot)
        return *slot + 1;
    *slot = mem_alloc(bytes);
    memcpy(*slot, set, bytes);
    s->len++;
    return *slot + 1;
}

const uint32_t *rank_set(struct litmus *l, const uint32_t *set)
{
    return intern(&l->sets, set);
}

/* ---- between operations ---- */

static void set_result(struct litmus_actor *a, const struct instruction *in,
                       int64_t value)
{
    if (in->result != NO_REGISTER)
        a->registers[in->result] = value;
}

/* The result if there is no pending request: as in MPI, the operation is complete. */
static int64_t empty_result(const struct instruction *in)
{
    return in->kind == OP_POLL && in->yes_or_no ? 1 : cancels(in) ? 0 : -1;
}

/* Is there no message to receive, because none was taken or it was received before? */
static bool lacks_message(const struct litmus_actor *a, const struct instruction *in)
{
    return in->flow == FLOW_OPERATION && in->kind == OP_RECEIVE &&
           !group(a, in, 0)[AT_MESSAGE];
}

void rank_start(struct litmus *l, uint32_t rank)
{
    struct litmus_actor *a = &l->actor[rank];
    const struct instruction *in;
    for (uint32_t steps = 0; (in = at(l, rank)); steps++) {
        a->endless = steps == MAX_STRAIGHT;
        if (in->window && !a->endless) {
            if (!window_start(l, rank, in))
                return;
            a->pc++;
            continue;
        }
        bool skips = (completes(in) && !under_way(a, in, NULL)) || lacks_message(a, in);
        if (a->endless || (in->flow == FLOW_OPERATION && !skips))
            return;
        uint32_t next = a->pc + 1;
        if (in->flow == FLOW_JUMP ||
            (in->flow == FLOW_UNLESS && !litmus_evaluate(l, rank, in->expr)))
            next = in->target;
        else if (in->flow == FLOW_SET)
            set_result(a, in, litmus_evaluate(l, rank, in->expr));
        else if (skips)
            set_result(a, in, empty_result(in));
        a->pc = next;
    }
}

/* ---- operations ---- */

static bool names_peer(const struct instruction *in)
{
    return in->kind == OP_ISEND || in->peer.n;
}

bool communicator_has(const struct communicator *c, int64_t rank)
{
    for (size_t i = 0; i < c->ranks.len; i++)
        if (c->ranks.at[i] == rank)
            return true;
    return false;
}

/* Does the operation make no sense, because this rank or the one that it names does not
 * take part? */
static bool is_misuse(const struct litmus *l, uint32_t rank, const struct instruction *in,
                      const struct op *op)
{
    const struct communicator *c = l->communicators.at[in->object];
    return !communicator_has(c, rank) ||
           (names_peer(in) && !communicator_has(c, op->peer)) ||
           (in->tag.n && op->tag < 0);
}

static int32_t clamp(int64_t x)
{
    return x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MIN : (int32_t)x;
}

static void message_op(const struct litmus *l, uint32_t rank,
                       const struct instruction *in, struct op *op)
{
    op->peer = in->peer.n ? clamp(litmus_evaluate(l, rank, in->peer)) : ANY;
    op->tag = in->tag.n ? clamp(litmus_evaluate(l, rank, in->tag)) : ANY;
    op->mode = in->mode;
}

static void completion_op(struct litmus *l, uint32_t rank, const struct instruction *in,
                          struct op *op)
{
    const struct litmus_actor *a = &l->actor[rank];
    enum { FEW = 15 };
    uint32_t few[FEW + 1];
    uint32_t *set = in->nargs <= FEW ? few : mem_alloc((in->nargs + 1) * sizeof *set);
    op->nargs = set[0] = under_way(a, in, set + 1);
    op->args = intern(&l->sets, set);
    if (set != few)
        free(set);
}

static void arrive_op(const struct litmus *l, uint32_t rank, const struct instruction *in,
                      struct op *op)
{
    op->nargs = in->nargs;
    op->args = l->actor[rank].code->args.at + in->first_arg;
    switch (in->needs) {
    case NEEDS_ALL:
        op->needed = in->nargs;
        break;
    case NEEDS_ROOT:
        op->needed = 1;
        break;
    case NEEDS_ALL_AT_ROOT:
        op->needed = rank == in->root ? in->nargs : 0;
        break;
    case NEEDS_UP_TO_SELF:
        while (op->needed < op->nargs && op->args[op->needed] <= rank)
            op->needed++;
        break;
    case NEEDS_NOBODY:
        break;
    }
}

bool rank_next(struct litmus *l, uint32_t rank, struct op *op)
{
    const struct litmus_actor *a = &l->actor[rank];
    const struct instruction *in = at(l, rank);
    if (!in)
        return false;
    *op = (struct op){.kind = in->kind, .object = in->object, .where = a->pc};
    if (a->endless) {
        op->kind = OP_ASSERT;
        op->object = FINDING_NON_TERMINATION;
        return true;
    }
    if (in->window) {
        window_next(l, rank, in, op);
        return true;
    }
    op->value = in->kind == OP_CHOOSE ? in->choices : litmus_evaluate(l, rank, in->expr);
    if (completes(in))
        completion_op(l, rank, in, op);
    else if (in->kind == OP_ARRIVE)
        arrive_op(l, rank, in, op);
    else if (in->kind == OP_RECEIVE)
        op->value = group(a, in, 0)[AT_MESSAGE] - 1;
    else if (in->name != NO_REGISTER)
        message_op(l, rank, in, op);
    if (in->name != NO_REGISTER && is_misuse(l, rank, in, op))
        *op = (struct op){
            .kind = OP_ASSERT, .object = FINDING_INVALID_ARGUMENT, .where = a->pc};
    return true;
}

int64_t rank_gather(struct program *p, uint32_t rank, const struct op *arrive,
                    const int64_t *values)
{
    (void)p;
    (void)rank;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < arrive->needed; i++)
        sum += (uint64_t)values[i];
    return (int64_t)sum;
}

static void note_message(int64_t *registers, struct outcome o)
{
    registers[AT_VALUE] = o.value;
    registers[AT_SOURCE] = o.peer;
    registers[AT_TAG] = o.tag;
    registers[AT_FOUND] = true;
}

static void note_taken(int64_t *registers, struct outcome o)
{
    registers[AT_MESSAGE] = (int64_t)o.message + 1;
}

static void finished(struct litmus_actor *a, const struct instruction *in,
                     struct outcome o)
{
    bool none = o.index == OUTCOME_FALSE;
    uint32_t k = none ? 0 : argument_of(a, in, o.index);
    if (!none) {
        int64_t *registers = group(a, in, k);
        if (o.received)
            note_message(registers, o);
        else
            registers[AT_VALUE] = o.value;
        if (registers[AT_MESSAGE] == TAKES)
            note_taken(registers, o);
        registers[AT_REQUEST] = 0;
    }
    set_result(a, in, in->yes_or_no ? !none : none ? -1 : (int64_t)k);
}

/* Is this a matched probe? */
static bool takes(const struct instruction *in)
{
    return (in->kind == OP_IRECV || in->kind == OP_TRYRECV) && in->mode == RECEIVE_LATER;
}

static void looked(struct litmus_actor *a, const struct instruction *in, struct outcome o)
{
    int64_t *registers = a->registers + in->name;
    if (o.index == OUTCOME_FALSE) {
        note_message(registers, (struct outcome){.peer = ANY, .tag = ANY});
        registers[AT_FOUND] = false;
    } else {
        note_message(registers, o);
    }
    registers[AT_MESSAGE] = 0;
    if (o.index != OUTCOME_FALSE && takes(in))
        note_taken(registers, o);
}

void rank_resume(struct litmus *l, uint32_t rank, struct outcome o)
{
    struct litmus_actor *a = &l->actor[rank];
    const struct instruction *in = at(l, rank);
    if (l->windows.len)
        a->registers[EVENTS_REGISTER]++;
    if (in->window) {
        window_resume(l, rank, in, o);
        rank_start(l, rank);
        return;
    }
    switch (in->kind) {
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
        a->registers[in->name + AT_REQUEST] = ++a->registers[REQUESTS_REGISTER];
        a->registers[in->name + AT_FOUND] = false;
        a->registers[in->name + AT_MESSAGE] = takes(in) ? TAKES : 0;
        break;
    case OP_RECEIVE:
        group(a, in, 0)[AT_MESSAGE] = 0;
        a->registers[REQUESTS_REGISTER]++;
        if (in->name != NO_REGISTER)
            a->registers[in->name + AT_REQUEST] = a->registers[REQUESTS_REGISTER];
        break;
    case OP_FINISH:
    case OP_POLL:
        finished(a, in, o);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        looked(a, in, o);
        break;
    case OP_CANCEL:
    case OP_RETRACT:
        if (o.index)
            group(a, in, 0)[AT_REQUEST] = 0;
        set_result(a, in, o.index);
        break;
    default: /* choose; other operations have no result */
        set_result(a, in, o.index);
    }
    a->pc++;
    rank_start(l, rank);
}

bool rank_explain(struct litmus *l, uint32_t rank, const struct op *op, struct str *s)
{
    const struct instruction *in = at(l, rank);
    if (op->object == FINDING_NON_TERMINATION) {
        str_addf(s, "this loop does nothing and does not end");
    } else if (op->object == FINDING_INVALID_ARGUMENT && in->window) {
        window_explain(l, rank, in, s);
    } else if (op->object == FINDING_INVALID_ARGUMENT) {
        const struct communicator *c = l->communicators.at[in->object];
        int64_t peer = litmus_evaluate(l, rank, in->peer);
        if (!communicator_has(c, rank))
            str_addf(s, "rank %u does not take part in '%s'", rank, c->name);
        else if (names_peer(in) && !communicator_has(c, peer))
            str_addf(s, "there is no rank %lld in '%s'", (long long)peer, c->name);
        else
            str_addf(s, "a tag cannot be %lld",
                     (long long)litmus_evaluate(l, rank, in->tag));
    }
    return op->object != FINDING_NONE;
}
