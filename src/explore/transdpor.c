/* SPDX-License-Identifier: Apache-2.0
 *
 * transdpor.c - DPOR and TransDPOR for actor programs (Tasharofi, Karmani, Lauterburg,
 * Legay, Marinov, Agha: TransDPOR: A Novel Dynamic Partial-Order Reduction Technique
 * for Testing Actor Programs, FORTE 2012, figure 2), with or without sleep sets.
 *
 * Each node of the path has a backtrack set of messages. A message m races with an
 * earlier take i of its receiver, unless i happens before m was sent. Then something
 * has to be taken at i's node that leads up to m: m itself, or the message of an event
 * after i that happens before m. DPOR adds one. TransDPOR adds one unless the node is
 * frozen, and freezes it; the node thaws when it takes another message. It may wait
 * because racing is transitive: what races with i races with what is taken in its
 * place.
 *
 * Where this is not what the figure says, docs/algorithms/transdpor.md says why:
 * - The figure looks for races of every pending message in every configuration, each
 *   with the last take only. That makes 13 paths of the paper's example. We look when
 *   a path is complete, at all races of a message, last message first, which makes the
 *   10 of the paper. `figure_races` does it the figure's way.
 * - Of several messages that lead up to m, we take one that needs none of the others;
 *   TransDPOR looks first among those whose handling sent m, or sent that, and so on.
 * - Whatever sleeps at a node is not added to it, and so does not freeze it.
 * - A choice that a behaviour makes is a step that races with nothing, all of whose
 *   values are explored where it appears. So is a failed assertion. */
#include "explore/explorer.h"
#include "explore/sleep.h"

#include <assert.h>

#define NOT_WANTED UINT32_MAX

/* A step that can be made from a node. */
struct option {
    struct step step;
    uint32_t wanted; /* when it came into the backtrack set; NOT_WANTED: it has not */
    uint32_t time;   /* of its message */
    bool done;
};

struct node {
    size_t first, count; /* its options */
    uint32_t nwanted;
    bool frozen;
};

struct message_tree {
    struct search *s;
    bool freezes;
    struct sleepers sleepers;
    VEC(struct node) path;
    VEC(struct option) options;
    uint32_t fresh; /* events before this one have been looked at for races */
};

/* ---- options of a node, in the order in which they are considered ---- */

static bool comes_before(enum message_order order, const struct option *a,
                         const struct option *b)
{
    bool eca = order == ORDER_ECA;
    if ((eca || order == ORDER_LCA) && a->step.actor != b->step.actor)
        return (a->step.actor < b->step.actor) == eca;
    return a->time < b->time;
}

static void sort(enum message_order order, struct option *at, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j && comes_before(order, &at[j], &at[j - 1]); j--) {
            struct option swap = at[j];
            at[j] = at[j - 1];
            at[j - 1] = swap;
        }
}

static void add_options(struct message_tree *t, uint32_t actor)
{
    struct search *s = t->s;
    bool take = s->st->actor[actor].pending.kind == OP_TAKE;
    s->outcomes.len = 0;
    state_outcomes(s->st, actor, &s->outcomes);
    for (size_t i = 0; i < s->outcomes.len; i++) {
        int32_t outcome = s->outcomes.at[i];
        struct option o = {.step = {actor, outcome}, .wanted = NOT_WANTED};
        if (take)
            o.time = state_message(s->st, actor, outcome)->time;
        vec_push(&t->options, o);
    }
}

static void find_options(struct message_tree *t)
{
    struct state *st = t->s->st;
    size_t first = t->options.len;
    for (uint32_t a = 0; a < st->nactors; a++)
        if (!st->actor[a].ended && !st->actor[a].failed &&
            st->actor[a].pending.kind != OP_TAKE) {
            add_options(t, a); /* a choice: all of it, and nothing else */
            return;
        }
    for (uint32_t a = 0; a < st->nactors; a++)
        add_options(t, a);
    sort(t->s->order, t->options.at + first, t->options.len - first);
}

static bool asleep_at(const struct message_tree *t, size_t depth, struct step step)
{
    const struct act *acts;
    if (!t->s->sleep)
        return false;
    size_t n = sleep_at(&t->sleepers, depth, &acts);
    for (size_t i = 0; i < n; i++)
        if (acts[i].actor == step.actor && acts[i].outcome == step.outcome)
            return true;
    return false;
}

/* ---- races ---- */

static struct option *option_of(struct message_tree *t, size_t depth, struct step step)
{
    const struct node *n = &t->path.at[depth];
    for (size_t i = n->first; i < n->first + n->count; i++)
        if (t->options.at[i].step.actor == step.actor &&
            t->options.at[i].step.outcome == step.outcome)
            return &t->options.at[i];
    return NULL;
}

/* True if it is new there. */
static bool want(struct message_tree *t, size_t depth, struct option *o)
{
    if (o->wanted != NOT_WANTED || asleep_at(t, depth, o->step))
        return false;
    o->wanted = t->path.at[depth].nwanted++;
    return true;
}

/* Does no event from the node on happen before the event? */
static bool is_first_from(const struct state *st, uint32_t event, uint32_t node)
{
    const uint32_t *past = state_clock(st, event);
    for (uint32_t a = 0; a < st->nactors; a++) {
        uint32_t last = past[a] ? st->actor[a].events.at[past[a] - 1] : NO_EVENT;
        if (last == event)
            last = past[a] > 1 ? st->actor[a].events.at[past[a] - 2] : NO_EVENT;
        if (last != NO_EVENT && last >= node)
            return false;
    }
    return true;
}

/* Does the event, after the node, lead up to the message without needing another one
 * after the node? */
static bool leads(const struct message_tree *t, const struct message *m, uint32_t node,
                  uint32_t event)
{
    const struct state *st = t->s->st;
    return m->event != NO_EVENT && m->event > node && state_before(st, event, m->event) &&
           is_first_from(st, event, node);
}

static struct option *option_for_event(struct message_tree *t, size_t depth,
                                       uint32_t event)
{
    const struct act *a = &t->s->st->events.at[event].act;
    return option_of(t, depth, (struct step){a->actor, a->outcome});
}

/* Back from the message to the one that was taken when it was sent, and so on, up to
 * one that could be taken at the node and needs nothing else after it. */
static struct option *ancestor(struct message_tree *t, const struct message *m,
                               uint32_t node)
{
    const struct state *st = t->s->st;
    while (m->event != NO_EVENT && m->event > node) {
        uint32_t e = m->event;
        while (st->events.at[e].act.kind != OP_TAKE) /* a choice while handling it */
            e = st->actor[st->events.at[e].act.actor]
                    .events.at[st->events.at[e].index - 1];
        struct option *o = option_for_event(t, node, e);
        if (o && e > node && is_first_from(st, e, node))
            return o;
        m = state_message(st, st->events.at[e].act.actor, st->events.at[e].act.outcome);
    }
    return NULL;
}

/* What to take at the node for the sake of the message: the message itself if it was
 * there already, else one that leads up to it. NULL if there is no such thing;
 * *covered if one of them is in the backtrack set already. */
static struct option *pick(struct message_tree *t, uint32_t node, struct step step,
                           const struct message *m, bool *covered)
{
    struct option *best = option_of(t, node, step);
    *covered = best && best->wanted != NOT_WANTED;
    if (!best && t->freezes && !t->s->figure_races)
        best = ancestor(t, m, node);
    uint32_t end = m->event == NO_EVENT ? 0 : m->event + 1; /* leads up to its sending */
    for (uint32_t e = node + 1; e < end && !*covered; e++) {
        if (!leads(t, m, node, e))
            continue;
        struct option *o = option_for_event(t, node, e);
        assert(o);
        *covered = o->wanted != NOT_WANTED;
        best = best ? best : o;
    }
    return best;
}

/* The message races with the take at the node; is that the last one it races with? */
static void race(struct message_tree *t, uint32_t node, struct step step,
                 const struct message *m, bool last)
{
    struct node *n = &t->path.at[node];
    bool covered;
    if (n->frozen)
        return;
    struct option *o = pick(t, node, step, m, &covered);
    if (covered)
        return;
    if (o)
        n->frozen = want(t, node, o) && t->freezes;
    else if (!t->freezes && last) /* it was there, but refused */
        for (size_t i = n->first; i < n->first + n->count; i++)
            want(t, node, &t->options.at[i]);
}

/* The races of a message with takes before the event that takes it, if any does. */
static void find_races(struct message_tree *t, uint32_t actor, const struct message *m)
{
    const struct state *st = t->s->st;
    const events_vec *events = &st->actor[actor].events;
    struct step step = {actor, take_outcome(m->from, m->k)};
    size_t i = m->taken == NO_EVENT ? events->len : st->events.at[m->taken].index;
    for (bool last = true; i-- > 0;) {
        uint32_t node = events->at[i];
        if (st->events.at[node].act.kind != OP_TAKE)
            continue;
        if (m->event != NO_EVENT && state_before(st, node, m->event))
            return;
        race(t, node, step, m, last);
        last = false;
        if (t->s->figure_races)
            return;
    }
}

/* Those of messages that nobody has taken. */
static void find_pending_races(struct message_tree *t)
{
    const struct state *st = t->s->st;
    for (uint32_t a = 0; a < st->nactors; a++)
        for (size_t i = 0; i < st->actor[a].inbox.len; i++)
            if (st->actor[a].inbox.at[i].taken == NO_EVENT)
                find_races(t, a, &st->actor[a].inbox.at[i]);
}

/* At the end of a path: all races whose later message was not there last time. */
static void find_all_races(struct message_tree *t)
{
    const struct state *st = t->s->st;
    if (t->s->figure_races)
        return;
    find_pending_races(t);
    for (uint32_t e = (uint32_t)st->events.len; e-- > t->fresh;) {
        const struct act *a = &st->events.at[e].act;
        if (a->kind == OP_TAKE)
            find_races(t, a->actor, state_message(st, a->actor, a->outcome));
    }
    t->fresh = (uint32_t)st->events.len;
}

/* ---- the search ---- */

static void arrive(struct message_tree *t)
{
    struct search *s = t->s;
    size_t depth = t->path.len;
    struct node n = {.first = t->options.len};
    find_options(t);
    n.count = t->options.len - n.first;
    vec_push(&t->path, n);
    if (s->figure_races)
        find_pending_races(t);
    if (!n.count) {
        search_end_complete(s);
        find_all_races(t);
        return;
    }
    struct node *here = &t->path.at[depth];
    uint32_t actor = t->options.at[n.first].step.actor;
    bool all = s->st->actor[actor].pending.kind != OP_TAKE;
    for (size_t i = n.first; i < n.first + n.count && (all || !here->nwanted); i++)
        want(t, depth, &t->options.at[i]);
    if (here->nwanted)
        return;
    search_end_redundant(s);
    find_all_races(t);
}

static struct option *next_option(struct message_tree *t)
{
    struct node *n = &vec_last(&t->path);
    struct option *best = NULL;
    for (size_t i = n->first; i < n->first + n->count; i++) {
        struct option *o = &t->options.at[i];
        if (o->wanted != NOT_WANTED && !o->done && (!best || o->wanted < best->wanted))
            best = o;
    }
    return best;
}

static void step(struct message_tree *t, struct option *o)
{
    struct search *s = t->s;
    o->done = true;
    t->path.at[t->path.len - 1].frozen = false;
    struct step step = o->step;
    if (!search_push(s, step)) {
        find_all_races(t);
        return;
    }
    if (s->sleep)
        sleep_enter(&t->sleepers, &vec_last(&s->st->events).act);
    arrive(t);
}

static void leave(struct message_tree *t)
{
    struct search *s = t->s;
    t->options.len = vec_pop(&t->path).first;
    if (s->sleep)
        sleep_leave(&t->sleepers);
    if (!t->path.len)
        return;
    struct act taken = vec_last(&s->st->events).act;
    search_pop(s);
    if (t->fresh > s->st->events.len)
        t->fresh = (uint32_t)s->st->events.len;
    if (s->sleep)
        sleep_add(&t->sleepers, &taken);
}

static void run(struct search *s, bool freezes)
{
    struct message_tree t = {.s = s, .freezes = freezes};
    if (s->sleep)
        sleep_enter(&t.sleepers, NULL);
    else
        s->count_traces = s->st->hashing = true;
    arrive(&t);
    while (t.path.len && !search_stopped(s)) {
        struct option *o = next_option(&t);
        if (o)
            step(&t, o);
        else
            leave(&t);
    }
    while (s->st->events.len)
        search_pop(s);
    sleep_free(&t.sleepers);
    vec_free(&t.path);
    vec_free(&t.options);
}

void transdpor_run(struct search *s)
{
    assert(state_has_inboxes(s->st));
    run(s, true);
}

void message_dpor_run(struct search *s)
{
    run(s, false);
}
