/* mpich: compiles */
/* Chapter 12: one-sided communication. See standard.h. */
#include "standard.h"

static MPI_Win w;
static MPI_Request q[1];
static int memory[16];

static void open_window(void)
{
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, WORLD, &w);
}

/* 12.7: nor is the own window stored to while others may put there, without a lock of it.
 */
/* mazurka: -n 2 -- own_store right => verified!any */
/* mazurka: -n 2 -- own_store wrong => finding */
RULE(own_store)
{
    open_window();
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
        MPI_Win_unlock(0, w);
    } else {
        if (!wrong)
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
        memory[0] = 5;
        if (!wrong)
            MPI_Win_unlock(0, w);
    }
    MPI_Win_free(&w);
}

/* 12.3.4: the result of MPI_Get_accumulate is there when it is flushed. */
/* mazurka: -n 2 -- result_early right => verified!any */
/* mazurka: -n 2 -- result_early wrong => finding */
RULE(result_early)
{
    open_window();
    MPI_Win_lock_all(0, w);
    in[0] = 1;
    MPI_Get_accumulate(in, 1, MPI_INT, out, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
    if (!wrong)
        MPI_Win_flush_local(0, w);
    if (out[0] > 1)
        MPI_Abort(WORLD, 1);
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

/* 12.3.5: that the request of MPI_Rput is complete says nothing of the target. */
/* mazurka: -n 2 -- rput_remote right => verified!any */
/* mazurka: -n 2 -- rput_remote wrong => finding */
RULE(rput_remote)
{
    open_window();
    MPI_Win_lock_all(0, w);
    if (rank) {
        MPI_Request q;
        in[0] = 7;
        MPI_Rput(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w, &q);
        MPI_Wait(&q, IGNORE);
        if (!wrong)
            MPI_Win_flush(0, w);
    }
    MPI_Barrier(WORLD);
    MPI_Win_sync(w);
    if (!rank && memory[0] != 7)
        MPI_Abort(WORLD, 1);
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

/* 12.2.4: displacements of a dynamic window are addresses at the target. */
/* mazurka: -n 2 -- dynamic_address right => verified!any */
/* mazurka: -n 2 -- dynamic_address wrong => finding */
RULE(dynamic_address)
{
    MPI_Aint where = 0;
    MPI_Win_create_dynamic(MPI_INFO_NULL, WORLD, &w);
    MPI_Win_attach(w, memory, sizeof memory);
    if (!rank)
        MPI_Get_address(memory, &where);
    MPI_Bcast(&where, 1, MPI_AINT, 0, WORLD);
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Put(in, 1, MPI_INT, 0, wrong ? 0 : where, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_detach(w, memory);
    MPI_Win_free(&w);
}

/* 12.7.1: concurrent accumulates of one place are of one type. */
/* mazurka: -n 3 -- mixed_types right => verified!any */
/* mazurka: -n 3 -- mixed_types wrong => finding */
RULE(mixed_types)
{
    static long long one = 1;
    open_window();
    MPI_Win_fence(0, w);
    if (rank == 1)
        MPI_Accumulate(&one, 1, MPI_LONG_LONG, 0, 0, 1, MPI_LONG_LONG, MPI_SUM, w);
    if (rank == 2) {
        in[0] = 1;
        if (wrong)
            MPI_Accumulate(in, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
        else
            MPI_Accumulate(&one, 1, MPI_LONG_LONG, 0, 0, 1, MPI_LONG_LONG, MPI_SUM, w);
    }
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.5.2: an exposure epoch that MPI_Win_test has ended is not waited for. */
/* mazurka: -n 2 -- test_again right => verified!any */
/* mazurka: -n 2 -- test_again wrong => finding */
RULE(test_again)
{
    MPI_Group all, other;
    int them = 1 - rank, flag = 0;
    open_window();
    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 1, &them, &other);
    if (!rank) {
        MPI_Win_post(other, 0, w);
        while (!flag)
            MPI_Win_test(w, &flag);
        if (wrong)
            MPI_Win_wait(w);
    } else {
        MPI_Win_start(other, 0, w);
        MPI_Win_complete(w);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&other);
    MPI_Win_free(&w);
}

/* 12.3.2: the datatype of the target has no overlapping entries. */
/* mazurka: -n 2 -- target_overlap right => verified!any */
/* mazurka: -n 2 -- target_overlap wrong => finding */
RULE(target_overlap)
{
    MPI_Datatype t;
    int lengths[] = {2, 2}, at[] = {0, wrong ? 1 : 2};
    MPI_Type_indexed(2, lengths, at, MPI_INT, &t);
    MPI_Type_commit(&t);
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Put(in, 4, MPI_INT, 0, 0, 1, t, w);
    MPI_Win_fence(0, w);
    MPI_Type_free(&t);
    MPI_Win_free(&w);
}

/* 12.3.3: nor has that of the origin of a get. */
/* mazurka: -n 2 -- get_overlap right => verified!any */
/* mazurka: -n 2 -- get_overlap wrong => finding */
RULE(get_overlap)
{
    MPI_Datatype t;
    int lengths[] = {2, 2}, at[] = {0, wrong ? 1 : 2};
    MPI_Type_indexed(2, lengths, at, MPI_INT, &t);
    MPI_Type_commit(&t);
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Get(out, 1, t, 0, 0, 4, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Type_free(&t);
    MPI_Win_free(&w);
}

/* 12.3.2: displacements are in units of the target. */
/* mazurka: -n 2 -- units right => verified!any */
/* mazurka: -n 2 -- units wrong => finding */
RULE(units)
{
    MPI_Win_create(memory, sizeof memory, rank ? 1 : 4, MPI_INFO_NULL, WORLD, &w);
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Put(in, 1, MPI_INT, 0, wrong ? 60 : 15, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.3.4: all basic types of an accumulate are the same. */
/* mazurka: -n 2 -- mixed_struct right => verified!any */
/* mazurka: -n 2 -- mixed_struct wrong => finding */
RULE(mixed_struct)
{
    struct {
        int a[2];
        float b[2];
    } *x = (void *)memory, y = {{1, 2}, {1, 2}};
    MPI_Datatype t, types[2] = {MPI_INT, wrong ? MPI_FLOAT : MPI_INT};
    int lengths[2] = {2, 2};
    MPI_Aint at[2] = {0, 8};
    (void)x;
    MPI_Type_create_struct(2, lengths, at, types, &t);
    MPI_Type_commit(&t);
    open_window();
    MPI_Win_fence(0, w);
    if (rank) {
        if (wrong)
            MPI_Accumulate(&y, 1, t, 0, 0, 1, t, MPI_SUM, w);
        else
            MPI_Accumulate(in, 1, t, 0, 0, 1, t, MPI_SUM, w);
    }
    MPI_Win_fence(0, w);
    MPI_Type_free(&t);
    MPI_Win_free(&w);
}

/* 12.7: between a store to shared memory and a load of it by another rank there is
 * MPI_Win_sync, or its like. */
/* mazurka: -n 2 -- shared_sync right => verified */
/* mazurka: -n 2 -- shared_sync wrong => finding|verified */
RULE(shared_sync)
{
    int *mine, *theirs, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, WORLD, &mine, &w);
    MPI_Win_shared_query(w, 1 - rank, &bytes, &unit, &theirs);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, w);
    *mine = rank + 5;
    if (!wrong)
        MPI_Win_sync(w);
    MPI_Barrier(WORLD);
    if (!wrong)
        MPI_Win_sync(w);
    if (*theirs != 6 - rank)
        MPI_Abort(WORLD, 1);
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

/* 12.5.2: the groups of MPI_Win_post and MPI_Win_start match. */
/* mazurka: -n 3 -- post_group right => verified!any */
/* mazurka: -n 3 -- post_group wrong => finding */
RULE(post_group)
{
    MPI_Group all, one, two;
    int r0 = 0, r1[] = {1, 2};
    open_window();
    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 1, &r0, &one);
    MPI_Group_incl(all, wrong ? 1 : 2, r1, &two);
    if (!rank) {
        MPI_Win_post(two, 0, w);
        MPI_Win_wait(w);
    } else {
        MPI_Win_start(one, 0, w);
        MPI_Put(in, 1, MPI_INT, 0, rank, 1, MPI_INT, w);
        MPI_Win_complete(w);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&one);
    MPI_Group_free(&two);
    MPI_Win_free(&w);
}

/* 12.7: a get of what the same origin has put needs a flush between them. */
/* mazurka: -n 2 -- put_get_flush right => verified!any */
/* mazurka: -n 2 -- put_get_flush wrong => finding */
RULE(put_get_flush)
{
    open_window();
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
        in[0] = 3;
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
        if (!wrong)
            MPI_Win_flush(0, w);
        MPI_Get(out, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
        MPI_Win_unlock(0, w);
        if (out[0] != 3)
            MPI_Abort(WORLD, 1);
    }
    MPI_Win_free(&w);
}

/* 12.5.3: who gives MPI_MODE_NOCHECK knows that nobody else has a lock in its way. */
/* mazurka: -n 2 -- nocheck right => verified!any */
/* mazurka: -n 2 -- nocheck wrong => finding */
RULE(nocheck)
{
    open_window();
    if (!wrong && rank)
        MPI_Barrier(WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, w);
    MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    if (!wrong && !rank)
        MPI_Barrier(WORLD);
    MPI_Win_free(&w);
}

/* 12.7: puts of neighbouring bytes are no conflict, puts of one byte are. */
/* mazurka: -n 2 -- adjacent_bytes right => verified!any */
/* mazurka: -n 2 -- adjacent_bytes wrong => finding */
RULE(adjacent_bytes)
{
    static char c[2];
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Put(c, 1, MPI_CHAR, 0, wrong ? 0 : rank, 1, MPI_CHAR, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* 12.7.2: accumulates of one origin to one place have an order, unless the info says
 * otherwise. */
/* mazurka: -n 2 -- acc_order right => verified!any */
/* mazurka: -n 2 -- acc_order wrong => finding */
RULE(acc_order)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", wrong ? "none" : "rar,raw,war,waw");
    MPI_Win_create(memory, sizeof memory, 4, info, WORLD, &w);
    MPI_Info_free(&info);
    MPI_Win_fence(0, w);
    in[0] = 1;
    in[1] = 2;
    if (rank) {
        MPI_Accumulate(in, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, w);
        MPI_Accumulate(in + 1, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, w);
    }
    MPI_Win_fence(0, w);
    if (!rank && memory[0] != 2)
        MPI_Abort(WORLD, 1);
    MPI_Win_free(&w);
}

/* 12.2.5: also the epochs of lock_all are over. */
/* mazurka: -n 2 -- free_pending right => verified!any */
/* mazurka: -n 2 -- free_pending wrong => finding */
RULE(free_pending)
{
    open_window();
    MPI_Win_lock_all(0, w);
    if (!wrong || rank)
        MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

/* 12.7: accesses by two windows to one place conflict as those by one do. */
/* mazurka: -n 2 -- overlapping_windows right => verified!any */
/* mazurka: -n 2 -- overlapping_windows wrong => finding */
RULE(overlapping_windows)
{
    MPI_Win v;
    open_window();
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, WORLD, &v);
    MPI_Win_fence(0, w);
    MPI_Win_fence(0, v);
    if (rank)
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    if (!wrong) {
        MPI_Win_fence(0, w);
        MPI_Barrier(WORLD);
    }
    if (!rank)
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, MPI_INT, v);
    if (wrong)
        MPI_Win_fence(0, w);
    MPI_Win_fence(0, v);
    MPI_Win_free(&v);
    MPI_Win_free(&w);
}

/* 12.3.5: the result of MPI_Rget_accumulate is there when its request is complete. */
/* mazurka: -n 2 -- rget_acc right => verified!any */
/* mazurka: -n 2 -- rget_acc wrong => finding */
RULE(rget_acc)
{
    open_window();
    MPI_Win_lock_all(0, w);
    in[0] = 1;
    MPI_Rget_accumulate(in, 1, MPI_INT, out, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w, q);
    if (!wrong)
        MPI_Wait(q, IGNORE);
    in[1] = out[0];
    if (wrong)
        MPI_Wait(q, IGNORE);
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

/* 12.3.1: all bytes of a fetch lie within the window. */
/* mazurka: -n 2 -- fetch_end right => verified!any */
/* mazurka: -n 2 -- fetch_end wrong => finding */
RULE(fetch_end)
{
    static long long one = 1, old;
    open_window();
    MPI_Win_lock_all(0, w);
    MPI_Fetch_and_op(&one, &old, MPI_LONG_LONG, 0, wrong ? 15 : 14, MPI_SUM, w);
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
}

/* 12.5.4: what is flushed was locked. */
/* mazurka: -n 2 -- flush_other right => verified!any */
/* mazurka: -n 2 -- flush_other wrong => finding */
RULE(flush_other)
{
    open_window();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Win_flush(wrong ? 1 : 0, w);
    MPI_Win_unlock(0, w);
    MPI_Win_free(&w);
}

/* 12.5: no lock is taken within an epoch of MPI_Win_start. */
/* mazurka: -n 2 -- lock_start right => verified!any */
/* mazurka: -n 2 -- lock_start wrong => finding */
RULE(lock_start)
{
    MPI_Group all, other;
    int them = 1 - rank;
    open_window();
    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 1, &them, &other);
    if (!rank) {
        MPI_Win_post(other, 0, w);
        MPI_Win_wait(w);
    } else {
        MPI_Win_start(other, 0, w);
        if (wrong)
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
        if (wrong)
            MPI_Win_unlock(0, w);
        MPI_Win_complete(w);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&other);
    MPI_Win_free(&w);
}

/* 12.3.2: the datatype of the target is committed. */
/* mazurka: -n 2 -- win_uncommitted right => verified!any */
/* mazurka: -n 2 -- win_uncommitted wrong => finding */
RULE(win_uncommitted)
{
    MPI_Datatype t;
    MPI_Type_contiguous(1, MPI_INT, &t);
    if (!wrong)
        MPI_Type_commit(&t);
    open_window();
    MPI_Win_fence(0, w);
    if (rank)
        MPI_Put(in, 1, MPI_INT, 0, 0, 1, t, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    MPI_Type_free(&t);
}
