/* SPDX-License-Identifier: Apache-2.0
 *
 * sight.c - what the match explorer tells a guided search about the place where it is:
 * see explore/search/sight.h. */
#include "explore/match/work.h"
#include "explore/search/sight.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t name_of(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t part[] = {a, b, c, d};
    return XXH3_64bits(part, sizeof part) | 1;
}

/* ---- the choice ---- */

/* The largest number of messages that wait for one rank. */
static uint32_t longest_queue(const struct graph *g)
{
    uint32_t most = 0;
    for (uint32_t to = 0; to < g->n; to++) {
        size_t n = 0;
        for (uint32_t from = 0; from < g->n; from++) {
            const struct match_channel *c = graph_channel(g, to, from);
            n += c->sends.len - c->taken;
        }
        most = n > most ? (uint32_t)n : most;
    }
    return most;
}

/* Looks back no further than the rank's last look that succeeded. */
static uint32_t failed_polls(const struct graph *g)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < g->n; p++) {
        const struct match_rank *k = &g->rank[p];
        n += k->ended ? 0 : k->next.row;
    }
    return n;
}

/* Names how far each rank has come; `sorted`: whoever they are. */
static uint64_t progress(const struct graph *g, bool sorted)
{
    uint64_t sum = 0, name = 0;
    for (uint32_t p = 0; p < g->n; p++) {
        uint64_t part = name_of(g->rank[p].line.len, sorted ? 0 : p, 0, 0);
        sum += part;
        name = sorted ? sum : name ^ part;
    }
    return name;
}

static uint32_t distance(struct work *w)
{
    const struct graph *g = &w->v.g;
    uint32_t least = UINT32_MAX;
    for (uint32_t p = 0; p < g->n && w->s->distance; p++) {
        const struct match_rank *k = &g->rank[p];
        uint32_t n = k->ended ? UINT32_MAX : w->s->distance(w->s, p, &k->next.op);
        least = n < least ? n : least;
    }
    return least == UINT32_MAX ? 0 : least;
}

/* Is the choice about a receive from any source? */
static bool is_any(const struct visit *v, const struct frame *f)
{
    const struct way *way = &v->ways.at[f->first];
    return f->kind == EV_MATCH &&
           graph_recv(&v->g, f->rank, v->pairs.at[way->first].recv)->wants.peer == ANY;
}

static void look(void *context, uint32_t wanted, struct sight *x)
{
    struct work *w = context;
    const struct graph *g = &w->v.g;
    const struct frame *f = &vec_last(&w->v.frames);
    x->actor = f->rank;
    x->unpaired = (uint32_t)g->untaken;
    x->any = is_any(&w->v, f);
    if (wanted & GUIDE_QUEUE)
        x->queue = longest_queue(g);
    if (wanted & GUIDE_TEST_PENALTY)
        x->failed = failed_polls(g);
    if (wanted & GUIDE_SIMILARITY)
        x->similar = progress(g, false);
    if (wanted & GUIDE_SYMMETRY)
        x->symmetric = progress(g, true);
    if (wanted & GUIDE_CFG)
        x->distance = distance(w);
}

/* ---- a way ---- */

enum { FEATURE_TAKES = 1, FEATURE_PICKS, FEATURE_SITES, FEATURE_ORDER, FEATURE_STUCK };

/* The rank whose message the match has; SIGHT_NOBODY: it has none. */
static uint32_t source_of(const struct graph *g, int32_t send)
{
    return send == NONE ? SIGHT_NOBODY : graph_event(g, (uint32_t)send)->rank;
}

/* The receive number `recv` of the rank takes this message. */
static void takes(const struct graph *g, uint32_t rank, struct pair m,
                  struct way_sight *x)
{
    x->source = source_of(g, m.send);
    x->to = rank;
    if (m.send != NONE) {
        const struct match_event *s = graph_event(g, (uint32_t)m.send);
        x->site = g->rank[s->rank].line.at[s->pos].op.where;
    }
    x->fails = m.send == NONE;
    x->feature = name_of(FEATURE_TAKES, (uint64_t)rank << 32 | m.recv, x->source, 0);
}

/* The operation of the rank completes this one of its requests: if it has received
 * something, from whom? */
static void completes(const struct graph *g, uint32_t rank, int32_t which,
                      struct way_sight *x)
{
    const struct match_rank *k = &g->rank[rank];
    const struct op *op = &k->next.op;
    if (op->kind != OP_FINISH && op->kind != OP_POLL)
        return;
    const struct match_request *q = &k->requests.at[op->args[which]];
    int32_t event = q->kind == OP_IRECV ? graph_recv(g, rank, q->index)->event : NONE;
    int32_t send = event != NONE ? graph_event(g, (uint32_t)event)->from : NONE;
    if (send == NONE)
        return;
    const struct match_event *s = graph_event(g, (uint32_t)send);
    x->source = s->rank;
    x->to = rank;
    x->site = g->rank[s->rank].line.at[s->pos].op.where;
}

static void way(void *context, uint32_t number, struct way_sight *x)
{
    struct work *w = context;
    const struct visit *v = &w->v;
    const struct graph *g = &v->g;
    const struct frame *f = &vec_last(&v->frames);
    const struct way *o = &v->ways.at[f->first + number];
    if (o->target != NONE) {
        const struct match_event *e = graph_event(g, (uint32_t)o->target);
        if (e->kind == EV_MATCH && o->n) {
            takes(g, e->rank, v->pairs.at[o->first], x);
            x->instead = source_of(g, e->from);
        } else {
            x->feature = name_of(FEATURE_PICKS, e->rank, e->pos, (uint64_t)o->value);
            x->source = f->rank;
            x->to = e->rank;
        }
    } else if (f->kind == EV_MATCH) {
        takes(g, f->rank, v->pairs.at[o->first], x);
    } else if (f->kind == EV_POLL || f->kind == EV_PICK) {
        x->fails = f->kind == EV_POLL && o->value == OUTCOME_FALSE;
        if (!x->fails)
            completes(g, f->rank, o->value, x);
        x->feature = name_of(FEATURE_PICKS, f->rank, g->rank[f->rank].line.len,
                             (uint64_t)o->value);
    }
}

/* ---- an execution ---- */

static void features(void *context, void (*seen)(void *, uint64_t), void *to)
{
    struct work *w = context;
    const struct graph *g = &w->v.g;
    for (size_t i = 0; i < g->order.len; i++) {
        const struct match_event *e = graph_event(g, g->order.at[i]);
        if (e->kind != EV_MATCH || e->from == NONE)
            continue;
        const struct match_event *s = graph_event(g, (uint32_t)e->from);
        seen(to, name_of(FEATURE_TAKES, (uint64_t)e->rank << 32 | e->index, s->rank, 0));
        uint64_t receiver = g->rank[e->rank].line.at[e->pos].op.where;
        uint64_t sender = g->rank[s->rank].line.at[s->pos].op.where;
        seen(to, name_of(FEATURE_SITES, receiver, sender, 0));
    }
    for (uint32_t p = 0; p < g->n; p++) {
        const struct match_rank *k = &g->rank[p];
        uint64_t before = 0;
        for (size_t i = 0; i < k->line.len; i++) {
            const struct match_record *r = &k->line.at[i];
            if (r->op.where != before || op_looks(r->op.kind))
                seen(to, name_of(FEATURE_ORDER, before, r->op.where,
                                 r->index == OUTCOME_FALSE));
            before = r->op.where;
        }
        if (!graph_over(k) || k->failed)
            seen(to, name_of(FEATURE_STUCK, k->next.op.where, p, k->failed));
    }
}

const struct sights match_sights = {.look = look, .way = way, .features = features};
