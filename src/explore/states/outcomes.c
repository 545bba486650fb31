/* SPDX-License-Identifier: Apache-2.0
 *
 * outcomes.c - how many outcomes do the states stand for?
 *
 * Every outcome is a path through the graph. If at each node all edges are outcomes of
 * the same match or operation, two paths are two outcomes, and the number of paths is
 * exact. Otherwise one outcome may be several paths, and it is an upper bound. If there
 * are cycles, nothing is said. */
#include "explore/states/states.h"

#include <math.h>

static bool one_act(const struct states *t, uint32_t node)
{
    const struct world_step *first = NULL;
    for (uint32_t i = node_at(t, node)->out; i != NOWHERE; i = edge_at(t, i)->next_out) {
        const struct world_step *s = edge_step(t, edge_at(t, i));
        if (first && (first->rank != s->rank || first->request != s->request))
            return false;
        first = s;
    }
    return true;
}

/* The number of paths from the start to the ends, if every edge leads to a node that was
 * found later. */
static long double paths_ahead(const struct states *t)
{
    size_t n = t->nodes.len;
    long double *count = mem_alloc(n * sizeof *count);
    for (uint32_t node = (uint32_t)n; node--;) {
        uint32_t first = node_at(t, node)->out;
        count[node] = first == NOWHERE;
        for (uint32_t i = first; i != NOWHERE; i = edge_at(t, i)->next_out)
            count[node] += count[edge_at(t, i)->to];
    }
    long double all = count[0];
    free(count);
    return all;
}

/* The number of paths from the start to the ends; 0 if there are cycles. */
static long double paths(const struct states *t)
{
    enum { NEW, UNDER_WAY, DONE };
    size_t n = t->nodes.len;
    long double *count = mem_alloc(n * sizeof *count);
    uint8_t *state = mem_alloc(n);
    bool cycle = false;
    VEC(uint32_t) stack = {0};
    vec_push(&stack, 0);
    while (stack.len && !cycle) {
        uint32_t node = vec_last(&stack);
        uint32_t first = node_at(t, node)->out;
        bool finish = state[node] == UNDER_WAY;
        if (state[node] == DONE) {
            stack.len--;
            continue;
        }
        state[node] = finish ? DONE : UNDER_WAY;
        count[node] = first == NOWHERE;
        for (uint32_t i = first; i != NOWHERE && !cycle; i = edge_at(t, i)->next_out) {
            uint32_t to = edge_at(t, i)->to;
            if (finish)
                count[node] += count[to];
            else if (state[to] == NEW)
                vec_push(&stack, to);
            else
                cycle = state[to] == UNDER_WAY;
        }
        stack.len -= finish;
    }
    long double all = cycle ? 0 : count[0];
    vec_free(&stack);
    free(count);
    free(state);
    return all;
}

void states_count_outcomes(const struct states *t, struct search_counts *c)
{
    if (!t->nodes.len)
        return;
    long double n = t->turns ? paths(t) : paths_ahead(t);
    c->exact = true;
    for (uint32_t i = 0; i < t->nodes.len && c->exact; i++)
        c->exact = one_act(t, i);
    c->estimate = (struct estimate){0};
    for (; n >= 0x1p512L; n *= 0x1p-512L)
        c->estimate.scale++;
    c->estimate.n = (double)n;
    c->exact &= n > 0;
}
