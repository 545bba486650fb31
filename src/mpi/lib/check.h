/* SPDX-License-Identifier: Apache-2.0
 *
 * check.h - what functions of the standard check first.
 *
 * Each of these stands in a function that has ENTERed, and leaves it with an error if its
 * argument is wrong. `c` is the communicator whose error handler decides, or NULL. */
#ifndef MZ_MPI_LIB_CHECK_H
#define MZ_MPI_LIB_CHECK_H
#include "mpi/type/bounds.h"

/* The call reads or writes n elements there: which of both, the type says. It is the
 * program's access to its memory, which may be in use by an active operation. What has no
 * type is a buffer, about which the function knows more (active_access()). */
#define ACCESSED(n, pointer)                                                             \
    (__builtin_types_compatible_p(__typeof__(*(pointer)), void)                          \
         ? (void)0                                                                       \
         : lib_accessed(pointer, (size_t)(n) * sizeof *(pointer),                        \
                        !__builtin_types_compatible_p(__typeof__(&*(pointer)),           \
                                                      const __typeof__(*(pointer)) *)))

/* Is this what the call only reads, or has it no type? */
#define IS_INPUT(pointer)                                                                \
    (__builtin_types_compatible_p(__typeof__(*(pointer)), void) ||                       \
     __builtin_types_compatible_p(__typeof__(&*(pointer)),                               \
                                  const __typeof__(*(pointer)) *))

/* What the call reads or writes at a pointer that is not null: mpi/entry.awk has looked.
 * A result must fit, too. */
#define CHECK_RESULT(pointer)                                                            \
    do {                                                                                 \
        ACCESSED(1, pointer);                                                            \
        if (!IS_INPUT(pointer))                                                          \
            bounds_result(pointer, sizeof *(pointer));                                   \
    } while (0)

/* For a buffer, which must not be a null pointer here. */
#define NEED_POINTER(c, pointer)                                                         \
    do {                                                                                 \
        if (!(pointer))                                                                  \
            INVALID(c, MPI_ERR_ARG, "%s is NULL", #pointer);                             \
    } while (0)

/* For the answer of a call that may fail. It is false from the beginning, because
 * Fortran's bindings have a variable of their own for it: in a loop, that is then the
 * same before the first round as before all others. */
#define NEED_FLAG(flag)                                                                  \
    do {                                                                                 \
        CHECK_RESULT(flag);                                                              \
        *(flag) = 0;                                                                     \
    } while (0)

#define NEED_COUNT(c, count)                                                             \
    do {                                                                                 \
        if ((count) < 0)                                                                 \
            INVALID(c, MPI_ERR_ARG, "%s is negative: %d", #count, count);                \
    } while (0)

/* An array of which the call may use up to n elements. A null pointer is allowed for an
 * array without elements. */
#define NEED_ROOM(c, count, pointer)                                                     \
    do {                                                                                 \
        if ((count) > 0 && !(pointer))                                                   \
            INVALID(c, MPI_ERR_ARG, "%s is NULL", #pointer);                             \
        if ((count) > 0)                                                                 \
            ACCESSED(count, pointer);                                                    \
    } while (0)

/* An array of which the call uses n elements. */
#define NEED_ARRAY(c, count, pointer)                                                    \
    do {                                                                                 \
        NEED_ROOM(c, count, pointer);                                                    \
        NEED_BOUNDS(c, count, pointer, false);                                           \
    } while (0)

/* As NEED_ARRAY, for what is only read, although its type allows more. */
#define NEED_INPUT(c, count, pointer)                                                    \
    do {                                                                                 \
        if ((count) > 0 && !(pointer))                                                   \
            INVALID(c, MPI_ERR_ARG, "%s is NULL", #pointer);                             \
        if ((count) > 0)                                                                 \
            lib_accessed(pointer, (size_t)(count) * sizeof *(pointer), false);           \
        NEED_BOUNDS(c, count, pointer, false);                                           \
    } while (0)

/* Leaves the function if n elements are more than there are. Whoever passes one has it,
 * mostly, and looking would take time. */
#define NEED_BOUNDS(c, count, pointer, written)                                          \
    do {                                                                                 \
        int bounds_code = (count) > 1                                                    \
                              ? bounds_array(c, #pointer, pointer, (size_t)(count),      \
                                             sizeof *(pointer), written)                 \
                              : MPI_SUCCESS;                                             \
        if (bounds_code)                                                                 \
            LEAVE(bounds_code);                                                          \
    } while (0)

#define NEED_RANK(c, name, value, size)                                                  \
    do {                                                                                 \
        if ((value) < 0 || (value) >= (size))                                            \
            INVALID(c, MPI_ERR_RANK, "%s is %d, but there are %d ranks", name, value,    \
                    size);                                                               \
    } while (0)

#endif
