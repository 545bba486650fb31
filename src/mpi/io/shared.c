/* SPDX-License-Identifier: Apache-2.0
 *
 * shared.c - the shared file pointer.
 *
 * The network decides which rank is the next to move it, so every access takes its place
 * by an atomic fetch-and-add, in memory of the checker's that is kept like that of a
 * window: each order is an outcome. Whenever all ranks agree where the pointer is (after
 * a seek, or a new view), they begin to count anew, in other memory, from what they have
 * agreed on. A program that only makes ordered accesses needs no fetch-and-add, and no
 * explorer that knows windows. (With the first other access, the search begins again with
 * such an explorer.) */
#include "mpi/coll/reduce.h"
#include "mpi/io/file.h"
#include "mpi/type/types.h"
#include <string.h>

enum { WORD = sizeof(int64_t) };

/* Adds to what was counted since the ranks have agreed; returns what it was before. */
static int64_t count(struct file *f, int64_t n)
{
    const struct port_run run = {.at = (uint64_t)f->shared.round * WORD, .bytes = WORD};
    struct port_rma a = {.kind = PORT_FETCH,
                         .from = lib()->from,
                         .window = f->shared.window,
                         .target = comm_world_of(f->comm, 0),
                         .lock = PORT_NO_LOCK,
                         .op = n ? op_number(op_find(MPI_SUM)) : PORT_NO_OP,
                         .basic = BASIC_INT64_T,
                         .element = WORD,
                         .commutes = n != 0,
                         .own = true,
                         .lo = run.at,
                         .hi = run.at + WORD,
                         .runs = &run,
                         .nruns = 1,
                         .touched = WORD,
                         .bytes = &n,
                         .n = WORD};
    struct port_read read = port_effect(lib()->from, port_atomic(lib()->from, &a));
    int64_t before;
    memcpy(&before, read.bytes, sizeof before);
    return before;
}

MPI_Offset shared_take(struct file *f, MPI_Offset n)
{
    if (!n)
        return shared_look(f);
    return f->shared.base + count(f, n);
}

MPI_Offset shared_look(struct file *f)
{
    return f->shared.base + count(f, 0);
}

/* What all ranks say, in the order of ranks. */
static int64_t said_by(const struct port_result *all, uint32_t i)
{
    int64_t value;
    size_t n;
    memcpy(&value, comm_gathered(all, i, &n), sizeof value);
    return value;
}

/* Nobody has moved the pointer but by ordered accesses: all ranks know where it is. */
static MPI_Offset take_together(struct file *f, MPI_Offset n)
{
    int64_t mine = n, before = 0, total = 0;
    struct port_result all = comm_gather_all(f->comm, &mine, sizeof mine);
    for (uint32_t i = 0; i < f->comm->nmembers; i++) {
        before += i < f->comm->me ? said_by(&all, i) : 0;
        total += said_by(&all, i);
    }
    f->shared.base += total;
    return f->shared.base - total + before;
}

/* Another rank may move the pointer in between, by an access that it has begun before:
 * each rank takes its place when the rank below it has. */
static MPI_Offset take_in_turn(struct file *f, MPI_Offset n)
{
    const struct comm *c = f->comm;
    if (c->rank > 0) {
        uint32_t from_below =
            port_irecv(lib()->from, c->messages, comm_world_of(c, c->rank - 1), 0);
        port_finish(lib()->from, &from_below, 1);
    }
    MPI_Offset at = shared_take(f, n);
    if (c->rank + 1 < c->size)
        port_forget(port_isend(lib()->from, c->messages, comm_world_of(c, c->rank + 1), 0,
                               SEND_BUFFERED, "", 0, 0));
    comm_gather_all(f->comm, NULL, 0);
    return at;
}

MPI_Offset shared_take_ordered(struct file *f, MPI_Offset n)
{
    return port_windows_live() ? take_in_turn(f, n) : take_together(f, n);
}

MPI_Offset shared_agree(struct file *f)
{
    int64_t mine = 0;
    if (!port_windows_live())
        return f->shared.base;
    comm_gather_all(f->comm, NULL, 0);
    if (f->comm->me == 0)
        mine = shared_look(f);
    struct port_result all = comm_gather_all(f->comm, &mine, sizeof mine);
    return said_by(&all, 0);
}

void shared_set(struct file *f, MPI_Offset to)
{
    f->shared.base = to;
    f->shared.round++;
}

/* ---- functions of the standard ---- */

/* Where a seek leads to, from `current`. */
static int target(struct file *f, MPI_Offset offset, int whence, MPI_Offset current,
                  MPI_Offset *to)
{
    int code = MPI_SUCCESS;
    switch (whence) {
    case MPI_SEEK_SET:
        *to = offset;
        break;
    case MPI_SEEK_CUR:
        *to = current + offset;
        break;
    case MPI_SEEK_END:
        *to = view_etype_at(&f->view, (uint64_t)file_length(f, &code)) + offset;
        break;
    default:
        return file_error(f, MPI_ERR_ARG,
                          "whence is %d, neither MPI_SEEK_SET nor MPI_SEEK_CUR nor "
                          "MPI_SEEK_END",
                          whence);
    }
    if (!code && *to < 0)
        return file_error(f, MPI_ERR_ARG, "the file pointer would become negative: %ld",
                          (long)*to);
    return code;
}

static int not_sequential(struct file *f)
{
    if (!(f->amode & MPI_MODE_SEQUENTIAL))
        return MPI_SUCCESS;
    return file_error(f, MPI_ERR_UNSUPPORTED_OPERATION,
                      "%s was opened with MPI_MODE_SEQUENTIAL", file_text(f));
}

EXPORT int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
    ENTER(File_seek);
    FIND_FILE(f, fh);
    MPI_Offset to;
    FILE_CHECK(not_sequential(f));
    FILE_CHECK(target(f, offset, whence, f->position, &to));
    f->position = to;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
    ENTER(File_get_position);
    FIND_FILE(f, fh);
    CHECK_RESULT(offset);
    FILE_CHECK(not_sequential(f));
    *offset = f->position;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
    ENTER(File_seek_shared);
    FIND_FILE(f, fh);
    MPI_Offset to;
    FILE_CHECK(not_sequential(f));
    FILE_CHECK(file_quiet(f, false));
    FILE_CHECK(file_agree(f, "offset", offset));
    FILE_CHECK(file_agree(f, "whence", whence));
    FILE_CHECK(target(f, offset, whence, shared_agree(f), &to));
    shared_set(f, to);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
    ENTER(File_get_position_shared);
    FIND_FILE(f, fh);
    CHECK_RESULT(offset);
    FILE_CHECK(not_sequential(f));
    *offset = shared_look(f);
    LEAVE(MPI_SUCCESS);
}
