/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-shared-2.c - shared, dynamic and other windows, with what orders their
 * accesses. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 3 -- acc-vector-hole-put => verified */
static void acc_vector_hole_put(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_vector(4, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1)
        MPI_Accumulate(b, 4, MPI_INT, 0, 0, 1, v, MPI_SUM, win);
    if (rank == 2) {
        PUT(x, 0, 1);
        PUT(x, 0, 3);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- case-b-rs20 => rma-race */
static void case_b_rs20(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_vector(4, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1)
        MPI_Accumulate(b, 4, MPI_INT, 0, 0, 1, v, MPI_SUM, win);
    if (rank == 2) {
        PUT(x, 0, 6);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- struct-put-types => verified */
static void struct_put_types(void)
{
    VARIABLES;
    WINDOW;
    struct {
        char c;
        double d;
    } sv = {1, 2};
    MPI_Datatype v;
    int bl[] = {1, 1};
    MPI_Aint dp[] = {0, 8};
    MPI_Datatype ty[] = {MPI_CHAR, MPI_DOUBLE};
    MPI_Type_create_struct(2, bl, dp, ty, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1)
        MPI_Put(&sv, 1, v, 0, 0, 1, v, win);
    if (rank == 0)
        ((char *)w)[3] = 5;
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- big-store => rma-race */
static void big_store(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(80000, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 80000);
    MPI_Barrier(world);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 16, MPI_INT, 0, 5000, 16, MPI_INT, win);
    } else
        for (int i = 0; i < 20000; i++)
            w[i] = i + 1;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rs22 => verified */
static void case_c_rs22(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(80000, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 80000);
    MPI_Barrier(world);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 16, MPI_INT, 0, 5000, 16, MPI_INT, win);
    } else
        for (int i = 0; i < 5000; i++)
            w[i] = i + 1;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- d-edge => rma-race */
static void d_edge(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(80000, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 80000);
    MPI_Barrier(world);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 16, MPI_INT, 0, 5000, 16, MPI_INT, win);
    } else
        for (int i = 0; i <= 5000; i++)
            w[i] = i + 1;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- e-1MB => verified */
static void e_1MB(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(1048576, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 1048576);
    MPI_Barrier(world);
    FENCE;
    if (rank == 1) {
        for (int k = 0; k < 64; k++)
            MPI_Put(b, 16, MPI_INT, 0, k * 4000, 16, MPI_INT, win);
    }
    FENCE;
    if (!rank)
        memset(w, 1, 1 << 20);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- recv-ok => verified */
static void recv_ok(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Recv(w, 4, MPI_INT, 0, 0, world, &st);
    }
    if (rank == 0) {
        MPI_Send(b, 4, MPI_INT, 1, 0, world);
    }
    BAR;
    if (rank == 0) {
        LK(SH, 1);
        GET(y, 1, 0);
        MPI_Win_unlock(1, win);
        assert(y == 0);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- irecv-window-race => rma-race|local-race */
static void irecv_window_race(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Irecv(w, 4, MPI_INT, 0, 0, world, &rq);
        BAR;
        BAR;
        MPI_Wait(&rq, &st);
    } else {
        BAR;
        LK(SH, 1);
        PUT(x, 1, 0);
        MPI_Win_unlock(1, win);
        BAR;
        MPI_Send(b, 4, MPI_INT, 1, 0, world);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-irecv-window-get => rma-race|local-race */
static void b_irecv_window_get(void)
{
    VARIABLES;
    WINDOW;
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

/* mazurka: -n 2 -- c-isend-window-put => rma-race|local-race */
static void c_isend_window_put(void)
{
    VARIABLES;
    WINDOW;
    if (rank == 1) {
        MPI_Isend(w, 4, MPI_INT, 0, 0, world, &rq);
        BAR;
        BAR;
        MPI_Wait(&rq, &st);
    } else {
        BAR;
        LK(SH, 1);
        PUT(x, 1, 0);
        MPI_Win_unlock(1, win);
        BAR;
        MPI_Recv(b, 4, MPI_INT, 1, 0, world, &st);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shm-contig => verified */
static void shm_contig(void)
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
    q[16 * rank] = rank + 1;
    MPI_Win_sync(win);
    BAR;
    MPI_Win_sync(win);
    int t = 0;
    for (int i = 0; i < size; i++)
        t += q[16 * i];
    assert(t == 6);
    BAR;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- b-shm-contig-race => rma-race */
static void b_shm_contig_race(void)
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
    q[16 * (rank == 2 ? 1 : rank)] = rank + 1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- c-shm-own-ptr-offset => verified */
static void c_shm_own_ptr_offset(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        w[16] = 5;
    }
    MPI_Win_sync(win);
    BAR;
    MPI_Win_sync(win);
    if (rank == 1)
        assert(w[0] == 5);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shm-query-null => verified */
static void shm_query_null(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    MPI_Aint sz;
    int du, *q, *r;
    MPI_Win_shared_query(win, MPI_PROC_NULL, &sz, &du, &q);
    MPI_Win_shared_query(win, 0, &sz, &du, &r);
    assert(q == r && sz == 64 && du == 4);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shm-noncontig => verified */
static void shm_noncontig(void)
{
    VARIABLES;
    WINDOW;
    MPI_Info i;
    MPI_Info_create(&i);
    MPI_Info_set(i, "alloc_shared_noncontig", "true");
    MPI_Win v;
    int *p, *q;
    MPI_Win_allocate_shared(40, 4, i, world, &p, &v);
    MPI_Info_free(&i);
    MPI_Aint sz;
    int du;
    MPI_Win_shared_query(v, 1 - rank, &sz, &du, &q);
    MPI_Win_fence(0, v);
    p[3] = rank + 1;
    MPI_Win_fence(0, v);
    assert(q[3] == 2 - rank);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shm-poll-sync => verified */
static void shm_poll_sync(void)
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
        volatile char *f = (char *)q;
        while (!*f)
            MPI_Win_sync(win);
    } else {
        *(volatile char *)q = 1;
        MPI_Win_sync(win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shm-store-get-unordered => rma-race */
static void shm_store_get_unordered(void)
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
        q[2] = 4;
    if (rank == 2)
        GET(x, 0, 2);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shm-fence => verified */
static void shm_fence(void)
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
    FENCE;
    if (rank == 1)
        q[2] = 4;
    FENCE;
    if (rank == 0)
        assert(q[2] == 4);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-shm-fence-race => rma-race */
static void b_shm_fence_race(void)
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
    FENCE;
    if (rank == 1)
        q[2] = 4;
    if (rank == 0)
        q[2] = 5;
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- shm-exlock => verified */
static void shm_exlock(void)
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
    LK(EX, 0);
    q[2] += 1;
    MPI_Win_unlock(0, win);
    BAR;
    LK(SH, 0);
    assert(q[2] == size);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- b-shm-sharedlock => rma-race */
static void b_shm_sharedlock(void)
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
    LK(SH, 0);
    q[2] += 1;
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- d-shm-wronglock => rma-race */
static void d_shm_wronglock(void)
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
    LK(EX, rank);
    q[2] += 1;
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- poll-byte-put => verified */
static void poll_byte_put(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        volatile char *f = (char *)w;
        while (!*f)
            MPI_Win_sync(win);
    } else {
        char c = 1;
        MPI_Put(&c, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- reversed-comm => verified */
static void reversed_comm(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm c;
    MPI_Comm_split(world, 0, -rank, &c);
    MPI_Win v;
    int m[4] = {0};
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, c, &v);
    MPI_Win_fence(0, v);
    if (rank == 0)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    assert(m[0] == (rank == size - 1 ? 7 : 0));
    MPI_Win_free(&v);
    MPI_Comm_free(&c);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- b-subcomm-target => epoch-error|invalid-argument */
static void b_subcomm_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm c;
    MPI_Comm_split(world, rank == 2, 0, &c);
    MPI_Win v;
    int m[4] = {0};
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, c, &v);
    MPI_Win_fence(0, v);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Comm_free(&c);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- c-pscw-subcomm => verified */
static void c_pscw_subcomm(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm c;
    MPI_Comm_split(world, rank > 0, -rank, &c);
    MPI_Win v;
    int m[4] = {0}, k, n;
    MPI_Comm_rank(c, &k);
    MPI_Comm_size(c, &n);
    MPI_Win_create(m, 16, 4, MPI_INFO_NULL, c, &v);
    if (n == 2) {
        MPI_Group cg, o;
        MPI_Comm_group(world, &cg);
        int r = k ? 2 : 1;
        MPI_Group_incl(cg, 1, &r, &o);
        if (k) {
            MPI_Win_start(o, 0, v);
            MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
            MPI_Win_complete(v);
        } else {
            MPI_Win_post(o, 0, v);
            MPI_Win_wait(v);
            assert(m[0] == 7);
            assert(rank == 2);
        }
        MPI_Group_free(&o);
        MPI_Group_free(&cg);
    }
    MPI_Win_free(&v);
    MPI_Comm_free(&c);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- many-windows => verified */
static void many_windows(void)
{
    VARIABLES;
    WINDOW;
    for (int i = 0; i < 70; i++) {
        MPI_Win v;
        int *p;
        MPI_Win_allocate(16, 4, MPI_INFO_NULL, world, &p, &v);
        MPI_Win_fence(0, v);
        if (rank)
            MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
        MPI_Win_fence(0, v);
        if (!rank)
            assert(p[0] == 7);
        MPI_Win_free(&v);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attrs => verified */
static void attrs(void)
{
    VARIABLES;
    WINDOW;
    void *bp;
    int f, *du, *fl, *mo;
    MPI_Aint *sz;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &bp, &f);
    assert(f && bp == w);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &sz, &f);
    assert(f && *sz == 64);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &du, &f);
    assert(*du == 4);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &fl, &f);
    assert(*fl == MPI_WIN_FLAVOR_ALLOCATE);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &mo, &f);
    assert(*mo == MPI_WIN_UNIFIED);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- errors-return => epoch-error|invalid-argument */
static void errors_return(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank)
        PUT(x, 0, 0);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-errors-return-range => epoch-error */
static void b_errors_return_range(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    FENCE;
    if (rank) {
        int e = PUT(x, 0, 99);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- minloc => verified */
static void minloc(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    struct {
        double d;
        int i;
    } v = {rank, rank};
    FENCE;
    MPI_Accumulate(&v, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MINLOC, win);
    FENCE;
    if (!rank)
        assert(w[2] == 0);
    MPI_Win_free(&win);
}

/* mazurka: -n 3 -- double-sum => verified */
static void double_sum(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    double dd = 0.1 * (rank + 1);
    FENCE;
    MPI_Accumulate(&dd, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 5 -- lock8 => verified */
static void lock8(void)
{
    VARIABLES;
    WINDOW;
    LK(EX, 0);
    GET(x, 0, 0);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 8 -- fence8 => verified */
static void fence8(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    for (int i = 0; i < size; i++)
        PUT(x, i, rank);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 6 -- lockall8-fao => verified */
static void lockall8_fao(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    FAO(one, x, rank, 0, MPI_SUM);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 --rma separate -- sep-noflush => finding */
static void sep_noflush(void)
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
        assert(w[0] == 7);
    }
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-rs49 => verified */
static void case_c_rs49(void)
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
        assert(w[0] == 7);
    }
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"acc-vector-hole-put", acc_vector_hole_put},
    {"case-b-rs20", case_b_rs20},
    {"struct-put-types", struct_put_types},
    {"big-store", big_store},
    {"case-c-rs22", case_c_rs22},
    {"d-edge", d_edge},
    {"e-1MB", e_1MB},
    {"recv-ok", recv_ok},
    {"irecv-window-race", irecv_window_race},
    {"b-irecv-window-get", b_irecv_window_get},
    {"c-isend-window-put", c_isend_window_put},
    {"shm-contig", shm_contig},
    {"b-shm-contig-race", b_shm_contig_race},
    {"c-shm-own-ptr-offset", c_shm_own_ptr_offset},
    {"shm-query-null", shm_query_null},
    {"shm-noncontig", shm_noncontig},
    {"shm-poll-sync", shm_poll_sync},
    {"shm-store-get-unordered", shm_store_get_unordered},
    {"shm-fence", shm_fence},
    {"b-shm-fence-race", b_shm_fence_race},
    {"shm-exlock", shm_exlock},
    {"b-shm-sharedlock", b_shm_sharedlock},
    {"d-shm-wronglock", d_shm_wronglock},
    {"poll-byte-put", poll_byte_put},
    {"reversed-comm", reversed_comm},
    {"b-subcomm-target", b_subcomm_target},
    {"c-pscw-subcomm", c_pscw_subcomm},
    {"many-windows", many_windows},
    {"attrs", attrs},
    {"errors-return", errors_return},
    {"b-errors-return-range", b_errors_return_range},
    {"minloc", minloc},
    {"double-sum", double_sum},
    {"lock8", lock8},
    {"fence8", fence8},
    {"lockall8-fao", lockall8_fao},
    {"sep-noflush", sep_noflush},
    {"case-c-rs49", case_c_rs49},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
