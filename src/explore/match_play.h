/* SPDX-License-Identifier: Apache-2.0
 *
 * match_play.h - a graph as an execution: what can happen, one after the other.
 *
 * Playing a graph makes all that is in it happen that can. If every send that need not
 * wait does not, that is everything. If standard sends wait for their matches, except
 * those that are assumed to be *buffered*, it may be less: then this is where the program
 * can come to a halt. */
#ifndef MZ_EXPLORE_MATCH_PLAY_H
#define MZ_EXPLORE_MATCH_PLAY_H
#include "explore/match_past.h"

struct play_step {
    uint32_t rank;
    int32_t request; /* the receive that is matched; NONE: the rank makes a step */
    int32_t outcome;
};

struct play {
    struct graph *g;
    bool eager; /* all sends and collectives that may do so go on at once */
    /* Sends and arrivals are assumed to be buffered if buffered == graph.round. */
    uint32_t *pos;      /* how far each rank has come; one more if its assertion failed */
    VEC(uint32_t) done; /* by event: == now if the match has happened */
    uint32_t now;
    bool *dirty;
    VEC(uint32_t) * waiting; /* by rank: matches whose receive and send are there */
    VEC(struct play_step) steps;
    struct past past;
};

void play_init(struct play *, struct graph *);
void play_free(struct play *);

/* From the start, as far as it goes. */
void play_run(struct play *, bool eager);

bool play_done(const struct play *, uint32_t match);
bool play_complete(const struct play *, uint32_t rank, uint32_t request);

#endif
