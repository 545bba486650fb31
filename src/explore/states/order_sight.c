/* SPDX-License-Identifier: Apache-2.0
 *
 * order_sight.c - what there is to be seen at a node, for who decides on the order: see
 * explore/search/sight.h. All of it is told by the bytes of the node. */
#include "explore/search/options.h"
#include "explore/states/order_inside.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { SEEN_TAKES = 1, SEEN_TOGETHER, SEEN_SIMILAR, SEEN_SYMMETRIC };

static uint64_t name(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t part[] = {a, b, c, d};
    return XXH3_64bits(part, sizeof part) | 1;
}

/* Where the rank is, in the program. */
static uint64_t site(const struct world *w, uint32_t rank)
{
    if (!world_over(w, rank))
        return world_op(w, rank)->where;
    return world_local(w, rank)->failed ? UINT64_MAX - 1 : UINT64_MAX;
}

/* Names the places of all ranks; `sorted`: whoever they are. */
static uint64_t places(const struct world *w, bool sorted)
{
    uint64_t sum = 0;
    for (uint32_t p = 0; p < w->n; p++)
        sum += sorted ? name(SEEN_SYMMETRIC, site(w, p), 0, 0)
                      : name(SEEN_SIMILAR, site(w, p), p, 0);
    return sum;
}

static void count_messages(const struct world *w, struct sight *x)
{
    for (uint32_t to = 0; to < w->n; to++) {
        size_t n = 0;
        for (uint32_t from = 0; from < w->n; from++)
            n += w->channel[from * w->n + to].len;
        x->unpaired += (uint32_t)n;
        x->queue = n > x->queue ? (uint32_t)n : x->queue;
    }
}

/* Does some rank wait for a message from any source? */
static bool waits_for_any(const struct world *w)
{
    for (uint32_t p = 0; p < w->n; p++)
        for (size_t i = 0; i < w->rank[p].requests.len; i++) {
            const struct world_request *r = &w->rank[p].requests.at[i];
            if (r->kind == OP_IRECV && !r->done && !r->cancelled && r->wants.peer == ANY)
                return true;
        }
    return false;
}

static uint32_t distance(const struct states *t, const struct world *w)
{
    struct search *s = t->s;
    uint32_t least = UINT32_MAX;
    for (uint32_t p = 0; p < w->n && s->distance; p++) {
        uint32_t n = world_over(w, p) ? UINT32_MAX : s->distance(s, p, world_op(w, p));
        least = n < least ? n : least;
    }
    return least == UINT32_MAX ? 0 : least;
}

/* Counts what is seen, and keeps the name of what was seen least often. */
static void see(struct order *o, uint64_t what, uint32_t *least, uint64_t *rarest)
{
    uint32_t *n = learned_at(o->learned, what);
    if (*n < *least) {
        *least = *n;
        *rarest = what;
    }
    o->fresh += learned_feature(o->learned, what);
}

/* What the last step has brought: from whom the rank has got a message after so many
 * choices, and where it is now while each of the others is where it is. */
static void count_features(struct states *t, const struct world *w, struct open_task *x)
{
    const struct states_node *n = node_at(t, x->task.node);
    uint32_t least = UINT32_MAX;
    if (n->parent == NOWHERE || x->task.rank != NOWHERE)
        return;
    const struct world_step *s = edge_step(t, edge_at(t, n->parent));
    if (s->rank == NOWHERE)
        return;
    uint64_t from =
        s->message != NO_PLACE ? s->sender : UINT32_MAX + (uint64_t)s->outcome;
    see(t->order, name(SEEN_TAKES, s->rank, from, n->depth), &least, &x->feature);
    for (uint32_t p = 0; p < w->n; p++)
        if (p != s->rank)
            see(t->order,
                name(SEEN_TOGETHER, s->rank ^ (uint64_t)p << 32, site(w, s->rank),
                     site(w, p)),
                &least, &x->feature);
}

void order_look(struct states *t, struct open_task *x)
{
    struct order *o = t->order;
    const struct world *w = &t->trial;
    x->feature = 0;
    x->sight = (struct sight){.failed = node_at(t, x->task.node)->vain};
    if (!o->wanted)
        return;
    const char *world = states_world(t, x->task.node);
    if (!world)
        return;
    world_unpack(&t->trial, world);
    if (o->wanted & (GUIDE_MAX_MATCH | GUIDE_MIN_MATCH | GUIDE_QUEUE))
        count_messages(w, &x->sight);
    if (o->wanted & GUIDE_DELAY_ANY)
        x->sight.any = waits_for_any(w);
    if (o->wanted & GUIDE_SIMILARITY)
        x->sight.similar = places(w, false);
    if (o->wanted & GUIDE_SYMMETRY)
        x->sight.symmetric = places(w, true);
    if (o->wanted & GUIDE_CFG)
        x->sight.distance = distance(t, w);
    if (o->wanted & GUIDE_FEATURES)
        count_features(t, w, x);
}
