/* SPDX-License-Identifier: Apache-2.0
 *
 * growth.c - is there no end of states?
 *
 * If a rank sends without end and the receiver does not keep up, there is no end of
 * states. That is seen if a node differs from an earlier one on the way to it only in
 * that there are more messages in some channels (Karp and Miller's covering), and in each
 * of these all messages are alike: then whatever has led from the one to the other can
 * be repeated, again and again. Nothing is explored after such a node, which is said.
 *
 * A node is compared with the nearest nodes before it, their number depending on its
 * depth: with twice the largest power of 2 that divides it. So for each node on a way of
 * length n about 2 log n others are looked at, every one is compared with all before it
 * at a depth that is a power of 2, and a loop of any length is noticed when it has come
 * round about twice.
 *
 * A loop without end in which another rank receives the messages and counts them is not
 * seen so (tests/litmus/matching/loops/late.lit). There a rank looks in vain each time.
 * Nodes are found by the shortest way, so if there are very many such looks on it, more
 * of them are not followed, which is said as well. */
#include "explore/states/states.h"

#define EVERY     64 /* nodes at these depths are looked at */
#define LEAST     16 /* nodes before it with which one is compared */
#define MOST_VAIN 1000

static bool same_request(const struct world_request *x, const struct world_request *y)
{
    return x->kind == y->kind && x->done == y->done && x->cancelled == y->cancelled &&
           x->mode == y->mode && x->mention == y->mention &&
           rule_alike(x->wants, y->wants) && x->told == y->told && x->value == y->value &&
           x->owner == y->owner && x->position == y->position && x->local == y->local;
}

static bool same_rank(const struct world_rank *x, const struct world_rank *y)
{
    bool same = x->local == y->local && x->requests.len == y->requests.len &&
                x->held.len == y->held.len;
    for (size_t i = 0; same && i < x->requests.len; i++)
        same = same_request(&x->requests.at[i], &y->requests.at[i]);
    for (size_t i = 0; same && i < x->held.len; i++)
        same = x->held.at[i].sender == y->held.at[i].sender &&
               x->held.at[i].owner == y->held.at[i].owner;
    return same;
}

static bool same_arrivals(const struct world *x, const struct world *y)
{
    bool same = x->arrivals.len == y->arrivals.len;
    for (size_t i = 0; same && i < x->arrivals.len; i++) {
        const struct world_arrival *a = &x->arrivals.at[i], *b = &y->arrivals.at[i];
        same = a->context == b->context && a->position == b->position &&
               a->rank == b->rank && a->value == b->value;
    }
    return same;
}

static bool alike(const struct world_message *x, const struct world_message *y)
{
    return x->context == y->context && x->tag == y->tag && x->value == y->value &&
           x->sighted == y->sighted && x->waits == y->waits && x->owner == y->owner;
}

/* Is the second channel like the first, or like it with more messages of one kind? */
static bool covers(const world_messages_vec *before, const world_messages_vec *after)
{
    if (after->len < before->len)
        return false;
    for (size_t i = 0; i < before->len; i++)
        if (!alike(&before->at[i], &after->at[i]))
            return false;
    for (size_t i = 1; i < after->len && after->len > before->len; i++)
        if (!alike(&after->at[0], &after->at[i]))
            return false;
    return true;
}

/* The channel that has grown between the two worlds, if they differ in nothing else but
 * such channels; NOWHERE: they do, or none has. */
static uint32_t grown(const struct world *before, const struct world *after)
{
    uint32_t channel = NOWHERE, n = after->n;
    for (uint32_t p = 0; p < n; p++)
        if (!same_rank(&before->rank[p], &after->rank[p]))
            return NOWHERE;
    if (!same_arrivals(before, after))
        return NOWHERE;
    for (uint32_t c = 0; c < n * n; c++) {
        if (!covers(&before->channel[c], &after->channel[c]))
            return NOWHERE;
        if (after->channel[c].len > before->channel[c].len)
            channel = c;
    }
    return channel;
}

struct sends {
    struct states *t;
    uint32_t from, to;
    struct op op; /* the last send from there to there */
};

static void note_send(void *context, const struct world_step *step)
{
    struct sends *s = context;
    const struct op *op = world_op(&s->t->w, step->rank);
    if (step->request == NO_PLACE && step->rank == s->from && op->kind == OP_ISEND &&
        op->peer == (int32_t)s->to)
        s->op = *op;
}

/* Where does the sender send, on the way from the one node to the other? */
static struct op find_send(struct states *t, uint32_t before, uint32_t after,
                           uint32_t channel)
{
    struct sends s = {.t = t, .from = channel / t->w.n, .to = channel % t->w.n};
    VEC(uint32_t) path = {0};
    bool settled = true, good = true;
    uint32_t interferes = t->w.interferes;
    for (uint32_t at = after; at != before; at = edge_at(t, vec_last(&path))->from)
        vec_push(&path, node_at(t, at)->parent);
    const char *world = states_world(t, before);
    good = world;
    if (good)
        world_unpack(&t->w, world);
    while (good && path.len) {
        const struct states_edge *e = edge_at(t, vec_pop(&path));
        const struct world_step *step = edge_step(t, e);
        t->w.touched.len = 0;
        if (step->rank == NOWHERE) {
            states_touch_all(t);
        } else {
            note_send(&s, step);
            good = world_do(&t->w, step);
        }
        good =
            good && states_settle(t, node_at(t, e->from)->lean, note_send, &s, &settled);
    }
    t->w.interferes = interferes;
    vec_free(&path);
    return s.op;
}

/* Brings the worlds of the node and of so many before it, if these are not too many. */
static void bring_way(struct states *t, uint32_t node, uint32_t n)
{
    VEC(uint32_t) nodes = {0};
    vec_push(&nodes, node);
    while (states_divided(t) && n-- && nodes.len < STATES_TOGETHER &&
           node_at(t, node)->parent != NOWHERE) {
        node = edge_at(t, node_at(t, node)->parent)->from;
        vec_push(&nodes, node);
    }
    states_bring(t, nodes.at, nodes.len);
    vec_free(&nodes);
}

static bool piles_up(struct states *t, uint32_t node, struct poll_loop *loop)
{
    uint32_t depth = node_at(t, node)->depth, left = 2 * (depth & -depth);
    left = left < LEAST ? LEAST : left;
    bring_way(t, node, left);
    const char *world = states_world(t, node);
    if (!world)
        return false;
    world_unpack(&t->trial, world);
    for (uint32_t at = node; node_at(t, at)->parent != NOWHERE && left--;) {
        at = edge_at(t, node_at(t, at)->parent)->from;
        world = states_world(t, at);
        if (!world)
            return false;
        world_unpack(&t->w, world);
        uint32_t channel = grown(&t->w, &t->trial);
        if (channel == NOWHERE)
            continue;
        struct op op = find_send(t, at, node, channel);
        struct program *p = t->locals.program;
        *loop = (struct poll_loop){true, channel / t->w.n, program_site(p, &op), 0};
        return true;
    }
    return false;
}

bool states_pile_up(struct states *t, uint32_t node, struct poll_loop *loop)
{
    const struct states_node *n = node_at(t, node);
    return n->parent != NOWHERE && (n->depth % EVERY == 0 || n->unsettled) &&
           piles_up(t, node, loop);
}

/* A rank that looks again and again is where it was, while another one goes on each time:
 * it counts what it is sent, say. */
bool states_look_on(struct states *t, uint32_t node, struct poll_loop *loop)
{
    const struct states_node *n = node_at(t, node);
    struct program *p = t->locals.program;
    uint64_t polls = t->s->options.polls, most = polls > MOST_VAIN ? polls : MOST_VAIN;
    if (n->vain <= most)
        return false;
    const struct states_edge *e = edge_at(t, n->parent);
    const char *world = states_world(t, e->from);
    if (!world)
        return false;
    world_unpack(&t->w, world);
    uint32_t rank = edge_step(t, e)->rank;
    const struct op *op = world_op(&t->w, rank);
    *loop = (struct poll_loop){true, rank, program_site(p, op), most};
    return true;
}
