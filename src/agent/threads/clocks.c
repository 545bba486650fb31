/* SPDX-License-Identifier: Apache-2.0
 *
 * clocks.c - what the operations of threads order: each moves the clocks of the thread
 * and of the object; see datarace.h. */
#include "agent/threads/races.h"

#include <stdlib.h>

static void post(uint32_t *o, const uint32_t *clock)
{
    struct posts *all = &agent.races->posts[rank_process((uint32_t)agent.current)];
    uint32_t words = 1 + width();
    uint32_t n = all->free;
    if (n) {
        all->free = all->at[(n - 1) * words];
    } else {
        if (all->n == all->room) {
            int who = agent.current;
            agent.current = AT_AGENT;
            all->room = all->room ? 2 * all->room : 64;
            all->at = mem_resize(all->at, posts_bytes(all->room));
            agent.current = who;
        }
        n = ++all->n;
    }
    uint32_t *p = &all->at[(n - 1) * words];
    p[0] = 0;
    clock_copy(p + 1, clock);
    if (o[LAST_POST])
        all->at[(o[LAST_POST] - 1) * words] = n;
    else
        o[FIRST_POST] = n;
    o[LAST_POST] = n;
}

static void take(uint32_t *o, uint32_t *clock)
{
    struct posts *all = &agent.races->posts[rank_process((uint32_t)agent.current)];
    uint32_t words = 1 + width(), n = o[FIRST_POST];
    if (!n)
        return;
    uint32_t *p = &all->at[(n - 1) * words];
    clock_join(clock, p + 1);
    o[FIRST_POST] = p[0];
    if (!p[0])
        o[LAST_POST] = 0;
    p[0] = all->free;
    all->free = n;
}

/* Units that were in the semaphore from the start are taken first: COUNT of them were. */
static void semaphore(enum op_kind kind, struct sync_ref ref, uint32_t *o,
                      uint32_t *clock)
{
    uint32_t *all = o + OBJECT_CLOCKS;
    if (kind == OP_RELEASE) {
        clock_join(all, clock);
        post(o, all);
    } else if (kind == OP_ACQUIRE || kind == OP_TRY) {
        if ((int64_t)o[COUNT] < ref.initial)
            o[COUNT]++;
        else
            take(o, clock);
    }
}

/* COUNT is the line that holds it alone, plus 1. The first clock is that of all releases,
 * the second one of those of writers. */
static void rwlock(enum op_kind kind, uint8_t mode, uint32_t line, uint32_t *o,
                   uint32_t *clock)
{
    uint32_t *all = o + OBJECT_CLOCKS, *writers = all + width();
    if (kind == OP_RELEASE) {
        clock_join(all, clock);
        if (o[COUNT] != line + 1)
            return;
        clock_join(writers, clock);
        o[COUNT] = 0;
    } else if (kind != OP_ACQUIRE && kind != OP_TRY) {
        return;
    } else if (mode != HOLD_ALONE) {
        clock_join(clock, writers);
    } else {
        clock_join(clock, all);
        o[COUNT] = line + 1;
    }
}

/* Two generations at most are in it; COUNT threads have reached number NUMBER. */
static void barrier(enum op_kind kind, struct sync_ref ref, uint32_t *t, uint32_t *o,
                    uint32_t *clock)
{
    uint32_t generation = kind == OP_REACH ? o[NUMBER] : t[GENERATION];
    uint32_t *c = o + OBJECT_CLOCKS + (generation & 1) * width();
    if (kind != OP_REACH) {
        clock_join(clock, c);
        return;
    }
    if (!o[COUNT])
        memset(c, 0, width() * sizeof *c);
    clock_join(c, clock);
    t[GENERATION] = generation;
    if (++o[COUNT] == (uint32_t)ref.initial) {
        o[COUNT] = 0;
        o[NUMBER]++;
    }
}

/* The clock with which a task was put, and behind that the one with which it was done. */
static uint32_t *task_clock(uint32_t team, uint32_t node)
{
    return object_at(threads_node_object(team, node)) + OBJECT_CLOCKS;
}

/* Of two generations of the barrier, the one that has reached it and the tasks that were
 * done meanwhile; NUMBER and COUNT say which these are, plus 1. */
static void team(enum op_kind kind, struct sync_ref ref, int32_t outcome, uint32_t *clock)
{
    uint32_t *o = object_at(ref.number), odd = ref.generation & 1;
    uint32_t *all = o + OBJECT_CLOCKS + odd * width(), *which = &o[odd ? COUNT : NUMBER];
    const struct program_objects *of = agent.program.ops->objects;
    bool comes = kind == OP_REACH || kind == OP_RELEASE;
    if (comes && *which != ref.generation + 1) {
        memset(all, 0, width() * sizeof *all);
        *which = ref.generation + 1;
    }
    if (comes)
        clock_join(all, clock);
    if (kind == OP_ENROL)
        clock_copy(task_clock(ref.number, ref.node), clock);
    else if (kind == OP_RELEASE)
        clock_copy(task_clock(ref.number, ref.node) + width(), clock);
    else if (kind == OP_PASS && !outcome)
        clock_join(clock, all);
    if (outcome > 0) {
        uint32_t task = threads_node_named(ref.number, outcome - 1);
        const struct sync_node *n = of->node(&agent.program, ref.number, task);
        clock_join(clock, task_clock(ref.number, task));
        for (uint32_t i = 0; i < of->nodes(&agent.program, ref.number); i++)
            if (n->before[i / 64] >> (i % 64) & 1)
                clock_join(clock, task_clock(ref.number, i) + width());
    } else if (kind == OP_AWAIT) {
        for (uint32_t i = 0; i < of->nodes(&agent.program, ref.number); i++)
            if (sync_waits_for(&agent.program, ref.number, ref.node, i))
                clock_join(clock, task_clock(ref.number, i) + width());
    }
}

static void thread(enum op_kind kind, uint32_t other, uint32_t *clock)
{
    if (kind == OP_WAKE) {
        clock_copy(clock_at(other), clock);
    } else if (kind == OP_ACQUIRE || kind == OP_TRY) {
        clock_join(clock, clock_at(other));
        clock[other] = thread_at(other)[BEGUN];
    }
}

void race_synced(enum op_kind kind, struct sync_ref ref, uint8_t mode, int32_t outcome)
{
    if (ref.type != SYNC_CELL)
        spin_over();
    if (!agent.races || outcome == OUTCOME_FALSE || outcome < OUTCOME_FALSE)
        return;
    uint32_t line = (uint32_t)agent.current, *clock = clock_at(line);
    if (ref.type == SYNC_THREAD) {
        thread(kind, ref.number, clock);
        return;
    }
    uint32_t *o = object_at(ref.number), *all = o + OBJECT_CLOCKS;
    switch (ref.type) {
    case SYNC_RWLOCK:
        rwlock(kind, mode, line, o, clock);
        break;
    case SYNC_SEMAPHORE:
        semaphore(kind, ref, o, clock);
        break;
    case SYNC_BARRIER:
        barrier(kind, ref, thread_at(line), o, clock);
        break;
    case SYNC_ONCE:
        if (kind == OP_ACQUIRE && outcome == 0)
            break; /* the first */
        /* fall through */
    case SYNC_MUTEX:
    case SYNC_RECURSIVE:
    case SYNC_CHECKED:
    case SYNC_LATCH:
        if (kind == OP_RELEASE)
            clock_join(all, clock);
        else if (kind == OP_ACQUIRE || kind == OP_TRY)
            clock_join(clock, all);
        break;
    case SYNC_TEAM:
        team(kind, ref, outcome, clock);
        break;
    case SYNC_DEAL:      /* OpenMP: who comes first orders nothing */
    case SYNC_CONDITION: /* C++: notifying orders nothing, the mutex does */
    case SYNC_CELL:
    case SYNC_THREAD:
    case SYNC_TYPES:
        break;
    }
}

/* ---- cells: the first clock is that of the release sequence ---- */

static bool acquires(int order)
{
    return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE ||
           order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static bool releases(int order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL ||
           order == __ATOMIC_SEQ_CST;
}

void race_reads(struct sync_ref cell, int order)
{
    uint32_t n = (uint32_t)agent.current;
    clock_join(acquires(order) ? clock_at(n) : to_come(n),
               object_at(cell.number) + OBJECT_CLOCKS);
}

void race_writes(struct sync_ref cell, int order)
{
    uint32_t n = (uint32_t)agent.current;
    clock_copy(object_at(cell.number) + OBJECT_CLOCKS,
               releases(order) ? clock_at(n) : told(n));
}

void race_updates(struct sync_ref cell, int order)
{
    uint32_t n = (uint32_t)agent.current;
    race_reads(cell, order);
    clock_join(object_at(cell.number) + OBJECT_CLOCKS,
               releases(order) ? clock_at(n) : told(n));
}

void race_fence(int order)
{
    uint32_t n = (uint32_t)agent.current;
    race_divides();
    if (acquires(order))
        clock_join(clock_at(n), to_come(n));
    if (releases(order))
        clock_copy(told(n), clock_at(n));
}
