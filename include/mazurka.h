/* SPDX-License-Identifier: Apache-2.0
 *
 * mazurka.h - actors that exchange messages, checked in every order.
 *
 *     #include <mazurka.h>
 *
 *     static mz_mailbox box;
 *
 *     static void sender(void *arg) { int n = *(int *)arg; mz_send(box, &n, sizeof n); }
 *     static void receiver(void *arg)
 *     {
 *         (void)arg;
 *         int first;
 *         mz_recv(box, &first, sizeof first);
 *         mz_assert(first == 1);             // not in every order
 *     }
 *
 *     int main(void)
 *     {
 *         int one = 1, two = 2;
 *         box = mz_mailbox_new("box");
 *         mz_actor_new("first", sender, &one);
 *         mz_actor_new("second", sender, &two);
 *         mz_actor_new("receiver", receiver, NULL);
 *         return mz_run();
 *     }
 *
 *     $ gcc -g program.c -lmazurka && mazurka run ./a.out
 *
 * main makes mailboxes, mutexes and actors, and then calls mz_run(). From there
 * on every actor has its own copy of all memory: globals, heap, libc. Actors share
 * nothing but what they send. `mazurka run -n 4` is for programs without mz_run():
 * main itself is then the body of actors 0 to 3, and mailboxes and mutexes are
 * found by name.
 *
 * Works in C and in C++. See docs/native-api.md. */
#ifndef MAZURKA_H
#define MAZURKA_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int mz_actor;
typedef int mz_mailbox;
typedef int mz_comm;
typedef int mz_mutex;
typedef int mz_semaphore;
typedef int mz_barrier;
typedef int mz_condition;

/* ---- setting up ---- */

/* The function is called with the argument, in the actor's own memory. */
mz_actor mz_actor_new(const char *name, void (*function)(void *), void *argument);

/* Lets the actors run. Does not return under mazurka run; otherwise it prints a message
 * and returns 2. */
int mz_run(void);

/* ---- who ---- */

mz_actor mz_self(void);
int mz_actors(void); /* the number of actors */
const char *mz_name(mz_actor actor);

/* ---- messages ---- */

/* A mailbox is a queue. The k-th send to it and the k-th receive from it, whoever
 * posts them, are one communication. Asking twice for one name gives one mailbox. */
mz_mailbox mz_mailbox_new(const char *name);

/* Post a message or a receive and go on at once. The bytes of a message are copied when
 * it is posted; received bytes are in the buffer once the communication was waited
 * for. */
mz_comm mz_isend(mz_mailbox mailbox, const void *data, size_t bytes);
mz_comm mz_irecv(mz_mailbox mailbox, void *buffer, size_t capacity);

/* Post, and wait until the other side has posted, too. */
void mz_send(mz_mailbox mailbox, const void *data, size_t bytes);
size_t mz_recv(mz_mailbox mailbox, void *buffer, size_t capacity); /* bytes received */

size_t mz_wait(mz_comm comm); /* bytes received; 0 for a send */
int mz_test(mz_comm comm);    /* 1 if it is complete, 0 if not */
/* Wait for, or test, several communications; return the index of one that is complete.
 * mz_test_any() returns -1 if none is. */
int mz_wait_any(const mz_comm *comms, int n);
int mz_test_any(const mz_comm *comms, int n);
size_t mz_received(mz_comm comm); /* number of bytes, for a receive that is complete */

/* ---- mutexes ---- */

mz_mutex mz_mutex_new(const char *name);
void mz_lock(mz_mutex mutex);
void mz_unlock(mz_mutex mutex);
int mz_trylock(mz_mutex mutex); /* 1 if the caller owns it now; otherwise 0, and the
                                   caller is not in its queue */

/* Locking in two steps: mz_lock_async() joins the queue, mz_lock_wait() waits until the
 * caller is first in it. */
void mz_lock_async(mz_mutex mutex);
void mz_lock_wait(mz_mutex mutex);
int mz_lock_test(mz_mutex mutex);
int mz_lock_wait_any(const mz_mutex *mutexes, int n);
int mz_lock_test_any(const mz_mutex *mutexes, int n);

/* ---- made from messages and mutexes: create these before mz_run() ---- */

mz_semaphore mz_semaphore_new(const char *name, int initial);
void mz_acquire(mz_semaphore semaphore);
void mz_release(mz_semaphore semaphore);

/* A barrier for these actors, all of which must arrive. */
mz_barrier mz_barrier_new(const char *name, const mz_actor *members, int n);
void mz_barrier_wait(mz_barrier barrier);

/* As in POSIX, without spurious wakeups: a signal wakes any one of those that wait,
 * and is lost if nobody does. */
mz_condition mz_condition_new(const char *name);
void mz_condition_wait(mz_condition condition, mz_mutex mutex);
void mz_condition_signal(mz_condition condition);
void mz_condition_broadcast(mz_condition condition);

/* ---- choices and claims ---- */

/* Returns any of 0 .. n-1; every value is explored. */
int mz_choose(int n);

/* A computation that is shown as a step of its own in reports. */
void mz_local(void);

#define mz_assert(condition)                                                             \
    ((condition) ? (void)0 : mz_assert_at(0, #condition, __FILE__, __LINE__))

/* A condition as a step of its own, whether it holds or not. mz_assert() calls this
 * when its condition is false. */
void mz_assert_at(int holds, const char *text, const char *file, int line);

#ifdef __cplusplus
}
#endif
#endif
