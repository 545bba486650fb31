/* SPDX-License-Identifier: Apache-2.0
 *
 * shared.c - see shared.h. */
#include "exec/agent/shared.h"
#include "exec/agent/agent.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define CHUNK 256 /* pages that are allocated at once */

struct page {
    uint64_t hash;
    uint32_t refs;
    uint32_t next; /* the next page in its bucket, or of those that are not in use */
};

struct store {
    VEC(char *) chunks;
    VEC(struct page) at; /* page 0 is not used */
    uint32_t *bucket;
    size_t buckets, used;
    uint32_t spare;
};

struct shared {
    size_t bytes;
    uint32_t page[];
};

static struct store *store(void)
{
    if (!agent.store) {
        agent.store = mem_alloc(sizeof *agent.store);
        vec_push(&agent.store->at, (struct page){0});
    }
    return agent.store;
}

static char *content(const struct store *s, uint32_t p)
{
    return s->chunks.at[p / CHUNK] + (size_t)(p % CHUNK) * PAGE;
}

static void grow(struct store *s)
{
    free(s->bucket);
    s->buckets = s->buckets ? 2 * s->buckets : 1024;
    s->bucket = mem_alloc(s->buckets * sizeof *s->bucket);
    for (uint32_t p = 1; p < s->at.len; p++) {
        if (!s->at.at[p].refs)
            continue;
        uint32_t *b = &s->bucket[s->at.at[p].hash & (s->buckets - 1)];
        s->at.at[p].next = *b;
        *b = p;
    }
}

static uint32_t unused(struct store *s)
{
    uint32_t p = s->spare;
    if (p) {
        s->spare = s->at.at[p].next;
        return p;
    }
    p = (uint32_t)s->at.len;
    if (p / CHUNK >= s->chunks.len) {
        char *chunk = heap_alloc(&agent.heap, CHUNK * PAGE, PAGE);
        if (!chunk)
            agent_die("no memory left for images");
        vec_push(&s->chunks, chunk);
    }
    vec_push(&s->at, (struct page){0});
    return p;
}

static uint32_t page_add(struct store *s, const char *page)
{
    uint64_t hash = XXH3_64bits(page, PAGE);
    if (s->used >= s->buckets)
        grow(s);
    uint32_t *b = &s->bucket[hash & (s->buckets - 1)];
    for (uint32_t p = *b; p; p = s->at.at[p].next)
        if (s->at.at[p].hash == hash && !memcmp(content(s, p), page, PAGE)) {
            s->at.at[p].refs++;
            return p;
        }
    uint32_t p = unused(s);
    s->at.at[p] = (struct page){hash, 1, *b};
    memcpy(content(s, p), page, PAGE);
    *b = p;
    s->used++;
    agent.image_bytes += PAGE;
    return p;
}

static void page_drop(struct store *s, uint32_t p)
{
    struct page *page = &s->at.at[p];
    if (--page->refs)
        return;
    uint32_t *at = &s->bucket[page->hash & (s->buckets - 1)];
    while (*at != p)
        at = &s->at.at[*at].next;
    *at = page->next;
    page->next = s->spare;
    s->spare = p;
    s->used--;
    agent.image_bytes -= PAGE;
}

struct shared *shared_copy(const char *from, size_t n)
{
    struct store *s = store();
    size_t pages = page_up(n) / PAGE, whole = n / PAGE;
    struct shared *h = mem_alloc(sizeof *h + pages * sizeof *h->page);
    h->bytes = n;
    for (size_t i = 0; i < whole; i++)
        h->page[i] = page_add(s, from + i * PAGE);
    if (whole < pages) {
        char last[PAGE] = {0};
        memcpy(last, from + whole * PAGE, n % PAGE);
        h->page[whole] = page_add(s, last);
    }
    return h;
}

void shared_write(const struct shared *h, char *to)
{
    for (size_t i = 0; i * PAGE < h->bytes; i++) {
        size_t left = h->bytes - i * PAGE;
        memcpy(to + i * PAGE, content(store(), h->page[i]), left < PAGE ? left : PAGE);
    }
}

void shared_free(struct shared *h)
{
    for (size_t i = 0; h && i * PAGE < h->bytes; i++)
        page_drop(store(), h->page[i]);
    free(h);
}
