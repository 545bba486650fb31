/* SPDX-License-Identifier: Apache-2.0
 *
 * types.c - types.def as a table. */
#include "mpi/type/types.h"
#include <stdalign.h>

_Static_assert(sizeof(long) == 8 && sizeof(wchar_t) == 4,
               "the MPICH ABI of 64-bit Linux");

const struct basic basics[BASICS] = {
#define BASIC(mpi, r, c, e)                                                              \
    {.handle = MPI_##mpi,                                                                \
     .name = "MPI_" #mpi,                                                                \
     .class = CLASS_##c,                                                                 \
     .rep = REP_##r,                                                                     \
     .size = sizeof(r),                                                                  \
     .extent = sizeof(r),                                                                \
     .alignment = alignof(r),                                                            \
     .external = (e)},
#define LAID_OUT(v, i)                                                                   \
    struct {                                                                             \
        v value;                                                                         \
        i index;                                                                         \
    }
#define PAIR(mpi, v, i, a, b)                                                            \
    {.handle = MPI_##mpi,                                                                \
     .name = "MPI_" #mpi,                                                                \
     .class = CLASS_PAIR,                                                                \
     .rep = REP_##v,                                                                     \
     .size = sizeof(v) + sizeof(i),                                                      \
     .extent = sizeof(LAID_OUT(v, i)),                                                   \
     .alignment = alignof(LAID_OUT(v, i)),                                               \
     .second = offsetof(LAID_OUT(v, i), index),                                          \
     .types = {BASIC_##a, BASIC_##b}},
#include "mpi/type/types.def"
};
