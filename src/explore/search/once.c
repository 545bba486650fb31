/* SPDX-License-Identifier: Apache-2.0
 *
 * once.c - one execution: the first outcome of whatever can be done.
 *
 * A rank runs for as long as it can, since with real code changing ranks is expensive.
 * But a rank whose poll fails lets the others go on first, because otherwise it might
 * poll for ever. If a rank has failed, those that poll may wait for it in vain: the
 * execution ends when nobody does anything else. */
#include "explore/search/search.h"
#include "kernel/matching.h"
#include "kernel/round.h"

/* Makes a step of the actor; false if it has none. Sets *patient if the step was a poll
 * that failed, so that the actor would poll again. */
static bool step(struct search *s, uint32_t actor, bool *patient)
{
    s->outcomes.len = 0;
    state_outcomes(s->st, actor, &s->outcomes);
    if (!s->outcomes.len)
        return false;
    int32_t outcome = s->outcomes.at[0];
    *patient = outcome == OUTCOME_FALSE;
    if (!state_room(s->st, actor))
        state_widen(s->st);
    return search_push(s, (struct step){actor, outcome});
}

/* Lets the actor run. Sets *moved if it did more than to poll in vain; false if it made
 * no step. */
static bool run(struct search *s, uint32_t actor, bool *moved)
{
    enum {
        LONGEST = 1000
    }; /* steps of one actor in a row, so that the others do not
          fall too far behind */
    bool patient = false;
    int n = 0;
    while (n < LONGEST && !patient && step(s, actor, &patient))
        n++;
    *moved |= n > patient;
    return n;
}

static bool any_failed(const struct state *st)
{
    for (uint32_t a = 0; a < st->program->nactors; a++)
        if (st->actor[a].failed)
            return true;
    return false;
}

/* Is there a rank that was not followed any further? */
static bool gave_up(const struct state *st)
{
    for (uint32_t a = 0; a < st->program->nactors; a++)
        if (st->actor[a].given_up)
            return true;
    return false;
}

void search_once(struct search *s)
{
    enum {
        MORE = 1000
    }; /* rounds after a failure, in which a rank does other things, too */
    uint32_t ranks = s->st->program->nactors, more = 0;
    bool some = true;
    s->st->rounds = ROUNDS_ANY;
    state_put_off_clocks(s->st);
    while (some && !search_stopped(s)) {
        bool moved = false;
        some = false;
        for (uint32_t a = 0; a < ranks; a++) {
            some |= run(s, a, &moved);
            /* A match happens as soon as its receive has a message. */
            for (uint32_t slot = ranks; slot < s->st->nactors; slot++)
                some |= run(s, slot, &moved);
        }
        if (any_failed(s->st) && (!moved || ++more > MORE))
            break;
    }
    if (search_stopped(s))
        return;
    search_end_complete(s);
    s->counts.stopped = gave_up(s->st) ? STOP_POLLS : STOP_EXECUTIONS;
}
