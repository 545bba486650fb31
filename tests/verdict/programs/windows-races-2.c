/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-races-2.c - accesses to windows that race, and such that are ordered. Written
 * by somebody who knew the standard and not the tool. The argument says which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 3 -- c-holes => verified */
static void c_holes(void)
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
        MPI_Put(b, 1, v, 0, 1, 1, v, win);
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- holes-owner => rma-race */
static void holes_owner(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v, v2;
    MPI_Type_vector(4, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1)
        MPI_Put(b, 1, v, 0, 0, 1, v, win);
    if (rank == 0)
        w[4] = 1;
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr25 => verified */
static void case_c_rr25(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v, v2;
    MPI_Type_vector(4, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1)
        MPI_Put(b, 1, v, 0, 0, 1, v, win);
    if (rank == 0)
        w[5] = 1;
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- byte-overlap => rma-race */
static void byte_overlap(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    FENCE;
    if (rank == 1)
        MPI_Put(&x, 4, MPI_BYTE, 0, 2, 4, MPI_BYTE, win);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_BYTE, 0, 5, 1, MPI_BYTE, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr26 => verified */
static void case_c_rr26(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    FENCE;
    if (rank == 1)
        MPI_Put(&x, 4, MPI_BYTE, 0, 2, 4, MPI_BYTE, win);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_BYTE, 0, 6, 1, MPI_BYTE, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- pscw-putput => rma-race */
static void pscw_putput(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        MPI_Group_incl(wg, 2, r1, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr27 => verified */
static void case_c_rr27(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        MPI_Group_incl(wg, 2, r1, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, rank);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- pscw-ownerstore => rma-race */
static void pscw_ownerstore(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        MPI_Group_incl(wg, 1, r1, &g);
        MPI_Win_post(g, 0, win);
        w[3] = 2;
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr28 => verified */
static void case_c_rr28(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        MPI_Group_incl(wg, 1, r1, &g);
        w[3] = 1;
        MPI_Win_post(g, 0, win);
        w[4] = 2;
        MPI_Win_wait(win);
        assert(w[3] == 7);
        w[3] = 2;
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- pscw-test => rma-race */
static void pscw_test(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        int f;
        MPI_Group_incl(wg, 1, r1, &g);
        MPI_Win_post(g, 0, win);
        MPI_Win_test(win, &f);
        w[3] = 2;
        if (!f)
            MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr29 => verified */
static void case_c_rr29(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        int f;
        MPI_Group_incl(wg, 1, r1, &g);
        MPI_Win_post(g, 0, win);
        do
            MPI_Win_test(win, &f);
        while (!f);
        w[3] = 2;
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- pscw-complete-send => rma-race */
static void pscw_complete_send(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        MPI_Group_incl(wg, 1, r1, &g);
        MPI_Win_post(g, 0, win);
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        y = w[3];
        printf("%d", y);
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
        MPI_Send(&x, 0, MPI_INT, 0, 0, world);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-pscw-complete-send-store => rma-race */
static void b_pscw_complete_send_store(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1, 2};
    if (rank == 0) {
        MPI_Group_incl(wg, 1, r1, &g);
        MPI_Win_post(g, 0, win);
        MPI_Recv(&x, 0, MPI_INT, 1, 0, world, &st);
        w[3] = 77;
        MPI_Win_wait(win);
    } else {
        MPI_Group_incl(wg, 1, r0, &g);
        MPI_Win_start(g, 0, win);
        PUT(x, 0, 3);
        MPI_Win_complete(win);
        MPI_Send(&x, 0, MPI_INT, 0, 0, world);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-storestore => rma-race */
static void shared_storestore(void)
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
    if (rank == 1)
        q[3] = 5;
    if (rank == 0)
        q[3] = 6;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr31 => verified */
static void case_c_rr31(void)
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
    if (rank == 1)
        q[3] = 5;
    MPI_Win_sync(win);
    BAR;
    MPI_Win_sync(win);
    if (rank == 0) {
        assert(q[3] == 5);
        q[3] = 6;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-storeload => rma-race */
static void shared_storeload(void)
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
    if (rank == 1)
        q[3] = 5;
    if (rank == 0)
        y = q[3];
    MPI_Win_unlock_all(win);
    printf("%d", y);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shared-store-put => rma-race */
static void shared_store_put(void)
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
    if (rank == 1)
        q[3] = 5;
    if (rank == 2)
        PUT(x, 0, 3);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr33 => verified */
static void case_c_rr33(void)
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
    if (rank == 1)
        q[3] = 5;
    if (rank == 2)
        PUT(x, 0, 4);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shared-put-unflushed-load => rma-race */
static void shared_put_unflushed_load(void)
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
    if (rank == 1)
        PUT(x, 0, 3);
    BAR;
    MPI_Win_sync(win);
    if (rank == 2) {
        y = q[3];
        printf("%d", y);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-c-rr34 => verified */
static void case_c_rr34(void)
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
    if (rank == 1) {
        PUT(x, 0, 3);
        MPI_Win_flush(0, win);
    }
    MPI_Win_sync(win);
    BAR;
    MPI_Win_sync(win);
    if (rank == 2) {
        y = q[3];
        assert(y == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- dyn-putput => rma-race */
static void dyn_putput(void)
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
    FENCE;
    if (rank)
        PUT(x, 0, disp[0] + 4);
    FENCE;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 3 -- case-c-rr35 => verified */
static void case_c_rr35(void)
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
    FENCE;
    if (rank)
        PUT(x, 0, disp[0] + 4 * rank);
    FENCE;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- dyn-owner => rma-race */
static void dyn_owner(void)
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
    FENCE;
    if (rank)
        PUT(x, 0, disp[0] + 4);
    else
        w[1] = 3;
    FENCE;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- case-c-rr36 => verified */
static void case_c_rr36(void)
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
    FENCE;
    if (rank)
        PUT(x, 0, disp[0] + 4);
    else
        w[2] = 3;
    FENCE;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- dispunits => rma-race */
static void dispunits(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static char m[64];
    MPI_Win_create(m, 64, rank == 0 ? 1 : 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 8, 1, MPI_INT, v);
    if (rank == 0)
        MPI_Put(&x, 1, MPI_BYTE, 0, 11, 1, MPI_BYTE, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rr37 => verified */
static void case_c_rr37(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static char m[64];
    MPI_Win_create(m, 64, rank == 0 ? 1 : 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 8, 1, MPI_INT, v);
    if (rank == 0)
        MPI_Put(&x, 1, MPI_BYTE, 0, 12, 1, MPI_BYTE, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-put-self => verified */
static void store_put_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        w[2] = 5;
        PUT(x, rank, 2);
        MPI_Win_flush(rank, win);
        assert(w[2] == 7);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-get-self => verified */
static void store_get_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        w[2] = 5;
        GET(x, rank, 2);
        MPI_Win_flush(rank, win);
        assert(x == 5);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-sync-get-self => verified */
static void store_sync_get_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        w[2] = 5;
        MPI_Win_sync(win);
        GET(x, rank, 2);
        MPI_Win_flush(rank, win);
        assert(x == 5);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-flushlocal-get-self => verified */
static void store_flushlocal_get_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        w[2] = 5;
        MPI_Win_flush_local(0, win);
        GET(x, rank, 2);
        MPI_Win_flush(rank, win);
        assert(x == 5);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-fao-self => verified */
static void store_fao_self(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        w[2] = 5;
        FAO(one, x, rank, 2, MPI_SUM);
        MPI_Win_flush(rank, win);
        assert(x == 5);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- exlock-self => verified */
static void exlock_self(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, rank);
    w[2] = 5;
    GET(x, rank, 2);
    MPI_Win_unlock(rank, win);
    assert(x == 5);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-self => verified */
static void fence_self(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    w[2] = 5;
    FENCE;
    GET(x, rank, 2);
    FENCE;
    assert(x == 5);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-store-put-other => verified */
static void flush_store_put_other(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank) {
        PUT(x, 0, 2);
        MPI_Win_flush(0, win);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
        w[2] = 3;
        PUT(y, 1, 2);
        GET(z, 0, 2);
        MPI_Win_flush_all(win);
        assert(z == 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-then-put-then-barrier => verified */
static void store_then_put_then_barrier(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        w[2] = 3;
        PUT(y, 1, 4);
    }
    MPI_Win_flush_all(win);
    BAR;
    if (rank == 1) {
        GET(z, 0, 2);
        MPI_Win_flush(0, win);
        assert(z == 3);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"c-holes", c_holes},
    {"holes-owner", holes_owner},
    {"case-c-rr25", case_c_rr25},
    {"byte-overlap", byte_overlap},
    {"case-c-rr26", case_c_rr26},
    {"pscw-putput", pscw_putput},
    {"case-c-rr27", case_c_rr27},
    {"pscw-ownerstore", pscw_ownerstore},
    {"case-c-rr28", case_c_rr28},
    {"pscw-test", pscw_test},
    {"case-c-rr29", case_c_rr29},
    {"pscw-complete-send", pscw_complete_send},
    {"b-pscw-complete-send-store", b_pscw_complete_send_store},
    {"shared-storestore", shared_storestore},
    {"case-c-rr31", case_c_rr31},
    {"shared-storeload", shared_storeload},
    {"shared-store-put", shared_store_put},
    {"case-c-rr33", case_c_rr33},
    {"shared-put-unflushed-load", shared_put_unflushed_load},
    {"case-c-rr34", case_c_rr34},
    {"dyn-putput", dyn_putput},
    {"case-c-rr35", case_c_rr35},
    {"dyn-owner", dyn_owner},
    {"case-c-rr36", case_c_rr36},
    {"dispunits", dispunits},
    {"case-c-rr37", case_c_rr37},
    {"store-put-self", store_put_self},
    {"store-get-self", store_get_self},
    {"store-sync-get-self", store_sync_get_self},
    {"store-flushlocal-get-self", store_flushlocal_get_self},
    {"store-fao-self", store_fao_self},
    {"exlock-self", exlock_self},
    {"fence-self", fence_self},
    {"flush-store-put-other", flush_store_put_other},
    {"store-then-put-then-barrier", store_then_put_then_barrier},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
