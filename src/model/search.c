/* SPDX-License-Identifier: Apache-2.0
 *
 * search.c - one thread, every state once.
 *
 * Without a depth bound the search keeps a stack of states and expands from
 * its top, several at a time (ENGINE_TOGETHER): the successors of all of them
 * are computed first and the cache lines of the table that they will need are
 * asked for, so that the look-ups that follow do not wait for memory one by
 * one. A state is marked when it is found rather than when it is expanded;
 * for reachability the order makes no difference.
 *
 * With a depth bound it does. A depth-first search that comes to a state on a
 * long path first, and gives up at the bound below it, would not look again
 * when a shorter path leads there. So that search goes level by level, by
 * atomic length (a synchronous transition counts two), and expands each state
 * at its least depth: exactly the states of G with the bound m are reached.
 *
 * Without a channel bound the capacities of the layout are a guess. When a
 * send finds no room the search starts again with twice the room for that
 * channel, so the last attempt is the only one that counts. */
#include "base/timer.h"
#include "model/engine.h"

#include <math.h>
#include <string.h>
#include <time.h>

bool engine_tick(struct engine *e)
{
    double now = timer_now();
    if (e->o->progress && now - e->tick > 0.1) {
        e->tick = now;
        e->r->seconds = now - e->start;
        e->r->bytes = store_memory(&e->store);
        e->o->progress(e->r, e->o->progress_arg);
    }
    if (now - e->start > e->o->seconds)
        e->r->cut_time = true;
    if (e->o->interrupt && *e->o->interrupt)
        e->r->cut_interrupt = true;
    return e->r->cut_time || e->r->cut_interrupt;
}

bool engine_note(struct engine *e, struct search_result *r, const struct global *open,
                 struct expansion x, uint32_t id)
{
    if (x.overflow != MODEL_NONE) {
        __atomic_store_n(&e->overflow, x.overflow, __ATOMIC_RELAXED);
        return true;
    }
    r->cut_channel |= x.refused && !e->o->sync_only;
    if (!x.halted)
        return false;
    r->halted++;
    r->absolutely_halted += step_absolutely_halted(e->sp->m, open);
    if (e->o->on_halted)
        e->o->on_halted(e->o->arg, open);
    if (!e->o->property)
        return false;
    uint32_t broken = property_broken(e->o->property, e->sp->m, open);
    if (broken == MODEL_NONE)
        return false;
    r->violations++;
    uint32_t none = MODEL_NONE;
    if (__atomic_compare_exchange_n(&e->found, &none, id, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        e->r->clause = broken;
    return !e->o->keep_going;
}

/* Hashes the successors in the batch and looks them up; the new ones go on
 * `stack`. False if memory ran out. */
static bool take_in(struct engine *e, struct store_cursor *cur, struct batch *b,
                    ids *stack)
{
    size_t waiting_bytes = stack->cap * sizeof *stack->at;
    if (store_needs_room(&e->store, e->store.count, b->count) ||
        e->o->memory != SIZE_MAX) {
        size_t left = e->o->memory > waiting_bytes ? e->o->memory - waiting_bytes : 0;
        if (!store_reserve(&e->store, b->count, left))
            return false;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        b->hash[i] = store_hash(batch_at(b, i), b->stride);
        store_prefetch(&e->store, b->hash[i]);
    }
    for (uint32_t i = 0; i < b->count; i++)
        store_prefetch_state(&e->store, b->hash[i]);
    for (uint32_t i = 0; i < b->count; i++) {
        bool fresh;
        uint32_t id =
            store_add(&e->store, cur, batch_at(b, i), b->hash[i], false, &fresh);
        if (fresh)
            vec_push(stack, id);
    }
    return true;
}

uint32_t engine_initial(struct engine *e, struct expander *x, struct store_cursor *cur)
{
    bool fresh;
    uint8_t *packed = mem_alloc(e->sp->layout.bytes + LAYOUT_SLACK);
    layout_pack(&e->sp->layout, &x->open, packed);
    uint32_t id = STORE_NONE;
    if (store_reserve(&e->store, 1, e->o->memory))
        id = store_add(&e->store, cur, packed, store_hash(packed, e->sp->layout.bytes),
                       false, &fresh);
    else
        e->r->cut_memory = true;
    free(packed);
    return id;
}

void engine_depth_first(struct engine *e)
{
    struct expander x;
    struct batch b;
    struct store_cursor cur = {0};
    ids stack = {0};
    expander_init(&x, e->sp);
    batch_init(&b, e->sp->layout.bytes);
    bool stop = false;
    uint32_t first = engine_initial(e, &x, &cur);
    if (first != STORE_NONE)
        vec_push(&stack, first);
    for (uint64_t rounds = 0; stack.len && !stop; rounds++) {
        b.count = 0;
        for (int k = 0; k < ENGINE_TOGETHER && stack.len && !stop; k++) {
            uint32_t id = vec_pop(&stack);
            struct expansion ex = space_expand(&x, store_at(&e->store, id), &b);
            stop = engine_note(e, e->r, &x.open, ex, id);
        }
        e->r->transitions += b.count;
        if (!stop && !take_in(e, &cur, &b, &stack))
            stop = e->r->cut_memory = true;
        if (rounds % 1024 == 0) {
            e->r->states = e->store.count;
            e->r->waiting = stack.len;
            stop |= engine_tick(e);
        }
    }
    e->r->bytes = store_memory(&e->store) + stack.cap * sizeof *stack.at;
    vec_free(&stack);
    batch_free(&b);
    expander_free(&x);
}

/* Level by level. `level[i]` holds the states found at depth now + i; a state
 * in a later list may turn up in an earlier one, so `depth` remembers the
 * least so far (mod 4; 3 steps apart at most) and stale entries are skipped. */
struct levels {
    ids list[3];
    VEC(uint8_t) depth;
};

enum { EXPANDED = 0x80 };

static void level_put(struct levels *l, uint32_t id, uint64_t now, uint32_t cost)
{
    while (l->depth.len <= id)
        vec_push(&l->depth, 0);
    l->depth.at[id] = (uint8_t)((now + cost) & 3);
    vec_push(&l->list[cost], id);
}

/* Is a state that the bound kept us from visiting unknown to the search? */
static bool hidden(struct engine *e, struct expander *x, struct batch *b, uint32_t id,
                   uint64_t left)
{
    b->count = 0;
    space_expand(x, store_at(&e->store, id), b);
    for (uint32_t i = 0; i < b->count; i++) {
        uint64_t cost = b->edge[i].recv == MODEL_NONE ? 1 : 2;
        uint64_t hash = store_hash(batch_at(b, i), b->stride);
        if (cost > left && store_find(&e->store, batch_at(b, i), hash) == STORE_NONE)
            return true;
    }
    return false;
}

void engine_levels(struct engine *e)
{
    struct expander x;
    struct batch b;
    struct store_cursor cur = {0};
    struct levels l = {0};
    ids edge = {0}; /* states within two steps of the bound */
    expander_init(&x, e->sp);
    batch_init(&b, e->sp->layout.bytes);
    bool stop = false;
    uint64_t depth = e->o->depth, rounds = 0;
    uint32_t first = engine_initial(e, &x, &cur);
    if (first != STORE_NONE)
        level_put(&l, first, 0, 0);
    for (uint64_t now = 0; now <= depth && !stop; now++) {
        for (size_t i = 0; i < l.list[0].len && !stop; i++, rounds++) {
            uint32_t id = l.list[0].at[i];
            if (l.depth.at[id] != (now & 3))
                continue; /* found at a smaller depth, or expanded already */
            l.depth.at[id] |= EXPANDED;
            b.count = 0;
            struct expansion ex = space_expand(&x, store_at(&e->store, id), &b);
            stop = engine_note(e, e->r, &x.open, ex, id);
            if (depth - now < 2)
                vec_push(&edge, id);
            if (!store_reserve(&e->store, b.count, e->o->memory))
                stop = e->r->cut_memory = true;
            for (uint32_t k = 0; k < b.count && !stop; k++) {
                uint32_t cost = b.edge[k].recv == MODEL_NONE ? 1 : 2;
                if (cost > depth - now)
                    continue;
                e->r->transitions++;
                bool fresh;
                uint64_t hash = store_hash(batch_at(&b, k), b.stride);
                uint32_t to =
                    store_add(&e->store, &cur, batch_at(&b, k), hash, false, &fresh);
                if (fresh || (cost == 1 && l.depth.at[to] == ((now + 2) & 3)))
                    level_put(&l, to, now, cost);
            }
            if (rounds % 4096 == 0) {
                e->r->states = e->store.count;
                e->r->waiting = l.list[0].len - i + l.list[1].len + l.list[2].len;
                stop |= engine_tick(e);
            }
        }
        if (!l.list[1].len && !l.list[2].len)
            break;
        for (int i = 0; i < 2; i++) {
            l.list[i].len = 0;
            ids empty = l.list[i];
            l.list[i] = l.list[i + 1];
            l.list[i + 1] = empty;
        }
    }
    for (size_t i = 0; i < edge.len && !e->r->cut_depth && !stop; i++) {
        uint64_t left = (depth - l.depth.at[edge.at[i]]) & 3;
        e->r->cut_depth = hidden(e, &x, &b, edge.at[i], left);
    }
    e->r->bytes = store_memory(&e->store) + l.depth.cap;
    for (int i = 0; i < 3; i++) {
        e->r->bytes += l.list[i].cap * sizeof(uint32_t);
        vec_free(&l.list[i]);
    }
    vec_free(&l.depth);
    vec_free(&edge);
    batch_free(&b);
    expander_free(&x);
}

void model_options_default(struct model_options *o)
{
    *o = (struct model_options){.urgency = URGENCY_REACH,
                                .bound = SEARCH_NO_BOUND,
                                .depth = SEARCH_NO_DEPTH,
                                .memory = SIZE_MAX,
                                .seconds = INFINITY,
                                .jobs = 1};
}

static void attempt(struct engine *e, const uint32_t *cap, struct search_result *r)
{
    const struct model_options *o = e->o;
    struct model_space sp;
    space_init(&sp, e->sp->m, o->urgency, cap,
               o->bound != SEARCH_NO_BOUND || o->sync_only);
    sp.every_sync = o->every_sync;
    e->sp = &sp;
    e->overflow = e->found = MODEL_NONE;
    store_init(&e->store, sp.layout.bytes);
    r->state_bytes = sp.layout.bytes;
    if (o->bitstate)
        engine_bitstate(e);
    else if (o->sleep)
        engine_sleep(e);
    else if (o->depth != SEARCH_NO_DEPTH)
        engine_levels(e);
    else if (o->jobs > 1)
        engine_parallel(e);
    else
        engine_depth_first(e);
    if (!o->bitstate)
        r->states = e->store.count;
    r->seconds = timer_now() - e->start;
    if (e->overflow == MODEL_NONE && e->found != MODEL_NONE && !o->bitstate)
        engine_path(e, e->found);
    store_free(&e->store);
    space_free(&sp);
}

void search_run(const struct model *m, const struct model_options *o,
                struct search_result *r)
{
    uint32_t *cap = mem_alloc((m->channels + 1) * sizeof *cap);
    for (uint32_t c = 0; c < m->channels; c++)
        cap[c] = o->sync_only ? 0 : o->bound == SEARCH_NO_BOUND ? 2 : o->bound;
    struct engine e = {.o = o, .r = r, .start = timer_now()};
    for (bool again = true; again;) {
        search_result_free(r);
        *r = (struct search_result){.clause = MODEL_NONE};
        struct model_space outer = {.m = m};
        e.sp = &outer;
        attempt(&e, cap, r);
        again = e.overflow != MODEL_NONE && !r->cut_time && !r->cut_interrupt;
        if (again)
            cap[e.overflow] *= 2;
    }
    free(cap);
    r->lossy = o->bitstate != 0;
    bool cut = r->cut_channel || r->cut_depth || r->cut_memory || r->cut_time ||
               r->cut_interrupt || r->lossy;
    r->verdict = r->violations ? MZ_FOUND : cut ? MZ_INCOMPLETE : MZ_OK;
}

void search_result_free(struct search_result *r)
{
    vec_free(&r->path);
}
