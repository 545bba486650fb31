/* mpich: compiles */
/* file: four aaaa */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rma_many.c - many windows, large ones, many accesses: what is stored reaches the others
 * however it was stored, although only memory that may have changed is compared; and
 * long executions come to an end. The argument says which case. */
#include <assert.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOWS = 40, LARGE = 1 << 18 };

static int rank, ranks, one = 1;
static int fixed[1024]; /* a window of static memory */

static MPI_Win make(int n, int **base)
{
    MPI_Win win;
    MPI_Win_allocate((MPI_Aint)(n * (int)sizeof(int)), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, base, &win);
    memset(*base, 0, (size_t)n * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

static int get(MPI_Win win, int target, int at)
{
    int value = -1;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Get(&value, 1, MPI_INT, target, at, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
    return value;
}

/* Rank 0 has stored, and rank 1 looks. */
static void expect(MPI_Win win, int at, int value)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        assert(get(win, 0, at) == value);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* mazurka: -n 2 -- windows => verified */
static void run_windows(void)
{
    MPI_Win win[WINDOWS];
    int *base[WINDOWS];
    for (int i = 0; i < WINDOWS; i++)
        win[i] = make(4, &base[i]);
    for (int i = 0; i < WINDOWS; i += 7) {
        if (!rank)
            base[i][1] = i + 1;
        expect(win[i], 1, i + 1);
    }
    for (int i = 0; i < WINDOWS && !rank; i++) /* all at a time */
        base[i][2] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < WINDOWS && rank == 1; i++)
        assert(get(win[i], 0, 2) == i && get(win[i], 0, 1) == (i % 7 ? 0 : i + 1));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < WINDOWS; i++)
        MPI_Win_free(&win[i]);
}

/* mazurka: -n 2 -- ways => verified
 * mazurka: -n 2 --watch compare -- ways => verified */
static void run_ways(void)
{
    int *base;
    MPI_Win win = make(LARGE, &base);
    if (!rank)
        base[LARGE - 1] = 3; /* a page of many */
    expect(win, LARGE - 1, 3);
    expect(win, 5, 0);
    if (!rank)
        memset(base + 2000, 1, 20000 * sizeof(int)); /* many pages */
    expect(win, 21999, 0x01010101);
    expect(win, 22000, 0);
    if (!rank) {
        const int value = 77;
        MPI_Request request;
        MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Recv(base + 9, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    expect(win, 9, 77); /* by the library */
    if (!rank) {
        int fd = open("four", O_RDONLY);
        assert(fd >= 0 && read(fd, base + 30, 4) == 4);
        close(fd);
    }
    expect(win, 30, 'a' * 0x01010101); /* by the kernel */
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- static => verified */
static void run_static(void)
{
    MPI_Win win, other;
    int *base;
    MPI_Win_create(fixed, sizeof fixed, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    other = make(8, &base);
    for (int i = 0; i < 4; i++) {
        if (!rank)
            fixed[i * 250] = i + 1;
        expect(win, i * 250, i + 1);
        if (!rank)
            base[i] = i;
        expect(other, i, i);
    }
    MPI_Win_free(&win);
    MPI_Win_free(&other);
}

/* Another rank goes on in between, and the search comes back to where it was.
 * mazurka: -n 3 -- branches => verified; 2 outcomes */
static void run_branches(void)
{
    int *base, from[2] = {0};
    MPI_Win win = make(4, &base);
    for (int i = 0; i < 2 && !rank; i++) {
        MPI_Recv(&from[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        base[i] = from[i];
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        assert(get(win, 0, 0) + get(win, 0, 1) == 3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

/* mazurka: -n 4 --once -- sums => verified; 1 outcome */
static void run_sums(void)
{
    enum { SUMS = 1000 };
    int *base;
    MPI_Win win = make(4, &base);
    MPI_Win_fence(0, win);
    for (int i = 0; i < SUMS; i++)
        MPI_Accumulate(&one, 1, MPI_INT, 0, i % 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (!rank)
        assert(base[0] == ranks * SUMS / 2 && base[1] == ranks * SUMS / 2);
    MPI_Win_free(&win);
}

/* mazurka: -n 16 --once -- fences => verified; 1 outcome */
static void run_fences(void)
{
    int *base;
    MPI_Win win = make(16, &base);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 60; i++) {
        MPI_Put(&rank, 1, MPI_INT, (rank + i) % ranks, rank % 16, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        assert(base[(rank - i % ranks + ranks) % ranks] ==
               (rank - i % ranks + ranks) % ranks);
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --once -- last-race => rma-race: MPI_Put; access bytes 3996 to 3999 */
static void run_last_race(void)
{
    int *base;
    MPI_Win win = make(1000, &base);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 1000; i++) {
        MPI_Put(&one, 1, MPI_INT, 0, rank || i == 999 ? i : (i + 500) % 999, 1, MPI_INT,
                win);
        if (i % 2)
            MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -j 2 -- fences => unsupported: in one process; run it without -j */

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"windows", run_windows},     {"ways", run_ways}, {"static", run_static},
    {"branches", run_branches},   {"sums", run_sums}, {"fences", run_fences},
    {"last-race", run_last_race},
};

int main(int argc, char **argv)
{
    assert(argc == 2);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    MPI_Finalize();
    return 0;
}
