/* SPDX-License-Identifier: Apache-2.0
 *
 * tree.c - see tree.h.
 *
 * Exploring an actor from a node means exploring it with every outcome that its
 * operation can have there: outcomes of one operation conflict, so none of them
 * can stand for another. Sleep sets therefore hold acts, not actors. */
#include "explore/classic/tree.h"
#include "explore/classic/sleep.h"

#include <assert.h>
#include <string.h>

enum { NODE_ENABLED = 1, NODE_WANTED = 2, NODE_DONE = 4 };

struct node {
    uint32_t actor; /* if current is set: the actor that is being explored */
    bool current;
    uint32_t next, count; /* its outcomes: path.outcomes[first + next ...] */
    size_t first;
};

struct path {
    struct search *s;
    begins_fn *begins;
    bool last;
    struct races races;
    struct sleepers sleepers;
    VEC(struct node) path;
    VEC(uint8_t) flags; /* the flags of each node's actors, nactors per node */
    outcomes_vec outcomes;
};

static uint8_t *flags_of(struct path *t, size_t depth)
{
    return t->flags.at + depth * t->s->st->nactors;
}

static bool asleep(const struct path *t, struct step step)
{
    return t->s->options.sleep && sleep_has(&t->sleepers, step.actor, step.outcome);
}

/* Adds a node, with one actor in its backtrack set. */
static void arrive(struct path *t)
{
    struct search *s = t->s;
    uint32_t n = s->st->nactors;
    size_t depth = t->path.len;
    vec_push(&t->path, (struct node){.first = t->outcomes.len});
    vec_reserve(&t->flags, (depth + 1) * n);
    t->flags.len += n;
    uint8_t *flags = flags_of(t, depth);
    memset(flags, 0, n);

    bool some = false, picked = false;
    for (uint32_t a = 0; a < n; a++) {
        s->outcomes.len = 0;
        state_outcomes(s->st, a, &s->outcomes);
        for (size_t i = 0; i < s->outcomes.len; i++) {
            some = true;
            flags[a] |= NODE_ENABLED;
            if (!picked && !asleep(t, (struct step){a, s->outcomes.at[i]})) {
                flags[a] |= NODE_WANTED;
                picked = true;
            }
        }
    }
    if (!some)
        search_end_complete(s);
    else if (!picked)
        search_end_redundant(s);
}

static void leave(struct path *t)
{
    t->outcomes.len = vec_pop(&t->path).first;
    t->flags.len -= t->s->st->nactors;
    if (t->s->options.sleep)
        sleep_leave(&t->sleepers);
}

/* The next step to take from the last node; false if there is none. */
static bool next_step(struct path *t, struct step *step)
{
    size_t depth = t->path.len - 1;
    struct node *n = &t->path.at[depth];
    uint8_t *flags = flags_of(t, depth);
    for (;;) {
        while (n->current && n->next < n->count) {
            *step = (struct step){n->actor, t->outcomes.at[n->first + n->next++]};
            if (!asleep(t, *step))
                return true;
        }
        n->current = false;
        t->outcomes.len = n->first;
        for (uint32_t a = 0; a < t->s->st->nactors && !n->current; a++)
            if ((flags[a] & (NODE_WANTED | NODE_DONE | NODE_ENABLED)) ==
                (NODE_WANTED | NODE_ENABLED)) {
                flags[a] |= NODE_DONE;
                state_outcomes(t->s->st, a, &t->outcomes);
                n->current = true;
                n->actor = a;
                n->next = 0;
                n->count = (uint32_t)(t->outcomes.len - n->first);
            }
        if (!n->current)
            return false;
    }
}

/* An actor that may begin the alternative is to be explored from its node. */
static void found(void *context, const struct alternative *alt)
{
    struct path *t = context;
    uint8_t *flags = flags_of(t, alt->node);
    uint32_t pick = UINT32_MAX;
    for (uint32_t a = 0; a < t->s->st->nactors; a++) {
        if (!t->begins(&t->races, alt, a))
            continue;
        if (flags[a] & NODE_WANTED)
            return;
        if (pick == UINT32_MAX || t->last)
            pick = a;
    }
    assert(pick != UINT32_MAX); /* what comes first in the alternative may begin it */
    flags[pick] |= NODE_WANTED;
}

void tree_run(struct search *s, begins_fn *begins, bool last)
{
    struct path t = {.s = s, .begins = begins, .last = last};
    struct step step;
    races_init(&t.races, s->st, found, &t);
    if (s->options.sleep)
        sleep_enter(&t.sleepers, NULL);
    else
        s->count_traces = s->st->hashing = true;
    arrive(&t);
    while (t.path.len && !search_stopped(s)) {
        if (next_step(&t, &step)) {
            if (!search_push(s, step))
                continue;
            uint32_t event = (uint32_t)s->st->events.len - 1;
            races_reverse(&t.races, event);
            races_offer(&t.races, event);
            if (s->options.sleep)
                sleep_enter(&t.sleepers, &s->st->events.at[event].act);
            arrive(&t);
            continue;
        }
        leave(&t);
        if (t.path.len) {
            struct act taken = vec_last(&s->st->events).act;
            search_pop(s);
            if (s->options.sleep)
                sleep_add(&t.sleepers, &taken);
        }
    }
    while (s->st->events.len)
        search_pop(s);
    races_free(&t.races);
    sleep_free(&t.sleepers);
    vec_free(&t.path);
    vec_free(&t.flags);
    vec_free(&t.outcomes);
}
