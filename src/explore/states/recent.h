/* SPDX-License-Identifier: Apache-2.0
 *
 * recent.h - worlds that are kept elsewhere and that this process has had to do with
 * lately. There are two generations: the older one goes when the younger one is full. */
#ifndef MZ_EXPLORE_STATES_RECENT_H
#define MZ_EXPLORE_STATES_RECENT_H
#include "base/arena.h"
#include "explore/states/lookup.h"

/* The number of a part of the table of worlds: see parts.h. */
typedef uint16_t part_number;
#define PART_HERE ((part_number)UINT16_MAX) /* it is not divided */

struct recent_world {
    const char *bytes;
    uint32_t place, length;
    part_number part;
};

struct recent {
    struct generation {
        struct arena arena;
        struct lookup lookup;
        VEC(struct recent_world) at;
        size_t bytes;
    } young, old;
    size_t most; /* worlds of a generation */
};

void recent_put(struct recent *, part_number, uint32_t place, const char *bytes,
                size_t length);
/* NULL: it is not there. Valid until the next recent_put(). */
const char *recent_get(const struct recent *, part_number, uint32_t place,
                       size_t *length);
void recent_free(struct recent *);

#endif
