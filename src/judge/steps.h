/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.h - what a step of an execution has to do with another one: who sent what was
 * received, and who met in a collective. */
#ifndef MZ_JUDGE_STEPS_H
#define MZ_JUDGE_STEPS_H
#include "report/finding.h"

/* Numbers the events of the cut from `first` on, which become steps: an array that the
 * caller frees, with NO_STEP for the others. */
uint32_t *steps_number(const struct state *, const uint32_t *cut, uint32_t first);

/* What a step has to do with others. */
struct step_part {
    enum step_role role;
    /* of a receive, the step that sent the message (an actor's may have received one
     * itself); of a send, the step that took it; of
     * a collective, the first step of those that meet there; NO_STEP: it is not among the
     * numbered ones */
    uint32_t other;
    bool lost; /* a send whose message nobody has taken */
};
struct step_part step_part(const struct state *, uint32_t event, const uint32_t *number);

/* The level of every event from `first` on: one more than the highest level among the
 * events that must come before it, and the earlier events of its rank, so that events of
 * one level could happen at the same time. Those who meet in a collective are on one
 * level, if nothing but the collective orders them. An array for all events that the
 * caller frees; events before the first are on level 0. */
uint32_t *steps_levels(const struct state *, uint32_t first);

#endif
