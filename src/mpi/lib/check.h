/* SPDX-License-Identifier: Apache-2.0
 *
 * check.h - what functions of the standard check first.
 *
 * Each of these stands in a function that has ENTERed, and leaves it with an error if its
 * argument is wrong. `c` is the communicator whose error handler decides, or NULL. */
#ifndef MZ_MPI_CHECK_H
#define MZ_MPI_CHECK_H
#include "mpi/lib/lib.h"

#define NEED_POINTER(c, pointer)                                                         \
    do {                                                                                 \
        if (!(pointer))                                                                  \
            INVALID(c, MPI_ERR_ARG, "%s is a null pointer", #pointer);                   \
    } while (0)

/* For the answer of a call that may fail. It is false from the beginning, because
 * Fortran's bindings have a variable of their own for it: in a loop, that is then the
 * same before the first round as before all others. */
#define NEED_FLAG(flag)                                                                  \
    do {                                                                                 \
        NEED_POINTER(NULL, flag);                                                        \
        *(flag) = 0;                                                                     \
    } while (0)

#define NEED_COUNT(c, count)                                                             \
    do {                                                                                 \
        if ((count) < 0)                                                                 \
            INVALID(c, MPI_ERR_ARG, "%s is negative: %d", #count, count);                \
    } while (0)

/* A null pointer is allowed for an array without elements. */
#define NEED_ARRAY(c, count, pointer)                                                    \
    do {                                                                                 \
        if ((count) > 0 && !(pointer))                                                   \
            INVALID(c, MPI_ERR_ARG, "%s is a null pointer", #pointer);                   \
    } while (0)

#define NEED_RANK(c, name, value, size)                                                  \
    do {                                                                                 \
        if ((value) < 0 || (value) >= (size))                                            \
            INVALID(c, MPI_ERR_RANK, "%s is %d, but there are %d ranks", name, value,    \
                    size);                                                               \
    } while (0)

#endif
