/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-shared-3.c - shared, dynamic and other windows, with what orders their
 * accesses. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 --rma separate -- case-d-rs49 => verified */
static void case_d_rs49(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
        LK(SH, 0);
        assert(w[0] == 7);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- e-sep-store-visible => finding */
static void e_sep_store_visible(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        w[0] = 5;
        MPI_Send(&x, 1, MPI_INT, 1, 0, world);
        BAR;
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, 0, world, &st);
        LK(SH, 0);
        GET(z, 0, 0);
        MPI_Win_unlock(0, win);
        BAR;
        assert(z == 5);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- waitany-rput => verified */
static void waitany_rput(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        for (int i = 0; i < 3; i++)
            MPI_Rget(b + i, 1, MPI_INT, 0, i, 1, MPI_INT, win, rr + i);
        int k;
        for (int i = 0; i < 3; i++) {
            MPI_Waitany(3, rr, &k, &st);
            b[k]++;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- raccumulate-order => verified */
static void raccumulate_order(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Raccumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, rr);
        MPI_Rget_accumulate(&one, 1, MPI_INT, &y, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM,
                            win, rr + 1);
        MPI_Waitall(2, rr, MPI_STATUSES_IGNORE);
        assert(y == 1);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- request-free => finding */
static void request_free(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Rget(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Request_free(&rq);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- cancel-rput => finding */
static void cancel_rput(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &rq);
        MPI_Cancel(&rq);
        MPI_Wait(&rq, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- deadlock-flush => deadlock */
static void deadlock_flush(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 0) {
        LK(EX, 0);
        MPI_Recv(&x, 1, MPI_INT, 1, 0, world, &st);
        MPI_Win_unlock(0, win);
    } else {
        LK(SH, 0);
        GET(x, 0, 0);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lock-cycle3 => deadlock */
static void lock_cycle3(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, rank);
    LK(EX, (rank + 1) % size);
    PUT(x, (rank + 1) % size, 0);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-lock-ordered => verified */
static void c_lock_ordered(void)
{
    VARIABLES;
    WINDOW;
    int a = rank, c = (rank + 1) % size;
    if (a > c) {
        int t = a;
        a = c;
        c = t;
    }
    LK(EX, a);
    LK(EX, c);
    PUT(x, (rank + 1) % size, 0);
    MPI_Win_unlock(c, win);
    MPI_Win_unlock(a, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-before-addr-sync => epoch-error|rma-race */
static void attach_before_addr_sync(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[4];
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Aint a;
    MPI_Get_address(m, &a);
    MPI_Bcast(&a, 1, MPI_AINT, 0, world);
    if (rank == 0)
        MPI_Win_attach(v, m, 16);
    if (rank == 1) {
        MPI_Win_lock(SH, 0, 0, v);
        MPI_Put(&x, 1, MPI_INT, 0, a, 1, MPI_INT, v);
        MPI_Win_unlock(0, v);
    }
    BAR;
    if (!rank)
        MPI_Win_detach(v, m);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rs56 => verified */
static void case_c_rs56(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[4];
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Aint a;
    MPI_Get_address(m, &a);
    if (rank == 0)
        MPI_Win_attach(v, m, 16);
    MPI_Bcast(&a, 1, MPI_AINT, 0, world);
    if (rank == 1) {
        MPI_Win_lock(SH, 0, 0, v);
        MPI_Put(&x, 1, MPI_INT, 0, a, 1, MPI_INT, v);
        MPI_Win_unlock(0, v);
    }
    BAR;
    if (!rank)
        MPI_Win_detach(v, m);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- dyn-own-address-used => epoch-error|invalid-argument|crash */
static void dyn_own_address_used(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *m = malloc(rank ? 1000 : 16);
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Aint a;
    MPI_Get_address(m + (rank ? 100 : 0), &a);
    MPI_Win_attach(v, m, rank ? 1000 : 16);
    BAR;
    if (rank == 1) {
        MPI_Win_lock(SH, 0, 0, v);
        MPI_Put(&x, 1, MPI_INT, 0, a, 1, MPI_INT, v);
        MPI_Win_unlock(0, v);
    }
    BAR;
    MPI_Win_detach(v, m);
    MPI_Win_free(&v);
    free(m);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-own-part-conc => verified */
static void get_own_part_conc(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    GET(x, rank, 0);
    GET(y, rank, 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- two-gets-same-target => verified */
static void two_gets_same_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    GET(x, 0, 0);
    GET(y, 0, 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-create-same-mem-twice-store => rma-race */
static void win_create_same_mem_twice_store(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    w = calloc(1, 64);
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &win);
    MPI_Barrier(world);
    MPI_Win v;
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    else
        w[0] = 4;
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 3 -- two-windows-lockex => rma-race */
static void two_windows_lockex(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    w = calloc(1, 64);
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &win);
    MPI_Barrier(world);
    MPI_Win v;
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &v);
    if (rank == 1) {
        LK(EX, 0);
        PUT(x, 0, 0);
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) {
        MPI_Win_lock(EX, 0, 0, v);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
        MPI_Win_unlock(0, v);
    }
    MPI_Win_free(&v);
    MPI_Win_free(&win);
    free(w);
}

static const struct window_case cases[] = {
    {"case-d-rs49", case_d_rs49},
    {"e-sep-store-visible", e_sep_store_visible},
    {"waitany-rput", waitany_rput},
    {"raccumulate-order", raccumulate_order},
    {"request-free", request_free},
    {"cancel-rput", cancel_rput},
    {"deadlock-flush", deadlock_flush},
    {"lock-cycle3", lock_cycle3},
    {"c-lock-ordered", c_lock_ordered},
    {"attach-before-addr-sync", attach_before_addr_sync},
    {"case-c-rs56", case_c_rs56},
    {"dyn-own-address-used", dyn_own_address_used},
    {"get-own-part-conc", get_own_part_conc},
    {"two-gets-same-target", two_gets_same_target},
    {"win-create-same-mem-twice-store", win_create_same_mem_twice_store},
    {"two-windows-lockex", two_windows_lockex},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
