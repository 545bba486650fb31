/* SPDX-License-Identifier: Apache-2.0
 *
 * hop.c - see hop.h. */
#include "explore/share/hop.h"
#include "explore/search/search.h"

#define TICK 50 /* milliseconds */

void hop_init(struct hop *h, struct search *s, uint32_t n, const struct hop_ops *ops,
              void *context)
{
    *h = (struct hop){
        .s = s, .cluster = s->cluster, .ops = ops, .context = context, .n = n};
    h->peers = mem_alloc((n + 1) * sizeof *h->peers);
}

static void end_members(struct hop *h)
{
    for (uint32_t i = 0; i < h->n; i++)
        peer_end(&h->peers[i]);
}

void hop_free(struct hop *h)
{
    end_members(h);
    free(h->peers);
    str_free(&h->message);
}

void hop_tell(struct hop *h, enum cluster_word word, const struct str *s)
{
    h->over |= !cluster_send(h->cluster, 0, word, s->text, s->len);
}

void hop_report(struct hop *h, const struct str *s)
{
    h->over |= !cluster_send_notes(h->cluster);
    hop_tell(h, CLUSTER_REPORT, s);
}

void hop_lose(struct hop *h, uint32_t nth)
{
    peer_end(&h->peers[nth]);
    cluster_lose_worker(h->cluster);
}

/* The message is not about this search: it ends here. */
static void leave(struct hop *h, uint32_t word)
{
    end_members(h);
    h->cluster->on_other(h->cluster, word, &h->message);
    h->over = true;
}

static void listen(struct hop *h)
{
    struct cluster_head head;
    if (!cluster_receive(h->cluster, &head, &h->message)) {
        h->over = true;
    } else if (cluster_is_stale(h->cluster, head.word)) {
        /* it is for a program that has ended */
    } else if (head.word == CLUSTER_END) {
        h->over = cluster_ends(h->cluster, h->s, &h->message);
    } else {
        enum hop_took took = h->ops->take(h->context, &head);
        if (took == HOP_BROKEN)
            cluster_lose_worker(h->cluster);
        if (took == HOP_NOT_MINE && h->cluster->on_other)
            leave(h, head.word);
    }
}

void hop_join(struct hop *h, bool good, uint64_t states)
{
    if (good)
        h->over = !cluster_hello(h->cluster, h->s, h->n, states);
    else
        cluster_lose_worker(h->cluster);
}

void hop_serve(struct hop *h)
{
    enum { SOME = 64 }; /* messages, before it looks at its members again */
    struct peer *line = &h->peers[h->n];
    *line = h->cluster->line;
    while (!h->over) {
        peers_wait(h->peers, h->n + 1, TICK);
        for (uint32_t i = 0; i < h->n; i++) {
            const struct peer *p = &h->peers[i];
            if (p->pid && p->ready &&
                !(wire_receive(p, &h->message) && h->ops->pass_on(h->context, i)))
                hop_lose(h, i);
        }
        for (uint32_t i = 0; i < SOME && line->ready && !h->over; i++) {
            listen(h);
            peers_wait(line, 1, 0);
        }
        if (!h->over)
            h->ops->go_on(h->context);
        if (h->s->on_tick) /* the supervisor sees that this process lives */
            h->s->on_tick(h->s, h->s->context);
    }
}
