/* SPDX-License-Identifier: Apache-2.0
 *
 * wakeup.c - see wakeup.h. */
#include "explore/wakeup.h"
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
    /* The first dependent act is the act itself, or stands in its way. */
    return i == v->len || act_same(a, &v->at[i]);
}

void wakeup_insert(struct wakeup *w, uint32_t *tree, acts_vec *v)
{
    for (;;) {
        uint32_t b = *tree;
        size_t at = 0;
        while (b != NO_BRANCH && !wakeup_initial(&w->pool.at[b].act, v, &at)) {
            tree = &w->pool.at[b].sibling;
            b = *tree;
        }
        if (b == NO_BRANCH)
            break;
        if (w->pool.at[b].child == NO_BRANCH)
            return; /* a leaf: exploring it covers the sequence */
        if (at < v->len) {
            memmove(v->at + at, v->at + at + 1, (v->len - at - 1) * sizeof *v->at);
            v->len--;
        }
        tree = &w->pool.at[b].child;
    }
    /* `tree` may point into the pool, which is about to move. */
    bool inside = (char *)tree >= (char *)w->pool.at &&
                  (char *)tree < (char *)(w->pool.at + w->pool.len);
    size_t offset = inside ? (size_t)((char *)tree - (char *)w->pool.at) : 0;
    for (size_t i = 0; i < v->len; i++) {
        uint32_t b = new_branch(w, &v->at[i]);
        if (inside)
            tree = (uint32_t *)(void *)((char *)w->pool.at + offset);
        *tree = b;
        inside = true;
        offset = (size_t)((char *)&w->pool.at[b].child - (char *)w->pool.at);
    }
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
        w->pool.at[last].sibling = tree; /* no recursion: trees can be deep */
        tree = below;
    }
}
