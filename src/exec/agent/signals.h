/* SPDX-License-Identifier: Apache-2.0
 *
 * signals.h - a rank's handlers, and the signals that it sends to itself. */
#ifndef MZ_EXEC_SIGNALS_H
#define MZ_EXEC_SIGNALS_H
#include "exec/agent/syscall.h"

#include <signal.h>

void signals_init(void);

service_fn signals_action, signals_mask, signals_pending, signals_altstack,
    signals_return, signals_kill, signals_tgkill, signals_queue, signals_tgqueue,
    signals_wait;

/* The rank is about to go on from this context: enter the handlers of what is pending and
 * not blocked, or end the rank if that is what the signal does. */
void signals_deliver(int who, void *context);

/* The rank did something that the processor does not allow. True: it has a handler for
 * that, which is next. `text` says what it was, should the handler give up. */
bool signals_fault(int who, void *context, const siginfo_t *, const char *text);

#endif
