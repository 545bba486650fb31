/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.h - operators: the predefined ones, and the program's own. */
#ifndef MZ_MPI_REDUCE_H
#define MZ_MPI_REDUCE_H
#include "mpi/datatype.h"

struct loops; /* reduce.c */

struct operator
{
    struct object object;
    const char *name; /* NULL: the program's own */
    bool commutative;
    MPI_User_function *function; /* of the program; or */
    const struct loops *loops;   /* predefined */
};

void reduce_setup(void); /* the predefined ones */

struct operator* op_find(MPI_Op); /* NULL: names nothing */
/* Does the standard allow it for this type? Those of the program are for any. */
bool op_valid_for(const struct operator*, const struct datatype *);
/* The operator that is named, or NULL: then *code is what the function must LEAVE with.
 */
struct operator* op_need(struct comm *, MPI_Op, int *code);
/* The same, and it must be for that type. */
struct operator* op_check(struct comm *, MPI_Op, const struct datatype *, int *code);

/* inout[i] = in[i] op inout[i]. Both are laid out as the type says, and do not overlap.
 * An operator of the program may call functions of MPI. */
void reduce_apply(const struct operator*, const void *in, void *inout, MPI_Count count,
                  struct datatype *);

#endif
