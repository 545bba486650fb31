/* SPDX-License-Identifier: Apache-2.0
 *
 * firsts.c - see firsts.h. */
#include "explore/search/firsts.h"
#include "explore/search/worklist.h"

#include <string.h>

static bool comes_before(const struct waiting *a, const struct waiting *b)
{
    if (a->beside || b->beside)
        return b->beside && !a->beside;
    return ways_compare(&a->path, &b->path) < 0;
}

static void drop(struct waiting *x)
{
    if (--x->shows)
        return;
    vec_free(&x->path);
    free(x->bytes);
    *x = (struct waiting){0};
}

/* The place of `what` in the list; its end: it is not there. */
static size_t place_of(const struct firsts *f, struct digest what)
{
    size_t i = 0;
    while (i < f->what.len &&
           (f->what.at[i].lo != what.lo || f->what.at[i].hi != what.hi))
        i++;
    return i;
}

/* A copy of the execution, for which nothing waits so far. */
static size_t keep(struct firsts *f, const struct waiting *x)
{
    struct waiting own = {.beside = x->beside, .n = x->n, .bytes = mem_alloc(x->n + 1)};
    memcpy(own.bytes, x->bytes, x->n);
    ways_copy(&own.path, &x->path);
    vec_push(&f->waiting, own);
    return f->waiting.len - 1;
}

void firsts_add(struct firsts *f, struct search *s, const struct digest *what, size_t n,
                const struct waiting *x)
{
    size_t kept = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        if (search_has_told(s, what[i]))
            continue;
        size_t at = place_of(f, what[i]);
        bool known = at < f->what.len;
        if (known && !comes_before(x, &f->waiting.at[f->by.at[at]]))
            continue;
        if (!f->what.len)
            f->since = search_seconds(s);
        if (kept == SIZE_MAX)
            kept = keep(f, x);
        f->waiting.at[kept].shows++;
        if (known) {
            drop(&f->waiting.at[f->by.at[at]]);
            f->by.at[at] = kept;
        } else {
            vec_push(&f->what, what[i]);
            vec_push(&f->by, kept);
        }
    }
}

/* If the time is bounded, there must be some left to confirm what was found. */
bool firsts_due(const struct firsts *f, const struct search *s)
{
    double seconds = s->options.bounds.seconds, wait = s->patience;
    if (seconds > 0 && seconds / 2 < wait)
        wait = seconds / 2;
    return f->what.len && search_seconds(s) - f->since > wait;
}

static int by_path(const void *x, const void *y)
{
    const struct waiting *a = *(struct waiting *const *)x,
                         *b = *(struct waiting *const *)y;
    if (comes_before(a, b) || comes_before(b, a))
        return comes_before(a, b) ? -1 : 1;
    return a < b ? -1 : a > b; /* as they came */
}

void firsts_judge(struct worklist *w)
{
    struct search *s = w->s;
    enum search_role role = s->role;
    bool gathers = s->gathers;
    VEC(struct waiting *) all = {0};
    struct firsts f = w->firsts;
    w->firsts = (struct firsts){0};
    for (size_t i = 0; i < f.waiting.len; i++)
        if (f.waiting.at[i].shows)
            vec_push(&all, &f.waiting.at[i]);
    if (all.len)
        qsort(all.at, all.len, sizeof *all.at, by_path);
    s->role = ROLE_FIRST; /* they are counted already */
    s->gathers = false;
    s->execution.repeats = true;
    for (size_t i = 0; i < all.len; i++) {
        s->execution.known = true;
        search_set_path(s, all.at[i]->beside ? NULL : &all.at[i]->path);
        worklist_judge(w, all.at[i]->bytes, all.at[i]->n);
    }
    search_set_path(s, NULL);
    s->role = role;
    s->gathers = gathers;
    s->execution.repeats = false;
    vec_free(&all);
    firsts_free(&f);
}

void firsts_free(struct firsts *f)
{
    for (size_t i = 0; i < f->waiting.len; i++) {
        vec_free(&f->waiting.at[i].path);
        free(f->waiting.at[i].bytes);
    }
    vec_free(&f->waiting);
    vec_free(&f->what);
    vec_free(&f->by);
}
