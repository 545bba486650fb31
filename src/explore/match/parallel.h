/* SPDX-License-Identifier: Apache-2.0
 *
 * parallel.h - the match explorer in several processes. */
#ifndef MZ_EXPLORE_MATCH_PARALLEL_H
#define MZ_EXPLORE_MATCH_PARALLEL_H
#include "explore/match/work.h"

/* Explores the items. The program's actors must be at their start; this process only
 * listens, and tells what the others find. What is left, if it was stopped, is among the
 * items again. */
void parallel_explore(struct work *, uint32_t jobs);

#endif
