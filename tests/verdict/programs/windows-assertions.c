/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-assertions.c - what calls on windows are told in advance: assertions, hints,
 * and how large the target is. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- nostore-kept => verified */
static void nostore_kept(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        PUT(x, 0, 0);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    assert(rank || w[0] == 7);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- nostore-broken => epoch-error: MPI_MODE_NOSTORE */
static void nostore_broken(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    w[3] = 1;
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    MPI_Win_free(&win);
}

/* The store is published by the send, and still no synchronisation has come since.
 * mazurka: -n 2 -- nostore-before-sends => epoch-error: MPI_MODE_NOSTORE */
static void nostore_before_sends(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    w[3] = 1;
    BAR;
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- nostore-after-fence => verified */
static void nostore_after_fence(void)
{
    VARIABLES;
    WINDOW;
    w[3] = 1;
    FENCE;
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- nostore-receive => epoch-error: MPI_MODE_NOSTORE */
static void nostore_receive(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    MPI_Sendrecv(&x, 1, MPI_INT, !rank, 0, w, 1, MPI_INT, !rank, 0, world, &st);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-noput-kept => verified */
static void post_noput_kept(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, MPI_MODE_NOPUT, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        GET(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-noput-put => epoch-error: MPI_MODE_NOPUT */
static void post_noput_put(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, MPI_MODE_NOPUT, win);
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

/* mazurka: -n 2 -- post-noput-accumulate => epoch-error: MPI_MODE_NOPUT */
static void post_noput_accumulate(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank}, flag = 0;
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, MPI_MODE_NOPUT, win);
        while (!flag)
            MPI_Win_test(win, &flag);
    } else {
        MPI_Win_start(g, 0, win);
        ACC(x, 0, 0, MPI_SUM);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* The put belongs to the epoch before.
 * mazurka: -n 2 -- post-noput-second-epoch => verified */
static void post_noput_second_epoch(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    for (int i = 0; i < 2; i++)
        if (!rank) {
            MPI_Win_post(g, i ? MPI_MODE_NOPUT : 0, win);
            MPI_Win_wait(win);
        } else {
            MPI_Win_start(g, 0, win);
            if (!i)
                PUT(x, 0, 0);
            MPI_Win_complete(win);
        }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- start-nocheck-alone => epoch-error: MPI_MODE_NOCHECK */
static void start_nocheck_alone(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        BAR;
        MPI_Win_wait(win);
    } else {
        BAR;
        MPI_Win_start(g, MPI_MODE_NOCHECK, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-nocheck-alone => epoch-error: MPI_MODE_NOCHECK */
static void post_nocheck_alone(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, MPI_MODE_NOCHECK, win);
        BAR;
        MPI_Win_wait(win);
    } else {
        BAR;
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- nocheck-both => verified */
static void nocheck_both(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, MPI_MODE_NOCHECK, win);
        BAR;
        MPI_Win_wait(win);
        assert(w[0] == 7);
    } else {
        BAR;
        MPI_Win_start(g, MPI_MODE_NOCHECK, win);
        PUT(x, 0, 0);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- target-longer-inside => verified */
static void target_longer_inside(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Put(b, 2, MPI_INT, 0, 12, 4, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* What is put fits, but the target buffer does not lie in the window.
 * mazurka: -n 2 -- target-longer-past-end => epoch-error: exposed 64 bytes */
static void target_longer_past_end(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Put(b, 2, MPI_INT, 0, 14, 4, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 1 -- post-self => verified */
static void post_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &g);
    MPI_Win_post(g, MPI_MODE_NOCHECK, win);
    MPI_Win_start(g, MPI_MODE_NOCHECK, win);
    PUT(x, 0, 0);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    assert(w[0] == 7);
    MPI_Group_free(&g);
    MPI_Win_free(&win);
}

/* accumulate_ordering=none: two of one rank may take effect in the other order.
 * mazurka: -n 2 -- order-none => assertion */
static void order_none(void)
{
    VARIABLES;
    MPI_Info info;
    MPI_Win win;
    int *w;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_allocate(64, 4, info, world, &w, &win);
    memset(w, 0, 64);
    BAR;
    MPI_Win_lock_all(0, win);
    if (rank) {
        ACC(x, 0, 0, MPI_REPLACE);
        ACC(y, 0, 0, MPI_REPLACE);
    }
    MPI_Win_unlock_all(win);
    BAR;
    assert(rank || w[0] == 8);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- order-default => verified */
static void order_default(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        ACC(x, 0, 0, MPI_REPLACE);
        ACC(y, 0, 0, MPI_REPLACE);
    }
    MPI_Win_unlock_all(win);
    BAR;
    assert(rank || w[0] == 8);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- order-none-flush => verified */
static void order_none_flush(void)
{
    VARIABLES;
    MPI_Info info;
    MPI_Win win;
    int *w;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_allocate(64, 4, info, world, &w, &win);
    memset(w, 0, 64);
    BAR;
    MPI_Win_lock_all(0, win);
    if (rank) {
        ACC(x, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
        ACC(y, 0, 0, MPI_REPLACE);
    }
    MPI_Win_unlock_all(win);
    BAR;
    assert(rank || w[0] == 8);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- order-none-sums => verified */
static void order_none_sums(void)
{
    VARIABLES;
    MPI_Info info;
    MPI_Win win;
    int *w;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_allocate(64, 4, info, world, &w, &win);
    memset(w, 0, 64);
    BAR;
    MPI_Win_lock_all(0, win);
    ACC(x, 0, 0, MPI_SUM);
    ACC(y, 0, 0, MPI_SUM);
    MPI_Win_unlock_all(win);
    BAR;
    assert(rank || w[0] == 30);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- order-none-two-operations => rma-race */
static void order_none_two_operations(void)
{
    VARIABLES;
    MPI_Info info;
    MPI_Win win;
    int *w;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_allocate(64, 4, info, world, &w, &win);
    memset(w, 0, 64);
    BAR;
    MPI_Win_lock_all(0, win);
    if (rank) {
        ACC(x, 0, 0, MPI_REPLACE);
        ACC(y, 0, 0, MPI_SUM);
    }
    MPI_Win_unlock_all(win);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"nostore-kept", nostore_kept},
    {"nostore-broken", nostore_broken},
    {"nostore-before-sends", nostore_before_sends},
    {"nostore-after-fence", nostore_after_fence},
    {"nostore-receive", nostore_receive},
    {"post-noput-kept", post_noput_kept},
    {"post-noput-put", post_noput_put},
    {"post-noput-accumulate", post_noput_accumulate},
    {"post-noput-second-epoch", post_noput_second_epoch},
    {"start-nocheck-alone", start_nocheck_alone},
    {"post-nocheck-alone", post_nocheck_alone},
    {"nocheck-both", nocheck_both},
    {"target-longer-inside", target_longer_inside},
    {"target-longer-past-end", target_longer_past_end},
    {"post-self", post_self},
    {"order-none", order_none},
    {"order-default", order_default},
    {"order-none-flush", order_none_flush},
    {"order-none-sums", order_none_sums},
    {"order-none-two-operations", order_none_two_operations},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
