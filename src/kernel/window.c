/* SPDX-License-Identifier: Apache-2.0
 *
 * window.c - when a step of one-sided communication is possible, and what it depends on;
 * see window.h. */
#include "kernel/window.h"
#include "kernel/window_index.h"
#include "kernel/clock.h"
#include "kernel/matching.h"
#include "kernel/place.h"
#include "kernel/wait.h"

static bool happened(const struct state *st, uint32_t event, const uint32_t *cut)
{
    return event != NO_EVENT && state_in_cut(st, event, cut);
}

static const struct rma_part *part(const struct state *st, uint32_t number)
{
    static const struct rma_part unused;
    return number < st->parts.len ? &st->parts.at[number] : &unused;
}

uint64_t access_how(const struct rma_access *a)
{
    return (a->reads ? HOW_READS : 0) | (a->writes ? HOW_WRITES : 0) |
           (a->commutes && !a->reads ? HOW_COMMUTES : 0) | (a->loose ? HOW_LOOSE : 0) |
           (uint64_t)a->opcode * HOW_OPCODE;
}

/* ---- locks ---- */

/* Goes through the lock requests that must be released before the one at `index` in the
 * queue is held. For an exclusive request these are the ones back to the previous
 * exclusive one; a shared request waits for that one only. Those before it are released
 * earlier, since it waits for them. Returns the index of the next one before `i`, or
 * NO_EVENT; begin with i = index. */
static uint32_t blocker_before(const struct rma_part *p, uint32_t index, uint32_t i)
{
    const struct joined *me = &p->queue.at[index];
    if (i == index)
        return me->exclusive ? (i ? i - 1 : NO_EVENT) : me->after;
    return p->queue.at[i].exclusive || !me->exclusive || !i ? NO_EVENT : i - 1;
}

/* The request that joined the queue at this index. */
static const struct posted *lock_at(const struct state *st, const struct rma_part *p,
                                    uint32_t index)
{
    const struct act *a = &st->events.at[p->queue.at[index].event].act;
    return matching_request(st, a->owner, a->seq);
}

bool window_held(const struct state *st, const struct posted *wlock, const uint32_t *cut)
{
    if (!happened(st, wlock->taken, cut))
        return false;
    const struct event *join = &st->events.at[wlock->taken];
    const struct rma_part *p = part(st, join->act.object);
    for (uint32_t i = join->place; (i = blocker_before(p, join->place, i)) != NO_EVENT;)
        if (!happened(st, lock_at(st, p, i)->released, cut))
            return false;
    return true;
}

bool window_complete(const struct state *st, const struct posted *r, const uint32_t *cut)
{
    if (r->kind == OP_WLOCK)
        return window_held(st, r, cut);
    if (r->kind == OP_ATOMIC)
        return happened(st, r->taken, cut);
    const struct event *e = &st->events.at[r->event]; /* an unlocking */
    return happened(st, matching_request(st, e->act.actor, e->op.under)->released, cut);
}

void window_lock_keys(const struct state *st, uint32_t actor, uint32_t wlock,
                      keys_vec *set)
{
    const struct posted *r = matching_request(st, actor, wlock);
    const struct event *join = &st->events.at[r->taken];
    const struct rma_part *p = part(st, join->act.object);
    vec_push(set, receive_key(actor, wlock));
    for (uint32_t i = join->place; (i = blocker_before(p, join->place, i)) != NO_EVENT;) {
        const struct act *a = &st->events.at[p->queue.at[i].event].act;
        vec_push(set, unlock_key(a->owner, a->seq));
    }
}

void window_wait_for(const struct state *st, uint32_t actor, uint32_t wlock,
                     events_vec *actors)
{
    const struct posted *r = matching_request(st, actor, wlock);
    if (r->taken == NO_EVENT)
        return;
    const struct event *join = &st->events.at[r->taken];
    const struct rma_part *p = part(st, join->act.object);
    for (uint32_t i = join->place; (i = blocker_before(p, join->place, i)) != NO_EVENT;)
        if (lock_at(st, p, i)->released == NO_EVENT)
            wait_add(actors, st->events.at[p->queue.at[i].event].act.owner);
}

/* ---- outcomes ---- */

/* Is the lock held, or the epoch open, under which the access is? */
static bool opened(const struct state *st, uint32_t rank, const struct op *op,
                   const uint32_t *cut)
{
    return op->under == NO_LOCK ||
           matching_complete(st, matching_request(st, rank, op->under), cut);
}

static void words_of(const struct op *op, uint64_t words[ACCESS_WORDS])
{
    words[ACCESS_LO] = op->access->lo;
    words[ACCESS_HI] = op->access->hi;
    words[ACCESS_HOW] = access_how(op->access);
}

static bool same_part(const struct op *a, const struct op *b)
{
    return a->object == b->object && a->peer == b->peer;
}

/* Must the atomic access of this request, the actor's own, take effect before `later`? */
static bool goes_before(const struct state *st, const struct posted *r,
                        const struct op *later)
{
    uint64_t one[ACCESS_WORDS], two[ACCESS_WORDS];
    if (r->kind != OP_ATOMIC)
        return false;
    const struct op *op = matching_made(st, r);
    words_of(op, one);
    words_of(later, two);
    return same_part(op, later) && access_in_order(one, two);
}

uint32_t window_behind(const struct state *st, uint32_t actor, const struct op *op,
                       uint32_t first)
{
    uint32_t n = (uint32_t)st->actor[actor].requests.len;
    for (uint32_t i = first; i < n; i++)
        if (goes_before(st, matching_request(st, actor, i), op))
            return i;
    return NO_EVENT;
}

/* Must an earlier atomic access of the same actor take effect before this one? */
static bool comes_later(const struct state *st, uint32_t rank, const struct op *effect,
                        const uint32_t *cut)
{
    uint32_t request = (uint32_t)effect->value;
    for (uint32_t i = matching_request(st, rank, request)->previous; i < request; i++) {
        const struct posted *r = matching_request(st, rank, i);
        if (!happened(st, r->taken, cut) && goes_before(st, r, effect))
            return true;
    }
    return false;
}

bool window_effective(const struct state *st, uint32_t actor, uint32_t under,
                      const uint32_t *cut)
{
    for (uint32_t i = matching_requests(st, actor, cut); i-- > under + 1;) {
        const struct posted *r = matching_request(st, actor, i);
        if (r->kind == OP_ATOMIC && matching_made(st, r)->under == under &&
            !happened(st, r->taken, cut))
            return false;
    }
    return true;
}

void window_effect_keys(const struct state *st, uint32_t actor, uint32_t under,
                        const uint32_t *cut, keys_vec *set)
{
    uint32_t n = matching_requests(st, actor, cut);
    for (uint32_t i = under + 1; i < n; i++) {
        const struct posted *r = matching_request(st, actor, i);
        if (r->kind == OP_ATOMIC && matching_made(st, r)->under == under)
            vec_push(set, receive_key(actor, i));
    }
}

/* Was the request of the slot's step made, in the cut? */
static bool posted(const struct state *st, uint32_t rank, const struct op *op,
                   const uint32_t *cut)
{
    return state_in_cut(st, matching_request(st, rank, (uint32_t)op->value)->event, cut);
}

static bool possible(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut)
{
    uint32_t rank = matching_rank(st, actor);
    switch ((enum window_kind)op->kind) {
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
    case OP_PULL:
        break;
    case OP_JOIN:
        return posted(st, rank, op, cut);
    case OP_EFFECT:
        return posted(st, rank, op, cut) && opened(st, rank, op, cut) &&
               !comes_later(st, rank, op, cut);
    case OP_DIRECT:
        return opened(st, rank, op, cut);
    case OP_WUNLOCK:
        return (actor == rank || posted(st, rank, op, cut)) &&
               opened(st, rank, op, cut) && window_effective(st, rank, op->under, cut);
    }
    return true;
}

void window_outcomes(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut, outcomes_vec *out)
{
    if (possible(st, actor, op, cut))
        vec_push(out, OUTCOME_NONE);
}

/* ---- acts ---- */

/* The keys of an effect or direct. */
static void access_keys(struct state *st, uint32_t rank, const struct op *op,
                        const uint32_t *cut, struct act *a)
{
    uint64_t few[1 + ACCESS_WORDS] = {ACCESS_WORDS};
    words_of(op, few + 1);
    if (op->under == NO_LOCK) {
        place_keys(st, few, a);
        return;
    }
    keys_vec set = {0};
    for (size_t i = 0; i <= ACCESS_WORDS; i++)
        vec_push(&set, few[i]);
    matching_completion_keys(st, rank, op->under, cut, &set);
    set.at[0] = set.len - 1;
    place_keys(st, set.at, a);
    vec_free(&set);
}

/* The keys of a wunlock: that the lock was held, and the effects under it. */
static void unlock_keys(struct state *st, const struct op *op, const uint32_t *cut,
                        struct act *a)
{
    keys_vec set = {0};
    vec_push(&set, 0);
    window_lock_keys(st, a->owner, op->under, &set);
    window_effect_keys(st, a->owner, op->under, cut, &set);
    set.at[0] = set.len - 1;
    place_keys(st, set.at, a);
    vec_free(&set);
}

struct act window_act(struct state *st, uint32_t actor, const struct op *op,
                      const uint32_t *cut, int32_t outcome)
{
    struct act a = {.kind = (uint8_t)op->kind,
                    .actor = actor,
                    .outcome = outcome,
                    .object = window_part(st, op)};
    switch ((enum window_kind)op->kind) {
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
        a.seq = matching_requests(st, actor, cut);
        break;
    case OP_JOIN:
        a.owner = matching_rank(st, actor);
        a.seq = (uint32_t)op->value;
        a.place = op->mode;
        break;
    case OP_EFFECT:
        a.owner = matching_rank(st, actor);
        a.seq = (uint32_t)op->value;
        access_keys(st, a.owner, op, cut, &a);
        break;
    case OP_DIRECT:
        access_keys(st, actor, op, cut, &a);
        break;
    case OP_WUNLOCK:
        a.owner = matching_rank(st, actor);
        a.seq = op->under;
        if (a.owner != actor)
            a.place = 1 + (uint32_t)op->value;
        unlock_keys(st, op, cut, &a);
        break;
    case OP_PULL:
        break;
    }
    return a;
}

/* ---- causes ---- */

static void add_cause(const struct state *st, const struct act *a, uint32_t event,
                      const uint32_t *cut, events_vec *causes)
{
    if (happened(st, event, cut))
        clock_add(st, a, event, causes);
}

/* Adds the events that the act's keys name, from the first one on. */
static void key_causes(const struct state *st, const struct act *a, uint32_t first,
                       const uint32_t *cut, events_vec *causes)
{
    for (uint32_t i = first; i < a->nkeys; i++)
        add_cause(st, a, matching_key_event(st, act_keys(a)[i]), cut, causes);
}

/* The end of those in the queue that can be in the cut: an exclusive request joins after
 * all before it, so those of the cut are the first ones, and what joined after an
 * exclusive one that is not in the cut is not, either. */
static uint32_t end_in_cut(const struct state *st, const struct rma_part *p,
                           const uint32_t *cut)
{
    uint32_t low = 0, high = (uint32_t)p->queue.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t i = p->queue.at[middle].exclusive ? middle : p->queue.at[middle].after;
        if (i == NO_EVENT || state_in_cut(st, p->queue.at[i].event, cut))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A request joins after the incompatible ones back to the previous exclusive one. */
static void join_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                        events_vec *causes)
{
    const struct rma_part *p = part(st, a->object);
    uint32_t i = end_in_cut(st, p, cut);
    while (i-- > 0) {
        if (p->queue.at[i].exclusive) {
            if (state_in_cut(st, p->queue.at[i].event, cut))
                break;
        } else if (a->place == LOCK_EXCLUSIVE) {
            add_cause(st, a, p->queue.at[i].event, cut, causes);
        } else if (p->queue.at[i].after == NO_EVENT) {
            return;
        } else {
            i = p->queue.at[i].after + 1;
        }
    }
    if (i != NO_EVENT)
        add_cause(st, a, p->queue.at[i].event, cut, causes);
}

/* Does every access that overlaps `later` and conflicts with it, and that came before
 * `earlier`, come before it in every execution of the trace? */
static bool stands_for_earlier(const uint64_t *earlier, const uint64_t *later)
{
    return earlier[ACCESS_LO] <= later[ACCESS_LO] &&
           later[ACCESS_HI] <= earlier[ACCESS_HI] && earlier[ACCESS_HOW] & HOW_WRITES &&
           !(earlier[ACCESS_HOW] & HOW_COMMUTES);
}

/* Does the same hold because both are of one actor, which keeps their order, and alike?
 * Then whatever conflicts with one conflicts with the other. */
static bool stands_for_alike(const struct act *earlier, const struct act *later)
{
    const uint64_t *x = act_keys(earlier), *y = act_keys(later);
    bool ordered = earlier->kind == OP_EFFECT
                       ? earlier->owner == later->owner && !(x[ACCESS_HOW] & HOW_LOOSE)
                       : earlier->actor == later->actor;
    return earlier->kind == later->kind && ordered && x[ACCESS_HOW] == y[ACCESS_HOW] &&
           x[ACCESS_LO] <= y[ACCESS_LO] && y[ACCESS_HI] <= x[ACCESS_HI];
}

/* Adds the access if the act comes after it; true: it stands for those before it. */
static bool access_cause(const struct state *st, const struct act *a,
                         const struct rma_part *p, size_t access, const uint32_t *cut,
                         events_vec *causes)
{
    uint32_t event = p->accesses.at[access].event;
    const struct act *before = &st->events.at[event].act;
    if (!state_in_cut(st, event, cut))
        return false;
    clock_add(st, a, event, causes);
    return stands_for_earlier(act_keys(before), act_keys(a)) ||
           stands_for_alike(before, a);
}

/* How many of the part's accesses, from the first one on, can be in the cut? Whoever asks
 * about an early event would otherwise look through all that came after it. */
static size_t accesses_until(const struct state *st, const struct rma_part *p,
                             const uint32_t *cut)
{
    enum { FEW = 8 }; /* look at all of them */
    size_t low = 0, high = p->accesses.len;
    if (!cut || high <= FEW)
        return high;
    uint32_t last = 0; /* the last event of the cut */
    for (uint32_t a = 0; a < st->nactors; a++)
        if (cut[a] && st->actor[a].events.at[cut[a] - 1] > last)
            last = st->actor[a].events.at[cut[a] - 1];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->accesses.at[middle].event <= last)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* An access comes after those that it conflicts with. */
static void access_causes(const struct state *st, const struct act *a,
                          const uint32_t *cut, events_vec *causes)
{
    const struct rma_part *p = part(st, a->object);
    size_t n = accesses_until(st, p, cut),
           near = p->index && n > INDEX_FROM ? n - INDEX_FROM : 0;
    bool all = false;
    for (size_t i = n; !all && i-- > near;)
        all = access_cause(st, a, p, i, cut, causes);
    if (all || !near)
        return;
    events_vec found = {0};
    rma_index_find(st, p, act_keys(a)[ACCESS_LO], act_keys(a)[ACCESS_HI], (uint32_t)near,
                   &found);
    for (size_t i = 0; !all && i < found.len; i++)
        all = access_cause(st, a, p, found.at[i], cut, causes);
    vec_free(&found);
}

void window_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                   events_vec *causes)
{
    switch ((enum window_kind)a->kind) {
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
    case OP_PULL:
        break;
    case OP_JOIN:
        add_cause(st, a, matching_request(st, a->owner, a->seq)->event, cut, causes);
        join_causes(st, a, cut, causes);
        break;
    case OP_EFFECT:
        add_cause(st, a, matching_request(st, a->owner, a->seq)->event, cut, causes);
        key_causes(st, a, ACCESS_WORDS, cut, causes);
        access_causes(st, a, cut, causes);
        break;
    case OP_DIRECT:
        key_causes(st, a, ACCESS_WORDS, cut, causes);
        access_causes(st, a, cut, causes);
        break;
    case OP_WUNLOCK:
        if (a->place)
            add_cause(st, a, matching_request(st, a->owner, a->place - 1)->event, cut,
                      causes);
        key_causes(st, a, 0, cut, causes);
        break;
    }
}
