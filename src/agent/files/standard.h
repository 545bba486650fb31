/* SPDX-License-Identifier: Apache-2.0
 *
 * standard.h - standard input and output of ranks. */
#ifndef MZ_AGENT_FILES_STANDARD_H
#define MZ_AGENT_FILES_STANDARD_H
#include "agent/system/syscall.h"

/* Writes to standard output (1) or error (2). */
long stdout_write(struct call *, unsigned which, uint64_t from, size_t n);
/* Reads standard input from this byte on. */
long stdin_read(struct call *, uint64_t to, size_t n, int64_t offset);

#endif
