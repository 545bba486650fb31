/* SPDX-License-Identifier: Apache-2.0
 *
 * state.h - an execution under way: what has happened, and what it led to.
 *
 * A state is a stack of events over one program. state_push() executes one
 * step and state_pop() takes the last one back; both cost time proportional
 * to the number of actors, not to the length of the execution. Every event
 * knows its causal past as a vector clock: clock[a] is how many events of
 * actor a happen before this event, itself included.
 *
 * A *cut* is such a vector too: the events it covers. Questions that take a
 * cut are answered as if only those events had happened; NULL means all. The
 * cut must be closed under happens-before. This is how unfoldings and race
 * reversals look at pasts that the execution went through in another order,
 * without executing anything. */
#ifndef MZ_KERNEL_STATE_H
#define MZ_KERNEL_STATE_H
#include "base/keys.h"
#include "base/set128.h"
#include "base/vec.h"
#include "kernel/clocks.h"
#include "kernel/op.h"
#include "kernel/program.h"

#define NO_EVENT UINT32_MAX

typedef VEC(uint32_t) events_vec; /* events, as indices into the execution */
typedef VEC(int32_t) outcomes_vec;

/* A step that can be made: an actor, and the outcome of its pending operation. */
struct step {
    uint32_t actor;
    int32_t outcome;
};
typedef VEC(struct step) steps_vec;

struct event {
    struct act act;
    uint32_t index; /* the number of earlier events of its actor */
    uint32_t place; /* unlock: the actor's position in the queue; finish, poll,
                       cancel, wunlock: the slot that it freed, or NO_EVENT; retract:
                       the request, if this is the first retraction of the message
                       with this outcome; join, effect, direct: the index in the
                       part's queue or accesses */
    image_id image; /* the actor's image before this event */
    struct op op;   /* the operation that the actor performed */
    uint32_t sent;  /* how many messages the event sent to inboxes */
};

/* A message in an inbox. The inbox lists messages in the order of this execution. */
struct message {
    uint32_t event; /* the event that sent it; NO_EVENT: there from the start */
    uint32_t from;  /* the sender, or OUTSIDE */
    uint32_t k;     /* how many messages that sender had sent to this inbox before */
    uint32_t taken; /* the event that took it; NO_EVENT: none so far */
    uint32_t time;  /* how many messages had been sent before, to any actor */
    uint64_t body;
};

/* One side of a communication. */
struct post {
    uint32_t event;  /* the event of the post; NO_EVENT: not posted yet */
    uint32_t handle; /* its index among the posts of its actor */
    int64_t value;
};

struct mailbox {
    /* sends and receives; the k-th of one pairs with the k-th of the other */
    VEC(struct post) side[2];
    /* for the k-th communication: the newest failed test that named it, as an index
     * into notes */
    VEC(uint32_t) failed[2];
};

struct mutex {
    VEC(uint32_t) queue; /* actors that have locked it, the owner first */
    events_vec changes;  /* locks and unlocks, oldest first */
    events_vec order[2]; /* the locks alone, and the unlocks alone */
    events_vec looks;    /* waits and tests of the mutex */
};

/* An actor's own post: the k-th on this side of the mailbox. */
struct handle {
    uint32_t mailbox, k;
    uint8_t side;
};

/* Matching semantics: a request, made by an isend, irecv, arrive or receive, a wlock,
 * atomic or unlocking. */
struct posted {
    uint8_t kind;
    bool waits;     /* isend: it is complete only once it is being received */
    uint32_t event; /* the event that made it */
    uint32_t k;     /* isend: its number among the messages to that receiver; arrive: its
                       number on that context */
    uint32_t place; /* isend: act.place, the message's position in its queue; irecv:
                       act.seq, its place in the order of receives */
    uint32_t taken; /* isend, irecv: the event that matched it; wlock: its join; atomic:
                       its effect; NO_EVENT: none so far */
    union {
        uint32_t received; /* isend: the event since which it is being received: its
                              match, or the receive that follows a match which only took
                              it; NO_EVENT: none so far */
        uint32_t released; /* wlock: its wunlock; NO_EVENT: none so far */
    };
    uint32_t sighted;   /* isend: the first probe that saw it, or NO_EVENT */
    uint32_t refused;   /* isend: the first retraction that failed, or NO_EVENT. After it,
                           all retractions fail and the message must be received */
    uint32_t cancelled; /* isend, irecv: the event that withdrew it, or NO_EVENT */
    uint32_t slot;      /* irecv, wlock, atomic, unlocking: the actor that performs its
                           match, join, effect or wunlock; NO_EVENT: none does */
    uint32_t first;     /* receives and atomics of this actor before number `first` were
                           seen complete, or withdrawn, before this request was posted */
    uint32_t previous;  /* atomic: its first request that window_behind() finds; or
                           NO_EVENT */
};

/* The arrives of an actor on one context, in their order: requests. */
struct arrivals {
    events_vec at;
};

/* Programs with processes of several threads: what these have done on one context that
 * posts a receive or looks for a message, in the order in which it happened, and the
 * receives among it, as requests. */
struct chain {
    uint32_t context;
    events_vec events, receives;
};

struct actor {
    struct op pending;
    bool ended, failed; /* failed: an assertion failed, which also ended the actor */
    bool spins;         /* the actor is taken no further, because its last round in a loop
                           was fruitless; see round.h. It counts as ended */
    bool given_up;      /* the same, because the loop has had too many rounds */
    uint32_t round;     /* if it spins: the index of the first event of that round */
    VEC(uint64_t)
    digests; /* programs with windows: of the actor's states, from the first
                on */
    events_vec buckets, older; /* a hash table of these: for each remainder of a digest,
                                  the newest state that has it, counted from 1, and for
                                  each state the newest one before it with the same */
    events_vec events;
    VEC(struct handle) posts;
    VEC(struct message) inbox;
    VEC(struct posted) requests;
    VEC(struct queue) queues;      /* queues of messages to this actor */
    uint32_t pulled;               /* its newest pull, plus 1; 0: none, or not known */
    uint32_t unpulled;             /* how many of its pulls were undone */
    VEC(struct chain) chains;      /* of the process that is named by this actor */
    VEC(struct arrivals) arrivals; /* those of each context, */
    struct keys contexts;          /* and which contexts these are */
    uint32_t receive; /* for a slot: the request that occupies it; NO_EVENT: the
                         slot is free */
};

/* A lock request in the queue of a part. */
struct joined {
    uint32_t event;
    bool exclusive;
    uint32_t after; /* the index of the last exclusive request before it, or NO_EVENT */
};

/* An access to a part, and what came of it. */
struct accessed {
    uint32_t event;
    uint64_t version; /* of the part, after it */
    int64_t result;   /* what it read */
};

/* What the newest pull of an actor has found in a part. */
struct rma_found {
    uint64_t version;
    uint32_t valid; /* it is so if this is actor.unpulled + 1 */
};

/* The memory of one actor in a window: see window.h. */
struct rma_part {
    VEC(struct joined) queue;      /* all lock requests, also those that are released */
    VEC(struct accessed) accesses; /* all accesses that have taken effect */
    VEC(struct rma_found) found;   /* for each actor */
    struct rma_index *index;       /* of its accesses; NULL: they were few so far */
};

#define SYNC_LINES 64  /* so many lines of a program may share objects */
#define SYNC_NODES 256 /* so many tasks may there be in a team between two barriers */

/* What is in an object. One that nobody has used is all 0. */
struct sync_object {
    bool made, retired;
    uint8_t type;    /* enum sync_type */
    uint8_t phase;   /* once, thread: enum phase, in sync.c */
    uint32_t owner;  /* mutex, rwlock: the line that holds it alone, plus 1 */
    uint32_t count;  /* depth of a recursive mutex; how many have reached a barrier; how
                        many tickets were dealt */
    int64_t value;   /* semaphore, latch: the value; barrier: so many pass together; deal:
                        how many tickets there are */
    uint64_t number; /* semaphore: takes so far; condition, cell: wakes of all so far;
                        barrier: its generation */
    uint64_t version; /* cell */
    uint64_t waiting; /* lines: the readers of a rwlock; who has enrolled; who has reached
                         a barrier that is not full */
    uint64_t woken;   /* lines: who may go on, or pass the barrier */
    uint64_t others;  /* barrier: lines among these that are not the serial thread */
    uint8_t mark[SYNC_LINES]; /* for each line: how often it reads; which wake of all has
                                 woken it, 0: it was chosen; its generation */
    uint64_t put[SYNC_NODES / 64], taken[SYNC_NODES / 64], done[SYNC_NODES / 64]; /* team:
                                 the tasks that are there, have begun, are done */
};

/* An event that concerns an object, and the object before it. */
struct sync_entry {
    uint32_t event;
    struct sync_object before;
};

struct sync_log {
    struct sync_object now;
    VEC(struct sync_entry) at;
};

/* The messages from one actor to another, as requests of the sender. */
struct channel {
    VEC(uint32_t) sends;
    uint32_t taken; /* this many messages at the front were all received */
};

/* In programs with queues: the messages of one context to one actor, oldest first,
 * named as by message_outcome(). */
struct queue {
    uint32_t context;
    VEC(int32_t) messages;
    uint32_t taken; /* this many messages at the front were all received */
};

/* A failed test that named a communication, linked to the previous failed test that
 * named it. */
struct note {
    uint32_t event, previous;
};

struct state {
    struct program *program;
    uint32_t nactors; /* the program's actors, followed by the slots; see matching.h */
    uint32_t slots;   /* number of slots of each of the program's actors */
    struct actor *actor;
    struct channel *channel; /* matching semantics: [from * program->nactors + to] */
    VEC(struct rma_part)
    parts; /* of windows: [window * program->nactors + target], as far as
              they have been used */
    struct mailbox *mailbox;
    struct mutex *mutex;
    VEC(struct sync_log) objects; /* as far as they have been used */
    VEC(struct event) events;
    struct clocks clocks; /* a clock of nactors entries for each event, from the first
                             on; see `late` */
    bool late; /* events get their clocks only when somebody asks for one, which nobody
                  may ever do, or when one concerns a window; then all get theirs, and
                  from then on at once. May be set if there are no events, but not with
                  `hashing` */
    VEC(struct note) notes;
    events_vec retractions; /* retractions that withdrew a message, oldest first */
    events_vec refusals;    /* retractions that failed */
    /* the receivers of all messages that events sent to inboxes, oldest first */
    VEC(uint32_t) receivers;
    uint32_t ninitial; /* number of messages that were there from the start */
    struct {
        uint64_t **slot;
        size_t count, capacity;
    } interned;         /* sets of keys with more than one member; see place.c */
    events_vec scratch; /* causes of the step that is being made */
    uint32_t gathered;  /* the last event that looked for several others */
    bool hashing; /* whether `hashes` and `trace` are kept up to date; to be set before
                     the first event */
    VEC(struct digest) hashes; /* of each event with its past */
    struct digest trace;       /* the sum of the events' hashes, which names the trace */
    uint64_t pushes;  /* number of transitions executed so far, never decreased */
    uint32_t endless; /* the actor that polls for ever without success, counted from 1; 0:
                         none */
    uint64_t rounds;  /* how many rounds of a loop on a window are followed if each leads
                         to  another state; 0: ROUNDS_MAX */
    uint64_t looks; /* the same for loops that only look, instead of ROUNDS_MAX; 0: that.
                       It is raised if the first execution needs it: search.c */
    bool moot; /* an actor that spins would go on: see round.h. Nothing but races can be
                  told of this execution */
    bool cut;  /* an actor that has not ended was not followed any further, so this is no
                  deadlock */
    bool potential; /* sends that need not wait do wait here: see match/halt.h */
};

struct state *state_new(struct program *);
void state_free(struct state *);

/* Executes the actor's pending operation. The outcome must be one of those that
 * state_outcomes() lists. */
void state_push(struct state *, uint32_t actor, int32_t outcome);
void state_pop(struct state *);

/* Matching semantics: state_room() tells whether the actor's pending operation can be
 * executed with the slots that exist. If not, state_push() adds slots, which changes
 * nactors. state_widen() adds them ahead of time; it returns false if there would be
 * more actors than an act can name. */
bool state_room(const struct state *, uint32_t actor);
bool state_widen(struct state *);

/* Appends the outcomes that the actor's pending operation can have now; none if the
 * actor has ended or must wait. */
void state_outcomes(const struct state *, uint32_t actor, outcomes_vec *);
bool state_enabled(const struct state *, uint32_t actor);

/* For one who makes a whole execution and may ask for no clock: sets state.late, if that
 * is possible. There are no events yet. */
void state_put_off_clocks(struct state *);
/* Gives a clock to each event that has none. */
void state_catch_up(struct state *);

/* Makes sure that the event has its clock. */
static inline void state_need_clock(const struct state *st, uint32_t event)
{
    if (st->clocks.n <= event)
        state_catch_up((struct state *)(uintptr_t)st);
}

/* How many events of the actor happen before this event, itself included. */
static inline uint32_t state_clock_entry(const struct state *st, uint32_t event,
                                         uint32_t actor)
{
    state_need_clock(st, event);
    return clocks_entry(&st->clocks, event, actor);
}

/* The clock of an event. With very many actors it points into a ring of arrays that
 * later calls overwrite: see clocks_expand(). */
static inline const uint32_t *state_clock(const struct state *st, uint32_t event)
{
    state_need_clock(st, event);
    if (st->clocks.pages)
        return clocks_expand((struct clocks *)(uintptr_t)&st->clocks, event);
    return st->clocks.dense.at + (size_t)event * st->nactors;
}

/* Does event a happen before event b, or are they the same? Both are events of the
 * execution. */
static inline bool state_before(const struct state *st, uint32_t a, uint32_t b)
{
    return state_clock_entry(st, b, st->events.at[a].act.actor) > st->events.at[a].index;
}

static inline bool state_in_cut(const struct state *st, uint32_t event,
                                const uint32_t *cut)
{
    return !cut || st->events.at[event].index < cut[st->events.at[event].act.actor];
}

/* Do the program's actors take messages from inboxes? */
static inline bool state_has_inboxes(const struct state *st)
{
    return st->program->ops->inboxes != NULL;
}

/* A digest of the state, independent of the way to it: where every actor is, what it
 * has observed, what waits in mailboxes and queues, and who is paired with whom. */
struct digest state_digest(const struct state *);

#endif
