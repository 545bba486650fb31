/* SPDX-License-Identifier: Apache-2.0
 *
 * work.c - see work.h. */
#include "explore/match/work.h"
#include "explore/match/halt.h"

static void tell_here(struct work *w)
{
    match_trace_report(w->s, &w->trace);
}

void work_init(struct work *w, struct search *s)
{
    *w = (struct work){.s = s, .tell = tell_here};
    visit_init(&w->v, s->st->program);
    play_init(&w->play, &w->v.g);
    w->v.g.polls = s->options.polls;
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

static void tell(struct work *w, bool cut)
{
    w->trace.cut = cut;
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

/* Has the play come to where somebody is assumed to be told what he asks for? */
static bool assumes_progress(const struct play *p)
{
    for (uint32_t rank = 0; rank < p->n; rank++) {
        const struct match_rank *k = &p->g->rank[rank];
        uint32_t pos = p->pos[rank];
        if (pos < k->line.len ? k->line.at[pos].spin == SPIN_PROGRESS
                              : !k->ended && k->next.spin == SPIN_PROGRESS)
            return true;
    }
    return false;
}

/* On the way to it, sends may have to wait for ever. */
static void look_for_halt(struct work *w)
{
    if (w->v.g.program->buffering != BUFFERING_ANY || !halt_find(&w->play))
        return;
    if (assumes_progress(&w->play))
        w->v.g.bounded = true;
    else
        tell(w, false);
}

static bool any_failed(const struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++)
        if (g->rank[p].failed)
            return true;
    return false;
}

/* A graph in which a loop is not followed any longer. What has gone wrong has. */
static void work_cut(struct work *w)
{
    w->v.g.bounded = true;
    search_end_redundant(w->s);
    if (!any_failed(&w->v.g))
        return;
    play_run(&w->play, true);
    tell(w, true);
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
    if (!visit_happens(&w->v)) {
        work_cut(w);
        return;
    }
    if (!visit_stands(&w->v)) {
        search_end_redundant(s);
        look_for_halt(w);
        return;
    }
    bool failed = any_failed(g), blocked = false;
    for (uint32_t p = 0; p < g->n; p++)
        blocked |= !g->rank[p].ended;
    if (failed || blocked || worth_telling(w)) {
        play_run(&w->play, true);
        tell(w, false);
    } else {
        s->counts.executions++;
    }
    if (!blocked)
        look_for_halt(w);
}

/* ---- the tree ---- */

/* The share of all that lies below the last frame's present way. */
static double weight_here(const struct work *w)
{
    if (!w->v.frames.len)
        return 1;
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

/* One frame more; false if the graph is complete. */
static bool grow_once(struct work *w)
{
    double weight = weight_here(w);
    if (!visit_grow(&w->v))
        return false;
    vec_last(&w->v.frames).weight = weight;
    return true;
}

/* Until the graph is complete; false if that was stopped before. */
static bool grow(struct work *w)
{
    struct search *s = w->s;
    while (true) {
        if (s->options.bounds.depth && w->v.g.order.len >= s->options.bounds.depth) {
            s->counts.stopped = s->counts.cut = STOP_DEPTH;
            return true;
        }
        if (!search_go_on(s))
            return false;
        if (!grow_once(w)) {
            work_complete(w);
            return true;
        }
        make(w, 0);
        s->st->pushes++;
    }
}

/* Of the last frame; the others are not tried. */
static uint32_t ways(struct work *w, const struct frame *f)
{
    if (w->v.frames.len <= w->closed)
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

/* ---- items ---- */

static void take_back(struct work *w)
{
    while (w->v.frames.len) {
        unmake(w);
        visit_drop(&w->v);
    }
}

/* Goes where the item says; false, with nothing made, if there is no such place. */
static bool begin(struct work *w, const struct item *it)
{
    size_t done = 0;
    uint64_t path = 0;
    w->deviations = 0;
    w->closed = 0;
    while (done < it->ways.len) {
        bool grown = grow_once(w);
        const struct frame *f = grown ? &vec_last(&w->v.frames) : NULL;
        uint32_t way = grown && f->n > 1 ? it->ways.at[done++] : 0;
        path = grown ? item_path(path, f) : 0;
        bool there = grown && way < f->n && (done < it->ways.len || path == it->path);
        if (!there) {
            if (grown)
                visit_drop(&w->v);
            take_back(w);
            return false;
        }
        make(w, way);
        if (done <= it->closed)
            w->closed = w->v.frames.len;
    }
    return true;
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
    size_t i = w->closed;
    for (size_t k = i; k < w->v.frames.len; k++)
        all += left(&w->v.frames.at[k]);
    while (i < w->v.frames.len && 2 * some < all)
        some += left(&w->v.frames.at[i++]);
    return i;
}

void work_share(struct work *w)
{
    size_t to = outer_half(w);
    for (size_t i = to; i-- > w->closed;) /* the largest ones, near the root, come last */
        for (uint32_t way = w->v.frames.at[i].n; --way > w->v.frames.at[i].current;) {
            struct item it = item_of(&w->v, i + 1, i + 1);
            vec_last(&it.ways) = way;
            vec_push(&w->items, it);
        }
    w->closed = to;
}

bool work_explore(struct work *w, const struct item *it)
{
    struct search *s = w->s;
    bool whole, more;
    if (!begin(w, it))
        return false;
    do {
        whole = grow(w);
        if (whole && !w->bounded)
            s->counts.explored += weight_here(w);
        if (whole && w->after)
            w->after(w);
        more = whole && !search_stopped(s);
    } while (more && backtrack(w));
    if (!whole || (!more && backtrack(w)))
        vec_push(&w->items, item_of(&w->v, w->v.frames.len, w->closed));
    take_back(w);
    if (w->v.g.bounded && !s->counts.cut)
        s->counts.cut = STOP_POLLS;
    if (w->v.g.loop.known)
        s->counts.loop = w->v.g.loop;
    s->counts.polled |= w->v.g.polled;
    if (!s->counts.stopped)
        s->counts.stopped = s->counts.cut;
    return true;
}

void work_explore_all(struct work *w)
{
    while (w->items.len && !search_stopped(w->s)) {
        struct item it = vec_pop(&w->items);
        if (!work_explore(w, &it))
            w->s->counts.stopped = w->s->counts.cut = STOP_FRONTIER;
        item_free(&it);
    }
}
