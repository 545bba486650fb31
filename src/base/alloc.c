/* SPDX-License-Identifier: Apache-2.0
 *
 * alloc.c - see alloc.h: what shared code allocates with in the tool. */
#include "base/alloc.h"
#include "base/err.h"
#include "base/mem.h"

#include <stdio.h>
#include <unistd.h>

#undef malloc
#undef calloc
#undef realloc
#undef free
#undef clock_gettime

void *agent_malloc(size_t bytes)
{
    return malloc(bytes);
}

void *agent_calloc(size_t n, size_t bytes)
{
    return calloc(n, bytes);
}

void *agent_realloc(void *block, size_t bytes)
{
    return realloc(block, bytes);
}

void agent_free(void *block)
{
    free(block);
}

void *spill_resize(void *block, size_t bytes)
{
    return realloc(block, bytes);
}

int agent_clock_gettime(clockid_t clock, struct timespec *now)
{
    return clock_gettime(clock, now);
}

_Noreturn void mem_gone(size_t bytes)
{
    dprintf(
        STDERR_FILENO,
        "error: out of memory: %zu more bytes are not to be had\n"
        "  fix: a machine or container with more memory, ulimit -v or -d, or --memory\n",
        bytes);
    _exit(MZ_INCOMPLETE);
}
