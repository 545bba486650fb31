/* SPDX-License-Identifier: Apache-2.0
 *
 * race.c - see race.h.
 *
 * The classical notion covers posts, locks and unlocks: two dependent events e
 * and f with nothing between them in the happens-before order are a race if f
 * can happen without e. What else there is, each family tells: explore/classic/family. */
#include "explore/classic/race.h"
#include "explore/classic/family/family.h"
#include "kernel/clock.h"
#include "kernel/depend.h"
#include "kernel/place.h"

#include <assert.h>
#include <string.h>

void races_init(struct races *r, struct state *st, alternative_fn *found, void *context)
{
    *r = (struct races){.st = st, .found = found, .context = context};
    vec_reserve(&r->past, st->nactors);
    vec_reserve(&r->cut, st->nactors);
    vec_reserve(&r->one, st->nactors);
    vec_reserve(&r->act_past, st->nactors);
}

void races_free(struct races *r)
{
    vec_free(&r->past);
    vec_free(&r->cut);
    vec_free(&r->one);
    vec_free(&r->act_past);
    vec_free(&r->causes);
    vec_free(&r->act_causes);
    vec_free(&r->outcomes);
}

void races_report_op(struct races *r, uint32_t actor, const struct op *op, uint32_t node,
                     int32_t except)
{
    r->outcomes.len = 0;
    place_outcomes(r->st, actor, op, r->cut.at, &r->outcomes);
    for (size_t i = 0; i < r->outcomes.len; i++) {
        int32_t outcome = r->outcomes.at[i];
        if (outcome == except)
            continue;
        struct alternative alt = {.node = node, .cut = r->cut.at};
        alt.act = place_act(r->st, actor, op, r->cut.at, outcome);
        if (!reduction_of(op->kind)->may_agree ||
            dep_between(&alt.act, &r->st->events.at[node].act))
            r->found(r->context, &alt);
    }
}

void races_report(struct races *r, uint32_t event, uint32_t node, int32_t except)
{
    const struct event *e = &r->st->events.at[event];
    struct op op = e->op; /* a copy, because the callback may look at other events */
    assert(r->cut.at[e->act.actor] == e->index);
    races_report_op(r, e->act.actor, &op, node, except);
}

void races_classical(struct races *r, uint32_t event, needs_fn *needs)
{
    struct state *st = r->st;
    const struct event *e = &st->events.at[event];
    uint32_t actor = e->act.actor;
    memcpy(r->past.at, state_clock(st, event), st->nactors * sizeof *r->past.at);
    r->past.at[actor]--;
    r->causes.len = 0;
    clock_causes(st, &e->act, r->past.at, &r->causes);
    for (size_t i = 0; i < r->causes.len; i++) {
        uint32_t cause = r->causes.at[i];
        bool immediate =
            !(needs && needs(st, &e->act, cause)) &&
            (!e->index ||
             !state_before(st, cause, st->actor[actor].events.at[e->index - 1]));
        for (size_t j = 0; j < r->causes.len && immediate; j++)
            immediate =
                r->causes.at[j] == cause || !state_before(st, cause, r->causes.at[j]);
        for (size_t j = 0; j < i && immediate; j++) /* the same key may occur twice */
            immediate = r->causes.at[j] != cause;
        if (!immediate)
            continue;
        clock_without(st, cause, r->cut.at);
        races_report(r, event, cause, NO_EXCEPTION);
    }
}

void races_leave_out(struct races *r, uint32_t event)
{
    clock_without(r->st, event, r->one.at);
    for (uint32_t a = 0; a < r->st->nactors; a++)
        if (r->one.at[a] < r->cut.at[a])
            r->cut.at[a] = r->one.at[a];
}

void races_reverse(struct races *r, uint32_t event)
{
    reduction_of((enum op_kind)r->st->events.at[event].act.kind)->reverse(r, event);
}

void races_relabel(struct races *r, uint32_t event)
{
    const struct event *e = &r->st->events.at[event];
    const struct reduction *f = reduction_of((enum op_kind)e->act.kind);
    if (f->prevented)
        f->prevented(r, event);
    e = &r->st->events.at[event];
    if (!f->has_labels(e))
        return;
    clock_without(r->st, event, r->cut.at);
    races_report(r, event, event, e->act.outcome);
}

void offers_start(const struct state *st, uint32_t post, struct offers *o)
{
    const struct event *e = &st->events.at[post];
    *o = (struct offers){.post = post, .next = SIZE_MAX};
    o->family = e->sent ? &inbox_reduction : reduction_of((enum op_kind)e->act.kind);
    o->family->offers_start(st, o);
}

uint32_t offers_next(const struct state *st, struct offers *o)
{
    return o->family->offers_next(st, o);
}

void races_offer(struct races *r, uint32_t post)
{
    const struct reduction *f =
        reduction_of((enum op_kind)r->st->events.at[post].act.kind);
    struct offers o;
    offers_start(r->st, post, &o);
    for (size_t i = 0; i < r->st->retractions.len; i++)
        if (r->st->retractions.at[i] != post)
            matching_reclaim(r, r->st->retractions.at[i]);
    if (f->prevented)
        f->prevented(r, post);
    sync_pending(r, r->st->events.at[post].act.actor);
    for (uint32_t wait; (wait = offers_next(r->st, &o)) != NO_EVENT;)
        races_relabel(r, wait);
}

const uint32_t *races_past(struct races *r, const struct alternative *alt)
{
    clock_past(r->st, &alt->act, alt->cut, &r->act_causes, r->act_past.at);
    return r->act_past.at;
}

uint32_t races_events_before(const struct state *st, uint32_t actor, uint32_t node)
{
    const events_vec *e = &st->actor[actor].events;
    size_t low = 0, high = e->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (e->at[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* Are all events of this past before the node, not counting `event` itself? */
static bool all_before(const struct state *st, const uint32_t *past, uint32_t node,
                       uint32_t event)
{
    for (uint32_t a = 0; a < st->nactors; a++) {
        uint32_t last = past[a] ? st->actor[a].events.at[past[a] - 1] : NO_EVENT;
        if (last != NO_EVENT && last >= node && last != event)
            return false;
    }
    return true;
}

bool races_begins(struct races *r, const struct alternative *alt, uint32_t actor)
{
    const struct state *st = r->st;
    uint32_t i = races_events_before(st, actor, alt->node);
    if (i < alt->cut[actor]) {
        uint32_t event = st->actor[actor].events.at[i];
        return all_before(st, state_clock(st, event), alt->node, event);
    }
    return actor == alt->act.actor &&
           all_before(st, races_past(r, alt), alt->node, NO_EVENT);
}
