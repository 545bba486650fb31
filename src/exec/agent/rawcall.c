/* SPDX-License-Identifier: Apache-2.0
 *
 * rawcall.c - the agent's own door to the kernel.
 *
 * Does not touch errno, which is the resident rank's, and is the one place in
 * the process from which system calls are not looked at (see syscall.c). */
#include "exec/agent/rawcall.h"

__asm__(".text\n"
        ".globl agent_syscall\n.hidden agent_syscall\n.type agent_syscall, @function\n"
        "agent_syscall:\n"
        "    movq %rdi, %rax\n    movq %rsi, %rdi\n    movq %rdx, %rsi\n"
        "    movq %rcx, %rdx\n    movq %r8, %r10\n    movq %r9, %r8\n"
        "    movq 8(%rsp), %r9\n    syscall\n"
        ".globl agent_syscall_end\n.hidden agent_syscall_end\n"
        "agent_syscall_end:\n    ret\n"
        ".size agent_syscall, .-agent_syscall\n");
