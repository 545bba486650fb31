/* SPDX-License-Identifier: Apache-2.0
 *
 * atomic.c - atomic operations as operations on cells, and what else a program says that
 * is compiled with -fsanitize=thread: see tsan.h.
 *
 * A cell is known by its address. It is read and written by the thread itself, when it is
 * its turn. */
#include "agent/threads/tsan.h"
#include "agent/threads/datarace.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "agent/core/for_program.h"

void mazurka_tsan_init(void)
{
    if (!agent.link || agent.current != AT_SETUP)
        return;
    agent.current = AT_AGENT;
    race_compiled();
    agent.current = AT_SETUP;
}

void mazurka_tsan_access(const volatile void *at, size_t bytes, enum tsan_access how,
                         const void *pc)
{
    if (agent.races && agent.current >= 0 && !threads_internal(pc))
        race_access((uintptr_t)at, bytes, how == TSAN_WRITE ? HOW_WRITE : HOW_READ, pc);
}

void mazurka_tsan_calls(const void *pc)
{
    race_calls(pc);
}

void mazurka_tsan_returns(void)
{
    race_returns();
}

/* ---- atomic operations ---- */

static struct sync_ref cell(const volatile void *at)
{
    return threads_object(SYNC_CELL, at, 0);
}

/* What the thread is going to do depends on this, and on what others do. */
static uint64_t state_of(const struct tsan_from *from)
{
    const char *top = agent.rank[agent.current].top, *low = from->frame;
    uint64_t d = XXH3_64bits(from->registers, sizeof from->registers) ^
                 (uint64_t)(uintptr_t)from->pc;
    return low < top && low >= top - SLAB_STACK
               ? XXH3_64bits_withSeed(low, (size_t)(top - low), d)
               : 0; /* on a stack of its own making: never the same */
}

/* Ends the thread's part in this execution if it goes round a loop in vain. */
static void stop_spinning(struct sync_ref c, const struct tsan_from *from)
{
    uint64_t polls = agent.link->options.polls, state = state_of(from);
    uint32_t most = polls && polls < SPINS_ROOM ? (uint32_t)polls : SPINS_MOST;
    enum spin spin = state ? spin_look(state, most) : SPIN_ON;
    if (spin == SPIN_ON)
        return;
    struct op op = {.kind = OP_AWAIT,
                    .object = c.number,
                    .peer = SYNC_CELL,
                    .value = spin == SPIN_LONG ? most : 0,
                    .mode = spin == SPIN_LONG ? AWAIT_CUT : AWAIT_SPINS};
    rank_take(&op, (void *)(uintptr_t)from->pc);
}

bool mazurka_tsan_begin(const volatile void *at, size_t bytes, enum tsan_atomic what,
                        const struct tsan_from *from)
{
    static const enum op_kind kinds[] = {OP_LOAD, OP_STORE, OP_UPDATE};
    if (!agent.races || !threads_mine(from->pc))
        return false;
    struct sync_ref c = cell(at);
    if (what != TSAN_STORE)
        stop_spinning(c, from);
    threads_ask(kinds[what], c, 0, (void *)(uintptr_t)from->pc);
    if (what != TSAN_STORE)
        spin_saw(at, bytes);
    return true;
}

void mazurka_tsan_order(const volatile void *at, size_t bytes, enum tsan_atomic what,
                        int order, bool changes, const void *pc)
{
    struct sync_ref c = cell(at);
    if (changes)
        spin_over();
    if (what != TSAN_STORE)
        race_reads(c, order);
    race_access((uintptr_t)at, bytes,
                what == TSAN_LOAD ? HOW_ATOMIC_READ : HOW_ATOMIC_WRITE, pc);
    race_divides(); /* who acquires what is released here comes after this access, too */
    if (what == TSAN_STORE)
        race_writes(c, order);
    else if (what == TSAN_UPDATE)
        race_updates(c, order);
}

void mazurka_tsan_fence(int order, const void *pc)
{
    if (agent.races && threads_mine(pc))
        race_fence(order);
}
