/* SPDX-License-Identifier: Apache-2.0
 *
 * windows.h - what the programs about windows have in common. Each has a function for
 * every case, and a table of them; the argument says which is run. */
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

struct window_case {
    const char *name;
    void (*run)(void);
};

static inline void run_case(int argc, char **argv, const struct window_case *cases,
                            size_t n)
{
    int met = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(argv[1], cases[i].name)) {
            met = 1;
            cases[i].run();
        }
    assert(met);
    MPI_Finalize();
}
