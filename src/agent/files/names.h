/* SPDX-License-Identifier: Apache-2.0
 *
 * names.h - calls that take a path, and what opening has in common with them. */
#ifndef MZ_AGENT_FILES_NAMES_H
#define MZ_AGENT_FILES_NAMES_H
#include "agent/files/fs.h"

long names_path(char *to, uint64_t from); /* copies a path of at most PATH_MOST bytes from
                                             the program; or returns an error */
void names_look(struct call *, const struct place *, bool present);
/* Finds what a directory descriptor and a path lead to, for a call that only looks;
 * records the look in the ledger. */
long names_see(struct call *, int directory, uint64_t name, enum walk_how,
               struct place *);
/* May names be added to and removed from this directory? Returns 0 or an error. */
long names_may_change(node_id dir);
/* May the user access a file that the program made in this way (read, write, execute)?
 * Returns 0 or an error. */
long names_allows(node_id, int mode);
/* Makes a file or directory at a place where there is none. */
long names_make(struct call *, const struct place *, mode_t, unsigned flags, node_id *);
long names_stat(struct call *, node_id, struct stat *);
void names_status(struct call *, node_id); /* records that the program looks at it */

#endif
