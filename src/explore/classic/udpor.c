/* SPDX-License-Identifier: Apache-2.0
 *
 * udpor.c - unfolding-based DPOR (Rodriguez, Sousa, Sharma, Kroening, CONCUR 2015;
 * for asynchronous programs: Pham, Jeron, Quinson, FORTE 2019, algorithm 1).
 *
 * Explore(C, D, A): C is the configuration, which is the current execution; D are
 * events to avoid, because everything with them has been explored; A are events to
 * go to first. An event e is chosen and everything with it explored. Then an
 * alternative to D and e is looked for among the known events U, and if there is
 * one, the search continues from C towards it.
 *
 * - D is a sleep set of events: adding e to C wakes those that conflict with e.
 * - ex(C) is computed incrementally (theorem 1): when e is added, only the actors
 *   whose next operation e concerns get new extensions, and only with e in their
 *   past, thanks to persistence.
 * - U shrinks to Q(C, D) when it has doubled since the last time: the events of C
 *   and D, what is in direct conflict with them, and their pasts. Doing it less
 *   often than the paper (after every call) keeps more, which is always allowed. */
#include "explore/classic/alternative.h"
#include "explore/search/explorer.h"
#include "explore/classic/extend.h"
#include "kernel/depend.h"

#include <assert.h>

#define SWEEP_AT_FIRST 4096

/* Where a node's parts of the stacks begin. */
struct udpor_node {
    size_t enabled, avoid, guide;
    uint32_t current; /* the event being explored from here */
};

struct udpor {
    struct search *s;
    struct unfolding u;
    struct config c;
    struct extender x;
    struct alternatives alt;
    ids_vec enabled; /* en(C), for each node of the path */
    ids_vec avoid;   /* the set D of the paper: events to avoid */
    ids_vec guide;   /* the set A of the paper: events to go towards */
    VEC(struct udpor_node) path;
    size_t sweep_at;
};

static bool contains(const ids_vec *v, size_t first, size_t last, uint32_t id)
{
    for (size_t i = first; i < last; i++)
        if (v->at[i] == id)
            return true;
    return false;
}

/* Computes D and A of the new node from those of the node above, after the step `e`. */
static void inherit(struct udpor *d, const struct udpor_node *above,
                    const struct udpor_node *here, uint32_t e)
{
    const struct act *a = &unfolded(&d->u, e)->act;
    for (size_t i = above->avoid; i < here->avoid; i++)
        if (!dep_between(&unfolded(&d->u, d->avoid.at[i])->act, a))
            vec_push(&d->avoid, d->avoid.at[i]);
    for (size_t i = above->guide; i < here->guide; i++)
        if (d->guide.at[i] != e)
            vec_push(&d->guide, d->guide.at[i]);
}

/* Computes ex(C), where C has just been extended by the newest event, and en(C)
 * as the top part of d->enabled. */
static void extend(struct udpor *d, const struct udpor_node *above,
                   const struct udpor_node *here)
{
    struct state *st = d->s->st;
    uint32_t newest = (uint32_t)st->events.len - 1;
    extend_offers(&d->x, newest);
    for (uint32_t a = 0; a < st->nactors; a++) {
        bool own = st->events.at[newest].act.actor == a;
        if (own || extend_concerns(&d->x, a, newest)) {
            extend_all(&d->x, a, own ? NO_EVENT : newest);
            extend_enabled(&d->x, a, &d->enabled);
            continue;
        }
        for (size_t i = above->enabled; i < here->enabled; i++)
            if (unfolded(&d->u, d->enabled.at[i])->act.actor == a)
                vec_push(&d->enabled, d->enabled.at[i]);
    }
}

static void arrive(struct udpor *d)
{
    struct udpor_node here = {d->enabled.len, d->avoid.len, d->guide.len, NO_ID};
    if (d->path.len) {
        inherit(d, &vec_last(&d->path), &here, vec_last(&d->path).current);
        extend(d, &vec_last(&d->path), &here);
    } else {
        for (uint32_t a = 0; a < d->s->st->nactors; a++) {
            extend_all(&d->x, a, NO_EVENT);
            extend_enabled(&d->x, a, &d->enabled);
        }
    }
    vec_push(&d->path, here);
    if (here.enabled == d->enabled.len)
        search_end_complete(d->s);
}

/* The next event to explore from the last node: one of A if A is not empty, otherwise
 * any enabled event that is not in D. */
static uint32_t choose(struct udpor *d)
{
    const struct udpor_node *n = &vec_last(&d->path);
    for (size_t i = n->enabled; i < d->enabled.len; i++) {
        uint32_t e = d->enabled.at[i];
        if (d->guide.len > n->guide ? contains(&d->guide, n->guide, d->guide.len, e)
                                    : !contains(&d->avoid, n->avoid, d->avoid.len, e))
            return e;
    }
    assert(d->guide.len == n->guide); /* the first event of A is always enabled */
    return NO_ID;
}

/* Replaces U by its intersection with Q(C, D), when enough events have accumulated. */
static void sweep(struct udpor *d)
{
    if (d->u.count < d->sweep_at)
        return;
    ids_vec roots = {0}, rivals = {0};
    for (uint32_t a = 0; a < d->c.nactors; a++)
        for (size_t i = 0; i < d->c.chain[a].len; i++)
            vec_push(&roots, d->c.chain[a].at[i]);
    for (size_t i = 0; i < d->avoid.len; i++)
        vec_push(&roots, d->avoid.at[i]);
    for (size_t i = 0; i < roots.len; i++) {
        unfolding_keep(&d->u, roots.at[i]);
        rivals.len = 0;
        unfolding_rivals(&d->u, roots.at[i], &rivals);
        for (size_t r = 0; r < rivals.len; r++)
            if (dep_between(&unfolded(&d->u, roots.at[i])->act,
                            &unfolded(&d->u, rivals.at[r])->act))
                unfolding_keep(&d->u, rivals.at[r]);
    }
    for (size_t i = 0; i < d->enabled.len; i++)
        unfolding_keep(&d->u, d->enabled.at[i]);
    for (size_t i = 0; i < d->guide.len; i++)
        unfolding_keep(&d->u, d->guide.at[i]);
    unfolding_sweep(&d->u);
    d->sweep_at = d->u.count * 2 > SWEEP_AT_FIRST ? d->u.count * 2 : SWEEP_AT_FIRST;
    vec_free(&roots);
    vec_free(&rivals);
}

/* Everything with the current event has been explored: adds it to D, and returns
 * whether there is an alternative to explore. */
static bool turn(struct udpor *d)
{
    struct udpor_node *n = &vec_last(&d->path);
    vec_push(&d->avoid, n->current);
    d->guide.len = n->guide;
    return alternatives_find(&d->alt, d->avoid.at + n->avoid, d->avoid.len - n->avoid,
                             d->s->options.k, &d->guide);
}

static void leave(struct udpor *d)
{
    struct udpor_node n = vec_pop(&d->path);
    d->enabled.len = n.enabled;
    d->avoid.len = n.avoid;
    d->guide.len = n.guide;
    sweep(d);
}

/* One step of the search; false when it is complete. */
static bool advance(struct udpor *d)
{
    struct udpor_node *n = &vec_last(&d->path);
    bool first = n->current == NO_ID;
    if (first || turn(d)) {
        uint32_t e = choose(d);
        if (e == NO_ID && n->enabled < d->enabled.len)
            search_end_redundant(d->s); /* all of en(C) is in D; cannot happen with --k
                                           0 */
        if (e != NO_ID) {
            const struct act *a = &unfolded(&d->u, e)->act;
            n->current = e;
            if (search_push(d->s, (struct step){a->actor, a->outcome})) {
                config_add(&d->c, &d->u, e);
                arrive(d);
            }
            return true; /* at the depth bound, proceed as if everything with e were
                            explored */
        }
    }
    leave(d);
    if (!d->path.len)
        return false;
    config_remove(&d->c, &d->u, vec_last(&d->path).current);
    search_pop(d->s);
    return true;
}

void udpor_run(struct search *s)
{
    struct udpor d = {.s = s, .sweep_at = SWEEP_AT_FIRST};
    unfolding_init(&d.u, s->st);
    config_init(&d.c, s->st->nactors);
    extend_init(&d.x, &d.u, &d.c);
    d.alt = (struct alternatives){.u = &d.u, .c = &d.c};
    if (s->options.k)
        s->count_traces = s->st->hashing = true;
    arrive(&d);
    while (!search_stopped(s) && advance(&d))
        continue;
    s->counts.peak_events = d.u.peak;
    while (s->st->events.len)
        search_pop(s);
    alternatives_free(&d.alt);
    extend_free(&d.x);
    config_free(&d.c);
    unfolding_free(&d.u);
    vec_free(&d.enabled);
    vec_free(&d.avoid);
    vec_free(&d.guide);
    vec_free(&d.path);
}
