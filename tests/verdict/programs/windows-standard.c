/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-standard.c - requests, groups, shared and dynamic memory, by the text of the
 * standard. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* The request of MPI_Rput is complete when the origin may be changed; the target is not
 * told.
 * mazurka: -n 2 -- rput-wait-reuse => verified */
static void rput_wait_reuse(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        x = 99;
    }
    MPI_Win_unlock_all(win);
    BAR;
    if (!rank) {
        LK(SH, 0);
        assert(w[0] == 7);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* MPI_Wait of an MPI_Rput does not complete it at the target.
 * mazurka: -n 3 -- rput-wait-message-get => rma-race */
static void rput_wait_message_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
        GET(z, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- rput-wait-flush-message-get => verified */
static void rput_wait_flush_message_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
        GET(z, 0, 0);
        MPI_Win_flush(0, win);
        assert(z == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-never-waited => finding */
static void rput_never_waited(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank)
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rget-wait => verified */
static void rget_wait(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, rank);
    w[3] = 5;
    MPI_Win_unlock(rank, win);
    BAR;
    MPI_Win_lock_all(0, win);
    MPI_Rget(&y, 1, MPI_INT, !rank, 3, 1, MPI_INT, win, &rq);
    MPI_Wait(&rq, &st);
    assert(y == 5);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rget-read-early => local-race */
static void rget_read_early(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    MPI_Rget(&y, 1, MPI_INT, !rank, 3, 1, MPI_INT, win, &rq);
    b[0] = *(volatile int *)&y;
    MPI_Wait(&rq, &st);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* The epoch completes the operation; the request is completed afterwards.
 * mazurka: -n 2 -- rget-wait-after-unlock => verified */
static void rget_wait_after_unlock(void)
{
    VARIABLES;
    WINDOW;
    LK(SH, 0);
    MPI_Rget(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
    MPI_Win_unlock(0, win);
    MPI_Wait(&rq, &st);
    assert(y == 0);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- raccumulate-two => verified */
static void raccumulate_two(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    MPI_Raccumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &rr[0]);
    MPI_Raccumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win, &rr[1]);
    MPI_Waitall(2, rr, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    BAR;
    LK(SH, 0);
    GET(y, 0, 0);
    MPI_Win_unlock(0, win);
    assert(y == 3);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- rget-accumulate-unique => verified */
static void rget_accumulate_unique(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &y, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win,
                        &rq);
    MPI_Wait(&rq, &st);
    MPI_Win_unlock_all(win);
    MPI_Allgather(&y, 1, MPI_INT, b, 1, MPI_INT, world);
    assert(b[0] != b[1] && b[1] != b[2] && b[0] != b[2] && b[0] + b[1] + b[2] == 3);
    MPI_Win_free(&win);
}

/* Who comes first is not decided.
 * mazurka: -n 2 -- rget-accumulate-order => assertion */
static void rget_accumulate_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &y, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win,
                        &rq);
    MPI_Wait(&rq, &st);
    MPI_Win_unlock_all(win);
    assert(y == rank);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- waitany-of-rgets => verified */
static void waitany_of_rgets(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int i, j;
    MPI_Rget(&y, 1, MPI_INT, !rank, 0, 1, MPI_INT, win, &rr[0]);
    MPI_Rget(&z, 1, MPI_INT, !rank, 1, 1, MPI_INT, win, &rr[1]);
    MPI_Waitany(2, rr, &i, &st);
    MPI_Waitany(2, rr, &j, &st);
    assert(i != j && y == 0 && z == 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- request-in-fence => epoch-error */
static void request_in_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    MPI_Rget(&y, 1, MPI_INT, !rank, 0, 1, MPI_INT, win, &rq);
    MPI_Wait(&rq, &st);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-origin-put-get-flush => verified */
static void same_origin_put_get_flush(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
        GET(y, 0, 0);
        MPI_Win_flush(0, win);
        assert(y == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-origin-put-get => rma-race */
static void same_origin_put_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        GET(y, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-origin-get-get => verified */
static void same_origin_get_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    GET(x, 0, 0);
    GET(y, 0, 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* The end of the epoch completes the put at the target.
 * mazurka: -n 2 -- same-origin-two-locks => verified */
static void same_origin_two_locks(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        LK(SH, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
        LK(SH, 0);
        GET(y, 0, 0);
        MPI_Win_unlock(0, win);
        assert(y == 7);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- flush-other-target => rma-race */
static void flush_other_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush(2, win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        GET(z, 1, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- flush-all-then-message => verified */
static void flush_all_then_message(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush_all(win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        GET(z, 1, 0);
        MPI_Win_flush(1, win);
        assert(z == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-local-buffer => verified */
static void flush_local_buffer(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush_local(0, win);
        x = 1;
    }
    MPI_Win_unlock_all(win);
    BAR;
    if (!rank)
        assert(w[0] == 7);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-local-all-buffer => verified */
static void flush_local_all_buffer(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    GET(y, !rank, 0);
    MPI_Win_flush_local_all(win);
    assert(y == 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- exclusive-read-modify-write => verified */
static void exclusive_read_modify_write(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    GET(y, 0, 0);
    MPI_Win_flush(0, win);
    y++;
    PUT(y, 0, 0);
    MPI_Win_unlock(0, win);
    BAR;
    LK(SH, 0);
    GET(z, 0, 0);
    MPI_Win_unlock(0, win);
    assert(z == 3);
    MPI_Win_free(&win);
}

/* The lock is given back between the read and the write.
 * mazurka: -n 2 -- exclusive-split-read-write => assertion */
static void exclusive_split_read_write(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    GET(y, 0, 0);
    MPI_Win_unlock(0, win);
    y++;
    LK(EX, 0);
    PUT(y, 0, 0);
    MPI_Win_unlock(0, win);
    BAR;
    LK(SH, 0);
    GET(z, 0, 0);
    MPI_Win_unlock(0, win);
    assert(z == 2);
    MPI_Win_free(&win);
}

/* Both hold exclusive locks, of different parts, and access the third one's under shared
 * ones.
 * mazurka: -n 3 -- wrong-lock-rank => rma-race */
static void wrong_lock_rank(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        LK(EX, rank);
        LK(SH, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock(rank, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --buffering zero -- lock-order-deadlock => deadlock */
static void lock_order_deadlock(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, rank);
    LK(EX, !rank);
    PUT(x, !rank, 0);
    MPI_Win_unlock(!rank, win);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --buffering zero -- lock-same-order => verified */
static void lock_same_order(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    LK(EX, 1);
    PUT(x, !rank, 0);
    MPI_Win_unlock(1, win);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- atomic-mixed-with-put => rma-race */
static void atomic_mixed_with_put(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        ACC(x, 0, 0, MPI_REPLACE);
    if (rank == 2)
        PUT(x, 0, 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- atomic-read-replace => verified */
static void atomic_read_replace(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        ACC(x, 0, 0, MPI_REPLACE);
    if (rank == 2) {
        FAO(zero, y, 0, 0, MPI_NO_OP);
        MPI_Win_flush(0, win);
        assert(y == 0 || y == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* The data are flushed before the flag is raised by an atomic access.
 * mazurka: -n 2 -- atomic-flag-then-get => verified */
static void atomic_flag_then_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 1);
        MPI_Win_flush(0, win);
        ACC(one, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
    } else {
        do {
            FAO(zero, y, 0, 0, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (!y);
        GET(z, 0, 1);
        MPI_Win_flush(0, win);
        assert(z == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- atomic-flag-unflushed => rma-race */
static void atomic_flag_unflushed(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 1);
        ACC(one, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
    } else {
        do {
            FAO(zero, y, 0, 0, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (!y);
        GET(z, 0, 1);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- pscw-two-origins => verified */
static void pscw_two_origins(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int both[] = {1, 2}, zeroth[] = {0};
    if (!rank) {
        MPI_Group_incl(wg, 2, both, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        assert(w[1] == 7 && w[2] == 7);
    } else {
        MPI_Group_incl(wg, 1, zeroth, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, rank);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- pscw-two-origins-same => rma-race */
static void pscw_two_origins_same(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int both[] = {1, 2}, zeroth[] = {0};
    if (!rank) {
        MPI_Group_incl(wg, 2, both, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, zeroth, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- pscw-two-origins-sum => verified */
static void pscw_two_origins_sum(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int both[] = {1, 2}, zeroth[] = {0};
    if (!rank) {
        MPI_Group_incl(wg, 2, both, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        assert(w[0] == 14);
    } else {
        MPI_Group_incl(wg, 1, zeroth, &g);
        MPI_Win_start(g, 0, win);
        ACC(x, 0, 0, MPI_SUM);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- pscw-two-targets => verified */
static void pscw_two_targets(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int both[] = {1, 2}, zeroth[] = {0};
    if (!rank) {
        MPI_Group_incl(wg, 2, both, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 1, 0);
        PUT(y, 2, 0);
        MPI_Win_complete(win);
    } else {
        MPI_Group_incl(wg, 1, zeroth, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        assert(w[0] == (rank == 1 ? 7 : 8));
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* Rank 2 is in the group of the post and never starts.
 * mazurka: -n 3 -- pscw-origin-missing => deadlock|epoch-error */
static void pscw_origin_missing(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int both[] = {1, 2}, zeroth[] = {0};
    if (!rank) {
        MPI_Group_incl(wg, 2, both, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, zeroth, &g);
        if (rank == 1) {
            MPI_Win_start(g, 0, win);
            PUT(x, 0, rank);
            MPI_Win_complete(win);
        }
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* Each exposes its part, then accesses the other's.
 * mazurka: -n 2 -- pscw-both-ways => verified */
static void pscw_both_ways(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    MPI_Win_post(g, 0, win);
    MPI_Win_start(g, 0, win);
    PUT(x, !rank, 0);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    assert(w[0] == 7);
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --buffering zero -- pscw-both-ways-start-first => deadlock */
static void pscw_both_ways_start_first(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    MPI_Win_start(g, 0, win);
    MPI_Win_post(g, 0, win);
    PUT(x, !rank, 0);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- pscw-put-outside-group => epoch-error */
static void pscw_put_outside_group(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int zeroth[] = {0}, first[] = {1};
    if (!rank) {
        MPI_Group_incl(wg, 1, first, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, zeroth, &g);
        if (rank == 1) {
            MPI_Win_start(g, 0, win);
            PUT(x, 2, 0);
            MPI_Win_complete(win);
        }
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- pscw-load-before-wait => rma-race */
static void pscw_load_before_wait(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        y = *(volatile int *)w;
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- pscw-origin-reads-after-complete => verified */
static void pscw_origin_reads_after_complete(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        w[0] = 5;
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        GET(y, 0, 0);
        MPI_Win_complete(win);
        assert(y == 5);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* The put is complete at the origin, not at the target, when rank 2 reads by another
 * window.
 * mazurka: -n 3 -- pscw-third-after-complete => rma-race */
static void pscw_third_after_complete(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int zeroth[] = {0}, first[] = {1};
    MPI_Group_incl(wg, 1, rank ? zeroth : first, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Recv(&z, 1, MPI_INT, 1, 0, world, &st);
        y = *(volatile int *)w;
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* Stores, MPI_Win_sync, a barrier, MPI_Win_sync, loads: the way of 12.7 for shared
 * memory.
 * mazurka: -n 2 -- shared-barrier-sync => verified */
static void shared_barrier_sync(void)
{
    VARIABLES;
    MPI_Win win;
    int *w, *q, unit;
    MPI_Aint n;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_shared_query(win, !rank, &n, &unit, &q);
    MPI_Win_lock_all(0, win);
    q[rank] = 40 + rank;
    MPI_Win_sync(win);
    BAR;
    MPI_Win_sync(win);
    assert(w[!rank] == 40 + !rank);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-no-barrier => rma-race */
static void shared_no_barrier(void)
{
    VARIABLES;
    MPI_Win win;
    int *w, *q, unit;
    MPI_Aint n;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_shared_query(win, 0, &n, &unit, &q);
    MPI_Win_lock_all(0, win);
    if (rank)
        q[0] = 4;
    else
        y = *(volatile int *)q;
    MPI_Win_sync(win);
    BAR;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shared-fences => verified */
static void shared_fences(void)
{
    VARIABLES;
    MPI_Win win;
    int *w, *q, unit;
    MPI_Aint n;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_shared_query(win, (rank + 1) % 3, &n, &unit, &q);
    MPI_Win_fence(0, win);
    q[0] = rank;
    MPI_Win_fence(0, win);
    assert(w[0] == (rank + 2) % 3);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shared-neighbours-same-cell => rma-race */
static void shared_neighbours_same_cell(void)
{
    VARIABLES;
    MPI_Win win;
    int *w, *q, unit;
    MPI_Aint n;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_shared_query(win, 0, &n, &unit, &q);
    MPI_Win_fence(0, win);
    if (rank)
        q[3] = rank;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shared-exclusive-lock => verified */
static void shared_exclusive_lock(void)
{
    VARIABLES;
    MPI_Win win;
    int *w, *q, unit;
    MPI_Aint n;
    MPI_Win_allocate_shared(rank ? 0 : 64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &n, &unit, &q);
    LK(EX, 0);
    q[0]++;
    MPI_Win_unlock(0, win);
    BAR;
    LK(SH, 0);
    assert(q[0] == 3);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-put-and-load => verified */
static void shared_put_and_load(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    BAR;
    MPI_Win_sync(win);
    if (!rank)
        assert(w[0] == 7);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- dynamic-attach-tell-put => verified */
static void dynamic_attach_tell_put(void)
{
    VARIABLES;
    static int m[4];
    MPI_Win win;
    MPI_Aint a;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    if (!rank) {
        MPI_Win_attach(win, m, sizeof m);
        MPI_Get_address(m, &a);
    }
    MPI_Bcast(&a, 1, MPI_AINT, 0, world);
    if (rank) {
        LK(EX, 0);
        MPI_Put(&x, 1, MPI_INT, 0, MPI_Aint_add(a, 4), 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    BAR;
    if (!rank) {
        LK(SH, 0);
        assert(m[1] == 7);
        MPI_Win_unlock(0, win);
        MPI_Win_detach(win, m);
    }
    MPI_Win_free(&win);
}

/* Nothing orders the put and the detachment.
 * mazurka: -n 2 -- dynamic-detach-too-early => epoch-error|rma-race|invalid-argument */
static void dynamic_detach_too_early(void)
{
    VARIABLES;
    static int m[4];
    MPI_Win win;
    MPI_Aint a;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    if (!rank) {
        MPI_Win_attach(win, m, sizeof m);
        MPI_Get_address(m, &a);
    }
    MPI_Bcast(&a, 1, MPI_AINT, 0, world);
    if (rank) {
        LK(EX, 0);
        MPI_Put(&x, 1, MPI_INT, 0, a, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else
        MPI_Win_detach(win, m);
    BAR;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- dynamic-past-end => epoch-error */
static void dynamic_past_end(void)
{
    VARIABLES;
    static int m[4];
    MPI_Win win;
    MPI_Aint a;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    if (!rank) {
        MPI_Win_attach(win, m, sizeof m);
        MPI_Get_address(m, &a);
    }
    MPI_Bcast(&a, 1, MPI_AINT, 0, world);
    if (rank) {
        LK(EX, 0);
        MPI_Put(&x, 1, MPI_INT, 0, a + 16, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    BAR;
    if (!rank)
        MPI_Win_detach(win, m);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- dynamic-two-pieces => verified */
static void dynamic_two_pieces(void)
{
    VARIABLES;
    static int m[4], k[4];
    MPI_Win win;
    MPI_Aint a[2];
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    if (!rank) {
        MPI_Win_attach(win, m, sizeof m);
        MPI_Win_attach(win, k, sizeof k);
        MPI_Get_address(m, a);
        MPI_Get_address(k, a + 1);
    }
    MPI_Bcast(a, 2, MPI_AINT, 0, world);
    FENCE;
    if (rank)
        for (int i = 0; i < 2; i++)
            MPI_Put(&x, 1, MPI_INT, 0, a[i], 1, MPI_INT, win);
    FENCE;
    assert(rank || (m[0] == 7 && k[0] == 7));
    MPI_Win_free(&win);
}

/* Epochs of different windows are independent.
 * mazurka: -n 2 -- nested-windows-epochs => verified */
static void nested_windows_epochs(void)
{
    VARIABLES;
    MPI_Win win, v;
    int *w, *u;
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, world, &u, &v);
    MPI_Win_fence(0, v);
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, !rank, 0, 1, MPI_INT, v);
    GET(y, !rank, 0);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, v);
    assert(u[0] == 7);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* The owner stores into the gaps of the target's datatype.
 * mazurka: -n 2 -- vector-target-gaps => verified */
static void vector_target_gaps(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype t;
    MPI_Type_vector(4, 1, 2, MPI_INT, &t);
    MPI_Type_commit(&t);
    FENCE;
    if (rank)
        MPI_Put(b, 4, MPI_INT, 0, 0, 1, t, win);
    else
        for (int i = 1; i < 8; i += 2)
            w[i] = i;
    FENCE;
    assert(rank || (w[1] == 1 && w[2] == 0));
    MPI_Type_free(&t);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- vector-target-hit => rma-race */
static void vector_target_hit(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype t;
    MPI_Type_vector(4, 1, 2, MPI_INT, &t);
    MPI_Type_commit(&t);
    FENCE;
    if (rank)
        MPI_Put(b, 4, MPI_INT, 0, 0, 1, t, win);
    else
        w[6] = 1;
    FENCE;
    MPI_Type_free(&t);
    MPI_Win_free(&win);
}

/* All ranks have come to MPI_Win_free when it returns.
 * mazurka: -n 2 -- win-free-synchronises => verified */
static void win_free_synchronises(void)
{
    VARIABLES;
    static int m[4];
    MPI_Win win;
    MPI_Win_create(m, sizeof m, 4, MPI_INFO_NULL, world, &win);
    if (rank) {
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    assert(rank || m[0] == 7);
    m[0] = 1;
}

static const struct window_case cases[] = {
    {"rput-wait-reuse", rput_wait_reuse},
    {"rput-wait-message-get", rput_wait_message_get},
    {"rput-wait-flush-message-get", rput_wait_flush_message_get},
    {"rput-never-waited", rput_never_waited},
    {"rget-wait", rget_wait},
    {"rget-read-early", rget_read_early},
    {"rget-wait-after-unlock", rget_wait_after_unlock},
    {"raccumulate-two", raccumulate_two},
    {"rget-accumulate-unique", rget_accumulate_unique},
    {"rget-accumulate-order", rget_accumulate_order},
    {"waitany-of-rgets", waitany_of_rgets},
    {"request-in-fence", request_in_fence},
    {"same-origin-put-get-flush", same_origin_put_get_flush},
    {"same-origin-put-get", same_origin_put_get},
    {"same-origin-get-get", same_origin_get_get},
    {"same-origin-two-locks", same_origin_two_locks},
    {"flush-other-target", flush_other_target},
    {"flush-all-then-message", flush_all_then_message},
    {"flush-local-buffer", flush_local_buffer},
    {"flush-local-all-buffer", flush_local_all_buffer},
    {"exclusive-read-modify-write", exclusive_read_modify_write},
    {"exclusive-split-read-write", exclusive_split_read_write},
    {"wrong-lock-rank", wrong_lock_rank},
    {"lock-order-deadlock", lock_order_deadlock},
    {"lock-same-order", lock_same_order},
    {"atomic-mixed-with-put", atomic_mixed_with_put},
    {"atomic-read-replace", atomic_read_replace},
    {"atomic-flag-then-get", atomic_flag_then_get},
    {"atomic-flag-unflushed", atomic_flag_unflushed},
    {"pscw-two-origins", pscw_two_origins},
    {"pscw-two-origins-same", pscw_two_origins_same},
    {"pscw-two-origins-sum", pscw_two_origins_sum},
    {"pscw-two-targets", pscw_two_targets},
    {"pscw-origin-missing", pscw_origin_missing},
    {"pscw-both-ways", pscw_both_ways},
    {"pscw-both-ways-start-first", pscw_both_ways_start_first},
    {"pscw-put-outside-group", pscw_put_outside_group},
    {"pscw-load-before-wait", pscw_load_before_wait},
    {"pscw-origin-reads-after-complete", pscw_origin_reads_after_complete},
    {"pscw-third-after-complete", pscw_third_after_complete},
    {"shared-barrier-sync", shared_barrier_sync},
    {"shared-no-barrier", shared_no_barrier},
    {"shared-fences", shared_fences},
    {"shared-neighbours-same-cell", shared_neighbours_same_cell},
    {"shared-exclusive-lock", shared_exclusive_lock},
    {"shared-put-and-load", shared_put_and_load},
    {"dynamic-attach-tell-put", dynamic_attach_tell_put},
    {"dynamic-detach-too-early", dynamic_detach_too_early},
    {"dynamic-past-end", dynamic_past_end},
    {"dynamic-two-pieces", dynamic_two_pieces},
    {"nested-windows-epochs", nested_windows_epochs},
    {"vector-target-gaps", vector_target_gaps},
    {"vector-target-hit", vector_target_hit},
    {"win-free-synchronises", win_free_synchronises},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
