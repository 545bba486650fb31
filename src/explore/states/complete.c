/* SPDX-License-Identifier: Apache-2.0
 *
 * complete.c - where one rank is explored at a node, and that is not enough.
 *
 * Something may come that gives a rank another choice than those that are explored, and
 * may come without any of them; or a rank could act at every node of a cycle and acts at
 * none. Then more ranks are explored there. */
#include "explore/states/order.h"
#include "explore/states/states.h"

#include <string.h>

/* Fills in the choices at a node, and brings t->w there. False if its world is lost. */
static bool look_at(struct states *t, uint32_t node)
{
    struct states_choices *c = &t->choices;
    const char *world = states_world(t, node);
    if (!world)
        return false;
    states_list(t, world, node_at(t, node)->unsettled);
    for (uint32_t e = node_at(t, node)->out; e != NOWHERE; e = edge_at(t, e)->next_out) {
        uint32_t rank = edge_step(t, edge_at(t, e))->rank;
        if (rank != NOWHERE && !c->done[rank])
            choices_add(c, rank);
    }
    order_mark_wanted(t, node);
    return true;
}

/* Explores the rank's choices at the node of t->choices as well. */
static void expand(struct states *t, uint32_t node, uint32_t rank, bool *grew)
{
    if (t->choices.done[rank])
        return;
    choices_add(&t->choices, rank);
    states_want(t, node, rank);
    *grew = true;
}

static void note_open(struct states *t, uint32_t node)
{
    const struct states_choices *c = &t->choices;
    node_at(t, node)->open = false;
    for (uint32_t p = 0; p < t->w.n; p++)
        node_at(t, node)->open |= c->may[p] && !c->done[p];
}

/* ---- what may interfere ---- */

/* Does the rank ask whether this request is complete? NO_PLACE: any of its sends that was
 * taken. */
static bool asks_for(const struct world *w, uint32_t rank, int32_t request)
{
    const struct op *op = world_op(w, rank);
    for (uint32_t i = 0; op_reports(op->kind) && i < op->nargs; i++) {
        uint32_t named = world_named(w, rank, i);
        if (request == NO_PLACE ? w->rank[rank].requests.at[named].kind == OP_ISEND
                                : named == (uint32_t)request)
            return true;
    }
    return false;
}

static bool names_collective(const struct world *w, uint32_t rank, uint64_t what)
{
    const struct op *op = world_op(w, rank);
    for (uint32_t i = 0; op_reports(op->kind) && i < op->nargs; i++) {
        const struct world_request *r =
            &w->rank[rank].requests.at[world_named(w, rank, i)];
        if (r->kind == OP_ARRIVE && r->context == name_b(what) &&
            r->position == name_c(what))
            return true;
    }
    return false;
}

/* Could this give the rank, whose choices are explored at the node, another choice? */
static bool interferes(const struct world *w, uint32_t rank, const struct future_item *x)
{
    switch (name_type(x->what)) {
    case NAME_SENDS: {
        struct envelope e = {name_b(x->what), name_c(x->what), (int32_t)x->tag};
        return name_a(x->what) == rank && world_wants(w, rank, e);
    }
    case NAME_COMPLETES: {
        const world_messages_vec *c = &w->channel[rank * w->n + name_b(x->what)];
        return name_a(x->what) == rank && !world_over(w, rank) &&
               name_c(x->what) < c->len && c->at[name_c(x->what)].owner != NO_PLACE &&
               asks_for(w, rank, c->at[name_c(x->what)].owner);
    }
    case NAME_RECEIVES:
        return name_a(x->what) == rank && !world_over(w, rank) &&
               asks_for(w, rank, NO_PLACE);
    case NAME_ARRIVES:
        return !world_over(w, rank) && names_collective(w, rank, x->what);
    case NAME_CANCELS:
        return name_a(x->what) == rank;
    default:
        return false;
    }
}

/* Explores one more rank, or several, at the node of t->choices, if this may come without
 * any act that is explored there, and interferes with one of them. */
static void answer(struct states *t, uint32_t node, const struct future_item *x,
                   bool *grew)
{
    const struct states_choices *c = &t->choices;
    bool hits = false, found = false;
    if (nameset_meet(&t->sums, x->mask, c->acts.at, c->acts.len))
        return;
    for (uint32_t p = 0; p < t->w.n && !hits; p++)
        hits = c->done[p] && choices_matter(t, p) && interferes(&t->w, p, x);
    for (int any = 0; any < 2 && hits && !found; any++)
        for (uint32_t q = 0; q < t->w.n && !(found && !any); q++) {
            bool named = any;
            for (size_t k = 0; k < c->rank[q].len && !named; k++)
                named = nameset_have(&t->sums, x->mask, states_act(&c->rank[q].at[k]));
            if (!named || !c->may[q])
                continue;
            found = true;
            expand(t, node, q, grew);
        }
}

/* Explores more ranks at the node if something may come that interferes with those that
 * are explored: also with those that are explored only now, whichever item was the reason
 * for that. */
static void complete_node(struct states *t, uint32_t node, bool *grew)
{
    uint32_t future = node_at(t, node)->future;
    if (!look_at(t, node))
        return;
    node_at(t, node)->fresh = false;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < summary_count(&t->sums, future); i++)
            answer(t, node, summary_item(&t->sums, future, i), &more);
        *grew |= more;
    }
    note_open(t, node);
}

/* Is there time left? It may take long if worlds come from others. */
static bool go_on(struct states *t)
{
    t->s->timing.next_tick = 0; /* makes the next call look at the clock */
    return search_go_on(t->s);
}

static bool is_due(const struct states *t, uint32_t node)
{
    return node_at(t, node)->fresh && node_at(t, node)->open;
}

/* Brings the worlds of the next nodes that are due; returns the last that it has looked
 * at. */
static uint32_t bring_due(struct states *t, uint32_t node)
{
    VEC(uint32_t) nodes = {0};
    for (; node < t->nodes.len && nodes.len < STATES_TOGETHER; node++)
        if (is_due(t, node))
            vec_push(&nodes, node);
    states_bring(t, nodes.at, nodes.len);
    vec_free(&nodes);
    return node;
}

void states_complete_nodes(struct states *t, bool *grew)
{
    if (!(t->w.interferes & t->minds))
        return;
    for (uint32_t i = 0, brought = 0; i < t->nodes.len && !search_stopped(t->s); i++) {
        if (!is_due(t, i))
            continue;
        if (states_divided(t) && i >= brought) {
            brought = bring_due(t, i);
            if (!go_on(t))
                break;
        }
        complete_node(t, i, grew);
    }
}

/* ---- cycles ---- */

static void drop(bool *ranks, uint32_t rank, uint32_t *left)
{
    *left -= ranks[rank];
    ranks[rank] = false;
}

/* Worlds of a cycle that are brought first: mostly more are not needed. */
enum { FEW = 8 };

/* Which ranks act at no node of the cycle, as far as edges tell? Mostly each acts
 * somewhere. Returns how many there are. */
static uint32_t find_idle(const struct states *t, const uint32_t *nodes, size_t n,
                          bool *waits)
{
    uint32_t left = t->w.n;
    memset(waits, true, left);
    for (size_t i = 0; i < n && left; i++)
        for (uint32_t e = node_at(t, nodes[i])->out; e != NOWHERE;
             e = edge_at(t, e)->next_out) {
            uint32_t rank = edge_step(t, edge_at(t, e))->rank;
            if (rank != NOWHERE)
                drop(waits, rank, &left);
        }
    return left;
}

/* If a rank could act at every node of a cycle and acts at none, it acts at one. */
static void complete_cycle(struct states *t, const uint32_t *nodes, size_t n, bool *grew)
{
    const struct states_choices *c = &t->choices;
    uint32_t ranks = t->w.n;
    bool *waits = mem_alloc(ranks);
    uint32_t left = find_idle(t, nodes, n, waits);
    size_t brought = n, some = FEW;        /* of those, from this one on */
    for (size_t i = n; i-- > 0 && left;) { /* the first of them is looked at last */
        if (i < brought) {
            size_t more = some < brought ? some : brought;
            brought -= more;
            states_bring(t, nodes + brought, more);
            some = 2 * some < STATES_TOGETHER ? 2 * some : STATES_TOGETHER;
        }
        if (!look_at(t, nodes[i])) {
            left = 0;
            break;
        }
        for (uint32_t p = 0; p < ranks; p++)
            if (!c->may[p] || c->done[p])
                drop(waits, p, &left);
    }
    for (uint32_t p = 0; p < ranks && left; p++)
        if (waits[p]) {
            expand(t, nodes[0], p, grew);
            node_at(t, nodes[0])->fresh = true; /* something may interfere with it */
        }
    if (left)
        note_open(t, nodes[0]);
    free(waits);
}

static bool is_open(const struct states *t, const uint32_t *nodes, size_t n)
{
    bool open = false;
    for (size_t i = 0; i < n && !open; i++)
        open = node_at(t, nodes[i])->open;
    return open;
}

/* If others keep worlds: brings what is needed of the next cycles, the first of which
 * begins there; returns the first that was not looked at. */
static size_t bring_cycles(struct states *t, const states_components_vec *all, size_t at)
{
    VEC(uint32_t) nodes = {0};
    bool *waits = mem_alloc(t->w.n);
    for (; at < all->len && nodes.len < STATES_TOGETHER; at += all->at[at] + 1) {
        const uint32_t *members = &all->at[at + 1];
        size_t n = all->at[at], few = n < FEW ? n : FEW;
        if (is_open(t, members, n) && find_idle(t, members, n, waits))
            for (size_t i = n - few; i < n; i++)
                vec_push(&nodes, members[i]);
    }
    states_bring(t, nodes.at, nodes.len);
    vec_free(&nodes);
    free(waits);
    return at;
}

void states_complete_cycles(struct states *t, bool *grew)
{
    states_components_vec all = {0};
    size_t brought = 0;
    if (!t->turns)
        return;
    states_components(t, &all);
    for (size_t i = 0; i < all.len && !search_stopped(t->s); i += all.at[i] + 1) {
        if (states_divided(t) && i >= brought) {
            brought = bring_cycles(t, &all, i);
            go_on(t);
        }
        if (is_open(t, &all.at[i + 1], all.at[i]))
            complete_cycle(t, &all.at[i + 1], all.at[i], grew);
    }
    vec_free(&all);
}
