/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_string.c - libc's functions for strings look at more than they are asked for.
 *
 * strlen() and its like load whole vectors, which reach behind the end of the string
 * (and, aligned, before its beginning), into whatever lies there. That is no access of
 * the program's. Such a function has really come to a byte if no end of a string lies
 * between the beginning of its access and this byte. */
#include "exec/agent/watching.h"

#include <string.h>
#include <strings.h>
#include <unwind.h>
#include <wchar.h>

#define FURTHEST 256 /* bytes that such a function looks at before it decides */

void *_Unwind_FindEnclosingFunction(void *pc);

/* Is the address in a function that looks too far? */
static bool in_string_function(uint64_t pc)
{
    const void *const all[] = {
        (void *)strlen,    (void *)strnlen,      (void *)strchr,        (void *)strchrnul,
        (void *)strrchr,   (void *)strcmp,       (void *)strncmp,       (void *)strcpy,
        (void *)strncpy,   (void *)stpcpy,       (void *)stpncpy,       (void *)strcat,
        (void *)strncat,   (void *)strcasecmp,   (void *)strncasecmp,   (void *)strspn,
        (void *)strcspn,   (void *)strpbrk,      (void *)strstr,        (void *)memchr,
        (void *)rawmemchr, (void *)memrchr,      (void *)wcslen,        (void *)wcsnlen,
        (void *)wcschr,    (void *)wcsrchr,      (void *)wcscmp,        (void *)wcsncmp,
        (void *)wmemchr,   (void *)strcasecmp_l, (void *)strncasecmp_l,
    };
    const void *start = _Unwind_FindEnclosingFunction((void *)(uintptr_t)pc);
    for (size_t i = 0; start && i < sizeof all / sizeof *all; i++)
        if (all[i] == start)
            return true;
    return false;
}

static bool is_within(uint64_t a, uintptr_t low, uintptr_t high)
{
    return a >= low && a < high;
}

bool watch_reads_too_far(const ucontext_t *u, const struct memory_access *access,
                         const struct spot *spot)
{
    const greg_t *regs = u->uc_mcontext.gregs;
    if (access->write || !in_string_function((uint64_t)regs[REG_RIP]))
        return false;
    uintptr_t first = spot->low > access->low ? spot->low : access->low;
    uint64_t one = (uint64_t)regs[REG_RDI], other = (uint64_t)regs[REG_RSI];
    if (is_within(one, spot->low, spot->high) || is_within(other, spot->low, spot->high))
        return false; /* the string begins there, or the function has come there */
    uintptr_t from = access->low;
    if (is_within(one, access->low, first))
        from = one;
    else if (is_within(other, access->low, first))
        from = other;
    else if (first == access->low)
        from = access->low - FURTHEST;
    /* The page is protected, but that of `from` may be another one that is not mapped. */
    if (from < page_down(first))
        from = page_down(first);
    return memchr((const void *)from, 0, first - from);
}
