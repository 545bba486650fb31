/* SPDX-License-Identifier: Apache-2.0
 *
 * player.c - a litmus file with matching semantics, played by a real MPI program.
 *
 * Every rank interprets its part of the file (src/litmus) and performs each operation by
 * the function of MPI that it stands for. So one binary is as many MPI programs as
 * there are litmus files, and what it does under mazurka, or under any MPI, can be
 * compared with what brute force says about the file. At the end each rank prints what it
 * observed, in the words of tests/support/oracle.h.
 *
 * A probe sees source, tag and length of a message, but the model's also its value and
 * which one it is: so that is what the length says. */
#include "litmus/code.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_RANKS = 64, MAX_REQUESTS = 1024, VALUES = 64, MAX_LENGTH = 64 * VALUES };

static char nothing[MAX_LENGTH];     /* what messages consist of */
static char buffer[32 * MAX_LENGTH]; /* of buffered sends */

struct request {
    MPI_Request handle;
    enum op_kind kind;
    uint32_t comm;
    int64_t given, sum; /* arrive */
    char *buffer;       /* irecv */
};

struct player {
    struct litmus *program;
    uint32_t rank;
    MPI_Comm comm[MAX_RANKS];
    uint32_t nrequests;
    struct request *request;
    uint32_t sent[MAX_RANKS];
    struct str history;
};

static void observe(struct player *p, int32_t outcome)
{
    str_addf(&p->history, " %d", outcome);
}

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "player: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 3);
    abort();
}

/* ---- ranks of communicators: those of a litmus file are ascending ---- */

static int to_comm(const struct player *p, uint32_t comm, int64_t rank)
{
    const struct communicator *c = p->program->communicators.at[comm];
    for (size_t i = 0; i < c->ranks.len; i++)
        if (c->ranks.at[i] == rank)
            return (int)i;
    return MPI_ANY_SOURCE;
}

static void make_comms(struct player *p)
{
    p->comm[0] = MPI_COMM_WORLD;
    for (size_t i = 1; i < p->program->communicators.len; i++) {
        bool mine = communicator_has(p->program->communicators.at[i], p->rank);
        MPI_Comm_split(MPI_COMM_WORLD, mine ? 0 : MPI_UNDEFINED, 0, &p->comm[i]);
    }
}

static void free_comms(struct player *p)
{
    for (size_t i = 1; i < p->program->communicators.len; i++)
        if (p->comm[i] != MPI_COMM_NULL)
            MPI_Comm_free(&p->comm[i]);
}

/* ---- operations ---- */

static int tag_of(const struct op *op)
{
    return op->tag == ANY ? MPI_ANY_TAG : op->tag;
}

static struct request *new_request(struct player *p, const struct op *op)
{
    if (p->nrequests == MAX_REQUESTS)
        give_up("too many requests");
    struct request *r = &p->request[p->nrequests++];
    *r = (struct request){.kind = op->kind, .comm = op->object, .given = op->value};
    return r;
}

static void start_send(struct player *p, const struct op *op)
{
    struct request *r = new_request(p, op);
    int to = to_comm(p, op->object, op->peer);
    int length = (int)(p->sent[op->peer]++ * VALUES + (uint32_t)op->value);
    MPI_Comm comm = p->comm[op->object];
    if (op->value < 0 || op->value >= VALUES || length >= MAX_LENGTH)
        give_up("a value or a number of messages that cannot be played");
    if (op->mode == SEND_SYNC)
        MPI_Issend(nothing, length, MPI_CHAR, to, op->tag, comm, &r->handle);
    else if (op->mode == SEND_BUFFERED)
        MPI_Ibsend(nothing, length, MPI_CHAR, to, op->tag, comm, &r->handle);
    else
        MPI_Isend(nothing, length, MPI_CHAR, to, op->tag, comm, &r->handle);
}

static void start_receive(struct player *p, const struct op *op)
{
    struct request *r = new_request(p, op);
    r->buffer = malloc(MAX_LENGTH);
    MPI_Irecv(r->buffer, MAX_LENGTH, MPI_CHAR, to_comm(p, op->object, op->peer),
              tag_of(op), p->comm[op->object], &r->handle);
}

static void start_collective(struct player *p, const struct op *op)
{
    struct request *r = new_request(p, op);
    const struct instruction *in = &p->program->actor[p->rank].code->at.at[op->where];
    MPI_Comm comm = p->comm[op->object];
    int root = to_comm(p, op->object, in->root);
    if (in->needs == NEEDS_ROOT) {
        r->sum = r->given;
        MPI_Ibcast(&r->sum, 1, MPI_INT64_T, root, comm, &r->handle);
    } else if (in->needs == NEEDS_ALL_AT_ROOT) {
        MPI_Ireduce(&r->given, &r->sum, 1, MPI_INT64_T, MPI_SUM, root, comm, &r->handle);
    } else {
        MPI_Iallreduce(&r->given, &r->sum, 1, MPI_INT64_T, MPI_SUM, comm, &r->handle);
    }
}

/* The message that this status speaks of, as an outcome of the model. */
static struct outcome message(struct player *p, uint32_t comm, int32_t index,
                              const MPI_Status *s)
{
    int length;
    MPI_Get_count(s, MPI_CHAR, &length);
    uint32_t from = p->program->communicators.at[comm]->ranks.at[s->MPI_SOURCE];
    observe(p, message_outcome(from, (uint32_t)length / VALUES));
    return (struct outcome){index, true, length % VALUES, (int32_t)from, s->MPI_TAG};
}

static struct outcome none(struct player *p)
{
    observe(p, OUTCOME_FALSE);
    return (struct outcome){.index = OUTCOME_FALSE};
}

static struct outcome complete(struct player *p, const struct op *op)
{
    MPI_Request *handles = calloc(op->nargs, sizeof *handles);
    int index = MPI_UNDEFINED, flag = 1;
    MPI_Status s;
    for (uint32_t i = 0; i < op->nargs; i++)
        handles[i] = p->request[op->args[i]].handle;
    if (op->kind == OP_FINISH)
        MPI_Waitany((int)op->nargs, handles, &index, &s);
    else
        MPI_Testany((int)op->nargs, handles, &index, &flag, &s);
    free(handles);
    if (!flag)
        return none(p);
    struct request *r = &p->request[op->args[index]];
    r->handle = MPI_REQUEST_NULL;
    observe(p, index);
    return r->kind == OP_IRECV ? message(p, r->comm, index, &s)
                               : (struct outcome){.index = index, .value = r->sum};
}

static struct outcome look(struct player *p, const struct op *op)
{
    int from = to_comm(p, op->object, op->peer), flag = 1;
    MPI_Comm comm = p->comm[op->object];
    MPI_Message handle;
    MPI_Status s;
    if (op->kind == OP_PROBE)
        MPI_Probe(from, tag_of(op), comm, &s);
    else if (op->kind == OP_IPROBE)
        MPI_Iprobe(from, tag_of(op), comm, &flag, &s);
    else
        MPI_Improbe(from, tag_of(op), comm, &flag, &handle, &s);
    if (!flag)
        return none(p);
    if (op->kind == OP_TRYRECV) {
        char *buffer = malloc(MAX_LENGTH);
        MPI_Mrecv(buffer, MAX_LENGTH, MPI_CHAR, &handle, &s);
        free(buffer);
    }
    return message(p, op->object, 0, &s);
}

/* In MPI, cancelling and learning of its success are two things. If it came too late, the
 * litmus file waits for the receive as it would have without. */
static struct outcome cancel(struct player *p, const struct op *op)
{
    struct request *r = &p->request[op->args[0]];
    MPI_Status s;
    int done, cancelled;
    MPI_Cancel(&r->handle);
    MPI_Request_get_status(r->handle, &done, &s);
    MPI_Test_cancelled(&s, &cancelled);
    if (done && cancelled)
        MPI_Wait(&r->handle, MPI_STATUS_IGNORE);
    observe(p, done && cancelled);
    return (struct outcome){.index = done && cancelled};
}

static struct outcome perform(struct player *p, const struct op *op)
{
    switch (op->kind) {
    case OP_ISEND:
        start_send(p, op);
        break;
    case OP_IRECV:
        start_receive(p, op);
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

static void play(struct player *p)
{
    const struct program_ops *ops = p->program->program.ops;
    struct op op;
    while (ops->next(&p->program->program, p->rank, &op)) {
        if (op.kind == OP_ASSERT && !op.value)
            abort(); /* this rank fails; the others go on under mazurka */
        ops->resume(&p->program->program, p->rank, perform(p, &op));
    }
}

/* Requests that the file leaves alone must be complete before MPI_Finalize; those that
 * never will be are why it calls such a program wrong. */
static void say(const struct player *p)
{
    printf("rank %u:%s\n", p->rank, str_text(&p->history));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct player p = {0};
    struct str why = {0};
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 2 || litmus_load(argv[1], &p.program, &why))
        give_up(argc == 2 ? str_text(&why) : "usage: player FILE.lit");
    if ((uint32_t)size != p.program->program.nactors || size > MAX_RANKS)
        give_up("the file has another number of ranks");
    p.rank = (uint32_t)rank;
    p.request = calloc(MAX_REQUESTS, sizeof *p.request);
    make_comms(&p);
    MPI_Buffer_attach(buffer, sizeof buffer);
    play(&p);
    say(&p);
    free_comms(&p);
    MPI_Finalize();
    return 0;
}
