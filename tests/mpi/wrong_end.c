/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * wrong_end.c - how a rank ends, errors that it is told of, results that depend on an
 * order, requests that it lets go. `verified!any` means that not even a note is printed. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, x, y;
static MPI_Request request;
static MPI_Comm c;

/* ---- the end ---- */

/* mazurka: -n 2 -- return => missing-finalize: its last call of MPI is MPI_Comm_rank at wrong_end.c: */
static int to_return(void)
{
    return rank == 1;
}

/* mazurka: -n 3 -- exit => missing-finalize: rank 2: it ends without MPI_Finalize */
static int to_exit(void)
{
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 2)
        exit(0);
    return 0;
}

/* mazurka: -n 2 -- quick => missing-finalize: its last call of MPI is MPI_Send at */
static int to_exit_quickly(void)
{
    if (rank) {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        _exit(0);
    }
    MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

/* In one of two outcomes. */
/* mazurka: -n 3 -- sometimes => missing-finalize: its last call of MPI is MPI_Recv at */
static int sometimes(void)
{
    MPI_Status status;
    if (rank) {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return 0;
    }
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return status.MPI_SOURCE == 2;
}

/* mazurka: -n 2 -- code => exit-code: exit with code 3 */
static int with_code(void)
{
    if (rank)
        exit(3);
    return 0;
}

/* mazurka: -n 2 -- after-all => verified!any */
static int after_all(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    _exit(0);
}

/* Nobody has to wait in MPI_Finalize, so what comes after it is not in any order with
 * what others do before: nothing of MPI can show that, and none of this is wrong. */
/* mazurka: -n 2 -- before-others => verified!any */
static int before_others(void)
{
    if (!rank)
        MPI_Finalize(), exit(0);
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_SELF);
    return 0;
}

/* ---- errors that come back ---- */

static void returning(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

static void ignore(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

/* mazurka: -n 2 -- ignored => verified+ignored-error: MPI_Send returned MPI_ERR_RANK, which the error */
static int ignored(void)
{
    returning();
    MPI_Send(&x, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
    return 0;
}

/* mazurka: -n 2 -- handled => verified+ignored-error: MPI_ERR_TAG, which the program's error handler */
static int handled(void)
{
    MPI_Errhandler e;
    MPI_Comm_create_errhandler(ignore, &e);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, e);
    MPI_Errhandler_free(&e);
    MPI_Send(&x, 1, MPI_INT, 0, -5, MPI_COMM_WORLD);
    return 0;
}

/* Many notes do not hide what is wrong. */
/* mazurka: -n 1 -- many => verified+resource-leak: MPI_Comm_dup at wrong_end.c: */
static int many(void)
{
    returning();
    for (int i = 0; i < 100; i++)
        MPI_Send(&x, 1, MPI_INT, size + i, 0, MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    return 0;
}

/* mazurka: -n 3 -- leaks => verified+resource-leak: MPI_Comm_dup at wrong_end.c: */
static int leaks(void)
{
    MPI_Comm_dup(MPI_COMM_SELF, &c);
    if (rank == 1)
        MPI_Comm_dup(MPI_COMM_SELF, &c);
    if (rank == 2)
        MPI_Comm_free(&c);
    return 0;
}

/* mazurka: -n 2 -- to-abort => exit-code: MPI_Abort is called with error code 7 */
static int to_abort(void)
{
    returning();
    if (MPI_Send(&x, 1, MPI_INT, size, 0, MPI_COMM_WORLD))
        MPI_Abort(MPI_COMM_WORLD, 7);
    return 0;
}

/* mazurka: -n 2 -- to-deadlock => deadlock: rank 0 waits for a message with tag 0 from rank 1, which is in Finalize */
static int to_deadlock(void)
{
    returning();
    if (rank)
        MPI_Send(&x, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

/* No implementation has to notice this one, so an error handler does not help. */
/* mazurka: -n 2 -- types => datatype-mismatch: rank 1 sends 1 x MPI_INT */
static int types(void)
{
    float f;
    returning();
    if (rank)
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&f, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

/* mazurka: -n 2 -- roots => root-mismatch: with root 1 */
static int roots(void)
{
    returning();
    MPI_Bcast(&x, 1, MPI_INT, rank, MPI_COMM_WORLD);
    return 0;
}

/* ---- the order of reductions ---- */

static double third, sum;

/* mazurka: -n 3 -- sum => verified+reduction-order: in rank order, 0.59999999999999998 in another */
static int add(void)
{
    MPI_Allreduce(&third, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}

/* mazurka: -n 3 -- scan => verified+reduction-order: rank 2: MPI_Iscan: */
static int scan(void)
{
    MPI_Iscan(&third, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

/* Two halves give something else than both directions. */
/* mazurka: -n 4 -- halves => verified+reduction-order: MPI_Reduce */
static int halves(void)
{
    double mine[] = {0.1, 0.2, 0.2, 0.1};
    MPI_Reduce(&mine[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return 0;
}

static void subtract(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] = ((int *)in)[i] - ((int *)inout)[i];
}

static void reduce_by(MPI_User_function *f, int commutes)
{
    MPI_Op op;
    int mine = rank + 1;
    MPI_Op_create(f, commutes, &op);
    MPI_Allreduce(&mine, &y, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
}

/* mazurka: -n 3 -- grouping => verified+reduction-order: MPI_Allreduce */
static int grouping(void)
{
    reduce_by(subtract, 0);
    return 0;
}

/* mazurka: -n 2 -- commutes-not => verified+reduction-order: MPI_Allreduce */
static int commutes_not(void)
{
    reduce_by(subtract, 1);
    return 0;
}

static void last(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n, (void)type;
}

/* mazurka: -n 3 -- last-one => verified!any */
static int last_one(void)
{
    reduce_by(last, 0); /* associative: x op y = y */
    assert(y == size);
    return 0;
}

/* mazurka: -n 3 -- exact => verified!any */
static int exact(void)
{
    struct {
        double value;
        int index;
    } mine = {third, rank}, best;
    long double l = rank, r;
    MPI_Allreduce(&rank, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&third, &sum, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&mine, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Allreduce(&l, &r, 1, MPI_LONG_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}

/* ---- requests ---- */

static int exchange(int free_which)
{
    if (rank)
        MPI_Isend(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (rank == free_which)
        MPI_Request_free(&request);
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

/* mazurka: -n 2 -- free-send => verified+request-free: the operation of MPI_Isend at wrong_end.c: */
static int free_send(void)
{
    return exchange(1);
}

/* mazurka: -n 2 -- free-receive => verified+request-free: the operation of MPI_Irecv at wrong_end.c: */
static int free_receive(void)
{
    return exchange(0);
}

/* mazurka: -n 2 -- free-idle => verified!any */
static int free_idle(void)
{
    MPI_Send_init(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    return 0;
}

/* ---- all of them ---- */

static const struct {
    const char *name;
    int (*run)(void); /* 1: return from main at once */
} programs[] = {
    {"return", to_return},
    {"exit", to_exit},
    {"quick", to_exit_quickly},
    {"sometimes", sometimes},
    {"code", with_code},
    {"after-all", after_all},
    {"before-others", before_others},
    {"ignored", ignored},
    {"handled", handled},
    {"many", many},
    {"leaks", leaks},
    {"to-abort", to_abort},
    {"to-deadlock", to_deadlock},
    {"types", types},
    {"roots", roots},
    {"sum", add},
    {"scan", scan},
    {"halves", halves},
    {"grouping", grouping},
    {"commutes-not", commutes_not},
    {"last-one", last_one},
    {"exact", exact},
    {"free-send", free_send},
    {"free-receive", free_receive},
    {"free-idle", free_idle},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    third = 0.1 * (rank + 1);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc > 1 && !strcmp(argv[1], programs[i].name) && programs[i].run())
            return 0;
    MPI_Finalize();
    return 0;
}
