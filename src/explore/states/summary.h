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
 * would lose some. */
#ifndef MZ_EXPLORE_STATES_SUMMARY_H
#define MZ_EXPLORE_STATES_SUMMARY_H
#include "base/vec.h"
#include "explore/states/facts.h"
#include "explore/states/lookup.h"

struct future_item {
    uint64_t what; /* a name of interference */
    int32_t tag;
    uint32_t mask, needs; /* sets of names */
};
typedef VEC(struct future_item) future_vec;

/* Sets of names, each stored once. The empty set is number 0. */
struct name_set {
    uint64_t *at;
    uint32_t len;
};

struct name_sets {
    VEC(struct name_set) at;
    struct lookup lookup;
    VEC(uint64_t) scratch;
    future_vec now, before; /* scratch */
    size_t bytes;
    uint32_t furthest; /* no rank waits for a collective at a later place than this: that
                          somebody arrives there is not passed back, since in a loop of
                          collectives there would be no end of places */
};

void nameset_init(struct name_sets *);
void nameset_free(struct name_sets *);
bool nameset_meet(const struct name_sets *, uint32_t set, const uint64_t *names,
                  size_t n);
bool nameset_have(const struct name_sets *, uint32_t set, uint64_t name);

/* Adds the item, unless another one says as much; removes those that say less. True if
 * something has changed. */
bool summary_add(struct name_sets *, future_vec *, struct future_item);

/* Adds to `out` what `after` says, and what the events do, as seen before the events. */
void summary_pass_back(struct name_sets *, const future_vec *after, const uint64_t *facts,
                       size_t nfacts, future_vec *out);

#endif
