/* SPDX-License-Identifier: Apache-2.0
 *
 * samples.c - see samples.h.
 *
 * Several processes: the first one hands out ranges of indices, each for about PARCEL
 * seconds of work. A worker makes these samples and sends a record of each: the name of
 * its outcome, its weight, and, if the worker has not seen this outcome before, what
 * judging it has shown. The first process counts the records in the order of their
 * indices, as if it had made the samples itself: of several that have the same outcome,
 * only what the first one has shown counts. It is as good as any, since what an outcome
 * shows does not depend on who looks. A worker is given ranges in their order, so that of
 * all samples which show something the first is news to its worker, who sends the
 * execution.
 *
 * The first sample is made by every process for itself. It tells what else the program
 * needs (search_restart()), and processes agree on that without asking. */
#include "explore/sample/samples.h"
#include "explore/sample/chance.h"
#include "explore/share/cluster.h"
#include "explore/share/pool_wire.h"
#include "explore/share/pool.h"

#include <string.h>

#define SAMPLES 1000 /* unless a bound says otherwise */
#define PARCEL  0.1  /* seconds of work that a worker is given */
#define WINDOW                                                                           \
    (1 << 20) /* samples that are handed out before the first of them is                 \
                 counted */
enum { BLOCK = 16 };

/* ---- one after the other ---- */

/* Shall one more sample be taken? */
static bool more(const struct samples *x)
{
    struct search *s = x->s;
    bool bounded = s->options.bounds.executions || s->options.bounds.seconds > 0;
    s->timing.next_tick = 0;
    if (!search_go_on(s))
        return false;
    if (!bounded && x->done >= SAMPLES)
        s->counts.stopped = STOP_SAMPLES;
    return !s->counts.stopped;
}

static uint64_t numbers_of(const struct samples *x, uint64_t index)
{
    uint64_t state = x->s->options.seed;
    state = chance_next(&state) + index;
    return chance_next(&state);
}

/* Notes that a sample has this outcome; true if it was not seen before. */
static bool is_fresh(struct samples *x, const struct sample *y)
{
    if (!y->stands)
        return set128_add(&x->vain, y->name);
    bool fresh = set128_add(&x->s->traces, y->name);
    if (!fresh && !set128_add(&x->twice, y->name))
        set128_add(&x->thrice, y->name);
    return fresh;
}

/* ---- weights ---- */

/* Adds; a number with a smaller scale is negligible. */
static void add(struct estimate *x, struct estimate y)
{
    if (y.scale > x->scale)
        *x = y;
    else if (y.scale == x->scale)
        x->n += y.n;
}

static void add_weight(struct samples *x, const struct sample *y)
{
    struct estimate square = {y->weight.n, 2 * y->weight.scale};
    estimate_multiply(&square, y->weight.n);
    add(&x->sum, y->weight);
    add(&x->squares, square);
    x->logs += y->log;
    x->log_squares += y->log * y->log;
}

/* What the weights so far tell. */
static void judge_weights(const struct samples *x)
{
    struct search_counts *c = &x->s->counts;
    double n = (double)x->done, mean = x->logs / n;
    c->estimate = (struct estimate){x->sum.n / n, x->sum.scale};
    c->sampled.spread = x->sum.n > 0 ? n * (x->squares.n / x->sum.n) / x->sum.n - 1 : 0;
    for (uint32_t i = 2 * x->sum.scale; i < x->squares.scale; i++)
        c->sampled.spread *= 0x1p512;
    c->sampled.log_mean = mean;
    c->sampled.log_variance = x->log_squares / n - mean * mean;
}

/* Counts a sample, but for what judging it counts. */
static void count(struct samples *x, const struct sample *y, bool fresh)
{
    struct search_counts *c = &x->s->counts;
    bool weighs = x->source->weighs;
    if (weighs && fresh && !y->weight.scale)
        c->sampled.covered += 1 / y->weight.n;
    if (weighs && y->stands)
        add_weight(x, y);
    if (!y->stands || !fresh) {
        c->redundant++;
        c->executions += y->stands;
    }
    c->sampled.once = x->s->traces.len - x->twice.len;
    c->sampled.twice = x->twice.len - x->thrice.len;
    if (y->length > x->longest)
        x->longest = y->length;
    c->sampled.runs = ++x->done;
    if (weighs)
        judge_weights(x);
    if (x->done < x->block)
        return;
    x->block = x->done < BLOCK ? BLOCK : 2 * x->done;
    x->block_longest = x->longest;
}

/* Makes, judges and counts the next sample. */
static void take_one(struct samples *x)
{
    struct sample y = {0};
    x->s->sample = x->done;
    if (x->source->make(x->source_context, numbers_of(x, x->done), x->block_longest,
                        &y)) {
        bool fresh = is_fresh(x, &y);
        count(x, &y, fresh);
        uint64_t pushes = x->s->st->pushes;
        if (fresh && y.stands)
            x->source->judge(x->source_context);
        x->s->st->pushes = pushes; /* what judging takes depends on what was told */
    }
    x->source->back(x->source_context);
}

/* ---- records ---- */

/* A sample as words; `shown` times struct shown_count and `news` executions follow, each
 * of which is its number of bytes and these. */
struct record {
    struct digest name;
    struct estimate weight;
    double log;
    uint32_t pushes; /* steps to make it */
    uint32_t length;
    bool stands, ended, judged, looped;
    /* What judging it has counted. */
    uint8_t executions, redundant, deadlocks, failures, halts, told, stopped, cut;
    uint16_t shown, news;
};

/* Both round up to words. */
static void put(sample_words *to, const void *bytes, size_t n)
{
    size_t words = (n + 3) / 4;
    if (!words)
        return;
    vec_reserve(to, to->len + words);
    to->at[to->len + words - 1] = 0;
    memcpy(to->at + to->len, bytes, n);
    to->len += words;
}

struct reader {
    const uint32_t *at;
    size_t left;
    bool bad;
};

static const void *get(struct reader *r, void *to, size_t n)
{
    size_t words = (n + 3) / 4;
    const void *from = r->at;
    r->bad |= words > r->left;
    if (r->bad)
        return NULL;
    if (to)
        memcpy(to, from, n);
    r->at += words;
    r->left -= words;
    return from;
}

/* ---- a worker ---- */

static void keep_news(const struct worklist *w, const void *execution, size_t bytes)
{
    struct samples *x = w->explorer;
    uint32_t n = (uint32_t)bytes;
    put(&x->news, &n, sizeof n);
    put(&x->news, execution, bytes);
    x->nnews++;
}

static uint16_t put_shown(struct search *s, sample_words *to)
{
    uint16_t n = 0;
    for (size_t i = 0; i < s->shown.len; i++) {
        struct shown *y = &s->shown.at[i];
        struct shown_count once = {y->what, y->executions};
        if (!y->executions)
            continue;
        put(to, &once, sizeof once);
        y->executions = 0;
        n++;
    }
    return n;
}

/* Makes one sample, and puts its record into the words. Leaves the counts as they were.
 */
static void record_one(struct samples *x, uint64_t index, uint64_t longest,
                       sample_words *to)
{
    struct search *s = x->s;
    struct sample y = {0};
    struct record r = {0};
    uint64_t pushes = s->st->pushes;
    struct search_counts *c = &s->counts;
    size_t at = to->len;
    *c = (struct search_counts){0};
    x->news.len = x->nnews = 0;
    s->sample = index;
    r.ended = x->source->make(x->source_context, numbers_of(x, index), longest, &y);
    r.pushes = (uint32_t)(s->st->pushes - pushes);
    r.judged = r.ended && is_fresh(x, &y) && y.stands;
    if (r.judged)
        x->source->judge(x->source_context);
    x->source->back(x->source_context);
    r.name = y.name;
    r.weight = y.weight;
    r.log = y.log;
    r.length = y.length;
    r.stands = y.stands;
    r.executions = (uint8_t)c->executions;
    r.redundant = (uint8_t)c->redundant;
    r.deadlocks = (uint8_t)c->deadlocks;
    r.failures = (uint8_t)c->failures;
    r.halts = (uint8_t)c->halts;
    r.told = (uint8_t)c->told;
    r.stopped = (uint8_t)c->stopped;
    r.cut = (uint8_t)c->cut;
    r.looped = c->loop.known;
    s->st->pushes = pushes; /* they are counted with the record */
    put(to, &r, sizeof r);
    if (r.looped)
        put(to, &c->loop, sizeof c->loop);
    r.shown = put_shown(s, to);
    r.news = x->nnews;
    put(to, x->news.at, x->news.len * sizeof *x->news.at);
    memcpy(to->at + at, &r, sizeof r);
    *c = (struct search_counts){0};
    if (!r.ended) /* nor do the samples after it count */
        c->stopped = r.stopped;
}

/* An order: the index of the first sample is item.path. */
struct sample_order {
    uint64_t longest;
    uint32_t samples;
};

/* A report begins with this; the records follow. */
struct report_head {
    double seconds;
    uint32_t samples;
};

static void carry_out(struct samples *x, struct item *it)
{
    struct search *s = x->s;
    struct sample_order o = {0};
    struct report_head h = {0};
    struct reader r = {it->ways.at, it->ways.len, false};
    sample_words words = {0};
    double begun = search_seconds(s);
    get(&r, &o, sizeof o);
    put(&words, &h, sizeof h);
    while (h.samples < o.samples && search_go_on(s))
        record_one(x, it->path + h.samples++, o.longest, &words);
    h.seconds = search_seconds(s) - begun;
    memcpy(words.at, &h, sizeof h);
    vec_free(&it->ways);
    it->ways = (__typeof__(it->ways)){words.at, words.len, words.cap};
}

static void serve(struct worklist *w)
{
    for (size_t i = 0; i < w->items.len; i++)
        carry_out(w->explorer, &w->items.at[i]);
}

/* ---- the first process ---- */

/* As if the sample had been judged here. */
static void take_judged(struct samples *x, const struct record *r)
{
    struct search_counts *c = &x->s->counts;
    c->executions += r->executions;
    c->redundant += r->redundant;
    c->deadlocks += r->deadlocks;
    c->failures += r->failures;
    c->halts += r->halts;
    c->told += r->told;
    if (r->cut > c->cut)
        c->cut = r->cut;
}

static void hear_news(struct samples *x, const char *execution, size_t n, bool *bad)
{
    struct search *s = x->s;
    struct search_counts before = s->counts;
    uint64_t pushes = s->st->pushes;
    *bad |= !x->source->hear(x->source_context, execution, n);
    before.stopped = s->counts.stopped;
    s->counts = before;
    s->st->pushes = pushes; /* the worker has counted them */
}

static void take_record(struct samples *x, struct reader *from)
{
    struct search *s = x->s;
    struct record r;
    struct poll_loop loop = {0};
    struct shown_count once;
    uint32_t bytes;
    if (!get(from, &r, sizeof r))
        return;
    if (r.looped)
        get(from, &loop, sizeof loop);
    struct sample y = {r.name, r.stands, r.weight, r.log, r.length};
    bool fresh = r.ended && is_fresh(x, &y);
    bool counts = fresh && r.judged;
    s->sample = x->done;
    s->counts.transitions += r.pushes;
    if (r.ended)
        count(x, &y, fresh);
    if (counts)
        take_judged(x, &r);
    if (loop.known && !s->counts.loop.known)
        s->counts.loop = loop;
    for (uint16_t i = 0; i < r.shown && get(from, &once, sizeof once); i++)
        if (counts)
            search_count_shown(s, once.what, once.executions);
    if (r.stopped)
        s->counts.stopped = r.stopped;
    for (uint16_t i = 0; i < r.news && get(from, &bytes, sizeof bytes); i++) {
        const char *execution = get(from, NULL, bytes);
        if (execution && counts)
            hear_news(x, execution, bytes, &from->bad);
    }
}

/* Counts the samples of a parcel. `all`: although the search was stopped. */
static void take_parcel(struct samples *x, const struct samples_parcel *p, bool all)
{
    struct report_head h = {0};
    struct reader r = {p->words.at, p->words.len, false};
    get(&r, &h, sizeof h);
    for (uint32_t i = 0; i < h.samples && !r.bad && (more(x) || all); i++)
        take_record(x, &r);
    if (r.bad)
        x->s->counts.stopped = STOP_WORKER;
}

/* Removes the parcel with the smallest index, if that is this one or `any`. */
static bool next_parcel(struct samples *x, bool any, struct samples_parcel *p)
{
    size_t best = 0;
    for (size_t i = 1; i < x->parcels.len; i++)
        if (x->parcels.at[i].first < x->parcels.at[best].first)
            best = i;
    if (!x->parcels.len || (!any && x->parcels.at[best].first != x->done))
        return false;
    *p = x->parcels.at[best];
    x->parcels.at[best] = vec_pop(&x->parcels);
    return true;
}

static void take_reports(struct worklist *w)
{
    struct samples *x = w->explorer;
    struct samples_parcel p;
    for (size_t i = 0; i < w->items.len; i++) {
        struct item *it = &w->items.at[i];
        struct reader r = {it->ways.at, it->ways.len, false};
        struct report_head h = {0};
        get(&r, &h, sizeof h);
        double cost = h.samples ? h.seconds / h.samples : 0;
        x->cost = x->cost > 0 ? (3 * x->cost + cost) / 4 : cost;
        vec_push(&x->parcels, (struct samples_parcel){.first = it->path});
        struct samples_parcel *last = &vec_last(&x->parcels);
        last->words = (__typeof__(last->words)){it->ways.at, it->ways.len, it->ways.cap};
    }
    w->items.len = 0;
    while (!search_stopped(x->s) && next_parcel(x, false, &p)) {
        take_parcel(x, &p, false);
        vec_free(&p.words);
    }
}

/* How many samples may be handed out now. */
static size_t count_open(const struct worklist *w)
{
    const struct samples *x = w->explorer;
    const struct search_counts *c = &x->s->counts;
    uint64_t bound = x->s->options.bounds.executions, end = x->block;
    uint64_t flying = x->given - x->done, most = WINDOW;
    if (c->stopped)
        return 0;
    if (!x->s->options.bounds.executions && x->s->options.bounds.seconds <= 0 &&
        end > SAMPLES)
        end = SAMPLES;
    if (bound)
        most = bound > c->executions ? bound - c->executions : 0;
    most = most < WINDOW ? most : WINDOW;
    most = most > flying ? most - flying : 0;
    return x->given >= end ? 0 : end - x->given < most ? end - x->given : most;
}

static void add_order(struct worklist *w, size_t n)
{
    struct samples *x = w->explorer;
    size_t open = count_open(w), most = x->cost > 0 ? (size_t)(PARCEL / x->cost) + 1 : 1;
    n = n < most ? n : most;
    n = n < open ? n : open;
    if (!n)
        return;
    struct sample_order o = {x->block_longest, (uint32_t)n};
    struct item it = {.path = x->given};
    sample_words words = {0};
    put(&words, &o, sizeof o);
    it.ways = (__typeof__(it.ways)){words.at, words.len, words.cap};
    vec_push(&w->items, it);
    x->given += n;
}

static void begin(struct worklist *w)
{
    struct samples *x = w->explorer;
    x->given = x->done;
}

/* If there is no time for more, what was made nevertheless is counted. */
static void end(struct worklist *w)
{
    struct samples *x = w->explorer;
    struct samples_parcel p;
    enum stop_reason why = x->s->counts.stopped;
    bool all = why == STOP_TIME || why == STOP_INTERRUPT;
    while (next_parcel(x, true, &p)) {
        if (all)
            take_parcel(x, &p, true);
        vec_free(&p.words);
    }
    vec_free(&x->parcels);
    more(x);                               /* says why there are no more */
    vec_push(&w->items, (struct item){0}); /* there always could be more */
}

static void rewind_actors(void *context)
{
    struct samples *x = context;
    if (x->source->rewind)
        x->source->rewind(x->source_context);
}

static const struct deal deal = {.begin = begin,
                                 .end = end,
                                 .orders = add_order,
                                 .open = count_open,
                                 .reports = take_reports,
                                 .serve = serve,
                                 .tell = keep_news};

static const struct tree shared = {.rewind = rewind_actors, .deal = &deal};

/* ---- all of it ---- */

/* In another process than the first: makes the first sample, which the first process
 * counts. */
static void try_first(struct samples *x)
{
    struct search *s = x->s;
    void (*on_execution)(struct search *, void *) = s->on_execution;
    s->on_execution = NULL;
    take_one(x);
    s->on_execution = on_execution;
    s->counts = (struct search_counts){
        .stopped = s->counts.stopped == STOP_ROOM ? STOP_ROOM : STOP_NO};
}

static void take_shared(struct samples *x)
{
    struct search *s = x->s;
    bool other = s->cluster && s->cluster->rank;
    if (other)
        try_first(x);
    else if (more(x))
        take_one(x);
    if (other ? s->counts.stopped == STOP_ROOM : !more(x))
        return;
    pool_explore(&x->list, s->options.jobs ? s->options.jobs : 1);
    while (x->list.items.len)
        item_free(&vec_pop(&x->list.items));
}

void samples_run(struct samples *x)
{
    x->list = (struct worklist){.s = x->s, .tree = &shared, .explorer = x};
    x->block = x->longest = x->block_longest = 1;
    if (search_is_shared(x->s))
        take_shared(x);
    else
        while (more(x))
            take_one(x);
    worklist_free(&x->list);
    set128_free(&x->twice);
    set128_free(&x->thrice);
    set128_free(&x->vain);
    vec_free(&x->news);
    x->s->count_traces = true; /* search.traces keeps the names */
}
