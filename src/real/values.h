/* SPDX-License-Identifier: Apache-2.0
 *
 * values.h - what is in the variables that an assertion names: "s.MPI_SOURCE is 2, n is
 * 4", from debugging information and the memory of the process, which stands in the call
 * of the function that the assertion has called. C and C++. */
#ifndef MZ_REAL_VALUES_H
#define MZ_REAL_VALUES_H
#include "base/str.h"
#include "real/link.h"

#include <sys/types.h>

struct source;

/* Appends the variables, members and elements that the text names, with their values, in
 * the order of the text. What cannot be read, or is not known for certain, is left out;
 * nothing is called and nothing is changed. */
void values_tell(struct source *, pid_t, const struct link_question *, struct str *);

#endif
