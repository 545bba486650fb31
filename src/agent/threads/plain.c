/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.c - see plain.h.
 *
 * What a thread has allocated itself is watched once another thread has been seen to use
 * it. The search begins again then, so that nothing is missing of what came before.
 *
 * In machine code, loads and stores of atomic variables look like any other; but nobody
 * accesses plain variables by instructions with a lock, and the debugging information
 * tells which variables are declared as atomic. When two accesses race that may be
 * atomic, this is looked up, and the place is a *cell* from then on: what the program
 * does there are operations, and the search begins again. Where nothing tells, what may
 * be atomic is taken to be, so that no program is blamed for what it has not done.
 *
 * A fault costs about as much as a thousand instructions, so there is a bound on their
 * number; what came later was not looked at, which the verdict says. */
#include "agent/threads/plain.h"
#include "agent/core/unwind.h"
#include "agent/rank/areas.h"
#include "agent/system/trial.h"
#include "agent/threads/datarace.h"
#include "agent/threads/tsan.h"
#include "agent/watch/watch.h"
#include "agent/rank/objects.h"
#include "agent/x86/frame.h"
#include "agent/x86/gate.h"
#include "real/atomics.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define MOST_FAULTS 500000
#define STEP_PAGES  32

struct plain {
    bool on;         /* the running thread is watched, */
    bool all;        /* and not only where there are cells */
    bool own;        /* so is what it has allocated itself */
    uint32_t thread; /* the one that runs */
    uint64_t faults; /* so far */
    uint64_t taken;  /* the operation at this instruction was performed; 0: none was */
    struct {
        uintptr_t at;
        size_t bytes;
        struct insn_effect effect;
        struct tsan_from from;
    } asked; /* the operation that is asked for */
    /* The pages that are open until the next instruction. */
    uintptr_t stepped[STEP_PAGES];
    uint32_t nsteps;
};

void plain_prepare(void)
{
    race_compiled();
    agent.plain = mem_alloc(sizeof *agent.plain);
}

/* ---- which memory? ---- */

static bool is_shared_heap(uint32_t thread)
{
    return agent.known.heaps >> thread & 1;
}

static uintptr_t heap_low(const struct rank *r)
{
    return (uintptr_t)r->head + page_up(sizeof *r->head);
}

static uintptr_t heap_high(const struct rank *r)
{
    return (uintptr_t)r->head + r->space.extent;
}

static bool in_heap(uint32_t thread, uintptr_t a)
{
    const struct rank *r = &agent.rank[thread];
    return a >= heap_low(r) && a < heap_high(r);
}

static bool in_stack(uint32_t thread, uintptr_t a)
{
    uintptr_t top = (uintptr_t)agent.rank[thread].top;
    return a >= top - SLAB_STACK && a < top;
}

enum whose { NOBODYS, PROGRAMS, OWN, FOREIGN };

/* Does the page have a cell? */
static bool has_cell(uintptr_t page)
{
    const struct plan_learned *k = &agent.known;
    for (uint32_t i = 0; i < k->ncells; i++)
        if (page_down(k->cell[i]) == page)
            return true;
    return false;
}

static bool is_shared_stack(uintptr_t page)
{
    return plan_has_stack(&agent.known, page) || has_cell(page);
}

/* Whose is the memory, if it is inaccessible while the thread runs? */
static enum whose whose(uintptr_t a)
{
    const struct plain *p = agent.plain;
    int of = layout_rank_of((const void *)a);
    uintptr_t page = page_down(a);
    if (of >= (int)agent.nranks || (!p->all && !has_cell(page)))
        return NOBODYS;
    if (of < 0)
        return pages_shared(a) ? PROGRAMS : NOBODYS;
    if (of != (int)p->thread)
        return in_heap((uint32_t)of, a) || in_stack((uint32_t)of, a) ? FOREIGN : NOBODYS;
    if (in_stack(p->thread, a))
        return is_shared_stack(page) ? OWN : NOBODYS;
    return p->own && in_heap(p->thread, a) ? OWN : NOBODYS;
}

static void set(uintptr_t low, uintptr_t high, int protection)
{
    if (low < high && agent_syscall(SYS_mprotect, low, high - low, protection))
        agent_die("the kernel has no memory for one more mapping");
}

/* ---- a thread runs ---- */

/* Is there another thread? What the first one does before is not shared. */
static bool has_company(void)
{
    for (uint32_t n = 0; n < agent.nranks; n++)
        if (agent.rank[n].head->created)
            return true;
    return false;
}

/* From now on nobody can say that there is no data race. */
static void leave_out(const char *what)
{
    if (agent.shared->watched_accesses)
        link_leaves_out(agent.shared, what);
    agent.shared->watched_accesses = false;
}

/* Has so much been looked at that the rest is left out? */
static bool is_enough(void)
{
    struct plain *p = agent.plain;
    if (p->faults < MOST_FAULTS || agent.link->job == JOB_REPLAY)
        return false;
    leave_out("data races after many accesses (mazurka cc --threads compiles for all of "
              "them)");
    return true;
}

bool plain_isolates(uint32_t thread)
{
    struct plain *p = agent.plain;
    p->thread = thread;
    p->all = race_watches() && !is_enough();
    p->on = has_company() && (p->all || agent.known.ncells);
    return p->on && p->all;
}

/* Makes the pages with cells inaccessible, or accessible again; and those of the thread's
 * own stack that others use. */
static void hide_some(bool hide)
{
    struct plain *p = agent.plain;
    const struct plan_learned *k = &agent.known;
    for (uint32_t i = 0; i < k->ncells + k->nstack; i++) {
        uintptr_t page = i < k->ncells ? page_down(k->cell[i]) : k->stack[i - k->ncells];
        if (whose(page) == NOBODYS || (p->all && whose(page) != OWN))
            continue;
        if (hide)
            set(page, page + PAGE, PROT_NONE);
        else if (layout_rank_of((const void *)page) >= 0)
            set(page, page + PAGE, PROT_READ | PROT_WRITE);
        else
            pages_show(page, page + PAGE);
    }
}

void plain_starts(uint32_t thread)
{
    struct plain *p = agent.plain;
    struct rank *r = &agent.rank[thread];
    if (!p->on)
        return;
    p->own = is_shared_heap(thread) && !r->head->areas.n;
    if (p->all && is_shared_heap(thread) && r->head->areas.n)
        leave_out("data races in a heap with protected or unmapped pages (mazurka cc "
                  "--threads compiles for them)");
    if (p->all) {
        pages_hide(true);
        if (p->own)
            set(heap_low(r), heap_high(r), PROT_NONE);
    }
    hide_some(true);
}

void plain_stops(void)
{
    struct plain *p = agent.plain;
    struct rank *r = &agent.rank[p->thread];
    if (!p->on)
        return;
    hide_some(false);
    p->on = false;
    p->nsteps = 0;
    p->taken = 0;
    if (!p->all)
        return;
    pages_hide(false);
    if (p->own)
        set(heap_low(r), heap_high(r), PROT_READ | PROT_WRITE);
}

bool plain_pause(void)
{
    struct plain *p = agent.plain;
    int who = agent.current;
    if (!p || !p->on)
        return false;
    agent.current = AT_AGENT;
    plain_stops();
    areas_join();
    agent.current = who;
    return true;
}

void plain_resume(bool paused)
{
    struct plain *p = agent.plain;
    int who = agent.current;
    if (!paused)
        return;
    agent.current = AT_AGENT;
    p->on = true;
    if (p->all)
        areas_isolate(p->thread);
    plain_starts(p->thread);
    agent.current = who;
}

/* ---- one access ---- */

static void open_page(uintptr_t page, bool write)
{
    if (layout_rank_of((const void *)page) >= 0) {
        set(page, page + PAGE, PROT_READ | PROT_WRITE);
        return;
    }
    if (write)
        pages_fault((const void *)page);
    pages_show(page, page + PAGE);
}

/* Lets the access through, and closes the pages again after it. */
static void let_through(ucontext_t *u, uintptr_t address, const struct memory_access *a)
{
    struct plain *p = agent.plain;
    uintptr_t page = page_down(address);
    uintptr_t low = a->n ? page_down(a->part[0].low) : page,
              high = a->n ? page_up(a->part[0].high) : page + PAGE;
    bool alone = a->n == 1 && (high == low + PAGE || a->repeats) &&
                 whose(low) == whose(high - 1) && !p->nsteps && !patience_steps() &&
                 !agent.trial;
    for (uintptr_t at = alone ? low : page; at < (alone ? high : page + PAGE); at += PAGE)
        open_page(at, a->write);
    if (alone && insn_carry_out(u)) {
        set(low, high, PROT_NONE);
        return;
    }
    if (alone && high > low + PAGE) { /* no instruction that we know */
        set(low, high, PROT_NONE);
        open_page(page, a->write);
    }
    if (p->nsteps < STEP_PAGES)
        p->stepped[p->nsteps++] = page;
    frame_step(u, true);
}

bool plain_step(void *context)
{
    struct plain *p = agent.plain;
    ucontext_t *u = context;
    if (!p || !p->on || !p->nsteps)
        return false;
    for (uint32_t i = 0; i < p->nsteps; i++)
        set(p->stepped[i], p->stepped[i] + PAGE, PROT_NONE);
    p->nsteps = 0;
    if (!patience_steps() && !agent.trial)
        frame_step(u, false);
    return !patience_steps() && !agent.trial;
}

/* ---- whose access is it? ---- */

/* Is it a jump by way of a table of the linker's? */
static bool is_jump(const uint8_t *pc)
{
    return pc[0] == 0xff && ((pc[1] >> 3 & 7) == 4 || (pc[1] >> 3 & 7) == 2);
}

/* A word of the thread's stack. If it faulted here, within a step, that step would be
 * over. */
static uint64_t peek(uintptr_t a)
{
    const struct plain *p = agent.plain;
    uintptr_t page = page_down(a);
    bool hidden = whose(a) != NOBODYS;
    for (uint32_t i = 0; i < p->nsteps; i++)
        hidden &= p->stepped[i] != page;
    if (hidden)
        open_page(page, false);
    uint64_t word = *(const uint64_t *)a;
    if (hidden)
        set(page, page + PAGE, PROT_NONE);
    return word;
}

/* The address behind the access in the program, or in a function for memory and strings
 * that it has called; 0: it is a library's own. What such functions load by vectors may
 * be more than they were asked for. */
static uint64_t place_of(const ucontext_t *u, const struct memory_access *a)
{
    enum { WIDE = 16 };
    uint64_t pc = frame_pc(u);
    if (unwind_is_users(pc))
        return is_jump((const uint8_t *)(uintptr_t)pc) ? 0 : pc + 1;
    uint64_t caller = peek((uintptr_t)frame_sp(u));
    if (a->high - a->low >= WIDE && !a->write)
        return 0;
    return unwind_is_users(caller) ? caller : 0;
}

static bool is_ours(uint64_t pc)
{
    return pc >= agent.link->library_low && pc < agent.link->library_high;
}

/* Somebody else's memory is shared: what its owner does there is to be known. */
static void learn(uintptr_t a)
{
    uint32_t owner = (uint32_t)layout_rank_of((const void *)a);
    if (in_heap(owner, a) ? is_shared_heap(owner) : is_shared_stack(page_down(a)))
        return;
    if (in_heap(owner, a))
        agent.learns.heaps |= UINT64_C(1) << owner;
    else if (agent.known.nstack == PLAN_STACK) {
        leave_out("data races on stacks, of which many pages are shared (mazurka cc "
                  "--threads compiles for them)");
        return;
    } else
        agent.learns.stack[agent.learns.nstack++] = page_down(a);
    agent_again(ATTEMPT_SHARED);
}

/* ---- cells ---- */

static _Noreturn void learn_cell(uintptr_t a)
{
    agent.current = AT_AGENT;
    if (agent.known.ncells == PLAN_CELLS)
        agent_refuse(REASON_SIZE,
                     "more than %d variables are used as atomics; compile "
                     "with -fsanitize=thread (mazurka cc --threads)",
                     PLAN_CELLS);
    agent.learns.cell[agent.learns.ncells++] = a;
    agent_again(ATTEMPT_SHARED);
}

/* The thread has been interrupted before the instruction: performs its operation. */
static void ask(void)
{
    struct plain *p = agent.plain;
    const struct insn_effect e = p->asked.effect;
    const struct tsan_from from = p->asked.from;
    const void *at = (const void *)p->asked.at;
    size_t bytes = p->asked.bytes;
    enum tsan_atomic what = e.what == INSN_LOADS    ? TSAN_LOAD
                            : e.what == INSN_STORES ? TSAN_STORE
                                                    : TSAN_UPDATE;
    if (mazurka_tsan_begin(at, bytes, what, &from)) {
        uint64_t is = 0;
        memcpy(&is, at, bytes < sizeof is ? bytes : sizeof is);
        bool fails = e.what == INSN_COMPARES && is != e.expected;
        bool changes =
            e.what == INSN_UPDATES || (e.what != INSN_LOADS && !fails && is != e.value);
        mazurka_tsan_order(at, bytes, fails ? TSAN_LOAD : what, __ATOMIC_SEQ_CST, changes,
                           from.pc);
    }
    p->taken = (uint64_t)(uintptr_t)from.pc - 1;
}

/* What the thread does next depends on all its registers, not only on those that
 * functions preserve, and on memory that is not watched. */
static void describe_state(const ucontext_t *u, struct tsan_from *from)
{
    enum { LARGE = 1 << 20 };
    const struct plain *p = agent.plain;
    const struct rank *r = &agent.rank[p->thread];
    size_t heap = r->head->heap.used;
    from->pc = (const void *)(uintptr_t)(frame_pc(u) + 1);
    from->frame = (const void *)(uintptr_t)(frame_sp(u) - RED_ZONE);
    from->registers[0] = XXH3_64bits(frame_registers(u), REG_RIP * sizeof(greg_t));
    from->registers[1] =
        XXH3_64bits(u->uc_mcontext.fpregs->_xmm, sizeof u->uc_mcontext.fpregs->_xmm);
    if (!p->own && heap < LARGE && heap > page_up(sizeof *r->head))
        from->registers[2] =
            XXH3_64bits((const void *)heap_low(r), heap - page_up(sizeof *r->head));
    else if (!p->own && heap >= LARGE)
        from->frame = NULL; /* no state is the same as any other */
}

/* Is the access an operation on a cell, which is to be asked for first? */
static bool is_operation(ucontext_t *u, const struct memory_access *a)
{
    struct plain *p = agent.plain;
    bool locked = insn_is_atomic(u), known = plan_has_cell(&agent.known, a->low);
    if (locked && !known)
        learn_cell(a->low);
    struct insn_effect e = insn_effect(u);
    if (!known || e.what == INSN_OTHER)
        return false;
    p->asked.at = a->low;
    p->asked.bytes = a->high - a->low;
    p->asked.effect = e;
    memset(&p->asked.from, 0, sizeof p->asked.from);
    describe_state(u, &p->asked.from);
    gate_divert(u, ask);
    return true;
}

/* Is what the two access atomic, or are both of them? */
static enum atomics_answer is_atomic(const void *at, const struct link_access *both)
{
    enum atomics_answer is = (enum atomics_answer)objects_is_atomic(at, NULL), by[2];
    if (is != ATOMICS_PLAIN)
        return is;
    for (int i = 0; i < 2; i++) {
        const void *site = (const void *)(uintptr_t)both[i].site;
        by[i] = (enum atomics_answer)objects_is_atomic(NULL, site);
        if (by[i] == ATOMICS_PLAIN)
            return ATOMICS_PLAIN;
    }
    if (by[0] == ATOMICS_UNKNOWN || by[1] == ATOMICS_UNKNOWN)
        return ATOMICS_UNKNOWN;
    agent.learns.guessed |= GUESS_USED;
    return ATOMICS_ATOMIC;
}

/* Two accesses race, of which this is the later one. May both be atomic? */
static void consider(const ucontext_t *u, const struct memory_access *a)
{
    const struct link_access *both = race_found();
    size_t bytes = a->high - a->low;
    if (both[0].first != both[1].first || both[0].end != both[1].end ||
        a->low != both[0].first || bytes > 8 || a->low % bytes ||
        insn_effect(u).what == INSN_OTHER)
        return;
    switch (is_atomic((const void *)a->low, both)) {
    case ATOMICS_PLAIN:
        return;
    case ATOMICS_UNKNOWN:
        agent.learns.guessed |= GUESS_UNKNOWN;
        break;
    case ATOMICS_ATOMIC:
        break;
    }
    learn_cell(a->low);
}

static const char *judged(const ucontext_t *u, const struct memory_access *all)
{
    const char *wrong = NULL;
    for (uint32_t i = 0; i < all->n && !wrong; i++) {
        struct memory_access a = *all;
        a.low = all->part[i].low;
        a.high = all->part[i].high;
        uint64_t place = place_of(u, &a);
        if (!place || pages_of_library(a.low))
            continue;
        wrong = race_judged(a.low, a.high - a.low, a.write ? HOW_WRITE : HOW_READ,
                            (const void *)(uintptr_t)place);
        if (wrong && all->n == 1)
            consider(u, &a);
    }
    return wrong;
}

/* Does the program access its own memory by its own instruction? */
static bool is_direct(const ucontext_t *u, const struct memory_access *a)
{
    return a->n == 1 && unwind_is_users(frame_pc(u)) && !pages_of_library(a->part[0].low);
}

bool plain_fault(void *context, const void *address)
{
    struct plain *p = agent.plain;
    ucontext_t *u = context;
    uintptr_t a = (uintptr_t)address;
    int who = agent.current;
    if (!p || !p->on)
        return false;
    enum whose of = whose(a);
    if (of == NOBODYS)
        return false;
    uint64_t pc = frame_pc(u);
    bool library = who < 0 || is_ours(pc);
    struct memory_access access = access_of(context, a);
    if (library) {
        let_through(u, a, &access);
        return true;
    }
    p->faults++;
    agent.current = AT_AGENT;
    if (of == FOREIGN && unwind_is_users(pc))
        learn(a);
    agent.current = who;
    bool taken = p->taken == pc;
    p->taken = 0;
    if (!taken && is_direct(u, &access)) {
        access.low = access.part[0].low;
        access.high = access.part[0].high;
        if (is_operation(u, &access))
            return true;
    }
    bool matters = !taken && p->all && !insn_is_on_stack(u);
    const char *wrong = matters ? judged(u, &access) : NULL;
    if (wrong) {
        crash_leave(context, FINDING_DATA_RACE, REASON_NONE, wrong);
        return true;
    }
    let_through(u, a, &access);
    return true;
}
