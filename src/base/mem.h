/* SPDX-License-Identifier: Apache-2.0
 *
 * mem.h - allocation that does not fail.
 *
 * A checker that runs out of memory cannot go on in any useful way, so these
 * end the process with a sentence instead of making every caller test. Bounds
 * on memory that a user sets are enforced above, before it comes to this. */
#ifndef MZ_BASE_MEM_H
#define MZ_BASE_MEM_H
#include <stddef.h>

/* Ends the process, or in the program under test the search, with a sentence: so many
 * bytes are not to be had. */
_Noreturn void mem_gone(size_t bytes);

void *mem_alloc(size_t bytes);             /* zeroed */
void *mem_resize(void *old, size_t bytes); /* new part undefined */
/* As mem_resize(), for what records an execution, step by step: most of it is seldom
 * looked at again, so the executor need not have all of it in memory. */
void *mem_keep(void *old, size_t bytes);
char *mem_strdup(const char *text);

#endif
