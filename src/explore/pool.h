/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.h - several processes that share a worklist. */
#ifndef MZ_EXPLORE_POOL_H
#define MZ_EXPLORE_POOL_H
#include "explore/worklist.h"

/* Explores the items. No choice may be made; this process only listens, and tells what
 * the others find. What is left, if it was stopped, is among the items again. */
void pool_explore(struct worklist *, uint32_t jobs);

/* For worklist.c, in a worker: the first process is to hear of this execution. */
void pool_tell(const struct worklist *, const void *execution, size_t bytes);

#endif
