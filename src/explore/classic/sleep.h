/* SPDX-License-Identifier: Apache-2.0
 *
 * sleep.h - sleep sets, for all nodes of the current path.
 *
 * An act sleeps at a node if every execution that begins with it there has been
 * explored already, or is equivalent to one that has. Sets are kept on one
 * stack, a segment for each node; a node's set can grow only while its node is
 * the last. An act keeps its place and outcome as long as it sleeps, since what
 * could change them wakes it up. */
#ifndef MZ_EXPLORE_CLASSIC_SLEEP_H
#define MZ_EXPLORE_CLASSIC_SLEEP_H
#include "kernel/state.h"

struct sleepers {
    VEC(struct act) acts;
    VEC(size_t) start;
};

/* Adds the set of a new last node: the acts that slept at the node before and are
 * independent of the act that led here. NULL for the first node, at which nothing
 * sleeps. */
void sleep_enter(struct sleepers *, const struct act *taken);
void sleep_leave(struct sleepers *);
void sleep_add(struct sleepers *, const struct act *);
bool sleep_has(const struct sleepers *, uint32_t actor, int32_t outcome);

/* The sleep set of the node at this depth; returns its size. */
size_t sleep_at(const struct sleepers *, size_t depth, const struct act **);

void sleep_free(struct sleepers *);

#endif
