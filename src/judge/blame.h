/* SPDX-License-Identifier: Apache-2.0
 *
 * blame.h - a sentence on why an execution does not go on. */
#ifndef MZ_JUDGE_BLAME_H
#define MZ_JUDGE_BLAME_H
#include "report/finding.h"

/* Nobody can move: sets the message, the actor that it is about and its place. The
 * states of the actors and the cycle, if there is one, must be known. */
void blame_deadlock(struct finding *, const struct state *);
/* The same if the finding's actor polls for ever. */
void blame_endless(struct finding *, const struct state *);
/* Of a deadlock of threads without a cycle: says why somebody waits in vain, if that is
 * known, and sets f->actor. */
bool blame_sync(struct finding *, const struct state *, struct str *);
/* Where that is so only if some sends are not buffered: sets the detail, which names
 * them, and those that have to be buffered so that it comes so far. */
void blame_buffering(struct finding *, const struct state *);

/* Appends the place of an actor's operation; of real code, an address that the supervisor
 * replaces (PLACE_BEGIN). */
void blame_place(const struct state *, uint32_t actor, const struct op *, struct str *);

#endif
