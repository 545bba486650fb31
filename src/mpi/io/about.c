/* SPDX-License-Identifier: Apache-2.0
 *
 * about.c - what a file is: its size, group, mode and hints; and MPI_File_sync. */
#include "mpi/io/file.h"
#include "mpi/lib/info.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

MPI_Offset file_length(struct file *f, int *code)
{
    off_t end = lseek(f->fd, 0, SEEK_END);
    if (end < 0)
        *code = file_failed(f, f->name, errno);
    return end;
}

EXPORT int MPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
    ENTER(File_get_size);
    FIND_FILE(f, fh);
    CHECK_RESULT(size);
    int code = MPI_SUCCESS;
    MPI_Offset end = file_length(f, &code);
    if (!code)
        *size = end;
    LEAVE(code);
}

static int check_size(struct file *f, MPI_Offset size)
{
    if (size < 0)
        return file_error(f, MPI_ERR_ARG, "size is negative: %ld", (long)size);
    if (f->amode & MPI_MODE_RDONLY)
        return file_error(f, MPI_ERR_READ_ONLY, "%s is open for reading only",
                          file_text(f));
    if (f->amode & MPI_MODE_SEQUENTIAL)
        return file_error(f, MPI_ERR_UNSUPPORTED_OPERATION,
                          "%s was opened with MPI_MODE_SEQUENTIAL", file_text(f));
    return file_quiet(f, true);
}

/* Changes the size at one rank, after everything that others have done before, and before
 * everything that they do then. `grow`: it does not become smaller. */
static int resize(struct file *f, MPI_Offset size, bool grow)
{
    int code = file_agree(f, "size", size), error = 0;
    if (code)
        return code;
    if (f->comm->me == 0) {
        off_t end = grow ? lseek(f->fd, 0, SEEK_END) : size + 1;
        if (end < 0 ||
            (end != size && (!grow || end < size) && ftruncate(f->fd, size) < 0))
            error = errno;
    }
    struct port_result all = comm_gather_all(f->comm, &error, sizeof error);
    size_t n;
    error = *(const int *)comm_gathered(&all, 0, &n);
    return error ? file_failed(f, f->name, error) : MPI_SUCCESS;
}

EXPORT int MPI_File_set_size(MPI_File fh, MPI_Offset size)
{
    ENTER(File_set_size);
    FIND_FILE(f, fh);
    FILE_CHECK(check_size(f, size));
    LEAVE(resize(f, size, false));
}

EXPORT int MPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
    ENTER(File_preallocate);
    FIND_FILE(f, fh);
    FILE_CHECK(check_size(f, size));
    LEAVE(resize(f, size, true));
}

EXPORT int MPI_File_get_group(MPI_File fh, MPI_Group *group)
{
    ENTER(File_get_group);
    FIND_FILE(f, fh);
    CHECK_RESULT(group);
    *group = group_handle(f->comm->local);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_get_amode(MPI_File fh, int *amode)
{
    ENTER(File_get_amode);
    FIND_FILE(f, fh);
    CHECK_RESULT(amode);
    *amode = f->amode;
    LEAVE(MPI_SUCCESS);
}

/* ---- hints, which change nothing ---- */

EXPORT int MPI_File_set_info(MPI_File fh, MPI_Info info)
{
    ENTER(File_set_info);
    FIND_FILE(f, fh);
    NEED_INFO_OR_NULL(f->comm, info);
    FILE_CHECK(file_quiet(f, false));
    file_meet(f);
    if (info != MPI_INFO_NULL)
        info_merge(f->info, info_find(info));
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_get_info(MPI_File fh, MPI_Info *info_used)
{
    ENTER(File_get_info);
    FIND_FILE(f, fh);
    CHECK_RESULT(info_used);
    *info_used = info_give(f->info);
    LEAVE(MPI_SUCCESS);
}

/* ---- consistency ---- */

EXPORT int MPI_File_sync(MPI_File fh)
{
    ENTER(File_sync);
    FIND_FILE(f, fh);
    FILE_CHECK(file_quiet(f, true));
    file_meet(f);
    port_file_sync(f->fd);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_set_atomicity(MPI_File fh, int flag)
{
    ENTER(File_set_atomicity);
    FIND_FILE(f, fh);
    FILE_CHECK(file_quiet(f, true));
    FILE_CHECK(file_agree(f, "flag", flag != 0));
    f->atomic = flag != 0;
    port_file_atomic(f->fd, f->atomic);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_get_atomicity(MPI_File fh, int *flag)
{
    ENTER(File_get_atomicity);
    FIND_FILE(f, fh);
    CHECK_RESULT(flag);
    *flag = f->atomic;
    LEAVE(MPI_SUCCESS);
}

/* ---- Fortran ---- */

EXPORT MPI_Fint MPI_File_c2f(MPI_File file)
{
    return handle_to_int(OBJECT_FILE, file_number(file));
}

EXPORT MPI_File MPI_File_f2c(MPI_Fint file)
{
    return file_handle(handle_from_int(OBJECT_FILE, file));
}
