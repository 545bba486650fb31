/* SPDX-License-Identifier: Apache-2.0
 *
 * lock.h - a lock in memory that processes share (process.h).
 *
 * It is the number of the process that holds it, so that nobody waits for one that was
 * killed meanwhile. */
#ifndef MZ_BASE_LOCK_H
#define MZ_BASE_LOCK_H
#include "base/process.h"

/* Takes the lock. False: whoever held it has ended without giving it back. It is ours all
 * the same, but what it protects may be changed by half. */
static inline bool lock_take(uint32_t *lock)
{
    enum { TRIES = 1000 };
    uint32_t me = process_id();
    for (int i = 0;; i++) {
        uint32_t holder = 0;
        if (__atomic_compare_exchange_n(lock, &holder, me, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return true;
        if (i < TRIES)
            continue;
        if (!process_lives(holder) &&
            __atomic_compare_exchange_n(lock, &holder, me, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return false;
        process_nap();
    }
}

static inline void lock_give(uint32_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
