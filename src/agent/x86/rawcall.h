/* SPDX-License-Identifier: Apache-2.0
 *
 * rawcall.h - see rawcall.c. */
#ifndef MZ_AGENT_X86_RAWCALL_H
#define MZ_AGENT_X86_RAWCALL_H
#include <signal.h>

/* Result as the kernel gives it: errors are negative. Up to six arguments of any type
 * that fits a register; all are widened, as the kernel expects. */
#define agent_syscall(...) RAW_CALL(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define RAW_CALL(nr, a, b, c, d, e, f, ...)                                              \
    raw_call((long)(nr), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

long raw_call(long nr, long a, long b, long c, long d, long e, long f);
/* The address that the kernel reports for calls made here. */
extern const char raw_call_end[];

/* Installs a handler of the agent for this signal, on its own stack. */
void agent_handle(int sig, void (*handler)(int, siginfo_t *, void *), int flags);
void raw_return(void) __asm__("__restore_rt");
extern const char raw_return_end[];

#endif
