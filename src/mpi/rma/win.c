/* SPDX-License-Identifier: Apache-2.0
 *
 * win.c - making and freeing windows.
 *
 * Creation is collective over a communicator: everybody tells how much memory it exposes,
 * and learns it of all. A shared segment (MPI_Win_allocate_shared) cannot be shared here,
 * where each rank has its own memory: every rank has a copy of the whole of it, and the
 * checker carries stores from one to the others (port_window_memory()). */
#include "mpi/rma/win.h"
#include "mpi/coll/coll.h"
#include "mpi/lib/error.h"
#include "mpi/lib/info.h"
#include "mpi/type/bounds.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 8, SHARED_ALIGNMENT = 64 };

/* ---- for messages ---- */

char *text_room(void)
{
    struct lib *l = lib();
    if (!l->texts)
        l->texts = lib_alloc((size_t)RING * TEXT_ROOM);
    return l->texts + (size_t)TEXT_ROOM * (l->next_text++ % RING);
}

const char *call_text(struct port_from from)
{
    char *to = text_room();
    snprintf(to, TEXT_ROOM, "%s at %s", lib_call_name(from.call), port_place(from.site));
    return to;
}

const char *win_text(const struct win *w)
{
    char *to = text_room();
    if (w->name[0])
        snprintf(to, TEXT_ROOM, "the window %s", w->name);
    else
        snprintf(to, TEXT_ROOM, "the window of %s at %s", lib_call_name(w->object.call),
                 port_place(w->object.site));
    return to;
}

/* ---- finding ---- */

struct win *win_find(MPI_Win handle)
{
    return (struct win *)object_find(OBJECT_WIN, handle);
}

const char *win_invalid(MPI_Win handle)
{
    return handle == MPI_WIN_NULL ? "the window is MPI_WIN_NULL"
                                  : "the window does not exist, or has been freed";
}

/* ---- making ---- */

static void win_destroy(struct mpi_object *object)
{
    struct win *w = (struct win *)object;
    access_discard(w);
    object_release(&w->comm->object);
    free(w->part);
    free(w->hold);
    free(w->memory);
    info_free(w->info);
    vec_free(&w->attached);
    vec_free(&w->pending);
    free(w);
}

/* What each rank says when a window is made. */
struct offer {
    MPI_Aint size;
    int unit;
    int same;        /* the memory is that of another window: */
    uint64_t window; /* its name */
    uint64_t shift;  /* where it begins there */
};

/* Hints that allow more than is followed here. */
void win_promises(const struct win *w)
{
    if (!info_is(w->info, "accumulate_ordering", "rar,raw,war,waw") &&
        !info_is(w->info, "accumulate_ordering", "none"))
        port_leaves_out(
            "other orders of one rank's accumulates, which accumulate_ordering allows");
    if (!info_is(w->info, "accumulate_ops", "same_op_no_op"))
        port_leaves_out("whether accumulates are as the info accumulate_ops says");
}

static struct win *win_new(struct comm *parent, int flavor, MPI_Aint size, int unit,
                           MPI_Info info)
{
    struct win *w = lib_alloc(sizeof *w);
    object_init(&w->object, OBJECT_WIN, win_destroy);
    object_hold(&parent->local->object);
    char *key = comm_child_key(parent, "window");
    w->number = port_window(key, strlen(key), key);
    w->comm = comm_new(lib()->world, parent->local, NULL, false, key);
    w->comm->owner = &w->object;
    object_release(&w->comm->errhandler->object);
    w->comm->errhandler = errhandler_predefined(MPI_ERRORS_ARE_FATAL);
    object_hold(&w->comm->errhandler->object);
    w->flavor = flavor;
    w->size = size;
    w->unit = unit;
    w->model = port_window_unified() ? MPI_WIN_UNIFIED : MPI_WIN_SEPARATE;
    w->part = lib_alloc((size_t)parent->size * sizeof *w->part);
    w->hold = lib_alloc((size_t)parent->size * sizeof *w->hold);
    w->info = info_copy(NULL);
    info_set(w->info, "no_locks", "false");
    info_set(w->info, "accumulate_ordering", "rar,raw,war,waw");
    info_set(w->info, "accumulate_ops", "same_op_no_op");
    info_set(w->info, "same_size", "false");
    info_set(w->info, "same_disp_unit", "false");
    info_merge(w->info, info_find(info));
    win_promises(w);
    return w;
}

/* Is that rank's part as the hints of this rank promise? */
static void check_same(const struct win *w, int rank)
{
    const struct exposed *theirs = &w->part[rank];
    if (info_is(w->info, "same_disp_unit", "true") && theirs->unit != w->unit)
        port_fail(
            lib()->from, FINDING_INVALID_ARGUMENT,
            "the info same_disp_unit is true, but disp_unit is %d here and %d on rank %d",
            w->unit, theirs->unit, rank);
    if (info_is(w->info, "same_size", "true") && theirs->size != w->size)
        port_fail(
            lib()->from, FINDING_INVALID_ARGUMENT,
            "the info same_size is true, but the size is %ld here and %ld on rank %d",
            (long)w->size, (long)theirs->size, rank);
}

/* All ranks exchange what they expose. */
static void win_exchange(struct comm *parent, struct win *w)
{
    struct offer mine = {.size = w->size, .unit = w->unit};
    uint32_t other;
    if (w->flavor == MPI_WIN_FLAVOR_CREATE) {
        mine.same =
            port_window_same(lib()->from, w->base, (size_t)w->size, &other, &mine.shift);
        if (mine.same)
            mine.window = port_window_name(other);
        else
            port_window_memory(lib()->from, w->number, port_rank(), w->base,
                               (size_t)w->size, 0, false);
    }
    comm_made_together(parent);
    struct port_result result = comm_gather_all(parent, &mine, sizeof mine);
    MPI_Aint at = 0;
    for (int i = 0; i < parent->size; i++) {
        size_t bytes;
        struct offer theirs;
        memcpy(&theirs, comm_gathered(&result, (uint32_t)i, &bytes), sizeof theirs);
        w->part[i] = (struct exposed){
            .size = theirs.size,
            .unit = theirs.unit,
            .offset = at,
            .window = theirs.same ? port_window_of(theirs.window) : w->number,
            .shift = theirs.shift};
        at += theirs.size;
        check_same(w, i);
    }
    port_window_made(w->number);
}

static MPI_Aint segment_size(const struct win *w)
{
    const struct exposed *last = &w->part[win_size(w) - 1];
    return last->offset + last->size;
}

static int check_size(struct comm *c, MPI_Aint size, int unit)
{
    if (size < 0)
        return lib_error(c, MPI_ERR_SIZE, FINDING_INVALID_ARGUMENT,
                         "the size is negative: %ld", (long)size);
    if (unit <= 0)
        return lib_error(c, MPI_ERR_DISP, FINDING_INVALID_ARGUMENT,
                         "disp_unit is %d, and must be positive", unit);
    return MPI_SUCCESS;
}

#define CHECK(expression)                                                                \
    do {                                                                                 \
        int code_ = (expression);                                                        \
        if (code_)                                                                       \
            LEAVE(code_);                                                                \
    } while (0)

EXPORT int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info,
                          MPI_Comm comm, MPI_Win *win)
{
    ENTER(Win_create);
    FIND_INTRACOMM(c, comm);
    CHECK_RESULT(win);
    NEED_INFO_OR_NULL(c, info);
    CHECK(check_size(c, size, disp_unit));
    if (!base && size > 0)
        INVALID(c, MPI_ERR_BASE, "base is NULL, but the size is %ld", (long)size);
    CHECK(bounds_bytes(c, base, (size_t)size, true));
    struct win *w = win_new(c, MPI_WIN_FLAVOR_CREATE, size, disp_unit, info);
    w->base = base;
    win_exchange(c, w);
    *win = object_publish(&w->object);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                            void *baseptr, MPI_Win *win)
{
    ENTER(Win_allocate);
    FIND_INTRACOMM(c, comm);
    CHECK_RESULT(baseptr);
    CHECK_RESULT(win);
    NEED_INFO_OR_NULL(c, info);
    CHECK(check_size(c, size, disp_unit));
    struct win *w = win_new(c, MPI_WIN_FLAVOR_ALLOCATE, size, disp_unit, info);
    w->base = w->memory = lib_alloc((size_t)size);
    port_gives(w->memory);
    port_window_memory(lib()->from, w->number, port_rank(), w->base, (size_t)size, 0,
                       false);
    win_exchange(c, w);
    *(void **)baseptr = w->base;
    *win = object_publish(&w->object);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info,
                                   MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    ENTER(Win_allocate_shared);
    FIND_INTRACOMM(c, comm);
    CHECK_RESULT(baseptr);
    CHECK_RESULT(win);
    NEED_INFO_OR_NULL(c, info);
    CHECK(check_size(c, size, disp_unit));
    if (!port_window_unified())
        port_refuse(lib()->from, REASON_SAID,
                    "MPI does not define what shared memory does in the separate model; "
                    "check the program with --rma unified");
    if (c->size > 1)
        port_rests_on("ranks that can all share memory");
    struct win *w = win_new(c, MPI_WIN_FLAVOR_SHARED, size, disp_unit, info);
    win_exchange(c, w);
    size_t all = (size_t)segment_size(w);
    /* Ranks see the same alignment, whatever their own malloc() returns. */
    w->memory = aligned_alloc(SHARED_ALIGNMENT,
                              (all + SHARED_ALIGNMENT) & ~(size_t)(SHARED_ALIGNMENT - 1));
    if (!w->memory)
        port_refuse(lib()->from, REASON_SIZE, "no memory left for %zu bytes", all);
    memset(w->memory, 0, all);
    port_gives(w->memory);
    for (int i = 0; i < c->size; i++)
        port_window_memory(lib()->from, w->number, comm_world_of(c, i),
                           (char *)w->memory + w->part[i].offset, (size_t)w->part[i].size,
                           0, false);
    w->base = (char *)w->memory + w->part[c->rank].offset;
    *(void **)baseptr = w->base;
    *win = object_publish(&w->object);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit,
                                void *baseptr)
{
    ENTER(Win_shared_query);
    FIND_WIN(w, win);
    CHECK_RESULT(size);
    CHECK_RESULT(disp_unit);
    CHECK_RESULT(baseptr);
    if (w->flavor != MPI_WIN_FLAVOR_SHARED)
        INVALID(w->comm, MPI_ERR_RMA_FLAVOR,
                "%s was not made by MPI_Win_allocate_shared, which MPI requires before "
                "4.1, and this is MPI 4.0",
                win_text(w));
    if (rank == MPI_PROC_NULL)
        for (rank = 0; rank < win_size(w) - 1 && !w->part[rank].size;)
            rank++;
    NEED_RANK(w->comm, "rank", rank, win_size(w));
    /* Loads and stores of several ranks are compared by what orders the ranks; whether
     * MPI_Win_sync, or another call that synchronises the window, is between is not. */
    if (rank != w->comm->rank && w->part[rank].size)
        port_leaves_out(
            "whether MPI_Win_sync is between stores to shared memory and loads "
            "of it by others");
    *size = w->part[rank].size;
    *disp_unit = w->part[rank].unit;
    *(void **)baseptr =
        w->part[rank].size ? (char *)w->memory + w->part[rank].offset : NULL;
    LEAVE(MPI_SUCCESS);
}

/* ---- dynamic windows ---- */

EXPORT int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    ENTER(Win_create_dynamic);
    FIND_INTRACOMM(c, comm);
    CHECK_RESULT(win);
    NEED_INFO_OR_NULL(c, info);
    struct win *w = win_new(c, MPI_WIN_FLAVOR_DYNAMIC, 0, 1, info);
    w->base = MPI_BOTTOM;
    win_exchange(c, w);
    *win = object_publish(&w->object);
    LEAVE(MPI_SUCCESS);
}

/* The attached memory that has bytes of this, or none. */
static struct attached *overlapping(struct win *w, const char *base, size_t bytes)
{
    for (size_t i = 0; i < w->attached.len; i++) {
        struct attached *a = &w->attached.at[i];
        if (a->base < base + bytes && base < a->base + a->bytes)
            return a;
    }
    return NULL;
}

EXPORT int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
    ENTER(Win_attach);
    FIND_WIN(w, win);
    if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        INVALID(w->comm, MPI_ERR_RMA_FLAVOR, "%s was not made by MPI_Win_create_dynamic",
                win_text(w));
    CHECK(check_size(w->comm, size, 1));
    if (!base && size > 0)
        INVALID(w->comm, MPI_ERR_BASE, "base is NULL, but the size is %ld", (long)size);
    CHECK(bounds_bytes(w->comm, base, (size_t)size, true));
    const struct attached *other = overlapping(w, base, (size_t)size);
    if (other)
        INVALID(w->comm, MPI_ERR_RMA_ATTACH,
                "the memory overlaps what %s has attached to %s", call_text(other->from),
                win_text(w));
    vec_push(&w->attached, (struct attached){base, (size_t)size, lib()->from});
    if (size)
        port_window_memory(lib()->from, w->number, port_rank(), base, (size_t)size,
                           (uint64_t)(uintptr_t)base, true);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_detach(MPI_Win win, const void *base)
{
    ENTER(Win_detach);
    FIND_WIN(w, win);
    if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        INVALID(w->comm, MPI_ERR_RMA_FLAVOR, "%s was not made by MPI_Win_create_dynamic",
                win_text(w));
    size_t i = 0;
    while (i < w->attached.len && w->attached.at[i].base != base)
        i++;
    if (i == w->attached.len)
        INVALID(w->comm, MPI_ERR_RMA_ATTACH,
                "no memory at this address is attached to %s", win_text(w));
    if (w->attached.at[i].bytes)
        port_window_forget(lib()->from, w->number, w->attached.at[i].base);
    w->attached.at[i] = vec_last(&w->attached);
    w->attached.len--;
    LEAVE(MPI_SUCCESS);
}

/* ---- freeing ---- */

EXPORT int MPI_Win_free(MPI_Win *win)
{
    ENTER(Win_free);
    CHECK_RESULT(win);
    FIND_WIN(w, *win);
    const char *open = epoch_open(w);
    if (open)
        EPOCH_ERROR(w, MPI_ERR_RMA_SYNC, "%s is freed, but %s", win_text(w), open);
    int code = attr_delete_all(&w->attrs, *win);
    if (code)
        LEAVE(attr_failed(w->comm, "delete", code));
    epoch_farewell(w);
    if (w->part[w->comm->rank].window != w->number)
        port_window_parted(lib()->from, w->base);
    port_window_forget(lib()->from, w->number, NULL);
    object_unpublish(&w->object);
    *win = MPI_WIN_NULL;
    LEAVE(MPI_SUCCESS);
}
