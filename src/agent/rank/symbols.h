/* SPDX-License-Identifier: Apache-2.0
 *
 * symbols.h - names of the program's functions and variables, from its symbol table. */
#ifndef MZ_EXEC_SYMBOLS_H
#define MZ_EXEC_SYMBOLS_H
#include <stddef.h>
#include <stdint.h>

/* Writes the name of the function or static variable at the address, with the element of
 * an array of objects of this size (0: not asked for) or the offset in it; "" if it is
 * not known. */
void symbols_name(uint64_t address, size_t element, char *to, size_t room);

#endif
