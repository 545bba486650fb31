/* SPDX-License-Identifier: Apache-2.0
 *
 * scope.h - for what a verdict about a program holds: all that it rests on. */
#ifndef MZ_CLI_SCOPE_H
#define MZ_CLI_SCOPE_H
#include "exec/link.h"
#include "report/summary.h"

/* Fills in what the verdict rests on, from the request and from what the agent has
 * seen. The number of actors must be in the summary already. */
void scope_describe(struct summary *, const struct link *, char **argv);

/* Adds one more thing, unless it is there already. */
void scope_add(struct summary *, const char *what);

#endif
