/* SPDX-License-Identifier: Apache-2.0
 *
 * trail.c - see trail.h. */
#include "agent/rank/trail.h"
#include "agent/rank/areas.h"
#include "agent/core/agent.h"
#include "kernel/sync.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Of the thread that runs: the memory of its process before. */
static uint64_t memory_before;

/* libc has its threads in a list. */
static bool links_threads(uint64_t word)
{
    int of = layout_rank_of((const void *)word);
    return of >= 0 && of < (int)agent.nranks ? word > (uint64_t)agent.rank[of].top - PAGE
                                             : word >> 40 == 0x7f;
}

/* What is on the thread's stack, and behind that what libc keeps of the thread. */
static uint64_t stack_of(uint32_t n)
{
    const struct rank *r = &agent.rank[n];
    uint64_t d = n;
    for (const uint64_t *at = r->head->strand.sp; (const char *)at < r->top; at++) {
        bool of_libc = r->head->strand.fs && (uint64_t)at >= r->head->strand.fs;
        bool skip = of_libc ? links_threads(*at) : layout_of_agent(*at);
        d = (d ^ (skip ? 0 : *at)) * 0x9e3779b97f4a7c15u + (d >> 47);
    }
    return d;
}

/* A digest of the memory of the thread's process, but for its own stack and what is kept
 * of its threads. */
static uint64_t outside(uint32_t n)
{
    uint64_t d = pages_digest(0);
    for (uint32_t i = 0; i < agent.nranks; i++) {
        struct rank *r = &agent.rank[i];
        if (rank_process(i) != rank_process(n))
            continue;
        struct rank_head none = {.heap.used = r->head->heap.used};
        areas_lift(r);
        d ^= program_heap_digest(r, &none) * (i + 1);
        d += i == n ? 0 : stack_of(i);
    }
    return d;
}

/* Has the operation failed, so that the thread may do it again in a loop? Loops about
 * atomic variables are for threads/atomic.c. */
static bool has_failed(const struct event *e)
{
    return op_family(e->op.kind) == FAMILY_SYNC && e->act.outcome == OUTCOME_FALSE &&
           (e->op.kind == OP_TRY || e->op.kind == OP_AWAIT) && e->op.peer != SYNC_CELL;
}

static bool same_place(const struct event *a, const struct event *b)
{
    return a->op.kind == b->op.kind && a->act.outcome == b->act.outcome &&
           a->op.object == b->op.object && a->op.where == b->op.where;
}

static const struct event *event_of(const struct state *st, uint32_t line, size_t k)
{
    return &st->events.at[st->actor[line].events.at[k]];
}

/* Has the thread tried the same in vain before? Then there may be a loop, and the search
 * begins again, with trails. */
static void consider(const struct state *st, uint32_t n)
{
    enum { FEW = 32 };
    size_t len = st->actor[n].events.len;
    const struct event *last = len ? event_of(st, n, len - 1) : NULL;
    if (!last || !has_failed(last))
        return;
    for (size_t k = len - 1; k-- > 0 && k + FEW > len;)
        if (same_place(event_of(st, n, k), last)) {
            agent.learns.tries = 1;
            agent_again(ATTEMPT_TRIES);
        }
}

/* What the line had come by after so many events. */
static struct image_trail trail_at(const struct state *st, uint32_t line, size_t events)
{
    const struct rank *r = &agent.rank[line];
    const struct image *i = r->space.image;
    size_t k = st->actor[line].events.len;
    if (!i) { /* it is running */
        i = r->space.parent;
        k--;
    }
    for (; i && k > events; k--)
        i = i->parent;
    return i ? i->trail : (struct image_trail){0};
}

/* In a replay, what our own functions have left on stacks is other than in the search; it
 * is known there that they were the same. */
static bool same(struct image_trail a, struct image_trail b)
{
    return agent.once || (a.state && a.state == b.state && a.changes == b.changes);
}

/* Do both pasts, of which the second contains the first, lead to the same state? `me` has
 * been looked at. */
static bool same_past(const struct state *st, const uint32_t *then, const uint32_t *now,
                      uint32_t me)
{
    for (uint32_t line = 0; line < st->nactors; line++) {
        if (now[line] == then[line])
            continue;
        if (line >= agent.nranks || (line != me && !same(trail_at(st, line, then[line]),
                                                         trail_at(st, line, now[line]))))
            return false;
        for (uint32_t k = then[line]; k < now[line]; k++) {
            const struct event *e = event_of(st, line, k);
            if (op_family(e->op.kind) != FAMILY_SYNC ||
                !sync_same_in(st, e->act.object, then, now))
                return false;
        }
    }
    return true;
}

/* Does the thread hold what it has acquired since event number k? It would keep others
 * from it if it went no further. */
static bool holds_since(const struct state *st, uint32_t n, size_t k)
{
    while (++k < st->actor[n].events.len)
        if (event_of(st, n, k)->act.outcome != OUTCOME_FALSE &&
            sync_is_held(st, event_of(st, n, k)->act.object, n))
            return true;
    return false;
}

/* The place among its events of the earlier operation after which all was as it is now,
 * if one in between has failed; UINT32_MAX: there is none. */
static uint32_t come_back(const struct state *st, uint32_t n, struct image_trail is)
{
    enum { LOOP = 128 }; /* more operations in a round are not looked for */
    const struct actor *me = &st->actor[n];
    size_t len = me->events.len, lines = st->nactors * sizeof(uint32_t);
    uint32_t found = UINT32_MAX, *now = NULL;
    const struct event *last = len ? event_of(st, n, len - 1) : NULL;
    bool failed = last && has_failed(last);
    for (size_t k = len ? len - 1 : 0;
         k-- > 0 && k + LOOP > len && found == UINT32_MAX;) {
        const struct event *e = event_of(st, n, k);
        if (failed && same_place(e, last) && same(trail_at(st, n, k + 1), is) &&
            !holds_since(st, n, k)) {
            now = now ? now : mem_alloc(lines);
            memcpy(now, state_clock(st, me->events.at[len - 1]), lines);
            if (same_past(st, state_clock(st, me->events.at[k]), now, n))
                found = (uint32_t)k;
        }
        failed |= has_failed(e);
    }
    free(now);
    return found;
}

void trail_starts(uint32_t thread)
{
    if (agent.once)
        return;
    if (agent.known.tries)
        memory_before = outside(thread);
    else if (agent.search.st)
        consider(agent.search.st, thread);
}

/* What the thread will do depends on this. */
static uint64_t state_of(uint32_t n)
{
    const struct strand *s = &agent.rank[n].head->strand;
    uint64_t is[5] = {stack_of(n), s->op.kind, s->op.object, (uint64_t)s->op.value,
                      (uint64_t)s->op.mode << 32 ^ s->op.where};
    return XXH3_64bits(is, sizeof is) | 1;
}

static void stop(const struct state *st, uint32_t n, uint32_t since, struct op *op)
{
    const struct event *last = event_of(st, n, st->actor[n].events.len - 1);
    *op = (struct op){.kind = OP_AWAIT,
                      .object = last->op.object,
                      .peer = last->op.peer,
                      .value = since,
                      .mode = AWAIT_SPINS,
                      .where = last->op.where};
}

struct image_trail trail_ends(uint32_t thread)
{
    const struct state *st = agent.search.st;
    const struct rank *r = &agent.rank[thread];
    struct strand *s = &r->head->strand;
    if (!agent.known.tries || agent.once || !st)
        return (struct image_trail){0};
    struct image_trail is = {.state = state_of(thread)};
    if (r->space.parent)
        is.changes = r->space.parent->trail.changes;
    is.changes += outside(thread) != memory_before;
    uint32_t since = s->ended ? UINT32_MAX : come_back(st, thread, is);
    if (since != UINT32_MAX)
        stop(st, thread, since, &s->op);
    return is;
}

void trail_settle(struct state *st)
{
    for (uint32_t n = 0; n < agent.nranks && agent.known.tries; n++) {
        struct actor *a = &st->actor[n];
        uint32_t since = a->ended || a->failed
                             ? UINT32_MAX
                             : come_back(st, n, (struct image_trail){0});
        if (since != UINT32_MAX)
            stop(st, n, since, &a->pending);
    }
}
