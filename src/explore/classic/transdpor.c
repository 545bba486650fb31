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
 *   with the last take only. That makes 13 paths of the paper's example, which has 10.
 *   `figure_races` does it the figure's way.
 * - We do as the authors' tool does. Races of a message are looked for when it is sent
 *   and when it is taken, with all takes before. The first event after i leads up to m.
 *   When m is sent, a frozen node takes back what it has added and adds this instead, if
 *   it is for another actor.
 * - DPOR adds all messages of an actor at once: they race anyway. So does TransDPOR with
 *   sleep sets; the node then thaws when it goes on to another actor.
 * - What was refused, or asleep, or never taken, is looked at when the path is complete.
 * - Whatever sleeps at a node is not added to it, and so does not freeze it.
 * - A choice that a behaviour makes is a step that races with nothing, all of whose
 *   values are explored where it appears. So is a failed assertion. */
#include "explore/search/explorer.h"
#include "explore/classic/sleep.h"
#include "kernel/inbox.h"

#include <assert.h>

#define NOT_WANTED UINT32_MAX

/* A step that can be made from a node. */
struct option {
    struct step step;
    uint32_t wanted; /* the time at which it was added to the backtrack set; NOT_WANTED:
                        it was not */
    uint32_t time;   /* the time at which its message was sent; see struct message */
    bool done;
};

struct trans_node {
    size_t first, count; /* its options */
    uint32_t nwanted;
    uint32_t last; /* the actor that took the last message explored from here */
    bool frozen;
};

struct message_tree {
    struct search *s;
    bool freezes;
    bool groups; /* add all messages of an actor to a backtrack set at once */
    struct sleepers sleepers;
    VEC(struct trans_node) path;
    VEC(struct option) options;
    uint32_t fresh; /* events before this one have been checked for races already */
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
            o.time = inbox_message(s->st, actor, outcome)->time;
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
            add_options(t, a); /* a choice: all its values are options, and no other
                                  steps */
            return;
        }
    for (uint32_t a = 0; a < st->nactors; a++)
        add_options(t, a);
    sort(t->s->options.order, t->options.at + first, t->options.len - first);
}

static bool asleep_at(const struct message_tree *t, size_t depth, struct step step)
{
    const struct act *acts;
    if (!t->s->options.sleep)
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
    const struct trans_node *n = &t->path.at[depth];
    for (size_t i = n->first; i < n->first + n->count; i++)
        if (t->options.at[i].step.actor == step.actor &&
            t->options.at[i].step.outcome == step.outcome)
            return &t->options.at[i];
    return NULL;
}

/* Adds the option to the backtrack set of the node; true if it is new there. */
static bool want(struct message_tree *t, size_t depth, struct option *o)
{
    if (o->wanted != NOT_WANTED || asleep_at(t, depth, o->step))
        return false;
    o->wanted = t->path.at[depth].nwanted++;
    return true;
}

/* Adds the option, or (with groups) all options of its actor; true if one of them is
 * new there. */
static bool want_group(struct message_tree *t, size_t depth, struct option *o)
{
    const struct trans_node *n = &t->path.at[depth];
    bool some = false;
    if (!t->groups)
        return want(t, depth, o);
    for (size_t i = n->first; i < n->first + n->count; i++)
        if (t->options.at[i].step.actor == o->step.actor)
            some |= want(t, depth, &t->options.at[i]);
    return some;
}

/* Is there no event from the node on that happens before this event? */
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

/* Does the event, which comes after the node, happen before the message was sent,
 * without depending on another event after the node? */
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

/* The option to take at the node so that the message is taken earlier: the message
 * itself if it was in the inbox already, otherwise an option that leads to its sending.
 * NULL if there is none; sets *covered if such an option is in the backtrack set
 * already. */
static struct option *pick(struct message_tree *t, uint32_t node, struct step step,
                           const struct message *m, bool *covered)
{
    struct option *best = option_of(t, node, step);
    *covered = best && best->wanted != NOT_WANTED;
    /* events up to the one that sent the message */
    uint32_t end = m->event == NO_EVENT ? 0 : m->event + 1;
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

/* Handles a race of the message with the take at the node. `last`: this is the last
 * take that it races with. */
static void race(struct message_tree *t, uint32_t node, struct step step,
                 const struct message *m, bool last)
{
    struct trans_node *n = &t->path.at[node];
    bool covered;
    if (n->frozen)
        return;
    struct option *o = pick(t, node, step, m, &covered);
    if (covered)
        return;
    if (o)
        n->frozen = want_group(t, node, o) && t->freezes;
    else if (!t->freezes && last) /* the message was there, but the actor did not accept
                                     it */
        for (size_t i = n->first; i < n->first + n->count; i++)
            want(t, node, &t->options.at[i]);
}

/* Finds the races of a message with takes before the event that takes it; if no event
 * does, with all takes. */
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
        if (t->s->options.figure_races)
            return;
    }
}

/* Finds the races of messages that no event has taken. */
static void find_pending_races(struct message_tree *t)
{
    const struct state *st = t->s->st;
    for (uint32_t a = 0; a < st->nactors; a++)
        for (size_t i = 0; i < st->actor[a].inbox.len; i++)
            if (st->actor[a].inbox.at[i].taken == NO_EVENT)
                find_races(t, a, &st->actor[a].inbox.at[i]);
}

/* ---- as the path grows ---- */

/* The option to take at the node so that the message is taken earlier, as the paper
 * defines it: the first event after the node that happens before the message was sent;
 * if there is none, the message itself. */
static struct option *first_lead(struct message_tree *t, uint32_t node, struct step step,
                                 const struct message *m)
{
    const struct state *st = t->s->st;
    uint32_t end = m->event == NO_EVENT ? 0 : m->event + 1;
    for (uint32_t e = node + 1; e < end; e++)
        if (state_before(st, e, m->event))
            return option_for_event(t, node, e);
    return option_of(t, node, step);
}

/* Removes the option that was added last and has not been taken yet. */
static void withdraw(struct message_tree *t, struct trans_node *n)
{
    n->nwanted--;
    for (size_t i = n->first; i < n->first + n->count; i++)
        if (t->options.at[i].wanted == n->nwanted)
            t->options.at[i].wanted = NOT_WANTED;
}

static void add_one(struct message_tree *t, uint32_t node, struct option *o, bool sent)
{
    struct trans_node *n = &t->path.at[node];
    bool elsewhere = o && o->step.actor != t->s->st->events.at[node].act.actor;
    if (!o || o->wanted != NOT_WANTED ||
        (n->frozen && (t->groups || !(sent && elsewhere))))
        return;
    if (t->groups) {
        n->frozen = want_group(t, node, o) && t->freezes;
        return;
    }
    if (asleep_at(t, node, o->step))
        return;
    if (n->frozen)
        withdraw(t, n);
    want(t, node, o);
    n->frozen = true;
}

/* The last event sent or took this message: adds its races with earlier takes. */
static void add_for(struct message_tree *t, uint32_t actor, const struct message *m,
                    bool sent)
{
    const struct state *st = t->s->st;
    const events_vec *events = &st->actor[actor].events;
    struct step step = {actor, take_outcome(m->from, m->k)};
    size_t end = m->taken == NO_EVENT ? events->len : st->events.at[m->taken].index;
    for (size_t i = 0; i < end; i++) {
        uint32_t node = events->at[i];
        if (st->events.at[node].act.kind == OP_TAKE &&
            (m->event == NO_EVENT || !state_before(st, node, m->event)))
            add_one(t, node, first_lead(t, node, step, m), sent);
    }
}

static void add_for_last_event(struct message_tree *t)
{
    const struct state *st = t->s->st;
    if (!st->events.len)
        return;
    const struct event *e = &vec_last(&st->events);
    for (size_t i = st->receivers.len - e->sent; i < st->receivers.len; i++) {
        uint32_t to = st->receivers.at[i];
        const struct message *m = &vec_last(&st->actor[to].inbox);
        while (m->time != st->ninitial + i)
            m--;
        add_for(t, to, m, true);
    }
    if (e->act.kind == OP_TAKE)
        add_for(t, e->act.actor, inbox_message(st, e->act.actor, e->act.outcome), false);
}

/* ---- and at its end ---- */

/* Finds all races whose later message was not there last time. TransDPOR has already
 * handled those of messages that were taken. */
static void find_all_races(struct message_tree *t)
{
    const struct state *st = t->s->st;
    if (t->s->options.figure_races)
        return;
    find_pending_races(t);
    if (t->freezes)
        return;
    for (uint32_t e = (uint32_t)st->events.len; e-- > t->fresh;) {
        const struct act *a = &st->events.at[e].act;
        if (a->kind == OP_TAKE)
            find_races(t, a->actor, inbox_message(st, a->actor, a->outcome));
    }
    t->fresh = (uint32_t)st->events.len;
}

/* ---- the search ---- */

static void arrive(struct message_tree *t)
{
    struct search *s = t->s;
    size_t depth = t->path.len;
    struct trans_node n = {.first = t->options.len};
    find_options(t);
    n.count = t->options.len - n.first;
    vec_push(&t->path, n);
    if (s->options.figure_races)
        find_pending_races(t);
    else
        add_for_last_event(t);
    if (!n.count) {
        search_end_complete(s);
        find_all_races(t);
        return;
    }
    struct trans_node *here = &t->path.at[depth];
    uint32_t actor = t->options.at[n.first].step.actor;
    bool all = s->st->actor[actor].pending.kind != OP_TAKE;
    for (size_t i = n.first; i < n.first + n.count && (all || !here->nwanted); i++)
        want_group(t, depth, &t->options.at[i]);
    if (here->nwanted)
        return;
    search_end_redundant(s);
    find_all_races(t);
}

static struct option *next_option(struct message_tree *t)
{
    struct trans_node *n = &vec_last(&t->path);
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
    struct trans_node *n = &t->path.at[t->path.len - 1];
    o->done = true;
    n->frozen &= t->groups && n->last == o->step.actor;
    n->last = o->step.actor;
    struct step step = o->step;
    if (!search_push(s, step)) {
        find_all_races(t);
        return;
    }
    if (s->options.sleep)
        sleep_enter(&t->sleepers, &vec_last(&s->st->events).act);
    arrive(t);
}

static void leave(struct message_tree *t)
{
    struct search *s = t->s;
    t->options.len = vec_pop(&t->path).first;
    if (s->options.sleep)
        sleep_leave(&t->sleepers);
    if (!t->path.len)
        return;
    struct act taken = vec_last(&s->st->events).act;
    search_pop(s);
    if (t->fresh > s->st->events.len)
        t->fresh = (uint32_t)s->st->events.len;
    if (s->options.sleep)
        sleep_add(&t->sleepers, &taken);
}

static void run(struct search *s, bool freezes)
{
    struct message_tree t = {.s = s, .freezes = freezes};
    t.groups = !s->options.figure_races && (s->options.sleep || !freezes);
    if (s->options.sleep)
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
