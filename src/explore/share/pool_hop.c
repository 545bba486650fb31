/* SPDX-License-Identifier: Apache-2.0
 *
 * pool_hop.c - another process of a cluster than the first, when items are shared.
 *
 * It writes what the leader says to the board that its workers see. The leader asks for a
 * number of batches of items; each worker that shares takes one off the board. */
#include "explore/share/hop.h"
#include "explore/share/pool.h"
#include "explore/share/pool_wire.h"

#include <string.h>

/* How often workers report their counts: seldom where many processes do. */
#define TICK_LEAST 0.1  /* seconds */
#define TICK_EACH  0.01 /* more for each process */

struct pool_hop {
    struct hop hop;
    struct board *board;
    double ticked;
    struct str bytes;
};

static bool pass_on(void *context, uint32_t nth)
{
    struct pool_hop *p = context;
    const struct str *said = &p->hop.message;
    struct pool_report m;
    if (said->len < sizeof m)
        return false;
    memcpy(&m, said->text, sizeof m);
    unsigned waiting = atomic_load(&p->board->waiting);
    if (m.word == WORD_ITEMS && waiting)
        atomic_store(&p->board->waiting, waiting - 1);
    str_clear(&p->bytes);
    str_add(&p->bytes, (const char *)&nth, sizeof nth);
    str_add(&p->bytes, said->text, said->len);
    hop_report(&p->hop, &p->bytes);
    return true;
}

/* Gives a worker the items that the leader has sent for it. */
static bool give(struct pool_hop *p)
{
    const struct hop *h = &p->hop;
    uint32_t nth;
    if (h->message.len < sizeof nth)
        return true;
    memcpy(&nth, h->message.text, sizeof nth);
    str_clear(&p->bytes);
    str_add(&p->bytes, h->message.text + sizeof nth, h->message.len - sizeof nth);
    return nth < h->n && h->peers[nth].pid && wire_send(&h->peers[nth], &p->bytes);
}

static void see_board(struct pool_hop *p)
{
    struct cluster_board b;
    if (p->hop.message.len != sizeof b)
        return;
    memcpy(&b, p->hop.message.text, sizeof b);
    p->board->stop = (sig_atomic_t)b.stop;
    p->board->guided = (sig_atomic_t)b.guided;
    if (b.waiting)
        atomic_store(&p->board->waiting, b.waiting);
}

static enum hop_took take(void *context, const struct cluster_head *h)
{
    struct pool_hop *p = context;
    if (h->word == CLUSTER_ITEMS)
        return give(p) ? HOP_TOOK : HOP_BROKEN;
    if (h->word == CLUSTER_BOARD)
        see_board(p);
    else if (!cluster_is_of_states(h->word)) /* these were explored before */
        return HOP_NOT_MINE;
    return HOP_TOOK;
}

static void tick(void *context)
{
    struct pool_hop *p = context;
    double now = search_seconds(p->hop.s);
    if (now - p->ticked <= TICK_LEAST + TICK_EACH * p->hop.cluster->size)
        return;
    p->ticked = now;
    atomic_fetch_add(&p->board->tick, 1);
}

static const struct hop_ops ops = {.pass_on = pass_on, .take = take, .go_on = tick};

void pool_hop(struct worklist *w, uint32_t jobs)
{
    struct search *s = w->s;
    struct pool_hop p = {.board = process_share(sizeof *p.board)};
    if (!p.board || !workers_share_learned(w)) {
        cluster_lose_worker(s->cluster);
        s->counts.stopped = STOP_WORKER;
        return;
    }
    hop_init(&p.hop, s, jobs, &ops, &p);
    w->tree->rewind(w->explorer);
    workers_start(w, p.board, p.hop.peers, jobs, 1 + s->cluster->rank * jobs);
    bool all = true;
    for (uint32_t i = 0; i < jobs; i++)
        all &= p.hop.peers[i].pid != 0;
    hop_join(&p.hop, all, 0);
    hop_serve(&p.hop);
    hop_free(&p.hop);
    while (w->items.len)
        item_free(&vec_pop(&w->items));
    process_unshare(p.board, sizeof *p.board);
    workers_unshare_learned(w);
    str_free(&p.bytes);
}
