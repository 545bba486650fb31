/* SPDX-License-Identifier: Apache-2.0
 *
 * family.h - what each family of operations brings to the explorers that reduce.
 *
 * They ask what else could have happened (race.h), and which events extend a
 * configuration and which are in conflict (extend.h, unfolding.h). Each file beside this
 * one answers for one family, and ends with a struct of these functions; they get events
 * of their own family only. What the kernel asks about a family is in kernel/family.h. */
#ifndef MZ_EXPLORE_CLASSIC_FAMILY_FAMILY_H
#define MZ_EXPLORE_CLASSIC_FAMILY_FAMILY_H
#include "explore/classic/extend.h"
#include "explore/classic/race.h"
#include "explore/classic/unfolding.h"

struct reduction {
    /* ---- races: dpor, sdpor, odpor ---- */

    /* Reports the alternatives in which the event happens before one that it raced
     * with. */
    void (*reverse)(struct races *, uint32_t event);
    /* Can such an event have several outcomes in one and the same past? */
    bool (*has_labels)(const struct event *);
    /* Reports what others could have done, had the event not prevented it. NULL: events
     * of this family prevent nothing. */
    void (*prevented)(struct races *, uint32_t event);
    /* Alternatives that this family reports may turn out not to conflict with the event
     * that they go back to; those are dropped. */
    bool may_agree;

    /* ---- what a newest event offers to earlier ones: race.h; sdpor, udpor ---- */

    void (*offers_start)(const struct state *, struct offers *);
    uint32_t (*offers_next)(const struct state *, struct offers *);
    /* Makes the events in which such an earlier operation has the outcome that it is
     * offered. */
    void (*offers_extend)(struct extender *, uint32_t event);

    /* ---- udpor ---- */

    /* Considers the operation after each past that makes a difference to it; every such
     * past contains the top cut. */
    void (*pasts)(struct extender *, uint32_t actor, const struct op *);
    /* Answers extend_concerns() for the actor's pending operation. */
    bool (*concerns)(const struct state *, uint32_t actor, uint32_t newest);
    /* Files the event where its rivals look for it; or, if `out` is given, looks for its
     * rivals. A conflict between two kinds is filed under the one and looked for under
     * the other. */
    void (*file)(struct unfolding *, uint32_t id, ids_vec *out);
    /* The event before the act on the same object, if positions count there; else
     * NO_EVENT. */
    uint32_t (*behind)(const struct state *, const struct act *);
    /* Does another event occupy the act's position already, so that the act cannot be
     * added? The answer no is always allowed; yes saves most of the comparisons. */
    bool (*position_taken)(const struct state *, const struct act *);
};

extern const struct reduction local_reduction;    /* local.c */
extern const struct reduction mailbox_reduction;  /* mailbox.c */
extern const struct reduction mutex_reduction;    /* mutex.c */
extern const struct reduction inbox_reduction;    /* inbox.c */
extern const struct reduction matching_reduction; /* matching.c */
extern const struct reduction window_reduction;   /* window.c */
extern const struct reduction sync_reduction;     /* sync.c */

extern const struct reduction *const reduction_by_kind[OP_KINDS];

static inline const struct reduction *reduction_of(enum op_kind kind)
{
    return reduction_by_kind[kind];
}

/* ---- for those who have nothing to say to some of these questions ---- */

void reduction_no_races(struct races *, uint32_t);
bool reduction_no_labels(const struct event *);
void reduction_no_offers(const struct state *, struct offers *);
uint32_t reduction_no_offer(const struct state *, struct offers *);
/* The next of the events up to that one which it may offer something to, and which do not
 * happen before it; NO_EVENT: there is none. */
uint32_t reduction_next_offer(const struct state *, struct offers *,
                              bool (*may)(const struct state *, const struct act *newest,
                                          uint32_t event));
bool reduction_unconcerned(const struct state *, uint32_t, uint32_t);
uint32_t reduction_behind_nothing(const struct state *, const struct act *);
bool reduction_no_position(const struct state *, const struct act *);

#endif
