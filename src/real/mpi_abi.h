/* SPDX-License-Identifier: Apache-2.0
 *
 * mpi_abi.h - the ABIs of MPI for which there is a library of ours, by the names of the
 * libraries that programs need. */
#ifndef MZ_REAL_MPI_ABI_H
#define MZ_REAL_MPI_ABI_H
#include <stdbool.h>

enum mpi_abi { MPI_ABI_NONE, MPI_ABI_MPICH, MPI_ABI_OPENMPI, MPI_ABI_STANDARD, MPI_ABIS };

/* "MPICH", "Open MPI", "the MPI standard" */
const char *mpi_abi_name(enum mpi_abi);
/* The file name of our library of this ABI; and of another that has to be loaded with it,
 * or NULL. */
const char *mpi_abi_library(enum mpi_abi);
const char *mpi_abi_alias(enum mpi_abi);

/* The ABI of a program that needs a library of this name: an MPI library, or bindings
 * for another language. NONE if it is another library, or of no ABI that we have. */
enum mpi_abi mpi_abi_of(const char *library);
/* Is it one of bindings for Fortran, which call the MPI library for the program? Those of
 * Open MPI read what handles point to, and cannot be used. */
bool mpi_abi_is_bindings(const char *library);
/* NULL, or why a program that needs this library cannot be checked: a text behind "it
 * needs LIBRARY, ". */
const char *mpi_abi_refuses(const char *library);

#endif
