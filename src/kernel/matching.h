/* SPDX-License-Identifier: Apache-2.0
 *
 * matching.h - the operations of matching semantics; docs/design/matching.md.
 *
 * Sends and posted receives are requests; that a receive gets a message is a step of
 * its own, a match, which happens by itself some time after both exist. A step belongs
 * to an actor, and two matches of one receiver need not be ordered. So matches belong
 * to *slots*, which are actors that the program knows nothing of: a receive occupies the
 * lowest free slot of its actor from its posting until the actor has seen it complete or
 * has withdrawn it. What one slot does is then ordered anyway, and which slot a receive
 * gets is decided by its actor's own past.
 *
 * With program.queues there is one more order: the messages of one context to one actor
 * wait in a queue, in the order in which they were sent, whoever sent them, and a receive
 * gets the oldest that fits it. Otherwise only messages of one sender have an order.
 *
 * A lock request and an atomic access of one-sided communication are requests with slots
 * as well: see window.h.
 *
 * A process may have several threads (program.process), each of which is an actor (a
 * *line*). Messages go from process to process; requests and slots are those of the line
 * that has made them. The order in which lines of one process do what concerns the same
 * matches is part of the execution, and such acts depend on each other: sends to one
 * process, arrivals on one context, and on each context the *chain* of receives, probes
 * and their like. A line may wait for another one's request, as it is known by line and
 * number.
 *
 * Actor a's slots are the actors a + n, a + 2n, ... where n is the number of actors of
 * the program. There are as many as are needed: see state_room(). */
#ifndef MZ_KERNEL_MATCHING_H
#define MZ_KERNEL_MATCHING_H
#include "kernel/state.h"

/* The program's actor that this slot belongs to; the actor itself if it is not a
 * slot. */
static inline uint32_t matching_rank(const struct state *st, uint32_t actor)
{
    return actor % st->program->nactors;
}

/* The process that the actor, which is no slot, is a thread of. */
static inline uint32_t matching_process(const struct state *st, uint32_t actor)
{
    return st->program->process ? st->program->process[actor] : actor;
}

/* What an operation of the actor, or of a thread of the same process, calls the actor's
 * request with this number. */
static inline uint32_t matching_name(const struct state *st, uint32_t actor,
                                     uint32_t number)
{
    return st->program->process ? request_name(actor, number) : number;
}

/* The actor whose request it is, if an operation of `actor` names it. */
static inline uint32_t matching_line(const struct state *st, uint32_t actor,
                                     uint32_t request)
{
    return st->program->process ? request >> REQUEST_LINE : actor;
}

/* The request that an operation of the actor names. */
static inline struct posted *matching_own(struct state *st, uint32_t actor,
                                          uint32_t request)
{
    struct actor *line = &st->actor[matching_line(st, actor, request)];
    return &line->requests.at[st->program->process ? request & ((1u << REQUEST_LINE) - 1)
                                                   : request];
}

static inline const struct posted *matching_request(const struct state *st,
                                                    uint32_t actor, uint32_t request)
{
    return matching_own((struct state *)(uintptr_t)st, actor, request);
}

/* The receive of the process in this place of the order of its receives. */
const struct posted *matching_receive(const struct state *, uint32_t process,
                                      uint32_t order);
/* What the threads of the process have done on that context that concerns receives; NULL:
 * nothing so far, or processes have one thread each. */
struct chain *matching_chain(const struct state *, uint32_t process, uint32_t context);

static inline struct channel *matching_channel(const struct state *st, uint32_t from,
                                               uint32_t to)
{
    return &st->channel[(size_t)from * st->program->nactors + to];
}

/* The request that sent the k-th message (from 0) of one actor to another. */
const struct posted *matching_message(const struct state *, uint32_t from, uint32_t to,
                                      uint32_t k);
/* The actor's queue of that context, in programs with queues; NULL if there is none
 * yet. */
const struct queue *matching_queue(const struct state *, uint32_t actor,
                                   uint32_t context);
/* The request that sent the i-th message (from 0) in an actor's queue. */
const struct posted *matching_queued(const struct state *, uint32_t actor,
                                     const struct queue *, uint32_t i);
/* Is the request complete, so that a finish can report it? */
bool matching_complete(const struct state *, const struct posted *, const uint32_t *cut);
/* Adds the keys of all events that must have happened for this request of the actor to
 * be complete. */
typedef VEC(uint64_t) keys_vec;
void matching_completion_keys(const struct state *, uint32_t actor, uint32_t request,
                              const uint32_t *cut, keys_vec *);
/* Adds the actors that this incomplete request waits for. */
void matching_wait_for(const struct state *, uint32_t actor, uint32_t request,
                       events_vec *actors);
/* The number of requests that the actor has made in the cut. */
uint32_t matching_requests(const struct state *, uint32_t actor, const uint32_t *cut);
/* The event that a key of a finish or poll names: what took or received a message, an
 * arrival at a collective, the step that a slot makes, or a wunlock. */
uint32_t matching_key_event(const struct state *, uint64_t key);
/* The operation that made a request. */
const struct op *matching_made(const struct state *, const struct posted *);

/* Processes of several threads: appends the events of the process that are ordered with
 * this act, whichever line they belong to; oldest first. Nothing for acts whose order
 * with those of other lines does not matter. */
void matching_ordered(const struct state *, const struct act *, events_vec *);
/* Appends the events of which the event's actor learns by it that they have happened: the
 * sending of a message, the receive in which one is, arrivals that a collective operation
 * waits for. Not what happens before it by the rules of matching alone. */
void matching_heard(const struct state *, const struct event *, events_vec *);

/* Functions of the family, implemented here; see family.h. */
void matching_outcomes(const struct state *, uint32_t actor, const struct op *,
                       const uint32_t *cut, outcomes_vec *);
struct act matching_act(struct state *, uint32_t actor, const struct op *,
                        const uint32_t *cut, int32_t outcome);
void matching_causes(const struct state *, const struct act *, const uint32_t *cut,
                     events_vec *causes);

/* ---- matching_effects.c ---- */

/* With BUFFERING_ANY, a send that may either buffer or wait is at first assumed to
 * buffer. matching_halt() makes all such sends wait, for a state in which nobody can
 * move; matching_wait() makes one of them wait, for a loop that never ends. */
void matching_halt(struct state *);
void matching_wait(struct state *, uint32_t actor, uint32_t request);

/* A free slot of the actor; NO_EVENT if all are occupied. */
uint32_t matching_free_slot(const struct state *, uint32_t actor);
/* Called by operations with the trait POSTS and those that undo them: adds the request
 * that the event makes, and removes it. */
void matching_make_request(struct state *, const struct event *, uint32_t event);
void matching_unmake_request(struct state *, const struct event *);
/* Frees the slot of this request of the event's actor, if the request occupies it, and
 * notes it in event.place. matching_take_slot() undoes that. */
void matching_leave_slot(struct state *, struct event *, uint32_t request);
void matching_take_slot(struct state *, const struct event *, uint32_t request);
/* The match operation that a slot performs for this receive. */
struct op matching_op(const struct state *, uint32_t actor, uint32_t request);

/* How many participants must have arrived before this arrive operation is complete. */
uint32_t matching_needed(const struct state *, const struct op *arrive);
/* The arrives of the actor on that context; NULL: there was none so far. */
struct arrivals *matching_arrivals(const struct actor *, uint32_t context);
/* The event by which the actor arrived on that context for the k-th time. */
uint32_t matching_arrival(const struct state *, uint32_t actor, uint32_t context,
                          uint32_t k);

/* Did a retraction fail although nobody received the message in the end? MPI guarantees
 * that this does not happen, so such an execution is discarded. */
bool matching_refused_in_vain(const struct state *);

/* A message that nobody has received. */
struct unmatched {
    uint32_t from, to, k;
    uint32_t event; /* the event that sent it */
};
typedef VEC(struct unmatched) unmatched_vec;
void matching_unmatched(const struct state *, unmatched_vec *);

#endif
