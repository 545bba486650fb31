/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-races.c - accesses to windows that race, and such that are ordered. Written by
 * somebody who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 3 -- putput-fence => rma-race */
static void putput_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank != 0)
        PUT(rank, 0, 3);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr01 => verified */
static void case_c_rr01(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank != 0)
        PUT(rank, 0, rank);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- putget-fence => rma-race */
static void putget_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    if (rank == 2)
        GET(y, 0, 3);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr02 => verified */
static void case_c_rr02(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    FENCE;
    if (rank == 2)
        GET(y, 0, 3);
    FENCE;
    if (rank == 2)
        assert(y == 7);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- ownstore-put-fence => rma-race */
static void ownstore_put_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    if (rank == 0)
        w[3] = 5;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr03 => verified */
static void case_c_rr03(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    FENCE;
    if (rank == 0)
        w[3] = 5;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- ownload-put-fence => rma-race */
static void ownload_put_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    if (rank == 0)
        y = w[3] + 1;
    FENCE;
    b[0] = y;
    printf("%d", y);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr04 => verified */
static void case_c_rr04(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    if (rank == 0)
        y = w[2] + 1;
    FENCE;
    if (rank == 0)
        y = w[3];
    FENCE;
    printf("%d", y);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- ownstore-get-fence => rma-race */
static void ownstore_get_fence(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        GET(x, 0, 3);
    if (rank == 0)
        w[3] = 5;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr05 => verified */
static void case_c_rr05(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        GET(x, 0, 3);
    if (rank == 0)
        y = w[3];
    FENCE;
    printf("%d", y);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- ownload-acc => rma-race */
static void ownload_acc(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        ACC(x, 0, 3, MPI_SUM);
    if (rank == 0)
        y = w[3];
    FENCE;
    printf("%d", y);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- accacc-ops => rma-race */
static void accacc_ops(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        ACC(x, 0, 3, MPI_SUM);
    if (rank == 2)
        ACC(x, 0, 3, MPI_PROD);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr07 => verified */
static void case_c_rr07(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    ACC(x, 0, 3, MPI_SUM);
    FENCE;
    if (rank == 0)
        assert(w[3] == 21);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- put-acc => rma-race */
static void put_acc(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    if (rank == 2)
        ACC(x, 0, 3, MPI_SUM);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- put-acc-replace => rma-race */
static void put_acc_replace(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        PUT(x, 0, 3);
    if (rank == 2)
        ACC(x, 0, 3, MPI_REPLACE);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- get-acc => rma-race */
static void get_acc(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1)
        GET(x, 0, 3);
    if (rank == 2)
        ACC(x, 0, 3, MPI_SUM);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-origin-putget => rma-race */
static void same_origin_putget(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 3);
        GET(y, 0, 3);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr11 => verified */
static void case_c_rr11(void)
{
    VARIABLES;
    WINDOW;
    LK(SH, 0);
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Win_flush(0, win);
        GET(y, 0, 3);
        MPI_Win_flush(0, win);
        assert(y == 7);
    }
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-origin-putput => rma-race */
static void same_origin_putput(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 3);
        PUT(y, 0, 3);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-origin-getput => rma-race */
static void same_origin_getput(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        GET(x, 0, 3);
        PUT(y, 0, 3);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-local-putget => rma-race */
static void flush_local_putget(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        PUT(x, 0, 3);
        MPI_Win_flush_local(0, win);
        PUT(y, 0, 3);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr14 => verified */
static void case_c_rr14(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        LK(SH, 0);
        PUT(x, 0, 3);
        MPI_Win_flush_local(0, win);
        x = 9;
        PUT(y, 0, 4);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- sharedlock-putput => rma-race */
static void sharedlock_putput(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        LK(SH, 0);
        PUT(x, 0, 3);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr15 => verified */
static void case_c_rr15(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        LK(EX, 0);
        PUT(x, 0, 3);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- lock-ownerstore => rma-race */
static void lock_ownerstore(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        LK(EX, 0);
        PUT(x, 0, 3);
        MPI_Win_unlock(0, win);
    } else
        w[3] = 4;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr16 => verified */
static void case_c_rr16(void)
{
    VARIABLES;
    WINDOW;
    if (rank) {
        LK(EX, 0);
        PUT(x, 0, 3);
        MPI_Win_unlock(0, win);
    } else {
        LK(EX, 0);
        w[3] = 4;
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- lockall-noflush-barrier => rma-race */
static void lockall_noflush_barrier(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        PUT(x, 0, 3);
    BAR;
    if (rank == 2)
        GET(y, 0, 3);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr17 => verified */
static void case_c_rr17(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Win_flush(0, win);
    }
    BAR;
    if (rank == 2) {
        GET(y, 0, 3);
        MPI_Win_flush(0, win);
        assert(y == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- flush-local-barrier => rma-race */
static void flush_local_barrier(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Win_flush_local(0, win);
    }
    BAR;
    if (rank == 2)
        GET(y, 0, 3);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- sendrecv-noflush => rma-race */
static void sendrecv_noflush(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Send(&x, 0, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        GET(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr19 => verified */
static void case_c_rr19(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 0, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        GET(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- flush-wrong-target => rma-race */
static void flush_wrong_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Win_flush(2, win);
        MPI_Send(&x, 0, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        GET(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- rput-wait-noflush => rma-race */
static void rput_wait_noflush(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        MPI_Send(&x, 0, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        GET(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr21 => verified */
static void case_c_rr21(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        MPI_Win_flush_all(win);
        MPI_Send(&x, 0, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        GET(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- rget-nowait => rma-race */
static void rget_nowait(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rget(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Send(&z, 0, MPI_INT, 2, 0, world);
        MPI_Wait(&rq, &st);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        PUT(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-rget-wait => verified */
static void c_rget_wait(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rget(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        MPI_Send(&x, 0, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        PUT(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- get-flushlocal-then-put-other => verified */
static void get_flushlocal_then_put_other(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 3);
        MPI_Win_flush_local(0, win);
        MPI_Send(&x, 0, MPI_INT, 2, 0, world);
    }
    if (rank == 2) {
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        PUT(y, 0, 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- holes => rma-race */
static void holes(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v, v2;
    MPI_Type_vector(4, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1)
        MPI_Put(b, 1, v, 0, 0, 1, v, win);
    if (rank == 2)
        MPI_Put(b, 1, v, 0, 2, 1, v, win);
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"putput-fence", putput_fence},
    {"case-c-rr01", case_c_rr01},
    {"putget-fence", putget_fence},
    {"case-c-rr02", case_c_rr02},
    {"ownstore-put-fence", ownstore_put_fence},
    {"case-c-rr03", case_c_rr03},
    {"ownload-put-fence", ownload_put_fence},
    {"case-c-rr04", case_c_rr04},
    {"ownstore-get-fence", ownstore_get_fence},
    {"case-c-rr05", case_c_rr05},
    {"ownload-acc", ownload_acc},
    {"accacc-ops", accacc_ops},
    {"case-c-rr07", case_c_rr07},
    {"put-acc", put_acc},
    {"put-acc-replace", put_acc_replace},
    {"get-acc", get_acc},
    {"same-origin-putget", same_origin_putget},
    {"case-c-rr11", case_c_rr11},
    {"same-origin-putput", same_origin_putput},
    {"same-origin-getput", same_origin_getput},
    {"flush-local-putget", flush_local_putget},
    {"case-c-rr14", case_c_rr14},
    {"sharedlock-putput", sharedlock_putput},
    {"case-c-rr15", case_c_rr15},
    {"lock-ownerstore", lock_ownerstore},
    {"case-c-rr16", case_c_rr16},
    {"lockall-noflush-barrier", lockall_noflush_barrier},
    {"case-c-rr17", case_c_rr17},
    {"flush-local-barrier", flush_local_barrier},
    {"sendrecv-noflush", sendrecv_noflush},
    {"case-c-rr19", case_c_rr19},
    {"flush-wrong-target", flush_wrong_target},
    {"rput-wait-noflush", rput_wait_noflush},
    {"case-c-rr21", case_c_rr21},
    {"rget-nowait", rget_nowait},
    {"c-rget-wait", c_rget_wait},
    {"get-flushlocal-then-put-other", get_flushlocal_then_put_other},
    {"holes", holes},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
