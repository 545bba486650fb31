/* SPDX-License-Identifier: Apache-2.0
 *
 * work.h - the match explorer's search as a tree of choices, for worklist.h, and what is
 * done with a complete graph. */
#ifndef MZ_EXPLORE_MATCH_WORK_H
#define MZ_EXPLORE_MATCH_WORK_H
#include "explore/match/match.h"
#include "explore/match/report.h"
#include "explore/worklist.h"

struct work {
    struct search *s;
    struct visit v;
    struct play play;
    struct match_trace trace;
    match_fn *look;
    void *context;
    const struct worklist *list; /* the worklist that uses this as its tree; NULL: none */
};

void work_init(struct work *, struct search *);
void work_free(struct work *);

/* Judges, counts and reports the complete graph. */
void work_complete(struct work *);

extern const struct tree match_tree; /* the tree functions for a struct work */

#endif
