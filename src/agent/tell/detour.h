/* SPDX-License-Identifier: Apache-2.0
 *
 * detour.h - an outcome that is near another one: the same steps as far as possible, but
 * one receive takes another message. */
#ifndef MZ_AGENT_TELL_DETOUR_H
#define MZ_AGENT_TELL_DETOUR_H

/* Makes the recorded steps up to the one that link->replay.detour names, takes another
 * outcome there, and goes on to the end. The execution is judged as any other; if there
 * is such an outcome, it is handed over. */
void detour_run(void);

#endif
