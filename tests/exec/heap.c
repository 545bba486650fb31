/* SPDX-License-Identifier: Apache-2.0
 *
 * heap.c - the allocator against a simple model, with going back in between.
 *
 * Random requests; every live block must keep its bytes, be aligned, overlap with no
 * other, and be the same again after the memory was put back to an earlier moment.
 * From any address in it, or just behind it, a block must be found, also with an earlier
 * block as a hint. Misuse must be noticed. The second time, pages of large blocks that
 * were freed are shut, and neither the heap itself nor any live block may have anything
 * there. Vast blocks have zeros, and memory only where it is touched. */
#include "agent/rank/heap.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BYTES = 64 << 20, LIVE = 300, STEPS = 200000 };

struct shadow {
    unsigned char *at;
    size_t size;
    unsigned char byte;
};

static uint64_t state;
static unsigned char closed[BYTES / 4096], closed_then[BYTES / 4096];
static size_t shuts;

static void shut(struct heap *h, char *low, char *high, bool is_shut)
{
    assert((uintptr_t)low % 4096 == 0 && (uintptr_t)high % 4096 == 0 && low < high);
    mprotect(low, (size_t)(high - low), is_shut ? PROT_NONE : PROT_READ | PROT_WRITE);
    memset(closed + (low - h->base) / 4096, is_shut, (size_t)(high - low) / 4096);
    shuts += is_shut;
}

static void shut_vast(struct heap *h, char *low, char *high, bool is_shut)
{
    (void)h;
    mprotect(low, (size_t)(high - low), is_shut ? PROT_NONE : PROT_READ | PROT_WRITE);
}

static void protect(char *memory, const unsigned char *pages)
{
    for (size_t i = 0; i < BYTES / 4096; i++)
        if (pages[i])
            mprotect(memory + i * 4096, 4096, PROT_NONE);
}

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static size_t size(void)
{
    return below(10) ? below(200) : below(10) ? below(5000) : below(300000);
}

static void verify(const struct shadow *s)
{
    for (size_t i = 0; i < s->size; i++)
        assert(s->at[i] == s->byte);
}

/* Nothing in there can be followed as an address. */
static void verify_gone(const struct shadow *s)
{
    for (size_t i = 0; i + 8 <= s->size && s->size < HEAP_LARGE; i += 8) {
        uint64_t word;
        memcpy(&word, s->at + i, sizeof word);
        assert(word >> 48 == 0xDEDE);
    }
}

static void verify_found(const struct heap *h, const struct shadow *s,
                         const struct shadow *earlier)
{
    struct heap_block b, hint;
    const unsigned char *at = s->at + (s->size ? below((uint32_t)s->size + 1) : 0);
    bool hinted =
        earlier->at && earlier->at < s->at && heap_find(h, earlier->at, NULL, &hint);
    assert(heap_find(h, at, hinted ? hint.at : NULL, &b) && b.live);
    assert(b.low == (char *)s->at && b.high == (char *)s->at + s->size);
}

static void step(struct heap *h, struct shadow *live)
{
    struct shadow *s = &live[below(LIVE)];
    if (s->at)
        verify_found(h, s, &live[below(LIVE)]);
    if (!s->at) {
        size_t align = below(8) ? 16 : (size_t)16 << below(9);
        *s = (struct shadow){.size = size(), .byte = (unsigned char)below(256)};
        s->at = heap_alloc(h, s->size, align);
        if (!s->at)
            return;
        assert((uintptr_t)s->at % align == 0 && heap_size(h, s->at) == s->size);
        if (h->shut && s->size >= HEAP_LARGE && align == 16)
            assert((uintptr_t)s->at % 4096 == 16);
        memset(s->at, s->byte, s->size);
    } else if (below(3)) {
        verify(s);
        assert(heap_free(h, s->at) == HEAP_FINE);
        if (!below(20))
            assert(heap_free(h, s->at) == HEAP_FREED_TWICE);
        if (!h->shut || s->size < 4096)
            verify_gone(s);
        struct heap_block b;
        assert(heap_find(h, s->at, NULL, &b) && !b.live);
        s->at = NULL;
    } else {
        size_t n = size();
        verify(s);
        if (heap_resize(h, s->at, n)) {
            memset(s->at, s->byte, n);
            s->size = n;
        }
    }
}

static void misuse(struct heap *h)
{
    const void *where;
    char *p = heap_alloc(h, 100, 16), *q = heap_alloc(h, 100, 64);
    assert(heap_check(h, &where) == HEAP_FINE);
    assert(heap_free(h, p + 16) == HEAP_NOT_A_BLOCK);
    assert(heap_free(h, h->base + h->used + 64) == HEAP_NOT_A_BLOCK);
    assert(heap_free(h, &where) == HEAP_NOT_A_BLOCK);
    p[100] = 1;
    assert(heap_check(h, &where) == HEAP_OVERRUN && where == p);
    assert(heap_free(h, p) == HEAP_OVERRUN);
    memset(p + 100, 0xFD, 8);
    q[100] ^= 1;
    assert(heap_free(h, q) == HEAP_OVERRUN);
    q[100] ^= 1;
    assert(heap_free(h, p) == HEAP_FINE && heap_free(h, q) == HEAP_FINE);
    assert(!heap_alloc(h, (size_t)1 << 40, 16));
    assert(!heap_alloc(h, SIZE_MAX - 8, 16));
    assert(heap_size(h, p) == SIZE_MAX);
    struct heap_block b;
    assert(!heap_find(h, h->base, NULL, &b) &&
           !heap_find(h, h->base + h->used, NULL, &b));
}

static void run(heap_shut_fn *how)
{
    static struct shadow live[LIVE], live_then[LIVE];
    char *memory = aligned_alloc(4096, BYTES);
    struct heap *h = (struct heap *)(void *)memory;
    heap_init(h, memory, sizeof *h, BYTES, true);
    h->shut = how;
    memset(live, 0, sizeof live);
    size_t saved = 0;
    char *image = malloc(BYTES);
    for (int i = 0; i < STEPS; i++) {
        step(h, live);
        const void *where;
        if (i % 1000 == 0)
            assert(heap_check(h, &where) == HEAP_FINE);
        if (i % 5000 == 2500) {
            saved = h->used;
            mprotect(memory, BYTES, PROT_READ | PROT_WRITE);
            memcpy(image, memory, saved);
            memcpy(live_then, live, sizeof live);
            memcpy(closed_then, closed, sizeof closed);
            protect(memory, closed);
        }
        if (i % 5000 == 4999) { /* back, with rubbish above */
            mprotect(memory, BYTES, PROT_READ | PROT_WRITE);
            memset(memory + saved, 0x33, h->used > saved ? h->used - saved : 0);
            memcpy(memory, image, saved);
            memcpy(live, live_then, sizeof live);
            memcpy(closed, closed_then, sizeof closed);
            protect(memory, closed);
            for (int k = 0; k < LIVE; k++)
                if (live[k].at)
                    verify(&live[k]);
        }
    }
    misuse(h);
    mprotect(memory, BYTES, PROT_READ | PROT_WRITE);
    free(image);
    free(memory);
}

/* Allocates blocks, frees some of them in this order, and returns a copy of the memory.
 */
static char *freed_in(char *memory, size_t n, bool backwards)
{
    struct heap *h = (struct heap *)(void *)memory;
    char *block[100], *copy = malloc(n);
    state = 7;
    memset(memory, backwards ? 0x33 : 0, n); /* rubbish of other histories */
    heap_init(h, memory, sizeof *h, n, true);
    for (int i = 0; i < 100; i++)
        block[i] = heap_alloc(h, below(300), 16);
    uint32_t some = below(50);
    for (uint32_t i = 0; i < some + 30; i++)
        heap_free(h, block[backwards ? some + 29 - i : i]);
    for (int i = 0; i < 20; i++)
        heap_alloc(h, below(300), 16);
    memset(memory + h->used, 0, n - h->used);
    return memcpy(copy, memory, n);
}

/* What is allocated counts, not the order in which blocks were freed. */
static void forgets_the_order(void)
{
    size_t n = 256 << 10;
    char *memory = aligned_alloc(4096, n);
    char *a = freed_in(memory, n, false), *b = freed_in(memory, n, true);
    assert(!memcmp(a, b, n));
    free(memory);
    free(a);
    free(b);
}

static void zero(struct heap *h, char *low, char *high)
{
    (void)h;
    assert((uintptr_t)low % 4096 == 0 && (uintptr_t)high % 4096 == 0 && low < high);
    assert(!madvise(low, (size_t)(high - low), MADV_DONTNEED));
}

static size_t pages_in_memory(char *low, size_t bytes)
{
    size_t pages = bytes / 4096, n = 0;
    unsigned char *is = malloc(pages);
    assert(!mincore(low, bytes, is));
    for (size_t i = 0; i < pages; i++)
        n += is[i] & 1;
    free(is);
    return n;
}

static bool is_all(const char *at, size_t n, unsigned char byte)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)at[i] != byte)
            return false;
    return true;
}

/* Whatever was there before, a vast block is zero, wherever it comes from, and takes no
 * memory; smaller ones are filled with something else. */
static void vast_blocks(void)
{
    size_t bytes = (size_t)1 << 30, mega = 1 << 20, edge = 4096;
    const void *where;
    char *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct heap *h = (struct heap *)(void *)memory;
    assert(memory != MAP_FAILED);
    heap_init(h, memory, 4096, bytes, true);
    h->shut = shut_vast;
    h->zero = zero;
    memset(memory + 40 * mega, 0x33, 20 * mega); /* rubbish of other histories */
    char *small = heap_alloc(h, 31 * mega, 16), *large = heap_alloc(h, 600 * mega, 16);
    assert(is_all(small, 31 * mega, 0xA5) && is_all(large, 60 * mega, 0));
    assert(pages_in_memory(memory + 300 * mega, 100 * mega) == 0);
    large[300 * mega] = 1;
    assert(pages_in_memory(memory + 300 * mega, 100 * mega) == 1);
    large[300 * mega] = 0;
    /* shorter, and longer again */
    memset(large + 32 * mega, 7, edge);
    assert(heap_resize(h, large, 32 * mega + 100) && heap_size(h, large) == 32 * mega + 100);
    assert(pages_in_memory(memory + 300 * mega, 100 * mega) == 0);
    assert(heap_resize(h, large, 590 * mega));
    assert(is_all(large + 32 * mega, 100, 7) && is_all(large + 32 * mega + 100, edge, 0));
    /* a write past its end */
    assert(heap_check(h, &where) == HEAP_FINE);
    large[590 * mega] = 1;
    assert(heap_check(h, &where) == HEAP_OVERRUN && heap_free(h, large) == HEAP_OVERRUN);
    memset(large + 590 * mega, 0xFD, 8);
    /* given out again */
    memset(large, 7, mega);
    assert(heap_free(h, large) == HEAP_FINE && heap_free(h, large) == HEAP_FREED_TWICE);
    char *again = heap_alloc_zeroed(h, 590 * mega);
    assert(again == large && is_all(again, 2 * mega, 0));
    assert(heap_free(h, again) == HEAP_FINE && heap_free(h, small) == HEAP_FINE);
    /* aligned: the block is at its address, and zero */
    char *aligned = heap_alloc(h, 40 * mega, mega);
    assert((uintptr_t)aligned % mega == 0 && is_all(aligned, 40 * mega, 0));
    assert(heap_free(h, aligned) == HEAP_FINE && heap_check(h, &where) == HEAP_FINE);
    munmap(memory, bytes);
}

int main(void)
{
    forgets_the_order();
    vast_blocks();
    run(NULL);
    run(shut);
    assert(shuts > 100);
    for (size_t used = 1; used < (size_t)1 << 36; used = used * 9 / 8 + 1) {
        size_t extent = heap_extent(used);
        assert(extent >= used && heap_extent(extent) == extent);
    }
    printf("heap: 2 x %d steps, all as the model has them\n", STEPS);
    return 0;
}
