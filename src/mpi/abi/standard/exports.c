/* SPDX-License-Identifier: Apache-2.0
 *
 * exports.c - what the sources common to all ABIs name, and the standard ABI has not. */
#include "mpi/lib/lib.h"

MPI_Fint *MPI_F_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE;
MPI_F08_status *MPI_F08_STATUS_IGNORE, *MPI_F08_STATUSES_IGNORE;
