/* SPDX-License-Identifier: Apache-2.0
 *
 * windows-buffers.c - buffers at the origin of accesses, and windows that are such
 * buffers. Written by somebody who knew the standard and not the tool. The argument says
 * which. */
/* cc: -w */
/* mpich: compiles */
#include "windows.h"
#include <stdbool.h>

/* The memory of a window is given back before the window. With nobody left who accesses
 * it, that is as good as the other way round. */
static void freed(bool early, bool late)
{
    int rank, x = 0, *memory = calloc(16, sizeof *memory);
    MPI_Win w;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, 16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (early && !rank)
        free(memory);
    if (rank)
        MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    if (late)
        memory = realloc(memory, 200000);
    MPI_Win_fence(0, w);
    if (!early || rank)
        free(memory);
    MPI_Win_free(&w);
}

/* mazurka: -n 2 -- memory-before-window => verified */
static void memory_before_window(void)
{
    freed(false, false);
}

/* mazurka: -n 2 -- memory-before-access => rma-race|epoch-error: memory */
static void memory_before_access(void)
{
    freed(true, false);
}

/* mazurka: -n 2 -- memory-moves => rma-race|epoch-error: memory */
static void memory_moves(void)
{
    freed(false, true);
}

/* mazurka: -n 2 -- put-modify => local-race */
static void put_modify(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 1);
        x = 5;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-lr01 => verified */
static void case_c_lr01(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 1);
        MPI_Win_flush_local(0, win);
        x = 5;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-read => local-race */
static void get_read(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 1);
        y = x + 1;
        printf("%d", y);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-lr02 => verified */
static void case_c_lr02(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 1);
        MPI_Win_flush(0, win);
        y = x + 1;
        printf("%d", y);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-write => local-race */
static void get_write(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 1);
        x = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-get-same => local-race */
static void get_get_same(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 1);
        GET(x, 0, 2);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-from-get-buf => local-race */
static void put_from_get_buf(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 1);
        PUT(x, 0, 2);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fao-result-read => local-race */
static void fao_result_read(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        FAO(one, x, 0, 1, MPI_SUM);
        y = x;
        printf("%d", y);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-lr06 => verified */
static void case_c_lr06(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        FAO(one, x, 0, 1, MPI_SUM);
        MPI_Win_flush(0, win);
        y = x;
        printf("%d", y);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fao-origin-modify => local-race */
static void fao_origin_modify(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        FAO(x, y, 0, 1, MPI_SUM);
        x = 9;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- cas-result-read => local-race */
static void cas_result_read(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Compare_and_swap(&x, &y, &z, MPI_INT, 0, 1, win);
        printf("%d", z);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rput-nowait-modify => local-race */
static void rput_nowait_modify(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &rq);
        x = 3;
        MPI_Wait(&rq, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-lr09 => verified */
static void case_c_lr09(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        x = 3;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- rget-nowait-read => local-race */
static void rget_nowait_read(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rget(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &rq);
        printf("%d", x);
        MPI_Wait(&rq, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-lr10 => verified */
static void case_c_lr10(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rget(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &rq);
        MPI_Wait(&rq, &st);
        printf("%d", x);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- fence-get-read => local-race */
static void fence_get_read(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        GET(x, 0, 1);
        y = x + 1;
    }
    FENCE;
    printf("%d", y);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-buf-recv => local-race */
static void put_buf_recv(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request q2;
        MPI_Isend(&y, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &q2);
        PUT(x, 0, 1);
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &st);
        MPI_Wait(&q2, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-buf-send => local-race */
static void get_buf_send(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 1);
        MPI_Send(&x, 1, MPI_INT, 0, 0, world);
    }
    MPI_Win_unlock_all(win);
    if (rank == 0)
        MPI_Recv(&x, 1, MPI_INT, 1, 0, world, &st);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- wait-wrong-req => local-race */
static void wait_wrong_req(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        int a = 1, c = 2;
        MPI_Rget(&a, 1, MPI_INT, 0, 1, 1, MPI_INT, win, rr);
        MPI_Rget(&c, 1, MPI_INT, 0, 2, 1, MPI_INT, win, rr + 1);
        MPI_Wait(rr, &st);
        printf("%d", c);
        MPI_Wait(rr + 1, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- flush-other-target => local-race */
static void flush_other_target(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        GET(x, 0, 1);
        MPI_Win_flush(1, win);
        printf("%d", x);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- pscw-get-read => local-race */
static void pscw_get_read(void)
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
        MPI_Win_start(g, 0, win);
        GET(x, 0, 1);
        y = x + 1;
        MPI_Win_complete(win);
        printf("%d", y);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-putOK => verified */
static void put_putOK(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        PUT(x, 0, 1);
        PUT(x, 0, 2);
        y = x;
        printf("%d", y);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-into-window-remote => rma-race */
static void get_into_window_remote(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Get(w, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    }
    if (rank == 0)
        PUT(x, 1, 0);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-lr19 => verified */
static void case_c_lr19(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Get(w, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    }
    if (rank == 0)
        PUT(x, 1, 2);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- put-from-window-remote => rma-race */
static void put_from_window_remote(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Put(w, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    }
    if (rank == 0)
        PUT(x, 1, 0);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- recv-into-window => rma-race */
static void recv_into_window(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Recv(w, 1, MPI_INT, 0, 0, world, &st);
    }
    if (rank == 0) {
        MPI_Send(&y, 1, MPI_INT, 1, 0, world);
        PUT(x, 1, 0);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- b-recv-into-window-same-value => rma-race */
static void b_recv_into_window_same_value(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Recv(w, 1, MPI_INT, 0, 0, world, &st);
    }
    if (rank == 0) {
        MPI_Send(&zero, 1, MPI_INT, 1, 0, world);
        PUT(x, 1, 0);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- send-from-window => rma-race */
static void send_from_window(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 1) {
        MPI_Send(w, 1, MPI_INT, 0, 0, world);
    }
    if (rank == 0) {
        PUT(x, 1, 0);
        MPI_Recv(&y, 1, MPI_INT, 1, 0, world, &st);
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- bcast-from-window => rma-race */
static void bcast_from_window(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    MPI_Bcast(rank == 1 ? w : &y, 1, MPI_INT, 1, world);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- allreduce-into-window => rma-race */
static void allreduce_into_window(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    MPI_Allreduce(&y, rank == 1 ? w : &z, 1, MPI_INT, MPI_SUM, world);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-same-value => rma-race */
static void store_same_value(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    else {
        *(volatile int *)w = 0;
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- store-and-restore => rma-race */
static void store_and_restore(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    else {
        *(volatile int *)w = 5;
        *(volatile int *)w = 0;
    }
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- memcpy-store => rma-race */
static void memcpy_store(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    else
        memcpy(w, b, 4);
    FENCE;
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- load-memcpy => rma-race */
static void load_memcpy(void)
{
    VARIABLES;
    WINDOW;
    FENCE;
    if (rank == 0)
        PUT(x, 1, 0);
    else
        memcpy(b, w, 4);
    FENCE;
    printf("%d", b[0]);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- get-vs-remote-put => rma-race */
static void get_vs_remote_put(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        PUT(x, 1, 0);
    else
        GET(y, 1, 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- overlap-two-windows-get-same-buf => local-race */
static void overlap_two_windows_get_same_buf(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get(b, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
        MPI_Get(b + 3, 4, MPI_INT, 0, 4, 4, MPI_INT, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* mazurka: -n 2 -- case-c-lr30 => verified */
static void case_c_lr30(void)
{
    VARIABLES;
    WINDOW;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get(b, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
        MPI_Get(b + 4, 4, MPI_INT, 0, 4, 4, MPI_INT, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static const struct window_case cases[] = {
    {"memory-before-window", memory_before_window},
    {"memory-before-access", memory_before_access},
    {"memory-moves", memory_moves},
    {"put-modify", put_modify},
    {"case-c-lr01", case_c_lr01},
    {"get-read", get_read},
    {"case-c-lr02", case_c_lr02},
    {"get-write", get_write},
    {"get-get-same", get_get_same},
    {"put-from-get-buf", put_from_get_buf},
    {"fao-result-read", fao_result_read},
    {"case-c-lr06", case_c_lr06},
    {"fao-origin-modify", fao_origin_modify},
    {"cas-result-read", cas_result_read},
    {"rput-nowait-modify", rput_nowait_modify},
    {"case-c-lr09", case_c_lr09},
    {"rget-nowait-read", rget_nowait_read},
    {"case-c-lr10", case_c_lr10},
    {"fence-get-read", fence_get_read},
    {"put-buf-recv", put_buf_recv},
    {"get-buf-send", get_buf_send},
    {"wait-wrong-req", wait_wrong_req},
    {"flush-other-target", flush_other_target},
    {"pscw-get-read", pscw_get_read},
    {"put-putOK", put_putOK},
    {"get-into-window-remote", get_into_window_remote},
    {"case-c-lr19", case_c_lr19},
    {"put-from-window-remote", put_from_window_remote},
    {"recv-into-window", recv_into_window},
    {"b-recv-into-window-same-value", b_recv_into_window_same_value},
    {"send-from-window", send_from_window},
    {"bcast-from-window", bcast_from_window},
    {"allreduce-into-window", allreduce_into_window},
    {"store-same-value", store_same_value},
    {"store-and-restore", store_and_restore},
    {"memcpy-store", memcpy_store},
    {"load-memcpy", load_memcpy},
    {"get-vs-remote-put", get_vs_remote_put},
    {"overlap-two-windows-get-same-buf", overlap_two_windows_get_same_buf},
    {"case-c-lr30", case_c_lr30},
};

int main(int argc, char **argv)
{
    run_case(argc, argv, cases, sizeof cases / sizeof *cases);
    return 0;
}
