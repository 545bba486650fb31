/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-epochs-2.c - wrong synchronisation of windows, and right one. Written by
 * somebody who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- noprecede-disagree => epoch-error */
static void noprecede_disagree(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    MPI_Win_fence(rank ? MPI_MODE_NOPRECEDE : 0, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-fence => epoch-error */
static void rput_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rget-pscw => epoch-error */
static void rget_pscw(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        MPI_Rget(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-before-complete => epoch-error */
static void free_before_complete(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-before-wait => epoch-error */
static void free_before_wait(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-nostart => epoch-error|deadlock */
static void post_nostart(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- start-nopost => epoch-error|deadlock */
static void start_nopost(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 1) {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- post-group-mismatch => epoch-error|deadlock */
static void post_group_mismatch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, rank ? 1 : 2, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    }
    if (rank == 1) {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-one-rank => finding */
static void fence_one_rank(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 1);
        FENCE;
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-after-put-nofence => epoch-error */
static void free_after_put_nofence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 1);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- acc-noepoch => epoch-error */
static void acc_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        ACC(x, 0, 3, MPI_SUM);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- cas-noepoch => epoch-error */
static void cas_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Compare_and_swap(&x, &y, &z, MPI_INT, 0, 3, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fao-noepoch => epoch-error */
static void fao_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        FAO(x, y, 0, 3, MPI_SUM);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- gacc-noepoch => epoch-error */
static void gacc_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Get_accumulate(&x, 1, MPI_INT, &y, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_SUM,
                           win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-noepoch => epoch-error */
static void get_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        GET(x, 0, 3);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-noepoch => epoch-error */
static void rput_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- self-noepoch => epoch-error */
static void self_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        PUT(x, 1, 3);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-badtype => epoch-error|invalid-argument */
static void lock_badtype(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Win_lock(99, 0, 0, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-badrank => epoch-error|invalid-argument */
static void lock_badrank(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 7);
        MPI_Win_unlock(7, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- other-window-epoch => epoch-error */
static void other_window_epoch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank == 1)
        PUT(x, 0, 3);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-deadlock => deadlock */
static void lock_deadlock(void)
{
    VARIABLES;
    WINDOW;
    if (rank < 2) {
        LK(EX, rank);
        PUT(x, rank, 0);
        MPI_Win_flush(rank, win);
        LK(EX, 1 - rank);
        PUT(x, 1 - rank, 0);
        MPI_Win_unlock(1 - rank, win);
        MPI_Win_unlock(rank, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-unlock-before-wait => verified */
static void rput_unlock_before_wait(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        MPI_Rput(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Win_unlock(0, win);
        MPI_Wait(&rq, &st);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-never-waited => missing-wait */
static void rput_never_waited(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        MPI_Rput(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-store-noepoch => verified */
static void shared_store_noepoch(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    MPI_Aint sz;
    int du, *q;
    MPI_Win_shared_query(win, 0, &sz, &du, &q);
    BAR;
    if (rank == 1)
        q[3] = 4;
    BAR;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- sync-noepoch => epoch-error */
static void sync_noepoch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_sync(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-never-freed => verified */
static void win_never_freed(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 --strict -- s-win-never-freed-strict => finding */
static void s_win_never_freed_strict(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- finalize-in-epoch => epoch-error|local-race */
static void finalize_in_epoch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        PUT(x, 0, 3);
}

/* mazurka: -n 2 -- free-twice => epoch-error|invalid-argument */
static void free_twice(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v = win;
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- use-after-free => epoch-error|invalid-argument */
static void use_after_free(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v = win;
    MPI_Win_free(&v);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- free-one-rank => deadlock|call-mismatch */
static void free_one_rank(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-pending-lock-other => verified */
static void free_pending_lock_other(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(EX, 0);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- nocheck-lie => epoch-error|rma-race */
static void nocheck_lie(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        MPI_Win_lock(EX, 0, MPI_MODE_NOCHECK, win);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-ee63 => verified */
static void case_c_ee63(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Win_lock(EX, 0, MPI_MODE_NOCHECK, win);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
    }
    BAR;
    if (rank == 2) {
        MPI_Win_lock(EX, 0, MPI_MODE_NOCHECK, win);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-ee64 => verified */
static void case_c_ee64(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, MPI_MODE_NOCHECK, win);
        BAR;
        MPI_Win_wait(win);
    } else {
        BAR;
        MPI_Win_start(g, MPI_MODE_NOCHECK, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- bad-assert-fence => epoch-error|invalid-argument */
static void bad_assert_fence(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(1 << 20, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- bad-assert-lock => epoch-error|invalid-argument */
static void bad_assert_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Win_lock(SH, 0, MPI_MODE_NOSUCCEED, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- bad-assert-lockall => epoch-error|invalid-argument */
static void bad_assert_lockall(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(77777, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"noprecede-disagree", noprecede_disagree},
    {"rput-fence", rput_fence},
    {"rget-pscw", rget_pscw},
    {"free-before-complete", free_before_complete},
    {"free-before-wait", free_before_wait},
    {"post-nostart", post_nostart},
    {"start-nopost", start_nopost},
    {"post-group-mismatch", post_group_mismatch},
    {"fence-one-rank", fence_one_rank},
    {"free-after-put-nofence", free_after_put_nofence},
    {"acc-noepoch", acc_noepoch},
    {"cas-noepoch", cas_noepoch},
    {"fao-noepoch", fao_noepoch},
    {"gacc-noepoch", gacc_noepoch},
    {"get-noepoch", get_noepoch},
    {"rput-noepoch", rput_noepoch},
    {"self-noepoch", self_noepoch},
    {"lock-badtype", lock_badtype},
    {"lock-badrank", lock_badrank},
    {"other-window-epoch", other_window_epoch},
    {"lock-deadlock", lock_deadlock},
    {"rput-unlock-before-wait", rput_unlock_before_wait},
    {"rput-never-waited", rput_never_waited},
    {"shared-store-noepoch", shared_store_noepoch},
    {"sync-noepoch", sync_noepoch},
    {"win-never-freed", win_never_freed},
    {"s-win-never-freed-strict", s_win_never_freed_strict},
    {"finalize-in-epoch", finalize_in_epoch},
    {"free-twice", free_twice},
    {"use-after-free", use_after_free},
    {"free-one-rank", free_one_rank},
    {"free-pending-lock-other", free_pending_lock_other},
    {"nocheck-lie", nocheck_lie},
    {"case-c-ee63", case_c_ee63},
    {"case-c-ee64", case_c_ee64},
    {"bad-assert-fence", bad_assert_fence},
    {"bad-assert-lock", bad_assert_lock},
    {"bad-assert-lockall", bad_assert_lockall},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
