/* SPDX-License-Identifier: Apache-2.0
 *
 * visit.h - the search of the match explorer: one graph, a stack of choices.
 *
 * Every step of the search adds one event to the graph. A frame holds the ways in which
 * that can be done, one of which is made at a time:
 *
 *   send      add it; or add it and let an earlier receive, or failed poll, of its
 *             destination have it instead of what that has now (a *revisit*)
 *   arrive,   add it; or add it and let an earlier poll, or wait on several requests,
 *   done      report the request that it completes (a revisit, too)
 *   match     one for each send that the receive can take
 *   poll      fails, or reports one of the requests
 *   pick      one for each value
 *
 * See docs/algorithms/match.md for why this yields every outcome exactly once. */
#ifndef MZ_EXPLORE_MATCH_VISIT_H
#define MZ_EXPLORE_MATCH_VISIT_H
#include "explore/match/vector.h"

struct way {
    int32_t target;    /* the event that is revisited, or NONE */
    int32_t value;     /* poll, pick: the outcome, of the new event or of the revisited
                          one */
    uint32_t first, n; /* the new matches, a range of visit.pairs */
    uint32_t look;     /* the revisited look fails, and this one of the rest of its round,
                          counted from 1, gets something: a poll the outcome `value`, others
                          the send `value`. 0: that is not so */
};

struct frame {
    uint8_t kind; /* enum match_kind */
    uint32_t rank;
    int32_t canon;
    bool shut;                  /* of its event: see graph.h */
    uint32_t first, n, current; /* the range of visit.ways, and the way that is made */
    uint32_t pairs;             /* length of visit.pairs before this frame */
    uint32_t events;            /* number of events in the graph before this frame */
    /* The remaining fields describe the revisit that is made. */
    uint32_t place;          /* the place of its target in the order */
    uint32_t saved;          /* where visit.saved holds the order from that place on */
    uint32_t removed, fixed; /* where visit.removed and visit.fixed begin for this
                                frame */
    uint32_t made;           /* how many events it has added */
    size_t stash;
};

struct visit {
    struct graph g;
    bool parts; /* arrivals at the last collective are added, too: see parting.h */
    VEC(struct frame) frames;
    VEC(struct way) ways;
    pairs_vec pairs;
    VEC(uint32_t) saved, removed, fixed;
    struct past before, past, wide, one; /* scratch */
    VEC(int32_t) extra, sends;
};

void visit_init(struct visit *, struct program *);
void visit_free(struct visit *);

/* Extends the graph as far as that needs no choice. False if the graph is complete;
 * otherwise there is a new frame, none of whose ways has been made. */
bool visit_grow(struct visit *);

/* Makes a way of the last frame, and takes it back. */
void visit_make(struct visit *, uint32_t option);
void visit_unmake(struct visit *);
void visit_drop(struct visit *); /* removes the last frame, of which no way may be made */

/* For samples, which add events in any order, and revisit nothing. visit_advance() adds
 * the events that leave no choice. visit_offer() opens a frame for the next choice of the
 * rank, and returns its number of ways; 0: the rank cannot go on. visit_offer_rest() does
 * so for a receive that the rank does not wait for. visit_take() makes a way of that
 * frame. */
void visit_advance(struct visit *);
uint32_t visit_offer(struct visit *, uint32_t rank);
uint32_t visit_offer_rest(struct visit *, uint32_t rank);
void visit_take(struct visit *, uint32_t option, bool back);

/* Is the complete graph whole? Not if some rank was not followed to its end. */
bool visit_whole(const struct visit *);

/* Is this graph an outcome as well? Not if a rank in a loop overlooks something that it
 * could find: another branch of the search finds it. */
bool visit_stands(struct visit *);

#endif
