/* SPDX-License-Identifier: Apache-2.0
 *
 * lock.h - a lock in memory that processes share (process.h), for a few instructions.
 *
 * A process that is killed while it holds the lock never gives it back. So nobody waits
 * for ever: lock_take() is false after half a minute. */
#ifndef MZ_BASE_LOCK_H
#define MZ_BASE_LOCK_H
#include "base/process.h"

#include <stdatomic.h>

static inline bool lock_take(atomic_flag *lock)
{
    enum { TRIES = 1000, NAPS = 300000 };
    for (int i = 0; i < TRIES + NAPS; i++) {
        if (!atomic_flag_test_and_set_explicit(lock, memory_order_acquire))
            return true;
        if (i >= TRIES)
            process_nap();
    }
    return false;
}

static inline void lock_give(atomic_flag *lock)
{
    atomic_flag_clear_explicit(lock, memory_order_release);
}

#endif
