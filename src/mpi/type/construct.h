/* SPDX-License-Identifier: Apache-2.0
 *
 * construct.h - making datatypes from others, inside of the library.
 *
 * All constructors of the standard come down to three. What these return has no handle
 * yet, and one reference, which is the caller's. */
#ifndef MZ_MPI_CONSTRUCT_H
#define MZ_MPI_CONSTRUCT_H
#include "mpi/type/datatype.h"

struct datatype *type_new(void); /* empty */

/* `count` blocks, each of `length` elements; they begin `stride` bytes apart. */
struct datatype *type_strided(MPI_Count count, MPI_Count length, MPI_Aint stride,
                              struct datatype *of);

/* Where a block begins, in bytes, and how long it is. */
struct block {
    MPI_Aint at;
    MPI_Count length;
    struct datatype *of;
};
struct datatype *type_of_blocks(size_t n, const struct block *);
/* The same as a C struct: rounded up to its alignment, and with MPI_LB and MPI_UB. */
struct datatype *type_of_struct(size_t n, const struct block *);

struct datatype *type_resized(struct datatype *, MPI_Aint lb, MPI_Aint extent);

/* How it was made. The arrays are copied, and the types held. */
void type_remember(struct datatype *, int combiner, int nints, const int *ints,
                   int naddresses, const MPI_Aint *addresses, int ntypes,
                   struct datatype *const *types);

struct signature signature_of_basic(uint32_t basic);
void signature_append(struct signature *, const struct signature *more, uint64_t times);

#endif
