/* SPDX-License-Identifier: Apache-2.0
 *
 * info.h - lists of keys with values (MPI_Info). */
#ifndef MZ_MPI_LIB_INFO_H
#define MZ_MPI_LIB_INFO_H
#include "mpi/lib/check.h"
#include "mpi/lib/lib.h"

struct info; /* info.c */

void info_setup(void); /* makes MPI_INFO_ENV */

struct info *info_find(MPI_Info);
const char *info_invalid(MPI_Info); /* why it is invalid; for INVALID */
MPI_Info info_create(void);         /* an empty one, which belongs to the program */
const char *info_value(MPI_Info, const char *key); /* NULL: there is none */

/* For objects that have hints: an info without a handle, with what `from` has (NULL:
 * nothing). */
struct info *info_copy(const struct info *from);
void info_merge(struct info *, const struct info *from);
void info_set(struct info *, const char *key, const char *value);
bool info_is(const struct info *, const char *key, const char *value);
void info_free(struct info *);
MPI_Info info_give(const struct info *); /* a copy, which belongs to the program */

/* For a function that has called ENTER: leaves with an error if the handle is invalid;
 * MPI_INFO_NULL gives MPI_ERR_ARG, as in MPICH. */
#define NEED_INFO(c, handle)                                                             \
    if (!info_find(handle))                                                              \
    INVALID(c, (handle) == MPI_INFO_NULL ? MPI_ERR_ARG : MPI_ERR_INFO, "%s",             \
            info_invalid(handle))
#define NEED_INFO_OR_NULL(c, handle)                                                     \
    if ((handle) != MPI_INFO_NULL)                                                       \
    NEED_INFO(c, handle)

#endif
