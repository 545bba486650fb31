/* SPDX-License-Identifier: Apache-2.0
 *
 * fortran.h - functions that only MPICH's Fortran bindings (libmpichfort) call; see
 * fortran.c. They have no line in calls.def, since the standard does not know them. */
#ifndef MZ_MPI_LIB_FORTRAN_H
#define MZ_MPI_LIB_FORTRAN_H
#include "mpi/comm/attr.h"

void MPII_Keyval_set_proxy(int keyval, attr_copy_proxy *, attr_delete_proxy *);
int MPII_Comm_set_attr(MPI_Comm, int keyval, void *value, enum attr_type);
int MPII_Comm_get_attr(MPI_Comm, int keyval, void *value, int *flag,
                       enum attr_type wanted);
int MPII_Type_set_attr(MPI_Datatype, int keyval, void *value, enum attr_type);
int MPII_Type_get_attr(MPI_Datatype, int keyval, void *value, int *flag,
                       enum attr_type wanted);
int MPII_Win_set_attr(MPI_Win, int keyval, void *value, enum attr_type);
int MPII_Win_get_attr(MPI_Win, int keyval, void *value, int *flag, enum attr_type wanted);
void MPII_Grequest_set_lang_f77(MPI_Request);

#endif
