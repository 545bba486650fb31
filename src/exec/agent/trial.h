/* SPDX-License-Identifier: Apache-2.0
 *
 * trial.h - would another answer to this system call change what the rank does? */
#ifndef MZ_EXEC_TRIAL_H
#define MZ_EXEC_TRIAL_H
#include "exec/agent/ledger.h"
#include "exec/agent/syscall.h"

struct tried {
    long answer; /* what the call has to return */
    unsigned
        flags; /* ACCESS_ALONE: the other answer would lead elsewhere, or we could not
                * find out. ACCESS_UNTRIED: we have not tried, as it takes time */
};

/* The rank that calls is to be told `usual`, but would be told `other` had somebody been
 * faster. To be asked before the call changes anything. */
struct tried trial_of(struct call *, long usual, long other);

/* It is needed, from the start. */
_Noreturn void trial_needed(void);

/* For those who see what happens in a trial: a system call is made; a single step. */
void trial_call(void);
bool trial_step(void *context); /* false: there is no trial */

#endif
