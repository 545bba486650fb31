/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - functions of libc by which a program accesses memory: gcc leaves calls of
 * them as they are, as ThreadSanitizer's library replaces them, too.
 *
 * Only programs that are compiled with -fsanitize=thread get these. They are called long
 * before main(), so they need nobody else. */
#include "agent/threads/tsan.h"

#include <stdint.h>
#include <string.h>

#define PC __builtin_return_address(0)

static void read_by(const void *at, size_t bytes, const void *pc)
{
    mazurka_tsan_access(at, bytes, TSAN_READ, pc);
}

static void written_by(const void *at, size_t bytes, const void *pc)
{
    mazurka_tsan_access(at, bytes, TSAN_WRITE, pc);
}

static inline void *forward(void *to, const void *from, size_t n)
{
    void *start = to;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
    return start;
}

static inline void *fill(void *to, int c, size_t n)
{
    void *start = to;
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(c) : "memory");
    return start;
}

static inline void *move(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    if ((uintptr_t)to - (uintptr_t)from >= n)
        return forward(to, from, n);
    while (n--) {
        t[n] = f[n];
        __asm__ volatile("" : : : "memory"); /* or the compiler calls memmove() here */
    }
    return to;
}

static inline size_t length(const char *s)
{
    const char *end = s;
    while (*end) {
        end++;
        __asm__ volatile("" : "+r"(end));
    }
    return (size_t)(end - s);
}

EXPORT void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    read_by(from, n, PC);
    written_by(to, n, PC);
    return move(to, from, n);
}

EXPORT void *memmove(void *to, const void *from, size_t n)
{
    read_by(from, n, PC);
    written_by(to, n, PC);
    return move(to, from, n);
}

EXPORT void *memset(void *to, int c, size_t n)
{
    written_by(to, n, PC);
    return fill(to, c, n);
}

/* What clang calls. */
void *__tsan_memcpy(void *to, const void *from, size_t n);
EXPORT void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    read_by(from, n, PC);
    written_by(to, n, PC);
    return move(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n);
EXPORT void *__tsan_memmove(void *to, const void *from, size_t n)
{
    read_by(from, n, PC);
    written_by(to, n, PC);
    return move(to, from, n);
}

void *__tsan_memset(void *to, int c, size_t n);
EXPORT void *__tsan_memset(void *to, int c, size_t n)
{
    written_by(to, n, PC);
    return fill(to, c, n);
}

EXPORT size_t strlen(const char *s)
{
    size_t n = length(s);
    read_by(s, n + 1, PC);
    return n;
}

EXPORT char *strcpy(char *restrict to, const char *restrict from)
{
    size_t n = length(from) + 1;
    read_by(from, n, PC);
    written_by(to, n, PC);
    return forward(to, from, n);
}

EXPORT char *strcat(char *restrict to, const char *restrict from)
{
    size_t n = length(from) + 1, at = length(to);
    read_by(from, n, PC);
    read_by(to, at + 1, PC);
    written_by(to + at, n, PC);
    forward(to + at, from, n);
    return to;
}

EXPORT char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t have = 0;
    while (have < n && from[have])
        have++;
    read_by(from, have < n ? have + 1 : n, PC);
    written_by(to, n, PC);
    forward(to, from, have);
    fill(to + have, 0, n - have);
    return to;
}

static int difference(const unsigned char *a, const unsigned char *b, size_t n, bool text,
                      const void *pc)
{
    size_t i = 0;
    while (i < n && a[i] == b[i] && !(text && !a[i]))
        i++;
    size_t looked = i < n ? i + 1 : n;
    read_by(a, looked, pc);
    read_by(b, looked, pc);
    return i < n ? a[i] - b[i] : 0;
}

EXPORT int memcmp(const void *a, const void *b, size_t n)
{
    return difference(a, b, n, false, PC);
}

EXPORT int strcmp(const char *a, const char *b)
{
    return difference((const unsigned char *)a, (const unsigned char *)b, SIZE_MAX, true,
                      PC);
}

EXPORT int strncmp(const char *a, const char *b, size_t n)
{
    return difference((const unsigned char *)a, (const unsigned char *)b, n, true, PC);
}
