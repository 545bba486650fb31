/* SPDX-License-Identifier: Apache-2.0
 *
 * areas.h - pages of a rank's slab that it may not use as it likes.
 *
 * What mprotect, munmap and free have done to pages is part of a rank: the list of such
 * areas is in its heap and goes back with it. While the rank runs, the list is in force:
 * the pages really have that protection, and the agent remembers which it has set, as
 * changing them is expensive. Where the agent copies a slab as a whole, it lifts them
 * before; if it runs into one otherwise, the handler for the fault lifts that one
 * (areas_open()). */
#ifndef MZ_EXEC_AREAS_H
#define MZ_EXEC_AREAS_H
#include "exec/agent/agent.h"

enum area_kind {
    AREA_PROTECTED, /* by the program */
    AREA_FREED,
    AREA_UNMAPPED,
    AREA_BEYOND, /* mapped, but the file is shorter */
};

/* Of the slab's heap, beginning and ending with pages. Protection that is the usual one
 * takes pages off the list. False: no memory for the list, or the kernel has none for its
 * own. */
bool areas_set(struct rank *, uintptr_t low, uintptr_t high, int protection,
               enum area_kind);
/* The first one on the list that has pages in this range; NULL: none. */
const struct area *areas_in(const struct rank *, uintptr_t low, uintptr_t high);

void areas_enforce(struct rank *); /* it is about to run */
void areas_lift(struct rank *);    /* the agent is about to access it */
/* The agent has faulted there: lift what is in the way. False: nothing is. */
bool areas_open(const void *address);
void areas_forget(struct rank *); /* all its pages are readable and writable now */

/* A slab is there up to what heap_extent() says about its heap. */
void areas_prepare(struct rank *, struct heap *);
void areas_extend(struct rank *, size_t used);

/* Zero, for less than writing would cost. Requires that the protection is lifted there.
 */
void areas_zero(struct rank *, uintptr_t low, uintptr_t high);

/* Only this rank's slab can be accessed, until the agent looks at another one. What is
 * left open is the page with the head, in which the program has nothing. */
void areas_isolate(uint32_t rank);
/* Is there an address of a slab among these bytes, wherever it begins? */
bool areas_mentioned(const void *bytes, size_t n);
/* Or one of static data or code, which all ranks have at the same place here, and nowhere
 * else? */
bool areas_static(const void *bytes, size_t n);

#endif
