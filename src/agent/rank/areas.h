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
#ifndef MZ_AGENT_RANK_AREAS_H
#define MZ_AGENT_RANK_AREAS_H
#include "agent/core/agent.h"

enum area_kind {
    AREA_PROTECTED, /* protected by the program with mprotect() */
    AREA_FREED,
    AREA_UNMAPPED,
    AREA_BEYOND, /* mapped beyond the end of a file */
};

/* Sets the protection of whole pages of the slab's heap. The usual protection (read and
 * write) removes the pages from the list. False if there is no memory for the list, or
 * the kernel allows no more mappings. */
bool areas_set(struct rank *, uintptr_t low, uintptr_t high, int protection,
               enum area_kind);
/* The first area on the list that overlaps this range; NULL if none does. */
const struct area *areas_in(const struct rank *, uintptr_t low, uintptr_t high);
/* The area in force at this address, while the rank runs; for handlers of faults: they
 * cannot read the rank's list, as its page may be the one that is watched. */
const struct area *areas_at(const struct rank *, uintptr_t address);

void areas_enforce(struct rank *); /* enforces the protections, before the rank runs */
void areas_lift(struct rank *);    /* lifts the protections, before the agent accesses the
                                      slab */
/* The agent has faulted at this address: lifts the protection there. False if there is
 * none. */
bool areas_open(const void *address);
void areas_forget(struct rank *); /* all pages of the rank have become readable and
                                     writable */

/* Makes the slab accessible as far as heap_extent() says about its heap. */
void areas_prepare(struct rank *, struct heap *);
void areas_extend(struct rank *, size_t used);

/* Zeroes the range more cheaply than by writing. Requires that its protection is
 * lifted. */
void areas_zero(struct rank *, uintptr_t low, uintptr_t high);

/* Makes all other ranks' slabs inaccessible, or those of other processes, until the agent
 * looks at one of them. The page with the head stays accessible, since the program has
 * nothing there. */
void areas_isolate(uint32_t rank);
/* Makes all slabs accessible again. */
void areas_join(void);
/* The rank whose memory, heap or stack, is at this address; -1 if there is none. */
int areas_owner(uintptr_t address);
/* Do these bytes contain an address of a slab, at any offset? */
bool areas_mentioned(const void *bytes, size_t n);
/* Do these bytes contain an address of static data or code? All ranks have these at the
 * same place here, but not in real MPI processes. */
bool areas_static(const void *bytes, size_t n);

#endif
