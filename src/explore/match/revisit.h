/* SPDX-License-Identifier: Apache-2.0
 *
 * revisit.h - what a new send offers to those who could have had it, and what a
 * receive that is cancelled leaves to those posted after it. */
#ifndef MZ_EXPLORE_MATCH_REVISIT_H
#define MZ_EXPLORE_MATCH_REVISIT_H
#include "explore/match/visit.h"

/* Appends an option for each revisit by the newest event, a send. */
void revisit_find(struct visit *, uint32_t send);

/* The send is done, or the rank has arrived: polls and waits that could report so. */
void revisit_done(struct visit *, uint32_t send);
void revisit_arrive(struct visit *, uint32_t rank);

/* Appends the options in which the receive is cancelled in time though it is matched, or
 * a later one, matched already, takes a message that was for it. */
void revisit_cancel(struct visit *, uint32_t rank, uint32_t recv);

void revisit_make(struct visit *, struct frame *, const struct way *);
void revisit_unmake(struct visit *, struct frame *, const struct way *);

#endif
