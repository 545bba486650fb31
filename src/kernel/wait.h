/* SPDX-License-Identifier: Apache-2.0
 *
 * wait.h - who waits for whom. */
#ifndef MZ_KERNEL_WAIT_H
#define MZ_KERNEL_WAIT_H
#include "kernel/state.h"

/* Appends, each once, the actors that could unblock this one: the owner of the mutex;
 * whoever may still post the other side of a communication; in matching semantics, the
 * source that a receive names or all actors that can still send, the receiver of a
 * message, and the actors that have not arrived at a collective. Actors that have ended
 * or failed are included if they hold a mutex, would have posted, or are named. */
void wait_for(const struct state *, uint32_t actor, events_vec *actors);

/* Called by families: appends the actor if it is not in the list yet. */
void wait_add(events_vec *actors, uint32_t actor);

/* Is some actor blocked for another reason than that an actor's assertion failed?
 * Requires that no actor can move. */
bool wait_deadlocked(const struct state *);

/* Does the actor poll without success until it is in the same state again? The steps of
 * that loop are made on the state. */
bool wait_spins(struct state *, uint32_t actor);

#endif
