/* SPDX-License-Identifier: Apache-2.0
 *
 * work.c - see work.h. */
#include "explore/match/work.h"
#include "explore/match/halt.h"
#include "explore/match/name.h"
#include "explore/match/patience.h"
#include "explore/match/spin.h"
#include "explore/search/polls.h"

void work_init(struct work *w, struct search *s)
{
    *w = (struct work){.s = s, .fresh = !s->options.polls};
    visit_init(&w->v, s->st->program);
    play_init(&w->play, &w->v.g);
    partings_init(&w->partings, &w->v.g);
    w->v.parts = s->options.bounds.depth; /* the depth counts all events */
    w->v.g.polls = s->options.polls ? s->options.polls : POLLS_MATCH;
    if (s->audit.outcomes)
        observed_init(&w->observed, w->v.g.n);
}

void work_free(struct work *w)
{
    match_trace_free(&w->trace);
    play_free(&w->play);
    partings_free(&w->partings);
    if (w->observed.rank)
        observed_free(&w->observed);
    visit_free(&w->v);
}

static void tell(struct work *w, bool cut)
{
    w->trace.cut = cut;
    w->trace.sampled = w->s->execution.sampling;
    match_trace_of(&w->trace, &w->play);
    graph_rewind(&w->v.g);
    match_trace_report(w->s, &w->trace);
    if (!w->list || !worklist_is_news(w->list))
        return;
    struct str bytes = {0};
    match_trace_pack(&w->trace, w->s->execution.wrong, &bytes);
    worklist_tell(w->list, bytes.text, bytes.len);
    str_free(&bytes);
}

static bool worth_telling(struct work *w)
{
    struct search *s = w->s;
    return s->every_execution || w->v.g.untaken || w->v.g.ready ||
           (s->worth_telling && s->worth_telling(s, s->context));
}

/* Looks for a state on the way to this graph in which sends may wait for ever, reports it
 * and returns whether there is one. `known`: the end of the graph, at which ranks wait,
 * was reported itself. */
static bool look_for_halt(struct work *w, bool known)
{
    const struct play *p = &w->play;
    bool end = known;
    if (w->v.g.program->buffering != BUFFERING_ANY || !halt_find(&w->play))
        return false;
    for (uint32_t rank = 0; rank < p->n; rank++)
        end &= p->pos[rank] == p->g->rank[rank].line.len;
    if (!end)
        tell(w, false);
    return true;
}

static bool any_failed(const struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++)
        if (g->rank[p].failed)
            return true;
    return false;
}

/* Counts a graph in which a loop was not followed any further. What was found in it is
 * reported, since it has happened. */
static void work_cut(struct work *w)
{
    struct search *s = w->s;
    search_end_redundant(s);
    if (any_failed(&w->v.g) || (s->worth_telling && s->worth_telling(s, s->context))) {
        play_run(&w->play, true);
        tell(w, true);
    }
    look_for_halt(w, false);
}

/* Remembers the name of this outcome, for the audit. */
static void remember(struct work *w)
{
    struct search *s = w->s;
    if (s->audit.outcomes && !s->execution.sampling)
        set128_add(&s->audit.names, match_name(&w->v.g, &w->observed));
}

/* Judges, counts and reports a complete graph. `worth`: it is known to be worth
 * telling. */
static void judge_whole(struct work *w, bool worth)
{
    struct search *s = w->s;
    struct graph *g = &w->v.g;
    if (w->look)
        w->look(s, &w->v, w->context);
    if (!visit_whole(&w->v)) {
        work_cut(w);
        return;
    }
    if (!visit_stands(&w->v)) {
        search_end_redundant(s);
        look_for_halt(w, false);
        return;
    }
    bool failed = any_failed(g), blocked = false;
    for (uint32_t p = 0; p < g->n; p++)
        blocked |= !g->rank[p].ended;
    remember(w);
    s->execution.wrong = false;
    if (failed || blocked || worth || worth_telling(w)) {
        play_run(&w->play, true);
        tell(w, false);
    } else {
        s->counts.executions++;
    }
    bool wrong = s->execution.wrong;
    if (!blocked || failed)
        wrong |= look_for_halt(w, blocked);
    if (w->judged)
        w->judged(s, &w->v, wrong, w->context);
}

static bool all_ended(const struct graph *g)
{
    bool all = true;
    for (uint32_t p = 0; p < g->n; p++)
        all &= g->rank[p].ended && !g->rank[p].failed;
    return all;
}

static bool any_parts(const struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++)
        if (!g->rank[p].ended && op_parts(&g->rank[p].next.op))
            return true;
    return false;
}

/* Adds the arrivals at the last collective, judges the graph, and takes them back.
 * `all`: all ranks arrive there. */
static void judge_parting(struct work *w, bool all, bool worth)
{
    struct visit *v = &w->v;
    size_t before = v->frames.len;
    bool parts = v->parts;
    v->parts = true;
    while (any_parts(&v->g) && visit_grow(v))
        visit_make(v, 0);
    if (all && all_ended(&v->g))
        partings_remember(&w->partings);
    judge_whole(w, worth);
    while (v->frames.len > before) {
        visit_unmake(v);
        visit_drop(v);
    }
    v->parts = parts;
}

void work_complete(struct work *w)
{
    struct search *s = w->s;
    struct graph *g = &w->v.g;
    bool first = w->fresh, worth = false;
    w->fresh = false;
    if (first && !visit_whole(&w->v) && patience_helps(g)) {
        s->counts.stopped = STOP_ROOM;
        return;
    }
    bool all = partings_look(&w->partings, g);
    bool plain = all && !w->look && !w->judged && partings_known(&w->partings) &&
                 (g->program->buffering != BUFFERING_ANY || !halt_find(&w->play));
    if (plain) {
        graph_make_live(g); /* the program is asked what its actors have done */
        worth = worth_telling(w);
    }
    if (plain && !worth) {
        remember(w);
        s->execution.wrong = false;
        s->counts.executions++;
    } else {
        judge_parting(w, all, worth);
    }
}

void work_try(struct work *w)
{
    struct search *s = w->s;
    struct visit *v = &w->v;
    struct graph *g = &v->g;
    uint64_t least = g->polls;
    bool again = !s->options.polls;
    w->fresh = false;
    while (again) {
        while (search_go_on(s) && visit_grow(v)) {
            visit_make(v, 0);
            s->st->pushes++;
        }
        bool whole = search_stopped(s) || visit_whole(v);
        again = !whole && patience_helps(g);
        while (v->frames.len) {
            visit_unmake(v);
            visit_drop(v);
        }
        g->polls = whole ? g->polls : again ? patience_more(g) : least;
    }
    g->bounded = g->loop.known = false;
}

/* ---- the tree ---- */

static enum tree_step grow(void *context, uint32_t *ways)
{
    struct work *w = context;
    struct search *s = w->s;
    uint64_t depth = s->options.bounds.depth;
    if (depth && w->v.g.order.len >= depth) {
        s->counts.stopped = s->counts.cut = STOP_DEPTH;
        return TREE_CUT;
    }
    if (!visit_grow(&w->v))
        return TREE_END;
    s->st->pushes++;
    *ways = vec_last(&w->v.frames).n;
    return TREE_CHOICE;
}

static void make(void *context, uint32_t way)
{
    struct work *w = context;
    visit_make(&w->v, way);
}

static void unmake(void *context)
{
    struct work *w = context;
    visit_unmake(&w->v);
}

static void drop(void *context)
{
    struct work *w = context;
    visit_drop(&w->v);
}

static void complete(void *context)
{
    struct work *w = context;
    const struct graph *g = &w->v.g;
    struct search_counts *c = &w->s->counts;
    work_complete(w);
    if (c->stopped == STOP_ROOM)
        return;
    if (g->bounded && !c->cut)
        c->cut = STOP_POLLS;
    if (g->loop.known && !c->loop.known)
        c->loop = g->loop;
}

/* Names the choice by the kind and the rank of its event. */
static uint64_t name(void *context, size_t choice)
{
    const struct work *w = context;
    const struct frame *f = &w->v.frames.at[choice];
    return (uint64_t)f->rank << 8 | f->kind;
}

static void rewind_actors(void *context)
{
    struct work *w = context;
    graph_rewind(&w->v.g);
}

static bool judge(void *context, const char *execution, size_t bytes)
{
    struct work *w = context;
    bool wrong;
    if (!match_trace_unpack(&w->trace, &wrong, execution, bytes))
        return false;
    w->s->execution.sampling = w->trace.sampled;
    bool good = match_trace_report(w->s, &w->trace) &&
                search_agrees(w->s, w->s->execution.wrong == wrong);
    w->s->execution.sampling = false;
    return good;
}

/* ---- samples ---- */

static uint32_t sample_advance(void *context)
{
    struct work *w = context;
    size_t before = w->v.frames.len;
    if (w->look) /* it is to see every graph once */
        return 0;
    visit_advance(&w->v);
    w->s->st->pushes += w->v.frames.len - before;
    return w->v.g.n;
}

static uint32_t sample_offer(void *context, uint32_t rank)
{
    struct work *w = context;
    return visit_offer(&w->v, rank);
}

static uint32_t sample_offer_rest(void *context, uint32_t rank)
{
    struct work *w = context;
    return visit_offer_rest(&w->v, rank);
}

static void sample_take(void *context, uint32_t way, bool back)
{
    struct work *w = context;
    visit_take(&w->v, way, back);
    w->s->st->pushes++;
}

static bool sample_spins(void *context, uint32_t rank)
{
    struct work *w = context;
    return spin_holds(&w->v.g.rank[rank]);
}

static size_t sample_size(void *context)
{
    const struct work *w = context;
    return w->v.frames.len;
}

/* What it shows is reported, and all that was counted is forgotten: the tree comes to the
 * same outcome. */
static bool sample_judge(void *context)
{
    struct work *w = context;
    struct search *s = w->s;
    struct search_counts *c = &s->counts, before = *c;
    s->execution.sampling = true;
    work_complete(w);
    s->execution.sampling = false;
    bool wrong = c->told > before.told || c->halts > before.halts;
    before.stopped = c->stopped;
    *c = before;
    return wrong;
}

static void sample_retract(void *context, size_t size)
{
    struct work *w = context;
    while (w->v.frames.len > size) {
        visit_unmake(&w->v);
        visit_drop(&w->v);
    }
}

static const struct sampler match_sampler = {.advance = sample_advance,
                                             .offer = sample_offer,
                                             .offer_rest = sample_offer_rest,
                                             .take = sample_take,
                                             .spins = sample_spins,
                                             .size = sample_size,
                                             .retract = sample_retract,
                                             .judge = sample_judge};

const struct tree match_tree = {.grow = grow,
                                .make = make,
                                .unmake = unmake,
                                .drop = drop,
                                .complete = complete,
                                .name = name,
                                .rewind = rewind_actors,
                                .judge = judge,
                                .sights = &match_sights,
                                .sampler = &match_sampler};
