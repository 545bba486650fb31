/* SPDX-License-Identifier: Apache-2.0
 *
 * known.h - what libraries are known to do against the letter of MPI: the list in
 * share/mazurka/known, which has a reason for each, and is shipped with the tool. */
#ifndef MZ_REAL_KNOWN_H
#define MZ_REAL_KNOWN_H
#include "report/kinds.h"

#include <stdint.h>

/* The line of the list that excuses a finding of this kind if this function of a library
 * is on the stack; 0: none does. */
uint32_t known_idiom(enum finding_kind, const char *function);

#endif
