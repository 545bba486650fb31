/* SPDX-License-Identifier: Apache-2.0
 *
 * window_copy.c - between a rank's copies of parts and what the kernel knows of them:
 * publishing what the rank has stored, and pulling what others have written. A call costs
 * what has changed, however many windows there are: only pages that may have been stored
 * to are compared (watch_stored.c), and one operation pulls all parts. */
#include "agent/port/window_copy.h"
#include "agent/port/sets.h"
#include "agent/watch/touch.h"
#include "agent/port/version.h"
#include "agent/watch/watching.h"

#include <string.h>

/* ---- where they are ---- */

/* Copies do not lie on pages of the program's, which may be protected: looking at them
 * would open these pages. Small ones share a page of their own. */
struct shelf {
    uint32_t used, copies;
};

void *copy_place(struct rank_head *h, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > PAGE / 2 || !h->shelf || h->shelf->used + bytes > PAGE) {
        size_t all = page_up(sizeof *h->shelf + 16 + bytes);
        struct shelf *made = heap_alloc(&h->heap, all, PAGE);
        if (!made)
            return NULL;
        *made = (struct shelf){16, 1};
        if (bytes > PAGE / 2)
            return (char *)made + made->used;
        made->copies = 0;
        h->shelf = made;
    }
    struct shelf *s = h->shelf;
    void *at = (char *)s + s->used;
    s->used += (uint32_t)bytes;
    s->copies++;
    return at;
}

void copy_unplace(struct rank_head *h, struct win_copy *c)
{
    struct shelf *s = (struct shelf *)page_down((uintptr_t)c);
    if (--s->copies)
        return;
    if (h->shelf == s)
        h->shelf = NULL;
    heap_free(&h->heap, s);
}

/* ---- publishing ---- */

enum {
    GAP = 64,    /* stores this far from each other become accesses of their own */
    PUBLISH = 8, /* at most this many for a copy */
};

/* The bytes of a copy that were stored: runs, and what is there now. */
struct stored {
    VEC(struct port_run) runs;
    VEC(char) bytes;
    unsigned made;
};

/* Tells the kernel of the stores that were found so far. */
static void publish_found(struct port_from from, const struct win_copy *c,
                          struct stored *s)
{
    if (!s->runs.len)
        return;
    const struct port_run *last = &vec_last(&s->runs);
    struct port_rma a = {.kind = PORT_STORE,
                         .from = from,
                         .window = c->window,
                         .target = c->owner,
                         .lock = PORT_NO_LOCK,
                         .told = c->told,
                         .first = c->first,
                         .issued = NOW,
                         .lo = s->runs.at[0].at,
                         .hi = last->at + last->bytes,
                         .runs = s->runs.at,
                         .nruns = s->runs.len,
                         .touched = s->bytes.len,
                         .bytes = s->bytes.at,
                         .n = s->bytes.len};
    struct op op = window_op(OP_DIRECT, &a);
    /* The rank may be put back to this point many times: it must not own memory of the
     * agent's then. */
    vec_free(&s->runs);
    vec_free(&s->bytes);
    s->made++;
    op.call = from.call;
    rank_do(op, from.site);
}

/* The next bytes of a copy, from this one on, that may have been stored. */
static bool next_stale(const struct win_copy *c, size_t from, size_t *low, size_t *high)
{
    uintptr_t first = copy_address(c, from), end = copy_address(c, c->bytes);
    if (from >= c->bytes || !watch_stale(rank_running(), &first, &end))
        return false;
    *low = (size_t)(first - copy_address(c, 0));
    *high = (size_t)(end - copy_address(c, 0));
    return true;
}

/* The first byte between the two that differs, or that is the same. */
static size_t first_other(const struct win_copy *c, size_t i, size_t end)
{
    enum { MUCH = 1024 };
    while (i + MUCH <= end && !memcmp(c->base + i, c->shadow + i, MUCH))
        i += MUCH;
    while (i + sizeof(uint64_t) <= end &&
           !memcmp(c->base + i, c->shadow + i, sizeof(uint64_t)))
        i += sizeof(uint64_t);
    while (i < end && c->base[i] == c->shadow[i])
        i++;
    return i;
}

static size_t first_same(const struct win_copy *c, size_t i, size_t end)
{
    while (i < end && c->base[i] != c->shadow[i])
        i++;
    return i;
}

/* Is a byte that was stored far from the next one? What is not stale is the same. */
static bool stands_alone(const struct win_copy *c, size_t i, size_t end)
{
    size_t near = i + GAP < end ? i + GAP : end;
    return i + GAP <= c->bytes && first_other(c, i, near) == near;
}

/* Publishes what was stored of these bytes. */
static void publish_range(struct port_from from, struct win_copy *c, struct stored *s,
                          size_t low, size_t high)
{
    watch_unveil(rank_running(), copy_address(c, low), copy_address(c, high), false);
    for (size_t i = low; (i = first_other(c, i, high)) < high;) {
        struct port_run run = {.at = c->offset + i, .bytes = first_same(c, i, high) - i};
        for (size_t end = i + run.bytes; i < end; i++) {
            vec_push(&s->bytes, c->base[i]);
            c->shadow[i] = c->base[i];
        }
        vec_push(&s->runs, run);
        if (s->made + 1 < PUBLISH && stands_alone(c, i, high)) {
            watch_veil(rank_running(), copy_address(c, low), copy_address(c, high));
            publish_found(from, c, s);
            watch_unveil(rank_running(), copy_address(c, low), copy_address(c, high),
                         false);
        }
    }
    watch_veil(rank_running(), copy_address(c, low), copy_address(c, high));
}

/* All of it is published: nobody else has stored there. */
static void publish_fresh(struct win_copy *c, struct stored *s)
{
    struct port_run all = {.at = c->offset, .bytes = c->bytes};
    watch_unveil(rank_running(), copy_address(c, 0), copy_address(c, c->bytes), false);
    vec_push(&s->runs, all);
    vec_reserve(&s->bytes, c->bytes);
    memcpy(s->bytes.at, c->base, c->bytes);
    memcpy(c->shadow, c->base, c->bytes);
    s->bytes.len = c->bytes;
    watch_veil(rank_running(), copy_address(c, 0), copy_address(c, c->bytes));
}

static void publish(struct port_from from, struct win_copy *c)
{
    struct stored s = {0};
    if (c->fresh)
        publish_fresh(c, &s);
    else
        for (size_t low, high = 0; next_stale(c, high, &low, &high);)
            publish_range(from, c, &s, low, high);
    c->fresh = false;
    publish_found(from, c, &s);
}

/* Was something stored to the copy, and was all of it noted then? */
static void look_at(struct win_copy *c)
{
    c->stored = false;
    c->first = c->fresh || c->made == rank_head()->strand.nops;
    c->told = !c->fresh && !c->watch.plain;
    for (size_t low, high = 0; next_stale(c, high, &low, &high);)
        for (size_t i = low; (i = first_other(c, i, high)) < high;) {
            size_t end = c->told ? first_same(c, i, high) : high;
            c->stored = true;
            c->told = c->told &&
                      touch_stored(c->window, c->owner, c->offset + i, c->offset + end);
            i = end;
        }
}

void window_publish(struct port_from from)
{
    struct win_copy *first = rank_head()->copies;
    if (!watch_any_stale(rank_running()))
        return;
    if (watch_all_stale(rank_running()))
        for (const struct win_copy *c = first; c; c = c->next)
            watch_opened(rank_running(), copy_address(c, 0), copy_address(c, c->bytes));
    /* What was noted is the kernel's with the first operation. */
    watch_unveil_stale(rank_running(), true);
    for (struct win_copy *c = first; c; c = c->next)
        look_at(c);
    watch_unveil_stale(rank_running(), false);
    for (struct win_copy *c = first; c; c = c->next) {
        if (c->stored) {
            c->dirty |= !c->first;
            publish(from, c);
        }
        c->fresh = c->stored = false;
    }
    watch_compared(rank_running());
    rank_wipe();
}

/* ---- pulling ---- */

struct pulled {
    struct win_copy *copy;
    uint64_t version;
};

static void take(void *context, uint64_t at, size_t bytes)
{
    const struct pulled *p = context;
    struct win_copy *c = p->copy;
    char there[VERSION_PIECE];
    size_t from = (size_t)(at - c->offset);
    version_read(p->version, at, there, bytes);
    if (!memcmp(there, c->shadow + from, bytes))
        return; /* the rank's own stores */
    watch_unveil(rank_running(), copy_address(c, from), copy_address(c, from + bytes),
                 true);
    for (size_t i = 0; i < bytes; i++)
        if (there[i] != c->shadow[from + i])
            c->base[from + i] = c->shadow[from + i] = there[i];
    watch_veil(rank_running(), copy_address(c, from), copy_address(c, from + bytes));
}

/* The parts of which the rank has copies. */
static __attribute__((noinline)) void find_parts(struct rank_head *h)
{
    int who = agent.current;
    VEC(uint32_t) parts = {0};
    agent.current = AT_AGENT;
    for (const struct win_copy *c = h->copies; c; c = c->next)
        if (!parts.len || vec_last(&parts) != copy_part(c))
            vec_push(&parts, copy_part(c));
    h->parts = set_of(parts.at, (uint32_t)parts.len);
    h->nparts = (uint32_t)parts.len;
    vec_free(&parts);
    agent.current = who;
}

static __attribute__((noinline)) int64_t pull(struct port_from from)
{
    struct rank_head *h = rank_head();
    if (!h->parts)
        find_parts(h);
    struct op op = {
        .kind = OP_PULL, .args = h->parts, .nargs = h->nparts, .call = from.call};
    rank_wipe();
    return rank_do(op, from.site).value;
}

void window_pull(struct port_from from)
{
    const struct win_copy *before = NULL;
    int64_t list = pull(from);
    size_t n = 0;
    for (struct win_copy *c = rank_head()->copies; c; c = c->next) {
        n += before && copy_part(before) != copy_part(c);
        before = c;
        struct pulled p = {c, versions_at(list, n)};
        if (p.version != c->seen)
            version_compare(c->seen, p.version, c->offset, c->offset + c->bytes, take,
                            &p);
        c->seen = p.version;
    }
    rank_wipe();
}
