/* SPDX-License-Identifier: Apache-2.0
 *
 * judge.h - what an explorer saw, and whether another saw the same. Shared by the
 * differential tests. */
#ifndef MZ_TESTS_JUDGE_H
#define MZ_TESTS_JUDGE_H
#include "explore/search/search.h"

struct seen {
    struct digest trace, state;
    bool deadlock, failed;
};

struct sightings {
    VEC(struct seen) at;
};

/* For search.on_execution, with a struct sightings as context. The state must be
 * hashing. */
void judge_remember(struct search *, void *sightings);

/* Sorts, and leaves each trace once. False if two executions of one trace differ
 * in what they lead to. */
bool judge_distil(struct sightings *, size_t *duplicates);

/* How many traces two distilled records have in common, with the same end. */
size_t judge_common(const struct sightings *, const struct sightings *);

#endif
