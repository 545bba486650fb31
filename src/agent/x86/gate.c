/* SPDX-License-Identifier: Apache-2.0
 *
 * gate.c - see gate.h. */
#include "agent/x86/gate.h"

#include "agent/x86/frame.h"

static void (*function)(void);

/* Called by enter(), which has kept the registers: the function is known only here, since
 * other threads may come through the gate before this one is back. */
__attribute__((used)) static void gate_call(void)
{
    function();
}

/* Where the thread goes on is at the top of the stack. Of vectors, xsave keeps what its
 * mask says: x87, SSE, AVX and AVX-512; its area begins with 512 bytes and a header,
 * which is to be zero. */
__attribute__((naked)) static void enter(void)
{
    __asm__(".cfi_signal_frame\n\t"
            ".cfi_def_cfa_offset 136\n\t"
            ".cfi_offset rip, -136\n\t"
            "pushq %rbp\n\t"
            ".cfi_def_cfa_offset 144\n\t"
            ".cfi_offset rbp, -144\n\t"
            "movq %rsp, %rbp\n\t"
            ".cfi_def_cfa_register rbp\n\t"
            "pushfq\n\t"
            "pushq %rax\n\t"
            "pushq %rcx\n\t"
            "pushq %rdx\n\t"
            "pushq %rsi\n\t"
            "pushq %rdi\n\t"
            "pushq %r8\n\t"
            "pushq %r9\n\t"
            "pushq %r10\n\t"
            "pushq %r11\n\t"
            "cld\n\t"
            "subq $2816, %rsp\n\t"
            "andq $-64, %rsp\n\t"
            "leaq 512(%rsp), %rdi\n\t"
            "xorl %eax, %eax\n\t"
            "movl $8, %ecx\n\t"
            "rep stosq\n\t"
            "movl $0xe7, %eax\n\t"
            "xorl %edx, %edx\n\t"
            "xsave64 (%rsp)\n\t"
            "call gate_call\n\t"
            "movl $0xe7, %eax\n\t"
            "xorl %edx, %edx\n\t"
            "xrstor64 (%rsp)\n\t"
            "leaq -80(%rbp), %rsp\n\t"
            "popq %r11\n\t"
            "popq %r10\n\t"
            "popq %r9\n\t"
            "popq %r8\n\t"
            "popq %rdi\n\t"
            "popq %rsi\n\t"
            "popq %rdx\n\t"
            "popq %rcx\n\t"
            "popq %rax\n\t"
            "popfq\n\t"
            "popq %rbp\n\t"
            ".cfi_def_cfa rsp, 136\n\t"
            "ret $128");
}

void gate_divert(ucontext_t *u, void (*called)(void))
{
    function = called;
    frame_registers(u)[REG_RSP] -= RED_ZONE;
    frame_call(u, enter);
}
