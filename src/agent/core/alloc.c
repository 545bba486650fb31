/* SPDX-License-Identifier: Apache-2.0
 *
 * alloc.c - malloc and its family.
 *
 * The caller decides where a block comes from: a rank gets it from its slab, setup
 * from the setup heap. The address of a block tells which heap it belongs to, so it
 * is always returned to the right one. Misuse of the heap by a rank is a
 * finding. */
#include "base/alloc.h"
#include "agent/rank/origins.h"
#include "agent/core/agent.h"
#include "agent/core/spill.h"
#include "agent/rank/touched.h"
#include "agent/threads/datarace.h"
#include "agent/watch/watch.h"
#include "agent/port/window.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "agent/core/for_program.h"

#define STACKS ((size_t)64 << 20) /* at the start of the agent's range */

static char *reserve(uintptr_t at, size_t bytes)
{
    long got = agent_syscall(
        SYS_mmap, at, bytes, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != (long)at) {
        static const char why[] = "mazurka: cannot reserve its memory\n";
        agent_syscall(SYS_write, 2, why, sizeof why - 1);
        agent_syscall(SYS_exit_group, 70);
    }
    return (char *)at;
}

/* A table of states grows all the time: the kernel gives many pages at once in less time
 * than one after the other. An older kernel refuses, which is no loss. */
static __attribute__((noinline)) void populate(void)
{
    enum { AHEAD = 2 << 20 };
    uintptr_t from = page_up((uintptr_t)agent.heap.base + agent.heap.used);
    agent_syscall(SYS_madvise, from, AHEAD, MADV_POPULATE_WRITE);
    agent.populated = agent.heap.used + AHEAD;
}

/* The agent's heap; works before any constructor has run. */
static struct heap *agent_heap(void)
{
    if (agent.compares && agent.heap.used > agent.populated)
        populate();
    if (!agent.heap.base) {
        char *base = reserve(LAYOUT_AGENT, LAYOUT_AGENT_SIZE);
        agent.stack_top = base + (STACKS / 2);
        agent.spare_top = base + (STACKS / 2) + ((size_t)2 << 20);
        heap_init(&agent.heap, base + STACKS, 0, LAYOUT_AGENT_SIZE - STACKS, false);
        agent.heap.fresh = true;
    }
    return &agent.heap;
}

/* A rank that resizes a block of setup has its own copy of the pages: it must write. */
static void zero_setup(struct heap *h, char *low, char *high)
{
    (void)h;
    if (agent.current == AT_SETUP)
        agent_syscall(SYS_madvise, low, high - low, MADV_DONTNEED);
    else
        memset(low, 0, (size_t)(high - low));
}

static struct heap *setup_heap(void)
{
    struct heap *h = (struct heap *)LAYOUT_SETUP; /* the struct lies in the memory that it
                                                     manages, so that ranks have copies */
    if (!agent.setup) {
        reserve(LAYOUT_SETUP, LAYOUT_SETUP_SIZE);
        heap_init(h, (char *)h, sizeof *h, LAYOUT_SETUP_SIZE, true);
        h->zero = zero_setup;
        agent.setup = h;
    }
    return h;
}

/* The heap that a block belongs to. A rank owns what is in its slab, and its copy of
 * the setup heap. A thread may have a block of another one. */
static struct heap *heap_of(const void *p)
{
    int who = agent.current;
    if (who >= 0 && heap_owns(&agent.rank[who].head->heap, p))
        return &agent.rank[who].head->heap;
    if (agent.setup && heap_owns(agent.setup, p))
        return agent.setup;
    int owner = who >= 0 && agent.shares ? layout_rank_of(p) : -1;
    if (owner >= 0 && (uint32_t)owner < agent.nranks &&
        heap_owns(&agent.rank[owner].head->heap, p))
        return &agent.rank[owner].head->heap;
    return who < 0 && agent.heap.base && heap_owns(&agent.heap, p) ? &agent.heap : NULL;
}

/* The heap of the code that runs now. */
static struct heap *heap_now(void)
{
    int who = agent.current;
    return who >= 0          ? &agent.rank[who].head->heap
           : who == AT_SETUP ? setup_heap()
                             : agent_heap();
}

/* A request for more than this fails on every machine, so it may fail here as well; a
 * smaller one that fails is only our limit. */
#define NOBODY_HAS ((size_t)1 << 40)

static void *or_full(void *p, size_t bytes)
{
    if (agent.current >= 0 && rank_head()->heap.damaged)
        rank_fail(FINDING_CRASH, HEAP_WRITTEN_FREE_TEXT);
    if (!p && agent.current >= 0 && bytes < NOBODY_HAS)
        rank_refuse(
            REASON_SAID,
            "allocates %zu bytes more, and a rank has %zu GiB here; check it with a "
            "smaller input",
            bytes, agent.slab->heap >> 30);
    if (!p)
        errno = ENOMEM;
    return p;
}

static void *allocate(size_t bytes, size_t align)
{
    void *p = or_full(heap_alloc(heap_now(), bytes, align), bytes);
    if (p && agent.current >= 0 && agent.link->plan.asked.garbage)
        memset(p, AGENT_GARBAGE, bytes);
    return p;
}

static void misuse(enum heap_fault f, const void *p)
{
    static const char *const what[] = {
        [HEAP_NOT_A_BLOCK] = "of memory that malloc did not return",
        [HEAP_FREED_TWICE] = "of memory that was freed before",
        [HEAP_OVERRUN] = "of a block that was written past its end",
        [HEAP_LENT] = "of memory from MPI_Alloc_mem, which MPI_Free_mem gives back",
    };
    if (agent.current >= 0)
        rank_fail(FINDING_CRASH, "free %s, at %p", what[f], p);
    agent_refuse(REASON_SETUP, "free %s, at %p, before the actors start", what[f], p);
}

#define CALLER __builtin_return_address(0)

/* Notes who has allocated the block, and clears what this has left on the rank's stack,
 * which depends on where the block came from: in the gaps of later frames it would make a
 * round of a polling loop look like a change. */
static void *noted(void *p, const void *caller)
{
    origins_note(p, caller);
    if (agent.current >= 0)
        rank_wipe_deep();
    return p;
}

EXPORT void *malloc(size_t bytes)
{
    return noted(allocate(bytes, 16), CALLER);
}

/* Ends the rank if an operation uses a block that is to be freed or moved. */
static void watch_freed(const struct heap *h, const void *p, const char *how)
{
    if (agent.current < 0 || !rank_head()->watches || !h)
        return;
    size_t bytes = heap_size(h, p);
    if (bytes != SIZE_MAX)
        watch_gone(p, bytes, how);
}

/* Is it another thread's heap? What that one allocates next must not depend on when we
 * free something, as nothing need order the two. */
static bool is_shared(const struct heap *h)
{
    return agent.shares && agent.current >= 0 &&
           (h == agent.setup || h != &rank_head()->heap);
}

static __attribute__((noinline)) void give_back(void *p, const void *caller)
{
    struct heap *h = heap_of(p);
    watch_freed(h, p, "frees");
    if (agent.races && agent.current >= 0 && h && heap_size(h, p) != SIZE_MAX)
        race_access((uintptr_t)p, heap_size(h, p), HOW_FREE, caller);
    if (agent.current >= 0 && rank_head()->copies && h && heap_size(h, p) != SIZE_MAX)
        window_gone(p, heap_size(h, p), NULL);
    agent.freed++;
    enum heap_fault f = !h             ? HEAP_NOT_A_BLOCK
                        : is_shared(h) ? heap_free_apart(h, p)
                                       : heap_free(h, p);
    if (f)
        misuse(f, p);
}

EXPORT bool port_lend(void *p, bool lent)
{
    struct heap *h = p ? heap_of(p) : NULL;
    return h && heap_lend(h, p, lent);
}

EXPORT void free(void *p)
{
    if (!p)
        return;
    give_back(p, CALLER);
    if (agent.tidies && agent.current >= 0)
        rank_wipe_deep(); /* which block it was is no part of the state */
}

EXPORT void *calloc(size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return noted(or_full(heap_alloc_zeroed(heap_now(), bytes), bytes), CALLER);
}

EXPORT void *realloc(void *p, size_t bytes)
{
    if (!p)
        return noted(allocate(bytes, 16), CALLER);
    if (!bytes) {
        free(p);
        return NULL;
    }
    struct heap *h = heap_of(p);
    size_t old = h ? heap_size(h, p) : SIZE_MAX;
    if (old == SIZE_MAX)
        misuse(HEAP_NOT_A_BLOCK, p);
    if (heap_lend(h, p, false))
        misuse(HEAP_LENT, p);
    watch_freed(h, p, "reallocates");
    if (!is_shared(h) && heap_resize(h, p, bytes))
        return p;
    void *q = allocate(bytes, 16);
    size_t kept = old < bytes ? old : bytes;
    if (q && kept > HEAP_VAST && h != agent.setup)
        touched_copy(q, p, kept); /* q has zeros */
    else if (q)
        memcpy(q, p, kept);
    if (q)
        free(p);
    return noted(q, CALLER);
}

EXPORT void *reallocarray(void *p, size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(p, bytes);
}

EXPORT void *memalign(size_t align, size_t bytes)
{
    return noted(allocate(bytes, align), CALLER);
}

EXPORT void *aligned_alloc(size_t align, size_t bytes)
{
    return noted(allocate(bytes, align), CALLER);
}

EXPORT int posix_memalign(void **p, size_t align, size_t bytes)
{
    if (align < sizeof(void *) || align & (align - 1))
        return EINVAL;
    void *q = noted(allocate(bytes, align), CALLER);
    if (q)
        *p = q;
    return q ? 0 : ENOMEM;
}

EXPORT void *valloc(size_t bytes)
{
    return allocate(bytes, PAGE);
}

EXPORT void *pvalloc(size_t bytes)
{
    return allocate(page_up(bytes), PAGE);
}

EXPORT size_t malloc_usable_size(void *p)
{
    struct heap *h = p ? heap_of(p) : NULL;
    size_t n = h ? heap_size(h, p) : 0;
    return n == SIZE_MAX ? 0 : n;
}

/* ---- the agent's own ---- */

void *agent_malloc(size_t bytes)
{
    return heap_alloc(agent_heap(), bytes, 16);
}

void *agent_calloc(size_t n, size_t size)
{
    return heap_alloc_zeroed(agent_heap(), n * size);
}

/* Copies a large block of the agent's to a new place, part by part, and gives the pages
 * of each part back: what records an execution grows by such moves, and would otherwise
 * be in memory twice, and leave holes of its own size. The first and the last page have
 * what the heap knows of the block. */
static void move_large(char *to, char *from, size_t bytes)
{
    enum { PART = 1 << 20 };
    uintptr_t given = page_up((uintptr_t)from + PAGE);
    uintptr_t end = page_down((uintptr_t)from + bytes - PAGE);
    for (size_t at = 0; at < bytes; at += PART) {
        size_t n = bytes - at < PART ? bytes - at : PART;
        memcpy(to + at, from + at, n);
        uintptr_t copied = page_down((uintptr_t)from + at + n);
        copied = copied < end ? copied : end;
        if (copied > given) {
            agent_syscall(SYS_madvise, given, copied - given, MADV_DONTNEED);
            given = copied;
        }
    }
}

void *agent_realloc(void *p, size_t bytes)
{
    enum { LARGE = 1 << 20 };
    if (spill_owns(p))
        return spill_resize(p, bytes);
    if (!p)
        return agent_malloc(bytes);
    if (heap_resize(&agent.heap, p, bytes))
        return p;
    size_t old = heap_size(&agent.heap, p);
    void *q = agent_malloc(bytes);
    if (q) {
        if (old >= LARGE && bytes > old)
            move_large(q, p, old);
        else
            memcpy(q, p, old < bytes ? old : bytes);
        agent_free(p);
    }
    return q;
}

/* A large block that is freed is mostly an array that has grown out of it, and nothing
 * else is as large: its pages go back to the kernel. */
static void give_up_pages(const char *p)
{
    enum { LARGE = 1 << 20 };
    size_t bytes = p ? heap_size(&agent.heap, p) : SIZE_MAX;
    if (bytes == SIZE_MAX || bytes < LARGE)
        return;
    uintptr_t from = page_up((uintptr_t)p), to = ((uintptr_t)p + bytes) & -PAGE;
    agent_syscall(SYS_madvise, from, to - from, MADV_DONTNEED);
}

void agent_free(void *p)
{
    if (spill_owns(p)) {
        spill_free(p);
        return;
    }
    give_up_pages(p);
    if (p && heap_free(&agent.heap, p))
        agent_die("the agent's heap is damaged at %p", p);
}

_Noreturn void mem_gone(size_t bytes)
{
    agent_die("out of memory: %zu more bytes are not to be had", bytes);
}
