/* SPDX-License-Identifier: Apache-2.0
 *
 * track.c - see track.h. */
#include "agent/rank/track.h"
#include "agent/rank/areas.h"
#include "agent/rank/touched.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Constants that are missing in the headers of some systems that support them. */
#define WP_UNPOPULATED     (1u << 13)
#define WP_ASYNC           (1u << 15)
#define USER_MODE_ONLY     1
#define SCAN_WP_MATCHING   1u
#define SCAN_CHECK_WPASYNC 2u

#define COPY_NS (PAGE / 4) /* estimated time of copying a page, in nanoseconds */
#define SCAN_NS 8          /* estimated time of examining a page, in nanoseconds */

/* ---- copies of pages, counted ---- */

#define LEAF  512
#define CHUNK 256

struct leaf {
    uint32_t refs;
    uint32_t copy[LEAF]; /* number of the page's copy; 0: the page was never written and
                            is all zero */
};

struct tracked {
    size_t bytes; /* size of the heap */
    uint32_t pages;
    uint32_t fresh; /* number of page copies that were made for this image */
    uint32_t nleaves;
    struct leaf *leaf[];
};

struct tracker {
    size_t registered;   /* registered bytes of the slab, from its start */
    struct tracked *now; /* the heap's content when it was last examined. Behind its end,
                            memory has what a larger heap left there */
    uint32_t last;       /* number of pages that had changed then */
    uint8_t *dirty;      /* with faults: for each page, whether it was written */
    bool all;            /* with faults: too many pages were written, so all count as
                            written */
};

struct tracking {
    VEC(char *) chunks;
    VEC(uint32_t) refs;
    VEC(uint32_t) spare;
    int uffd, pagemap; /* descriptors; -1: not available; 0: not tried yet */
    VEC(uint32_t) found;
    struct touched touched;       /* which pages of a large heap have memory */
    size_t at;                    /* the first range of it that may be of interest */
    bool some;                    /* there are pages without memory */
    struct scanned regions[1024]; /* buffer for one answer of the kernel */
};

void track_init(void)
{
    agent.tracking = mem_alloc(sizeof *agent.tracking);
}

static char *copy_at(uint32_t c)
{
    return agent.tracking->chunks.at[c / CHUNK] + (size_t)(c % CHUNK) * PAGE;
}

static uint32_t copy_new(const void *page)
{
    if (!agent.tracking->spare.len) {
        uint32_t first = (uint32_t)agent.tracking->chunks.len * CHUNK;
        char *chunk = heap_alloc(&agent.heap, CHUNK * PAGE, PAGE);
        if (!chunk)
            agent_die("no memory left for images");
        vec_push(&agent.tracking->chunks, chunk);
        for (uint32_t i = CHUNK; i-- > 0;) {
            vec_push(&agent.tracking->refs, 0);
            if (first + i)
                vec_push(&agent.tracking->spare, first + i);
        }
    }
    uint32_t c = vec_pop(&agent.tracking->spare);
    agent.tracking->refs.at[c] = 1;
    memcpy(copy_at(c), page, PAGE);
    return c;
}

static void copy_release(uint32_t c)
{
    if (c && !--agent.tracking->refs.at[c])
        vec_push(&agent.tracking->spare, c);
}

static void leaf_release(struct leaf *l)
{
    if (!l || --l->refs)
        return;
    for (int i = 0; i < LEAF; i++)
        copy_release(l->copy[i]);
    free(l);
}

void track_release(struct tracked *t)
{
    if (!t)
        return;
    for (uint32_t i = 0; i < t->nleaves; i++)
        leaf_release(t->leaf[i]);
    free(t);
}

size_t track_bytes(const struct tracked *t)
{
    return t->fresh * PAGE;
}

/* A table with the same pages and room for `bytes`. */
static struct tracked *share(const struct tracked *t, size_t bytes)
{
    uint32_t pages = (uint32_t)(page_up(bytes) / PAGE), n = (pages + LEAF - 1) / LEAF;
    struct tracked *copy = mem_alloc(sizeof *copy + n * sizeof *copy->leaf);
    copy->bytes = bytes;
    copy->pages = pages;
    copy->nleaves = n;
    for (uint32_t i = 0; t && i < n && i < t->nleaves; i++)
        if ((copy->leaf[i] = t->leaf[i]))
            copy->leaf[i]->refs++;
    return copy;
}

static uint32_t page_of(const struct tracked *t, uint32_t p)
{
    const struct leaf *l = p / LEAF < t->nleaves ? t->leaf[p / LEAF] : NULL;
    return l ? l->copy[p % LEAF] : 0;
}

static void set_page(struct tracked *t, uint32_t p, uint32_t c)
{
    struct leaf **at = &t->leaf[p / LEAF];
    if (!*at) {
        *at = mem_alloc(sizeof **at);
        (*at)->refs = 1;
    } else if ((*at)->refs > 1) {
        struct leaf *mine = mem_alloc(sizeof *mine);
        *mine = **at;
        mine->refs = 1;
        for (int i = 0; i < LEAF; i++)
            if (mine->copy[i])
                agent.tracking->refs.at[mine->copy[i]]++;
        (*at)->refs--;
        *at = mine;
    }
    copy_release((*at)->copy[p % LEAF]);
    (*at)->copy[p % LEAF] = c;
}

/* ---- which pages were written? ---- */

static bool by_kernel(void)
{
    if (agent.tracking->uffd)
        return agent.tracking->uffd > 0;
    struct uffdio_api api = {.api = UFFD_API, .features = WP_ASYNC | WP_UNPOPULATED};
    long fd =
        agent.link->plan.asked.tracking == TRACKING_FAULTS
            ? -1
            : agent_syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | USER_MODE_ONLY);
    agent.tracking->pagemap = (int)agent_syscall(
        SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
    agent.tracking->uffd = fd >= 0 && agent.tracking->pagemap >= 0 &&
                                   !agent_syscall(SYS_ioctl, fd, UFFDIO_API, &api)
                               ? (int)fd
                               : -1;
    if (agent.tracking->uffd < 0 && agent.link->plan.asked.tracking == TRACKING_KERNEL)
        agent_refuse(REASON_SAID,
                     "this kernel does not track writes (userfaultfd, PAGEMAP_SCAN); use "
                     "--tracking auto");
    return agent.tracking->uffd > 0;
}

static void watch(struct rank *r, size_t bytes)
{
    struct tracker *t = r->space.tracker;
    bytes = (bytes + ((size_t)2 << 20)) & ~(((size_t)2 << 20) - 1);
    if (bytes <= t->registered)
        return;
    if (by_kernel()) {
        struct uffdio_register reg = {
            .range = {(uintptr_t)r->head + t->registered, bytes - t->registered},
            .mode = UFFDIO_REGISTER_MODE_WP};
        if (agent_syscall(SYS_ioctl, agent.tracking->uffd, UFFDIO_REGISTER, &reg))
            agent_die("userfaultfd does not take a heap");
    } else {
        t->dirty = mem_resize(t->dirty, bytes / PAGE);
        memset(t->dirty + t->registered / PAGE, 1, (bytes - t->registered) / PAGE);
    }
    t->registered = bytes;
}

/* In a copy of the process the kernel considers all pages as written. */
void track_copied(void)
{
    struct tracking *k = agent.tracking;
    if (k->uffd <= 0)
        return;
    agent_syscall(SYS_close, k->uffd);
    agent_syscall(SYS_close, k->pagemap);
    k->uffd = k->pagemap = 0;
    for (uint32_t i = 0; i < agent.nranks; i++) {
        struct tracker *t = agent.rank[i].space.tracker;
        size_t bytes = t ? t->registered : 0;
        if (!bytes)
            continue;
        t->registered = 0;
        watch(&agent.rank[i], bytes - 1);
    }
}

/* Appends those of the first `pages` pages that were written since the last call, and
 * starts a new period. */
static void scan_kernel(struct rank *r, uint32_t pages)
{
    struct scanned *regions = agent.tracking->regions;
    uintptr_t low = (uintptr_t)r->head, end = low + (size_t)pages * PAGE;
    struct pagemap_scan s = {.size = sizeof s,
                             .flags = SCAN_WP_MATCHING | SCAN_CHECK_WPASYNC,
                             .vec = (uintptr_t)regions,
                             .vec_len = 1024,
                             .category_mask = PAGE_IS_WRITTEN,
                             .return_mask = PAGE_IS_WRITTEN};
    if ((size_t)pages * PAGE >
        HEAP_VAST) /* else pages that were never touched count, too,
                      and are marked; that is faster if all are */
        s.category_anyof_mask = PAGE_IS_PRESENT | PAGE_IS_SWAPPED;
    for (uintptr_t at = low; at < end; at = s.walk_end) {
        s.start = at;
        s.end = end;
        long n = agent_syscall(SYS_ioctl, agent.tracking->pagemap, PAGEMAP_SCAN, &s);
        if (n < 0)
            agent_die("PAGEMAP_SCAN fails with error %ld", -n);
        for (long i = 0; i < n; i++)
            for (uintptr_t p = regions[i].start; p < regions[i].end; p += PAGE)
                vec_push(&agent.tracking->found, (uint32_t)((p - low) / PAGE));
    }
}

static void scan_faults(struct rank *r, uint32_t pages)
{
    struct tracker *t = r->space.tracker;
    areas_lift(r);
    for (uint32_t p = 0; p < pages; p++)
        if (t->dirty[p] || t->all)
            vec_push(&agent.tracking->found, p);
    memset(t->dirty, 0, pages);
    t->all = false;
    uint32_t head =
        /* the agent itself writes to these pages */
        (uint32_t)(page_up(sizeof *r->head) / PAGE);
    memset(t->dirty, 1, head);
    agent_syscall(SYS_mprotect, (char *)r->head + head * PAGE, (pages - head) * PAGE,
                  PROT_READ);
}

static void scan(struct rank *r, uint32_t pages)
{
    agent.tracking->found.len = 0;
    if (by_kernel())
        scan_kernel(r, pages);
    else
        scan_faults(r, pages);
}

bool track_fault(const void *address)
{
    int n = layout_rank_of(address);
    struct rank *r = n >= 0 && (uint32_t)n < agent.nranks ? &agent.rank[n] : NULL;
    if (!r || !r->space.tracker || !r->space.tracker->dirty)
        return false;
    size_t at = (size_t)((const char *)address - (char *)r->head);
    if (at >= r->space.tracker->registered || r->space.tracker->dirty[at / PAGE] ||
        r->space.tracker->all)
        return false;
    r->space.tracker->dirty[at / PAGE] = 1;
    if (agent_syscall(SYS_mprotect, page_down((uintptr_t)address), PAGE,
                      PROT_READ | PROT_WRITE)) {
        /* There are too many separate mappings, so all pages count as written. */
        r->space.tracker->all = true;
        agent_syscall(SYS_mprotect, r->head, r->space.extent, PROT_READ | PROT_WRITE);
        areas_forget(r);
        areas_enforce(r);
    }
    return true;
}

bool track_by_kernel(const struct rank *r)
{
    return r->space.tracker && !r->space.tracker->dirty;
}

void track_opened(struct rank *r, uintptr_t low, uintptr_t high)
{
    const struct tracker *t = r->space.tracker;
    uintptr_t base = (uintptr_t)r->head;
    if (!t || !t->dirty || low >= base + t->registered)
        return;
    if (high > base + t->registered)
        high = base + t->registered;
    memset(t->dirty + (low - base) / PAGE, 1, (high - low + PAGE - 1) / PAGE);
}

void track_dropped(struct rank *r, uintptr_t low, uintptr_t high)
{
    struct tracked *now = r->space.tracker ? r->space.tracker->now : NULL;
    uintptr_t base = (uintptr_t)r->head;
    uint32_t p = (uint32_t)((low - base) / PAGE), end = (uint32_t)((high - base) / PAGE);
    for (end = now && now->pages < end ? now->pages : end; now && p < end; p++) {
        if (!now->leaf[p / LEAF])
            p |= LEAF - 1;
        else if (page_of(now, p))
            set_page(now, p, 0);
    }
}

void track_touch(const void *address, size_t bytes)
{
    uintptr_t end = (uintptr_t)address + bytes;
    int n = layout_rank_of(address);
    if (n < 0 || (uint32_t)n >= agent.nranks || !agent.rank[n].space.tracker)
        return;
    for (uintptr_t a = page_down((uintptr_t)address); a < end; a += PAGE)
        if (!areas_in(&agent.rank[n], a, a + 1))
            track_fault((const void *)a);
}

/* ---- images ---- */

/* Looks which pages of a large heap have memory. Pages are asked for in their order
 * then. */
static void look_for_memory(const struct rank *r, size_t bytes)
{
    struct tracking *k = agent.tracking;
    uintptr_t low = (uintptr_t)r->head;
    k->some = bytes > HEAP_VAST;
    k->at = 0;
    if (k->some)
        touched_find(&k->touched, low, page_up(low + bytes));
}

/* The first page from this one on that has memory. */
static uint32_t next_with_memory(const struct rank *r, uint32_t p)
{
    struct tracking *k = agent.tracking;
    uintptr_t base = (uintptr_t)r->head, a = base + (size_t)p * PAGE;
    if (!k->some)
        return p;
    while (k->at < k->touched.len && k->touched.range[k->at].high <= a)
        k->at++;
    if (k->at == k->touched.len)
        return UINT32_MAX;
    uintptr_t low = k->touched.range[k->at].low;
    return low > a ? (uint32_t)((low - base) / PAGE) : p;
}

/* Takes over the page's content. */
static void update(struct rank *r, struct tracked *now, uint32_t p)
{
    const char *page = (char *)r->head + (size_t)p * PAGE;
    bool zero = next_with_memory(r, p) != p || page_is_zero(page);
    uint32_t copy = zero ? 0 : copy_new(page);
    if (copy || page_of(now, p))
        set_page(now, p, copy);
}

/* Updates tracker.now; returns the number of pages that have changed. Pages by which the
 * heap has grown since may have been written before it was last examined, when it was
 * larger. */
static uint32_t look(struct rank *r)
{
    struct tracker *t = r->space.tracker;
    size_t bytes = r->head->heap.used;
    uint32_t known = t->now ? t->now->pages : UINT32_MAX, changed = 0;
    watch(r, bytes);
    struct tracked *now = share(t->now, bytes);
    track_release(t->now);
    t->now = now;
    look_for_memory(r, bytes); /* scanning leaves marks in tables of pages, which look
                                  like memory */
    scan(r, now->pages);
    for (size_t i = 0; i < agent.tracking->found.len; i++)
        if (agent.tracking->found.at[i] < known) {
            update(r, now, agent.tracking->found.at[i]);
            changed++;
        }
    for (uint32_t p = known; p < now->pages; p++) {
        if (!now->leaf[p / LEAF])
            p = next_with_memory(r, p);
        if (p >= now->pages)
            break;
        update(r, now, p);
        changed++;
    }
    return t->last = changed;
}

struct tracked *track_save(struct rank *r)
{
    /* Where states are compared, all of the heap is read anyway, and pages with the same
     * content are kept once: see shared.h. */
    bool off = agent.link->plan.asked.tracking == TRACKING_OFF ||
               (agent.link->plan.asked.tracking == TRACKING_AUTO && agent.compares);
    if (!r->space.tracker && (r->head->heap.used < TRACK_FROM || off))
        return NULL;
    if (!r->space.tracker)
        r->space.tracker = mem_alloc(sizeof *r->space.tracker);
    uint32_t fresh = look(r);
    struct tracked *image = share(r->space.tracker->now, r->space.tracker->now->bytes);
    image->fresh = fresh;
    return image;
}

static void put_page(struct rank *r, uint32_t p, uint32_t c)
{
    char *to = (char *)r->head + (size_t)p * PAGE;
    if (!c && next_with_memory(r, p) != p)
        return; /* it is zero */
    track_fault(to);
    if (c)
        memcpy(to, copy_at(c), PAGE);
    else
        memset(to, 0, PAGE);
}

void track_load(struct rank *r, struct tracked *image)
{
    struct tracker *t = r->space.tracker;
    look_for_memory(r, image->bytes);
    scan(r, image->pages < t->registered / PAGE ? image->pages
                                                : (uint32_t)(t->registered / PAGE));
    for (size_t i = 0; i < agent.tracking->found.len; i++)
        put_page(r, agent.tracking->found.at[i],
                 page_of(image, agent.tracking->found.at[i]));
    agent.tracking->at = 0;
    for (uint32_t l = 0; l < image->nleaves; l++) {
        if ((l + 1) * LEAF <= t->now->pages && image->leaf[l] == t->now->leaf[l])
            continue;
        for (uint32_t p = l * LEAF; p < (l + 1) * LEAF && p < image->pages; p++)
            if (p >= t->now->pages || page_of(image, p) != page_of(t->now, p))
                put_page(r, p, page_of(image, p));
    }
    struct tracked *now = share(image, image->bytes);
    track_release(t->now);
    t->now = now;
    scan(r, image->pages); /* discards the pages that we have just written */
}

uint64_t track_cost(const struct rank *r)
{
    size_t pages = r->head->heap.used / PAGE;
    uint64_t shared = pages_count() * COPY_NS;
    if (r->space.tracker)
        return shared + pages * SCAN_NS + r->space.tracker->last * COPY_NS;
    return shared + (pages + 1) * COPY_NS;
}
