/* SPDX-License-Identifier: Apache-2.0
 *
 * frame.h - the registers with which the program was interrupted, by what they are for.
 * The context is the ucontext_t that a handler of a signal is given; what is changed in
 * it holds when the program goes on. */
#ifndef MZ_AGENT_X86_FRAME_H
#define MZ_AGENT_X86_FRAME_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

/* In the flags: a signal follows each instruction. */
#define TRAP_FLAG 0x100
/* So many bytes below the stack pointer belong to the function that is running. */
#define RED_ZONE 128

static inline greg_t *frame_registers(const void *context)
{
    return ((ucontext_t *)(uintptr_t)context)->uc_mcontext.gregs;
}

/* The instruction that comes next. */
static inline uint64_t frame_pc(const void *context)
{
    return (uint64_t)frame_registers(context)[REG_RIP];
}

static inline uint64_t frame_sp(const void *context)
{
    return (uint64_t)frame_registers(context)[REG_RSP];
}

/* Whether a signal follows each instruction. */
static inline bool frame_steps(const void *context)
{
    return frame_registers(context)[REG_EFL] & TRAP_FLAG;
}

static inline void frame_step(void *context, bool each)
{
    greg_t *flags = &frame_registers(context)[REG_EFL];
    *flags = each ? *flags | TRAP_FLAG : *flags & ~TRAP_FLAG;
}

/* The program goes on as if it had called this function here, so that its stack still
 * shows the place. What is below the stack pointer must not be in use any more. */
static inline void frame_call(void *context, void (*function)(void))
{
    greg_t *regs = frame_registers(context);
    regs[REG_RSP] -= 8;
    *(greg_t *)regs[REG_RSP] = regs[REG_RIP];
    regs[REG_RIP] = (greg_t)(uintptr_t)function;
}

/* Copies the registers in the order in which DWARF numbers them: see struct
 * finding_evidence. */
static inline void frame_dwarf(const void *context, uint64_t *to)
{
    static const int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        to[i] = (uint64_t)frame_registers(context)[order[i]];
}

/* Are the integer registers the same, but for what stepping leaves in them? */
static inline bool frame_same(const greg_t *a, const greg_t *b)
{
    return !memcmp(a, b, (REG_RIP + 1) * sizeof *a) &&
           !((a[REG_EFL] ^ b[REG_EFL]) & ~TRAP_FLAG);
}

/* An order of such registers, by the instruction that comes next. */
static inline bool frame_less(const greg_t *a, const greg_t *b)
{
    if (a[REG_RIP] != b[REG_RIP])
        return a[REG_RIP] < b[REG_RIP];
    return memcmp(a, b, (REG_RIP + 1) * sizeof *a) < 0;
}

#endif
