/* SPDX-License-Identifier: Apache-2.0
 *
 * track.h - images of large heaps, by the pages that changed.
 *
 * Small heaps are copied whole. Above TRACK_FROM the kernel is asked which pages
 * were written since the last image (userfaultfd in asynchronous write-protect mode,
 * and PAGEMAP_SCAN); where it cannot tell, pages are write-protected and the faults
 * counted. An image is then a table of page copies, most of which it shares with the
 * images before and after it. */
#ifndef MZ_EXEC_TRACK_H
#define MZ_EXEC_TRACK_H
#include "exec/agent/agent.h"

#define TRACK_FROM ((size_t)512 << 10)

struct tracked; /* the content of a heap at some moment */

void track_init(void);
/* This process is a copy: what the kernel watched for the first one, it must watch again.
 */
void track_copied(void);

/* The heap as it is now; NULL: small, copy it. */
struct tracked *track_save(struct rank *);
void track_load(struct rank *, struct tracked *);
void track_release(struct tracked *);
size_t track_bytes(const struct tracked *); /* that it added to what there was */

/* Nanoseconds that an image of the rank would cost, about. */
uint64_t track_cost(const struct rank *);

/* A write to a protected page of a slab; true if it may go on. */
bool track_fault(const void *address);
/* Pages of the rank's that were made writable, so their faults are not seen. */
void track_opened(struct rank *, uintptr_t low, uintptr_t high);
/* The kernel is about to write there on the rank's behalf. */
void track_touch(const void *address, size_t bytes);

#endif
