/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.h - what a step of an execution has to do with another one: who sent what was
 * received, and who met in a collective. */
#ifndef MZ_REPORT_STEPS_H
#define MZ_REPORT_STEPS_H
#include "kernel/state.h"

enum step_role { STEP_PLAIN, STEP_SEND, STEP_RECEIVE, STEP_COLLECTIVE };
const char *step_role_word(enum step_role);

#define NO_STEP UINT32_MAX

/* The role of an event. Sets *other: for a receive, the event that sent the message; for
 * a send, the event that took it; for a collective, the first event of those that meet
 * there; NO_EVENT: there is none. */
enum step_role step_role(const struct state *, uint32_t event, uint32_t *other);

/* Numbers the events of the cut, which become steps: an array that the caller frees, with
 * NO_STEP for the others. */
uint32_t *steps_number(const struct state *, const uint32_t *cut);

/* The level of every event from `first` on: one more than the highest level among the
 * events that must come before it, so that events of one level could happen at the same
 * time. Those who meet in a collective are on one level, if nothing but the collective
 * orders them. An array for all events that the caller frees; events before the first
 * are on level 0. */
uint32_t *steps_levels(const struct state *, uint32_t first);

#endif
