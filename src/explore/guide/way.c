/* SPDX-License-Identifier: Apache-2.0
 *
 * way.c - which way an execution takes at a choice. */
#include "explore/chance.h"
#include "explore/guide/run.h"

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
    uint32_t seen = 0, chosen = 0;
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

uint32_t way_rarity(struct guide *g, const struct head *h)
{
    uint32_t least = UINT32_MAX;
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
    }
    return first(h, live);
}

/* ---- Monte Carlo ---- */

/* The square root, without libm, which belongs to the program that is checked. */
static double root(double x)
{
    double r = x > 1 ? x / 2 : 1;
    for (int i = 0; i < 24; i++)
        r = (r + x / r) / 2;
    return r;
}

/* The natural logarithm of a number above 0, to three digits. */
static double logarithm(uint32_t n)
{
    int bits = 31 - __builtin_clz(n);
    double x = (double)n / (double)((uint32_t)1 << bits) - 1; /* from 0 to 1 */
    return 0.693 * bits + x * (0.9985 - x * (0.466 - x * 0.160));
}

/* UCT (Kocsis and Szepesvari, 2006): the mean of what a way was worth, and a bonus if it
 * was seldom taken. Since there are many ways, new ones are tried only as long as their
 * number is below the square root of the visits (progressive widening). */
uint32_t way_worth(struct guide *g, const struct head *h)
{
    const struct head *best = NULL;
    double most = 0, all = logarithm(h->visits + 1);
    uint32_t tried = h->n - h->left;
    if (h->left && (double)tried <= root((double)h->visits))
        return any(g, h, false);
    for (const struct head *c = h->child; c; c = c->next) {
        double visits = c->visits + 1e-3;
        double worth = c->reward / visits + 0.7 * root(all / visits);
        if (!best || worth > most) {
            best = c;
            most = worth;
        }
    }
    return best ? best->way : any(g, h, false);
}
