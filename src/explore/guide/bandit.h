/* SPDX-License-Identifier: Apache-2.0
 *
 * bandit.h - which of several ways to search comes next: a bandit whose arms are these
 * ways, for match and for states. An arm is worth what it has lately found that was new,
 * for what that has cost. */
#ifndef MZ_EXPLORE_GUIDE_BANDIT_H
#define MZ_EXPLORE_GUIDE_BANDIT_H
#include "explore/guide/learn.h"

#include <stddef.h>

/* One of these arms. Half of the time each has the same chance; in the other half, the
 * more an arm is worth, the more often it is chosen. */
enum arm bandit_choose(const struct learned *, const enum arm *arms, size_t n,
                       uint64_t *chance);

/* The arm had this cost and found so much that was new. Of what it was worth before,
 * `keep` remains. */
void bandit_learn(struct arm_record *, double keep, double cost, double found);

#endif
