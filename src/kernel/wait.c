/* SPDX-License-Identifier: Apache-2.0
 *
 * wait.c - see wait.h.
 *
 * An actor whose assertion has failed does nothing any more. Whoever waits for it, or
 * for somebody who does, is not reported as deadlocked: the failure is what is wrong.
 * But it does not excuse actors that have nothing to do with it. */
#include "kernel/wait.h"
#include "kernel/matching.h"
#include "kernel/place.h"

static void add_once(events_vec *actors, uint32_t actor)
{
    for (size_t i = 0; i < actors->len; i++)
        if (actors->at[i] == actor)
            return;
    vec_push(actors, actor);
}

/* Who could still send what a receive, probe or match waits for. */
static void add_senders(const struct state *st, uint32_t actor, const struct op *op,
                        events_vec *actors)
{
    for (uint32_t other = 0; other < st->program->nactors; other++)
        if (op->peer == ANY ? other != actor && !st->actor[other].ended
                            : other == (uint32_t)op->peer)
            add_once(actors, other);
}

/* Whom an incomplete request waits for. */
static void wait_for_request(const struct state *st, uint32_t actor, uint32_t request,
                             events_vec *actors)
{
    const struct posted *r = &st->actor[actor].requests.at[request];
    const struct op *op = matching_made(st, r);
    if (r->kind == OP_IRECV)
        add_senders(st, actor, op, actors);
    else if (r->kind == OP_ISEND)
        add_once(actors, (uint32_t)op->peer);
    for (uint32_t i = 0; r->kind == OP_ARRIVE && i < matching_needed(st, op); i++)
        if (matching_arrival(st, op->args[i], op->object, r->k) == NO_EVENT)
            add_once(actors, op->args[i]);
}

void wait_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    const struct op *op = &st->actor[actor].pending;
    struct program *p = st->program;
    if (op->kind == OP_PROBE)
        add_senders(st, actor, op, actors);
    for (uint32_t i = 0; op->kind == OP_FINISH && i < op->nargs; i++)
        wait_for_request(st, actor, op->args[i], actors);
    if (p->matching)
        return;
    for (uint32_t i = 0; i < op->nargs; i++) {
        if (op->kind == OP_MWAIT) {
            uint32_t owner = place_owner(st, op->args[i], NULL);
            if (owner != NO_EVENT && owner != actor)
                add_once(actors, owner);
            continue;
        }
        const struct handle *h = &st->actor[actor].posts.at[op->args[i]];
        enum op_kind missing = h->side ? OP_SEND : OP_RECV;
        for (uint32_t other = 0; other < st->nactors; other++)
            if (other != actor && !st->actor[other].ended &&
                p->ops->may_still(p, other, missing, h->mailbox))
                add_once(actors, other);
    }
}

/* How many of the blocked actors wait for a failed one, directly or not? */
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

/* Is the actor, who cannot move, held up? One that takes messages is, if there are
 * some and it takes none of them; waiting for work is no harm. */
static bool held_up(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    if (a->failed || a->ended)
        return false;
    if (a->pending.kind == OP_TAKE)
        return a->pending.value && state_untaken(st, actor) < a->inbox.len;
    return true;
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
    if (state_has_inboxes(st)) /* who would have sent to whom cannot be told */
        return !failed && (blocked || (st->program->ops->unmet &&
                                       st->program->ops->unmet(st->program)));
    return blocked && (!failed || blocked > excused(st));
}

/* What the actor sees in a loop that never ends: nothing; or, if it only looks, what it
 * saw when it looked there before. */
static int32_t seen_again(struct state *st, uint32_t actor)
{
    const struct actor *me = &st->actor[actor];
    for (size_t i = me->events.len; i-- > 0;) {
        const struct event *e = &st->events.at[me->events.at[i]];
        bool looks = e->op.kind == OP_PROBE || e->op.kind == OP_IPROBE;
        if (looks && e->op.kind == me->pending.kind && e->op.where == me->pending.where)
            return e->act.outcome;
    }
    return OUTCOME_FALSE;
}

/* Does the actor see the same again and again? Not if it could find something: MPI
 * promises that who asks often enough is told at last. */
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
    /* Who need not wait may do so all the same: sends, and collectives. */
    if (buffering == BUFFERING_ANY)
        p->buffering = BUFFERING_ZERO;
    while (!back && seen.len < LONGEST) {
        vec_push(&seen, p->ops->digest(p, actor));
        int32_t outcome = seen_again(st, actor);
        if (st->actor[actor].ended || st->actor[actor].failed)
            break;
        const struct op *op = &st->actor[actor].pending;
        for (uint32_t i = 0; p->matching && op->kind == OP_POLL && i < op->nargs; i++)
            if (buffering == BUFFERING_ANY)
                matching_wait(st, actor, op->args[i]);
        if (!can_have(st, actor, outcome))
            break;
        state_push(st, actor, outcome);
        uint64_t now = p->ops->digest(p, actor);
        for (size_t i = 0; i < seen.len; i++)
            back |= seen.at[i] == now;
    }
    p->buffering = buffering;
    vec_free(&seen);
    return back;
}
