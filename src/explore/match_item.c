/* SPDX-License-Identifier: Apache-2.0
 *
 * match_item.c - see match_item.h.
 *
 * The order of events is not one in which they could be added: a receive may come before
 * the send that it takes. So ranks run as far as the events of the item let them, again
 * and again, and in the end the order is put right. */
#include "explore/match_item.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* The fields of an event. */
enum {
    FIELD_KIND,
    FIELD_RANK,
    FIELD_PLACE, /* match: which receive; done: the send's position; others: their own */
    FIELD_VALUE, /* match: whose send, or NONE; poll, pick: the outcome */
    FIELD_POS,   /* match: where on that rank's line */
    FIELD_CANON,
    FIELD_FIXED,
};

struct item item_of(const struct graph *g, double weight)
{
    struct item it = {.weight = weight};
    vec_reserve(&it.events, g->order.len * ITEM_FIELDS);
    for (size_t i = 0; i < g->order.len; i++) {
        const struct match_event *e = graph_event(g, g->order.at[i]);
        bool match = e->kind == EV_MATCH;
        const struct match_event *s =
            match && e->from != NONE ? graph_event(g, (uint32_t)e->from) : NULL;
        int32_t *f = it.events.at + it.events.len;
        f[FIELD_KIND] = e->kind;
        f[FIELD_RANK] = (int32_t)e->rank;
        f[FIELD_PLACE] = (int32_t)(match ? e->index : e->pos);
        f[FIELD_VALUE] = match                ? s ? (int32_t)s->rank : NONE
                         : e->kind == EV_DONE ? 0
                                              : e->from;
        f[FIELD_POS] = s ? (int32_t)s->pos : 0;
        f[FIELD_CANON] = match ? e->first : e->canon;
        f[FIELD_FIXED] = e->fixed;
        it.events.len += ITEM_FIELDS;
    }
    return it;
}

void item_free(struct item *it)
{
    vec_free(&it->events);
}

/* The bytes of an item: this, and its numbers. */
struct packed_item {
    double weight;
    uint64_t n;
};

size_t item_bytes(const struct item *it)
{
    return sizeof(struct packed_item) + it->events.len * sizeof(int32_t);
}

char *item_pack(const struct item *it, char *to)
{
    struct packed_item h = {it->weight, it->events.len};
    memcpy(to, &h, sizeof h);
    if (h.n)
        memcpy(to + sizeof h, it->events.at, h.n * sizeof(int32_t));
    return to + item_bytes(it);
}

const char *item_unpack(struct item *it, const char *from, const char *end)
{
    struct packed_item h;
    if ((size_t)(end - from) < sizeof h)
        return NULL;
    memcpy(&h, from, sizeof h);
    from += sizeof h;
    if (h.n > (size_t)(end - from) / sizeof(int32_t) || h.n % ITEM_FIELDS)
        return NULL;
    *it = (struct item){.weight = h.weight};
    vec_reserve(&it->events, h.n + 1);
    memcpy(it->events.at, from, h.n * sizeof(int32_t));
    it->events.len = h.n;
    return from + h.n * sizeof(int32_t);
}

/* The event number of the send at that place, or NONE if it is not there yet. */
static int32_t send_at(const struct graph *g, int32_t rank, int32_t pos)
{
    if (rank < 0 || (uint32_t)rank >= g->n || pos < 0 ||
        (size_t)pos >= g->rank[rank].line.len)
        return NONE;
    const struct match_record *r = &g->rank[rank].line.at[pos];
    return r->op.kind == OP_ISEND ? r->event : NONE;
}

static bool add_match(struct graph *g, uint32_t p, const int32_t *f)
{
    const struct match_rank *k = &g->rank[p];
    uint32_t recv = (uint32_t)f[FIELD_PLACE];
    if (recv >= k->recvs.len || k->recvs.at[recv].event != NONE)
        return false;
    int32_t send = NONE;
    if (f[FIELD_VALUE] != NONE) {
        send = send_at(g, f[FIELD_VALUE], f[FIELD_POS]);
        if (send == NONE || graph_event(g, (uint32_t)send)->to != p)
            return false;
    }
    graph_add_match(g, p, recv, send, f[FIELD_CANON]);
    return true;
}

static bool add_done(struct graph *g, uint32_t p, const int32_t *f)
{
    int32_t send = send_at(g, (int32_t)p, f[FIELD_PLACE]);
    const struct match_event *s = send == NONE ? NULL : graph_event(g, (uint32_t)send);
    if (!s || s->reader == NONE || s->done != NONE || !graph_waits(g, s))
        return false;
    graph_add_done(g, (uint32_t)send);
    return true;
}

static bool add_line(struct graph *g, uint32_t p, const int32_t *f)
{
    const struct match_rank *k = &g->rank[p];
    enum match_kind kind = (enum match_kind)f[FIELD_KIND];
    if (k->ended || k->line.len != (size_t)f[FIELD_PLACE] || k->next.event != NONE)
        return false;
    if (kind == EV_SEND) {
        if (k->next.op.kind != OP_ISEND)
            return false;
        graph_add_send(g, p);
        return true;
    }
    if (kind == EV_ARRIVE) {
        if (k->next.op.kind != OP_ARRIVE)
            return false;
        graph_add_arrive(g, p);
        return true;
    }
    const struct op *op = &k->next.op;
    bool asks = op->kind == OP_POLL || op->kind == OP_FINISH;
    bool picks = op->kind == OP_CHOOSE || op->kind == OP_CANCEL;
    int64_t values = asks ? op->nargs : op->kind == OP_CHOOSE ? op->value : 2;
    if ((!asks && !picks) || f[FIELD_VALUE] >= values || f[FIELD_VALUE] < OUTCOME_FALSE)
        return false;
    graph_add_line(g, p, kind, f[FIELD_VALUE], f[FIELD_CANON]);
    return true;
}

/* Adds what can be added; says for each event of the item which number it has got. */
static bool add_some(struct graph *g, const struct item *it, int32_t *slots)
{
    bool some = false;
    graph_advance(g);
    for (size_t i = 0; i < it->events.len / ITEM_FIELDS; i++) {
        const int32_t *f = it->events.at + i * ITEM_FIELDS;
        if (slots[i] != NONE)
            continue;
        if (f[FIELD_RANK] < 0 || (uint32_t)f[FIELD_RANK] >= g->n)
            return false;
        uint32_t rank = (uint32_t)f[FIELD_RANK];
        int32_t slot = (int32_t)g->events.len;
        bool added = f[FIELD_KIND] == EV_MATCH  ? add_match(g, rank, f)
                     : f[FIELD_KIND] == EV_DONE ? add_done(g, rank, f)
                                                : add_line(g, rank, f);
        if (!added)
            continue;
        slots[i] = slot;
        graph_event(g, (uint32_t)slot)->fixed = f[FIELD_FIXED];
        some = true;
        graph_advance(g);
    }
    return some;
}

bool item_load(struct visit *v, const struct item *it)
{
    struct graph *g = &v->g;
    size_t n = it->events.len / ITEM_FIELDS;
    int32_t *slots = mem_alloc((n + 1) * sizeof *slots);
    for (size_t i = 0; i < n; i++)
        slots[i] = NONE;
    while (add_some(g, it, slots))
        ;
    bool good = g->events.len == n;
    if (good)
        g->order.len = 0;
    for (size_t i = 0; good && i < n; i++)
        graph_put(g, (uint32_t)slots[i]);
    free(slots);
    if (!good)
        item_unload(v);
    return good;
}

void item_unload(struct visit *v)
{
    struct graph *g = &v->g;
    for (uint32_t i = 0; i < g->order.len; i++)
        g->order.at[i] = i;
    while (g->events.len)
        graph_remove(g);
}

uint64_t item_program(struct program *p)
{
    uint64_t d = p->nactors * 4ull + p->buffering;
    for (uint32_t a = 0; a < p->nactors; a++) {
        struct op op = {0};
        bool more = p->ops->next(p, a, &op);
        uint64_t part[] = {d,        p->ops->digest(p, a), more, op.kind,
                           op.where, (uint64_t)op.value};
        d = XXH3_64bits(part, sizeof part);
    }
    return d;
}
