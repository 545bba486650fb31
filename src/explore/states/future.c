/* SPDX-License-Identifier: Apache-2.0
 *
 * future.c - the summaries of all nodes (summary.h): a least fixpoint over the edges that
 * were explored. */
#include "explore/states/states.h"

uint32_t states_facts(struct states *t, const uint64_t *facts, uint32_t n)
{
    size_t known = t->facts.at.len;
    uint32_t number = constant_number(&t->facts, facts, n * sizeof *facts) + 1;
    if (t->facts.at.len > known)
        t->used += 64 + n * sizeof *facts;
    return number;
}

/* The facts of the edge's events, if they were not noted when it was explored. */
static bool compute_facts(struct states *t, struct states_edge *e)
{
    facts_words_vec *facts = &t->report.facts;
    struct states_label label = *edge_label(t, e);
    bool settled;
    if (label.facts)
        return true;
    facts->len = 0;
    const char *world = states_world(t, e->from);
    if (!world)
        return false;
    world_unpack(&t->w, world);
    t->w.facts = facts;
    bool good = states_make(t, &label.step, node_at(t, e->from)->lean, &settled);
    t->w.facts = NULL;
    label.facts = states_facts(t, facts->at, (uint32_t)facts->len);
    e->label = states_label(t, &label);
    return good;
}

/* What the summary of the edge's node says, as seen before the edge. */
static uint32_t pass_back(struct states *t, const struct states_edge *e)
{
    uint32_t number = edge_label(t, e)->facts;
    const struct constant *facts = &t->facts.at.at[number - 1];
    return summary_pass_back(&t->sums, node_at(t, e->to)->future, number, facts->bytes,
                             facts->n / sizeof(uint64_t));
}

static bool update(struct states *t, uint32_t node)
{
    uint32_t before = node_at(t, node)->future, future = before;
    for (uint32_t i = node_at(t, node)->out; i != NOWHERE; i = edge_at(t, i)->next_out) {
        struct states_edge *e = edge_at(t, i);
        uint32_t passed = node_at(t, e->to)->future + 1;
        if (e->passed == passed)
            continue;
        if (!compute_facts(t, e))
            return false;
        e->passed = passed;
        future = summary_join(&t->sums, future, pass_back(t, e));
    }
    if (future == before)
        return true;
    node_at(t, node)->future = future;
    node_at(t, node)->fresh = true;
    for (uint32_t i = node_at(t, node)->in; i != NOWHERE; i = edge_at(t, i)->next_in)
        states_set_dirty(t, edge_at(t, i)->from);
    return true;
}

/* What was left out of the summaries may matter now. */
static void begin_again(struct states *t)
{
    summaries_reach(&t->sums, t->w.furthest);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        states_set_dirty(t, i);
    for (uint32_t i = 0; i < t->edges.len; i++)
        edge_at(t, i)->passed = 0;
}

void states_set_dirty(struct states *t, uint32_t node)
{
    while (t->dirty.len <= node / 64)
        vec_push(&t->dirty, 0);
    t->dirty.at[node / 64] |= UINT64_C(1) << node % 64;
}

/* The last dirty node before this one, which is then clean; NOWHERE: there is none. */
static uint32_t take_dirty(struct states *t, uint32_t before)
{
    for (size_t i = (before + 63) / 64; i-- > 0;) {
        uint64_t *word = &t->dirty.at[i], here = *word;
        if (i == before / 64)
            here &= (UINT64_C(1) << before % 64) - 1;
        if (!here)
            continue;
        unsigned bit = 63 - (unsigned)__builtin_clzll(here);
        *word &= ~(UINT64_C(1) << bit);
        return (uint32_t)i * 64 + bit;
    }
    return NOWHERE;
}

static bool lacks_facts(const struct states *t, uint32_t node)
{
    for (uint32_t i = node_at(t, node)->out; i != NOWHERE; i = edge_at(t, i)->next_out)
        if (!edge_label(t, edge_at(t, i))->facts)
            return true;
    return false;
}

/* Brings the worlds of dirty nodes, from this one on towards the first, as far as facts
 * must be computed of their edges. Returns the last that was looked at. */
static uint32_t bring_dirty(struct states *t, uint32_t node)
{
    VEC(uint32_t) nodes = {0};
    uint32_t at = node;
    for (;; at--) {
        bool dirty = at == node || t->dirty.at[at / 64] >> at % 64 & 1;
        if (dirty && lacks_facts(t, at))
            vec_push(&nodes, at);
        if (!at || nodes.len == STATES_TOGETHER)
            break;
    }
    states_bring(t, nodes.at, nodes.len);
    vec_free(&nodes);
    return at;
}

/* Nodes mostly lead to nodes that were found later, so it goes through them from the last
 * to the first. */
bool states_update(struct states *t)
{
    if (t->w.furthest > t->sums.furthest)
        begin_again(t);
    uint64_t done = 0;
    for (bool more = true; more;) {
        uint32_t node = (uint32_t)t->dirty.len * 64, brought = NOWHERE;
        more = false;
        while ((node = take_dirty(t, node)) != NOWHERE) {
            more = true;
            if (states_divided(t) && node < brought)
                brought = bring_dirty(t, node);
            if (search_go_on(t->s) && (!t->updates || done++ < t->updates) &&
                update(t, node))
                continue;
            states_set_dirty(t, node);
            return false;
        }
    }
    return true;
}
