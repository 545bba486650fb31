/* SPDX-License-Identifier: Apache-2.0
 *
 * fortran.c - what C programs ask about Fortran.
 *
 * The bindings for Fortran come with a compiler's modules, are MPICH's or Open MPI's, and
 * stay as they are. They turn Fortran's arguments into those of C and call the functions
 * of the standard, that is ours, but also some of their own library; these are in the
 * folder of the ABI (mpi/abi/). Whoever calls from there is shown as the Fortran line
 * that called the binding: port_caller(). */
#include "mpi/lib/fortran.h"
#include <string.h>

/* ---- a status is the same integers in all languages ---- */

/* Is this one of the addresses by which programs say "no status"? */
static bool is_ignored(const void *status)
{
    return status == MPI_STATUS_IGNORE || status == (void *)MPI_F_STATUS_IGNORE ||
           status == (void *)MPI_F_STATUSES_IGNORE || status == MPI_F08_STATUS_IGNORE ||
           status == MPI_F08_STATUSES_IGNORE;
}

static int copy_status(const void *from, void *to)
{
    if (is_ignored(from))
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the status to convert is MPI_STATUS_IGNORE or the like of "
                         "another language");
    memcpy(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

#define CONVERSION(name, from_type, to_type)                                             \
    EXPORT int MPI_##name(const from_type *from, to_type *to)                            \
    {                                                                                    \
        ENTER_ANYTIME(name);                                                             \
        LEAVE(copy_status(from, to));                                                    \
    }
CONVERSION(Status_c2f, MPI_Status, MPI_Fint)
CONVERSION(Status_f2c, MPI_Fint, MPI_Status)
CONVERSION(Status_c2f08, MPI_Status, MPI_F08_status)
CONVERSION(Status_f082c, MPI_F08_status, MPI_Status)
CONVERSION(Status_f082f, MPI_F08_status, MPI_Fint)
CONVERSION(Status_f2f08, MPI_Fint, MPI_F08_status)
