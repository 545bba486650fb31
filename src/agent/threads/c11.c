/* SPDX-License-Identifier: Apache-2.0
 *
 * c11.c - threads of C11. libc's functions for them call others inside of libc, so they
 * have to be replaced as well; its types are those of POSIX under other names. */
#include "agent/threads/threads.h"

#include <errno.h>
#include <threads.h>

#include "agent/core/for_program.h"

static int code(int err)
{
    switch (err) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

/* A function of C11 returns an int, which is passed as a pointer. */
struct start {
    thrd_start_t function;
    void *argument;
};

static void *run(void *from)
{
    struct start s = *(struct start *)from;
    free(from);
    return (void *)(intptr_t)s.function(s.argument);
}

EXPORT int thrd_create(thrd_t *t, thrd_start_t function, void *argument)
{
    port_need_threads(SITE);
    struct start *s = malloc(sizeof *s);
    if (!s)
        return thrd_nomem;
    *s = (struct start){function, argument};
    return code(
        threads_mine(SITE)
            ? threads_create(t, NULL, run, s, (const void *)(uintptr_t)function, SITE)
            : threads_real.pthread_create(t, NULL, run, s));
}

EXPORT int thrd_join(thrd_t t, int *result)
{
    void *p = NULL;
    int err = threads_mine(SITE) ? threads_join(OP_ACQUIRE, t, &p, 0, SITE)
                                 : threads_real.pthread_join(t, &p);
    if (result)
        *result = (int)(intptr_t)p;
    return code(err);
}

EXPORT void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

static pthread_mutex_t *mutex(mtx_t *m)
{
    return (pthread_mutex_t *)m;
}

static pthread_cond_t *condition(cnd_t *c)
{
    return (pthread_cond_t *)c;
}

EXPORT int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    if (type & mtx_recursive)
        pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    return code(pthread_mutex_init(mutex(m), &a));
}

EXPORT void mtx_destroy(mtx_t *m)
{
    pthread_mutex_destroy(mutex(m));
}

EXPORT int mtx_lock(mtx_t *m)
{
    return code(threads_mine(SITE) ? threads_lock(mutex(m), SITE)
                                   : threads_real.pthread_mutex_lock(mutex(m)));
}

EXPORT int mtx_trylock(mtx_t *m)
{
    return code(threads_mine(SITE) ? threads_try_lock(mutex(m), EBUSY, SITE)
                                   : threads_real.pthread_mutex_trylock(mutex(m)));
}

EXPORT int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict t)
{
    return code(threads_mine(SITE) ? threads_try_lock(mutex(m), ETIMEDOUT, SITE)
                                   : threads_real.pthread_mutex_timedlock(mutex(m), t));
}

EXPORT int mtx_unlock(mtx_t *m)
{
    return code(threads_mine(SITE) ? threads_unlock(mutex(m), SITE)
                                   : threads_real.pthread_mutex_unlock(mutex(m)));
}

EXPORT int cnd_init(cnd_t *c)
{
    return code(pthread_cond_init(condition(c), NULL));
}

EXPORT void cnd_destroy(cnd_t *c)
{
    pthread_cond_destroy(condition(c));
}

EXPORT int cnd_wait(cnd_t *c, mtx_t *m)
{
    return code(threads_mine(SITE)
                    ? threads_wait(condition(c), mutex(m), NULL, 0, SITE)
                    : threads_real.pthread_cond_wait(condition(c), mutex(m)));
}

EXPORT int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m,
                         const struct timespec *restrict t)
{
    return code(threads_mine(SITE)
                    ? threads_wait(condition(c), mutex(m), t, CLOCK_REALTIME, SITE)
                    : threads_real.pthread_cond_timedwait(condition(c), mutex(m), t));
}

EXPORT int cnd_signal(cnd_t *c)
{
    if (!threads_mine(SITE))
        return code(threads_real.pthread_cond_signal(condition(c)));
    threads_wake(condition(c), WAKE_ONE, SITE);
    return thrd_success;
}

EXPORT int cnd_broadcast(cnd_t *c)
{
    if (!threads_mine(SITE))
        return code(threads_real.pthread_cond_broadcast(condition(c)));
    threads_wake(condition(c), WAKE_ALL, SITE);
    return thrd_success;
}

EXPORT void call_once(once_flag *flag, void (*routine)(void))
{
    int *control = (int *)flag;
    if (threads_mine(SITE) && !threads_was_once(*control))
        threads_once(control, routine, SITE);
    else
        threads_real.pthread_once(control, routine);
}
