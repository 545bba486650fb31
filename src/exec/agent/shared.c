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

/* ---- contents of one size, each once ---- */

struct content {
    struct digest digest;
    uint32_t refs;
    uint32_t next; /* the next in its bucket, or of those that are not in use */
};

struct pool {
    size_t bytes; /* of each */
    VEC(char *) chunks;
    VEC(struct content) at; /* number 0 is not used */
    uint32_t *bucket;
    size_t buckets, used;
    uint32_t spare;
};

/* What a stored page is made of: numbers of blocks. */
struct page {
    uint32_t block[BLOCKS];
};

struct store {
    struct pool blocks, pages;
};

struct shared {
    size_t bytes;
    uint32_t page[];
};

static struct store *store(void)
{
    if (!agent.store) {
        agent.store = mem_alloc(sizeof *agent.store);
        agent.store->blocks.bytes = BLOCK;
        agent.store->pages.bytes = sizeof(struct page);
        vec_push(&agent.store->blocks.at, (struct content){0});
        vec_push(&agent.store->pages.at, (struct content){0});
    }
    return agent.store;
}

enum { CHUNK = 2048 }; /* contents that are allocated at once */

static char *bytes_of(const struct pool *p, uint32_t number)
{
    return p->chunks.at[number / CHUNK] + (size_t)(number % CHUNK) * p->bytes;
}

static const struct page *page_of(uint32_t number)
{
    return (const void *)bytes_of(&store()->pages, number);
}

static void grow(struct pool *p)
{
    free(p->bucket);
    p->buckets = p->buckets ? 2 * p->buckets : 1024;
    p->bucket = mem_alloc(p->buckets * sizeof *p->bucket);
    for (uint32_t i = 1; i < p->at.len; i++) {
        if (!p->at.at[i].refs)
            continue;
        uint32_t *b = &p->bucket[p->at.at[i].digest.lo & (p->buckets - 1)];
        p->at.at[i].next = *b;
        *b = i;
    }
}

static uint32_t unused(struct pool *p)
{
    uint32_t number = p->spare;
    if (number) {
        p->spare = p->at.at[number].next;
        return number;
    }
    number = (uint32_t)p->at.len;
    if (number / CHUNK >= p->chunks.len) {
        char *chunk = heap_alloc_raw(&agent.heap, CHUNK * p->bytes, PAGE);
        if (!chunk)
            agent_die("no memory left for images");
        vec_push(&p->chunks, chunk);
    }
    vec_push(&p->at, (struct content){0});
    return number;
}

/* The number of this content, which has this digest, with one more reference. *is_new
 * says whether it was stored only now. */
static uint32_t add(struct pool *p, struct digest d, const void *bytes, bool *is_new)
{
    if (p->used >= p->buckets)
        grow(p);
    uint32_t *b = &p->bucket[d.lo & (p->buckets - 1)];
    *is_new = false;
    for (uint32_t i = *b; i; i = p->at.at[i].next)
        if (p->at.at[i].digest.lo == d.lo && p->at.at[i].digest.hi == d.hi &&
            !memcmp(bytes_of(p, i), bytes, p->bytes)) {
            p->at.at[i].refs++;
            return i;
        }
    uint32_t number = unused(p);
    p->at.at[number] = (struct content){d, 1, *b};
    memcpy(bytes_of(p, number), bytes, p->bytes);
    *b = number;
    p->used++;
    agent.image_bytes += p->bytes + sizeof(struct content);
    *is_new = true;
    return number;
}

/* Returns whether that was the last reference; the bytes are still there then, until
 * something is added. */
static bool drop(struct pool *p, uint32_t number)
{
    struct content *c = &p->at.at[number];
    if (--c->refs)
        return false;
    uint32_t *at = &p->bucket[c->digest.lo & (p->buckets - 1)];
    while (*at != number)
        at = &p->at.at[*at].next;
    *at = c->next;
    c->next = p->spare;
    p->spare = number;
    p->used--;
    agent.image_bytes -= p->bytes + sizeof(struct content);
    return true;
}

/* ---- pages ---- */

static struct digest digest_of(const void *bytes, size_t n)
{
    XXH128_hash_t h = XXH3_128bits(bytes, n);
    return (struct digest){h.low64, h.high64};
}

static void page_drop(uint32_t number)
{
    if (!number || !drop(&store()->pages, number))
        return;
    for (size_t i = 0; i < BLOCKS; i++)
        drop(&store()->blocks, page_of(number)->block[i]);
}

/* Stores a page which is in part the same as another: `was` has the content of that.
 * 0: there is none. */
static uint32_t page_add(const char *bytes, uint32_t other, const char *was)
{
    struct store *s = store();
    struct page p;
    struct digest parts[BLOCKS];
    bool is_new;
    for (size_t i = 0; i < BLOCKS; i++) {
        if (other && !memcmp(bytes + i * BLOCK, was + i * BLOCK, BLOCK)) {
            p.block[i] = page_of(other)->block[i];
            s->blocks.at.at[p.block[i]].refs++;
        } else {
            p.block[i] = add(&s->blocks, digest_of(bytes + i * BLOCK, BLOCK),
                             bytes + i * BLOCK, &is_new);
        }
        parts[i] = s->blocks.at.at[p.block[i]].digest;
    }
    uint32_t number = add(&s->pages, digest_of(parts, sizeof parts), &p, &is_new);
    for (size_t i = 0; i < BLOCKS && !is_new; i++) /* the stored page has references */
        drop(&s->blocks, p.block[i]);
    return number;
}

/* ---- mirrors ---- */

static void reach(struct mirror *m, uint32_t page)
{
    while (m->page.len <= page)
        vec_push(&m->page, 0);
    if (page < m->room)
        return;
    m->room = 2 * m->room + 16 > page ? 2 * m->room + 16 : page + 1;
    m->copy = mem_resize(m->copy, m->room * PAGE);
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
    char *copy = m->copy + page * PAGE;
    uint32_t old = m->page.at[page];
    if (old && !memcmp(copy, at, PAGE))
        return;
    m->page.at[page] = page_add(at, old, copy);
    page_drop(old);
    memcpy(copy, at, PAGE);
}

struct digest mirror_digest(const struct mirror *m, uint32_t page)
{
    return store()->pages.at.at[m->page.at[page]].digest;
}

uint32_t mirror_number(const struct mirror *m, uint32_t page)
{
    return m->page.at[page];
}

/* ---- images ---- */

struct shared *shared_take(const struct mirror *m, size_t bytes)
{
    size_t pages = page_up(bytes) / PAGE;
    struct shared *h = mem_alloc(sizeof *h + pages * sizeof *h->page);
    h->bytes = bytes;
    for (size_t i = 0; i < pages; i++) {
        h->page[i] = m->page.at[i];
        store()->pages.at.at[h->page[i]].refs++;
    }
    agent.image_bytes += sizeof *h + pages * sizeof *h->page;
    return h;
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

void shared_put(const struct shared *h, uint32_t page, struct mirror *m, char *at,
                bool sure)
{
    const struct store *s = store();
    size_t left = h->bytes - page * PAGE, n = left < PAGE ? left : PAGE;
    uint32_t number = h->page[page];
    reach(m, page);
    char *copy = m->copy + page * PAGE;
    uint32_t old = m->page.at[page];
    if (old == number) {
        keep(copy, n, at, sure);
        return;
    }
    const struct page *new = page_of(number), *before = old ? page_of(old) : NULL;
    for (size_t i = 0; i < BLOCKS; i++)
        if (!before || before->block[i] != new->block[i])
            memcpy(copy + i * BLOCK, bytes_of(&s->blocks, new->block[i]), BLOCK);
    memcpy(at, copy, n);
    store()->pages.at.at[number].refs++;
    page_drop(old);
    m->page.at[page] = number;
}

size_t shared_bytes(const struct shared *h)
{
    return h->bytes;
}

void shared_free(struct shared *h)
{
    if (!h)
        return;
    size_t pages = page_up(h->bytes) / PAGE;
    for (size_t i = 0; i < pages; i++)
        page_drop(h->page[i]);
    agent.image_bytes -= sizeof *h + pages * sizeof *h->page;
    free(h);
}
