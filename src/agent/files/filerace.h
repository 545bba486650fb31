/* SPDX-License-Identifier: Apache-2.0
 *
 * filerace.h - two ranks that use one file, and nothing says who comes first. */
#ifndef MZ_AGENT_FILES_FILERACE_H
#define MZ_AGENT_FILES_FILERACE_H
#include "agent/files/ledger.h"

struct str; /* base/str.h */

struct file_race {
    const struct access *first, *second; /* accesses of two ranks that are not ordered */
    const struct access *reader;         /* if both append: an access that reads the
                                            result; otherwise NULL */
    bool excused; /* unknown, and it is a library that asks for the length of a file which
                     it has written: file systems do tell, and the user can mend nothing;
                     or the list of known idioms excuses the first */
    uint32_t alike; /* excused: how many more there are of the same library */
    bool unknown;   /* the first happens before the second, which by MPI's rules need not
                       see it */
    /* Both ranks were told that they made the same file, which is impossible; so
     * whatever follows in this execution proves nothing. */
    bool hollow;
};
typedef VEC(struct file_race) file_race_vec;

/* Finds the races of an execution, given the newest access of each rank: at most
 * `most`, at different places. */
void filerace_find(const uint32_t *newest, uint32_t ranks, size_t most, file_race_vec *);
/* Writes the message of the finding: "reads out.txt, which rank 1 writes at ...,
 * ...". */
void filerace_describe(const struct file_race *, struct str *);

/* Has any rank opened a file by MPI_File_open()? */
bool mpifile_used(void);

#endif
