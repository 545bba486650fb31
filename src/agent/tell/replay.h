/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.h - one given execution, step by step. */
#ifndef MZ_AGENT_TELL_REPLAY_H
#define MZ_AGENT_TELL_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

struct link_step;
struct state;
struct str;

void replay_run(void);

/* Can the recorded step be made now, by the same operation with the same outcome? */
bool replay_possible(struct state *, const struct link_step *);
/* Makes a recorded step, which is number n (from 0), if it is possible. If not, returns
 * false and notes in the link what was there instead. */
bool replay_repeat(struct state *, const struct link_step *, uint32_t n, struct str *got);
/* Makes the steps that are on the tape of the link. */
void replay_tape(struct state *, struct str *got);

/* Set by a debugger: the step before which it wants to stop, from 1; 0: none. */
extern unsigned mazurka_goal;
/* The step that was begun last, from 1; 0: none. */
extern unsigned mazurka_at;

/* A breakpoint for debuggers: called before the first step of a replay. */
void mazurka_begin(void);

/* A breakpoint for debuggers: called before each step of a replay. */
void mazurka_step(unsigned step, unsigned rank, const char *what);

/* A breakpoint for debuggers: called before the step that is mazurka_goal. */
void mazurka_stop(unsigned step, unsigned rank, const char *what);

/* A breakpoint for debuggers: called when a rank has failed and does not run any more. */
void mazurka_fault(unsigned rank, const char *what);

/* A breakpoint for debuggers: called in a rank that does something wrong and goes on. */
void mazurka_remark(unsigned rank, unsigned kind, const char *what);

/* A breakpoint for debuggers: called after the last step. */
void mazurka_end(void);

/* Called by the commands of mazurka-gdb.py. */
enum look { LOOK_NONE, LOOK_THERE, LOOK_RUNS, LOOK_ENDED };
enum look mazurka_look_at(unsigned rank);
void mazurka_look_away(void);
extern uint64_t mazurka_registers[];
const char *
mazurka_doing(unsigned rank);  /* the rank's pending call; sets mazurka_place */
extern uint64_t mazurka_place; /* the address to which that call returns */

#endif
