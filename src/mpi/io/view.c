/* SPDX-License-Identifier: Apache-2.0
 *
 * view.c - which bytes of a file a rank sees.
 *
 * A filetype is written out once, as runs of bytes. The stream of a view is what these
 * runs contain, filetype after filetype; file pointers and offsets count its etypes. */
#include "mpi/io/file.h"
#include "mpi/lib/info.h"
#include "mpi/rma/win.h" /* footprint() */
#include "mpi/type/construct.h"
#include "mpi/type/types.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RUNS_MOST = 1 << 22 };

/* ---- where bytes are ---- */

/* The run that has this byte of the data of a filetype. */
static size_t run_of(const struct file_view *v, uint64_t at)
{
    size_t low = 0, high = v->nruns;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (v->before[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool is_plain(const struct file_view *v)
{
    return v->nruns == 1 && v->bytes == v->extent;
}

uint64_t view_piece(const struct file_view *v, uint64_t at, uint64_t n, uint64_t *offset)
{
    const uint64_t start = (uint64_t)v->disp;
    if (is_plain(v)) {
        *offset = start + v->run[0].at + at;
        return n;
    }
    uint64_t tile = at / v->bytes, in = at % v->bytes, piece = 0;
    size_t i = run_of(v, in);
    *offset = start + tile * v->extent + v->run[i].at + (in - v->before[i]);
    while (piece < n) { /* adjacent runs are one piece */
        piece += v->run[i].bytes - (in - v->before[i]);
        if (++i == v->nruns) {
            i = 0;
            tile++;
        }
        in = v->before[i];
        if (start + tile * v->extent + v->run[i].at != *offset + piece)
            break;
    }
    return piece < n ? piece : n;
}

uint64_t view_offset(const struct file_view *v, uint64_t at)
{
    uint64_t offset;
    if (!v->bytes)
        return (uint64_t)v->disp;
    view_piece(v, at, 1, &offset);
    return offset;
}

bool view_reaches(const struct file_view *v, MPI_Offset etypes)
{
    uint64_t stream, end;
    if (__builtin_mul_overflow((uint64_t)etypes, v->etype_bytes, &stream))
        return false;
    uint64_t tiles = v->bytes ? stream / v->bytes + 1 : 0;
    return !__builtin_mul_overflow(tiles, v->extent, &end) &&
           !__builtin_add_overflow(end, (uint64_t)v->disp, &end) && end <= INT64_MAX;
}

MPI_Offset view_etype_at(const struct file_view *v, uint64_t offset)
{
    if (offset <= (uint64_t)v->disp || !v->bytes)
        return 0;
    uint64_t at = offset - (uint64_t)v->disp, tile = at / v->extent, in = at % v->extent;
    uint64_t stream = tile * v->bytes;
    for (size_t i = 0; i < v->nruns && v->run[i].at < in; i++) {
        uint64_t left = in - v->run[i].at;
        stream += left < v->run[i].bytes ? left : v->run[i].bytes;
    }
    return (MPI_Offset)((stream + v->etype_bytes - 1) / v->etype_bytes);
}

/* ---- making ---- */

void view_release(struct file_view *v)
{
    type_release(v->etype);
    type_release(v->filetype);
    free(v->run);
    free(v->before);
}

static bool is_external_as_native(const struct datatype *t)
{
    return type_external_size(t) == (size_t)t->size;
}

/* Writes out where the data of a filetype are. Returns an error code if it makes no
 * view. */
static int lay_out(struct file *f, struct file_view *v)
{
    const struct datatype *t = v->filetype;
    MPI_Aint lo = 0, hi = 0;
    bool plain = t->contiguous && v->etype->contiguous;
    v->etype_bytes = (uint64_t)v->etype->size;
    v->bytes = (uint64_t)t->size;
    v->extent = (uint64_t)type_extent(t);
    if (v->external && !is_external_as_native(t)) {
        if (!plain)
            port_refuse(lib()->from, REASON_FEATURE,
                        "a filetype with holes is not supported in external32 if its "
                        "elements have another size there");
        v->etype_bytes = type_external_size(v->etype);
        v->bytes = v->extent = type_external_size(t);
        v->run = lib_alloc(sizeof *v->run);
        v->run[0].bytes = v->bytes;
        v->nruns = v->bytes > 0;
    } else {
        v->run = footprint(t, 1, 0, (size_t)t->size, &v->nruns, &lo, &hi);
    }
    if (v->nruns > RUNS_MOST)
        port_refuse(lib()->from, REASON_SAID, "a filetype of %zu pieces; %d are the most",
                    v->nruns, RUNS_MOST);
    if (v->nruns && lo < 0)
        return file_error(f, MPI_ERR_IO, "the filetype begins at displacement %ld",
                          (long)lo);
    v->before = lib_alloc(v->nruns * sizeof *v->before);
    for (size_t i = 1; i < v->nruns; i++) {
        v->before[i] = v->before[i - 1] + v->run[i - 1].bytes;
        if (v->run[i].at < v->run[i - 1].at)
            return file_error(
                f, MPI_ERR_IO,
                "the displacements of the filetype decrease from %ld to %ld",
                (long)v->run[i - 1].at, (long)v->run[i].at);
        if (f && f->amode & (MPI_MODE_WRONLY | MPI_MODE_RDWR) &&
            v->run[i].at < v->run[i - 1].at + v->run[i - 1].bytes)
            return file_error(f, MPI_ERR_IO,
                              "the filetype has overlapping pieces, and the file is open "
                              "for writing");
    }
    if (v->nruns && type_extent(t) <= 0)
        return file_error(f, MPI_ERR_IO, "the extent of the filetype is %ld",
                          (long)type_extent(t));
    return MPI_SUCCESS;
}

void view_start(struct file_view *v)
{
    *v =
        (struct file_view){.etype = type_find(MPI_BYTE), .filetype = type_find(MPI_BYTE)};
    type_hold(v->etype);
    type_hold(v->filetype);
    strcpy(v->datarep, "native");
    lay_out(NULL, v);
}

/* ---- functions of the standard ---- */

/* Has the filetype as many bytes as some number of etypes? */
static bool is_multiple(const struct datatype *filetype, const struct datatype *etype)
{
    return etype->size ? filetype->size % etype->size == 0 : !filetype->size;
}

/* Are data of this signature made of etypes? With bytes all data are. */
static bool is_made_of(const struct signature *s, const struct datatype *etype)
{
    const struct signature *e = &etype->signature;
    bool bytes = e->runs == 1 && !e->more && e->run[0].basic == BASIC_BYTE;
    if (bytes || !s->elements)
        return true;
    if (!e->elements || s->elements % e->elements)
        return false;
    struct signature all = type_signature(etype, (MPI_Count)(s->elements / e->elements));
    return signature_equal(s, &all);
}

/* Not to be made of etypes is a finding in any case: implementations compare sizes. */
static void need_made_of(const struct signature *s, const struct datatype *etype,
                         const char *what)
{
    char mine[TYPE_TEXT], theirs[TYPE_TEXT];
    if (is_made_of(s, etype))
        return;
    signature_text(s, mine);
    type_describe(etype, 1, theirs);
    port_fail(lib()->from, FINDING_DATATYPE_MISMATCH, "%s %s, and the etype is %s", what,
              mine, theirs);
}

void view_check_data(const struct file_view *v, const struct data *d, bool write)
{
    struct signature s = type_signature(d->type, d->count);
    need_made_of(&s, v->etype, write ? "what is written is" : "what is read is");
}

static int make_view(struct file *f, struct file_view *v, MPI_Offset disp,
                     MPI_Datatype etype, MPI_Datatype filetype, const char *datarep)
{
    int code;
    struct datatype *e = type_check_comm(f->comm, etype, &code);
    if (!e)
        return code;
    struct datatype *t = type_check_comm(f->comm, filetype, &code);
    if (!t)
        return code;
    if ((code = datarep_check(f, datarep)))
        return code;
    if (disp < 0 && disp != MPI_DISPLACEMENT_CURRENT)
        return file_error(f, MPI_ERR_ARG, "disp is negative: %ld", (long)disp);
    if (!(f->amode & MPI_MODE_SEQUENTIAL) != (disp != MPI_DISPLACEMENT_CURRENT))
        return file_error(f, MPI_ERR_ARG,
                          "MPI_DISPLACEMENT_CURRENT is for files that were opened with "
                          "MPI_MODE_SEQUENTIAL, and for these it is needed");
    if (!is_multiple(t, e))
        return file_error(f, MPI_ERR_ARG,
                          "the filetype has %ld bytes, which is no multiple of the "
                          "etype's %ld",
                          (long)t->size, (long)e->size);
    *v = (struct file_view){.disp = disp, .etype = e, .filetype = t};
    strncpy(v->datarep, datarep, sizeof v->datarep - 1);
    v->external = !strcasecmp(datarep, "external32");
    need_made_of(&t->signature, e, "the filetype is");
    type_hold(e);
    type_hold(t);
    code = lay_out(f, v);
    if (code)
        view_release(v);
    return code;
}

/* What all ranks must agree on: the data representation, and how large an etype is. */
static int64_t common(const struct file_view *v)
{
    return (int64_t)(v->etype_bytes << 2 | (uint64_t)v->external);
}

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* Equal views have equal names. */
static uint64_t name(const struct file_view *v)
{
    uint64_t h = mix(mix(mix(1, (uint64_t)v->disp), v->extent), v->etype->signature.hash);
    for (size_t i = 0; i < v->nruns; i++)
        h = mix(mix(h, (uint64_t)v->run[i].at), v->run[i].bytes);
    return h;
}

EXPORT int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
                             MPI_Datatype filetype, const char *datarep, MPI_Info info)
{
    ENTER(File_set_view);
    FIND_FILE(f, fh);
    struct file_view v;
    NEED_INFO_OR_NULL(f->comm, info);
    FILE_CHECK(file_quiet(f, true));
    FILE_CHECK(make_view(f, &v, disp, etype, filetype, datarep));
    /* The shared file pointer says where the current displacement is. */
    if (disp == MPI_DISPLACEMENT_CURRENT)
        v.disp = (MPI_Offset)view_offset(&f->view, (uint64_t)shared_take_ordered(f, 0) *
                                                       f->view.etype_bytes);
    int code = file_agree_but(f, "the size of the etype, with the data representation,",
                              common(&v), name(&v), &f->other_view);
    if (code) {
        view_release(&v);
        LEAVE(code);
    }
    view_release(&f->view);
    f->view = v;
    f->position = 0;
    shared_set(f, 0);
    if (info != MPI_INFO_NULL)
        info_merge(f->info, info_find(info));
    LEAVE(MPI_SUCCESS);
}

/* A handle for the program: the same one of a predefined type, or a duplicate. */
static MPI_Datatype type_give(struct datatype *t)
{
    if (t->object.builtin)
        return t->object.handle;
    struct datatype *made = type_resized(t, t->lb, type_extent(t));
    type_remember(made, MPI_COMBINER_DUP, 1, &t);
    made->committed = true;
    return object_publish(&made->object);
}

EXPORT int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
                             MPI_Datatype *filetype, char *datarep)
{
    ENTER(File_get_view);
    FIND_FILE(f, fh);
    CHECK_RESULT(disp);
    CHECK_RESULT(etype);
    CHECK_RESULT(filetype);
    CHECK_RESULT(datarep);
    *disp = f->view.disp;
    *etype = type_give(f->view.etype);
    *filetype = type_give(f->view.filetype);
    GIVE_TEXT(datarep, f->view.datarep, MPI_MAX_DATAREP_STRING);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
    ENTER(File_get_byte_offset);
    FIND_FILE(f, fh);
    CHECK_RESULT(disp);
    if (offset < 0)
        FILE_ERROR(f, MPI_ERR_ARG, "offset is negative: %ld", (long)offset);
    if (!view_reaches(&f->view, offset))
        FILE_ERROR(f, MPI_ERR_ARG, "offset is too large: %ld", (long)offset);
    if (f->amode & MPI_MODE_SEQUENTIAL)
        FILE_ERROR(f, MPI_ERR_UNSUPPORTED_OPERATION,
                   "%s was opened with MPI_MODE_SEQUENTIAL", file_text(f));
    *disp = (MPI_Offset)view_offset(&f->view, (uint64_t)offset * f->view.etype_bytes);
    LEAVE(MPI_SUCCESS);
}

/* The extent that a type has in the file. */
static int type_extent_in(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
    int code;
    FIND_FILE(f, fh);
    const struct datatype *t = type_need(f->comm, datatype, &code);
    if (!t)
        LEAVE(code);
    if (f->view.external && !is_external_as_native(t)) {
        if (!t->contiguous)
            port_refuse(lib()->from, REASON_FEATURE,
                        "a datatype with holes is not supported in external32 if its "
                        "elements have another size there");
        *extent = (MPI_Count)type_external_size(t);
    } else {
        *extent = type_extent(t);
    }
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent)
{
    ENTER(File_get_type_extent);
    CHECK_RESULT(extent);
    MPI_Count bytes = 0;
    int code = type_extent_in(fh, datatype, &bytes);
    if (!code)
        *extent = bytes;
    return code;
}

EXPORT int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype,
                                      MPI_Count *extent)
{
    ENTER(File_get_type_extent_c);
    CHECK_RESULT(extent);
    return type_extent_in(fh, datatype, extent);
}
