/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.h - operators: the predefined ones, and the program's own. */
#ifndef MZ_MPI_REDUCE_H
#define MZ_MPI_REDUCE_H
#include "mpi/datatype.h"

struct op {
    struct object object;
    const char *name; /* NULL: the program's own */
    bool commutative;
    MPI_User_function *function; /* NULL: predefined */
    unsigned classes;            /* of types, that it is for (types.h); predefined */
};

void reduce_setup(void); /* the predefined ones */

struct op *op_find(MPI_Op); /* NULL: names nothing */
/* The operator that is named, or NULL: then *code is what the function must LEAVE with. */
struct op *op_need(struct comm *, MPI_Op, int *code);
/* Does the standard allow it for this type? Those of the program are for any. */
bool op_valid_for(const struct op *, const struct datatype *);
/* Both at once, reported as an error. */
struct op *op_check(struct comm *, MPI_Op, const struct datatype *, int *code);

/* inout[i] = in[i] op inout[i]. Both are laid out as the type says, and do not overlap. */
void reduce_apply(const struct op *, const void *in, void *inout, MPI_Count count,
                  const struct datatype *);

#endif
