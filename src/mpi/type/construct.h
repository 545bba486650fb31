/* SPDX-License-Identifier: Apache-2.0
 *
 * construct.h - making datatypes from others, inside of the library.
 *
 * All constructors of the standard come down to three. What these return has no handle
 * yet, and one reference, which is the caller's. */
#ifndef MZ_MPI_TYPE_CONSTRUCT_H
#define MZ_MPI_TYPE_CONSTRUCT_H
#include "mpi/type/datatype.h"

struct datatype *type_new(void); /* empty */

/* A type of `count` blocks of `length` elements, whose starts are `stride` bytes
 * apart. */
struct datatype *type_strided(MPI_Count count, MPI_Count length, MPI_Aint stride,
                              struct datatype *of);

/* A block: its offset in bytes, and its length. */
struct type_block {
    MPI_Aint at;
    MPI_Count length;
    struct datatype *of;
};
struct datatype *type_of_blocks(size_t n, const struct type_block *);
/* As type_of_blocks(), for a C struct: the extent is rounded up to its alignment, and
 * MPI_LB and MPI_UB count. */
struct datatype *type_of_struct(size_t n, const struct type_block *);

struct datatype *type_resized(struct datatype *, MPI_Aint lb, MPI_Aint extent);

/* Records how the type was made; references to the types are held. The arguments follow
 * in the order of the standard; `large` says that they are of type MPI_Count. */
void type_remember(struct datatype *, int combiner, int ntypes,
                   struct datatype *const *types);
void type_remember_int(struct datatype *, int);
void type_remember_count(struct datatype *, bool large, MPI_Count);
void type_remember_address(struct datatype *, bool large, MPI_Aint);

struct signature signature_of_basic(uint32_t basic);
void signature_append(struct signature *, const struct signature *more, uint64_t times);

#endif
