/* SPDX-License-Identifier: Apache-2.0
 *
 * thread.h - the threads of a rank, one at a time.
 *
 * libc is as it is: it makes a thread by a system call (clone3), lets it wait by another
 * (futex) and ends it by a third, and all of them come to us. A thread that is not
 * running is a record in the rank's memory, with its registers, so it goes back with the
 * rank. Threads take turns only where one of them waits, yields, sleeps, ends, or waits
 * for others in MPI: this is one schedule of those that there are, always the same one,
 * and the verdict says so.
 *
 * To the kernel a rank performs one operation at a time. An operation that has to wait is
 * asked for when no other thread of the rank can go on; if several threads are in such
 * operations, they are asked for as one (thread_take()). */
#ifndef MZ_AGENT_RANK_THREAD_H
#define MZ_AGENT_RANK_THREAD_H
#include "agent/system/syscall.h"

service_fn thread_clone, thread_clone3, thread_exit, thread_futex, thread_yield,
    thread_gettid, thread_robust;
/* Their numbers as gettid() tells them are above all that the kernel gives out. */
#define FIRST_TID (1 << 23)

/* SYS_exit: ends the running thread. False if it is the only one. */
bool thread_ends(struct call *);

/* The system call by which our own code lets other threads run; see thread_take(). */
#define THREAD_PARK 0x6d7a

/* At the end of a system call by which the running thread gives way (call.gives_way):
 * another one goes on. It may be the same. */
void thread_switch(struct call *);
/* The running thread waits for another one in a loop that changes nothing: another one
 * goes on. */
void thread_spins(struct call *);

/* The number of the running thread; 0 is that which called main(). */
uint32_t thread_running(const struct rank_head *);
/* Is this the number of a thread of the rank, as gettid() tells it? */
bool thread_is(const struct rank_head *, int who, int tid);
/* Has the rank one thread only? */
bool thread_alone(const struct rank_head *);
/* Can other threads of the rank go on? */
bool thread_others(const struct rank_head *);
/* If other threads are there, the running one sleeps until this virtual time while they
 * run, and the result is true. */
bool thread_sleeps(struct call *, uint64_t until);

/* Called in a rank that has threads: as rank_take(). */
struct outcome thread_take(struct op *, void *site);

/* port.c: is this one of the functions of the standard that send, and nothing else? */
bool port_is_send(uint16_t call);

/* The running thread's stack, as far as it is known. */
struct thread_stack {
    char *low, *top;
};
struct thread_stack thread_stack(const struct rank *);
/* Is the address in the pages below the running thread's stack that libc has shut? */
bool thread_overflows(const struct rank *, uintptr_t address);
/* The lowest address in use of the stack in the slab, which is that of the first
 * thread. */
char *thread_slab_stack(const struct rank *);

/* The base address of %fs, by which thread-local variables are found. */
void thread_enter(const struct rank_head *); /* the rank is about to run */
void thread_leave(const struct rank_head *); /* the agent is about to run */

/* Memory of the heap that is the unused part of a thread's stack, the lowest that ends
 * above `from`. False if there is none. The running thread has stopped at h->strand.sp.
 */
bool thread_unused(const struct rank_head *h, uintptr_t from, uintptr_t *low,
                   uintptr_t *high);

/* For digests of the heap: until when threads sleep is replaced by how long;
 * thread_show() puts it back. If the order in which they stopped is hidden, so is how
 * long they sleep, and none may be running. */
void thread_hide(struct rank_head *, bool order);
void thread_show(struct rank_head *);

/* These bytes of the MPI library are about the call that a thread is in: each thread has
 * its own. */
void thread_own(struct rank_head *, void *at, size_t bytes);

#endif
