/* SPDX-License-Identifier: Apache-2.0
 *
 * file.c - opening, closing and deleting files.
 *
 * MPI_File_open is collective: the first rank opens, and makes the file if need be, the
 * others open what is there then. So it is made once, whatever its mode, and all ranks
 * learn what came of it. Opening and closing wait for all ranks, as they do in all
 * implementations that we know of, although the standard does not promise it; the verdict
 * says so. */
#include "mpi/io/file.h"
#include "mpi/coll/coll.h"
#include "mpi/lib/error.h"
#include "mpi/lib/info.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- finding ---- */

struct file *file_find(MPI_File fh)
{
    mpi_handle h = file_number(fh);
    return file_handle(h) == fh ? (struct file *)object_find(OBJECT_FILE, h) : NULL;
}

const char *file_text(const struct file *f)
{
    return f->name;
}

/* ---- errors ---- */

struct errhandler *file_null_errhandler(void)
{
    struct lib *l = lib();
    if (!l->file_errors)
        file_set_null_errhandler(errhandler_predefined(MPI_ERRORS_RETURN));
    return l->file_errors;
}

void file_set_null_errhandler(struct errhandler *e)
{
    struct lib *l = lib();
    object_hold(&e->object);
    if (l->file_errors)
        object_release(&l->file_errors->object);
    l->file_errors = e;
}

int file_error(struct file *f, int error_class, const char *format, ...)
{
    char text[768];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return lib_error_by(f ? f->comm->errhandler : file_null_errhandler(),
                        f ? f->object.handle : 0, error_class, FINDING_INVALID_ARGUMENT,
                        "%s", text);
}

int file_erroneous(struct file *f, int error_class, const char *format, ...)
{
    char text[768];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return lib_erroneous(f->comm, error_class, "%s", text);
}

int file_unknown(MPI_File fh)
{
    const char *why = fh == MPI_FILE_NULL ? "the file is MPI_FILE_NULL"
                                          : "the file does not exist, or has been closed";
    errhandler_call(file_null_errhandler(), 0, MPI_ERR_FILE, FINDING_INVALID_ARGUMENT,
                    why);
    port_note(lib()->from, FINDING_INVALID_ARGUMENT, "%s", why);
    return MPI_ERR_FILE;
}

static int class_of(int error)
{
    switch (error) {
    case EACCES:
    case EPERM:
        return MPI_ERR_ACCESS;
    case ENOENT:
        return MPI_ERR_NO_SUCH_FILE;
    case EEXIST:
        return MPI_ERR_FILE_EXISTS;
    case ENOSPC:
        return MPI_ERR_NO_SPACE;
    case EDQUOT:
        return MPI_ERR_QUOTA;
    case EROFS:
        return MPI_ERR_READ_ONLY;
    case EISDIR:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
        return MPI_ERR_BAD_FILE;
    case EBUSY:
    case ETXTBSY:
        return MPI_ERR_FILE_IN_USE;
    case ENOMEM:
        return MPI_ERR_NO_MEM;
    default:
        return MPI_ERR_IO;
    }
}

int file_failed(struct file *f, const char *name, int error)
{
    return lib_error_by(f ? f->comm->errhandler : file_null_errhandler(),
                        f ? f->object.handle : 0, class_of(error), FINDING_EXIT_CODE,
                        "%s: %s", name, strerror(error));
}

/* ---- together ---- */

void file_meet(struct file *f)
{
    struct coll k = coll_of(f->comm);
    lib()->depth++; /* coll_run() leaves */
    coll_run(&k, (struct coll_form){0});
}

int file_agree_but(struct file *f, const char *what, int64_t value, uint64_t free,
                   uint32_t *other)
{
    struct {
        int64_t value;
        uint64_t free;
    } mine = {value, free}, theirs;
    struct port_result all = comm_gather_all(f->comm, &mine, sizeof mine);
    *other = 0;
    for (uint32_t i = 0; i < f->comm->nmembers; i++) {
        size_t n;
        memcpy(&theirs, comm_gathered(&all, i, &n), sizeof theirs);
        if (theirs.value != value)
            return file_erroneous(f, MPI_ERR_NOT_SAME,
                                  "%s is %ld here and %ld at rank %u, and must be the "
                                  "same on all ranks",
                                  what, (long)value, (long)theirs.value,
                                  f->comm->members[i]);
        if (theirs.free != free)
            *other = i + 1;
    }
    return MPI_SUCCESS;
}

int file_agree(struct file *f, const char *what, int64_t value)
{
    uint32_t other;
    return file_agree_but(f, what, value, 0, &other);
}

int file_quiet(struct file *f, bool pending_too)
{
    if (f->split.request)
        return file_erroneous(f, MPI_ERR_OTHER,
                              "the split collective of %s at %s on %s has not ended",
                              lib_call_name(f->split.request->from.call),
                              port_place(f->split.request->from.site), file_text(f));
    if (pending_too && f->pending) /* implementations let that pass */
        port_note(lib()->from, FINDING_INVALID_ARGUMENT,
                  "the access of %s at %s to %s is not complete",
                  lib_call_name(f->pending->call.call), port_place(f->pending->call.site),
                  file_text(f));
    return MPI_SUCCESS;
}

/* ---- opening ---- */

static void destroy(struct mpi_object *o)
{
    struct file *f = (struct file *)o;
    view_release(&f->view);
    info_free(f->info);
    object_release(&f->comm->object);
    free(f->name);
    free(f);
}

/* A name for the lock of atomic mode. */
static uint32_t turn_window(const char *key)
{
    char *name = lib_alloc(strlen(key) + sizeof "/atomic");
    strcpy(name, key);
    strcat(name, "/atomic");
    uint32_t window = port_window(name, strlen(name), name);
    free(name);
    return window;
}

static struct file *file_new(struct comm *parent, const char *name, int amode,
                             MPI_Info info)
{
    struct file *f = lib_alloc(sizeof *f);
    object_init(&f->object, OBJECT_FILE, destroy);
    object_hold(&parent->local->object);
    char *key = comm_child_key(parent, "file");
    f->shared.window = port_window(key, strlen(key), key);
    f->turns = turn_window(key);
    f->comm = comm_new(lib()->world, parent->local, NULL, false, key);
    f->comm->owner = &f->object;
    struct errhandler *e = file_null_errhandler();
    object_hold(&e->object);
    object_release(&f->comm->errhandler->object);
    f->comm->errhandler = e;
    f->name = lib_alloc(strlen(name) + 1);
    strcpy(f->name, name);
    f->amode = amode;
    f->fd = -1;
    f->info = info_copy(info_find(info));
    view_start(&f->view);
    return f;
}

/* Implementations take the name of a file system before the path: "ufs:out.dat". */
static const char *path_of(const char *name)
{
    static const char *const systems[] = {"ufs",   "nfs",   "xfs",    "lustre",
                                          "panfs", "pvfs2", "testfs", "gpfs",
                                          "im",    "daos",  "ufs_rd", "quobyte"};
    const char *colon = strchr(name, ':');
    for (size_t i = 0; colon && i < sizeof systems / sizeof *systems; i++)
        if (strlen(systems[i]) == (size_t)(colon - name) &&
            !strncmp(name, systems[i], (size_t)(colon - name)))
            return colon + 1;
    return name;
}

static int check_amode(struct comm *c, int amode)
{
    enum {
        ACCESS = MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR,
        ALL = ACCESS | MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE |
              MPI_MODE_UNIQUE_OPEN | MPI_MODE_APPEND | MPI_MODE_SEQUENTIAL
    };
    (void)c;
    int access = amode & ACCESS;
    if (amode & ~ALL)
        return file_error(NULL, MPI_ERR_AMODE, "amode is %d, which no modes add up to",
                          amode);
    if (access != MPI_MODE_RDONLY && access != MPI_MODE_WRONLY && access != MPI_MODE_RDWR)
        return file_error(NULL, MPI_ERR_AMODE,
                          "amode has %s of MPI_MODE_RDONLY, MPI_MODE_WRONLY and "
                          "MPI_MODE_RDWR, and must have one",
                          access ? "several" : "none");
    if (access == MPI_MODE_RDONLY && amode & (MPI_MODE_CREATE | MPI_MODE_EXCL))
        return file_error(NULL, MPI_ERR_AMODE,
                          "amode has MPI_MODE_RDONLY with MPI_MODE_CREATE or "
                          "MPI_MODE_EXCL");
    if (access == MPI_MODE_RDWR && amode & MPI_MODE_SEQUENTIAL)
        return file_error(NULL, MPI_ERR_AMODE,
                          "amode has MPI_MODE_SEQUENTIAL with MPI_MODE_RDWR");
    return MPI_SUCCESS;
}

/* Opens the file; returns an error number. */
static int open_here(struct file *f, bool first)
{
    int flags = f->amode & MPI_MODE_RDWR     ? O_RDWR
                : f->amode & MPI_MODE_WRONLY ? O_WRONLY
                                             : O_RDONLY;
    if (first && f->amode & MPI_MODE_CREATE)
        flags |= O_CREAT | (f->amode & MPI_MODE_EXCL ? O_EXCL : 0);
    char none;
    f->fd = open(f->name, flags | O_CLOEXEC, 0666);
    if (f->fd < 0)
        return errno;
    /* A directory can be opened for reading, but not be read. Who looks at its status
     * would look at its length, too, which may be about to change. */
    if (first && flags == O_RDONLY && read(f->fd, &none, 0) < 0 && errno == EISDIR) {
        close(f->fd);
        return EISDIR;
    }
    return 0;
}

/* What each rank says when a file is opened. */
struct opening {
    int amode;
    int error; /* of the first rank */
};

/* All ranks compare their modes, and learn what came of it at the first. */
static int meet_to_open(struct comm *parent, struct file *f, int error, int *first)
{
    struct opening mine = {.amode = f->amode, .error = error};
    struct port_result all = comm_gather_all(parent, &mine, sizeof mine);
    for (uint32_t i = 0; i < parent->nmembers; i++) {
        size_t n;
        struct opening theirs;
        memcpy(&theirs, comm_gathered(&all, i, &n), sizeof theirs);
        if (i == 0)
            *first = theirs.error;
        if (theirs.amode != f->amode)
            return file_erroneous(f, MPI_ERR_NOT_SAME,
                                  "amode is %d here and %d at rank %u, and must be the "
                                  "same on all ranks",
                                  f->amode, theirs.amode, parent->members[i]);
    }
    return MPI_SUCCESS;
}

static int open_together(struct comm *c, struct file *f)
{
    int first = c->me == 0, error = first ? open_here(f, true) : 0, theirs = 0;
    int code = meet_to_open(c, f, error, &theirs);
    if (code)
        return code;
    if (!first)
        error = theirs ? theirs : open_here(f, false);
    if (error)
        return file_failed(NULL, f->name, error);
    port_file_open(f->fd, (uint32_t)port_window_name(f->turns) | 1);
    port_file_sync(f->fd);
    if (f->amode & MPI_MODE_APPEND) {
        f->position = file_length(f, &code);
        shared_set(f, f->position);
    }
    return code;
}

/* Who gives MPI_MODE_UNIQUE_OPEN promises that the file is not open elsewhere. Of a file
 * that another rank opens by itself nobody here knows. */
static int check_unique(struct file *f)
{
    struct mpi_object *o = NULL;
    while ((o = object_leaked(OBJECT_FILE, o))) {
        const struct file *other = (const struct file *)o;
        if ((f->amode | other->amode) & MPI_MODE_UNIQUE_OPEN &&
            !strcmp(other->name, f->name))
            return file_erroneous(f, MPI_ERR_FILE_IN_USE,
                                  "%s is open already, by the call at %s, and %s "
                                  "MPI_MODE_UNIQUE_OPEN",
                                  file_text(f), port_place(other->object.site),
                                  f->amode & MPI_MODE_UNIQUE_OPEN ? "this call has given"
                                                                  : "that one has given");
    }
    return MPI_SUCCESS;
}

EXPORT int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info,
                         MPI_File *fh)
{
    ENTER(File_open);
    FIND_INTRACOMM(c, comm);
    CHECK_RESULT(fh);
    if (!*filename)
        FILE_ERROR(NULL, MPI_ERR_BAD_FILE, "the name of the file is empty");
    NEED_INFO_OR_NULL(c, info);
    FILE_CHECK(check_amode(c, amode));
    port_rests_on("opening and closing of files that waits for all ranks");
    struct file *f = file_new(c, path_of(filename), amode, info);
    int code = check_unique(f);
    if (!code)
        code = open_together(c, f);
    if (code) {
        if (f->fd >= 0)
            close(f->fd);
        object_release(&f->object);
        *fh = MPI_FILE_NULL;
        LEAVE(code);
    }
    *fh = file_handle(object_publish(&f->object));
    LEAVE(MPI_SUCCESS);
}

/* ---- closing ---- */

EXPORT int MPI_File_close(MPI_File *fh)
{
    ENTER(File_close);
    CHECK_RESULT(fh);
    if (*fh == MPI_FILE_NULL) /* nothing is lost */
        FILE_ERROR(NULL, MPI_ERR_FILE, "the file is MPI_FILE_NULL");
    FIND_FILE(f, *fh);
    FILE_CHECK(file_quiet(f, true));
    int code = MPI_SUCCESS;
    port_file_sync(f->fd);
    comm_gather_all(f->comm, NULL, 0);
    close(f->fd);
    if (f->amode & MPI_MODE_DELETE_ON_CLOSE && f->comm->me == 0 && unlink(f->name) < 0)
        code = file_failed(f, f->name, errno);
    object_unpublish(&f->object);
    *fh = MPI_FILE_NULL;
    LEAVE(code);
}

EXPORT int MPI_File_delete(const char *filename, MPI_Info info)
{
    ENTER(File_delete);
    if (!*filename)
        FILE_ERROR(NULL, MPI_ERR_BAD_FILE, "the name of the file is empty");
    NEED_INFO_OR_NULL(NULL, info);
    if (unlink(path_of(filename)) < 0) {
        /* Would it matter to be told that somebody else has removed it already? Not that
         * there is a note. */
        if (errno == ENOENT && port_tries() &&
            file_null_errhandler()->kind == ERRHANDLER_RETURN)
            LEAVE(MPI_ERR_NO_SUCH_FILE);
        LEAVE(file_failed(NULL, path_of(filename), errno));
    }
    LEAVE(MPI_SUCCESS);
}
