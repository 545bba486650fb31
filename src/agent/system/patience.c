/* SPDX-License-Identifier: Apache-2.0
 *
 * patience.c - a rank that does not come to its next operation: endless, or only long?
 *
 * When a rank has run for --step-time, the supervisor sends a signal; in copies of the
 * process, a timer does. From then on the rank goes one instruction at a time for a
 * while, and its registers are compared with what they were. If they are the same again,
 * and so is all its memory, then it will do the same for ever, as nobody else changes
 * anything that it sees. That is non-termination, an error. If no repetition is found, we
 * do not know whether it ends: the rank is left where it is, and the verdict is
 * incomplete.
 *
 * If the rank has other threads that can go on, a repetition is a loop that waits for one
 * of them, and they get their turn. Where the loop is left must not depend on when we
 * looked: that is the state in it whose registers are the least. Such loops are looked
 * for earlier, and for a short time only. */
#include "agent/rank/areas.h"
#include "agent/rank/thread.h"
#include "agent/watch/touch.h"
#include "agent/x86/frame.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define LOOKS 10 /* looks at the rank during --step-time */
/* steps until the first comparison, also in a short examination; powers of two */
#define FIRST       1024
#define SHORT_FIRST 64
/* the largest number of instructions that are examined */
#define STEPS 1000000
/* the longest time of an examination, in nanoseconds: of the processor, and by the clock,
 * if the machine is busy */
#define LONGEST       2000000000u
#define LONGEST_CLOCK 15000000000u
/* the largest amount of memory that is compared in all */
#define BYTES ((size_t)2 << 30)
/* the largest number of instructions in what we do for the rank, in one go */
#define AWAY 200000
/* size of the part of the kernel's floating-point state that holds registers */
#define FP_BYTES   416
#define FP_LEGACY  512 /* size of its legacy part, behind which the rest begins */
#define FP_LARGEST ((size_t)16 << 10)
/* seconds between two looks at a rank with threads, and how many of them it has until it
 * is examined, for how many instructions */
#define SOON        0.02
#define SOON_LOOKS  5
#define SHORT_STEPS 2048

struct patience {
    bool stepping;
    bool brief;    /* the examination is a short one */
    bool hurries;  /* there are ranks with threads */
    double look;   /* patience_watch(): seconds between two looks */
    uint32_t next; /* patience_watch(): looks without change until a short examination */
    enum { LAP_NONE, LAP_LEAST, LAP_LEAVE } lap; /* what is done in a loop of a thread */
    greg_t least[NGREG];
    uint64_t steps, started, started_clock;
    bool late;      /* the time is over */
    uint64_t slice; /* the progress when it began */
    uint64_t tried; /* the progress when a full examination was first made, and until when
                       the next one waits */
    uint64_t tried_at, until;
    uint32_t away; /* steps in what we do for the rank */
    size_t left;   /* bytes that may still be compared */
    greg_t registers[NGREG];
    uint64_t memory;  /* a digest of it when the registers were first the same again */
    bool known;       /* they were the same again */
    uint64_t watched; /* patience_watch(): link.progress at the last look */
    uint32_t
        unchanged; /* patience_watch(): the number of looks at which it was unchanged */
};

void patience_init(void)
{
    agent.patience = mem_alloc(sizeof *agent.patience);
}

/* A digest of the floating-point and vector registers that the kernel saved: the legacy
 * ones, and those that the processor has in addition. Parts that are not in use may
 * hold leftovers, which can only make us report "unknown". */
static uint64_t vectors_of(const ucontext_t *u, uint64_t seed)
{
    const char *fp = (const char *)u->uc_mcontext.fpregs;
    uint32_t magic, bytes;
    memcpy(&magic, fp + 464, sizeof magic);
    memcpy(&bytes, fp + 468, sizeof bytes);
    seed = XXH3_64bits_withSeed(fp, FP_BYTES, seed);
    if (magic != 0x46505853u || bytes <= FP_LEGACY || bytes > FP_LARGEST)
        return seed;
    return XXH3_64bits_withSeed(fp + FP_LEGACY, bytes - FP_LEGACY, seed);
}

/* A digest of everything that decides what the rank does next, except the integer
 * registers. */
static uint64_t memory_of(struct rank *r, const ucontext_t *u)
{
    struct rank_head h = *r->head;
    uintptr_t sp = frame_sp(u) - RED_ZONE, top = (uintptr_t)r->top;
    h.strand.sp = (void *)sp;
    if (thread_running(&h))
        sp = (uintptr_t)thread_slab_stack(r);
    areas_lift(r);
    uint64_t d = vectors_of(u, program_heap_digest(r, &h));
    if (sp >= top - SLAB_STACK && sp < top)
        d = XXH3_64bits_withSeed((void *)sp, top - sp, d);
    areas_enforce(r);
    return pages_digest(d);
}

static size_t bytes_of(const struct rank *r)
{
    return r->head->heap.used + pages_count() * PAGE + SLAB_STACK / 64;
}

static bool in_our_code(const greg_t *regs)
{
    uint64_t pc = (uint64_t)regs[REG_RIP];
    return pc >= agent.link->library_low && pc < agent.link->library_high;
}

static void stop_stepping(ucontext_t *u)
{
    agent.patience->stepping = false;
    frame_step(u, false);
}

/* Whether its loop ends is not known, so this is no error. If it may take longer, it goes
 * on, and is examined again when it has taken twice as long. Otherwise ends the rank with
 * the finding that it computes for too long. */
static void give_up(ucontext_t *u)
{
    char text[96];
    int who = agent.current;
    struct patience *p = agent.patience;
    const struct plan_asked *asked = &agent.link->plan.asked;
    uint64_t now = agent_nanoseconds();
    if (p->slice != p->tried) {
        p->tried = p->slice;
        p->tried_at = p->started_clock;
    }
    uint64_t taken = (uint64_t)(asked->step_time * 1e9) + now - p->tried_at;
    if ((double)taken < asked->longest * 1e9) {
        p->until = now + taken;
        stop_stepping(u);
        return;
    }
    agent.current = AT_AGENT;
    snprintf(text, sizeof text, "has computed for %g s", asked->longest);
    agent.current = who;
    stop_stepping(u);
    crash_leave(u, FINDING_SLOW, REASON_NONE, text);
}

/* The processor's time of this thread. */
static uint64_t worked(void)
{
    struct timespec t = {0};
    agent_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void start_stepping(ucontext_t *u, bool brief)
{
    struct patience *p = agent.patience;
    p->brief = brief;
    p->lap = LAP_NONE;
    p->started = worked();
    p->started_clock = agent_nanoseconds();
    p->late = false;
    p->slice = agent.link->progress;
    p->away = 0;
    p->steps = 0;
    p->left = BYTES;
    p->stepping = true;
    frame_step(u, true);
}

/* Makes the present state the one that later states are compared with. The first time
 * is delayed, because single-stepping shows in registers, too. */
static void take_reference(const ucontext_t *u)
{
    struct patience *p = agent.patience;
    memcpy(p->registers, frame_registers(u), sizeof p->registers);
    p->known = false;
}

static uint64_t first(void)
{
    return agent.patience->brief ? SHORT_FIRST : FIRST;
}

/* Is the rank in the reference state again? */
static bool repeats(const ucontext_t *u)
{
    struct patience *p = agent.patience;
    struct rank *r = &agent.rank[agent.current];
    if (p->steps <= first() || !frame_same(frame_registers(u), p->registers) ||
        p->left < bytes_of(r))
        return false;
    p->left -= bytes_of(r);
    uint64_t now = memory_of(r, u);
    if (p->known)
        return now == p->memory;
    p->memory = now;
    p->known = true;
    return false;
}

void patience_over(void)
{
    agent.patience->stepping = false;
}

/* ---- loops that wait for another thread ---- */

/* The thread is in a loop, at the same place as when that was noticed (`again`) or not:
 * goes round once to find the least state, and then leaves the loop there. */
static void go_round(ucontext_t *u, bool again)
{
    struct patience *p = agent.patience;
    const greg_t *regs = frame_registers(u);
    if (p->lap == LAP_NONE || (p->lap == LAP_LEAST && frame_less(regs, p->least)))
        memcpy(p->least, regs, sizeof p->least);
    if (p->lap == LAP_NONE)
        p->lap = LAP_LEAST;
    else if (p->lap == LAP_LEAST && again)
        p->lap = LAP_LEAVE;
    if (p->lap == LAP_LEAVE && frame_same(regs, p->least)) {
        struct call c = {.context = u, .who = agent.current};
        stop_stepping(u);
        p->unchanged = 0;
        p->next = SOON_LOOKS;
        agent.current = AT_AGENT;
        thread_spins(&c);
        call_go_on(&c);
    }
}

void patience_look(void *context)
{
    if (!agent.patience->stepping)
        start_stepping(context, true);
}

bool patience_steps(void)
{
    return agent.patience->stepping;
}

bool patience_step(void *context)
{
    struct patience *p = agent.patience;
    ucontext_t *u = context;
    const greg_t *regs = frame_registers(u);
    if (!p->stepping)
        return false;
    int who = agent.current;
    if (who < 0) { /* it asks us something, or has made progress after all */
        if (agent.link->progress != p->slice || ++p->away > AWAY)
            stop_stepping(u);
        return true;
    }
    p->away = 0;
    p->steps++;
    bool again = repeats(u);
    if (p->lap || (again && thread_others(rank_head()))) {
        go_round(u, again);
        return true;
    }
    if (again && p->brief &&
        !agent.hybrid) { /* nobody else can end it; the full examination will tell */
        stop_stepping(u);
        return true;
    }
    if (again && touch_loaded()) {
        stop_stepping(u);
        crash_leave(context, FINDING_UNSUPPORTED, REASON_SAID,
                    "loads from a window again and again without any call between, so "
                    "that nobody can tell when others write there; call MPI_Win_sync in "
                    "the loop");
        return true;
    }
    if (again) {
        port_take_turns(); /* another thread could end the loop */
        stop_stepping(u);
        crash_leave(context, FINDING_NON_TERMINATION, REASON_NONE,
                    "computes for ever: registers and memory are again what they were");
        return true;
    }
    if (p->steps >= first() && !(p->steps & (p->steps - 1)))
        take_reference(u);
    if (p->brief && p->steps >= SHORT_STEPS) {
        stop_stepping(u);
        return true;
    }
    if (p->steps % 1024 == 0)
        p->late = worked() - p->started > LONGEST ||
                  agent_nanoseconds() - p->started_clock > LONGEST_CLOCK;
    if ((p->late || p->steps >= STEPS) && !in_our_code(regs))
        give_up(u);
    return true;
}

/* Starts the examination of the slice in which no progress was seen. If the rank is in
 * the middle of our own code, nothing happens; the watcher will ask again. */
static void lose_patience(void *context, uint32_t slice, bool brief)
{
    const greg_t *regs = frame_registers(context);
    const struct patience *p = agent.patience;
    bool rests =
        !brief && agent.link->progress == p->tried && agent_nanoseconds() < p->until;
    if (agent.current >= 0 && !p->stepping && !in_our_code(regs) && !rests &&
        (uint32_t)agent.link->progress == slice)
        start_stepping(context, brief);
}

static void nudge(int sig, siginfo_t *info, void *context)
{
    (void)sig;
    lose_patience(context, (uint32_t)info->si_value.sival_int, false);
}

/* In worker processes, a timer of our own does what the supervisor does for the first
 * process. */
static void look_after(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info;
    struct patience *p = agent.patience;
    uint64_t progress = agent.link->progress;
    p->unchanged = progress == p->watched ? p->unchanged + 1 : 0;
    p->watched = progress;
    if (!p->unchanged)
        p->next = SOON_LOOKS;
    if (p->unchanged * p->look >= agent.link->plan.asked.step_time) {
        lose_patience(context, (uint32_t)progress, false);
    } else if (p->hurries && p->unchanged >= p->next && agent.current >= 0 &&
               (agent.hybrid || thread_others(rank_head()))) {
        p->next *= 2; /* a long computation is not to be held up all the time */
        lose_patience(context, (uint32_t)progress, true);
    }
}

void patience_watch(void)
{
    double each = agent.link->plan.asked.step_time / LOOKS;
    if (agent.patience->hurries && each > SOON)
        each = SOON;
    agent.patience->look = each;
    agent.patience->next = SOON_LOOKS;
    struct timeval look = {(time_t)each,
                           (suseconds_t)((each - (double)(time_t)each) * 1e6) + 1};
    struct itimerval timer = {look, look};
    agent_handle(SIGALRM, look_after, SA_RESTART);
    agent_syscall(SYS_setitimer, ITIMER_REAL, &timer, NULL);
}

void patience_hurry(void)
{
    if (agent.patience->hurries)
        return;
    agent.patience->hurries = true;
    patience_watch();
}

void patience_install(void)
{
    agent_handle(LINK_NUDGE, nudge, 0);
}
