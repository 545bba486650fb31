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
    case NAME_SENDS:
        return name_a(x->what) == rank &&
               world_wants(w, rank, name_c(x->what), name_b(x->what), (int32_t)x->tag);
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
        if (states_divided(t) && i >= brought)
            brought = bring_due(t, i);
        complete_node(t, i, grew);
    }
}

/* ---- cycles ---- */

static void drop(bool *ranks, uint32_t rank, uint32_t *left)
{
    *left -= ranks[rank];
    ranks[rank] = false;
}

/* If a rank could act at every node of a cycle and acts at none, it acts at one. Mostly
 * each rank acts somewhere, which the edges tell. */
static void complete_cycle(struct states *t, const uint32_t *nodes, size_t n, bool *grew)
{
    const struct states_choices *c = &t->choices;
    uint32_t ranks = t->w.n, left = ranks;
    bool *waits = mem_alloc(ranks);
    memset(waits, true, ranks);
    for (size_t i = 0; i < n && left; i++)
        for (uint32_t e = node_at(t, nodes[i])->out; e != NOWHERE;
             e = edge_at(t, e)->next_out) {
            uint32_t rank = edge_step(t, edge_at(t, e))->rank;
            if (rank != NOWHERE)
                drop(waits, rank, &left);
        }
    for (size_t i = n; i-- > 0 && left;) { /* the first of them is looked at last */
        if ((n - 1 - i) % STATES_TOGETHER == 0) {
            size_t first = i + 1 < STATES_TOGETHER ? 0 : i + 1 - STATES_TOGETHER;
            states_bring(t, nodes + first, i + 1 - first);
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

void states_complete_cycles(struct states *t, bool *grew)
{
    states_components_vec all = {0};
    if (!t->turns)
        return;
    states_components(t, &all);
    for (size_t i = 0; i < all.len; i += all.at[i] + 1) {
        bool open = false;
        for (uint32_t k = 1; k <= all.at[i]; k++)
            open |= node_at(t, all.at[i + k])->open;
        if (open)
            complete_cycle(t, &all.at[i + 1], all.at[i], grew);
    }
    vec_free(&all);
}
