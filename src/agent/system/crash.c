/* SPDX-License-Identifier: Apache-2.0
 *
 * crash.c - signals: a page to learn, a rank that crashed, or the end of us.
 *
 * Handlers run on a stack of the agent's. A rank that crashed is left where it
 * is: its registers go to its head, and the interrupted context is rewritten so
 * that returning from the handler switches to the agent. */
#include "agent/core/agent.h"
#include "agent/rank/areas.h"
#include "agent/x86/coroutine.h"
#include "agent/tell/replay.h"
#include "agent/system/signals.h"
#include "agent/core/spill.h"
#include "agent/rank/thread.h"
#include "agent/rank/track.h"
#include "agent/system/trial.h"
#include "agent/threads/plain.h"
#include "agent/watch/watch.h"
#include "agent/x86/frame.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <ucontext.h>

#define ALTSTACK ((size_t)512 << 10)

/* The rewritten context continues here, on a stack of the agent's. */
static void out(void)
{
    void *nobody;
    __asm__ volatile("fninit"); /* the rank's x87 registers are discarded */
    coro_switch(&nobody, agent.sp);
    __builtin_unreachable();
}

/* The lowest address of the stack that is worth keeping for the report. */
static void *stack_from(const struct rank *r, uint64_t sp)
{
    struct thread_stack stack = thread_stack(r);
    uint64_t top = (uint64_t)(uintptr_t)stack.top, bottom = (uint64_t)stack.low;
    if (sp < bottom && sp + ((uint64_t)1 << 20) >= bottom)
        sp = bottom; /* the stack has overflowed */
    return sp >= bottom && sp <= top ? (void *)(uintptr_t)(sp & ~(uint64_t)15)
                                     : stack.top;
}

void crash_blame(int rank, const uint64_t *registers)
{
    struct rank *r = &agent.rank[rank];
    memcpy(r->head->strand.fault.registers, registers,
           sizeof r->head->strand.fault.registers);
    r->head->strand.sp = stack_from(r, registers[7]);
}

void crash_leave(void *context, enum finding_kind kind, enum reason reason,
                 const char *text)
{
    greg_t *regs = frame_registers(context);
    struct rank *r = &agent.rank[agent.current];
    struct rank_head *h = r->head;
    agent.current = AT_AGENT;
    if (kind) {
        h->strand.fault.kind = kind;
        h->strand.fault.reason = reason;
        snprintf(h->strand.fault.text, sizeof h->strand.fault.text, "%s", text);
        frame_dwarf(context, h->strand.fault.registers);
        h->strand.op = (struct op){.kind = OP_ASSERT};
    } else {
        h->strand.ended = true;
        h->strand.op = (struct op){0};
    }
    h->strand.sp = kind              ? stack_from(r, (uint64_t)regs[REG_RSP])
                   : h->strand.floor ? h->strand.floor
                                     : thread_stack(r).top;
    regs[REG_RSP] = (greg_t)(uintptr_t)(agent.spare_top - 8);
    regs[REG_RIP] = (greg_t)(uintptr_t)out;
    regs[REG_EFL] &= ~0x500; /* clears the direction flag and single stepping */
    patience_over();
}

static const char *const of_area[] = {
    [AREA_PROTECTED] = ", which is protected (mprotect, mmap)",
    [AREA_FREED] = ", in memory that was freed",
    [AREA_UNMAPPED] = ", which was unmapped",
    [AREA_BEYOND] = ", beyond the end of the file that is mapped there",
};

static void describe(int rank, char *to, size_t room, int sig, const siginfo_t *info,
                     const greg_t *regs)
{
    const struct rank *r = &agent.rank[rank];
    uintptr_t a = (uintptr_t)info->si_addr;
    bool overflow = a < (uintptr_t)r->top - SLAB_STACK &&
                    a >= (uintptr_t)r->top - SLAB_STACK - ((uintptr_t)64 << 20);
    bool jump = a == (uintptr_t)regs[REG_RIP];
    int other = areas_owner(a);
    const struct area *area = areas_at(r, a);
    bool general = info->si_code == SI_KERNEL; /* the kernel gives no address in this
                                                  case */
    switch (sig) {
    case SIGSEGV:
    case SIGBUS:
        if (area && thread_overflows(r, a))
            snprintf(to, room, "stack overflow of a thread (%zu KiB)",
                     (size_t)(thread_stack(r).top - thread_stack(r).low) >> 10);
        else if (overflow)
            snprintf(to, room, "stack overflow (more than %zu MiB)", SLAB_STACK >> 20);
        else if (jump)
            snprintf(to, room, "jump to %p, where there is no code", info->si_addr);
        else if (other >= 0 &&
                 rank_process((uint32_t)other) != rank_process((uint32_t)rank)) {
            agent.link->trespass = 1;
            snprintf(to, room,
                     "access to %p, which is memory of %s: an address means nothing "
                     "to other actors",
                     info->si_addr, agent.rank[other].name);
        } else if (general)
            snprintf(to, room, "access to an invalid address");
        else
            snprintf(to, room, "%s %#lx%s",
                     regs[REG_ERR] & 2 ? "write to address" : "read from address", a,
                     a < 4096 ? ", a null pointer"
                     : area   ? of_area[area->kind]
                              : "");
        break;
    case SIGFPE:
        snprintf(to, room, "%s",
                 info->si_code == FPE_INTDIV ? "integer division by zero"
                                             : "arithmetic error (SIGFPE)");
        break;
    case SIGILL:
        snprintf(to, room, "illegal instruction");
        break;
    case SIGTRAP:
        snprintf(to, room, "trap instruction");
        break;
    case SIGABRT:
        snprintf(to, room, "abort() was called");
        break;
    default:
        snprintf(to, room, "signal %d", sig);
    }
}

/* Answers an instruction that reads the processor's clock. It would tell the real time,
 * so it is made to fault. */
static bool read_clock(greg_t *regs)
{
    const unsigned char *code = (const unsigned char *)regs[REG_RIP];
    bool short_one = code[0] == 0x0f && code[1] == 0x31;
    if (!short_one && !(code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9))
        return false;
    uint64_t now = virtual_now();
    regs[REG_RAX] = (greg_t)(uint32_t)now;
    regs[REG_RDX] = (greg_t)(now >> 32);
    if (!short_one)
        regs[REG_RCX] = 0;
    regs[REG_RIP] += short_one ? 2 : 3;
    return true;
}

/* Changes the signal's information to what the kernel would say if the pages were
 * really gone. */
static void as_it_would_be(siginfo_t *info, const struct area *area)
{
    if (area && area->kind == AREA_BEYOND) {
        info->si_signo = SIGBUS;
        info->si_code = BUS_ADRERR;
    } else if (area && area->kind != AREA_PROTECTED) {
        info->si_code = SEGV_MAPERR;
    }
}

/* Was the trap made by an instruction of the program? Otherwise it is a step that we
 * have asked for, if we are stepping. What si_code says of steps cannot be relied on:
 * some virtual machines lose the bit of the processor that it is made from. */
static bool is_instruction(const siginfo_t *info, const greg_t *regs)
{
    enum { BREAKPOINT = 0xcc };
    const uint8_t *next = (const uint8_t *)(uintptr_t)regs[REG_RIP];
    return info->si_code <= 0 || (info->si_code == SI_KERNEL && next[-1] == BREAKPOINT);
}

static void handle(int sig, siginfo_t *info, void *context)
{
    greg_t *regs = frame_registers(context);
    int who = agent.current;
    if (sig == SIGSEGV && spill_fault(info->si_addr))
        return;
    if (sig == SIGTRAP && !is_instruction(info, regs) &&
        (plain_step(context) || watch_step(context) || trial_step(context) ||
         patience_step(context)))
        return;
    if (sig == SIGSEGV && info->si_code == SEGV_ACCERR &&
        plain_fault(context, info->si_addr))
        return;
    uintptr_t a = (uintptr_t)info->si_addr;
    const struct area *area = who >= 0 ? areas_at(&agent.rank[who], a) : NULL;
    if (sig == SIGSEGV && info->si_code == SEGV_ACCERR && !area &&
        (who >= 0 ? watch_fault(context, info->si_addr) : watch_open(info->si_addr)))
        return;
    if (sig == SIGSEGV && info->si_code == SEGV_ACCERR && !area &&
        (pages_fault(info->si_addr) || (who == AT_AGENT && areas_open(info->si_addr)) ||
         track_fault(info->si_addr)))
        return;
    if (sig == SIGSEGV && info->si_code == SI_KERNEL && read_clock(regs))
        return;
    if (sig == SIGTRAP && who >= 0 && target_reached(context)) {
        char text[160];
        snprintf(text, sizeof text, "%s is reached (--target)", agent.link->target_name);
        watch_over(context);
        crash_leave(context, FINDING_TARGET_REACHED, REASON_NONE, text);
        return;
    }
    if (who >= 0) {
        char text[160];
        watch_over(context);
        agent.current = AT_AGENT;
        describe(who, text, sizeof text, sig, info, regs);
        as_it_would_be(info, area);
        bool handled = signals_fault(who, context, info, text);
        agent.current = who;
        if (!handled)
            crash_leave(context, FINDING_CRASH,
                        sig == SIGABRT ? REASON_ABORTED : REASON_NONE, text);
        return;
    }
    if (who == AT_SETUP)
        agent_refuse(REASON_SETUP,
                     "the program got signal %d (%s) before its actors started", sig,
                     sigabbrev_np(sig) ? sigabbrev_np(sig) : "?");
    agent_die("the agent got signal %d at %p, address %p", sig, (void *)regs[REG_RIP],
              info->si_addr);
}

void crash_install(void)
{
    stack_t alt = {.ss_sp = agent.spare_top, .ss_size = ALTSTACK};
    agent_syscall(SYS_sigaltstack, &alt, NULL);
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        agent_handle(fatal[i], handle, 0);
    patience_install();
    agent_syscall(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
}
