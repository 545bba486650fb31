/* SPDX-License-Identifier: Apache-2.0
 *
 * mpi/mpi.h - mpi.h, for programs that name it as it is called where Open MPI's header is
 * in a folder of /usr/include: without this one, the compiler would take that. */
#include "../mpi.h"
