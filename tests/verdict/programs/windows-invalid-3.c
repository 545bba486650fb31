/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-invalid-3.c - windows and buffers that are not what the call says, and such
 * that are. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- create-on-diff-comm => finding */
static void create_on_diff_comm(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm d;
    MPI_Comm_dup(world, &d);
    MPI_Win v;
    MPI_Win_create(b, 16, 4, MPI_INFO_NULL, rank ? d : world, &v);
    MPI_Win_free(&v);
    MPI_Comm_free(&d);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- create-vs-allocate => call-mismatch */
static void create_vs_allocate(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *q;
    if (rank)
        MPI_Win_create(b, 16, 4, MPI_INFO_NULL, world, &v);
    else
        MPI_Win_allocate(16, 4, MPI_INFO_NULL, world, &q, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- overlap-win-ok => verified */
static void overlap_win_ok(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    w = calloc(1, 64);
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &win);
    MPI_Barrier(world);
    MPI_Win v;
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &v);
    FENCE;
    if (rank)
        PUT(x, 0, 1);
    FENCE;
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- overlap-win-race => rma-race */
static void overlap_win_race(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    w = calloc(1, 64);
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &win);
    MPI_Barrier(world);
    MPI_Win v;
    MPI_Win_create(w, 64, 4, MPI_INFO_NULL, world, &v);
    FENCE;
    MPI_Win_fence(0, v);
    if (rank)
        PUT(x, 0, 1);
    if (!rank)
        MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, v);
    FENCE;
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
    free(w);
}

/* mazurka: -n 2 -- origin-is-window-static => verified */
static void origin_is_window_static(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(w, 2, MPI_INT, 0, 1, 2, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- null-cas-result => epoch-error|invalid-argument */
static void null_cas_result(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Compare_and_swap(&x, &y, NULL, MPI_INT, 0, 1, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- null-fao-result => epoch-error|invalid-argument */
static void null_fao_result(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Fetch_and_op(&x, NULL, MPI_INT, 0, 1, MPI_SUM, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- gacc-noop-nullorigin => verified */
static void gacc_noop_nullorigin(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, &y, 1, MPI_INT, 0, 1, 1, MPI_INT,
                           MPI_NO_OP, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- gacc-result-short => epoch-error|invalid-argument */
static void gacc_result_short(void)
{
    VARIABLES;
    WINDOW;
    int *h = malloc(4);
    FENCE;
    if (rank == 1) {
        MPI_Get_accumulate(b, 2, MPI_INT, h, 2, MPI_INT, 0, 1, 2, MPI_INT, MPI_SUM, win);
    }
    FENCE;
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- gacc-result-origin-overlap => finding */
static void gacc_result_origin_overlap(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Get_accumulate(b, 2, MPI_INT, b, 2, MPI_INT, 0, 1, 2, MPI_INT, MPI_SUM, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- huge-disp => epoch-error|invalid-argument */
static void huge_disp(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, (MPI_Aint)1 << 62);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-wrap-disp => epoch-error|invalid-argument */
static void b_wrap_disp(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, ((MPI_Aint)1 << 62) + 1);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- zero-size-rank => epoch-error|invalid-argument */
static void zero_size_rank(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(rank ? (void *)b : NULL, rank ? 64 : 0, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- realloc-window => finding */
static void realloc_window(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    int *h = malloc(64), *k;
    MPI_Win_create(h, 64, 4, MPI_INFO_NULL, world, &v);
    k = realloc(h, 1 << 20);
    __asm__ volatile("" : : "r"(k) : "memory"); /* or free(k) is free(h) to a compiler */
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    free(k);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-neg => epoch-error|invalid-argument */
static void attach_neg(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    int *h = malloc(64);
    MPI_Win_attach(v, h, -4);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-too-large => epoch-error|invalid-argument */
static void attach_too_large(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    int *h = malloc(64);
    MPI_Win_attach(v, h, 128);
    MPI_Win_detach(v, h);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-freed => epoch-error|invalid-argument */
static void attach_freed(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    int *h = malloc(64);
    free(h);
    MPI_Win_attach(v, h, 64);
    MPI_Win_detach(v, h);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-stack-large => epoch-error|invalid-argument */
static void attach_stack_large(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    int h[4];
    MPI_Win_attach(v, h, 64);
    MPI_Win_detach(v, h);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- attach-zero => verified */
static void attach_zero(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    int h[4];
    MPI_Win_attach(v, h, 0);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- free-dyn-attached => verified */
static void free_dyn_attached(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &v);
    int *h = malloc(64);
    MPI_Win_attach(v, h, 64);
    MPI_Win_free(&v);
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- setinfo-null => epoch-error|invalid-argument */
static void setinfo_null(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_set_info(win, MPI_INFO_NULL);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- getattr-badkey => epoch-error|invalid-argument */
static void getattr_badkey(void)
{
    VARIABLES;
    WINDOW;
    void *p;
    int f;
    MPI_Win_get_attr(win, MPI_KEYVAL_INVALID, &p, &f);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- post-assert => epoch-error|invalid-argument */
static void post_assert(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (!rank) {
        MPI_Win_post(g, MPI_MODE_NOSUCCEED, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- start-assert => epoch-error|invalid-argument */
static void start_assert(void)
{
    VARIABLES;
    WINDOW;
    MPI_Comm_group(world, &wg);
    int r0[] = {0}, r1[] = {1};
    MPI_Group_incl(wg, 1, rank ? r0 : r1, &g);
    if (!rank) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(g, MPI_MODE_NOPUT, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-nocheck => epoch-error|invalid-argument */
static void fence_nocheck(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(MPI_MODE_NOCHECK, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- nosucceed-then-noprecede-ok => verified */
static void nosucceed_then_noprecede_ok(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank)
        PUT(x, 0, 0);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- disp-unit-mismatch-bounds => epoch-error|invalid-argument */
static void disp_unit_mismatch_bounds(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[16];
    MPI_Win_create(m, 64, rank ? 1 : 8, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 12, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- window-smaller-on-target => epoch-error|invalid-argument */
static void window_smaller_on_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    static int m[16];
    MPI_Win_create(m, rank ? 64 : 16, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 8, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-acc-count-mismatch => verified */
static void get_acc_count_mismatch(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Get_accumulate(b, 2, MPI_INT, b + 4, 3, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM,
                           win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- bottom-origin => epoch-error|invalid-argument */
static void bottom_origin(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Put(MPI_BOTTOM, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- origin-code => epoch-error|invalid-argument|crash */
static void origin_code(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Get((void *)main, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- origin-unmapped => epoch-error|invalid-argument|crash */
static void origin_unmapped(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Put((void *)0x1234, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- result-unmapped => epoch-error|invalid-argument|crash */
static void result_unmapped(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank)
        MPI_Fetch_and_op(&x, (void *)0x1234, MPI_INT, 0, 0, MPI_SUM, win);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-base-unmapped-put => epoch-error|invalid-argument|crash */
static void win_base_unmapped_put(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create((void *)0x123450, 64, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-size-huge => epoch-error|invalid-argument|crash */
static void win_size_huge(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(b, (MPI_Aint)1 << 40, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- null-win-ptr => epoch-error|invalid-argument|crash */
static void null_win_ptr(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_create(b, 16, 4, MPI_INFO_NULL, world, NULL);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- random-handle => epoch-error|invalid-argument */
static void random_handle(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(0, (MPI_Win)12345);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- comm-as-win => epoch-error|invalid-argument */
static void comm_as_win(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(0, (MPI_Win)MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"create-on-diff-comm", create_on_diff_comm},
    {"create-vs-allocate", create_vs_allocate},
    {"overlap-win-ok", overlap_win_ok},
    {"overlap-win-race", overlap_win_race},
    {"origin-is-window-static", origin_is_window_static},
    {"null-cas-result", null_cas_result},
    {"null-fao-result", null_fao_result},
    {"gacc-noop-nullorigin", gacc_noop_nullorigin},
    {"gacc-result-short", gacc_result_short},
    {"gacc-result-origin-overlap", gacc_result_origin_overlap},
    {"huge-disp", huge_disp},
    {"b-wrap-disp", b_wrap_disp},
    {"zero-size-rank", zero_size_rank},
    {"realloc-window", realloc_window},
    {"attach-neg", attach_neg},
    {"attach-too-large", attach_too_large},
    {"attach-freed", attach_freed},
    {"attach-stack-large", attach_stack_large},
    {"attach-zero", attach_zero},
    {"free-dyn-attached", free_dyn_attached},
    {"setinfo-null", setinfo_null},
    {"getattr-badkey", getattr_badkey},
    {"post-assert", post_assert},
    {"start-assert", start_assert},
    {"fence-nocheck", fence_nocheck},
    {"nosucceed-then-noprecede-ok", nosucceed_then_noprecede_ok},
    {"disp-unit-mismatch-bounds", disp_unit_mismatch_bounds},
    {"window-smaller-on-target", window_smaller_on_target},
    {"get-acc-count-mismatch", get_acc_count_mismatch},
    {"bottom-origin", bottom_origin},
    {"origin-code", origin_code},
    {"origin-unmapped", origin_unmapped},
    {"result-unmapped", result_unmapped},
    {"win-base-unmapped-put", win_base_unmapped_put},
    {"win-size-huge", win_size_huge},
    {"null-win-ptr", null_win_ptr},
    {"random-handle", random_handle},
    {"comm-as-win", comm_as_win},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
