/* SPDX-License-Identifier: Apache-2.0
 *
 * judge.c - see judge.h. */
#include "judge.h"
#include "kernel/wait.h"

void judge_remember(struct search *s, void *context)
{
    struct sightings *r = context;
    struct seen x = {.trace = s->st->trace, .state = state_digest(s->st)};
    for (uint32_t a = 0; a < s->st->nactors; a++)
        x.failed |= s->st->actor[a].failed;
    x.deadlock = wait_deadlocked(s->st);
    vec_push(&r->at, x);
}

static int by_trace(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;
    if (x->trace.hi != y->trace.hi)
        return x->trace.hi < y->trace.hi ? -1 : 1;
    return x->trace.lo < y->trace.lo ? -1 : x->trace.lo > y->trace.lo;
}

static bool same(const struct seen *x, const struct seen *y)
{
    return !by_trace(x, y) && x->state.lo == y->state.lo && x->state.hi == y->state.hi &&
           x->deadlock == y->deadlock && x->failed == y->failed;
}

bool judge_distil(struct sightings *r, size_t *duplicates)
{
    bool good = true;
    size_t n = 0;
    if (r->at.len)
        qsort(r->at.at, r->at.len, sizeof *r->at.at, by_trace);
    for (size_t i = 0; i < r->at.len; i++) {
        if (n && !by_trace(&r->at.at[n - 1], &r->at.at[i]))
            good &= same(&r->at.at[n - 1], &r->at.at[i]);
        else
            r->at.at[n++] = r->at.at[i];
    }
    *duplicates = r->at.len - n;
    r->at.len = n;
    return good;
}

size_t judge_common(const struct sightings *x, const struct sightings *y)
{
    size_t common = 0;
    for (size_t i = 0, j = 0; i < x->at.len && j < y->at.len;) {
        int order = by_trace(&x->at.at[i], &y->at.at[j]);
        if (!order)
            common += same(&x->at.at[i], &y->at.at[j]);
        i += order <= 0;
        j += order >= 0;
    }
    return common;
}
