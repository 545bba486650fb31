/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.c - the nodes that were found, and the edges between them; see states.h. */
#include "explore/states/states.h"

/* Do so few histories meet that it does not pay to store every state? As long as it is to
 * be seen whether they do, all are stored. The first nodes tell more if they were found
 * in their own order than if they lie on some long ways. */
static bool is_lean(const struct states *t)
{
    enum { MORE = 16 };
    const struct search *s = t->s;
    double states = (double)s->counts.states, passed = states - (double)t->nodes.len;
    return !t->trying && t->nodes.len >= (t->order ? MORE : 1) * s->sizes.lean.nodes &&
           t->ways + passed < s->sizes.lean.ways * states;
}

static uint32_t add_node(struct states *t, part_number part, uint32_t place, bool settled)
{
    struct states_node n = {.place = place,
                            .part = part,
                            .parent = NOWHERE,
                            .out = NOWHERE,
                            .in = NOWHERE,
                            .unsettled = !settled,
                            .lean = is_lean(t)};
    chunks_push(&t->nodes, n);
    t->used += sizeof n;
    t->s->counts.states += settled;
    return (uint32_t)t->nodes.len - 1;
}

/* As long as the table is not divided, nodes and their worlds have the same numbers. */
uint32_t states_find(struct states *t, const char *bytes, size_t length, bool settled,
                     bool *is_new)
{
    uint32_t place = shelf_find(&t->shelf, bytes, length, is_new);
    return *is_new ? add_node(t, PART_HERE, place, settled) : place;
}

/* ---- if the table is divided ---- */

/* The node whose world is there, or NOWHERE. */
static uint32_t *node_of(struct states *t, part_number part, uint32_t place)
{
    places_vec *v = &t->parts.at[part];
    size_t before = v->cap;
    while (v->len <= place)
        vec_push(v, NOWHERE);
    t->used += (v->cap - before) * sizeof *v->at;
    return &v->at[place];
}

uint32_t states_find_place(struct states *t, part_number part, uint32_t place,
                           bool settled, bool *is_new)
{
    uint32_t *node = node_of(t, part, place);
    *is_new = *node == NOWHERE;
    if (*is_new)
        *node = add_node(t, part, place, settled);
    return *node;
}

bool states_knows(const struct states *t, part_number part, uint32_t place)
{
    const places_vec *v = &t->parts.at[part];
    return place < v->len && v->at[place] != NOWHERE;
}

bool states_move(struct states *t, uint32_t node, part_number part, uint32_t place)
{
    uint32_t *there = node_of(t, part, place);
    if (*there != NOWHERE)
        return false;
    *there = node;
    node_at(t, node)->part = part;
    node_at(t, node)->place = place;
    return true;
}

const char *states_world(struct states *t, uint32_t node)
{
    size_t length;
    const struct states_node *n = node_at(t, node);
    return n->part == PART_HERE ? shelf_at(&t->shelf, n->place, &length)
                                : crew_world(t, node);
}

void states_bring(struct states *t, const uint32_t *nodes, size_t n)
{
    if (states_divided(t))
        crew_bring(t, nodes, n);
}

/* ---- edges ---- */

void states_set_parent(struct states *t, uint32_t edge)
{
    const struct states_edge *e = edge_at(t, edge);
    const struct states_node *from = node_at(t, e->from);
    const struct world_step *step = edge_step(t, e);
    struct states_node *to = node_at(t, e->to);
    to->parent = edge;
    to->depth = from->depth + 1;
    to->steps = from->steps + edge_label(t, e)->steps;
    to->vain = from->vain + (step->rank != NOWHERE && step->request == NO_PLACE &&
                             step->message == NO_PLACE && step->outcome == OUTCOME_FALSE);
}

void states_pass_ways(struct states *t, uint32_t edge)
{
    double ways = node_at(t, edge_at(t, edge)->from)->ways;
    node_at(t, edge_at(t, edge)->to)->ways += ways;
    t->ways += ways;
}

uint32_t states_label(struct states *t, const struct states_label *label)
{
    enum { EACH = 80 }; /* bytes, with what it takes to find it */
    size_t known = t->labels.at.len;
    uint32_t number = constant_number(&t->labels, label, sizeof *label);
    t->used += t->labels.at.len > known ? EACH : 0;
    return number;
}

struct states_edge *states_connect(struct states *t, uint32_t from, uint32_t label,
                                   uint32_t to, bool is_new)
{
    struct states_edge e = {.from = from,
                            .to = to,
                            .label = label,
                            .next_out = node_at(t, from)->out,
                            .next_in = node_at(t, to)->in};
    uint32_t number = (uint32_t)t->edges.len;
    chunks_push(&t->edges, e);
    node_at(t, from)->out = number;
    node_at(t, to)->in = number;
    if (is_new)
        states_set_parent(t, number);
    states_pass_ways(t, number);
    states_set_dirty(t, from);
    t->turns |= to <= from;
    t->used += sizeof e;
    return edge_at(t, number);
}

void states_mark_backwards(const struct states *t, bool *marked)
{
    VEC(uint32_t) todo = {0};
    for (uint32_t i = 0; i < t->nodes.len; i++)
        if (marked[i])
            vec_push(&todo, i);
    while (todo.len) {
        uint32_t node = vec_pop(&todo);
        for (uint32_t e = node_at(t, node)->in; e != NOWHERE;
             e = edge_at(t, e)->next_in) {
            uint32_t from = edge_at(t, e)->from;
            if (!marked[from])
                vec_push(&todo, from);
            marked[from] = true;
        }
    }
    vec_free(&todo);
}

void states_free_graph(struct states *t)
{
    chunks_free(&t->nodes);
    chunks_free(&t->edges);
    vec_free(&t->todo);
    vec_free(&t->dirty);
    constants_free(&t->labels);
    constants_free(&t->facts);
    shelf_free(&t->shelf);
    for (size_t i = 0; i < t->parts.len; i++)
        vec_free(&t->parts.at[i]);
    vec_free(&t->parts);
}
