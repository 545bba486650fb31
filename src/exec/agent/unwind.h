/* SPDX-License-Identifier: Apache-2.0
 *
 * unwind.h - from which line of the program does a system call come? */
#ifndef MZ_EXEC_UNWIND_H
#define MZ_EXEC_UNWIND_H
#include <stdbool.h>
#include <stdint.h>

/* In the handler of a system call: the innermost address in the program's own code, from
 * which a call was made; 0: there is none. */
uint64_t unwind_site(void);
/* Was the call made by this function of libc itself, not on behalf of whoever called it
 * for a result? */
bool unwind_inside(const void *function);

#endif
