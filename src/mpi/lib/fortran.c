/* SPDX-License-Identifier: Apache-2.0
 *
 * fortran.c - what MPICH's Fortran bindings expect of the C library.
 *
 * A Fortran program calls libmpichfort.so.12, which comes with the compiler's modules and
 * stays as it is. It turns Fortran's arguments into those of C and calls the functions of
 * the standard, that is ours, but also a few that only MPICH has: those for attributes
 * are in comm/attr.c, the one for generalized requests in p2p/generalized.c, the others
 * here. Whoever calls from there is shown as the Fortran line that called the binding:
 * port_caller(). */
#include "mpi/lib/fortran.h"
#include <string.h>

/* The addresses by which Fortran programs say "no status". mpi_init_ sets the first
 * two. */
EXPORT MPI_Fint *MPI_F_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE;

/* The module mpi_f08 has objects instead. Normally libmpichfort defines them as well, and
 * the loader takes one definition for all, but the pointers are only here. */
EXPORT MPI_F08_status MPIR_F08_MPI_STATUS_IGNORE_OBJ;
EXPORT MPI_F08_status MPIR_F08_MPI_STATUSES_IGNORE_OBJ[1];
EXPORT int MPIR_F08_MPI_BOTTOM, MPIR_F08_MPI_IN_PLACE;
EXPORT MPI_F08_status *MPI_F08_STATUS_IGNORE = &MPIR_F08_MPI_STATUS_IGNORE_OBJ;
EXPORT MPI_F08_status *MPI_F08_STATUSES_IGNORE = MPIR_F08_MPI_STATUSES_IGNORE_OBJ;

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
    if (!from || !to || is_ignored(from))
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         from && to ? "the status to convert is MPI_STATUS_IGNORE or the "
                                      "like of another language"
                                    : "a status is a null pointer");
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

/* ---- functions that only MPICH has ---- */

static _Noreturn void extension(const char *name, void *site)
{
    port_fail((struct port_from){.site = port_caller(site)}, FINDING_UNSUPPORTED,
              "%s is an extension of MPICH, and is not supported", name);
}

/* The bindings are bound to all functions that they mention, so all must exist. */
#define EXTENSION(name)                                                                  \
    EXPORT _Noreturn void MPIX_##name(void);                                             \
    void MPIX_##name(void)                                                               \
    {                                                                                    \
        extension("MPIX_" #name, __builtin_return_address(0));                           \
    }                                                                                    \
    EXPORT _Noreturn void PMPIX_##name(void) __attribute__((alias("MPIX_" #name)));
EXTENSION(Comm_agree)
EXTENSION(Comm_failure_ack)
EXTENSION(Comm_failure_get_acked)
EXTENSION(Comm_revoke)
EXTENSION(Comm_shrink)
EXTENSION(Delete_error_class)
EXTENSION(Delete_error_code)
EXTENSION(Delete_error_string)
EXTENSION(GPU_query_support)
EXTENSION(Query_cuda_support)
EXTENSION(Query_hip_support)
EXTENSION(Query_ze_support)
