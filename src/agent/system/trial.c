/* SPDX-License-Identifier: Apache-2.0
 *
 * trial.c - see trial.h.
 *
 * Two copies of the process go on, one with each answer, to the rank's next operation,
 * and say in which state that is: the operation, all memory, whatever went wrong. errno
 * is not part of it, nor which files were looked at. If the two are the same, then nobody
 * will ever see a difference.
 *
 * What a function has left below the stack pointer means nothing, but would lie in the
 * gaps of the next one's frame. So, if the two are not the same, two more copies go one
 * instruction at a time at first, and whatever a function leaves behind when it returns
 * is overwritten. */
#include "agent/system/trial.h"
#include "base/process.h"
#include "agent/rank/areas.h"
#include "agent/x86/coroutine.h"
#include "agent/watch/watch.h"
#include "agent/x86/frame.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define STEPS 500 /* number of instructions that a copy makes by single steps */
/* number of system calls that a copy may make; a rank that waits makes more */
#define CALLS    20000
#define MOST     256  /* number of trials in a run of one execution */
#define LEFTOVER 4096 /* bytes below the stack pointer that are overwritten */
#define STACK    ((size_t)256 << 10)
#define SECONDS  5 /* of computation that a copy with other bytes may take */

struct trial {
    struct peer parent;
    uint32_t rank, steps, calls;
    uint64_t pc, sp; /* program counter and stack pointer before the last step */
    const struct port_bytes *other; /* bytes that are not what they were; */
    uint32_t nothers;
};

/* Makes the bytes something else; or, the second time, what they were. */
static void turn(const struct port_bytes *part, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uintptr_t at = part[i].low; at < part[i].high; at++)
            *(volatile char *)at ^= (char)0xff;
}

static _Noreturn void say(uint64_t state)
{
    peer_send(&agent.trial->parent, &state, sizeof state);
    process_exit(0);
}

/* Called in a copy when its rank stops. */
static void arrive(void)
{
    struct trial *t = agent.trial;
    agent.current = AT_AGENT;
    errno = 0;
    areas_lift(&agent.rank[t->rank]);
    if (t->nothers)
        watch_lift(&agent.rank[t->rank]);
    turn(t->other, t->nothers);
    say(program_state(t->rank));
}

static void go_on(struct call *c, struct peer *parent, bool steps)
{
    long stack = agent_syscall(SYS_mmap, NULL, STACK, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack < 0 && stack > -4096)
        process_exit(1);
    agent.trial = mem_alloc(sizeof *agent.trial);
    *agent.trial = (struct trial){.parent = *parent, .rank = (uint32_t)c->who};
    agent.sp = coro_make((char *)stack + STACK, arrive);
    if (steps)
        frame_step(c->context, true);
}

/* Makes a copy of the process that tries the other answer; returns false in the
 * copy. */
static bool try_one(struct call *c, bool steps, uint64_t *state, bool *known)
{
    struct peer p;
    switch (process_copy(&p)) {
    case COPY_NEW:
        go_on(c, &p, steps);
        return false;
    case COPY_FAILED:
        *known = false;
        return true;
    case COPY_MADE:
        *known &= peer_receive(&p, state, sizeof *state);
        peer_end(&p);
    }
    return true;
}

/* A name for this call. What a rank does is a function of what it has observed, so one
 * trial for each name is enough. */
static struct digest key_of(const struct call *c)
{
    const struct rank_head *h = call_head(c);
    uint64_t key[4] = {(uint64_t)c->who, h->history, h->accesses, h->known};
    XXH128_hash_t x = XXH3_128bits(key, sizeof key);
    return (struct digest){x.low64, x.high64};
}

static bool differs(struct call *c, long usual, long other, long *answer)
{
    uint64_t states[2];
    bool known = true, same = false;
    for (int i = 0; i < 4 && known && !same; i++) {
        *answer = i % 2 ? other : usual;
        if (!try_one(c, i >= 2, &states[i % 2], &known))
            return false;
        same = i % 2 && states[0] == states[1];
    }
    *answer = usual;
    return !known || !same;
}

bool trial_of_bytes(void *context, int who, const struct port_bytes *part, uint32_t n,
                    bool *matters)
{
    struct call c = {.context = context, .who = who};
    uint64_t states[2];
    bool known = true, same = false;
    for (int i = 0; i < 4 && known && !same; i++) {
        if (!try_one(&c, i >= 2, &states[i % 2], &known)) {
            const struct rlimit most = {SECONDS, SECONDS}; /* it may compute for ever */
            agent_syscall(SYS_prlimit64, 0, RLIMIT_CPU, &most, NULL);
            agent.trial->other = part;
            agent.trial->nothers = i % 2 ? n : 0;
            turn(part, agent.trial->nothers);
            return false;
        }
        same = i % 2 && states[0] == states[1];
    }
    *matters = !known || !same;
    return true;
}

struct tried trial_of(struct call *c, long usual, long other)
{
    struct tried t = {.answer = usual};
    if (agent.nranks == 1 || agent.trial || agent.link->job == JOB_REPLAY)
        return t;
    if (!agent.known.trials && !agent.once) {
        t.flags = ACCESS_UNTRIED;
        return t;
    }
    struct digest key = key_of(c);
    if (set128_has(&agent.indifferent, key))
        return t;
    t.flags = ACCESS_ALONE;
    if (set128_has(&agent.particular, key) || (agent.once && agent.ntrials++ >= MOST))
        return t;
    bool yes = differs(c, usual, other, &t.answer);
    if (!agent.trial)
        set128_add(yes ? &agent.particular : &agent.indifferent, key);
    t.flags = yes ? ACCESS_ALONE : 0;
    return t;
}

_Noreturn void trial_needed(void)
{
    agent.learns.trials = 1;
    agent_again(ATTEMPT_FILE_ORDER);
}

void trial_call(void)
{
    if (agent.trial && ++agent.trial->calls > CALLS)
        say((uint64_t)agent_syscall(SYS_getpid)); /* reports a state that differs from
                                                     every other */
}

bool trial_step(void *context)
{
    struct trial *t = agent.trial;
    greg_t *regs = frame_registers(context);
    if (!t)
        return false;
    uint64_t pc = (uint64_t)regs[REG_RIP], sp = (uint64_t)regs[REG_RSP];
    if (agent.current < 0 || ++t->steps > STEPS) {
        regs[REG_EFL] &= ~TRAP_FLAG;
        return true;
    }
    bool returned = sp == t->sp + 8 && (pc < t->pc || pc > t->pc + 15);
    const char *top = agent.rank[t->rank].top, *at = (const char *)(uintptr_t)sp;
    if (returned && at <= top && at >= top - SLAB_STACK + LEFTOVER)
        memset((char *)(uintptr_t)sp - LEFTOVER, 0x5A, LEFTOVER);
    t->pc = pc;
    t->sp = sp;
    return true;
}
