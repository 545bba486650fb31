/* SPDX-License-Identifier: Apache-2.0
 *
 * transfer.c - moving data between memory and file.
 *
 * Data are packed, and converted if the file is in external32, and then go to the pieces
 * of the file that the view has at that place: one system call for each. */
#include "mpi/io/file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t transfer_size(const struct file *f, const struct data *d)
{
    return f->view.external ? type_external_size(d->type) * (uint64_t)d->count
                            : data_bytes(d);
}

/* Writes all of it; returns an error number. */
static int put(struct file *f, const char *bytes, uint64_t n, uint64_t at, uint64_t *done)
{
    for (*done = 0; *done < n;) {
        uint64_t offset, piece = view_piece(&f->view, at + *done, n - *done, &offset);
        ssize_t some = pwrite(f->fd, bytes + *done, piece, (off_t)offset);
        if (some < 0)
            return errno;
        *done += (uint64_t)some;
    }
    return 0;
}

/* Reads as much as there is; returns an error number. */
static int get(struct file *f, char *bytes, uint64_t n, uint64_t at, uint64_t *done)
{
    for (*done = 0; *done < n;) {
        uint64_t offset, piece = view_piece(&f->view, at + *done, n - *done, &offset);
        ssize_t some = pread(f->fd, bytes + *done, piece, (off_t)offset);
        if (some < 0)
            return errno;
        if (some == 0)
            return 0;
        *done += (uint64_t)some;
    }
    return 0;
}

static char *alloc(uint64_t n)
{
    char *bytes = malloc(n ? n : 1);
    if (!bytes)
        port_refuse(lib()->from, REASON_SIZE, "no memory left for %lu bytes",
                    (unsigned long)n);
    return bytes;
}

/* The data as they are in the file; allocated unless they lie in the buffer so. */
static const char *to_file(const struct file *f, const struct data *d, char **room)
{
    if (d->type->contiguous && !f->view.external)
        return d->at;
    char *packed = *room = alloc(data_bytes(d));
    data_pack(d, packed);
    if (!f->view.external)
        return packed;
    *room = alloc(transfer_size(f, d));
    type_to_external(packed, d->count, d->type, *room);
    free(packed);
    return *room;
}

int transfer_write(struct file *f, const struct data *d, MPI_Offset position,
                   uint64_t *bytes)
{
    char *room = NULL;
    uint64_t n = transfer_size(f, d);
    *bytes = 0;
    if (!n)
        return MPI_SUCCESS;
    const char *from = to_file(f, d, &room);
    int error = put(f, from, n, (uint64_t)position * f->view.etype_bytes, bytes);
    free(room);
    if (error)
        return file_failed(f, f->name, error);
    *bytes = data_bytes(d);
    return MPI_SUCCESS;
}

/* Puts n bytes of external32 into the buffer; returns how many bytes there they are. Only
 * whole elements of the datatype count, if their size changes. */
static uint64_t from_external(const struct data *d, char *external, uint64_t n)
{
    uint64_t one = type_external_size(d->type);
    bool same = one == (uint64_t)d->type->size;
    char *native = alloc(data_bytes(d));
    memset(external + n, 0, one * (uint64_t)d->count - n);
    type_from_external(external, d->count, d->type, native);
    uint64_t got = same ? n : n / one * (uint64_t)d->type->size;
    data_unpack(d, native, got);
    free(native);
    return got;
}

int transfer_read(struct file *f, const struct data *d, MPI_Offset position,
                  uint64_t *bytes)
{
    uint64_t n = transfer_size(f, d), at = (uint64_t)position * f->view.etype_bytes;
    bool direct = n && d->type->contiguous && !f->view.external;
    *bytes = 0;
    if (!n)
        return MPI_SUCCESS;
    char *room = direct ? NULL : alloc(n);
    int error = get(f, direct ? d->at : room, n, at, bytes);
    if (!error && !direct) {
        if (f->view.external)
            *bytes = from_external(d, room, *bytes);
        else
            data_unpack(d, room, *bytes);
    }
    free(room);
    return error ? file_failed(f, f->name, error) : MPI_SUCCESS;
}
