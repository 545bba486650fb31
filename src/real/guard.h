/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.h - real files stay as they are, from the first instruction of the program on.
 *
 * The agent watches all system calls, but it is not there while the dynamic linker loads
 * the program, and code of the program can run then (resolvers of indirect functions). So
 * the supervisor has the kernel end a process that changes files, before the program is
 * there. It stays so: nor does the agent change any. */
#ifndef MZ_REAL_GUARD_H
#define MZ_REAL_GUARD_H
#include <stdbool.h>

/* The agent passes this as the sixth argument of an open() for writing, to say that it
 * opens a device. */
#define GUARD_DEVICE 0x6d7a6465

/* From now on, a system call of this process that changes files, other processes or the
 * machine raises SIGSYS, and so does one that is newer than this filter. False, with
 * errno, if the kernel does not do that. */
bool guard_files(void);

#endif
