/* SPDX-License-Identifier: Apache-2.0
 *
 * clocks.h - where the vector clocks of an execution are kept.
 *
 * A clock has an entry for each actor, and each receive that is posted is an actor of its
 * own: with 20,000 of them, clocks as arrays would take gigabytes. So from a certain
 * width on, a clock is a list of pages, and clocks share the pages in which they do not
 * differ. Events come and go as on a stack, and so do pages. */
#ifndef MZ_KERNEL_CLOCKS_H
#define MZ_KERNEL_CLOCKS_H
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLOCK_PAGE = 256, CLOCKS_WIDE = 1024, CLOCKS_RING = 4 };

struct clocks {
    uint32_t width;      /* entries of each */
    uint32_t pages;      /* of each; 0: each is an array */
    VEC(uint32_t) dense; /* the arrays */
    VEC(uint32_t) page;  /* which pages each one has; 0 is the page of zeros */
    VEC(uint32_t) words; /* of the pages, one after the other */
    VEC(size_t) before;  /* how many words there were before each */
    uint32_t *ring;      /* arrays for those who need one */
    uint32_t next;       /* of the ring */
};

void clocks_free(struct clocks *);

/* More entries for the n clocks that there are; the new ones are 0. */
void clocks_widen(struct clocks *, size_t n, uint32_t width);

/* One more: like that of this event (SIZE_MAX: all 0), then joined with others, then with
 * one entry changed. For clocks with pages only. */
void clocks_push(struct clocks *, size_t like);
void clocks_join(struct clocks *, size_t other);
void clocks_set(struct clocks *, uint32_t entry, uint32_t value);
/* Without the last one; with arrays, too. */
void clocks_pop(struct clocks *);

/* As an array. Of clocks with pages, it is one of a ring of four: the fourth later call
 * overwrites it. */
const uint32_t *clocks_expand(struct clocks *, size_t n);

static inline uint32_t clocks_entry(const struct clocks *c, size_t n, uint32_t entry)
{
    if (!c->pages)
        return c->dense.at[n * c->width + entry];
    size_t page = c->page.at[n * c->pages + entry / CLOCK_PAGE];
    return c->words.at[page * CLOCK_PAGE + entry % CLOCK_PAGE];
}

#endif
