/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.h - does a call name a variable as one of its arguments?
 *
 * Debugging information tells the types of variables, not of arguments; so the text of
 * the call is looked at, if the source is there. */
#ifndef MZ_REAL_ARGUMENTS_H
#define MZ_REAL_ARGUMENTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct Dwfl;

#define CALL_TEXT 1024

/* Reads the source line of the call that returns to `site`, from a function of MPI on,
 * and the lines after it until its parentheses are closed. False if there is none. */
bool arguments_read(struct Dwfl *, uint64_t site, char text[CALL_TEXT]);

enum named {
    NAMED_NOT,
    NAMED_WITHIN, /* name + x, &name[x] */
    NAMED_ITSELF,
};

/* Is the variable an argument in this text? */
enum named arguments_name(const char *text, const char *name);

#endif
