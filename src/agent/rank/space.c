/* SPDX-License-Identifier: Apache-2.0
 *
 * space.c - see space.h.
 *
 * Copies of the memory are a stack, the oldest first. Where the search goes back, those
 * are dropped that it has gone back behind; it comes back to the others. A copy is made
 * when much had to be repeated to come to a cut, as this will not be the last time. */
#include "agent/rank/space.h"
#include "agent/rank/areas.h"
#include "agent/rank/thread.h"
#include "agent/rank/trail.h"
#include "agent/threads/datarace.h"
#include "kernel/sync.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* So many operations are repeated before a copy is made instead. */
#define REPEATED 24

/* The memory of one thread in a copy. */
struct part {
    struct image *at;
    void *sp;
    size_t heap, stack, output;
    char *bytes; /* heap, then stack, then output */
};

struct space_copy {
    struct part *part; /* for each rank; those of other spaces are empty */
    char *pages;
    uint32_t npages;
    void *clocks; /* of datarace.h */
    size_t bytes;
};

/* Of one process. */
struct copies {
    VEC(struct space_copy) at;
};

struct space_copies {
    struct copies *of;       /* each process */
    struct part *unborn;     /* each rank at its beginning */
    VEC(struct image *) way; /* what is to be repeated */
    /* the running thread has looked for something in vain: this */
    bool looks;
    struct op looked_for;
};

/* ---- copies ---- */

static void take_part(struct rank *r, struct part *p)
{
    const struct rank_head *h = r->head;
    areas_lift(r);
    p->at = image_hold(r->space.there);
    p->sp = h->strand.sp;
    p->heap = h->heap.used;
    p->stack = (size_t)(r->top - (char *)p->sp);
    p->output = h->output_kept;
    p->bytes = malloc(p->heap + p->stack + p->output);
    memcpy(p->bytes, h, p->heap);
    memcpy(p->bytes + p->heap, p->sp, p->stack);
    memcpy(p->bytes + p->heap + p->stack, rank_output(h), p->output);
}

static void load_part(struct rank *r, const struct part *p)
{
    areas_lift(r);
    areas_extend(r, p->heap);
    memcpy(r->head, p->bytes, p->heap);
    memcpy(p->sp, p->bytes + p->heap, p->stack);
    memcpy(rank_output(r->head), p->bytes + p->heap + p->stack, p->output);
}

/* The next thread of the process from `n` on; agent.nranks: there are no more. */
static uint32_t member(uint32_t process, uint32_t n)
{
    while (n < agent.nranks && agent.process[n] != process)
        n++;
    return n;
}

static void take(uint32_t process)
{
    struct space_copy c = {.part = mem_alloc(agent.nranks * sizeof *c.part),
                           .npages = pages_count()};
    c.bytes = c.npages * PAGE;
    c.pages = malloc(c.bytes + 1);
    pages_exchange(process);
    pages_copy_out(c.pages);
    size_t clocks;
    c.clocks = race_save(process, &clocks);
    c.bytes += clocks;
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1)) {
        take_part(&agent.rank[n], &c.part[n]);
        c.bytes += c.part[n].heap + c.part[n].stack + c.part[n].output;
    }
    agent.image_bytes += c.bytes;
    if (agent.image_bytes > agent.link->image_bytes_peak)
        agent.link->image_bytes_peak = agent.image_bytes;
    agent.link->image_saves++;
    vec_push(&agent.spaces->of[process].at, c);
}

static void drop(uint32_t process, size_t which)
{
    struct copies *all = &agent.spaces->of[process];
    struct space_copy *c = &all->at.at[which];
    for (uint32_t n = 0; n < agent.nranks; n++) {
        if (c->part[n].at)
            image_release(c->part[n].at);
        free(c->part[n].bytes);
    }
    free(c->part);
    free(c->pages);
    free(c->clocks);
    agent.image_bytes -= c->bytes;
    memmove(c, c + 1, (all->at.len - which - 1) * sizeof *c);
    all->at.len--;
}

/* The first copy is always kept: everything can be repeated from there. */
static void make_room(uint32_t process)
{
    while (agent.spaces->of[process].at.len > 2 && agent.image_bytes > image_room())
        drop(process, 1);
}

static void set_there(struct rank *r, struct image *i)
{
    if (r->space.there == i)
        return;
    image_hold(i);
    if (r->space.there)
        image_release(r->space.there);
    r->space.there = i;
}

/* What the copy has of the rank; a thread that it does not know was not born then. */
static const struct part *part_of(const struct space_copy *c, uint32_t n)
{
    return c->part[n].at ? &c->part[n] : &agent.spaces->unborn[n];
}

static void load(uint32_t process, const struct space_copy *c)
{
    pages_exchange(process);
    pages_copy_in(c->pages, c->npages);
    race_load(process, c->clocks);
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1)) {
        const struct part *p = part_of(c, n);
        load_part(&agent.rank[n], p);
        set_there(&agent.rank[n], p->at);
    }
    agent.link->image_loads++;
}

/* ---- cuts ---- */

/* Was the rank in this state before it came to that one? */
static bool before(const struct image *first, const struct image *then)
{
    while (then && then->made > first->made)
        then = then->parent;
    return then == first;
}

static bool contains(uint32_t process, const struct space_copy *c)
{
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1))
        if (!before(part_of(c, n)->at, agent.rank[n].space.image))
            return false;
    return true;
}

/* Is the memory that of a cut within the one that is wanted? */
static bool on_the_way(uint32_t process)
{
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1))
        if (!before(agent.rank[n].space.there, agent.rank[n].space.image))
            return false;
    return true;
}

static bool loaded(uint32_t process)
{
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1))
        if (!agent.rank[n].space.loaded)
            return false;
    return true;
}

bool space_has_threads(void)
{
    uint32_t process = agent.hybrid ? agent.process[agent.current] : 0;
    return agent.hybrid && member(process, process + 1) < agent.nranks;
}

bool space_is_unborn(uint32_t n)
{
    const struct rank *r = &agent.rank[n];
    return n >= agent.nprocesses &&
           !(r->space.image ? r->space.image->history : r->head->history);
}

/* ---- repeating ---- */

static int by_age(const void *a, const void *b)
{
    const struct image *x = *(struct image *const *)a, *y = *(struct image *const *)b;
    return x->made < y->made ? -1 : x->made > y->made;
}

/* Is the thread taken no further by trail.h? One that looks at an atomic variable in vain
 * (threads/atomic.c) can look once more. */
static bool is_stopped(const struct op *op)
{
    return op->kind == OP_AWAIT && op->mode == AWAIT_SPINS && op->peer != SYNC_CELL;
}

static void repeat(const struct image *i)
{
    struct rank *r = &agent.rank[i->rank];
    race_repeats(i->rank, i->accessed);
    rank_slice(i->rank, i->via);
    race_release(race_ends(NULL));
    struct strand *s = &r->head->strand;
    if (is_stopped(&i->op))
        s->op = i->op;
    if (s->ended != i->ended || s->op.kind != i->op.kind ||
        s->op.object != i->op.object || s->op.value != i->op.value ||
        s->op.where != i->op.where)
        agent_refuse(REASON_SAID,
                     "uncontrolled nondeterminism: when %s ran again with the same "
                     "outcomes, it did something else; a data race of its threads would "
                     "explain it",
                     r->name);
    agent.link->image_rebuilds++;
}

static size_t repeat_all(uint32_t process)
{
    struct space_copies *all = agent.spaces;
    all->way.len = 0;
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1))
        for (struct image *i = agent.rank[n].space.image; i != agent.rank[n].space.there;
             i = i->parent)
            vec_push(&all->way, i);
    if (all->way.len)
        qsort(all->way.at, all->way.len, sizeof *all->way.at, by_age);
    for (size_t k = 0; k < all->way.len; k++)
        repeat(all->way.at[k]);
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1)) {
        set_there(&agent.rank[n], agent.rank[n].space.image);
        agent.rank[n].space.loaded = true;
    }
    return all->way.len;
}

void space_load(uint32_t process)
{
    pages_exchange(process);
    if (agent.once || loaded(process))
        return;
    struct copies *all = &agent.spaces->of[process];
    bool back = !on_the_way(process);
    if (back) {
        while (all->at.len > 1 && !contains(process, &vec_last(&all->at)))
            drop(process, all->at.len - 1);
        load(process, &vec_last(&all->at));
    }
    if (repeat_all(process) > REPEATED && back) {
        take(process);
        make_room(process);
    }
}

/* ---- going on ---- */

void space_run(uint32_t n, struct outcome o)
{
    struct rank *r = &agent.rank[n];
    if (agent.once) {
        race_starts(n);
        rank_slice(n, o);
        struct segment *before = r->space.accessed;
        r->space.accessed = race_ends(before);
        race_release(before);
        return;
    }
    space_load(agent.process[n]);
    if (is_stopped(&r->head->strand.op))
        agent_refuse(REASON_SAID,
                     "uncontrolled nondeterminism: %s has come back to where it was in "
                     "one execution, and not in another",
                     r->name);
    if (r->space.parent)
        image_release(r->space.parent);
    r->space.parent = r->space.image;
    r->space.image = NULL;
    r->space.via = o;
    trail_starts(n);
    race_starts(n);
    rank_slice(n, o);
    struct image_trail trail = trail_ends(n);
    image_of(r)->trail = trail;
    image_of(r)->accessed = race_ends(r->space.parent->accessed);
    set_there(r, image_of(r));
}

void space_prepare(void)
{
    agent.spaces = mem_alloc(sizeof *agent.spaces);
}

void space_begin(void)
{
    if (agent.once)
        return;
    agent.spaces->of = mem_alloc(agent.nprocesses * sizeof *agent.spaces->of);
    agent.spaces->unborn = mem_alloc(agent.nranks * sizeof *agent.spaces->unborn);
    for (uint32_t n = 0; n < agent.nranks; n++) {
        struct rank *r = &agent.rank[n];
        image_of(r)->root = true;
        image_hold(r->space.image);
        set_there(r, r->space.image);
        if (n >= agent.nprocesses)
            take_part(r, &agent.spaces->unborn[n]);
    }
    for (uint32_t p = 0; p < agent.nprocesses; p++)
        take(p);
}

/* ---- in and out of a thread ---- */

/* A digest of the memory of the process, without what is counted for its threads. */
static uint64_t memory(uint32_t process)
{
    uint64_t d = pages_digest(process);
    for (uint32_t n = member(process, 0); n < agent.nranks; n = member(process, n + 1)) {
        struct rank *r = &agent.rank[n];
        struct rank_head h = *r->head;
        areas_lift(r);
        h.strand.nops = 0;
        h.history = h.clock = h.asleep = 0;
        h.vain = h.gazes = 0;
        h.polls = false;
        h.strand.outcome = (struct outcome){0};
        d ^= program_heap_digest(r, &h);
        d = XXH3_64bits_withSeed(h.strand.sp, (size_t)(r->top - (char *)h.strand.sp), d);
    }
    return d;
}

/* So often a thread may look in vain, one time after the other, if its state changes:
 * alone, and with others. */
enum { VAIN = 100, FEW_VAIN = 4 };

uint64_t space_enter(uint32_t n, const struct outcome *o)
{
    if (!agent.shares)
        return 0;
    struct rank_head *h = agent.rank[n].head,
                     *process = agent.rank[agent.process[n]].head;
    struct space_copies *all = agent.spaces;
    pages_exchange(agent.process[n]);
    for (uint32_t i = member(agent.process[n], 0); agent.hybrid && i < agent.nranks;
         i = member(agent.process[n], i + 1))
        areas_enforce(&agent.rank[i]);
    all->looks = agent.hybrid && op_fails(h->strand.op.kind) &&
                 op_looks(h->strand.op.kind) && o->index == OUTCOME_FALSE;
    all->looked_for = h->strand.op;
    uint64_t before = all->looks ? memory(agent.process[n]) : 0;
    if (process->own)
        memcpy(process->own, h->strand.own, process->own_bytes);
    return before;
}

/* Does the operation ask again for what the thread has just looked for in vain? */
static bool looks_again(const struct op *a, const struct op *b)
{
    if (a->kind != b->kind || a->where != b->where || a->object != b->object ||
        a->peer != b->peer || a->tag != b->tag || a->nargs != b->nargs)
        return false;
    return a->kind == OP_IPROBE ||
           (a->kind == OP_POLL && !memcmp(a->args, b->args, a->nargs * sizeof *a->args));
}

/* A rank of one thread that looks again, with nothing changed, may as well wait: it would
 * go round its loop, and that changes nothing that others can see. Another thread could
 * end the loop by a variable; but in a program that says what it accesses, that is an
 * operation in the loop, or a data race. */
void space_leave(uint32_t n, uint64_t before)
{
    if (!agent.shares)
        return;
    uint32_t process = agent.process[n];
    struct rank_head *h = agent.rank[n].head, *first = agent.rank[process].head;
    if (first->own) {
        memcpy(h->strand.own, first->own, first->own_bytes);
        memset(first->own, 0, first->own_bytes);
    }
    if (!agent.spaces->looks || h->strand.ended)
        return;
    bool again = looks_again(&h->strand.op, &agent.spaces->looked_for);
    bool same = again && before == memory(process);
    bool alone = member(process, process + 1) == agent.nranks;
    bool tries = agent.races && h->vain <= FEW_VAIN;
    if (!alone && (again ? !tries && !(same && agent.races) : h->vain > VAIN))
        port_take_turns();
    if (!again || (!same && h->vain <= VAIN))
        return;
    if (!same && !agent.search.counts.stopped)
        agent.search.counts.stopped = STOP_POLLS;
    h->strand.op.kind = h->strand.op.kind == OP_POLL ? OP_FINISH : OP_PROBE;
    h->strand.op.mode = 0;
}
