/* SPDX-License-Identifier: Apache-2.0
 *
 * abi.h - what a handle and a status are in the ABI for which the library is compiled.
 *
 * The same sources are compiled once for each ABI, with that ABI's part of mpi.h. Its
 * folder here has abi.h, with the functions below, and what else only programs of this
 * ABI ask for.
 *
 *     mpi_handle           a handle of any kind; C converts it to each type of the ABI
 *     handle_is_numbered   it was made from a number; otherwise it may be predefined
 *     handle_number        that number
 *     handle_from          makes one; bits 30 and 31 of the number are 0 and 1
 *     handle_index         of a predefined handle: less than HANDLE_INDICES, and
 *                          different from that of others of the kind; the last four
 *                          bits are enough where each rank has objects of its own
 *     handle_to_int        what Fortran knows it by, and the standard converts it to
 *     handle_from_int      the reverse; the null handle if there is none (only for
 *                          predefined ones is the kind of object looked at)
 *     FORTRAN_KEYVALS      how much more than C's the numbers of predefined keyvals are
 *                          in Fortran
 *     handle_setup         called once, before ranks and before these
 *     handle_value         for messages
 *     status_...           the parts of a status that have no name in the standard */
#ifndef MZ_MPI_ABI_H
#define MZ_MPI_ABI_H
#include "mpi.h"
#include <stdbool.h>
#include <stdint.h>

enum { HANDLE_INDICES = 256 };

#define NO_HANDLE 0 /* a handle that no object has */

#if defined MAZURKA_ABI_OPENMPI
#include "mpi/abi/openmpi/abi.h"
#elif defined MAZURKA_ABI_STANDARD
#include "mpi/abi/standard/abi.h"
#else
#include "mpi/abi/mpich/abi.h"
#endif

static inline unsigned long handle_value(mpi_handle h)
{
    return handle_is_numbered(h) ? handle_number(h) : (unsigned long)h;
}

#endif
