/* SPDX-License-Identifier: Apache-2.0
 *
 * trial.h - would another answer to this system call change what the rank does? */
#ifndef MZ_AGENT_SYSTEM_TRIAL_H
#define MZ_AGENT_SYSTEM_TRIAL_H
#include "agent/files/ledger.h"
#include "agent/system/syscall.h"
#include "mpi/port.h"

struct tried {
    long answer;    /* the result that the call must return */
    unsigned flags; /* ACCESS_ALONE: the other answer would change what the rank does, or
                       we could not find out. ACCESS_UNTRIED: no trial was made, because
                       it takes time */
};

/* The calling rank would be told `usual`, or `other` if another rank had been faster:
 * would that change what it does? Must be called before the call changes anything. */
struct tried trial_of(struct call *, long usual, long other);

/* A load of the rank, which has faulted, reaches these bytes: does it matter what is
 * there for what the rank does until its next operation? The compiler may load more than
 * the program needs. False: this is a copy of the process, in which the load is to be
 * made; the bytes must stay where they are. */
bool trial_of_bytes(void *context, int who, const struct port_bytes *, uint32_t n,
                    bool *matters);

/* Ends the process, so that the program is started again with trials. */
_Noreturn void trial_needed(void);

/* Called during a trial: when a system call is made, and after a single step. */
void trial_call(void);
bool trial_step(void *context); /* false: no trial is under way */

#endif
