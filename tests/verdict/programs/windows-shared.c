/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-shared.c - shared, dynamic and other windows, with what orders their accesses.
 * Written by somebody who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 3 -- get-cas => rma-race */
static void get_cas(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        GET(x, 0, 0);
    if (rank == 2)
        MPI_Compare_and_swap(&x, &y, &z, MPI_INT, 0, 0, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-get-noop => verified */
static void c_get_noop(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        GET(x, 0, 0);
    if (rank == 2)
        FAO(x, y, 0, 0, MPI_NO_OP);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- put-noop => rma-race */
static void put_noop(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        PUT(x, 0, 0);
    if (rank == 2)
        FAO(x, y, 0, 0, MPI_NO_OP);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- replace-sum => rma-race */
static void replace_sum(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        ACC(x, 0, 0, MPI_REPLACE);
    if (rank == 2)
        ACC(x, 0, 0, MPI_SUM);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-sum-noop => verified */
static void c_sum_noop(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        ACC(x, 0, 0, MPI_SUM);
    if (rank == 2)
        FAO(x, y, 0, 0, MPI_NO_OP);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-noop => rma-race */
static void store_noop(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        w[0] = 5;
    if (rank == 1)
        FAO(x, y, 0, 0, MPI_NO_OP);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-selfshared-acc => rma-race */
static void store_selfshared_acc(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        LK(SH, 0);
        w[0] = 5;
        MPI_Win_unlock(0, win);
    } else {
        LK(SH, 0);
        ACC(x, 0, 0, MPI_SUM);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- c-store-selfex-acc => verified */
static void c_store_selfex_acc(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        LK(EX, 0);
        w[0] = 5;
        MPI_Win_unlock(0, win);
    } else {
        LK(SH, 0);
        ACC(x, 0, 0, MPI_SUM);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-origin-acc-put => rma-race */
static void same_origin_acc_put(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        ACC(x, 0, 0, MPI_SUM);
        PUT(y, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-same-origin-acc-get => rma-race */
static void b_same_origin_acc_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        ACC(x, 0, 0, MPI_SUM);
        GET(y, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rs06 => verified */
static void case_c_rs06(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        ACC(x, 0, 0, MPI_SUM);
        MPI_Win_flush(0, win);
        GET(y, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- d-same-origin-diffops => verified */
static void d_same_origin_diffops(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        ACC(x, 0, 0, MPI_SUM);
        ACC(y, 0, 0, MPI_SUM);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- self-put-store => rma-race */
static void self_put_store(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 1, 0);
        w[0] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rs07 => verified */
static void case_c_rs07(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 1, 0);
        MPI_Win_flush(1, win);
        w[0] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- self-get-store => rma-race */
static void self_get_store(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 1, 0);
        w[0] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- self-put-store-flushlocal => rma-race */
static void self_put_store_flushlocal(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 1, 0);
        MPI_Win_flush_local(1, win);
        w[0] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- pscw-msg-between => rma-race */
static void pscw_msg_between(void)
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
        PUT(x, 0, 0);
        MPI_Win_complete(win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 1, MPI_INT, 1, 0, world, &st);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-get-first => verified */
static void c_get_first(void)
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
        GET(x, 0, 0);
        MPI_Win_complete(win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 1, MPI_INT, 1, 0, world, &st);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- ibarrier-no-wait => rma-race */
static void ibarrier_no_wait(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    MPI_Ibarrier(world, &rq);
    if (rank == 2)
        GET(y, 0, 0);
    MPI_Wait(&rq, &st);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rs11 => verified */
static void case_c_rs11(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    MPI_Ibarrier(world, &rq);
    MPI_Wait(&rq, &st);
    if (rank == 2) {
        GET(y, 0, 0);
        MPI_Win_flush(0, win);
        assert(y == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- d-ibarrier-before-flush => rma-race */
static void d_ibarrier_before_flush(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    MPI_Request q1;
    if (rank == 1)
        PUT(x, 0, 0);
    MPI_Ibarrier(world, &q1);
    if (rank == 1)
        MPI_Win_flush(0, win);
    MPI_Wait(&q1, &st);
    if (rank == 2) {
        GET(y, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- bcast-order => verified */
static void bcast_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush(1, win);
    }
    MPI_Bcast(&z, 1, MPI_INT, 0, world);
    if (rank == 2) {
        GET(y, 1, 0);
        MPI_Win_flush(1, win);
        assert(y == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- b-bcast-wrong-root => rma-race */
static void b_bcast_wrong_root(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush(1, win);
    }
    MPI_Bcast(&z, 1, MPI_INT, 1, world);
    if (rank == 2) {
        GET(y, 1, 0);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-reduce-no-order => rma-race */
static void c_reduce_no_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush(1, win);
    }
    MPI_Reduce(&z, &y, 1, MPI_INT, MPI_SUM, 1, world);
    if (rank == 2) {
        GET(y, 1, 0);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 4 -- anysource-order => rma-race */
static void anysource_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 3, 0);
        MPI_Win_flush(3, win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 1)
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, world, &st);
        PUT(x, 3, 0);
        MPI_Win_flush(3, win);
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, world, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 4 -- case-c-rs13 => verified */
static void case_c_rs13(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 3, 0);
        MPI_Win_flush(3, win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    }
    if (rank == 1)
        MPI_Send(&x, 1, MPI_INT, 2, 0, world);
    if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, world, &st);
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, world, &st);
        PUT(x, 3, 0);
        MPI_Win_flush(3, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- iprobe-order => verified */
static void iprobe_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush(1, win);
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    } else {
        int f;
        do
            MPI_Iprobe(0, 0, world, &f, &st);
        while (!f);
        w[0] = 3;
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-test-once => rma-race */
static void b_test_once(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush(1, win);
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    } else {
        int f;
        MPI_Irecv(&y, 1, MPI_INT, 0, 0, world, &rq);
        MPI_Test(&rq, &f, &st);
        w[0] = 3;
        if (!f)
            MPI_Wait(&rq, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- c-test-guard => verified */
static void c_test_guard(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Win_flush(1, win);
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    } else {
        int f;
        MPI_Irecv(&y, 1, MPI_INT, 0, 0, world, &rq);
        MPI_Test(&rq, &f, &st);
        if (f)
            w[0] = 3;
        if (!f)
            MPI_Wait(&rq, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- ssend-back-order => verified */
static void ssend_back_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Ssend(&x, 1, MPI_INT, 1, 0, world);
        PUT(x, 2, 0);
        MPI_Win_flush(2, win);
    }
    if (rank == 1) {
        PUT(x, 2, 0);
        MPI_Win_flush(2, win);
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- b-send-back-noorder => rma-race */
static void b_send_back_noorder(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
        PUT(x, 2, 0);
        MPI_Win_flush(2, win);
    }
    if (rank == 1) {
        PUT(x, 2, 0);
        MPI_Win_flush(2, win);
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- branch-race => rma-race */
static void branch_race(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1 || rank == 2) {
        LK(EX, 0);
        GET(x, 0, 0);
        MPI_Win_flush(0, win);
        y = x + 1;
        PUT(y, 0, 0);
        MPI_Win_unlock(0, win);
        if (x == 1) {
            LK(SH, 0);
            PUT(rank, 0, 5);
            MPI_Win_unlock(0, win);
        }
    }
    if (rank == 0) {
        LK(SH, 0);
        GET(z, 0, 5);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- cas-winner-race => rma-race */
static void cas_winner_race(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Compare_and_swap(&rank, &zero, &y, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
        if (y == 2)
            PUT(x, 0, 4);
    } else {
        GET(z, 0, 4);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-cas-winner => verified */
static void c_cas_winner(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Compare_and_swap(&rank, &zero, &y, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
        if (y == 0)
            PUT(x, 0, 4);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- neg-lb => epoch-error|invalid-argument */
static void neg_lb(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    int bl = 1, dp = -1;
    MPI_Type_indexed(1, &bl, &dp, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, v, win);
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rs18 => verified */
static void case_c_rs18(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    int bl = 1, dp = -1;
    MPI_Type_indexed(1, &bl, &dp, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 16, 1, v, win);
    FENCE;
    if (!rank)
        assert(w[15] == 7);
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 4 -- resized-interleave => verified */
static void resized_interleave(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_create_resized(MPI_INT, 0, 12, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank < 3)
        MPI_Put(b, 5, MPI_INT, 3, rank, 5, v, win);
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 4 -- case-b-rs19 => rma-race */
static void case_b_rs19(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_create_resized(MPI_INT, 0, 12, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank < 3)
        MPI_Put(b, 3, MPI_INT, 3, rank == 2 ? 3 : rank, 3, v, win);
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"get-cas", get_cas},
    {"c-get-noop", c_get_noop},
    {"put-noop", put_noop},
    {"replace-sum", replace_sum},
    {"c-sum-noop", c_sum_noop},
    {"store-noop", store_noop},
    {"store-selfshared-acc", store_selfshared_acc},
    {"c-store-selfex-acc", c_store_selfex_acc},
    {"same-origin-acc-put", same_origin_acc_put},
    {"b-same-origin-acc-get", b_same_origin_acc_get},
    {"case-c-rs06", case_c_rs06},
    {"d-same-origin-diffops", d_same_origin_diffops},
    {"self-put-store", self_put_store},
    {"case-c-rs07", case_c_rs07},
    {"self-get-store", self_get_store},
    {"self-put-store-flushlocal", self_put_store_flushlocal},
    {"pscw-msg-between", pscw_msg_between},
    {"c-get-first", c_get_first},
    {"ibarrier-no-wait", ibarrier_no_wait},
    {"case-c-rs11", case_c_rs11},
    {"d-ibarrier-before-flush", d_ibarrier_before_flush},
    {"bcast-order", bcast_order},
    {"b-bcast-wrong-root", b_bcast_wrong_root},
    {"c-reduce-no-order", c_reduce_no_order},
    {"anysource-order", anysource_order},
    {"case-c-rs13", case_c_rs13},
    {"iprobe-order", iprobe_order},
    {"b-test-once", b_test_once},
    {"c-test-guard", c_test_guard},
    {"ssend-back-order", ssend_back_order},
    {"b-send-back-noorder", b_send_back_noorder},
    {"branch-race", branch_race},
    {"cas-winner-race", cas_winner_race},
    {"c-cas-winner", c_cas_winner},
    {"neg-lb", neg_lb},
    {"case-c-rs18", case_c_rs18},
    {"resized-interleave", resized_interleave},
    {"case-b-rs19", case_b_rs19},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
