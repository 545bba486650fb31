/* SPDX-License-Identifier: Apache-2.0
 *
 * demangle.h - names of C++ functions as the program has them. */
#ifndef MZ_REAL_DEMANGLE_H
#define MZ_REAL_DEMANGLE_H
#include "base/str.h"

/* Appends the name of a function without its parameters, grid::Field<double>::resize; a
 * name that is none of C++ stays as it is. */
void demangle(const char *name, struct str *to);
/* Shortens what a name or a type has of the standard library: arguments of templates that
 * are there by default, and std::string. */
void demangle_shorten(struct str *);

#endif
