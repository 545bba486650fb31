/* SPDX-License-Identifier: Apache-2.0
 *
 * world.h - a state of the whole program, and the steps that lead to the next.
 *
 * A world is what the future depends on, and nothing else: the local state of each rank,
 * the requests that matter (those that the rank mentions, and receives that may still get
 * a message), the messages that wait in each channel, messages that a matched probe took,
 * and who has arrived at collectives that are under way. It is packed into bytes to be
 * stored; equal bytes are equal worlds.
 *
 * Requests are named by their place in the list of their rank, messages by their place in
 * their channel, collectives by their place among those under way on their context. Steps
 * change these places. So whoever wants to speak of a thing across a step needs to know
 * what the step did: it writes that down as *facts* (summary.h).
 *
 * Fields marked `ghost` are numbers as in the kernel's state. They are right only in a
 * world that was brought from the start to where it is by steps, and are not packed. */
#ifndef MZ_EXPLORE_STATES_WORLD_H
#define MZ_EXPLORE_STATES_WORLD_H
#include "base/str.h"
#include "explore/search/counts.h"
#include "explore/states/facts.h"
#include "explore/states/local.h"
#include "kernel/rules.h"

#define NO_PLACE (-1)

struct world_request {
    uint8_t kind; /* enum posted_kind */
    bool done;    /* irecv: matched; isend: received, or it never had to be. Not used for
                     others */
    bool cancelled;  /* irecv: it was withdrawn, and its rank still mentions it */
    uint8_t mode;    /* as in struct op */
    int32_t mention; /* its place among what the rank mentions, or NO_PLACE */
    union {
        struct pattern wants; /* irecv: what it accepts; */
        struct envelope got;  /* once it is matched: what it got, but for the context */
        uint32_t context;     /* arrive */
    };
    uint32_t told;     /* irecv: op.told; isend: what the receiver told */
    int64_t value;     /* irecv: of the message that it got */
    int32_t owner;     /* irecv that took its message for a later receive: the sender's
                          request, or NO_PLACE */
    uint32_t position; /* arrive: the place of its collective on its context */
    uint32_t local;    /* arrive: see locals_arrival() */
    uint32_t number;   /* ghost: its number among its rank's requests */
};
typedef VEC(struct world_request) world_requests_vec;

struct world_message {
    uint32_t context;
    int32_t tag;
    int64_t value;
    bool sighted;  /* its receiver has probed it */
    bool waits;    /* its send is complete only when it is received */
    int32_t owner; /* the sender's request, or NO_PLACE if nobody will ask for it */
    uint32_t k;    /* ghost: its number in the channel */
};
typedef VEC(struct world_message) world_messages_vec;

/* A message that a rank has taken and not received yet. */
struct world_held {
    uint32_t sender;
    int32_t owner;
};

struct world_rank {
    uint32_t local;
    world_requests_vec requests; /* in the order in which they were made */
    VEC(struct world_held) held; /* in the order in which the local state mentions them */
    uint32_t made;               /* ghost: number of requests so far */
};

struct world_arrival {
    uint32_t context, position, rank;
    int64_t value;
};

struct world {
    uint32_t n;
    enum buffering buffering;
    struct locals *locals;
    struct world_rank *rank;
    world_messages_vec *channel;        /* [from * n + to] */
    uint64_t *busy;                     /* a bit for each channel that has messages */
    VEC(struct world_arrival) arrivals; /* by context, position, rank */
    uint32_t *sent;                     /* ghost, for each channel: messages so far */
    facts_words_vec *facts;             /* where steps write facts; may be NULL */
    uint32_t interferes;                /* in which ways steps have interfered: a bit for
                                           each enum name_type (facts.h) */
    uint32_t furthest;     /* the last place at which anybody has arrived, in any world */
    bool patient;          /* a receive that nobody waits for may be cancelled, so that it
                              makes a difference when it is matched */
    enum instead unable;   /* why this program cannot be explored so */
    VEC(uint32_t) touched; /* ranks that may be able to go on by themselves */
    bool parting; /* ranks arrive at the last collective (op_parts()): see closure.c */
};

void world_init(struct world *, struct locals *, enum buffering);
void world_free(struct world *);
void world_start(struct world *);                    /* at the start of the program */
void world_pack(const struct world *, struct str *); /* appends */
void world_unpack(struct world *, const char *bytes);
/* Appends these bytes of a world of n ranks with other numbers for local states; false
 * if one of them has none (NOWHERE). */
typedef uint32_t world_rename_fn(void *context, uint32_t local);
bool world_rename(const char *bytes, size_t length, uint32_t n, world_rename_fn *,
                  void *context, struct str *to);

static inline void world_note_busy(struct world *w, uint32_t channel)
{
    uint64_t bit = UINT64_C(1) << channel % 64, *word = &w->busy[channel / 64];
    *word = w->channel[channel].len ? *word | bit : *word & ~bit;
}

/* The rank must not be in a state between two others. */
static inline const struct local *world_local(const struct world *w, uint32_t rank)
{
    return locals_get(w->locals, w->rank[rank].local);
}

static inline bool world_between(const struct world *w, uint32_t rank)
{
    return is_between(w->rank[rank].local);
}

static inline const struct op *world_op(const struct world *w, uint32_t rank)
{
    return locals_op(w->locals, w->rank[rank].local);
}

static inline bool world_over(const struct world *w, uint32_t rank)
{
    return !world_between(w, rank) &&
           (world_local(w, rank)->ended || world_local(w, rank)->failed);
}

/* Has the rank ended or failed, and no receive of it may get a message? */
static inline bool world_idle(const struct world *w, uint32_t rank)
{
    return world_over(w, rank) && !w->rank[rank].requests.len;
}

/* ---- what can happen ---- */

/* A step: a match, or (request is NO_PLACE) the rank's pending operation. */
struct world_step {
    uint32_t rank;
    int32_t request;   /* the receive that gets a message */
    uint32_t sender;   /* the message that is received or seen; */
    int32_t message;   /* NO_PLACE: none */
    int32_t outcome;   /* otherwise: the outcome of the operation, as in struct act */
    uint32_t buffered; /* possible only because somebody need not wait; a word, so that
                          equal steps are equal bytes */
};
typedef VEC(struct world_step) world_steps_vec;

/* Adds the matches of the rank's receives; then what its operation may lead to. */
void world_matches(const struct world *, uint32_t rank, world_steps_vec *);
void world_moves(const struct world *, uint32_t rank, world_steps_vec *);

/* Is the rank in a loop of polls that is not followed any further? It may be stopped
 * there, or do only some of what it could. */
enum world_limit { WORLD_FREE, WORLD_LIMITED, WORLD_STOPPED };
enum world_limit world_limit(const struct world *, uint32_t rank);

/* The request that the i-th argument of the rank's pending operation names. */
uint32_t world_named(const struct world *, uint32_t rank, uint32_t i);

enum completion { NOT_COMPLETE, BY_BUFFERING, COMPLETE };
enum completion world_completion(const struct world *, uint32_t rank, uint32_t request);

/* Would this message fit some open receive of the rank, or its pending operation? */
bool world_wants(const struct world *, uint32_t rank, struct envelope);

/* ---- doing it ---- */

/* Does the step. False if the program cannot be explored so (w->unable says why). */
bool world_do(struct world *, const struct world_step *);

/* What the rank is told of this outcome of its pending operation. */
struct outcome world_outcome(const struct world *, const struct world_step *);

/* If the rank can do something that commutes with everything, that is filled in. */
bool world_settled(const struct world *, uint32_t rank, struct world_step *);

#endif
