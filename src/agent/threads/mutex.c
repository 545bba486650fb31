/* SPDX-License-Identifier: Apache-2.0
 *
 * mutex.c - mutexes, reader-writer locks, spin locks.
 *
 * libc's objects are used as libc has initialized them; none of its functions looks at
 * one later, so the numbers of ours are kept where libc would keep who waits. */
#include "agent/threads/threads.h"

#include <errno.h>
#include <string.h>

#include "agent/core/for_program.h"

/* Where in the object the number is kept that threads_new() has given: fields that a
 * static initializer leaves 0. */
#define MADE_IN_MUTEX  24
#define LEFT_IN_MUTEX  32 /* enum sync_left, as its holder has found it */
#define MADE_IN_RWLOCK 0

static uint32_t made_at(const volatile void *object, size_t at)
{
    uint32_t made;
    memcpy(&made, (const char *)(uintptr_t)object + at, sizeof made);
    return made;
}

static void make_at(volatile void *object, size_t at)
{
    uint32_t made = threads_new(object);
    memcpy((char *)(uintptr_t)object + at, &made, sizeof made);
}

/* ---- mutexes ---- */

enum { KIND_TYPE = 3, KIND_ROBUST = 16 };

static struct sync_ref mutex(const pthread_mutex_t *m, const void *site)
{
    static const enum sync_type type[] = {
        [PTHREAD_MUTEX_NORMAL] = SYNC_MUTEX,
        [PTHREAD_MUTEX_RECURSIVE] = SYNC_RECURSIVE,
        [PTHREAD_MUTEX_ERRORCHECK] = SYNC_CHECKED,
        [PTHREAD_MUTEX_ADAPTIVE_NP] = SYNC_MUTEX,
    };
    (void)site;
    return threads_object(type[m->__data.__kind & KIND_TYPE], m,
                          made_at(m, MADE_IN_MUTEX));
}

static void set_left(pthread_mutex_t *m, uint32_t how)
{
    memcpy((char *)m + LEFT_IN_MUTEX, &how, sizeof how);
}

EXPORT int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
{
    int err = threads_real.pthread_mutex_init(m, a);
    if (!err && threads_mine(SITE)) {
        make_at(m, MADE_IN_MUTEX);
        set_left(m, LEFT_WELL);
    }
    return err;
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_mutex_destroy(m);
    if (!threads_retire(mutex(m, SITE), SITE))
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "destroys a mutex that is locked, or that somebody waits for");
    return 0;
}

/* The thread has got the mutex, or it is told why not. */
static int got(pthread_mutex_t *m, struct sync_ref o, int32_t outcome, const void *site)
{
    bool robust = m->__data.__kind & KIND_ROBUST;
    if (outcome == LEFT_LOST)
        return ENOTRECOVERABLE;
    held_add(o, robust ? m : NULL, site);
    if (outcome != LEFT_DEAD)
        return 0;
    set_left(m, LEFT_DEAD);
    return EOWNERDEAD;
}

int threads_lock(pthread_mutex_t *m, void *site)
{
    struct sync_ref o = mutex(m, site);
    int32_t outcome = threads_ask(OP_ACQUIRE, o, 0, site);
    return outcome == SYNC_OWNED ? EDEADLK : got(m, o, outcome, site);
}

int threads_try_lock(pthread_mutex_t *m, int busy, void *site)
{
    struct sync_ref o = mutex(m, site);
    int32_t outcome = threads_ask(OP_TRY, o, 0, site);
    switch (outcome) {
    case OUTCOME_FALSE:
        return busy;
    case SYNC_OWNED:
        return busy == ETIMEDOUT ? EDEADLK : busy;
    default:
        return got(m, o, outcome, site);
    }
}

int threads_unlock(pthread_mutex_t *m, void *site)
{
    struct sync_ref o = mutex(m, site);
    uint8_t how = m->__data.__kind & KIND_ROBUST && made_at(m, LEFT_IN_MUTEX) == LEFT_DEAD
                      ? LEFT_LOST
                      : LEFT_WELL;
    if (threads_ask(OP_RELEASE, o, how, site) != SYNC_NOT_OWNED) {
        held_remove(o);
        return 0;
    }
    if (o.type == SYNC_MUTEX)
        rank_fail_at(FINDING_INVALID_ARGUMENT, site,
                     "unlocks a mutex that it has not locked");
    return EPERM;
}

EXPORT int pthread_mutex_consistent(pthread_mutex_t *m)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_mutex_consistent(m);
    if (made_at(m, LEFT_IN_MUTEX) != LEFT_DEAD)
        return EINVAL;
    set_left(m, LEFT_WELL);
    return 0;
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
{
    return threads_mine(SITE) ? threads_lock(m, SITE)
                              : threads_real.pthread_mutex_lock(m);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m)
{
    return threads_mine(SITE) ? threads_try_lock(m, EBUSY, SITE)
                              : threads_real.pthread_mutex_trylock(m);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict m,
                                   const struct timespec *restrict t)
{
    return threads_mine(SITE) ? threads_try_lock(m, ETIMEDOUT, SITE)
                              : threads_real.pthread_mutex_timedlock(m, t);
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
                                   const struct timespec *restrict t)
{
    return threads_mine(SITE) ? threads_try_lock(m, ETIMEDOUT, SITE)
                              : threads_real.pthread_mutex_clocklock(m, clock, t);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
    return threads_mine(SITE) ? threads_unlock(m, SITE)
                              : threads_real.pthread_mutex_unlock(m);
}

/* ---- reader-writer locks ---- */

static struct sync_ref rwlock(const pthread_rwlock_t *l)
{
    return threads_object(SYNC_RWLOCK, l, made_at(l, MADE_IN_RWLOCK));
}

EXPORT int pthread_rwlock_init(pthread_rwlock_t *restrict l,
                               const pthread_rwlockattr_t *restrict a)
{
    int err = threads_real.pthread_rwlock_init(l, a);
    if (!err && threads_mine(SITE))
        make_at(l, MADE_IN_RWLOCK);
    return err;
}

EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_rwlock_destroy(l);
    if (!threads_retire(rwlock(l), SITE))
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE, "destroys a rwlock that is locked");
    return 0;
}

/* Do readers wait for writers that wait? */
static bool prefers_writers(const pthread_rwlock_t *l)
{
    return l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static uint8_t shared(const pthread_rwlock_t *l)
{
    return prefers_writers(l) ? HOLD_POLITE : HOLD_SHARED;
}

static int try_rwlock(pthread_rwlock_t *l, uint8_t how, int busy, void *site)
{
    return threads_ask(OP_TRY, rwlock(l), how, site) == OUTCOME_FALSE ? busy : 0;
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_rwlock_rdlock(l);
    threads_ask(OP_ACQUIRE, rwlock(l), shared(l), SITE);
    return 0;
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_rwlock_wrlock(l);
    if (prefers_writers(l))
        threads_ask(OP_ENROL, rwlock(l), 0, SITE);
    threads_ask(OP_ACQUIRE, rwlock(l), HOLD_ALONE, SITE);
    return 0;
}

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    return threads_mine(SITE) ? try_rwlock(l, shared(l), EBUSY, SITE)
                              : threads_real.pthread_rwlock_tryrdlock(l);
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    return threads_mine(SITE) ? try_rwlock(l, HOLD_ALONE, EBUSY, SITE)
                              : threads_real.pthread_rwlock_trywrlock(l);
}

EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l,
                                      const struct timespec *restrict t)
{
    return threads_mine(SITE) ? try_rwlock(l, shared(l), ETIMEDOUT, SITE)
                              : threads_real.pthread_rwlock_timedrdlock(l, t);
}

EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l,
                                      const struct timespec *restrict t)
{
    return threads_mine(SITE) ? try_rwlock(l, HOLD_ALONE, ETIMEDOUT, SITE)
                              : threads_real.pthread_rwlock_timedwrlock(l, t);
}

EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                      const struct timespec *restrict t)
{
    return threads_mine(SITE) ? try_rwlock(l, shared(l), ETIMEDOUT, SITE)
                              : threads_real.pthread_rwlock_clockrdlock(l, clock, t);
}

EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                      const struct timespec *restrict t)
{
    return threads_mine(SITE) ? try_rwlock(l, HOLD_ALONE, ETIMEDOUT, SITE)
                              : threads_real.pthread_rwlock_clockwrlock(l, clock, t);
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_rwlock_unlock(l);
    if (threads_ask(OP_RELEASE, rwlock(l), 0, SITE) == SYNC_NOT_OWNED)
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "unlocks a rwlock that it has not locked");
    return 0;
}

/* ---- spin locks: there is no static initializer, so the number is the lock ---- */

static struct sync_ref spin(const volatile pthread_spinlock_t *l)
{
    return threads_object(SYNC_MUTEX, l, (uint32_t)*l);
}

EXPORT int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
    int err = threads_real.pthread_spin_init(l, shared);
    if (!err && threads_mine(SITE))
        *l = (pthread_spinlock_t)threads_new(l);
    return err;
}

EXPORT int pthread_spin_destroy(pthread_spinlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_spin_destroy(l);
    if (!threads_retire(spin(l), SITE))
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "destroys a spin lock that is locked");
    return 0;
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_spin_lock(l);
    threads_ask(OP_ACQUIRE, spin(l), 0, SITE);
    return 0;
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_spin_trylock(l);
    return threads_ask(OP_TRY, spin(l), 0, SITE) == OUTCOME_FALSE ? EBUSY : 0;
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *l)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_spin_unlock(l);
    if (threads_ask(OP_RELEASE, spin(l), 0, SITE) == SYNC_NOT_OWNED)
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "unlocks a spin lock that it has not locked");
    return 0;
}
