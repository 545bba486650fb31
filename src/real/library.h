/* SPDX-License-Identifier: Apache-2.0
 *
 * library.h - is the code of a module of the program the user's, or a library that
 * somebody else has written?
 *
 * Findings are shown at lines of the user's code, and what only its author could mend is
 * no error of the user's. */
#ifndef MZ_REAL_LIBRARY_H
#define MZ_REAL_LIBRARY_H
#include <stdbool.h>
#include <stddef.h>

/* Is the file with this path (empty: the program itself) a library of somebody else's?
 * `rules`, of --library, may say so, or that it is not: "libmine*=mine,libhdf5=theirs",
 * where a name is that of the file up to ".so", and * stands for any characters.
 * Otherwise it is if it lies where the system, or somebody else, installs libraries. */
bool library_is_theirs(const char *path, const char *rules);
/* Does a rule whose pattern has a slash, as in "vendor/io*=theirs", say whose the source
 * with this path is? Its pattern fits the end of the path from a slash on, or all of it.
 * If none does, *theirs stays as it is. */
void library_rules_of_source(const char *path, const char *rules, bool *theirs);
/* The length of the name of a library, from its first character up to ".so". */
size_t library_name(const char *path, const char **name);
/* Are these rules? If not, *at becomes the first that is none. */
bool library_rules(const char *rules, const char **at);

#endif
