/* SPDX-License-Identifier: Apache-2.0
 *
 * integers.c - handles as integers (MPI_Comm_toint and its like).
 *
 * The integers are those by which Fortran knows the objects, as far as the ABI has any.
 */
#include "mpi/lib/check.h"
#include "mpi/io/file.h"

#define CONVERSIONS(kind, type, name)                                                    \
    EXPORT int MPI_##name##_toint(MPI_##type from)                                       \
    {                                                                                    \
        ENTER_ANYTIME(name##_toint);                                                     \
        int number = handle_to_int(OBJECT_##kind, (mpi_handle)(intptr_t)from);           \
        lib_leave(MPI_SUCCESS);                                                          \
        return number;                                                                   \
    }                                                                                    \
    EXPORT MPI_##type MPI_##name##_fromint(int number)                                   \
    {                                                                                    \
        ENTER_ANYTIME(name##_fromint);                                                   \
        mpi_handle h = handle_from_int(OBJECT_##kind, number);                           \
        lib_leave(MPI_SUCCESS);                                                          \
        return (MPI_##type)(intptr_t)h;                                                  \
    }
CONVERSIONS(COMM, Comm, Comm)
CONVERSIONS(ERRHANDLER, Errhandler, Errhandler)
CONVERSIONS(FILE, File, File)
CONVERSIONS(GROUP, Group, Group)
CONVERSIONS(INFO, Info, Info)
CONVERSIONS(MESSAGE, Message, Message)
CONVERSIONS(OP, Op, Op)
CONVERSIONS(REQUEST, Request, Request)
CONVERSIONS(SESSION, Session, Session)
CONVERSIONS(DATATYPE, Datatype, Type)
CONVERSIONS(WIN, Win, Win)
