/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-invalid-4.c - windows and buffers that are not what the call says, and such
 * that are. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include <assert.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUT(v, t, d)        MPI_Put(&(v), 1, MPI_INT, t, d, 1, MPI_INT, win)
#define GET(v, t, d)        MPI_Get(&(v), 1, MPI_INT, t, d, 1, MPI_INT, win)
#define ACC(v, t, d, op)    MPI_Accumulate(&(v), 1, MPI_INT, t, d, 1, MPI_INT, op, win)
#define FAO(v, r, t, d, op) MPI_Fetch_and_op(&(v), &(r), MPI_INT, t, d, op, win)
#define FENCE               MPI_Win_fence(0, win)
#define LK(t, r)            MPI_Win_lock(t, r, 0, win)
#define EX                  MPI_LOCK_EXCLUSIVE
#define SH                  MPI_LOCK_SHARED
#define BAR                 MPI_Barrier(world)
/* What most of them need. */
#define VARIABLES                                                                        \
    int x = 7, y = 8, z = 9, one = 1, zero = 0, b[16] = {0};                             \
    MPI_Comm world = MPI_COMM_WORLD;                                                     \
    MPI_Status st;                                                                       \
    MPI_Request rq, rr[4];                                                               \
    MPI_Group g, wg

/* A window of 16 integers, which are 0. */
#define WINDOW                                                                           \
    MPI_Win win;                                                                         \
    int *w;                                                                              \
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, world, &w, &win);                             \
    memset(w, 0, 64);                                                                    \
    MPI_Barrier(world)

int main(int, char **);
static int rank, size;

/* mazurka: -n 2 -- buffer-type => verified */
static void buffer_type(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    FENCE;
    float fl[4];
    if (rank)
        MPI_Put(fl, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- groups-dup-ranks => epoch-error|invalid-argument|deadlock */
static void groups_dup_ranks(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int rr2[] = {0, 1};
    MPI_Win_post(wg, 0, win);
    MPI_Win_start(wg, 0, win);
    MPI_Win_complete(win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- group-freed => epoch-error|invalid-argument */
static void group_freed(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    g = wg;
    MPI_Group_free(&wg);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-shorter => verified */
static void put_shorter(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Put(b, 2, MPI_INT, 0, 0, 4, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-longer => verified */
static void get_longer(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Get(b, 4, MPI_INT, 0, 0, 2, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"buffer-type", buffer_type}, {"groups-dup-ranks", groups_dup_ranks},
    {"group-freed", group_freed}, {"put-shorter", put_shorter},
    {"get-longer", get_longer},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    MPI_Finalize();
    return 0;
}
