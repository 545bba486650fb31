/* SPDX-License-Identifier: Apache-2.0
 *
 * value.c - see value.h. */
#include "explore/guide/value.h"
#include "explore/search/options.h"

/* The value of one guide. */
static double value(const struct outlook *h, enum valuation guide, struct learned *l)
{
    switch (guide) {
    case GUIDE_DEPTH:
        return -(double)h->depth;
    case GUIDE_MAX_MATCH:
        return h->sight->unpaired;
    case GUIDE_MIN_MATCH:
        return -(double)h->sight->unpaired;
    case GUIDE_SIMILARITY:
        return *learned_at(l, h->sight->similar);
    case GUIDE_SYMMETRY:
        return *learned_at(l, h->sight->symmetric);
    case GUIDE_MIN_SWITCHES:
        return h->switches;
    case GUIDE_MAX_SWITCHES:
        return -(double)h->switches;
    case GUIDE_DELAY_ANY:
        return h->sight->any;
    case GUIDE_TEST_PENALTY:
        return h->sight->failed;
    case GUIDE_QUEUE:
        return -(double)h->sight->queue;
    case GUIDE_FEATURES:
        return h->rarity;
    case GUIDE_DEVIATIONS:
        return h->deviations;
    case GUIDE_CFG:
        return h->sight->distance;
    }
    return 0;
}

double value_of(const struct outlook *h, uint32_t guides, struct learned *l)
{
    double sum = 0;
    for (uint32_t rest = guides; rest; rest &= rest - 1)
        sum += value(h, (enum valuation)(rest & -rest), l);
    return sum;
}

/* The value of one guide for a way. */
static double way_value(const struct way_sight *x, bool first, enum valuation guide,
                        struct learned *l)
{
    switch (guide) {
    case GUIDE_DEPTH:
        return 0;
    case GUIDE_MAX_MATCH:
        return x->unpairs;
    case GUIDE_MIN_MATCH:
        return -x->unpairs;
    case GUIDE_SIMILARITY:
        return *learned_at(l, x->similar);
    case GUIDE_SYMMETRY:
        return *learned_at(l, x->symmetric);
    case GUIDE_MIN_SWITCHES:
        return x->switches;
    case GUIDE_MAX_SWITCHES:
        return !x->switches;
    case GUIDE_DELAY_ANY:
        return x->any;
    case GUIDE_TEST_PENALTY:
        return x->fails;
    case GUIDE_QUEUE:
        return -x->queue;
    case GUIDE_FEATURES:
        return x->feature ? *learned_at(l, x->feature) : 0;
    case GUIDE_DEVIATIONS:
        return !first;
    case GUIDE_CFG:
        return x->distance;
    }
    return 0;
}

double value_of_way(const struct way_sight *x, bool first, uint32_t guides,
                    struct learned *l)
{
    double sum = 0;
    for (uint32_t rest = guides; rest; rest &= rest - 1)
        sum += way_value(x, first, (enum valuation)(rest & -rest), l);
    return sum;
}
