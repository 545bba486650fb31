/* SPDX-License-Identifier: Apache-2.0
 *
 * scope.h - for what a verdict about a program holds: all that it rests on. */
#ifndef MZ_CLI_SCOPE_H
#define MZ_CLI_SCOPE_H
#include "real/link.h"
#include "explore/search/frontier.h"
#include "report/summary.h"

/* Fills in what the verdict rests on, from the request and from what the agent has
 * seen. The number of actors must be in the summary already. */
void scope_describe(struct summary *, const struct link *, char **argv);
bool scope_has_gap(const struct summary *, const char *what);

/* Add one more thing that it rests on, or that was not explored, unless it is there
 * already; and what the frontier says of the runs before. */
void scope_add(struct summary *, const char *what);
void scope_add_gap(struct summary *, const char *what);
void scope_add_before(struct summary *, const struct frontier *);

#endif
