/* SPDX-License-Identifier: Apache-2.0
 *
 * signals.h - a rank's handlers, and the signals that it sends to itself. */
#ifndef MZ_AGENT_SYSTEM_SIGNALS_H
#define MZ_AGENT_SYSTEM_SIGNALS_H
#include "agent/system/syscall.h"

#include <signal.h>

void signals_init(void);

service_fn signals_action, signals_mask, signals_pending, signals_altstack,
    signals_return, signals_kill, signals_tgkill, signals_queue, signals_tgqueue,
    signals_wait;

/* The rank is about to continue from this context: enters the handlers of pending
 * signals that are not blocked, or ends the rank if that is the signal's effect. */
void signals_deliver(int who, void *context);

/* When the rank's alarm goes off, by its virtual clock; 0: none is set. */
uint64_t signals_alarm(int who);
/* How much later it goes off again and again; 0: it does not. */
uint64_t signals_alarm_again(int who);
/* Sets both. */
void signals_set_alarm(int who, uint64_t at, uint64_t every);
/* Does it go off until then, and wake a rank that sleeps? */
bool signals_alarm_wakes(int who, uint64_t until);

/* The rank has caused a processor fault. True if it has a handler for it, which is
 * entered next. `text` describes the fault, for the report in case the handler gives
 * up. */
bool signals_fault(int who, void *context, const siginfo_t *, const char *text);

/* The rank does something that cannot be followed. If it is in the handler of a fault,
 * such as that of Fortran's library, which looks for where the fault was, the fault is
 * reported, and this is true. */
bool signals_give_up(int who, void *context);

/* What a thread has of its own of this: see thread.h. */
struct signals_thread {
    uint64_t blocked;
    struct {
        uint64_t base;
        int32_t flags, unused;
        uint64_t size;
    } stack; /* the alternate one */
    int fault;
    uint64_t frame;
};
/* For a thread that the running one makes. */
void signals_begin(int who, struct signals_thread *);
/* The running thread stops, or goes on. */
void signals_keep(int who, struct signals_thread *);
void signals_put(int who, const struct signals_thread *);

#endif
