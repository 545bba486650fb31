/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - mmap and its family, out of the rank's own heap.
 *
 * Memory that a rank maps is part of it like what it allocates: at the same address in
 * every branch, and in its image. Protection, and pages that are no longer there, are
 * real: see areas.h. What cannot be had this way (memory at a given address, files that
 * are written through memory, a break that moves) is refused. */
#include "agent/rank/areas.h"
#include "agent/system/syscall.h"
#include "agent/watch/watch.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define LARGEST_FILE ((size_t)256 << 20)
#define USUAL        (PROT_READ | PROT_WRITE)

/* A mapping that the rank has made. Parts of it may be unmapped. */
struct mapping {
    uintptr_t low, high;
    bool file, shared;
};

struct mappings {
    uint32_t n, cap;
    struct mapping at[];
};

static struct rank *rank_of(const struct call *c)
{
    return &agent.rank[c->who];
}

static bool remember(struct call *c, struct mapping m)
{
    struct rank_head *h = call_head(c);
    struct mappings *all = h->mappings;
    if (!all || all->n == all->cap) {
        uint32_t cap = all ? 2 * all->cap : 8;
        struct mappings *more =
            heap_alloc_zeroed(&h->heap, sizeof *more + cap * sizeof *more->at);
        if (!more)
            return false;
        if (all) {
            memcpy(more, all, sizeof *all + all->n * sizeof *all->at);
            heap_free(&h->heap, all);
        }
        more->cap = cap;
        h->mappings = all = more;
    }
    all->at[all->n++] = m;
    return true;
}

/* The mapping that contains this range; NULL if there is none. */
static struct mapping *mapping_of(const struct call *c, uintptr_t low, uintptr_t high)
{
    struct mappings *all = call_head(c)->mappings;
    for (uint32_t i = 0; all && i < all->n; i++)
        if (all->at[i].low <= low && high <= all->at[i].high)
            return &all->at[i];
    return NULL;
}

bool memory_is_mapping(const struct rank_head *h, const void *p)
{
    const struct mappings *all = h->mappings;
    for (uint32_t i = 0; all && i < all->n; i++)
        if (all->at[i].low <= (uintptr_t)p && (uintptr_t)p < all->at[i].high)
            return true;
    return false;
}

static bool is_gone(const struct area *a)
{
    return a->kind == AREA_FREED || a->kind == AREA_UNMAPPED;
}

/* Is a part of the range unmapped? */
static bool has_gone(struct call *c, uintptr_t low, uintptr_t high)
{
    const struct rank_head *h = call_head(c);
    for (uint32_t i = 0; i < h->areas.n; i++)
        if (h->areas.at[i].low < high && h->areas.at[i].high > low &&
            is_gone(&h->areas.at[i]))
            return true;
    return false;
}

/* Is the whole range unmapped? */
static bool all_gone(struct call *c, uintptr_t low, uintptr_t high)
{
    const struct rank_head *h = call_head(c);
    for (uint32_t i = 0; i < h->areas.n && low < high; i++)
        if (h->areas.at[i].low <= low && h->areas.at[i].high > low &&
            is_gone(&h->areas.at[i]))
            low = h->areas.at[i].high;
    return low >= high;
}

static long no_room(struct call *c)
{
    return call_refuse(c, REASON_FEATURE, "has more separate mappings than we can keep");
}

static bool set(struct call *c, uintptr_t low, uintptr_t high, int protection,
                enum area_kind kind)
{
    return areas_set(rank_of(c), low, high, protection, kind);
}

/* Allocates zeroed memory that is readable and writable. */
static long give(struct call *c, size_t bytes, bool file, bool shared)
{
    char *p = heap_alloc_raw(&call_head(c)->heap, bytes, PAGE);
    uintptr_t low = (uintptr_t)p;
    if (!p)
        return call_refuse(c, REASON_SIZE, "maps %zu MiB, more than a rank can have",
                           bytes >> 20);
    areas_zero(rank_of(c), low, low + bytes);
    if (!remember(c, (struct mapping){low, low + bytes, file, shared}))
        return -ENOMEM;
    return (long)low;
}

static int real_protection(int protection)
{
    /* on x86, writable pages are readable */
    return protection & PROT_WRITE ? USUAL | (protection & PROT_EXEC) : protection;
}

/* Handles the mapping of a library by dlopen(): see struct plan_learned. */
static long load_library(struct call *c)
{
    const char *path = file_path(c, (int)c->arg[4]);
    if (!path)
        return call_refuse(c, REASON_CODE, "makes code while it runs");
    if (plan_has_library(&agent.known, path))
        return call_refuse(c, REASON_FEATURE,
                           "loads %s, which could not be loaded at the "
                           "start",
                           path);
    if (agent.known.nlibraries + agent.learns.nlibraries >= PLAN_LIBRARIES ||
        strlen(path) >= PLAN_PATH)
        return call_refuse(c, REASON_SIZE, "loads too many libraries while it runs");
    memcpy(agent.learns.library[agent.learns.nlibraries++], path, strlen(path) + 1);
    agent_again(ATTEMPT_LIBRARY);
}

/* ---- mmap ---- */

/* MAP_FIXED over an earlier mapping of the rank: replaces it. */
static long map_over(struct call *c, uintptr_t low, size_t bytes)
{
    uintptr_t high = low + bytes;
    const struct mapping *m = mapping_of(c, low, high);
    bool anonymous = c->arg[3] & MAP_ANONYMOUS;
    if (low % PAGE)
        return -EINVAL;
    if (c->arg[3] & MAP_FIXED_NOREPLACE && m && !all_gone(c, low, high))
        return -EEXIST;
    if (!m || m->file || !anonymous || all_gone(c, low, high))
        return call_refuse(c, REASON_MAPPING, "maps memory at an address of its choice");
    if (watch_unmaps(c, low, high, "maps over"))
        return 0;
    if (!set(c, low, high, USUAL, AREA_PROTECTED))
        return no_room(c);
    areas_zero(rank_of(c), low, high);
    int protection = real_protection((int)c->arg[2]);
    return set(c, low, high, protection, AREA_PROTECTED) ? (long)low : no_room(c);
}

static long map_file(struct call *c, size_t bytes)
{
    uint64_t offset = c->arg[5];
    if (offset % PAGE)
        return -EINVAL;
    if (bytes > LARGEST_FILE)
        return call_refuse(c, REASON_SIZE, "maps a file of more than %zu MiB",
                           LARGEST_FILE >> 20);
    long at = give(c, bytes, true, c->arg[3] & MAP_SHARED);
    if (at <= 0 || c->over)
        return at;
    uintptr_t low = (uintptr_t)at, high = low + bytes;
    long got = file_map(c, (char *)at, bytes, (int)c->arg[4], (int64_t)offset);
    if (got < 0 || c->over)
        return got;
    return set(c, page_up(low + (size_t)got), high, PROT_NONE, AREA_BEYOND) ? at
                                                                            : no_room(c);
}

long memory_mmap(struct call *c)
{
    enum {
        KNOWN = MAP_SHARED | MAP_PRIVATE | MAP_FIXED | MAP_FIXED_NOREPLACE |
                MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE | MAP_STACK | MAP_DENYWRITE |
                MAP_EXECUTABLE
    };
    size_t bytes = page_up(c->arg[1]);
    int protection = (int)c->arg[2], flags = (int)c->arg[3];
    bool shared = (flags & MAP_TYPE) == MAP_SHARED;
    if (!c->arg[1] || (!shared && (flags & MAP_TYPE) != MAP_PRIVATE))
        return -EINVAL;
    if (bytes < c->arg[1])
        return -ENOMEM;
    /* Code that the program makes, such as libffi for a callback in Python, is memory of
     * the rank as any other. */
    if (protection & PROT_EXEC && !(flags & MAP_ANONYMOUS))
        return load_library(c);
    if (flags & ~KNOWN || protection & ~(USUAL | PROT_EXEC))
        return call_refuse(c, REASON_FEATURE, "calls mmap with flags %#x, protection %#x",
                           (unsigned)flags, (unsigned)protection);
    if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        return map_over(c, c->arg[0], bytes);
    if (!(flags & MAP_ANONYMOUS) && shared && protection & PROT_WRITE)
        return call_refuse(c, REASON_MAPPED_FILE,
                           "writes to a file through memory (mmap)");
    /* Anonymous shared memory is shared with nobody, since there are no other
     * processes. */
    long at = flags & MAP_ANONYMOUS ? give(c, bytes, false, false) : map_file(c, bytes);
    if (at <= 0 || c->over || real_protection(protection) == USUAL)
        return at;
    uintptr_t low = (uintptr_t)at, high = low + bytes;
    const struct area *beyond = areas_in(rank_of(c), low, high);
    return set(c, low, beyond ? beyond->low : high, real_protection(protection),
               AREA_PROTECTED)
               ? at
               : no_room(c);
}

/* ---- munmap ---- */

static void forget(struct call *c, struct mapping *m)
{
    struct mappings *all = call_head(c)->mappings;
    struct mapping was = *m;
    *m = all->at[--all->n];
    heap_free_shut(&call_head(c)->heap, (void *)was.low);
    set(c, was.low, was.high, PROT_NONE, AREA_UNMAPPED);
}

static long unmap(struct call *c, struct mapping *m, uintptr_t low, uintptr_t high)
{
    if (!set(c, low, high, PROT_NONE, AREA_UNMAPPED))
        return no_room(c);
    if (all_gone(c, m->low, m->high))
        forget(c, m);
    return 0;
}

long memory_munmap(struct call *c)
{
    uintptr_t low = c->arg[0], high = low + page_up(c->arg[1]);
    if (low % PAGE || high <= low)
        return -EINVAL;
    struct mapping *m = mapping_of(c, low, high);
    if (m && watch_unmaps(c, low, high, "unmaps"))
        return 0;
    if (m)
        return unmap(c, m, low, high);
    if (all_gone(c, low, high))
        return 0; /* nothing is mapped there */
    return call_refuse(c, REASON_FEATURE,
                       "unmaps memory that it did not map, or not at once");
}

/* The protection of the whole range; -1 if it is not uniform. */
static int protection_of(struct call *c, uintptr_t low, uintptr_t high)
{
    const struct area *a = areas_in(rank_of(c), low, high);
    if (!a)
        return USUAL;
    bool all = a->kind == AREA_PROTECTED && a->low <= low && a->high >= high;
    return all ? (int)a->protection : -1;
}

long memory_mremap(struct call *c)
{
    uintptr_t low = c->arg[0];
    size_t before = page_up(c->arg[1]), after = page_up(c->arg[2]);
    struct mapping *m = mapping_of(c, low, low + before);
    if (low % PAGE || !after || c->arg[3] & ~(uint64_t)MREMAP_MAYMOVE)
        return c->arg[3] & (MREMAP_FIXED | MREMAP_DONTUNMAP)
                   ? call_refuse(c, REASON_MOVED_MEMORY,
                                 "moves memory to an address of its choice")
                   : -EINVAL;
    int protection = m ? protection_of(c, low, low + before) : -1;
    if (protection < 0 || !before || m->file)
        return call_refuse(c, REASON_MOVED_MEMORY,
                           "moves memory that is not one mapping of its own (mremap)");
    if (watch_unmaps(c, low, low + before, "remaps"))
        return 0;
    if (after <= before) {
        long err = after < before ? unmap(c, m, low + after, low + before) : 0;
        return err ? err : (long)low;
    }
    if (!(c->arg[3] & MREMAP_MAYMOVE))
        return -ENOMEM;
    long at = give(c, after, false, false);
    if (at <= 0 || c->over)
        return at;
    m = mapping_of(c, low, low + before); /* found again, since the list may have moved */
    if (!set(c, low, low + before, USUAL, AREA_PROTECTED))
        return no_room(c);
    memcpy((char *)at, (char *)low, before);
    long err = unmap(c, m, low, low + before);
    uintptr_t to = (uintptr_t)at;
    return err                                                  ? err
           : set(c, to, to + after, protection, AREA_PROTECTED) ? at
                                                                : no_room(c);
}

/* ---- mprotect, madvise ---- */

enum place { ITS_HEAP, ITS_STACK, ELSEWHERE };

static enum place place_of(const struct call *c, uintptr_t low, uintptr_t high)
{
    const struct rank *r = rank_of(c);
    uintptr_t base = (uintptr_t)r->head, top = (uintptr_t)r->top;
    if (low >= base + page_up(sizeof *r->head) &&
        high <= base + page_up(r->head->heap.used))
        return ITS_HEAP;
    return low >= top - SLAB_STACK && high <= top ? ITS_STACK : ELSEWHERE;
}

long memory_mprotect(struct call *c)
{
    uintptr_t low = c->arg[0], high = low + page_up(c->arg[1]);
    int protection = (int)c->arg[2];
    const struct mapping *m = mapping_of(c, low, high);
    enum place place = place_of(c, low, high);
    if (low % PAGE || high < low)
        return -EINVAL;
    if (low == high)
        return 0;
    if (protection & PROT_EXEC && (!m || m->file))
        return call_refuse(c, REASON_CODE, "makes code while it runs (mprotect)");
    if (protection & ~(USUAL | PROT_EXEC))
        return -EINVAL;
    if (m && m->file && m->shared && protection & PROT_WRITE)
        return call_refuse(c, REASON_MAPPED_FILE,
                           "writes to a file through memory (mprotect)");
    if (place == ITS_HEAP && has_gone(c, low, high))
        return -ENOMEM;
    if (place != ITS_HEAP)
        return place == ITS_STACK && real_protection(protection) == USUAL
                   ? 0
                   : call_refuse(c, REASON_FEATURE,
                                 "protects memory that it has not allocated or mapped");
    return set(c, low, high, real_protection(protection), AREA_PROTECTED) ? 0
                                                                          : no_room(c);
}

/* Makes the range read as zeros again (MADV_DONTNEED), with its protection
 * unchanged. */
static long drop(struct call *c, uintptr_t low, uintptr_t high)
{
    const struct mapping *m = mapping_of(c, low, high);
    if (place_of(c, low, high) != ITS_HEAP || (m && m->file))
        return call_refuse(
            c, REASON_FEATURE,
            "drops the content of memory that it has not allocated or mapped");
    if (has_gone(c, low, high))
        return -ENOMEM;
    if (watch_unmaps(c, low, high, "drops (madvise)"))
        return 0;
    areas_lift(rank_of(c));
    areas_zero(rank_of(c), low, high);
    return 0;
}

long memory_madvise(struct call *c)
{
    uintptr_t low = c->arg[0], high = low + page_up(c->arg[1]);
    if (low % PAGE || high < low)
        return -EINVAL;
    switch ((int)c->arg[2]) {
    case MADV_DONTNEED:
        return low == high ? 0 : drop(c, low, high);
    case MADV_NORMAL:
    case MADV_RANDOM:
    case MADV_SEQUENTIAL:
    case MADV_WILLNEED:
    case MADV_HUGEPAGE:
    case MADV_NOHUGEPAGE:
    case MADV_MERGEABLE:
    case MADV_UNMERGEABLE:
    case MADV_DONTDUMP:
    case MADV_DODUMP:
    case MADV_DONTFORK:
    case MADV_DOFORK:
    case MADV_COLD:
    case MADV_PAGEOUT:
        return has_gone(c, low, high) ? -ENOMEM
                                      : 0; /* other advice has no visible effect */
    default:
        return call_refuse(c, REASON_FEATURE, "calls madvise with advice %d",
                           (int)c->arg[2]);
    }
}

/* Files are not written through memory, so there is nothing to write. */
long memory_msync(struct call *c)
{
    uintptr_t low = c->arg[0], high = low + page_up(c->arg[1]);
    unsigned flags = (unsigned)c->arg[2];
    if (low % PAGE || flags & ~(unsigned)(MS_ASYNC | MS_SYNC | MS_INVALIDATE) ||
        (flags & MS_ASYNC && flags & MS_SYNC))
        return -EINVAL;
    if (high < low)
        return -ENOMEM;
    if (low < high && (place_of(c, low, high) != ITS_HEAP || has_gone(c, low, high)))
        return call_refuse(c, REASON_FEATURE,
                           "synchronises memory that it has not mapped (msync)");
    return 0;
}

/* Whether memory is locked cannot be seen. How much may be depends on the machine. */
long memory_lock(struct call *c)
{
    if (c->nr == SYS_mlock || c->nr == SYS_mlockall)
        link_rests_on(agent.shared, "memory that may be locked (mlock)");
    if (c->nr == SYS_mlockall || c->nr == SYS_munlockall || !c->arg[1])
        return 0;
    uintptr_t low = page_down(c->arg[0]), high = page_up(c->arg[0] + c->arg[1]);
    enum place place = place_of(c, low, high);
    if (place == ELSEWHERE || (place == ITS_HEAP && has_gone(c, low, high)))
        return call_refuse(c, REASON_FEATURE,
                           "locks memory that it has not allocated or mapped (mlock)");
    return 0;
}

/* brk: malloc() is ours and does not use it, so only the program itself could call
 * this. */
long memory_brk(struct call *c)
{
    long now = agent_syscall(SYS_brk, 0);
    if (!c->arg[0] || (long)c->arg[0] == now)
        return now;
    return call_refuse(c, REASON_SAID,
                       "moves the end of its data (brk, sbrk); malloc or mmap would do");
}
