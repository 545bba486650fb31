/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-invalid.c - windows and buffers that are not what the call says, and such that
 * are. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"

/* mazurka: -n 2 -- past-end => epoch-error|invalid-argument */
static void past_end(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 16);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-iw01 => verified */
static void case_c_iw01(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 15);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- partly-past => epoch-error|invalid-argument */
static void partly_past(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 2, MPI_INT, 0, 15, 2, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- negative => epoch-error|invalid-argument */
static void negative(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 0, -1);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-past => epoch-error|invalid-argument */
static void get_past(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        GET(x, 0, 16);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- acc-past => epoch-error|invalid-argument */
static void acc_past(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        ACC(x, 0, 16, MPI_SUM);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fao-past => epoch-error|invalid-argument */
static void fao_past(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        FAO(x, y, 0, 16, MPI_SUM);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- cas-past => epoch-error|invalid-argument */
static void cas_past(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Compare_and_swap(&x, &y, &z, MPI_INT, 0, 16, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- byte-disp => epoch-error|invalid-argument */
static void byte_disp(void)
{
    VARIABLES;
    MPI_Win win;
    int *w;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, world, &w, &win);
    memset(w, 0, 64);
    MPI_Barrier(world);
    FENCE;
    if (rank == 1) {
        PUT(x, 0, 62);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- vector-past => epoch-error|invalid-argument */
static void vector_past(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_vector(9, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 9, MPI_INT, 0, 0, 1, v, win);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-iw09 => verified */
static void case_c_iw09(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_vector(8, 1, 2, MPI_INT, &v);
    MPI_Type_commit(&v);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 8, MPI_INT, 0, 1, 1, v, win);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- target-rank => epoch-error|invalid-argument */
static void target_rank(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, 2, 1);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- target-neg => epoch-error|invalid-argument */
static void target_neg(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, -5, 1);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- any-source => epoch-error|invalid-argument */
static void any_source(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        PUT(x, MPI_ANY_SOURCE, 1);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- type-null => epoch-error|invalid-argument */
static void type_null(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_DATATYPE_NULL, 0, 1, 1, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- target-type-null => epoch-error|invalid-argument */
static void target_type_null(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_DATATYPE_NULL, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- uncommitted => epoch-error|invalid-argument */
static void uncommitted(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_contiguous(2, MPI_INT, &v);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 1, v, 0, 1, 2, MPI_INT, win);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-uncommitted-target => epoch-error|invalid-argument */
static void b_uncommitted_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Datatype v;
    MPI_Type_contiguous(2, MPI_INT, &v);
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 2, MPI_INT, 0, 1, 1, v, win);
    }
    FENCE;
    MPI_Type_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- type-mismatch => epoch-error|invalid-argument|datatype-mismatch */
static void type_mismatch(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        float f = 1;
        MPI_Put(&f, 1, MPI_FLOAT, 0, 1, 1, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-count-mismatch => epoch-error|invalid-argument|datatype-mismatch|truncation */
static void b_count_mismatch(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 4, MPI_INT, 0, 1, 2, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- c-get-count-mismatch => epoch-error|invalid-argument|datatype-mismatch|truncation */
static void c_get_count_mismatch(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Get(b, 2, MPI_INT, 0, 1, 4, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- neg-count => epoch-error|invalid-argument */
static void neg_count(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(b, -1, MPI_INT, 0, 1, -1, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-neg-tcount => epoch-error|invalid-argument */
static void b_neg_tcount(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(b, 1, MPI_INT, 0, 1, -1, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- null-origin => epoch-error|invalid-argument */
static void null_origin(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(NULL, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-null-get => epoch-error|invalid-argument */
static void b_null_get(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Get(NULL, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-iw18 => verified */
static void case_c_iw18(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(NULL, 0, MPI_INT, 0, 1, 0, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- origin-short-heap => epoch-error|invalid-argument */
static void origin_short_heap(void)
{
    VARIABLES;
    WINDOW;
    int *h = malloc(8);
    FENCE;
    if (rank == 1) {
        MPI_Put(h, 3, MPI_INT, 0, 1, 3, MPI_INT, win);
    }
    FENCE;
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-origin-short-get => epoch-error|invalid-argument */
static void b_origin_short_get(void)
{
    VARIABLES;
    WINDOW;
    int *h = malloc(8);
    FENCE;
    if (rank == 1) {
        MPI_Get(h, 3, MPI_INT, 0, 1, 3, MPI_INT, win);
    }
    FENCE;
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-iw19 => verified */
static void case_c_iw19(void)
{
    VARIABLES;
    WINDOW;
    int *h = malloc(12);
    FENCE;
    if (rank == 1) {
        MPI_Get(h, 3, MPI_INT, 0, 1, 3, MPI_INT, win);
    }
    FENCE;
    free(h);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- origin-short-stack => epoch-error|invalid-argument|crash */
static void origin_short_stack(void)
{
    VARIABLES;
    WINDOW;
    int h[2] = {0};
    FENCE;
    if (rank == 1) {
        MPI_Get(h, 3, MPI_INT, 0, 1, 3, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- origin-short-static => epoch-error|invalid-argument */
static void origin_short_static(void)
{
    VARIABLES;
    WINDOW;
    static int h[2] = {0};
    FENCE;
    if (rank == 1) {
        MPI_Get(h, 3, MPI_INT, 0, 1, 3, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- origin-freed => epoch-error|invalid-argument|local-race */
static void origin_freed(void)
{
    VARIABLES;
    WINDOW;
    int *h = malloc(8);
    free(h);
    FENCE;
    if (rank == 1) {
        MPI_Put(h, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- origin-freed-before-fence => local-race */
static void origin_freed_before_fence(void)
{
    VARIABLES;
    WINDOW;
    int *h = calloc(1, 8);
    FENCE;
    if (rank == 1) {
        MPI_Put(h, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        free(h);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- win-null => epoch-error|invalid-argument */
static void win_null(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_fence(0, MPI_WIN_NULL);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-win-null => epoch-error|invalid-argument */
static void put_win_null(void)
{
    VARIABLES;
    WINDOW;
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_WIN_NULL);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- create-null-base => epoch-error|invalid-argument */
static void create_null_base(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(NULL, 16, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-iw25 => verified */
static void case_c_iw25(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(NULL, 0, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- create-neg-size => epoch-error|invalid-argument */
static void create_neg_size(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win v;
    MPI_Win_create(b, -16, 4, MPI_INFO_NULL, world, &v);
    MPI_Win_free(&v);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"past-end", past_end},
    {"case-c-iw01", case_c_iw01},
    {"partly-past", partly_past},
    {"negative", negative},
    {"get-past", get_past},
    {"acc-past", acc_past},
    {"fao-past", fao_past},
    {"cas-past", cas_past},
    {"byte-disp", byte_disp},
    {"vector-past", vector_past},
    {"case-c-iw09", case_c_iw09},
    {"target-rank", target_rank},
    {"target-neg", target_neg},
    {"any-source", any_source},
    {"type-null", type_null},
    {"target-type-null", target_type_null},
    {"uncommitted", uncommitted},
    {"b-uncommitted-target", b_uncommitted_target},
    {"type-mismatch", type_mismatch},
    {"b-count-mismatch", b_count_mismatch},
    {"c-get-count-mismatch", c_get_count_mismatch},
    {"neg-count", neg_count},
    {"b-neg-tcount", b_neg_tcount},
    {"null-origin", null_origin},
    {"b-null-get", b_null_get},
    {"case-c-iw18", case_c_iw18},
    {"origin-short-heap", origin_short_heap},
    {"b-origin-short-get", b_origin_short_get},
    {"case-c-iw19", case_c_iw19},
    {"origin-short-stack", origin_short_stack},
    {"origin-short-static", origin_short_static},
    {"origin-freed", origin_freed},
    {"origin-freed-before-fence", origin_freed_before_fence},
    {"win-null", win_null},
    {"put-win-null", put_win_null},
    {"create-null-base", create_null_base},
    {"case-c-iw25", case_c_iw25},
    {"create-neg-size", create_neg_size},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
