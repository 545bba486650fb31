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

/* Those who could still send what is waited for: the one that is named, or anybody who is
 * known to send on this context. */
static void wait_for_sender(const struct state *st, uint32_t actor, const struct op *op,
                            events_vec *actors)
{
    struct program *p = st->program;
    for (uint32_t other = 0; other < p->nactors; other++)
        if (!st->actor[other].ended && (op->peer == ANY
                                            ? other != actor && p->ops->may_still(
                                                                    p, other, OP_ISEND,
                                                                    op->object)
                                            : (uint32_t)op->peer == other))
            add_once(actors, other);
}

/* Matching semantics: what a finish or probe waits for. */
static void wait_for_requests(const struct state *st, uint32_t actor, events_vec *actors)
{
    const struct op *op = &st->actor[actor].pending;
    if (op->kind == OP_PROBE)
        wait_for_sender(st, actor, op, actors);
    for (uint32_t i = 0; op->kind == OP_FINISH && i < op->nargs; i++) {
        const struct posted *r = &st->actor[actor].requests.at[op->args[i]];
        const struct op *made = matching_made(st, r);
        uint32_t needed = r->kind == OP_ARRIVE ? matching_needed(st, made) : 0;
        if (r->kind == OP_IRECV)
            wait_for_sender(st, actor, made, actors);
        else if (r->kind == OP_ISEND && !st->actor[made->peer].ended)
            add_once(actors, (uint32_t)made->peer);
        for (uint32_t m = 0; m < needed; m++)
            if (!st->actor[made->args[m]].ended &&
                matching_arrival(st, made->args[m], made->object, r->k) == NO_EVENT)
                add_once(actors, made->args[m]);
    }
}

void wait_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    const struct op *op = &st->actor[actor].pending;
    struct program *p = st->program;
    if (matching_kind(op->kind)) {
        wait_for_requests(st, actor, actors);
        return;
    }
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
    bool *excuse = mem_alloc(st->nactors), changed = true;
    uint32_t count = 0;
    events_vec others = {0};
    for (uint32_t a = 0; a < st->nactors; a++)
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
    if (a->failed || a->ended || a->pending.kind == OP_MATCH)
        return false; /* a receive that nobody waits for is no harm */
    if (a->pending.kind == OP_TAKE)
        return a->pending.value && state_untaken(st, actor) < a->inbox.len;
    return true;
}

bool wait_deadlocked(const struct state *st)
{
    uint32_t blocked = 0;
    bool failed = false;
    for (uint32_t a = 0; a < st->nactors; a++) {
        failed |= st->actor[a].failed;
        blocked += held_up(st, a);
    }
    if (state_has_inboxes(st)) /* who would have sent to whom cannot be told */
        return !failed && (blocked || (st->program->ops->unmet &&
                                       st->program->ops->unmet(st->program)));
    return blocked && (!failed || blocked > excused(st));
}
