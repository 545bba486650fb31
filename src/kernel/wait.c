/* SPDX-License-Identifier: Apache-2.0
 *
 * wait.c - see wait.h.
 *
 * An actor whose assertion has failed makes no more steps. An actor that waits for it,
 * directly or through others, is not reported as deadlocked, because the failure is the
 * cause. Actors that do not wait for the failed one can still be deadlocked. */
#include "kernel/wait.h"
#include "kernel/family.h"
#include "kernel/matching.h"

void wait_add(events_vec *actors, uint32_t actor)
{
    for (size_t i = 0; i < actors->len; i++)
        if (actors->at[i] == actor)
            return;
    vec_push(actors, actor);
}

void wait_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    family_of(st->actor[actor].pending.kind)->waits_for(st, actor, actors);
}

/* The number of blocked actors that wait for a failed one, directly or indirectly. */
static uint32_t excused(const struct state *st)
{
    bool *excuse = mem_alloc(st->program->nactors), changed = true;
    uint32_t count = 0;
    events_vec others = {0};
    for (uint32_t a = 0; a < st->program->nactors; a++)
        excuse[a] = st->actor[a].failed;
    while (changed) {
        changed = false;
        for (uint32_t a = 0; a < st->program->nactors; a++) {
            if (st->actor[a].ended || excuse[a])
                continue;
            others.len = 0;
            wait_for(st, a, &others);
            for (size_t i = 0; i < others.len && !excuse[a]; i++)
                excuse[a] = excuse[others.at[i]];
            count += excuse[a];
            changed |= excuse[a];
        }
    }
    vec_free(&others);
    free(excuse);
    return count;
}

/* Is the actor, which cannot move, held up (part of a deadlock)? */
static bool held_up(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    if (a->failed || a->ended)
        return false;
    const struct family *f = family_of(a->pending.kind);
    return !f->held_up || f->held_up(st, actor);
}

bool wait_deadlocked(const struct state *st)
{
    uint32_t blocked = 0;
    bool failed = false;
    if (st->cut)
        return false;
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        failed |= st->actor[a].failed;
        blocked += held_up(st, a);
    }
    if (state_has_inboxes(st)) /* which actor would have sent to which cannot be told */
        return !failed && (blocked || (st->program->ops->inboxes &&
                                       st->program->ops->inboxes->unmet(st->program)));
    return blocked && (!failed || blocked > excused(st));
}

/* The outcome that the actor gets in each round of a loop that never ends: a failure
 * or, if it probes, the message that it saw there before. */
static int32_t seen_again(struct state *st, uint32_t actor)
{
    const struct actor *me = &st->actor[actor];
    for (size_t i = me->events.len; i-- > 0;) {
        const struct event *e = &st->events.at[me->events.at[i]];
        if (op_sees(e->op.kind) && e->op.kind == me->pending.kind &&
            e->op.where == me->pending.where)
            return e->act.outcome;
    }
    return OUTCOME_FALSE;
}

/* Could the actor get this outcome again and again? Not if it could find something
 * instead: MPI guarantees that an actor which polls often enough is eventually told. */
static bool can_have(const struct state *st, uint32_t actor, int32_t outcome)
{
    outcomes_vec possible = {0};
    bool found = false;
    state_outcomes(st, actor, &possible);
    for (size_t i = 0; i < possible.len && !found; i++)
        found = possible.at[i] == outcome;
    found &= outcome != OUTCOME_FALSE || possible.len == 1;
    vec_free(&possible);
    return found;
}

bool wait_spins(struct state *st, uint32_t actor)
{
    enum { LONGEST = 1000 };
    struct program *p = st->program;
    enum buffering buffering = p->buffering;
    VEC(uint64_t) seen = {0};
    bool back = false;
    /* Sends and collectives that need not wait may nevertheless wait. */
    if (buffering == BUFFERING_ANY)
        p->buffering = BUFFERING_ZERO;
    while (!back && seen.len < LONGEST) {
        vec_push(&seen, program_digest(p, actor));
        int32_t outcome = seen_again(st, actor);
        if (st->actor[actor].ended || st->actor[actor].failed)
            break;
        const struct op *op = &st->actor[actor].pending;
        for (uint32_t i = 0; p->matching && op->kind == OP_POLL && i < op->nargs; i++)
            if (buffering == BUFFERING_ANY)
                matching_wait(st, actor, op->args[i]);
        if (!can_have(st, actor, outcome)) /* the message has been received since */
            outcome = OUTCOME_FALSE;
        if (!can_have(st, actor, outcome))
            break;
        state_push(st, actor, outcome);
        uint64_t now = program_digest(p, actor);
        for (size_t i = 0; i < seen.len; i++)
            back |= seen.at[i] == now;
    }
    p->buffering = buffering;
    vec_free(&seen);
    return back;
}
