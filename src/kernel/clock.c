/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.c - see clock.h.
 *
 * The dependency relation says whether two acts depend on each other; finding
 * the ones that do by asking it about every earlier event would make executions
 * cost the square of their length. Here each object is asked for the few events
 * that can matter, newest first, and dep_between() decides about them. A test
 * checks that this gives the same order as asking about every pair. */
#include "kernel/clock.h"
#include "kernel/depend.h"
#include "kernel/matching.h"
#include "kernel/place.h"

#include <string.h>

static void add_if_dependent(const struct state *st, const struct act *a, uint32_t event,
                             events_vec *causes)
{
    const struct act *b = &st->events.at[event].act;
    if (b->actor != a->actor && dep_between(a, b))
        vec_push(causes, event);
}

/* A post follows the previous one on its side of the mailbox, and every failed
 * test that named the communication it is now part of. Those tests are all of
 * one actor, so the newest is enough. */
static void post_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    const struct mailbox *m = &st->mailbox[a->object];
    int side = a->kind == OP_RECV;
    if (a->seq)
        add_if_dependent(st, a, m->side[side].at[a->seq - 1].event, causes);
    if (a->seq >= m->failed[!side].len)
        return;
    uint32_t note = m->failed[!side].at[a->seq];
    while (note != NO_EVENT && !state_in_cut(st, st->notes.at[note].event, cut))
        note = st->notes.at[note].previous;
    if (note != NO_EVENT)
        add_if_dependent(st, a, st->notes.at[note].event, causes);
}

/* A wait follows both sides of what it reports; one is its actor's own. */
static void wait_causes(const struct state *st, const struct act *a, events_vec *causes)
{
    if (a->outcome == OUTCOME_FALSE)
        return;
    uint64_t key = act_keys(a)[a->outcome];
    const struct mailbox *m = &st->mailbox[key >> 32];
    for (int side = 0; side < 2; side++)
        add_if_dependent(st, a, m->side[side].at[(uint32_t)key].event, causes);
}

/* An unlock follows the previous unlock and the waits and tests on the mutex.
 * Looking stops at an unlock by an owner, which all earlier looks precede. */
static void unlock_causes(const struct state *st, const struct act *a,
                          const uint32_t *cut, events_vec *causes)
{
    const struct mutex *m = &st->mutex[a->object];
    if (a->seq)
        add_if_dependent(st, a, m->order[1].at[a->seq - 1], causes);
    uint32_t horizon = 0;
    for (uint32_t i = a->seq; i-- > 0 && !horizon;) {
        const struct act *u = &st->events.at[m->order[1].at[i]].act;
        if (u->owner == u->actor)
            horizon = m->order[1].at[i];
    }
    for (size_t i = m->looks.len; i-- > 0 && m->looks.at[i] >= horizon;)
        if (state_in_cut(st, m->looks.at[i], cut))
            add_if_dependent(st, a, m->looks.at[i], causes);
}

/* A wait or test of mutexes follows, for each, the newest unlock that concerns
 * it: unlocks of one mutex happen one after the other. */
static void look_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    for (uint32_t k = 0; k < a->nkeys; k++) {
        const events_vec *unlocks = &st->mutex[act_keys(a)[k]].order[1];
        for (size_t i = unlocks->len; i-- > 0;) {
            size_t before = causes->len;
            if (state_in_cut(st, unlocks->at[i], cut))
                add_if_dependent(st, a, unlocks->at[i], causes);
            if (causes->len > before)
                break;
        }
    }
}

void clock_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                  events_vec *causes)
{
    switch ((enum op_kind)a->kind) {
    case OP_SEND:
    case OP_RECV:
        post_causes(st, a, cut, causes);
        break;
    case OP_WAIT:
    case OP_TEST:
        wait_causes(st, a, causes);
        break;
    case OP_LOCK:
        if (a->seq)
            add_if_dependent(st, a, st->mutex[a->object].order[0].at[a->seq - 1], causes);
        break;
    case OP_UNLOCK:
        unlock_causes(st, a, cut, causes);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        look_causes(st, a, cut, causes);
        break;
    case OP_TAKE: {
        uint32_t event = state_message(st, a->actor, a->outcome)->event;
        if (event != NO_EVENT)
            add_if_dependent(st, a, event, causes);
        break;
    }
    case OP_LOCAL:
    case OP_CHOOSE:
    case OP_ASSERT:
        break;
    default:
        matching_causes(st, a, cut, causes);
    }
}

static void join(uint32_t *clock, const uint32_t *other, uint32_t n)
{
    for (uint32_t a = 0; a < n; a++)
        clock[a] = other[a] > clock[a] ? other[a] : clock[a];
}

void clock_past(const struct state *st, const struct act *a, const uint32_t *cut,
                events_vec *causes, uint32_t *clock)
{
    const struct actor *me = &st->actor[a->actor];
    size_t index = cut ? cut[a->actor] : me->events.len;
    if (index)
        memcpy(clock, state_clock(st, me->events.at[index - 1]),
               st->nactors * sizeof *clock);
    else
        memset(clock, 0, st->nactors * sizeof *clock);
    causes->len = 0;
    clock_causes(st, a, cut, causes);
    for (size_t i = 0; i < causes->len; i++)
        join(clock, state_clock(st, causes->at[i]), st->nactors);
}

void clock_without(const struct state *st, uint32_t event, uint32_t *cut)
{
    /* What happens after the event is, in each actor, everything from some
     * point on, so the point can be found by bisection. */
    for (uint32_t a = 0; a < st->nactors; a++) {
        const events_vec *events = &st->actor[a].events;
        size_t low = 0, high = events->len;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (state_before(st, event, events->at[middle]))
                high = middle;
            else
                low = middle + 1;
        }
        cut[a] = (uint32_t)low;
    }
}
