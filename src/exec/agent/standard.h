/* SPDX-License-Identifier: Apache-2.0
 *
 * standard.h - standard input and output of ranks. */
#ifndef MZ_EXEC_STANDARD_H
#define MZ_EXEC_STANDARD_H
#include "exec/agent/syscall.h"

/* To standard output (1) or error (2). */
long stdout_write(struct call *, unsigned which, uint64_t from, size_t n);
/* From this byte of standard input on. */
long stdin_read(struct call *, uint64_t to, size_t n, int64_t offset);

#endif
