/* SPDX-License-Identifier: Apache-2.0
 *
 * rawcall.c - the agent's own door to the kernel.
 *
 * Does not touch errno, which is the resident rank's, and is the one place in
 * the process from which system calls are not looked at (see syscall.c). */
#include "exec/agent/rawcall.h"

__asm__(".text\n"
        ".globl raw_call\n.hidden raw_call\n.type raw_call, @function\n"
        "raw_call:\n"
        "    movq %rdi, %rax\n    movq %rsi, %rdi\n    movq %rdx, %rsi\n"
        "    movq %rcx, %rdx\n    movq %r8, %r10\n    movq %r9, %r8\n"
        "    movq 8(%rsp), %r9\n    syscall\n"
        ".globl raw_call_end\n.hidden raw_call_end\n"
        "raw_call_end:\n    ret\n"
        ".size raw_call, .-raw_call\n");
