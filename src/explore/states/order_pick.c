/* SPDX-License-Identifier: Apache-2.0
 *
 * order_pick.c - which of the open tasks comes next. */
#include "explore/sample/chance.h"
#include "explore/guide/bandit.h"
#include "explore/guide/uct.h"
#include "explore/guide/value.h"
#include "explore/search/options.h"
#include "explore/states/order_inside.h"

/* Tasks of a turn of auto. */
#define TURN 64
/* Breadth first has this share of auto's tasks. */
#define SHARE_WIDE 0.2
/* Tasks that are looked at for the best of some. */
#define SOME 16
/* How far a walk goes over what is explored. Where most of that leads to nothing that is
 * open, walks begin at any open task; so many of them at most before that is tried
 * again. */
#define FURTHER   1000
#define MOST_IDLE 256

/* ---- values ---- */

static double value_by(struct states *t, const struct open_task *x, uint32_t guides)
{
    struct order *o = t->order;
    const struct order_view *v = &o->views.at[x->task.node];
    const struct outlook look = {
        .depth = node_at(t, x->task.node)->depth,
        .deviations = v->deviations,
        .switches = v->switches,
        .rarity = x->feature ? *learned_at(o->learned, x->feature) : UINT32_MAX / 2,
        .sight = &x->sight};
    return value_of(&look, guides, o->learned);
}

double order_value(struct states *t, const struct open_task *x)
{
    const struct search_options *o = &t->s->options;
    double steps = o->strategy == STRATEGY_ASTAR ? node_at(t, x->task.node)->depth : 0;
    return steps + value_by(t, x, o->guides);
}

static uint32_t any(struct order *o)
{
    return o->open.at[chance_below(&o->chance, (uint32_t)o->open.len)];
}

static uint32_t best_of_some(struct states *t, uint32_t guides)
{
    struct order *o = t->order;
    uint32_t best = NOWHERE;
    double least = 0;
    for (size_t i = 0; i < SOME && i < 2 * o->open.len; i++) {
        uint32_t number =
            o->open.len <= SOME / 2 && i < o->open.len ? o->open.at[i] : any(o);
        double value = value_by(t, &o->found.at[number], guides);
        if (best != NOWHERE && value >= least)
            continue;
        best = number;
        least = value;
    }
    return best;
}

/* ---- walks ---- */

/* How much the walk likes the step: as much as the sender of what is received. */
static uint32_t liking(struct order *o, const struct walk *w, const struct world_step *s)
{
    uint64_t state = w->salt + s->sender;
    if (w->arm != ARM_PRIORITY || s->rank == NOWHERE)
        return (uint32_t)chance_next(&o->chance);
    if (s->message == NO_PLACE && s->outcome == OUTCOME_FALSE)
        return chance_below(&o->chance, 100) < w->patience ? UINT32_MAX : 0;
    if (s->message == NO_PLACE)
        return (uint32_t)chance_next(&o->chance) >> 1;
    return (uint32_t)chance_next(&state) >> 1 | 1;
}

/* From the first node by explored steps to an open task; NOWHERE: to none. */
static uint32_t find_open(struct states *t, const struct walk *w)
{
    struct order *o = t->order;
    uint32_t node = 0;
    for (uint32_t i = 0; i < FURTHER; i++) {
        uint32_t task = order_open_at(o, node), best = NOWHERE, most = 0;
        if (task != NOWHERE)
            return task;
        for (uint32_t e = node_at(t, node)->out; e != NOWHERE;
             e = edge_at(t, e)->next_out) {
            uint32_t like = liking(o, w, edge_step(t, edge_at(t, e)));
            if (best == NOWHERE || like > most) {
                best = e;
                most = like;
            }
        }
        if (best == NOWHERE)
            break;
        node = edge_at(t, best)->to;
    }
    return NOWHERE;
}

/* The same, or any open task. */
static uint32_t stroll(struct states *t, const struct walk *w)
{
    struct order *o = t->order;
    if (o->idle) {
        o->idle--;
        return any(o);
    }
    uint32_t task = find_open(t, w),
             often = o->futile < MOST_IDLE / 2 ? o->futile : MOST_IDLE / 2;
    o->futile = task == NOWHERE ? 2 * often + 1 : often / 2;
    o->idle = o->futile;
    return task == NOWHERE ? any(o) : task;
}

/* Monte Carlo tree search: by what was worth most so far, down the tree. */
static uint32_t select_worthy(struct states *t)
{
    struct order *o = t->order;
    uint32_t node = 0, task;
    while ((task = order_open_at(o, node)) == NOWHERE) {
        uint32_t best = NOWHERE, equal = 0;
        double most = 0, all = uct_log(o->views.at[node].visits + 1);
        for (uint32_t e = node_at(t, node)->out; e != NOWHERE;
             e = edge_at(t, e)->next_out) {
            uint32_t to = edge_at(t, e)->to;
            const struct order_view *v = &o->views.at[to];
            if (v->above != node || !v->below || to == node)
                continue;
            double worth = uct((double)v->reward, v->visits, all);
            equal = best != NOWHERE && worth <= most && worth >= most ? equal + 1 : 1;
            if (best == NOWHERE || worth > most ||
                (worth >= most && !chance_below(&o->chance, equal)))
                best = to;
            most = best == to ? worth : most;
        }
        if (best == NOWHERE)
            return any(o);
        node = best;
    }
    return task;
}

static void end_walk(struct order *o, struct walk *w)
{
    if (w->arm == ARM_MCTS)
        for (uint32_t n = w->at; n != NOWHERE; n = o->views.at[n].above) {
            o->views.at[n].visits++;
            o->views.at[n].reward += (float)uct_reward(w->fresh);
        }
    w->arm = ARMS;
}

static uint32_t new_walk(struct order *o, enum arm arm)
{
    static const uint32_t patience[] = {0, 10, 50, 90};
    uint32_t i = 0;
    while (i < o->walks.len && o->walks.at[i].arm != ARMS)
        i++;
    if (i == o->walks.len)
        vec_push(&o->walks, (struct walk){0});
    o->walks.at[i] = (struct walk){.arm = arm,
                                   .salt = chance_next(&o->chance),
                                   .patience = patience[chance_below(&o->chance, 4)]};
    return i;
}

/* The next task of a walk: of one that waits, or of a new one. */
static uint32_t go_on(struct states *t, enum arm arm)
{
    struct order *o = t->order;
    uint32_t task = NOWHERE, walk;
    while (o->tips.len) { /* others may have picked it */
        walk = vec_pop(&o->tips);
        task = order_open_at(o, o->walks.at[walk].at);
        if (task != NOWHERE && o->walks.at[walk].arm == arm)
            break;
        end_walk(o, &o->walks.at[walk]);
        task = NOWHERE;
    }
    if (task == NOWHERE) {
        walk = new_walk(o, arm);
        task = arm == ARM_MCTS ? select_worthy(t) : stroll(t, &o->walks.at[walk]);
        o->walks.at[walk].at = o->found.at[task].task.node;
    }
    o->found.at[task].task.walk = walk;
    return task;
}

/* At one of the nodes that it has found; with priorities, at the one that it likes
 * best. */
void order_go_on(struct states *t, struct states_task task)
{
    struct order *o = t->order;
    uint32_t best = NOWHERE, most = 0;
    bandit_learn(&o->learned->arm[task.arm], 0.998, 1, o->fresh);
    if (task.walk == NOWHERE)
        return;
    struct walk *w = &o->walks.at[task.walk];
    w->fresh += o->fresh;
    for (size_t i = 0; i < o->children.len; i++) {
        uint32_t node = o->children.at[i];
        uint32_t like = liking(o, w, edge_step(t, edge_at(t, node_at(t, node)->parent)));
        if (best == NOWHERE || like > most) {
            best = node;
            most = like;
        }
    }
    if (best == NOWHERE) {
        end_walk(o, w);
        return;
    }
    w->at = best;
    vec_push(&o->tips, task.walk);
}

/* ---- arms ---- */

static uint32_t pick_by(struct states *t, enum arm arm)
{
    struct order *o = t->order;
    switch (arm) {
    case ARM_DFS:
        return o->newest;
    case ARM_WIDE:
        return o->oldest;
    case ARM_FEW:
        return best_of_some(t, GUIDE_DEVIATIONS);
    case ARM_NOVEL:
        return best_of_some(t, GUIDE_FEATURES);
    case ARM_SIMILAR:
        return best_of_some(t, GUIDE_SIMILARITY);
    case ARM_BEST:
        return order_best(t);
    case ARM_WALK:
    case ARM_PRIORITY:
    case ARM_MCTS:
        return go_on(t, arm);
    case ARM_PICK:
    case ARM_TAKE:
    case ARM_SAMPLE:
    case ARM_STAY:
    case ARMS:
        break;
    }
    return any(o);
}

/* What comes first has its share; the others are a bandit's. */
static enum arm choose_arm(struct order *o)
{
    static const enum arm arms[] = {ARM_DFS,      ARM_FEW,   ARM_PICK,   ARM_WALK,
                                    ARM_PRIORITY, ARM_NOVEL, ARM_SIMILAR};
    enum { ALL = sizeof arms / sizeof *arms };
    double spent = o->learned->arm[ARM_WIDE].spent;
    for (size_t i = 0; i < ALL; i++)
        spent += o->learned->arm[arms[i]].spent;
    if (o->learned->arm[ARM_WIDE].spent < SHARE_WIDE * spent)
        return ARM_WIDE;
    return bandit_choose(o->learned, arms, ALL, &o->chance);
}

static enum arm arm_of(struct states *t)
{
    struct order *o = t->order;
    if (o->queueing)
        return ARM_BEST;
    switch (t->s->options.strategy) {
    case STRATEGY_DFS:
        return ARM_DFS;
    case STRATEGY_RANDOM:
        return chance_below(&o->chance, 2) ? ARM_PICK : ARM_WALK;
    case STRATEGY_PRIORITY:
        return ARM_PRIORITY;
    case STRATEGY_MCTS:
        return ARM_MCTS;
    case STRATEGY_BFS:
        return ARM_WIDE;
    case STRATEGY_ASTAR:
        return ARM_BEST;
    case STRATEGY_AUTO:
        break;
    }
    if (!o->turn--) {
        o->turn = TURN - 1;
        o->arm = choose_arm(o);
    }
    return o->arm;
}

uint32_t order_pick(struct states *t)
{
    struct order *o = t->order;
    enum arm arm = arm_of(t);
    uint32_t task = pick_by(t, arm);
    o->found.at[task].task.arm = (uint8_t)arm;
    t->s->counts.guided.now = (uint8_t)(arm + 1);
    return task;
}
