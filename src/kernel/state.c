/* SPDX-License-Identifier: Apache-2.0
 *
 * state.c - executing one step and taking it back; see state.h.
 *
 * Effects are few, so undoing is the mirror image of doing, and an event
 * remembers only what cannot be recomputed: the actor's image and pending
 * operation, its place in a mutex's queue, and how many notes there were. */
#include "kernel/state.h"
#include "kernel/clock.h"
#include "kernel/matching.h"
#include "kernel/place.h"

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

/* Puts what the actor has just sent into the inboxes; says how many. */
static uint32_t post_messages(struct state *st, uint32_t from, uint32_t event)
{
    size_t n;
    const struct sent *sent = st->program->ops->sent(st->program, from, &n);
    for (size_t i = 0; i < n; i++) {
        struct actor *to = &st->actor[sent[i].to];
        struct message m = {event, from, 0, NO_EVENT, 0, sent[i].body};
        m.time = st->ninitial + (uint32_t)st->receivers.len;
        for (size_t j = to->inbox.len; j-- > 0 && !m.k;)
            if (to->inbox.at[j].from == from)
                m.k = to->inbox.at[j].k + 1;
        assert(from == OUTSIDE || from <= TAKE_MAX_SENDER);
        assert(m.k <= TAKE_MAX_MESSAGE);
        vec_push(&to->inbox, m);
        if (event == NO_EVENT)
            st->ninitial++;
        else
            vec_push(&st->receivers, sent[i].to);
    }
    return (uint32_t)n;
}

static void take_back_messages(struct state *st, uint32_t n)
{
    while (n--)
        st->actor[vec_pop(&st->receivers)].inbox.len--;
}

/* ---- slots ---- */

#define SLOTS_AT_FIRST 1

/* The actors from the `first` on are new, and all slots. */
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
    clocks_widen(&st->clocks, st->events.len, st->nactors);
    return true;
}

bool state_room(const struct state *st, uint32_t actor)
{
    return st->actor[actor].pending.kind != OP_IRECV ||
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
    st->clocks.width = st->nactors;
    st->mailbox = mem_alloc(p->nmailboxes * sizeof *st->mailbox);
    st->mutex = mem_alloc(p->nmutexes * sizeof *st->mutex);
    for (uint32_t a = 0; a < p->nactors; a++) {
        st->actor[a].arrived = st->actor[a].receive = NO_EVENT;
        fetch_pending(st, a);
    }
    if (state_has_inboxes(st))
        post_messages(st, OUTSIDE, NO_EVENT);
    return st;
}

void state_free(struct state *st)
{
    if (!st)
        return;
    while (st->events.len)
        state_pop(st);
    for (uint32_t a = 0; a < st->nactors; a++) {
        vec_free(&st->actor[a].events);
        vec_free(&st->actor[a].posts);
        vec_free(&st->actor[a].inbox);
        vec_free(&st->actor[a].requests);
        for (size_t q = 0; q < st->actor[a].queues.len; q++)
            vec_free(&st->actor[a].queues.at[q].messages);
        vec_free(&st->actor[a].queues);
    }
    for (size_t c = 0;
         st->channel && c < (size_t)st->program->nactors * st->program->nactors; c++)
        vec_free(&st->channel[c].sends);
    free(st->channel);
    for (uint32_t m = 0; m < st->program->nmailboxes; m++)
        for (int side = 0; side < 2; side++) {
            vec_free(&st->mailbox[m].side[side]);
            vec_free(&st->mailbox[m].failed[side]);
        }
    for (uint32_t m = 0; m < st->program->nmutexes; m++) {
        vec_free(&st->mutex[m].queue);
        vec_free(&st->mutex[m].changes);
        vec_free(&st->mutex[m].order[0]);
        vec_free(&st->mutex[m].order[1]);
        vec_free(&st->mutex[m].looks);
    }
    for (size_t i = 0; i < st->interned.capacity; i++)
        free(st->interned.slot[i]);
    free(st->interned.slot);
    vec_free(&st->events);
    clocks_free(&st->clocks);
    vec_free(&st->notes);
    vec_free(&st->receivers);
    vec_free(&st->retractions);
    vec_free(&st->refusals);
    vec_free(&st->scratch);
    free(st->actor);
    free(st->mailbox);
    free(st->mutex);
    free(st);
}

/* ---- posts ---- */

static void do_post(struct state *st, const struct act *a, uint32_t event, int64_t value)
{
    struct actor *me = &st->actor[a->actor];
    uint8_t side = a->kind == OP_RECV;
    struct post p = {.event = event, .handle = (uint32_t)me->posts.len, .value = value};
    vec_push(&st->mailbox[a->object].side[side], p);
    vec_push(&st->mailbox[a->object].failed[side], NO_EVENT);
    vec_push(&me->posts, (struct handle){a->object, a->seq, side});
}

static void undo_post(struct state *st, const struct act *a)
{
    st->mailbox[a->object].side[a->kind == OP_RECV].len--;
    st->mailbox[a->object].failed[a->kind == OP_RECV].len--;
    st->actor[a->actor].posts.len--;
}

/* ---- waits and tests ---- */

/* A failed test leaves a note with each communication it named, so that the
 * post which pairs it later knows that it came after. */
static void note_failure(struct state *st, const struct act *a, const struct op *op,
                         uint32_t event)
{
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct handle *h = &st->actor[a->actor].posts.at[op->args[i]];
        uint32_t *newest = &st->mailbox[h->mailbox].failed[h->side].at[h->k];
        struct note n = {.event = event, .previous = *newest};
        *newest = (uint32_t)st->notes.len;
        vec_push(&st->notes, n);
    }
}

static void undo_notes(struct state *st, const struct act *a, const struct op *op)
{
    for (uint32_t i = op->nargs; i-- > 0;) {
        const struct handle *h = &st->actor[a->actor].posts.at[op->args[i]];
        st->mailbox[h->mailbox].failed[h->side].at[h->k] = vec_pop(&st->notes).previous;
    }
}

static struct outcome wait_outcome(const struct state *st, const struct act *a,
                                   const struct op *op)
{
    struct outcome o = {.index = a->outcome};
    if (a->outcome == OUTCOME_FALSE)
        return o;
    uint32_t handle = op->args[a->outcome];
    o.received = st->actor[a->actor].posts.at[handle].side == 1;
    if (o.received)
        o.value = place_partner(st, a->actor, handle, NULL)->value;
    return o;
}

/* ---- inboxes ---- */

const struct message *state_message(const struct state *st, uint32_t actor,
                                    int32_t outcome)
{
    uint32_t from = take_sender(outcome), k = take_number(outcome);
    const struct message *first = st->actor[actor].inbox.at;
    const struct message *m = first + st->actor[actor].inbox.len;
    while (m > first && (m[-1].from != from || m[-1].k != k))
        m--;
    assert(m > first); /* it is a message of this inbox */
    return m - 1;
}

size_t state_untaken(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    size_t i = 0;
    while (i < a->inbox.len && a->inbox.at[i].taken != NO_EVENT)
        i++;
    return i;
}

static void set_taken(struct state *st, const struct act *a, uint32_t event)
{
    const struct message *m = state_message(st, a->actor, a->outcome);
    struct actor *me = &st->actor[a->actor];
    me->inbox.at[m - me->inbox.at].taken = event;
}

/* ---- mutexes ---- */

static uint32_t place_in_queue(const struct mutex *m, uint32_t actor)
{
    for (uint32_t i = 0; i < m->queue.len; i++)
        if (m->queue.at[i] == actor)
            return i;
    return NO_EVENT;
}

static void do_lock(struct mutex *m, struct event *e, uint32_t event)
{
    e->place = place_in_queue(m, e->act.actor);
    if (e->place == NO_EVENT) /* asking twice changes nothing */
        vec_push(&m->queue, e->act.actor);
    vec_push(&m->changes, event);
    vec_push(&m->order[0], event);
}

static void undo_lock(struct mutex *m, const struct event *e)
{
    if (e->place == NO_EVENT)
        m->queue.len--;
    m->changes.len--;
    m->order[0].len--;
}

static void do_unlock(struct mutex *m, struct event *e, uint32_t event)
{
    e->place = place_in_queue(m, e->act.actor);
    assert(e->place != NO_EVENT);
    memmove(m->queue.at + e->place, m->queue.at + e->place + 1,
            (m->queue.len - e->place - 1) * sizeof *m->queue.at);
    m->queue.len--;
    vec_push(&m->changes, event);
    vec_push(&m->order[1], event);
}

static void undo_unlock(struct mutex *m, const struct event *e)
{
    memmove(m->queue.at + e->place + 1, m->queue.at + e->place,
            (m->queue.len - e->place) * sizeof *m->queue.at);
    m->queue.at[e->place] = e->act.actor;
    m->queue.len++;
    m->changes.len--;
    m->order[1].len--;
}

/* ---- steps ---- */

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    struct act *a = &e->act;
    struct outcome o = {.index = a->outcome};
    switch (e->op.kind) {
    case OP_SEND:
    case OP_RECV:
        do_post(st, a, event, e->op.value);
        break;
    case OP_WAIT:
    case OP_TEST:
        o = wait_outcome(st, a, &e->op);
        if (a->outcome == OUTCOME_FALSE)
            note_failure(st, a, &e->op, event);
        break;
    case OP_LOCK:
        do_lock(&st->mutex[a->object], e, event);
        break;
    case OP_UNLOCK:
        do_unlock(&st->mutex[a->object], e, event);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < e->op.nargs; i++)
            vec_push(&st->mutex[e->op.args[i]].looks, event);
        break;
    case OP_ASSERT:
        st->actor[a->actor].failed = !e->op.value;
        break;
    case OP_TAKE:
        set_taken(st, a, event);
        o.value = (int64_t)state_message(st, a->actor, a->outcome)->body;
        break;
    case OP_LOCAL:
    case OP_CHOOSE:
        break;
    default:
        o = matching_apply(st, e, event);
    }
    return o;
}

static void revert(struct state *st, const struct event *e)
{
    const struct act *a = &e->act;
    switch (e->op.kind) {
    case OP_SEND:
    case OP_RECV:
        undo_post(st, a);
        break;
    case OP_TEST:
        if (a->outcome == OUTCOME_FALSE)
            undo_notes(st, a, &e->op);
        break;
    case OP_LOCK:
        undo_lock(&st->mutex[a->object], e);
        break;
    case OP_UNLOCK:
        undo_unlock(&st->mutex[a->object], e);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < e->op.nargs; i++)
            st->mutex[e->op.args[i]].looks.len--;
        break;
    case OP_ASSERT:
        st->actor[a->actor].failed = false;
        break;
    case OP_TAKE:
        set_taken(st, a, NO_EVENT);
        break;
    case OP_LOCAL:
    case OP_CHOOSE:
    case OP_WAIT:
        break;
    default:
        matching_revert(st, e);
    }
}

/* An event is what was done and what came before it, so this names it in every
 * execution of the trace; their sum does not depend on the order. */
static struct digest event_hash(const struct state *st, const struct event *e,
                                const uint32_t *clock)
{
    struct {
        uint32_t actor, index, kind, outcome, object, seq;
    } head = {e->act.actor,  e->index,  e->act.kind, (uint32_t)e->act.outcome,
              e->act.object, e->act.seq};
    XXH64_hash_t seed = XXH3_64bits(&head, sizeof head);
    uint32_t n = st->nactors;
    while (st->slots && !clock[n - 1]) /* slots may be added */
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

/* Does the program know of this actor? */
static bool is_slot(const struct state *st, uint32_t actor)
{
    return actor >= st->program->nactors;
}

static void push_clock(struct state *st, const struct event *e, uint32_t event)
{
    struct clocks *c = &st->clocks;
    const events_vec *mine = &st->actor[e->act.actor].events;
    if (!c->pages) {
        vec_reserve(&c->dense, (event + 1) * (size_t)st->nactors);
        uint32_t *clock = c->dense.at + (size_t)event * st->nactors;
        clock_past(st, &e->act, NULL, &st->scratch, clock);
        clock[e->act.actor] = e->index + 1;
        c->dense.len += st->nactors;
        return;
    }
    clocks_push(c, mine->len ? vec_last(mine) : SIZE_MAX);
    st->scratch.len = 0;
    clock_causes(st, &e->act, NULL, &st->scratch);
    for (size_t i = 0; i < st->scratch.len; i++)
        clocks_join(c, st->scratch.at[i]);
    clocks_set(c, e->act.actor, e->index + 1);
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

    push_clock(st, &e, event);
    struct outcome o = apply(st, &e, event);
    if (!is_slot(st, actor))
        e.image = st->program->ops->save(st->program, actor);
    if (st->hashing) {
        e.hash = event_hash(st, &e, state_clock(st, event));
        trace_add(&st->trace, e.hash);
    }
    vec_push(&st->events, e);
    vec_push(&me->events, event);
    st->pushes++;

    if (is_slot(st, actor)) {
        me->ended = true;
    } else if (!me->failed) {
        st->program->ops->resume(st->program, actor, o);
        fetch_pending(st, actor);
        if (state_has_inboxes(st))
            st->events.at[event].sent = post_messages(st, actor, event);
    }
}

void state_pop(struct state *st)
{
    struct event *e = &vec_pop(&st->events);
    struct actor *me = &st->actor[e->act.actor];
    me->events.len--;
    clocks_pop(&st->clocks);
    take_back_messages(st, e->sent);
    revert(st, e);
    if (!is_slot(st, e->act.actor)) {
        st->program->ops->restore(st->program, e->act.actor, e->image);
        st->program->ops->release(st->program, e->act.actor, e->image);
    }
    me->pending = e->op;
    me->ended = false;
    if (st->hashing)
        trace_remove(&st->trace, e->hash);
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

/* Requests of one actor, in its own order: what they are, and what came of them. */
static void digest_requests(const struct state *st, uint32_t actor, XXH3_state_t *x)
{
    for (size_t i = 0; i < st->actor[actor].requests.len; i++) {
        const struct posted *r = &st->actor[actor].requests.at[i];
        const struct op *op = matching_made(st, r);
        bool taken = r->taken != NO_EVENT, matched = taken && r->kind == OP_IRECV;
        int64_t d[] = {r->kind,
                       op->object,
                       op->peer,
                       op->tag,
                       op->value,
                       op->mode,
                       taken,
                       matched ? st->events.at[r->taken].act.outcome : 0,
                       r->cancelled != NO_EVENT,
                       r->received != NO_EVENT,
                       r->sighted != NO_EVENT};
        XXH3_128bits_update(x, d, sizeof d);
    }
    uint64_t n = st->actor[actor].requests.len;
    XXH3_128bits_update(x, &n, sizeof n);
}

/* What waits in the queues of an actor; a sum, as the queues have no order. */
static void digest_queues(const struct state *st, uint32_t actor, XXH3_state_t *x)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < st->actor[actor].queues.len; i++) {
        const struct queue *q = &st->actor[actor].queues.at[i];
        uint64_t waiting = 0;
        for (size_t k = q->taken; k < q->messages.len; k++) {
            int32_t m = q->messages.at[k];
            uint64_t d[3] = {waiting, q->context, (uint64_t)m};
            if (matching_message(st, message_sender(m), actor, message_number(m))
                    ->taken == NO_EVENT)
                waiting = XXH3_64bits(d, sizeof d);
        }
        sum += waiting;
    }
    XXH3_128bits_update(x, &sum, sizeof sum);
}

struct digest state_digest(const struct state *st)
{
    XXH3_state_t on_stack, *x = &on_stack;
    XXH3_128bits_reset(x);
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        uint64_t d[2] = {st->program->ops->digest(st->program, a), st->actor[a].failed};
        XXH3_128bits_update(x, d, sizeof d);
    }
    for (uint32_t a = 0; st->slots && a < st->program->nactors; a++)
        digest_requests(st, a, x);
    for (uint32_t a = 0; st->program->queues && a < st->program->nactors; a++)
        digest_queues(st, a, x);
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        uint64_t waiting = 0; /* a sum: they wait in no order */
        for (size_t i = 0; i < st->actor[a].inbox.len; i++) {
            const struct message *m = &st->actor[a].inbox.at[i];
            uint64_t d[2] = {m->from, m->body};
            if (m->taken != NO_EVENT)
                continue;
            d[1] = st->program->ops->body_digest(st->program, m->body);
            waiting += XXH3_64bits(d, sizeof d);
        }
        XXH3_128bits_update(x, &waiting, sizeof waiting);
    }
    for (uint32_t i = 0; i < st->program->nmailboxes; i++) {
        const struct mailbox *m = &st->mailbox[i];
        size_t sends = m->side[0].len, receives = m->side[1].len;
        size_t paired = sends < receives ? sends : receives;
        uint64_t pairs = 0; /* a sum: who is paired with whom, in no order */
        for (size_t k = 0; k < paired; k++) {
            uint64_t ends[4];
            for (int side = 0; side < 2; side++) {
                const struct post *p = &m->side[side].at[k];
                ends[2 * side] = st->events.at[p->event].act.actor;
                ends[2 * side + 1] = p->handle;
            }
            pairs += XXH3_64bits(ends, sizeof ends);
        }
        XXH3_128bits_update(x, &pairs, sizeof pairs);
        for (int side = 0; side < 2; side++) {
            uint64_t waiting = m->side[side].len - paired;
            XXH3_128bits_update(x, &waiting, sizeof waiting);
            for (size_t k = paired; k < m->side[side].len; k++) {
                const struct post *p = &m->side[side].at[k];
                uint64_t d[3] = {st->events.at[p->event].act.actor, p->handle,
                                 (uint64_t)p->value};
                XXH3_128bits_update(x, d, sizeof d);
            }
        }
    }
    for (uint32_t i = 0; i < st->program->nmutexes; i++) {
        uint64_t n = st->mutex[i].queue.len;
        XXH3_128bits_update(x, &n, sizeof n);
        XXH3_128bits_update(x, st->mutex[i].queue.at, n * sizeof(uint32_t));
    }
    XXH128_hash_t h = XXH3_128bits_digest(x);
    return (struct digest){h.low64, h.high64};
}
