/* SPDX-License-Identifier: Apache-2.0
 *
 * world.c - a world, also as bytes; see world.h. What can happen in it is in moves.c,
 * steps are in step.c. */
#include "explore/states/world.h"

#include <string.h>

void world_init(struct world *w, struct locals *ls, enum buffering buffering)
{
    uint32_t n = ls->program->nactors;
    *w = (struct world){.n = n, .buffering = buffering, .locals = ls};
    w->rank = mem_alloc(n * sizeof *w->rank);
    w->channel = mem_alloc((size_t)n * n * sizeof *w->channel);
    w->busy = mem_alloc(((size_t)n * n + 63) / 64 * sizeof *w->busy);
    w->sent = mem_alloc((size_t)n * n * sizeof *w->sent);
}

void world_free(struct world *w)
{
    for (uint32_t p = 0; p < w->n; p++) {
        vec_free(&w->rank[p].requests);
        vec_free(&w->rank[p].held);
    }
    for (size_t c = 0; c < (size_t)w->n * w->n; c++)
        vec_free(&w->channel[c]);
    vec_free(&w->arrivals);
    vec_free(&w->touched);
    free(w->rank);
    free(w->channel);
    free(w->busy);
    free(w->sent);
}

/* The first channel from this one on that has messages; NOWHERE: there is none. */
static uint32_t next_busy(const struct world *w, uint32_t channel)
{
    uint32_t words = (w->n * w->n + 63) / 64, at = channel / 64;
    uint64_t bits = at < words ? w->busy[at] >> channel % 64 << channel % 64 : 0;
    while (!bits && ++at < words)
        bits = w->busy[at];
    return bits ? at * 64 + (uint32_t)__builtin_ctzll(bits) : NOWHERE;
}

#define FOR_EACH_BUSY(w, c)                                                              \
    for (uint32_t c = next_busy(w, 0); c != NOWHERE; c = next_busy(w, c + 1))

static void clear(struct world *w)
{
    for (uint32_t p = 0; p < w->n; p++)
        w->rank[p].requests.len = w->rank[p].held.len = w->rank[p].made = 0;
    FOR_EACH_BUSY(w, c)
    w->channel[c].len = 0;
    memset(w->busy, 0, ((size_t)w->n * w->n + 63) / 64 * sizeof *w->busy);
    w->arrivals.len = 0;
    w->touched.len = 0;
    w->unable = INSTEAD_NOT;
}

void world_start(struct world *w)
{
    clear(w);
    memset(w->sent, 0, (size_t)w->n * w->n * sizeof *w->sent);
    for (uint32_t p = 0; p < w->n; p++)
        w->rank[p].local = locals_first(w->locals, p);
}

/* ---- bytes ---- */

/* Seven bits a byte, the lowest first. */
enum { LONGEST_NUMBER = 10 };

static char *put_long(char *at, uint64_t x)
{
    for (; x >= 128; x >>= 7)
        *at++ = (char)(x | 128);
    *at++ = (char)x;
    return at;
}

static inline char *put(char *at, uint64_t x)
{
    if (x >= 128)
        return put_long(at, x);
    *at = (char)x;
    return at + 1;
}

static inline char *put_signed(char *at, int64_t x)
{
    return put(at, (uint64_t)x << 1 ^ (uint64_t)(x >> 63));
}

static uint64_t get_long(const char **at)
{
    uint64_t x = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = (uint8_t) * (*at)++;
        x |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return x;
    }
}

static inline uint64_t get(const char **at)
{
    uint8_t byte = (uint8_t) * *at;
    if (byte >= 128)
        return get_long(at);
    ++*at;
    return byte;
}

static inline int64_t get_signed(const char **at)
{
    uint64_t x = get(at);
    return (int64_t)(x >> 1 ^ -(x & 1));
}

enum { OF_RANK = 3, OF_REQUEST = 8, OF_HELD = 2, OF_CHANNEL = 2, OF_MESSAGE = 4 };
enum { OF_ARRIVAL = 4 }; /* at most so many numbers */

static char *pack_request(const struct world_request *r, char *at)
{
    at = put(at, (uint64_t)r->kind << 5 | (uint64_t)r->mode << 2 |
                     (uint64_t)r->cancelled << 1 | r->done);
    at = put_signed(at, r->mention);
    switch ((enum posted_kind)r->kind) {
    case OP_IRECV:
        at = put(at, r->wants.context);
        at = put_signed(at, r->wants.peer);
        at = put_signed(at, r->wants.tag);
        at = put(at, r->told);
        at = put_signed(at, r->value);
        at = put_signed(at, r->owner);
        break;
    case OP_ISEND:
        at = put(at, r->told);
        break;
    case OP_ARRIVE:
        at = put(at, r->context);
        at = put(at, r->position);
        at = put(at, r->local);
        break;
    case OP_RECEIVE:
        break;
    }
    return at;
}

static void unpack_request(struct world_request *r, const char **at)
{
    uint64_t head = get(at);
    *r = (struct world_request){
        .kind = (uint8_t)(head >> 5), .mode = head >> 2 & 7, .done = head & 1};
    r->cancelled = head >> 1 & 1;
    r->mention = (int32_t)get_signed(at);
    r->owner = NO_PLACE;
    switch ((enum posted_kind)r->kind) {
    case OP_IRECV:
        r->wants.context = (uint32_t)get(at);
        r->wants.peer = (int32_t)get_signed(at);
        r->wants.tag = (int32_t)get_signed(at);
        r->told = (uint32_t)get(at);
        r->value = get_signed(at);
        r->owner = (int32_t)get_signed(at);
        break;
    case OP_ISEND:
        r->told = (uint32_t)get(at);
        break;
    case OP_ARRIVE:
        r->context = (uint32_t)get(at);
        r->position = (uint32_t)get(at);
        r->local = (uint32_t)get(at);
        break;
    case OP_RECEIVE:
        break;
    }
}

/* Enough for the packed world, in bytes. */
static size_t most_bytes(const struct world *w)
{
    size_t numbers = OF_RANK * w->n + 2 + OF_ARRIVAL * w->arrivals.len;
    for (uint32_t p = 0; p < w->n; p++)
        numbers += OF_REQUEST * w->rank[p].requests.len + OF_HELD * w->rank[p].held.len;
    FOR_EACH_BUSY(w, c)
    numbers += OF_CHANNEL + OF_MESSAGE * w->channel[c].len;
    return numbers * LONGEST_NUMBER;
}

static char *pack_channel(const world_messages_vec *c, char *at)
{
    at = put(at, c->len);
    for (size_t i = 0; i < c->len; i++) {
        const struct world_message *m = &c->at[i];
        at = put(at, (uint64_t)m->context << 2 | (uint64_t)m->waits << 1 | m->sighted);
        at = put_signed(at, m->tag);
        at = put_signed(at, m->value);
        at = put_signed(at, m->owner);
    }
    return at;
}

void world_pack(const struct world *w, struct str *s)
{
    size_t most = s->len + most_bytes(w) + 1;
    if (s->cap < most) {
        s->cap = 2 * most;
        s->text = mem_resize(s->text, s->cap);
    }
    char *at = s->text + s->len;
    for (uint32_t p = 0; p < w->n; p++) {
        const struct world_rank *k = &w->rank[p];
        at = put(at, k->local);
        at = put(at, k->requests.len);
        at = put(at, k->held.len);
        for (size_t i = 0; i < k->requests.len; i++)
            at = pack_request(&k->requests.at[i], at);
        for (size_t i = 0; i < k->held.len; i++) {
            at = put(at, k->held.at[i].sender);
            at = put_signed(at, k->held.at[i].owner);
        }
    }
    FOR_EACH_BUSY(w, c)
    at = pack_channel(&w->channel[c], put(at, c + 1));
    at = put(at, 0);
    at = put(at, w->arrivals.len);
    for (size_t i = 0; i < w->arrivals.len; i++) {
        at = put(at, w->arrivals.at[i].context);
        at = put(at, w->arrivals.at[i].position);
        at = put(at, w->arrivals.at[i].rank);
        at = put_signed(at, w->arrivals.at[i].value);
    }
    s->len = (size_t)(at - s->text);
    *at = '\0';
}

void world_unpack(struct world *w, const char *at)
{
    clear(w);
    for (uint32_t p = 0; p < w->n; p++) {
        struct world_rank *k = &w->rank[p];
        k->local = (uint32_t)get(&at);
        if (k->local < BETWEEN)
            locals_know(w->locals, k->local);
        uint64_t requests = get(&at), held = get(&at);
        for (uint64_t i = 0; i < requests; i++) {
            struct world_request r;
            unpack_request(&r, &at);
            if (r.kind == OP_ARRIVE)
                locals_know(w->locals, r.local);
            vec_push(&k->requests, r);
        }
        for (uint64_t i = 0; i < held; i++) {
            struct world_held h = {.sender = (uint32_t)get(&at)};
            h.owner = (int32_t)get_signed(&at);
            vec_push(&k->held, h);
        }
    }
    for (uint64_t c; (c = get(&at));) {
        uint64_t n = get(&at);
        for (uint64_t i = 0; i < n; i++) {
            uint64_t head = get(&at);
            struct world_message m = {.context = (uint32_t)(head >> 2),
                                      .waits = head >> 1 & 1,
                                      .sighted = head & 1};
            m.tag = (int32_t)get_signed(&at);
            m.value = get_signed(&at);
            m.owner = (int32_t)get_signed(&at);
            vec_push(&w->channel[c - 1], m);
        }
        world_note_busy(w, (uint32_t)c - 1);
    }
    uint64_t n = get(&at);
    for (uint64_t i = 0; i < n; i++) {
        struct world_arrival a = {.context = (uint32_t)get(&at)};
        a.position = (uint32_t)get(&at);
        a.rank = (uint32_t)get(&at);
        a.value = get_signed(&at);
        vec_push(&w->arrivals, a);
    }
}

bool world_rename(const char *bytes, size_t length, uint32_t n, world_rename_fn *rename,
                  void *context, struct str *to)
{
    char room[OF_REQUEST * LONGEST_NUMBER];
    const char *at = bytes, *done = bytes; /* what is before it was copied */
    bool good = true;
    for (uint32_t p = 0; p < n; p++) {
        str_add(to, done, (size_t)(at - done));
        uint32_t local = rename(context, (uint32_t)get(&at));
        good &= local != NOWHERE;
        str_add(to, room, (size_t)(put(room, local) - room));
        done = at;
        uint64_t requests = get(&at), held = get(&at);
        for (uint64_t i = 0; i < requests; i++) {
            const char *before = at;
            struct world_request r;
            unpack_request(&r, &at);
            if (r.kind != OP_ARRIVE)
                continue;
            r.local = rename(context, r.local);
            good &= r.local != NOWHERE;
            str_add(to, done, (size_t)(before - done));
            str_add(to, room, (size_t)(pack_request(&r, room) - room));
            done = at;
        }
        for (uint64_t i = 0; i < 2 * held; i++)
            get(&at);
    }
    str_add(to, done, (size_t)(bytes + length - done));
    return good;
}
