/* SPDX-License-Identifier: Apache-2.0
 *
 * try.h - the states explorer, for those who do not know yet whether it helps. */
#ifndef MZ_EXPLORE_STATES_TRY_H
#define MZ_EXPLORE_STATES_TRY_H
#include "explore/search.h"

/* Explores like states_run(), but only as long as histories meet in the same states, or
 * this is not decided yet (search.turn_limits). search.turn says why it did not go on;
 * then the search is where it was before. */
bool states_try(struct search *);

#endif
