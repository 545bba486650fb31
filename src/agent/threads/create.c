/* SPDX-License-Identifier: Apache-2.0
 *
 * create.c - threads are made by libc, with a stack that we give them, and end there. */
#include "agent/threads/plain.h"
#include "agent/threads/threads.h"
#include "agent/rank/space_thread.h"
#include "agent/rank/symbols.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

#include "agent/core/for_program.h"

/* ---- create ---- */

/* Names the thread after the function that it executes, and counts those with the same
 * name. */
static void name(uint32_t n, const void *function)
{
    struct rank *r = &agent.rank[n];
    char base[sizeof r->name - 20];
    uint32_t nth = 1;
    int who = agent.current;
    agent.current = AT_AGENT;
    symbols_name((uint64_t)(uintptr_t)function, 0, base, sizeof base);
    if (!*base)
        snprintf(base, sizeof base, "thread");
    size_t bytes = strlen(base);
    for (uint32_t i = 1; i < n; i++)
        nth += rank_process(i) == rank_process(n) &&
               !strncmp(agent.rank[i].name, base, bytes) &&
               !strncmp(agent.rank[i].name + bytes, " #", 2);
    if (agent.hybrid)
        snprintf(r->name, sizeof r->name, "%s #%u of rank %u", base, nth,
                 rank_process(n));
    else
        snprintf(r->name, sizeof r->name, "%s #%u", base, nth);
    agent.current = who;
}

/* As the attributes say, with the stack of the slab. A new stack is zero; this one may
 * have belonged to a thread of another execution, and uninitialised variables would show
 * it. */
static int attributes(const pthread_attr_t *from, uint32_t n, pthread_attr_t *to)
{
    enum { FRESH = 32 << 10 };
    int detached = PTHREAD_CREATE_JOINABLE;
    if (from)
        pthread_attr_getdetachstate(from, &detached);
    pthread_attr_init(to);
    pthread_attr_setdetachstate(to, detached);
    char *top = layout_stack_top(n);
    memset(top - FRESH, 0, FRESH);
    return pthread_attr_setstack(to, top - SLAB_STACK, SLAB_STACK);
}

static int start(uint32_t n, pthread_t *t, const pthread_attr_t *a,
                 void *(*function)(void *), void *argument, void *site)
{
    pthread_attr_t own;
    int detached;
    bool paused = plain_pause();
    attributes(a, n, &own);
    pthread_attr_getdetachstate(&own, &detached);
    agent.rank[n].head->detached = detached == PTHREAD_CREATE_DETACHED;
    agent.newborn = n;
    int err = threads_real.pthread_create(t, &own, function, argument);
    plain_resume(paused);
    agent.newborn = 0;
    pthread_attr_destroy(&own);
    if (!err)
        threads_ask(OP_WAKE, threads_thread(n), WAKE_ALL, site);
    return err;
}

int threads_create(pthread_t *t, const pthread_attr_t *a, void *(*function)(void *),
                   void *argument, const void *named, void *site)
{
    uint32_t n = space_slot();
    name(n, named);
    return start(n, t, a, function, argument, site);
}

int threads_start(pthread_t *t, const pthread_attr_t *a, void *(*function)(void *),
                  void *argument, const char *called, void *site)
{
    uint32_t n = space_slot();
    int who = agent.current;
    agent.current = AT_AGENT;
    snprintf(agent.rank[n].name, sizeof agent.rank[n].name, "%s", called);
    agent.current = who;
    return start(n, t, a, function, argument, site);
}

EXPORT int pthread_create(pthread_t *restrict t, const pthread_attr_t *restrict a,
                          void *(*function)(void *), void *restrict argument)
{
    const void *named = (const void *)(uintptr_t)function;
    port_need_threads(SITE);
    return threads_mine(SITE) ? threads_create(t, a, function, argument, named, SITE)
                              : threads_real.pthread_create(t, a, function, argument);
}

/* ---- join ---- */

static uint32_t rank_of(pthread_t t)
{
    int n = layout_rank_of((const void *)t);
    return n > 0 ? (uint32_t)n : rank_process((uint32_t)agent.current);
}

int threads_join(enum op_kind kind, pthread_t t, void **result, int busy, void *site)
{
    if (t == pthread_self())
        return EDEADLK;
    int32_t how = agent.rank[rank_of(t)].head->detached
                      ? SYNC_RETIRED
                      : threads_do(kind, threads_thread(rank_of(t)), 0, site).index;
    if (how == OUTCOME_FALSE)
        return busy;
    if (how == SYNC_RETIRED)
        rank_fail_at(FINDING_INVALID_ARGUMENT, site, "joins a thread that is detached");
    if (how == SYNC_JOINED)
        rank_fail_at(FINDING_INVALID_ARGUMENT, site,
                     "joins a thread that was joined already");
    bool paused = plain_pause();
    int err = threads_real.pthread_join(t, result); /* it has ended, so nobody waits */
    plain_resume(paused);
    return err;
}

EXPORT int pthread_join(pthread_t t, void **result)
{
    return threads_mine(SITE) ? threads_join(OP_ACQUIRE, t, result, 0, SITE)
                              : threads_real.pthread_join(t, result);
}

EXPORT int pthread_tryjoin_np(pthread_t t, void **result)
{
    return threads_mine(SITE) ? threads_join(OP_TRY, t, result, EBUSY, SITE)
                              : threads_real.pthread_tryjoin_np(t, result);
}

EXPORT int pthread_timedjoin_np(pthread_t t, void **result, const struct timespec *until)
{
    return threads_mine(SITE) ? threads_join(OP_TRY, t, result, ETIMEDOUT, SITE)
                              : threads_real.pthread_timedjoin_np(t, result, until);
}

EXPORT int pthread_clockjoin_np(pthread_t t, void **result, clockid_t clock,
                                const struct timespec *until)
{
    return threads_mine(SITE)
               ? threads_join(OP_TRY, t, result, ETIMEDOUT, SITE)
               : threads_real.pthread_clockjoin_np(t, result, clock, until);
}

/* libc would free what it has of the thread: now, or later, as the order is. It is never
 * told, so its memory is the same. */
EXPORT int pthread_detach(pthread_t t)
{
    if (!threads_mine(SITE))
        return threads_real.pthread_detach(t);
    int32_t how = agent.rank[rank_of(t)].head->detached
                      ? SYNC_RETIRED
                      : threads_do(OP_RETIRE, threads_thread(rank_of(t)), 0, SITE).index;
    if (how == SYNC_RETIRED)
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "detaches a thread that is detached already");
    if (how == SYNC_JOINED)
        rank_fail_at(FINDING_INVALID_ARGUMENT, SITE,
                     "detaches a thread that was joined already");
    return 0;
}

EXPORT int pthread_cancel(pthread_t t)
{
    if (threads_mine(SITE))
        rank_refuse_at(REASON_THREADS, SITE, "cancels a thread (pthread_cancel)");
    return threads_real.pthread_cancel(t);
}

/* ---- the end ---- */

/* Of the first thread, which does not end in libc: how many handlers of
 * pthread_cleanup_push() there are, in programs in C. */
static void count_handlers(int more)
{
    if (agent.current >= 0 && (uint32_t)agent.current < agent.nprocesses)
        rank_head()->handlers += more;
}

EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
    count_handlers(1);
    threads_real.__pthread_register_cancel(buffer);
}

EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
    count_handlers(-1);
    threads_real.__pthread_unregister_cancel(buffer);
}

/* libc counts its threads, and the one that it sees end last would call exit(). Which one
 * that is must not depend on the order in which they happen to run, so the first thread
 * does not end in libc. */
EXPORT void pthread_exit(void *result)
{
    if (threads_mine(SITE) && (uint32_t)agent.current < agent.nprocesses) {
        if (rank_head()->handlers)
            rank_refuse_at(REASON_THREADS, SITE,
                           "ends its first thread by pthread_exit(), where handlers of "
                           "pthread_cleanup_push() would be called");
        link_leaves_out(agent.shared, "destructors that pthread_exit() calls in the "
                                      "first thread (of keys, of objects in C++)");
        fflush(NULL);
        space_end();
    }
    threads_real.pthread_exit(result);
    __builtin_unreachable();
}
