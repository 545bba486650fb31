/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-invalid-2.c - windows and buffers that are not what the call says, and such
 * that are. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- create-zero-disp => epoch-error|invalid-argument */
static void create_zero_disp(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(b, 16, 0, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-create-neg-disp => epoch-error|invalid-argument */
static void b_create_neg_disp(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(b, 16, -4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- create-too-large-heap => epoch-error|invalid-argument */
static void create_too_large_heap(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *h = malloc(16);
    MPI_Win_create(h, 32, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-create-too-large-static => epoch-error|invalid-argument */
static void b_create_too_large_static(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int h[4];
    MPI_Win_create(h, 32, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- c-create-too-large-stack => epoch-error|invalid-argument */
static void c_create_too_large_stack(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int h[4];
    MPI_Win_create(h, 32, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- create-comm-null => epoch-error|invalid-argument */
static void create_comm_null(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(b, 16, 4, MPI_INFO_NULL, MPI_COMM_NULL, &v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- allocate-neg => epoch-error|invalid-argument */
static void allocate_neg(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *q;
    MPI_Win_allocate(-1, 4, MPI_INFO_NULL, world, &q, &v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- freed-memory-of-window => local-race|invalid-argument|rma-race|epoch-error|crash */
static void freed_memory_of_window(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *h = malloc(16);
    MPI_Win_create(h, 16, 4, MPI_INFO_NULL, world, &v);
    free(h);
    BAR;
    MPI_Win_fence(0, v);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-allocate-mem => finding */
static void free_allocate_mem(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *q;
    MPI_Win_allocate(16, 4, MPI_INFO_NULL, world, &q, &v);
    MPI_Free_mem(q);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- use-after-winfree => finding */
static void use_after_winfree(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *q;
    MPI_Win_allocate(16, 4, MPI_INFO_NULL, world, &q, &v);
    q[0] = 1;
    MPI_Win_free(&v);
    q[0] = 2;
    printf("%d", q[0]);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-null => epoch-error|invalid-argument */
static void attach_null(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Win_attach(v, NULL, 16);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-overlap => epoch-error|invalid-argument */
static void attach_overlap(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *h = malloc(64);
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Win_attach(v, h, 32);
    MPI_Win_attach(v, h + 4, 32);
    MPI_Win_detach(v, h);
    MPI_Win_detach(v, h + 4);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-iw35 => verified */
static void case_c_iw35(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *h = malloc(64);
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Win_attach(v, h, 32);
    MPI_Win_attach(v, h + 8, 32);
    MPI_Win_detach(v, h);
    MPI_Win_detach(v, h + 8);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- detach-unattached => epoch-error|invalid-argument */
static void detach_unattached(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *h = malloc(64);
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Win_detach(v, h);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- detach-mid => epoch-error|invalid-argument */
static void detach_mid(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *h = malloc(64);
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    MPI_Win_attach(v, h, 64);
    MPI_Win_detach(v, h + 4);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- dyn-unattached => epoch-error|invalid-argument */
static void dyn_unattached(void)
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
        PUT(x, 0, disp[0] + 64);
    FENCE;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- b-dyn-straddle => epoch-error|invalid-argument */
static void b_dyn_straddle(void)
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
        PUT(x, 0, disp[0] + 62);
    FENCE;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- c-dyn-disp-small => epoch-error|invalid-argument */
static void c_dyn_disp_small(void)
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
        PUT(x, 0, 4);
    FENCE;
    MPI_Barrier(world);
    MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- detach-in-use => epoch-error|invalid-argument|rma-race */
static void detach_in_use(void)
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
        PUT(x, 0, disp[0]);
    if (!rank)
        MPI_Win_detach(win, w);
    FENCE;
    if (rank)
        MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- b-detach-race-lock => epoch-error|invalid-argument|rma-race */
static void b_detach_race_lock(void)
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
        PUT(x, 0, disp[0]);
        MPI_Win_unlock(0, win);
    }
    if (!rank)
        MPI_Win_detach(win, w);
    BAR;
    if (rank)
        MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- case-c-iw39 => verified */
static void case_c_iw39(void)
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
        PUT(x, 0, disp[0]);
        MPI_Win_unlock(0, win);
    }
    BAR;
    if (!rank)
        MPI_Win_detach(win, w);
    BAR;
    if (rank)
        MPI_Win_detach(win, w);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- attach-nondyn => epoch-error|invalid-argument */
static void attach_nondyn(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_attach(win, b, 16);
    MPI_Win_detach(win, b);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-attached => finding */
static void free_attached(void)
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
    FENCE;
    free(w);
    BAR;
    if (rank) {
        LK(SH, 0);
        PUT(x, 0, disp[0]);
        MPI_Win_unlock(0, win);
    }
    BAR;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-query-nonshared => epoch-error|invalid-argument */
static void shared_query_nonshared(void)
{
    VARIABLES;
    WINDOW;
    MPI_Aint s;
    int d;
    void *q;
    MPI_Win_shared_query(win, 0, &s, &d, &q);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- shared-query-badrank => epoch-error|invalid-argument */
static void shared_query_badrank(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    MPI_Aint s;
    int d;
    void *q;
    MPI_Win_shared_query(win, 5, &s, &d, &q);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- acc-noop => epoch-error|invalid-argument */
static void acc_noop(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        ACC(x, 0, 1, MPI_NO_OP);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- acc-opnull => epoch-error|invalid-argument */
static void acc_opnull(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        ACC(x, 0, 1, MPI_OP_NULL);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- acc-band-float => epoch-error|invalid-argument */
static void acc_band_float(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        float f = 1;
        MPI_Accumulate(&f, 1, MPI_FLOAT, 0, 1, 1, MPI_FLOAT, MPI_BAND, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- acc-mixed-type => epoch-error|invalid-argument */
static void acc_mixed_type(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype s;
    int bl[] = {1, 1};
    MPI_Aint ds[] = {0, 8};
    MPI_Datatype ts[] = {MPI_INT, MPI_DOUBLE};
    MPI_Type_create_struct(2, bl, ds, ts, &s);
    MPI_Type_commit(&s);
    char h[16] = {0};
    FENCE;
    if (rank == 1) {
        MPI_Accumulate(h, 1, s, 0, 0, 1, s, MPI_SUM, win);
    }
    FENCE;
    MPI_Type_free(&s);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- cas-float => epoch-error|invalid-argument */
static void cas_float(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        float f = 1, g2 = 2, h = 3;
        MPI_Compare_and_swap(&f, &g2, &h, MPI_FLOAT, 0, 1, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fao-derived => epoch-error|invalid-argument */
static void fao_derived(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_contiguous(2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1) {
        MPI_Fetch_and_op(b, b + 4, v, 0, 1, MPI_SUM, win);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- target-overlap => epoch-error|invalid-argument */
static void target_overlap(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_create_hvector(3, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 3, MPI_INT, 0, 1, 1, v, win);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-get-origin-overlap => epoch-error|invalid-argument */
static void b_get_origin_overlap(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_create_hvector(3, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1) {
        MPI_Get(b, 1, v, 0, 1, 3, MPI_INT, win);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- target-freed-type => epoch-error|invalid-argument */
static void target_freed_type(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v, u;
    MPI_Type_contiguous(3, MPI_INT, &v);
    MPI_Type_commit(&v);
    u = v;
    MPI_Type_free(&v);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 3, MPI_INT, 0, 1, 1, u, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-in-intercomm => finding */
static void win_in_intercomm(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm h, ic;
    MPI_Comm_split(world, rank, 0, &h);
    MPI_Intercomm_create(h, 0, world, 1 - rank, 0, &ic);
    MPI_Win v;
    MPI_Win_create(b, 16, 4, MPI_INFO_NULL, ic, &v);
    MPI_Win_free(&v);
    MPI_Comm_free(&ic);
    MPI_Comm_free(&h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- bad-info => epoch-error|invalid-argument */
static void bad_info(void)
{
    VARIABLES;
    WINDOW;
    MPI_Info i, j;
    MPI_Info_create(&i);
    j = i;
    MPI_Info_free(&i);
    MPI_Win v;
    MPI_Win_create(b, 16, 4, j, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- same-disp-unit-lie => finding */
static void same_disp_unit_lie(void)
{
    VARIABLES;
    WINDOW;
    MPI_Info i;
    MPI_Info_create(&i);
    MPI_Info_set(i, "same_disp_unit", "true");
    MPI_Win v;
    MPI_Win_create(b, 16, rank ? 4 : 1, i, world, &v);
    MPI_Win_free(&v);
    MPI_Info_free(&i);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- no-locks-lie => epoch-error|invalid-argument */
static void no_locks_lie(void)
{
    VARIABLES;
    WINDOW;
    MPI_Info i;
    MPI_Info_create(&i);
    MPI_Info_set(i, "no_locks", "true");
    MPI_Win v;
    MPI_Win_create(b, 16, 4, i, world, &v);
    MPI_Win_lock(SH, 0, 0, v);
    MPI_Win_unlock(0, v);
    MPI_Win_free(&v);
    MPI_Info_free(&i);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"create-zero-disp", create_zero_disp},
    {"b-create-neg-disp", b_create_neg_disp},
    {"create-too-large-heap", create_too_large_heap},
    {"b-create-too-large-static", b_create_too_large_static},
    {"c-create-too-large-stack", c_create_too_large_stack},
    {"create-comm-null", create_comm_null},
    {"allocate-neg", allocate_neg},
    {"freed-memory-of-window", freed_memory_of_window},
    {"free-allocate-mem", free_allocate_mem},
    {"use-after-winfree", use_after_winfree},
    {"attach-null", attach_null},
    {"attach-overlap", attach_overlap},
    {"case-c-iw35", case_c_iw35},
    {"detach-unattached", detach_unattached},
    {"detach-mid", detach_mid},
    {"dyn-unattached", dyn_unattached},
    {"b-dyn-straddle", b_dyn_straddle},
    {"c-dyn-disp-small", c_dyn_disp_small},
    {"detach-in-use", detach_in_use},
    {"b-detach-race-lock", b_detach_race_lock},
    {"case-c-iw39", case_c_iw39},
    {"attach-nondyn", attach_nondyn},
    {"free-attached", free_attached},
    {"shared-query-nonshared", shared_query_nonshared},
    {"shared-query-badrank", shared_query_badrank},
    {"acc-noop", acc_noop},
    {"acc-opnull", acc_opnull},
    {"acc-band-float", acc_band_float},
    {"acc-mixed-type", acc_mixed_type},
    {"cas-float", cas_float},
    {"fao-derived", fao_derived},
    {"target-overlap", target_overlap},
    {"b-get-origin-overlap", b_get_origin_overlap},
    {"target-freed-type", target_freed_type},
    {"win-in-intercomm", win_in_intercomm},
    {"bad-info", bad_info},
    {"same-disp-unit-lie", same_disp_unit_lie},
    {"no-locks-lie", no_locks_lie},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
