/* SPDX-License-Identifier: Apache-2.0
 *
 * shared.c - see shared.h. */
#include "exec/agent/shared.h"
#include "exec/agent/agent.h"

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

/* Numbers of pages. If they are many, most of which may be zero, they are in leaves, and
 * a leaf without any other is NULL. */
#define LEAF 512
#define MANY 8192

struct shared {
    size_t bytes;
    union {
        uint32_t page[1];
        uint32_t *leaf[1];
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

static void page_drop(struct store *s, uint32_t page)
{
    struct page *p = &s->pages.at[page];
    if (!page || --p->refs)
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

static void reach(struct mirror *m, uint32_t page)
{
    while (m->page.len <= page)
        vec_push(&m->page, 0);
}

/* Where the copy of a page is. There is none of a page of zeros. */
static char *copy_of(struct mirror *m, uint32_t page)
{
    while (m->copy.len <= page)
        vec_push(&m->copy, NULL);
    char **at = &m->copy.at[page];
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
    reach(m, page);
    uint32_t old = m->page.at[page];
    if (old == ZERO_PAGE)
        return;
    page_drop(store(), old);
    store()->pages.at[ZERO_PAGE].refs++;
    m->page.at[page] = ZERO_PAGE;
}

void mirror_look(struct mirror *m, uint32_t page, const char *at, size_t n)
{
    char part[PAGE];
    reach(m, page);
    if (n < PAGE) {
        memcpy(part, at, n);
        memset(part + n, 0, PAGE - n);
        at = part;
    }
    uint32_t old = m->page.at[page];
    if (page_is_zero(at)) {
        mirror_zero(m, page);
        return;
    }
    char *copy = copy_of(m, page);
    if (copied(old) && !memcmp(copy, at, PAGE))
        return;
    m->page.at[page] = page_add(store(), at, copied(old), copy);
    page_drop(store(), old);
}

struct digest mirror_digest(const struct mirror *m, uint32_t page)
{
    return store()->pages.at[m->page.at[page]].digest;
}

/* ---- images ---- */

static size_t size_of(size_t bytes)
{
    size_t pages = page_up(bytes) / PAGE;
    return NUMBERS + (pages < MANY ? pages * sizeof(uint32_t)
                                   : (pages + LEAF - 1) / LEAF * sizeof(uint32_t *));
}

static uint32_t number_of(const struct shared *h, size_t page)
{
    if (h->bytes <= (MANY - 1) * PAGE)
        return h->page[page];
    const uint32_t *leaf = h->leaf[page / LEAF];
    return leaf ? leaf[page % LEAF] : ZERO_PAGE;
}

/* A leaf for these pages; NULL: all are zero. */
static uint32_t *new_leaf(const uint32_t *page, size_t n)
{
    size_t i = 0;
    while (i < n && page[i] == ZERO_PAGE)
        i++;
    if (i == n)
        return NULL;
    agent.image_bytes += LEAF * sizeof *page;
    return mem_resize(NULL, LEAF * sizeof *page);
}

struct shared *shared_take(const struct mirror *m, size_t bytes)
{
    size_t pages = page_up(bytes) / PAGE, own = size_of(bytes);
    struct shared *h = mem_resize(NULL, own);
    struct store *s = store();
    h->bytes = bytes;
    for (size_t i = 0; i < pages; i += LEAF) {
        size_t n = pages - i < LEAF ? pages - i : LEAF;
        uint32_t *to = pages < MANY ? h->page + i : new_leaf(m->page.at + i, n);
        if (pages >= MANY)
            h->leaf[i / LEAF] = to;
        for (size_t k = 0; to && k < n; k++) {
            to[k] = m->page.at[i + k];
            s->pages.at[to[k]].refs++;
        }
    }
    agent.image_bytes += own;
    return h;
}

bool shared_is_zero(const struct shared *h, uint32_t page)
{
    return number_of(h, page) == ZERO_PAGE;
}

/* The page that is to be put there is what the mirror has, so memory should have it. */
static void keep(const char *copy, size_t n, char *at, bool sure)
{
    if (sure && !agent.link->check_names)
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
    uint32_t number = number_of(h, page);
    reach(m, page);
    uint32_t old = m->page.at[page];
    if (number == ZERO_PAGE) {
        put_zeros(old == number, n, at, sure);
        mirror_zero(m, page);
        return;
    }
    char *copy = copy_of(m, page);
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
    new->refs++;
    page_drop(s, old);
    m->page.at[page] = number;
}

void shared_free(struct shared *h)
{
    if (!h)
        return;
    size_t pages = page_up(h->bytes) / PAGE;
    for (size_t i = 0; i < pages; i += LEAF) {
        size_t n = pages - i < LEAF ? pages - i : LEAF;
        uint32_t *page = pages < MANY ? h->page + i : h->leaf[i / LEAF];
        for (size_t k = 0; page && k < n; k++)
            page_drop(store(), page[k]);
        if (page && pages >= MANY) {
            free(page);
            agent.image_bytes -= LEAF * sizeof *page;
        }
    }
    agent.image_bytes -= size_of(h->bytes);
    free(h);
}
