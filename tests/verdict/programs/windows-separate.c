/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-separate.c - the separate memory model (--rma separate): what the rules of
 * MPI-4.0, 12.7 allow, and what they do not. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* The table of 12.7: a store and a get of different locations may be concurrent.
 * mazurka: -n 2 --rma separate -- store-get-apart => verified */
static void store_get_apart(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank)
        GET(x, 0, 0);
    else
        w[1] = 4;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* A store and a put of different locations must not be.
 * mazurka: -n 2 --rma separate -- store-put-apart => rma-race: separate copies */
static void store_put_apart(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        PUT(x, 0, 0);
    else
        w[1] = 4;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-put-apart-unified => verified */
static void store_put_apart_unified(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        PUT(x, 0, 0);
    else
        w[1] = 4;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- store-accumulate-apart => rma-race: separate copies */
static void store_accumulate_apart(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        ACC(x, 0, 0, MPI_SUM);
    else
        w[1] = 4;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- load-put-apart => verified */
static void load_put_apart(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        PUT(x, 0, 0);
    else
        y = w[1];
    FENCE;
    assert(y == (rank ? 8 : 0));
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- load-put-same => rma-race: nothing orders them */
static void load_put_same(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        PUT(x, 0, 1);
    else
        y = ((volatile int *)w)[1];
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 --rma separate -- put-put-apart => verified */
static void put_put_apart(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        PUT(x, 0, rank);
    FENCE;
    assert(rank || (w[1] == 7 && w[2] == 7));
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- store-put-order-fence => verified */
static void store_put_order_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (!rank)
        w[1] = 4;
    FENCE;
    if (rank)
        PUT(x, 0, 0);
    FENCE;
    assert(rank || (w[0] == 7 && w[1] == 4));
    MPI_Win_free(&win);
}

/* The message orders them, and the store is not in the public copy.
 * mazurka: -n 2 --rma separate -- store-put-order-message => rma-race: separate copies */
static void store_put_order_message(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (!rank) {
        w[1] = 4;
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        PUT(x, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- store-sync-put-message => verified */
static void store_sync_put_message(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (!rank) {
        w[1] = 4;
        MPI_Win_sync(win);
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        PUT(x, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* MPI_Win_sync comes too early.
 * mazurka: -n 2 --rma separate -- sync-before-store => rma-race: separate copies */
static void sync_before_store(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (!rank) {
        MPI_Win_sync(win);
        w[1] = 4;
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        GET(x, 0, 1);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- put-store-order-message => rma-race: separate copies */
static void put_store_order_message(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
        w[1] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- put-sync-store-message => verified */
static void put_sync_store_message(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
        MPI_Win_sync(win);
        assert(w[0] == 7);
        w[1] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* A get is over, and changes nothing: no call is needed.
 * mazurka: -n 2 --rma separate -- get-store-order-message => verified */
static void get_store_order_message(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (rank) {
        GET(x, 0, 0);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
        w[0] = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- load-put-order-message => verified */
static void load_put_order_message(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (!rank) {
        y = w[0];
        assert(y == 0);
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        PUT(x, 0, 0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* MPI_Win_flush of the owner is about its own accesses.
 * mazurka: -n 2 --rma separate -- flush-is-no-sync => rma-race: separate copies */
static void flush_is_no_sync(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    BAR;
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    }
    BAR;
    if (!rank) {
        MPI_Win_flush_all(win);
        y = *(volatile int *)w;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 1 --rma separate -- own-put-load => rma-race: separate copies */
static void own_put_load(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    PUT(x, 0, 0);
    MPI_Win_flush(0, win);
    y = *(volatile int *)w;
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 1 --rma separate -- own-put-sync-load => verified */
static void own_put_sync_load(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    PUT(x, 0, 0);
    MPI_Win_flush(0, win);
    MPI_Win_sync(win);
    assert(w[0] == 7);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 1 --rma separate -- own-store-get => rma-race: separate copies */
static void own_store_get(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    w[0] = 5;
    GET(x, 0, 0);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 1 --rma separate -- own-store-sync-get => verified */
static void own_store_sync_get(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    w[0] = 5;
    MPI_Win_sync(win);
    GET(x, 0, 0);
    MPI_Win_unlock(0, win);
    assert(x == 5);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 --rma separate -- exclusive-locks => verified */
static void exclusive_locks(void)
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
    LK(SH, 0);
    GET(y, 0, 0);
    MPI_Win_unlock(0, win);
    assert(y == 3);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- owner-without-lock => rma-race */
static void owner_without_lock(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    } else {
        w[1] = 2;
    }
    BAR;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- shared-locks-store-put => rma-race: separate copies */
static void shared_locks_store_put(void)
{
    VARIABLES;
    WINDOW;
    BAR;
    LK(SH, 0);
    if (rank)
        PUT(x, 0, 0);
    else
        w[3] = 2;
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- exclusive-locks-store-put => verified */
static void exclusive_locks_store_put(void)
{
    VARIABLES;
    WINDOW;
    BAR;
    LK(EX, 0);
    if (rank)
        PUT(x, 0, 0);
    else
        w[3] = 2;
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- post-publishes => verified */
static void post_publishes(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    BAR;
    if (!rank) {
        w[1] = 3;
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
        assert(w[0] == 7);
        w[2] = 1;
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

/* mazurka: -n 2 --rma separate -- store-while-exposed => rma-race: separate copies */
static void store_while_exposed(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        w[5] = 3;
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

/* mazurka: -n 2 --rma separate -- store-while-exposed-get => verified */
static void store_while_exposed_get(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank};
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        w[5] = 3;
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

/* mazurka: -n 2 --rma separate -- test-sees => verified */
static void test_sees(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int other[] = {!rank}, done = 0;
    MPI_Group_incl(wg, 1, other, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        while (!done)
            MPI_Win_test(win, &done);
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

/* Polling by loads is for unified memory.
 * mazurka: -n 2 --rma separate -- poll-by-loads => rma-race */
static void poll_by_loads(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    } else
        while (*(volatile int *)w != 7)
            MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-by-loads-unified => verified */
static void poll_by_loads_unified(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 0);
        MPI_Win_flush(0, win);
    } else
        while (*(volatile int *)w != 7)
            MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- poll-by-atomics => verified */
static void poll_by_atomics(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        ACC(x, 0, 0, MPI_REPLACE);
        MPI_Win_flush(0, win);
    } else
        do {
            FAO(zero, y, 0, 0, MPI_NO_OP);
            MPI_Win_flush(0, win);
        } while (y != 7);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- shared-memory => unsupported */
static void shared_memory(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- two-windows => unsupported */
static void two_windows(void)
{
    VARIABLES;
    static int m[8];
    MPI_Win win, v;
    MPI_Win_create(m, 32, 4, MPI_INFO_NULL, world, &win);
    MPI_Win_create(m, 32, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* A receive stores, too.
 * mazurka: -n 2 --rma separate -- receive-into-window => rma-race: separate copies */
static void receive_into_window(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank) {
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
        PUT(x, 0, 0);
    } else
        MPI_Recv(&w[4], 1, MPI_INT, 1, 0, world, &st);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- send-from-window => verified */
static void send_from_window(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (!rank)
        MPI_Send(&w[4], 1, MPI_INT, 1, 0, world);
    else {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        PUT(x, 0, 0);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* A lock of another rank's part does not synchronise the own one.
 * mazurka: -n 2 --rma separate -- lock-of-another-is-no-sync => rma-race: separate copies
 */
static void lock_of_another_is_no_sync(void)
{
    VARIABLES;
    WINDOW;
    BAR;
    if (!rank) {
        w[0] = 5;
        LK(SH, 1);
        MPI_Win_unlock(1, win);
    }
    BAR;
    if (rank) {
        LK(SH, 0);
        GET(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- dynamic => verified */
static void dynamic(void)
{
    VARIABLES;
    static int m[4];
    MPI_Win win;
    MPI_Aint a, to;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    MPI_Win_attach(win, m, sizeof m);
    MPI_Get_address(m, &a);
    if (!rank)
        MPI_Send(&a, 1, MPI_AINT, 1, 0, world);
    else
        MPI_Recv(&to, 1, MPI_AINT, 0, 0, world, &st);
    FENCE;
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, to, 1, MPI_INT, win);
    FENCE;
    assert(rank || m[0] == 7);
    MPI_Win_detach(win, m);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"store-get-apart", store_get_apart},
    {"store-put-apart", store_put_apart},
    {"store-put-apart-unified", store_put_apart_unified},
    {"store-accumulate-apart", store_accumulate_apart},
    {"load-put-apart", load_put_apart},
    {"load-put-same", load_put_same},
    {"put-put-apart", put_put_apart},
    {"store-put-order-fence", store_put_order_fence},
    {"store-put-order-message", store_put_order_message},
    {"store-sync-put-message", store_sync_put_message},
    {"sync-before-store", sync_before_store},
    {"put-store-order-message", put_store_order_message},
    {"put-sync-store-message", put_sync_store_message},
    {"get-store-order-message", get_store_order_message},
    {"load-put-order-message", load_put_order_message},
    {"flush-is-no-sync", flush_is_no_sync},
    {"own-put-load", own_put_load},
    {"own-put-sync-load", own_put_sync_load},
    {"own-store-get", own_store_get},
    {"own-store-sync-get", own_store_sync_get},
    {"exclusive-locks", exclusive_locks},
    {"owner-without-lock", owner_without_lock},
    {"shared-locks-store-put", shared_locks_store_put},
    {"exclusive-locks-store-put", exclusive_locks_store_put},
    {"post-publishes", post_publishes},
    {"store-while-exposed", store_while_exposed},
    {"store-while-exposed-get", store_while_exposed_get},
    {"test-sees", test_sees},
    {"poll-by-loads", poll_by_loads},
    {"poll-by-loads-unified", poll_by_loads_unified},
    {"poll-by-atomics", poll_by_atomics},
    {"shared-memory", shared_memory},
    {"two-windows", two_windows},
    {"receive-into-window", receive_into_window},
    {"send-from-window", send_from_window},
    {"lock-of-another-is-no-sync", lock_of_another_is_no_sync},
    {"dynamic", dynamic},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
