/* SPDX-License-Identifier: Apache-2.0
 *
 * space_thread.h - threads of a space: ranks that begin when they are created.
 *
 * There are as many ranks as threads may be created; those beyond the first wait to be
 * born. Which rank a thread is depends on who has created it, and how many before, and on
 * nothing else. */
#ifndef MZ_EXEC_SPACE_THREAD_H
#define MZ_EXEC_SPACE_THREAD_H
#include "agent/system/syscall.h"

#include <linux/sched.h>

/* Called in a rank: the rank of the thread that it is about to create. If there is no
 * room for it, the program is started again with more. */
uint32_t space_slot(void);
/* The numbers that threads had in the trace that is replayed. */
void space_recall(void);
/* The system calls by which a thread is made, and ends. */
long space_clone(struct call *, const struct clone_args *);
bool space_ends(struct call *);
/* Ends the running thread, and not the process. */
_Noreturn void space_end(void);

#endif
