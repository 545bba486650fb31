/* SPDX-License-Identifier: Apache-2.0
 *
 * revisit.h - finding and making revisits: a new send is given to an earlier receive or
 * poll that could have had it, or the messages of a cancelled receive to receives posted
 * after it. */
#ifndef MZ_EXPLORE_MATCH_REVISIT_H
#define MZ_EXPLORE_MATCH_REVISIT_H
#include "explore/match/visit.h"

/* Appends a way for each revisit by the newest event, which is a send. */
void revisit_find(struct visit *, uint32_t send);

/* The newest event is a done, or an arrival: appends a way for each poll or wait that
 * could report the request which it completes. */
void revisit_done(struct visit *, uint32_t send);
void revisit_arrive(struct visit *, uint32_t rank);

/* Appends the ways in which the receive is cancelled successfully although it is
 * matched now, or in which a later receive, matched already, takes a message that the
 * cancelled receive leaves. */
void revisit_cancel(struct visit *, uint32_t rank, uint32_t recv);

void revisit_make(struct visit *, struct frame *, const struct way *);
void revisit_unmake(struct visit *, const struct frame *);

#endif
