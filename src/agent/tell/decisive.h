/* SPDX-License-Identifier: Apache-2.0
 *
 * decisive.h - for each finding, the choice that decides it: see explore/decide/decide.h.
 */
#ifndef MZ_AGENT_TELL_DECISIVE_H
#define MZ_AGENT_TELL_DECISIVE_H
#include "agent/core/agent.h"

/* Remembers the choices on the way to a finding; `at` is its offset in the link, and
 * `cut` has the events that matter for it, or is NULL. */
void decisive_note(struct state *, const uint32_t *cut, uint64_t at);

/* After the search: explores outcomes once more, to see what would have become of others
 * than those that were chosen, and writes that to the findings in the link. */
void decisive_run(void);

#endif
