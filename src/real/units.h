/* SPDX-License-Identifier: Apache-2.0
 *
 * units.h - which compile unit is an address of, and which line of its source?
 *
 * libdwfl answers by a table of addresses that gcc writes, and clang does not: without
 * it, the units are asked what they contain, once for each module. */
#ifndef MZ_REAL_UNITS_H
#define MZ_REAL_UNITS_H
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>

/* The compile unit that contains the address. *bias is what its own addresses lack. */
bool unit_at(Dwfl *, Dwarf_Addr at, Dwarf_Die *unit, Dwarf_Addr *bias);

/* The line of the instruction at the address: NULL, or the file as the compiler names it,
 * which is relative to *folder (NULL: not known). Both live as long as the Dwfl. */
const char *unit_line(Dwfl *, Dwarf_Addr at, const char **folder, int *line);

/* Was the unit written in Fortran? */
bool unit_is_fortran(Dwarf_Die *unit);

/* Gives back what is kept for the modules; before dwfl_end(). */
void units_free(Dwfl *);

#endif
