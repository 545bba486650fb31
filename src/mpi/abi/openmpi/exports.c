/* SPDX-License-Identifier: Apache-2.0
 *
 * exports.c - what Open MPI's library exports besides the functions of the standard.
 *
 * Fortran programs say "no status" and the like by the addresses of common blocks, of
 * which the library has one definition for each way in which a compiler may spell their
 * names; gfortran has one underscore. */
#include "mpi/lib/fortran.h"

#define BLOCK(name, bytes) EXPORT char mpi_fortran_##name##_[bytes]
BLOCK(bottom, 4);
BLOCK(in_place, 4);
BLOCK(unweighted, 4);
BLOCK(weights_empty, 4);
BLOCK(argv_null, 1);
BLOCK(argvs_null, 1);
BLOCK(errcodes_ignore, 4);
BLOCK(status_ignore, 8);
BLOCK(statuses_ignore, 8);

EXPORT MPI_Fint *MPI_F_STATUS_IGNORE = (MPI_Fint *)(void *)mpi_fortran_status_ignore_;
EXPORT MPI_Fint *MPI_F_STATUSES_IGNORE = (MPI_Fint *)(void *)mpi_fortran_statuses_ignore_;
EXPORT MPI_F08_status *MPI_F08_STATUS_IGNORE =
    (MPI_F08_status *)(void *)mpi_fortran_status_ignore_;
EXPORT MPI_F08_status *MPI_F08_STATUSES_IGNORE =
    (MPI_F08_status *)(void *)mpi_fortran_statuses_ignore_;

/* ---- what the bindings for C++ (libmpi_cxx.so.40) ask for ----
 *
 * Wrappers of Open MPI link every C++ program to them, and their constructors name the
 * variables; but few programs use these bindings, which the standard has removed. */

EXPORT int ompi_errcode_intern_lastused;
EXPORT char ompi_errcodes_intern[120], ompi_registered_datareps[64];

static _Noreturn void refuse(const char *name, void *site)
{
    port_refuse(
        (struct port_from){.site = port_caller(site)}, REASON_FEATURE,
        "bindings of Open MPI for another language call %s, which is not supported",
        name);
}

#define REFUSED(name)                                                                    \
    EXPORT _Noreturn void name(void);                                                    \
    void name(void)                                                                      \
    {                                                                                    \
        refuse(#name, __builtin_return_address(0));                                      \
    }
REFUSED(ompi_attr_create_keyval)
REFUSED(ompi_errhandler_create)
REFUSED(ompi_errhandler_invoke)
REFUSED(ompi_op_set_cxx_callback)

/* ---- what the bindings for Fortran (libmpi_mpifh.so.40) ask for ----
 *
 * Those that look at what handles point to are replaced (fortran.c), so nobody calls the
 * functions that they would have called; but all must exist. */

EXPORT int ompi_mpi_state;
EXPORT bool ompi_mpi_param_check;
EXPORT MPI_Status ompi_status_empty = {.MPI_SOURCE = MPI_ANY_SOURCE,
                                       .MPI_TAG = MPI_ANY_TAG};
REFUSED(mpi_conversion_fn_null_)
REFUSED(ompi_mpi_errors_are_fatal_comm_handler)
REFUSED(ompi_attr_create_keyval_aint)
REFUSED(ompi_attr_create_keyval_fint)
REFUSED(ompi_attr_get_aint)
REFUSED(ompi_attr_get_fint)
REFUSED(ompi_attr_set_aint)
REFUSED(ompi_attr_set_fint)
REFUSED(ompi_datatype_match_size)
REFUSED(ompi_fortran_argv_blank_f2c)
REFUSED(ompi_fortran_argv_count_f2c)
REFUSED(ompi_fortran_multiple_argvs_f2c)

/* Open MPI 4 has the persistent collectives of MPI-4 by these names. */
#define JUMP(from, to)                                                                   \
    __asm__(".text\n.globl " #from "\n.type " #from ", @function\n" #from ": jmp " #to   \
            "@PLT\n.size " #from ", . - " #from "\n");
#define EARLY(name) JUMP(MPIX_##name, MPI_##name) JUMP(PMPIX_##name, PMPI_##name)
EARLY(Allgather_init)
EARLY(Allgatherv_init)
EARLY(Allreduce_init)
EARLY(Alltoall_init)
EARLY(Alltoallv_init)
EARLY(Alltoallw_init)
EARLY(Barrier_init)
EARLY(Bcast_init)
EARLY(Exscan_init)
EARLY(Gather_init)
EARLY(Gatherv_init)
EARLY(Neighbor_allgather_init)
EARLY(Neighbor_allgatherv_init)
EARLY(Neighbor_alltoall_init)
EARLY(Neighbor_alltoallv_init)
EARLY(Neighbor_alltoallw_init)
EARLY(Reduce_init)
EARLY(Reduce_scatter_block_init)
EARLY(Reduce_scatter_init)
EARLY(Scan_init)
EARLY(Scatter_init)
EARLY(Scatterv_init)
