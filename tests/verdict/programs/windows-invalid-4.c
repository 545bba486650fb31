/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-invalid-4.c - windows and buffers that are not what the call says, and such
 * that are. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

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

static const struct window_case cases[] = {
    {"buffer-type", buffer_type}, {"groups-dup-ranks", groups_dup_ranks},
    {"group-freed", group_freed}, {"put-shorter", put_shorter},
    {"get-longer", get_longer},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
