/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.h - what do threads access, if their program is not compiled to say it?
 *
 * While a thread runs, memory that it may share with others is inaccessible: variables of
 * the program, what other threads have allocated, and their stacks. An access faults, is
 * looked at as datarace.h does, and is let through by a single step. */
#ifndef MZ_THREADS_PLAIN_H
#define MZ_THREADS_PLAIN_H
#include <stdbool.h>
#include <stdint.h>

/* Accesses are watched from now on. Called before threads begin. */
void plain_prepare(void);
/* The thread is about to run; it has stopped. */
void plain_starts(uint32_t thread);
void plain_stops(void);
/* libc makes or ends a thread, or the system is asked: what is accessed for that is not
 * looked at. Gives plain_pause()'s answer to plain_resume(). */
bool plain_pause(void);
void plain_resume(bool paused);
/* Is the memory of other threads to be inaccessible while this one runs? */
bool plain_isolates(uint32_t thread);
/* In a handler of the signal: was such memory accessed? Then the access has been dealt
 * with. */
bool plain_fault(void *context, const void *address);
/* In a handler of the signal: the step that let an access through is over. */
bool plain_step(void *context);

#endif
