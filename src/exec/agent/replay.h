/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.h - one given execution, step by step. */
#ifndef MZ_EXEC_REPLAY_H
#define MZ_EXEC_REPLAY_H

void replay_run(void);

/* Where a debugger can stop: called before each step of a replay. */
void mazurka_step(unsigned step, unsigned rank, const char *what);

#endif
