/* SPDX-License-Identifier: Apache-2.0
 *
 * scope.h - for what a verdict about a program holds: all that it rests on. */
#ifndef MZ_CLI_SCOPE_H
#define MZ_CLI_SCOPE_H
#include "exec/link.h"
#include "report/summary.h"

/* From what was asked for and what the agent has seen; the number of actors is in the
 * summary already. */
void scope_describe(struct summary *, const struct link *, char **argv);

/* One thing more, unless it is there already. */
void scope_add(struct summary *, const char *what);
/* Loops of polls that were assumed to end, if there were any. */
void scope_add_polls(struct summary *, const struct search_counts *,
                     const struct search_options *);

#endif
