/* mpich: compiles */
/* What functions of the program do that MPI calls: each is run twice, and with 1 it
 * touches a buffer that is in use. */
#include "truth.h"

static int rank, bad; /* bad: 0 or 1 */
static int given[4], taken[4], elsewhere[4];
static volatile int sink;
static volatile int *reads, *writes;

/* Reads and writes where it was told to. */
static void touch(void)
{
    sink = *reads;
    *writes = 1;
}

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    touch();
}

/* An operation of its own is under way while a function is called. */
static void around(void (*call)(void))
{
    MPI_Request q[2];
    MPI_Irecv(taken, 4, MPI_INT, rank, 7, WORLD, &q[0]);
    MPI_Isend(given, 4, MPI_INT, rank, 7, WORLD, &q[1]);
    call();
    MPI_Waitall(2, q, ALL);
}

static void call_operator(void)
{
    MPI_Op op;
    int one = 1, sum = 0;
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, op, WORLD);
    assert(sum == 2);
    MPI_Op_free(&op);
}

/* mazurka: -n 2 -- operator-reads 0 => verified!any */
/* mazurka: -n 2 -- operator-reads 1 => local-race: reads the buffer of MPI_Irecv */
static void on_operator_reads(void)
{
    reads = bad ? taken : given;
    around(call_operator);
}

/* mazurka: -n 2 -- operator-writes 0 => verified!any */
/* mazurka: -n 2 -- operator-writes 1 => local-race: writes to the buffer of MPI_Isend */
static void on_operator_writes(void)
{
    writes = bad ? given : elsewhere;
    around(call_operator);
}

static void call_started(void)
{
    MPI_Op op;
    MPI_Request q;
    int mine[4] = {1, 2, 3, 4}, sum[4] = {0};
    if (bad)
        reads = sum; /* the result of the operation itself: only its arguments are its */
    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(mine, sum, 4, MPI_INT, op, WORLD, &q);
    MPI_Wait(&q, IGNORE);
    assert(sum[3] == 8);
    MPI_Op_free(&op);
}

/* mazurka: -n 2 -- started 0 => verified!any */
/* mazurka: -n 2 -- started 1 => local-race: reads the buffer of MPI_Iallreduce */
static void on_started(void)
{
    around(call_started);
}

/* mazurka: -n 2 -- blocking 0 => verified!any */
/* mazurka: -n 2 -- blocking 1 => local-race: writes to the buffer of MPI_Allreduce */
static void on_blocking(void)
{
    MPI_Op op;
    int sum[4];
    MPI_Op_create(add, 1, &op);
    writes = bad ? given : elsewhere;
    MPI_Allreduce(given, sum, 4, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
}

static int copied(MPI_Comm c, int key, void *extra, void *from, void *to, int *flag)
{
    (void)c, (void)key, (void)extra, (void)from, (void)to;
    touch();
    *flag = 0;
    return MPI_SUCCESS;
}

static void call_copy(void)
{
    int key;
    MPI_Comm c;
    MPI_Comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_dup(MPI_COMM_SELF, &c);
    MPI_Comm_free(&c);
    MPI_Comm_free_keyval(&key);
}

/* mazurka: -n 1 -- attribute 0 => verified!any */
/* mazurka: -n 1 -- attribute 1 => local-race: reads the buffer of MPI_Irecv */
static void on_attribute(void)
{
    reads = bad ? taken : given;
    around(call_copy);
}

static void handle(MPI_Comm *c, int *code, ...)
{
    (void)c, (void)code;
    touch();
    MPI_Barrier(MPI_COMM_SELF); /* and is watched as before when that has returned */
    touch();
}

static void call_handler(void)
{
    MPI_Errhandler e;
    MPI_Comm c;
    MPI_Comm_dup(MPI_COMM_SELF, &c);
    MPI_Comm_create_errhandler(handle, &e);
    MPI_Comm_set_errhandler(c, e);
    MPI_Comm_call_errhandler(c, MPI_ERR_OTHER);
    MPI_Errhandler_free(&e);
    MPI_Comm_free(&c);
}

/* mazurka: -n 1 -- handler 0 => verified */
/* mazurka: -n 1 -- handler 1 => local-race: reads the buffer of MPI_Irecv */
static void on_handler(void)
{
    reads = bad ? taken : given;
    around(call_handler);
}

static int query(void *extra, MPI_Status *status)
{
    (void)extra;
    touch();
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = 0;
    return MPI_SUCCESS;
}

static int nothing(void *extra)
{
    (void)extra;
    return MPI_SUCCESS;
}

static int not_cancelled(void *extra, int complete)
{
    (void)extra, (void)complete;
    return MPI_SUCCESS;
}

static void call_query(void)
{
    MPI_Request q;
    MPI_Grequest_start(query, nothing, not_cancelled, NULL, &q);
    MPI_Grequest_complete(q);
    MPI_Wait(&q, IGNORE);
}

/* mazurka: -n 1 -- generalized 0 => verified!any */
/* mazurka: -n 1 -- generalized 1 => local-race: writes to the buffer of MPI_Isend */
static void on_generalized(void)
{
    writes = bad ? given : elsewhere;
    around(call_query);
}

/* The watched variable lies on the page of the stack on which everything happens. */
/* mazurka: -n 2 -- stack 0 => verified!any */
/* mazurka: -n 2 -- stack 1 => local-race: reads the buffer of MPI_Irecv */
static void on_stack(void)
{
    int mine[4] = {0}, other[4] = {0};
    MPI_Request q;
    reads = bad ? mine : other;
    MPI_Irecv(mine, 4, MPI_INT, rank, 7, WORLD, &q);
    call_operator();
    MPI_Send(given, 4, MPI_INT, rank, 7, WORLD);
    MPI_Wait(&q, IGNORE);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"operator-reads", on_operator_reads},
    {"operator-writes", on_operator_writes},
    {"started", on_started},
    {"blocking", on_blocking},
    {"attribute", on_attribute},
    {"handler", on_handler},
    {"generalized", on_generalized},
    {"stack", on_stack},
};

int main(int argc, char **argv)
{
    rank = begin();
    reads = writes = elsewhere;
    bad = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
