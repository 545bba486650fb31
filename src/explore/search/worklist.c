/* SPDX-License-Identifier: Apache-2.0
 *
 * worklist.c - see worklist.h. */
#include "explore/search/worklist.h"
#include "explore/search/frontier.h"
#include "explore/guide/guide.h"
#include "explore/share/pool.h"

void worklist_free(struct worklist *w)
{
    for (size_t i = 0; i < w->items.len; i++)
        item_free(&w->items.at[i]);
    vec_free(&w->items);
    vec_free(&w->choices);
    firsts_free(&w->firsts);
    free(w->learned);
}

/* ---- the tree ---- */

double worklist_weight(const struct worklist *w)
{
    if (!w->choices.len)
        return 1;
    const struct choice *c = &vec_last(&w->choices);
    return c->weight / c->n;
}

/* Where executions are paths of a tree (search.place.path), the steps of the tree count
 * as transitions, each once: not those that are made again to get somewhere, or to judge.
 */
static void count_steps(const struct worklist *w, uint64_t steps)
{
    if (w->s->place.path)
        w->s->st->pushes = steps;
}

void worklist_make(struct worklist *w, uint32_t way)
{
    uint64_t before = w->s->st->pushes;
    vec_last(&w->choices).current = way;
    w->deviations += way != 0;
    w->tree->make(w->explorer, way);
    count_steps(w, before);
}

void worklist_unmake(struct worklist *w)
{
    w->deviations -= vec_last(&w->choices).current != 0;
    w->tree->unmake(w->explorer);
}

void worklist_drop(struct worklist *w)
{
    w->tree->drop(w->explorer);
    w->choices.len--;
}

enum tree_step worklist_grow(struct worklist *w)
{
    uint64_t before = w->s->st->pushes;
    struct choice c = {.weight = worklist_weight(w)};
    enum tree_step step = w->tree->grow(w->explorer, &c.n);
    if (step == TREE_CHOICE)
        vec_push(&w->choices, c);
    count_steps(w, before);
    return step;
}

enum tree_step worklist_grow_new(struct worklist *w)
{
    uint64_t before = w->s->st->pushes;
    bool step_made = w->choices.len; /* by which the search has come here */
    enum tree_step step = worklist_grow(w);
    count_steps(w, before + step_made);
    w->s->counts.choices +=
        step == TREE_CHOICE && vec_last(&w->choices).n > 1 && !w->tree->together;
    return step;
}

bool worklist_judge(struct worklist *w, const char *execution, size_t bytes)
{
    uint64_t before = w->s->st->pushes;
    bool good = w->tree->judge(w->explorer, execution, bytes);
    count_steps(w, before);
    return good;
}

/* For search.place.path. */
static void path_of(const void *list, ways_vec *to)
{
    const struct worklist *w = list;
    for (size_t i = 0; i < w->choices.len; i++)
        if (w->choices.at[i].n > 1)
            vec_push(to, w->choices.at[i].current);
}

void worklist_complete(struct worklist *w)
{
    struct search *s = w->s;
    uint64_t before = s->st->pushes;
    /* With --bound, executions with fewer deviations were seen under a smaller bound. */
    if (w->bounded && w->deviations != w->wanted)
        return;
    s->place.here_known = false;
    s->place.deviations = w->deviations;
    w->tree->complete(w->explorer);
    count_steps(w, before);
    if (firsts_due(&w->firsts, s)) {
        w->tree->rewind(w->explorer);
        firsts_judge(w);
    }
}

/* Goes on until the execution is complete or cut; false if the search was stopped
 * before that. */
static bool grow(struct worklist *w)
{
    while (search_go_on(w->s)) {
        enum tree_step step = worklist_grow_new(w);
        if (step == TREE_CHOICE) {
            worklist_make(w, 0);
            continue;
        }
        if (step == TREE_END) {
            if (!search_has_room(w->s, w->choices.len))
                return false;
            worklist_complete(w);
        }
        return true;
    }
    return false;
}

/* The number of ways of the choice that belong to the item, and those before them. */
static uint32_t end_of(const struct choice *c)
{
    return c->until ? c->until : c->n;
}

/* How many ways of the last choice, at which no way is made yet, are to be tried. */
static uint32_t ways(struct worklist *w, const struct choice *c)
{
    if (w->choices.len <= w->closed)
        return c->current + 1;
    if (!w->bounded || w->deviations < w->wanted)
        return end_of(c);
    w->limited |= c->n > 1;
    return 1;
}

/* Takes back choices until one has a way that is left to try; false if there is
 * none. */
static bool backtrack(struct worklist *w)
{
    while (w->choices.len) {
        const struct choice *c = &vec_last(&w->choices);
        worklist_unmake(w);
        if (c->current + 1 < ways(w, c)) {
            worklist_make(w, c->current + 1);
            return true;
        }
        worklist_drop(w);
    }
    return false;
}

void worklist_take_back(struct worklist *w, size_t left)
{
    while (w->choices.len > left) {
        worklist_unmake(w);
        worklist_drop(w);
    }
}

/* ---- items ---- */

uint64_t worklist_path(const struct worklist *w, uint64_t path, size_t choice)
{
    return item_path(path, w->tree->name(w->explorer, choice), w->choices.at[choice].n);
}

struct item worklist_item(const struct worklist *w, size_t choices, size_t closed)
{
    struct item it = {0};
    uint64_t path = 0;
    for (size_t i = 0; i < choices; i++) {
        path = worklist_path(w, path, i);
        if (w->choices.at[i].n < 2)
            continue;
        it.path = path;
        it.closed += i < closed;
        if (it.closed == it.ways.len) /* the first that is not closed */
            it.until = w->choices.at[i].until;
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
        enum tree_step step = worklist_grow(w);
        if (step != TREE_CHOICE) {
            worklist_take_back(w, 0);
            return step;
        }
        struct choice *c = &vec_last(&w->choices);
        if (c->n > 1 && done == it->closed)
            c->until = it->until;
        uint32_t n = c->n, way = n > 1 ? it->ways.at[done++] : 0;
        path = worklist_path(w, path, w->choices.len - 1);
        if (way >= end_of(c) || (done == it->ways.len && path != it->path)) {
            worklist_drop(w);
            worklist_take_back(w, 0);
            return TREE_END;
        }
        worklist_make(w, way);
        if (done <= it->closed)
            w->closed = w->choices.len;
    }
    return TREE_CHOICE;
}

/* Adds the ways from `way` to `until` (0: the last) of a choice of the present path to
 * the list of items. */
static void add_ways(struct worklist *w, size_t choice, uint32_t way, uint32_t until)
{
    struct item it = worklist_item(w, choice + 1, choice);
    vec_last(&it.ways) = way;
    it.until = until;
    vec_push(&w->items, it);
}

/* Turns what lies beside the present path into ordinary items. */
static void divide(struct worklist *w)
{
    for (size_t i = w->closed; i < w->choices.len; i++) {
        const struct choice *c = &w->choices.at[i];
        if (c->current > 0)
            add_ways(w, i, 0, c->current);
        if (c->current + 1 < c->n)
            add_ways(w, i, c->current + 1, 0);
    }
}

/* Adds the present path to the list of items. Whoever goes on with it comes to the last
 * choice with several ways, and makes the steps after it again. */
static void add_rest(struct worklist *w)
{
    size_t again = 0, n = w->choices.len;
    while (again < n && w->choices.at[n - 1 - again].n < 2)
        again++;
    if (again && again == n) /* no step leads to the root */
        again--;
    count_steps(w, w->s->st->pushes - again);
    vec_push(&w->items, worklist_item(w, n, w->closed));
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
    if (it->beside) {
        divide(w);
        worklist_take_back(w, 0);
        return;
    }
    do {
        whole = grow(w);
        if (whole && !w->bounded)
            s->counts.explored += worklist_weight(w);
        if (whole && w->after)
            w->after(w);
        more = whole && !search_stopped(s) && !guide_due(w);
    } while (more && backtrack(w));
    if (!whole || (!more && backtrack(w)))
        add_rest(w);
    worklist_take_back(w, 0);
    if (!s->counts.stopped)
        s->counts.stopped = s->counts.cut;
}

/* Can executions be kept back by one process? They must be judged while others are
 * made. */
static bool can_gather(const struct worklist *w)
{
    return w->tree->sampler;
}

void worklist_explore(struct worklist *w)
{
    while (w->items.len && !search_stopped(w->s)) {
        if (guide_due(w)) {
            w->s->gathers = can_gather(w);
            guide_explore(w);
            continue;
        }
        struct item it = vec_pop(&w->items);
        explore(w, &it);
        item_free(&it);
    }
}

/* ---- sharing ---- */

/* The weight of the ways that are left at a choice. */
static double left(const struct choice *c)
{
    return c->weight * (end_of(c) - c->current - 1) / c->n;
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
    if (w->guide) {
        guide_share(w);
        return;
    }
    size_t to = outer_half(w);
    for (size_t i = to; i-- > w->closed;) /* the largest items, near the root, come last
                                             in the list */
        for (uint32_t way = end_of(&w->choices.at[i]);
             --way > w->choices.at[i].current;) {
            struct item it = worklist_item(w, i + 1, i + 1);
            vec_last(&it.ways) = way;
            vec_push(&w->items, it);
        }
    w->closed = to;
}

bool worklist_is_news(const struct worklist *w)
{
    const struct search *s = w->s;
    return s->execution.fresh.len ||
           ((s->execution.news || s->every_execution) && w->worker);
}

void worklist_tell(struct worklist *w, const void *execution, size_t bytes)
{
    struct search *s = w->s;
    struct waiting x = {
        .beside = s->execution.sampling, .bytes = (char *)execution, .n = bytes};
    if (w->tree->deal && w->tree->deal->tell) {
        w->tree->deal->tell(w, execution, bytes);
    } else if (w->worker) {
        pool_tell(w, execution, bytes);
    } else {
        if (!x.beside)
            x.path = *search_path(s);
        firsts_add(&w->firsts, s, s->execution.fresh.at, s->execution.fresh.len, &x);
    }
    s->execution.news = false;
    s->execution.fresh.len = 0;
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
    if (f && f->graph.nodes) { /* it does not have outcomes */
        frontier_forget_items(f);
        s->counts.stopped = s->counts.cut = STOP_FRONTIER;
        return;
    }
    if (f && f->items.len) {
        s->counts = f->counts;
        s->counts.stopped = s->counts.cut;
        s->before = f->counts.executions;
        frontier_tell_shown(f, s, true);
        take(&w->items, &f->items);
        w->learned = frontier_learned(f);
    } else {
        vec_push(&w->items, (struct item){0});
    }
    w->began = s->counts.explored;
    if (!w->tree->deal && !w->tree->together) {
        s->place.path = path_of;
        s->place.tree = w;
    }
    s->gathers = can_gather(w) && w->items.at[0].ways.len; /* it goes on somewhere */
    if (s->options.bound)
        explore_bounded(w);
    else if (search_is_shared(s))
        pool_explore(w, s->options.jobs ? s->options.jobs : 1);
    else
        worklist_explore(w);
    w->tree->rewind(w->explorer);
    firsts_judge(w);
    s->place.path = NULL;
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
    if (f->items.len && w->learned)
        frontier_learn(f, w->learned);
}
