/* SPDX-License-Identifier: Apache-2.0
 *
 * match_visit.h - the search of the match explorer: one graph, a stack of choices.
 *
 * Every step of the search adds one event to the graph. A frame holds the ways in which
 * that can be done, one of which is made at a time:
 *
 *   send      add it; or add it and let an earlier receive, or failed poll, of its
 *             destination have it instead of what that has now (a *revisit*)
 *   match     one for each send that the receive can take
 *   poll      fails, or reports one of the requests
 *   pick      one for each value
 *
 * See docs/algorithms/match.md for why this yields every outcome exactly once. */
#ifndef MZ_EXPLORE_MATCH_VISIT_H
#define MZ_EXPLORE_MATCH_VISIT_H
#include "explore/match_rules.h"

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
    double weight; /* the share of all that lies below it; see match_item.h */
    /* of the revisit under way: */
    uint32_t place; /* of its target in the order */
    uint32_t saved; /* visit.saved: the order from there on */
    uint32_t removed;
    size_t stash;
};

struct visit {
    struct graph g;
    VEC(struct frame) frames;
    VEC(struct way) ways;
    pairs_vec pairs;
    VEC(uint32_t) saved, removed;
    struct past before, past, wide, one, order; /* scratch */
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

/* What the poll at this position says unless something else is explored: that nothing is
 * complete, or the first that must be. visit.order.counts says which failed polls there
 * are. */
int32_t visit_poll_canon(struct visit *, uint32_t rank, uint32_t pos, const struct op *);

/* Whether the requests are complete, does that depend on nobody but the rank's receives?
 */
bool visit_is_own(const struct visit *, uint32_t rank, const struct op *);

/* Does a complete graph stand for an outcome? Not if a rank waits for something that was
 * promised to it and did not come. */
bool visit_stands(struct visit *);

#endif
