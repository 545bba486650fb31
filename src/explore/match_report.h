/* SPDX-License-Identifier: Apache-2.0
 *
 * match_report.h - an outcome as an execution of the kernel, for those who report. */
#ifndef MZ_EXPLORE_MATCH_REPORT_H
#define MZ_EXPLORE_MATCH_REPORT_H
#include "explore/match_play.h"
#include "explore/search.h"

/* Brings search.st to where the play ended, calls the function, and takes it back. */
void report_state(struct search *, struct play *, void (*look)(struct search *));

/* For whoever repeats such an execution with BUFFERING_ANY: before a rank's step, and at a
 * halt, where all sends that may wait do so. */
void report_before_step(struct state *, uint32_t rank, int32_t outcome);
void report_halt(struct state *);

#endif
