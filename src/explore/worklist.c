/* SPDX-License-Identifier: Apache-2.0
 *
 * worklist.c - see worklist.h. */
#include "explore/worklist.h"
#include "explore/frontier.h"
#include "explore/pool.h"

void worklist_free(struct worklist *w)
{
    for (size_t i = 0; i < w->items.len; i++)
        item_free(&w->items.at[i]);
    vec_free(&w->items);
    vec_free(&w->choices);
}

/* ---- the tree ---- */

/* The share of the whole search that lies below the present way of the last choice. */
static double weight_here(const struct worklist *w)
{
    if (!w->choices.len)
        return 1;
    const struct choice *c = &vec_last(&w->choices);
    return c->weight / c->n;
}

static void make(struct worklist *w, uint32_t way)
{
    vec_last(&w->choices).current = way;
    w->deviations += way != 0;
    w->tree->make(w->explorer, way);
}

static void unmake(struct worklist *w)
{
    w->deviations -= vec_last(&w->choices).current != 0;
    w->tree->unmake(w->explorer);
}

static void drop(struct worklist *w)
{
    w->tree->drop(w->explorer);
    w->choices.len--;
}

static enum tree_step grow_once(struct worklist *w)
{
    struct choice c = {.weight = weight_here(w)};
    enum tree_step step = w->tree->grow(w->explorer, &c.n);
    if (step == TREE_CHOICE)
        vec_push(&w->choices, c);
    return step;
}

/* Goes on until the execution is complete or cut; false if the search was stopped
 * before that. */
static bool grow(struct worklist *w)
{
    while (search_go_on(w->s)) {
        enum tree_step step = grow_once(w);
        if (step == TREE_CHOICE) {
            make(w, 0);
            continue;
        }
        /* With --bound, executions with fewer deviations were seen under a smaller
         * bound. */
        if (step == TREE_END && (!w->bounded || w->deviations == w->wanted))
            w->tree->complete(w->explorer);
        return true;
    }
    return false;
}

/* How many ways of the last choice, at which no way is made yet, are to be tried. */
static uint32_t ways(struct worklist *w, const struct choice *c)
{
    if (w->choices.len <= w->closed)
        return c->current + 1;
    if (!w->bounded || w->deviations < w->wanted)
        return c->n;
    w->limited |= c->n > 1;
    return 1;
}

/* Takes back choices until one has a way that is left to try; false if there is
 * none. */
static bool backtrack(struct worklist *w)
{
    while (w->choices.len) {
        const struct choice *c = &vec_last(&w->choices);
        unmake(w);
        if (c->current + 1 < ways(w, c)) {
            make(w, c->current + 1);
            return true;
        }
        drop(w);
    }
    return false;
}

static void take_back(struct worklist *w)
{
    while (w->choices.len) {
        unmake(w);
        drop(w);
    }
}

/* ---- items ---- */

static uint64_t path_on(const struct worklist *w, uint64_t path, size_t choice)
{
    return item_path(path, w->tree->name(w->explorer, choice), w->choices.at[choice].n);
}

/* The item for the first `choices` choices as they are now, the first `closed` of which
 * are closed. */
static struct item item_of(const struct worklist *w, size_t choices, size_t closed)
{
    struct item it = {0};
    uint64_t path = 0;
    for (size_t i = 0; i < choices; i++) {
        path = path_on(w, path, i);
        if (w->choices.at[i].n < 2)
            continue;
        it.path = path;
        it.closed += i < closed;
        vec_push(&it.ways, w->choices.at[i].current);
    }
    return it;
}

/* Makes the choices that the item lists. Returns TREE_CHOICE if they are made; TREE_CUT
 * if they lead deeper than the bound allows; TREE_END if the program has no such
 * choices. In the latter two cases no choice is made. */
static enum tree_step begin(struct worklist *w, const struct item *it)
{
    size_t done = 0;
    uint64_t path = 0;
    w->deviations = 0;
    w->closed = 0;
    while (done < it->ways.len) {
        enum tree_step step = grow_once(w);
        if (step != TREE_CHOICE) {
            take_back(w);
            return step;
        }
        uint32_t n = vec_last(&w->choices).n, way = n > 1 ? it->ways.at[done++] : 0;
        path = path_on(w, path, w->choices.len - 1);
        if (way >= n || (done == it->ways.len && path != it->path)) {
            drop(w);
            take_back(w);
            return TREE_END;
        }
        make(w, way);
        if (done <= it->closed)
            w->closed = w->choices.len;
    }
    return TREE_CHOICE;
}

/* Explores an item. If the search is stopped, what is left of it is added to the list
 * of items. */
static void explore(struct worklist *w, const struct item *it)
{
    struct search *s = w->s;
    bool whole, more;
    enum tree_step step = begin(w, it);
    if (step == TREE_END)
        s->counts.stopped = s->counts.cut = STOP_FRONTIER;
    if (step != TREE_CHOICE)
        return;
    do {
        whole = grow(w);
        if (whole && !w->bounded)
            s->counts.explored += weight_here(w);
        if (whole && w->after)
            w->after(w);
        more = whole && !search_stopped(s);
    } while (more && backtrack(w));
    if (!whole || (!more && backtrack(w)))
        vec_push(&w->items, item_of(w, w->choices.len, w->closed));
    take_back(w);
    if (!s->counts.stopped)
        s->counts.stopped = s->counts.cut;
}

void worklist_explore(struct worklist *w)
{
    while (w->items.len && !search_stopped(w->s)) {
        struct item it = vec_pop(&w->items);
        explore(w, &it);
        item_free(&it);
    }
}

/* ---- sharing ---- */

/* The weight of the ways that are left at a choice. */
static double left(const struct choice *c)
{
    return c->weight * (c->n - c->current - 1) / c->n;
}

/* The number of choices, counted from the root, that together hold at least half of
 * what is left. */
static size_t outer_half(const struct worklist *w)
{
    double all = 0, some = 0;
    size_t i = w->closed;
    for (size_t k = i; k < w->choices.len; k++)
        all += left(&w->choices.at[k]);
    while (i < w->choices.len && 2 * some < all)
        some += left(&w->choices.at[i++]);
    return i;
}

void worklist_share(struct worklist *w)
{
    size_t to = outer_half(w);
    for (size_t i = to; i-- > w->closed;) /* the largest items, near the root, come last
                                             in the list */
        for (uint32_t way = w->choices.at[i].n; --way > w->choices.at[i].current;) {
            struct item it = item_of(w, i + 1, i + 1);
            vec_last(&it.ways) = way;
            vec_push(&w->items, it);
        }
    w->closed = to;
}

bool worklist_is_news(const struct worklist *w)
{
    bool news = w->s->news || w->s->every_execution;
    w->s->news = false;
    return news && w->worker;
}

void worklist_tell(const struct worklist *w, const void *execution, size_t bytes)
{
    pool_tell(w, execution, bytes);
}

/* ---- all of it ---- */

/* Searches for --bound: repeats the search with 0, 1, 2, ... deviations. */
static void explore_bounded(struct worklist *w)
{
    struct search *s = w->s;
    const struct item root = {0};
    bool more = true;
    w->bounded = true;
    for (w->wanted = 0; more && w->wanted <= s->options.bound && !search_stopped(s);
         w->wanted++) {
        w->limited = false;
        explore(w, &root);
        more = w->limited;
    }
    if (more && !s->counts.stopped)
        s->counts.stopped = STOP_BOUND;
}

static void take(items_vec *to, items_vec *from)
{
    for (size_t i = 0; i < from->len; i++)
        vec_push(to, from->at[i]);
    from->len = 0;
}

void worklist_run(struct worklist *w)
{
    struct search *s = w->s;
    struct frontier *f = s->frontier;
    if (f && f->items.len && f->counts.by_states) { /* these are not outcomes */
        frontier_forget_items(f);
        s->counts.stopped = s->counts.cut = STOP_FRONTIER;
        return;
    }
    if (f && f->items.len) {
        s->counts = f->counts;
        s->counts.stopped = s->counts.cut;
        s->before = f->counts.executions;
        for (size_t i = 0; i < f->shown.len; i++)
            search_kept_before(s, f->shown.at[i]);
        take(&w->items, &f->items);
    } else {
        vec_push(&w->items, (struct item){0});
    }
    if (s->options.bound)
        explore_bounded(w);
    else if (s->options.jobs > 1)
        pool_explore(w, s->options.jobs);
    else
        worklist_explore(w);
    w->tree->rewind(w->explorer);
    if (s->counts.stopped == STOP_ENDLESS && !w->items.len && !s->options.bound)
        s->counts.stopped = s->counts.cut; /* it was the last execution anyway */
    if (!f)
        return;
    f->program = item_program(s->st->program);
    /* If a part was lost, the frontier would wrongly look complete, so none is
     * written. */
    if (s->options.bound || s->counts.stopped == STOP_WORKER ||
        s->counts.stopped == STOP_FRONTIER)
        return;
    take(&f->items, &w->items);
    f->counts = s->counts;
}
