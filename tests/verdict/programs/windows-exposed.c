/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-exposed.c - parts that are exposed and locked, and loops that wait for
 * something in a window. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* 12.5.3: a process must not lock a part while its owner exposes it.
 * mazurka: -n 2 -- lock-exposed-barriers => epoch-error: exposed and locked at a time */
static void lock_exposed_barriers(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        BAR;
        BAR;
        MPI_Win_wait(win);
    } else {
        BAR;
        LK(SH, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
        BAR;
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-before-post => verified */
static void lock_before_post(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        BAR;
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        LK(SH, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
        BAR;
        MPI_Win_start(g, 0, win);
        PUT(y, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-after-wait => verified */
static void lock_after_wait(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        BAR;
    } else {
        MPI_Win_start(g, 0, win);
        PUT(y, 0, 0);
        MPI_Win_complete(win);
        BAR;
        LK(SH, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* Nothing keeps rank 0 from posting before, while rank 1 has the lock.
 * mazurka: -n 2 -- lock-before-start => epoch-error: exposed and locked at a time */
static void lock_before_start(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        LK(SH, 0);
        PUT(x, 0, 3);
        MPI_Win_unlock(0, win);
        MPI_Win_start(g, 0, win);
        PUT(y, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* MPI_Win_complete does not wait for MPI_Win_wait.
 * mazurka: -n 2 -- lock-after-complete => epoch-error: exposed and locked at a time */
static void lock_after_complete(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(y, 0, 0);
        MPI_Win_complete(win);
        LK(SH, 0);
        PUT(x, 0, 3);
        MPI_Win_unlock(0, win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lock-of-another-part => verified */
static void lock_of_another_part(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(g, 0, win);
        PUT(y, 0, 0);
        MPI_Win_complete(win);
    } else {
        LK(SH, 1);
        PUT(x, 1, 3);
        MPI_Win_unlock(1, win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- third-locks => epoch-error: exposed and locked at a time */
static void third_locks(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(g, 0, win);
        PUT(y, 0, 0);
        MPI_Win_complete(win);
    } else {
        LK(SH, 0);
        PUT(x, 0, 3);
        MPI_Win_unlock(0, win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lock-all-while-exposed => epoch-error: exposed and locked at a time */
static void lock_all_while_exposed(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(g, 0, win);
        PUT(y, 0, 0);
        MPI_Win_complete(win);
    } else {
        MPI_Win_lock_all(0, win);
        MPI_Win_unlock_all(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lock-between-fences => epoch-error: exposed and locked at a time */
static void lock_between_fences(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 2, 0);
    if (rank == 1) {
        LK(SH, 2);
        PUT(x, 2, 1);
        MPI_Win_unlock(2, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lock-between-fences-other-part => verified */
static void lock_between_fences_other_part(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 2, 0);
    if (rank == 1) {
        LK(SH, 0);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- own-lock-between-fences => epoch-error: exposed and locked at a time */
static void own_lock_between_fences(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    if (rank == 1) {
        LK(EX, 1);
        w[4] = 1;
        MPI_Win_unlock(1, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-between-idle-fences => verified */
static void lock_between_idle_fences(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    FENCE;
    if (rank == 1) {
        LK(EX, 0);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
    }
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    FENCE;
    MPI_Win_free(&win);
}

/* A rank may load again and again, with any call between that lets MPI make progress.
 * mazurka: -n 2 -- poll-by-iprobe => verified */
static void poll_by_iprobe(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (!rank) {
        volatile int *f = w;
        int flag;
        while (!*f)
            MPI_Iprobe(1, 0, world, &flag, &st);
        assert(*f == 7);
    } else {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-by-test => verified */
static void poll_by_test(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (!rank) {
        volatile int *f = w;
        int flag = 0;
        MPI_Irecv(&y, 1, MPI_INT, 1, 0, world, &rq);
        while (!*f)
            MPI_Test(&rq, &flag, &st);
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
        MPI_Wait(&rq, &st);
    } else {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
        MPI_Recv(&z, 1, MPI_INT, 0, 0, world, &st);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-by-iprobe-never => non-termination */
static void poll_by_iprobe_never(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (!rank) {
        volatile int *f = w;
        int flag;
        while (!*f)
            MPI_Iprobe(1, 0, world, &flag, &st);
    } else {
        PUT(x, 0, 1);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* Two loads with a call between are not yet a loop that polls.
 * mazurka: -n 2 -- iprobe-between-loads => rma-race */
static void iprobe_between_loads(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (!rank) {
        volatile int *f = w;
        int flag;
        y = *f;
        MPI_Iprobe(1, 0, world, &flag, &st);
        y += *f;
    } else {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --step-time 1s -- poll-without-call => unsupported: without any call between */
static void poll_without_call(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (!rank) {
        volatile int *f = w;
        while (!*f)
            ;
    } else {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* A reader announces itself and takes it back while there is a writer: endlessly many
 * outcomes.
 * mazurka: -n 2 -- try-again-add => incomplete; up to 8 times */
static void try_again_add(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int writer = 100, back = -1, leave = -100;
    if (!rank) {
        do {
            MPI_Compare_and_swap(&writer, &zero, &y, MPI_INT, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (y);
        PUT(x, 0, 1);
        MPI_Win_flush(0, win);
        ACC(leave, 0, 0, MPI_SUM);
    } else {
        for (;;) {
            FAO(one, y, 0, 0, MPI_SUM);
            MPI_Win_flush(0, win);
            if (y < 100)
                break;
            y = 0;
            FAO(back, z, 0, 0, MPI_SUM);
            MPI_Win_flush(0, win);
            z = 0;
        }
        GET(z, 0, 1);
        MPI_Win_flush(0, win);
        FAO(back, y, 0, 0, MPI_SUM);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"lock-exposed-barriers", lock_exposed_barriers},
    {"lock-before-post", lock_before_post},
    {"lock-after-wait", lock_after_wait},
    {"lock-before-start", lock_before_start},
    {"lock-after-complete", lock_after_complete},
    {"lock-of-another-part", lock_of_another_part},
    {"third-locks", third_locks},
    {"lock-all-while-exposed", lock_all_while_exposed},
    {"lock-between-fences", lock_between_fences},
    {"lock-between-fences-other-part", lock_between_fences_other_part},
    {"own-lock-between-fences", own_lock_between_fences},
    {"lock-between-idle-fences", lock_between_idle_fences},
    {"poll-by-iprobe", poll_by_iprobe},
    {"poll-by-test", poll_by_test},
    {"poll-by-iprobe-never", poll_by_iprobe_never},
    {"iprobe-between-loads", iprobe_between_loads},
    {"poll-without-call", poll_without_call},
    {"try-again-add", try_again_add},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
