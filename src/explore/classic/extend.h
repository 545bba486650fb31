/* SPDX-License-Identifier: Apache-2.0
 *
 * extend.h - the extensions of a configuration: the events whose past is in it.
 *
 * Here the configuration is the current execution, event for event. */
#ifndef MZ_EXPLORE_CLASSIC_EXTEND_H
#define MZ_EXPLORE_CLASSIC_EXTEND_H
#include "explore/classic/race.h"
#include "explore/classic/unfolding.h"

struct extender {
    struct unfolding *u;
    const struct config *c;
    struct state *st;
    uint32_t must; /* only events with this one in their past are made; the others are
                      known already */
    outcomes_vec outcomes;
    struct offers offers;
    events_vec causes;
    VEC(uint32_t) past;
    VEC(uint32_t) cuts; /* a stack of cuts, nactors each */
};

void extend_init(struct extender *, struct unfolding *, const struct config *);
void extend_free(struct extender *);

/* Makes every event in which the actor performs its next operation, over all pasts
 * within the configuration; if `must` is an event of the execution, only those with it
 * in their past. */
void extend_all(struct extender *, uint32_t actor, uint32_t must);

/* Appends those of the actor's events that are enabled in the configuration. */
void extend_enabled(struct extender *, uint32_t actor, ids_vec *enabled);

/* Makes the events of earlier waits on several requests with the outcome that the
 * newest event offers them (see race.h). */
void extend_offers(struct extender *, uint32_t newest);

/* Can the newest event be in the past of the actor's next operation, other than through
 * the actor's own past? If not, the actor's extensions have not changed. */
bool extend_concerns(const struct extender *, uint32_t actor, uint32_t newest);

/* ---- for families (explore/classic/family): cuts, on a stack ---- */

static inline uint32_t *extend_top(struct extender *x)
{
    return x->cuts.at + x->cuts.len - x->u->nactors;
}

/* pushes a cut; NULL: the empty one */
void extend_push_clock(struct extender *, const uint32_t *clock);
/* Pushes a copy of the top cut joined with the past of one more event (NO_EVENT:
 * none). */
void extend_push_with(struct extender *, uint32_t event);
void extend_pop(struct extender *);

/* How many events of a chain are in the top cut. */
uint32_t extend_count(struct extender *, const events_vec *chain);

/* Makes the events of the actor's operation after the top cut. */
void extend_consider(struct extender *, uint32_t actor, const struct op *);

/* The same after the top cut with every causally closed set of these events, which are
 * in the order of the execution. */
void extend_closed_sets(struct extender *, uint32_t actor, const struct op *,
                        const events_vec *list);

/* Makes the events of an earlier event's operation whose past is its actor's past
 * joined with that of the newest event. */
void extend_with_newest(struct extender *, uint32_t event);

#endif
