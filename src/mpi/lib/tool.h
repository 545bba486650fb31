/* SPDX-License-Identifier: Apache-2.0
 *
 * tool.h - what tools are told by MPI_T: how often what was done. */
#ifndef MZ_MPI_LIB_TOOL_H
#define MZ_MPI_LIB_TOOL_H
#include "mpi/lib/lib.h"

enum tool_count { TOOL_CALLS, TOOL_SENT, TOOL_RECEIVED, TOOL_COUNTS };

/* Counts one, if the program uses MPI_T. */
void tool_count(enum tool_count);

#endif
