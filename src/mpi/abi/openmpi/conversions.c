/* SPDX-License-Identifier: Apache-2.0
 *
 * conversions.c - handles as integers of Fortran, and functions for attributes, which
 * Open MPI's library exports; in other ABIs they are macros.
 *
 * A predefined object has the integer that Open MPI's mpif.h has for it (fortran.def);
 * any other has the number of its handle. */
#include "mpi/comm/attr.h"

static const struct {
    enum object_kind kind;
    MPI_Fint number;
    bool null;
    mpi_handle handle;
} known[] = {
#define FORTRAN(kind, name, number)      {OBJECT_##kind, number, 0, name},
#define FORTRAN_NULL(kind, name, number) {OBJECT_##kind, number, 1, name},
#include "mpi/abi/openmpi/fortran.def"
#undef FORTRAN
#undef FORTRAN_NULL
};

enum { KNOWN = sizeof known / sizeof *known };

int handle_to_int(int kind, mpi_handle h)
{
    if (handle_is_numbered(h))
        return (MPI_Fint)handle_number(h);
    for (unsigned i = 0; i < KNOWN; i++)
        if (known[i].handle == h && (int)known[i].kind == kind)
            return known[i].number;
    return -1;
}

mpi_handle handle_from_int(int kind, int number)
{
    mpi_handle h = handle_from((uint32_t)number);
    if (handle_is_numbered(h))
        return h;
    mpi_handle none = NO_HANDLE;
    for (unsigned i = 0; i < KNOWN; i++)
        if ((int)known[i].kind == kind) {
            none = known[i].null ? known[i].handle : none;
            if (known[i].number == number)
                return known[i].handle;
        }
    return none;
}

#define CONVERSIONS(kind, type, name)                                                    \
    EXPORT MPI_Fint MPI_##name##_c2f(MPI_##type h)                                       \
    {                                                                                    \
        return handle_to_int(OBJECT_##kind, h);                                          \
    }                                                                                    \
    EXPORT MPI_##type MPI_##name##_f2c(MPI_Fint number)                                  \
    {                                                                                    \
        return handle_from_int(OBJECT_##kind, number);                                   \
    }                                                                                    \
    EXPORT MPI_Fint PMPI_##name##_c2f(MPI_##type)                                        \
        __attribute__((alias("MPI_" #name "_c2f")));                                     \
    EXPORT MPI_##type PMPI_##name##_f2c(MPI_Fint)                                        \
        __attribute__((alias("MPI_" #name "_f2c")));

CONVERSIONS(COMM, Comm, Comm)
CONVERSIONS(DATATYPE, Datatype, Type)
CONVERSIONS(GROUP, Group, Group)
CONVERSIONS(INFO, Info, Info)
CONVERSIONS(REQUEST, Request, Request)
CONVERSIONS(MESSAGE, Message, Message)
CONVERSIONS(OP, Op, Op)
CONVERSIONS(ERRHANDLER, Errhandler, Errhandler)
CONVERSIONS(WIN, Win, Win)
CONVERSIONS(SESSION, Session, Session)

/* ---- functions for attributes ---- */

EXPORT int OMPI_C_MPI_DUP_FN(MPI_Comm comm, int keyval, void *extra, void *value,
                             void *copy, int *flag)
{
    return attr_dup(comm, keyval, extra, value, copy, flag);
}

EXPORT int OMPI_C_MPI_NULL_COPY_FN(MPI_Comm comm, int keyval, void *extra, void *value,
                                   void *copy, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)value, (void)copy;
    *flag = 0;
    return MPI_SUCCESS;
}

EXPORT int OMPI_C_MPI_NULL_DELETE_FN(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    return MPI_SUCCESS;
}

#define FOR(kind)                                                                        \
    EXPORT __typeof__(OMPI_C_MPI_DUP_FN) OMPI_C_MPI_##kind##_DUP_FN                      \
        __attribute__((alias("OMPI_C_MPI_DUP_FN")));                                     \
    EXPORT __typeof__(OMPI_C_MPI_NULL_COPY_FN) OMPI_C_MPI_##kind##_NULL_COPY_FN          \
        __attribute__((alias("OMPI_C_MPI_NULL_COPY_FN")));                               \
    EXPORT __typeof__(OMPI_C_MPI_NULL_DELETE_FN) OMPI_C_MPI_##kind##_NULL_DELETE_FN      \
        __attribute__((alias("OMPI_C_MPI_NULL_DELETE_FN")));
FOR(COMM)
FOR(TYPE)
FOR(WIN)
