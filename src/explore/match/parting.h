/* SPDX-License-Identifier: Apache-2.0
 *
 * parting.h - the last collective of a program, which only compares what ranks have to
 * say at their end (ARRIVE_OVER).
 *
 * All ranks are there in nearly every outcome, and say the same as in the outcome before.
 * What comes of it depends on nothing else. So the search does not add these arrivals to
 * the graph; a graph in which every rank is about to make its own is complete as it is,
 * if it is known that after what they say all ranks end well. If that is not known, or
 * something is to be reported, the arrivals are added, and taken back when the graph was
 * judged (work.c). */
#ifndef MZ_EXPLORE_MATCH_PARTING_H
#define MZ_EXPLORE_MATCH_PARTING_H
#include "explore/match/graph.h"

enum { PARTINGS = 256 };

/* The last meetings after which all ranks ended well. */
struct partings {
    uint32_t n;             /* number of ranks */
    uint64_t *said;         /* what each rank says in the present graph */
    uint64_t *at[PARTINGS]; /* what was said in known ones, each at the place that its
                               hash names; NULL: none */
};

void partings_init(struct partings *, const struct graph *);
void partings_free(struct partings *);

/* Are all ranks about to arrive for the last time? Notes what they say. */
bool partings_look(struct partings *, const struct graph *);
/* Is it known that all ranks end well after what was noted; and remembers that. */
bool partings_known(const struct partings *);
void partings_remember(struct partings *);

#endif
