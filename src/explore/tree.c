/* SPDX-License-Identifier: Apache-2.0
 *
 * tree.c - see tree.h.
 *
 * Exploring an actor from a node means exploring it with every outcome that its
 * operation can have there: outcomes of one operation conflict, so none of them
 * can stand for another. Sleep sets therefore hold acts, not actors. */
#include "explore/tree.h"

#include <string.h>

static bool asleep(const struct tree *t, struct step step)
{
    return t->s->options.sleep && sleep_has(&t->sleepers, step.actor, step.outcome);
}

/* Adds a node, with one actor in its backtrack set. */
static void arrive(struct tree *t)
{
    struct search *s = t->s;
    uint32_t n = s->st->nactors;
    size_t depth = t->path.len;
    vec_push(&t->path, (struct node){.first = t->outcomes.len});
    vec_reserve(&t->flags, (depth + 1) * n);
    t->flags.len += n;
    uint8_t *flags = tree_flags(t, depth);
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

static void leave(struct tree *t)
{
    t->outcomes.len = vec_pop(&t->path).first;
    t->flags.len -= t->s->st->nactors;
    if (t->s->options.sleep)
        sleep_leave(&t->sleepers);
}

/* The next step to take from the last node; false if there is none. */
static bool next_step(struct tree *t, struct step *step)
{
    size_t depth = t->path.len - 1;
    struct node *n = &t->path.at[depth];
    uint8_t *flags = tree_flags(t, depth);
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

static void found(void *context, const struct alternative *alt)
{
    struct tree *t = context;
    t->want(t, alt);
}

/* How many events of the actor come before the node. */
static uint32_t events_before(const struct state *st, uint32_t actor, uint32_t node)
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

bool tree_begins(struct tree *t, const struct alternative *alt, uint32_t actor)
{
    const struct state *st = t->s->st;
    uint32_t i = events_before(st, actor, alt->node);
    if (i < alt->cut[actor]) {
        uint32_t event = st->actor[actor].events.at[i];
        return all_before(st, state_clock(st, event), alt->node, event);
    }
    return actor == alt->act.actor &&
           all_before(st, races_past(&t->races, alt), alt->node, NO_EVENT);
}

void tree_run(struct search *s, void (*want)(struct tree *, const struct alternative *))
{
    struct tree t = {.s = s, .want = want};
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
