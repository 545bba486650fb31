/* SPDX-License-Identifier: Apache-2.0
 *
 * threads.h - POSIX threads as operations of the kernel.
 *
 * The functions of libc that threads synchronize by are replaced: where a thread of a
 * space calls one, it performs operations on the object, and the explorer decides when
 * they happen. libc's own functions make and end threads, as the program would see it
 * otherwise, and everything else that calls ours (constructors, MPI programs) gets theirs
 * as well. All of it runs on the side of the thread, in library code. */
#ifndef MZ_THREADS_THREADS_H
#define MZ_THREADS_THREADS_H
#include "agent/core/agent.h"
#include "kernel/sync.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#define SITE __builtin_return_address(0)

extern const struct front threads_front;

/* Is it a thread of a space that calls? */
bool threads_mine(const void *site);

/* Is it our own code, or the unwinder, that calls? */
bool threads_internal(const void *site);

/* An object that a thread has at hand. */
struct sync_ref {
    enum sync_type type;
    uint32_t number;
    int32_t initial; /* as op.tag */
    /* Teams: as op.value; how many barriers its threads have passed. */
    uint32_t node, generation;
};

/* The number of the object at the address. `made` says which of those that were there,
 * one after the other: 0, or what threads_new() has given. */
struct sync_ref threads_object(enum sync_type, const volatile void *address,
                               uint32_t made);
/* The process whose threads share the object. */
uint32_t threads_process(uint32_t object);
/* The same as threads_object(), which reports call `word`: a constant. */
struct sync_ref threads_named(enum sync_type, uint64_t address, uint32_t made,
                              const char *word);
/* The number of a node of a team (kernel/sync.h), whose name is to be found: it is number
 * `nth` of those that its parent has made. */
uint32_t threads_node(uint32_t object, struct sync_node *, uint32_t nth, void *site);
uint32_t threads_node_named(uint32_t object, int32_t name);
/* Of programs that say what they access: an object for the task, whose clocks are those
 * with which it was put and done. */
uint32_t threads_node_object(uint32_t object, uint32_t node);
/* An object is made at the address: what is to be kept in it. */
uint32_t threads_new(const volatile void *address);
/* Performs an operation. An object that is not there any more ends the thread. */
int32_t threads_ask(enum op_kind, struct sync_ref, uint8_t mode, void *site);
/* Destroys an object; false: somebody uses it. */
bool threads_retire(struct sync_ref, void *site);
/* As threads_ask(), with all of the outcome. */
struct outcome threads_do(enum op_kind, struct sync_ref, uint8_t mode, void *site);

/* The functions of POSIX, called at the site; `busy` is the error if there is a timeout,
 * or no waiting. */
int threads_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *argument,
                   const void *named, void *site);
/* The same, with what the thread is called. */
int threads_start(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *argument,
                  const char *name, void *site);
int threads_join(enum op_kind, pthread_t, void **result, int busy, void *site);
_Noreturn void threads_exit(void *result);
int threads_lock(pthread_mutex_t *, void *site);
int threads_try_lock(pthread_mutex_t *, int busy, void *site);
int threads_unlock(pthread_mutex_t *, void *site);
/* `until`: NULL, or a limit by that clock. */
int threads_wait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *until,
                 clockid_t, void *site);
void threads_wake(pthread_cond_t *, enum sync_wake, void *site);
void threads_once(volatile int *control, void (*routine)(void), void *site);
/* Has setup run the routine? */
bool threads_was_once(int control);

/* The thread holds the lock from now on, or no longer. */
void held_add(struct sync_ref, const void *robust, const void *site);
void held_remove(struct sync_ref);
/* The thread is about to end: what of the locks that it holds? */
void threads_ends(void);

/* The object that a thread is, by its rank. */
struct sync_ref threads_thread(uint32_t rank);

/* ---- libc's own functions ---- */

#define REAL_FUNCTIONS(X)                                                                \
    X(pthread_create)                                                                    \
    X(pthread_join)                                                                      \
    X(pthread_tryjoin_np)                                                                \
    X(pthread_timedjoin_np)                                                              \
    X(pthread_clockjoin_np)                                                              \
    X(pthread_exit)                                                                      \
    X(pthread_cancel)                                                                    \
    X(__pthread_register_cancel)                                                         \
    X(__pthread_unregister_cancel)                                                       \
    X(pthread_once)                                                                      \
    X(pthread_mutex_init)                                                                \
    X(pthread_mutex_destroy)                                                             \
    X(pthread_mutex_lock)                                                                \
    X(pthread_mutex_trylock)                                                             \
    X(pthread_mutex_timedlock)                                                           \
    X(pthread_mutex_clocklock)                                                           \
    X(pthread_mutex_unlock)                                                              \
    X(pthread_mutex_consistent)                                                          \
    X(pthread_detach)                                                                    \
    X(pthread_cond_init)                                                                 \
    X(pthread_cond_destroy)                                                              \
    X(pthread_cond_wait)                                                                 \
    X(pthread_cond_timedwait)                                                            \
    X(pthread_cond_clockwait)                                                            \
    X(pthread_cond_signal)                                                               \
    X(pthread_cond_broadcast)                                                            \
    X(pthread_rwlock_init)                                                               \
    X(pthread_rwlock_destroy)                                                            \
    X(pthread_rwlock_rdlock)                                                             \
    X(pthread_rwlock_tryrdlock)                                                          \
    X(pthread_rwlock_timedrdlock)                                                        \
    X(pthread_rwlock_clockrdlock)                                                        \
    X(pthread_rwlock_wrlock)                                                             \
    X(pthread_rwlock_trywrlock)                                                          \
    X(pthread_rwlock_timedwrlock)                                                        \
    X(pthread_rwlock_clockwrlock)                                                        \
    X(pthread_rwlock_unlock)                                                             \
    X(pthread_spin_init)                                                                 \
    X(pthread_spin_destroy)                                                              \
    X(pthread_spin_lock)                                                                 \
    X(pthread_spin_trylock)                                                              \
    X(pthread_spin_unlock)                                                               \
    X(pthread_barrier_init)                                                              \
    X(pthread_barrier_destroy)                                                           \
    X(pthread_barrier_wait)                                                              \
    X(sem_init)                                                                          \
    X(sem_destroy)                                                                       \
    X(sem_open)                                                                          \
    X(sem_close)                                                                         \
    X(sem_unlink)                                                                        \
    X(sem_wait)                                                                          \
    X(sem_trywait)                                                                       \
    X(sem_timedwait)                                                                     \
    X(sem_clockwait)                                                                     \
    X(sem_post)                                                                          \
    X(sem_getvalue)                                                                      \
    X(syscall)                                                                           \
    X(exit)

struct real_functions {
#define DECLARE(f) __typeof__(f) *f;
    REAL_FUNCTIONS(DECLARE)
#undef DECLARE
};
extern struct real_functions threads_real;

#endif
