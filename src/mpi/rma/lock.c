/* SPDX-License-Identifier: Apache-2.0
 *
 * lock.c - passive target synchronisation: locks, flushes, MPI_Win_sync.
 *
 * MPI_Win_lock asks for the lock and need not wait for it, unless loads and stores may
 * follow: of the rank's own part, and of shared memory. MPI_MODE_NOCHECK is taken
 * literally: no lock is asked for. If another rank has one that conflicts, accesses that
 * nothing else orders are a race. */
#include "mpi/rma/win.h"
#include "mpi/lib/info.h"
#include <stdlib.h>

static struct port_from here(void)
{
    return lib()->from;
}

#define CHECK(expression)                                                                \
    do {                                                                                 \
        int code_ = (expression);                                                        \
        if (code_)                                                                       \
            LEAVE(code_);                                                                \
    } while (0)

static int check_rank(struct win *w, int rank)
{
    if (rank >= 0 && rank < win_size(w))
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_RANK, FINDING_INVALID_ARGUMENT,
                     "rank is %d, but %s has %d ranks", rank, win_text(w), win_size(w));
}

/* ---- locks ---- */

/* Is the memory of that rank one that this rank loads from and stores to itself? */
static bool is_near(const struct win *w, int rank)
{
    return rank == w->comm->rank || w->flavor == MPI_WIN_FLAVOR_SHARED;
}

static void ask(struct win *w, int rank, bool exclusive, bool nocheck)
{
    struct hold *h = &w->hold[rank];
    *h = (struct hold){
        .held = true, .exclusive = exclusive, .requested = !nocheck, .from = here()};
    w->nheld++;
    w->unchecked |= nocheck;
    w->part[rank].between |= BETWEEN_LOCK;
    w->part[rank].locked = here();
    w->fence.open = false;
    if (h->requested)
        h->lock = port_wlock(here(), w->number, comm_world_of(w->comm, rank), exclusive);
}

static void wait_for(struct win *w, int rank)
{
    struct hold *h = &w->hold[rank];
    if (h->requested)
        h->waited = port_lock_wait(here(), h->lock, is_near(w, rank));
    if (is_near(w, rank))
        port_window_mark(here(), w->number, PORT_SEEN);
    epoch_note(w);
}

static void end(struct win *w, int rank)
{
    /* A loop that comes back to a state must find it the same. */
    w->hold[rank] = (struct hold){.from = w->hold[rank].from};
    w->nheld--;
    w->closed = here();
    epoch_note(w);
}

/* May a lock of this rank be asked for? */
static int check_lock(struct win *w, int rank)
{
    if (info_is(w->info, "no_locks", "true"))
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "the info no_locks promises that %s is never locked",
                         win_text(w));
    if (w->all)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "%s has locked all ranks already", call_text(w->all_from));
    if (rank != MPI_PROC_NULL && w->hold[rank].held)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "rank %d is locked already, by %s", rank,
                         call_text(w->hold[rank].from));
    if (w->start.group || w->fence.used)
        return epoch_begins(w);
    if (rank == w->comm->rank && w->post.group)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "a window must not be exposed and locked at a time; %s exposes "
                         "this rank's part",
                         call_text(w->post.from));
    return MPI_SUCCESS;
}

static int check_assert(struct win *w, int assert)
{
    if (!(assert & ~MPI_MODE_NOCHECK))
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_ASSERT, FINDING_INVALID_ARGUMENT,
                     "assert is %d, and may be 0 or MPI_MODE_NOCHECK", assert);
}

EXPORT int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
    ENTER(Win_lock);
    FIND_WIN(w, win);
    if (lock_type != MPI_LOCK_EXCLUSIVE && lock_type != MPI_LOCK_SHARED)
        INVALID(w->comm, MPI_ERR_LOCKTYPE,
                "lock_type is %d, neither MPI_LOCK_EXCLUSIVE nor MPI_LOCK_SHARED",
                lock_type);
    if (rank != MPI_PROC_NULL)
        CHECK(check_rank(w, rank));
    CHECK(check_assert(w, assert));
    CHECK(check_lock(w, rank));
    if (rank != MPI_PROC_NULL)
        ask(w, rank, lock_type == MPI_LOCK_EXCLUSIVE, assert &MPI_MODE_NOCHECK);
    else
        w->null_held = true;
    if (rank != MPI_PROC_NULL)
        wait_for(w, rank);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_unlock(int rank, MPI_Win win)
{
    ENTER(Win_unlock);
    FIND_WIN(w, win);
    if (rank == MPI_PROC_NULL) {
        w->null_held = false;
        LEAVE(MPI_SUCCESS);
    }
    CHECK(check_rank(w, rank));
    if (w->all)
        EPOCH_ERROR(w, MPI_ERR_RMA_SYNC,
                    "%s has locked all ranks; MPI_Win_unlock_all releases them",
                    call_text(w->all_from));
    if (!w->hold[rank].held)
        EPOCH_ERROR(w, MPI_ERR_RMA_SYNC, "rank %d is not locked%s%s", rank,
                    w->hold[rank].from.site ? " any more since its lock of " : "",
                    w->hold[rank].from.site ? call_text(w->hold[rank].from) : "");
    struct hold *h = &w->hold[rank];
    if (is_near(w, rank))
        port_window_mark(here(), w->number, PORT_PUBLISHED);
    access_complete(w, rank, false);
    if (h->requested)
        port_wunlock(here(), w->number, comm_world_of(w->comm, rank), h->lock);
    end(w, rank);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_lock_all(int assert, MPI_Win win)
{
    ENTER(Win_lock_all);
    FIND_WIN(w, win);
    CHECK(check_assert(w, assert));
    CHECK(epoch_begins(w));
    CHECK(check_lock(w, w->comm->rank));
    w->all = true;
    w->all_from = here();
    for (int i = 0; i < win_size(w); i++)
        ask(w, i, false, assert &MPI_MODE_NOCHECK);
    for (int i = 0; i < win_size(w); i++)
        wait_for(w, i);
    LEAVE(MPI_SUCCESS);
}

/* All locks are given back at a time: one that is not held yet does not keep another. */
static void unlock_all(struct win *w)
{
    uint32_t *unlocking = lib_alloc((size_t)win_size(w) * sizeof *unlocking);
    port_window_mark(here(), w->number, PORT_PUBLISHED);
    access_post(w);
    for (int i = 0; i < win_size(w); i++)
        if (w->hold[i].requested)
            unlocking[i] = port_unlocking(here(), w->number, comm_world_of(w->comm, i),
                                          w->hold[i].lock);
    access_complete(w, ALL_TARGETS, false);
    for (int i = 0; i < win_size(w); i++) {
        const struct hold *h = &w->hold[i];
        if (h->requested)
            port_unlocked(here(), unlocking[i], h->lock, h->waited);
        end(w, i);
    }
    free(unlocking);
}

EXPORT int MPI_Win_unlock_all(MPI_Win win)
{
    ENTER(Win_unlock_all);
    FIND_WIN(w, win);
    if (!w->all)
        EPOCH_ERROR(w, MPI_ERR_RMA_SYNC,
                    "MPI_Win_lock_all was not called before for %s%s%s", win_text(w),
                    w->all_from.site ? " since " : "",
                    w->all_from.site ? call_text(w->all_from) : "");
    unlock_all(w);
    w->all = false;
    LEAVE(MPI_SUCCESS);
}

/* ---- flushes ---- */

static int need_lock(struct win *w, int rank)
{
    if (rank == ALL_TARGETS ? w->nheld > 0 : w->hold[rank].held)
        return MPI_SUCCESS;
    const char *open = epoch_open(w);
    if (rank == ALL_TARGETS)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "no rank is locked%s%s", open ? "; " : "", open ? open : "");
    return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                     "rank %d is not locked%s%s", rank, open ? "; " : "",
                     open ? open : "");
}

static int flush_one(MPI_Win win, int rank, bool local)
{
    FIND_WIN(w, win);
    if (rank == MPI_PROC_NULL)
        LEAVE(MPI_SUCCESS);
    CHECK(check_rank(w, rank));
    CHECK(need_lock(w, rank));
    access_complete(w, rank, local);
    port_window_sync(here(), w->number);
    LEAVE(MPI_SUCCESS);
}

static int flush_all(MPI_Win win, bool local)
{
    FIND_WIN(w, win);
    CHECK(need_lock(w, ALL_TARGETS));
    access_complete(w, ALL_TARGETS, local);
    port_window_sync(here(), w->number);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_flush(int rank, MPI_Win win)
{
    ENTER(Win_flush);
    return flush_one(win, rank, false);
}

EXPORT int MPI_Win_flush_local(int rank, MPI_Win win)
{
    ENTER(Win_flush_local);
    return flush_one(win, rank, true);
}

EXPORT int MPI_Win_flush_all(MPI_Win win)
{
    ENTER(Win_flush_all);
    return flush_all(win, false);
}

EXPORT int MPI_Win_flush_local_all(MPI_Win win)
{
    ENTER(Win_flush_local_all);
    return flush_all(win, true);
}

EXPORT int MPI_Win_sync(MPI_Win win)
{
    ENTER(Win_sync);
    FIND_WIN(w, win);
    if (!w->nheld && !w->null_held)
        EPOCH_ERROR(w, MPI_ERR_RMA_SYNC,
                    "MPI_Win_sync is for epochs of MPI_Win_lock and MPI_Win_lock_all");
    port_window_mark(here(), w->number, PORT_PUBLISHED);
    port_window_mark(here(), w->number, PORT_SEEN);
    port_window_sync(here(), w->number);
    LEAVE(MPI_SUCCESS);
}
