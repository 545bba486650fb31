/* SPDX-License-Identifier: Apache-2.0
 *
 * play.h - a graph as an execution: what can happen, one after the other.
 *
 * Playing a graph makes all that is in it happen that can. If every send that need not
 * wait does not, that is everything. If standard sends wait for their matches, except
 * those that are assumed to be *buffered*, it may be less: then this is where the program
 * can come to a halt.
 *
 * Events are let happen one after the other, in the order of the graph, and whatever can
 * happen then does. So a part of the order that has not changed has the same play, and
 * the next one begins where that ends. */
#ifndef MZ_EXPLORE_MATCH_PLAY_H
#define MZ_EXPLORE_MATCH_PLAY_H
#include "explore/match/past.h"

struct play_step {
    uint32_t rank;
    int32_t request; /* the receive that is matched; NONE: the rank makes a step */
    int32_t outcome;
};
typedef VEC(struct play_step) play_steps_vec;

/* When an event was put where it is in the order, and how long the log was with all that
 * it let happen. */
struct play_mark {
    uint64_t since;
    size_t log;
};

/* What has happened: the rank has made its next step, or the match; or both at once. */
struct played {
    int32_t rank, match; /* NONE: not that */
};

struct play {
    struct graph *g;
    uint32_t n; /* ranks */
    bool eager; /* all sends and collectives that may do so go on at once */
    /* Sends and arrivals are assumed to be buffered if buffered == graph.round. */
    uint32_t *pos;      /* how far each rank has come */
    VEC(uint32_t) done; /* by event: how many were let happen when the match did; or 0 */
    VEC(struct played) log;
    VEC(struct play_mark) marks; /* by place in the order: those that were let happen */
    VEC(uint32_t) ranks;         /* that may be able to go on */
    bool *dirty;                 /* by rank: it is one of them */
    uint32_t *missed; /* by rank: who had not arrived when it last looked, in the order of
                         the collective's ranks; probably still missing */
    VEC(uint32_t) * waiting; /* by rank: matches whose receive and send are there */
    /* for halt.c: */
    struct past past;
    uint32_t *assumed; /* by rank: what completes in so much of its line is buffered */
};

void play_init(struct play *, struct graph *);
void play_free(struct play *);

/* As far as the graph, which is complete, goes with nothing assumed to be buffered. */
void play_run(struct play *, bool eager);
/* On from there, when more is. */
void play_on(struct play *);

/* The play as steps of the ranks, and of those whose assertion failed one more. */
void play_steps(const struct play *, play_steps_vec *);

bool play_done(const struct play *, uint32_t match);
bool play_complete(const struct play *, uint32_t rank, uint32_t request);

#endif
