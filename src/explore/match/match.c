/* SPDX-License-Identifier: Apache-2.0
 *
 * match.c - the explorer for matching semantics: every outcome exactly once.
 *
 * Its search is a tree, which worklist.c goes through; see visit.c for the tree, work.c
 * for what is done with a complete graph, and docs/algorithms/match.md for why it is
 * right. */
#include "explore/match/match.h"
#include "explore/explorer.h"
#include "explore/match/work.h"

void match_explore(struct search *s, match_fn *look, void *context)
{
    struct work w;
    struct worklist list = {.s = s, .tree = &match_tree, .explorer = &w};
    work_init(&w, s);
    w.look = look;
    w.context = context;
    w.list = &list;
    worklist_run(&list);
    if (!s->counts.executions && !s->counts.stopped) /* a program has at least one
                                                        outcome, so all graphs were cut */
        s->counts.stopped = STOP_POLLS;
    worklist_free(&list);
    work_free(&w);
}

void match_run(struct search *s)
{
    match_explore(s, NULL, NULL);
}
