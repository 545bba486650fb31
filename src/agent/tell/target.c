/* SPDX-License-Identifier: Apache-2.0
 *
 * target.c - stopping where the user asks whether a rank can get there, and how far it
 * is.
 *
 * The first byte of the place is replaced by a breakpoint. The rank that comes to it goes
 * no further, so the instruction itself is never needed again. */
#include "agent/core/agent.h"
#include "agent/core/unwind.h"
#include "agent/x86/frame.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define BREAKPOINT 0xcc

static uint64_t place(uint32_t i)
{
    return agent.link->modules[0].base +
           agent.link->target[i]; /* the program's is first */
}

void target_arm(void)
{
    for (uint32_t i = 0; i < agent.link->ntargets; i++) {
        void *page = (void *)(uintptr_t)page_down(place(i));
        if (agent_syscall(SYS_mprotect, page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC))
            agent_refuse(REASON_NONE, "--target: the program's code cannot be changed");
        *(uint8_t *)(uintptr_t)place(i) = BREAKPOINT;
        agent_syscall(SYS_mprotect, page, PAGE, PROT_READ | PROT_EXEC);
    }
}

bool target_reached(void *context)
{
    greg_t *pc = &frame_registers(context)[REG_RIP];
    for (uint32_t i = 0; i < agent.link->ntargets; i++)
        if ((uint64_t)*pc == place(i) + 1) {
            --*pc;
            return true;
        }
    return false;
}

/* ---- how far is it? ---- */

bool target_far(void)
{
    return agent.link->flow_sites != 0;
}

uint32_t target_hops(void)
{
    enum { DEEPEST = 64 };
    uint64_t calls[DEEPEST];
    struct flow_map f = agent.link->flow;
    const struct link_module *program = &agent.link->modules[0];
    uint32_t n = unwind_calls(calls, DEEPEST);
    f.sites = link_at(agent.link, agent.link->flow_sites);
    for (uint32_t i = 0; i < n; i++)
        calls[i] = calls[i] >= program->low && calls[i] < program->high
                       ? calls[i] - program->base
                       : 0;
    flow_hops hops = flow_distance(&f, calls, n);
    return hops == FLOW_NEVER ? UINT32_MAX : hops;
}
