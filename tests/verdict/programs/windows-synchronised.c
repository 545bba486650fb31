/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-synchronised.c - more ways to order accesses to windows, and to forget it.
 * Written by somebody who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- irecv-window-get-changed => rma-race|local-race */
static void irecv_window_get_changed(void)
{
    VARIABLES;
    WINDOW;
    b[0] = 5;
    if (rank == 1) {
        MPI_Irecv(w, 4, MPI_INT, 0, 0, world, &rq);
        BAR;
        BAR;
        MPI_Wait(&rq, &st);
    } else {
        BAR;
        LK(SH, 1);
        GET(x, 1, 0);
        MPI_Win_unlock(1, win);
        BAR;
        MPI_Send(b, 4, MPI_INT, 1, 0, world);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rt01 => verified */
static void case_c_rt01(void)
{
    VARIABLES;
    WINDOW;
    b[0] = 5;
    if (rank == 1) {
        MPI_Irecv(w, 4, MPI_INT, 0, 0, world, &rq);
        BAR;
        BAR;
        MPI_Wait(&rq, &st);
    } else {
        BAR;
        LK(SH, 1);
        GET(x, 1, 4);
        MPI_Win_unlock(1, win);
        BAR;
        MPI_Send(b, 4, MPI_INT, 1, 0, world);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --step-time 2s -- poll-flush => verified */
static void poll_flush(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        volatile char *f = (char *)w;
        while (!*f)
            MPI_Win_flush_all(win);
    } else {
        char c = 1;
        MPI_Put(&c, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --step-time 2s -- poll-lockunlock => verified */
static void poll_lockunlock(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        int f;
        do {
            LK(SH, 0);
            f = w[0];
            MPI_Win_unlock(0, win);
        } while (!f);
    } else {
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --step-time 2s -- poll-get => rma-race */
static void poll_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int f;
        do {
            GET(f, 0, 0);
            MPI_Win_flush(0, win);
        } while (!f);
    } else {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shm-flag-acc => verified */
static void shm_flag_acc(void)
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
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        do {
            FAO(zero, y, 0, 0, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (!y);
        MPI_Win_sync(win);
        assert(q[5] == 3);
    } else {
        q[5] = 3;
        MPI_Win_sync(win);
        ACC(one, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-shm-flag-acc-late => finding */
static void b_shm_flag_acc_late(void)
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
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        do {
            FAO(zero, y, 0, 0, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (!y);
        MPI_Win_sync(win);
        q[5] = 4;
    } else {
        ACC(one, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
        q[5] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shm-nosync-msg => verified */
static void shm_nosync_msg(void)
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
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Recv(&x, 1, MPI_INT, 1, 0, world, &st);
        MPI_Win_sync(win);
        assert(q[5] == 3);
    } else {
        q[5] = 3;
        MPI_Win_sync(win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- iput-loop-modify => finding */
static void iput_loop_modify(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    for (int i = 0; i < 4; i++) {
        x = i;
        if (rank)
            PUT(x, 0, i);
    }
    FENCE;
    if (!rank)
        for (int i = 0; i < 4; i++)
            assert(w[i] == i);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- request-free => epoch-error|invalid-argument */
static void request_free(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Request_free(&rq);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-in-own-lock => epoch-error|invalid-argument */
static void post_in_own_lock(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        LK(EX, 0);
        MPI_Win_post(g, 0, win);
        MPI_Win_unlock(0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-lock-mix-ordered => verified */
static void fence_lock_mix_ordered(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    BAR;
    if (rank == 1) {
        LK(SH, 0);
        PUT(x, 0, 1);
        MPI_Win_unlock(0, win);
    }
    BAR;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        PUT(x, 1, 0);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- pscw-self => verified */
static void pscw_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Group s;
    MPI_Comm_group(MPI_COMM_SELF, &s);
    MPI_Win_post(s, 0, win);
    MPI_Win_start(s, 0, win);
    PUT(x, rank, 0);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    assert(w[0] == 7);
    MPI_Group_free(&s);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-group-with-unstarted-dup => deadlock|epoch-error */
static void post_group_with_unstarted_dup(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 1);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- start-twice-post-once => finding */
static void start_twice_post_once(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 1);
        MPI_Win_complete(win);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 1);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-start-acc-nopost => finding */
static void b_start_acc_nopost(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank) {
        MPI_Win_start(g, 0, win);
        ACC(x, 0, 1, MPI_SUM);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- c-start-empty-nopost => finding */
static void c_start_empty_nopost(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank) {
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- d-get-nopost => deadlock|epoch-error */
static void d_get_nopost(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank) {
        MPI_Win_start(g, 0, win);
        GET(x, 0, 1);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-win-lock-held-by-other => epoch-error|invalid-argument */
static void free_win_lock_held_by_other(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(EX, 0);
        PUT(x, 0, 0);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- allocate-free-mismatch-order => finding */
static void allocate_free_mismatch_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, world, &v);
    if (rank) {
        MPI_Win_free(&v);
        MPI_Win_free(&win);
    } else {
        MPI_Win_free(&win);
        MPI_Win_free(&v);
    }
}

/* mazurka: -n 2 -- comm-freed-before-win => verified */
static void comm_freed_before_win(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm c;
    MPI_Comm_dup(world, &c);
    MPI_Win v;
    int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, c, &v);
    MPI_Comm_free(&c);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- type-freed-before-fence => verified */
static void type_freed_before_fence(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_vector(4, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank)
        MPI_Put(b, 4, MPI_INT, 0, 0, 1, v, win);
    MPI_Type_free(&v);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-leak-growth => finding */
static void win_leak_growth(void)
{
    VARIABLES;
    WINDOW;
    for (int i = 0; i < 70; i++) {
        MPI_Win v;
        int *p;
        MPI_Win_allocate(16, 4, MPI_INFO_NULL, world, &p, &v);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --strict -- group-leak => finding */
static void group_leak(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_get_group(win, &g);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- info => verified */
static void info(void)
{
    VARIABLES;
    WINDOW;
    MPI_Info i;
    char v[64];
    int f;
    MPI_Win_get_info(win, &i);
    MPI_Info_get(i, "no_locks", 63, v, &f);
    MPI_Info_free(&i);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- name => verified */
static void name(void)
{
    VARIABLES;
    WINDOW;
    char nm[MPI_MAX_OBJECT_NAME];
    int n;
    MPI_Win_set_name(win, "halo");
    MPI_Win_get_name(win, nm, &n);
    assert(!strcmp(nm, "halo"));
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- named-window-msg => epoch-error */
static void named_window_msg(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_set_name(win, "halo");
    if (rank)
        PUT(x, 0, 0);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- winnull-free => finding */
static void winnull_free(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v = MPI_WIN_NULL;
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-after-unlock-store => rma-race */
static void shared_after_unlock_store(void)
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
    MPI_Win_lock_all(0, win);
    MPI_Win_unlock_all(win);
    q[0] = rank + 1;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-race-before-winfree => rma-race */
static void store_race_before_winfree(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 0);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 1) {
        LK(SH, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    } else
        w[0] = 99;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-after-winfree-ok => verified */
static void store_after_winfree_ok(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    m[0] = 4;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-before-wincreate-ok => verified */
static void store_before_wincreate_ok(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[4];
    m[0] = 3 + rank;
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_lock(SH, 0, 0, v);
    MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_unlock(0, v);
    assert(x == 3);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-after-wincreate-race => rma-race */
static void store_after_wincreate_race(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[4];
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, world, &v);
    m[0] = 3 + rank;
    MPI_Win_lock(SH, 0, 0, v);
    MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_unlock(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- getacc-types => epoch-error|invalid-argument|datatype-mismatch */
static void getacc_types(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        float f;
        MPI_Get_accumulate(&x, 1, MPI_INT, &f, 1, MPI_FLOAT, 0, 0, 1, MPI_INT, MPI_SUM,
                           win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- acc-target-type-diff => epoch-error|invalid-argument|datatype-mismatch */
static void acc_target_type_diff(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_FLOAT, MPI_SUM, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- char-sum => epoch-error|invalid-argument */
static void char_sum(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        char c = 1;
        MPI_Accumulate(&c, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, MPI_SUM, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-in-start => epoch-error|invalid-argument */
static void flush_in_start(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (rank == 0) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_flush(0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-badrank => epoch-error|invalid-argument */
static void flush_badrank(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    MPI_Win_flush(9, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"irecv-window-get-changed", irecv_window_get_changed},
    {"case-c-rt01", case_c_rt01},
    {"poll-flush", poll_flush},
    {"poll-lockunlock", poll_lockunlock},
    {"poll-get", poll_get},
    {"shm-flag-acc", shm_flag_acc},
    {"b-shm-flag-acc-late", b_shm_flag_acc_late},
    {"shm-nosync-msg", shm_nosync_msg},
    {"iput-loop-modify", iput_loop_modify},
    {"request-free", request_free},
    {"post-in-own-lock", post_in_own_lock},
    {"fence-lock-mix-ordered", fence_lock_mix_ordered},
    {"pscw-self", pscw_self},
    {"post-group-with-unstarted-dup", post_group_with_unstarted_dup},
    {"start-twice-post-once", start_twice_post_once},
    {"b-start-acc-nopost", b_start_acc_nopost},
    {"c-start-empty-nopost", c_start_empty_nopost},
    {"d-get-nopost", d_get_nopost},
    {"free-win-lock-held-by-other", free_win_lock_held_by_other},
    {"allocate-free-mismatch-order", allocate_free_mismatch_order},
    {"comm-freed-before-win", comm_freed_before_win},
    {"type-freed-before-fence", type_freed_before_fence},
    {"win-leak-growth", win_leak_growth},
    {"group-leak", group_leak},
    {"info", info},
    {"name", name},
    {"named-window-msg", named_window_msg},
    {"winnull-free", winnull_free},
    {"shared-after-unlock-store", shared_after_unlock_store},
    {"store-race-before-winfree", store_race_before_winfree},
    {"store-after-winfree-ok", store_after_winfree_ok},
    {"store-before-wincreate-ok", store_before_wincreate_ok},
    {"store-after-wincreate-race", store_after_wincreate_race},
    {"getacc-types", getacc_types},
    {"acc-target-type-diff", acc_target_type_diff},
    {"char-sum", char_sum},
    {"flush-in-start", flush_in_start},
    {"flush-badrank", flush_badrank},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
