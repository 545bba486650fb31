/* SPDX-License-Identifier: Apache-2.0
 *
 * race.h - what else could have happened.
 *
 * An alternative to an execution is an act that did not happen in it but could
 * have, had the execution gone otherwise from some event on: the later of two
 * racing events without the earlier one, a test that fails instead of
 * succeeding, a choice or a wait with another outcome. Every explorer that
 * reduces feeds on these; they differ only in what they do with them. */
#ifndef MZ_EXPLORE_RACE_H
#define MZ_EXPLORE_RACE_H
#include "kernel/state.h"

struct reduction; /* explore/family/family.h */

struct alternative {
    uint32_t node;       /* go back to just before this event, ... */
    const uint32_t *cut; /* ... do again what follows it and is in this cut, ... */
    struct act act;      /* ... and then this, which conflicts with the event */
};

typedef void alternative_fn(void *context, const struct alternative *);

struct races {
    struct state *st;
    alternative_fn *found;
    void *context;
    /* scratch */
    VEC(uint32_t) past, cut, one, act_past;
    events_vec causes, act_causes;
    outcomes_vec outcomes;
};

void races_init(struct races *, struct state *, alternative_fn *, void *context);
void races_free(struct races *);

/* Alternatives in which the event happens earlier, before one that it raced
 * with. */
void races_reverse(struct races *, uint32_t event);

/* Alternatives in which the event has another outcome, given all that does not
 * happen after it; for a cancel that was in time, the matches that it prevented. */
void races_relabel(struct races *, uint32_t event);

/* The same, for earlier waits to which this post, being the newest event,
 * offers an outcome that they did not have before. */
void races_offer(struct races *, uint32_t post);

/* The earlier waits and tests on several to which a post, being the newest event,
 * offers an outcome that they did not have: they name the communication that it
 * completes, and it does not happen after them. Likewise the earlier takes of those
 * to whom the newest event sent a message; and in matching semantics those to which it
 * may offer one. */
struct offers {
    const struct reduction *family; /* that counts through them */
    uint32_t post, actor;
    size_t next;      /* of that actor's events; matching semantics: of all events */
    uint32_t message; /* inboxes: of state.receivers */
};
void offers_start(const struct state *, uint32_t post, struct offers *);
uint32_t offers_next(const struct state *, struct offers *); /* NO_EVENT: no more */

/* The past of an alternative's act, as a clock. Valid until the next call. */
const uint32_t *races_past(struct races *, const struct alternative *);

/* ---- for families (explore/family) ---- */

#define NO_EXCEPTION INT32_MIN

/* Reports an actor's operation, placed in r->cut, with every outcome that it can have
 * there but `except`, as an alternative to the event at the node. */
void races_report_op(struct races *, uint32_t actor, const struct op *, uint32_t node,
                     int32_t except);
/* Likewise the operation of an event. */
void races_report(struct races *, uint32_t event, uint32_t node, int32_t except);

/* Takes the event, and what happens after it, out of r->cut. */
void races_leave_out(struct races *, uint32_t event);

/* Reverses the event's races in the classical sense. Causes that the act needs, so that
 * it cannot happen without them, are no races; NULL: it needs none. */
typedef bool needs_fn(const struct state *, const struct act *, uint32_t cause);
void races_classical(struct races *, uint32_t event, needs_fn *);

/* Matching semantics: reports everything that could have got or seen a message that was
 * withdrawn, had it not been: who got something else, and who has not got anything yet (a
 * try or probe that could fail now may be asleep). */
void matching_reclaim(struct races *, uint32_t retraction);

#endif
