/* SPDX-License-Identifier: Apache-2.0
 *
 * roster.c - see roster.h. */
#include "explore/share/roster.h"
#include "explore/search/search.h"

bool wire_send(const struct peer *p, const struct str *bytes)
{
    return peer_send(p, &bytes->len, sizeof bytes->len) &&
           peer_send(p, bytes->text, bytes->len);
}

bool wire_receive(const struct peer *p, struct str *bytes)
{
    size_t n;
    str_clear(bytes);
    return peer_receive(p, &n, sizeof n) && peer_receive_text(p, bytes, n);
}

void roster_init(struct roster *r, struct search *s, uint32_t local,
                 const struct roster_ops *ops, void *context)
{
    *r = (struct roster){
        .s = s, .cluster = s->cluster, .ops = ops, .context = context, .local = local};
    r->peers = mem_alloc((local + 1) * sizeof *r->peers);
    r->hops = mem_alloc((r->cluster ? r->cluster->size : 1) * sizeof *r->hops);
    for (uint32_t i = 0; i < local; i++)
        vec_push(&r->members, (struct member){.nth = i});
    if (!r->cluster)
        return;
    r->peers[local] = r->cluster->line;
    cluster_again(r->cluster);
}

void roster_free(struct roster *r)
{
    for (uint32_t i = 0; i < r->local; i++)
        peer_end(&r->peers[i]);
    free(r->peers);
    free(r->hops);
    vec_free(&r->members);
    str_free(&r->message);
}

bool roster_awaits(const struct roster *r)
{
    return r->cluster && r->s->options.check_sharing && r->came < r->cluster->size - 1;
}

uint32_t roster_find(const struct roster *r, uint32_t process, uint32_t nth)
{
    const struct roster_hop *h = &r->hops[process];
    return nth < h->count ? h->first + nth : NO_MEMBER;
}

/* ---- who is lost ---- */

void roster_bury(struct roster *r, uint32_t member)
{
    struct member *m = &r->members.at[member];
    m->gone = true;
    if (!m->process)
        peer_end(&r->peers[m->nth]);
    r->lost = true;
    r->ops->lost(r->context, member);
}

void roster_lose(struct roster *r, uint32_t process)
{
    for (uint32_t i = r->local; i < r->members.len; i++)
        if (!process || r->members.at[i].process == process)
            roster_bury(r, i);
    r->lost = true;
    r->ops->lost(r->context, NO_MEMBER);
}

void roster_lose_silent(struct roster *r, uint32_t process)
{
    cluster_silent(r->cluster, process, r->s->silence);
    roster_lose(r, process);
}

/* ---- what is said ---- */

static void welcome(struct roster *r, uint32_t process, const struct cluster_hello *hello)
{
    struct roster_hop *h = &r->hops[process];
    r->came++;
    h->first = (uint32_t)r->members.len;
    h->count = r->ops->welcome(r->context, process, hello);
    h->here = h->count;
    for (uint32_t i = 0; i < h->count; i++)
        vec_push(&r->members, (struct member){.process = process, .nth = i});
}

void roster_take(struct roster *r, bool received, const struct cluster_head *h,
                 const struct str *message)
{
    struct cluster_hello hello;
    if (received && h->process < r->cluster->size)
        r->hops[h->process].heard = search_seconds(r->s);
    switch (cluster_take(r->cluster, r->s, received, h, message, &hello)) {
    case NEWS_JOINED:
        welcome(r, h->process, &hello);
        break;
    case NEWS_SAID:
        if (r->hops[h->process].here && /* otherwise it is of an earlier search */
            !r->ops->hear_far(r->context, h, message))
            roster_lose(r, h->process);
        break;
    case NEWS_BROKEN:
        r->peers[r->local].pid = 0;
        roster_lose(r, 0);
        break;
    case NEWS_GONE:
        roster_lose(r, h->process);
        break;
    case NEWS_WRONG:
        r->lost = true;
        r->ops->lost(r->context, NO_MEMBER);
        break;
    case NEWS_NONE:
        break;
    }
}

void roster_listen_far(struct roster *r)
{
    struct cluster_head h;
    struct str message = {0};
    bool received = cluster_receive(r->cluster, &h, &message);
    roster_take(r, received, &h, &message);
    str_free(&message);
}

bool roster_listen(struct roster *r, int milliseconds)
{
    peers_wait(r->peers, r->local + (r->cluster != NULL), milliseconds);
    for (uint32_t i = 0; i < r->local; i++) {
        const struct peer *p = &r->peers[i];
        if (p->pid && p->ready &&
            !(wire_receive(p, &r->message) && r->ops->hear(r->context, i)))
            roster_bury(r, i);
    }
    return r->cluster && r->peers[r->local].ready;
}
