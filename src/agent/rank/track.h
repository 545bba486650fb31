/* SPDX-License-Identifier: Apache-2.0
 *
 * track.h - images of large heaps, by the pages that changed.
 *
 * Small heaps are copied whole. Above TRACK_FROM the kernel is asked which pages
 * were written since the last image (userfaultfd in asynchronous write-protect mode,
 * and PAGEMAP_SCAN); where it cannot tell, pages are write-protected and the faults
 * counted. An image is then a table of page copies, most of which it shares with the
 * images before and after it. */
#ifndef MZ_AGENT_RANK_TRACK_H
#define MZ_AGENT_RANK_TRACK_H
#include "agent/core/agent.h"

#define TRACK_FROM ((size_t)512 << 10)

struct tracked; /* the content of a heap at some moment */

void track_init(void);
/* This process has become a copy: registers again what the kernel watches for the first
 * one. */
void track_copied(void);

/* An image of the heap as it is now; NULL: the heap is small, and is to be copied. */
struct tracked *track_save(struct rank *);
void track_load(struct rank *, struct tracked *);
void track_release(struct tracked *);
size_t track_bytes(const struct tracked *); /* bytes that it takes in addition to the
                                               pages shared with other images */

/* The estimated cost of an image of the rank, in nanoseconds. */
uint64_t track_cost(const struct rank *);

/* Handles a write to a protected page of a slab; true if the write may go on. */
bool track_fault(const void *address);
/* Does the kernel say which pages of the rank's heap were written? */
bool track_by_kernel(const struct rank *);
/* Notes that these pages of the rank were made writable, so that writes to them are not
 * noticed. */
void track_opened(struct rank *, uintptr_t low, uintptr_t high);
/* Notes that these whole pages of the rank read as zeros now, since their memory was
 * given back: the kernel does not say that. */
void track_dropped(struct rank *, uintptr_t low, uintptr_t high);
/* Notes that the kernel is about to write there on the rank's behalf. */
void track_touch(const void *address, size_t bytes);

#endif
