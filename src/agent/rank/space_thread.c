/* SPDX-License-Identifier: Apache-2.0
 *
 * space_thread.c - see space_thread.h. */
#include "agent/rank/space_thread.h"
#include "base/lock.h"
#include "agent/x86/coroutine.h"
#include "agent/rank/thread.h"
#include "agent/threads/threads.h"
#include "agent/watch/watch.h"
#include "kernel/sync.h"
#include "agent/x86/frame.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <ucontext.h>

#define NOBODY UINT32_MAX

/* ---- which rank is it? ---- */

/* Processes that explore together agree on the numbers, as the table is in the memory
 * that all of them share. */
static uint32_t number(uint32_t parent, uint32_t nth)
{
    struct link *l = agent.shared;
    struct link_birth *born = link_at(l, l->born);
    lock_take(&l->births_lock); /* one is counted when it is there as a whole */
    uint32_t i = 0;
    while (i < l->births && (born[i].parent != parent || born[i].nth != nth))
        i++;
    if (i == l->births && i < LINK_BIRTHS) {
        born[i] = (struct link_birth){parent, nth};
        l->births++;
        l->nactors = l->births;
    }
    lock_give(&l->births_lock);
    return i;
}

void space_recall(void)
{
    const struct link *l = agent.link;
    const struct link_birth *born = link_at(agent.link, l->replay.born);
    agent.shared->born = link_room(agent.shared, LINK_BIRTHS * sizeof(struct link_birth));
    for (uint32_t i = 0; i < l->replay.nborn; i++)
        if (number(born[i].parent, born[i].nth) != i)
            agent_refuse(REASON_NONE, "the trace has two threads with one number");
    for (uint32_t n = 0; n < agent.nprocesses; n++)
        number(NOBODY, n); /* those that call main() */
}

uint32_t space_slot(void)
{
    enum { MOST = SYNC_LINES };
    uint32_t n = number((uint32_t)agent.current, rank_head()->created++);
    if (n < agent.nranks) {
        agent.process[n] = rank_process((uint32_t)agent.current);
        if (agent.hybrid)
            watch_share(&agent.rank[agent.current]);
        return n;
    }
    if (n >= MOST)
        port_take_turns();
    if (n >= MOST)
        rank_refuse(REASON_SIZE, "makes more than %u threads", MOST - agent.nprocesses);
    agent.current = AT_AGENT;
    agent.learns.slots = n < MOST / 2 ? 2 * n : MOST;
    agent_again(ATTEMPT_SLOTS);
}

/* ---- it begins ---- */

/* Loads the registers with which the system call that made the thread returns to it; its
 * result is 0 there. They are in DWARF's order. */
__attribute__((naked, noreturn)) static void enter(__attribute__((unused))
                                                   const uint64_t *registers)
{
    __asm__("movq 56(%rdi), %rsp\n\t" /* rsp, below which there is room */
            "movq 128(%rdi), %rax\n\t"
            "movq %rax, -8(%rsp)\n\t" /* rip */
            "leaq -8(%rsp), %rsp\n\t"
            "movq 8(%rdi), %rdx\n\t"
            "movq 16(%rdi), %rcx\n\t"
            "movq 24(%rdi), %rbx\n\t"
            "movq 32(%rdi), %rsi\n\t"
            "movq 48(%rdi), %rbp\n\t"
            "movq 64(%rdi), %r8\n\t"
            "movq 72(%rdi), %r9\n\t"
            "movq 80(%rdi), %r10\n\t"
            "movq 88(%rdi), %r11\n\t"
            "movq 96(%rdi), %r12\n\t"
            "movq 104(%rdi), %r13\n\t"
            "movq 112(%rdi), %r14\n\t"
            "movq 120(%rdi), %r15\n\t"
            "movq 40(%rdi), %rdi\n\t"
            "xorl %eax, %eax\n\t"
            "ret");
}

static void first(void)
{
    enter(rank_head()->beginning.registers);
}

/* What pthread_create() asks for, and nothing else. */
#define KNOWN                                                                            \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SETTLS |   \
     CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID |   \
     CLONE_DETACHED)

long space_clone(struct call *c, const struct clone_args *a)
{
    enum { ROOM = 256 };
    uint32_t n = agent.newborn;
    agent.newborn = 0;
    if (!n || a->flags & ~(uint64_t)KNOWN ||
        layout_rank_of((char *)a->stack - 1) != (int)n)
        port_take_turns();
    if (!n || a->flags & ~(uint64_t)KNOWN ||
        layout_rank_of((char *)a->stack - 1) != (int)n)
        return call_refuse(c, REASON_THREADS, "starts a thread in an unusual way");
    if (agent.hybrid)
        patience_hurry();
    struct rank_head *h = agent.rank[n].head;
    struct beginning *b = &h->beginning;
    frame_dwarf(c->context, b->registers);
    b->registers[7] = a->stack;
    b->clear = a->flags & CLONE_CHILD_CLEARTID ? a->child_tid : 0;
    char *top = (char *)((a->stack - ROOM) & ~(uint64_t)15);
    struct coro_frame *f = h->strand.sp = coro_make(top, first);
    f->mxcsr = agent.mxcsr;
    f->x87 = agent.x87;
    h->strand.floor = h->strand.sp;
    h->strand.fs = a->tls;
    h->clock = call_head(c)->clock;
    int tid = FIRST_TID + (int)n;
    if (a->flags & CLONE_PARENT_SETTID && !user_write(a->parent_tid, &tid, sizeof tid))
        return -EFAULT;
    if (a->flags & CLONE_CHILD_SETTID && !user_write(a->child_tid, &tid, sizeof tid))
        return -EFAULT;
    return tid;
}

/* ---- it ends ---- */

_Noreturn void space_end(void)
{
    threads_ends();
    struct op op = {
        .kind = OP_RELEASE, .object = (uint32_t)agent.current, .peer = SYNC_THREAD};
    rank_take(&op, NULL);
    rank_head()->strand.left = true;
    rank_end();
}

__attribute__((force_align_arg_pointer)) static void end_here(void)
{
    space_end();
}

/* The thread goes on as if it had called a function that ends it. Whoever joins it, in
 * libc, finds that it is gone. */
bool space_ends(struct call *c)
{
    uint64_t clear = call_head(c)->beginning.clear;
    uint32_t zero = 0;
    if (clear)
        user_write(clear, &zero, sizeof zero);
    frame_call(c->context, end_here);
    agent.current = c->who;
    c->over = true;
    return true;
}
