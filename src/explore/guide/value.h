/* SPDX-License-Identifier: Apache-2.0
 *
 * value.h - valuations: how promising is a head, or a state? The least value is the best.
 *
 * Those of the paper on directed multi-head DPOR, in terms of what sight.h tells. */
#ifndef MZ_EXPLORE_GUIDE_VALUE_H
#define MZ_EXPLORE_GUIDE_VALUE_H
#include "explore/guide/learn.h"
#include "explore/search/sight.h"

/* What is known of it; the words are those of struct head. */
struct outlook {
    uint32_t depth, deviations, switches, rarity;
    const struct sight *sight;
};

/* The sum of the values of all guides in the set (enum valuation). */
double value_of(const struct outlook *, uint32_t guides, struct learned *);
/* The same for a way of a choice, in trees with `together`; `first`: it is the first. */
double value_of_way(const struct way_sight *, bool first, uint32_t guides,
                    struct learned *);

#endif
