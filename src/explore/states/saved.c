/* SPDX-License-Identifier: Apache-2.0
 *
 * saved.c - the graph as items, so that a search that was stopped can be resumed.
 *
 * What names a local state, or the contents of a message, holds within one process. But a
 * step names what it does by places (world.h), which are the same in every process. So an
 * item has what is known of one node, where it was found first, and its edges, as steps
 * and the numbers of the nodes that they lead to. Who resumes makes one step for each
 * node, the one by which it was found, and has the graph. Summaries are computed
 * again. */
#include "explore/frontier.h"
#include "explore/states/order.h"

enum {
    FLAG_LOOKED = 1,
    FLAG_HALTED = 2,
    FLAG_TOLD = 4,
    FLAG_END = 8,
    FLAG_ENDS_WELL = 16,
    FLAG_LEAN = 32,
};

/* An item: flags, the node before it, and for each edge: rank and buffered; request;
 * message; sender, or the outcome if there is no message; the node after it. */
enum { HEAD = 2, STEP = 5 };

/* ---- writing ---- */

static uint32_t flags_of(const struct states_node *n)
{
    return (n->looked ? FLAG_LOOKED : 0u) | (n->halted ? FLAG_HALTED : 0u) |
           (n->told ? FLAG_TOLD : 0u) | (n->end ? FLAG_END : 0u) |
           (n->ends_well ? FLAG_ENDS_WELL : 0u) | (n->lean ? FLAG_LEAN : 0u);
}

static void put_edge(const struct states *t, struct item *it, const struct states_edge *e)
{
    const struct world_step *s = edge_step(t, e);
    bool on = s->rank == NOWHERE;
    vec_push(&it->ways, on ? NOWHERE : s->rank << 1 | s->buffered);
    vec_push(&it->ways, on ? 0 : (uint32_t)(s->request + 1));
    vec_push(&it->ways, on ? 0 : (uint32_t)(s->message + 1));
    vec_push(&it->ways, on                       ? 0
                        : s->message == NO_PLACE ? (uint32_t)(s->outcome + 1)
                                                 : s->sender);
    vec_push(&it->ways, e->to);
}

/* The node from which this one was found first: it has a lower number. */
static uint32_t found_from(const struct states *t, uint32_t node)
{
    uint32_t from = 0;
    for (uint32_t e = node_at(t, node)->in; e != NOWHERE; e = edge_at(t, e)->next_in)
        from = edge_at(t, e)->from;
    return node ? from : 0;
}

static void save_graph(const struct states *t, items_vec *items)
{
    for (uint32_t i = 0; i < t->nodes.len; i++) {
        struct item it = {0};
        vec_push(&it.ways, flags_of(node_at(t, i)));
        vec_push(&it.ways, found_from(t, i));
        order_save_node(t, i, &it);
        vec_push(items, it);
    }
    for (uint32_t i = 0; i < t->edges.len; i++)
        put_edge(t, &items->at[edge_at(t, i)->from], edge_at(t, i));
}

/* ---- reading ---- */

static size_t edges_of(const struct item *it)
{
    return (it->ways.len - HEAD) / STEP;
}

static uint32_t target(const struct item *it, size_t edge)
{
    return it->ways.at[HEAD + edge * STEP + STEP - 1];
}

static struct world_step step_of(const struct item *it, size_t edge)
{
    const uint32_t *at = it->ways.at + HEAD + edge * STEP;
    struct world_step s = {.rank = NOWHERE};
    if (at[0] == NOWHERE)
        return s;
    s.rank = at[0] >> 1;
    s.buffered = at[0] & 1;
    s.request = (int32_t)at[1] - 1;
    s.message = (int32_t)at[2] - 1;
    if (s.message == NO_PLACE)
        s.outcome = (int32_t)at[3] - 1;
    else
        s.sender = at[3];
    return s;
}

static bool is_whole(const items_vec *items)
{
    for (size_t i = 0; i < items->len; i++) {
        const struct item *it = &items->at[i];
        if (it->ways.len < HEAD || (it->ways.len - HEAD) % STEP ||
            (i && it->ways.at[1] >= i))
            return false;
        for (size_t e = 0; e < edges_of(it); e++)
            if (target(it, e) >= items->len)
                return false;
    }
    return true;
}

/* Can this step be made at t->w, which is at a node? */
static bool is_possible(struct states *t, const struct states_node *from,
                        const struct world_step *s)
{
    if (s->rank == NOWHERE || from->unsettled)
        return s->rank == NOWHERE && from->unsettled;
    if (s->rank >= t->w.n)
        return false;
    t->moves.len = 0;
    world_matches(&t->w, s->rank, &t->moves);
    world_moves(&t->w, s->rank, &t->moves);
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
static bool reach(struct states *t, const items_vec *items, uint32_t number,
                  bool *settled)
{
    if (!number) {
        world_start(&t->w);
        states_touch_all(t);
        return states_settle(t, false, NULL, NULL, settled);
    }
    uint32_t parent = items->at[number].ways.at[1];
    const struct item *it = &items->at[parent];
    size_t e = 0;
    while (e < edges_of(it) && target(it, e) != number)
        e++;
    if (e == edges_of(it))
        return false;
    struct world_step step = step_of(it, e);
    world_unpack(&t->w, states_world(t, parent)); /* it is here: nobody has come yet */
    return is_possible(t, node_at(t, parent), &step) &&
           states_make(t, &step, node_at(t, parent)->lean, settled);
}

static bool load_nodes(struct states *t, const items_vec *items)
{
    for (uint32_t i = 0; i < items->len; i++) {
        bool settled, is_new = false;
        uint64_t before = t->s->st->pushes;
        if (!search_go_on(t->s))
            return false;
        if (reach(t, items, i, &settled)) {
            t->bytes.len = 0;
            world_pack(&t->w, &t->bytes);
            uint32_t node = states_find(t, t->bytes.text, t->bytes.len, settled, &is_new);
            node_at(t, node)->lean = items->at[i].ways.at[0] & FLAG_LEAN;
            node_at(t, node)->steps =
                (uint32_t)(t->s->st->pushes - before) +
                (i ? node_at(t, items->at[i].ways.at[1])->steps : 0);
        }
        if (t->unable)
            return false;
        if (!is_new) {
            t->s->counts.stopped = t->s->counts.cut = STOP_FRONTIER;
            return false;
        }
    }
    return true;
}

bool states_load(struct states *t, const items_vec *items)
{
    if (!is_whole(items)) {
        t->s->counts.stopped = t->s->counts.cut = STOP_FRONTIER;
        return false;
    }
    if (!load_nodes(t, items))
        return false;
    t->ways = node_at(t, 0)->ways = 1;
    for (uint32_t i = 0; i < items->len; i++) {
        const struct item *it = &items->at[i];
        struct states_node *n = node_at(t, i);
        uint32_t flags = it->ways.at[0];
        n->looked = flags & FLAG_LOOKED;
        n->halted = flags & FLAG_HALTED;
        t->halted |= n->halted;
        n->told = flags & FLAG_TOLD;
        n->end = flags & FLAG_END;
        n->ends_well = flags & FLAG_ENDS_WELL;
        n->open = n->looked; /* it will be seen */
        for (size_t e = 0; e < edges_of(it); e++) {
            uint32_t to = target(it, e);
            struct world_step step = step_of(it, e);
            bool first =
                to && node_at(t, to)->parent == NOWHERE && items->at[to].ways.at[1] == i;
            struct states_label label = {
                .step = step, .steps = first ? node_at(t, to)->steps - n->steps : 0};
            states_connect(t, i, states_label(t, &label), to, first);
        }
        if (!n->looked)
            vec_push(&t->todo, (struct states_task){i, NOWHERE, .walk = NOWHERE});
    }
    t->w.interferes = t->minds = UINT32_MAX; /* some step may have */
    return true;
}

/* ---- what is left for a later search ---- */

/* Everything that was found. */
static void save(const struct states *t, struct frontier *f)
{
    save_graph(t, &f->items);
    if (f->items.len && order_learned(t))
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
