/* SPDX-License-Identifier: Apache-2.0
 *
 * touched.h - which pages of a range have memory?
 *
 * A program may allocate far more than it uses. Pages that it has never touched have no
 * memory, and read as zeros; so whoever goes through a large heap goes through the pages
 * that have some. The kernel tells which (PAGEMAP_SCAN, Linux 6.7; /proc/self/pagemap in
 * earlier ones). */
#ifndef MZ_AGENT_RANK_TOUCHED_H
#define MZ_AGENT_RANK_TOUCHED_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct touched_range {
    uintptr_t low, high;
};

struct touched { /* ranges of whole pages, in the order of their addresses */
    struct touched_range *range;
    size_t len, room;
    void *answer; /* of the kernel */
};

/* Finds all pages from `low` to `high`, whole ones, that have memory. Others read as
 * zeros, and some of those that are found may. */
void touched_find(struct touched *, uintptr_t low, uintptr_t high);
void touched_free(struct touched *);

/* Copies `bytes` to where there are zeros; both have the same offset in their pages. */
void touched_copy(char *to, const char *from, size_t bytes);
bool touched_is_zero(const char *from, const char *to); /* at least one byte */
/* How many bytes do those pages of the range have that are not zero? If there are more
 * than `limit`, any number above it. */
size_t touched_filled(const char *low, const char *high, size_t limit);
/* A digest of these bytes, which is the same whether pages of zeros have memory or not.
 */
uint64_t touched_digest(const char *low, const char *high, uint64_t seed);

/* What the kernel is asked (struct pm_scan_arg), which the headers of some systems do not
 * have. */
#define PAGE_IS_WRITTEN (1u << 1)
#define PAGE_IS_PRESENT (1u << 3)
#define PAGE_IS_SWAPPED (1u << 4)
#define PAGE_IS_PFNZERO (1u << 5)
struct scanned {
    uint64_t start, end, categories;
};
struct pagemap_scan {
    uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages,
        category_inverted, category_mask, category_anyof_mask, return_mask;
};
#define PAGEMAP_SCAN _IOWR('f', 16, struct pagemap_scan)

#endif
