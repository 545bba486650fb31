/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.h - operators: the predefined ones, and the program's own. */
#ifndef MZ_MPI_COLL_REDUCE_H
#define MZ_MPI_COLL_REDUCE_H
#include "mpi/type/datatype.h"

struct loops; /* reduce.c */

struct mpi_op {
    struct mpi_object object;
    const char *name; /* NULL: an operator of the program */
    bool commutative;
    bool fortran;                /* its function takes a datatype as Fortran knows it */
    MPI_User_function *function; /* the function of an operator of the program, or the */
    MPI_User_function_c *large;  /* one for large counts */
    const struct loops *loops;   /* the functions of a predefined operator */
};

void reduce_make(void);  /* makes the predefined operators, for all ranks */
void reduce_setup(void); /* called in each of them */

struct mpi_op *op_find(MPI_Op); /* NULL: the handle is invalid */
void op_set_fortran(MPI_Op);    /* its function is written in Fortran */
/* Does the standard allow the operator for this type? Operators of the program are
 * allowed for any. */
bool op_valid_for(const struct mpi_op *, const struct datatype *);
/* For atomic accesses to windows, whose operators are predefined. Is it for elements of
 * this type? Which number has it? Do results depend on the order by rounding? */
bool op_takes(const struct mpi_op *, const struct basic *);
uint16_t op_number(const struct mpi_op *);
/* The same for the same operator in all ranks: functions of the program are named by
 * their address; 0: there is no operator. */
uint64_t op_identity(const struct mpi_op *);
bool op_rounds(const struct mpi_op *, const struct basic *);
/* inout = in op inout, for n packed elements. Uses no memory of the rank. */
void op_combine(unsigned number, unsigned basic, const void *in, void *inout, size_t n);
/* The operator of this handle, or NULL: then *code is what the function must LEAVE
 * with. */
struct mpi_op *op_need(struct comm *, MPI_Op, int *code);
/* As op_need(); the operator must also be allowed for the type. */
struct mpi_op *op_check(struct comm *, MPI_Op, const struct datatype *, int *code);

/* inout[i] = in[i] op inout[i]. Both are laid out as the type says, and do not overlap.
 * An operator of the program may call functions of MPI. */
void reduce_apply(const struct mpi_op *, const void *in, void *inout, MPI_Count count,
                  struct datatype *);

#endif
