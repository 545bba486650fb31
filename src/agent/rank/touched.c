/* SPDX-License-Identifier: Apache-2.0
 *
 * touched.c - see touched.h. */
#include "agent/rank/touched.h"
#include "agent/core/agent.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define TOUCHED_ANSWER 3072 /* bytes that the kernel writes at a time */

/* the same in an entry of /proc/self/pagemap */
#define ENTRY_IS_THERE ((uint64_t)3 << 62)

static void add(struct touched *t, uintptr_t low, uintptr_t high)
{
    if (t->len && t->range[t->len - 1].high == low) {
        t->range[t->len - 1].high = high;
        return;
    }
    if (t->len == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->range = mem_resize(t->range, t->room * sizeof *t->range);
    }
    t->range[t->len++] = (struct touched_range){low, high};
}

/* False if the kernel cannot do it. */
static bool by_scan(struct touched *t, long fd, uintptr_t low, uintptr_t high)
{
    struct scanned *found = t->answer;
    struct pagemap_scan s = {.size = sizeof s,
                             .vec = (uintptr_t)found,
                             .vec_len = TOUCHED_ANSWER / sizeof *found,
                             .category_inverted = PAGE_IS_PFNZERO,
                             .category_mask = PAGE_IS_PFNZERO,
                             .category_anyof_mask = PAGE_IS_PRESENT | PAGE_IS_SWAPPED,
                             .return_mask = PAGE_IS_PRESENT};
    for (uintptr_t at = low; at < high; at = s.walk_end) {
        s.start = at;
        s.end = high;
        long n = agent_syscall(SYS_ioctl, fd, PAGEMAP_SCAN, &s);
        if (n < 0)
            return false;
        for (long i = 0; i < n; i++)
            add(t, found[i].start, found[i].end);
    }
    return true;
}

static bool by_reading(struct touched *t, long fd, uintptr_t low, uintptr_t high)
{
    enum { ENTRIES = TOUCHED_ANSWER / sizeof(uint64_t) };
    const uint64_t *entry = t->answer;
    while (low < high) {
        size_t n = (high - low) / PAGE < ENTRIES ? (high - low) / PAGE : ENTRIES;
        long got = agent_syscall(SYS_pread64, fd, entry, n * sizeof *entry,
                                 low / PAGE * sizeof *entry);
        if (got != (long)(n * sizeof *entry))
            return false;
        for (size_t i = 0; i < n; i++, low += PAGE)
            if (entry[i] & ENTRY_IS_THERE)
                add(t, low, low + PAGE);
    }
    return true;
}

void touched_find(struct touched *t, uintptr_t low, uintptr_t high)
{
    int who = agent.current; /* what is allocated is not the rank's */
    agent.current = AT_AGENT;
    /* A copy of the process must open it anew, and this takes less time than the rest. */
    long fd = agent_syscall(SYS_openat, AT_FDCWD, "/proc/self/pagemap",
                            O_RDONLY | O_CLOEXEC, 0);
    t->len = 0;
    if (!t->answer) /* not on the stack, which may be the rank's: what is left there would
                       show in gaps of later frames */
        t->answer = mem_resize(NULL, TOUCHED_ANSWER);
    if (fd < 0 || !by_scan(t, fd, low, high)) {
        t->len = 0;
        if (fd < 0 || !by_reading(t, fd, low, high)) {
            t->len = 0;
            add(t, low, high);
        }
    }
    if (fd >= 0)
        agent_syscall(SYS_close, fd);
    agent.current = who;
}

void touched_free(struct touched *t)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    free(t->range);
    free(t->answer);
    agent.current = who;
    *t = (struct touched){0};
}

/* The next part of [low, high) that lies in one of the ranges; false: there is none. */
static bool part(const struct touched *t, size_t *i, const char *low, const char *high,
                 const char **from, const char **to)
{
    for (; *i < t->len; ++*i) {
        const char *a = (const char *)t->range[*i].low,
                   *b = (const char *)t->range[*i].high;
        *from = a > low ? a : low;
        *to = b < high ? b : high;
        if (*from < *to) {
            ++*i;
            return true;
        }
    }
    return false;
}

void touched_copy(char *to, const char *from, size_t bytes)
{
    struct touched t = {0};
    const char *low, *high;
    touched_find(&t, page_down((uintptr_t)from), page_up((uintptr_t)from + bytes));
    for (size_t i = 0; part(&t, &i, from, from + bytes, &low, &high);)
        memcpy(to + (low - from), low, (size_t)(high - low));
    touched_free(&t);
}

bool touched_is_zero(const char *from, const char *to)
{
    return !*from && !memcmp(from, from + 1, (size_t)(to - from) - 1);
}

size_t touched_filled(const char *low, const char *high, size_t limit)
{
    struct touched t = {0};
    size_t bytes = 0;
    touched_find(&t, page_down((uintptr_t)low), page_up((uintptr_t)high));
    for (size_t i = 0; i < t.len; i++)
        for (uintptr_t p = t.range[i].low; p < t.range[i].high && bytes <= limit;
             p += PAGE)
            bytes += page_is_zero((const char *)p) ? 0 : PAGE;
    touched_free(&t);
    return bytes;
}

uint64_t touched_digest(const char *low, const char *high, uint64_t seed)
{
    struct touched t = {0};
    const char *from, *to;
    touched_find(&t, page_down((uintptr_t)low), page_up((uintptr_t)high));
    for (size_t i = 0; part(&t, &i, low, high, &from, &to);)
        for (const char *next; from < to; from = next) {
            const char *end = (const char *)page_down((uintptr_t)from) + PAGE;
            next = end < to ? end : to;
            if (!touched_is_zero(from, next)) {
                seed = XXH3_64bits_withSeed(&from, sizeof from, seed);
                seed = XXH3_64bits_withSeed(from, (size_t)(next - from), seed);
            }
        }
    touched_free(&t);
    return seed;
}
