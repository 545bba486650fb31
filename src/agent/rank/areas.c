/* SPDX-License-Identifier: Apache-2.0
 *
 * areas.c - see areas.h. */
#include "agent/rank/areas.h"
#include "agent/rank/track.h"
#include "agent/watch/watch.h"
#include "real/place.h"

#include <emmintrin.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define USUAL (PROT_READ | PROT_WRITE)
/* The kernel puts arguments and environment just below this address. */
static uintptr_t main_stack_end(void)
{
    return agent.link->placed ? PLACED_STACK : PLACED_END;
}

static bool protect(uintptr_t low, uintptr_t high, int protection)
{
    return low >= high || !agent_syscall(SYS_mprotect, low, high - low, protection);
}

/* ---- lists: sorted, without overlaps ---- */

static void insert(struct area_list *l, uint32_t at, struct area a)
{
    memmove(&l->at[at + 1], &l->at[at], (l->n++ - at) * sizeof a);
    l->at[at] = a;
}

/* Removes the range from the list; returns the index at which it was. Requires room for
 * one more entry. */
static uint32_t cut(struct area_list *l, uintptr_t low, uintptr_t high)
{
    uint32_t i = 0;
    while (i < l->n && l->at[i].high <= low)
        i++;
    if (i < l->n && l->at[i].low < low) {
        struct area rest = l->at[i];
        l->at[i++].high = low;
        rest.low = low;
        insert(l, i, rest);
    }
    uint32_t end = i;
    while (end < l->n && l->at[end].high <= high)
        end++;
    memmove(&l->at[i], &l->at[end], (l->n - end) * sizeof *l->at);
    l->n -= end - i;
    if (i < l->n && l->at[i].low < high)
        l->at[i].low = high;
    return i;
}

/* Makes room in the rank's own list, which is in its heap. */
static bool room_for(struct rank_head *h, uint32_t n)
{
    struct area_list *l = &h->areas;
    if (n <= l->cap)
        return true;
    struct area *before = l->at,
                *more = heap_alloc_zeroed(&h->heap, 2 * n * sizeof *more);
    if (!more)
        return false;
    if (l->n)
        memcpy(more, before, l->n * sizeof *more);
    l->at = more;
    l->cap = 2 * n;
    if (before)
        heap_free(&h->heap, before);
    return true;
}

/* Makes room in the list of areas in force, which is the agent's. */
static void room_in_force(struct rank *r, uint32_t n)
{
    struct area_list *l = &r->space.in_force;
    if (n <= l->cap)
        return;
    int who = agent.current; /* the allocation is for the agent, while the rank may be in
                                the middle of free() */
    agent.current = AT_AGENT;
    l->cap = 2 * n;
    l->at = mem_resize(l->at, l->cap * sizeof *l->at);
    agent.current = who;
}

bool areas_set(struct rank *r, uintptr_t low, uintptr_t high, int protection,
               enum area_kind kind)
{
    struct rank_head *h = r->head;
    struct area a = {.low = low, .high = high};
    a.protection = (uint32_t)protection;
    a.kind = kind;
    if (low >= high)
        return true;
    areas_enforce(r);
    /* The heap may call us while it opens pages, and must not be asked for memory then;
     * so the list always has room for more entries than are needed. */
    uint32_t more = protection == USUAL ? 1 : 8;
    if (!room_for(h, h->areas.n + more) || !protect(low, high, protection))
        return false;
    room_in_force(r, r->space.in_force.n + 2);
    track_opened(r, low, high); /* writes to pages with a protection of their own are not
                                   tracked */
    uint32_t at = cut(&h->areas, low, high), there = cut(&r->space.in_force, low, high);
    if (protection != USUAL) {
        insert(&h->areas, at, a);
        insert(&r->space.in_force, there, a);
    }
    return true;
}

static const struct area *overlapping(const struct area_list *l, uintptr_t low,
                                      uintptr_t high)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i].low < high && l->at[i].high > low)
            return &l->at[i];
    return NULL;
}

const struct area *areas_in(const struct rank *r, uintptr_t low, uintptr_t high)
{
    return overlapping(&r->head->areas, low, high);
}

const struct area *areas_at(const struct rank *r, uintptr_t address)
{
    return overlapping(&r->space.in_force, address, address + 1);
}

/* ---- in force, or not ---- */

static void put(struct rank *r, const struct area *a, int protection)
{
    if (!protect(a->low, a->high, protection))
        agent_die("the kernel has no memory for one more mapping");
    if (protection == USUAL)
        track_opened(r, a->low, a->high);
}

static bool contains(const struct area_list *l, const struct area *a)
{
    uint32_t low = 0, high = l->n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (l->at[middle].low < a->low)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->n && !memcmp(&l->at[low], a, sizeof *a);
}

static void open_slab(struct rank *r)
{
    size_t head = page_up(sizeof *r->head);
    protect((uintptr_t)r->head + head, (uintptr_t)r->head + r->space.extent, USUAL);
    protect((uintptr_t)r->top - SLAB_STACK, (uintptr_t)r->top, USUAL);
    track_opened(r, (uintptr_t)r->head, (uintptr_t)r->head + r->space.extent);
    watch_forget(r);
    r->space.in_force.n = 0;
    r->space.isolated = false;
}

void areas_enforce(struct rank *r)
{
    if (r->space.isolated)
        open_slab(r);
    const struct area_list *wanted = &r->head->areas, *is = &r->space.in_force;
    if (wanted->n == is->n &&
        (!is->n || !memcmp(wanted->at, is->at, is->n * sizeof *is->at)))
        return;
    for (uint32_t i = 0; i < is->n; i++)
        if (!contains(wanted, &is->at[i]))
            put(r, &is->at[i], USUAL);
    for (uint32_t i = 0; i < wanted->n; i++)
        if (!contains(is, &wanted->at[i]))
            put(r, &wanted->at[i], (int)wanted->at[i].protection);
    room_in_force(r, wanted->n + 1);
    memcpy(r->space.in_force.at, wanted->at, wanted->n * sizeof *wanted->at);
    r->space.in_force.n = wanted->n;
}

void areas_lift(struct rank *r)
{
    watch_lift(r);
    if (r->space.isolated)
        open_slab(r);
    for (uint32_t i = 0; i < r->space.in_force.n; i++)
        put(r, &r->space.in_force.at[i], USUAL);
    r->space.in_force.n = 0;
}

bool areas_open(const void *address)
{
    int n = layout_rank_of(address);
    struct rank *r = n >= 0 && (uint32_t)n < agent.nranks ? &agent.rank[n] : NULL;
    uintptr_t a = (uintptr_t)address;
    if (!r)
        return false;
    if (r->space.isolated) {
        open_slab(r);
        return true;
    }
    for (uint32_t i = 0; i < r->space.in_force.n; i++)
        if (a >= r->space.in_force.at[i].low && a < r->space.in_force.at[i].high) {
            struct area found = r->space.in_force.at[i];
            put(r, &found, USUAL);
            room_in_force(r, r->space.in_force.n + 1);
            cut(&r->space.in_force, found.low, found.high);
            return true;
        }
    return false;
}

void areas_forget(struct rank *r)
{
    r->space.in_force.n = 0;
}

/* ---- how far the heap goes ---- */

void areas_extend(struct rank *r, size_t used)
{
    size_t extent = heap_extent(used), before = r->space.extent;
    uintptr_t low = (uintptr_t)r->head;
    if (extent > agent.slab->heap)
        extent = agent.slab->heap;
    if (extent == before)
        return;
    if (!(extent > before ? protect(low + before, low + extent, USUAL)
                          : protect(low + extent, low + before, PROT_NONE)))
        agent_die("the kernel has no memory for %zu bytes of a heap", extent);
    if (extent > before)
        track_opened(r, low + before, low + extent);
    else if (r->space.in_force.n)
        /* no area extends across this address */
        cut(&r->space.in_force, low + extent, low + before);
    r->space.extent = extent;
}

static struct rank *rank_of(const struct heap *h)
{
    return &agent.rank[layout_rank_of(h)];
}

static void grow(struct heap *h)
{
    areas_extend(rank_of(h), h->used);
}

/* Called by the heap: shuts or opens pages. The list may have to grow; the heap is
 * consistent when it calls us. */
static void shut(struct heap *h, char *low, char *high, bool is_shut)
{
    /* The memory of vast blocks is given back. If the search is to go back to where the
     * block was in use, that takes longer than to leave it there. */
    if (is_shut && (size_t)(high - low) >= HEAP_VAST && (agent.once || agent.compares))
        areas_zero(rank_of(h), (uintptr_t)low, (uintptr_t)high);
    if (!areas_set(rank_of(h), (uintptr_t)low, (uintptr_t)high,
                   is_shut ? PROT_NONE : USUAL, AREA_FREED) &&
        is_shut)
        link_rests_on(agent.shared, "freed memory that is not used again");
}

static void zero(struct heap *h, char *low, char *high)
{
    areas_zero(rank_of(h), (uintptr_t)low, (uintptr_t)high);
}

void areas_prepare(struct rank *r, struct heap *h)
{
    h->grow = grow;
    h->shut = shut;
    h->zero = zero;
    areas_extend(r, h->used);
}

void areas_zero(struct rank *r, uintptr_t low, uintptr_t high)
{
    enum { SMALL = 64 << 10 };
    if (high - low < SMALL) {
        memset((void *)low, 0, high - low);
        return;
    }
    protect(low, high, USUAL);
    track_opened(r, low, high);
    agent_syscall(SYS_madvise, low, high - low, MADV_DONTNEED);
    track_dropped(r, low, high);
    if (agent.once && high - low >= HEAP_VAST) /* as in rank_prepare(): a few bytes here
                                                  and there are not to take large pages */
        agent_syscall(SYS_madvise, low, high - low, MADV_NOHUGEPAGE);
}

/* ---- ranks and each other's memory ---- */

/* A slab begins with our own data, of which no program has an address. */
int areas_owner(uintptr_t a)
{
    int n = layout_rank_of((void *)a);
    if (n < 0 || (uint32_t)n >= agent.nranks || !agent.rank[n].head)
        return -1;
    uintptr_t low = (uintptr_t)agent.rank[n].head, top = (uintptr_t)agent.rank[n].top;
    return (a >= low + sizeof(struct rank_head) &&
            a < low + agent.rank[n].space.extent) ||
                   (a >= top - SLAB_STACK && a < top)
               ? n
               : -1;
}

static bool is_address(const char *bytes)
{
    uintptr_t a;
    memcpy(&a, bytes, sizeof a);
    return areas_owner(a) >= 0;
}

/* Is this an address of the program, of a library (which differ in every process,
 * unless the program was linked to a fixed address), or of main's stack? */
static bool is_static(const char *bytes)
{
    const struct link *l = agent.link;
    uintptr_t a, stack = (uintptr_t)agent.main_sp;
    memcpy(&a, bytes, sizeof a);
    for (uint32_t i = 0; i < l->nmodules; i++)
        if (a >= l->modules[i].low && a < l->modules[i].high)
            return l->modules[i].base != 0;
    return a >= stack && a < main_stack_end();
}

typedef bool address_fn(const char *bytes);

/* Looks for addresses among the bytes. In memory they are 0x0000........ with the
 * lowest byte first; only those whose highest digits are `one` or `other` are
 * candidates. */
static bool search(const char *b, size_t n, char one, char other, address_fn *is)
{
    const __m128i high = _mm_set1_epi8((char)0xf0), first = _mm_set1_epi8(one),
                  second = _mm_set1_epi8(other);
    size_t i = 0;
    for (; n >= 23 && i <= n - 23; i += 16) { /* checks 16 possible starts at a time */
        __m128i sixth = _mm_loadu_si128((const __m128i *)(const void *)(b + i + 5));
        __m128i above =
            _mm_or_si128(_mm_loadu_si128((const __m128i *)(const void *)(b + i + 6)),
                         _mm_loadu_si128((const __m128i *)(const void *)(b + i + 7)));
        __m128i digit = _mm_and_si128(sixth, high);
        int found = _mm_movemask_epi8(_mm_and_si128(
            _mm_or_si128(_mm_cmpeq_epi8(digit, first), _mm_cmpeq_epi8(digit, second)),
            _mm_cmpeq_epi8(above, _mm_setzero_si128())));
        for (; found; found &= found - 1)
            if (is(b + i + __builtin_ctz((unsigned)found)))
                return true;
    }
    for (; n >= 8 && i <= n - 8; i++)
        if (is(b + i))
            return true;
    return false;
}

bool areas_mentioned(const void *bytes, size_t n)
{
    return search(bytes, n, 0x40, 0x40, is_address);
}

bool areas_static(const void *bytes, size_t n)
{
    return search(bytes, n, 0x50, 0x70, is_static);
}

void areas_isolate(uint32_t rank)
{
    for (uint32_t i = 0; i < agent.nranks; i++) {
        struct rank *r = &agent.rank[i];
        bool unborn = agent.hybrid && i >= agent.nprocesses && rank_process(i) == i;
        bool mine = agent.hybrid ? rank_process(i) == rank_process(rank) : i == rank;
        if (mine || unborn /* who makes it writes there */ || !r->head ||
            r->space.isolated)
            continue;
        size_t head = page_up(sizeof *r->head);
        areas_lift(r);
        watch_lift(r);
        if (!protect((uintptr_t)r->head + head, (uintptr_t)r->head + r->space.extent,
                     PROT_NONE) ||
            !protect((uintptr_t)r->top - SLAB_STACK, (uintptr_t)r->top, PROT_NONE))
            agent_die("the kernel has no memory for one more mapping");
        r->space.isolated = true;
    }
}

void areas_join(void)
{
    for (uint32_t i = 0; i < agent.nranks; i++)
        if (agent.rank[i].space.isolated)
            open_slab(&agent.rank[i]);
}
