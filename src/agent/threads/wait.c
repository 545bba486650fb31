/* SPDX-License-Identifier: Apache-2.0
 *
 * wait.c - what threads wait for: conditions, semaphores, barriers, pthread_once(). */
#include "agent/threads/threads.h"
#include "agent/system/syscall.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdarg.h>
#include <string.h>

#include "agent/core/for_program.h"

/* Where in the object the number is kept that threads_new() has given. */
#define MADE_IN_COND    0
#define MADE_IN_SEM     16
#define MADE_IN_BARRIER 0
#define BARRIER_COUNT   8

static uint32_t word_at(const volatile void *object, size_t at)
{
    uint32_t word;
    memcpy(&word, (const char *)(uintptr_t)object + at, sizeof word);
    return word;
}

static void make_at(volatile void *object, size_t at)
{
    uint32_t made = threads_new(object);
    memcpy((char *)(uintptr_t)object + at, &made, sizeof made);
}

/* ---- conditions ---- */

static struct sync_ref condition(const pthread_cond_t *c)
{
    return threads_object(SYNC_CONDITION, c, word_at(c, MADE_IN_COND));
}

EXPORT int pthread_cond_init(pthread_cond_t *restrict c,
                             const pthread_condattr_t *restrict a)
{
    int err = threads_real.pthread_cond_init(c, a);
    if (!err && threads_mine(SITE))
        make_at(c, MADE_IN_COND);
    return err;
}

EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_cond_destroy(c);
    if (!threads_retire(condition(c), SITE))
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "destroys a condition that somebody waits for");
    return 0;
}

/* May the thread be woken without a reason? */
static bool may_be_spurious(void)
{
    uint64_t most = agent.link->options.spurious;
    if (!most) {
        link_leaves_out(agent.shared, "spurious wakeups (--spurious 1)");
        return false;
    }
    char text[64];
    snprintf(text, sizeof text, "%llu spurious wakeup%s of each thread",
             (unsigned long long)most, most == 1 ? "" : "s");
    link_rests_on(agent.shared, text);
    return rank_head()->spurious < most;
}

int threads_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until,
                 clockid_t clock, void *site)
{
    threads_ask(OP_ENROL, condition(c), 0, site);
    int err = threads_unlock(m, site);
    if (err)
        return err;
    int32_t how =
        threads_ask(OP_AWAIT, condition(c),
                    until || may_be_spurious() ? AWAIT_OR_LEAVE : AWAIT_WAKE, site);
    if (how == OUTCOME_FALSE && until)
        virtual_come_to(until, clock);
    err = threads_lock(m, site);
    if (how == OUTCOME_FALSE && !until)
        rank_head()->spurious++;
    return err ? err : how == OUTCOME_FALSE && until ? ETIMEDOUT : 0;
}

EXPORT int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
    return threads_mine(SITE) ? threads_wait(c, m, NULL, 0, SITE)
                              : threads_real.pthread_cond_wait(c, m);
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                  const struct timespec *restrict t)
{
    return threads_mine(SITE) ? threads_wait(c, m, t, CLOCK_REALTIME, SITE)
                              : threads_real.pthread_cond_timedwait(c, m, t);
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                  clockid_t clock, const struct timespec *restrict t)
{
    return threads_mine(SITE) ? threads_wait(c, m, t, clock, SITE)
                              : threads_real.pthread_cond_clockwait(c, m, clock, t);
}

void threads_wake(pthread_cond_t *c, enum sync_wake how, void *site)
{
    threads_ask(OP_WAKE, condition(c), (uint8_t)how, site);
}

EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_cond_signal(c);
    threads_wake(c, WAKE_ONE, SITE);
    return 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_cond_broadcast(c);
    threads_wake(c, WAKE_ALL, SITE);
    return 0;
}

/* ---- semaphores: libc keeps the value in the first word, and nobody changes it ---- */

static struct sync_ref semaphore(const sem_t *s)
{
    struct sync_ref o = threads_object(SYNC_SEMAPHORE, s, word_at(s, MADE_IN_SEM));
    o.initial = (int32_t)word_at(s, 0);
    return o;
}

EXPORT int sem_init(sem_t *s, int shared, unsigned value)
{
    int err = threads_real.sem_init(s, shared, value);
    if (!err && threads_mine(SITE))
        make_at(s, MADE_IN_SEM);
    return err;
}

EXPORT int sem_destroy(sem_t *s)
{
    if (!threads_mine(SITE))
        return threads_real.sem_destroy(s);
    if (!threads_retire(semaphore(s), SITE))
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "destroys a semaphore that somebody waits for");
    return 0;
}

/* Those with names are the process's own here: there is nobody else. Ranks of MPI may
 * share them, or may not, if they are on different machines. */
struct named {
    struct named *next;
    sem_t sem;
    bool linked;
    char name[];
};

/* The list is asked and changed in some order, which matters. */
static struct named *find_named(const char *name, void *site)
{
    struct named *n;
    if (agent.hybrid)
        rank_refuse_at(REASON_THREADS, site,
                       "uses a semaphore with a name (sem_open), which ranks may share; "
                       "sem_init makes one of the rank's own");
    threads_ask(OP_UPDATE, threads_object(SYNC_CELL, &agent.rank[0].head->named, 0), 0,
                site);
    for (n = agent.rank[0].head->named; n; n = n->next)
        if (n->linked && !strcmp(n->name, name))
            return n;
    return NULL;
}

static sem_t *open_named(const char *name, int flags, unsigned value, void *site)
{
    struct named *n = find_named(name, site);
    if (n ? (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) : !(flags & O_CREAT)) {
        errno = n ? EEXIST : ENOENT;
        return SEM_FAILED;
    }
    if (n)
        return &n->sem;
    n = malloc(sizeof *n + strlen(name) + 1);
    *n = (struct named){.next = agent.rank[0].head->named, .linked = true};
    strcpy(n->name, name);
    threads_real.sem_init(&n->sem, 0, value);
    make_at(&n->sem, MADE_IN_SEM);
    agent.rank[0].head->named = n;
    return &n->sem;
}

EXPORT int sem_close(sem_t *s)
{
    return threads_mine(SITE) ? 0 : threads_real.sem_close(s);
}

EXPORT int sem_unlink(const char *name)
{
    if (!threads_mine(SITE))
        return threads_real.sem_unlink(name);
    struct named *n = find_named(name, SITE);
    if (n) {
        n->linked = false;
        return 0;
    }
    errno = ENOENT;
    return -1;
}

EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = va_arg(args, mode_t);
    unsigned value = va_arg(args, unsigned);
    va_end(args);
    if (threads_mine(SITE))
        return open_named(name, flags, value, SITE);
    return threads_real.sem_open(name, flags, mode, value);
}

static int try_semaphore(sem_t *s, int busy, void *site)
{
    if (threads_ask(OP_TRY, semaphore(s), 0, site) != OUTCOME_FALSE)
        return 0;
    errno = busy;
    return -1;
}

EXPORT int sem_wait(sem_t *s)
{
    if (!threads_mine(SITE))
        return threads_real.sem_wait(s);
    threads_ask(OP_ACQUIRE, semaphore(s), 0, SITE);
    return 0;
}

EXPORT int sem_trywait(sem_t *s)
{
    return threads_mine(SITE) ? try_semaphore(s, EAGAIN, SITE)
                              : threads_real.sem_trywait(s);
}

EXPORT int sem_timedwait(sem_t *restrict s, const struct timespec *restrict t)
{
    return threads_mine(SITE) ? try_semaphore(s, ETIMEDOUT, SITE)
                              : threads_real.sem_timedwait(s, t);
}

EXPORT int sem_clockwait(sem_t *restrict s, clockid_t clock,
                         const struct timespec *restrict t)
{
    return threads_mine(SITE) ? try_semaphore(s, ETIMEDOUT, SITE)
                              : threads_real.sem_clockwait(s, clock, t);
}

EXPORT int sem_post(sem_t *s)
{
    if (!threads_mine(SITE))
        return threads_real.sem_post(s);
    threads_ask(OP_RELEASE, semaphore(s), 0, SITE);
    return 0;
}

EXPORT int sem_getvalue(sem_t *restrict s, int *restrict value)
{
    if (!threads_mine(SITE))
        return threads_real.sem_getvalue(s, value);
    *value = (int)threads_do(OP_LOAD, semaphore(s), 0, SITE).value;
    return 0;
}

/* ---- barriers ---- */

static struct sync_ref barrier(const pthread_barrier_t *b)
{
    struct sync_ref o = threads_object(SYNC_BARRIER, b, word_at(b, MADE_IN_BARRIER));
    o.initial = (int32_t)word_at(b, BARRIER_COUNT);
    return o;
}

EXPORT int pthread_barrier_init(pthread_barrier_t *restrict b,
                                const pthread_barrierattr_t *restrict a, unsigned n)
{
    int err = threads_real.pthread_barrier_init(b, a, n);
    if (!err && threads_mine(SITE))
        make_at(b, MADE_IN_BARRIER);
    return err;
}

EXPORT int pthread_barrier_destroy(pthread_barrier_t *b)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_barrier_destroy(b);
    if (!threads_retire(barrier(b), SITE))
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "destroys a barrier that somebody waits at");
    return 0;
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *b)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_barrier_wait(b);
    threads_ask(OP_REACH, barrier(b), 0, SITE);
    return threads_ask(OP_PASS, barrier(b), PASS_SERIAL, SITE) == 1
               ? PTHREAD_BARRIER_SERIAL_THREAD
               : 0;
}

/* ---- static variables of functions in C++, which one thread initializes ---- */

int __cxa_guard_acquire(uint64_t *);
void __cxa_guard_release(uint64_t *);
void __cxa_guard_abort(uint64_t *);

/* libstdc++ may be loaded late. */
static void *real_guard(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The first byte of the guard says that it was done. It stays 0 while threads run: who
 * looks at it must not be told what nothing orders. */
EXPORT int __cxa_guard_acquire(uint64_t *guard)
{
    int (*real)(uint64_t *) = (int (*)(uint64_t *))real_guard("__cxa_guard_acquire");
    if (!threads_mine(SITE))
        return real(guard);
    if (*(const char *)guard)
        return 0;
    return !threads_ask(OP_ACQUIRE, threads_object(SYNC_ONCE, guard, 0), 0, SITE);
}

EXPORT void __cxa_guard_release(uint64_t *guard)
{
    if (threads_mine(SITE))
        threads_ask(OP_RELEASE, threads_object(SYNC_ONCE, guard, 0), 0, SITE);
    else
        ((void (*)(uint64_t *))real_guard("__cxa_guard_release"))(guard);
}

EXPORT void __cxa_guard_abort(uint64_t *guard)
{
    if (threads_mine(SITE))
        threads_ask(OP_RELEASE, threads_object(SYNC_ONCE, guard, 0), 1, SITE);
    else
        ((void (*)(uint64_t *))real_guard("__cxa_guard_abort"))(guard);
}

/* ---- once ---- */

#define ONCE_HERE (1 << 30) /* it was done by a thread that we follow, not by setup */

bool threads_was_once(int control)
{
    return control && !(control & ONCE_HERE);
}

void threads_once(volatile int *control, void (*routine)(void), void *site)
{
    /* What it holds when it was done, with the number of those that were here before, in
     * memory that was freed since: bits that libc does not use, and what it holds there.
     */
    enum { NUMBER = 1 << 8, DONE = 2 };
    struct sync_ref o;
    uint32_t made = 0;
    for (;;) {
        o = threads_object(SYNC_ONCE, control, made);
        if (!threads_ask(OP_ACQUIRE, o, 0, site))
            break;
        uint32_t is = (uint32_t)(*control & ~ONCE_HERE) / NUMBER;
        if (*control && is == made)
            return;
        made = *control ? is : made + 1;
    }
    routine();
    *control = ONCE_HERE | (int)(made * NUMBER) | DONE;
    threads_ask(OP_RELEASE, o, 0, site);
}

EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    /* a routine that setup has run */
    if (!threads_mine(SITE) || threads_was_once(*control))
        return threads_real.pthread_once(control, routine);
    threads_once(control, routine, SITE);
    return 0;
}
