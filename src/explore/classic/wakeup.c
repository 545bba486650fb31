/* SPDX-License-Identifier: Apache-2.0
 *
 * wakeup.c - see wakeup.h. */
#include "explore/classic/wakeup.h"
#include "kernel/depend.h"

#include <string.h>

void wakeup_init(struct wakeup *w)
{
    *w = (struct wakeup){.spare = NO_BRANCH};
}

void wakeup_free(struct wakeup *w)
{
    vec_free(&w->pool);
}

static uint32_t new_branch(struct wakeup *w, const struct act *a)
{
    uint32_t b = w->spare;
    if (b == NO_BRANCH) {
        b = (uint32_t)w->pool.len;
        vec_push(&w->pool, (struct branch){0});
    } else {
        w->spare = w->pool.at[b].sibling;
    }
    w->pool.at[b] = (struct branch){*a, NO_BRANCH, NO_BRANCH};
    if (++w->used > w->peak)
        w->peak = w->used;
    return b;
}

static void free_branch(struct wakeup *w, uint32_t b)
{
    w->pool.at[b].sibling = w->spare;
    w->spare = b;
    w->used--;
}

bool wakeup_initial(const struct act *a, const acts_vec *v, size_t *at)
{
    size_t i = 0;
    while (i < v->len && !dep_between(a, &v->at[i]))
        i++;
    *at = i;
    /* The first act that depends on `a` either is `a` itself or prevents it from coming
     * first. */
    return i == v->len || act_same(a, &v->at[i]);
}

void wakeup_insert(struct wakeup *w, uint32_t *tree, acts_vec *v)
{
    uint32_t parent = NO_BRANCH, last = NO_BRANCH, b = *tree;
    while (b != NO_BRANCH) {
        size_t at;
        if (!wakeup_initial(&w->pool.at[b].act, v, &at)) {
            last = b;
            b = w->pool.at[b].sibling;
            continue;
        }
        if (w->pool.at[b].child == NO_BRANCH)
            return; /* a leaf: exploring it covers the sequence */
        if (at < v->len) {
            memmove(v->at + at, v->at + at + 1, (v->len - at - 1) * sizeof *v->at);
            v->len--;
        }
        parent = b;
        last = NO_BRANCH;
        b = w->pool.at[b].child;
    }
    uint32_t branch = NO_BRANCH;
    for (size_t i = v->len; i-- > 0;) {
        uint32_t above = new_branch(w, &v->at[i]);
        w->pool.at[above].child = branch;
        branch = above;
    }
    if (last != NO_BRANCH)
        w->pool.at[last].sibling = branch;
    else if (parent != NO_BRANCH)
        w->pool.at[parent].child = branch;
    else
        *tree = branch;
}

struct act wakeup_take(struct wakeup *w, uint32_t *tree, uint32_t *below)
{
    uint32_t b = *tree;
    struct act a = w->pool.at[b].act;
    *below = w->pool.at[b].child;
    *tree = w->pool.at[b].sibling;
    free_branch(w, b);
    return a;
}

void wakeup_drop(struct wakeup *w, uint32_t tree)
{
    while (tree != NO_BRANCH) {
        uint32_t below, last;
        wakeup_take(w, &tree, &below);
        if (below == NO_BRANCH)
            continue;
        for (last = below; w->pool.at[last].sibling != NO_BRANCH;)
            last = w->pool.at[last].sibling;
        w->pool.at[last].sibling = tree; /* a loop instead of recursion, because trees can
                                            be deep */
        tree = below;
    }
}
