/* SPDX-License-Identifier: Apache-2.0
 *
 * heap.h - an allocator whose whole state lies in the memory it manages.
 *
 * So an image of the heap is one copy of [base, base + used), and restoring it
 * restores what was allocated, what was free and in which order it will be given
 * out again. New blocks are filled, since what lies above `used` is left over
 * from other branches. Every block ends in a few bytes of known value: a heap
 * overflow is found when the block is freed, or by heap_check(). */
#ifndef MZ_EXEC_HEAP_H
#define MZ_EXEC_HEAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEAP_CLASSES 128
#define HEAP_WALK 50000

struct heap {
    char *base, *first; /* where the memory begins; where blocks begin */
    size_t used, limit; /* from base */
    uint64_t live;      /* bytes asked for and not freed */
    bool fill;
    void *spare[HEAP_CLASSES];
};

enum heap_fault {
    HEAP_FINE,
    HEAP_NOT_A_BLOCK,
    HEAP_FREED_TWICE,
    HEAP_OVERRUN,
};

/* The struct itself may lie at base; blocks start at base + reserved. */
void heap_init(struct heap *, char *base, size_t reserved, size_t limit, bool fill);

void *heap_alloc(struct heap *, size_t bytes, size_t align); /* NULL: full */
void *heap_alloc_zeroed(struct heap *, size_t bytes);
enum heap_fault heap_free(struct heap *, void *);
/* Bytes asked for; SIZE_MAX if it is not a live block. */
size_t heap_size(const struct heap *, const void *);
/* Grows or shrinks without moving, if possible. */
bool heap_resize(struct heap *, void *, size_t bytes);

static inline bool heap_owns(const struct heap *h, const void *p)
{
    return (const char *)p >= h->base && (const char *)p < h->base + h->limit;
}

/* Walks the blocks, HEAP_WALK of them at most; the first damaged one is stored. */
enum heap_fault heap_check(const struct heap *, const void **where);

#endif
