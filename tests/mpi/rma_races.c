/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rma_races.c - accesses to windows that nothing orders, and others that something does.
 * The argument says which. Every rank makes a window of eight integers first. */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>
#include <string.h>

static int rank, one = 1, x = 5, y, z, pair[2] = {1, 2}, *base;
static MPI_Win win;
static MPI_Group all, first, others; /* all ranks, rank 0, and the others */
static MPI_Request request;
static MPI_Datatype type;

/* mazurka: -n 3 -- put-put => rma-race: access bytes 0 to 3 of rank 0 */
static void run_put_put(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- put-put-apart => verified */
static void run_put_put_apart(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- put-get => rma-race */
static void run_put_get(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 2)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- put-fence-get => verified */
static void run_put_fence_get(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 2)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    assert(rank != 2 || y == 5);
}

/* mazurka: -n 3 -- get-get => verified */
static void run_get_get(void)
{
    MPI_Win_fence(0, win);
    MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- put-get-same-origin => rma-race */
static void run_put_get_same_origin(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- put-flush-get-same-origin => verified */
static void run_put_flush_get_same_origin(void)
{
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        assert(y == 5);
    }
}

/* mazurka: -n 3 -- put-flush-local-get => rma-race */
static void run_put_flush_local_get(void)
{
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush_local(0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- put-put-same-origin => rma-race */
static void run_put_put_same_origin(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- put-accumulate => rma-race */
static void run_put_accumulate(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 2)
        MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- accumulate-accumulate => verified */
static void run_accumulate_accumulate(void)
{
    MPI_Win_fence(0, win);
    MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    assert(rank || base[0] == 15);
}

/* mazurka: -n 3 -- sum-and-max => rma-race */
static void run_sum_and_max(void)
{
    MPI_Win_fence(0, win);
    if (rank)
        MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, rank == 1 ? MPI_SUM : MPI_MAX,
                       win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- sum-and-no-op => verified */
static void run_sum_and_no_op(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 2)
        MPI_Fetch_and_op(NULL, &y, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- get-accumulate-and-get => rma-race */
static void run_get_accumulate_and_get(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Fetch_and_op(&x, &y, MPI_INT, 0, 0, MPI_SUM, win);
    if (rank == 2)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- swap-and-replace => verified */
static void run_swap_and_replace(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    if (rank == 2)
        MPI_Compare_and_swap(&x, &y, &z, MPI_INT, 0, 0, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- swap-and-put => rma-race */
static void run_swap_and_put(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 2)
        MPI_Compare_and_swap(&x, &y, &z, MPI_INT, 0, 0, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- shared-locks => rma-race: epoch of MPI_Win_lock at rma_races.c: */
static void run_shared_locks(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- exclusive-locks => verified */
static void run_exclusive_locks(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- one-exclusive-no-check => rma-race */
static void run_one_exclusive_no_check(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, rank == 1 ? 0 : MPI_MODE_NOCHECK, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- no-check-ordered => verified */
static void run_no_check_ordered(void)
{
    if (rank == 2)
        MPI_Recv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    if (rank == 1)
        MPI_Send(&y, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
}

/* mazurka: -n 3 -- lock-all => rma-race */
static void run_lock_all(void)
{
    MPI_Win_lock_all(0, win);
    if (rank)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- lock-all-ordered => verified */
static void run_lock_all_ordered(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        assert(y == 5);
    }
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- barrier-without-flush => rma-race */
static void run_barrier_without_flush(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- get-then-put-shared => rma-race */
static void run_get_then_put_shared(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        y++;
        MPI_Put(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- get-then-put-exclusive => verified */
static void run_get_then_put_exclusive(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        y++;
        MPI_Put(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    assert(rank || base[0] == 2);
}

/* mazurka: -n 3 -- message-orders => verified */
static void run_message_orders(void)
{
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        assert(y == 5);
    }
}

/* mazurka: -n 3 -- message-too-early => rma-race */
static void run_message_too_early(void)
{
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
        MPI_Win_unlock(0, win);
    } else if (rank == 2) {
        MPI_Recv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- message-from-elsewhere => rma-race */
static void run_message_from_elsewhere(void)
{
    if (rank) {
        if (rank == 2)
            MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        if (rank == 1)
            MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else {
        MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2)
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* mazurka: -n 3 -- two-origins => rma-race: epoch of MPI_Win_start at rma_races.c: */
static void run_two_origins(void)
{
    if (rank == 0) {
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(first, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
}

/* mazurka: -n 3 -- two-origins-apart => verified */
static void run_two_origins_apart(void)
{
    if (rank == 0) {
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        assert(base[1] == 5 && base[2] == 5);
    } else {
        MPI_Win_start(first, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
}

/* mazurka: -n 3 -- store-before-post => verified */
static void run_store_before_post(void)
{
    if (rank == 0) {
        base[0] = 3;
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        base[0] = 4;
    } else {
        MPI_Win_start(first, 0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        assert(y == 3);
    }
}

/* mazurka: -n 3 -- store-after-post => rma-race: a store of rank 0 */
static void run_store_after_post(void)
{
    if (rank == 0) {
        MPI_Win_post(others, 0, win);
        base[0] = 3;
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(first, 0, win);
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
}

/* mazurka: -n 3 -- put-store => rma-race: a store of rank 0 */
static void run_put_store(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 0)
        base[0] = 7;
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- put-store-apart => verified */
static void run_put_store_apart(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 0)
        base[1] = 7;
    MPI_Win_fence(0, win);
    assert(rank || (base[0] == 5 && base[1] == 7));
}

/* mazurka: -n 3 -- get-store => rma-race */
static void run_get_store(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 0)
        base[0] = 7;
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- store-fence-get => verified */
static void run_store_fence_get(void)
{
    if (rank == 0)
        base[0] = 7;
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    assert(rank != 1 || y == 7);
}

/* mazurka: -n 3 -- accumulate-store => rma-race */
static void run_accumulate_store(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 0)
        base[0] = 7;
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- store-without-lock => rma-race */
static void run_store_without_lock(void)
{
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else if (rank == 0) {
        base[0] = 7;
    }
}

/* mazurka: -n 3 -- store-with-lock => verified */
static void run_store_with_lock(void)
{
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        base[0] = 7;
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- store-after-unlock => rma-race */
static void run_store_after_unlock(void)
{
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Win_unlock(0, win);
        base[0] = 7;
    }
}

/* mazurka: -n 3 -- vector-overlaps => rma-race: bytes 8 to 11 */
static void run_vector_overlaps(void)
{
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank)
        MPI_Put(pair, 2, MPI_INT, 0, 2 * (rank - 1), 1, type, win);
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
}

/* mazurka: -n 3 -- vector-interleaved => verified */
static void run_vector_interleaved(void)
{
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank)
        MPI_Put(pair, 2, MPI_INT, 0, rank - 1, 1, type, win);
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
}

/* mazurka: -n 3 -- last-byte => rma-race: access byte 4 */
static void run_last_byte(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(pair, 5, MPI_BYTE, 0, 0, 5, MPI_BYTE, win);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- next-byte => verified */
static void run_next_byte(void)
{
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(pair, 4, MPI_BYTE, 0, 0, 4, MPI_BYTE, win);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

/* mazurka: -n 3 -- flag-orders => verified */
static void run_flag_orders(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    } else if (rank == 2) {
        while (y != 5) {
            MPI_Fetch_and_op(NULL, &y, MPI_INT, 0, 1, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        MPI_Get(&z, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        assert(z == 5);
    }
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- flag-without-flush => rma-race */
static void run_flag_without_flush(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Accumulate(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    } else if (rank == 2) {
        while (y != 5) {
            MPI_Fetch_and_op(NULL, &y, MPI_INT, 0, 1, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        MPI_Get(&z, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- flag-by-put => rma-race */
static void run_flag_by_put(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    } else if (rank == 2) {
        MPI_Get(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- sometimes => rma-race */
static void run_sometimes(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Fetch_and_op(&one, &y, MPI_INT, 0, 1, MPI_SUM, win);
        MPI_Win_flush(0, win);
        if (rank == 1 || y == 0)
            MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- never => verified */
static void run_never(void)
{
    if (rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Fetch_and_op(&one, &y, MPI_INT, 0, 1, MPI_SUM, win);
        MPI_Win_flush(0, win);
        if (y == 0)
            MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

/* mazurka: -n 3 -- rput-waited => rma-race */
static void run_rput_waited(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- rget-waited => verified */
static void run_rget_waited(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rget(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    assert(rank != 1 || y == 0);
}

/* mazurka: -n 3 -- rget-not-waited => rma-race */
static void run_rget_not_waited(void)
{
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Rget(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 1)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
}

/* mazurka: -n 3 -- shared-stores => rma-race */
static void run_shared_stores(void)
{
    MPI_Win shm;
    int *mine, *theirs, unit;
    MPI_Aint size;
    MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shm);
    MPI_Win_shared_query(shm, 0, &size, &unit, &theirs);
    MPI_Win_lock_all(0, shm);
    if (rank)
        theirs[0] = rank;
    MPI_Win_unlock_all(shm);
    MPI_Win_free(&shm);
}

/* mazurka: -n 3 -- shared-stores-apart => verified */
static void run_shared_stores_apart(void)
{
    MPI_Win shm;
    int *mine, *theirs, unit;
    MPI_Aint size;
    MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shm);
    MPI_Win_shared_query(shm, 0, &size, &unit, &theirs);
    MPI_Win_lock_all(0, shm);
    if (rank)
        theirs[rank - 1] = rank;
    MPI_Win_sync(shm);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(shm);
    assert(theirs[0] == 1 && theirs[1] == 2);
    MPI_Win_unlock_all(shm);
    MPI_Win_free(&shm);
}

/* mazurka: -n 3 -- shared-store-and-put => rma-race */
static void run_shared_store_and_put(void)
{
    MPI_Win shm;
    int *mine, *theirs, unit;
    MPI_Aint size;
    MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shm);
    MPI_Win_shared_query(shm, 0, &size, &unit, &theirs);
    MPI_Win_lock_all(0, shm);
    if (rank == 1)
        theirs[0] = rank;
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, shm);
    MPI_Win_unlock_all(shm);
    MPI_Win_free(&shm);
}

/* mazurka: -n 3 -- shared-store-barrier-get => verified */
static void run_shared_store_barrier_get(void)
{
    MPI_Win shm;
    int *mine, *theirs, unit;
    MPI_Aint size;
    MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shm);
    MPI_Win_shared_query(shm, 0, &size, &unit, &theirs);
    MPI_Win_lock_all(0, shm);
    if (rank == 1)
        theirs[0] = 9;
    MPI_Win_sync(shm);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, shm);
        MPI_Win_flush(0, shm);
        assert(y == 9);
    }
    MPI_Win_unlock_all(shm);
    MPI_Win_free(&shm);
}

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"put-put", run_put_put},
    {"put-put-apart", run_put_put_apart},
    {"put-get", run_put_get},
    {"put-fence-get", run_put_fence_get},
    {"get-get", run_get_get},
    {"put-get-same-origin", run_put_get_same_origin},
    {"put-flush-get-same-origin", run_put_flush_get_same_origin},
    {"put-flush-local-get", run_put_flush_local_get},
    {"put-put-same-origin", run_put_put_same_origin},
    {"put-accumulate", run_put_accumulate},
    {"accumulate-accumulate", run_accumulate_accumulate},
    {"sum-and-max", run_sum_and_max},
    {"sum-and-no-op", run_sum_and_no_op},
    {"get-accumulate-and-get", run_get_accumulate_and_get},
    {"swap-and-replace", run_swap_and_replace},
    {"swap-and-put", run_swap_and_put},
    {"shared-locks", run_shared_locks},
    {"exclusive-locks", run_exclusive_locks},
    {"one-exclusive-no-check", run_one_exclusive_no_check},
    {"no-check-ordered", run_no_check_ordered},
    {"lock-all", run_lock_all},
    {"lock-all-ordered", run_lock_all_ordered},
    {"barrier-without-flush", run_barrier_without_flush},
    {"get-then-put-shared", run_get_then_put_shared},
    {"get-then-put-exclusive", run_get_then_put_exclusive},
    {"message-orders", run_message_orders},
    {"message-too-early", run_message_too_early},
    {"message-from-elsewhere", run_message_from_elsewhere},
    {"two-origins", run_two_origins},
    {"two-origins-apart", run_two_origins_apart},
    {"store-before-post", run_store_before_post},
    {"store-after-post", run_store_after_post},
    {"put-store", run_put_store},
    {"put-store-apart", run_put_store_apart},
    {"get-store", run_get_store},
    {"store-fence-get", run_store_fence_get},
    {"accumulate-store", run_accumulate_store},
    {"store-without-lock", run_store_without_lock},
    {"store-with-lock", run_store_with_lock},
    {"store-after-unlock", run_store_after_unlock},
    {"vector-overlaps", run_vector_overlaps},
    {"vector-interleaved", run_vector_interleaved},
    {"last-byte", run_last_byte},
    {"next-byte", run_next_byte},
    {"flag-orders", run_flag_orders},
    {"flag-without-flush", run_flag_without_flush},
    {"flag-by-put", run_flag_by_put},
    {"sometimes", run_sometimes},
    {"never", run_never},
    {"rput-waited", run_rput_waited},
    {"rget-waited", run_rget_waited},
    {"rget-not-waited", run_rget_not_waited},
    {"shared-stores", run_shared_stores},
    {"shared-stores-apart", run_shared_stores_apart},
    {"shared-store-and-put", run_shared_store_and_put},
    {"shared-store-barrier-get", run_shared_store_barrier_get},
};

int main(int argc, char **argv)
{
    const int zero = 0;
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
