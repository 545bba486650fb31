/* SPDX-License-Identifier: Apache-2.0
 *
 * translate.h - a litmus file as a C program for the native API. */
#ifndef MZ_TESTS_EXEC_TRANSLATE_H
#define MZ_TESTS_EXEC_TRANSLATE_H
#include "litmus/code.h"

/* Defines void setup_<number>(void), which creates everything but does not run. */
void translate(const struct litmus *, unsigned number, struct str *out);

/* What comes before the first and after the last of them: main runs the one whose
 * number it is given. */
void translate_begin(struct str *out);
void translate_end(unsigned programs, struct str *out);

#endif
