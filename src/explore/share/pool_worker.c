/* SPDX-License-Identifier: Apache-2.0
 *
 * pool_worker.c - a worker: a copy of the process that started it, made where the program
 * has done nothing yet, so it has a program of its own.
 *
 * It gets items, explores them, and reports. It judges its executions itself, and counts
 * what they show. The first process hears of those in which a worker sees something for
 * the first time, and now and then of the counts. A worker that sees others wait while
 * there are no items shares its own. */
#include "explore/guide/guide.h"
#include "explore/guide/learn.h"
#include "explore/share/pool.h"
#include "explore/share/pool_wire.h"

#include <string.h>

/* Seconds that a worker explores before it shares, so that sharing costs little. */
#define SHARE_AFTER 0.0005

struct pool_worker {
    struct worklist *w;
    struct board *board;
    struct peer *first; /* the link to the first process, or to its hop */
    uint32_t number;    /* from 1 on; different in all processes */
    uint64_t allowed;   /* executions until it must ask again, or NO_BOUND */
    uint64_t executions, pushes;
    unsigned tick;
    double begun; /* when it began to explore its present item */
    struct str bytes;
};

/* Ends the worker if its link to the first process is broken, because nobody would use
 * its results. */
static void must(bool good)
{
    if (!good)
        process_exit(1);
}

void pool_tell(struct worklist *w, const void *execution, size_t bytes)
{
    struct search *s = w->s;
    struct pool_worker *k = w->worker;
    const ways_vec *path = search_path(s);
    struct pool_report m = {.word = WORD_NEWS,
                            .known = s->execution.known,
                            .now = s->execution.news || s->every_execution,
                            .urgent = s->execution.urgent,
                            .beside = s->execution.sampling,
                            .nfresh = s->execution.fresh.len,
                            .nways = path ? path->len : 0};
    str_clear(&k->bytes);
    str_add(&k->bytes, (const char *)&m, sizeof m);
    str_add(&k->bytes, (const char *)s->execution.fresh.at,
            m.nfresh * sizeof *s->execution.fresh.at);
    if (m.nways)
        str_add(&k->bytes, (const char *)path->at, m.nways * sizeof *path->at);
    str_add(&k->bytes, execution, bytes);
    must(wire_send(k->first, &k->bytes));
}

uint32_t pool_number(const struct worklist *w)
{
    return w->worker->number;
}

/* Puts what was counted since the last report into k->bytes. */
static void put_counts(struct pool_worker *k, enum word word)
{
    struct search *s = k->w->s;
    guide_count(k->w);
    struct pool_report m = {.word = word, .counts = s->counts};
    m.counts.transitions = s->st->pushes - k->pushes;
    s->counts =
        (struct search_counts){.stopped = s->counts.stopped, .cut = s->counts.cut};
    k->executions = 0;
    k->pushes = s->st->pushes;
    for (size_t i = 0; i < s->shown.len; i++)
        m.nshown += s->shown.at[i].executions != 0;
    m.nstates = s->new_states.len;
    str_clear(&k->bytes);
    str_add(&k->bytes, (const char *)&m, sizeof m);
    for (size_t i = 0; i < s->shown.len; i++) {
        struct shown *x = &s->shown.at[i];
        struct shown_count count = {x->what, x->executions};
        if (x->executions)
            str_add(&k->bytes, (const char *)&count, sizeof count);
        x->executions = 0;
    }
    str_add(&k->bytes, (const char *)s->new_states.at,
            m.nstates * sizeof *s->new_states.at);
    s->new_states.len = 0;
}

static void send_report(struct pool_worker *k, enum word word)
{
    items_vec *items = &k->w->items;
    put_counts(k, word);
    if (word != WORD_COUNT)
        wire_items(&k->bytes, items, items->len);
    must(wire_send(k->first, &k->bytes));
}

/* Stops the worker when it has made as many executions as it may. */
static void heed_bound(struct pool_worker *k)
{
    struct search *s = k->w->s;
    uint64_t more = s->counts.executions - k->executions;
    k->executions = s->counts.executions;
    if (k->allowed == NO_BOUND)
        return;
    k->allowed -= more < k->allowed ? more : k->allowed;
    if (!k->allowed)
        s->counts.stopped = STOP_EXECUTIONS;
}

/* Takes what it is given to explore. */
static bool take_items(struct pool_worker *k)
{
    size_t head = sizeof k->allowed;
    if (!wire_receive(k->first, &k->bytes) || k->bytes.len < head)
        return false;
    memcpy(&k->allowed, k->bytes.text, head);
    return wire_take_items(k->bytes.text + head, k->bytes.len - head, &k->w->items);
}

/* Sharing has a cost, so a worker shares only after SHARE_AFTER seconds of work. */
static bool should_share(const struct pool_worker *k)
{
    return !k->w->tree->deal &&
           atomic_load_explicit(&k->board->waiting, memory_order_relaxed) &&
           search_seconds(k->w->s) - k->begun > SHARE_AFTER;
}

static void after_execution(struct worklist *w)
{
    struct pool_worker *k = w->worker;
    unsigned tick = atomic_load_explicit(&k->board->tick, memory_order_relaxed);
    heed_bound(k);
    if (should_share(k)) {
        if (!w->items.len)
            worklist_share(w);
        send_report(k, WORD_ITEMS);
        k->begun = search_seconds(w->s);
    } else if (tick != k->tick) {
        send_report(k, WORD_COUNT);
    }
    k->tick = tick;
}

static void run_worker(struct peer *first, void *context)
{
    struct pool_worker *k = context;
    struct worklist *w = k->w;
    struct search *s = w->s; /* a copy, which belongs to this process since the fork */
    s->role = ROLE_WORKER;
    s->on_tick = NULL;
    s->options.bounds.executions = 0;
    s->options.bounds.seconds = 0;
    s->interrupt = &k->board->stop;
    s->counts.stopped = s->counts.cut = STOP_NO;
    w->worker = k;
    w->after = after_execution;
    w->all_guided = &k->board->guided;
    w->guided = false;
    w->items = (items_vec){0}; /* the first process keeps the items */
    k->first = first;
    k->pushes = s->st->pushes;
    put_counts(k, WORD_COUNT); /* counts from before the fork belong to the first process,
                                  and are forgotten */
    for (;;) {                 /* whoever has started this process ends it */
        must(take_items(k));
        if (w->tree->deal)
            w->tree->deal->serve(w);
        else
            worklist_explore(w);
        send_report(k, WORD_DONE);
        s->counts.stopped = STOP_NO;
        k->begun = search_seconds(s);
    }
}

/* ---- those who start them ---- */

void workers_start(struct worklist *w, struct board *board, struct peer *peers,
                   uint32_t n, uint32_t number)
{
    for (uint32_t i = 0; i < n; i++) {
        struct pool_worker k = {.w = w, .board = board, .number = number + i};
        process_start(&peers[i], run_worker, &k);
    }
}

void workers_end(struct peer *peers, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        peer_end(&peers[i]);
}

bool workers_share_learned(struct worklist *w)
{
    struct learned *own = w->learned, *all = process_share(sizeof *all);
    if (all && own)
        *all = *own;
    free(own);
    w->learned = all;
    return all;
}

void workers_unshare_learned(struct worklist *w)
{
    struct learned *all = w->learned;
    w->learned = NULL;
    if (w->guided || w->tree->together) {
        w->learned = mem_alloc(sizeof *w->learned);
        *w->learned = *all;
    }
    process_unshare(all, sizeof *all);
}
