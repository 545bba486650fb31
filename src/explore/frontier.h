/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.h - what is left of an exploration that was stopped, and what it has found out
 * so far; as a file. */
#ifndef MZ_EXPLORE_FRONTIER_H
#define MZ_EXPLORE_FRONTIER_H
#include "base/str.h"
#include "explore/match_item.h"
#include "explore/search.h"

struct frontier {
    uint64_t program; /* see item_program() */
    items_vec items;
    uint64_t executions, redundant, deadlocks, failures, halts, told;
    double explored;
};

void frontier_free(struct frontier *);

/* The numbers go from one to the other. */
void frontier_begin(const struct frontier *, struct search *);
void frontier_end(struct frontier *, const struct search *);

/* False, with the reason in one sentence. */
bool frontier_write(const struct frontier *, const char *file, struct str *why);
bool frontier_read(struct frontier *, const char *file, struct program *,
                   struct str *why);

#endif
