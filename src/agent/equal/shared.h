/* SPDX-License-Identifier: Apache-2.0
 *
 * shared.h - pages of images, which many share, and what is in memory now.
 *
 * An explorer that stores states keeps an image of each, and most of their pages are the
 * same. So an image is a list of numbers of pages, and images share pages. A page
 * consists of blocks, each content of which is stored once, so that pages that differ in
 * a few bytes share the rest. Both have digests.
 *
 * A *mirror* says which stored pages are in some part of memory. A rank that has run has
 * changed a few pages of many, and comparing memory with a copy of it is faster than
 * computing digests: so those are computed of blocks that have changed, and an image is
 * put in place by writing the pages that are not there. */
#ifndef MZ_AGENT_EQUAL_SHARED_H
#define MZ_AGENT_EQUAL_SHARED_H
#include "base/set128.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

struct shared; /* pages that belong together */

/* Pages that are next to each other. Where a heap is large, most of it was never touched:
 * a span in which all pages are zero takes no room. */
#define SHARED_SPAN 512 /* pages */
struct mirror_span {
    uint32_t page[SHARED_SPAN]; /* the stored pages */
    char *copy[SHARED_SPAN];    /* the content of each; NULL: none is needed */
};

/* What was not looked at counts as zero. */
struct mirror {
    VEC(struct mirror_span *) span; /* NULL: all of its pages are zero */
};

/* Finds out what is in memory at the place of this page: n bytes, after which the page
 * counts as zero. */
void mirror_look(struct mirror *, uint32_t page, const char *at, size_t n);
/* The page reads as zeros; and so do all of the span that begins with this one. */
void mirror_zero(struct mirror *, uint32_t page);
void mirror_zero_span(struct mirror *, uint32_t page);
struct digest mirror_digest(const struct mirror *, uint32_t page); /* of its content */

/* The first pages of the mirror, so many bytes; adds to agent.image_bytes what they
 * take. */
struct shared *shared_take(const struct mirror *, size_t bytes);
/* Writes the page to where the mirror is, unless it is there already. `sure`: memory has
 * not changed since the mirror was brought up to date. */
void shared_put(const struct shared *, uint32_t page, struct mirror *, char *at,
                bool sure);
/* Is the page zero, and are all of the span to which it belongs? */
bool shared_is_zero(const struct shared *, uint32_t page);
bool shared_span_is_zero(const struct shared *, uint32_t page);
void shared_free(struct shared *); /* NULL: nothing */

#endif
