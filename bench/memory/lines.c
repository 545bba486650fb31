/* SPDX-License-Identifier: Apache-2.0
 *
 * lines.c - long executions: what the search records of them, and what they take.
 *
 *     lines polls N     rank 0 tests N times for a message that comes then
 *     lines flood N     all ranks but 0 send N messages in all, which rank 0 receives
 *     lines halo N      N exchanges with both neighbours
 *     lines race N      N times, rank 0 receives a message from each of the others, in
 *                       any order; all ranks have a megabyte, which they change
 *     lines hello       all ranks send a message to rank 0 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void polls(int n)
{
    int x = 0, done = 0;
    MPI_Request q;
    if (rank == 1) {
        MPI_Recv(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (rank)
        return;
    MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
    for (int i = 0; i < n && !done; i++)
        MPI_Test(&q, &done, MPI_STATUS_IGNORE);
    MPI_Send(&n, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
}

static void flood(int n)
{
    int x = 0, each = n / (size - 1);
    for (int i = 0; rank && i < each; i++)
        MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; !rank && i < each; i++)
        for (int from = 1; from < size; from++)
            MPI_Recv(&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void halo(int n)
{
    double a[4] = {0};
    int left = rank ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < n; i++) {
        MPI_Request q[4];
        MPI_Irecv(&a[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &q[0]);
        MPI_Irecv(&a[3], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &q[1]);
        MPI_Isend(&a[1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &q[2]);
        MPI_Isend(&a[2], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &q[3]);
        MPI_Waitall(4, q, MPI_STATUSES_IGNORE);
        a[1] = a[0] + i;
        a[2] = a[3] - i;
    }
}

enum { MEGABYTE = 1 << 20 };

static void change(volatile char *mine, int i)
{
    for (int k = 0; k < MEGABYTE; k += 64)
        mine[k] = (char)i;
}

static void race(int n)
{
    char *mine = calloc(MEGABYTE, 1);
    int x = 0;
    for (int i = 0; i < n; i++) {
        change(mine, i);
        if (rank)
            MPI_Ssend(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        for (int k = 1; !rank && k < size; k++)
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(mine);
}

static void hello(void)
{
    int x = rank;
    if (rank)
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int from = 1; !rank && from < size; from++)
        MPI_Recv(&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "hello";
    int n = argc > 2 ? atoi(argv[2]) : 1000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(what, "polls"))
        polls(n);
    else if (!strcmp(what, "flood"))
        flood(n);
    else if (!strcmp(what, "halo"))
        halo(n);
    else if (!strcmp(what, "race"))
        race(n);
    else
        hello();
    MPI_Finalize();
    return 0;
}
