/* SPDX-License-Identifier: Apache-2.0
 *
 * counts.h - counts and displacements, as the program gives them: of int, or of MPI_Count
 * and MPI_Aint to the functions of MPI-4 whose names end in _c.
 *
 * Both kinds of functions are made from one text, with the types as parameters of a
 * macro. Inside of the library a count is an int; a larger one is refused. */
#ifndef MZ_MPI_LIB_COUNTS_H
#define MZ_MPI_LIB_COUNTS_H
#include "mpi/lib/lib.h"
#include <limits.h>

/* An array of the program; it is not copied. */
struct counts {
    const void *at; /* NULL: none */
    bool large;     /* its elements are not ints, but as long as MPI_Count */
};

#define COUNTS(array) ((struct counts){(array), sizeof *(array) > sizeof(int)})

static inline MPI_Count counts_at(struct counts c, int i)
{
    return c.large ? ((const MPI_Count *)c.at)[i] : ((const int *)c.at)[i];
}

static inline size_t counts_bytes(struct counts c, size_t n)
{
    return n * (c.large ? sizeof(MPI_Count) : sizeof(int));
}

_Noreturn void count_refuse(MPI_Count); /* ends the run */

/* The count as an int. One that is too large ends the run; a negative one stays negative,
 * for those who check that. */
static inline int count_fit(MPI_Count n)
{
    if (n > INT_MAX)
        count_refuse(n);
    return n < INT_MIN ? INT_MIN : (int)n;
}

#endif
