/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.h - where things live in the process under test.
 *
 * Addresses are fixed, so that a pointer printed, hashed or sent by the program
 * is the same in every execution and every replay. Nothing of a program loaded
 * without address randomisation comes near these ranges: position-independent
 * executables start at 0x5555..., libraries end at 0x7fff..., others are low.
 *
 *   AGENT   the checker's own heap and stacks; never part of an image
 *   SPILL   records of a long execution: see spill.h
 *   SETUP   the heap of constructors and of main before the actors start; each
 *           rank has its own copy of the pages it changes
 *   RANKS   a slab for each rank:  head | heap ->  (hole)  output  (hole)  <- stack
 *   ASIDE   large data of the program that belong to ranks which are not running
 *
 * The hole is not mapped. It is gigabytes wide, so running off the stack or far
 * off the heap faults instead of reaching something else. */
#ifndef MZ_AGENT_CORE_LAYOUT_H
#define MZ_AGENT_CORE_LAYOUT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "real/link.h" /* LINK_MAX_RANKS */

#define PAGE ((size_t)4096)

#define LAYOUT_AGENT      ((uintptr_t)0x200000000000)
#define LAYOUT_AGENT_SIZE ((size_t)1 << 40)
#define LAYOUT_SPILL      ((uintptr_t)0x280000000000)
#define LAYOUT_SPILL_SIZE ((size_t)4 << 40)
#define LAYOUT_SETUP      ((uintptr_t)0x300000000000)
#define LAYOUT_SETUP_SIZE ((size_t)16 << 30)
/* No round number: two integers, or a 0 and a floating-point number, would look like an
 * address of a rank's memory, and ranks that may know such addresses are isolated from
 * each other (areas_isolate()), which takes time with every change of ranks. */
#define LAYOUT_RANKS      ((uintptr_t)0x40005a400000)
#define LAYOUT_ASIDE      ((uintptr_t)0x500000000000)
#define LAYOUT_ASIDE_SIZE ((size_t)4 << 40)

/* The fewer ranks there are, the more addresses each can have. */
struct slab {
    /* Not a power of two: if a program adds a power of two to an address (for example by
     * using INT_MIN as an index), it must not reach the same place in another rank's
     * slab. */
    size_t size;
    size_t heap; /* the largest size of its heap */
};
#define SLAB_NARROW (((size_t)16 << 30) - ((size_t)272 << 20))
#define SLAB_WIDE   (((size_t)128 << 30) - ((size_t)272 << 20))
#define SLAB_MANY   100 /* from so many ranks on, slabs are narrow */

#define SLAB_STACK ((size_t)8 << 20)
/* size of what the rank has printed, and how far behind its heap it is */
#define SLAB_OUTPUT_MAX ((size_t)64 << 10)
#define SLAB_GAP        ((size_t)1 << 20)

#define LAYOUT_MAX_RANKS LINK_MAX_RANKS
_Static_assert(LAYOUT_RANKS + LAYOUT_MAX_RANKS * SLAB_NARROW < LAYOUT_ASIDE &&
                   LAYOUT_RANKS + SLAB_MANY * SLAB_WIDE < LAYOUT_ASIDE,
               "all ranks have room");

static inline const struct slab *layout_of(uint32_t ranks)
{
    static const struct slab narrow = {SLAB_NARROW, (size_t)12 << 30},
                             wide = {SLAB_WIDE, (size_t)120 << 30};
    return ranks < SLAB_MANY ? &wide : &narrow;
}

static inline bool layout_of_agent(uint64_t a)
{
    return (a >= LAYOUT_AGENT && a < LAYOUT_AGENT + LAYOUT_AGENT_SIZE) ||
           (a >= LAYOUT_SPILL && a < LAYOUT_SPILL + LAYOUT_SPILL_SIZE);
}

static inline uintptr_t page_down(uintptr_t a)
{
    return a & ~(PAGE - 1);
}

static inline uintptr_t page_up(uintptr_t a)
{
    return page_down(a + PAGE - 1);
}

static inline bool page_is_zero(const char *page)
{
    const uint64_t *word = (const uint64_t *)(uintptr_t)page;
    for (size_t i = 0; i < PAGE / sizeof *word; i++)
        if (word[i])
            return false;
    return true;
}

#endif
