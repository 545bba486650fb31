/* SPDX-License-Identifier: Apache-2.0
 *
 * whose.h - has the user written this code of the program's own file, or somebody else?
 *
 * Libraries are also linked statically, and some consist of headers. A function is
 * somebody else's if it is declared in a header of the system, or if it has no debugging
 * information and the user's own functions have. */
#ifndef MZ_REAL_WHOSE_H
#define MZ_REAL_WHOSE_H
#include <elfutils/libdwfl.h>
#include <stdbool.h>

/* Does this path lie where the system keeps headers, such as that of std::vector? */
bool whose_is_header(const char *path);

/* Is the code at this address somebody else's? `rules` are those of --library; of these,
 * patterns with a slash stand for the paths of sources. */
bool whose_is_theirs(Dwfl *, Dwfl_Module *, const char *rules, Dwarf_Addr);

/* The line of the user's that has caused the code at this address, which a compiler has
 * put there from a header of the system: NULL if it does not know; otherwise the file as
 * the compiler names it, relative to *folder. */
const char *whose_line(Dwfl *, Dwarf_Addr, const char **folder, int *line);

#endif
