/* SPDX-License-Identifier: Apache-2.0
 *
 * match_parallel.c - see match_parallel.h.
 *
 * The workers are copies of this process, made where the program has done nothing yet, so
 * each has a program of its own. The first process has the items: it gives them out,
 * takes back what a worker has left of its one, hears what there is to tell and reports
 * it. Who has none waits. Who sees others wait while there are none divides what it has.
 * When all wait, all is explored. */
#include "explore/match_parallel.h"
#include "base/process.h"

#include <signal.h>
#include <stdatomic.h>

#define QUANTUM 64 /* outcomes before an item is divided */
#define TICK_MS 50

/* What all of them see. Written by the first process only. */
struct board {
    volatile sig_atomic_t stop;
    atomic_uint waiting; /* workers that have no item, if there is none */
};

/* What a worker says: an outcome that is to be told; what it has counted; or that it is
 * done with its item, and what is left of it. */
enum word { WORD_TRACE, WORD_COUNT, WORD_DONE };

struct report {
    enum word word;
    bool potential; /* the rest of a trace is its steps, and its waits */
    uint32_t endless;
    size_t nsteps, nwaits;
    uint64_t executions, redundant, transitions; /* since the last one */
    double explored;
    enum stop_reason cut;
    size_t nitems, bytes; /* which follow */
};

/* ---- a worker ---- */

struct worker {
    struct work *w;
    struct board *board;
    struct peer *first; /* process */
    uint64_t pushes;
};

/* There is nobody left to work for. */
static void must(bool good)
{
    if (!good)
        process_exit(1);
}

static void tell_first(struct work *w)
{
    const struct worker *k = w->pool;
    const struct match_trace *t = &w->trace;
    struct report m = {.word = WORD_TRACE,
                       .potential = t->potential,
                       .endless = t->endless,
                       .nsteps = t->steps.len,
                       .nwaits = t->waits.len};
    must(peer_send(k->first, &m, sizeof m) &&
         peer_send(k->first, t->steps.at, m.nsteps * sizeof *t->steps.at) &&
         peer_send(k->first, t->waits.at, m.nwaits * sizeof *t->waits.at));
}

/* What was counted since the last time. */
static struct report counts(struct worker *k, enum word word)
{
    struct search *s = k->w->s;
    struct report m = {.word = word,
                       .executions = s->executions,
                       .redundant = s->redundant,
                       .transitions = s->st->pushes - k->pushes,
                       .explored = s->explored,
                       .cut = s->cut};
    s->executions = s->redundant = 0;
    s->explored = 0;
    k->pushes = s->st->pushes;
    return m;
}

static bool somebody_waits(struct work *w)
{
    struct worker *k = w->pool;
    if (w->leaves % QUANTUM)
        return false;
    struct report m = counts(k, WORD_COUNT);
    must(peer_send(k->first, &m, sizeof m));
    return atomic_load(&k->board->waiting);
}

static void give_back(struct worker *k)
{
    struct work *w = k->w;
    struct report m = counts(k, WORD_DONE);
    m.nitems = w->items.len;
    for (size_t i = 0; i < w->items.len; i++)
        m.bytes += item_bytes(&w->items.at[i]);
    char *bytes = mem_alloc(m.bytes + 1), *at = bytes;
    for (size_t i = 0; i < w->items.len; i++) {
        at = item_pack(&w->items.at[i], at);
        item_free(&w->items.at[i]);
    }
    must(peer_send(k->first, &m, sizeof m) && peer_send(k->first, bytes, m.bytes));
    free(bytes);
    w->items.len = 0;
    w->s->stopped = STOP_NO;
}

/* Waits for it; when there will be none any more, the process is ended. */
static void next_item(const struct worker *k, struct item *it)
{
    size_t n;
    must(peer_receive(k->first, &n, sizeof n));
    char *bytes = mem_alloc(n);
    must(peer_receive(k->first, bytes, n) && item_unpack(it, bytes, bytes + n));
    free(bytes);
}

static void run_worker(struct peer *first, void *context)
{
    struct worker *k = context;
    struct work *w = k->w;
    struct search mine = *w->s;
    struct item it;
    mine.on_execution = NULL;
    mine.on_tick = NULL;
    mine.bounds.executions = 0;
    mine.bounds.seconds = 0;
    mine.interrupt = &k->board->stop;
    mine.executions = mine.redundant = 0;
    mine.explored = 0;
    mine.stopped = mine.cut = STOP_NO;
    k->first = first;
    k->pushes = mine.st->pushes;
    w->s = &mine;
    w->pool = k;
    w->tell = tell_first;
    w->divide = somebody_waits;
    w->items = (items_vec){0}; /* the first process has them */
    for (;;) {
        next_item(k, &it);
        work_explore(w, &it);
        item_free(&it);
        give_back(k);
    }
}

/* ---- the first process ---- */

struct crew {
    struct work *w;
    struct board *board;
    struct peer *peers;
    bool *idle;
    uint32_t n;
};

static void stop_all(struct crew *c)
{
    c->board->stop = 1;
}

/* What it had is lost. */
static void bury(struct crew *c, uint32_t i)
{
    peer_end(&c->peers[i]);
    c->w->s->stopped = STOP_WORKER;
    stop_all(c);
}

static bool hear_trace(struct crew *c, const struct peer *p, const struct report *m)
{
    struct match_trace *t = &c->w->trace;
    t->potential = m->potential;
    t->endless = m->endless;
    vec_reserve(&t->steps, m->nsteps);
    vec_reserve(&t->waits, m->nwaits);
    t->steps.len = m->nsteps;
    t->waits.len = m->nwaits;
    if (!peer_receive(p, t->steps.at, m->nsteps * sizeof *t->steps.at) ||
        !peer_receive(p, t->waits.at, m->nwaits * sizeof *t->waits.at))
        return false;
    match_trace_report(c->w->s, t);
    return true;
}

static void hear_counts(struct crew *c, const struct report *m)
{
    struct search *s = c->w->s;
    s->executions += m->executions;
    s->redundant += m->redundant;
    s->st->pushes += m->transitions;
    s->explored += m->explored;
    if (m->cut > s->cut)
        s->cut = m->cut;
}

static bool hear_items(struct crew *c, const struct peer *p, const struct report *m)
{
    char *bytes = mem_alloc(m->bytes + 1);
    const char *at = bytes, *end = bytes + m->bytes;
    bool good = peer_receive(p, bytes, m->bytes);
    for (size_t i = 0; good && i < m->nitems; i++) {
        struct item it;
        at = item_unpack(&it, at, end);
        good = at;
        if (good)
            vec_push(&c->w->items, it);
    }
    free(bytes);
    return good;
}

static void hear(struct crew *c, uint32_t i)
{
    const struct peer *p = &c->peers[i];
    struct report m;
    bool good = peer_receive(p, &m, sizeof m);
    if (good)
        hear_counts(c, &m);
    if (good && m.word == WORD_TRACE)
        good = hear_trace(c, p, &m);
    else if (good && m.word == WORD_DONE)
        good = c->idle[i] = hear_items(c, p, &m);
    if (!good)
        bury(c, i);
}

static void give_item(struct crew *c, uint32_t i)
{
    struct item it = vec_pop(&c->w->items);
    size_t n = item_bytes(&it);
    char *bytes = mem_alloc(n);
    item_pack(&it, bytes);
    bool good =
        peer_send(&c->peers[i], &n, sizeof n) && peer_send(&c->peers[i], bytes, n);
    free(bytes);
    item_free(&it);
    c->idle[i] = false;
    if (!good)
        bury(c, i);
}

/* Gives out items, as far as there are some. False: nobody has one. */
static bool give_out(struct crew *c)
{
    unsigned busy = 0, waiting = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->peers[i].pid && c->idle[i] && c->w->items.len && !c->board->stop)
            give_item(c, i);
        busy += c->peers[i].pid && !c->idle[i];
        waiting += c->peers[i].pid && c->idle[i];
    }
    atomic_store(&c->board->waiting, c->w->items.len ? 0 : waiting);
    return busy;
}

static void lead(struct crew *c)
{
    struct search *s = c->w->s;
    while (give_out(c)) {
        peers_wait(c->peers, c->n, TICK_MS);
        for (uint32_t i = 0; i < c->n; i++)
            if (c->peers[i].ready)
                hear(c, i);
        s->next_tick = 0; /* look at the clock */
        if (!search_go_on(s))
            stop_all(c);
    }
}

static void start(struct crew *c)
{
    for (uint32_t i = 0; i < c->n; i++) {
        struct worker k = {.w = c->w, .board = c->board};
        c->idle[i] = process_start(&c->peers[i], run_worker, &k);
        if (!c->idle[i])
            c->w->s->stopped = STOP_WORKER;
    }
    if (c->w->s->stopped == STOP_WORKER)
        stop_all(c);
}

/* All wait for an item. */
static void dismiss(struct crew *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        peer_end(&c->peers[i]);
}

void parallel_explore(struct work *w, uint32_t jobs)
{
    struct search *s = w->s;
    struct crew c = {.w = w, .n = jobs, .board = process_share(sizeof *c.board)};
    if (!c.board) {
        s->stopped = STOP_WORKER;
        return;
    }
    c.peers = mem_alloc(jobs * sizeof *c.peers);
    c.idle = mem_alloc(jobs * sizeof *c.idle);
    graph_rewind(&w->v.g);
    start(&c);
    lead(&c);
    dismiss(&c);
    bool bound = s->stopped == STOP_EXECUTIONS || s->stopped == STOP_TIME ||
                 s->stopped == STOP_INTERRUPT;
    if (bound && !w->items.len) /* just when there was nothing left */
        s->stopped = STOP_NO;
    if (!s->stopped)
        s->stopped = s->cut;
    process_unshare(c.board, sizeof *c.board);
    free(c.peers);
    free(c.idle);
}
