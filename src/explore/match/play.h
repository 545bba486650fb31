/* SPDX-License-Identifier: Apache-2.0
 *
 * play.h - a graph as an execution: what can happen, one after the other.
 *
 * Playing a graph makes everything in it happen that can. If no send waits that need not,
 * that is the whole graph. If standard sends wait for their matches, except those that
 * are assumed to be *buffered*, the play may stop earlier: then this is where the program
 * can come to a halt.
 *
 * Events are allowed to happen one after the other, in the order of the graph, and
 * everything that can happen then does. So a beginning of the order that has not changed
 * since the last play has the same play, and the next play continues from its end. */
#ifndef MZ_EXPLORE_MATCH_PLAY_H
#define MZ_EXPLORE_MATCH_PLAY_H
#include "explore/match/past.h"

struct play_step {
    uint32_t rank;
    int32_t request; /* the receive that is matched; NONE: the rank itself makes a step */
    int32_t outcome;
};
typedef VEC(struct play_step) play_steps_vec;

/* For a place in the order: when its event was put there, and the length of the log
 * after everything that the event allowed had happened. */
struct play_mark {
    uint64_t since;
    size_t log;
};

/* The collective that was last found to be complete. All its ranks leave it one after
 * the other. */
struct play_meeting {
    bool known;
    uint32_t context, seq;
    VEC(uint32_t) ranks; /* those who had to arrive */
};

/* An entry of the log: the rank made its next step, or the match happened, or both at
 * once. */
struct played {
    int32_t rank, match; /* NONE: the entry does not concern a rank, or a match */
};

struct play {
    struct graph *g;
    uint32_t n; /* number of ranks */
    bool eager; /* every send and collective that may complete without waiting does so */
    /* A send or arrival is assumed to be buffered if its `buffered` equals
     * graph.round. */
    uint32_t *pos; /* the position that each rank has reached */
    /* for each event: the number of marks when the match happened; 0: it has not */
    VEC(uint32_t) done;
    VEC(struct played) log;
    /* for each place in the order whose event has been allowed to happen */
    VEC(struct play_mark) marks;
    VEC(uint32_t) ranks; /* ranks that may be able to make a step */
    bool *dirty;         /* for each rank: is it in `ranks`? */
    uint32_t *missed;  /* for each rank: the first participant of its collective that had
                          not arrived at the last look, in the order of the collective's
                          ranks; it is probably still missing */
    uint32_t *awaited; /* for each rank: whose arrival its next step needs before anything
                          else, counted from 1; 0: that is not known */
    struct play_meeting *met;
    /* for each rank: matches whose receive is posted and whose message is sent, but
     * which have not happened */
    VEC(uint32_t) * waiting;
    /* For halt.c. */
    struct past past;
    uint32_t *assumed; /* for each rank: requests that complete before this position are
                          buffered */
};

void play_init(struct play *, struct graph *);
void play_free(struct play *);

/* Plays the complete graph as far as it goes; nothing is assumed to be buffered unless
 * `eager`. */
void play_run(struct play *, bool eager);
/* Continues the play after more sends or arrivals were assumed to be buffered. */
void play_on(struct play *);

/* The play as steps of the ranks; for each rank whose assertion failed, that step is
 * added, and for one that goes round in a loop of several looks, a round. */
void play_steps(const struct play *, play_steps_vec *);

bool play_done(const struct play *, uint32_t match);
bool play_complete(const struct play *, uint32_t rank, uint32_t request);

#endif
