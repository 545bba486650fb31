/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.h - several processes that share a worklist, on one machine or in a cluster. */
#ifndef MZ_EXPLORE_SHARE_POOL_H
#define MZ_EXPLORE_SHARE_POOL_H
#include "explore/search/worklist.h"

/* Explores the items with `jobs` worker processes, and those of the cluster if there is
 * one; no choice may be made in this process, which only collects and reports what the
 * workers find. If the search is stopped, the list holds what is left. In another process
 * of a cluster than the first, returns when the search has ended, with nothing left. */
void pool_explore(struct worklist *, uint32_t jobs);

/* Called by worklist.c in a worker: sends this execution to the first process. */
void pool_tell(struct worklist *, const void *execution, size_t bytes);

/* The number of this worker, from 1 on. */
uint32_t pool_number(const struct worklist *);

#endif
