/* SPDX-License-Identifier: Apache-2.0
 *
 * gate.h - a function is called between two instructions of a thread.
 *
 * The thread does not notice: all its registers, flags and vectors are as they were, and
 * so is what lies below its stack pointer, which functions may use. The function may do
 * what library code may do, so it may perform operations. */
#ifndef MZ_AGENT_X86_GATE_H
#define MZ_AGENT_X86_GATE_H
#include <ucontext.h>

/* In a handler of a signal: when it returns, the interrupted thread calls the function
 * first. */
void gate_divert(ucontext_t *, void (*function)(void));

#endif
