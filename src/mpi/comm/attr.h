/* SPDX-License-Identifier: Apache-2.0
 *
 * attr.h - keyvals, and the attributes that objects carry.
 *
 * An object that can carry attributes (communicator, datatype, window) has a struct
 * attrs, zeroed at first. Attributes are copied and deleted newest first. */
#ifndef MZ_MPI_COMM_ATTR_H
#define MZ_MPI_COMM_ATTR_H
#include "mpi/lib/lib.h"

struct attr; /* attr.c */
struct attrs {
    struct attr *newest;
};

/* What a value is: a pointer of a C program, or an integer of a Fortran program. The
 * numbers are part of the ABI between MPICH's Fortran bindings and its C library. */
enum attr_type { ATTR_POINTER = 0, ATTR_ADDRESS = 1, ATTR_INTEGER = 3 };

/* These call a copy or delete function that is written in another language. */
typedef int attr_copy_proxy(MPI_Comm_copy_attr_function *, mpi_handle, int keyval,
                            void *extra, enum attr_type, void *value, void **copy,
                            int *flag);
typedef int attr_delete_proxy(MPI_Comm_delete_attr_function *, mpi_handle, int keyval,
                              enum attr_type, void *value, void *extra);

enum {
    TAG_UB = 0x0fffffff,  /* the largest tag, MPI_TAG_UB */
    TAG_UB_LEAST = 32767, /* and what it is in every implementation (MPI-4.1, 9.1.2) */
};

void attr_setup(void); /* makes the predefined keyvals */

/* The attributes of a datatype; defined in datatype.c. */
struct attrs *datatype_attrs(struct mpi_object *);

/* MPI_COMM_DUP_FN and the similar functions for other objects. */
int attr_dup(MPI_Comm, int keyval, void *extra, void *value, void *copy, int *flag);

/* For MPI_X_dup: calls the copy functions. `from` is the handle of the object that has
 * the attributes. If a copy function fails, returns its code and `to` is empty again;
 * delete functions are then called with `to_handle`. */
int attr_copy_all(const struct attrs *from_attrs, mpi_handle from, struct attrs *to,
                  mpi_handle to_handle);
/* For MPI_X_free: calls the delete functions. Stops at the first that fails; the object
 * then stays, with the remaining attributes. */
int attr_delete_all(struct attrs *, mpi_handle);

/* Handles the failure of a function of the program; `which` is "copy" or "delete". */
int attr_failed(struct comm *, const char *which, int code);
/* For MPI_Finalize: deletes the attributes of MPI_COMM_SELF, then those of
 * MPI_COMM_WORLD. */
void attr_finalize(void);

#endif
