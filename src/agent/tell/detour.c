/* SPDX-License-Identifier: Apache-2.0
 *
 * detour.c - see detour.h.
 *
 * Behind the place where the two executions part, the steps that were recorded are made
 * where they are still possible, so that what has nothing to do with it stays the same;
 * then everybody moves in turn. What comes out is one outcome and proves nothing about
 * others. */
#include "agent/tell/detour.h"
#include "base/str.h"
#include "agent/core/agent.h"
#include "agent/tell/handover.h"
#include "agent/tell/replay.h"

#define NOBODY UINT32_MAX
#define MOST   200000 /* steps; who polls for ever needs an end */
#define AHEAD  4      /* recorded steps of an actor that are tried at a time */

/* How many of the actor's next steps were not possible, in that look. */
struct stuck {
    uint64_t look;
    uint32_t n;
};

struct detour {
    struct state *st;
    const struct link_step *steps;
    uint32_t nsteps;
    bool *made;          /* of the recorded steps */
    struct stuck *stuck; /* of actors */
    uint64_t looks;      /* number of looks for a step that is possible */
    uint32_t keeps;      /* the actor that must not move yet; NOBODY: all may */
    uint32_t turn;       /* whose turn it is */
    uint64_t pushed;     /* number of steps made */
};

static void push(struct detour *d, uint32_t actor, int32_t outcome)
{
    state_push(d->st, actor, outcome);
    d->pushed++;
}

/* Makes the first recorded step that is possible and was not made; false: there is
 * none. */
static bool follow(struct detour *d)
{
    d->looks++;
    for (uint32_t i = 0; i < d->nsteps; i++) {
        const struct link_step *s = &d->steps[i];
        struct stuck *x = &d->stuck[s->actor];
        if (x->look != d->looks)
            *x = (struct stuck){.look = d->looks};
        if (d->made[i] || s->actor == d->keeps || x->n == AHEAD)
            continue;
        if (!replay_possible(d->st, s)) {
            x->n++;
            continue;
        }
        d->made[i] = true;
        push(d, s->actor, s->outcome);
        return true;
    }
    return false;
}

/* Lets the next actor that can move do so, in a way that gets something if there is
 * one; false: nobody can. */
static bool wander(struct detour *d)
{
    outcomes_vec *outcomes = &agent.search.outcomes;
    for (uint32_t k = 0; k < d->st->nactors; k++) {
        uint32_t a = (d->turn + k) % d->st->nactors;
        outcomes->len = 0;
        if (a == d->keeps || !state_enabled(d->st, a))
            continue;
        state_outcomes(d->st, a, outcomes);
        if (!outcomes->len)
            continue;
        size_t i = 0;
        while (i + 1 < outcomes->len && outcomes->at[i] == OUTCOME_FALSE)
            i++;
        d->turn = a + 1;
        push(d, a, outcomes->at[i]);
        return true;
    }
    return false;
}

/* Takes the nth of the outcomes that were not recorded; false: there are not so many. */
static bool part(struct detour *d, const struct link_step *from, uint32_t nth)
{
    outcomes_vec *outcomes = &agent.search.outcomes;
    outcomes->len = 0;
    if (from->actor >= d->st->nactors || !state_enabled(d->st, from->actor))
        return false;
    state_outcomes(d->st, from->actor, outcomes);
    for (size_t i = 0; i < outcomes->len; i++)
        if (outcomes->at[i] != from->outcome && !nth--) {
            push(d, from->actor, outcomes->at[i]);
            return true;
        }
    return false;
}

static bool goes_on(const struct detour *d)
{
    return d->pushed < MOST && !agent.link->interrupt;
}

/* Goes to the place where the executions part, and takes the other way. */
static bool leave(struct detour *d, uint32_t at, uint32_t nth)
{
    struct str got = {0};
    struct link *l = agent.link;
    if (l->replay.taped)
        replay_tape(d->st, &got);
    for (uint32_t i = 0; i < at && !l->differs; i++)
        d->made[i] = replay_repeat(d->st, &d->steps[i], i, &got);
    str_free(&got);
    if (l->differs || at >= d->nsteps) /* nothing parts: it only goes on */
        return !l->differs;
    d->keeps = d->steps[at].actor;
    d->made[at] = true;
    while (!part(d, &d->steps[at], nth))
        if (!goes_on(d) || (!follow(d) && !wander(d)))
            return false;
    d->keeps = NOBODY;
    return true;
}

void detour_run(void)
{
    struct link *l = agent.link;
    struct detour d = {.st = agent.search.st,
                       .steps = link_at(l, l->replay.steps),
                       .nsteps = l->replay.nsteps,
                       .keeps = NOBODY};
    uint32_t actors = 0;
    for (uint32_t i = 0; i < d.nsteps; i++)
        actors = d.steps[i].actor >= actors ? d.steps[i].actor + 1 : actors;
    d.made = mem_alloc(d.nsteps + 1);
    d.stuck = mem_alloc((actors + 1) * sizeof *d.stuck);
    bool parted = leave(&d, l->replay.detour - 1, l->replay.detour_nth);
    while (parted && goes_on(&d) && (follow(&d) || wander(&d)))
        ;
    free(d.made);
    free(d.stuck);
    if (!parted || !goes_on(&d))
        return;
    report_execution(&agent.search, NULL);
    handover_outcome(&agent.search);
}
