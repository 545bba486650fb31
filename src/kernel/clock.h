/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.h - the causal past of an act. */
#ifndef MZ_KERNEL_CLOCK_H
#define MZ_KERNEL_CLOCK_H
#include "kernel/state.h"

/* Appends the events of the cut that the act directly depends on and that are
 * not its actor's own: every such event is in this list or happens before one
 * of it or of the actor's previous event. */
void clock_causes(const struct state *, const struct act *, const uint32_t *cut,
                  events_vec *causes);

/* The past of the act in the cut, without the act itself, as a clock of
 * nactors entries: its actor's previous event joined with its causes. */
void clock_past(const struct state *, const struct act *, const uint32_t *cut,
                events_vec *causes, uint32_t *clock);

/* The events of the execution that do not happen after (or are) the event. */
void clock_without(const struct state *, uint32_t event, uint32_t *cut);

#endif
