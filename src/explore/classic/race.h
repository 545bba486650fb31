/* SPDX-License-Identifier: Apache-2.0
 *
 * race.h - what else could have happened.
 *
 * An alternative to an execution is an act that did not happen in it but could
 * have, had the execution gone otherwise from some event on: the later of two
 * racing events without the earlier one, a test that fails instead of
 * succeeding, a choice or a wait with another outcome. Every explorer that
 * reduces feeds on these; they differ only in what they do with them. */
#ifndef MZ_EXPLORE_CLASSIC_RACE_H
#define MZ_EXPLORE_CLASSIC_RACE_H
#include "kernel/state.h"

struct reduction; /* explore/classic/family/family.h */

struct alternative {
    uint32_t node;       /* the event to go back to; the alternative starts just before
                            it */
    const uint32_t *cut; /* the events after the node that are in this cut are executed
                            again */
    struct act act;      /* the act that follows them; it conflicts with the event at the
                            node */
};

typedef void alternative_fn(void *context, const struct alternative *);

struct races {
    struct state *st;
    alternative_fn *found;
    void *context;
    /* Scratch memory. */
    VEC(uint32_t) past, cut, one, act_past;
    events_vec causes, act_causes;
    outcomes_vec outcomes;
};

void races_init(struct races *, struct state *, alternative_fn *, void *context);
void races_free(struct races *);

/* Reports the alternatives in which the event happens before an event that it raced
 * with. */
void races_reverse(struct races *, uint32_t event);

/* Reports the alternatives in which the event has another outcome, given all events
 * that do not happen after it. For a cancel that succeeded, these are the matches that
 * it prevented. */
void races_relabel(struct races *, uint32_t event);

/* Reports such alternatives for earlier waits to which this post, the newest event,
 * offers an outcome that they did not have before. */
void races_offer(struct races *, uint32_t post);

/* Iterates over earlier events to which the newest event offers an outcome that they
 * did not have. For a post, these are waits and tests that name the communication it
 * completes, and which it does not happen after. For an event that sent messages to
 * inboxes, these are the takes of the receivers. In matching semantics, these are all
 * events that may get a new outcome; some of them do not. */
struct offers {
    const struct reduction *family; /* the family that enumerates them */
    uint32_t post, actor;
    size_t next;      /* the next event to look at: among that actor's events, or in
                         matching semantics among all events */
    uint32_t message; /* inboxes: the next message, in state.receivers */
};
void offers_start(const struct state *, uint32_t post, struct offers *);
/* the next event; NO_EVENT: no more */
uint32_t offers_next(const struct state *, struct offers *);

/* The past of an alternative's act, as a clock. The next call overwrites it. */
const uint32_t *races_past(struct races *, const struct alternative *);

/* Can the actor begin the alternative, that is, does its first act there have no
 * predecessor in the alternative? */
bool races_begins(struct races *, const struct alternative *, uint32_t actor);
/* How many events of the actor come before the node. */
uint32_t races_events_before(const struct state *, uint32_t actor, uint32_t node);

/* ---- for families (explore/classic/family) ---- */

#define NO_EXCEPTION INT32_MIN

/* Reports an actor's operation, placed in r->cut, with every outcome that it can have
 * there but `except`, as an alternative to the event at the node. */
void races_report_op(struct races *, uint32_t actor, const struct op *, uint32_t node,
                     int32_t except);
/* Reports the operation of an event in the same way. */
void races_report(struct races *, uint32_t event, uint32_t node, int32_t except);

/* Removes the event and all events that happen after it from r->cut. */
void races_leave_out(struct races *, uint32_t event);

/* Reverses the event's races with its causes. A cause without which the act cannot
 * happen is no race; `needs` tells which causes these are. NULL: none. */
typedef bool needs_fn(const struct state *, const struct act *, uint32_t cause);
void races_classical(struct races *, uint32_t event, needs_fn *);

/* Objects that threads share: reports the actor's pending operation wherever it could
 * have come before an earlier act on its object. */
void sync_pending(struct races *, uint32_t actor);

/* Matching semantics: reports every operation that could have got or seen a message if
 * it had not been withdrawn: those that got another message, and those that have not
 * got any yet (a tryrecv or probe that could fail now may be asleep). */
void matching_reclaim(struct races *, uint32_t retraction);

#endif
