/* SPDX-License-Identifier: Apache-2.0
 *
 * sight.h - what an explorer tells about the place where it is, so that a search can be
 * guided (guide/guide.h).
 *
 * All of it is advice: wrong numbers cost time, and change nothing of what is found. */
#ifndef MZ_EXPLORE_SEARCH_SIGHT_H
#define MZ_EXPLORE_SEARCH_SIGHT_H
#include <stdbool.h>
#include <stdint.h>

/* The last choice, no way of which is made. */
struct sight {
    uint32_t actor;     /* whose choice it is */
    uint32_t unpaired;  /* number of messages that no receive has */
    uint32_t queue;     /* the largest number of them that wait for one receiver */
    uint32_t failed;    /* number of polls that have failed so far */
    uint32_t distance;  /* a lower bound of the number of operations to the target, over
                           all actors; 0: not known */
    bool any;           /* it is about a receive from any source */
    uint64_t similar;   /* names the number of steps that each actor has made */
    uint64_t symmetric; /* the same if actors are interchangeable */
};

#define SIGHT_NOBODY UINT32_MAX

/* A way of the last choice. */
struct way_sight {
    uint64_t feature; /* names what this way does that others do not; 0: nothing */
    uint32_t source;  /* the sender of the message that is received; SIGHT_NOBODY: none */
    uint32_t to;      /* its receiver */
    uint64_t site;    /* where in the program it was sent; 0: not known */
    uint32_t instead; /* the sender whose message that receive had; SIGHT_NOBODY: none */
    bool fails;       /* a poll fails, or a look finds nothing */
    /* The remaining fields are filled in by judge_way() only. */
    bool any;           /* it is about a receive from any source */
    bool switches;      /* another actor moves than before */
    int32_t unpairs;    /* by how much it changes the number of messages and receives
                           that wait for each other */
    int32_t queue;      /* the length of the queue that it adds a message to; negative:
                           it takes one */
    uint32_t distance;  /* as in struct sight, for the actor that moves */
    uint64_t similar;   /* names the number of steps that each actor has made, and the
                           one that moves */
    uint64_t symmetric; /* the same if actors are interchangeable */
};

/* Why a way of an earlier choice is wanted: an act that is to happen instead of the one
 * that was made there. An execution that takes the way comes to that act if the actor of
 * the other one waits until then. */
struct wish {
    uint32_t actor;   /* whose act it is, */
    int32_t outcome;  /* its outcome, */
    uint32_t after;   /* and how many acts of this actor come before it */
    uint32_t waits;   /* the actor that waits; SIGHT_NOBODY: none does */
    uint64_t feature; /* as in struct way_sight, of what comes of it; 0: nothing */
    uint64_t doubt;   /* names what must happen for anything to come of it: if that has
                         not been seen, other wishes come first. 0: there is no doubt */
};

struct sights {
    /* The first argument is worklist.explorer; `wanted`, a set of enum valuation, says
     * what is asked for: the rest of the sight need not be filled in. */
    void (*look)(void *, uint32_t wanted, struct sight *);
    void (*way)(void *, uint32_t way, struct way_sight *);
    /* The same, with all fields that are `wanted`. Only for trees with `together`. */
    void (*judge_way)(void *, uint32_t wanted, uint32_t way, struct way_sight *);
    /* Does the wish ask the actor of this way of the last choice to wait? Only for trees
     * with `together`. */
    bool (*waits)(void *, const struct wish *, uint32_t way);
    /* Calls the function with the name of everything that happens in the complete
     * execution: who received what from whom, where an actor is blocked, which operation
     * came after which. */
    void (*features)(void *, void (*seen)(void *context, uint64_t name), void *context);
};

#endif
