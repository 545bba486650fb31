/* SPDX-License-Identifier: Apache-2.0
 *
 * finish.c - waits, tests and cancels: see player.h.
 *
 * The model knows a wait for one of several requests, and a test of several. MPI has a
 * dozen functions for the two. Which one is called depends on the place in the file,
 * so that all of them are, and it is the same in every execution. Statements that the
 * parser lowers to several operations (wait of several, testall, waitsome) are one call
 * as well, made at the first operation; the others are answered with what it said. */
#include "player.h"

#include <string.h>

enum { MAX_ASKED = 64 };

/* The requests that a call is about. */
struct asked {
    uint32_t number[MAX_ASKED]; /* of the player's requests */
    MPI_Request handle[MAX_ASKED];
    MPI_Status status[MAX_ASKED];
    int n;
};

static void ask(struct player *p, struct asked *a, uint32_t request)
{
    for (int i = 0; i < a->n; i++)
        if (a->number[i] == request)
            return;
    if (a->n == MAX_ASKED)
        give_up("too many requests in one statement");
    a->number[a->n] = request;
    a->handle[a->n++] = p->request[request].handle;
}

void set_done(struct player *p, struct request *r, const MPI_Status *s)
{
    r->done = true;
    r->handle = MPI_REQUEST_NULL;
    if (r->kind != OP_IRECV)
        return;
    r->status = *s;
    count_received(p, r->comm, s);
    check_content(r->buffer, s);
}

static void set_one_done(struct player *p, struct asked *a, int i, MPI_Status *s)
{
    int cancelled = 0;
    struct request *r = &p->request[a->number[i]];
    if (r->kind == OP_IRECV || r->kind == OP_ISEND)
        MPI_Test_cancelled(s, &cancelled);
    if (cancelled)
        give_up("cancelled after all");
    if (!r->done)
        set_done(p, r, s);
}

/* ---- reporting ---- */

static struct outcome report(struct player *p, const struct op *op, int32_t index)
{
    struct request *r = &p->request[op->args[index]];
    r->told = true;
    observe(p, index);
    if (r->kind == OP_IRECV)
        return message(p, r->comm, index, &r->status);
    return (struct outcome){.index = index, .value = r->sum};
}

static int32_t first_done(const struct player *p, const struct op *op)
{
    for (uint32_t i = 0; i < op->nargs; i++)
        if (p->request[op->args[i]].done)
            return (int32_t)i;
    return OUTCOME_FALSE;
}

/* ---- one or several requests, one operation ---- */

static void some_done(struct player *p, struct asked *a, int n, const int *indices)
{
    for (int i = 0; i < n; i++)
        set_one_done(p, a, indices[i], &a->status[i]);
}

static void wait_for_one(struct player *p, struct asked *a, uint32_t way)
{
    int index = 0, n;
    switch (way % 4) {
    case 0:
        MPI_Waitall(1, a->handle, a->status);
        break;
    case 1:
        MPI_Waitany(1, a->handle, &index, a->status);
        break;
    case 2:
        MPI_Waitsome(1, a->handle, &n, &index, a->status);
        break;
    default:
        MPI_Wait(a->handle, a->status);
    }
    set_one_done(p, a, 0, a->status);
}

static void test_one(struct player *p, struct asked *a, uint32_t way)
{
    int index = 0, n = 0, flag = 0;
    switch (way % 5) {
    case 0:
        MPI_Testall(1, a->handle, &flag, a->status);
        break;
    case 1:
        MPI_Testany(1, a->handle, &index, &flag, a->status);
        break;
    case 2:
        MPI_Testsome(1, a->handle, &n, &index, a->status);
        flag = n == 1;
        break;
    case 3:
        MPI_Request_get_status(a->handle[0], &flag, a->status);
        if (!flag)
            break;
        MPI_Test(a->handle, &flag, a->status);
        if (!flag)
            give_up("complete, and then not");
        break;
    default:
        MPI_Test(a->handle, &flag, a->status);
    }
    if (flag)
        set_one_done(p, a, 0, a->status);
}

static void wait_for_any(struct player *p, struct asked *a, uint32_t way)
{
    int index, n, indices[MAX_ASKED];
    if (way % 2 && !p->exact) {
        MPI_Waitsome(a->n, a->handle, &n, indices, a->status);
        some_done(p, a, n, indices);
    } else {
        MPI_Waitany(a->n, a->handle, &index, a->status);
        set_one_done(p, a, index, a->status);
    }
}

static void test_any(struct player *p, struct asked *a, uint32_t way)
{
    int index, n, flag, indices[MAX_ASKED];
    if (way % 2 && !p->exact) {
        MPI_Testsome(a->n, a->handle, &n, indices, a->status);
        some_done(p, a, n, indices);
    } else {
        MPI_Testany(a->n, a->handle, &index, &flag, a->status);
        if (flag)
            set_one_done(p, a, index, a->status);
    }
}

static void complete_one(struct player *p, const struct op *op)
{
    struct asked a = {.n = 0};
    uint32_t way = fixed(p, op->where, 3);
    for (uint32_t i = 0; i < op->nargs; i++)
        ask(p, &a, op->args[i]);
    if (op->kind == OP_FINISH && p->patient)
        sleep_until_done(a.handle, a.n, 1);
    if (op->kind == OP_FINISH && a.n == 1)
        wait_for_one(p, &a, way);
    else if (op->kind == OP_FINISH)
        wait_for_any(p, &a, way);
    else if (a.n == 1)
        test_one(p, &a, way);
    else
        test_any(p, &a, way);
}

/* ---- statements of several operations ---- */

/* The requests of this operation and of those that follow in the same statement. */
static uint32_t ask_statement(struct player *p, const struct op *op, struct asked *a)
{
    const struct litmus_actor *me = &p->program->actor[p->rank];
    uint32_t line = instruction(p, op->where)->line, operations = 0;
    const struct instruction *in;
    for (uint32_t at = op->where; (in = instruction(p, at)) && in->line == line; at++) {
        if (in->flow != FLOW_OPERATION)
            continue;
        operations++;
        for (uint32_t i = 0; i < in->nargs; i++) {
            uint32_t first = me->code->args.at[in->first_arg + i];
            int64_t request = me->registers[first + AT_REQUEST];
            if (request)
                ask(p, a, (uint32_t)request - 1);
        }
    }
    return operations;
}

static bool any_done(const struct player *p, const struct asked *a)
{
    for (int i = 0; i < a->n; i++)
        if (p->request[a->number[i]].done)
            return true;
    return false;
}

static void all_done(struct player *p, struct asked *a)
{
    for (int i = 0; i < a->n; i++)
        set_one_done(p, a, i, &a->status[i]);
}

/* False if this statement is not one that is played by one call. */
static bool complete_statement(struct player *p, const struct op *op)
{
    struct asked a = {.n = 0};
    const struct instruction *in = instruction(p, op->where);
    uint32_t operations = ask_statement(p, op, &a);
    int n, flag, indices[MAX_ASKED];
    if (operations < 2 || p->exact)
        return false;
    if (strstr(in->text, "testall")) {
        MPI_Testall(a.n, a.handle, &flag, a.status);
        if (flag)
            all_done(p, &a);
        /* One that was complete before is told later if the others are not complete. */
        p->called_line = flag ? in->line : 0;
        p->refused = !flag;
    } else if (strstr(in->text, "waitsome") && !any_done(p, &a)) {
        if (p->patient)
            sleep_until_done(a.handle, a.n, 1);
        MPI_Waitsome(a.n, a.handle, &n, indices, a.status);
        some_done(p, &a, n, indices);
        p->called_line = in->line;
    } else if (op->kind == OP_FINISH && fixed(p, op->where, 4) % 2 &&
               !strstr(in->text, "waitsome")) {
        if (p->patient)
            sleep_until_done(a.handle, a.n, a.n);
        MPI_Waitall(a.n, a.handle, a.status);
        all_done(p, &a);
        p->called_line = in->line;
    } else {
        return false;
    }
    return true;
}

struct outcome complete(struct player *p, const struct op *op)
{
    const struct instruction *in = instruction(p, op->where);
    bool called = p->called_line == in->line && op->where > p->called_at;
    p->refused = false;
    if (!called) {
        p->called_line = 0;
        if (!complete_statement(p, op) && first_done(p, op) == OUTCOME_FALSE)
            complete_one(p, op);
    }
    p->called_at = op->where;
    int32_t index = p->refused ? OUTCOME_FALSE : first_done(p, op);
    return index == OUTCOME_FALSE ? nothing(p) : report(p, op, index);
}

/* ---- cancels ---- */

static void withdrawn(struct player *p, struct request *r)
{
    r->handle = MPI_REQUEST_NULL;
    r->told = true;
    if (r->kind == OP_ISEND)
        p->under_way[r->peer][r->comm]--;
}

/* In MPI, cancelling and learning of its success are two things. A receive is complete
 * soon after it, either way. A send need not be: if MPI cannot cancel it, it goes on. */
struct outcome cancel(struct player *p, const struct op *op)
{
    struct request *r = &p->request[op->args[0]];
    MPI_Status s;
    int done = 1, cancelled = 0;
    if (!r->done) {
        MPI_Cancel(&r->handle);
        if (op->kind == OP_CANCEL)
            MPI_Wait(&r->handle, &s);
        else
            MPI_Test(&r->handle, &done, &s);
        if (done)
            MPI_Test_cancelled(&s, &cancelled);
        if (cancelled)
            withdrawn(p, r);
        else if (done)
            set_done(p, r, &s);
    }
    observe(p, cancelled);
    return (struct outcome){.index = cancelled};
}
