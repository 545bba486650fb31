/* SPDX-License-Identifier: Apache-2.0
 *
 * window_group.h - the accesses to a part, in groups, so that looking for races takes
 * time in proportion to the accesses and not to their square.
 *
 * Those of a group are of one actor and alike: of a pair of groups either all may be
 * concurrent, or it depends on when they happened. They happen one after the other: an
 * actor makes its direct accesses itself, and its effects that overlap keep their
 * order. */
#ifndef MZ_KERNEL_WINDOW_GROUP_H
#define MZ_KERNEL_WINDOW_GROUP_H
#include "kernel/window.h"

struct rma_group {
    const struct event *like;
    uint32_t rank;
    uint64_t reach; /* the largest end of this group and those before it */
    size_t n;
    const uint32_t *access; /* indices, in the order in which they happened */
    const uint32_t *called; /* of each: it and those behind it were called for when the
                               actor had at least this many events */
};

struct rma_groups { /* sorted by where they begin */
    struct rma_group *at;
    size_t n;
    uint32_t *access, *called;
};

/* The groups of all accesses of the part that may race. */
void rma_groups_make(const struct state *, const struct rma_part *, struct rma_groups *);
void rma_groups_free(struct rma_groups *);

#endif
