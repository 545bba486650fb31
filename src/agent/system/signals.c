/* SPDX-License-Identifier: Apache-2.0
 *
 * signals.c - signals that a rank sends to itself, and its handlers for them.
 *
 * Actions, blocked and pending signals and the alternate stack are the rank's own and lie
 * in its memory, so they go back with it; the kernel's are the agent's. A handler is
 * entered as the kernel would enter it: the interrupted registers go to the rank's stack
 * in the kernel's own format, and rt_sigreturn, which the filter gives to us when the
 * program calls it, puts them back. So handlers may return, change what they return to,
 * or leave by siglongjmp(), and debuggers see through them. An alarm goes off by the
 * rank's virtual clock, at the first system call when its time has come. Nobody else can
 * send a signal: there are no other timers, no children and no terminal; and signals to
 * other ranks are refused. */
#include "agent/system/signals.h"
#include "agent/rank/thread.h"
#include "agent/x86/frame.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define QUEUE      32
#define NEVER      (bit(SIGKILL) | bit(SIGSTOP)) /* signals that cannot be blocked */
#define RETURNING  UINT64_MAX
#define FP_MAGIC   0x46505853u /* FP_XSTATE_MAGIC1 */
#define FP_LEGACY  512
#define FP_LARGEST ((size_t)16 << 10)
#define USER_FLAGS 0x240dd5 /* bits of EFLAGS that a program may set */
/* trap, direction and resume flag, which are cleared when a handler begins */
#define STEP_FLAGS 0x10500

#define ACTION_DEFAULT 0u
#define ACTION_IGNORE  1u

struct action { /* the kernel's struct sigaction */
    uint64_t handler, flags, restorer, mask;
};

struct pending {
    int sig, code;
    uint64_t value;
};

struct alternate {
    uint64_t base;
    int32_t flags, unused;
    uint64_t size;
};

struct signals {
    struct action action[64];
    uint64_t blocked;
    struct pending queue[QUEUE];
    uint32_t queued;
    uint64_t alarm, every; /* when SIGALRM comes, by the rank's clock, and how often from
                              then on; 0: never */
    struct alternate stack;
    /* The fault for which a handler was entered last. If the handler then ends the rank
     * by the same signal, this fault is reported. */
    int fault;
    uint64_t frame; /* the frame of that handler, or RETURNING */
    uint64_t registers[FINDING_REGISTERS];
    char text[160];
};

/* What is put on the stack when a handler begins. */
struct frame {
    uint64_t restorer;
    uint64_t flags, link;
    struct alternate stack;
    mcontext_t machine;
    uint64_t blocked;
    siginfo_t info;
};
_Static_assert(offsetof(struct frame, machine) == 48 && sizeof(mcontext_t) == 256,
               "the kernel's format");

static uint64_t bit(int sig)
{
    return (uint64_t)1 << (sig - 1);
}

void signals_init(void)
{
    agent.signals = mem_alloc(sizeof *agent.signals);
    agent.signals->stack.flags = SS_DISABLE;
}

static struct signals *signals_of(int who)
{
    struct rank_head *h = who >= 0 ? agent.rank[who].head : NULL;
    if (!h)
        return agent.signals;
    if (!h->signals && (h->signals = heap_alloc(&h->heap, sizeof *h->signals, 16)))
        *h->signals = *agent.signals; /* a copy of what setup has left */
    if (!h->signals)
        agent_refuse(REASON_SIZE, "%s has no memory left for its signal handlers",
                     agent.rank[who].name);
    return h->signals;
}

void signals_keep(int who, struct signals_thread *to)
{
    const struct signals *s = signals_of(who);
    *to = (struct signals_thread){
        .blocked = s->blocked, .fault = s->fault, .frame = s->frame};
    memcpy(&to->stack, &s->stack, sizeof s->stack);
}

void signals_put(int who, const struct signals_thread *from)
{
    struct signals *s = signals_of(who);
    s->blocked = from->blocked;
    s->fault = from->fault;
    s->frame = from->frame;
    memcpy(&s->stack, &from->stack, sizeof s->stack);
}

void signals_begin(int who, struct signals_thread *to)
{
    *to = (struct signals_thread){.blocked = signals_of(who)->blocked,
                                  .stack.flags = SS_DISABLE};
}

/* ---- what a signal does ---- */

enum effect { IGNORED, ENDS, STOPS, HANDLED };

static enum effect effect_of(const struct signals *s, int sig)
{
    uint64_t handler = s->action[sig - 1].handler;
    if (handler == ACTION_IGNORE && !(bit(sig) & NEVER))
        return IGNORED;
    if (handler != ACTION_DEFAULT && !(bit(sig) & NEVER))
        return HANDLED;
    switch (sig) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
        return IGNORED;
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        return STOPS;
    default:
        return ENDS;
    }
}

static bool on_alternate(const struct signals *s, uint64_t sp)
{
    return !(s->stack.flags & SS_DISABLE) && sp > s->stack.base &&
           sp - s->stack.base <= s->stack.size;
}

static size_t fp_bytes(const void *fp)
{
    uint32_t magic, bytes;
    memcpy(&magic, (const char *)fp + 464, sizeof magic);
    memcpy(&bytes, (const char *)fp + 468, sizeof bytes);
    return magic == FP_MAGIC && bytes <= FP_LARGEST ? bytes : FP_LEGACY;
}

/* The state of the floating-point units at the start of a program. */
static void fp_reset(struct _libc_fpstate *fp)
{
    uint64_t none = 0;
    fp->cwd = 0x37f;
    fp->swd = fp->ftw = 0;
    fp->mxcsr = 0x1f80;
    memset(fp->_xmm, 0, sizeof fp->_xmm);
    if (fp_bytes(fp) > FP_LEGACY) /* the bits that say which parts are in use */
        memcpy((char *)fp + FP_LEGACY, &none, sizeof none);
}

/* Enters a handler; false if its stack has no room. */
static bool enter(struct signals *s, ucontext_t *u, const siginfo_t *info)
{
    struct action *a = &s->action[info->si_signo - 1];
    greg_t *regs = frame_registers(u);
    uint64_t sp = (uint64_t)regs[REG_RSP];
    size_t n = fp_bytes(u->uc_mcontext.fpregs);
    if (a->flags & SA_ONSTACK && !(s->stack.flags & SS_DISABLE) && !on_alternate(s, sp))
        sp = s->stack.base + s->stack.size;
    else
        sp -= RED_ZONE;
    uint64_t fp = (sp - n) & ~(uint64_t)63;
    uint64_t at = ((fp - sizeof(struct frame)) & ~(uint64_t)15) - 8;
    struct frame f = {.restorer = a->restorer,
                      .flags = u->uc_flags,
                      .stack = s->stack,
                      .machine = u->uc_mcontext,
                      .blocked = s->blocked,
                      .info = *info};
    f.machine.fpregs = (fpregset_t)fp;
    if (patience_steps())
        f.machine.gregs[REG_EFL] &= ~TRAP_FLAG;
    if (!user_write(fp, u->uc_mcontext.fpregs, n) || !user_write(at, &f, sizeof f))
        return false;
    fp_reset(u->uc_mcontext.fpregs);
    regs[REG_RSP] = (greg_t)at;
    regs[REG_RIP] = (greg_t)a->handler;
    regs[REG_RDI] = info->si_signo;
    regs[REG_RSI] = (greg_t)(at + offsetof(struct frame, info));
    regs[REG_RDX] = (greg_t)(at + offsetof(struct frame, flags));
    regs[REG_RAX] = 0;
    regs[REG_EFL] &= ~STEP_FLAGS;
    if (patience_steps())
        regs[REG_EFL] |= TRAP_FLAG;
    s->blocked |= a->mask | (a->flags & SA_NODEFER ? 0 : bit(info->si_signo));
    s->blocked &= ~NEVER;
    s->frame = at;
    if (a->flags & SA_RESETHAND)
        a->handler = ACTION_DEFAULT;
    return true;
}

/* Is the handler that was entered for this fault still running? */
static bool in_handler_of(const struct signals *s, int sig, uint64_t sp)
{
    uint64_t restorer = 0;
    if (s->fault == sig && s->frame == RETURNING)
        return true;
    return s->fault == sig && (sp < s->frame || on_alternate(s, sp)) &&
           user_read(&restorer, s->frame, sizeof restorer) &&
           restorer == s->action[sig - 1].restorer;
}

static enum reason why_of(int sig)
{
    return sig == SIGABRT ? REASON_ABORTED : REASON_NONE;
}

bool signals_give_up(int who, void *context)
{
    const struct signals *s = agent.rank[who].head->signals;
    greg_t *regs = frame_registers(context);
    if (!s || !s->fault || !in_handler_of(s, s->fault, (uint64_t)regs[REG_RSP]))
        return false;
    agent.current = who;
    crash_leave(context, FINDING_CRASH, why_of(s->fault), s->text);
    crash_blame(who, s->registers);
    return true;
}

static void describe(int sig, char *to, size_t room)
{
    snprintf(to, room,
             sig == SIGABRT ? "abort() was called" : "signal %d (%s) was raised", sig,
             sigabbrev_np(sig) ? sigabbrev_np(sig) : "?");
}

static void end_rank(struct signals *s, int who, void *context, int sig)
{
    char text[96];
    if (s->fault == sig && signals_give_up(who, context))
        return;
    describe(sig, text, sizeof text);
    agent.current = who;
    crash_leave(context, FINDING_CRASH, why_of(sig), text);
}

static siginfo_t info_of(const struct pending *p, int who)
{
    siginfo_t info = {.si_signo = p->sig, .si_code = p->code};
    info.si_pid = machine_pid(who);
    info.si_uid = (uid_t)agent_syscall(SYS_getuid);
    info.si_value.sival_ptr = (void *)p->value;
    return info;
}

static struct pending take(struct signals *s, uint32_t i)
{
    struct pending p = s->queue[i];
    memmove(&s->queue[i], &s->queue[i + 1], (--s->queued - i) * sizeof p);
    return p;
}

/* The pending signal to be delivered next: the lowest number first, those of one number
 * in their order; -1: none. */
static int next_of(const struct signals *s, uint64_t among)
{
    int best = -1;
    for (uint32_t i = 0; i < s->queued; i++)
        if (bit(s->queue[i].sig) & among &&
            (best < 0 || s->queue[i].sig < s->queue[best].sig))
            best = (int)i;
    return best;
}

/* What abort() does if there is a handler for it. */
static void note_fault(struct signals *s, int sig, const uint64_t *registers)
{
    s->fault = sig;
    memcpy(s->registers, registers, sizeof s->registers);
    describe(sig, s->text, sizeof s->text);
}

uint64_t signals_alarm(int who)
{
    const struct signals *s = who >= 0 ? agent.rank[who].head->signals : NULL;
    return s ? s->alarm : 0;
}

uint64_t signals_alarm_again(int who)
{
    const struct signals *s = who >= 0 ? agent.rank[who].head->signals : NULL;
    return s ? s->every : 0;
}

void signals_set_alarm(int who, uint64_t at, uint64_t every)
{
    struct signals *s = signals_of(who);
    s->alarm = at;
    s->every = every;
}

bool signals_alarm_wakes(int who, uint64_t until)
{
    const struct signals *s = agent.rank[who].head->signals;
    return s && s->alarm && s->alarm <= until && !(s->blocked & bit(SIGALRM)) &&
           effect_of(s, SIGALRM) != IGNORED;
}

/* The alarm goes off if its time has come. */
static void go_off(struct signals *s, uint64_t now)
{
    bool pending = next_of(s, bit(SIGALRM)) >= 0;
    if (!s->alarm || now < s->alarm)
        return;
    s->alarm = s->every ? now + s->every : 0;
    if (!pending && s->queued < QUEUE && effect_of(s, SIGALRM) != IGNORED)
        s->queue[s->queued++] = (struct pending){.sig = SIGALRM, .code = SI_KERNEL};
}

void signals_deliver(int who, void *context)
{
    struct signals *s = agent.rank[who].head->signals;
    if (s)
        go_off(s, agent.rank[who].head->clock);
    for (int i; s && (i = next_of(s, ~s->blocked)) >= 0;) {
        struct pending p = take(s, (uint32_t)i);
        siginfo_t info = info_of(&p, who);
        enum effect e = effect_of(s, p.sig);
        if (e == IGNORED)
            continue;
        if (e == HANDLED) {
            uint64_t registers[FINDING_REGISTERS];
            frame_dwarf(context, registers);
            agent.current = AT_AGENT;
            bool room = enter(s, context, &info);
            agent.current = who;
            if (p.sig == SIGABRT)
                note_fault(s, p.sig, registers);
            else
                s->fault = s->fault == p.sig ? 0 : s->fault;
            if (room)
                continue;
            crash_leave(context, FINDING_CRASH, REASON_NONE,
                        "no room on the stack for a signal handler");
            return;
        }
        end_rank(s, who, context, p.sig);
        return;
    }
}

bool signals_fault(int who, void *context, const siginfo_t *info, const char *text)
{
    int sig = info->si_signo;
    bool changed = false;
    for (int i = 0; i < 64; i++)
        changed |= agent.signals->action[i].handler != ACTION_DEFAULT;
    if (!agent.rank[who].head->signals && !changed)
        return false;
    struct signals *s = signals_of(who);
    if (effect_of(s, sig) != HANDLED || s->blocked & bit(sig))
        return false;
    uint64_t registers[FINDING_REGISTERS];
    frame_dwarf(context, registers);
    if (!enter(s, context, info))
        return false;
    s->fault = sig;
    memcpy(s->registers, registers, sizeof registers);
    snprintf(s->text, sizeof s->text, "%s", text);
    return true;
}

/* ---- system calls ---- */

long signals_action(struct call *c)
{
    struct signals *s = signals_of(c->who);
    int sig = (int)c->arg[0];
    struct action new;
    if (c->arg[3] != sizeof new.mask || sig < 1 || sig > 64)
        return -EINVAL;
    if (c->arg[1] && !user_read(&new, c->arg[1], sizeof new))
        return -EFAULT;
    if (c->arg[1] && bit(sig) & NEVER)
        return -EINVAL;
    if (c->arg[2] && !user_write(c->arg[2], &s->action[sig - 1], sizeof new))
        return -EFAULT;
    if (!c->arg[1])
        return 0;
    new.mask &= ~NEVER;
    s->action[sig - 1] = new;
    for (int i; effect_of(s, sig) == IGNORED && (i = next_of(s, bit(sig))) >= 0;)
        take(s, (uint32_t)i);
    return 0;
}

long signals_mask(struct call *c)
{
    struct signals *s = signals_of(c->who);
    uint64_t set, old = s->blocked, blocked = old;
    if (c->arg[3] != sizeof set)
        return -EINVAL;
    if (c->arg[1] && !user_read(&set, c->arg[1], sizeof set))
        return -EFAULT;
    if (c->arg[1]) {
        switch ((int)c->arg[0]) {
        case SIG_BLOCK:
            blocked |= set;
            break;
        case SIG_UNBLOCK:
            blocked &= ~set;
            break;
        case SIG_SETMASK:
            blocked = set;
            break;
        default:
            return -EINVAL;
        }
    }
    s->blocked = blocked & ~NEVER;
    return !c->arg[2] || user_write(c->arg[2], &old, sizeof old) ? 0 : -EFAULT;
}

long signals_pending(struct call *c)
{
    const struct signals *s = signals_of(c->who);
    uint64_t set = 0;
    if (c->arg[1] != sizeof set)
        return -EINVAL;
    for (uint32_t i = 0; i < s->queued; i++)
        set |= bit(s->queue[i].sig);
    set &= s->blocked;
    return user_write(c->arg[0], &set, sizeof set) ? 0 : -EFAULT;
}

long signals_altstack(struct call *c)
{
    struct signals *s = signals_of(c->who);
    uint64_t sp = frame_sp(c->context);
    struct alternate old = s->stack, new;
    bool busy = on_alternate(s, sp);
    old.flags |= busy ? SS_ONSTACK : 0;
    if (c->arg[0] && !user_read(&new, c->arg[0], sizeof new))
        return -EFAULT;
    if (c->arg[0] && busy)
        return -EPERM;
    if (c->arg[0] && new.flags & ~(SS_DISABLE | SS_ONSTACK))
        return call_refuse(c, REASON_FEATURE,
                           "calls sigaltstack with flags %#x, which we do not know",
                           (unsigned)new.flags);
    if (c->arg[0] && !(new.flags &SS_DISABLE) && new.size < 2048)
        return -ENOMEM;
    if (c->arg[1] && !user_write(c->arg[1], &old, sizeof old))
        return -EFAULT;
    if (c->arg[0])
        s->stack = new.flags &SS_DISABLE
                       ? (struct alternate){.flags = SS_DISABLE}
                       : (struct alternate){.base = new.base, .size = new.size};
    return 0;
}

/* sigreturn: returns to where the handler was entered, or to wherever the handler has
 * set the context. */
long signals_return(struct call *c)
{
    struct signals *s = signals_of(c->who);
    ucontext_t *u = c->context;
    greg_t *regs = frame_registers(u);
    struct frame f;
    struct _libc_fpstate *fp = u->uc_mcontext.fpregs;
    if (!user_read(&f.flags, (uint64_t)regs[REG_RSP],
                   offsetof(struct frame, info) - offsetof(struct frame, flags)))
        return call_fail(c, FINDING_CRASH,
                         "returns from a signal handler with a bad stack");
    if (!f.machine.fpregs)
        fp_reset(fp);
    else if (!user_read(fp, (uint64_t)(uintptr_t)f.machine.fpregs, fp_bytes(fp)))
        return call_fail(c, FINDING_CRASH,
                         "returns from a signal handler with a bad stack");
    fp->mxcsr &= 0xffff;
    for (int i = REG_R8; i <= REG_RIP; i++)
        regs[i] = f.machine.gregs[i];
    regs[REG_EFL] =
        (regs[REG_EFL] & ~USER_FLAGS) | (f.machine.gregs[REG_EFL] & USER_FLAGS);
    if (patience_steps())
        regs[REG_EFL] |= TRAP_FLAG;
    s->blocked = f.blocked & ~NEVER;
    s->stack = f.stack;
    if (s->fault && next_of(s, bit(s->fault)) >= 0)
        s->frame = RETURNING; /* the handler has raised the blocked signal again */
    else
        s->fault = 0;
    return (long)regs[REG_RAX];
}

/* Sends a signal to the rank itself. */
static long send(struct call *c, struct pending p)
{
    struct signals *s = signals_of(c->who);
    if (p.sig < 0 || p.sig > 64)
        return -EINVAL;
    if (!p.sig)
        return 0;
    enum effect e = effect_of(s, p.sig);
    bool blocked = s->blocked & bit(p.sig);
    if (c->who == AT_SETUP && e != IGNORED)
        return call_refuse(c, REASON_SIGNALS, "raises signal %d", p.sig);
    if (blocked && c->who >= 0 && !thread_alone(call_head(c)))
        return call_refuse(c, REASON_SIGNALS,
                           "sends signal %d, which the sending thread blocks: another "
                           "thread would have to get it",
                           p.sig);
    if (e == STOPS)
        return call_refuse(c, REASON_SIGNALS, "stops itself (signal %d)", p.sig);
    if (e == IGNORED && !blocked)
        return 0;
    if (p.sig < SIGRTMIN && next_of(s, bit(p.sig)) >= 0)
        return 0; /* it is pending already */
    if (s->queued == QUEUE)
        return call_refuse(c, REASON_SIZE, "has more than %d signals pending", QUEUE);
    s->queue[s->queued++] = p;
    return 0; /* signals_deliver() follows */
}

/* Is the process that the rank itself? */
static bool to_itself(struct call *c, long pid)
{
    if (pid == machine_pid(c->who))
        return true;
    call_refuse(c, REASON_SAID,
                "sends a signal to %s; only signals of a rank to itself are supported",
                pid > 0 ? "another process" : "a group of processes");
    return false;
}

long signals_kill(struct call *c)
{
    struct pending p = {.sig = (int)c->arg[1],
                        .code = c->nr == SYS_kill ? SI_USER : SI_TKILL};
    return to_itself(c, (int)c->arg[0]) ? send(c, p) : 0;
}

/* Is the thread that the running one? */
static bool to_own_thread(struct call *c, long tid)
{
    if (tid == thread_gettid(c))
        return true;
    call_refuse(c, REASON_SIGNALS,
                "sends a signal to another thread (pthread_kill, pthread_cancel)");
    return false;
}

long signals_tgkill(struct call *c)
{
    struct pending p = {.sig = (int)c->arg[2], .code = SI_TKILL};
    return to_itself(c, (int)c->arg[0]) && to_own_thread(c, (int)c->arg[1]) ? send(c, p)
                                                                            : 0;
}

static long send_info(struct call *c, int sig, uint64_t from)
{
    siginfo_t info;
    if (!user_read(&info, from, sizeof info))
        return -EFAULT;
    return send(c,
                (struct pending){.sig = sig,
                                 .code = info.si_code,
                                 .value = (uint64_t)(uintptr_t)info.si_value.sival_ptr});
}

long signals_queue(struct call *c)
{
    return to_itself(c, (int)c->arg[0]) ? send_info(c, (int)c->arg[1], c->arg[2]) : 0;
}

long signals_tgqueue(struct call *c)
{
    return to_itself(c, (int)c->arg[0]) && to_own_thread(c, (int)c->arg[1])
               ? send_info(c, (int)c->arg[2], c->arg[3])
               : 0;
}

/* sigwait() and similar calls: a signal that is not pending now never comes. */
long signals_wait(struct call *c)
{
    struct signals *s = signals_of(c->who);
    uint64_t set;
    if (c->arg[3] != sizeof set)
        return -EINVAL;
    if (!user_read(&set, c->arg[0], sizeof set))
        return -EFAULT;
    int i = next_of(s, set);
    if (i < 0 && c->arg[2]) {
        long err = virtual_sleep(c, c->arg[2], 0);
        return err ? err : -EAGAIN;
    }
    if (i < 0)
        return call_refuse(c, REASON_SIGNALS,
                           "waits for a signal, and nobody can send it one");
    struct pending p = take(s, (uint32_t)i);
    siginfo_t info = info_of(&p, c->who);
    if (c->arg[1] && !user_write(c->arg[1], &info, sizeof info))
        return -EFAULT;
    return p.sig;
}
