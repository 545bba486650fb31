/* SPDX-License-Identifier: Apache-2.0
 *
 * trial.h - would another answer to this system call change what the rank does? */
#ifndef MZ_EXEC_TRIAL_H
#define MZ_EXEC_TRIAL_H
#include "exec/agent/ledger.h"
#include "exec/agent/syscall.h"

struct tried {
    long answer;    /* the result that the call must return */
    unsigned flags; /* ACCESS_ALONE: the other answer would change what the rank does, or
                       we could not find out. ACCESS_UNTRIED: no trial was made, because
                       it takes time */
};

/* The calling rank would be told `usual`, or `other` if another rank had been faster:
 * would that change what it does? Must be called before the call changes anything. */
struct tried trial_of(struct call *, long usual, long other);

/* Ends the process, so that the program is started again with trials. */
_Noreturn void trial_needed(void);

/* Called during a trial: when a system call is made, and after a single step. */
void trial_call(void);
bool trial_step(void *context); /* false: no trial is under way */

#endif
