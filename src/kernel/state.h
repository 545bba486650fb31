/* SPDX-License-Identifier: Apache-2.0
 *
 * state.h - an execution under way: what has happened, and what it led to.
 *
 * A state is a stack of events over one program. state_push() executes one
 * step and state_pop() takes the last one back; both cost time proportional
 * to the number of actors, not to the length of the execution. Every event
 * knows its causal past as a vector clock: clock[a] is how many events of
 * actor a happen before or are this event.
 *
 * A *cut* is such a vector too: the events it covers. Questions that take a
 * cut are answered as if only those events had happened; NULL means all. The
 * cut must be closed under happens-before. This is how unfoldings and race
 * reversals look at pasts that the execution went through in another order,
 * without executing anything. */
#ifndef MZ_KERNEL_STATE_H
#define MZ_KERNEL_STATE_H
#include "base/set128.h"
#include "base/vec.h"
#include "kernel/clocks.h"
#include "kernel/op.h"
#include "kernel/program.h"

#define NO_EVENT UINT32_MAX

typedef VEC(uint32_t) events_vec; /* events, as indices into the execution */
typedef VEC(int32_t) outcomes_vec;

/* A step that can be made: who, and with which outcome. */
struct step {
    uint32_t actor;
    int32_t outcome;
};
typedef VEC(struct step) steps_vec;

struct event {
    struct act act;
    uint32_t index;     /* how many events its actor had before */
    uint32_t place;     /* unlock: where in the queue the actor stood;
                           finish, poll, cancel: the slot that it freed, or NO_EVENT;
                           retract: the request, if it withdrew the message, or is the
                           first that failed to */
    image_id image;     /* the actor before this event */
    struct op op;       /* what it then was about to do */
    uint32_t sent;      /* how many messages it sent to inboxes */
    struct digest hash; /* of the event with its past; see state.hashing */
};

/* In an inbox, in the order of this execution. */
struct message {
    uint32_t event; /* that sent it; NO_EVENT: there from the start */
    uint32_t from;  /* who sent it, or OUTSIDE */
    uint32_t k;     /* how many it had sent to this inbox before */
    uint32_t taken; /* the event that took it; NO_EVENT: none so far */
    uint32_t time;  /* how many messages had been sent before, to anybody */
    uint64_t body;
};

/* One side of a communication. */
struct post {
    uint32_t event;  /* NO_EVENT: not posted yet */
    uint32_t handle; /* which of its actor's posts */
    int64_t value;
};

struct mailbox {
    VEC(struct post) side[2]; /* sends, receives; the k-th of each pair up */
    VEC(uint32_t) failed[2];  /* for the k-th: newest failed test, in notes */
};

struct mutex {
    VEC(uint32_t) queue; /* actors, the owner first */
    events_vec changes;  /* locks and unlocks, oldest first */
    events_vec order[2]; /* the locks; the unlocks */
    events_vec looks;    /* waits and tests */
};

/* An actor's own post: the k-th on this side of the mailbox. */
struct handle {
    uint32_t mailbox, k;
    uint8_t side;
};

/* Matching semantics: what an isend, irecv, arrive or receive made. */
struct posted {
    uint8_t kind;
    bool waits;     /* isend: complete only once it is being received */
    uint32_t event; /* that made it */
    uint32_t k;     /* isend: which message to that receiver; arrive: which on that
                       context */
    uint32_t place; /* isend: as in its act */
    uint32_t taken; /* isend, irecv: the event that matched it; NO_EVENT: none so far */
    uint32_t received;  /* isend: the event since which it is being received: the one that
                           took it, or that received what was taken; or NO_EVENT */
    uint32_t sighted;   /* isend: the first probe that saw it, or NO_EVENT */
    uint32_t refused;   /* isend: the first retraction that failed, or NO_EVENT: then none
                           succeeds any more, and the message is received */
    uint32_t cancelled; /* isend, irecv: the event that withdrew it, or NO_EVENT */
    uint32_t slot;      /* irecv: the actor that performs its match */
    uint32_t first;     /* older receives of this actor were seen complete, or withdrawn,
                           before this was posted */
    uint32_t previous;  /* arrive: the one before, or NO_EVENT */
};

struct actor {
    struct op pending;
    bool ended, failed; /* failed: by an assertion, and so ended */
    events_vec events;
    VEC(struct handle) posts;
    VEC(struct message) inbox;
    VEC(struct posted) requests;
    VEC(struct queue) queues; /* of messages to this actor */
    uint32_t arrived;         /* the newest arrive among them, or NO_EVENT */
    uint32_t receive;         /* a slot: the receive that it is for; NO_EVENT: free */
};

/* Messages from one actor to another: requests of the sender. */
struct channel {
    VEC(uint32_t) sends;
    uint32_t taken; /* so many of the first were all received */
};

/* With program.queues: the messages of one context to one actor, oldest first, as
 * message_outcome() names them. */
struct queue {
    uint32_t context;
    VEC(int32_t) messages;
    uint32_t taken; /* so many of the first were all received */
};

/* A failed test that named a communication, linked to the one before. */
struct note {
    uint32_t event, previous;
};

struct state {
    struct program *program;
    uint32_t nactors; /* the program's, and then the slots; see matching.h */
    uint32_t slots;   /* for each of the program's actors */
    struct actor *actor;
    struct channel *channel; /* matching semantics: [from * program->nactors + to] */
    struct mailbox *mailbox;
    struct mutex *mutex;
    VEC(struct event) events;
    struct clocks clocks; /* of nactors entries, for each event */
    VEC(struct note) notes;
    events_vec retractions;  /* of messages, in time */
    events_vec refusals;     /* retractions that failed */
    VEC(uint32_t) receivers; /* of all messages that events sent, oldest first */
    uint32_t ninitial;       /* messages that were there from the start */
    struct {
        uint64_t **slot;
        size_t count, capacity;
    } interned;          /* sets of keys with more than one member; see place.c */
    events_vec scratch;  /* causes, while a step is made */
    bool hashing;        /* keep event.hash and trace up to date */
    struct digest trace; /* sum of the events' hashes: names the trace */
    uint64_t pushes;     /* transitions executed, ever */
    uint32_t endless; /* the actor that polls in vain for ever, counted from 1; 0: none */
    bool cut; /* somebody who is not over was not followed any longer: no deadlock */
    bool potential; /* sends that need not wait do so here: see match/halt.h */
};

struct state *state_new(struct program *);
void state_free(struct state *);

/* Execute the actor's pending operation. The outcome must be one of those
 * that state_outcomes() lists. */
void state_push(struct state *, uint32_t actor, int32_t outcome);
void state_pop(struct state *);

/* Matching semantics: can the actor's pending operation be executed without more slots?
 * If not, state_push() adds some, which changes nactors; state_widen() does so ahead, and
 * says false if an act could not name so many actors. */
bool state_room(const struct state *, uint32_t actor);
bool state_widen(struct state *);

/* The outcomes that the actor's pending operation can have now; none if it
 * has ended or must wait. */
void state_outcomes(const struct state *, uint32_t actor, outcomes_vec *);
bool state_enabled(const struct state *, uint32_t actor);

/* With very many actors, this is one of a few arrays: see clocks_expand(). */
static inline const uint32_t *state_clock(const struct state *st, uint32_t event)
{
    if (st->clocks.pages)
        return clocks_expand((struct clocks *)(uintptr_t)&st->clocks, event);
    return st->clocks.dense.at + (size_t)event * st->nactors;
}

/* Does a happen before b, or is it b? Both are events of the execution. */
static inline bool state_before(const struct state *st, uint32_t a, uint32_t b)
{
    return clocks_entry(&st->clocks, b, st->events.at[a].act.actor) >
           st->events.at[a].index;
}

static inline bool state_in_cut(const struct state *st, uint32_t event,
                                const uint32_t *cut)
{
    return !cut || st->events.at[event].index < cut[st->events.at[event].act.actor];
}

/* Does the program's actors take messages from inboxes? */
static inline bool state_has_inboxes(const struct state *st)
{
    return st->program->ops->accepts != NULL;
}

/* Names the state, not the way to it: where every actor is, what it has
 * observed, what waits in mailboxes and queues, who is paired with whom. */
struct digest state_digest(const struct state *);

#endif
