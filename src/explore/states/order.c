/* SPDX-License-Identifier: Apache-2.0
 *
 * order.c - see order.h. This file keeps the open tasks. */
#include "explore/sample/chance.h"
#include "explore/search/frontier.h"
#include "explore/search/options.h"
#include "explore/states/order_inside.h"

#include <string.h>

/* The strategy auto chooses after so many steps, which take a second or two; a smaller
 * search takes no notice. Steps of real code take longer, and to choose costs as much as
 * the rest of a step of a litmus file. */
#define AFTER_REAL 131072
#define AFTER      2000000
/* So many tasks are then done in the order in which they were found: others may have been
 * given them. */
#define CERTAIN    256
#define CERTAIN_OF 64 /* and one more for so many nodes */
/* Tasks are picked ahead: one for so many that are open, and so many at most. Where there
 * are many nodes, more are, so that other machines, which are far away, have enough to
 * do, and the last tasks are not done one after the other: one more for so many nodes. */
#define AHEAD_OF   32
#define MOST_AHEAD 64
#define MANY_NODES ((size_t)1 << 14)
#define LEAST_FAR  256
#define FAR_OF     4
#define NODES_EACH 256
/* What was found is completed when so many tasks were done, and as many again; in tests,
 * which ask for another order in any case, sooner. */
#define TIDY      2048
#define TIDY_SOON 4

/* ---- when ---- */

static bool is_late(const struct states *t)
{
    return t->edges.len >= (t->locals.program->ops->process ? AFTER_REAL : AFTER);
}

/* Breadth first is the order in which tasks are found. */
static bool is_due(const struct states *t)
{
    const struct search *s = t->s;
    const struct search_options *o = &s->options;
    if (t->trying || o->strategy == STRATEGY_BFS)
        return false;
    return o->strategy != STRATEGY_AUTO || o->guides || s->guide_after < 0 || is_late(t);
}

/* It grows with the nodes, so what was certain before is. */
static size_t certain(const struct states *t)
{
    return t->next + CERTAIN + t->nodes.len / CERTAIN_OF;
}

bool order_is_certain(const struct states *t, size_t number)
{
    return t->order || t->s->options.strategy == STRATEGY_BFS || number < certain(t);
}

static struct order *new_order(struct states *t)
{
    const struct search_options *options = &t->s->options;
    struct order *o = mem_alloc(sizeof *o);
    *o = (struct order){.oldest = NOWHERE, .newest = NOWHERE, .chance = options->seed};
    o->learned = t->s->frontier ? frontier_learned(t->s->frontier) : NULL;
    if (!o->learned)
        o->learned = mem_alloc(sizeof *o->learned);
    o->wanted = options->guides | GUIDE_FEATURES; /* which are told at the end */
    if (options->strategy == STRATEGY_AUTO)
        o->wanted |= GUIDE_SIMILARITY;
    o->queueing = options->strategy == STRATEGY_ASTAR ||
                  (options->guides && (options->strategy == STRATEGY_DFS ||
                                       options->strategy == STRATEGY_AUTO));
    o->counting = options->strategy == STRATEGY_MCTS;
    t->used += sizeof *o + sizeof *o->learned;
    return o;
}

/* The place of the node in the tree. */
static void add_view(struct states *t, uint32_t node, uint32_t way)
{
    struct order *o = t->order;
    struct order_view v = {.above = NOWHERE, .tasks = NOWHERE};
    uint32_t edge = node_at(t, node)->parent;
    if (edge != NOWHERE) {
        const struct states_edge *e = edge_at(t, edge);
        const struct order_view *above = &o->views.at[e->from];
        uint32_t before = node_at(t, e->from)->parent;
        v.above = e->from;
        v.deviations = above->deviations + (way > 0);
        v.switches = above->switches +
                     (before != NOWHERE &&
                      edge_step(t, edge_at(t, before))->rank != edge_step(t, e)->rank);
    }
    vec_push(&o->views, v);
    t->used += sizeof v;
}

static uint64_t findings(const struct search_counts *c)
{
    return c->told + c->failures + c->deadlocks + c->halts;
}

void order_free(struct states *t)
{
    struct order *o = t->order;
    if (!o)
        return;
    vec_free(&o->found);
    vec_free(&o->spare);
    vec_free(&o->open);
    vec_free(&o->queue);
    vec_free(&o->views);
    vec_free(&o->walks);
    vec_free(&o->tips);
    vec_free(&o->children);
    vec_free(&o->late);
    free(o->learned);
    free(o);
    t->order = NULL;
}

/* ---- the queue: a heap ---- */

static bool is_before(const struct order *o, uint32_t a, uint32_t b)
{
    const struct open_task *x = &o->found.at[a], *y = &o->found.at[b];
    return x->value < y->value || (x->value <= y->value && x->tie < y->tie);
}

static void enqueue(struct order *o, uint32_t task)
{
    vec_push(&o->queue, task);
    uint32_t *q = o->queue.at;
    size_t at = o->queue.len - 1;
    for (; at && is_before(o, task, q[(at - 1) / 2]); at = (at - 1) / 2)
        q[at] = q[(at - 1) / 2];
    q[at] = task;
}

static void sink(struct order *o, uint32_t task)
{
    uint32_t *q = o->queue.at;
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < o->queue.len; at = child) {
        child += child + 1 < o->queue.len && is_before(o, q[child + 1], q[child]);
        if (!is_before(o, q[child], task))
            break;
        q[at] = q[child];
    }
    q[at] = task;
}

uint32_t order_best(struct states *t)
{
    struct order *o = t->order;
    for (;;) { /* values may have become larger */
        uint32_t first = o->queue.at[0];
        struct open_task *x = &o->found.at[first];
        float value = (float)order_value(t, x);
        bool same = value <= x->value;
        x->value = value;
        if (!same)
            sink(o, first);
        if (same || o->queue.at[0] == first)
            return first;
    }
}

static void remove_first(struct order *o)
{
    uint32_t last = vec_pop(&o->queue);
    if (o->queue.len)
        sink(o, last);
}

/* ---- open tasks ---- */

uint32_t order_open_at(const struct order *o, uint32_t node)
{
    uint32_t i = o->views.at[node].tasks;
    while (i != NOWHERE && o->found.at[i].place == NOWHERE)
        i = o->found.at[i].next;
    return i;
}

static void count_below(struct order *o, uint32_t node, uint32_t by)
{
    for (; o->counting && node != NOWHERE; node = o->views.at[node].above)
        o->views.at[node].below += by;
}

void order_want(struct states *t, struct states_task task)
{
    struct order *o = t->order;
    if (!o->spare.len) {
        vec_push(&o->spare, (uint32_t)o->found.len);
        vec_push(&o->found, (struct open_task){0});
        t->used += sizeof(struct open_task) + 2 * sizeof(uint32_t);
    }
    uint32_t number = vec_pop(&o->spare);
    struct order_view *v = &o->views.at[task.node];
    struct open_task x = {.task = task,
                          .place = (uint32_t)o->open.len,
                          .before = o->newest,
                          .after = NOWHERE,
                          .next = v->tasks,
                          .tie = (uint32_t)chance_next(&o->chance)};
    v->tasks = number;
    order_look(t, &x);
    *(o->newest == NOWHERE ? &o->oldest : &o->found.at[o->newest].after) = number;
    o->newest = number;
    vec_push(&o->open, number);
    o->found.at[number] = x;
    count_below(o, task.node, 1);
    if (!o->queueing)
        return;
    o->found.at[number].value = (float)order_value(t, &o->found.at[number]);
    enqueue(o, number);
}

/* Removes the task from those that are open. */
static void take(struct order *o, uint32_t number)
{
    struct open_task *x = &o->found.at[number];
    uint32_t last = vec_pop(&o->open);
    if (last != number) {
        o->open.at[x->place] = last;
        o->found.at[last].place = x->place;
    }
    x->place = NOWHERE;
    *(x->before == NOWHERE ? &o->oldest : &o->found.at[x->before].after) = x->after;
    *(x->after == NOWHERE ? &o->newest : &o->found.at[x->after].before) = x->before;
    count_below(o, x->task.node, UINT32_MAX);
    if (o->queueing)
        remove_first(o);
}

/* The task is done: the node does not have it any more. */
static void forget(struct order *o, struct states_task task)
{
    for (uint32_t *i = &o->views.at[task.node].tasks; *i != NOWHERE;
         i = &o->found.at[*i].next)
        if (o->found.at[*i].task.rank == task.rank && o->found.at[*i].place == NOWHERE) {
            vec_push(&o->spare, *i);
            *i = o->found.at[*i].next;
            return;
        }
}

void order_mark_wanted(struct states *t, uint32_t node)
{
    const struct order *o = t->order;
    if (!o)
        return;
    for (uint32_t i = o->views.at[node].tasks; i != NOWHERE; i = o->found.at[i].next) {
        uint32_t rank = o->found.at[i].task.rank;
        if (rank != NOWHERE && !t->choices.done[rank])
            choices_add(&t->choices, rank);
    }
}

bool order_sees(const struct states *t)
{
    return t->order && t->order->wanted;
}

size_t order_waiting(const struct states *t)
{
    return t->todo.len - t->next + (t->order ? t->order->open.len : 0);
}

/* ---- from now on ---- */

/* Brings the worlds of the next tasks of t->todo. */
static void bring_tasks(struct states *t, size_t first, size_t end)
{
    VEC(uint32_t) nodes = {0};
    for (size_t i = first; i < end && nodes.len < STATES_TOGETHER; i++)
        vec_push(&nodes, t->todo.at[i].node);
    states_bring(t, nodes.at, nodes.len);
    vec_free(&nodes);
}

/* What was found so far becomes open tasks, but for the next ones, if the search has
 * begun long ago. */
static void begin(struct states *t)
{
    const struct search_options *options = &t->s->options;
    bool late = is_late(t) && options->strategy == STRATEGY_AUTO && !options->guides;
    size_t end = t->todo.len, first = late ? certain(t) : t->next;
    first = first < end ? first : end;
    t->order = new_order(t);
    while (t->order->views.len < t->nodes.len)
        add_view(t, (uint32_t)t->order->views.len, 0);
    for (size_t i = t->next; i < end; i++) {
        if ((i - t->next) % STATES_TOGETHER == 0)
            bring_tasks(t, i, end);
        order_want(t, t->todo.at[i]);
        if (i < first)
            take(t->order, t->order->newest);
    }
    t->todo.len = first;
    t->order->fresh = 0;
    t->order->retraced = 1;
    t->order->told = findings(&t->s->counts);
}

void order_begin_if_due(struct states *t)
{
    if (t->s->options.strategy == STRATEGY_BFS)
        t->s->counts.guided.now = ARM_WIDE + 1;
    if (!t->order && is_due(t))
        begin(t);
}

/* ---- what comes next ---- */

/* Nodes to which the way is too long wait until nothing else is left: in another order
 * there may be a shorter one. Then ways are found again. What is still too far is left
 * out, if nothing else is found. */
static void come_to_late(struct states *t)
{
    struct order *o = t->order;
    size_t kept = 0, n = o->late.len;
    order_retrace(t);
    for (size_t i = 0; i < n; i++)
        if (!states_is_too_far(t, o->late.at[i], NULL))
            order_want(t, o->late.at[i]);
        else
            o->late.at[kept++] = o->late.at[i];
    if (kept == n)
        for (size_t i = 0; i < n; i++)
            states_leave_out(t, o->late.at[i]);
    o->late.len = kept == n ? 0 : kept;
}

/* Puts the task into t->todo, or with those that wait. */
static void commit(struct states *t, uint32_t number)
{
    struct order *o = t->order;
    struct states_task task = o->found.at[number].task;
    if (o->wanted & GUIDE_SIMILARITY)
        ++*learned_at(o->learned, o->found.at[number].sight.similar);
    if (o->wanted & GUIDE_SYMMETRY)
        ++*learned_at(o->learned, o->found.at[number].sight.symmetric);
    take(o, number);
    if (!states_is_too_far(t, task, NULL)) {
        vec_push(&t->todo, task);
        return;
    }
    forget(o, task);
    task.walk = NOWHERE;
    vec_push(&o->late, task);
}

bool order_fill(struct states *t)
{
    order_begin_if_due(t);
    struct order *o = t->order;
    for (bool more = o; more;) {
        size_t ahead = 1 + o->open.len / AHEAD_OF, most = MOST_AHEAD;
        if (t->nodes.len > MANY_NODES) {
            ahead = LEAST_FAR + o->open.len / FAR_OF;
            most = LEAST_FAR + (t->nodes.len - MANY_NODES) / NODES_EACH;
        }
        if (t->todo.len - t->next >= (ahead < most ? ahead : most))
            break;
        more = o->open.len || (t->todo.len == t->next && o->late.len);
        if (o->open.len)
            commit(t, order_pick(t));
        else if (more)
            come_to_late(t);
    }
    if (o && t->todo.len == t->next) /* all is done */
        o->found.len = o->spare.len = o->tips.len = o->walks.len = 0;
    return t->next < t->todo.len;
}

/* ---- what was done ---- */

void order_found(struct states *t, uint32_t edge, uint32_t way)
{
    if (!t->order)
        return;
    uint32_t node = edge_at(t, edge)->to;
    add_view(t, node, way);
    vec_push(&t->order->children, node);
}

void order_done(struct states *t, struct states_task task)
{
    struct order *o = t->order;
    struct guided_counts *g = &t->s->counts.guided;
    if (!o)
        return;
    forget(o, task);
    order_go_on(t, task);
    o->tasks++;
    g->runs[task.arm]++;
    g->features = o->learned->features;
    if (o->fresh)
        g->latest = search_seconds(t->s);
    if (findings(&t->s->counts) > o->told && !g->found) {
        g->found = (uint8_t)(task.arm + 1);
        g->found_after = t->s->counts.executions;
    }
    o->told = findings(&t->s->counts);
    o->fresh = 0;
    o->children.len = 0;
}

bool order_tidies(struct states *t)
{
    struct order *o = t->order;
    uint64_t first = t->s->guide_after < 0 ? TIDY_SOON : TIDY;
    if (!o || !(t->w.interferes & t->minds) || o->tasks - o->tidied < first + o->tidied)
        return false;
    o->tidied = o->tasks;
    if (t->s->guide_after >= 0) /* a task takes ten times as long as a summary */
        t->updates = o->tasks;
    return true;
}

/* ---- ways ---- */

void order_retrace(struct states *t)
{
    VEC(uint32_t) line = {0}, edges = {0};
    bool *known = mem_alloc(t->nodes.len);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        node_at(t, i)->ways = 0;
    t->ways = node_at(t, 0)->ways = 1;
    known[0] = true;
    vec_push(&line, 0);
    for (size_t i = 0; i < line.len; i++) {
        edges.len = 0;
        for (uint32_t e = node_at(t, line.at[i])->out; e != NOWHERE;
             e = edge_at(t, e)->next_out)
            vec_push(&edges, e);
        while (edges.len) { /* those that were found first come first */
            uint32_t e = vec_pop(&edges), to = edge_at(t, e)->to;
            states_pass_ways(t, e);
            if (known[to])
                continue;
            known[to] = true;
            vec_push(&line, to);
            states_set_parent(t, e);
        }
    }
    vec_free(&line);
    vec_free(&edges);
    free(known);
    if (t->order)
        t->order->retraced = t->nodes.len;
}

void order_shorten(struct states *t)
{
    if (t->order && t->nodes.len >= 2 * t->order->retraced)
        order_retrace(t);
}

/* ---- for a later search ---- */

const struct learned *order_learned(const struct states *t)
{
    return t->order ? t->order->learned : NULL;
}

void order_save_node(const struct states *t, uint32_t node, struct saved_node *x)
{
    if (!t->order || !t->order->counting)
        return;
    x->visits = t->order->views.at[node].visits;
    x->reward = t->order->views.at[node].reward;
}

void order_load_nodes(struct states *t, const struct saved_graph *g)
{
    struct saved_node x = {0};
    while (t->order && saved_node_next(g, &x)) {
        t->order->views.at[x.number].visits = x.visits;
        t->order->views.at[x.number].reward =
            x.reward >= 0 && x.reward <= (float)x.visits ? x.reward : 0;
    }
}
