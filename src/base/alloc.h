/* SPDX-License-Identifier: Apache-2.0
 *
 * alloc.h - given to every file of libmazurka.so with -include.
 *
 * The agent's code allocates from the agent's heap and asks the real clock, whoever is
 * running (agent/core/alloc.c); the names without prefix, which libmazurka.so also
 * defines, are for the program. What the agent shares with the tool is compiled once: in
 * the tool, these names are those of libc (alloc.c). */
#ifndef MZ_BASE_ALLOC_H
#define MZ_BASE_ALLOC_H
#include <stdlib.h>
#include <time.h>

void *agent_malloc(size_t);
void *agent_calloc(size_t, size_t);
void *agent_realloc(void *, size_t);
void agent_free(void *);
/* as agent_realloc(), for records of an execution: see spill.h */
void *spill_resize(void *, size_t);
int agent_clock_gettime(clockid_t, struct timespec *);

#define malloc        agent_malloc
#define calloc        agent_calloc
#define realloc       agent_realloc
#define free          agent_free
#define MEM_KEEP      spill_resize
#define clock_gettime agent_clock_gettime

#endif
