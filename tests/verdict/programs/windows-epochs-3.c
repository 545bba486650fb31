/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-epochs-3.c - wrong synchronisation of windows, and right one. Written by
 * somebody who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- post-empty => verified */
static void post_empty(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-null-group => epoch-error|invalid-argument */
static void post_null_group(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        MPI_Win_post(MPI_GROUP_NULL, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- group-not-subset => epoch-error|invalid-argument */
static void group_not_subset(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm self2;
    MPI_Comm_split(world, rank, 0, &self2);
    MPI_Win v;
    int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, self2, &v);
    MPI_Comm_group(world, &wg);
    MPI_Win_post(wg, 0, v);
    MPI_Win_start(wg, 0, v);
    MPI_Win_complete(v);
    MPI_Win_wait(v);
    MPI_Group_free(&wg);
    MPI_Win_free(&v);
    MPI_Comm_free(&self2);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-while-own-post => verified */
static void lock_while_own_post(void)
{
    VARIABLES;
    WINDOW;
    BAR;
    if (rank == 1) {
        LK(EX, 1);
        w[0] = 4;
        MPI_Win_unlock(1, win);
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-diff-windows => finding */
static void fence_diff_windows(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, rank ? v : win);
    MPI_Win_fence(0, rank ? win : v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-two-targets => verified */
static void lock_two_targets(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        LK(SH, 1);
        PUT(x, 0, 1);
        PUT(x, 1, 1);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-two-windows => verified */
static void lock_two_windows(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, world, &v);
    if (rank == 1) {
        LK(SH, 0);
        MPI_Win_lock(SH, 0, 0, v);
        PUT(x, 0, 1);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
        MPI_Win_unlock(0, v);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-in-fence-epoch-rank0 => epoch-error */
static void lock_in_fence_epoch_rank0(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0) {
        PUT(x, 1, 1);
        LK(SH, 1);
        MPI_Win_unlock(1, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-while-exposure => epoch-error */
static void fence_while_exposure(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        FENCE;
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
        FENCE;
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-procnull-noepoch => epoch-error */
static void put_procnull_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        PUT(x, MPI_PROC_NULL, 3);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-procnull => verified */
static void put_procnull(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    PUT(x, MPI_PROC_NULL, 3);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- count0-noepoch => epoch-error */
static void count0_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Put(&x, 0, MPI_INT, 0, 3, 0, MPI_INT, win);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"post-empty", post_empty},
    {"post-null-group", post_null_group},
    {"group-not-subset", group_not_subset},
    {"lock-while-own-post", lock_while_own_post},
    {"fence-diff-windows", fence_diff_windows},
    {"lock-two-targets", lock_two_targets},
    {"lock-two-windows", lock_two_windows},
    {"lock-in-fence-epoch-rank0", lock_in_fence_epoch_rank0},
    {"fence-while-exposure", fence_while_exposure},
    {"put-procnull-noepoch", put_procnull_noepoch},
    {"put-procnull", put_procnull},
    {"count0-noepoch", count0_noepoch},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
