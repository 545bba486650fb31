/* SPDX-License-Identifier: Apache-2.0
 *
 * local.h - the states of single ranks, each stored once, and what they lead to.
 *
 * Histories that bring a rank to the same state (program_ops.identify) share one `struct
 * local`, with the image of the first of them, its representative. A rank is run at most
 * once from each local state with each outcome: the result is remembered (struct pass),
 * so most steps of the search run no code of the program.
 *
 * Requests and messages have numbers that depend on the history. A local state mentions
 * some of them, in an order that is the same for all histories that lead to it, and what
 * is said here names them by their place in that order: operations have such places as
 * arguments, and a pass says for each place after it which place that was before. */
#ifndef MZ_EXPLORE_STATES_LOCAL_H
#define MZ_EXPLORE_STATES_LOCAL_H
#include "explore/states/arena.h"
#include "explore/states/lookup.h"
#include "explore/states/registry.h"
#include "kernel/program.h"

struct local {
    uint32_t rank;
    bool ended, failed;
    struct op op; /* what it is about to do; args are places among the requests, except
                     those of an arrive, and the value of a receive is a place among the
                     messages */
    uint32_t nrequests, nmessages; /* how many it mentions */
    uint32_t alike; /* arrive: the first local state with the same operation */
    struct digest name;
    bool spent;    /* it is about to look, and has looked at this place so often, in other
                      states, that it is not followed as before: see locals.polls */
    uint32_t idle; /* the local state before it, if the rank has only looked since;
                      NOWHERE */

    /* Of the representative. */
    bool here; /* this process has it. Otherwise another one has been in this state, and
                  the fields below are not known, but for `made` */
    image_id image;
    uint32_t made;      /* how many requests it has made */
    uint32_t held;      /* how many names of messages were made up */
    uint32_t *requests; /* the numbers of the requests that it mentions */
    int32_t *messages;
};

enum {
    PLACE_NEW = UINT32_MAX
}; /* the request that this step makes, or the message that
      it gets */

/* What a rank does with an outcome. */
struct pass {
    uint32_t from, to; /* local states */
    struct outcome o;  /* without o.message */
    /* for each request, then each message, that `to` mentions: its place in `from`, or
     * PLACE_NEW */
    uint32_t *places;
};

struct locals {
    struct program *program;
    bool exact;      /* compare states in full, and not only their names */
    bool begun;      /* the first state of every actor is known */
    bool failed;     /* a state could not be identified */
    uint64_t polls;  /* rounds after which a loop of polls whose states differ is assumed
                        to end; 0: after some rounds it is not followed any further */
    uint64_t rounds; /* how many rounds of such a loop are followed */
    struct registry *registry; /* who gives numbers to local states, if there are
                                  several processes; NULL: this one does */
    struct arena arena;
    VEC(struct local *) at; /* NULL: another process has been there; see locals_know() */
    VEC(struct pass *) passes;
    struct lookup names, steps, arrives;
    uint32_t *present;  /* for each rank: the local state that its actor is in, or
                           NOWHERE */
    struct identity id; /* scratch */
    size_t bytes;       /* used, without images */
};

/* The program's actors must be at their start. */
void locals_init(struct locals *, struct program *, bool exact, uint64_t polls);
/* Puts the actors back to their start, and frees everything. */
void locals_free(struct locals *);

/* The local state in which the rank begins. */
uint32_t locals_first(const struct locals *, uint32_t rank);
static inline const struct local *locals_get(const struct locals *ls, uint32_t local)
{
    return ls->at.at[local];
}

/* Makes sure that this process knows the local state, to which another one may have given
 * a number. */
void locals_learn(struct locals *, uint32_t local);
static inline void locals_know(struct locals *ls, uint32_t local)
{
    if (local >= ls->at.len || !ls->at.at[local])
        locals_learn(ls, local);
}
/* The same for all local states that have numbers. */
void locals_learn_all(struct locals *);

/* Makes sure that this process has a representative of the local state, which it knows.
 * False if the rank does not come there again. */
bool locals_go(struct locals *, uint32_t local);
static inline bool locals_bring(struct locals *ls, uint32_t local)
{
    return ls->at.at[local]->here || locals_go(ls, local);
}

/* From now on, numbers are given by a registry that processes started later share. False
 * if there is no memory for it. */
bool locals_share(struct locals *);

/* What happens if the pending operation of this local state has this outcome; an
 * assertion that does not hold makes the rank fail. NULL if the state after it cannot be
 * identified. Valid until the next call. */
const struct pass *locals_pass(struct locals *, uint32_t local, struct outcome);

/* Brings the rank's actor into the local state. False if the rank does not come there
 * again, with several processes. */
bool locals_restore(struct locals *, uint32_t local);
/* Brings all actors to their start. */
void locals_rewind(struct locals *);

#endif
