/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_stored.c - which memory of windows may have been stored to?
 *
 * What a rank stores to its windows is published before its next operation, and comparing
 * all of them each time would make every call cost as much as the program has windows.
 * Their pages are protected, so that whoever writes there has opened them before: the
 * program for a single step, the library and the agent until the next return to the
 * program. So a page is *stale* if it was opened, or is open now, and only stale pages
 * are compared. One that is protected after that is stale no more. */
#include "agent/watch/watching.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { MOST = 1024 }; /* ranges; with more of them everything is stale */

/* Sorts the ranges, and joins those that touch each other. */
static void tidy(struct watch_force *f)
{
    if (f->untidy)
        watch_merge(&f->stale);
    f->untidy = false;
}

static void note(struct watch_force *f, uintptr_t low, uintptr_t high)
{
    runs_vec *v = &f->stale;
    if (v->len && vec_last(v).low <= low && high <= vec_last(v).high)
        return;
    if (v->len == MOST)
        tidy(f);
    if (v->len == MOST) {
        f->all_stale = true;
        return;
    }
    vec_push(v, (struct run){low, high, 0});
    f->untidy = v->len > 1;
}

void watch_opened(struct rank *r, uintptr_t low, uintptr_t high)
{
    if (!r->head->copies || watch_force(r)->all_stale)
        return;
    int who = agent.current;
    agent.current = AT_AGENT;
    note(watch_force(r), low, high);
    agent.current = who;
}

void watch_replaced(struct rank *r)
{
    if (r->head->copies)
        watch_force(r)->all_stale = true;
}

bool watch_all_stale(struct rank *r)
{
    struct watch_force *f = watch_force(r);
    bool all = f->all_stale;
    f->all_stale = false;
    if (all)
        f->stale.len = 0;
    return all;
}

bool watch_any_stale(struct rank *r)
{
    const struct watch_force *f = watch_force(r);
    return f->all_stale || f->stale.len;
}

bool watch_stale(struct rank *r, uintptr_t *low, uintptr_t *high)
{
    struct watch_force *f = watch_force(r);
    tidy(f);
    size_t from = 0, to = f->stale.len;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (f->stale.at[middle].high <= *low)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == f->stale.len || f->stale.at[from].low >= *high)
        return false;
    const struct run *x = &f->stale.at[from];
    *low = x->low > *low ? x->low : *low;
    *high = x->high < *high ? x->high : *high;
    return true;
}

void watch_unveil_stale(struct rank *r, bool unveil)
{
    struct watch_force *f = watch_force(r);
    tidy(f);
    for (size_t i = 0; i < f->stale.len; i++)
        if (unveil)
            watch_unveil(r, f->stale.at[i].low, f->stale.at[i].high, false);
        else
            watch_veil(r, f->stale.at[i].low, f->stale.at[i].high);
}

static void add(runs_vec *to, uintptr_t low, uintptr_t high)
{
    if (low < high)
        vec_push(to, (struct run){low, high, 0});
}

/* Leaves only what is not protected. Returns the number of its bytes. */
static size_t drop_protected(struct watch_force *f)
{
    runs_vec *left = &agent.watching->scratch;
    size_t bytes = 0;
    tidy(f);
    left->len = 0;
    for (size_t i = 0, k = 0; i < f->stale.len; i++) {
        struct run x = f->stale.at[i];
        while (k < f->runs.len && f->runs.at[k].high <= x.low)
            k++;
        for (size_t n = k; n < f->runs.len && f->runs.at[n].low < x.high; n++) {
            add(left, x.low, f->runs.at[n].low);
            x.low = f->runs.at[n].high < x.high ? f->runs.at[n].high : x.high;
        }
        add(left, x.low, x.high);
    }
    f->stale.len = 0;
    for (size_t i = 0; i < left->len; i++) {
        vec_push(&f->stale, left->at[i]);
        bytes += left->at[i].high - left->at[i].low;
    }
    return bytes;
}

void watch_compared(struct rank *r)
{
    enum { MUCH = 64 << 10 };
    struct watch_force *f = watch_force(r);
    int who = agent.current;
    agent.current = AT_AGENT;
    size_t left = drop_protected(f);
    if (left > f->open + MUCH) { /* a call may have many operations */
        watch_restore(r, &f->stale);
        left = drop_protected(f);
    }
    f->open = left; /* these cannot be protected, or it is not worth it */
    agent.current = who;
}
