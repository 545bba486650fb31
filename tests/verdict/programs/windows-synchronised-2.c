/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-synchronised-2.c - more ways to order accesses to windows, and to forget it.
 * Written by somebody who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- unlock-in-other-order => verified */
static void unlock_in_other_order(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        LK(EX, 1);
        MPI_Win_unlock(0, win);
        w[0] = 4;
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- abort-in-epoch => finding */
static void abort_in_epoch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank)
        MPI_Abort(world, 3);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- exit-in-epoch => finding */
static void exit_in_epoch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank)
        exit(0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- crash-in-epoch => crash */
static void crash_in_epoch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank)
        *(volatile int *)8 = 1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-test-false => assertion */
static void rput_test_false(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int f;
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Test(&rq, &f, &st);
        if (!f)
            MPI_Wait(&rq, &st);
        assert(f);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rget-test-true-loop => verified */
static void rget_test_true_loop(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int f = 0;
        MPI_Rget(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        while (!f)
            MPI_Test(&rq, &f, &st);
        assert(x == 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rget-test-false => assertion */
static void rget_test_false(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int f;
        MPI_Rget(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Test(&rq, &f, &st);
        if (!f)
            MPI_Wait(&rq, &st);
        assert(f);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rget-test-true-possible => assertion */
static void rget_test_true_possible(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int f;
        MPI_Rget(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Test(&rq, &f, &st);
        if (!f)
            MPI_Wait(&rq, &st);
        assert(!f);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rfao-test-true-possible => assertion */
static void rfao_test_true_possible(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int f;
        MPI_Rget_accumulate(&one, 1, MPI_INT, &y, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM,
                            win, &rq);
        MPI_Test(&rq, &f, &st);
        if (!f)
            MPI_Wait(&rq, &st);
        assert(!f);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rfao-test-false-possible => assertion */
static void rfao_test_false_possible(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int f;
        MPI_Rget_accumulate(&one, 1, MPI_INT, &y, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM,
                            win, &rq);
        MPI_Test(&rq, &f, &st);
        if (!f)
            MPI_Wait(&rq, &st);
        assert(f);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- waitany-order => assertion */
static void waitany_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int k;
        MPI_Rget(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, rr);
        MPI_Rget(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win, rr + 1);
        MPI_Waitany(2, rr, &k, &st);
        assert(k == 0);
        MPI_Waitall(2, rr, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- waitany-irecv-rget => assertion */
static void waitany_irecv_rget(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int k;
        MPI_Irecv(&x, 1, MPI_INT, 0, 0, world, rr);
        MPI_Rget(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win, rr + 1);
        MPI_Waitany(2, rr, &k, &st);
        assert(k == 1);
        MPI_Waitall(2, rr, MPI_STATUSES_IGNORE);
    } else
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- testall-loop => verified */
static void testall_loop(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        int f = 0;
        MPI_Rget(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, rr);
        MPI_Rput(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win, rr + 1);
        while (!f)
            MPI_Testall(2, rr, &f, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-same-get-only => rma-race */
static void store_same_get_only(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        GET(x, 0, 3);
    else
        *(volatile int *)(w + 3) = 0;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-wait-modify-then-unflushed => verified */
static void rput_wait_modify_then_unflushed(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        for (int i = 0; i < 3; i++) {
            MPI_Rput(&x, 1, MPI_INT, 0, i, 1, MPI_INT, win, &rq);
            MPI_Wait(&rq, &st);
            x++;
        }
        MPI_Win_flush(0, win);
    }
    BAR;
    if (!rank) {
        MPI_Win_sync(win);
        assert(w[0] == 7 && w[1] == 8 && w[2] == 9);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-test-true-first => assertion */
static void win_test_true_first(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (!rank) {
        int f;
        MPI_Win_post(g, 0, win);
        MPI_Win_test(win, &f);
        if (!f)
            MPI_Win_wait(win);
        assert(!f);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- alltoall-put-flush => verified */
static void alltoall_put_flush(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < size; i++)
        MPI_Put(&rank, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    BAR;
    MPI_Win_sync(win);
    for (int i = 0; i < size; i++)
        assert(w[i] == i);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- alltoall-no-barrier => finding */
static void alltoall_no_barrier(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < size; i++)
        MPI_Put(&rank, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    for (int i = 0; i < size; i++)
        assert(w[i] == i);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- dyn-linked-list => verified */
static void dyn_linked_list(void)
{
    VARIABLES;
    WINDOW;
    typedef struct {
        int rank;
        MPI_Aint disp;
    } ptr;
    typedef struct {
        int val;
        ptr next;
    } node;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    node *e;
    MPI_Alloc_mem(sizeof(node), MPI_INFO_NULL, &e);
    memset(e, 0, sizeof *e);
    e->val = rank;
    e->next.rank = -1;
    MPI_Win_attach(v, e, sizeof(node));
    MPI_Aint a;
    MPI_Get_address(e, &a);
    MPI_Aint all[8];
    MPI_Allgather(&a, 1, MPI_AINT, all, 1, MPI_AINT, world);
    if (rank + 1 < size) {
        e->next.rank = rank + 1;
        e->next.disp = all[rank + 1];
    }
    BAR;
    MPI_Win_lock_all(0, v);
    int c = 0, at = 0;
    MPI_Aint d = all[0];
    node tmp;
    while (at >= 0) {
        MPI_Get(&tmp, sizeof(node), MPI_BYTE, at, d, sizeof(node), MPI_BYTE, v);
        MPI_Win_flush(at, v);
        c += tmp.val;
        at = tmp.next.rank;
        d = tmp.next.disp;
    }
    assert(c == size * (size - 1) / 2);
    MPI_Win_unlock_all(v);
    BAR;
    MPI_Win_detach(v, e);
    MPI_Win_free(&v);
    MPI_Free_mem(e);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- mutex-ordered-get => verified */
static void mutex_ordered_get(void)
{
    VARIABLES;
    WINDOW;
    for (int k = 0; k < 2; k++) {
        LK(EX, 0);
        int cur;
        GET(cur, 0, 0);
        MPI_Win_flush(0, win);
        if (cur % size == rank) {
            cur++;
            PUT(cur, 0, 0);
        }
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- notify-counter => verified */
static void notify_counter(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int c;
        do {
            FAO(zero, c, 0, 8, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (c < size - 1);
        MPI_Win_sync(win);
        for (int i = 1; i < size; i++)
            assert(w[i] == i);
    } else {
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        ACC(one, 0, 8, MPI_SUM);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- notify-counter-bug => finding */
static void notify_counter_bug(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int c;
        do {
            FAO(zero, c, 0, 8, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (c < size - 1);
        MPI_Win_sync(win);
        for (int i = 1; i < size; i++)
            assert(w[i] == i);
    } else {
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
        ACC(one, 0, 8, MPI_SUM);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- accumulate-hist => verified */
static void accumulate_hist(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    for (int i = 0; i < 5; i++)
        ACC(one, i % size, (rank + i) % 8, MPI_SUM);
    FENCE;
    int s = 0, t;
    for (int i = 0; i < 16; i++)
        s += w[i];
    MPI_Reduce(&s, &t, 1, MPI_INT, MPI_SUM, 0, world);
    if (!rank)
        assert(t == 5 * size);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-put-swap-fence => finding */
static void get_put_swap_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    GET(x, 1 - rank, 0);
    PUT(rank, 1 - rank, 0);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- double-buffer => verified */
static void double_buffer(void)
{
    VARIABLES;
    WINDOW;
    for (int k = 0; k < 4; k++) {
        FENCE;
        int o = k % 2;
        b[k] = k * 10 + rank;
        MPI_Put(b + k, 1, MPI_INT, 1 - rank, o, 1, MPI_INT, win);
        if (k)
            assert(w[1 - o] == (k - 1) * 10 + 1 - rank);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- double-buffer-bug => finding */
static void double_buffer_bug(void)
{
    VARIABLES;
    WINDOW;
    for (int k = 0; k < 4; k++) {
        FENCE;
        b[k] = k * 10 + rank;
        MPI_Put(b + k, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
        if (k)
            w[0] = -1 - k;
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- work-queue => verified */
static void work_queue(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int mine = 0, t;
    do {
        FAO(one, t, 0, 0, MPI_SUM);
        MPI_Win_flush(0, win);
        if (t < 4)
            mine++;
    } while (t < 4);
    MPI_Allreduce(&mine, &x, 1, MPI_INT, MPI_SUM, world);
    assert(x == 4);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- work-queue-bug => finding */
static void work_queue_bug(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    int mine = 0, t;
    do {
        FAO(zero, t, 0, 0, MPI_NO_OP);
        MPI_Win_flush(0, win);
        int n1 = t + 1;
        ACC(n1, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
        if (t < 4)
            mine++;
    } while (t < 4);
    MPI_Allreduce(&mine, &x, 1, MPI_INT, MPI_SUM, world);
    assert(x == 4);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- bug => finding */
static void bug(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0)
        for (int i = 1; i < 3; i++) {
            LK(EX, 0);
            w[0] = i;
            MPI_Win_unlock(0, win);
            LK(EX, 0);
            w[1] = i;
            MPI_Win_unlock(0, win);
        }
    else {
        LK(SH, 0);
        MPI_Get(b, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
        MPI_Win_unlock(0, win);
        assert(b[0] == b[1]);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lock-self-update-vs-remote-get => verified */
static void lock_self_update_vs_remote_get(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0)
        for (int i = 1; i < 4; i++) {
            LK(EX, 0);
            w[0] = i;
            w[1] = i;
            MPI_Win_unlock(0, win);
        }
    else
        for (int i = 0; i < 2; i++) {
            LK(SH, 0);
            MPI_Get(b, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
            MPI_Win_unlock(0, win);
            assert(b[0] == b[1]);
        }
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"unlock-in-other-order", unlock_in_other_order},
    {"abort-in-epoch", abort_in_epoch},
    {"exit-in-epoch", exit_in_epoch},
    {"crash-in-epoch", crash_in_epoch},
    {"rput-test-false", rput_test_false},
    {"rget-test-true-loop", rget_test_true_loop},
    {"rget-test-false", rget_test_false},
    {"rget-test-true-possible", rget_test_true_possible},
    {"rfao-test-true-possible", rfao_test_true_possible},
    {"rfao-test-false-possible", rfao_test_false_possible},
    {"waitany-order", waitany_order},
    {"waitany-irecv-rget", waitany_irecv_rget},
    {"testall-loop", testall_loop},
    {"store-same-get-only", store_same_get_only},
    {"rput-wait-modify-then-unflushed", rput_wait_modify_then_unflushed},
    {"win-test-true-first", win_test_true_first},
    {"alltoall-put-flush", alltoall_put_flush},
    {"alltoall-no-barrier", alltoall_no_barrier},
    {"dyn-linked-list", dyn_linked_list},
    {"mutex-ordered-get", mutex_ordered_get},
    {"notify-counter", notify_counter},
    {"notify-counter-bug", notify_counter_bug},
    {"accumulate-hist", accumulate_hist},
    {"get-put-swap-fence", get_put_swap_fence},
    {"double-buffer", double_buffer},
    {"double-buffer-bug", double_buffer_bug},
    {"work-queue", work_queue},
    {"work-queue-bug", work_queue_bug},
    {"bug", bug},
    {"lock-self-update-vs-remote-get", lock_self_update_vs_remote_get},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
