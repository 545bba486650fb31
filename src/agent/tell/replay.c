/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.c - see replay.h.
 *
 * Every step must be the one that was recorded. If it is not, then something
 * outside of our control decides what the program does, and nothing we said about
 * it can be trusted. */
#include "agent/tell/replay.h"
#include "agent/rank/trail.h"
#include "base/str.h"
#include "agent/core/agent.h"
#include "agent/tell/detour.h"
#include "agent/tell/handover.h"
#include "agent/rank/image.h"
#include "kernel/round.h"
#include "kernel/sync.h"
#include "kernel/wait.h"
#include "kernel/matching.h"
#include "kernel/tape.h"

#include <stdio.h>

EXPORT unsigned mazurka_goal, mazurka_at;

EXPORT __attribute__((noinline)) void mazurka_begin(void)
{
    __asm__ volatile("" : : : "memory");
}

EXPORT __attribute__((noinline)) void mazurka_step(unsigned step, unsigned rank,
                                                   const char *what)
{
    __asm__ volatile("" : : "r"(step), "r"(rank), "r"(what) : "memory");
}

EXPORT __attribute__((noinline)) void mazurka_stop(unsigned step, unsigned rank,
                                                   const char *what)
{
    __asm__ volatile("" : : "r"(step), "r"(rank), "r"(what) : "memory");
}

EXPORT __attribute__((noinline)) void mazurka_fault(unsigned rank, const char *what)
{
    __asm__ volatile("" : : "r"(rank), "r"(what) : "memory");
}

EXPORT __attribute__((noinline)) void mazurka_remark(unsigned rank, unsigned kind,
                                                     const char *what)
{
    __asm__ volatile("" : : "r"(rank), "r"(kind), "r"(what) : "memory");
}

EXPORT __attribute__((noinline)) void mazurka_end(void)
{
    __asm__ volatile("" : : : "memory");
}

EXPORT uint64_t mazurka_registers[FINDING_REGISTERS];

/* The rank on whose stack the process is, in its own code or in ours; -1: on none. */
static int on_stack_of(void)
{
    return (int)agent.link->running - 1;
}

/* Called by a debugger: puts the rank's memory in place and tells where it stands. The
 * rank on whose stack we are is not touched. While ranks are being started, only the one
 * that has failed then can be looked at: it is in place. Actors have no stack while they
 * do not run, but for the one that has failed. */
EXPORT __attribute__((used)) enum look mazurka_look_at(unsigned rank)
{
    bool starting = !agent.search.st, actors = agent.front->start;
    if (rank >= agent.nranks || (actors && !agent.rank[rank].head->strand.fault.kind))
        return LOOK_NONE;
    if ((int)rank == on_stack_of())
        return LOOK_RUNS;
    if (starting && !actors && (int)rank != agent.resident)
        return LOOK_NONE;
    if (agent.rank[rank].head->strand.ended)
        return LOOK_ENDED;
    int running = agent.current;
    agent.current = AT_AGENT;
    if (!starting && !actors)
        image_load(rank);
    report_registers(agent.rank[rank].head, mazurka_registers);
    agent.current = running;
    return LOOK_THERE;
}

EXPORT uint64_t mazurka_place;

/* Called by a debugger, which has stopped the agent or a rank anywhere: it must not
 * allocate where a rank does, so the agent is made current. */
EXPORT __attribute__((used)) const char *mazurka_doing(unsigned rank)
{
    static char text[256];
    struct str s = {0};
    int running = agent.current;
    const struct state *st = agent.search.st;
    mazurka_place = 0;
    if (!st || rank >= st->program->nactors)
        return "";
    agent.current = AT_AGENT;
    front_of(&st->actor[rank].pending)->describe(rank, &st->actor[rank].pending, &s);
    mazurka_place = handover_site(&st->actor[rank].pending);
    snprintf(text, sizeof text, "%s", str_text(&s));
    str_free(&s);
    agent.current = running;
    return text;
}

/* Called by a debugger: undoes mazurka_look_at(), before the program goes on. */
EXPORT __attribute__((used)) void mazurka_look_away(void)
{
    int running = agent.current, rank = on_stack_of();
    if (rank < 0 || agent.front->start || agent.resident == rank)
        return;
    struct rank *r = &agent.rank[rank];
    agent.current = AT_AGENT;
    image_load((uint32_t)rank);
    if (r->space.image) { /* an image made in the middle of a step, which cannot be
                             restored */
        image_release(r->space.image);
        r->space.image = NULL;
    }
    agent.current = running;
}

bool replay_possible(struct state *st, const struct link_step *s)
{
    struct search *search = &agent.search;
    search->outcomes.len = 0;
    if (s->actor >= st->nactors || st->actor[s->actor].ended ||
        st->actor[s->actor].failed ||
        (s->digest && s->digest != front_of(&st->actor[s->actor].pending)
                                       ->digest(&st->actor[s->actor].pending)))
        return false;
    state_outcomes(st, s->actor, &search->outcomes);
    for (size_t i = 0; i < search->outcomes.len; i++)
        if (search->outcomes.at[i] == s->outcome)
            return true;
    return false;
}

static void differ(uint32_t step, const struct link_step *s, const struct str *got)
{
    struct link *l = agent.link;
    l->differs = step + 1;
    snprintf(l->expected, sizeof l->expected, "%s",
             s->text ? (const char *)link_at(l, s->text) : "another operation");
    snprintf(l->got, sizeof l->got, "%s", str_text(got));
}

/* The memory that the program has not written has other contents than in the execution
 * that is repeated, and it does something else. */
static void tell_uninitialised(const struct state *st, uint32_t actor)
{
    struct str text = {0};
    uint32_t rank = matching_rank(st, actor);
    const struct op *op = &st->actor[actor].pending;
    if (st->actor[actor].ended || rank >= agent.nranks)
        return;
    agent.front->describe(rank, op, &text);
    str_addf(&text, ": what is done here, or the data that are passed, depend on memory "
                    "that the program has not written");
    handover_finding(&agent.search, (struct trouble){.kind = FINDING_UNINITIALISED,
                                                     .actor = rank,
                                                     .message = str_text(&text),
                                                     .site = handover_site(op)});
    str_free(&text);
}

static bool is_slow(uint32_t actor)
{
    return !agent.front->start && actor < agent.nranks &&
           agent.rank[actor].head->strand.fault.kind == FINDING_SLOW;
}

/* The rank, or a slot of it, that can make a step in one way only; st->nactors if there
 * is none. */
static uint32_t goes_on(struct state *st, uint32_t rank)
{
    outcomes_vec *outcomes = &agent.search.outcomes;
    for (uint32_t a = rank; a < st->nactors; a += st->program->nactors) {
        outcomes->len = 0;
        if (state_enabled(st, a))
            state_outcomes(st, a, outcomes);
        if (outcomes->len == 1)
            return a;
    }
    return st->nactors;
}

/* Does the rank ask for ever for what does not happen: of a window, or of requests? Here
 * it may take some more rounds than before until it is back in a state that it was in:
 * where our own functions have not cleared up on its stack, states differ that are the
 * same. */
static bool goes_round(struct state *st, uint32_t rank)
{
    enum { MORE = 1000 };
    uint32_t one, next;
    if (agent.shares)
        trail_settle(st);
    if (agent.shares)
        return sync_judge(st, &one) == ROUND_ENDLESS;
    for (int i = 0; i < MORE && st->program->windows && !st->actor[rank].spins &&
                    (next = goes_on(st, rank)) < st->nactors;
         i++)
        state_push(st, next, agent.search.outcomes.at[0]);
    return st->actor[rank].spins ? round_judge(st, &one) == ROUND_ENDLESS
                                 : wait_spins(st, rank);
}

bool replay_repeat(struct state *st, const struct link_step *s, uint32_t n,
                   struct str *got)
{
    struct link *l = agent.link;
    str_clear(got);
    if (s->actor >= st->nactors) {
        str_addf(got, "there is no actor %u", s->actor);
    } else if (st->actor[s->actor].ended || st->actor[s->actor].failed) {
        str_addf(got, "it had ended");
    } else {
        uint32_t rank = matching_rank(st, s->actor);
        const struct op *op = &st->actor[s->actor].pending;
        bool same = replay_possible(st, s), stops = n + 1 == mazurka_goal;
        if (l->replay.watched || !same)
            front_of(op)->describe(rank, op, got);
        if (same) {
            mazurka_at = n + 1;
            mazurka_step(n + 1, rank, str_text(got));
            if (stops)
                mazurka_stop(n + 1, rank, str_text(got));
            state_push(st, s->actor, s->outcome);
            l->counts.transitions++;
            return true;
        }
    }
    l->slow = is_slow(s->actor);
    if (l->plan.asked.garbage && s->actor < st->nactors)
        tell_uninitialised(st, s->actor);
    differ(n, s, got);
    return false;
}

void replay_tape(struct state *st, struct str *got)
{
    struct link *l = agent.link;
    struct tape_reader *r = mem_alloc(sizeof *r);
    struct step step;
    uint64_t n = 0, digest = 0;
    tape_read_begin(r, link_at(l, l->replay.tape));
    while (n < l->replay.taped && !l->interrupt && !l->differs && tape_read(r, &step)) {
        struct link_step s = {.actor = step.actor, .outcome = step.outcome};
        if (s.actor < st->nactors)
            digest = handover_taped(digest, &st->actor[s.actor].pending);
        if (replay_repeat(st, &s, (uint32_t)n, got))
            n++;
    }
    if (!l->differs && !l->interrupt &&
        (n < l->replay.taped || digest != l->replay.digest)) {
        str_clear(got);
        str_addf(got, "something else happened in the first %llu steps",
                 (unsigned long long)n);
        differ((uint32_t)n, &(struct link_step){0}, got);
    }
    tape_read_end(r);
    free(r);
}

void replay_run(void)
{
    struct link *l = agent.link;
    struct state *st = agent.search.st;
    const struct link_step *steps = link_at(l, l->replay.steps);
    struct str got = {0};
    st->rounds = l->replay.endless ? ROUNDS_ALL : ROUNDS_ANY;
    state_put_off_clocks(st);
    mazurka_begin();
    if (l->replay.detour) {
        detour_run();
        return;
    }
    if (l->replay.taped)
        replay_tape(st, &got);
    for (uint32_t i = 0; i < l->replay.nsteps && !l->interrupt && !l->differs; i++)
        replay_repeat(st, &steps[i], (uint32_t)l->replay.taped + i, &got);
    str_free(&got);
    /* An actor may have failed after its last step although it did not when the trace
     * was recorded. */
    for (uint32_t a = 0; a < st->nactors && !l->differs; a++) {
        const struct actor *x = &st->actor[a];
        if (!x->ended && !x->failed && x->pending.kind == OP_ASSERT && !x->pending.value)
            state_push(st, a, OUTCOME_NONE);
    }
    if (l->replay.halt && agent.program.matching)
        matching_halt(st);
    if (l->replay.endless && l->replay.endless <= agent.nranks && !l->differs &&
        goes_round(st, l->replay.endless - 1))
        st->endless = l->replay.endless;
    mazurka_end();
    if (!l->differs) {
        l->counts.executions = 1;
        report_execution(&agent.search, NULL);
    }
}
