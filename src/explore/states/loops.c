/* SPDX-License-Identifier: Apache-2.0
 *
 * loops.c - strongly connected components of the graph, by Tarjan's algorithm. */
#include "explore/states/states.h"

struct tarjan {
    const struct states *t;
    uint32_t *index, *low, *edge; /* index 0: not visited; edge: the next to follow */
    bool *on;
    VEC(uint32_t) stack, path;
    uint32_t count;
};

static void enter(struct tarjan *x, uint32_t node)
{
    x->index[node] = x->low[node] = ++x->count;
    x->edge[node] = node_at(x->t, node)->out;
    x->on[node] = true;
    vec_push(&x->stack, node);
    vec_push(&x->path, node);
}

static void lower(uint32_t *low, uint32_t to)
{
    if (to < *low)
        *low = to;
}

static bool has_loop(const struct states *t, uint32_t node)
{
    for (uint32_t e = node_at(t, node)->out; e != NOWHERE; e = edge_at(t, e)->next_out)
        if (edge_at(t, e)->to == node)
            return true;
    return false;
}

static void leave(struct tarjan *x, uint32_t node, states_components_vec *out)
{
    size_t first = out->len;
    uint32_t member;
    if (x->low[node] != x->index[node])
        return;
    vec_push(out, 0);
    do {
        member = vec_pop(&x->stack);
        x->on[member] = false;
        vec_push(out, member);
    } while (member != node);
    out->at[first] = (uint32_t)(out->len - first - 1);
    if (out->at[first] == 1 && !has_loop(x->t, node))
        out->len = first;
}

static void visit(struct tarjan *x, uint32_t root, states_components_vec *out)
{
    enter(x, root);
    while (x->path.len) {
        uint32_t node = vec_last(&x->path), e = x->edge[node];
        if (e == NOWHERE) {
            x->path.len--;
            if (x->path.len)
                lower(&x->low[vec_last(&x->path)], x->low[node]);
            leave(x, node, out);
            continue;
        }
        uint32_t to = edge_at(x->t, e)->to;
        x->edge[node] = edge_at(x->t, e)->next_out;
        if (!x->index[to])
            enter(x, to);
        else if (x->on[to])
            lower(&x->low[node], x->index[to]);
    }
}

void states_components(const struct states *t, states_components_vec *out)
{
    size_t n = t->nodes.len;
    struct tarjan x = {.t = t,
                       .index = mem_alloc(n * sizeof(uint32_t)),
                       .low = mem_alloc(n * sizeof(uint32_t)),
                       .edge = mem_alloc(n * sizeof(uint32_t)),
                       .on = mem_alloc(n * sizeof(bool))};
    for (uint32_t i = 0; i < n; i++)
        if (!x.index[i])
            visit(&x, i, out);
    free(x.index);
    free(x.low);
    free(x.edge);
    free(x.on);
    vec_free(&x.stack);
    vec_free(&x.path);
}
