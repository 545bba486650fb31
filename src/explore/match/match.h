/* SPDX-License-Identifier: Apache-2.0
 *
 * match.h - the match explorer, for those who want to look at its graphs. */
#ifndef MZ_EXPLORE_MATCH_MATCH_H
#define MZ_EXPLORE_MATCH_MATCH_H
#include "explore/match/visit.h"
#include "explore/search/search.h"
#include "explore/search/worklist.h"

typedef void match_fn(struct search *, struct visit *, void *context);

/* Explores as match_run() does, and calls the function for every complete graph that
 * can happen; visit_stands() tells whether the graph is an outcome. */
void match_explore(struct search *, match_fn *, void *context);

/* The same, for every outcome when it has been judged: `wrong` as search.execution.wrong,
 * or there is a halt on the way to it. */
typedef void match_judged_fn(struct search *, struct visit *, bool wrong, void *context);
void match_judged(struct search *, match_judged_fn *, void *context);

/* Explores as match_run() does; `after` is called after every execution, and may stop the
 * search: what is left goes to search.frontier. */
void match_until(struct search *, void (*after)(struct worklist *));

#endif
