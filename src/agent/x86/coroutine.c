/* SPDX-License-Identifier: Apache-2.0
 *
 * coroutine.c - leaving one stack and going on with another.
 *
 * The registers that a function must preserve are pushed, with the control words
 * of both floating-point units and the flags of what happened in them, and the stack
 * pointer is exchanged. report_registers() in tell/handover.c reads such a frame
 * back when it needs the registers of a rank that is not running, so the order is fixed
 * by struct coro_frame. */
#include "agent/core/agent.h"
#include "agent/x86/coroutine.h"

__asm__(".text\n"
        ".globl coro_switch\n.hidden coro_switch\n.type coro_switch, @function\n"
        "coro_switch:\n"
        "    .cfi_startproc\n"
        "    pushq %rbp\n    pushq %rbx\n    pushq %r12\n"
        "    pushq %r13\n    pushq %r14\n    pushq %r15\n"
        "    subq $8, %rsp\n"
        "    stmxcsr (%rsp)\n    fnstcw 4(%rsp)\n    fnstsw 6(%rsp)\n"
        "    movzwl 6(%rsp), %eax\n    movq %rsp, (%rdi)\n    movq %rsi, %rsp\n"
        "    movzwl 6(%rsp), %ecx\n    orl %ecx, %eax\n    testb $0x3f, %al\n"
        "    jne 2f\n"
        "1:  ldmxcsr (%rsp)\n    fldcw 4(%rsp)\n    addq $8, %rsp\n"
        "    popq %r15\n    popq %r14\n    popq %r13\n"
        "    popq %r12\n    popq %rbx\n    popq %rbp\n"
        "    ret\n"
        /* Exception flags are set. They must be cleared before the control word is
         * loaded, which may turn them into a fault; the flags of the strand that is
         * entered are set in the environment. */
        "2:  fnclex\n    andl $0x3f, %ecx\n    je 1b\n"
        "    fldcw 4(%rsp)\n    subq $32, %rsp\n    fnstenv (%rsp)\n"
        "    orw %cx, 4(%rsp)\n    fldenv (%rsp)\n    addq $32, %rsp\n"
        "    ldmxcsr (%rsp)\n    addq $8, %rsp\n"
        "    popq %r15\n    popq %r14\n    popq %r13\n"
        "    popq %r12\n    popq %rbx\n    popq %rbp\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size coro_switch, .-coro_switch\n"
        ".globl coro_first\n.hidden coro_first\n.type coro_first, @function\n"
        "coro_first:\n"
        "    .cfi_startproc\n    .cfi_undefined rip\n"
        "    xorl %ebp, %ebp\n    call *%rbx\n    ud2\n"
        "    .cfi_endproc\n"
        ".size coro_first, .-coro_first\n");

void coro_first(void);

void *coro_make(char *top, void (*entry)(void))
{
    /* After `ret` into coro_first the stack is 16-byte aligned, as at a call. */
    struct coro_frame *f = (struct coro_frame *)(top - 32 - sizeof *f);
    *f = (struct coro_frame){
        .mxcsr = 0x1f80,
        .x87 = 0x037f,
        .rbx = (uint64_t)(uintptr_t)entry,
        .rip = (uint64_t)(uintptr_t)coro_first,
    };
    return f;
}
