/* SPDX-License-Identifier: Apache-2.0
 *
 * alternative.h - where else UDPOR can go from a configuration.
 *
 * Given a configuration C and a set D of events that are not to be explored any
 * more, an alternative is a set J of known events such that C and J together are a
 * configuration in which every event of D has a conflict. */
#ifndef MZ_EXPLORE_CLASSIC_ALTERNATIVE_H
#define MZ_EXPLORE_CLASSIC_ALTERNATIVE_H
#include "explore/classic/unfolding.h"

struct spike {
    uint32_t avoided;   /* an event of D */
    size_t first, last; /* the range of spikes.candidates that conflict with it */
};

struct alternatives {
    struct unfolding *u;
    struct config *c; /* the configuration; the search changes it and restores it */
    VEC(struct spike) spikes;
    ids_vec candidates, rivals, missing;
};

void alternatives_free(struct alternatives *);

/* Appends the events of J; false if there is no alternative. With k > 0, only the last
 * k events of D need a conflict with J, and J merely contains no event of D. */
bool alternatives_find(struct alternatives *, const uint32_t *avoid, size_t n, uint32_t k,
                       ids_vec *j);

#endif
