/* SPDX-License-Identifier: Apache-2.0
 *
 * perform.c - operations of litmus files as calls of MPI: see player.h.
 *
 * A probe sees source, tag and length of a message, but the model's also its value and
 * which one it is: so that is what the length says. Its first and last bytes say it
 * again. Every fourth or so is long, so that it is sent in another way.
 *
 * A blocking statement of the file is a request and the wait for it. It is played by the
 * blocking function or by these two, as the place in the file decides. */
#include "player.h"

#include <stdlib.h>
#include <string.h>

void observe(struct player *p, int32_t outcome)
{
    str_addf(&p->history, " %d", outcome);
}

/* Ranks of communicators: those of a litmus file are ascending. */
int to_comm(const struct player *p, uint32_t comm, int64_t rank)
{
    const struct communicator *c = p->program->communicators.at[comm];
    for (size_t i = 0; i < c->ranks.len; i++)
        if (c->ranks.at[i] == rank)
            return (int)i;
    return MPI_ANY_SOURCE;
}

static uint32_t from_comm(const struct player *p, uint32_t comm, int rank)
{
    return p->program->communicators.at[comm]->ranks.at[rank];
}

static int tag_of(const struct op *op)
{
    return op->tag == ANY ? MPI_ANY_TAG : op->tag;
}

/* ---- messages ---- */

static char *new_buffer(const struct player *p, int *length)
{
    *length = (int)(p->longest + 1) * UNIT;
    char *buffer = malloc((size_t)*length);
    if (!buffer)
        give_up("out of memory");
    return buffer;
}

static char *new_message(struct player *p, const struct op *op, int *length)
{
    static const uint32_t lengths[] = {0, 0, 0, 1};
    uint32_t number = p->sent[op->peer]++, code = number * VALUES + (uint32_t)op->value;
    if (op->value < 0 || op->value >= VALUES || code >= UNIT)
        give_up("a value or a number of messages that cannot be played");
    uint32_t units = lengths[fixed(p, op->where, 1) % 4] * p->longest;
    *length = (int)(units * UNIT + code);
    char *buffer = calloc(1, (size_t)*length + sizeof code);
    if (!buffer)
        give_up("out of memory");
    if (*length >= (int)sizeof code) {
        memcpy(buffer, &code, sizeof code);
        memcpy(buffer + *length - sizeof code, &code, sizeof code);
    }
    return buffer;
}

void check_content(const char *buffer, const MPI_Status *s)
{
    uint32_t code, last;
    int length;
    MPI_Get_count(s, MPI_CHAR, &length);
    if (length < (int)sizeof code)
        return;
    memcpy(&code, buffer, sizeof code);
    memcpy(&last, buffer + length - sizeof code, sizeof last);
    if (length >= 8 && (code != (uint32_t)length % UNIT || last != code))
        give_up("a message is not what was sent");
}

void count_received(struct player *p, uint32_t comm, const MPI_Status *s)
{
    p->received[from_comm(p, comm, s->MPI_SOURCE)][comm]++;
}

struct outcome message(struct player *p, uint32_t comm, int32_t index,
                       const MPI_Status *s)
{
    int length;
    MPI_Get_count(s, MPI_CHAR, &length);
    uint32_t from = from_comm(p, comm, s->MPI_SOURCE), code = (uint32_t)length % UNIT;
    int32_t name = message_outcome(from, code / VALUES);
    observe(p, name);
    return (struct outcome){index, true, code % VALUES, (int32_t)from, s->MPI_TAG, name};
}

struct outcome nothing(struct player *p)
{
    observe(p, OUTCOME_FALSE);
    return (struct outcome){.index = OUTCOME_FALSE};
}

/* ---- requests ---- */

static struct request *new_request(struct player *p, const struct op *op)
{
    if (p->nrequests == MAX_REQUESTS)
        give_up("too many requests");
    struct request *r = &p->request[p->nrequests++];
    *r = (struct request){.handle = MPI_REQUEST_NULL,
                          .kind = op->kind,
                          .comm = op->object,
                          .given = op->value};
    return r;
}

/* Is the next thing to do the wait for it, in the same statement? */
static bool blocks(const struct player *p, const struct op *op)
{
    const struct instruction *in = instruction(p, op->where);
    const struct instruction *next = instruction(p, op->where + 1);
    return next && next->kind == OP_FINISH && next->line == in->line;
}

static bool plays_blocking(const struct player *p, const struct op *op)
{
    return !p->exact && !p->patient && blocks(p, op) && fixed(p, op->where, 2) % 2;
}

static void send_and_wait(const char *buffer, int length, int to, const struct op *op,
                          MPI_Comm comm)
{
    if (op->mode == SEND_SYNC)
        MPI_Ssend(buffer, length, MPI_CHAR, to, op->tag, comm);
    else if (op->mode == SEND_BUFFERED)
        MPI_Bsend(buffer, length, MPI_CHAR, to, op->tag, comm);
    else
        MPI_Send(buffer, length, MPI_CHAR, to, op->tag, comm);
}

static void start_send(struct player *p, const struct op *op)
{
    struct request *r = new_request(p, op);
    int to = to_comm(p, op->object, op->peer), length;
    MPI_Comm comm = p->comm[op->object];
    r->buffer = new_message(p, op, &length);
    r->peer = (uint32_t)op->peer;
    p->under_way[op->peer][op->object]++;
    if (plays_blocking(p, op)) {
        send_and_wait(r->buffer, length, to, op, comm);
        set_done(p, r, NULL);
    } else if (op->mode == SEND_SYNC) {
        MPI_Issend(r->buffer, length, MPI_CHAR, to, op->tag, comm, &r->handle);
    } else if (op->mode == SEND_BUFFERED) {
        MPI_Ibsend(r->buffer, length, MPI_CHAR, to, op->tag, comm, &r->handle);
    } else {
        MPI_Isend(r->buffer, length, MPI_CHAR, to, op->tag, comm, &r->handle);
    }
}

static int32_t name_of(const struct player *p, uint32_t comm, const MPI_Status *s)
{
    int length;
    MPI_Get_count(s, MPI_CHAR, &length);
    return message_outcome(from_comm(p, comm, s->MPI_SOURCE),
                           (uint32_t)length % UNIT / VALUES);
}

static void take(struct player *p, uint32_t comm, MPI_Message handle, const MPI_Status *s)
{
    if (p->ntaken == MAX_TAKEN)
        give_up("too many matched probes");
    struct taken *t = &p->taken[p->ntaken++];
    *t = (struct taken){.name = name_of(p, comm, s), .handle = handle};
    MPI_Get_count(s, MPI_CHAR, &t->length);
    t->buffer = malloc((size_t)t->length + 1);
    count_received(p, comm, s);
}

static void start_receive(struct player *p, const struct op *op)
{
    struct request *r = new_request(p, op);
    MPI_Comm comm = p->comm[op->object];
    int from = to_comm(p, op->object, op->peer), length;
    MPI_Status s;
    if (op->mode == RECEIVE_LATER) {
        MPI_Message handle;
        if (p->patient)
            sleep_until_seen(from, tag_of(op), comm);
        MPI_Mprobe(from, tag_of(op), comm, &handle, &s);
        take(p, op->object, handle, &s);
        r->done = true;
        r->status = s;
        return;
    }
    r->buffer = new_buffer(p, &length);
    if (plays_blocking(p, op)) {
        MPI_Recv(r->buffer, length, MPI_CHAR, from, tag_of(op), comm, &s);
        set_done(p, r, &s);
    } else {
        MPI_Irecv(r->buffer, length, MPI_CHAR, from, tag_of(op), comm, &r->handle);
    }
}

/* The receive of a message that was taken: a request too, of which nothing is learnt but
 * that it is complete. */
static void receive_taken(struct player *p, const struct op *op)
{
    struct request *r = new_request(p, op);
    struct taken *t = p->taken;
    while (t < p->taken + p->ntaken && t->name != op->value)
        t++;
    if (t == p->taken + p->ntaken)
        give_up("a message is received that was not taken");
    if (instruction(p, op->where)->name == NO_REGISTER) {
        MPI_Status s;
        MPI_Mrecv(t->buffer, t->length, MPI_CHAR, &t->handle, &s);
        check_content(t->buffer, &s);
        r->done = true;
    } else {
        MPI_Imrecv(t->buffer, t->length, MPI_CHAR, &t->handle, &r->handle);
    }
}

/* ---- collectives ---- */

/* Ibarrier and the like: MPI_Barrier, and MPI_Ibarrier. */
static void join_blocking(struct request *r, const struct instruction *in, int count,
                          int root, MPI_Comm comm)
{
    if (strstr(in->text, "barrier"))
        MPI_Barrier(comm);
    else if (strstr(in->text, "bcast"))
        MPI_Bcast(&r->sum, count, MPI_INT64_T, root, comm);
    else if (strstr(in->text, "allreduce"))
        MPI_Allreduce(&r->given, &r->sum, count, MPI_INT64_T, MPI_SUM, comm);
    else if (strstr(in->text, "reduce"))
        MPI_Reduce(&r->given, &r->sum, count, MPI_INT64_T, MPI_SUM, root, comm);
    else
        MPI_Scan(&r->given, &r->sum, count, MPI_INT64_T, MPI_SUM, comm);
}

static void join(struct request *r, const struct instruction *in, int count, int root,
                 MPI_Comm comm)
{
    if (strstr(in->text, "barrier"))
        MPI_Ibarrier(comm, &r->handle);
    else if (strstr(in->text, "bcast"))
        MPI_Ibcast(&r->sum, count, MPI_INT64_T, root, comm, &r->handle);
    else if (strstr(in->text, "allreduce"))
        MPI_Iallreduce(&r->given, &r->sum, count, MPI_INT64_T, MPI_SUM, comm, &r->handle);
    else if (strstr(in->text, "reduce"))
        MPI_Ireduce(&r->given, &r->sum, count, MPI_INT64_T, MPI_SUM, root, comm,
                    &r->handle);
    else
        MPI_Iscan(&r->given, &r->sum, count, MPI_INT64_T, MPI_SUM, comm, &r->handle);
}

static void start_collective(struct player *p, const struct op *op)
{
    struct request *r = new_request(p, op);
    const struct instruction *in = instruction(p, op->where);
    MPI_Comm comm = p->comm[op->object];
    int root = to_comm(p, op->object, in->root), count = in->needs != NEEDS_NOBODY;
    if (strstr(in->text, "bcast"))
        r->sum = count ? r->given : 0;
    if (p->blocking[op->object] && !p->exact && !p->patient) {
        join_blocking(r, in, count, root, comm);
        r->done = true;
    } else {
        join(r, in, count, root, comm);
    }
}

/* ---- looks ---- */

static struct outcome look(struct player *p, const struct op *op)
{
    int from = to_comm(p, op->object, op->peer), flag = 1;
    MPI_Comm comm = p->comm[op->object];
    MPI_Message handle;
    MPI_Status s;
    if (op->kind == OP_PROBE && p->patient)
        sleep_until_seen(from, tag_of(op), comm);
    if (op->kind == OP_PROBE)
        MPI_Probe(from, tag_of(op), comm, &s);
    else if (op->kind == OP_IPROBE)
        MPI_Iprobe(from, tag_of(op), comm, &flag, &s);
    else
        MPI_Improbe(from, tag_of(op), comm, &flag, &handle, &s);
    if (!flag)
        return nothing(p);
    if (op->kind == OP_TRYRECV) {
        take(p, op->object, handle, &s);
        struct taken *t = &p->taken[p->ntaken - 1];
        if (op->mode == RECEIVE_WHOLE) {
            MPI_Mrecv(t->buffer, t->length, MPI_CHAR, &t->handle, &s);
            check_content(t->buffer, &s);
        }
    }
    return message(p, op->object, 0, &s);
}

struct outcome perform(struct player *p, const struct op *op)
{
    pause_now_and_then(p);
    switch (op->kind) {
    case OP_ISEND:
        start_send(p, op);
        break;
    case OP_IRECV:
        start_receive(p, op);
        break;
    case OP_RECEIVE:
        receive_taken(p, op);
        break;
    case OP_ARRIVE:
        start_collective(p, op);
        break;
    case OP_FINISH:
    case OP_POLL:
        return complete(p, op);
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        return look(p, op);
    case OP_CANCEL:
    case OP_RETRACT:
        return cancel(p, op);
    case OP_LOCAL:
    case OP_ASSERT:
        break;
    default:
        give_up("an operation that cannot be played");
    }
    observe(p, OUTCOME_NONE);
    return (struct outcome){.index = OUTCOME_NONE};
}
