/* SPDX-License-Identifier: Apache-2.0
 *
 * match.c - the explorer for matching semantics: every outcome exactly once.
 *
 * Its search is a tree, which worklist.c goes through; see visit.c for the tree, work.c
 * for what is done with a complete graph, and docs/algorithms/match.md for why it is
 * right. */
#include "explore/match/match.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "explore/match/work.h"

/* The first execution needs looks to fail more often than is allowed: forgets it. */
static void begin_again(struct work *w)
{
    struct search *s = w->s;
    search_count_anew(s);
    if (s->frontier)
        frontier_forget_items(s->frontier);
    work_try(w);
}

static void run(struct work *w, void (*after)(struct worklist *))
{
    struct search *s = w->s;
    const struct worklist whole = {
        .s = s, .tree = &match_tree, .explorer = w, .after = after};
    struct worklist list = whole;
    w->list = &list;
    /* Others explore, and are to know what the first process knows. */
    uint64_t before = s->st->pushes;
    if (search_is_shared(s) || (s->frontier && !frontier_is_empty(s->frontier)))
        work_try(w);
    s->st->pushes = before; /* the search makes these steps again */
    worklist_run(&list);
    if (s->counts.stopped == STOP_ROOM) {
        worklist_free(&list);
        list = whole;
        begin_again(w);
        worklist_run(&list);
    }
    if (!s->counts.executions && !s->counts.stopped) /* a program has at least one
                                                        outcome, so all graphs were cut */
        s->counts.stopped = STOP_POLLS;
    worklist_free(&list);
    work_free(w);
}

void match_explore(struct search *s, match_fn *look, void *context)
{
    struct work w;
    work_init(&w, s);
    w.look = look;
    w.context = context;
    run(&w, NULL);
}

void match_judged(struct search *s, match_judged_fn *judged, void *context)
{
    struct work w;
    work_init(&w, s);
    w.judged = judged;
    w.context = context;
    run(&w, NULL);
}

void match_until(struct search *s, void (*after)(struct worklist *))
{
    struct work w;
    work_init(&w, s);
    run(&w, after);
}

void match_run(struct search *s)
{
    match_until(s, NULL);
}
