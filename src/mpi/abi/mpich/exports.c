/* SPDX-License-Identifier: Apache-2.0
 *
 * exports.c - what MPICH's library exports besides the functions of the standard:
 * variables, and what its bindings for Fortran (libmpichfort.so.12) call.
 *
 * The functions for attributes are in comm/attr.c, the one for generalized requests is in
 * p2p/generalized.c, the others are here. */
#include "mpi/lib/fortran.h"

EXPORT int MPIR_Dup_fn(MPI_Comm comm, int keyval, void *extra, void *value, void *copy,
                       int *flag)
{
    return attr_dup(comm, keyval, extra, value, copy, flag);
}

/* Only their addresses matter. */
static int unweighted[1], weights_empty[1], all_handles[1];
EXPORT struct MPIR_T_pvar_handle_s *const MPI_T_PVAR_ALL_HANDLES =
    (struct MPIR_T_pvar_handle_s *)all_handles;
EXPORT int *const MPI_UNWEIGHTED = unweighted;
EXPORT int *const MPI_WEIGHTS_EMPTY = weights_empty;

/* Where MPICH's Fortran bindings look for these two addresses. */
EXPORT int *MPIR_C_MPI_UNWEIGHTED = unweighted;
EXPORT int *MPIR_C_MPI_WEIGHTS_EMPTY = weights_empty;

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

/* ---- functions that only MPICH has ---- */

static _Noreturn void extension(const char *name, void *site)
{
    port_refuse((struct port_from){.site = port_caller(site)}, REASON_EXTENSION,
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
