/* SPDX-License-Identifier: Apache-2.0
 *
 * shared.c - see shared.h. */
#include "agent/equal/shared.h"
#include "agent/core/agent.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define BLOCK  ((size_t)512)
#define BLOCKS (PAGE / BLOCK)

/* ---- blocks, each content once ---- */

struct block {
    struct digest digest;
    uint32_t refs;
    uint32_t next; /* the next in its bucket, or of those that are not in use */
};

/* A stored page: numbers of blocks. Two of them may have the same content. */
struct page {
    struct digest digest;
    uint32_t refs;
    uint32_t next; /* the next of those that are not in use */
    uint32_t block[BLOCKS];
};

struct store {
    VEC(char *) chunks;
    VEC(struct block) blocks; /* number 0 is not used, as with pages */
    uint32_t *bucket;
    size_t buckets, used;
    uint32_t spare;
    VEC(struct page) pages;
    uint32_t spare_page;
};

#define ZERO_PAGE 1u /* the number of a page of zeros */

/* Numbers of pages. If they are many, most of which may be zero, there are leaves, in
 * their order, for the spans in which some are not. */
#define MANY 8192

struct leaf {
    uint32_t span;
    uint32_t page[SHARED_SPAN];
};

struct shared {
    size_t bytes;
    uint32_t leaves;
    union {
        uint32_t page[1];
        struct leaf *leaf[1];
    };
};
#define NUMBERS offsetof(struct shared, page)

static struct store *new_store(void);

static inline struct store *store(void)
{
    return agent.store ? agent.store : new_store();
}

enum { CHUNK = 2048 }; /* blocks that are allocated at once */

static char *bytes_of(const struct store *s, uint32_t block)
{
    return s->chunks.at[block / CHUNK] + block % CHUNK * BLOCK;
}

static void grow(struct store *s)
{
    free(s->bucket);
    s->buckets = s->buckets ? 2 * s->buckets : 1024;
    s->bucket = mem_alloc(s->buckets * sizeof *s->bucket);
    for (uint32_t i = 1; i < s->blocks.len; i++) {
        if (!s->blocks.at[i].refs)
            continue;
        uint32_t *b = &s->bucket[s->blocks.at[i].digest.lo & (s->buckets - 1)];
        s->blocks.at[i].next = *b;
        *b = i;
    }
}

static uint32_t unused(struct store *s)
{
    uint32_t block = s->spare;
    if (block) {
        s->spare = s->blocks.at[block].next;
        return block;
    }
    block = (uint32_t)s->blocks.len;
    if (block / CHUNK >= s->chunks.len) {
        char *chunk = heap_alloc_raw(&agent.heap, CHUNK * BLOCK, PAGE);
        if (!chunk)
            agent_die("no memory left for images");
        vec_push(&s->chunks, chunk);
    }
    vec_push(&s->blocks, (struct block){0});
    return block;
}

static struct digest digest_of(const void *bytes, size_t n)
{
    XXH128_hash_t h = XXH3_128bits(bytes, n);
    return (struct digest){h.low64, h.high64};
}

/* The number of the block with this content, with one more reference. */
static uint32_t block_add(struct store *s, const char *bytes)
{
    struct digest d = digest_of(bytes, BLOCK);
    if (s->used >= s->buckets)
        grow(s);
    uint32_t *b = &s->bucket[d.lo & (s->buckets - 1)];
    for (uint32_t i = *b; i; i = s->blocks.at[i].next)
        if (s->blocks.at[i].digest.lo == d.lo && s->blocks.at[i].digest.hi == d.hi &&
            !memcmp(bytes_of(s, i), bytes, BLOCK)) {
            s->blocks.at[i].refs++;
            return i;
        }
    uint32_t block = unused(s);
    s->blocks.at[block] = (struct block){d, 1, *b};
    memcpy(bytes_of(s, block), bytes, BLOCK);
    *b = block;
    s->used++;
    agent.image_bytes += BLOCK + sizeof(struct block);
    return block;
}

static void block_drop(struct store *s, uint32_t block)
{
    struct block *x = &s->blocks.at[block];
    if (--x->refs)
        return;
    uint32_t *at = &s->bucket[x->digest.lo & (s->buckets - 1)];
    while (*at != block)
        at = &s->blocks.at[*at].next;
    *at = x->next;
    x->next = s->spare;
    s->spare = block;
    s->used--;
    agent.image_bytes -= BLOCK + sizeof(struct block);
}

/* ---- pages ---- */

/* The page of zeros is always there, and not counted. */
static uint32_t page_hold(struct store *s, uint32_t page)
{
    s->pages.at[page].refs += page != ZERO_PAGE;
    return page;
}

static void page_drop(struct store *s, uint32_t page)
{
    struct page *p = &s->pages.at[page];
    if (page == ZERO_PAGE || --p->refs)
        return;
    for (size_t i = 0; i < BLOCKS; i++)
        block_drop(s, p->block[i]);
    p->next = s->spare_page;
    s->spare_page = page;
    agent.image_bytes -= sizeof *p;
}

/* Stores what is at `bytes` and differs in part from the page `other`, whose content is
 * `copy`: that becomes the same. 0: it is not known what there was. */
static uint32_t page_add(struct store *s, const char *bytes, uint32_t other, char *copy)
{
    struct page p = {.refs = 1};
    struct digest parts[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        size_t at = i * BLOCK;
        if (other && !memcmp(bytes + at, copy + at, BLOCK)) {
            p.block[i] = s->pages.at[other].block[i];
            s->blocks.at[p.block[i]].refs++;
        } else {
            p.block[i] = block_add(s, bytes + at);
            memcpy(copy + at, bytes + at, BLOCK);
        }
        parts[i] = s->blocks.at[p.block[i]].digest;
    }
    p.digest = digest_of(parts, sizeof parts);
    agent.image_bytes += sizeof p;
    uint32_t page = s->spare_page;
    if (page) {
        s->spare_page = s->pages.at[page].next;
        s->pages.at[page] = p;
        return page;
    }
    vec_push(&s->pages, p);
    return (uint32_t)s->pages.len - 1;
}

static struct store *new_store(void)
{
    static const char zeros[PAGE];
    char copy[PAGE];
    struct store *s = agent.store = mem_alloc(sizeof *agent.store);
    vec_push(&s->blocks, (struct block){0});
    vec_push(&s->pages, (struct page){0});
    page_add(s, zeros, 0, copy);
    return s;
}

/* ---- mirrors ---- */

static uint32_t page_of(const struct mirror *m, size_t page)
{
    size_t i = page / SHARED_SPAN;
    const struct mirror_span *s = i < m->span.len ? m->span.at[i] : NULL;
    return s ? s->page[page % SHARED_SPAN] : ZERO_PAGE;
}

/* The span of a page, which is there afterwards. */
static struct mirror_span *span_of(struct mirror *m, uint32_t page)
{
    uint32_t i = page / SHARED_SPAN;
    while (m->span.len <= i)
        vec_push(&m->span, NULL);
    struct mirror_span *s = m->span.at[i];
    if (s)
        return s;
    s = m->span.at[i] = mem_alloc(sizeof *s);
    for (size_t k = 0; k < SHARED_SPAN; k++)
        s->page[k] = ZERO_PAGE;
    agent.mirror_bytes += sizeof *s;
    return s;
}

/* Where the copy of a page is. There is none of a page of zeros. */
static char *copy_of(struct mirror_span *s, uint32_t page)
{
    char **at = &s->copy[page % SHARED_SPAN];
    if (!*at) {
        *at = mem_resize(NULL, PAGE);
        agent.mirror_bytes += PAGE;
    }
    return *at;
}

/* The stored page whose content is in the copy; 0: none. */
static uint32_t copied(uint32_t page)
{
    return page == ZERO_PAGE ? 0 : page;
}

void mirror_zero(struct mirror *m, uint32_t page)
{
    uint32_t old = page_of(m, page);
    if (old == ZERO_PAGE)
        return;
    page_drop(store(), old);
    span_of(m, page)->page[page % SHARED_SPAN] = ZERO_PAGE;
}

void mirror_zero_span(struct mirror *m, uint32_t page)
{
    uint32_t i = page / SHARED_SPAN;
    for (uint32_t k = 0; i < m->span.len && m->span.at[i] && k < SHARED_SPAN; k++)
        mirror_zero(m, page + k);
}

void mirror_look(struct mirror *m, uint32_t page, const char *at, size_t n)
{
    char part[PAGE];
    if (n < PAGE) {
        memcpy(part, at, n);
        memset(part + n, 0, PAGE - n);
        at = part;
    }
    if (page_is_zero(at)) {
        mirror_zero(m, page);
        return;
    }
    struct mirror_span *s = span_of(m, page);
    uint32_t *number = &s->page[page % SHARED_SPAN], old = *number;
    char *copy = copy_of(s, page);
    if (copied(old) && !memcmp(copy, at, PAGE))
        return;
    *number = page_add(store(), at, copied(old), copy);
    page_drop(store(), old);
}

struct digest mirror_digest(const struct mirror *m, uint32_t page)
{
    return store()->pages.at[page_of(m, page)].digest;
}

/* ---- images ---- */

static bool is_many(size_t bytes)
{
    return page_up(bytes) / PAGE >= MANY;
}

static size_t size_of(const struct shared *h)
{
    return NUMBERS + (is_many(h->bytes) ? h->leaves * sizeof *h->leaf
                                        : page_up(h->bytes) / PAGE * sizeof *h->page);
}

/* The leaf of this span; NULL: all of its pages are zero. */
static const struct leaf *leaf_of(const struct shared *h, size_t span)
{
    size_t low = 0, high = h->leaves;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (h->leaf[middle]->span < span)
            low = middle + 1;
        else
            high = middle;
    }
    return low < h->leaves && h->leaf[low]->span == span ? h->leaf[low] : NULL;
}

static uint32_t number_of(const struct shared *h, size_t page)
{
    if (!is_many(h->bytes))
        return h->page[page];
    const struct leaf *leaf = leaf_of(h, page / SHARED_SPAN);
    return leaf ? leaf->page[page % SHARED_SPAN] : ZERO_PAGE;
}

static bool is_zero(const struct mirror_span *s)
{
    size_t i = 0;
    while (s && i < SHARED_SPAN && s->page[i] == ZERO_PAGE)
        i++;
    return !s || i == SHARED_SPAN;
}

/* A leaf for the span of the mirror, as far as it lies before page number `end`. */
static struct leaf *new_leaf(const struct mirror *m, uint32_t span, size_t end)
{
    struct leaf *leaf = mem_resize(NULL, sizeof *leaf);
    size_t first = (size_t)span * SHARED_SPAN;
    leaf->span = span;
    for (size_t k = 0; k < SHARED_SPAN; k++) {
        uint32_t page = first + k < end ? m->span.at[span]->page[k] : ZERO_PAGE;
        leaf->page[k] = page_hold(store(), page);
    }
    agent.image_bytes += sizeof *leaf;
    return leaf;
}

struct shared *shared_take(const struct mirror *m, size_t bytes)
{
    size_t pages = page_up(bytes) / PAGE, spans = (pages + SHARED_SPAN - 1) / SHARED_SPAN;
    struct shared head = {.bytes = bytes}, *h;
    if (spans > m->span.len) /* those that are missing are zero */
        spans = m->span.len;
    for (size_t i = 0; i < spans && is_many(bytes); i++)
        head.leaves += !is_zero(m->span.at[i]);
    h = mem_resize(NULL, size_of(&head));
    h->bytes = bytes;
    h->leaves = 0;
    for (size_t i = 0; i < pages && !is_many(bytes); i++)
        h->page[i] = page_hold(store(), page_of(m, i));
    for (size_t i = 0; i < spans && h->leaves < head.leaves; i++)
        if (!is_zero(m->span.at[i]))
            h->leaf[h->leaves++] = new_leaf(m, (uint32_t)i, pages);
    agent.image_bytes += size_of(h);
    return h;
}

bool shared_span_is_zero(const struct shared *h, uint32_t page)
{
    return is_many(h->bytes) && !leaf_of(h, page / SHARED_SPAN);
}

bool shared_is_zero(const struct shared *h, uint32_t page)
{
    return number_of(h, page) == ZERO_PAGE;
}

/* The page that is to be put there is what the mirror has, so memory should have it. */
static void keep(const char *copy, size_t n, char *at, bool sure)
{
    if (sure && !agent.link->plan.asked.check_names)
        return;
    if (!memcmp(at, copy, n))
        return;
    if (sure)
        agent_die("the memory of a rank has changed at %p while it did not run",
                  (void *)at);
    memcpy(at, copy, n);
}

static void put_zeros(bool same, size_t n, char *at, bool sure)
{
    static const char zeros[PAGE];
    if (same)
        keep(zeros, n, at, sure);
    else
        memset(at, 0, n);
}

void shared_put(const struct shared *h, uint32_t page, struct mirror *m, char *at,
                bool sure)
{
    struct store *s = store();
    size_t left = h->bytes - page * PAGE, n = left < PAGE ? left : PAGE;
    uint32_t number = number_of(h, page), old = page_of(m, page);
    if (number == ZERO_PAGE) {
        put_zeros(old == number, n, at, sure);
        mirror_zero(m, page);
        return;
    }
    struct mirror_span *span = span_of(m, page);
    char *copy = copy_of(span, page);
    if (old == number) {
        keep(copy, n, at, sure);
        return;
    }
    struct page *new = &s->pages.at[number];
    const struct page *before = copied(old) ? &s->pages.at[old] : NULL;
    for (size_t i = 0; i < BLOCKS; i++)
        if (!before || before->block[i] != new->block[i])
            memcpy(copy + i * BLOCK, bytes_of(s, new->block[i]), BLOCK);
    memcpy(at, copy, n);
    page_hold(s, number);
    page_drop(s, old);
    span->page[page % SHARED_SPAN] = number;
}

void shared_free(struct shared *h)
{
    if (!h)
        return;
    size_t pages = is_many(h->bytes) ? 0 : page_up(h->bytes) / PAGE;
    agent.image_bytes -= size_of(h);
    for (size_t i = 0; i < pages; i++)
        page_drop(store(), h->page[i]);
    for (uint32_t i = 0; i < h->leaves; i++) {
        for (size_t k = 0; k < SHARED_SPAN; k++)
            page_drop(store(), h->leaf[i]->page[k]);
        agent.image_bytes -= sizeof *h->leaf[i];
        free(h->leaf[i]);
    }
    free(h);
}
