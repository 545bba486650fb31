/* SPDX-License-Identifier: Apache-2.0
 *
 * share.h - guided searches in which not all ways are explored (tree.together), in
 * several processes. For pool.c. */
#ifndef MZ_EXPLORE_GUIDE_SHARE_H
#define MZ_EXPLORE_GUIDE_SHARE_H
#include "explore/worklist.h"

/* In the first process. share_begin() takes the list of items; share_end() leaves there
 * what was not explored. */
void share_begin(struct worklist *);
void share_end(struct worklist *);
/* Adds up to n items for a worker. How many could there be? */
void share_orders(struct worklist *, size_t n);
size_t share_open(const struct worklist *);
/* Takes the items that workers have sent back. */
void share_reports(struct worklist *);

/* In a worker: explores the items, and leaves what is to be sent back instead. */
void share_serve(struct worklist *);

#endif
