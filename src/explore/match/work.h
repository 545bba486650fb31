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
    const struct worklist *list; /* of which this is the tree; NULL: of none */
};

void work_init(struct work *, struct search *);
void work_free(struct work *);

/* Looks at the graph, which is complete. */
void work_complete(struct work *);

extern const struct tree match_tree; /* of a struct work */

#endif
