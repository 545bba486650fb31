/* SPDX-License-Identifier: Apache-2.0
 *
 * window_effects.c - what the steps of one-sided communication do to the state, and how
 * that is undone; see window.h. The table of the family's functions is at the end. */
#include "kernel/family.h"
#include "kernel/matching.h"
#include "kernel/window.h"
#include "kernel/window_index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* The part with this number, which exists from now on. */
static struct rma_part *own_part(struct state *st, uint32_t number)
{
    while (st->parts.len <= number)
        vec_push(&st->parts, (struct rma_part){0});
    return &st->parts.at[number];
}

uint64_t window_version(const struct state *st, uint32_t part)
{
    if (part >= st->parts.len || !st->parts.at[part].accesses.len)
        return 0;
    return vec_last(&st->parts.at[part].accesses).version;
}

static void do_join(struct state *st, struct event *e, uint32_t event)
{
    struct rma_part *p = own_part(st, e->act.object);
    struct joined j = {.event = event, .exclusive = e->act.place == LOCK_EXCLUSIVE};
    e->place = (uint32_t)p->queue.len;
    j.after = !e->place                       ? NO_EVENT
              : vec_last(&p->queue).exclusive ? e->place - 1
                                              : vec_last(&p->queue).after;
    vec_push(&p->queue, j);
    st->actor[e->act.owner].requests.at[e->act.seq].taken = event;
}

static void do_access(struct state *st, struct event *e, uint32_t event,
                      struct outcome *o)
{
    struct rma_part *p = own_part(st, e->act.object);
    struct accessed a = {.event = event};
    e->place = (uint32_t)p->accesses.len;
    a.version = st->program->ops->windows->access(
        st->program, &e->op, window_version(st, e->act.object), &a.result);
    if (!e->op.access->reads && a.result > 0) /* nobody may see what was there */
        a.result = 0;
    vec_push(&p->accesses, a);
    if (p->accesses.len == INDEX_FROM)
        rma_index_make(p);
    o->value = a.result;
}

/* ---- pulls ---- */

/* The accesses that happen before the pull, one after the other. Usually all writes up to
 * some point do; what was there then is known. */
uint64_t window_pulled(struct state *st, uint32_t part, uint32_t event)
{
    const struct rma_part *p = part < st->parts.len ? &st->parts.at[part] : NULL;
    bool all = true;
    uint64_t version = 0;
    for (size_t i = 0; p && i < p->accesses.len; i++) {
        const struct accessed *a = &p->accesses.at[i];
        const struct event *e = &st->events.at[a->event];
        int64_t result;
        if (e->op.access->writes &&
            clocks_entry(&st->clocks, event, e->act.actor) <= e->index)
            all = false;
        else if (all)
            version = a->version;
        else if (e->op.access->writes)
            version =
                st->program->ops->windows->access(st->program, &e->op, version, &result);
    }
    return version;
}

static struct rma_found *found_by(struct state *st, uint32_t part, uint32_t actor)
{
    struct rma_part *p = &st->parts.at[part];
    while (p->found.len <= actor)
        vec_push(&p->found, (struct rma_found){0});
    return &p->found.at[actor];
}

static bool is_write(const struct event *e)
{
    return (e->op.kind == OP_EFFECT || e->op.kind == OP_DIRECT) && e->op.access->writes;
}

/* Lists the writes that happen before the pull, but not before the actor's pull before
 * it. */
static void list_news(const struct state *st, uint32_t before, uint32_t event,
                      events_vec *news)
{
    const struct clocks *c = &st->clocks;
    for (uint32_t a = 0; (a = clocks_differ(c, before, event, a)) < st->nactors; a++)
        for (uint32_t i = clocks_entry(c, before, a); i < clocks_entry(c, event, a); i++)
            if (i < st->actor[a].events.len &&
                is_write(&st->events.at[st->actor[a].events.at[i]]))
                vec_push(news, st->actor[a].events.at[i]);
}

static int by_number(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

/* Brings what the actor has found up to date. A write of which it learns only now does
 * not conflict with one that it knows, and that came later: that one would have told of
 * it. So it makes no difference that it is applied after it. */
static void learn(struct state *st, uint32_t actor, uint32_t event)
{
    const struct actor *me = &st->actor[actor];
    events_vec news = {0};
    if (!me->pulled)
        return;
    list_news(st, me->pulled - 1, event, &news);
    if (news.len > 1)
        qsort(news.at, news.len, sizeof *news.at, by_number);
    for (size_t i = 0; i < news.len; i++) {
        const struct event *e = &st->events.at[news.at[i]];
        struct rma_found *f = found_by(st, e->act.object, actor);
        int64_t result;
        if (f->valid == me->unpulled + 1)
            f->version = st->program->ops->windows->access(st->program, &e->op,
                                                           f->version, &result);
    }
    vec_free(&news);
}

static int64_t pull(struct state *st, const struct event *e, uint32_t event)
{
    struct actor *me = &st->actor[e->act.actor];
    keys_vec versions = {0};
    learn(st, e->act.actor, event);
    me->pulled = event + 1;
    vec_reserve(&versions, e->op.nargs);
    for (uint32_t i = 0; i < e->op.nargs; i++) {
        uint32_t part = e->op.args[i];
        struct rma_found none = {0}, *f = part < st->parts.len
                                              ? found_by(st, part, e->act.actor)
                                              : &none;
        if (f->valid != me->unpulled + 1)
            *f = (struct rma_found){window_pulled(st, part, event), me->unpulled + 1};
        vec_push(&versions, f->version);
    }
    int64_t all =
        st->program->ops->windows->pulled(st->program, versions.at, versions.len);
    vec_free(&versions);
    return all;
}

static void unpull(struct actor *me)
{
    me->pulled = 0;
    me->unpulled++;
}

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    struct outcome o = {.index = e->act.outcome};
    e->place = NO_EVENT;
    switch ((enum window_kind)e->op.kind) {
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
        matching_make_request(st, e, event);
        break;
    case OP_JOIN:
        do_join(st, e, event);
        break;
    case OP_EFFECT:
        do_access(st, e, event, &o);
        st->actor[e->act.owner].requests.at[e->act.seq].taken = event;
        break;
    case OP_DIRECT:
        do_access(st, e, event, &o);
        break;
    case OP_WUNLOCK:
        st->actor[e->act.owner].requests.at[e->op.under].released = event;
        if (e->act.owner == e->act.actor) /* who gets which slot is for the actor's own
                                             steps to decide */
            matching_leave_slot(st, e, e->op.under);
        break;
    case OP_PULL:
        o.value = pull(st, e, event);
        break;
    }
    return o;
}

static void take_back_access(struct rma_part *p)
{
    rma_index_pop(p);
    p->accesses.len--;
}

static void revert(struct state *st, const struct event *e)
{
    switch ((enum window_kind)e->op.kind) {
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
        matching_unmake_request(st, e);
        break;
    case OP_JOIN:
        st->parts.at[e->act.object].queue.len--;
        st->actor[e->act.owner].requests.at[e->act.seq].taken = NO_EVENT;
        break;
    case OP_EFFECT:
        take_back_access(&st->parts.at[e->act.object]);
        st->actor[e->act.owner].requests.at[e->act.seq].taken = NO_EVENT;
        break;
    case OP_DIRECT:
        take_back_access(&st->parts.at[e->act.object]);
        break;
    case OP_WUNLOCK:
        matching_take_slot(st, e, e->op.under);
        st->actor[e->act.owner].requests.at[e->op.under].released = NO_EVENT;
        break;
    case OP_PULL:
        unpull(&st->actor[e->act.actor]);
        break;
    }
}

/* ---- the family ---- */

/* The locks of a part that are not released, each with those for which it waits; a sum,
 * because shared ones have no order among themselves. */
static uint64_t digest_queue(const struct state *st, const struct rma_part *p)
{
    uint64_t sum = 0;
    keys_vec keys = {0};
    for (size_t i = 0; i < p->queue.len; i++) {
        const struct act *a = &st->events.at[p->queue.at[i].event].act;
        if (matching_request(st, a->owner, a->seq)->released != NO_EVENT)
            continue;
        keys.len = 0;
        window_lock_keys(st, a->owner, a->seq, &keys);
        uint64_t waits = 0;
        for (size_t k = 1; k < keys.len; k++)
            if (matching_key_event(st, keys.at[k]) == NO_EVENT)
                waits += XXH3_64bits(&keys.at[k], sizeof keys.at[k]);
        sum += XXH3_64bits_withSeed(&keys.at[0], sizeof keys.at[0], waits);
    }
    vec_free(&keys);
    return sum;
}

/* Which atomic accesses the actor has started is a function of its own past; what of
 * them is under way is among its requests (matching_effects.c). */
static void digest_accesses(const struct state *st, uint32_t actor, struct digester *x)
{
    for (size_t i = 0; i < st->actor[actor].requests.len; i++) {
        const struct posted *r = &st->actor[actor].requests.at[i];
        if (r->kind != OP_ATOMIC)
            continue;
        const struct rma_access *a = matching_made(st, r)->access;
        int64_t result = r->taken == NO_EVENT ? 0 : window_accessed(st, r->taken)->result;
        uint64_t d[] = {a->lo,
                        a->hi,
                        access_how(a),
                        (uint64_t)a->operand,
                        (uint64_t)a->compare,
                        (uint64_t)result};
        digest_add(x, d, sizeof d);
    }
}

static void digest(const struct state *st, struct digester *x)
{
    if (!st->program->windows)
        return;
    for (uint32_t i = 0; i < st->parts.len; i++) {
        uint64_t d[] = {window_version(st, i), digest_queue(st, &st->parts.at[i])};
        if (d[0] || d[1]) {
            digest_add(x, &i, sizeof i);
            digest_add(x, d, sizeof d);
        }
    }
    for (uint32_t a = 0; a < st->program->nactors; a++)
        digest_accesses(st, a, x);
}

static void free_parts(struct state *st)
{
    for (size_t i = 0; i < st->parts.len; i++) {
        vec_free(&st->parts.at[i].queue);
        vec_free(&st->parts.at[i].accesses);
        vec_free(&st->parts.at[i].found);
        rma_index_free(&st->parts.at[i]);
    }
    vec_free(&st->parts);
}

static void waits_for(const struct state *st, uint32_t actor, events_vec *actors)
{
    const struct op *op = &st->actor[actor].pending;
    if ((op->kind == OP_DIRECT || op->kind == OP_WUNLOCK) && op->under != NO_LOCK)
        matching_wait_for(st, actor, op->under, actors);
}

const struct family window_family = {
    .outcomes = window_outcomes,
    .act = window_act,
    .causes = window_causes,
    .apply = apply,
    .revert = revert,
    .digest = digest,
    .free = free_parts,
    .waits_for = waits_for,
    .chooses = family_no_choice,
};
