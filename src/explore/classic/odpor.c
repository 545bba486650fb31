/* SPDX-License-Identifier: Apache-2.0
 *
 * odpor.c - optimal DPOR: source sets with wakeup trees (Abdulla, Aronis,
 * Jonsson, Sagonas: Optimal Dynamic Partial Order Reduction, POPL 2014, section
 * 6).
 *
 * When an execution is complete, each of its alternatives is a sequence v that
 * starts at some node of the path. It is new unless an act that sleeps there is a
 * weak initial of v: then everything that begins with v was explored from that
 * act. What is new goes into the node's wakeup tree. Since every sleeping act
 * depends on something in v, all sleep sets are empty when v has been followed to
 * its end, so no execution is ever blocked by them.
 *
 * Two things go beyond the paper, where an actor has one next step: an actor's
 * step may have several outcomes, which are alternatives to each other; and acts
 * carry their outcome wherever the paper has a process (sleep sets, trees). */
#include "explore/search/explorer.h"
#include "explore/classic/race.h"
#include "explore/classic/sleep.h"
#include "explore/classic/wakeup.h"

#include <assert.h>

#define NO_ACTOR UINT32_MAX

struct odpor {
    struct search *s;
    struct races races;
    struct sleepers sleepers;
    struct wakeup wakeup;
    VEC(uint32_t) trees; /* the wakeup tree of each node of the path */
    VEC(uint32_t)
    settled;           /* for each node, an actor whose choice made there has been
                          scheduled with all its other values, or NO_ACTOR */
    acts_vec sequence; /* scratch */
    steps_vec enabled;
    outcomes_vec outcomes;
};

/* Spells out an alternative as a sequence: the events that follow its node and are in
 * its cut, and then its act. */
static void spell_out(struct odpor *o, const struct alternative *alt)
{
    const struct state *st = o->s->st;
    o->sequence.len = 0;
    for (uint32_t e = alt->node; e < st->events.len; e++)
        if (state_in_cut(st, e, alt->cut))
            vec_push(&o->sequence, st->events.at[e].act);
    vec_push(&o->sequence, alt->act);
}

static void found(void *context, const struct alternative *alt)
{
    struct odpor *o = context;
    const struct act *sleeping;
    size_t at, n = sleep_at(&o->sleepers, alt->node, &sleeping);
    spell_out(o, alt);
    for (size_t i = 0; i < n; i++)
        if (wakeup_initial(&sleeping[i], &o->sequence, &at)) {
            o->settled.at[alt->node] = NO_ACTOR; /* the other values were scheduled for
                                                    this execution only */
            return;
        }
    wakeup_insert(&o->wakeup, &o->trees.at[alt->node], &o->sequence);
}

static void find_alternatives(struct odpor *o)
{
    for (uint32_t e = 0; e < o->s->st->events.len && search_in_time(o->s); e++) {
        races_reverse(&o->races, e);
        const struct act *a = &o->s->st->events.at[e].act;
        if (a->kind == OP_CHOOSE && o->settled.at[e] == a->actor)
            continue;
        o->settled.at[e] = a->actor;
        races_relabel(&o->races, e);
    }
}

/* Adds a node to the path; its wakeup tree is the subtree below the step just taken. */
static void arrive(struct odpor *o, uint32_t tree)
{
    vec_push(&o->trees, tree);
    vec_push(&o->settled, NO_ACTOR);
    if (tree != NO_BRANCH)
        return;
    o->enabled.len = 0;
    search_enabled(o->s, &o->enabled);
    if (!o->enabled.len) {
        search_end_complete(o->s);
        find_alternatives(o);
        return;
    }
    for (size_t i = 0; i < o->enabled.len; i++) {
        struct step step = o->enabled.at[i];
        if (sleep_has(&o->sleepers, step.actor, step.outcome))
            continue;
        struct act a = {.actor = step.actor, .outcome = step.outcome};
        o->sequence.len = 0;
        vec_push(&o->sequence, a);
        wakeup_insert(&o->wakeup, &vec_last(&o->trees), &o->sequence);
        return;
    }
    search_end_redundant(o->s); /* never reached: the algorithm is optimal */
}

/* Is the step, which was scheduled in another execution, possible here? Threads with a
 * data race may do something else now. */
static bool is_possible(struct odpor *o, const struct act *a)
{
    const struct state *st = o->s->st;
    bool possible = false;
    if (!st->program->process)
        return true;
    o->outcomes.len = 0;
    state_outcomes(st, a->actor, &o->outcomes);
    for (size_t i = 0; i < o->outcomes.len; i++)
        possible |= o->outcomes.at[i] == a->outcome;
    return search_agrees(o->s, possible);
}

void odpor_run(struct search *s)
{
    struct odpor o = {.s = s};
    races_init(&o.races, s->st, found, &o);
    wakeup_init(&o.wakeup);
    sleep_enter(&o.sleepers, NULL);
    arrive(&o, NO_BRANCH);
    while (o.trees.len && !search_stopped(s)) {
        uint32_t *tree = &vec_last(&o.trees), below;
        if (*tree != NO_BRANCH) {
            struct act a = wakeup_take(&o.wakeup, tree, &below);
            if (!is_possible(&o, &a))
                break;
            if (search_push(s, (struct step){a.actor, a.outcome})) {
                sleep_enter(&o.sleepers, &vec_last(&s->st->events).act);
                arrive(&o, below);
            } else {
                wakeup_drop(&o.wakeup, below);
                find_alternatives(&o);
            }
            continue;
        }
        o.trees.len--;
        o.settled.len--;
        sleep_leave(&o.sleepers);
        if (o.trees.len) {
            struct act taken = vec_last(&s->st->events).act;
            search_pop(s);
            sleep_add(&o.sleepers, &taken);
        }
    }
    s->counts.peak_events = o.wakeup.peak;
    while (s->st->events.len)
        search_pop(s);
    races_free(&o.races);
    sleep_free(&o.sleepers);
    wakeup_free(&o.wakeup);
    vec_free(&o.trees);
    vec_free(&o.settled);
    vec_free(&o.sequence);
    vec_free(&o.enabled);
    vec_free(&o.outcomes);
}
