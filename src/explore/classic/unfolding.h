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
#ifndef MZ_EXPLORE_CLASSIC_UNFOLDING_H
#define MZ_EXPLORE_CLASSIC_UNFOLDING_H
#include "kernel/state.h"

#define NO_ID UINT32_MAX

typedef VEC(uint32_t) ids_vec;

struct unfolded {
    struct act act;
    uint32_t index;    /* how many events of its actor come before it */
    uint32_t previous; /* the previous event of its actor */
    uint32_t behind;   /* post, lock, unlock: the previous event on the same object */
    uint32_t hash;
    bool alive, kept;
};

/* An entry of the index of rivals: an event in a bucket. */
struct rival_entry {
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
    ids_vec tips;  /* for each event, nactors tips: its past, itself included */
    ids_vec spare; /* numbers of forgotten events, to be reused */
    uint32_t *table;
    size_t capacity, count, peak;
    uint32_t *bucket; /* the index of rivals; it has as many buckets as the hash table has
                         slots */
    VEC(struct rival_entry) places;
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

/* The event with this act and this past, which is given as a clock over the
 * configuration; it is made if it does not exist. */
uint32_t unfolding_event(struct unfolding *, const struct config *, const struct act *,
                         const uint32_t *past);

/* Is e in the past of f, or are they the same? */
bool unfolding_before(const struct unfolding *, uint32_t e, uint32_t f);

/* Appends the events that can be in immediate conflict with this one: dependent on it
 * and not ordered with it, while their pasts do not conflict. It may append other
 * events, too; the caller checks. */
void unfolding_rivals(struct unfolding *, uint32_t id, ids_vec *);

/* ---- for families (explore/classic/family): the index of rivals ---- */

/* What rivals (events that may be in immediate conflict) have in common, by which the
 * index finds them. */
enum rivals {
    RIVALS_BEHIND,   /* they follow the same event on one object */
    RIVALS_OUTCOMES, /* they are outcomes of one operation, after the same event of its
                        actor */
    RIVALS_COMPLETE, /* one completes the communication, or matches the receive, with this
                        key */
    RIVALS_MISS,
    RIVALS_UNLOCK, /* one unlocks this mutex */
    RIVALS_LOOK,
    RIVALS_JOIN,   /* they ask for a lock on this part of a window */
    RIVALS_ACCESS, /* they access this part of a window */
    RIVALS_SYNC,   /* they concern this object that threads share */
};

/* Files the event or, if `out` is given, appends the events filed in the same place. */
void rivals_behind(struct unfolding *, uint32_t id, ids_vec *out);
void rivals_outcomes(struct unfolding *, uint32_t id, ids_vec *out);
/* Files the event under (filed, key) or, if `out` is given, appends the events filed
 * under (sought, key). */
void rivals_at(struct unfolding *, enum rivals filed, enum rivals sought, uint64_t key,
               uint32_t id, ids_vec *out);

/* ---- */

/* Forgets all events except those marked by unfolding_keep(), and removes the marks. */
void unfolding_sweep(struct unfolding *);
void unfolding_keep(struct unfolding *, uint32_t id); /* marks the event and its past */

void config_init(struct config *, uint32_t nactors);
void config_free(struct config *);
bool config_has(const struct config *, const struct unfolding *, uint32_t id);

/* Can the event and its past be added to the configuration without conflict? If so,
 * appends the events to be added, in an order in which they can happen. */
bool config_compatible(const struct config *, const struct unfolding *, uint32_t id,
                       ids_vec *missing);
void config_add(struct config *, const struct unfolding *, uint32_t id);
void config_remove(struct config *, const struct unfolding *, uint32_t id);

#endif
