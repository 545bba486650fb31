/* SPDX-License-Identifier: Apache-2.0
 *
 * window_index.h - which accesses to a part overlap these locations? Looking at all of
 * them would make a program with thousands of accesses cost the square of their number.
 *
 * An access lies in at most two cells of a grid whose cells are at least as large as it
 * is: there is a grid for every size, up to a factor of 16. Accesses come and go as on a
 * stack, and are entered when somebody asks. */
#ifndef MZ_KERNEL_WINDOW_INDEX_H
#define MZ_KERNEL_WINDOW_INDEX_H
#include "kernel/state.h"

enum { INDEX_FROM = 64 }; /* so many accesses are looked at one by one */

/* The part has so many accesses that it gets an index. */
void rma_index_make(struct rma_part *);
/* Appends the indices of the accesses that overlap [lo, hi) and come before the one with
 * index `end`, newest first. */
void rma_index_find(const struct state *, const struct rma_part *, uint64_t lo,
                    uint64_t hi, uint32_t end, events_vec *);
/* The newest access of the part, which is still there, is about to be taken back. */
void rma_index_pop(const struct rma_part *);
void rma_index_free(struct rma_part *);

#endif
