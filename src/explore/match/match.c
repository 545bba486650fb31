/* SPDX-License-Identifier: Apache-2.0
 *
 * match.c - the explorer for matching semantics: every outcome exactly once.
 *
 * It begins with one item, the empty graph, or with those of an exploration that was
 * stopped; see work.c for what is done with an item, visit.c for the search
 * itself, and docs/algorithms/match.md for why it is right. */
#include "explore/match/match.h"
#include "explore/explorer.h"
#include "explore/frontier.h"
#include "explore/match/parallel.h"
#include "explore/match/work.h"

/* ---- --bound: again and again, with one deviation more ---- */

static void explore_bounded(struct work *w)
{
    const struct item root = {0};
    w->bounded = true;
    bool more = true;
    for (w->wanted = 0; more && w->wanted < w->s->options.bound && !search_stopped(w->s);
         w->wanted++) {
        w->limited = false;
        work_explore(w, &root);
        more = w->limited;
    }
    if (more && !w->s->counts.stopped)
        w->s->counts.stopped = STOP_BOUND;
}

void match_explore(struct search *s, match_fn *look, void *context)
{
    struct frontier *f = s->frontier;
    struct work w;
    work_init(&w, s);
    w.look = look;
    w.context = context;
    if (f && f->items.len) {
        s->counts = f->counts;
        s->counts.stopped = s->counts.cut;
        for (size_t i = 0; i < f->items.len; i++)
            vec_push(&w.items, f->items.at[i]);
        f->items.len = 0;
    } else if (!s->options.bound) {
        vec_push(&w.items, (struct item){0});
    }
    if (s->options.bound)
        explore_bounded(&w);
    else if (s->options.jobs > 1)
        parallel_explore(&w, s->options.jobs);
    else
        work_explore_all(&w);
    /* Without what was lost, the rest would look like all of it. */
    if (f && !s->options.bound && s->counts.stopped != STOP_WORKER &&
        s->counts.stopped != STOP_FRONTIER) {
        for (size_t i = 0; i < w.items.len; i++)
            vec_push(&f->items, w.items.at[i]);
        w.items.len = 0;
        f->counts = s->counts;
    }
    if (!s->counts.executions &&
        !s->counts.stopped) /* a program has some outcome: all were given up */
        s->counts.stopped = STOP_POLLS;
    work_free(&w); /* and the program is at its start again */
    if (f)
        f->program = item_program(s->st->program);
}

void match_run(struct search *s)
{
    match_explore(s, NULL, NULL);
}
