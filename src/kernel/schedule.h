/* SPDX-License-Identifier: Apache-2.0
 *
 * schedule.h - an execution as text: "A A B:1 C" says who moves, and with which
 * outcome where the operation leaves a choice. */
#ifndef MZ_KERNEL_SCHEDULE_H
#define MZ_KERNEL_SCHEDULE_H
#include "base/err.h"
#include "base/str.h"
#include "kernel/state.h"

/* Writes the events of the cut (NULL: all), in the order in which they happened. */
void schedule_print(const struct state *, const uint32_t *cut, struct str *);

/* Executes the schedule. Returns MZ_USAGE, with the reason in `why`, if it cannot be
 * followed. */
enum mz_err schedule_follow(struct state *, const char *schedule, struct str *why);

#endif
