/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.h - what a replay has come to, next to what was recorded. */
#ifndef MZ_CLI_REPLAY_H
#define MZ_CLI_REPLAY_H
#include "cli/options.h"
#include "report/mzt.h"

/* Is the recorded finding among those that are seen now? Prints what differs, and
 * returns the exit code. */
int replay_compare(const struct finding *recorded, struct finding *const *now, size_t n);

/* Follows the trace of a litmus file; returns the exit code. See cmd_litmus.c. */
int replay_litmus(const struct mzt *, const char *file, const struct options *);

#endif
