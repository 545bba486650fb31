/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rma_origins.c - buffers at the origin of an access, which the program must leave alone
 * until a call has completed the access there. The argument says which case. Rank 1
 * accesses rank 0's window of eight integers. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, *base;
static volatile int x = 5, y, z, sink;
static MPI_Win win;
static MPI_Group first, second;
static MPI_Request request;

#define BUFFER(v) ((void *)&(v))

static void put(void)
{
    MPI_Put(BUFFER(x), 1, MPI_INT, 0, 0, 1, MPI_INT, win);
}

static void get(void)
{
    MPI_Get(BUFFER(y), 1, MPI_INT, 0, 4, 1, MPI_INT, win);
}

static void lock(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
}

static void unlock(void)
{
    MPI_Win_unlock(0, win);
}

/* mazurka: -n 2 -- put-write => local-race: writes to the buffer of MPI_Put; in use until MPI_Win_unlock */
static void run_put_write(void)
{
    lock();
    put();
    x = 6;
    unlock();
}

/* mazurka: -n 2 -- put-read => verified */
static void run_put_read(void)
{
    lock();
    put();
    sink = x;
    unlock();
}

/* mazurka: -n 2 -- put-flush-write => verified */
static void run_put_flush_write(void)
{
    lock();
    put();
    MPI_Win_flush(0, win);
    x = 6;
    unlock();
}

/* mazurka: -n 2 -- put-flush-local-write => verified */
static void run_put_flush_local_write(void)
{
    lock();
    put();
    MPI_Win_flush_local(0, win);
    x = 6;
    unlock();
}

/* mazurka: -n 2 -- put-flush-other-write => local-race: in use until MPI_Win_unlock_all */
static void run_put_flush_other_write(void)
{
    MPI_Win_lock_all(0, win);
    put();
    MPI_Win_flush(1, win);
    x = 6;
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 2 -- put-write-the-same => local-race: writes to the buffer of MPI_Put */
static void run_put_write_the_same(void)
{
    lock();
    put();
    x = 5;
    unlock();
}

/* mazurka: -n 2 -- get-read => local-race: reads the buffer of MPI_Get; in use until MPI_Win_unlock */
static void run_get_read(void)
{
    lock();
    get();
    sink = y;
    unlock();
}

/* mazurka: -n 2 -- get-flush-local-read => verified */
static void run_get_flush_local_read(void)
{
    lock();
    get();
    MPI_Win_flush_local_all(win);
    sink = y;
    unlock();
}

/* mazurka: -n 2 -- get-get => local-race: MPI_Get writes to the buffer of MPI_Get */
static void run_get_get(void)
{
    lock();
    get();
    get();
    unlock();
}

/* mazurka: -n 2 -- put-put => verified */
static void run_put_put(void)
{
    lock();
    put();
    MPI_Put(BUFFER(x), 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    unlock();
}

/* mazurka: -n 2 -- get-then-put => local-race: MPI_Put reads the buffer of MPI_Get */
static void run_get_then_put(void)
{
    lock();
    get();
    MPI_Put(BUFFER(y), 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    unlock();
}

/* mazurka: -n 2 -- get-then-send => local-race: MPI_Send reads the buffer of MPI_Get */
static void run_get_then_send(void)
{
    lock();
    get();
    MPI_Send(BUFFER(y), 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    unlock();
}

/* mazurka: -n 2 -- fence => local-race: writes to the buffer of MPI_Put; in use until MPI_Win_fence */
static void run_fence(void)
{
    MPI_Win_fence(0, win);
    if (rank) {
        put();
        x = 6;
    }
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- after-fence => verified */
static void run_after_fence(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put();
    MPI_Win_fence(0, win);
    x = 6;
}

/* mazurka: -n 2 -- start => local-race: writes to the buffer of MPI_Put; in use until MPI_Win_complete */
/* mazurka: -n 2 -a odpor --buffering zero -- start => local-race */
static void run_start(void)
{
    if (!rank) {
        MPI_Win_post(second, 0, win);
        MPI_Win_wait(win);
        return;
    }
    MPI_Win_start(first, 0, win);
    put();
    x = 6;
    MPI_Win_complete(win);
}

/* mazurka: -n 2 -- after-complete => verified */
static void run_after_complete(void)
{
    if (!rank) {
        MPI_Win_post(second, 0, win);
        MPI_Win_wait(win);
        assert(base[0] == 5);
        return;
    }
    MPI_Win_start(first, 0, win);
    put();
    get();
    MPI_Win_complete(win);
    x = 6;
    sink = y;
}

/* mazurka: -n 2 -- accumulate => local-race: writes to the buffer of MPI_Accumulate */
static void run_accumulate(void)
{
    lock();
    MPI_Accumulate(BUFFER(x), 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    x++;
    unlock();
}

/* mazurka: -n 2 -- fetch-origin => local-race: writes to the buffer of MPI_Fetch_and_op */
static void run_fetch_origin(void)
{
    lock();
    MPI_Fetch_and_op(BUFFER(x), BUFFER(y), MPI_INT, 0, 0, MPI_SUM, win);
    x = 1;
    unlock();
}

/* mazurka: -n 2 -- fetch-result => local-race: reads the buffer of MPI_Fetch_and_op */
static void run_fetch_result(void)
{
    lock();
    MPI_Fetch_and_op(BUFFER(x), BUFFER(y), MPI_INT, 0, 0, MPI_SUM, win);
    sink = y;
    unlock();
}

/* With MPI_NO_OP the origin is not looked at.
 * mazurka: -n 2 -- no-op-origin => verified */
static void run_no_op_origin(void)
{
    lock();
    MPI_Fetch_and_op(BUFFER(x), BUFFER(y), MPI_INT, 0, 0, MPI_NO_OP, win);
    x = 1;
    unlock();
}

/* mazurka: -n 2 -- swap-compare => local-race: writes to the buffer of MPI_Compare_and_swap */
static void run_swap_compare(void)
{
    lock();
    MPI_Compare_and_swap(BUFFER(x), BUFFER(z), BUFFER(y), MPI_INT, 0, 0, win);
    z = 1;
    unlock();
}

/* mazurka: -n 2 -- rput => local-race: writes to the buffer of MPI_Rput; in use until MPI_Wait */
static void run_rput(void)
{
    lock();
    MPI_Rput(BUFFER(x), 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    x = 6;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    unlock();
}

/* mazurka: -n 2 -- rput-waited => verified */
static void run_rput_waited(void)
{
    lock();
    MPI_Rput(BUFFER(x), 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    x = 6;
    unlock();
}

/* mazurka: -n 2 -- rput-flushed => verified */
static void run_rput_flushed(void)
{
    lock();
    MPI_Rput(BUFFER(x), 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    MPI_Win_flush_local(0, win);
    x = 6;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    unlock();
}

/* mazurka: -n 2 -- rget => local-race: reads the buffer of MPI_Rget; in use until MPI_Wait */
static void run_rget(void)
{
    lock();
    MPI_Rget(BUFFER(y), 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    sink = y;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    unlock();
}

/* mazurka: -n 2 -- rget-waited => verified */
static void run_rget_waited(void)
{
    lock();
    MPI_Rget(BUFFER(y), 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sink = y;
    unlock();
}

/* mazurka: -n 2 -- rget-tested => verified */
static void run_rget_tested(void)
{
    int flag = 0;
    lock();
    MPI_Rget(BUFFER(y), 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    sink = y;
    unlock();
}

/* mazurka: -n 2 -- freed => local-race: frees memory of the buffer of MPI_Put */
static void run_freed(void)
{
    int *heap = calloc(4, sizeof *heap);
    lock();
    MPI_Put(heap, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
    free(heap);
    unlock();
}

/* The holes of a datatype are free.
 * mazurka: -n 2 -- holes => verified */
static void run_holes(void)
{
    static volatile int every[8];
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    lock();
    MPI_Put(BUFFER(every), 1, type, 0, 0, 4, MPI_INT, win);
    every[1] = every[3] = 1;
    unlock();
    MPI_Type_free(&type);
}

static const struct {
    const char *name;
    void (*run)(void);
    int both; /* rank 0 takes part */
} programs[] = {
    {"put-write", run_put_write, 0},
    {"put-read", run_put_read, 0},
    {"put-flush-write", run_put_flush_write, 0},
    {"put-flush-local-write", run_put_flush_local_write, 0},
    {"put-flush-other-write", run_put_flush_other_write, 0},
    {"put-write-the-same", run_put_write_the_same, 0},
    {"get-read", run_get_read, 0},
    {"get-flush-local-read", run_get_flush_local_read, 0},
    {"get-get", run_get_get, 0},
    {"put-put", run_put_put, 0},
    {"get-then-put", run_get_then_put, 0},
    {"get-then-send", run_get_then_send, 0},
    {"fence", run_fence, 1},
    {"after-fence", run_after_fence, 1},
    {"start", run_start, 1},
    {"after-complete", run_after_complete, 1},
    {"accumulate", run_accumulate, 0},
    {"fetch-origin", run_fetch_origin, 0},
    {"fetch-result", run_fetch_result, 0},
    {"no-op-origin", run_no_op_origin, 0},
    {"swap-compare", run_swap_compare, 0},
    {"rput", run_rput, 0},
    {"rput-waited", run_rput_waited, 0},
    {"rput-flushed", run_rput_flushed, 0},
    {"rget", run_rget, 0},
    {"rget-waited", run_rget_waited, 0},
    {"rget-tested", run_rget_tested, 0},
    {"freed", run_freed, 0},
    {"holes", run_holes, 0},
};

int main(int argc, char **argv)
{
    MPI_Group all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (const int[]){0}, &first);
    MPI_Group_incl(all, 1, (const int[]){1}, &second);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc > 1 && !strcmp(argv[1], programs[i].name) && (rank || programs[i].both))
            programs[i].run();
    if (!rank && argc > 1 && !strcmp(argv[1], "get-then-send"))
        MPI_Recv(BUFFER(z), 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&first);
    MPI_Group_free(&second);
    MPI_Finalize();
    return 0;
}
