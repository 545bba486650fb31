/* mpich: compiles */
/* Chapter 12: one-sided communication. See standard.h. */
#include "standard.h"

static MPI_Win w;
static int memory[16];

static void open_window(void)
{
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, WORLD, &w);
}

/* 12.2.1: the size of a window is not negative. */
/* mazurka: -n 2 -- window_size right => verified!any */
/* mazurka: -n 2 -- window_size wrong => invalid-argument */
RULE(window_size)
{
    MPI_Win_create(memory, wrong ? -4 : 4, 1, MPI_INFO_NULL, WORLD, &w);
    MPI_Win_free(&w);
}

/* 12.2.1: the unit of displacements is positive. */
/* mazurka: -n 2 -- unit right => verified!any */
/* mazurka: -n 2 -- unit wrong => invalid-argument */
RULE(unit)
{
    MPI_Win_create(memory, 4, wrong ? 0 : 1, MPI_INFO_NULL, WORLD, &w);
    MPI_Win_free(&w);
}

/* 12.2.1: the memory of a window is the program's. */
/* mazurka: -n 2 -- window_memory right => verified!any */
/* mazurka: -n 2 -- window_memory wrong => invalid-argument */
RULE(window_memory)
{
    int *heap = malloc(16);
    MPI_Win_create(heap, wrong ? 20 : 16, 4, MPI_INFO_NULL, WORLD, &w);
    MPI_Win_free(&w);
    free(heap);
}

/* 12.2.5: and is not freed before the window is. */
/* mazurka: -n 2 -- window_freed right => verified!any */
/* mazurka: -n 2 -- window_freed wrong => finding */
RULE(window_freed)
{
    int *heap = malloc(16);
    MPI_Win_create(heap, 16, 4, MPI_INFO_NULL, WORLD, &w);
    if (wrong)
        free(heap);
    MPI_Win_fence(0, w);
    MPI_Put(in, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    if (!wrong)
        free(heap);
}

/* 12.2.5: a window is freed when epochs are over. */
/* mazurka: -n 2 -- free_epoch right => verified!any */
/* mazurka: -n 2 -- free_epoch wrong => finding */
RULE(free_epoch)
{
    open_window();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    if (!wrong)
        MPI_Win_unlock(0, w);
    MPI_Win_free(&w);
}

/* 12.3: an access is in an epoch. */
/* mazurka: -n 2 -- epoch right => verified!any */
/* mazurka: -n 2 -- epoch wrong => finding */
RULE(epoch)
{
    open_window();
    if (!wrong)
        MPI_Win_fence(0, w);
    if (!rank)
        MPI_Put(in, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.3: to a rank that the epoch is for. */
/* mazurka: -n 2 -- epoch_target right => verified!any */
/* mazurka: -n 2 -- epoch_target wrong => finding */
RULE(epoch_target)
{
    open_window();
    if (!rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
        MPI_Put(in, 1, MPI_INT, wrong ? 0 : 1, 0, 1, MPI_INT, w);
        MPI_Win_unlock(1, w);
    }
    MPI_Win_free(&w);
}

/* 12.3.1: the bytes at the target are within its window. */
/* mazurka: -n 2 -- target_range right => verified!any */
/* mazurka: -n 2 -- target_range wrong => finding */
RULE(target_range)
{
    open_window();
    MPI_Win_fence(0, w);
    if (!rank)
        MPI_Put(in, 1, MPI_INT, 1, wrong ? 16 : 15, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.3.2: the types of origin and target match. */
/* mazurka: -n 2 -- put_types right => verified!any */
/* mazurka: -n 2 -- put_types wrong => epoch-error|datatype-mismatch */
RULE(put_types)
{
    open_window();
    MPI_Win_fence(0, w);
    if (!rank)
        MPI_Put(in, 1, MPI_INT, 1, 0, 1, wrong ? MPI_FLOAT : MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.3.2: what is put fits. */
/* mazurka: -n 2 -- put_amount right => verified!any */
/* mazurka: -n 2 -- put_amount wrong => finding */
RULE(put_amount)
{
    open_window();
    MPI_Win_fence(0, w);
    if (!rank)
        MPI_Put(in, 2, MPI_INT, 1, 0, wrong ? 1 : 2, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.3.4: an accumulate has a predefined operator. */
/* mazurka: -n 2 -- accumulate_operator right => verified!any */
/* mazurka: -n 2 -- accumulate_operator wrong => invalid-argument */
static void nothing(void *a, void *b, int *n, MPI_Datatype *t)
{
    (void)a;
    (void)b;
    (void)n;
    (void)t;
}

RULE(accumulate_operator)
{
    MPI_Op op;
    MPI_Op_create(nothing, 1, &op);
    open_window();
    MPI_Win_fence(0, w);
    if (!rank)
        MPI_Accumulate(in, 1, MPI_INT, 1, 0, 1, MPI_INT, wrong ? op : MPI_SUM, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    MPI_Op_free(&op);
}

/* 12.3.4: MPI_REPLACE and MPI_NO_OP are for accumulates only. */
/* mazurka: -n 2 -- replace right => verified!any */
/* mazurka: -n 2 -- replace wrong => invalid-argument */
RULE(replace)
{
    MPI_Allreduce(in, out, 1, MPI_INT, wrong ? MPI_REPLACE : MPI_SUM, WORLD);
}

/* 12.7: two puts to one place in one epoch. */
/* mazurka: -n 2 -- two_puts right => verified!any */
/* mazurka: -n 2 -- two_puts wrong => rma-race */
RULE(two_puts)
{
    open_window();
    MPI_Win_fence(0, w);
    MPI_Put(in, 1, MPI_INT, 0, wrong ? 0 : rank, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.7: a put and a get of one place. */
/* mazurka: -n 2 -- put_and_get right => verified!any */
/* mazurka: -n 2 -- put_and_get wrong => rma-race */
RULE(put_and_get)
{
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    if (!wrong)
        MPI_Win_fence(0, w);
    if (!rank)
        MPI_Get(out, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.7: an accumulate and a put of one place. */
/* mazurka: -n 2 -- put_and_accumulate right => verified */
/* mazurka: -n 2 -- put_and_accumulate wrong => rma-race */
RULE(put_and_accumulate)
{
    open_window();
    MPI_Win_fence(0, w);
    if (rank && wrong)
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    else
        MPI_Accumulate(in, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.7: accumulates of one place have the same operator (or MPI_NO_OP) only if accumulate_ops says so; by default, the same type. */
/* mazurka: -n 2 -- accumulate_types right => verified */
/* mazurka: -n 2 -- accumulate_types wrong => rma-race */
RULE(accumulate_types)
{
    open_window();
    MPI_Win_fence(0, w);
    if (rank && wrong)
        MPI_Accumulate(in, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_SUM, w);
    else
        MPI_Accumulate(in, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.7: a store to a place that another rank gets in the same epoch. */
/* mazurka: -n 2 -- store_and_get right => verified!any */
/* mazurka: -n 2 -- store_and_get wrong => rma-race */
RULE(store_and_get)
{
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Get(out, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    if (!wrong)
        MPI_Win_fence(0, w);
    if (!rank)
        memory[0] = 3;
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.7: a load of a place that another rank puts to. */
/* mazurka: -n 2 -- load_and_put right => verified!any */
/* mazurka: -n 2 -- load_and_put wrong => rma-race */
RULE(load_and_put)
{
    volatile int seen = 0;
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    if (!wrong)
        MPI_Win_fence(0, w);
    if (!rank)
        seen = memory[0];
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    (void)seen;
}

/* 12.3: the origin of a put is not changed before the epoch is over. */
/* mazurka: -n 2 -- origin_write right => verified!any */
/* mazurka: -n 2 -- origin_write wrong => local-race */
RULE(origin_write)
{
    open_window();
    MPI_Win_fence(0, w);
    if (rank) {
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
        if (wrong)
            in[0] = 5;
    }
    MPI_Win_fence(0, w);
    in[0] = 6;
    MPI_Win_free(&w);
}

/* 12.3: the result of a get is not read before. */
/* mazurka: -n 2 -- get_read right => verified!any */
/* mazurka: -n 2 -- get_read wrong => local-race */
RULE(get_read)
{
    volatile int seen = 0;
    open_window();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Get(out, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    if (!wrong)
        MPI_Win_flush(0, w);
    seen = out[0];
    MPI_Win_unlock(0, w);
    MPI_Win_free(&w);
    (void)seen;
}

/* 12.5.4: MPI_Win_flush_local says nothing of the target. */
/* mazurka: -n 2 -- flush_local right => verified */
/* mazurka: -n 2 -- flush_local wrong => rma-race */
RULE(flush_local)
{
    volatile int seen = 0;
    open_window();
    MPI_Win_lock_all(0, w);
    if (!rank) {
        MPI_Put(in, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        if (wrong)
            MPI_Win_flush_local(1, w);
        else
            MPI_Win_flush(1, w);
        MPI_Send(in, 0, MPI_INT, 1, 0, WORLD);
    } else {
        MPI_Recv(out, 0, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Win_sync(w);
        seen = memory[0];
    }
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
    (void)seen;
}

/* 12.5.2: each start has its post. */
/* mazurka: -n 2 -- start_post right => verified!any */
/* mazurka: -n 2 -- start_post wrong => deadlock|epoch-error */
RULE(start_post)
{
    MPI_Group world, other;
    int one = !rank;
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, 1, &one, &other);
    open_window();
    if (!rank) {
        MPI_Win_start(other, 0, w);
        MPI_Put(in, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        MPI_Win_complete(w);
    } else if (!wrong) {
        MPI_Win_post(other, 0, w);
        MPI_Win_wait(w);
    }
    MPI_Barrier(WORLD);
    MPI_Win_free(&w);
    MPI_Group_free(&other);
    MPI_Group_free(&world);
}

/* 12.5.2: complete ends what start began. */
/* mazurka: -n 2 -- complete_alone right => verified!any */
/* mazurka: -n 2 -- complete_alone wrong => finding */
RULE(complete_alone)
{
    open_window();
    if (wrong)
        MPI_Win_complete(w);
    MPI_Win_free(&w);
}

/* 12.5.3: unlock ends what lock began. */
/* mazurka: -n 2 -- unlock_alone right => verified!any */
/* mazurka: -n 2 -- unlock_alone wrong => finding */
RULE(unlock_alone)
{
    open_window();
    if (!wrong)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Win_unlock(0, w);
    MPI_Win_free(&w);
}

/* 12.5.3: a rank locks one target once. */
/* mazurka: -n 1 -- lock_twice right => verified!any */
/* mazurka: -n 1 -- lock_twice wrong => finding */
RULE(lock_twice)
{
    open_window();
    for (int i = 0; i < 2; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
        if (!wrong)
            MPI_Win_unlock(0, w);
    }
    if (wrong) {
        MPI_Win_unlock(0, w);
        MPI_Win_unlock(0, w);
    }
    MPI_Win_free(&w);
}

/* 12.5: epochs of fences and of locks do not mix. */
/* mazurka: -n 2 -- fence_and_lock right => verified!any */
/* mazurka: -n 2 -- fence_and_lock wrong => finding */
RULE(fence_and_lock)
{
    open_window();
    MPI_Win_fence(0, w);
    MPI_Put(in, 1, MPI_INT, rank, 0, 1, MPI_INT, w);
    MPI_Win_fence(wrong ? 0 : MPI_MODE_NOSUCCEED, w);
    if (wrong)
        MPI_Put(in, 1, MPI_INT, rank, 1, 1, MPI_INT, w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w);
    MPI_Win_unlock(rank, w);
    MPI_Win_free(&w);
}

/* 12.5.1: MPI_MODE_NOPRECEDE promises that nothing was accessed. */
/* mazurka: -n 2 -- noprecede right => verified!any */
/* mazurka: -n 2 -- noprecede wrong => finding */
RULE(noprecede)
{
    open_window();
    MPI_Win_fence(0, w);
    if (!rank)
        MPI_Put(in, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_fence(wrong ? MPI_MODE_NOPRECEDE : 0, w);
    MPI_Win_free(&w);
}

/* 12.5.5: MPI_MODE_NOSTORE promises that the window was not stored to. */
/* mazurka: -n 2 -- nostore right => verified!any */
/* mazurka: -n 2 -- nostore wrong => finding */
RULE(nostore)
{
    open_window();
    MPI_Win_fence(0, w);
    memory[0] = 1;
    MPI_Win_fence(wrong ? MPI_MODE_NOSTORE : 0, w);
    MPI_Win_free(&w);
}

/* 12.5.5: MPI_MODE_NOPUT that nobody puts. */
/* mazurka: -n 2 -- noput right => verified!any */
/* mazurka: -n 2 -- noput wrong => finding */
RULE(noput)
{
    open_window();
    MPI_Win_fence(wrong ? MPI_MODE_NOPUT : 0, w);
    if (!rank)
        MPI_Put(in, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.5.5: a fence's assertions of which all must say the same. */
/* mazurka: -n 2 -- nosucceed_all right => verified!any */
/* mazurka: -n 2 -- nosucceed_all wrong => finding */
RULE(nosucceed_all)
{
    open_window();
    MPI_Win_fence(0, w);
    MPI_Win_fence(wrong && rank ? 0 : MPI_MODE_NOSUCCEED, w);
    MPI_Win_free(&w);
}

/* 12.2.1: MPI_Win_create is called by all ranks. */
/* mazurka: -n 2 -- create_all right => verified!any */
/* mazurka: -n 2 -- create_all wrong => finding */
RULE(create_all)
{
    if (!wrong || rank) {
        open_window();
        MPI_Win_free(&w);
    }
}

/* 12.2.3: shared memory needs ranks that can share it. */
/* mazurka: -n 2 -- shared_store right => verified */
/* mazurka: -n 2 -- shared_store wrong => rma-race */
RULE(shared_store)
{
    int *mine, *first, unit;
    MPI_Aint length;
    volatile int seen = 0;
    MPI_Win_allocate_shared(rank ? 0 : 4, 4, MPI_INFO_NULL, WORLD, &mine, &w);
    MPI_Win_shared_query(w, 0, &length, &unit, &first);
    MPI_Win_lock_all(0, w);
    if (!rank)
        first[0] = 7;
    if (!wrong) {
        MPI_Win_sync(w);
        MPI_Barrier(WORLD);
        MPI_Win_sync(w);
    }
    if (rank)
        seen = first[0];
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
    (void)seen;
}

/* 12.2.4: memory is attached to a dynamic window before it is accessed. */
/* mazurka: -n 2 -- attached right => verified!any */
/* mazurka: -n 2 -- attached wrong => finding */
RULE(attached)
{
    MPI_Aint at;
    MPI_Win_create_dynamic(MPI_INFO_NULL, WORLD, &w);
    if (!wrong)
        MPI_Win_attach(w, memory, sizeof memory);
    MPI_Get_address(memory, &at);
    MPI_Bcast(&at, 1, MPI_AINT, 0, WORLD);
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Put(in, 1, MPI_INT, 0, at, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    if (!wrong)
        MPI_Win_detach(w, memory);
    MPI_Win_free(&w);
}

/* 12.2.4: memory that is attached does not overlap. */
/* mazurka: -n 1 -- attach_overlap right => verified!any */
/* mazurka: -n 1 -- attach_overlap wrong => finding */
RULE(attach_overlap)
{
    MPI_Win_create_dynamic(MPI_INFO_NULL, WORLD, &w);
    MPI_Win_attach(w, memory, 32);
    MPI_Win_attach(w, memory + (wrong ? 4 : 8), 32);
    MPI_Win_detach(w, memory);
    MPI_Win_detach(w, memory + (wrong ? 4 : 8));
    MPI_Win_free(&w);
}

/* 12.3.5: a request of MPI_Rput is completed. */
/* mazurka: -n 2 -- rput right => verified!any */
/* mazurka: -n 2 -- rput wrong => missing-wait */
RULE(rput)
{
    MPI_Request q;
    open_window();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    if (rank) {
        MPI_Rput(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w, &q);
        if (!wrong)
            MPI_Wait(&q, IGNORE);
    }
    MPI_Win_unlock(0, w);
    MPI_Win_free(&w);
}

/* 12.3.5: MPI_Rput and its like are for passive targets. */
/* mazurka: -n 2 -- rput_fence right => verified!any */
/* mazurka: -n 2 -- rput_fence wrong => finding */
RULE(rput_fence)
{
    MPI_Request q;
    open_window();
    if (wrong)
        MPI_Win_fence(0, w);
    else
        MPI_Win_lock_all(0, w);
    if (!rank) {
        MPI_Rput(in, 1, MPI_INT, 1, 0, 1, MPI_INT, w, &q);
        MPI_Wait(&q, IGNORE);
    }
    if (wrong)
        MPI_Win_fence(0, w);
    else
        MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

/* 12.3.4: MPI_Compare_and_swap is for integers. */
/* mazurka: -n 2 -- swap_type right => verified!any */
/* mazurka: -n 2 -- swap_type wrong => invalid-argument */
RULE(swap_type)
{
    open_window();
    MPI_Win_fence(0, w);
    if (!rank)
        MPI_Compare_and_swap(in, in + 1, out, wrong ? MPI_FLOAT : MPI_INT, 1, 0, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.7.1: the order of accumulates of different ranks is not known. */
/* mazurka: -n 3 -- accumulate_order right => verified */
/* mazurka: -n 3 -- accumulate_order wrong => exit-code */
RULE(accumulate_order)
{
    int value = rank;
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, wrong ? MPI_REPLACE : MPI_SUM, w);
    MPI_Win_fence(0, w);
    if (!rank && memory[0] != (wrong ? 2 : 3))
        exit(1);
    MPI_Win_free(&w);
}

/* 12.7.1: accumulates are atomic by element, and not as a whole. */
/* mazurka: -n 3 -- accumulate_elements right => verified */
/* mazurka: -n 3 -- accumulate_elements wrong => exit-code|verified */
RULE(accumulate_elements)
{
    int value[2] = {rank, rank};
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Accumulate(value, 2, MPI_INT, 0, 0, 2, MPI_INT, wrong ? MPI_REPLACE : MPI_SUM, w);
    MPI_Win_fence(0, w);
    if (!rank && memory[0] != memory[1])
        exit(1);
    MPI_Win_free(&w);
}

/* 12.5.3: an exclusive lock makes get, add and put atomic only if all of it is within one. */
/* mazurka: -n 2 -- lock_around right => verified */
/* mazurka: -n 2 -- lock_around wrong => exit-code */
RULE(lock_around)
{
    int value;
    open_window();
    MPI_Barrier(WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    if (wrong) {
        MPI_Win_unlock(0, w);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    } else
        MPI_Win_flush(0, w);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    MPI_Barrier(WORLD);
    if (!rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
        value = memory[0];
        MPI_Win_unlock(0, w);
        if (value != 2)
            exit(1);
    }
    MPI_Win_free(&w);
}

/* 12.6: a window that was freed is not used. */
/* mazurka: -n 2 -- win_freed right => verified!any */
/* mazurka: -n 2 -- win_freed wrong => invalid-argument */
RULE(win_freed)
{
    MPI_Win copy;
    open_window();
    copy = w;
    if (wrong)
        MPI_Win_free(&w);
    MPI_Win_fence(0, copy);
    if (!wrong)
        MPI_Win_free(&w);
}

/* 12.5.3: a lock is shared or exclusive. */
/* mazurka: -n 2 -- lock_type right => verified!any */
/* mazurka: -n 2 -- lock_type wrong => invalid-argument */
RULE(lock_type)
{
    open_window();
    MPI_Win_lock(wrong ? 99 : MPI_LOCK_SHARED, (1 - rank), 0, w);
    MPI_Win_unlock((1 - rank), w);
    MPI_Win_free(&w);
}

/* 12.5.5: assertions are those that exist. */
/* mazurka: -n 2 -- assert_bad right => verified!any */
/* mazurka: -n 2 -- assert_bad wrong => invalid-argument */
RULE(assert_bad)
{
    open_window();
    MPI_Win_fence(wrong ? 1 << 20 : 0, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.2.4: memory is attached to dynamic windows only. */
/* mazurka: -n 2 -- attach_static right => verified!any */
/* mazurka: -n 2 -- attach_static wrong => invalid-argument */
RULE(attach_static)
{
    open_window();
    int *h = malloc(16);
    if (wrong)
        MPI_Win_attach(w, h, 16);
    MPI_Win_free(&w);
    free(h);
}

/* 12.2.4: what is detached was attached there. */
/* mazurka: -n 2 -- detach_unknown right => verified!any */
/* mazurka: -n 2 -- detach_unknown wrong => invalid-argument */
RULE(detach_unknown)
{
    MPI_Win_create_dynamic(MPI_INFO_NULL, WORLD, &w);
    MPI_Win_attach(w, memory, 16);
    MPI_Win_detach(w, wrong ? memory + 1 : memory);
    MPI_Win_free(&w);
}

/* 12.2.3: the memory of others is asked for of shared windows only. */
/* mazurka: -n 2 -- shared_query right => verified!any */
/* mazurka: -n 2 -- shared_query wrong => invalid-argument */
RULE(shared_query)
{
    MPI_Aint s;
    int u;
    void *p;
    if (wrong)
        open_window();
    else
        MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, WORLD, &p, &w);
    MPI_Win_shared_query(w, 0, &s, &u, &p);
    MPI_Win_free(&w);
}

/* 12.5.4: MPI_Win_flush is called in an epoch of locks. */
/* mazurka: -n 2 -- flush_nolock right => verified!any */
/* mazurka: -n 2 -- flush_nolock wrong => epoch-error */
RULE(flush_nolock)
{
    open_window();
    if (!wrong)
        MPI_Win_lock(MPI_LOCK_SHARED, (1 - rank), 0, w);
    MPI_Win_flush((1 - rank), w);
    if (!wrong)
        MPI_Win_unlock((1 - rank), w);
    MPI_Win_free(&w);
}

/* 12.5.2: an exposure epoch is ended once. */
/* mazurka: -n 2 -- test_wait right => verified!any */
/* mazurka: -n 2 -- test_wait wrong => epoch-error */
RULE(test_wait)
{
    open_window();
    MPI_Group g, h;
    int r = (1 - rank), f = 0;
    MPI_Comm_group(WORLD, &g);
    MPI_Group_incl(g, 1, &r, &h);
    MPI_Win_post(h, 0, w);
    MPI_Win_start(h, 0, w);
    MPI_Put(in, 1, MPI_INT, (1 - rank), 0, 1, MPI_INT, w);
    MPI_Win_complete(w);
    while (!f)
        MPI_Win_test(w, &f);
    if (wrong)
        MPI_Win_wait(w);
    MPI_Group_free(&g);
    MPI_Group_free(&h);
    MPI_Win_free(&w);
}

/* 12.7.1: concurrent accumulates use one operator. */
/* mazurka: -n 2 -- acc_mixed_ops right => verified!any */
/* mazurka: -n 2 -- acc_mixed_ops wrong => rma-race */
RULE(acc_mixed_ops)
{
    open_window();
    MPI_Win_lock_all(0, w);
    MPI_Accumulate(in, 1, MPI_INT, 0, 0, 1, MPI_INT, wrong && rank ? MPI_PROD : MPI_SUM,
                   w);
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}
