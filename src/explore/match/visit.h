/* SPDX-License-Identifier: Apache-2.0
 *
 * visit.h - the search of the match explorer: one graph, a stack of choices.
 *
 * Every step of the search adds one event to the graph. A frame holds the ways in which
 * that can be done, one of which is made at a time:
 *
 *   send      add it; or add it and let an earlier receive, or failed poll, of its
 *             destination have it instead of what that has now (a *revisit*)
 *   arrive,   likewise: an earlier poll, or wait for several, reports what is complete by
 *   done      this
 *   match     one for each send that the receive can take
 *   poll      fails, or reports one of the requests
 *   pick      one for each value
 *
 * See docs/algorithms/match.md for why this yields every outcome exactly once. */
#ifndef MZ_EXPLORE_MATCH_VISIT_H
#define MZ_EXPLORE_MATCH_VISIT_H
#include "explore/match/rules.h"

struct way {
    int32_t target;    /* the event that is revisited, or NONE */
    int32_t value;     /* poll, pick: the outcome; also of the one revisited */
    uint32_t first, n; /* new matches: visit.pairs */
};

struct frame {
    uint8_t kind; /* enum match_kind */
    uint32_t rank;
    int32_t canon;
    uint32_t first, n, current; /* visit.ways */
    uint32_t pairs;             /* how many there were before */
    uint32_t events;            /* likewise */
    /* of the revisit under way: */
    uint32_t place;          /* of its target in the order */
    uint32_t saved;          /* visit.saved: the order from there on */
    uint32_t removed, fixed; /* likewise */
    size_t stash;
};

struct visit {
    struct graph g;
    VEC(struct frame) frames;
    VEC(struct way) ways;
    pairs_vec pairs;
    VEC(uint32_t) saved, removed, fixed;
    struct past before, past, wide, one; /* scratch */
    VEC(int32_t) extra, sends;
};

void visit_init(struct visit *, struct program *);
void visit_free(struct visit *);

/* Goes on as far as possible without a choice that is already made. False if the graph
 * is complete; otherwise there is a new frame, none of whose options has been made. */
bool visit_grow(struct visit *);

/* Makes the option of the last frame; takes it back. */
void visit_make(struct visit *, uint32_t option);
void visit_unmake(struct visit *);
void visit_drop(struct visit *); /* the last frame, with no option made */

/* Can a graph that does not grow any more happen, and is it whole? Not if a rank was not
 * followed any longer. */
bool visit_happens(struct visit *);

/* Does it stand for an outcome, too? Not if a rank in a loop overlooks something: where
 * it is found is another branch. */
bool visit_stands(struct visit *);

#endif
