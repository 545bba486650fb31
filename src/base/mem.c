/* SPDX-License-Identifier: Apache-2.0
 *
 * mem.c - see mem.h. */
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void *checked(void *p, size_t bytes)
{
    if (!p && bytes)
        mem_gone(bytes);
    return p;
}

void *mem_alloc(size_t bytes)
{
    return checked(calloc(1, bytes ? bytes : 1), bytes);
}

void *mem_resize(void *old, size_t bytes)
{
    return checked(realloc(old, bytes ? bytes : 1), bytes);
}

#ifndef MEM_KEEP
#define MEM_KEEP realloc
#endif

void *mem_keep(void *old, size_t bytes)
{
    return checked(MEM_KEEP(old, bytes ? bytes : 1), bytes);
}

char *mem_strdup(const char *text)
{
    size_t n = strlen(text) + 1;
    return memcpy(mem_alloc(n), text, n);
}
