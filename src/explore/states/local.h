/* SPDX-License-Identifier: Apache-2.0
 *
 * local.h - the states of single ranks, each stored once, and what they lead to.
 *
 * Histories that bring a rank to the same state (program_merging.identify) share one
 * `struct local`, with the image of the first of them, its representative. A rank is run
 * at most once from each local state with each outcome: the result is remembered (struct
 * pass), so most steps of the search run no code of the program.
 *
 * A rank that is about to do something that commutes with everything and has one outcome,
 * a send say, does it in any case. Such a state *between* two others is not identified,
 * which is the expensive part, and has no image: the rank goes on at once, up to a state
 * that is. It has a number like a local state, from BETWEEN on, that no stored world has.
 *
 * Where few histories meet, a rank may wait in a state that is not identified either
 * (*unnamed*) as long as it is not known whether it goes on at once: see locals.least.
 * Each rank has at most one such state, the one that its actor is in.
 *
 * Requests and messages have numbers that depend on the history. A local state mentions
 * some of them, in an order that is the same for all histories that lead to it, and what
 * is said here names them by their place in that order: operations have such places as
 * arguments, and a pass says for each place after it which place that was before. */
#ifndef MZ_EXPLORE_STATES_LOCAL_H
#define MZ_EXPLORE_STATES_LOCAL_H
#include "base/arena.h"
#include "explore/states/constants.h"
#include "explore/states/lookup.h"
#include "explore/states/registry.h"
#include "kernel/program.h"

struct local {
    uint32_t rank;
    bool ended, failed;
    bool spent; /* it is about to look, and has looked at this place so often, in other
                   states, that it is not followed as before: see locals.polls */
    bool here;  /* this process has a representative. Otherwise another one has been in
                   this  state, and what is said of the representative below is not known,
                   but for  `made` */
    const struct op *op; /* what it is about to do; args are places among the requests,
                            except those of an arrive, and the value of a receive is a
                            place among the messages */
    uint32_t nrequests, nmessages; /* how many it mentions */
    uint32_t idle;   /* the local state before it, if the rank has only looked since;
         NOWHERE */
    uint32_t passes; /* the newest pass from here, in locals.passes; NOWHERE */

    /* Of the representative. */
    uint32_t made; /* how many requests it has made */
    uint32_t held; /* how many names of messages were made up */
    image_id image;
    const uint32_t *requests; /* the numbers of the requests that it mentions */
    const int32_t *messages;
    struct digest name;
};

enum {
    PLACE_NEW = UINT32_MAX /* the request that this step makes, or the message that it
                              gets */
};

/* For each request, then each message, that the state after a pass mentions: its place in
 * the state before it, or PLACE_NEW. */
struct places {
    uint32_t nrequests, nmessages;
    uint32_t at[];
};

/* What a rank does with an outcome. */
struct pass {
    uint32_t to;      /* the local state after it, or a state between two */
    uint32_t outcome; /* the number of its outcome: see locals.outcomes */
    uint32_t next;    /* another pass from the same state; NOWHERE */
    uint32_t from;    /* that state; not for states between */
    const struct places *places;
};

/* A state between two others, and its one pass. */
struct between {
    const struct op *op;
    struct pass pass;
};
#define BETWEEN ((uint32_t)1 << 31)

/* The unnamed state of a rank. Its number is its place in locals.unnamed, from UNNAMED
 * on. There are two of each rank, since the one is needed until the step to the other is
 * made. */
struct unnamed {
    struct local is;
    VEC(uint32_t) requests; /* what it mentions */
    VEC(int32_t) messages;
    uint32_t from;    /* the local state before it; NOWHERE: that is unnamed, too */
    struct outcome o; /* how the rank came from there */
    struct pass pass; /* the same, from that state to this one, and */
    uint32_t between; /* the last state between the two, or NOWHERE */
};
#define UNNAMED ((uint32_t)3 << 30)

#define LOCALS_RECENT 64

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
    struct constants constants; /* operations, places and outcomes, each once */
    const struct op *recent[LOCALS_RECENT]; /* operations that were asked for lately */
    VEC(struct local *) at; /* NULL: another process has been there; see locals_know() */
    VEC(struct between) between;
    struct unnamed *unnamed; /* two for each rank */
    uint32_t reached; /* scratch: the unnamed state that the rank has come to; NOWHERE */
    uint32_t *known;  /* for each rank: how many local states */
    uint32_t least;   /* if a rank has so many, states in which it waits are left unnamed
                         by locals_pass() */
    VEC(struct pass) passes;
    struct lookup names, arrives;
    struct lookup crowded; /* passes from local states that have many, by state and
                              outcome */
    uint32_t *present;     /* for each rank: the local state that its actor is in, or
                              NOWHERE */
    struct identity id;    /* scratch */
    struct { /* of the state that a rank is going on from: what it mentions */
        VEC(uint32_t) requests;
        VEC(int32_t) messages;
    } before;
    size_t bytes; /* used, without images */
};

/* The program's actors must be at their start. */
void locals_init(struct locals *, struct program *, bool exact, uint64_t polls);
/* Puts the actors back to their start, and frees everything. */
void locals_free(struct locals *);

/* A digest of the states in which ranks begin; to be compared with other machines. */
uint64_t locals_beginning(const struct locals *);
/* The local state in which the rank begins. */
uint32_t locals_first(const struct locals *, uint32_t rank);
static inline bool is_unnamed(uint32_t local)
{
    return local >= UNNAMED && local != NOWHERE;
}

static inline const struct local *locals_get(const struct locals *ls, uint32_t local)
{
    return is_unnamed(local) ? &ls->unnamed[local - UNNAMED].is : ls->at.at[local];
}

static inline bool is_between(uint32_t local)
{
    return local >= BETWEEN && local < UNNAMED;
}
/* What a rank is about to do in this state, which may be one between two others. */
static inline const struct op *locals_op(const struct locals *ls, uint32_t local)
{
    return is_between(local) ? ls->between.at[local - BETWEEN].op
                             : locals_get(ls, local)->op;
}

/* The number of what stands for all arrivals of the rank by this operation, like a local
 * state that has this operation and nothing else; NOWHERE: there is none left. */
uint32_t locals_arrival(struct locals *, uint32_t rank, const struct op *);

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

/* What happens if the pending operation of this state has this outcome; an assertion that
 * does not hold makes the rank fail. NULL if the state after it cannot be identified.
 * Valid until the next call. */
const struct pass *locals_pass(struct locals *, uint32_t local, struct outcome);

/* Forgets states between others that were added since then, if no pass was: nobody goes
 * through them again. No rank may be in one of them. */
struct locals_mark {
    size_t passes, between;
};
static inline struct locals_mark locals_mark(const struct locals *ls)
{
    return (struct locals_mark){ls->passes.len, ls->between.len};
}
void locals_forget(struct locals *, struct locals_mark);

/* The number of this unnamed state, which is identified now; NOWHERE if it cannot be
 * used. */
uint32_t locals_name(struct locals *, uint32_t local);

/* Brings the rank's actor into the local state. False if the rank does not come there
 * again, with several processes. */
bool locals_restore(struct locals *, uint32_t local);
/* Brings all actors to their start. */
void locals_rewind(struct locals *);

#endif
