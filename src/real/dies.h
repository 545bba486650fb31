/* SPDX-License-Identifier: Apache-2.0
 *
 * dies.h - what is asked again and again of the entries of debugging information. */
#ifndef MZ_REAL_DIES_H
#define MZ_REAL_DIES_H
#include <elfutils/libdw.h>
#include <stdbool.h>

/* The type of a variable, a member or another type; false: it has none. */
bool die_type(Dwarf_Die *, Dwarf_Die *type);
/* The address that an operation of its location tells, for what is in no frame; clang
 * writes down the number of the address in a table. */
bool die_address(Dwarf_Die *, const Dwarf_Op *, Dwarf_Addr *);
/* The function that contains the address, also in namespaces and classes; `inner`: in
 * modules and other functions, too. */
bool die_function(Dwarf_Die *in, Dwarf_Addr pc, bool inner, Dwarf_Die *function);

#endif
