/* SPDX-License-Identifier: Apache-2.0
 *
 * image.c - see image.h.
 *
 * An image has two parts: the rank's slab (heap and stack), which nobody else
 * touches, and its copy of the learned pages, which has to make room whenever
 * another rank runs. Each part is copied at the last moment. */
#include "agent/rank/image.h"
#include "agent/rank/areas.h"
#include "agent/rank/space.h"
#include "agent/rank/thread.h"
#include "agent/rank/touched.h"
#include "agent/rank/track.h"
#include "agent/threads/datarace.h"
#include "agent/equal/twins.h"
#include "agent/watch/watch.h"

#include <string.h>

struct images {
    struct image *oldest, *newest; /* the list of images whose data may be dropped */
    struct image *spare;           /* unused images, linked by parent */
    struct image_data *unused;     /* the same for data, linked by slab */
    uint64_t remembered;           /* how many images are remembered */
    uint64_t made;                 /* how many images there have been */
    struct touched touched;        /* of a large heap; see find_memory() */
    bool all;                      /* all of a heap counts as touched */
};

/* From so many on, an image remembers one that came after it, and not both. */
#define REMEMBERED 20000

void image_init(void)
{
    agent.images = mem_alloc(sizeof *agent.images);
}

/* ---- references: a parent and what came after it last refer to each other ---- */

/* Where an image remembers what comes after it with this outcome. */
static struct image **after(struct image *i, const struct outcome *o)
{
    return op_looks(i->op.kind) && o->index == OUTCOME_FALSE ? &i->failed : &i->next;
}

static bool is_next(const struct image *i)
{
    return i->parent && *after(i->parent, &i->via) == i;
}

/* How many images does it remember? */
static uint32_t remembers(const struct image *i)
{
    return (i->next ? 1u : 0u) + (i->failed ? 1u : 0u);
}

/* Does anybody refer to this image, except the rank whose present state it is and
 * images that only remember it? */
static bool wanted(const struct image *i)
{
    return i->refs > 1u + is_next(i) + remembers(i);
}

/* Does anybody refer to this image, which is no rank's present state, except its parent
 * and what came after it last? */
static bool is_held(const struct image *i)
{
    return i->refs > 0u + is_next(i) + remembers(i);
}

struct image *image_hold(struct image *i)
{
    i->refs++;
    return i;
}

/* The bytes of the heap, and of the stack, that lie in image_data.slab. */
static size_t heap_in_slab(const struct image_data *d)
{
    return d->tracked || d->shared_heap ? 0 : d->heap_bytes;
}

static size_t stack_in_slab(const struct image_data *d)
{
    return d->shared_stack ? 0 : d->stack_bytes;
}

static size_t slab_bytes(const struct image_data *d)
{
    return (d->tracked ? track_bytes(d->tracked) : heap_in_slab(d)) + stack_in_slab(d) +
           d->output_bytes;
}

static size_t pages_bytes(const struct image_data *d)
{
    return d->shared_pages ? 0 : d->npages * PAGE;
}

/* The image's data, which may be empty so far. */
static struct image_data *data_of(struct image *i)
{
    struct image_data *d = i->data ? i->data : agent.images->unused;
    if (i->data)
        return d;
    if (d)
        agent.images->unused = (struct image_data *)(void *)d->slab;
    else
        d = mem_alloc(sizeof *d);
    *d = (struct image_data){0};
    return i->data = d;
}

static void unlink_data(struct image *i)
{
    struct image_data *d = i->data;
    if (d->older || d->newer || agent.images->oldest == i) {
        *(d->older ? &d->older->data->newer : &agent.images->oldest) = d->newer;
        *(d->newer ? &d->newer->data->older : &agent.images->newest) = d->older;
    }
}

struct image_data *image_give_data(struct image *i)
{
    struct image_data *d = i->data;
    unlink_data(i);
    d->older = d->newer = NULL;
    i->data = NULL;
    i->has_slab = i->has_pages = false;
    return d;
}

bool image_has_data(const struct image *i)
{
    return (i->has_slab && i->has_pages) || (i->twins && i->twins->of.has_slab);
}

const struct image_data *image_source(const struct image *i)
{
    return i->has_slab && i->has_pages ? i->data : i->twins->of.data;
}

struct image *image_known(struct image *i)
{
    return i->twins ? &i->twins->of : i;
}

void image_drop_data(struct image *i)
{
    struct image_data *d = i->data;
    if (!d)
        return;
    unlink_data(i);
    if (i->has_slab) {
        agent.image_bytes -= slab_bytes(d);
        track_release(d->tracked);
        shared_free(d->shared_heap);
        shared_free(d->shared_stack);
        free(d->slab);
    }
    if (i->has_pages) {
        agent.image_bytes -= pages_bytes(d);
        shared_free(d->shared_pages);
        free(d->pages);
    }
    i->has_slab = i->has_pages = false;
    i->data = NULL;
    d->slab = (char *)agent.images->unused;
    agent.images->unused = d;
}

/* Drops a reference. Returns the image's own parent if it was the last one, to be
 * dropped next. */
static struct image *let_go(struct image *i)
{
    if (--i->refs)
        return NULL;
    struct image *up = i->parent;
    image_drop_data(i);
    if (i->twins)
        twins_leave(i);
    race_release(i->accessed);
    i->parent = agent.images->spare;
    agent.images->spare = i;
    return up;
}

/* Forgets an image that its parent remembers, if there is one, and drops those after it
 * that are only remembered, the last ones first. */
static void forget(struct image *i)
{
    const struct image *top = i ? i->parent : NULL;
    while (i != top) {
        struct image *up = i->parent, *down = i->next ? i->next : i->failed;
        if (down && i->refs == 1 + remembers(i)) {
            i = down;
            continue;
        }
        *after(up, &i->via) = NULL;
        agent.images->remembered--;
        if (let_go(i))
            up->refs--; /* this is not the last reference: the caller, or an image that
                           remembers it, has one */
        i = up;
    }
}

static void forget_all(struct image *i)
{
    forget(i->next);
    forget(i->failed);
}

void image_release(struct image *i)
{
    while (i) {
        if (remembers(i) && i->refs == 1 + remembers(i))
            forget_all(i);
        i = let_go(i);
    }
}

static struct image *spare_image(void)
{
    enum { AT_ONCE = 64 }; /* each by itself would take a tenth more */
    if (!agent.images->spare) {
        struct image *all = mem_alloc(AT_ONCE * sizeof *all);
        for (int k = 0; k < AT_ONCE; k++) {
            all[k].parent = agent.images->spare;
            agent.images->spare = &all[k];
        }
    }
    struct image *i = agent.images->spare;
    agent.images->spare = i->parent;
    return i;
}

/* Lets the parent remember the image. */
static void remember(struct image *i)
{
    struct image **place = after(i->parent, &i->via);
    forget(*place);
    if (agent.images->remembered > REMEMBERED)
        forget_all(i->parent);
    *place = image_hold(i);
    agent.images->remembered++;
}

struct image *image_of(struct rank *r)
{
    if (r->space.image)
        return r->space.image;
    struct image *i = spare_image();
    *i = (struct image){.refs = 1,
                        .via = r->space.via,
                        .op = r->head->strand.op,
                        .ended = r->head->strand.ended,
                        .exits = r->head->strand.exits,
                        .remarks = r->head->remarks,
                        .accesses = r->head->accesses,
                        .history = r->head->history};
    if (r->space.parent) {
        i->parent = image_hold(r->space.parent);
        i->nanoseconds = r->space.parent->nanoseconds;
        if (!agent.shares) {
            twins_follow(r, i);
            remember(i);
        }
    }
    i->rank = (uint32_t)(r - agent.rank);
    i->made = ++agent.images->made;
    i->nanoseconds += r->space.nanoseconds;
    r->space.nanoseconds = 0;
    r->space.image = i;
    return i;
}

void image_list_data(struct image *i)
{
    struct image_data *d = i->data;
    d->older = agent.images->newest;
    *(d->older ? &d->older->data->newer : &agent.images->oldest) = i;
    agent.images->newest = i;
}

static void account(struct image *i, size_t bytes)
{
    struct image_data *d = i->data;
    agent.image_bytes += bytes;
    if (agent.image_bytes > agent.link->image_bytes_peak)
        agent.link->image_bytes_peak = agent.image_bytes;
    if (!i->root && !d->older && !d->newer && agent.images->oldest != i)
        image_list_data(i);
}

/* Finds out which pages of a large heap have memory. */
static void find_memory(const struct rank *r, size_t bytes)
{
    struct touched *t = &agent.images->touched;
    uintptr_t low = (uintptr_t)r->head;
    if (bytes > HEAP_VAST)
        touched_find(t, low, page_up(low + bytes));
    else
        t->len = 0;
    agent.images->all = bytes <= HEAP_VAST;
}

/* Pages are asked for in their order; `next` is the first range that is not before. */
static bool has_memory(const char *page, size_t *next)
{
    const struct touched *t = &agent.images->touched;
    if (agent.images->all)
        return true;
    while (*next < t->len && t->range[*next].high <= (uintptr_t)page)
        ++*next;
    return *next < t->len && t->range[*next].low <= (uintptr_t)page;
}

#define SPAN_BYTES (SHARED_SPAN * PAGE)

/* After has_memory() of this page: does a span begin there in which no page has any? */
static bool is_bare(size_t at, const char *page, size_t next)
{
    const struct touched *t = &agent.images->touched;
    return !agent.images->all && at % SPAN_BYTES == 0 &&
           (next == t->len || t->range[next].low >= (uintptr_t)page + SPAN_BYTES);
}

static void look_at_heap(struct rank *r)
{
    size_t n = r->head->heap.used, next = 0, some;
    const char *base = (const char *)r->head;
    areas_lift(r);
    find_memory(r, n);
    for (size_t at = page_down(r->space.looked); at < n; at += some) {
        uint32_t page = (uint32_t)(at / PAGE);
        bool memory = has_memory(base + at, &next), bare = is_bare(at, base + at, next);
        some = bare ? SPAN_BYTES : PAGE;
        if (bare)
            mirror_zero_span(&r->space.mirror, page);
        else if (memory)
            mirror_look(&r->space.mirror, page, base + at, n - at < PAGE ? n - at : PAGE);
        else
            mirror_zero(&r->space.mirror, page);
    }
    r->space.looked = n;
}

void image_look(struct rank *r)
{
    if (r->space.looked < r->head->heap.used)
        look_at_heap(r);
    pages_look();
}

void image_changes(struct rank *r)
{
    r->space.looked = 0;
    agent.looked = false;
}

/* What is below the stack pointer counts as zero. */
static struct shared *take_stack(struct rank *r, const char *sp)
{
    char part[PAGE];
    size_t bytes = (size_t)(r->top - (char *)page_down((uintptr_t)sp));
    for (uint32_t i = 0; i < bytes / PAGE; i++) {
        const char *page = r->top - (i + 1) * PAGE;
        if (page < sp) {
            memset(part, 0, (size_t)(sp - page));
            memcpy(part + (sp - page), sp, (size_t)(page + PAGE - sp));
            page = part;
        }
        mirror_look(&r->space.stack, i, page, PAGE);
    }
    return shared_take(&r->space.stack, bytes);
}

static void load_stack(struct rank *r, const struct image_data *d)
{
    size_t bytes = (size_t)(r->top - (char *)page_down((uintptr_t)d->sp));
    for (uint32_t k = 0; k < bytes / PAGE; k++)
        shared_put(d->shared_stack, k, &r->space.stack, r->top - (k + 1) * PAGE, false);
}

static void fill_slab(struct rank *r, struct image *i)
{
    const struct rank_head *h = r->head;
    struct image_data *d = data_of(i);
    if (!track_by_kernel(r)) /* else few pages are read: those that are protected are
                                opened when we come to them */
        watch_lift(r);
    d->sp = thread_slab_stack(r);
    d->heap_bytes = h->heap.used;
    d->stack_bytes = (size_t)(r->top - (char *)d->sp);
    d->output_bytes = h->output_kept;
    d->tracked = track_save(r);
    if (!d->tracked)
        areas_lift(r);
    if (!d->tracked && agent.compares) {
        if (r->space.looked < d->heap_bytes)
            look_at_heap(r);
        d->shared_heap = shared_take(&r->space.mirror, d->heap_bytes);
    }
    if (agent.compares)
        d->shared_stack = take_stack(r, d->sp);
    size_t heap = heap_in_slab(d), stack = stack_in_slab(d);
    if (heap + stack + d->output_bytes) {
        d->slab = malloc(heap + stack + d->output_bytes);
        memcpy(d->slab, h, heap);
        memcpy(d->slab + heap, d->sp, stack);
        memcpy(d->slab + heap + stack, rank_output(r->head), d->output_bytes);
    }
    i->has_slab = true;
    agent.link->image_saves++;
    account(i, slab_bytes(d));
}

static void fill_pages(struct image *i)
{
    struct image_data *d = data_of(i);
    d->npages = pages_count();
    i->has_pages = true;
    if (!d->npages)
        return;
    if (agent.compares) {
        d->shared_pages = pages_take();
    } else {
        d->pages = malloc(d->npages * PAGE);
        pages_copy_out(d->pages);
    }
    account(i, pages_bytes(d));
}

/* Is a copy worth its cost, or would running the rank again be cheaper? */
static bool worth_it(const struct rank *r, const struct image *i)
{
    size_t bytes = r->head->heap.used + pages_count() * PAGE;
    switch (agent.link->images) {
    case IMAGES_ROOT:
        return false;
    case IMAGES_EVERY:
    case IMAGES_CHECK:
        return true;
    case IMAGES_AUTO:
        break;
    }
    uint64_t crowd = agent.image_bytes / IMAGE_CROWD;
    return (bytes < IMAGE_SMALL && !crowd) ||
           i->nanoseconds > track_cost(r) * (1 + crowd * crowd);
}

uint64_t image_others(void)
{
    uint64_t without = agent.live_before + agent.image_bytes;
    return agent.heap.live > without ? agent.heap.live - without : 0;
}

uint64_t image_room(void)
{
    enum { LEAST = 16 << 20 };
    uint64_t cap = agent.link->plan.asked.memory_cap, others = image_others();
    uint64_t least = cap < LEAST ? cap : LEAST;
    return cap > others + least ? cap - others : least;
}

/* Drops the data that were copied longest ago. Those of `keep` stay, and what stands for
 * the present state of a rank, which would have to be made again at once. */
static void make_room(const struct image *keep)
{
    struct image *i = agent.images->oldest;
    while (i && i != keep && agent.image_bytes > image_room()) {
        struct image *newer = i->data->newer;
        if (agent.rank[i->rank].space.image != i)
            image_drop_data(i);
        i = newer;
    }
    while (agent.image_bytes > image_room() && twins_forget_one())
        ;
}

static void fill(struct rank *r, struct image *i)
{
    if (!i->has_slab)
        fill_slab(r, i);
    if (!i->has_pages)
        fill_pages(i);
    i->nanoseconds = 0;
}

bool image_recognise(struct rank *r)
{
    if (!twins_wanted(r))
        return false;
    struct image *i = image_of(r);
    if (image_has_data(i) || !worth_it(r, i))
        return false;
    fill(r, i);
    return twins_settle(r, i);
}

static void keep_if_wanted(struct image *i)
{
    if (i->twins && wanted(i))
        i->twins->kept = true;
}

void image_before_run(uint32_t rank)
{
    if (agent.once)
        return;
    struct rank *r = &agent.rank[rank];
    struct image *i = image_of(r);
    if (wanted(i) && !image_has_data(i)) {
        if (worth_it(r, i)) {
            fill(r, i);
            make_room(i);
        } else if (!i->root) {
            i->digest = front_of(&r->head->strand.op)->digest(&r->head->strand.op);
            image_drop_data(i);
        }
    } else if (!wanted(i) && !i->root) {
        image_drop_data(i); /* nobody will restore it */
    }
    keep_if_wanted(i);
    if (r->space.parent)
        image_release(r->space.parent);
    r->space.parent = i;
    r->space.image = NULL;
}

void image_evict(void)
{
    if (agent.resident < 0)
        return;
    struct rank *r = &agent.rank[agent.resident];
    agent.resident = -1;
    if (image_of(r)->ended && !wanted(r->space.image)) /* only reports will look at it */
        r->space.loaded = image_has_data(r->space.image);
    else if (!r->space.image->has_pages && !image_has_data(r->space.image))
        fill_pages(r->space.image);
}

void image_restore(struct rank *r, struct image *i)
{
    if (r->space.image == i)
        return;
    struct image *was = r->space.image;
    if (!agent.shares && was && r->space.loaded && !image_has_data(was) && wanted(was)) {
        if (!was->has_slab)
            fill_slab(r, was);
        if (!was->has_pages && agent.resident == r - agent.rank)
            fill_pages(was);
        if (was->has_pages && twins_wanted(r))
            twins_settle(r, was);
        keep_if_wanted(was);
    }
    if (!agent.shares && agent.resident == r - agent.rank)
        agent.resident = -1;
    image_hold(i);
    if (was)
        image_release(was);
    if (r->space.parent)
        image_release(r->space.parent);
    r->space.parent = NULL;
    r->space.image = i;
    r->space.loaded = agent.shares && r->space.there == i;
}

/* The image after this one, as one of these twins. */
static struct image *image_after(struct image *parent, const struct outcome *o,
                                 struct twins *t)
{
    struct image *i = spare_image();
    *i = (struct image){.refs = 1,
                        .parent = image_hold(parent),
                        .via = *o,
                        .op = t->of.op,
                        .ended = t->of.ended,
                        .remarks = t->of.remarks,
                        .accesses = t->of.accesses,
                        .history = rank_history(parent->history, o),
                        .nanoseconds = parent->nanoseconds};
    twins_join(i, t);
    return i;
}

struct image *image_ahead(struct rank *r, struct outcome o)
{
    if (!r->space.image && r->space.parent && r->space.parent->twins)
        image_of(r);
    struct image *i = agent.once ? NULL : r->space.image;
    struct image *next = i ? *after(i, &o) : NULL;
    if (next && outcome_same(&next->via, &o))
        return image_hold(next);
    struct twins *t = i && i->twins ? twins_after(i->twins, &o) : NULL;
    return t ? image_after(i, &o, t) : NULL;
}

bool image_follow(struct rank *r, struct outcome o)
{
    struct image *next = image_ahead(r, o);
    if (!next)
        return false;
    image_restore(r, next);
    image_release(next);
    return true;
}

static void load_heap(struct rank *r, const struct shared *h, size_t bytes)
{
    size_t next = 0, some;
    char *base = (char *)r->head;
    find_memory(r, bytes);
    for (size_t at = 0; at < bytes; at += some) {
        uint32_t page = (uint32_t)(at / PAGE);
        bool memory = has_memory(base + at, &next);
        bool bare = is_bare(at, base + at, next) && shared_span_is_zero(h, page);
        some = bare ? SPAN_BYTES : PAGE;
        if (bare)
            mirror_zero_span(&r->space.mirror, page);
        else if (!memory && shared_is_zero(h, page))
            mirror_zero(&r->space.mirror, page);
        else
            shared_put(h, page, &r->space.mirror, base + at,
                       at + PAGE <= r->space.looked);
    }
    r->space.looked = bytes;
}

static void load_slab(struct rank *r, const struct image *i)
{
    const struct image_data *d = i->has_slab ? i->data : image_source(i);
    size_t heap = heap_in_slab(d);
    watch_lift(r);
    if (!d->tracked)
        areas_lift(r);
    areas_extend(r, d->heap_bytes);
    if (!d->shared_heap)
        r->space.looked = 0;
    if (d->tracked)
        track_load(r, d->tracked);
    else if (d->shared_heap)
        load_heap(r, d->shared_heap, d->heap_bytes);
    else
        memcpy(r->head, d->slab, heap);
    if (d->shared_stack)
        load_stack(r, d);
    else
        memcpy(d->sp, d->slab + heap, d->stack_bytes);
    if (d->output_bytes)
        memcpy(rank_output(r->head), d->slab + heap + stack_in_slab(d), d->output_bytes);
    if (d != i->data) {
        r->head->history = i->history;
        r->head->strand.outcome = i->via;
    }
    watch_replaced(r);
    agent.link->image_loads++;
    r->space.loads++;
    r->space.loaded = true;
}

static void load_pages(uint32_t rank)
{
    if (agent.resident == (int)rank)
        return;
    image_evict();
    const struct image *i = agent.rank[rank].space.image;
    const struct image_data *d = i->has_pages ? i->data : image_source(i);
    agent.looked = false;
    if (d->shared_pages)
        pages_put(d->shared_pages, d->npages);
    else
        pages_copy_in(d->pages, d->npages);
    agent.resident = (int)rank;
    make_room(NULL); /* those of the rank that was resident were copied */
}

/* Restores an image whose data were dropped: starts from the nearest ancestor with data
 * and runs the rank again. */
static void rebuild(uint32_t rank, struct image *target)
{
    struct rank *r = &agent.rank[rank];
    VEC(struct image *) way = {0};
    struct image *from = target;
    for (; !image_has_data(from); from = from->parent)
        vec_push(&way, from);
    r->space.image = from;
    load_slab(r, from);
    load_pages(rank);
    while (way.len) {
        struct image *i = vec_pop(&way);
        rank_slice(rank, i->via);
        if (i->digest &&
            i->digest != front_of(&r->head->strand.op)->digest(&r->head->strand.op))
            agent_refuse(REASON_DIFFERS,
                         "uncontrolled nondeterminism: when %s ran again with the same "
                         "messages, it did something else",
                         r->name);
    }
    r->space.image = target;
    r->space.loaded = true;
    agent.resident = (int)rank;
    agent.link->image_rebuilds++;
    vec_free(&way);
    if (from != target && !from->root && !is_held(from))
        image_drop_data(from); /* as in image_before_run() */
}

void image_load(uint32_t rank)
{
    struct rank *r = &agent.rank[rank];
    if (agent.shares) {
        space_load(rank_process(rank));
        return;
    }
    if (agent.once)
        pages_exchange(rank);
    if (agent.resident == (int)rank && r->space.loaded)
        return;
    const struct image *i = r->space.image; /* the rank is not resident, so this is not
                                               NULL */
    if (!image_has_data(i) && !(i->has_pages && r->space.loaded)) {
        rebuild(rank, r->space.image);
        return;
    }
    if (!r->space.loaded)
        load_slab(r, i);
    load_pages(rank);
}

/* Makes the rank's present state its root image. Requires that the rank is resident. */
void image_make_root(uint32_t rank)
{
    if (agent.once)
        return;
    struct rank *r = &agent.rank[rank];
    struct image *i = image_of(r);
    i->root = true;
    if (!i->has_slab)
        fill_slab(r, i);
    if (!i->has_pages)
        fill_pages(i);
    i->nanoseconds = 0;
    image_hold(i); /* this reference is never dropped */
}
