/* SPDX-License-Identifier: Apache-2.0
 *
 * try.h - the states explorer, for those who do not know yet whether it helps. */
#ifndef MZ_EXPLORE_STATES_TRY_H
#define MZ_EXPLORE_STATES_TRY_H
#include "explore/search/search.h"

/* Explores like states_run(), but only as long as histories meet in the same states, or
 * this is not decided yet (search.turn_limits). search.turn says why it did not go on;
 * then the search is where it was before. */
bool states_try(struct search *);

/* In another process of a cluster than the first: takes part in the search, of states or
 * of outcomes, and goes over to the other as the first process says. */
void states_follow(struct search *, bool states);

#endif
