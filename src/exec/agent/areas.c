/* SPDX-License-Identifier: Apache-2.0
 *
 * areas.c - see areas.h. */
#include "exec/agent/areas.h"
#include "exec/agent/track.h"

#include <emmintrin.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define USUAL (PROT_READ | PROT_WRITE)

static bool protect(uintptr_t low, uintptr_t high, int protection)
{
    return low >= high || !agent_syscall(SYS_mprotect, low, high - low, protection);
}

/* ---- the list ---- */

static bool room_for(struct head *h, uint32_t n)
{
    if (n <= h->cap_areas)
        return true;
    uint32_t cap = n * 2;
    struct area *more = heap_alloc(&h->heap, cap * sizeof *more, 16);
    if (!more)
        return false;
    memset(more, 0, cap * sizeof *more);
    if (h->nareas)
        memcpy(more, h->areas, h->nareas * sizeof *more);
    struct area *before = h->areas;
    h->areas = more;
    h->cap_areas = cap;
    if (before)
        heap_free(&h->heap, before);
    return true;
}

static void insert(struct head *h, uint32_t at, struct area a)
{
    memmove(&h->areas[at + 1], &h->areas[at], (h->nareas++ - at) * sizeof a);
    h->areas[at] = a;
}

/* Cuts the range out of the list. Where it was, in order. */
static uint32_t cut(struct head *h, uintptr_t low, uintptr_t high)
{
    uint32_t i = 0;
    while (i < h->nareas && h->areas[i].high <= low)
        i++;
    if (i < h->nareas && h->areas[i].low < low) {
        struct area rest = h->areas[i];
        h->areas[i++].high = low;
        rest.low = low;
        insert(h, i, rest);
    }
    uint32_t end = i;
    while (end < h->nareas && h->areas[end].high <= high)
        end++;
    memmove(&h->areas[i], &h->areas[end], (h->nareas - end) * sizeof *h->areas);
    h->nareas -= end - i;
    if (i < h->nareas && h->areas[i].low < high)
        h->areas[i].low = high;
    return i;
}

bool areas_set(struct rank *r, uintptr_t low, uintptr_t high, int protection,
               enum area_kind kind)
{
    struct head *h = r->head;
    struct area a = {low, high, (uint8_t)protection, (uint8_t)kind};
    if (low >= high)
        return true;
    areas_enforce(r);
    /* The heap may be about to open pages when it calls us, which is no time to ask it
     * for more; so there is always room for some more than are needed. */
    uint32_t more = protection == USUAL ? 1 : 8;
    if (!room_for(h, h->nareas + more) || !protect(low, high, protection))
        return false;
    track_opened(r, low, high); /* to see who writes there, we would have to do more */
    uint32_t at = cut(h, low, high);
    if (protection == USUAL)
        return true;
    insert(h, at, a);
    r->enforced = true;
    return true;
}

const struct area *areas_in(const struct rank *r, uintptr_t low, uintptr_t high)
{
    const struct head *h = r->head;
    for (uint32_t i = 0; i < h->nareas; i++)
        if (h->areas[i].low < high && h->areas[i].high > low)
            return &h->areas[i];
    return NULL;
}

/* ---- in force, or not ---- */

static void put_all(struct rank *r, bool enforce)
{
    const struct head *h = r->head;
    for (uint32_t i = 0; i < h->nareas; i++) {
        const struct area *a = &h->areas[i];
        if (!protect(a->low, a->high, enforce ? a->protection : USUAL))
            agent_die("the kernel has no memory for one more mapping");
        if (!enforce)
            track_opened(r, a->low, a->high);
    }
    r->enforced = enforce;
}

static void open_slab(struct rank *r)
{
    size_t head = page_up(sizeof *r->head);
    protect((uintptr_t)r->head + head, (uintptr_t)r->head + r->extent, USUAL);
    protect((uintptr_t)r->top - SLAB_STACK, (uintptr_t)r->top, USUAL);
    track_opened(r, (uintptr_t)r->head, (uintptr_t)r->head + r->extent);
    r->isolated = r->enforced = false;
}

void areas_enforce(struct rank *r)
{
    if (r->isolated)
        open_slab(r);
    if (!r->enforced && r->head->nareas)
        put_all(r, true);
}

void areas_lift(struct rank *r)
{
    if (r->isolated)
        open_slab(r);
    if (r->enforced)
        put_all(r, false);
}

bool areas_open(const void *address)
{
    int n = layout_rank_of(address);
    struct rank *r = n >= 0 && (uint32_t)n < agent.nranks ? &agent.rank[n] : NULL;
    if (!r || !(r->enforced || r->isolated))
        return false;
    areas_lift(r);
    return true;
}

/* ---- how far the heap goes ---- */

void areas_extend(struct rank *r, size_t used)
{
    size_t extent = heap_extent(used), before = r->extent;
    uintptr_t low = (uintptr_t)r->head;
    if (extent > SLAB_HEAP_MAX)
        extent = SLAB_HEAP_MAX;
    if (extent == before)
        return;
    if (!(extent > before ? protect(low + before, low + extent, USUAL)
                          : protect(low + extent, low + before, PROT_NONE)))
        agent_die("the kernel has no memory for %zu bytes of a heap", extent);
    if (extent > before)
        track_opened(r, low + before, low + extent);
    r->extent = extent;
}

static struct rank *rank_of(const struct heap *h)
{
    return &agent.rank[layout_rank_of(h)];
}

static void grow(struct heap *h)
{
    areas_extend(rank_of(h), h->used);
}

/* The list may have to grow for this, and the heap is in order when we are asked. */
static void shut(struct heap *h, char *low, char *high, bool is_shut)
{
    if (!areas_set(rank_of(h), (uintptr_t)low, (uintptr_t)high,
                   is_shut ? PROT_NONE : USUAL, AREA_FREED) &&
        is_shut)
        link_rests_on(agent.shared, "freed memory that is not used again");
}

void areas_prepare(struct rank *r, struct heap *h)
{
    h->grow = grow;
    h->shut = shut;
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
}

/* ---- ranks and each other's memory ---- */

static bool is_address(const char *bytes)
{
    uintptr_t a;
    memcpy(&a, bytes, sizeof a);
    int n = layout_rank_of((void *)a);
    if (n < 0 || (uint32_t)n >= agent.nranks || !agent.rank[n].head)
        return false;
    uintptr_t low = (uintptr_t)agent.rank[n].head, top = (uintptr_t)agent.rank[n].top;
    return (a >= low && a < low + agent.rank[n].extent) ||
           (a >= top - SLAB_STACK && a < top);
}

/* Addresses of slabs are 0x00004... in memory, the lowest byte first. */
bool areas_mentioned(const void *bytes, size_t n)
{
    const char *b = bytes;
    const __m128i high = _mm_set1_epi8((char)0xf0), four = _mm_set1_epi8(0x40);
    size_t i = 0;
    for (; n >= 23 && i <= n - 23; i += 16) { /* 16 places where one could begin */
        __m128i sixth = _mm_loadu_si128((const __m128i *)(const void *)(b + i + 5));
        __m128i above =
            _mm_or_si128(_mm_loadu_si128((const __m128i *)(const void *)(b + i + 6)),
                         _mm_loadu_si128((const __m128i *)(const void *)(b + i + 7)));
        int found = _mm_movemask_epi8(
            _mm_and_si128(_mm_cmpeq_epi8(_mm_and_si128(sixth, high), four),
                          _mm_cmpeq_epi8(above, _mm_setzero_si128())));
        for (; found; found &= found - 1)
            if (is_address(b + i + __builtin_ctz((unsigned)found)))
                return true;
    }
    for (; n >= 8 && i <= n - 8; i++)
        if (is_address(b + i))
            return true;
    return false;
}

void areas_isolate(uint32_t rank)
{
    for (uint32_t i = 0; i < agent.nranks; i++) {
        struct rank *r = &agent.rank[i];
        if (i == rank || !r->head || r->isolated)
            continue;
        size_t head = page_up(sizeof *r->head);
        areas_lift(r);
        if (!protect((uintptr_t)r->head + head, (uintptr_t)r->head + r->extent,
                     PROT_NONE) ||
            !protect((uintptr_t)r->top - SLAB_STACK, (uintptr_t)r->top, PROT_NONE))
            agent_die("the kernel has no memory for one more mapping");
        r->isolated = true;
    }
}
