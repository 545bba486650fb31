/* SPDX-License-Identifier: Apache-2.0
 *
 * variables.h - the program's variables, from its symbols and debugging information.
 *
 * The supervisor answers what the agent asks in the link: see struct link_question. */
#ifndef MZ_REAL_VARIABLES_H
#define MZ_REAL_VARIABLES_H
#include "real/link.h"

struct source;

/* Fills in the answer. What is not known for certain is left out. */
void variables_answer(struct source *, struct link_question *);
/* Is it about the buffer of a call in code without debugging information? Then nobody
 * knows what the buffer's elements are. */
bool variables_are_unknown(struct source *, const struct link_question *);

#endif
