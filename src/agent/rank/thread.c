/* SPDX-License-Identifier: Apache-2.0
 *
 * thread.c - see thread.h: threads are made, wait, and end.
 *
 * Which thread runs when another stops is decided in turns.c. */
#include "agent/rank/threads.h"
#include "agent/rank/space_thread.h"
#include "agent/watch/watching.h"

#include <cpuid.h>
#include <errno.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define TRAP_FLAG   0x100
#define RESUME_FLAG 0x10000
#define RED_ZONE    128
#define MOST        (1 << 16) /* threads that a rank may make, one after the other */
#define FP_MAGIC    0x46505853u
#define FP_LEGACY   512
#define FP_LARGEST  ((size_t)16 << 10)
#define FP_XMM      160 /* where the vector registers lie in the legacy part, */
#define FP_XMM_END  416 /* and where they end */
#define FEATURES_AT 512 /* where it is said which parts are in use */

/* ---- registers ---- */

static size_t fp_bytes(const ucontext_t *u)
{
    const char *fp = (const char *)u->uc_mcontext.fpregs;
    uint32_t magic, bytes;
    memcpy(&magic, fp + 464, sizeof magic);
    memcpy(&bytes, fp + 468, sizeof bytes);
    return magic == FP_MAGIC && bytes <= FP_LARGEST ? bytes : FP_LEGACY;
}

/* Where the parts of the extended state lie, by the processor's numbers; found out once,
 * as asking takes long on virtual machines. */
static const struct part {
    uint32_t at, size;
} * parts(void)
{
    static struct part all[63];
    static bool known;
    uint32_t flags, none;
    for (uint32_t i = 2; !known && i < 63; i++)
        if (!__get_cpuid_count(0xd, i, &all[i].size, &all[i].at, &flags, &none))
            all[i].size = 0;
    known = true;
    return all;
}

static bool all_zero(const char *at, size_t n)
{
    while (n && !at[n - 1])
        n--;
    return !n;
}

/* Zeroes what the kernel has not written, as those registers are in their first state:
 * the states of ranks that poll are compared. Registers that are zero may count as used
 * or not, as the processor likes, so they do not. */
static void clear_unused(char *fp, size_t bytes)
{
    uint64_t used;
    if (bytes <= FP_LEGACY)
        return;
    memcpy(&used, fp + FEATURES_AT, sizeof used);
    if (!(used & 2))
        memset(fp + FP_XMM, 0, FP_XMM_END - FP_XMM);
    for (uint32_t i = 2; i < 63; i++) {
        const struct part *p = &parts()[i];
        if (!p->size || p->at < FP_LEGACY || p->at + p->size > bytes)
            continue;
        if (!(used >> i & 1))
            memset(fp + p->at, 0, p->size);
        else if (all_zero(fp + p->at, p->size))
            used &= ~((uint64_t)1 << i);
    }
    memcpy(fp + FEATURES_AT, &used, sizeof used);
}

static uint64_t fs_base(void)
{
    uint64_t base = 0;
    if (agent.has_gs)
        __asm__ volatile("rdfsbase %0" : "=r"(base));
    else
        agent_syscall(SYS_arch_prctl, 0x1003 /* ARCH_GET_FS */, &base);
    return base;
}

static void set_fs(uint64_t base)
{
    if (agent.has_gs)
        __asm__ volatile("wrfsbase %0" : : "r"(base));
    else
        agent_syscall(SYS_arch_prctl, 0x1002 /* ARCH_SET_FS */, base);
}

static uint64_t gs_base(void)
{
    uint64_t base = agent.gs;
    if (agent.has_gs)
        __asm__ volatile("rdgsbase %0" : "=r"(base));
    return base;
}

static void set_gs(uint64_t base)
{
    if (agent.has_gs)
        __asm__ volatile("wrgsbase %0" : : "r"(base));
}

void thread_enter(const struct rank_head *h)
{
    if (h->strand.fs)
        set_fs(h->strand.fs);
    else if (h->threads)
        set_fs(h->threads->running->fs);
}

void thread_leave(const struct rank_head *h)
{
    if (h->threads || h->strand.fs)
        set_fs(agent.fs);
}

/* Copies the registers of the running thread to its record. */
static void save_registers(struct rank_head *h, struct thread *me, const ucontext_t *u)
{
    size_t n = fp_bytes(u);
    memcpy(me->registers, u->uc_mcontext.gregs, sizeof me->registers);
    me->registers[REG_EFL] &= ~(TRAP_FLAG | RESUME_FLAG);
    memset(me->registers + REG_CSGSFS, 0,
           (NGREG - REG_CSGSFS) * sizeof *me->registers); /* about the signal only */
    if (!me->fp)
        me->fp = heap_alloc(&h->heap, n, 64);
    if (!me->fp)
        agent_refuse(REASON_SIZE, "no memory is left for the registers of a thread");
    me->fp_bytes = n;
    memcpy(me->fp, u->uc_mcontext.fpregs, n);
    clear_unused(me->fp, n);
    me->fs = fs_base();
    me->gs = gs_base();
}

void thread_registers(const struct thread *t, void *context)
{
    ucontext_t *u = context;
    if (t->fp_bytes != fp_bytes(u))
        agent_refuse(REASON_NONE,
                     "the registers of a thread have another size than before");
    memcpy(u->uc_mcontext.gregs, t->registers, REG_EFL * sizeof *t->registers);
    u->uc_mcontext.gregs[REG_EFL] = t->registers[REG_EFL];
    if (patience_steps())
        u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
    memcpy(u->uc_mcontext.fpregs, t->fp, t->fp_bytes);
}

/* ---- the table ---- */

struct threads *threads_of(struct call *c)
{
    struct rank_head *h = call_head(c);
    if (h->threads)
        return h->threads;
    struct threads *t = heap_alloc_zeroed(&h->heap, sizeof *t);
    struct thread *first = heap_alloc_zeroed(&h->heap, sizeof *first);
    struct thread **at = heap_alloc_zeroed(&h->heap, FEW_THREADS * sizeof *at);
    if (!t || !first || !at)
        agent_refuse(REASON_SIZE, "no memory is left for the threads of %s",
                     agent.rank[c->who].name);
    *first = (struct thread){.fs = agent.fs, .tid = machine_pid(c->who)};
    *t = (struct threads){
        .at = at, .n = 1, .room = FEW_THREADS, .made = 1, .running = first};
    at[0] = first;
    return h->threads = t;
}

static void add(struct rank_head *h, struct thread *new)
{
    struct threads *t = h->threads;
    if (t->n == t->room) {
        struct thread **at = heap_alloc_zeroed(&h->heap, 2 * t->room * sizeof *at);
        if (!at)
            agent_refuse(REASON_SIZE, "no memory is left for one more thread");
        memcpy(at, t->at, t->n * sizeof *at);
        heap_free(&h->heap, t->at);
        t->at = at;
        t->room *= 2;
    }
    t->at[t->n++] = new;
}

/* Takes the thread off the list; the order of the others stays. */
static void take_off(struct threads *t, const struct thread *gone)
{
    uint32_t i = 0;
    while (t->at[i] != gone)
        i++;
    memmove(&t->at[i], &t->at[i + 1], (--t->n - i) * sizeof(*t->at));
}

struct thread *thread_first(const struct threads *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (!t->at[i]->number)
            return t->at[i];
    return NULL;
}

uint32_t thread_running(const struct rank_head *h)
{
    return h->threads ? h->threads->running->number : 0;
}

bool thread_is(const struct rank_head *h, int who, int tid)
{
    if (tid == machine_pid(who))
        return true;
    for (uint32_t i = 0; h->threads && i < h->threads->n; i++)
        if (h->threads->at[i]->tid == tid)
            return true;
    return false;
}

bool thread_alone(const struct rank_head *h)
{
    return !h->threads || h->threads->n == 1;
}

bool thread_others(const struct rank_head *h)
{
    const struct threads *t = h->threads;
    for (uint32_t i = 0; t && i < t->n; i++)
        if (t->at[i] != t->running && t->at[i]->state != THREAD_WAITS)
            return true;
    return false;
}

/* ---- stacks ---- */

struct thread_stack thread_stack(const struct rank *r)
{
    const struct threads *t = r->head->threads;
    if (t && t->running->number)
        return (struct thread_stack){(char *)t->running->low, (char *)t->running->top};
    return (struct thread_stack){r->top - SLAB_STACK, r->top};
}

bool thread_overflows(const struct rank *r, uintptr_t a)
{
    enum { GUARD = 64 << 10 }; /* libc shuts a page, unless it is told to shut more */
    const struct threads *t = r->head->threads;
    return t && t->running->number && a >= t->running->low && a < t->running->low + GUARD;
}

char *thread_slab_stack(const struct rank *r)
{
    const struct threads *t = r->head->threads;
    if (!t || (t->running && !t->running->number))
        return r->head->strand.sp;
    const struct thread *first = thread_first(t);
    char *sp = first ? (char *)(first->registers[REG_RSP] - RED_ZONE) : r->top;
    return sp >= r->top - SLAB_STACK && sp <= r->top ? sp : r->top;
}

bool thread_unused(const struct rank_head *h, uintptr_t from, uintptr_t *low,
                   uintptr_t *high)
{
    const struct threads *t = h->threads;
    bool any = false;
    for (uint32_t i = 0; t && i < t->n; i++) {
        const struct thread *x = t->at[i];
        uintptr_t sp = x == t->running ? (uintptr_t)h->strand.sp
                                       : (uintptr_t)x->registers[REG_RSP] - RED_ZONE;
        if (!x->number || sp <= x->low || sp > x->top || sp <= from ||
            (any && x->low >= *low))
            continue;
        *low = x->low > from ? x->low : from;
        *high = sp;
        any = true;
    }
    return any;
}

/* ---- digests ---- */

static void sort(struct threads *t)
{
    for (uint32_t i = 1; i < t->n; i++)
        for (uint32_t k = i; k && t->at[k - 1]->number > t->at[k]->number; k--) {
            struct thread *x = t->at[k];
            t->at[k] = t->at[k - 1];
            t->at[k - 1] = x;
        }
}

void thread_hide(struct rank_head *h, bool order)
{
    struct threads *t = h->threads;
    int who = agent.current;
    if (!t)
        return;
    agent.current = AT_AGENT;
    agent.hidden.len = 0;
    vec_push(&agent.hidden, (uint64_t)(uintptr_t)t->running);
    for (uint32_t i = 0; i < t->n; i++) {
        struct thread *x = t->at[i];
        vec_push(&agent.hidden, (uint64_t)(uintptr_t)x);
        vec_push(&agent.hidden, x->until);
        vec_push(&agent.hidden, x->turned);
        x->until = !x->until ? 0 : order ? 1 : x->until - h->clock;
        x->turned = false;
    }
    agent.current = who;
    if (order) {
        sort(t);
        t->running = NULL;
    }
}

void thread_show(struct rank_head *h)
{
    struct threads *t = h->threads;
    if (!t)
        return;
    t->running = (struct thread *)agent.hidden.at[0];
    for (uint32_t i = 0; i < t->n; i++) {
        t->at[i] = (struct thread *)agent.hidden.at[3 * i + 1];
        t->at[i]->until = agent.hidden.at[3 * i + 2];
        t->at[i]->turned = agent.hidden.at[3 * i + 3];
    }
}

/* ---- a thread begins ---- */

/* What pthread_create() asks for, and nothing else. */
#define WANTED                                                                           \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SETTLS)
#define KNOWN                                                                            \
    (WANTED | CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID |                 \
     CLONE_CHILD_CLEARTID | CLONE_DETACHED)

static long begin(struct call *c, const struct clone_args *a, uint64_t low)
{
    if (agent.shares && (a->flags & WANTED) == WANTED)
        return space_clone(c, a);
    if ((a->flags & WANTED) != WANTED || a->flags & ~(uint64_t)KNOWN || !a->stack)
        return a->flags & CLONE_THREAD
                   ? call_refuse(c, REASON_THREADS,
                                 "starts a thread in an unusual way (clone)")
                   : call_refuse(c, REASON_PROCESS, "starts a process (clone)");
    if (c->who < 0 || agent.front->start)
        return call_refuse(c, REASON_THREADS, "starts a thread");
    link_leaves_out(agent.shared, LINK_THREADS);
    patience_hurry();
    port_threaded = fp_bytes(c->context) > FP_LEGACY; /* the processor has xrstor */
    struct threads *t = threads_of(c);
    struct rank_head *h = call_head(c);
    struct thread *new = heap_alloc_zeroed(&h->heap, sizeof *new);
    if (!new || t->made == MOST)
        return call_refuse(c, REASON_SIZE, "makes more than %d threads", (int)t->made);
    ucontext_t *u = c->context;
    greg_t was[2] = {u->uc_mcontext.gregs[REG_RAX], u->uc_mcontext.gregs[REG_RSP]};
    u->uc_mcontext.gregs[REG_RAX] = 0;
    u->uc_mcontext.gregs[REG_RSP] = (greg_t)a->stack;
    save_registers(h, new, u);
    u->uc_mcontext.gregs[REG_RAX] = was[0];
    u->uc_mcontext.gregs[REG_RSP] = was[1];
    new->number = t->made++;
    new->tid = FIRST_TID + c->who *MOST + (int)new->number;
    new->fs = a->tls;
    new->low = low;
    new->top = a->stack;
    new->clear = a->flags &CLONE_CHILD_CLEARTID ? a->child_tid : 0;
    new->inside = agent.watching->inside;
    signals_begin(c->who, &new->signals);
    add(h, new);
    h->idle = (struct idle){0};
    int tid = new->tid;
    if (a->flags & CLONE_PARENT_SETTID && !user_write(a->parent_tid, &tid, sizeof tid))
        return -EFAULT;
    if (a->flags & CLONE_CHILD_SETTID && !user_write(a->child_tid, &tid, sizeof tid))
        return -EFAULT;
    return tid;
}

long thread_clone(struct call *c)
{
    const struct clone_args a = {.flags = c->arg[0] & ~(uint64_t)0xff,
                                 .stack = c->arg[1],
                                 .parent_tid = c->arg[2],
                                 .child_tid = c->arg[3],
                                 .tls = c->arg[4]};
    return begin(c, &a, page_down(c->arg[1] - 1));
}

long thread_clone3(struct call *c)
{
    struct clone_args a = {0};
    size_t n = c->arg[1] < sizeof a ? c->arg[1] : sizeof a;
    if (!user_read(&a, c->arg[0], n))
        return -EFAULT;
    uint64_t low = a.stack;
    a.stack += a.stack_size;
    a.flags |= a.exit_signal || a.set_tid_size ? ~(uint64_t)KNOWN : 0;
    return begin(c, &a, low);
}

/* ---- it waits ---- */

static uint32_t wake(struct rank_head *h, uint64_t futex, uint32_t most, uint32_t bits)
{
    struct threads *t = h->threads;
    uint32_t n = 0;
    for (uint32_t i = 0; t && i < t->n && n < most; i++) {
        struct thread *x = t->at[i];
        bool waits = x->state == THREAD_WAITS || x->state == THREAD_SLEEPS;
        if (!waits || x->futex != futex || !(x->bits & bits))
            continue;
        x->state = THREAD_READY;
        x->futex = x->until = 0;
        n++;
    }
    if (n)
        h->idle = (struct idle){0};
    return n;
}

/* Lets at most `most` threads wait for another futex. */
static uint32_t requeue(struct rank_head *h, uint64_t from, uint64_t to, uint32_t most)
{
    struct threads *t = h->threads;
    uint32_t n = 0;
    for (uint32_t i = 0; t && i < t->n && n < most; i++)
        if (t->at[i]->futex == from) {
            t->at[i]->futex = to;
            n++;
        }
    return n;
}

static long wait_for(struct call *c, bool absolute, uint32_t bits)
{
    uint32_t value;
    uint64_t until = 0;
    bool monotonic = !(c->arg[1] & FUTEX_CLOCK_REALTIME);
    if (!user_read(&value, c->arg[0], sizeof value))
        return -EFAULT;
    if (!bits)
        return -EINVAL;
    if (c->arg[3]) {
        long err = virtual_until(c, c->arg[3], absolute, monotonic, &until);
        if (err)
            return err;
    }
    if (value != (uint32_t)c->arg[2])
        return -EAGAIN;
    port_take_turns();
    if (agent.shares)
        return call_refuse(
            c, REASON_THREADS,
            "waits for another thread by something else than POSIX and C11 "
            "threads (futex)");
    struct thread *me = threads_of(c)->running;
    me->state = until ? THREAD_SLEEPS : THREAD_WAITS;
    me->futex = c->arg[0];
    me->bits = bits;
    me->until = until;
    c->gives_way = true;
    return 0;
}

/* Before there are actors the program has one thread, so nobody would ever wake it. */
static long wait_alone(struct call *c)
{
    uint32_t value;
    int what = (int)c->arg[1] & FUTEX_CMD_MASK;
    bool waits = what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET;
    if (waits && !c->arg[3] && user_read(&value, c->arg[0], sizeof value) &&
        value == (uint32_t)c->arg[2])
        return call_refuse(c, REASON_STUCK_THREAD,
                           "deadlocks: its only thread waits for another one");
    return call_pass(c);
}

long thread_futex(struct call *c)
{
    uint32_t value, most = (uint32_t)c->arg[2];
    struct rank_head *h;
    if (c->who < 0)
        return wait_alone(c);
    h = call_head(c);
    switch ((int)c->arg[1] & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
        return wait_for(c, false, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAIT_BITSET:
        return wait_for(c, true, (uint32_t)c->arg[5]);
    case FUTEX_WAKE:
        return wake(h, c->arg[0], most, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAKE_BITSET:
        return wake(h, c->arg[0], most, (uint32_t)c->arg[5]);
    case FUTEX_CMP_REQUEUE:
        if (!user_read(&value, c->arg[0], sizeof value))
            return -EFAULT;
        if (value != (uint32_t)c->arg[5])
            return -EAGAIN;
        __attribute__((fallthrough));
    case FUTEX_REQUEUE:
        value = wake(h, c->arg[0], most, FUTEX_BITSET_MATCH_ANY);
        return value + requeue(h, c->arg[0], c->arg[4], (uint32_t)c->arg[3]);
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
    case FUTEX_TRYLOCK_PI:
    case FUTEX_UNLOCK_PI:
        return call_refuse(
            c, REASON_INHERITANCE,
            "uses a mutex with priority inheritance (PTHREAD_PRIO_INHERIT)");
    default:
        return call_refuse(c, REASON_FEATURE, "calls futex with operation %d",
                           (int)c->arg[1] & FUTEX_CMD_MASK);
    }
}

long thread_yield(struct call *c)
{
    struct rank_head *h = c->who >= 0 ? call_head(c) : NULL;
    if (!h || thread_alone(h))
        return 0;
    h->threads->running->state = THREAD_YIELDS;
    c->gives_way = true;
    return 0;
}

bool thread_sleeps(struct call *c, uint64_t until)
{
    struct rank_head *h = c->who >= 0 ? call_head(c) : NULL;
    if (!h || thread_alone(h))
        return false;
    h->threads->running->state = THREAD_SLEEPS;
    h->threads->running->until = until;
    c->gives_way = true;
    return true;
}

long thread_gettid(struct call *c)
{
    struct rank_head *h = c->who >= 0 ? call_head(c) : NULL;
    if (agent.shares && (uint32_t)c->who >= agent.nprocesses && c->who >= 0)
        return FIRST_TID + c->who;
    return h && h->threads ? h->threads->running->tid : machine_getpid(c);
}

long thread_robust(struct call *c)
{
    struct rank_head *h = c->who >= 0 ? call_head(c) : NULL;
    if (h && h->threads)
        h->threads->running->robust = c->arg[0];
    return 0;
}

/* ---- it ends ---- */

/* Does the thread hold a robust mutex? Somebody would have to be told of its end. */
static bool holds_robust(const struct thread *me)
{
    uint64_t next = 0;
    return me->robust && user_read(&next, me->robust, sizeof next) && next != me->robust;
}

bool thread_ends(struct call *c)
{
    struct rank_head *h = c->who >= 0 ? call_head(c) : NULL;
    struct threads *t = h ? h->threads : NULL;
    uint32_t zero = 0;
    if (agent.shares && h && (uint32_t)c->who >= agent.nprocesses)
        return space_ends(c);
    if (!t || t->n == 1)
        return false;
    struct thread *me = t->running;
    if (holds_robust(me)) {
        call_refuse(c, REASON_FEATURE, "ends a thread that holds a robust mutex");
        return true;
    }
    if (me->clear && user_write(me->clear, &zero, sizeof zero))
        wake(h, me->clear, 1, FUTEX_BITSET_MATCH_ANY);
    take_off(t, me);
    if (me->fp)
        heap_free(&h->heap, me->fp);
    heap_free(&h->heap, me);
    t->running = NULL;
    h->idle = (struct idle){0};
    c->gives_way = true;
    return true;
}

/* ---- another one goes on ---- */

void thread_own(struct rank_head *h, void *at, size_t bytes)
{
    h->own = at;
    h->own_bytes = (uint32_t)bytes;
    if (bytes > sizeof(((struct thread *)0)->own))
        agent_die("the library keeps %zu bytes for each thread", bytes);
}

/* What functions have left below a thread's stack pointer means nothing, but it lies in
 * the gaps of the frames of later ones, and so in the states that are compared. Ours
 * leave there how they found the rank's pages, which depends on whether its image was
 * loaded or made again, and that on the time it took. */
enum { LEFTOVER = 16 << 10 };

static void wipe(struct thread_stack s, char *sp)
{
    size_t room = sp > s.low && sp <= s.top ? (size_t)(sp - s.low) : 0;
    size_t n = room < LEFTOVER ? room : LEFTOVER;
    memset(sp - n, 0, n);
}

__attribute__((noinline)) void thread_wipe(const struct rank *r)
{
    enum { FRAMES = 1024 }; /* of this function, and of those that it calls */
    wipe(thread_stack(r), (char *)__builtin_frame_address(0) - FRAMES);
    rank_wipe_deep();
}

static void stop(struct call *c, struct threads *t)
{
    struct rank_head *h = call_head(c);
    struct thread *me = t->running;
    save_registers(h, me, c->context);
    wipe(thread_stack(&agent.rank[c->who]),
         (char *)(uintptr_t)me->registers[REG_RSP] - RED_ZONE);
    signals_keep(c->who, &me->signals);
    memcpy(me->own, h->own, h->own_bytes);
    me->inside = agent.watching->inside;
    take_off(t, me); /* to the end of the queue */
    t->at[t->n++] = me;
}

static void go_on(struct call *c, struct threads *t, struct thread *next)
{
    struct rank_head *h = call_head(c);
    t->running = next;
    thread_registers(next, c->context);
    signals_put(c->who, &next->signals);
    memcpy(h->own, next->own, h->own_bytes);
    agent.watching->inside = next->inside;
    set_fs(next->fs);
    set_gs(next->gs);
    if (next->spins)
        patience_look(c->context);
    next->spins = false;
}

/* Our own code stops without anything in the vector registers that it needs. */
static void forget_vectors(ucontext_t *u)
{
    char *fp = (char *)u->uc_mcontext.fpregs;
    uint64_t used;
    memset(fp + FP_XMM, 0, FP_XMM_END - FP_XMM);
    if (fp_bytes(u) <= FP_LEGACY)
        return;
    memcpy(&used, fp + FEATURES_AT, sizeof used);
    used &= 3 | 1 << 9; /* of the extended state, only memory keys are in use */
    memcpy(fp + FEATURES_AT, &used, sizeof used);
}

void thread_spins(struct call *c)
{
    struct thread *me = call_head(c)->threads->running;
    me->state = THREAD_YIELDS;
    me->spins = true;
    thread_switch(c);
}

void thread_switch(struct call *c)
{
    struct threads *t = call_head(c)->threads;
    if (c->nr == THREAD_PARK)
        forget_vectors(c->context);
    if (t->running)
        stop(c, t);
    struct thread *next = thread_next(c, t);
    if (next)
        go_on(c, t, next);
    else
        thread_stuck(c, t);
}
