/* SPDX-License-Identifier: Apache-2.0
 *
 * match.c - the explorer for matching semantics: every outcome exactly once. */
#include "explore/explorer.h"
#include "explore/match_visit.h"

void match_run(struct search *s)
{
    struct visit v;
    visit_init(&v, s->st->program);
    while (true) {
        while (visit_grow(&v))
            visit_make(&v, 0);
        if (visit_stands(&v))
            s->executions++;
        else
            s->redundant++;
        while (v.frames.len) {
            struct frame *f = &vec_last(&v.frames);
            visit_unmake(&v);
            if (f->current + 1 < f->n) {
                visit_make(&v, f->current + 1);
                break;
            }
            visit_drop(&v);
        }
        if (!v.frames.len)
            break;
    }
    visit_free(&v);
}
