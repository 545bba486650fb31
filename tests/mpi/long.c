/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that do the same for very many rounds: the first argument says what, the
 * second how often. See long.sh. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void ping_pong(int n)
{
    int other = 1 - rank, x = 0;
    for (int i = 0; i < n && rank < 2; i++) {
        if (rank)
            MPI_Recv(&x, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&i, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
        if (!rank)
            MPI_Recv(&x, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
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

static void sum(int n)
{
    double x = rank, all;
    for (int i = 0; i < n; i++) {
        MPI_Allreduce(&x, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        x = all / 2 + i;
    }
}

static void leak(int n)
{
    MPI_Datatype t;
    for (int i = 0; i < n; i++)
        MPI_Type_contiguous(2, MPI_INT, &t);
}

/* Both wait for the other, after all. */
static void stuck(void)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Looks for a message for so many seconds. */
static void wait_for(int seconds)
{
    double start = MPI_Wtime();
    int there;
    while (!rank && MPI_Wtime() - start < seconds)
        MPI_Iprobe(1, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
}

/* Looks for each message until it is there, and receives it. */
static void probes(int n)
{
    for (int i = 0, x, there = 0; i < n && rank < 2; i++, there = 0) {
        if (!rank)
            MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        while (rank && !there)
            MPI_Iprobe(0, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (rank)
            MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* The pages that ranks have changed and that are not in their heaps. */
static void fill_variables(void)
{
    static char all[512 << 10];
    memset(all, rank + 1, sizeof all);
}

/* Puts the same into a window again and again, or gets it; of two ranks, the first
 * does. */
static void access_window(int n, int puts)
{
    int *base, x = 7;
    MPI_Win w;
    MPI_Win_allocate(sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &w);
    MPI_Win_lock_all(0, w);
    for (int i = 0; i < n && !rank; i++) {
        if (puts)
            MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        else
            MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        MPI_Win_flush(1, w);
    }
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

static void alone(int n)
{
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_SELF);
}

/* Computes for some days. */
static void compute(void)
{
    for (volatile unsigned long i = 0; rank && i < 1UL << 48; i++)
        ;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *what = argv[1];
    int n = argc > 2 ? atoi(argv[2]) : 0;
    if (!strncmp(what, "ping", 4))
        ping_pong(n);
    else if (!strcmp(what, "halo"))
        halo(n);
    else if (!strcmp(what, "sum"))
        sum(n);
    else if (!strcmp(what, "leak"))
        leak(n);
    else if (!strcmp(what, "time"))
        wait_for(n);
    else if (!strcmp(what, "alone"))
        alone(n);
    else if (!strcmp(what, "probes"))
        probes(n);
    else if (!strcmp(what, "put-variables")) {
        fill_variables();
        access_window(n, 1);
    } else if (!strcmp(what, "put") || !strcmp(what, "get"))
        access_window(n, *what == 'p');
    else if (!strcmp(what, "compute"))
        compute();
    if (!strcmp(what, "ping-leak"))
        leak(1);
    if (!strcmp(what, "ping-stuck"))
        stuck();
    MPI_Finalize();
    return 0;
}
