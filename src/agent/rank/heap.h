/* SPDX-License-Identifier: Apache-2.0
 *
 * heap.h - an allocator whose whole state lies in the memory it manages.
 *
 * So an image of the heap is one copy of [base, base + used), and restoring it
 * restores what was allocated, what was free and in which order it will be given
 * out again. New blocks are filled, since what lies above `used` is left over
 * from other branches: with a byte that no program expects or, if they are vast, with
 * zeros that take no memory. Every block ends in a few bytes of known value: a heap
 * overflow is found when the block is freed, or by heap_check(). What was freed is
 * overwritten with something that is no address; large blocks cannot be accessed then. */
#ifndef MZ_AGENT_RANK_HEAP_H
#define MZ_AGENT_RANK_HEAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEAP_CLASSES 128
#define HEAP_WALK    50000
#define HEAP_ANCHORS 64

struct heap;

/* Called to make the pages of the heap in this range inaccessible (`shut`) or
 * accessible again. */
typedef void heap_shut_fn(struct heap *, char *low, char *high, bool shut);
/* Called when more than heap_extent() of the former use is needed. */
typedef void heap_grow_fn(struct heap *);
/* Called to make whole pages of the heap read as zeros, and take no memory. */
typedef void heap_zero_fn(struct heap *, char *low, char *high);

struct heap {
    char *base, *first; /* start of the memory; start of the blocks */
    size_t used, limit; /* bytes from base that are in use; bytes that may be used */
    heap_shut_fn *shut; /* NULL: freed memory stays accessible */
    heap_grow_fn *grow; /* NULL: everything up to `limit` is accessible from the start */
    heap_zero_fn *zero; /* NULL: zeros have to be written, and no block is vast */
    uint64_t live;      /* number of bytes asked for and not freed */
    bool fill;
    bool whole;   /* what lies behind a block is overwritten, however much it is */
    bool damaged; /* links between free blocks are overwritten */
    bool fresh;   /* what lies above `used` was never written, and is zero */
    uint64_t spare[HEAP_CLASSES]; /* the free blocks of each class: see heap.c */
    /* The offsets of some blocks, in order, so that heap_find() need not go through all
     * of them: see note_anchor(). */
    uint32_t anchor[HEAP_ANCHORS];
    uint32_t anchors;
    uint32_t anchor_step, anchor_next;
};

enum heap_fault {
    HEAP_FINE,
    HEAP_NOT_A_BLOCK,
    HEAP_FREED_TWICE,
    HEAP_OVERRUN,
    HEAP_LENT,         /* somebody else gives it back: see heap_lend() */
    HEAP_WRITTEN_FREE, /* memory was written after it had been freed; where is not known
                        */
};

#define HEAP_WRITTEN_FREE_TEXT                                                           \
    "the heap is damaged: something wrote to memory that had been freed"

/* From this size on, a block begins at the start of a page, and its pages are shut when
 * it is freed. The same threshold as glibc's, above which a use after free crashes there,
 * too. */
#define HEAP_LARGE (((size_t)128 << 10) - 16)

/* From this size on, a block is vast. glibc maps new pages, which are zero, for every
 * block of this size (DEFAULT_MMAP_THRESHOLD_MAX), so a program that reads what it has
 * not written sees zeros there, too. Smaller ones may be blocks that were freed before.
 */
#define HEAP_VAST ((size_t)32 << 20)

/* How much of the heap is accessible when `used` bytes are in use. What lies above
 * faults, so that an access far beyond a block is noticed. */
size_t heap_extent(size_t used);

/* Initialises a heap. The struct itself may lie at base; blocks start at base +
 * reserved. */
void heap_init(struct heap *, char *base, size_t reserved, size_t limit, bool fill);

void *heap_alloc(struct heap *, size_t bytes, size_t align); /* NULL: the heap is full */
void *heap_alloc_zeroed(struct heap *, size_t bytes);
/* as heap_alloc(), but the memory is not filled */
void *heap_alloc_raw(struct heap *, size_t bytes, size_t align);
enum heap_fault heap_free(struct heap *, void *);
/* As heap_free(), but the block's pages are shut whatever its size is; it must have
 * been aligned to a page. */
enum heap_fault heap_free_shut(struct heap *, void *);
/* As heap_free(), but the block is not given out again: it is another thread's. */
enum heap_fault heap_free_apart(struct heap *, void *);
/* The number of bytes asked for; SIZE_MAX if p is not a live block. */
size_t heap_size(const struct heap *, const void *);
/* Notes that another function than free() gives this block back, or that it does not any
 * more; false: it is no live block, or that is so already. */
bool heap_lend(struct heap *, void *, bool lent);
/* Grows or shrinks the block without moving it; false if that is not possible. */
bool heap_resize(struct heap *, void *, size_t bytes);

static inline bool heap_owns(const struct heap *h, const void *p)
{
    return (const char *)p >= h->base && (const char *)p < h->base + h->limit;
}

/* A block as its owner knows it. */
struct heap_block {
    const char *low, *high;
    bool live;      /* false: it was freed */
    const void *at; /* its header, which stays there as long as the heap is not taken
                       back to an earlier state */
};

/* Finds the block that contains this address, or after whose end the address lies. `hint`
 * is the header of a block that is not after it, or NULL. False if the address is before
 * the first block or after the last one, or the heap is damaged. */
bool heap_find(const struct heap *, const void *, const void *hint, struct heap_block *);

/* Checks up to HEAP_WALK blocks; stores the first damaged one. */
enum heap_fault heap_check(const struct heap *, const void **where);

#endif
