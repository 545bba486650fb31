/* SPDX-License-Identifier: Apache-2.0
 *
 * rawcall.c - the agent's own entry to the kernel.
 *
 * It does not touch errno, which belongs to the resident rank, and is the one place in
 * the process whose system calls are not intercepted (see syscall.c). Handlers of the
 * agent return by code of their own, so that they differ from those of the program. */
#include "agent/x86/rawcall.h"
#include "real/link.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

__asm__(".text\n"
        ".globl raw_call\n.hidden raw_call\n.type raw_call, @function\n"
        "raw_call:\n"
        "    movq %rdi, %rax\n    movq %rsi, %rdi\n    movq %rdx, %rsi\n"
        "    movq %rcx, %rdx\n    movq %r8, %r10\n    movq %r9, %r8\n"
        "    movq 8(%rsp), %r9\n    syscall\n"
        ".globl raw_call_end\n.hidden raw_call_end\n"
        "raw_call_end:\n    ret\n"
        ".size raw_call, .-raw_call\n"
        /* raw_return(): debuggers know by its name that the frame is one of a signal, and
         * look for it from the byte before */
        ".globl __restore_rt\n.hidden __restore_rt\n.type __restore_rt, @function\n"
        "    nop\n"
        "__restore_rt:\n    movq $15, %rax\n    syscall\n"
        ".globl raw_return_end\n.hidden raw_return_end\n"
        "raw_return_end:\n    ud2\n"
        ".size __restore_rt, .-__restore_rt\n");

static uint64_t bit(int sig)
{
    return UINT64_C(1) << (sig - 1);
}

/* Installs a handler without libc's sigaction(), which would use libc's own code to
 * return from the handler, and that code belongs to the program. The signal that asks
 * whether a rank makes progress (patience.c) is blocked during the handler: a rank that
 * does nothing but system calls is in a handler nearly all the time, and would
 * otherwise hardly ever be asked. */
void agent_handle(int sig, void (*handler)(int, siginfo_t *, void *), int flags)
{
    struct {
        void (*handler)(int, siginfo_t *, void *);
        uint64_t flags;
        void (*restorer)(void);
        uint64_t mask;
    } a = {handler, (uint64_t)flags | SA_SIGINFO | SA_ONSTACK | SA_NODEFER | 0x04000000,
           raw_return, bit(LINK_NUDGE) | bit(SIGALRM)};
    agent_syscall(SYS_rt_sigaction, sig, &a, NULL, sizeof a.mask);
}
