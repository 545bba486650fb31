/* SPDX-License-Identifier: Apache-2.0
 *
 * origins.h - where the blocks of the heap were allocated.
 *
 * Known in a replay, which never goes back to an earlier state, and where states are
 * compared, in which case it is advice only: what was noted last at an address. So this
 * need not be part of a rank, and a state does not depend on it. */
#ifndef MZ_AGENT_RANK_ORIGINS_H
#define MZ_AGENT_RANK_ORIGINS_H
#include "report/kinds.h"

#include <stdint.h>

/* The running rank has allocated this block; `caller` is the address to which the
 * function returns. */
void origins_note(const void *block, const void *caller);
/* The address to which the call that has allocated it returns; NULL: not known. */
const void *origins_of(const void *block);
/* Tells the supervisor where the block with this address was allocated, about which the
 * running rank has a finding at `site` (0: the stack tells). */
void origins_tell(enum finding_kind, uint64_t site, const void *address);

#endif
