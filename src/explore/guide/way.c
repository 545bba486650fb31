/* SPDX-License-Identifier: Apache-2.0
 *
 * way.c - which way an execution takes at a choice. */
#include "explore/sample/chance.h"
#include "explore/guide/run.h"
#include "explore/guide/uct.h"
#include "explore/guide/value.h"

#include <string.h>

void way_begin(struct guide *g)
{
    static const uint32_t patience[] = {0, 10, 50, 90}, loyalty[] = {0, 0, 50, 100};
    g->salt = chance_next(&g->chance);
    g->manner = chance_below(&g->chance, 4) < 3
                    ? chance_below(&g->chance, MANNER_PAIRS + 1)
                    : chance_below(&g->chance, MANNERS);
    g->patience = patience[chance_below(&g->chance, 4)];
    g->loyalty = loyalty[chance_below(&g->chance, 4)];
}

/* The priority of a sender in this run, for that receiver. */
static uint32_t priority(const struct guide *g, uint32_t sender, uint32_t receiver)
{
    uint64_t state = g->salt + sender;
    switch (g->manner) {
    case MANNER_UP:
        return UINT32_MAX - sender;
    case MANNER_DOWN:
        return sender + 1;
    case MANNER_PAIRS:
        state += ((uint64_t)receiver + 1) << 32;
        break;
    case MANNER_SENDERS:
    case MANNERS:
        break;
    }
    return (uint32_t)chance_next(&state) | 1;
}

static bool is_possible(const struct head *h, uint32_t way, bool live)
{
    return !head_tried(h, way) || (live && head_below(h, way));
}

static uint32_t any(struct guide *g, const struct head *h, bool live)
{
    if (!live)
        return head_untried(h, chance_below(&g->chance, h->left));
    uint32_t seen = 0, chosen = NOT_THERE;
    for (uint32_t i = 0; i < h->n; i++)
        if (is_possible(h, i, true) && !chance_below(&g->chance, ++seen))
            chosen = i;
    return chosen;
}

static uint32_t first(const struct head *h, bool live)
{
    uint32_t i = 0;
    while (!is_possible(h, i, live))
        i++;
    return i;
}

static struct way_sight sight_of(struct guide *g, uint32_t way)
{
    struct way_sight x = {.source = SIGHT_NOBODY, .instead = SIGHT_NOBODY};
    const struct sights *sights = g->w->tree->sights;
    if (sights)
        sights->way(g->w->explorer, way, &x);
    return x;
}

/* How much the run likes the way: at a receive, as much as its sender; where a receive
 * could have another message than it has, only if that sender is liked more. */
static int64_t liking(struct guide *g, const struct way_sight *x)
{
    if (x->fails)
        return chance_below(&g->chance, 100) < g->patience ? (int64_t)1 << 33 : -1;
    if (x->source == SIGHT_NOBODY)
        return 0;
    int64_t mine = priority(g, x->source, x->to);
    if (x->instead == SIGHT_NOBODY)
        return mine;
    return mine - (int64_t)priority(g, x->instead, x->to);
}

/* Receives that take their first way can still be given a message that comes later;
 * others cannot (match.md). So some runs choose only among those. */
static uint32_t liked(struct guide *g, const struct head *h, bool live)
{
    int64_t most = INT64_MIN;
    uint32_t chosen = 0, equal = 0;
    bool loyal = chance_below(&g->chance, 100) < g->loyalty;
    for (uint32_t i = 0; i < h->n; i++) {
        if (!is_possible(h, i, live))
            continue;
        struct way_sight x = sight_of(g, i);
        if (loyal && !i && x.source != SIGHT_NOBODY && x.instead == SIGHT_NOBODY)
            return 0;
        int64_t n = liking(g, &x);
        equal = n == most ? equal + 1 : 1;
        if (n > most || (n == most && !chance_below(&g->chance, equal)))
            chosen = i;
        most = n > most ? n : most;
    }
    return chosen;
}

/* How often this was done; what is not named counts as done. */
static uint32_t times(struct guide *g, uint32_t way)
{
    uint64_t feature = sight_of(g, way).feature;
    return feature ? *learned_at(g->learned, feature) : 1;
}

/* A wish that is in doubt counts as one whose feature was seen so many times more. */
#define DOUBTFUL 64

/* The same by what was wished for, where that is known. */
static uint32_t wished_rarity(struct guide *g, const struct head *h)
{
    uint32_t least = UINT32_MAX / 2;
    for (uint32_t i = 0; i < h->n; i++) {
        uint64_t feature = h->notes[i].wish.feature, doubt = h->notes[i].wish.doubt;
        uint32_t n = feature ? *learned_at(g->learned, feature) : UINT32_MAX / 2;
        n += doubt && !*learned_at(g->learned, doubt) ? DOUBTFUL : 0;
        least = !head_tried(h, i) && n < least ? n : least;
    }
    return least;
}

uint32_t way_rarity(struct guide *g, const struct head *h)
{
    uint32_t least = UINT32_MAX;
    if (h->notes && h->begun)
        return wished_rarity(g, h);
    for (uint32_t i = 0; i < h->n && least; i++)
        if (!head_tried(h, i)) {
            uint32_t n = times(g, i);
            least = n < least ? n : least;
        }
    return least;
}

static uint32_t novel(struct guide *g, const struct head *h, bool live)
{
    uint32_t least = UINT32_MAX, chosen = 0, equal = 0;
    for (uint32_t i = 0; i < h->n; i++) {
        if (!is_possible(h, i, live))
            continue;
        uint32_t n = times(g, i);
        equal = n == least ? equal + 1 : n < least ? 1 : equal;
        if (n < least || (n == least && !chance_below(&g->chance, equal)))
            chosen = i;
        least = n < least ? n : least;
    }
    if (!least)
        return chosen;
    return chance_below(&g->chance, 2) ? first(h, live) : any(g, h, live);
}

/* ---- ways with values ---- */

static struct way_sight judged(struct guide *g, uint32_t way)
{
    struct way_sight x = {.source = SIGHT_NOBODY, .instead = SIGHT_NOBODY};
    const struct sights *sights = g->w->tree->sights;
    if (sights && sights->judge_way)
        sights->judge_way(g->w->explorer, g->wanted, way, &x);
    return x;
}

static double worth(struct guide *g, uint32_t way)
{
    struct way_sight x = judged(g, way);
    return value_of_way(&x, !way, g->by, g->learned);
}

void way_note(struct guide *g, struct head *h)
{
    for (uint32_t i = 0; i < h->n && g->by; i++)
        h->notes[i].value = (float)worth(g, i);
}

void way_taken(struct guide *g, uint32_t way)
{
    if (!(g->wanted & (GUIDE_SIMILARITY | GUIDE_SYMMETRY)))
        return;
    struct way_sight x = judged(g, way);
    ++*learned_at(g->learned, x.similar);
    ++*learned_at(g->learned, x.symmetric);
}

static uint32_t best(struct guide *g, const struct head *h, bool live)
{
    double least = 0;
    uint32_t chosen = 0, equal = 0;
    for (uint32_t i = 0; i < h->n; i++) {
        if (!is_possible(h, i, live))
            continue;
        double value = worth(g, i);
        bool better = !equal || value < least;
        equal = better ? 1 : equal + (value <= least);
        if (better || (value <= least && !chance_below(&g->chance, equal)))
            chosen = i;
        least = better ? value : least;
    }
    return chosen;
}

uint32_t way_insert(struct guide *g, const struct head *h, const uint32_t *ways, size_t n)
{
    uint32_t chosen = ways[0], equal = 1;
    if (g->inserting == WAY_FIRST)
        return chosen;
    if (g->inserting != WAY_VALUE)
        return ways[chance_below(&g->chance, (uint32_t)n)];
    for (size_t i = 1; i < n; i++) {
        float least = h->notes[chosen].value, value = h->notes[ways[i]].value;
        equal = value < least ? 1 : equal + (value <= least);
        if (value < least || (value <= least && !chance_below(&g->chance, equal)))
            chosen = ways[i];
    }
    return chosen;
}

uint32_t way_absent(struct guide *g, const struct head *h, enum way_policy policy)
{
    uint32_t chosen = NOT_THERE, equal = 0;
    double least = 0;
    if (policy == WAY_FIRST)
        return first(h, false);
    if (policy != WAY_VALUE && policy != WAY_NOVEL)
        return any(g, h, false);
    for (uint32_t i = 0; i < h->n; i++) {
        if (head_tried(h, i))
            continue;
        uint64_t feature = h->notes[i].wish.feature;
        double value = policy == WAY_VALUE ? (double)h->notes[i].value
                       : feature           ? *learned_at(g->learned, feature)
                                           : UINT32_MAX;
        bool better = chosen == NOT_THERE || value < least;
        equal = better ? 1 : equal + (value <= least);
        if (better || (value <= least && !chance_below(&g->chance, equal)))
            chosen = i;
        least = better ? value : least;
    }
    return chosen;
}

uint32_t way_alive(struct guide *g, const struct head *h)
{
    return any(g, h, true);
}

/* ---- all policies ---- */

uint32_t way_choose(struct guide *g, const struct head *h, enum way_policy policy,
                    bool live)
{
    switch (policy) {
    case WAY_FIRST:
        break;
    case WAY_CHANCE:
        return any(g, h, live);
    case WAY_PRIORITY:
        return liked(g, h, live);
    case WAY_NOVEL:
        return novel(g, h, live);
    case WAY_VALUE:
        return best(g, h, live);
    }
    return first(h, live);
}

/* Is the actor of this way of the last choice to wait? */
static bool waits(struct guide *g, uint32_t way)
{
    const struct sights *sights = g->w->tree->sights;
    return g->wish.waits != SIGHT_NOBODY && sights &&
           sights->waits(g->w->explorer, &g->wish, way);
}

uint32_t way_first(struct guide *g, const struct head *h, enum way_policy policy)
{
    uint32_t way = way_choose(g, h, policy, false), equal = 0, chosen = way;
    if (!h->notes || !waits(g, way))
        return way;
    for (uint32_t i = 0; i < h->n; i++)
        if (!waits(g, i) && !chance_below(&g->chance, ++equal))
            chosen = i;
    return chosen;
}

/* ---- Monte Carlo ---- */

/* By UCT. Since there are many ways, new ones are tried only as long as their number is
 * below the square root of the visits (progressive widening). */
uint32_t way_worth(struct guide *g, const struct head *h)
{
    const struct head *best = NULL;
    double most = 0, all = uct_log(h->visits + 1);
    uint32_t tried = h->notes ? h->begun : h->n - h->left;
    if (h->left && (double)tried <= uct_root((double)h->visits))
        return any(g, h, false);
    for (const struct head *c = h->child; c; c = c->next) {
        double worth = uct(c->reward, c->visits, all);
        if (!best || worth > most) {
            best = c;
            most = worth;
        }
    }
    return best ? best->way : any(g, h, !h->left);
}
