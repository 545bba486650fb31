/* SPDX-License-Identifier: Apache-2.0
 *
 * contribution.h - what a rank gives to a collective, as one piece of memory that the
 * others read: they compare its description with their own, and take their blocks out of
 * it, or reduce them. */
#ifndef MZ_MPI_COLL_CONTRIBUTION_H
#define MZ_MPI_COLL_CONTRIBUTION_H
#include "mpi/coll/coll.h"

struct contribution;

/* Is there somebody on the other side of this block? In a neighbourhood there may be
 * none, and the memory is not touched then. The only block may be for all. */
bool gives_block(const struct coll *, int i);
/* The blocks that are written to: in a neighbourhood, not those from nobody. */
int blocks_taken(const struct coll *);
struct data taken_block(const struct coll *, int i);

/* Everything that this rank contributes, n bytes, allocated with malloc(). */
struct contribution *contribution_make(const struct coll *, struct port_from, size_t *n);
/* Does the member at this place say the same of the collective as this rank? */
bool contribution_check(struct request *, const struct coll *, uint32_t place,
                        const struct contribution *);
/* If this rank needs all, does the member, too? In such a collective all do, or none;
 * what they give is compared before. */
bool contribution_needs_all(struct request *, const struct coll *, uint32_t place,
                            const struct contribution *);
/* Copies the block that is needed of a member's contribution. */
bool contribution_take(struct request *, const struct coll *, const struct need *,
                       const struct contribution *);
/* Reduces what the members gave; this rank's result is the slice that starts at
 * k->slice. */
void contributions_reduce(struct request *, const struct coll *,
                          const struct port_result *);

#endif
