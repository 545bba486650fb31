/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-epochs.c - wrong synchronisation of windows, and right one. Written by somebody
 * who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- put-noepoch => epoch-error */
static void put_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        PUT(x, 0, 3);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-after-unlock => epoch-error */
static void put_after_unlock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(EX, 0);
        MPI_Win_unlock(0, win);
        PUT(x, 0, 3);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- double-lock => epoch-error */
static void double_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        LK(SH, 0);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-in-lock => epoch-error */
static void fence_in_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        FENCE;
        MPI_Win_unlock(0, win);
    } else
        FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- unlock-nolock => epoch-error */
static void unlock_nolock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- wait-nopost => epoch-error */
static void wait_nopost(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_wait(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-in-lock => epoch-error */
static void free_in_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-free-in-lockall => epoch-error */
static void b_free_in_lockall(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-wrong-locked-target => epoch-error */
static void put_wrong_locked_target(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        PUT(x, 1, 3);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- unlock-wrong-target => epoch-error */
static void unlock_wrong_target(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- complete-nostart => epoch-error */
static void complete_nostart(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_complete(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- test-nopost => epoch-error */
static void test_nopost(void)
{
    VARIABLES;
    WINDOW;
    int f;
    if (rank == 1)
        MPI_Win_test(win, &f);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-noepoch => epoch-error */
static void flush_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_flush(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-fence => epoch-error */
static void flush_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Win_flush(0, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-all-noepoch => epoch-error */
static void flush_all_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_flush_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-local-noepoch => epoch-error */
static void flush_local_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_flush_local(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-flush-local-all-noepoch => epoch-error */
static void b_flush_local_all_noepoch(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_flush_local_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-other-target => epoch-error */
static void flush_other_target(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        PUT(x, 0, 3);
        MPI_Win_flush(1, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lockall-in-lock => epoch-error */
static void lockall_in_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        MPI_Win_lock_all(0, win);
        MPI_Win_unlock_all(win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-in-lockall => epoch-error */
static void lock_in_lockall(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Win_lock_all(0, win);
        LK(SH, 0);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- unlock-after-lockall => epoch-error */
static void unlock_after_lockall(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Win_lock_all(0, win);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- unlockall-nolock => epoch-error */
static void unlockall_nolock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1)
        MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- unlockall-after-lock => epoch-error */
static void unlockall_after_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- double-lockall => epoch-error */
static void double_lockall(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Win_lock_all(0, win);
        MPI_Win_lock_all(0, win);
        MPI_Win_unlock_all(win);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- double-post => epoch-error */
static void double_post(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-ee23 => verified */
static void case_c_ee23(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- double-start => epoch-error */
static void double_start(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- start-wrong-target => epoch-error */
static void start_wrong_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    }
    if (rank == 1) {
        MPI_Win_start(g, 0, win);
        PUT(x, 2, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-in-start => epoch-error */
static void lock_in_start(void)
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
        LK(SH, 0);
        MPI_Win_unlock(0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- start-in-lock => epoch-error */
static void start_in_lock(void)
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
        LK(SH, 1);
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
        MPI_Win_unlock(1, win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-in-start => epoch-error */
static void fence_in_start(void)
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
        FENCE;
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-in-fence => epoch-error */
static void lock_in_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 1);
    LK(SH, 0);
    PUT(x, 0, 1 + rank);
    MPI_Win_unlock(0, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-lock-after-fence-noputs => verified */
static void b_lock_after_fence_noputs(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 1);
    FENCE;
    LK(EX, 0);
    PUT(x, 0, 1 + rank);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-ee29 => verified */
static void case_c_ee29(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 1);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    LK(EX, 0);
    PUT(x, 0, 1 + rank);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-after-nosucceed => epoch-error */
static void put_after_nosucceed(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 1);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 1)
        PUT(x, 0, 1);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- noprecede-lie => epoch-error */
static void noprecede_lie(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 1);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- noput-lie => epoch-error */
static void noput_lie(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    if (rank == 1)
        PUT(x, 0, 1);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-ee34 => verified */
static void case_c_ee34(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, MPI_MODE_NOPUT | MPI_MODE_NOSTORE, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        GET(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"put-noepoch", put_noepoch},
    {"put-after-unlock", put_after_unlock},
    {"double-lock", double_lock},
    {"fence-in-lock", fence_in_lock},
    {"unlock-nolock", unlock_nolock},
    {"wait-nopost", wait_nopost},
    {"free-in-lock", free_in_lock},
    {"b-free-in-lockall", b_free_in_lockall},
    {"put-wrong-locked-target", put_wrong_locked_target},
    {"unlock-wrong-target", unlock_wrong_target},
    {"complete-nostart", complete_nostart},
    {"test-nopost", test_nopost},
    {"flush-noepoch", flush_noepoch},
    {"flush-fence", flush_fence},
    {"flush-all-noepoch", flush_all_noepoch},
    {"flush-local-noepoch", flush_local_noepoch},
    {"b-flush-local-all-noepoch", b_flush_local_all_noepoch},
    {"flush-other-target", flush_other_target},
    {"lockall-in-lock", lockall_in_lock},
    {"lock-in-lockall", lock_in_lockall},
    {"unlock-after-lockall", unlock_after_lockall},
    {"unlockall-nolock", unlockall_nolock},
    {"unlockall-after-lock", unlockall_after_lock},
    {"double-lockall", double_lockall},
    {"double-post", double_post},
    {"case-c-ee23", case_c_ee23},
    {"double-start", double_start},
    {"start-wrong-target", start_wrong_target},
    {"lock-in-start", lock_in_start},
    {"start-in-lock", start_in_lock},
    {"fence-in-start", fence_in_start},
    {"lock-in-fence", lock_in_fence},
    {"b-lock-after-fence-noputs", b_lock_after_fence_noputs},
    {"case-c-ee29", case_c_ee29},
    {"put-after-nosucceed", put_after_nosucceed},
    {"noprecede-lie", noprecede_lie},
    {"noput-lie", noput_lie},
    {"case-c-ee34", case_c_ee34},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
