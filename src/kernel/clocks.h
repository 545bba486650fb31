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

enum { CLOCK_PAGE = 64, CLOCKS_WIDE = 128, CLOCKS_RING = 4 };

struct clocks {
    size_t n;            /* number of clocks */
    uint32_t width;      /* entries in each clock */
    uint32_t pages;      /* pages of each clock; 0 while each clock is an array */
    VEC(uint32_t) dense; /* the arrays, if pages is 0 */
    /* the page numbers of each clock, one list after the other; number 0 is the page of
     * zeros */
    VEC(uint32_t) page;
    VEC(uint32_t) words; /* the contents of all pages, one page after the other */
    /* for each clock, how many words there were before it was added */
    VEC(size_t) before;
    uint32_t *ring; /* four arrays for clocks_expand(), which uses them in turn */
    uint32_t next;  /* the array of the ring that is used next */
};

void clocks_free(struct clocks *);

/* Gives each clock that exists more entries, up to `width`; the new entries are 0. */
void clocks_widen(struct clocks *, uint32_t width);

/* Adds a clock: a copy of the clock of event `like` (SIZE_MAX: all zeros). It can then
 * be joined with other clocks, and after that one of its entries can be changed. Only
 * for clocks with pages. */
void clocks_push(struct clocks *, size_t like);
void clocks_join(struct clocks *, size_t other);
void clocks_set(struct clocks *, uint32_t entry, uint32_t value);
/* Removes the newest clock. Works for arrays as well as for pages. */
void clocks_pop(struct clocks *);

/* The n-th clock as an array. If clocks have pages, the array is one of a ring of four:
 * the fourth later call overwrites it. */
const uint32_t *clocks_expand(struct clocks *, size_t n);

static inline uint32_t clocks_entry(const struct clocks *c, size_t n, uint32_t entry)
{
    if (!c->pages)
        return c->dense.at[n * c->width + entry];
    size_t page = c->page.at[n * c->pages + entry / CLOCK_PAGE];
    return c->words.at[page * CLOCK_PAGE + entry % CLOCK_PAGE];
}

/* The first entry from `from` on in which the two clocks differ; `width` if there is
 * none. */
static inline uint32_t clocks_differ(const struct clocks *c, size_t a, size_t b,
                                     uint32_t from)
{
    while (from < c->width && clocks_entry(c, a, from) == clocks_entry(c, b, from)) {
        uint32_t page = from / CLOCK_PAGE;
        bool same = c->pages &&
                    c->page.at[a * c->pages + page] == c->page.at[b * c->pages + page];
        from = same ? (page + 1) * CLOCK_PAGE : from + 1;
    }
    return from;
}

#endif
