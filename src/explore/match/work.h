/* SPDX-License-Identifier: Apache-2.0
 *
 * work.h - the match explorer's search as a tree of choices, for worklist.h, and what is
 * done with a complete graph. */
#ifndef MZ_EXPLORE_MATCH_WORK_H
#define MZ_EXPLORE_MATCH_WORK_H
#include "explore/match/match.h"
#include "explore/match/parting.h"
#include "explore/match/report.h"
#include "explore/search/observed.h"
#include "explore/search/worklist.h"

struct work {
    struct search *s;
    struct visit v;
    struct play play;
    struct partings partings;
    struct match_trace trace;
    match_fn *look;
    match_judged_fn *judged;
    void *context;
    bool
        fresh; /* no graph is complete yet, and N may still be enlarged: see work_try() */
    struct worklist *list;    /* the worklist that uses this as its tree; NULL: none */
    struct observed observed; /* --audit: scratch, to name outcomes */
};

void work_init(struct work *, struct search *);
void work_free(struct work *);

/* Finds out how often looks must be allowed to fail for the first execution to come to
 * its end, unless the user has said how often. Where this is not called, work_complete()
 * stops the search with STOP_ROOM if the first graph is not whole; then it is called for.
 */
void work_try(struct work *);

/* Judges, counts and reports the complete graph. */
void work_complete(struct work *);

extern const struct sights match_sights; /* sight.c */
extern const struct tree match_tree;     /* the tree functions for a struct work */

#endif
