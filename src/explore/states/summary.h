/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.h - what may come from the future of a state to interfere with its choices.
 *
 * An item says: in the future of this state, something happens (a message is sent to a
 * rank, say) before which the acts in `mask` must have happened, and, where that is not
 * known yet, for which `needs` must hold. If at a node no act of a mask is among those
 * that are explored there, what happens can happen without them; then the choices
 * explored there may not be all.
 *
 * Items are passed backwards through the events of a step, so they hold for every way to
 * a state. A mask or a set of needs that is too small costs states; one that is too large
 * would lose some.
 *
 * There are far fewer different summaries than nodes, and few items and sets of names. So
 * each is stored once and has a number, and what was computed of two numbers is
 * remembered. Number 0 is the empty set, and the empty summary. */
#ifndef MZ_EXPLORE_STATES_SUMMARY_H
#define MZ_EXPLORE_STATES_SUMMARY_H
#include "explore/states/constants.h"
#include "explore/states/facts.h"

struct future_item {
    uint64_t what;        /* a name of interference */
    int64_t tag;          /* as wide as this, so that nothing is between the fields */
    uint32_t mask, needs; /* sets of names */
};

/* What came out for two numbers, as long as nothing else needs the place. */
struct summary_memo {
    struct summary_known {
        uint32_t one, other; /* counted from 1; 0: nothing */
        uint32_t is;
    } * at;
    size_t cap, missed; /* cap is a power of 2 */
};

typedef VEC(uint32_t) summary_vec; /* numbers of items, the smallest first */

struct summaries {
    struct constants sets;              /* of names, the smallest first */
    struct constants items;             /* struct future_item */
    struct constants all;               /* numbers of items, the smallest first */
    struct summary_memo joined, passed; /* of two summaries; of one, by some facts */
    struct summary_memo moved;          /* an item, by some facts */
    VEC(uint64_t) names;                /* scratch */
    summary_vec now, before;            /* scratch */
    uint32_t furthest; /* no rank waits for a collective at a later place than this: that
                          somebody arrives there is not passed back, since in a loop of
                          collectives there would be no end of places */
};

void summaries_init(struct summaries *);
void summaries_free(struct summaries *);
size_t summaries_bytes(const struct summaries *);

/* From now on, no rank waits for a collective at a later place than this. What was passed
 * back so far may be too little. */
void summaries_reach(struct summaries *, uint32_t furthest);

/* What both say: items that say no more than others are left out. */
uint32_t summary_join(struct summaries *, uint32_t one, uint32_t other);

/* What the summary says, and what the events do, as seen before the events. `number` is
 * that of the facts: the same facts have the same number. */
uint32_t summary_pass_back(struct summaries *, uint32_t summary, uint32_t number,
                           const uint64_t *facts, size_t nfacts);

/* The items of a summary are item 0 to summary_count() - 1. */
static inline size_t summary_count(const struct summaries *s, uint32_t summary)
{
    return s->all.at.at[summary].n / sizeof(uint32_t);
}
static inline const struct future_item *summary_item(const struct summaries *s,
                                                     uint32_t summary, size_t item)
{
    const uint32_t *numbers = constant_at(&s->all, summary);
    return constant_at(&s->items, numbers[item]);
}

bool nameset_meet(const struct summaries *, uint32_t set, const uint64_t *names,
                  size_t n);
bool nameset_have(const struct summaries *, uint32_t set, uint64_t name);

#endif
