/* SPDX-License-Identifier: Apache-2.0
 *
 * match.c - the explorer for matching semantics: every outcome exactly once. */
#include "explore/match.h"
#include "explore/explorer.h"

static void complete(struct search *s, struct visit *v, match_fn *look, void *context)
{
    if (!visit_stands(v)) {
        search_end_redundant(s);
        return;
    }
    s->executions++;
    bool failed = false, blocked = false;
    for (uint32_t p = 0; p < v->g.n; p++) {
        failed |= v->g.rank[p].failed;
        blocked |= !v->g.rank[p].ended;
    }
    s->failures += failed;
    s->deadlocks += blocked;
    if (look)
        look(s, v, context);
}

void match_explore(struct search *s, match_fn *look, void *context)
{
    struct visit v;
    visit_init(&v, s->st->program);
    do {
        while (visit_grow(&v))
            visit_make(&v, 0);
        complete(s, &v, look, context);
        while (v.frames.len) {
            struct frame *f = &vec_last(&v.frames);
            visit_unmake(&v);
            if (f->current + 1 < f->n) {
                visit_make(&v, f->current + 1);
                break;
            }
            visit_drop(&v);
        }
    } while (v.frames.len);
    visit_free(&v);
}

void match_run(struct search *s)
{
    match_explore(s, NULL, NULL);
}
