/* SPDX-License-Identifier: Apache-2.0
 *
 * rank.c - ranks as coroutines: made, run up to their next operation, ended. */
#include "agent/core/agent.h"
#include "agent/rank/areas.h"
#include "agent/x86/coroutine.h"
#include "agent/rank/image.h"
#include "agent/rank/space.h"
#include "agent/rank/space_thread.h"
#include "agent/equal/journal.h"
#include "agent/tell/replay.h"
#include "agent/rank/thread.h"
#include "agent/threads/datarace.h"
#include "agent/threads/plain.h"
#include "agent/watch/touch.h"
#include "agent/equal/twins.h"
#include "agent/watch/watch.h"
#include "kernel/sync.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint32_t rank_new(const char *name, void (*entry)(void *), void *argument)
{
    if (agent.nranks == agent.room) {
        agent.room = agent.room ? 2 * agent.room : 16;
        agent.rank = mem_resize(agent.rank, agent.room * sizeof *agent.rank);
    }
    uint32_t n = agent.nranks++;
    struct rank *r = &agent.rank[n];
    *r = (struct rank){.entry = entry,
                       .argument = argument,
                       .space = {.loaded = true, .patience = TWINS_PATIENCE}};
    snprintf(r->name, sizeof r->name, "%s", name);
    return n;
}

/* bytes below the stack pointer that have the same content at every step */
#define STALE 4096
/* of so many bytes of a stack the first contents are garbage, if that is asked for */
#define GARBAGE_DEPTH (256 << 10)

static void map(char *from, size_t bytes, int protection)
{
    long at = agent_syscall(
        SYS_mmap, from, bytes, protection,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != (long)(uintptr_t)from)
        agent_refuse(REASON_NONE,
                     "the memory at %p that a rank needs is taken (error %ld)",
                     (void *)from, -at);
}

static void body(void)
{
    const struct rank *r = &agent.rank[agent.current];
    r->entry(r->argument);
    if (__fpending(stdout)) /* exit() would do this; flushing all streams would change
                               pages of libc */
        fflush(stdout);
    rank_end();
}

#define FEW 64

void rank_prepare(uint32_t n)
{
    struct rank *r = &agent.rank[n];
    agent.slab = layout_of(agent.nranks);
    r->head = (struct rank_head *)(uintptr_t)layout_slab(n);
    r->top = layout_stack_top(n);
    map((char *)r->head, agent.slab->heap, PROT_NONE);
    if (agent.once && agent.nranks <= FEW) /* nothing is copied, so large pages are no
                                              disadvantage */
        agent_syscall(SYS_madvise, r->head, agent.slab->heap, MADV_HUGEPAGE);
    map(rank_output(r->head), SLAB_OUTPUT_MAX, PROT_READ | PROT_WRITE);
    map(r->top - SLAB_STACK, SLAB_STACK, PROT_READ | PROT_WRITE);
    areas_extend(r, sizeof *r->head);
    rank_begin(n);
}

void rank_begin(uint32_t n)
{
    struct rank *r = &agent.rank[n];
    heap_init(&r->head->heap, (char *)r->head, page_up(sizeof *r->head), agent.slab->heap,
              true);
    r->head->heap.whole = agent.tidies;
    areas_prepare(r, &r->head->heap);
    r->head->clock = VIRTUAL_EPOCH;
    r->head->umask = agent.umask;
    r->head->strand.gs = agent.setup_gs;
    r->head->random = XXH3_64bits_withSeed(&n, sizeof n, agent.link->options.seed);
    if (agent.link->plan.asked.garbage)
        memset(r->top - GARBAGE_DEPTH, AGENT_GARBAGE, GARBAGE_DEPTH);
    struct coro_frame *f = r->head->strand.sp = coro_make(r->top, body);
    f->mxcsr = agent.mxcsr;
    f->x87 = agent.x87;
}

/* The first thread of each process runs up to its first operation; the others are to be
 * born. */
static void start_threads(void)
{
    space_recall();
    space_prepare();
    for (uint32_t n = 0; n < agent.nranks; n++) {
        rank_prepare(n);
        if (n >= agent.nprocesses)
            agent.rank[n].head->strand.op =
                (struct op){.kind = OP_AWAIT, .object = n, .peer = SYNC_THREAD};
    }
    pages_exchange(0);
    if (!agent.races && !agent.hybrid)
        plain_prepare();
    race_prepare();
    for (uint32_t n = 0; n < agent.nprocesses; n++) {
        race_starts(n);
        rank_slice(n, (struct outcome){0});
        race_release(race_ends(NULL)); /* before all others */
    }
    space_begin();
}

void rank_start_all(void)
{
    if (agent.shares) {
        start_threads();
        return;
    }
    for (uint32_t n = 0; n < agent.nranks; n++) {
        rank_prepare(n);
        if (agent.once) {
            pages_exchange(n);
        } else {
            image_evict();
            pages_copy_in(NULL, 0);
            agent.resident = (int)n;
        }
        rank_slice(n, (struct outcome){0});
        image_make_root(n);
    }
}

uint64_t rank_history(uint64_t before, const struct outcome *o)
{
    uint64_t seen[3] = {(uint64_t)o->index, o->received, (uint64_t)o->value};
    return XXH3_64bits_withSeed(seen, sizeof seen, before);
}

/* Must the other ranks' slabs be made inaccessible while this one runs? They are always
 * mapped, so an address that was sent in a message would work, which it must not. But
 * isolation is expensive, so it is used only if ranks may know such addresses, or in the
 * replay that confirms a finding, unless that is long. */
static bool isolates(uint32_t n)
{
    enum { LONGEST = 100000 };
    if (agent.shares && !agent.hybrid)
        return agent.plain && plain_isolates(n);
    return agent.wary ||
           (agent.link->replay.guard &&
            (agent.link->replay.taped + agent.link->replay.nsteps) * agent.nranks <=
                LONGEST);
}

/* Ends a rank that stopped on a stack which it made itself, because our images would
 * not contain that stack. */
static void lost_stack(struct rank *r)
{
    struct rank_head *h = r->head;
    if (!h->strand.ended && !h->strand.fault.kind) {
        h->strand.fault.kind = FINDING_UNSUPPORTED;
        h->strand.fault.reason = REASON_FEATURE;
        snprintf(h->strand.fault.text, sizeof h->strand.fault.text,
                 "communicates from a stack of its own making (ucontext, fibers)");
        h->strand.op = (struct op){.kind = OP_ASSERT};
    }
    h->threads = NULL;
    h->strand.sp = coro_make(r->top, body); /* the rank has not run yet */
}

/* The base address of %gs belongs to the rank. Programs can set it by an instruction,
 * which is not visible to us (the system call for it is refused). */
static void enter_gs(const struct rank_head *h)
{
    if (h->strand.gs != agent.gs)
        __asm__ volatile("wrgsbase %0" : : "r"(h->strand.gs));
}

static void leave_gs(struct rank_head *h)
{
    if (agent.has_gs)
        __asm__ volatile("rdgsbase %0" : "=r"(agent.gs));
    h->strand.gs = agent.gs;
}

void rank_slice(uint32_t n, struct outcome o)
{
    struct rank *r = &agent.rank[n];
    image_changes(r);
    r->head->strand.outcome = o;
    r->head->vain += op_looks(r->head->strand.op.kind) && o.index == OUTCOME_FALSE;
    if (o.received)
        r->head->vain = 0;
    r->head->gazes = 0;
    r->head->history = rank_history(r->head->history, &o);
    /* The memory below the stack pointer is left over from other branches, and an
     * uninitialised variable would show it. */
    size_t stale = STALE;
    __asm__("" : "+r"(stale)); /* libc's memset is faster than what the compiler writes */
    memset(thread_slab_stack(r) - stale,
           agent.link->plan.asked.garbage ? AGENT_GARBAGE : 0x5A, stale);
    bool matters = r->head->heap.used + pages_count() * PAGE >= IMAGE_SMALL ||
                   agent.image_bytes >= IMAGE_CROWD;
    uint64_t start = matters ? agent_nanoseconds() : 0;
    uint64_t before = space_enter(n, &o);
    if (isolates(n))
        areas_isolate(n);
    else if (agent.shares)
        areas_join();
    areas_enforce(r);
    agent.link->running = n + 1;
    agent.link->progress++;
    agent.current = (int)n;
    watch_resume();
    touch_begin();
    enter_gs(r->head);
    thread_enter(r->head);
    if (agent.plain)
        plain_starts(n);
    coro_switch(&agent.sp, r->head->strand.sp);
    if (agent.plain)
        plain_stops();
    leave_gs(r->head);
    thread_leave(r->head);
    if (agent.learns.nlibraries)
        agent_again(ATTEMPT_LIBRARY); /* the rank was run on only for that: see scout() */
    r->head->polls |= op_looks(r->head->strand.op.kind);
    agent.current = AT_AGENT;
    agent.link->running = 0;
    watch_stop(r);
    space_leave(n, before);
    r->head->strand.op.touched = touch_take(r);
    struct thread_stack stack = thread_stack(r);
    if ((char *)r->head->strand.sp < stack.low || (char *)r->head->strand.sp > stack.top)
        lost_stack(r);
    r->space.nanoseconds = matters ? agent_nanoseconds() - start : 0;
    if (r->head->strand.fault.kind && agent.link->job == JOB_REPLAY)
        mazurka_fault(n, r->head->strand.fault.text);
}

/* Whatever is known to come next, the rank runs, and must come to the same. */
static void run_and_check(uint32_t n, struct outcome o)
{
    struct rank *r = &agent.rank[n];
    image_load(n);
    image_recognise(r);
    struct image *known = image_ahead(r, o);
    image_before_run(n);
    r->space.via = o;
    rank_slice(n, o);
    if (!known)
        return;
    image_check(r, known);
    image_release(known);
}

void rank_run(uint32_t n, struct outcome o)
{
    struct rank *r = &agent.rank[n];
    if (agent.shares) {
        space_run(n, o);
        return;
    }
    if (agent.link->images == IMAGES_CHECK) {
        run_and_check(n, o);
        return;
    }
    if (image_follow(r, o))
        return;
    image_load(n);
    if (image_recognise(r) && image_follow(r, o))
        return;
    image_before_run(n);
    r->space.via = o;
    rank_slice(n, o);
}

/* ---- on the rank's side ---- */

static uint32_t find_site(uint64_t pc, uint32_t hops)
{
    for (size_t i = agent.sites.len; i-- > 0;)
        if (agent.sites.at[i] == pc && agent.hops.at[i] == hops)
            return (uint32_t)i;
    return UINT32_MAX;
}

int64_t site_find(const struct journal_entry *e, const void *unused)
{
    (void)unused;
    uint32_t found = find_site(e->time, e->files);
    return found == UINT32_MAX ? -1 : (int64_t)found;
}

void site_follow(const struct journal_entry *e, const void *unused)
{
    (void)unused;
    vec_push(&agent.sites, e->time);
    vec_push(&agent.hops, e->files);
}

const void *site_entry(size_t n, struct journal_entry *e)
{
    if (n >= agent.sites.len)
        return NULL;
    *e = (struct journal_entry){JOURNAL_SITE, agent.hops.at[n], agent.sites.at[n], 0};
    return ""; /* there is no more to say */
}

static __attribute__((noinline)) uint32_t new_site(uint64_t pc, uint32_t hops)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    journal_number((struct journal_entry){JOURNAL_SITE, hops, pc, 0}, NULL);
    agent.current = who;
    return find_site(pc, hops);
}

static uint32_t site_at(uint64_t pc, uint32_t hops)
{
    uint32_t found = find_site(pc, hops);
    return found == UINT32_MAX ? new_site(pc, hops) : found;
}

uint32_t rank_site(uint64_t pc)
{
    return site_at(pc, 0);
}

/* The same for the running rank, with how far it is from the target. What the unwinder
 * leaves on the stack is no part of the rank's state. */
static __attribute__((noinline)) uint32_t site_now(uint64_t pc)
{
    uint32_t hops = target_hops();
    rank_wipe_deep();
    return site_at(pc, hops);
}

/* Has the rank left values in the x87 registers? At a call they must be empty, but
 * nothing enforces that, and MMX code without emms leaves all of them full. The top of
 * the stack in the status word is 0 both for none and for eight values; fxam tells the
 * two apart. fxam would raise a pending fault, but whoever has one has a value in the
 * registers, too. */
static bool x87_in_use(void)
{
    enum { FLAGS = 0x3f, TOP = 0x3800, EMPTY = 0x4100 };
    uint16_t status;
    __asm__ volatile("fnstsw %0" : "=a"(status));
    if (status & (TOP | FLAGS))
        return true;
    __asm__ volatile("fxam\n\tfnstsw %0" : "=a"(status));
    return (status & EMPTY) != EMPTY;
}

/* Stops the strand. The next one starts with empty x87 registers, and this one gets its
 * own back. */
static void leave(struct rank_head *h)
{
    agent.current = AT_AGENT;
    h->strand.x87_kept = x87_in_use();
    if (h->strand.x87_kept) /* fnsave has emptied them as well */
        __asm__ volatile("fnsave %0" : "=m"(h->strand.x87));
    coro_switch(&h->strand.sp, agent.sp);
    while (agent.question) {
        agent.question();
        coro_switch(&h->strand.sp, agent.sp);
    }
    if (h->strand.x87_kept)
        __asm__ volatile("frstor %0" : : "m"(h->strand.x87));
}

void rank_inspect(uint32_t n, void (*question)(void))
{
    image_load(n);
    image_changes(&agent.rank[n]);
    agent.question = question;
    agent.current = (int)n;
    coro_switch(&agent.sp, agent.rank[n].head->strand.sp);
    agent.current = AT_AGENT;
    agent.question = NULL;
}

/* Written in assembly, because a frame of the compiler's has gaps. */
__attribute__((naked)) void rank_wipe(void)
{
    /* the frames of perform(), rank_take() and leave() are smaller */
    __asm__("pxor %xmm0, %xmm0\n\t"
            ".set at, -320\n\t"
            ".rept 20\n\t"
            "movups %xmm0, at(%rsp)\n\t"
            ".set at, at + 16\n\t"
            ".endr\n\t"
            "ret");
}

__attribute__((naked)) void rank_wipe_deep(void)
{
    __asm__("lea -2048(%rsp), %rdi\n\t"
            "xor %eax, %eax\n\t"
            "mov $256, %ecx\n\t"
            "rep stosq\n\t"
            "ret");
}

struct outcome rank_take(struct op *op, void *site)
{
    return rank_head()->threads ? thread_take(op, site) : rank_ask(op, site);
}

struct outcome rank_ask(struct op *op, void *site)
{
    struct rank_head *h = rank_head();
    agent.current = AT_AGENT;
    h->strand.op = *op;
    h->strand.op.where = target_far() ? site_now((uint64_t)(uintptr_t)site)
                                      : rank_site((uint64_t)(uintptr_t)site);
    *op = (struct op){0};
    __asm__ volatile("" : "+m"(*op)); /* keeps the compiler from removing the stores */
    h->strand.nops++;
    rank_wipe();
    leave(h);
    return h->strand.outcome;
}

struct outcome rank_do(struct op op, void *site)
{
    return rank_take(&op, site);
}

_Noreturn void rank_end(void)
{
    struct rank_head *h = rank_head();
    const void *where;
    h->strand.over = true;
    watch_resume();
    watch_lift(&agent.rank[agent.current]);
    areas_lift(&agent.rank[agent.current]); /* the agent looks at protected pages, too */
    enum heap_fault damage = heap_check(&h->heap, &where);
    h->strand.parts = !damage && !h->threads;
    if (process_head()->at_end && !h->strand.left)
        process_head()->at_end();
    if (damage == HEAP_WRITTEN_FREE)
        rank_fail(FINDING_CRASH, HEAP_WRITTEN_FREE_TEXT);
    if (damage)
        rank_fail(FINDING_CRASH,
                  "the heap is damaged at the block at %p: something wrote %s", where,
                  damage == HEAP_OVERRUN ? "past its end" : "over its header");
    h->strand.exits = agent.shares && !h->strand.left;
    h->strand.ended = true;
    h->strand.op = (struct op){0};
    leave(h);
    __builtin_trap();
}

static _Noreturn void fail(enum finding_kind kind, enum reason reason, const void *site,
                           const char *text)
{
    struct rank_head *h = rank_head();
    agent.current = AT_AGENT;
    snprintf(h->strand.fault.text, sizeof h->strand.fault.text, "%s", text);
    h->strand.fault.kind = kind;
    h->strand.fault.reason = reason;
    h->strand.fault.site = (uint64_t)(uintptr_t)site;
    h->strand.op = (struct op){
        .kind = OP_ASSERT, .value = 0, .where = rank_site(h->strand.fault.site)};
    leave(h);
    __builtin_trap();
}

_Noreturn void rank_fail_at(enum finding_kind kind, const void *site, const char *text)
{
    fail(kind, REASON_NONE, site, text);
}

_Noreturn void rank_refuse_at(enum reason reason, const void *site, const char *text)
{
    fail(FINDING_UNSUPPORTED, reason, site, text);
}

static void put(char *to, const char *format, va_list args)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    vsnprintf(to, FAULT_TEXT, format, args);
    agent.current = who;
}

_Noreturn void rank_fail(enum finding_kind kind, const char *format, ...)
{
    char text[FAULT_TEXT];
    va_list args;
    va_start(args, format);
    put(text, format, args);
    va_end(args);
    fail(kind, REASON_NONE, NULL, text);
}

_Noreturn void rank_refuse(enum reason reason, const char *format, ...)
{
    char text[FAULT_TEXT];
    va_list args;
    va_start(args, format);
    put(text, format, args);
    va_end(args);
    fail(FINDING_UNSUPPORTED, reason, NULL, text);
}
