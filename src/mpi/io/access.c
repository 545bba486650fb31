/* SPDX-License-Identifier: Apache-2.0
 *
 * access.c - reading and writing: every function of the standard that moves data.
 *
 * There are 34, and as many for large counts. They differ in where they begin (at an
 * offset, or at one of three file pointers), in who takes part (one rank or all), and in
 * whether they wait (blocking, nonblocking, begin and end). A nonblocking access is
 * carried out at once: when it happens would only matter if somebody else accessed the
 * same bytes, and then nothing orders the two. Its buffer is in use until the program
 * learns that it is complete. */
#include "mpi/io/file.h"
#include "mpi/lib/counts.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/request.h"
#include "mpi/p2p/status.h"
#include "mpi/type/bounds.h"
#include <stdlib.h>

enum pointer { POINTER_NONE, POINTER_OWN, POINTER_SHARED, POINTER_ORDERED };

struct io {
    MPI_File fh;
    enum pointer pointer;
    bool write, together;
    MPI_Offset offset;
    const void *buf;
    MPI_Count count;
    MPI_Datatype type;
    MPI_Status *status;   /* of a blocking access */
    MPI_Request *request; /* NULL: it is blocking, or begins one */
    uint16_t end;         /* the function that ends it; 0: it does not only begin */
};

/* ---- checking ---- */

static int check_mode(struct file *f, const struct io *io)
{
    if (io->write && f->amode & MPI_MODE_RDONLY)
        return file_error(f, MPI_ERR_READ_ONLY, "%s is open for reading only",
                          file_text(f));
    if (!io->write && f->amode & MPI_MODE_WRONLY)
        return file_error(f, MPI_ERR_ACCESS, "%s is open for writing only", file_text(f));
    if (f->amode & MPI_MODE_SEQUENTIAL && io->pointer < POINTER_SHARED)
        return file_error(f, MPI_ERR_UNSUPPORTED_OPERATION,
                          "%s was opened with MPI_MODE_SEQUENTIAL, and can only be "
                          "accessed by the shared file pointer",
                          file_text(f));
    if (io->pointer >= POINTER_SHARED && f->other_view)
        return file_erroneous(f, MPI_ERR_NOT_SAME,
                              "the shared file pointer is for ranks that have the same "
                              "view of the file, and rank %u has another one",
                              f->comm->members[f->other_view - 1]);
    if (io->pointer == POINTER_NONE && io->offset < 0)
        return file_error(f, MPI_ERR_ARG, "offset is negative: %ld", (long)io->offset);
    return MPI_SUCCESS;
}

static int check_data(struct file *f, const struct io *io, struct data *d,
                      MPI_Offset *etypes)
{
    int code = data_check(f->comm, io->buf, count_fit(io->count), io->type, d);
    if (!code && !io->write)
        code = type_check_received(f->comm, d->count, d->type);
    if (!code)
        code = io->write ? bounds_read(f->comm, d) : bounds_written(f->comm, d);
    if (code)
        return code;
    uint64_t n = transfer_size(f, d), etype = f->view.etype_bytes;
    if (n && !f->view.bytes)
        return file_error(f, MPI_ERR_IO, "the filetype of the view has no data");
    if (n && n % etype)
        return file_error(f, MPI_ERR_IO,
                          "%lu bytes are no multiple of the etype's %lu of the view",
                          (unsigned long)n, (unsigned long)etype);
    view_check_data(&f->view, d, io->write);
    *etypes = etype ? (MPI_Offset)(n / etype) : 0;
    return MPI_SUCCESS;
}

/* ---- nonblocking ---- */

static void finish(struct request *r, const struct port_result *result)
{
    const struct pending_access *p = r->state;
    (void)result;
    r->status = p->status;
}

static void discard(void *state)
{
    struct pending_access *p = state, **at = &p->file->pending;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    object_release(&p->file->object);
    free(p);
}

/* A request of an access that is carried out; its buffer is in use until it is waited
 * for. */
static struct request *request_of(struct file *f, const struct io *io,
                                  const struct data *d, struct pending_access what)
{
    struct request *r = request_new(REQUEST_FILE, f->comm);
    struct pending_access *p = lib_alloc(sizeof *p);
    struct bytes uses = {0}, none = {0};
    *p = what;
    p->next = f->pending;
    f->pending = p;
    object_hold(&f->object);
    r->active = r->started = true;
    r->state = p;
    r->finish = finish;
    r->discard = discard;
    r->data = *d;
    data_hold(&r->data);
    bytes_add(&uses, d);
    active_start(r, io->write ? &uses : &none, io->write ? &none : &uses);
    r->port = request_complete_already();
    return r;
}

/* Two accesses of a rank that are under way at a time must not conflict, unless the file
 * is in atomic mode. */
static void check_pending(const struct file *f, const struct pending_access *now)
{
    for (const struct pending_access *p = f->pending; p && !f->atomic; p = p->next)
        if ((p->write || now->write) && p->from < now->to && now->from < p->to) {
            port_note(lib()->from, FINDING_FILE_RACE,
                      "%s bytes of %s that %s at %s %s, which is not complete",
                      now->write ? "writes" : "reads", file_text(f),
                      lib_call_name(p->call.call), port_place(p->call.site),
                      p->write ? "writes" : "reads");
            return;
        }
}

/* ---- the access ---- */

static MPI_Offset place_of(struct file *f, const struct io *io, MPI_Offset etypes)
{
    switch (io->pointer) {
    case POINTER_NONE:
        return io->offset;
    case POINTER_OWN:
        f->position += etypes;
        return f->position - etypes;
    case POINTER_SHARED:
        return shared_take(f, etypes);
    case POINTER_ORDERED:
        return shared_take_ordered(f, etypes);
    }
    return 0;
}

static int move(struct file *f, const struct io *io, const struct data *d, MPI_Offset at,
                MPI_Status *status)
{
    uint64_t bytes = 0;
    active_access(d, io->write ? PORT_READS : PORT_WRITES);
    if (f->atomic && (io->request || io->end))
        port_rests_on("nonblocking accesses in atomic mode that happen at once");
    struct io_turn turn = turn_begin(f, io->write);
    int code =
        io->write ? transfer_write(f, d, at, &bytes) : transfer_read(f, d, at, &bytes);
    turn_end(f, turn);
    *status = status_empty();
    status_set_bytes(status, bytes);
    return code;
}

static int access_file(struct io io)
{
    FIND_FILE(f, io.fh);
    struct data d;
    MPI_Offset etypes = 0;
    MPI_Status status;
    if (io.together || io.end)
        FILE_CHECK(file_quiet(f, false));
    FILE_CHECK(check_mode(f, &io));
    FILE_CHECK(check_data(f, &io, &d, &etypes));
    if (io.together && io.pointer != POINTER_ORDERED)
        file_meet(f);
    MPI_Offset at = place_of(f, &io, etypes), end;
    if (__builtin_add_overflow(at, etypes, &end) || !view_reaches(&f->view, end))
        FILE_ERROR(f, MPI_ERR_ARG, "there is no place in a file at offset %ld", (long)at);
    struct pending_access now = {
        .file = f, .write = io.write, .from = at, .to = end, .call = lib()->from};
    check_pending(f, &now);
    FILE_CHECK(move(f, &io, &d, at, &status));
    now.status = status;
    if (io.request) {
        *io.request = request_of(f, &io, &d, now)->object.handle;
    } else if (io.end) {
        f->split.request = request_of(f, &io, &d, now);
        f->split.end = io.end;
        f->split.buf = io.buf;
        f->split.status = status;
    } else {
        status_give(io.status, status);
    }
    LEAVE(MPI_SUCCESS);
}

static int end_split(MPI_File fh, const void *buf, MPI_Status *status)
{
    FIND_FILE(f, fh);
    struct request *r = f->split.request;
    uint16_t call = lib()->from.call;
    if (!r)
        LEAVE(file_erroneous(f, MPI_ERR_OTHER, "no split collective has begun on %s",
                             file_text(f)));
    if (f->split.end != call)
        LEAVE(file_erroneous(f, MPI_ERR_OTHER,
                             "%s at %s has begun a split collective, which %s does not "
                             "end",
                             lib_call_name(r->from.call), port_place(r->from.site),
                             lib_call_name(call)));
    if (f->split.buf != buf)
        LEAVE(file_erroneous(f, MPI_ERR_ARG,
                             "buf is not the buffer that %s at %s was given",
                             lib_call_name(r->from.call), port_place(r->from.site)));
    file_meet(f);
    f->split.request = NULL;
    active_end(r, lib()->from);
    port_forget(r->port);
    object_unpublish(&r->object);
    status_give(status, f->split.status);
    LEAVE(MPI_SUCCESS);
}

/* ---- functions of the standard ---- */

#define BUFFER_read  void *buf
#define BUFFER_write const void *buf
#define IS_read      false
#define IS_write     true
#define AT           MPI_Offset offset,
#define OFFSET       .offset = offset,
#define IO(kind, where, all)                                                             \
    .fh = fh, .write = IS_##kind, .pointer = where, .together = all, .buf = buf,         \
    .count = count, .type = datatype

#define BLOCKING(kind, name, COUNT, at, given, where, all)                               \
    EXPORT int MPI_File_##name(MPI_File fh, at BUFFER_##kind, COUNT count,               \
                               MPI_Datatype datatype, MPI_Status *status)                \
    {                                                                                    \
        ENTER(File_##name);                                                              \
        return access_file((struct io){given IO(kind, where, all), .status = status});   \
    }

#define NONBLOCKING(kind, name, COUNT, at, given, where, all)                            \
    EXPORT int MPI_File_##name(MPI_File fh, at BUFFER_##kind, COUNT count,               \
                               MPI_Datatype datatype, MPI_Request *request)              \
    {                                                                                    \
        ENTER(File_##name);                                                              \
        CHECK_RESULT(request);                                                           \
        return access_file((struct io){given IO(kind, where, all), .request = request}); \
    }

#define BEGINNING(kind, name, ends, COUNT, at, given, where)                             \
    EXPORT int MPI_File_##name(MPI_File fh, at BUFFER_##kind, COUNT count,               \
                               MPI_Datatype datatype)                                    \
    {                                                                                    \
        ENTER(File_##name);                                                              \
        return access_file(                                                              \
            (struct io){given IO(kind, where, true), .end = CALL_File_##ends});          \
    }

#define ENDING(kind, name)                                                               \
    EXPORT int MPI_File_##name(MPI_File fh, BUFFER_##kind, MPI_Status *status)           \
    {                                                                                    \
        ENTER(File_##name);                                                              \
        return end_split(fh, buf, status);                                               \
    }

#define ALL_FORMS(kind, COUNT, c)                                                        \
    BLOCKING(kind, kind##_at##c, COUNT, AT, OFFSET, POINTER_NONE, false)                 \
    BLOCKING(kind, kind##_at_all##c, COUNT, AT, OFFSET, POINTER_NONE, true)              \
    BLOCKING(kind, kind##c, COUNT, , , POINTER_OWN, false)                               \
    BLOCKING(kind, kind##_all##c, COUNT, , , POINTER_OWN, true)                          \
    BLOCKING(kind, kind##_shared##c, COUNT, , , POINTER_SHARED, false)                   \
    BLOCKING(kind, kind##_ordered##c, COUNT, , , POINTER_ORDERED, true)                  \
    NONBLOCKING(kind, i##kind##_at##c, COUNT, AT, OFFSET, POINTER_NONE, false)           \
    NONBLOCKING(kind, i##kind##_at_all##c, COUNT, AT, OFFSET, POINTER_NONE, true)        \
    NONBLOCKING(kind, i##kind##c, COUNT, , , POINTER_OWN, false)                         \
    NONBLOCKING(kind, i##kind##_all##c, COUNT, , , POINTER_OWN, true)                    \
    NONBLOCKING(kind, i##kind##_shared##c, COUNT, , , POINTER_SHARED, false)             \
    BEGINNING(kind, kind##_at_all_begin##c, kind##_at_all_end, COUNT, AT, OFFSET,        \
              POINTER_NONE)                                                              \
    BEGINNING(kind, kind##_all_begin##c, kind##_all_end, COUNT, , , POINTER_OWN)         \
    BEGINNING(kind, kind##_ordered_begin##c, kind##_ordered_end, COUNT, , ,              \
              POINTER_ORDERED)

ALL_FORMS(read, int, )
ALL_FORMS(write, int, )
ALL_FORMS(read, MPI_Count, _c)
ALL_FORMS(write, MPI_Count, _c)

ENDING(read, read_at_all_end)
ENDING(read, read_all_end)
ENDING(read, read_ordered_end)
ENDING(write, write_at_all_end)
ENDING(write, write_all_end)
ENDING(write, write_ordered_end)
