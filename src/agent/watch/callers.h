/* SPDX-License-Identifier: Apache-2.0
 *
 * callers.h - the calls that led to accesses of windows, for reports of races.
 *
 * Going up the stack takes longer than an access, so it is done in replays only, which
 * confirm findings. */
#ifndef MZ_AGENT_WATCH_CALLERS_H
#define MZ_AGENT_WATCH_CALLERS_H
#include <stdint.h>

#define CALLERS_MOST 8

/* The rank, which has performed so many operations, accesses a window here. */
void callers_note(int rank, uint32_t nops);
/* The frames of the last such access at that site, at most CALLERS_MOST, that was
 * made before the rank had performed more operations than that; how many. */
uint32_t callers_of(uint32_t rank, uint32_t nops, uint64_t site, uint64_t *frames);

#endif
