/* SPDX-License-Identifier: Apache-2.0
 *
 * atomics.c - what a compiler calls for atomic operations, given -fsanitize=thread.
 *
 * Each waits for its turn and is then performed here, before anybody else goes on.
 * Whether a comparison succeeds is known by then, and with it, which memory order it has.
 */
#include "agent/threads/tsan.h"

#include <stdint.h>

#define PC __builtin_return_address(0)

typedef unsigned __int128 tsan128;

/* Upper bits of an order are hints for the processor. */
#define ORDER(order) ((order)&7)

/* This file is compiled so that it does not touch the registers that functions preserve:
 * they have what the program has in them. */
#define FROM(from)                                                                       \
    struct tsan_from from = {.pc = PC, .frame = __builtin_dwarf_cfa()};                  \
    __asm__ volatile("movq %%rbx, %0\n\tmovq %%rbp, %1\n\tmovq %%r12, %2\n\t"            \
                     "movq %%r13, %3\n\tmovq %%r14, %4\n\tmovq %%r15, %5"                \
                     : "=m"(from.registers[0]), "=m"(from.registers[1]),                 \
                       "=m"(from.registers[2]), "=m"(from.registers[3]),                 \
                       "=m"(from.registers[4]), "=m"(from.registers[5]))

#define FETCH(bits, type, name, expression)                                              \
    type __tsan_atomic##bits##_##name(volatile type *at, type value, int order);         \
    EXPORT type __tsan_atomic##bits##_##name(volatile type *at, type value, int order)   \
    {                                                                                    \
        FROM(from);                                                                      \
        bool turn = mazurka_tsan_begin(at, sizeof *at, TSAN_UPDATE, &from);              \
        type was = atomic_##bits##_get(at);                                              \
        if (turn)                                                                        \
            mazurka_tsan_order(at, sizeof *at, TSAN_UPDATE, ORDER(order),                \
                               (type)(expression) != was, from.pc);                      \
        while (!atomic_##bits##_swap(at, &was, (type)(expression)))                      \
            ;                                                                            \
        return was;                                                                      \
    }

#define COMPARE(bits, type, name)                                                        \
    int __tsan_atomic##bits##_##name(volatile type *at, type *expected, type value,      \
                                     int order, int failed);                             \
    EXPORT int __tsan_atomic##bits##_##name(volatile type *at, type *expected,           \
                                            type value, int order, int failed)           \
    {                                                                                    \
        FROM(from);                                                                      \
        return compare_##bits(at, expected, value, order, failed, &from);                \
    }

#define ATOMICS(bits, type)                                                              \
    static int compare_##bits(volatile type *at, type *expected, type value, int order,  \
                              int failed, const struct tsan_from *from)                  \
    {                                                                                    \
        if (mazurka_tsan_begin(at, sizeof *at, TSAN_UPDATE, from)) {                     \
            bool equal = atomic_##bits##_get(at) == *expected;                           \
            mazurka_tsan_order(at, sizeof *at, equal ? TSAN_UPDATE : TSAN_LOAD,          \
                               ORDER(equal ? order : failed),                            \
                               equal &&value != *expected, from->pc);                    \
        }                                                                                \
        return atomic_##bits##_swap(at, expected, value);                                \
    }                                                                                    \
    type __tsan_atomic##bits##_load(const volatile type *at, int order);                 \
    EXPORT type __tsan_atomic##bits##_load(const volatile type *at, int order)           \
    {                                                                                    \
        FROM(from);                                                                      \
        if (mazurka_tsan_begin(at, sizeof *at, TSAN_LOAD, &from))                        \
            mazurka_tsan_order(at, sizeof *at, TSAN_LOAD, ORDER(order), false, from.pc); \
        return atomic_##bits##_get(at);                                                  \
    }                                                                                    \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int order);          \
    EXPORT void __tsan_atomic##bits##_store(volatile type *at, type value, int order)    \
    {                                                                                    \
        FROM(from);                                                                      \
        if (mazurka_tsan_begin(at, sizeof *at, TSAN_STORE, &from))                       \
            mazurka_tsan_order(at, sizeof *at, TSAN_STORE, ORDER(order), true, from.pc); \
        type was = atomic_##bits##_get(at);                                              \
        while (!atomic_##bits##_swap(at, &was, value))                                   \
            ;                                                                            \
    }                                                                                    \
    FETCH(bits, type, exchange, value)                                                   \
    FETCH(bits, type, fetch_add, was + value)                                            \
    FETCH(bits, type, fetch_sub, was - value)                                            \
    FETCH(bits, type, fetch_and, was &value)                                             \
    FETCH(bits, type, fetch_or, was | value)                                             \
    FETCH(bits, type, fetch_xor, was ^ value)                                            \
    FETCH(bits, type, fetch_nand, ~(was & value))                                        \
    COMPARE(bits, type, compare_exchange_strong)                                         \
    COMPARE(bits, type, compare_exchange_weak)                                           \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected,    \
                                                    type value, int order, int failed);  \
    EXPORT type __tsan_atomic##bits##_compare_exchange_val(                              \
        volatile type *at, type expected, type value, int order, int failed)             \
    {                                                                                    \
        FROM(from);                                                                      \
        compare_##bits(at, &expected, value, order, failed, &from);                      \
        return expected;                                                                 \
    }

#define PLAIN(bits, type)                                                                \
    static type atomic_##bits##_get(const volatile type *at)                             \
    {                                                                                    \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                    \
    }                                                                                    \
    static bool atomic_##bits##_swap(volatile type *at, type *was, type value)           \
    {                                                                                    \
        return __atomic_compare_exchange_n(at, was, value, false, __ATOMIC_SEQ_CST,      \
                                           __ATOMIC_SEQ_CST);                            \
    }                                                                                    \
    ATOMICS(bits, type)

PLAIN(8, uint8_t)
PLAIN(16, uint16_t)
PLAIN(32, uint32_t)
PLAIN(64, uint64_t)

/* One thread of the process runs at a time, and the compiler has no instruction for it.
 */
static tsan128 atomic_128_get(const volatile tsan128 *at)
{
    return *at;
}

static bool atomic_128_swap(volatile tsan128 *at, tsan128 *was, tsan128 value)
{
    bool equal = *at == *was;
    if (equal)
        *at = value;
    else
        *was = *at;
    return equal;
}

ATOMICS(128, tsan128)

void __tsan_atomic_thread_fence(int order);
EXPORT void __tsan_atomic_thread_fence(int order)
{
    mazurka_tsan_fence(ORDER(order), PC);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order);
EXPORT void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* Annotations of programs that synchronize by means that a compiler does not see. */
void __tsan_acquire(void *at);
EXPORT void __tsan_acquire(void *at)
{
    FROM(from);
    if (mazurka_tsan_begin(at, 1, TSAN_LOAD, &from))
        mazurka_tsan_order(at, 1, TSAN_LOAD, __ATOMIC_ACQUIRE, false, from.pc);
}

void __tsan_release(void *at);
EXPORT void __tsan_release(void *at)
{
    FROM(from);
    if (mazurka_tsan_begin(at, 1, TSAN_UPDATE, &from))
        mazurka_tsan_order(at, 1, TSAN_UPDATE, __ATOMIC_RELEASE, true, from.pc);
}
