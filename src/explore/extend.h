/* SPDX-License-Identifier: Apache-2.0
 *
 * extend.h - the extensions of a configuration: the events whose past is in it.
 *
 * Here the configuration is the current execution, event for event. */
#ifndef MZ_EXPLORE_EXTEND_H
#define MZ_EXPLORE_EXTEND_H
#include "explore/race.h"
#include "explore/unfolding.h"

struct extender {
    struct unfolding *u;
    const struct config *c;
    struct state *st;
    uint32_t must; /* events that do not have this one in their past are known */
    outcomes_vec outcomes;
    struct offers offers;
    events_vec causes;
    VEC(uint32_t) past;
    VEC(uint32_t) cuts; /* a stack of cuts, nactors each */
};

void extend_init(struct extender *, struct unfolding *, const struct config *);
void extend_free(struct extender *);

/* Makes every event that the actor's next operation is in, over all pasts within
 * the configuration; if `must` is an event of the execution, only those with it in
 * their past. */
void extend_all(struct extender *, uint32_t actor, uint32_t must);

/* Appends those that can happen now. */
void extend_enabled(struct extender *, uint32_t actor, ids_vec *enabled);

/* Makes the events of earlier waits on several, with the outcome that the newest
 * event offers them (see race.h). */
void extend_offers(struct extender *, uint32_t newest);

/* Can the newest event be in the past of the actor's next operation, other than
 * through the actor's own past? If not, the actor's extensions are what they were
 * before it. */
bool extend_concerns(const struct extender *, uint32_t actor, uint32_t newest);

#endif
