/* SPDX-License-Identifier: Apache-2.0
 *
 * wait.h - who waits for whom. */
#ifndef MZ_KERNEL_WAIT_H
#define MZ_KERNEL_WAIT_H
#include "kernel/state.h"

/* Appends, each once, the actors that could let this blocked one go on: the owner of
 * the mutex, or whoever may still post the other side of a communication; in matching
 * semantics, the one that a receive names or all that can still send, the receiver of a
 * message, those who have not arrived. Actors that have ended or failed are among them if
 * they hold a mutex, would have posted, or are named. */
void wait_for(const struct state *, uint32_t actor, events_vec *actors);

/* For families: adds the actor if it is not there yet. */
void wait_add(events_vec *actors, uint32_t actor);

/* Is some actor blocked, and not because of one whose assertion failed? Requires that
 * none can move. */
bool wait_deadlocked(const struct state *);

/* Does the actor ask again and again, each time in vain, until it is where it was? It
 * does so: the steps are made. */
bool wait_spins(struct state *, uint32_t actor);

#endif
