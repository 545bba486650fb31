/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.c - see pool.h.
 *
 * The workers are copies of this process, made where the program has done nothing yet, so
 * each has a program of its own. The first process has the items: it gives them out, and
 * takes back what a worker has left of them. A worker without an item waits. A worker
 * that sees others wait while there are no items shares its own. When all wait, the
 * search is complete.
 *
 * A worker judges its executions itself, and counts what they show. The first process
 * hears of those in which a worker sees something for the first time, and now and then of
 * the counts. */
#include "explore/pool.h"
#include "base/process.h"
#include "explore/chance.h"
#include "explore/guide/guide.h"
#include "explore/guide/learn.h"
#include "explore/guide/share.h"

#include <signal.h>
#include <stdatomic.h>

#define TICK 0.05 /* seconds */
/* Seconds that a worker explores before it shares, so that sharing costs little. */
#define SHARE_AFTER 0.0005

/* Memory that all processes share. */
struct board {
    volatile sig_atomic_t stop;
    volatile sig_atomic_t guided; /* it is time to search in another order: guide.h */
    atomic_uint waiting;          /* workers that wait for an item while there is none */
    atomic_uint tick; /* when this changes, workers report their counts to the first
                         process */
    atomic_int_least64_t left; /* executions until the bound is reached, if there is a
                                  bound */
};

/* The kinds of reports that a worker sends. */
enum word {
    WORD_NEWS,  /* an execution that shows something new */
    WORD_COUNT, /* what the worker has counted since its last report */
    WORD_ITEMS, /* counts, as in WORD_COUNT, and items for others */
    WORD_DONE,  /* counts, and the items left if it was stopped; the worker has no work
                   any more */
};

struct report {
    enum word word;
    size_t bytes; /* the size of the execution that follows */
    bool known;   /* the trace of that execution had been seen before */
    struct search_counts counts;
    size_t nshown; /* how many struct shown follow; items come after them */
};

struct shown_count {
    struct digest what;
    uint64_t executions;
};

/* ---- items on their way ---- */

struct parcel {
    size_t items, bytes;
};

/* Sends the last n items and removes them from the list. */
static bool send_items(const struct peer *p, items_vec *from, size_t n)
{
    struct parcel h = {.items = n};
    const struct item *it = from->at + (from->len - n);
    for (size_t i = 0; i < n; i++)
        h.bytes += item_bytes(&it[i]);
    char *bytes = mem_alloc(h.bytes + 1), *at = bytes;
    for (size_t i = 0; i < n; i++)
        at = item_pack(&it[i], at);
    while (n--)
        item_free(&vec_pop(from));
    bool good = peer_send(p, &h, sizeof h) && peer_send(p, bytes, h.bytes);
    free(bytes);
    return good;
}

static bool receive_items(const struct peer *p, items_vec *to)
{
    struct parcel h;
    if (!peer_receive(p, &h, sizeof h))
        return false;
    char *bytes = mem_alloc(h.bytes + 1);
    const char *at = bytes, *end = bytes + h.bytes;
    bool good = peer_receive(p, bytes, h.bytes);
    for (size_t i = 0; good && i < h.items; i++) {
        struct item it;
        at = item_unpack(&it, at, end);
        good = at;
        if (good)
            vec_push(to, it);
    }
    free(bytes);
    return good;
}

/* ---- a worker ---- */

struct worker {
    struct worklist *w;
    struct board *board;
    struct peer *first; /* the link to the first process */
    uint32_t number;    /* from 1 on */
    bool bound;         /* is there a bound on the number of executions? */
    uint64_t executions, pushes;
    unsigned tick;
    double begun; /* when it began to explore its present item */
    VEC(struct shown_count) shown;
};

/* Ends the worker if its link to the first process is broken, because nobody would use
 * its results. */
static void must(bool good)
{
    if (!good)
        process_exit(1);
}

void pool_tell(const struct worklist *w, const void *execution, size_t bytes)
{
    const struct worker *k = w->worker;
    struct report m = {.word = WORD_NEWS, .bytes = bytes, .known = w->s->known};
    must(peer_send(k->first, &m, sizeof m) && peer_send(k->first, execution, bytes));
}

uint32_t pool_number(const struct worklist *w)
{
    return w->worker->number;
}

/* Starts a report of what was counted since the last one. */
static struct report counts(struct worker *k, enum word word)
{
    struct search *s = k->w->s;
    struct report m = {.word = word, .counts = s->counts};
    m.counts.transitions = s->st->pushes - k->pushes;
    s->counts =
        (struct search_counts){.stopped = s->counts.stopped, .cut = s->counts.cut};
    k->executions = 0;
    k->pushes = s->st->pushes;
    k->shown.len = 0;
    for (size_t i = 0; i < s->shown.len; i++) {
        struct shown *x = &s->shown.at[i];
        if (x->executions)
            vec_push(&k->shown, (struct shown_count){x->what, x->executions});
        x->executions = 0;
    }
    m.nshown = k->shown.len;
    return m;
}

static void send_report(struct worker *k, enum word word)
{
    struct report m = counts(k, word);
    items_vec *items = &k->w->items;
    must(peer_send(k->first, &m, sizeof m) &&
         peer_send(k->first, k->shown.at, m.nshown * sizeof *k->shown.at) &&
         send_items(k->first, items, word == WORD_COUNT ? 0 : items->len));
}

/* Stops the worker when all workers together have explored as many executions as the
 * bound says; a few more if they reach it at the same time. */
static void heed_bound(struct worker *k)
{
    struct search *s = k->w->s;
    int64_t more = (int64_t)(s->counts.executions - k->executions);
    k->executions = s->counts.executions;
    if (k->bound && atomic_fetch_sub(&k->board->left, more) <= more)
        k->board->stop = 1;
}

/* Sharing has a cost, so a worker shares only after SHARE_AFTER seconds of work. */
static bool should_share(const struct worker *k)
{
    return !k->w->tree->together &&
           atomic_load_explicit(&k->board->waiting, memory_order_relaxed) &&
           search_seconds(k->w->s) - k->begun > SHARE_AFTER;
}

static void after_execution(struct worklist *w)
{
    struct worker *k = w->worker;
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
    struct worker *k = context;
    struct worklist *w = k->w;
    struct search *s = w->s; /* a copy, which belongs to this process since the fork */
    s->role = ROLE_WORKER;
    s->on_tick = NULL;
    k->bound = s->options.bounds.executions;
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
    counts(k, WORD_COUNT); /* counts from before the fork belong to the first process */
    for (;;) {             /* the first process ends this one */
        must(receive_items(k->first, &w->items));
        if (w->tree->together)
            share_serve(w);
        else
            worklist_explore(w);
        send_report(k, WORD_DONE);
        s->counts.stopped = STOP_NO;
        k->begun = search_seconds(s);
    }
}

/* ---- the first process ---- */

struct crew {
    struct worklist *w;
    struct board *board;
    struct peer *peers;
    bool *idle;
    uint32_t n;
    uint64_t chance; /* state of the random numbers */
    bool lost;       /* the item of a worker is lost: the worker died, or could not be
                        started */
};

static void stop_all(struct crew *c)
{
    c->board->stop = 1;
}

/* Removes a worker that died; the item that it was exploring is lost. */
static void bury(struct crew *c, uint32_t i)
{
    peer_end(&c->peers[i]);
    c->lost = true;
    stop_all(c);
}

static bool hear_news(struct crew *c, const struct peer *p, const struct report *m)
{
    const struct worklist *w = c->w;
    char *bytes = mem_alloc(m->bytes + 1);
    w->s->known = m->known;
    bool good =
        peer_receive(p, bytes, m->bytes) && w->tree->judge(w->explorer, bytes, m->bytes);
    free(bytes);
    return good;
}

static bool hear_shown(struct crew *c, const struct peer *p, const struct report *m)
{
    struct shown_count x;
    for (size_t i = 0; i < m->nshown; i++) {
        if (!peer_receive(p, &x, sizeof x))
            return false;
        search_count_shown(c->w->s, x.what, x.executions);
    }
    return true;
}

static void hear(struct crew *c, uint32_t i)
{
    const struct peer *p = &c->peers[i];
    struct report m;
    bool good = peer_receive(p, &m, sizeof m);
    if (good && m.word == WORD_NEWS) {
        good = hear_news(c, p, &m);
    } else if (good) {
        counts_add(&c->w->s->counts, &m.counts);
        good = hear_shown(c, p, &m) && receive_items(p, &c->w->items);
        c->idle[i] = m.word == WORD_DONE;
        if (good && c->w->tree->together)
            share_reports(c->w);
    }
    if (!good)
        bury(c, i);
}

/* The number of choices that are made before the item begins. */
static size_t depth(const struct item *it)
{
    return it->beside ? it->closed : it->ways.len;
}

/* The next of the first n items, by the policy of the search: of bfs and astar, which
 * begin near the root, the one that does; otherwise one by chance. */
static size_t pick(struct crew *c, size_t n)
{
    const struct item *it = c->w->items.at;
    enum strategy strategy = c->w->s->options.strategy;
    size_t best = chance_below(&c->chance, (uint32_t)n);
    if (strategy == STRATEGY_BFS || strategy == STRATEGY_ASTAR)
        for (size_t i = 0; i < n; i++)
            best = depth(&it[i]) < depth(&it[best]) ? i : best;
    return best;
}

/* Puts the n items that are next to the end of the list. */
static void pick_items(struct crew *c, size_t n)
{
    items_vec *items = &c->w->items;
    for (size_t i = items->len; n-- > 0; i--) {
        struct item *x = &items->at[pick(c, i)], other = *x;
        *x = items->at[i - 1];
        items->at[i - 1] = other;
    }
}

/* Gives the worker one item; or several if there are many, since they are then
 * small. */
static void give_items(struct crew *c, uint32_t i)
{
    enum { MOST = 32 };
    items_vec *items = &c->w->items;
    size_t n = 1 + items->len / (4 * (size_t)c->n);
    if (c->w->tree->together) { /* all of them were picked for this one */
        size_t share = 1 + share_open(c->w) / (4 * (size_t)c->n);
        share_orders(c->w, share < MOST ? share : MOST);
        n = items->len;
    }
    if (!n)
        return;
    c->idle[i] = false;
    if (c->w->guided)
        pick_items(c, n);
    if (!send_items(&c->peers[i], items, n))
        bury(c, i);
}

/* Gives items to the workers that wait, as long as there are items. False: nobody has
 * work any more. */
static bool give_out(struct crew *c)
{
    unsigned busy = 0, waiting = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->peers[i].pid && c->idle[i] && !c->board->stop &&
            (c->w->items.len || (c->w->tree->together && share_open(c->w))))
            give_items(c, i);
        busy += c->peers[i].pid && !c->idle[i];
        waiting += c->peers[i].pid && c->idle[i];
    }
    atomic_store(&c->board->waiting, c->w->items.len ? 0 : waiting);
    return busy;
}

static void lead(struct crew *c)
{
    struct search *s = c->w->s;
    double ticked = 0;
    while (give_out(c)) {
        if (search_seconds(s) - ticked > TICK) {
            ticked = search_seconds(s);
            atomic_fetch_add(&c->board->tick, 1);
        }
        peers_wait(c->peers, c->n, (int)(1000 * TICK));
        for (uint32_t i = 0; i < c->n; i++)
            if (c->peers[i].ready)
                hear(c, i);
        c->board->guided = guide_due(c->w);
        c->w->looks = 0; /* the next call looks at the clock */
        s->next_tick = 0;
        if (!search_go_on(s) || s->counts.cut > STOP_DEPTH)
            stop_all(c);
    }
}

static void start(struct crew *c)
{
    for (uint32_t i = 0; i < c->n; i++) {
        struct worker k = {.w = c->w, .board = c->board, .number = i + 1};
        c->idle[i] = process_start(&c->peers[i], run_worker, &k);
        if (!c->idle[i])
            bury(c, i);
    }
}

/* Ends the workers, all of which wait for an item. */
static void dismiss(struct crew *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        peer_end(&c->peers[i]);
}

/* What is learned, one learns for all: the table is shared by all processes. */
static bool share_learned(struct worklist *w)
{
    struct learned *own = w->learned, *all = process_share(sizeof *all);
    if (all && own)
        *all = *own;
    free(own);
    w->learned = all;
    return all;
}

static void unshare_learned(struct worklist *w)
{
    struct learned *all = w->learned;
    w->learned = NULL;
    if (w->guided || w->tree->together) {
        w->learned = mem_alloc(sizeof *w->learned);
        *w->learned = *all;
    }
    process_unshare(all, sizeof *all);
}

void pool_explore(struct worklist *w, uint32_t jobs)
{
    struct search *s = w->s;
    struct crew c = {.w = w, .n = jobs, .board = process_share(sizeof *c.board)};
    if (!c.board || !share_learned(w)) {
        s->counts.stopped = STOP_WORKER;
        return;
    }
    c.peers = mem_alloc(jobs * sizeof *c.peers);
    c.idle = mem_alloc(jobs * sizeof *c.idle);
    c.board->left = (int64_t)s->options.bounds.executions;
    w->tree->rewind(w->explorer);
    s->role = ROLE_FIRST;
    start(&c);
    if (w->tree->together)
        share_begin(w);
    lead(&c);
    if (w->tree->together)
        share_end(w);
    dismiss(&c);
    s->role = ROLE_ALONE;
    bool bound = s->counts.stopped == STOP_EXECUTIONS || s->counts.stopped == STOP_TIME ||
                 s->counts.stopped == STOP_INTERRUPT;
    if (bound && !w->items.len) /* the bound was reached exactly when nothing was left */
        s->counts.stopped = STOP_NO;
    if (!s->counts.stopped)
        s->counts.stopped = s->counts.cut;
    if (c.lost) /* overrides any other reason, since the items that remain are not all
                   that is left */
        s->counts.stopped = STOP_WORKER;
    process_unshare(c.board, sizeof *c.board);
    unshare_learned(w);
    free(c.peers);
    free(c.idle);
}
