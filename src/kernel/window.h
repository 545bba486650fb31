/* SPDX-License-Identifier: Apache-2.0
 *
 * window.h - one-sided communication (docs/design/windows.md).
 *
 * A part is the memory of one actor, the target, that a window exposes. What is
 * nondeterministic is in which order lock requests reach a part, and in which order
 * atomic accesses to overlapping locations take effect. Both are steps of slots (see
 * matching.h) which are always possible sooner or later: a `join` appends a lock request
 * to the queue of the part, an `effect` carries out an atomic access. A lock is *held*
 * once every incompatible request before it in the queue was released. That is no step
 * but a fact of the state, and nothing makes it untrue again, so nothing disables
 * anything.
 *
 * Puts, gets, loads and stores are `direct`: the actor itself carries them out, at the
 * moment when they must be complete. If the moment matters, there is a race, which
 * window_races() finds by clocks. */
#ifndef MZ_KERNEL_WINDOW_H
#define MZ_KERNEL_WINDOW_H
#include "kernel/matching.h"

/* The number of the part that an operation concerns. */
static inline uint32_t window_part(const struct state *st, const struct op *op)
{
    return op->object * st->program->nactors + (uint32_t)op->peer;
}

/* The first keys of an effect or direct describe its access. */
enum { ACCESS_LO, ACCESS_HI, ACCESS_HOW, ACCESS_WORDS };

enum access_how {
    HOW_READS = 1,
    HOW_WRITES = 2,
    HOW_COMMUTES = 4, /* it does not read, and commutes with its like */
    HOW_LOOSE = 8,    /* it keeps no order with its like of the same actor */
    HOW_OPCODE = 16,  /* its multiple is the operation of an atomic access */
};

/* What the first keys of an act of an atomic or direct access say. */
uint64_t access_how(const struct rma_access *);

static inline bool access_overlap(const uint64_t *a, const uint64_t *b)
{
    return a[ACCESS_LO] < b[ACCESS_HI] && b[ACCESS_LO] < a[ACCESS_HI];
}

/* Do two accesses with these words depend on each other? They do if they overlap,
 * unless both only read or both commute and have the same operation. */
static inline bool access_conflict(const uint64_t *a, const uint64_t *b)
{
    if (!access_overlap(a, b))
        return false;
    uint64_t either = a[ACCESS_HOW] | b[ACCESS_HOW];
    bool alike = a[ACCESS_HOW] == b[ACCESS_HOW] && a[ACCESS_HOW] & HOW_COMMUTES;
    return either & HOW_WRITES && !alike;
}

/* Must two atomic accesses of one actor take effect in the order of their calls? */
static inline bool access_in_order(const uint64_t *a, const uint64_t *b)
{
    return access_overlap(a, b) && !(a[ACCESS_HOW] & b[ACCESS_HOW] & HOW_LOOSE);
}

/* Of the actor's requests from number `first` on, the oldest one whose effect must come
 * before that of the atomic access `op`, which it makes now; NO_EVENT: none. Most have
 * none, and no effect has to look for it again. */
uint32_t window_behind(const struct state *, uint32_t actor, const struct op *,
                       uint32_t first);

/* ---- locks ---- */

/* Is this request complete: a wlock held, an atomic in effect, what an unlocking gives
 * back released? */
bool window_complete(const struct state *, const struct posted *, const uint32_t *cut);
/* Is this lock request held? */
bool window_held(const struct state *, const struct posted *wlock, const uint32_t *cut);
/* Adds the keys of the events that must have happened for this lock request of the
 * actor to be held. It has joined its queue. */
void window_lock_keys(const struct state *, uint32_t actor, uint32_t wlock, keys_vec *);
/* Have all atomic accesses of the actor under this request taken effect? */
bool window_effective(const struct state *, uint32_t actor, uint32_t under,
                      const uint32_t *cut);
/* Adds the keys of these effects. */
void window_effect_keys(const struct state *, uint32_t actor, uint32_t under,
                        const uint32_t *cut, keys_vec *);
/* Adds the actors that must release their locks before this one is held. */
void window_wait_for(const struct state *, uint32_t actor, uint32_t wlock,
                     events_vec *actors);

/* ---- memory ---- */

static inline const struct accessed *window_accessed(const struct state *st,
                                                     uint32_t event)
{
    const struct event *e = &st->events.at[event];
    return &st->parts.at[e->act.object].accesses.at[e->place];
}

/* The version of the part that a pull, which is this event, finds. */
uint64_t window_pulled(struct state *, uint32_t part, uint32_t event);
/* The number that names what is in the part now. */
uint64_t window_version(const struct state *, uint32_t part);

/* ---- races: window_race.c ---- */

/* Why two accesses to a part must not be. All but the first are for the separate memory
 * model (program.separate). */
enum rma_rule {
    RULE_NONE,
    RULE_UNORDERED,   /* they overlap, one writes, and they are neither ordered nor both
                         atomic */
    RULE_UNPUBLISHED, /* the owner's store is not in the public copy yet */
    RULE_UNSEEN,      /* the update is not in the owner's memory yet */
    RULE_APART,       /* a store and an update to different locations, as above */
};

struct rma_raced {
    uint32_t event; /* NO_EVENT: it is no operation, but what the actor did by itself: */
    const struct rma_touch *touch;
    uint32_t actor;
    uint32_t index; /* how many events the actor had when its program did it */
};
struct rma_race {
    struct rma_raced a, b; /* operations in the order in which they happened */
    enum rma_rule rule;
    bool assumed; /* the store gives the part its first contents, and is taken for granted
                     to be in both copies: not reported */
};
/* What it was. */
const struct rma_access *window_raced(const struct state *, const struct rma_raced *);
typedef VEC(struct rma_race) rma_races_vec;
/* Appends all races of the execution. */
void window_races(const struct state *, rma_races_vec *);

/* ---- races of what actors do by themselves: window_own.c ---- */

void window_own_races(const struct state *, rma_races_vec *);

/* An actor locks a part while its owner exposes it. */
struct rma_clash {
    uint32_t lock, actor; /* the event, and whose it is */
    uint32_t owner;
    const struct rma_touch *exposed;
};
typedef VEC(struct rma_clash) rma_clashes_vec;
/* Appends all that the execution has. */
void window_clashes(const struct state *, rma_clashes_vec *);

/* Does the access that this event carries out begin after the other event? */
bool window_begins_after(const struct state *, uint32_t access, uint32_t event);
/* The event as half of a race. */
struct rma_raced window_raced_event(const struct state *, uint32_t event);

/* ---- functions of the family, implemented in window.c; see family.h ---- */

void window_outcomes(const struct state *, uint32_t actor, const struct op *,
                     const uint32_t *cut, outcomes_vec *);
struct act window_act(struct state *, uint32_t actor, const struct op *,
                      const uint32_t *cut, int32_t outcome);
void window_causes(const struct state *, const struct act *, const uint32_t *cut,
                   events_vec *causes);

#endif
