/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rma_separate.c - programs that are right if the memory of a window is unified, and
 * wrong if what others see of it is separate (--rma separate): there, only calls that
 * synchronise the window carry stores to others and updates of others to the memory. The
 * argument says which. Rank 0 owns the integer that is accessed. */
#include <assert.h>
#include <mpi.h>
#include <string.h>

static int rank, x = 5, y;
static volatile int *base;
static MPI_Win win;

static void lock(void)
{
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
}

static void unlock(void)
{
    MPI_Win_unlock(0, win);
}

static void tell(int to)
{
    MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static void hear(int from)
{
    MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void get(void)
{
    lock();
    MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    unlock();
}

static void put(void)
{
    lock();
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    unlock();
}

/* A store, and a message that tells of it.
 * mazurka: -n 2 -- store-message-get => verified
 * mazurka: -n 2 --rma separate -- store-message-get => rma-race: separate copies */
static void run_store_message_get(void)
{
    if (!rank) {
        base[0] = 5;
        tell(1);
    } else {
        hear(0);
        get();
        assert(y == 5);
    }
}

/* A lock of the own part makes the store public.
 * mazurka: -n 2 --rma {unified,separate} -- store-lock-message-get => verified */
static void run_store_lock_message_get(void)
{
    if (!rank) {
        lock();
        base[0] = 5;
        unlock();
        tell(1);
    } else {
        hear(0);
        get();
        assert(y == 5);
    }
}

/* So does MPI_Win_sync.
 * mazurka: -n 2 --rma {unified,separate} -- store-sync-message-get => verified */
static void run_store_sync_message_get(void)
{
    MPI_Win_lock_all(0, win);
    if (!rank) {
        base[0] = 5;
        MPI_Win_sync(win);
        tell(1);
    } else {
        hear(0);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        assert(y == 5);
    }
    MPI_Win_unlock_all(win);
}

/* A put, and a message that tells the owner.
 * mazurka: -n 2 -- put-message-load => verified
 * mazurka: -n 2 --rma separate -- put-message-load => rma-race: separate copies */
static void run_put_message_load(void)
{
    if (rank) {
        put();
        tell(0);
    } else {
        hear(1);
        assert(base[0] == 5);
    }
}

/* mazurka: -n 2 --rma {unified,separate} -- put-message-lock-load => verified */
static void run_put_message_lock_load(void)
{
    if (rank) {
        put();
        tell(0);
    } else {
        hear(1);
        lock();
        assert(base[0] == 5);
        unlock();
    }
}

/* mazurka: -n 2 --rma {unified,separate} -- fences => verified */
static void run_fences(void)
{
    if (!rank)
        base[1] = 3;
    MPI_Win_fence(0, win);
    if (rank) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Get(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    assert(rank ? y == 3 : base[0] == 5);
}

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"store-message-get", run_store_message_get},
    {"store-lock-message-get", run_store_lock_message_get},
    {"store-sync-message-get", run_store_sync_message_get},
    {"put-message-load", run_put_message_load},
    {"put-message-lock-load", run_put_message_lock_load},
    {"fences", run_fences},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc > 1 && !strcmp(argv[1], programs[i].name))
            programs[i].run();
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
