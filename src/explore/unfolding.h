/* SPDX-License-Identifier: Apache-2.0
 *
 * unfolding.h - the events that UDPOR remembers, and sets of them.
 *
 * An event is an act together with its causal past. Equal events are one event
 * (they are hash-consed), so a number identifies an event in every execution. Its
 * past is kept as an array of tips: for each actor the last event of that actor in
 * it. Since an actor's events form a chain, that says it all, and whether e is in
 * the past of f is answered by looking at one tip.
 *
 * A configuration is kept as the chain of each actor. */
#ifndef MZ_EXPLORE_UNFOLDING_H
#define MZ_EXPLORE_UNFOLDING_H
#include "kernel/state.h"

#define NO_ID UINT32_MAX

typedef VEC(uint32_t) ids_vec;

struct unfolded {
    struct act act;
    uint32_t index;    /* how many events of its actor come before */
    uint32_t previous; /* the last of them */
    uint32_t behind;   /* post, lock, unlock: the one before it on the same object */
    uint32_t hash;
    bool alive, kept;
};

/* An event in a bucket of the index. */
struct place {
    uint32_t id, next;
};

struct config {
    uint32_t nactors;
    ids_vec *chain;
};

struct unfolding {
    struct state *st;
    uint32_t nactors;
    VEC(struct unfolded) events;
    ids_vec tips;  /* nactors for each event: its past, itself included */
    ids_vec spare; /* numbers to use again */
    uint32_t *table;
    size_t capacity, count, peak;
    uint32_t *bucket; /* the index of rivals: as many buckets as the table has slots */
    VEC(struct place) places;
    ids_vec scratch;
};

void unfolding_init(struct unfolding *, struct state *);
void unfolding_free(struct unfolding *);

static inline const struct unfolded *unfolded(const struct unfolding *u, uint32_t id)
{
    return &u->events.at[id];
}

static inline const uint32_t *unfolded_tips(const struct unfolding *u, uint32_t id)
{
    return u->tips.at + (size_t)id * u->nactors;
}

/* The event with this act and this past, a clock over the configuration. */
uint32_t unfolding_event(struct unfolding *, const struct config *, const struct act *,
                         const uint32_t *past);

/* Is e in the past of f, or f itself? */
bool unfolding_before(const struct unfolding *, uint32_t e, uint32_t f);

/* Appends the events that can be in immediate conflict with this one: dependent on
 * it and not ordered with it, while their pasts do not conflict. May append others
 * too; the caller checks. */
void unfolding_rivals(struct unfolding *, uint32_t id, ids_vec *);

/* ---- for families (explore/family): the index of rivals ---- */

/* By what rivals find each other. */
enum rivals {
    RIVALS_BEHIND,   /* they come behind the same event on one object */
    RIVALS_OUTCOMES, /* of one operation, after the same event of its actor */
    RIVALS_COMPLETE, /* the communication, or the receive, of this key */
    RIVALS_MISS,
    RIVALS_UNLOCK, /* this mutex */
    RIVALS_LOOK,
};

/* Files the event, or, if `out` is given, lists those that were. */
void rivals_behind(struct unfolding *, uint32_t id, ids_vec *out);
void rivals_outcomes(struct unfolding *, uint32_t id, ids_vec *out);
/* It is filed as one that does the former, and its rivals do the latter. */
void rivals_at(struct unfolding *, enum rivals filed, enum rivals sought, uint64_t key,
               uint32_t id, ids_vec *out);

/* ---- */

/* Forget all events but those marked as kept, and unmark these. */
void unfolding_sweep(struct unfolding *);
void unfolding_keep(struct unfolding *, uint32_t id); /* with its past */

void config_init(struct config *, uint32_t nactors);
void config_free(struct config *);
bool config_has(const struct config *, const struct unfolding *, uint32_t id);

/* If the event and its past can be added to the configuration without conflict,
 * appends what would have to be added, in an order that can be followed. */
bool config_compatible(const struct config *, const struct unfolding *, uint32_t id,
                       ids_vec *missing);
void config_add(struct config *, const struct unfolding *, uint32_t id);
void config_remove(struct config *, const struct unfolding *, uint32_t id);

#endif
