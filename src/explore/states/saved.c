/* SPDX-License-Identifier: Apache-2.0
 *
 * saved.c - the graph as bytes, so that a search that was stopped can be resumed.
 *
 * What names a local state, or the contents of a message, holds within one process. But a
 * step names what it does by places (world.h), which are the same in every process. So
 * what is saved (saved_graph.h) is what is known of each node, where it was found first,
 * and its edges, as steps and the numbers of the nodes that they lead to. Who resumes
 * makes one step for each node, the one by which it was found, and has the graph.
 * Summaries are computed again. */
#include "explore/search/frontier.h"
#include "explore/states/order.h"

enum {
    FLAG_LOOKED = 1,
    FLAG_HALTED = 2,
    FLAG_TOLD = 4,
    FLAG_END = 8,
    FLAG_ENDS_WELL = 16,
    FLAG_LEAN = 32,
};

/* The words of a saved step: 0 if the closure goes on, else rank and buffered, counted
 * from 1; request; message; sender, or the outcome if there is no message. */
enum { WHO, REQUEST, MESSAGE, WHAT };

/* ---- writing ---- */

static uint32_t flags_of(const struct states_node *n)
{
    return (n->looked ? FLAG_LOOKED : 0u) | (n->halted ? FLAG_HALTED : 0u) |
           (n->told ? FLAG_TOLD : 0u) | (n->end ? FLAG_END : 0u) |
           (n->ends_well ? FLAG_ENDS_WELL : 0u) | (n->lean ? FLAG_LEAN : 0u);
}

static struct saved_edge saved_edge(const struct states *t, const struct states_edge *e)
{
    const struct world_step *s = edge_step(t, e);
    struct saved_edge x = {.to = e->to};
    if (s->rank == NOWHERE)
        return x;
    x.step[WHO] = (s->rank << 1 | s->buffered) + 1;
    x.step[REQUEST] = (uint32_t)s->request + 1;
    x.step[MESSAGE] = (uint32_t)s->message + 1;
    x.step[WHAT] = s->message == NO_PLACE ? (uint32_t)s->outcome + 1 : s->sender;
    return x;
}

/* The node from which this one was found first: it has a lower number. */
static uint32_t found_from(const struct states *t, uint32_t node)
{
    uint32_t from = 0;
    for (uint32_t e = node_at(t, node)->in; e != NOWHERE; e = edge_at(t, e)->next_in)
        from = edge_at(t, e)->from;
    return node ? from : 0;
}

static void save_graph(const struct states *t, struct saved_graph *g)
{
    saved_edges_vec edges = {0}; /* of a node, the newest first */
    for (uint32_t i = 0; i < t->nodes.len; i++) {
        const struct states_node *n = node_at(t, i);
        struct saved_node x = {.flags = flags_of(n), .from = found_from(t, i)};
        order_save_node(t, i, &x);
        edges.len = 0;
        for (uint32_t e = n->out; e != NOWHERE; e = edge_at(t, e)->next_out)
            vec_push(&edges, saved_edge(t, edge_at(t, e)));
        saved_graph_add(g, x, &edges);
    }
    vec_free(&edges);
}

/* ---- reading ---- */

/* A saved graph, of which nodes can be read in any order. */
struct source {
    const struct saved_graph *graph;
    saved_places_vec places;
    uint32_t node, rank; /* t->w is at this node, and t->moves has what this rank can do
                            there; NOWHERE: they are not */
};

static struct world_step step_of(const struct saved_edge *e)
{
    const uint32_t *at = e->step;
    struct world_step s = {.rank = NOWHERE};
    if (!at[WHO])
        return s;
    s.rank = (at[WHO] - 1) >> 1;
    s.buffered = (at[WHO] - 1) & 1;
    s.request = (int32_t)(at[REQUEST] - 1);
    s.message = (int32_t)(at[MESSAGE] - 1);
    if (s.message == NO_PLACE)
        s.outcome = (int32_t)(at[WHAT] - 1);
    else
        s.sender = at[WHAT];
    return s;
}

/* Brings t->w to the node, and lists what the rank can do there. */
static void list_moves(struct states *t, struct source *from, uint32_t node,
                       uint32_t rank)
{
    if (from->node != node)
        world_unpack(&t->w, states_world(t, node)); /* it is here: nobody has come yet */
    else if (from->rank == rank)
        return;
    from->node = node;
    from->rank = rank;
    t->moves.len = 0;
    world_matches(&t->w, rank, &t->moves);
    world_moves(&t->w, rank, &t->moves);
}

/* Can this step be made at the node? */
static bool is_possible(struct states *t, struct source *from, uint32_t node,
                        const struct world_step *s)
{
    if (s->rank == NOWHERE || node_at(t, node)->unsettled)
        return s->rank == NOWHERE && node_at(t, node)->unsettled;
    if (s->rank >= t->w.n)
        return false;
    list_moves(t, from, node, s->rank);
    for (size_t i = 0; i < t->moves.len; i++) {
        const struct world_step *m = &t->moves.at[i];
        if (m->request == s->request && m->message == s->message &&
            m->outcome == s->outcome && m->buffered == s->buffered &&
            (m->message == NO_PLACE || m->sender == s->sender))
            return true;
    }
    return false;
}

/* Brings t->w to the node with this number, from the one where it was found first. False
 * if there is no such way. */
static bool reach(struct states *t, struct source *from, const struct saved_node *node,
                  bool *settled)
{
    if (!node->number) {
        world_start(&t->w);
        states_touch_all(t);
        return states_settle(t, false, NULL, NULL, settled);
    }
    struct saved_node parent = saved_node_at(from->graph, &from->places, node->from);
    struct saved_edge e;
    do
        if (!saved_edge_next(&parent, &e))
            return false;
    while (e.to != node->number);
    struct world_step step = step_of(&e);
    if (!is_possible(t, from, node->from, &step))
        return false;
    if (from->node != node->from)
        world_unpack(&t->w, states_world(t, node->from));
    from->node = NOWHERE;
    return states_make(t, &step, node_at(t, node->from)->lean, settled);
}

/* The frontier does not fit the program. */
static bool refuse(struct states *t)
{
    t->s->counts.stopped = t->s->counts.cut = STOP_FRONTIER;
    return false;
}

static bool load_nodes(struct states *t, struct source *from)
{
    struct saved_node x = {0};
    while (saved_node_next(from->graph, &x)) {
        bool settled, is_new = false;
        uint64_t before = t->s->st->pushes;
        if (!search_go_on(t->s))
            return false;
        if (reach(t, from, &x, &settled)) {
            t->bytes.len = 0;
            world_pack(&t->w, &t->bytes);
            uint32_t node = states_find(t, t->bytes.text, t->bytes.len, settled, &is_new);
            node_at(t, node)->lean = x.flags & FLAG_LEAN;
            node_at(t, node)->steps = (uint32_t)(t->s->st->pushes - before) +
                                      (x.number ? node_at(t, x.from)->steps : 0);
        }
        if (t->unable)
            return false;
        if (!is_new)
            return refuse(t);
    }
    return true;
}

static void load_flags(struct states *t, const struct saved_node *x)
{
    struct states_node *n = node_at(t, x->number);
    n->looked = x->flags & FLAG_LOOKED;
    n->halted = x->flags & FLAG_HALTED;
    t->halted |= n->halted;
    n->told = x->flags & FLAG_TOLD;
    n->end = x->flags & FLAG_END;
    n->ends_well = x->flags & FLAG_ENDS_WELL;
    n->open = n->looked; /* it will be seen */
}

/* False if there is no such edge in this program. */
static bool load_edge(struct states *t, struct source *from, uint32_t node,
                      const struct saved_edge *e)
{
    struct world_step step = step_of(e);
    bool first = e->to && node_at(t, e->to)->parent == NOWHERE &&
                 saved_node_at(from->graph, &from->places, e->to).from == node;
    if (!first && !is_possible(t, from, node, &step))
        return false;
    struct states_label label = {.step = step};
    if (first)
        label.steps = node_at(t, e->to)->steps - node_at(t, node)->steps;
    states_connect(t, node, states_label(t, &label), e->to, first);
    return true;
}

static bool load_edges(struct states *t, struct source *from)
{
    struct saved_node x = {0};
    struct saved_edge e;
    t->ways = node_at(t, 0)->ways = 1;
    while (saved_node_next(from->graph, &x)) {
        load_flags(t, &x);
        while (saved_edge_next(&x, &e))
            if (!load_edge(t, from, x.number, &e))
                return refuse(t);
        if (!node_at(t, x.number)->looked)
            vec_push(&t->todo, (struct states_task){x.number, NOWHERE, .walk = NOWHERE});
    }
    t->w.interferes = t->minds = UINT32_MAX; /* some step may have */
    return true;
}

bool states_load(struct states *t, const struct saved_graph *g)
{
    struct source from = {.graph = g, .node = NOWHERE};
    if (!saved_graph_is_whole(g))
        return refuse(t);
    saved_graph_places(g, &from.places);
    bool good = load_nodes(t, &from) && load_edges(t, &from);
    vec_free(&from.places);
    return good;
}

/* ---- what is left for a later search ---- */

/* Everything that was found. */
static void save(const struct states *t, struct frontier *f)
{
    save_graph(t, &f->graph);
    if (f->graph.nodes && order_learned(t))
        frontier_learn(f, order_learned(t));
}

void states_leave_rest(const struct states *t, bool begun)
{
    struct search *s = t->s;
    struct frontier *f = s->frontier;
    if (!begun && s->counts.stopped != STOP_FRONTIER)
        return;
    frontier_forget_items(f);
    f->counts = s->counts;
    if (begun && search_stopped(s))
        save(t, f);
}

void states_save_if_due(struct states *t)
{
    struct search *s = t->s;
    if (t->save_every <= 0 || t->trying || search_seconds(s) - t->saved < t->save_every)
        return;
    struct frontier f = {.program = item_program(s->st->program), .counts = s->counts};
    save(t, &f);
    s->on_save(s, s->context, &f);
    frontier_free(&f);
    t->saved = search_seconds(s);
}
