/* SPDX-License-Identifier: Apache-2.0
 *
 * match_revisit.h - what a new send offers to those who could have had it. */
#ifndef MZ_EXPLORE_MATCH_REVISIT_H
#define MZ_EXPLORE_MATCH_REVISIT_H
#include "explore/match_visit.h"

/* Appends an option for each revisit by the newest event, a send. */
void revisit_find(struct visit *, uint32_t send);

/* Appends the option to withdraw a receive that is matched, if that was not to be. */
/* The send is done, or the rank has arrived: polls and waits that could report so. */
void revisit_done(struct visit *, uint32_t send);
void revisit_arrive(struct visit *, uint32_t rank);

void revisit_cancel(struct visit *, uint32_t rank, uint32_t recv);

void revisit_make(struct visit *, struct frame *, const struct way *);
void revisit_unmake(struct visit *, struct frame *, const struct way *);

#endif
