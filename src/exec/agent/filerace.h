/* SPDX-License-Identifier: Apache-2.0
 *
 * filerace.h - two ranks that use one file, and nothing says who comes first. */
#ifndef MZ_EXEC_FILERACE_H
#define MZ_EXEC_FILERACE_H
#include "exec/agent/ledger.h"

struct str; /* base/str.h */

struct file_race {
    const struct access *first, *second; /* of two ranks */
    const struct access *reader;         /* two that append: who reads it; or NULL */
    /* Both were told that they made it, which cannot be: what follows proves nothing. */
    bool hollow;
};
typedef VEC(struct file_race) file_race_vec;

/* Those of an execution, given the newest access of each rank: at most so many, of
 * different places. */
void filerace_find(const uint32_t *newest, uint32_t ranks, size_t most, file_race_vec *);
/* The message of a finding: "reads out.txt, which rank 1 writes at ..., ...". */
void filerace_describe(const struct file_race *, struct str *);

#endif
