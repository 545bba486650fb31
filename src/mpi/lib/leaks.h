/* SPDX-License-Identifier: Apache-2.0
 *
 * leaks.h - what the program has made and not freed when it calls MPI_Finalize. */
#ifndef MZ_MPI_LIB_LEAKS_H
#define MZ_MPI_LIB_LEAKS_H

void leaks_report(void);

#endif
