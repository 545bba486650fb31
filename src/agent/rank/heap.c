/* SPDX-License-Identifier: Apache-2.0
 *
 * heap.c - see heap.h.
 *
 * Blocks lie one after the other: a header, the caller's bytes, and a tail of at
 * least TAIL bytes. Sizes are rounded to classes, each with its free blocks; blocks
 * are never split or joined, which keeps both directions short and the behaviour easy
 * to predict.
 *
 * In a heap that is filled, the state of the memory depends on what is allocated and
 * not on the order in which it was: so two histories that allocated the same have the
 * same heap, and explorers that compare states see that. The lowest free block of a
 * class is given out first. The free blocks of a class are a search tree ordered by
 * address which is also a heap ordered by a hash of the address (a treap), and such a
 * tree has one shape for each set of blocks. Other heaps are not compared, and their free
 * blocks are a list. */
#include "agent/rank/heap.h"
#include "agent/core/layout.h"

#include <string.h>

#define UNIT 32
#define SMALL                                                                            \
    1024 /* size classes are multiples of UNIT up to here, then four for each power of   \
            two */
#define TAIL      8
#define TAIL_BYTE 0xFD
#define NEW_BYTE  0xA5
#define OLD_BYTE                                                                         \
    0xDE /* the byte that freed memory is filled with; as an address it is invalid, so   \
            following it crashes */

/* The largest rest of a block behind its tail that is overwritten. */
#define SLACK_MOST (64 << 10)
/* The largest part that is overwritten, in a heap whose large blocks are not shut. */
#define SPOIL_MOST (2 * HEAP_LARGE)
#define OLD_LINK   0xDEDEDEDEDEDEDEDEu
/* From so many zeros on, pages are dropped: for fewer, getting them back takes longer. */
#define DROPPED ((size_t)1 << 20)

#define MARK_LIVE    0x4C495645u
#define MARK_LENT    0x4C454E54u /* a live block that free() must not get: heap_lend() */
#define MARK_FREE    0x46524545u
#define MARK_SHUT    0x53485554u /* a free block whose pages are shut */
#define MARK_SHIFTED 0x53484946u
/* a block placed by place_paged(); the mark is at the end of the page before it */
#define MARK_PAGED 0x50414745u
/* Bytes of a block before its pages, and at its end, that stay accessible. */
#define BEFORE 32
/* The distance between two anchors at first, in units. */
#define ANCHOR_STEP  64
#define EXTENT_LEAST ((size_t)256 << 10)

struct block {
    uint64_t size; /* bytes asked for; for a shifted block, the distance to the real
                      one */
    uint32_t span; /* size of the whole block, in units */
    uint32_t mark;
};
_Static_assert(sizeof(struct block) == 16, "keeps malloc's alignment");

static uint32_t class_of(size_t total, size_t *rounded)
{
    if (total <= SMALL) {
        *rounded = (total + UNIT - 1) / UNIT * UNIT;
        return (uint32_t)(*rounded / UNIT) - 1;
    }
    unsigned top = 63u - (unsigned)__builtin_clzl(total - 1); /* 2^top < total */
    size_t step = (size_t)1 << (top - 2);
    *rounded = (total + step - 1) / step * step;
    size_t quarter = *rounded / step - 4; /* 1..4 */
    uint32_t c = SMALL / UNIT + (top - 10) * 4 + (uint32_t)quarter - 1;
    return c < HEAP_CLASSES ? c : HEAP_CLASSES - 1;
}

void heap_init(struct heap *h, char *base, size_t reserved, size_t limit, bool fill)
{
    memset(h, 0, sizeof *h);
    h->base = base;
    h->used = (reserved + 15) & ~(size_t)15;
    memset(base + reserved, 0, h->used - reserved);
    h->first = base + h->used;
    h->limit = limit;
    h->fill = fill;
    for (uint32_t c = 0; c < HEAP_CLASSES; c++)
        h->spare[c] = OLD_LINK;
    h->anchor_step = ANCHOR_STEP;
}

/* Grows in four steps for each power of two. */
size_t heap_extent(size_t used)
{
    if (used <= EXTENT_LEAST)
        return EXTENT_LEAST;
    size_t step = (size_t)1 << (61u - (unsigned)__builtin_clzl(used - 1));
    return (used + step - 1) / step * step;
}

/* The first whole page of a block. */
static char *pages_low(const struct block *b)
{
    return (char *)page_up((uintptr_t)(b + 1) + BEFORE);
}

static char *pages_high(const struct block *b)
{
    return (char *)page_down((uintptr_t)b + (size_t)b->span * UNIT - BEFORE);
}

/* A free block begins with links to the free blocks below and above it in the tree of
 * its class (in a list, only the first is used). Links are encoded so that they are no
 * valid addresses. */
typedef uint64_t __attribute__((may_alias)) chain;
enum { BELOW, ABOVE };

static chain *link_of(struct block *b, int side)
{
    return (chain *)(b + 1) + side;
}

static struct block *link_get(const chain *l)
{
    return (struct block *)(*l ^ OLD_LINK);
}

static void link_put(chain *l, const struct block *b)
{
    *l = (uintptr_t)b ^ OLD_LINK;
}

static bool link_fine(const struct heap *h, const chain *l)
{
    const struct block *b = link_get(l);
    const char *at = (const char *)b;
    return !b || (at >= h->first && at < h->base + h->used && !((uintptr_t)b % 16) &&
                  (b->mark == MARK_FREE || b->mark == MARK_SHUT));
}

/* The free block that a link leads to. A program that writes to memory which it has freed
 * overwrites links; then there is none, and the heap is known to be damaged. */
static struct block *link_follow(struct heap *h, const chain *l)
{
    if (link_fine(h, l))
        return link_get(l);
    h->damaged = true;
    return NULL;
}

/* Is `a` nearer to the root than `b`? */
static bool over(const struct block *a, const struct block *b)
{
    uint64_t x = (uintptr_t)a * 0x9e3779b97f4a7c15u,
             y = (uintptr_t)b * 0x9e3779b97f4a7c15u;
    return (x ^ x >> 32) > (y ^ y >> 32) || (x == y && a > b);
}

static void spare_add(struct heap *h, uint32_t c, struct block *b)
{
    chain *at = &h->spare[c];
    struct block *n = link_follow(h, at);
    while (h->fill && n && over(n, b)) {
        at = link_of(n, n < b ? ABOVE : BELOW);
        n = link_follow(h, at);
    }
    link_put(at, b);
    chain *low = link_of(b, BELOW), *high = link_of(b, ABOVE);
    if (!h->fill) {
        link_put(low, n);
        return;
    }
    while (n) { /* what was here is divided: what is below b, and what is above it */
        chain **to = n < b ? &low : &high;
        link_put(*to, n);
        *to = link_of(n, n < b ? ABOVE : BELOW);
        n = link_follow(h, *to);
    }
    link_put(low, NULL);
    link_put(high, NULL);
}

/* Removes the lowest free block of the class; NULL: there is none. */
static struct block *spare_take(struct heap *h, uint32_t c)
{
    chain *at = &h->spare[c];
    struct block *b = link_follow(h, at);
    while (h->fill && b && link_follow(h, link_of(b, BELOW))) {
        at = link_of(b, BELOW);
        b = link_follow(h, at);
    }
    if (b)
        link_put(at, link_follow(h, link_of(b, h->fill ? ABOVE : BELOW)));
    return b;
}

static bool vast(const struct heap *h, const struct block *b)
{
    return h->zero && (size_t)b->span * UNIT > HEAP_VAST;
}

static void put_zeros(struct heap *h, char *low, char *high)
{
    char *from = (char *)page_up((uintptr_t)low),
         *to = (char *)page_down((uintptr_t)high);
    if (!h->zero || (size_t)(high - low) < DROPPED) {
        memset(low, 0, (size_t)(high - low));
        return;
    }
    memset(low, 0, (size_t)(from - low));
    h->zero(h, from, to);
    memset(to, 0, (size_t)(high - to));
}

/* Marks the end of a block of `bytes` at p. In a heap that is filled, nothing of what was
 * there before is left behind it, unless that would take long; behind a vast block there
 * are zeros. */
static void put_tail(struct heap *h, const struct block *b, char *p, size_t bytes)
{
    if (vast(h, b)) {
        memset(p + bytes, TAIL_BYTE, TAIL);
        put_zeros(h, p + bytes + TAIL, (char *)(uintptr_t)b + (size_t)b->span * UNIT);
        return;
    }
    size_t rest = (size_t)((const char *)b + (size_t)b->span * UNIT - (p + bytes));
    bool all = h->fill && (h->whole || rest < SLACK_MOST);
    memset(p + bytes, TAIL_BYTE, all ? rest : TAIL);
}

/* Notes where a new block begins if it is far enough from the last one that was noted. If
 * there is no room, every second one is forgotten, and the distance doubles. Blocks are
 * never moved, so anchors depend on nothing but the blocks. */
static void note_anchor(struct heap *h, const struct block *b)
{
    uint32_t at = (uint32_t)((size_t)((const char *)b - h->first) / UNIT);
    if (at < h->anchor_next)
        return;
    if (h->anchors == HEAP_ANCHORS) {
        for (uint32_t i = 0; i < HEAP_ANCHORS / 2; i++)
            h->anchor[i] = h->anchor[2 * i];
        memset(h->anchor + HEAP_ANCHORS / 2, 0, sizeof h->anchor / 2);
        h->anchors = HEAP_ANCHORS / 2;
        h->anchor_step *= 2;
    }
    h->anchor[h->anchors++] = at;
    h->anchor_next = at + h->anchor_step;
}

static struct block *extend(struct heap *h, size_t total)
{
    if (total > h->limit - h->used || total / UNIT > UINT32_MAX)
        return NULL;
    struct block *b = (struct block *)(h->base + h->used);
    size_t before = heap_extent(h->used);
    h->used += total;
    if (h->grow && h->used > before)
        h->grow(h);
    b->span = (uint32_t)(total / UNIT);
    note_anchor(h, b);
    return b;
}

static struct block *take(struct heap *h, size_t bytes)
{
    size_t total;
    if (bytes > h->limit)
        return NULL;
    uint32_t c = class_of(bytes + sizeof(struct block) + TAIL, &total);
    struct block *b = c < HEAP_CLASSES - 1 ? spare_take(h, c) : NULL;
    if (b) {
        if (b->mark == MARK_SHUT)
            h->shut(h, pages_low(b), pages_high(b), false);
    } else if (!(b = extend(h, total))) {
        return NULL;
    }
    b->size = bytes;
    b->mark = MARK_LIVE;
    return b;
}

/* Overwrites what lies between the header of a block and the program's part of it, or a
 * second header before that: what was there before must not show. */
static void fill_gap(const struct heap *h, char *low, char *high)
{
    if (h->fill && low < high)
        memset(low, OLD_BYTE, (size_t)(high - low));
}

/* Places a large block 16 bytes behind the start of a page, as glibc does; no program
 * may rely on more. The header is in the page before, so that the pages themselves can
 * be shut. */
static char *place_paged(struct heap *h, size_t bytes, struct block **made)
{
    struct block *b = *made = take(h, page_up(bytes + 16) + PAGE + 3 * (size_t)BEFORE);
    if (!b)
        return NULL;
    char *low = pages_low(b), *p = low + 16;
    b->size = bytes + (size_t)(p - (char *)(b + 1));
    ((struct block *)low)[-1] =
        (struct block){.size = (size_t)(p - (char *)(b + 1)), .mark = MARK_PAGED};
    fill_gap(h, (char *)(b + 1), low - sizeof *b);
    fill_gap(h, low, p);
    h->live += b->size;
    put_tail(h, b, p, bytes);
    return p;
}

static char *place(struct heap *h, size_t bytes, size_t align, struct block **made)
{
    if (h->shut && bytes >= HEAP_LARGE && bytes <= h->limit && align <= 16)
        return place_paged(h, bytes, made);
    if (h->shut && bytes >= HEAP_LARGE && align < PAGE)
        align = PAGE;
    bool shift = align > 16;
    size_t apart =
        align >= PAGE ? BEFORE : 0; /* no page holds both our data and the program's */
    size_t room = apart ? page_up(bytes) + apart : bytes;
    if (bytes > h->limit)
        return NULL;
    struct block *b = *made = take(h, shift ? room + align + 16 : room);
    if (!b)
        return NULL;
    char *p = (char *)(b + 1);
    if (shift) {
        char *q = (char *)(((uintptr_t)p + apart + align - 1) & ~(align - 1));
        if (q == p + sizeof *b) /* the link in the list of free blocks would lie where its
                                   header is */
            q += align;
        b->size = bytes + (size_t)(q - p);
        if (q != p) { /* at least 32 bytes apart; noted at both ends, so that each leads
                         to the other */
            struct block s = {.size = (size_t)(q - p), .mark = MARK_SHIFTED};
            ((struct block *)q)[-1] = *(struct block *)p = s;
            fill_gap(h, p + sizeof s, q - sizeof s);
            p = q;
        }
    }
    h->live += b->size;
    put_tail(h, b, p, bytes);
    return p;
}

void *heap_alloc(struct heap *h, size_t bytes, size_t align)
{
    struct block *b;
    char *p = place(h, bytes, align, &b);
    if (p && vast(h, b))
        put_zeros(h, p, p + bytes);
    else if (p && h->fill)
        memset(p, NEW_BYTE, bytes);
    return p;
}

void *heap_alloc_raw(struct heap *h, size_t bytes, size_t align)
{
    struct block *b;
    return place(h, bytes, align, &b);
}

/* A large table that is zero need not be written: many are as large as the square of the
 * number of ranks, and most of them is never touched. */
void *heap_alloc_zeroed(struct heap *h, size_t bytes)
{
    struct block *b;
    size_t before = h->used;
    char *p = place(h, bytes, 16, &b);
    bool is_zero = h->fresh && h->used > before;
    if (p && !is_zero)
        put_zeros(h, p, p + bytes);
    return p;
}

static bool is_live(const struct block *b)
{
    return b->mark == MARK_LIVE || b->mark == MARK_LENT;
}

static bool known(const struct block *b)
{
    return is_live(b) || b->mark == MARK_FREE || b->mark == MARK_SHUT;
}

/* The header of a block that place_paged() has placed; NULL for other blocks. The last
 * BEFORE bytes of every block are accessible, so the mark can always be read. */
static struct block *paged(const struct heap *h, const void *p)
{
    const struct block *s = (const struct block *)p - 2;
    if ((uintptr_t)p % PAGE != 16 || (const char *)s < h->first ||
        s->mark != MARK_PAGED || s->size > (size_t)((const char *)p - h->first) ||
        s->size > 2 * PAGE)
        return NULL;
    struct block *b = (struct block *)((uintptr_t)p - s->size) - 1;
    return known(b) ? b : NULL;
}

static struct block *block_of(const struct heap *h, const void *p)
{
    if ((uintptr_t)p & 15 || (const char *)p < h->first + sizeof(struct block) ||
        (const char *)p >= h->base + h->used)
        return NULL;
    struct block *b = paged(h, p);
    if (b)
        return b;
    b = (struct block *)(uintptr_t)p - 1;
    if (b->mark == MARK_SHIFTED && b->size < h->used)
        b = (struct block *)((char *)(b + 1) - b->size) - 1;
    return (char *)b >= h->first && known(b) ? b : NULL;
}

static bool tail_fine(const struct block *b)
{
    uint64_t tail;
    _Static_assert(sizeof tail == TAIL, "the whole tail at once: every end looks here");
    memcpy(&tail, (const char *)(b + 1) + b->size, TAIL);
    return tail == TAIL_BYTE * (UINT64_MAX / 0xff);
}

/* Overwrites freed memory, so that code which still uses it sees that it is gone. If
 * the pages are about to be shut, only the bytes before and after them need this. */
static void spoil(const struct block *b, char *p, bool shut)
{
    char *end = (char *)(uintptr_t)(b + 1) + b->size;
    char *last = (char *)(uintptr_t)b + (size_t)b->span * UNIT;
    end = last - end < SLACK_MOST ? last : end; /* with its tail */
    char *low = shut && pages_low(b) < end ? pages_low(b) : end;
    char *high = shut && pages_high(b) > low ? pages_high(b) : low;
    if (low > p)
        memset(p, OLD_BYTE, (size_t)(low - p));
    if (end > high)
        memset(high, OLD_BYTE, (size_t)(end - high));
}

/* A block that is freed apart is not given out again. */
static enum heap_fault release(struct heap *h, void *p, bool shut, bool apart)
{
    struct block *b = block_of(h, p);
    size_t rounded;
    if (!b)
        return HEAP_NOT_A_BLOCK;
    if (b->mark == MARK_LENT)
        return HEAP_LENT;
    if (!is_live(b))
        return HEAP_FREED_TWICE;
    if (!tail_fine(b))
        return HEAP_OVERRUN;
    uint32_t c = class_of((size_t)b->span * UNIT, &rounded);
    h->live -= b->size;
    b->mark = shut ? MARK_SHUT : MARK_FREE;
    if (h->fill && (shut || b->size < SPOIL_MOST))
        spoil(b, p, shut);
    if (!apart)
        spare_add(h, c, b);
    if (shut)
        h->shut(h, pages_low(b), pages_high(b), true);
    return HEAP_FINE;
}

enum heap_fault heap_free(struct heap *h, void *p)
{
    size_t size = h->shut ? heap_size(h, p) : 0;
    return release(h, p, size != SIZE_MAX && size >= HEAP_LARGE, false);
}

enum heap_fault heap_free_shut(struct heap *h, void *p)
{
    return release(h, p, true, false);
}

enum heap_fault heap_free_apart(struct heap *h, void *p)
{
    return release(h, p, false, true);
}

size_t heap_size(const struct heap *h, const void *p)
{
    const struct block *b = block_of(h, p);
    if (!b || !is_live(b))
        return SIZE_MAX;
    return b->size - (size_t)((const char *)p - (const char *)(b + 1));
}

bool heap_lend(struct heap *h, void *p, bool lent)
{
    struct block *b = block_of(h, p);
    if (!b || b->mark != (lent ? MARK_LIVE : MARK_LENT))
        return false;
    b->mark = lent ? MARK_LENT : MARK_LIVE;
    return true;
}

bool heap_resize(struct heap *h, void *p, size_t bytes)
{
    struct block *b = block_of(h, p);
    size_t room = (size_t)b->span * UNIT - sizeof *b - TAIL;
    size_t before = (size_t)((char *)p - (char *)(b + 1));
    if (before + bytes > room || !tail_fine(b))
        return false;
    size_t old = b->size - before;
    if (bytes > old && vast(h, b))
        memset((char *)p + old, 0, TAIL); /* behind that there are zeros */
    else if (h->fill && bytes > old)
        memset((char *)p + old, NEW_BYTE, bytes - old);
    h->live += bytes - old;
    b->size = before + bytes;
    put_tail(h, b, p, bytes);
    return true;
}

/* The last anchor that is not after this offset. */
static size_t anchor_before(const struct heap *h, size_t offset)
{
    uint32_t low = 0, high = h->anchors;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if ((size_t)h->anchor[middle] * UNIT <= offset)
            low = middle;
        else
            high = middle;
    }
    return (size_t)h->anchor[low] * UNIT;
}

/* Where the caller's bytes of a live block begin: behind the header, or where place() or
 * place_paged() has put them. */
static const char *beginning(const struct heap *h, const struct block *b)
{
    const char *p = (const char *)(b + 1), *low = pages_low(b);
    const struct block *s = (const struct block *)low - 1, *note = b + 1;
    if (h->shut && (size_t)b->span * UNIT >= HEAP_LARGE && s->mark == MARK_PAGED &&
        s->size == (size_t)(low + 16 - p))
        return low + 16;
    if (b->size < 2 * sizeof *note || note->mark != MARK_SHIFTED ||
        note->size > b->size || note->size < 2 * sizeof *note)
        return p;
    s = (const struct block *)(p + note->size) - 1;
    return s->mark == MARK_SHIFTED && s->size == note->size ? p + note->size : p;
}

bool heap_find(const struct heap *h, const void *p, const void *hint,
               struct heap_block *found)
{
    const char *end = h->base + h->used, *a = p;
    if (a < h->first || a >= end)
        return false;
    const char *at = hint ? hint : h->first + anchor_before(h, (size_t)(a - h->first));
    for (;;) {
        const struct block *b = (const struct block *)at;
        size_t span = (size_t)b->span * UNIT;
        if (!known(b) || !span || span > (size_t)(end - at))
            return false;
        if (a < at + span) {
            bool live = is_live(b);
            *found =
                (struct heap_block){.low = live ? beginning(h, b) : (const char *)(b + 1),
                                    .high = (const char *)(b + 1) + b->size,
                                    .live = live,
                                    .at = b};
            return true;
        }
        at += span;
    }
}

enum heap_fault heap_check(const struct heap *h, const void **where)
{
    const char *end = h->base + h->used;
    size_t left = HEAP_WALK;
    *where = NULL;
    if (h->damaged)
        return HEAP_WRITTEN_FREE;
    for (const char *at = h->first; at < end && left--;) {
        const struct block *b = (const struct block *)at;
        *where = b + 1;
        size_t span = (size_t)b->span * UNIT;
        if (!known(b) || !span || span > (size_t)(end - at) ||
            (is_live(b) && b->size > span - sizeof *b - TAIL))
            return HEAP_NOT_A_BLOCK;
        if (is_live(b) && !tail_fine(b))
            return HEAP_OVERRUN;
        const chain *links = (const chain *)(b + 1);
        if (b->mark == MARK_FREE && h->fill &&
            (!link_fine(h, links + BELOW) || !link_fine(h, links + ABOVE)))
            return HEAP_WRITTEN_FREE;
        at += span;
    }
    return HEAP_FINE;
}
