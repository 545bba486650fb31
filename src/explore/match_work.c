/* SPDX-License-Identifier: Apache-2.0
 *
 * match_work.c - see match_work.h. */
#include "explore/match_work.h"
#include "explore/match_halt.h"

#include <assert.h>

static void tell_here(struct work *w)
{
    match_trace_report(w->s, &w->trace);
}

void work_init(struct work *w, struct search *s)
{
    *w = (struct work){.s = s, .tell = tell_here};
    visit_init(&w->v, s->st->program);
    play_init(&w->play, &w->v.g);
}

void work_free(struct work *w)
{
    for (size_t i = 0; i < w->items.len; i++)
        item_free(&w->items.at[i]);
    vec_free(&w->items);
    match_trace_free(&w->trace);
    play_free(&w->play);
    visit_free(&w->v);
}

static void tell(struct work *w)
{
    match_trace_of(&w->trace, &w->play);
    graph_rewind(&w->v.g);
    w->tell(w);
}

static bool worth_telling(struct work *w)
{
    struct search *s = w->s;
    return s->every_execution || w->v.g.untaken || w->v.g.ready ||
           (s->worth_telling && s->worth_telling(s, s->context));
}

/* On the way to it, sends may have to wait for ever. */
static void look_for_halt(struct work *w)
{
    if (w->v.g.program->buffering == BUFFERING_ANY && halt_find(&w->play))
        tell(w);
}

/* A complete graph. */
void work_complete(struct work *w)
{
    struct search *s = w->s;
    struct graph *g = &w->v.g;
    if (w->bounded && w->deviations != w->wanted)
        return; /* it was seen with a smaller bound */
    if (w->look && visit_happens(&w->v))
        w->look(s, &w->v, w->context);
    if (!visit_stands(&w->v)) {
        search_end_redundant(s);
        if (visit_happens(&w->v))
            look_for_halt(w);
        return;
    }
    bool failed = false, blocked = false;
    for (uint32_t p = 0; p < g->n; p++) {
        failed |= g->rank[p].failed;
        blocked |= !g->rank[p].ended;
    }
    if (failed || blocked || worth_telling(w)) {
        play_run(&w->play, true);
        tell(w);
    } else {
        s->executions++;
    }
    if (!blocked)
        look_for_halt(w);
}

/* ---- the tree ---- */

static double weight_here(const struct work *w, double all)
{
    if (!w->v.frames.len)
        return all;
    const struct frame *f = &vec_last(&w->v.frames);
    return f->weight / f->n;
}

static void make(struct work *w, uint32_t way)
{
    visit_make(&w->v, way);
    w->deviations += way != 0;
}

static void unmake(struct work *w)
{
    w->deviations -= vec_last(&w->v.frames).current != 0;
    visit_unmake(&w->v);
}

/* Until the graph is complete; false if that was stopped before. */
static bool grow(struct work *w, double all)
{
    struct search *s = w->s;
    while (true) {
        double weight = weight_here(w, all);
        if (s->bounds.depth && w->v.g.order.len >= s->bounds.depth) {
            s->stopped = s->cut = STOP_DEPTH;
            return true;
        }
        if (!search_go_on(s))
            return false;
        if (!visit_grow(&w->v)) {
            work_complete(w);
            return true;
        }
        vec_last(&w->v.frames).weight = weight;
        make(w, 0);
        s->st->pushes++;
    }
}

/* Of the last frame; the others are not tried. */
static uint32_t ways(struct work *w, const struct frame *f)
{
    if (w->v.frames.len <= w->shared)
        return f->current + 1;
    if (!w->bounded || w->deviations < w->wanted)
        return f->n;
    w->limited |= f->n > 1;
    return 1;
}

/* Takes back what cannot be changed any more; false if nothing is left to try. */
static bool backtrack(struct work *w)
{
    while (w->v.frames.len) {
        struct frame *f = &vec_last(&w->v.frames);
        unmake(w);
        if (f->current + 1 < ways(w, f)) {
            make(w, f->current + 1);
            return true;
        }
        visit_drop(&w->v);
    }
    return false;
}

/* Takes the last frame back; the ways that are left of it become items. */
static void divide_last(struct work *w)
{
    struct frame *f = &vec_last(&w->v.frames);
    uint32_t next = f->current + 1, n = ways(w, f);
    visit_unmake(&w->v);
    for (; next < n; next++) {
        visit_make(&w->v, next);
        vec_push(&w->items, item_of(&w->v.g, f->weight / f->n));
        visit_unmake(&w->v);
    }
    visit_drop(&w->v);
}

/* All that is left becomes items. The largest ones, near the root, come last. */
static void divide(struct work *w)
{
    while (w->v.frames.len)
        divide_last(w);
}

/* The weight of what is left of a frame. */
static double left(const struct frame *f)
{
    return f->weight * (f->n - f->current - 1) / f->n;
}

/* Those frames nearest to the root that together have half of what is left, or more. */
static size_t outer_half(const struct work *w)
{
    double all = 0, some = 0;
    size_t i = w->shared;
    for (size_t k = i; k < w->v.frames.len; k++)
        all += left(&w->v.frames.at[k]);
    while (i < w->v.frames.len && 2 * some < all)
        some += left(&w->v.frames.at[i++]);
    return i;
}

/* To have the graphs of the items, all is taken back as far as they need it; and then
 * made again as it was. */
void work_share(struct work *w)
{
    struct visit *v = &w->v;
    VEC(struct frame) path = {0};
    size_t to = outer_half(w);
    while (v->frames.len > w->shared) {
        vec_push(&path, vec_last(&v->frames));
        if (v->frames.len <= to) {
            divide_last(w);
        } else {
            visit_unmake(v);
            visit_drop(v);
        }
    }
    w->shared = to;
    while (path.len) {
        struct frame f = vec_pop(&path);
        bool grown = visit_grow(v);
        assert(grown && vec_last(&v->frames).n == f.n);
        (void)grown;
        vec_last(&v->frames).weight = f.weight;
        visit_make(v, f.current);
    }
    vec_free(&path);
}

void work_explore(struct work *w, const struct item *it)
{
    struct search *s = w->s;
    w->deviations = 0;
    w->shared = 0;
    bool good = item_load(&w->v, it), whole, more;
    assert(good);
    (void)good;
    do {
        whole = grow(w, it->weight);
        if (whole)
            s->explored += weight_here(w, it->weight);
        else
            vec_push(&w->items, item_of(&w->v.g, weight_here(w, it->weight)));
        if (whole && w->after)
            w->after(w);
        more = whole && !search_stopped(s);
    } while (more && backtrack(w));
    divide(w);
    item_unload(&w->v);
    if (w->v.g.bounded && !s->cut)
        s->cut = STOP_POLLS;
    if (!s->stopped)
        s->stopped = s->cut;
}

void work_explore_all(struct work *w)
{
    while (w->items.len && !search_stopped(w->s)) {
        struct item it = vec_pop(&w->items);
        work_explore(w, &it);
        item_free(&it);
    }
}
