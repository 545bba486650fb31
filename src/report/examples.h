/* SPDX-License-Identifier: Apache-2.0
 *
 * examples.h - a program for each kind of finding, and how it should be: examples.def. */
#ifndef MZ_REPORT_EXAMPLES_H
#define MZ_REPORT_EXAMPLES_H
#include "base/str.h"
#include "report/kinds.h"

struct example {
    unsigned ranks; /* it is run with so many; 0: there is no example */
    bool whole;     /* the texts are all of main */
    const char *wrong, *right;
    const char *why; /* what is wrong, and what is done about it */
};

const struct example *example_of(enum finding_kind); /* NULL if there is none */
/* Appends the program, to be compiled. */
void example_program(const struct example *, bool right, struct str *);

#endif
