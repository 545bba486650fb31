/* SPDX-License-Identifier: Apache-2.0
 *
 * turns.c - which thread of a rank goes on.
 *
 * Threads that are ready run in the order in which they stopped. When none is ready, the
 * rank is idle: those that yield or sleep get a turn (time passes at once), and those
 * that ask for an operation which has to wait for other ranks get theirs last.
 *
 * A thread that waits in a loop, yielding or sleeping in it, may wait for an operation of
 * another thread, which must get its turn then. But if the operation waits in the kernel,
 * the whole rank does; if the loop would have ended by itself and sent what the other
 * rank waits for, this would look like a deadlock. So it may wait there only if it is
 * certain that nobody else has anything to do: the rank is in the same state again after
 * all those threads had a turn, and none of them has polled for messages. If one has, the
 * operation polls, too, before the other one does so again. (What decides whose turn it
 * is must be part of the rank's state where it polls: explorers compare these.) */
#include "agent/rank/threads.h"
#include "agent/rank/areas.h"
#include "agent/port/sets.h"
#include "agent/core/unwind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Turns of an idle rank until its states are compared. */
#define PATIENCE 16
/* States are compared in this many turns, when the number of turns has doubled. */
#define WINDOW 64
/* Turns after which an operation polls now and then, if the states still change. */
#define LONG 1024

/* ---- is the rank in the same state again? ---- */

static uint64_t state_of(struct call *c)
{
    static const struct signals_thread nobody;
    struct rank *r = &agent.rank[c->who];
    struct rank_head h = *r->head;
    signals_put(c->who, &nobody); /* what the last one has left there is in its record */
    if (h.own_bytes)
        memset(h.own, 0, h.own_bytes);
    h.clock = h.looked = h.asleep = h.history = 0;
    h.vain = h.gazes = 0;
    h.idle = (struct idle){0};
    memset(&h.strand, 0, sizeof h.strand);
    areas_lift(r);
    thread_hide(r->head, true);
    const char *low = thread_slab_stack(r);
    uint64_t d = program_heap_digest(r, &h);
    thread_show(r->head);
    d = XXH3_64bits_withSeed(low, (size_t)(r->top - low), d);
    return pages_digest(d);
}

static bool waits_in_loop(const struct thread *x)
{
    return x->state == THREAD_YIELDS || x->state == THREAD_SLEEPS;
}

/* Is it a good time to compare states? It takes time if the rank has much memory. */
static bool compares(uint32_t turns)
{
    uint32_t doubled = 1;
    while (doubled <= turns / 2)
        doubled *= 2;
    return turns >= PATIENCE && turns - doubled < WINDOW;
}

/* Has every thread that waits in a loop had a turn, and nothing has changed? */
static bool settled(struct call *c, const struct threads *t)
{
    struct idle *idle = &call_head(c)->idle;
    bool all = true;
    if (!compares(++idle->turns / t->n))
        return false;
    uint64_t now = state_of(c);
    bool same = now == idle->state;
    idle->state = now;
    for (uint32_t i = 0; i < t->n; i++)
        if (waits_in_loop(t->at[i])) {
            all &= t->at[i]->turned;
            t->at[i]->turned &= same;
        }
    return same && all;
}

/* ---- who is next? ---- */

static struct thread *first_in(const struct threads *t, enum thread_state s)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->at[i]->state == s)
            return t->at[i];
    return NULL;
}

static struct thread *first_to_wake(const struct threads *t)
{
    struct thread *best = NULL;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->at[i]->state == THREAD_SLEEPS && (!best || t->at[i]->until < best->until))
            best = t->at[i];
    return best;
}

/* The thread sleeps no longer: its time has come. */
static struct thread *wake_up(struct call *c, struct thread *x)
{
    virtual_pass_until(c->who, x->until);
    if (x->futex)
        x->registers[REG_RAX] = -ETIMEDOUT;
    x->futex = x->until = 0;
    return x;
}

/* The turn of a thread that waits in a loop. One that sleeps has its turn if none yields,
 * and now and then. */
static struct thread *turn(struct call *c, const struct threads *t)
{
    struct thread *yields = first_in(t, THREAD_YIELDS), *sleeps = first_to_wake(t);
    bool now = sleeps && (!yields || call_head(c)->idle.turns % PATIENCE == 0);
    struct thread *x = now ? wake_up(c, sleeps) : yields;
    x->turned = true;
    x->state = THREAD_READY;
    return x;
}

/* Can all of these operations be asked for as one? */
static bool alike(const struct threads *t)
{
    uint32_t n = 0, finish = 0;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->at[i]->state == THREAD_ASKS) {
            n++;
            finish += t->at[i]->op.kind == OP_FINISH;
        }
    return n == 1 || n == finish;
}

static struct thread *ask(const struct threads *t, bool poll)
{
    struct thread *x = first_in(t, THREAD_ASKS);
    if (x)
        x->poll = poll || !alike(t);
    return x;
}

/* An operation that must poll, since others have done so. */
static struct thread *first_due(const struct threads *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->at[i]->state == THREAD_ASKS && t->at[i]->due) {
            t->at[i]->poll = true;
            return t->at[i];
        }
    return NULL;
}

struct thread *thread_next(struct call *c, struct threads *t)
{
    struct idle *idle = &call_head(c)->idle;
    struct thread *x = first_in(t, THREAD_READY);
    if (x || (x = first_due(t)))
        return x;
    if (!first_in(t, THREAD_YIELDS) && !first_in(t, THREAD_SLEEPS))
        return ask(t, false);
    bool over = settled(c, t);
    if (over)
        return ask(t, false); /* NULL: they wait for each other */
    if (idle->turns > LONG && idle->turns % (t->n + 1) == 0 && (x = ask(t, true)))
        return x;
    return turn(c, t);
}

/* ---- nobody ---- */

static void name_thread(const struct thread *x, char *to, size_t room)
{
    if (x->number)
        snprintf(to, room, "thread %u", x->number);
    else
        snprintf(to, room, "the first thread");
}

void thread_stuck(struct call *c, struct threads *t)
{
    char text[FAULT_TEXT];
    enum { SHOWN = 6 };
    bool loops = first_in(t, THREAD_YIELDS) || first_in(t, THREAD_SLEEPS);
    struct thread *shown = thread_first(t) ? thread_first(t) : t->at[0];
    size_t n = (size_t)snprintf(text, sizeof text, "%s: ", agent.rank[c->who].name);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          t->n == 1 ? "its only thread waits for another one"
                          : loops   ? "its threads wait for each other, some in loops"
                                    : "its threads wait for each other");
    for (uint32_t i = 0; i < t->n && i < SHOWN && n < sizeof text; i++) {
        char name[32];
        thread_registers(t->at[i], c->context);
        uint64_t site = unwind_site();
        name_thread(t->at[i], name, sizeof name);
        n +=
            (size_t)snprintf(text + n, sizeof text - n, "%s %s at %c%lx%c", i ? "," : ":",
                             name, PLACE_BEGIN, (unsigned long)site, PLACE_END);
    }
    if (t->n > SHOWN && n < sizeof text)
        snprintf(text + n, sizeof text - n, " and %u more", t->n - SHOWN);
    thread_registers(shown, c->context);
    t->running = shown;
    agent.current = c->who;
    crash_leave(c->context, loops ? FINDING_NON_TERMINATION : FINDING_DEADLOCK,
                REASON_NONE, text);
    c->over = true;
}

/* ---- operations ---- */

/* Lets others run. Returns when it is this thread's turn. Registers that need not be
 * preserved are cleared, since they are part of the rank's state and may hold addresses
 * of ours. */
static __attribute__((noinline)) void park(void)
{
    long nr = THREAD_PARK;
    __asm__ volatile("xorl %%edi, %%edi\n\t"
                     "xorl %%esi, %%esi\n\t"
                     "xorl %%edx, %%edx\n\t"
                     "xorl %%r8d, %%r8d\n\t"
                     "xorl %%r9d, %%r9d\n\t"
                     "xorl %%r10d, %%r10d\n\t"
                     "syscall"
                     : "+a"(nr)
                     :
                     : "rcx", "r11", "rdi", "rsi", "rdx", "r8", "r9", "r10", "memory");
}

#define MOST_REQUESTS 256

/* The next thread after `i` that asks for an operation, first those that send, then the
 * others: the later a receive is complete, the more messages may have come for it. NULL:
 * there are no more. */
static struct thread *next_asking(const struct threads *t, uint32_t *i)
{
    while (*i < 2 * t->n) {
        struct thread *x = t->at[*i % t->n];
        bool others = (*i)++ >= t->n;
        if (x->state == THREAD_ASKS && port_is_send(x->op.call) != others)
            return x;
    }
    return NULL;
}

/* The operation that stands for those of all threads that ask for one. False if they have
 * too many requests. */
static __attribute__((noinline)) bool combine(const struct threads *t, struct op *to)
{
    uint32_t all[MOST_REQUESTS], n = 0, i = 0;
    for (const struct thread *x; (x = next_asking(t, &i));) {
        if (x->op.nargs > MOST_REQUESTS - n)
            return false;
        memcpy(all + n, x->op.args, x->op.nargs * sizeof *all);
        n += x->op.nargs;
    }
    to->mode = FINISH_THREADS;
    to->args = set_of(all, n);
    to->nargs = n;
    return true;
}

/* The thread whose request is complete; makes the index one of its own requests. */
static struct thread *owner(const struct threads *t, int32_t *index)
{
    uint32_t i = 0;
    for (struct thread *x; (x = next_asking(t, &i)); *index -= (int32_t)x->op.nargs)
        if (*index < (int32_t)x->op.nargs)
            return x;
    agent_die("an operation of several threads has an outcome for none of them");
}

/* The thread polls: those that wait for an operation must do so next. */
static void polls(const struct threads *t, struct thread *me)
{
    for (uint32_t i = 0; i < t->n; i++)
        t->at[i]->due |= t->at[i] != me && t->at[i]->state == THREAD_ASKS;
    me->due = false;
}

/* Asks the kernel once. False: this thread has to ask again. */
static bool ask_once(struct rank_head *h, struct thread *me, void *site,
                     struct outcome *o)
{
    struct threads *t = h->threads;
    struct op op = me->op;
    bool several = false;
    for (uint32_t i = 0; i < t->n; i++)
        several |= t->at[i] != me && t->at[i]->state == THREAD_ASKS;
    if (!me->poll && several && !combine(t, &op))
        me->poll = true;
    if (me->poll && op.kind != OP_FINISH && op.kind != OP_PROBE)
        rank_refuse(REASON_THREADS,
                    "waits for others in two of its threads at the same time");
    if (me->poll) {
        op = me->op;
        op.kind = op.kind == OP_FINISH ? OP_POLL : OP_IPROBE;
        op.mode = op.kind == OP_POLL ? POLL_THREADS : 0;
        polls(t, me);
    }
    h->idle = (struct idle){0};
    *o = rank_ask(&op, site);
    if (me->poll)
        return o->index != OUTCOME_FALSE;
    if (!several)
        return true;
    struct thread *of = owner(t, &o->index);
    if (of == me)
        return true;
    of->outcome = *o;
    of->answered = true;
    of->state = THREAD_READY;
    return false;
}

/* A thread that polls lets the others run before. */
static struct outcome take_poll(struct rank_head *h, struct op *op, void *site)
{
    h->threads->running->state = THREAD_YIELDS;
    park();
    polls(h->threads, h->threads->running);
    h->idle = (struct idle){0};
    return rank_ask(op, site);
}

struct outcome thread_take(struct op *op, void *site)
{
    struct rank_head *h = rank_head();
    struct thread *me = h->threads->running;
    struct outcome o = {0};
    thread_wipe(&agent.rank[agent.current]);
    bool waits = op_blocks(op->kind) && !op_fails(op->kind);
    if (!thread_others(h) || (!waits && !op_looks(op->kind))) {
        h->idle = (struct idle){0};
        return rank_ask(op, site);
    }
    if (h->copies)
        rank_refuse(
            REASON_THREADS,
            "calls MPI while it uses windows and another of its threads can go on");
    if (!waits)
        return take_poll(h, op, site);
    me->op = *op;
    *op = (struct op){0};
    do {
        me->state = THREAD_ASKS;
        park();
        if (me->answered)
            o = me->outcome;
    } while (!me->answered && !ask_once(h, me, site, &o));
    me->answered = me->due = me->poll = false;
    me->op = (struct op){0};
    me->outcome = (struct outcome){0};
    me->state = THREAD_READY;
    return o;
}
