/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-outcomes.c - what accesses to windows can lead to. Written by somebody
 * who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- retry3 => verified */
static void retry3(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int i;
    for (i = 0; i < 3; i++) {
        MPI_Compare_and_swap(&one, &zero, &y, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
        if (!y)
            break;
    }
    if (i < 3) {
        ACC(zero, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-test => verified */
static void poll_test(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int f = 0;
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, world, &rq);
        while (!f) {
            FAO(zero, y, 0, 0, MPI_NO_OP);
            MPI_Win_flush(0, win);
            MPI_Test(&rq, &f, &st);
        }
    } else {
        ACC(one, 0, 0, MPI_SUM);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- wtime => verified */
static void wtime(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    double t0 = MPI_Wtime();
    do {
        FAO(zero, y, 0, 0, MPI_NO_OP);
        MPI_Win_flush(0, win);
    } while (!y && MPI_Wtime() - t0 < 0.001);
    if (rank) {
        ACC(one, 0, 0, MPI_SUM);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-two-words => verified */
static void poll_two_words(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        do {
            FAO(zero, x, 0, 0, MPI_NO_OP);
            FAO(zero, y, 0, 1, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (x + y < 2);
    } else {
        ACC(one, 0, 0, MPI_REPLACE);
        ACC(one, 0, 1, MPI_REPLACE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- never => non-termination */
static void never(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        do {
            FAO(zero, x, 0, 0, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (x != 5);
    } else {
        ACC(one, 0, 0, MPI_REPLACE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-put-by-exlock => verified */
static void poll_put_by_exlock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        int f = 0;
        while (!f) {
            LK(EX, 0);
            f = w[0];
            MPI_Win_unlock(0, win);
        }
    } else {
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-get-by-lock => verified */
static void poll_get_by_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        int f = 0;
        while (!f) {
            LK(SH, 0);
            GET(f, 0, 0);
            MPI_Win_unlock(0, win);
        }
    } else {
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-load-3rd => verified */
static void poll_load_3rd(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        int f = 0;
        while (!f) {
            LK(SH, 0);
            GET(f, 0, 0);
            MPI_Win_unlock(0, win);
        }
    } else {
        LK(EX, 0);
        w[0] = 5;
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lockall-vs-ex-deadlock => deadlock|potential-deadlock */
static void lockall_vs_ex_deadlock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        FAO(one, y, 0, 0, MPI_SUM);
        MPI_Win_flush(0, win);
        MPI_Recv(&x, 1, MPI_INT, 1, 0, world, &st);
        MPI_Win_unlock_all(win);
    } else {
        LK(EX, 0);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- put-c => rma-race */
static void put_c(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Put_c(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- count0-end => verified */
static void count0_end(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Put(&rank, 0, MPI_INT, 0, 16, 0, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 4 -- transpose => verified */
static void transpose(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(128, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 128);
    MPI_Barrier(world);
    MPI_Datatype col;
    MPI_Type_vector(4, 1, 4, MPI_INT, &col);
    MPI_Type_commit(&col);
    for (int i = 0; i < 4; i++)
        b[i] = 10 * rank + i;
    FENCE;
    for (int i = 0; i < 4; i++)
        MPI_Put(b + i, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Put(b, 4, MPI_INT, 0, rank + 4 > 15 ? 4 : 4 + rank, 1, col, win);
    FENCE;
    MPI_Type_free(&col);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-test-loop-work => verified */
static void win_test_loop_work(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (!rank) {
        int f = 0, k = 0;
        MPI_Win_post(g, 0, win);
        while (!f)
            MPI_Win_test(win, &f);
        assert(w[0] == 7);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-test-after-true => epoch-error|invalid-argument */
static void win_test_after_true(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (!rank) {
        int f = 0;
        MPI_Win_post(g, 0, win);
        while (!f)
            MPI_Win_test(win, &f);
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

/* mazurka: -n 2 -- store-isend-before => rma-race */
static void store_isend_before(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, world, &rq);
        w[0] = 5;
        MPI_Wait(&rq, &st);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        GET(z, 0, 0);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- acc-order-fetch-self => verified */
static void acc_order_fetch_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        ACC(one, 0, 0, MPI_SUM);
        FAO(zero, y, 0, 0, MPI_NO_OP);
        MPI_Win_flush(0, win);
        assert(y >= 1);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- fetch-before-flush-other-loc => assertion */
static void fetch_before_flush_other_loc(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        ACC(one, 0, 0, MPI_REPLACE);
        FAO(zero, y, 0, 1, MPI_NO_OP);
        MPI_Win_flush_local(0, win);
    }
    if (rank == 2) {
        ACC(one, 0, 1, MPI_REPLACE);
        FAO(zero, y, 0, 0, MPI_NO_OP);
        MPI_Win_flush_local(0, win);
    }
    if (rank)
        MPI_Send(&y, 1, MPI_INT, 0, 0, world);
    else {
        MPI_Recv(&x, 1, MPI_INT, 1, 0, world, &st);
        MPI_Recv(&z, 1, MPI_INT, 2, 0, world, &st);
        assert(x || z);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-2plus2w-ou10 => assertion */
static void case_2plus2w_ou10(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int two = 2;
    if (rank == 1) {
        ACC(one, 0, 0, MPI_REPLACE);
        ACC(two, 0, 1, MPI_REPLACE);
    }
    if (rank == 2) {
        ACC(one, 0, 1, MPI_REPLACE);
        ACC(two, 0, 0, MPI_REPLACE);
    }
    MPI_Win_flush_all(win);
    BAR;
    if (!rank)
        assert(!(w[0] == 1 && w[1] == 1));
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-ou10 => verified */
static void case_c_ou10(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int two = 2;
    if (rank == 1) {
        ACC(one, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
        ACC(two, 0, 1, MPI_REPLACE);
    }
    if (rank == 2) {
        ACC(one, 0, 1, MPI_REPLACE);
        MPI_Win_flush(0, win);
        ACC(two, 0, 0, MPI_REPLACE);
    }
    MPI_Win_flush_all(win);
    BAR;
    if (!rank)
        assert(!(w[0] == 1 && w[1] == 1));
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 4 -- iriw => verified */
static void iriw(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int a, c;
    if (rank == 0)
        ACC(one, 0, 0, MPI_REPLACE);
    if (rank == 1)
        ACC(one, 0, 1, MPI_REPLACE);
    if (rank >= 2) {
        FAO(zero, a, 0, rank == 2 ? 0 : 1, MPI_NO_OP);
        MPI_Win_flush(0, win);
        FAO(zero, c, 0, rank == 2 ? 1 : 0, MPI_NO_OP);
        MPI_Win_flush(0, win);
        x = a && !c;
    } else
        x = 0;
    MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, 0, world);
    if (!rank)
        assert(y < 2);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- corr => verified */
static void corr(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int a, c;
    if (rank == 0) {
        ACC(one, 0, 0, MPI_REPLACE);
    }
    if (rank == 1) {
        FAO(zero, a, 0, 0, MPI_NO_OP);
        FAO(zero, c, 0, 0, MPI_NO_OP);
        MPI_Win_flush(0, win);
        assert(!(a == 1 && c == 0));
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- reattach => finding */
static void reattach(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    w = calloc(1, 64);
    MPI_Win_attach(win, w, 64);
    MPI_Aint ad, disp[8];
    MPI_Get_address(w, &ad);
    MPI_Allgather(&ad, 1, MPI_AINT, disp, 1, MPI_AINT, world);
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_attach(win, w, 16);
    BAR;
    if (rank) {
        LK(SH, 0);
        PUT(x, 0, disp[0] + 32);
        MPI_Win_unlock(0, win);
    }
    BAR;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- detach-reattach-race => epoch-error|rma-race */
static void detach_reattach_race(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    w = calloc(1, 64);
    MPI_Win_attach(win, w, 64);
    MPI_Aint ad, disp[8];
    MPI_Get_address(w, &ad);
    MPI_Allgather(&ad, 1, MPI_AINT, disp, 1, MPI_AINT, world);
    MPI_Barrier(world);
    if (rank) {
        LK(SH, 0);
        PUT(x, 0, disp[0] + 32);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Win_detach(win, w);
        MPI_Win_attach(win, w, 64);
    }
    BAR;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- self-win => verified */
static void self_win(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, MPI_COMM_SELF, &v);
    MPI_Win_lock(EX, 0, 0, v);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_unlock(0, v);
    assert(m[0] == 7);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-noop-same-origin => rma-race */
static void put_noop_same_origin(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        FAO(zero, y, 0, 0, MPI_NO_OP);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lock-twice-interleaved => verified */
static void lock_twice_interleaved(void)
{
    VARIABLES;
    WINDOW;
    for (int i = 0; i < 2; i++) {
        LK(EX, 0);
        GET(x, 0, 0);
        MPI_Win_flush(0, win);
        x++;
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    BAR;
    if (!rank) {
        LK(SH, 0);
        assert(w[0] == 2 * size);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- store-acc-novl => rma-race */
static void store_acc_novl(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        ACC(x, 0, 0, MPI_SUM);
    else
        w[1] = 4;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- c-store-put-fences => verified */
static void c_store_put_fences(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 0);
    FENCE;
    if (!rank) {
        assert(w[0] == 7);
        w[1] = 4;
    }
    FENCE;
    if (rank == 1) {
        GET(y, 0, 1);
    }
    FENCE;
    if (rank == 1)
        assert(y == 4);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- exlock => verified */
static void exlock(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    if (rank) {
        GET(x, 0, 0);
        MPI_Win_flush(0, win);
        x++;
        PUT(x, 0, 0);
    } else
        w[0]++;
    MPI_Win_unlock(0, win);
    BAR;
    if (!rank) {
        LK(SH, 0);
        assert(w[0] == 2);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- load-without-sync => finding */
static void load_without_sync(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    BAR;
    if (!rank)
        assert(w[0] == 7);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- case-c-se05 => verified */
static void case_c_se05(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    BAR;
    if (!rank) {
        MPI_Win_sync(win);
        assert(w[0] == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- store-nosync-get => finding */
static void store_nosync_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (!rank)
        w[0] = 5;
    BAR;
    if (rank) {
        GET(x, 0, 0);
        MPI_Win_flush(0, win);
        assert(x == 5);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- case-c-se06 => verified */
static void case_c_se06(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (!rank) {
        w[0] = 5;
        MPI_Win_sync(win);
    }
    BAR;
    if (rank) {
        GET(x, 0, 0);
        MPI_Win_flush(0, win);
        assert(x == 5);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- model-attr => verified */
static void model_attr(void)
{
    VARIABLES;
    WINDOW;
    int *m, f;
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &m, &f);
    assert(*m == MPI_WIN_SEPARATE);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- pscw => verified */
static void pscw(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (!rank) {
        w[1] = 3;
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        assert(w[0] == 7);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        GET(y, 0, 1);
        MPI_Win_complete(win);
        assert(y == 3);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"retry3", retry3},
    {"poll-test", poll_test},
    {"wtime", wtime},
    {"poll-two-words", poll_two_words},
    {"never", never},
    {"poll-put-by-exlock", poll_put_by_exlock},
    {"poll-get-by-lock", poll_get_by_lock},
    {"poll-load-3rd", poll_load_3rd},
    {"lockall-vs-ex-deadlock", lockall_vs_ex_deadlock},
    {"put-c", put_c},
    {"count0-end", count0_end},
    {"transpose", transpose},
    {"win-test-loop-work", win_test_loop_work},
    {"win-test-after-true", win_test_after_true},
    {"store-isend-before", store_isend_before},
    {"acc-order-fetch-self", acc_order_fetch_self},
    {"fetch-before-flush-other-loc", fetch_before_flush_other_loc},
    {"case-2plus2w-ou10", case_2plus2w_ou10},
    {"case-c-ou10", case_c_ou10},
    {"iriw", iriw},
    {"corr", corr},
    {"reattach", reattach},
    {"detach-reattach-race", detach_reattach_race},
    {"self-win", self_win},
    {"put-noop-same-origin", put_noop_same_origin},
    {"lock-twice-interleaved", lock_twice_interleaved},
    {"store-acc-novl", store_acc_novl},
    {"c-store-put-fences", c_store_put_fences},
    {"exlock", exlock},
    {"load-without-sync", load_without_sync},
    {"case-c-se05", case_c_se05},
    {"store-nosync-get", store_nosync_get},
    {"case-c-se06", case_c_se06},
    {"model-attr", model_attr},
    {"pscw", pscw},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
