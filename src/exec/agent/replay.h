/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.h - one given execution, step by step. */
#ifndef MZ_EXEC_REPLAY_H
#define MZ_EXEC_REPLAY_H

#include <stdint.h>

void replay_run(void);

/* A breakpoint for debuggers: called before each step of a replay. */
void mazurka_step(unsigned step, unsigned rank, const char *what);

/* A breakpoint for debuggers: called when a rank fails. */
void mazurka_fault(unsigned rank, const char *what);

/* A breakpoint for debuggers: called after the last step. */
void mazurka_end(void);

/* Called by the commands of mazurka-gdb.py. */
int mazurka_look_at(unsigned rank);
void mazurka_look_away(void);
extern uint64_t mazurka_registers[];

#endif
