/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.h - operators: the predefined ones, and the program's own. */
#ifndef MZ_MPI_REDUCE_H
#define MZ_MPI_REDUCE_H
#include "mpi/type/datatype.h"

struct loops; /* reduce.c */

struct mpi_op {
    struct object object;
    const char *name; /* NULL: the program's own */
    bool commutative;
    MPI_User_function *function; /* of the program; or */
    const struct loops *loops;   /* predefined */
};

void reduce_setup(void); /* the predefined ones */

struct mpi_op *op_find(MPI_Op); /* NULL: names nothing */
/* Does the standard allow it for this type? Those of the program are for any. */
bool op_valid_for(const struct mpi_op *, const struct datatype *);
/* The operator that is named, or NULL: then *code is what the function must LEAVE with.
 */
struct mpi_op *op_need(struct comm *, MPI_Op, int *code);
/* The same, and it must be for that type. */
struct mpi_op *op_check(struct comm *, MPI_Op, const struct datatype *, int *code);

/* inout[i] = in[i] op inout[i]. Both are laid out as the type says, and do not overlap.
 * An operator of the program may call functions of MPI. */
void reduce_apply(const struct mpi_op *, const void *in, void *inout, MPI_Count count,
                  struct datatype *);

#endif
