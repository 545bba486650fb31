/* SPDX-License-Identifier: Apache-2.0
 *
 * orders.h - orders of a search, for fuzzers: every number is another one. */
#ifndef MZ_TESTS_ORDERS_H
#define MZ_TESTS_ORDERS_H
#include "explore/search/search.h"

enum { ORDERS_GUIDES = 13 }; /* number of constants of enum valuation */

static inline void choose_order(struct search *s, uint64_t n)
{
    static const uint64_t memory[] = {0, 40000, 400000};
    s->options.strategy = STRATEGY_AUTO + n % (STRATEGY_MCTS + 1);
    s->options.ordered = true;
    s->options.guides =
        n % 5 ? 1u << n % ORDERS_GUIDES | 1u << n / ORDERS_GUIDES % ORDERS_GUIDES : 0;
    s->options.threshold = n % 3 ? 0 : (uint32_t)(n % 50);
    s->options.seed = n;
    s->options.memory = memory[n / 7 % 3]; /* heads do not fit, or do not even as items */
    s->guide_after = -1;
}

#endif
