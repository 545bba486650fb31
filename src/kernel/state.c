/* SPDX-License-Identifier: Apache-2.0
 *
 * state.c - executing one step and taking it back; see state.h.
 *
 * What a step does is its family's business (family.h). Effects are few, so undoing
 * is the mirror image of doing, and an event remembers only what cannot be
 * recomputed: the actor's image and pending operation, and `place`. */
#include "kernel/state.h"
#include "kernel/clock.h"
#include "kernel/family.h"
#include "kernel/inbox.h"
#include "kernel/matching.h"
#include "kernel/place.h"
#include "kernel/round.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static void fetch_pending(struct state *st, uint32_t actor)
{
    struct actor *a = &st->actor[actor];
    a->pending = (struct op){0};
    a->ended = !st->program->ops->next(st->program, actor, &a->pending);
}

/* ---- slots ---- */

#define SLOTS_AT_FIRST 1

/* Initialises the actors from number `first` on, and all slots. */
static void add_slots(struct state *st, uint32_t first)
{
    st->actor = mem_resize(st->actor, st->nactors * sizeof *st->actor);
    for (uint32_t a = first; a < st->nactors; a++)
        st->actor[a] = (struct actor){.ended = true, .receive = NO_EVENT};
}

bool state_widen(struct state *st)
{
    uint32_t before = st->nactors, most = ACTORS_MAX / st->program->nactors - 1;
    if (st->slots >= most)
        return false;
    st->slots = 2 * st->slots < most ? 2 * st->slots : most;
    st->nactors = st->program->nactors * (1 + st->slots);
    add_slots(st, before);
    clocks_widen(&st->clocks, st->nactors);
    return true;
}

bool state_room(const struct state *st, uint32_t actor)
{
    return !op_slots(st->actor[actor].pending.kind) ||
           matching_free_slot(st, actor) != NO_EVENT;
}

struct state *state_new(struct program *p)
{
    struct state *st = mem_alloc(sizeof *st);
    st->program = p;
    st->nactors = p->nactors;
    st->actor = mem_alloc(p->nactors * sizeof *st->actor);
    if (p->matching) {
        st->slots = SLOTS_AT_FIRST;
        st->nactors *= 1 + st->slots;
        add_slots(st, p->nactors);
        st->channel = mem_alloc((size_t)p->nactors * p->nactors * sizeof *st->channel);
    }
    clocks_widen(&st->clocks, st->nactors);
    st->mailbox = mem_alloc(p->nmailboxes * sizeof *st->mailbox);
    st->mutex = mem_alloc(p->nmutexes * sizeof *st->mutex);
    for (uint32_t a = 0; a < p->nactors; a++) {
        st->actor[a].receive = NO_EVENT;
        fetch_pending(st, a);
        if (p->windows)
            round_note(st, a);
    }
    if (state_has_inboxes(st))
        inbox_post(st, OUTSIDE, NO_EVENT);
    return st;
}

void state_free(struct state *st)
{
    if (!st)
        return;
    while (st->events.len)
        state_pop(st);
    for (size_t f = 0; f < FAMILIES; f++)
        families[f]->free(st);
    round_free(st);
    for (uint32_t a = 0; a < st->nactors; a++)
        vec_free(&st->actor[a].events);
    for (size_t i = 0; i < st->interned.capacity; i++)
        free(st->interned.slot[i]);
    free(st->interned.slot);
    vec_free(&st->events);
    vec_free(&st->hashes);
    clocks_free(&st->clocks);
    vec_free(&st->scratch);
    free(st->actor);
    free(st);
}

/* ---- steps ---- */

/* The hash of an event with its past. It is the same in every execution of the trace;
 * the sum over all events does not depend on their order and names the trace. */
static struct digest event_hash(const struct state *st, const struct event *e,
                                const uint32_t *clock)
{
    struct {
        uint32_t actor, index, kind, outcome, object, seq;
    } head = {e->act.actor,  e->index,  e->act.kind, (uint32_t)e->act.outcome,
              e->act.object, e->act.seq};
    XXH64_hash_t seed = XXH3_64bits(&head, sizeof head);
    uint32_t n = st->nactors;
    while (st->slots && !clock[n - 1]) /* trailing zeros are ignored, because slots may be
                                          added later */
        n--;
    XXH128_hash_t h = XXH3_128bits_withSeed(clock, n * sizeof *clock, seed);
    return (struct digest){h.low64, h.high64};
}

static void trace_add(struct digest *sum, struct digest d)
{
    unsigned __int128 a = (unsigned __int128)sum->hi << 64 | sum->lo;
    a += (unsigned __int128)d.hi << 64 | d.lo;
    *sum = (struct digest){(uint64_t)a, (uint64_t)(a >> 64)};
}

static void trace_remove(struct digest *sum, struct digest d)
{
    unsigned __int128 a = (unsigned __int128)sum->hi << 64 | sum->lo;
    a -= (unsigned __int128)d.hi << 64 | d.lo;
    *sum = (struct digest){(uint64_t)a, (uint64_t)(a >> 64)};
}

/* Is the actor a slot, which the program does not know? */
static bool is_slot(const struct state *st, uint32_t actor)
{
    return actor >= st->program->nactors;
}

/* Does the event look for many others, one of which is the arrival of its actor just
 * before it? Then its past is theirs. */
static bool adds_nothing(const struct state *st, const struct event *e)
{
    const events_vec *mine = &st->actor[e->act.actor].events;
    if ((e->act.kind != OP_FINISH && e->act.kind != OP_POLL) || e->act.nkeys < 8 ||
        !e->index)
        return false;
    const struct act *before = &st->events.at[mine->at[e->index - 1]].act;
    return before->kind == OP_ARRIVE &&
           act_has_key(&e->act, arrive_key(before->owner, before->object, before->seq));
}

/* The actors that leave a collective have the same past, and joining it again for each of
 * them would take the cube of their number. Returns the last event that left the one
 * which this event leaves, or NO_EVENT. */
static uint32_t find_twin(const struct state *st, const struct event *e, uint32_t event)
{
    if (st->gathered >= event || !adds_nothing(st, e))
        return NO_EVENT;
    const struct event *other = &st->events.at[st->gathered];
    bool same = adds_nothing(st, other) && act_keys(&other->act) == act_keys(&e->act);
    return same ? st->gathered : NO_EVENT;
}

/* Adds the clock of an event. `cut`: the events before it; NULL: it is the newest. */
static void push_clock(struct state *st, const struct event *e, uint32_t event,
                       const uint32_t *cut)
{
    struct clocks *c = &st->clocks;
    const events_vec *mine = &st->actor[e->act.actor].events;
    uint32_t twin = find_twin(st, e, event);
    if (e->act.nkeys > 1)
        st->gathered = event;
    if (!c->pages) {
        vec_reserve_kept(&c->dense, (event + 1) * (size_t)st->nactors);
        uint32_t *clock = c->dense.at + (size_t)event * st->nactors;
        if (twin == NO_EVENT) {
            clock_past(st, &e->act, cut, &st->scratch, clock);
        } else {
            memcpy(clock, state_clock(st, twin), st->nactors * sizeof *clock);
            clock[st->events.at[twin].act.actor]--;
        }
        clock[e->act.actor] = e->index + 1;
        c->dense.len += st->nactors;
        c->n++;
        return;
    }
    if (twin != NO_EVENT) {
        clocks_push(c, twin);
        clocks_set(c, st->events.at[twin].act.actor, st->events.at[twin].index);
        clocks_set(c, e->act.actor, e->index + 1);
        return;
    }
    clocks_push(c, e->index ? mine->at[e->index - 1] : SIZE_MAX);
    st->scratch.len = 0;
    clock_causes(st, &e->act, cut, &st->scratch);
    for (size_t i = 0; i < st->scratch.len; i++) {
        const struct event *cause = &st->events.at[st->scratch.at[i]];
        if (clocks_entry(c, event, cause->act.actor) <= cause->index)
            clocks_join(c, st->scratch.at[i]);
    }
    clocks_set(c, e->act.actor, e->index + 1);
}

void state_put_off_clocks(struct state *st)
{
    assert(!st->events.len);
    st->late = st->program->matching && !st->hashing;
}

void state_catch_up(struct state *st)
{
    uint32_t *cut = mem_alloc(st->nactors * sizeof *cut);
    st->late = false;
    for (uint32_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (i >= st->clocks.n)
            push_clock(st, e, i, cut);
        cut[e->act.actor]++;
    }
    free(cut);
}

void state_push(struct state *st, uint32_t actor, int32_t outcome)
{
    bool room = !st->slots || state_room(st, actor) || state_widen(st);
    assert(room);
    struct actor *me = &st->actor[actor];
    uint32_t event = (uint32_t)st->events.len;
    assert(!me->ended && !me->failed);

    struct event e = {.op = me->pending, .index = (uint32_t)me->events.len};
    e.act = place_act(st, actor, &e.op, NULL, outcome);

    if (st->late && op_family(e.op.kind) == FAMILY_WINDOW)
        state_catch_up(st);
    if (!st->late)
        push_clock(st, &e, event, NULL);
    struct outcome o = family_of(e.op.kind)->apply(st, &e, event);
    if (!is_slot(st, actor))
        e.image = st->program->ops->save(st->program, actor);
    if (st->hashing) {
        vec_push(&st->hashes, event_hash(st, &e, state_clock(st, event)));
        trace_add(&st->trace, vec_last(&st->hashes));
    }
    vec_keep(&st->events, e);
    vec_keep(&me->events, event);
    st->pushes++;

    if (is_slot(st, actor)) {
        me->ended = true;
    } else if (!me->failed) {
        st->program->ops->resume(st->program, actor, o);
        fetch_pending(st, actor);
        if (state_has_inboxes(st))
            st->events.at[event].sent = inbox_post(st, actor, event);
    }
    if (st->program->windows && !is_slot(st, actor))
        round_note(st, actor);
}

void state_pop(struct state *st)
{
    struct event *e = &vec_pop(&st->events);
    struct actor *me = &st->actor[e->act.actor];
    me->events.len--;
    if (st->clocks.n > st->events.len)
        clocks_pop(&st->clocks);
    inbox_take_back(st, e->sent);
    family_of(e->op.kind)->revert(st, e);
    if (!is_slot(st, e->act.actor)) {
        st->program->ops->restore(st->program, e->act.actor, e->image);
        st->program->ops->release(st->program, e->act.actor, e->image);
    }
    me->pending = e->op;
    me->ended = false;
    if (me->digests.len)
        round_unnote(st, e->act.actor);
    if (st->hashing)
        trace_remove(&st->trace, vec_pop(&st->hashes));
}

void state_outcomes(const struct state *st, uint32_t actor, outcomes_vec *out)
{
    const struct actor *a = &st->actor[actor];
    if (!a->ended && !a->failed)
        place_outcomes(st, actor, &a->pending, NULL, out);
}

bool state_enabled(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    if (a->ended || a->failed)
        return false;
    if (!op_blocks(a->pending.kind))
        return true;
    outcomes_vec out = {0};
    place_outcomes(st, actor, &a->pending, NULL, &out);
    bool some = out.len;
    vec_free(&out);
    return some;
}

/* ---- digests ---- */

struct digester {
    XXH3_state_t hash;
};

void digest_add(struct digester *x, const void *bytes, size_t n)
{
    XXH3_128bits_update(&x->hash, bytes, n);
}

struct digest state_digest(const struct state *st)
{
    struct digester x;
    XXH3_128bits_reset(&x.hash);
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        uint64_t d[2] = {program_digest(st->program, a), st->actor[a].failed};
        digest_add(&x, d, sizeof d);
    }
    for (size_t f = 0; f < FAMILIES; f++)
        families[f]->digest(st, &x);
    XXH128_hash_t h = XXH3_128bits_digest(&x.hash);
    return (struct digest){h.low64, h.high64};
}
