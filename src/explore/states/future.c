/* SPDX-License-Identifier: Apache-2.0
 *
 * future.c - the summaries of all nodes (summary.h): a least fixpoint over the edges that
 * were explored. */
#include "explore/states/states.h"

/* The facts of the edge's events, if they were not noted when it was explored. */
static bool compute_facts(struct states *t, struct states_edge *e)
{
    facts_words_vec *facts = &t->report.facts;
    bool settled;
    if (e->facts)
        return true;
    facts->len = 0;
    world_unpack(&t->w, node_at(t, e->from)->bytes);
    t->w.facts = facts;
    bool good = states_make(t, &e->step, node_at(t, e->from)->lean, &settled);
    t->w.facts = NULL;
    e->nfacts = (uint32_t)facts->len;
    e->facts = arena_copy(&t->arena, facts->at, facts->len * sizeof *facts->at);
    t->used += 16 + e->nfacts * sizeof *e->facts;
    return good;
}

static bool update(struct states *t, uint32_t node)
{
    bool more = false;
    node_at(t, node)->dirty = false;
    for (uint32_t i = node_at(t, node)->out; i != NOWHERE; i = t->edges.at[i].next_out) {
        struct states_edge *e = &t->edges.at[i];
        uint32_t changes = node_at(t, e->to)->changes + 1;
        if (e->passed == changes)
            continue;
        if (!compute_facts(t, e))
            return false;
        e->passed = changes;
        future_vec *future = &node_at(t, node)->future;
        size_t before = future->cap;
        more |= summary_pass_back(&t->sets, &node_at(t, e->to)->future, e->facts,
                                  e->nfacts, future);
        t->used += (future->cap - before) * sizeof *future->at;
    }
    if (!more)
        return true;
    node_at(t, node)->fresh = true;
    node_at(t, node)->changes++;
    for (uint32_t i = node_at(t, node)->in; i != NOWHERE; i = t->edges.at[i].next_in)
        node_at(t, t->edges.at[i].from)->dirty = true;
    return true;
}

/* What was left out of the summaries may matter now. */
static void begin_again(struct states *t)
{
    t->sets.furthest = t->w.furthest;
    for (uint32_t i = 0; i < t->nodes.len; i++)
        node_at(t, i)->dirty = true;
    for (size_t i = 0; i < t->edges.len; i++)
        t->edges.at[i].passed = 0;
}

/* Nodes mostly lead to nodes that were found later, so it goes through them from the last
 * to the first. */
bool states_update(struct states *t)
{
    if (t->w.furthest > t->sets.furthest)
        begin_again(t);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = t->nodes.len; i-- > 0;) {
            if (!node_at(t, (uint32_t)i)->dirty)
                continue;
            if (!search_go_on(t->s) ||
                (t->until > 0 && search_seconds(t->s) > t->until) ||
                !update(t, (uint32_t)i))
                return false;
            more = true;
        }
    }
    return true;
}
