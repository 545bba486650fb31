/* SPDX-License-Identifier: Apache-2.0
 *
 * future.c - the summaries of all nodes (summary.h): a least fixpoint over the edges that
 * were explored. */
#include "explore/states/states.h"

void states_set_facts(struct states *t, struct states_edge *e, const uint64_t *facts,
                      uint32_t n)
{
    size_t known = t->facts.at.len;
    e->facts = constant_number(&t->facts, facts, n * sizeof *facts) + 1;
    if (t->facts.at.len > known)
        t->used += 64 + n * sizeof *facts;
}

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
    states_set_facts(t, e, facts->at, (uint32_t)facts->len);
    return good;
}

/* What was passed back lately, through which facts, and from where: many edges with the
 * same facts lead to a node where everything ends. */
enum { MEMOS = 256 };
struct states_memo {
    uint32_t facts;
    uint32_t to, changes;
    future_vec items;
};

static void forget_memos(struct states *t)
{
    for (size_t i = 0; t->memo && i < MEMOS; i++)
        t->memo[i].facts = 0;
}

void states_free_futures(struct states *t)
{
    for (size_t i = 0; t->memo && i < MEMOS; i++)
        vec_free(&t->memo[i].items);
    free(t->memo);
    constants_free(&t->facts);
    for (size_t i = 0; i < t->futures.len; i++)
        vec_free(&t->futures.at[i]);
    vec_free(&t->futures);
}

/* What the future of the edge's node says, as seen before the edge. */
static const future_vec *pass_back(struct states *t, const struct states_edge *e)
{
    const struct states_node *to = node_at(t, e->to);
    if (!t->memo)
        t->memo = mem_alloc(MEMOS * sizeof *t->memo);
    uint64_t mix = (((uint64_t)e->facts << 32) + e->to) * 0x9e3779b97f4a7c15u;
    struct states_memo *m = &t->memo[mix >> 56];
    if (m->facts == e->facts && m->to == e->to && m->changes == to->changes)
        return &m->items;
    m->facts = e->facts;
    m->to = e->to;
    m->changes = to->changes;
    m->items.len = 0;
    const struct constant *facts = &t->facts.at.at[e->facts - 1];
    summary_pass_back(&t->sets, states_future(t, e->to), facts->bytes,
                      (uint32_t)(facts->n / sizeof(uint64_t)), &m->items);
    return &m->items;
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
        future_vec *future = states_future(t, node);
        size_t before = future->cap;
        const future_vec *items = pass_back(t, e);
        for (size_t k = 0; k < items->len; k++)
            more |= summary_add(&t->sets, future, items->at[k]);
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
    forget_memos(t);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        node_at(t, i)->dirty = true;
    for (size_t i = 0; i < t->edges.len; i++)
        t->edges.at[i].passed = 0;
}

/* Nodes mostly lead to nodes that were found later, so it goes through them from the last
 * to the first. */
bool states_update(struct states *t)
{
    while (t->futures.len < t->nodes.len)
        vec_push(&t->futures, (future_vec){0});
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
