/* SPDX-License-Identifier: Apache-2.0
 *
 * pool_deputy.c - another process of a cluster than the first.
 *
 * It stands between its workers and the first process: it passes on what they report and
 * what they are given, both in the order in which it comes, and writes what the first
 * process says to the board that its workers see. It keeps no items itself. The first
 * process asks for a number of batches of items; each worker that shares takes one off
 * the board. */
#include "explore/cluster.h"
#include "explore/pool.h"
#include "explore/pool_wire.h"

#include <string.h>

/* How often workers report their counts: seldom where many processes do. */
#define TICK_LEAST 0.1  /* seconds */
#define TICK_EACH  0.01 /* more for each process */

struct deputy {
    struct cluster *cluster;
    struct board *board;
    struct peer *peers; /* the workers, then the line to the first process */
    uint32_t n;
    bool over;
    struct str bytes, report;
};

static void pass_on(struct deputy *d, uint32_t nth)
{
    struct report m;
    if (!wire_receive(&d->peers[nth], &d->bytes) || d->bytes.len < sizeof m) {
        peer_end(&d->peers[nth]);
        cluster_lose_worker(d->cluster);
        return;
    }
    memcpy(&m, d->bytes.text, sizeof m);
    unsigned waiting = atomic_load(&d->board->waiting);
    if (m.word == WORD_ITEMS && waiting)
        atomic_store(&d->board->waiting, waiting - 1);
    d->over |= !cluster_send_notes(d->cluster);
    str_clear(&d->report);
    str_add(&d->report, (const char *)&nth, sizeof nth);
    str_add(&d->report, d->bytes.text, d->bytes.len);
    d->over |=
        !cluster_send(d->cluster, 0, CLUSTER_REPORT, d->report.text, d->report.len);
}

/* Gives a worker the items that the first process has sent for it. */
static void give(struct deputy *d)
{
    uint32_t nth;
    struct str items = {0};
    if (d->bytes.len < sizeof nth)
        return;
    memcpy(&nth, d->bytes.text, sizeof nth);
    str_add(&items, d->bytes.text + sizeof nth, d->bytes.len - sizeof nth);
    if (nth >= d->n || !d->peers[nth].pid || !wire_send(&d->peers[nth], &items))
        cluster_lose_worker(d->cluster);
    str_free(&items);
}

static void see_board(struct deputy *d)
{
    struct cluster_board b;
    if (d->bytes.len != sizeof b)
        return;
    memcpy(&b, d->bytes.text, sizeof b);
    d->board->stop = (sig_atomic_t)b.stop;
    d->board->guided = (sig_atomic_t)b.guided;
    if (b.waiting)
        atomic_store(&d->board->waiting, b.waiting);
}

static void listen(struct deputy *d, struct search *s)
{
    struct cluster_head h;
    if (!cluster_receive(d->cluster, &h, &d->bytes)) {
        d->over = true;
    } else if (cluster_is_stale(d->cluster, h.word)) {
        /* it is for a program that has ended */
    } else if (h.word == CLUSTER_ITEMS) {
        give(d);
    } else if (h.word == CLUSTER_BOARD) {
        see_board(d);
    } else if (h.word == CLUSTER_END) {
        d->over = cluster_ends(d->cluster, s, &d->bytes);
    } else if (cluster_is_of_states(h.word)) {
        /* these were explored before */
    } else if (d->cluster->on_other) {
        workers_end(d->peers, d->n);
        d->cluster->on_other(d->cluster, h.word, &d->bytes);
        d->over = true;
    }
}

static void serve(struct deputy *d, struct search *s)
{
    double ticked = 0, tick = TICK_LEAST + TICK_EACH * d->cluster->size;
    while (!d->over) {
        peers_wait(d->peers, d->n + 1, (int)(1000 * POOL_TICK));
        for (uint32_t i = 0; i < d->n; i++)
            if (d->peers[i].pid && d->peers[i].ready)
                pass_on(d, i);
        if (d->peers[d->n].ready)
            listen(d, s);
        if (search_seconds(s) - ticked > tick) {
            ticked = search_seconds(s);
            atomic_fetch_add(&d->board->tick, 1);
        }
        if (s->on_tick) /* the supervisor sees that this process lives */
            s->on_tick(s, s->context);
    }
}

void deputy_serve(struct worklist *w, uint32_t jobs)
{
    struct search *s = w->s;
    struct deputy d = {
        .cluster = s->cluster, .n = jobs, .board = process_share(sizeof *d.board)};
    if (!d.board || !workers_share_learned(w)) {
        cluster_lose_worker(d.cluster);
        s->counts.stopped = STOP_WORKER;
        return;
    }
    d.peers = mem_alloc((jobs + 1) * sizeof *d.peers);
    w->tree->rewind(w->explorer);
    workers_start(w, d.board, d.peers, jobs, 1 + s->cluster->rank * jobs);
    d.peers[jobs] = s->cluster->line;
    bool all = true;
    for (uint32_t i = 0; i < jobs; i++)
        all &= d.peers[i].pid != 0;
    if (all)
        d.over = !cluster_hello(d.cluster, s, jobs, 0);
    else
        cluster_lose_worker(d.cluster);
    serve(&d, s);
    workers_end(d.peers, jobs);
    while (w->items.len)
        item_free(&vec_pop(&w->items));
    process_unshare(d.board, sizeof *d.board);
    workers_unshare_learned(w);
    free(d.peers);
    str_free(&d.bytes);
    str_free(&d.report);
}
