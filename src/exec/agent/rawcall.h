/* SPDX-License-Identifier: Apache-2.0
 *
 * rawcall.h - see rawcall.c. */
#ifndef MZ_EXEC_RAWCALL_H
#define MZ_EXEC_RAWCALL_H

/* Result as the kernel gives it: errors are negative. */
long agent_syscall(long nr, ...);
/* The address that the kernel sees when the call is made. */
extern const char agent_syscall_end[];

#endif
