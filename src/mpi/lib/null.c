/* SPDX-License-Identifier: Apache-2.0
 *
 * null.c - a null pointer where a call wants an object.
 *
 * The instructions by which a program enters the library (mpi/entry.awk) look for it, for
 * every argument of every call, and come here instead of calling the function. What a
 * call may get a null pointer for if a count is 0, it looks at itself. */
#include "mpi/lib/lib.h"
#include "mpi/comm/comm.h"
#include "mpi/io/file.h"
#include "mpi/rma/win.h"
#include <stdint.h>
#include <string.h>

/* The communicator whose error handler is called for a handle of this kind. */
static struct comm *handled_by(char kind, uintptr_t handle)
{
    struct comm *c = kind == 'c' ? comm_find((MPI_Comm)handle) : NULL;
    struct win *w = kind == 'w' ? win_find((MPI_Win)handle) : NULL;
    struct file *f = kind == 'f' ? file_find((MPI_File)handle) : NULL;
    return w ? w->comm : f ? f->comm : c;
}

static const char *remedy(char kind, uintptr_t value)
{
    if (kind == 'r' && value == (uintptr_t)MPI_STATUS_IGNORE)
        return "is MPI_STATUS_IGNORE, from which nothing can be read";
    return kind == 's' ? "is NULL; write MPI_STATUS_IGNORE" : "is NULL";
}

static int class_of(const char *call, const char *argument)
{
    bool key = !strncmp(call, "MPI_Info_", 9) && !strncmp(argument, "key", 3);
    return key ? MPI_ERR_INFO_KEY : MPI_ERR_ARG;
}

int null_argument(enum mpi_call, const char *shape, const uintptr_t registers[6],
                  const uintptr_t *stack);

/* `shape` says what the arguments of the call are; the first six are in `registers`, and
 * the others begin at `stack`. Returns what the function returns. */
int null_argument(enum mpi_call call, const char *shape, const uintptr_t registers[6],
                  const uintptr_t *stack)
{
    const char *name = lib_call_name(call);
    struct comm *c = NULL;
    lib_enter(call, ENTRY, true);
    for (int i = 0;; i++) {
        uintptr_t value = i < 6 ? registers[i] : stack[i - 6];
        const char *argument = shape + 1;
        char kind = shape[0];
        int length = (int)strcspn(argument, " ");
        if (!c)
            c = handled_by(kind, value);
        if (strchr("*sr", kind) &&
            value <= (kind == 'r' ? (uintptr_t)MPI_STATUS_IGNORE : 0)) {
            if (!strncmp(name, "MPI_File_", 9)) /* MPI-IO of MPICH does not notice */
                LEAVE(lib_erroneous(c, MPI_ERR_ARG, "%.*s %s", length, argument,
                                    remedy(kind, value)));
            LEAVE(lib_error(c, class_of(name, argument), FINDING_INVALID_ARGUMENT,
                            "%.*s %s", length, argument, remedy(kind, value)));
        }
        shape = argument + length + 1;
    }
}
