/* SPDX-License-Identifier: Apache-2.0
 *
 * handle.c - an actor handles one message.
 *
 * A behaviour runs to its end, natively. Two things end it before: a fault, and a
 * choice whose value is not known yet. At a choice all that the behaviour did is
 * undone, and the actor's next operation is that choice; when the kernel has picked
 * a value the behaviour runs again from the start, now knowing one choice more. So
 * handling remains one atomic step whose effects appear at its end. */
#include "actor/system.h"

#include <string.h>
#include <sys/time.h>

/* What the guard's signal handlers need. */
static double limit;
static volatile uint64_t seen_run;
static volatile double seen_for;

#define TICK 0.25 /* seconds between looks at whether a behaviour ends */

static const char *crash_text(int number)
{
    switch (number) {
    case SIGSEGV:
    case SIGBUS:
        return "bad memory access";
    case SIGFPE:
        return "division by zero";
    case SIGABRT:
        return "abort";
    case SIGILL:
        return "illegal instruction";
    default:
        return "crash";
    }
}

static void on_crash(int number)
{
    struct system *s = mz_system;
    if (!s || !s->in_behaviour) { /* ours: end as without a handler */
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    handle_fault(s, (struct fault){FAILURE_CRASH, crash_text(number), NULL, 0});
}

static void on_tick(int number)
{
    (void)number;
    struct system *s = mz_system;
    if (!s || !s->in_behaviour || s->runs != seen_run) {
        seen_run = s ? s->runs : 0;
        seen_for = 0;
        return;
    }
    seen_for += TICK;
    if (seen_for > limit) {
        system_stop(s); /* it may have held a lock of libc: do not go on for long */
        handle_fault(
            s, (struct fault){FAILURE_ENDLESS, "a behaviour does not end", NULL, 0});
    }
}

void handle_guard(double seconds)
{
    static _Alignas(16) char stack[1 << 16];
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_crash,
                               .sa_flags = (int)(SA_ONSTACK | SA_NODEFER)};
    sigaltstack(&alternate, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
    limit = seconds;
    action.sa_handler = on_tick;
    action.sa_flags = (int)(SA_NODEFER | SA_RESTART);
    sigaction(SIGALRM, &action, NULL);
    struct itimerval every = {.it_interval = {0, (suseconds_t)(TICK * 1e6)},
                              .it_value = {0, (suseconds_t)(TICK * 1e6)}};
    setitimer(ITIMER_REAL, &every, NULL);
}

_Noreturn void handle_fault(struct system *s, struct fault f)
{
    s->slots.at[s->current].record->faulty = true;
    s->slots.at[s->current].record->fault = f;
    siglongjmp(s->leave, LEAVE_FAULT);
}

_Noreturn void handle_choice(struct system *s, int options)
{
    s->slots.at[s->current].record->options = options;
    siglongjmp(s->leave, LEAVE_CHOICE);
}

static void tell_monitors(struct system *s, const struct record *r)
{
    for (const struct monitors *m = r->monitors; m; m = m->next)
        system_send(s, m->watcher - 1, BODY_USER, 0)->type = MZ_DOWN;
}

static void watch(struct system *s, struct record *r, mz_ref watcher)
{
    struct monitors *m = arena_alloc(&s->arena, sizeof *m);
    *m = (struct monitors){watcher, r->monitors};
    r->monitors = m;
    if (r->stopped || r->crashed)
        system_send(s, watcher - 1, BODY_USER, 0)->type = MZ_DOWN;
}

static void call(struct system *s, struct record *r, const struct body *b)
{
    struct mz_message m = {b->from, b->type, b->data, b->size, b->ticket};
    mz_behaviour *behaviour = r->behaviour;
    switch (b->kind) {
    case BODY_CRASH:
        r->crashed = true;
        tell_monitors(s, r);
        return;
    case BODY_WATCH:
        watch(s, r, b->from);
        return;
    case BODY_USER:
        break;
    }
    if (r->awaited && b->answer == r->awaited) {
        behaviour = r->then;
        r->awaited = 0;
        r->then = NULL;
    }
    behaviour(r->state, &m);
    if (r->stopped)
        tell_monitors(s, r);
    if (r->always && !r->always(r->state))
        handle_fault(s, r->always_at);
}

/* The record as it was before the behaviour began, for undoing. */
static void keep(struct system *s, const struct record *r)
{
    size_t bytes = sizeof *r + r->size;
    if (s->scratch_size < bytes) {
        s->scratch = mem_resize(s->scratch, bytes);
        s->scratch_size = bytes;
    }
    memcpy(s->scratch, r, bytes);
}

static void undo(struct system *s, uint32_t actor, struct arena_mark mark)
{
    struct record *r = system_record(s, actor);
    int options = r->options;
    for (uint32_t n = s->scratch->children; n < r->children; n++)
        system_destroy(s, s->slots.at[actor].children.at[n]);
    memcpy(r, s->scratch, sizeof *r + r->size);
    r->options = options;
    s->sent.len = 0;
    arena_back_to(&s->arena, mark);
}

void handle(struct system *s, uint32_t actor, const struct body *b)
{
    struct record *r = system_record(s, actor);
    struct arena_mark mark;
    int n = 0, *choices;
    for (const struct choices *c = r->choices; c; c = c->previous)
        n++;
    choices = arena_alloc(&s->arena, (size_t)n * sizeof *choices + 1);
    s->choice = choices;
    s->nchosen = n;
    for (const struct choices *c = r->choices; c; c = c->previous)
        choices[--n] = c->value;
    r->handling = b;
    mark = arena_mark(&s->arena);
    keep(s, r);
    s->current = actor;
    s->chosen = 0;
    s->children_before = r->children;
    s->runs++;
    switch (sigsetjmp(s->leave, 0)) {
    case LEAVE_CHOICE:
        undo(s, actor, mark);
        break;
    case LEAVE_FAULT: /* what it sent before stays sent */
        break;
    default:
        s->in_behaviour = true;
        call(s, system_record(s, actor), b);
        r = system_record(s, actor);
        r->handling = NULL;
        r->choices = NULL;
    }
    s->in_behaviour = false;
    s->current = OUTSIDE;
}
