/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rma_own.c - loads and stores of window memory by the program itself, while others
 * access it. The argument says which case. Every rank makes a window of eight integers
 * first. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, x = 5;
static volatile int *base;
static volatile int sink;
static MPI_Win win;
static MPI_Group first, others; /* rank 0, and the others */

static void put(int target)
{
    MPI_Put(&x, 1, MPI_INT, target, 0, 1, MPI_INT, win);
}

/* mazurka: -n 2 -- put-load => rma-race: a load of rank 0; epoch of MPI_Win_fence; MPI_Put of rank 1; access bytes 0 to 3 of rank 0's memory */
static void run_put_load(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        sink = base[0];
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- put-fence-load => verified */
static void run_put_fence_load(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    MPI_Win_fence(0, win);
    if (!rank)
        assert(base[0] == 5);
}

/* mazurka: -n 2 -- load-fence-put => verified */
static void run_load_fence_put(void)
{
    if (!rank)
        sink = base[0];
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- put-load-apart => verified */
static void run_put_load_apart(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        sink = base[1] + base[7];
    MPI_Win_fence(0, win);
}

/* One byte is enough.
 * mazurka: -n 2 -- put-load-byte => rma-race: access byte 3 of rank 0's memory */
static void run_put_load_byte(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        sink = ((const volatile char *)base)[3];
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- get-load => verified */
static void run_get_load(void)
{
    int y;
    MPI_Win_fence(0, win);
    if (rank)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    else
        sink = base[0];
    MPI_Win_fence(0, win);
}

/* A store of what is there already changes nothing, but it may undo the put.
 * mazurka: -n 2 -- put-store-the-same => rma-race: a store of rank 0 */
static void run_put_store_the_same(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        base[0] = 0;
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- put-store => rma-race: a store of rank 0; !to its copy */
static void run_put_store(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        base[0] = 7;
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- accumulate-load => rma-race: a load of rank 0 */
static void run_accumulate_load(void)
{
    MPI_Win_lock_all(0, win);
    if (rank)
        MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    else
        sink = base[0];
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 2 -- lock-load => verified */
static void run_lock_load(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    if (rank)
        put(0);
    else
        sink = base[0];
    MPI_Win_unlock(0, win);
}

/* mazurka: -n 2 -- load-without-lock => rma-race: a load of rank 0; MPI_Put of rank 1 ... (epoch of MPI_Win_lock */
static void run_load_without_lock(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        put(0);
        MPI_Win_unlock(0, win);
    } else {
        sink = base[0];
    }
}

/* mazurka: -n 2 -- message-then-load => verified */
static void run_message_then_load(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        put(0);
        MPI_Win_unlock(0, win);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(base[0] == 5);
    }
}

/* mazurka: -n 2 -- message-too-early => rma-race: a load of rank 0 */
static void run_message_too_early(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        put(0);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sink = base[0];
    }
}

/* mazurka: -n 2 -- load-before-wait => rma-race: a load of rank 0; epoch of MPI_Win_post; epoch of MPI_Win_start */
static void run_load_before_wait(void)
{
    if (!rank) {
        MPI_Win_post(others, 0, win);
        sink = base[0];
        MPI_Win_wait(win);
        return;
    }
    MPI_Win_start(first, 0, win);
    put(0);
    MPI_Win_complete(win);
}

/* mazurka: -n 2 -- load-after-wait => verified */
static void run_load_after_wait(void)
{
    if (!rank) {
        sink = base[0];
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        assert(base[0] == 5);
        return;
    }
    MPI_Win_start(first, 0, win);
    put(0);
    MPI_Win_complete(win);
}

/* Only in some executions is the load before the put.
 * mazurka: -n 3 -- sometimes => rma-race: a load of rank 0 */
static void run_sometimes(void)
{
    int from;
    MPI_Status status;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        put(0);
        MPI_Win_unlock(0, win);
    }
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    sink = base[0];
    MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
}

/* ---- polling, which unified memory allows ---- */

/* mazurka: -n 2 -- poll => verified; puts that a rank polls for */
/* mazurka: -n 2 --rma separate -- poll => finding */
static void run_poll(void)
{
    MPI_Win_lock_all(0, win);
    if (rank) {
        put(0);
        MPI_Win_flush(0, win);
    } else {
        while (!base[0])
            MPI_Win_sync(win);
        assert(base[0] == 5);
    }
    MPI_Win_unlock_all(win);
}

/* The locks order what they protect.
 * mazurka: -n 2 -- poll-locked => verified */
static void run_poll_locked(void)
{
    int seen = 0;
    while (!rank && !seen) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        seen = base[0];
        MPI_Win_unlock(0, win);
    }
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        put(0);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 2 -- poll-flushing => verified */
static void run_poll_flushing(void)
{
    MPI_Win_lock_all(0, win);
    if (rank) {
        put(0);
        MPI_Win_flush(0, win);
    }
    while (!rank && !base[0])
        MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 2 -- poll-in-vain => non-termination */
static void run_poll_in_vain(void)
{
    MPI_Win_lock_all(0, win);
    while (!rank && !base[0])
        MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
}

/* What is loaded only once may be the old or the new value.
 * mazurka: -n 2 -- load-once => rma-race: a load of rank 0 */
static void run_load_once(void)
{
    MPI_Win_lock_all(0, win);
    if (rank)
        put(0);
    else
        sink = base[0];
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
}

/* ---- accesses of the rank to itself ---- */

/* mazurka: -n 1 -- own-put-load => rma-race: a load of rank 0; MPI_Put of rank 0 */
static void run_own_put_load(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    put(rank);
    sink = base[0];
    MPI_Win_unlock(rank, win);
}

/* mazurka: -n 1 -- own-load-put => verified */
static void run_own_load_put(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    sink = base[0];
    put(rank);
    sink = base[1];
    MPI_Win_unlock(rank, win);
    assert(base[0] == 5);
}

/* What was stored before the call is there.
 * mazurka: -n 1 -- own-store-put-get => verified */
static void run_own_store_put_get(void)
{
    int y;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    base[2] = 3;
    MPI_Get(&y, 1, MPI_INT, rank, 2, 1, MPI_INT, win);
    base[0] = 3;
    put(rank);
    MPI_Win_unlock(rank, win);
    assert(y == 3 && base[0] == 5);
}

/* mazurka: -n 1 -- own-put-store => rma-race: a store of rank 0 */
static void run_own_put_store(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    put(rank);
    base[0] = 3;
    MPI_Win_unlock(rank, win);
}

/* mazurka: -n 1 -- own-put-flush-load => verified */
static void run_own_put_flush_load(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    put(rank);
    MPI_Win_flush(rank, win);
    assert(base[0] == 5);
    MPI_Win_unlock(rank, win);
}

/* mazurka: -n 1 -- own-accumulate-load => rma-race: a load of rank 0 */
static void run_own_accumulate_load(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Accumulate(&x, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_SUM, win);
    sink = base[0];
    MPI_Win_unlock(rank, win);
}

/* ---- accesses that are no instructions of the program ---- */

/* mazurka: -n 2 -- send-from-window => rma-race: a load of rank 0 at ... MPI_Put of rank 1 */
static void run_send_from_window(void)
{
    MPI_Win_fence(0, win);
    if (rank) {
        put(0);
        MPI_Recv((void *)&sink, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send((const void *)base, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- receive-into-window => rma-race: a store of rank 0 */
static void run_receive_into_window(void)
{
    MPI_Win_fence(0, win);
    if (rank) {
        put(0);
        MPI_Send((const void *)&sink, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv((void *)base, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_fence(0, win);
}

/* The buffer of a receive is its own until it is complete.
 * mazurka: -n 2 -- irecv-into-window => rma-race: a store of rank 0 */
static void run_irecv_into_window(void)
{
    int y;
    MPI_Request request;
    if (!rank)
        MPI_Irecv((void *)base, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank)
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The origin of one access is the target of another.
 * mazurka: -n 2 -- put-from-window => rma-race: a load of rank 0 */
static void run_put_from_window(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        MPI_Put((const void *)base, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- get-into-window => rma-race: a store of rank 0 */
static void run_get_into_window(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        MPI_Get((void *)base, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 2 -- copied => rma-race: a load of rank 0 */
static void run_copied(void)
{
    char copy[8 * sizeof *base];
    MPI_Win_fence(0, win);
    if (rank)
        put(0);
    else
        memcpy(copy, (const void *)base, sizeof copy);
    MPI_Win_fence(0, win);
    sink = copy[0];
}

/* mazurka: -n 2 -- written-out => rma-race: a load of rank 0 */
static void run_written_out(void)
{
    MPI_Win_fence(0, win);
    if (rank) {
        put(0);
    } else {
        setvbuf(stdout, NULL, _IONBF, 0);
        fwrite((const void *)base, sizeof *base, 1, stdout);
    }
    MPI_Win_fence(0, win);
}

/* ---- memory that is gone ---- */

static MPI_Win made;

static void put_there(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, made);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, made);
        MPI_Win_unlock(0, made);
    }
    MPI_Win_free(&made);
}

/* mazurka: -n 2 -- freed => epoch-error: was freed before */
static void run_freed(void)
{
    int *heap = malloc(16);
    MPI_Win_create(heap, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    if (!rank)
        free(heap);
    put_there();
    if (rank)
        free(heap);
}

static __attribute__((noinline)) void make_in_frame(void)
{
    volatile int local[4] = {0};
    MPI_Win_create((void *)local, sizeof local, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    sink = local[0];
}

/* mazurka: -n 2 -- left => epoch-error: was freed before */
static void run_left(void)
{
    make_in_frame();
    put_there();
}

/* mazurka: -n 2 -- freed-unused => verified */
static void run_freed_unused(void)
{
    int *heap = malloc(16);
    MPI_Win_create(heap, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    MPI_Win_fence(0, made);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, made);
    MPI_Win_fence(0, made);
    free(heap);
    MPI_Win_free(&made);
}

/* Elements of accumulates that overlap partly are not atomic with respect to each other.
 * mazurka: -n 3 -- elements-apart => rma-race: MPI_Accumulate ... access bytes 2 to 3 */
static void run_elements_apart(void)
{
    int *heap = calloc(4, 4);
    MPI_Win_create(heap, 16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    MPI_Win_fence(0, made);
    if (rank)
        MPI_Accumulate(&x, 1, MPI_INT, 0, rank == 1 ? 0 : 2, 1, MPI_INT, MPI_SUM, made);
    MPI_Win_fence(0, made);
    MPI_Win_free(&made);
    free(heap);
}

/* mazurka: -n 2 -- hundred-gets => verified */
static void run_hundred_gets(void)
{
    static int all[100];
    MPI_Win_create(all, sizeof all, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    MPI_Win_fence(0, made);
    int got[100];
    for (int i = 0; rank && i < 100; i++)
        MPI_Get(&got[i], 1, MPI_INT, 0, i, 1, MPI_INT, made);
    MPI_Win_fence(0, made);
    for (int i = 0; rank && i < 100; i++) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, made);
        MPI_Get(&got[i], 1, MPI_INT, 0, i, 1, MPI_INT, made);
        MPI_Win_unlock(0, made);
    }
    MPI_Win_free(&made);
}

/* ---- shared memory ---- */

static volatile int *shared(MPI_Win *shm)
{
    MPI_Aint size;
    int unit, *mine;
    void *segment;
    MPI_Win_allocate_shared(rank ? 0 : 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &mine, shm);
    MPI_Win_shared_query(*shm, 0, &size, &unit, &segment);
    return segment;
}

/* mazurka: -n 2 -- shared-load => rma-race: a load of rank 1; a store of rank 0 */
static void run_shared_load(void)
{
    MPI_Win shm;
    volatile int *at = shared(&shm);
    MPI_Win_lock_all(0, shm);
    if (rank)
        sink = at[1];
    else
        at[1] = 3;
    MPI_Win_unlock_all(shm);
    MPI_Win_free(&shm);
}

/* mazurka: -n 2 -- shared-barrier-load => verified */
static void run_shared_barrier_load(void)
{
    MPI_Win shm;
    volatile int *at = shared(&shm);
    MPI_Win_lock_all(0, shm);
    if (!rank)
        at[1] = 3;
    MPI_Win_sync(shm);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(shm);
    assert(at[1] == 3);
    MPI_Win_unlock_all(shm);
    MPI_Win_free(&shm);
}

/* mazurka: -n 2 -- shared-loads => verified */
static void run_shared_loads(void)
{
    MPI_Win shm;
    volatile int *at = shared(&shm);
    sink = at[1];
    MPI_Win_free(&shm);
}

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"put-load", run_put_load},
    {"put-fence-load", run_put_fence_load},
    {"load-fence-put", run_load_fence_put},
    {"put-load-apart", run_put_load_apart},
    {"put-load-byte", run_put_load_byte},
    {"get-load", run_get_load},
    {"put-store-the-same", run_put_store_the_same},
    {"put-store", run_put_store},
    {"accumulate-load", run_accumulate_load},
    {"lock-load", run_lock_load},
    {"load-without-lock", run_load_without_lock},
    {"message-then-load", run_message_then_load},
    {"message-too-early", run_message_too_early},
    {"load-before-wait", run_load_before_wait},
    {"load-after-wait", run_load_after_wait},
    {"sometimes", run_sometimes},
    {"poll", run_poll},
    {"poll-locked", run_poll_locked},
    {"poll-flushing", run_poll_flushing},
    {"poll-in-vain", run_poll_in_vain},
    {"load-once", run_load_once},
    {"own-put-load", run_own_put_load},
    {"own-load-put", run_own_load_put},
    {"own-store-put-get", run_own_store_put_get},
    {"own-put-store", run_own_put_store},
    {"own-put-flush-load", run_own_put_flush_load},
    {"own-accumulate-load", run_own_accumulate_load},
    {"send-from-window", run_send_from_window},
    {"receive-into-window", run_receive_into_window},
    {"irecv-into-window", run_irecv_into_window},
    {"put-from-window", run_put_from_window},
    {"get-into-window", run_get_into_window},
    {"copied", run_copied},
    {"written-out", run_written_out},
    {"freed", run_freed},
    {"left", run_left},
    {"freed-unused", run_freed_unused},
    {"elements-apart", run_elements_apart},
    {"hundred-gets", run_hundred_gets},
    {"shared-load", run_shared_load},
    {"shared-barrier-load", run_shared_barrier_load},
    {"shared-loads", run_shared_loads},
};

int main(int argc, char **argv)
{
    const int zero = 0;
    MPI_Group all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &zero, &first);
    MPI_Group_excl(all, 1, &zero, &others);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc > 1 && !strcmp(argv[1], programs[i].name))
            programs[i].run();
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&first);
    MPI_Group_free(&others);
    MPI_Finalize();
    return 0;
}
