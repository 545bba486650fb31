/* SPDX-License-Identifier: Apache-2.0
 *
 * attr.h - keyvals, and the attributes that objects carry.
 *
 * An object that can carry attributes (communicator, datatype, window) has a struct
 * attrs, zeroed at first. Attributes are copied and deleted newest first. */
#ifndef MZ_MPI_ATTR_H
#define MZ_MPI_ATTR_H
#include "mpi/lib/lib.h"

struct attr; /* attr.c */
struct attrs {
    struct attr *newest;
};

enum { TAG_UB = 0x0fffffff }; /* the greatest tag, MPI_TAG_UB */

void attr_setup(void); /* predefined keyvals */

/* Where the datatype keeps its attributes: defined in datatype.c. */
struct attrs *datatype_attrs(struct object *);

/* MPI_X_dup: asks the copy functions; `from` is the handle of the object that has them.
 * On failure (the code that a copy function returned) `to` is empty again; `to_handle` is
 * what delete functions are given then. */
int attr_copy_all(const struct attrs *from_attrs, int from, struct attrs *to,
                  int to_handle);
/* MPI_X_free: asks the delete functions. Stops at the first that fails: the object
 * then lives on with what is left. */
int attr_delete_all(struct attrs *, int handle);

/* What comes of it when one of the program's functions failed: "copy" or "delete". */
int attr_failed(struct comm *, const char *which, int code);
/* MPI_Finalize: those of MPI_COMM_SELF go first, then those of MPI_COMM_WORLD. */
void attr_finalize(void);

#endif
