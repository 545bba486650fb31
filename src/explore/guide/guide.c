/* SPDX-License-Identifier: Apache-2.0
 *
 * guide.c - see guide.h. This file picks: which head, or which walk, comes next. */
#include "explore/guide/guide.h"
#include "explore/sample/chance.h"
#include "explore/guide/bandit.h"
#include "explore/guide/run.h"
#include "explore/guide/value.h"
#include "explore/share/pool.h"

/* A search that would end within this time goes on depth first. */
#define SOON 10.0 /* seconds */
/* If it did not end in twice the time that was expected, and this. */
#define PATIENCE 0.5 /* seconds */
/* Depth first has this share of the time, if the end is in sight or not. */
#define IN_SIGHT      600.0 /* seconds */
#define SHARE_SIGHT   0.5
#define SHARE_ENDLESS 0.12
/* Samples have this share of what depth first leaves; but the search does not come to its
 * end by them, so if that is in sight, they have less when there were many. */
#define SHARE_SAMPLES 0.75
#define SHARE_FEW     0.1
#define MANY_SAMPLES  1000
/* Steps of a turn of auto. */
#define TURN 1500
/* Heads that are looked at for the best of some. */
#define SOME 48
/* The frontier of a search without --memory. */
#define MEMORY ((size_t)256 << 20)

/* ---- when ---- */

/* The time that the search would take if it went on as before. */
static double time_left(const struct worklist *w)
{
    double done = w->s->counts.explored - w->began, t = search_seconds(w->s);
    return done > 1e-280 ? t / done * (1 - w->s->counts.explored) : 1e300;
}

/* Has the search taken much longer than it was expected to? What it explores first may
 * not be like the rest. */
static bool is_overdue(struct worklist *w)
{
    double now = search_seconds(w->s);
    if (w->promised <= 0)
        w->promised = now + 2 * time_left(w) + PATIENCE;
    return now > w->promised;
}

bool guide_due(struct worklist *w)
{
    const struct search_options *o = &w->s->options;
    if (w->tree->together)
        return true;
    if (w->guided || w->bounded || w->overfull)
        return w->guided;
    if (o->strategy != STRATEGY_AUTO)
        return w->guided = o->strategy != STRATEGY_DFS || o->guides;
    if (w->all_guided)
        return w->guided = *w->all_guided;
    if (w->s->turn.hunted > 0) /* it is known to be long: see auto.c */
        return w->guided = true;
    if (!w->tree->sights || (w->looks++ > 64 && w->looks & 63) ||
        search_seconds(w->s) < w->s->guide_after)
        return false;
    return w->guided = w->s->guide_after < 0 || time_left(w) > SOON || is_overdue(w);
}

/* Is the end in sight? */
static enum guided outlook_of(const struct worklist *w)
{
    int told = w->all_guided ? *w->all_guided : NOT_GUIDED;
    if (told)
        return (enum guided)told;
    if (time_left(w) >= IN_SIGHT)
        return GUIDED;
    return w->s->counts.guided.samples > MANY_SAMPLES ? GUIDED_FEW_SAMPLES
                                                      : GUIDED_TO_END;
}

enum guided guide_now(struct worklist *w)
{
    return guide_due(w) ? outlook_of(w) : NOT_GUIDED;
}

/* ---- some of the open heads ---- */

static struct head *any_head(struct guide *g)
{
    return g->heads.open.at[chance_below(&g->chance, (uint32_t)g->heads.open.len)];
}

/* The value of a head by these guides. */
static double value_now(struct guide *g, struct head *h, uint32_t guides)
{
    if (h->notes && h->begun &&
        guides & GUIDE_FEATURES) /* others may have seen it since */
        h->rarity = way_rarity(g, h);
    const struct outlook x = {h->depth, h->deviations, h->switches, h->rarity, &h->sight};
    return value_of(&x, guides, g->learned);
}

/* The best of some heads, by these guides. */
static struct head *best_of_some(struct guide *g, uint32_t guides)
{
    struct head *best = NULL;
    double least = 0;
    size_t n = g->heads.open.len;
    for (size_t i = 0; i < SOME && i < 2 * n; i++) {
        struct head *h = n <= SOME / 2 && i < n ? g->heads.open.at[i] : any_head(g);
        double value = value_now(g, h, guides);
        if (best && value >= least)
            continue;
        best = h;
        least = value;
    }
    return best;
}

/* ---- one execution ---- */

/* By these guides, whatever the options are. */
static void run_by(struct guide *g, uint32_t guides)
{
    g->by = guides;
    run_head(g, best_of_some(g, guides), WAY_VALUE, WAY_VALUE);
    g->by = g->w->s->options.guides;
}

static void run_arm(struct guide *g, enum arm arm)
{
    switch (arm) {
    case ARM_DFS:
        run_deep(g, TURN);
        break;
    case ARM_FEW:
        run_head(g, best_of_some(g, GUIDE_DEVIATIONS), WAY_NOVEL, WAY_FIRST);
        break;
    case ARM_PICK:
        run_head(g, any_head(g), WAY_CHANCE, WAY_CHANCE);
        break;
    case ARM_WALK:
        run_walk(g, any_head(g), WAY_CHANCE, false);
        break;
    case ARM_PRIORITY:
        run_walk(g, any_head(g), WAY_PRIORITY, false);
        break;
    case ARM_NOVEL:
        run_head(g, best_of_some(g, GUIDE_FEATURES), WAY_NOVEL, WAY_NOVEL);
        break;
    case ARM_SIMILAR:
        run_head(g, best_of_some(g, GUIDE_SIMILARITY), WAY_NOVEL, WAY_CHANCE);
        break;
    case ARM_MCTS:
        run_walk(g, any_head(g), WAY_CHANCE, true);
        break;
    case ARM_SAMPLE:
        g->struck |= sample_run(g);
        break;
    case ARM_TAKE:
        run_by(g, GUIDE_FEATURES | GUIDE_MAX_MATCH);
        break;
    case ARM_STAY:
        run_by(g, GUIDE_FEATURES | GUIDE_MIN_SWITCHES);
        break;
    case ARM_BEST:
    case ARM_WIDE:
        run_head(g, heads_best(&g->heads), g->way, g->then);
        break;
    case ARMS:
        break;
    }
}

/* ---- auto: a bandit ---- */

/* Depth first and samples have their shares of the time; the others are a bandit's. */
static enum arm choose_arm(struct guide *g)
{
    static const enum arm arms[] = {ARM_FEW,   ARM_PICK,    ARM_WALK, ARM_PRIORITY,
                                    ARM_NOVEL, ARM_SIMILAR, ARM_MCTS};
    double spent = 0;
    for (enum arm a = 0; a < ARM_BEST; a++)
        spent += g->learned->arm[a].spent;
    enum guided now = outlook_of(g->w);
    double share = now >= GUIDED_TO_END ? SHARE_SIGHT : SHARE_ENDLESS;
    double samples =
        (1 - share) * (now == GUIDED_FEW_SAMPLES ? SHARE_FEW : SHARE_SAMPLES);
    if (g->samples && g->learned->arm[ARM_SAMPLE].spent <= samples * spent)
        return ARM_SAMPLE;
    if (g->learned->arm[ARM_DFS].spent < share * spent)
        return ARM_DFS;
    return bandit_choose(g->learned, arms, sizeof arms / sizeof *arms, &g->chance);
}

/* The same for dpor and sdpor: what has proved good comes first. */
static enum arm choose_narrow(struct guide *g)
{
    static const enum arm arms[] = {ARM_TAKE,  ARM_STAY,     ARM_TAKE,    ARM_STAY,
                                    ARM_NOVEL, ARM_PRIORITY, ARM_SIMILAR, ARM_PICK,
                                    ARM_WALK,  ARM_MCTS,     ARM_FEW};
    enum { ALL = sizeof arms / sizeof *arms, GOOD = 2 };
    double spent = 0;
    for (enum arm a = 0; a < ARMS; a++)
        spent += g->learned->arm[a].spent;
    if (g->learned->arm[ARM_DFS].spent < SHARE_ENDLESS * (spent - TURN))
        return ARM_DFS;
    if (spent < TURN)
        return arms[g->runs % GOOD];
    return arms[chance_below(&g->chance, ALL)];
}

static uint64_t findings(const struct search_counts *c)
{
    return c->told + c->failures + c->deadlocks + c->halts;
}

/* Counts what the present run has done since it began, or since it was counted last. */
static void count_run(struct guide *g)
{
    struct search_counts *c = &g->w->s->counts;
    enum arm arm = g->counting.arm;
    c->guided.runs[arm] += c->executions - g->counting.executions;
    if ((findings(c) > g->counting.findings || g->struck) && !c->guided.found) {
        c->guided.found = (uint8_t)(arm + 1);
        c->guided.found_after = c->executions;
        c->guided.found_samples = c->guided.samples;
    }
}

void guide_count(struct worklist *w)
{
    struct guide *g = w->guide;
    if (!g || !g->counting.begun)
        return;
    count_run(g);
    g->counting.executions = g->counting.findings = 0;
}

/* One run; notes what it cost, and what it has found. */
static void run(struct guide *g, enum arm arm)
{
    struct search_counts *c = &g->w->s->counts;
    struct arm_record *a = &g->learned->arm[arm];
    uint64_t before = g->steps;
    double began = g->narrow ? 0 : search_seconds(g->w->s);
    c->guided.now = (uint8_t)(arm + 1);
    g->fresh = 0;
    g->counting = (struct present_run){true, arm, c->executions, findings(c)};
    run_arm(g, arm);
    /* Steps of a sample are cheaper than those of others, so time is what counts; of dpor
     * and sdpor steps, so that a seed always leads to the same search. */
    double cost = g->narrow ? (double)(g->steps - before + 1)
                            : 1e6 * (search_seconds(g->w->s) - began) + 1;
    bandit_learn(a, 0.95, cost, g->fresh);
    c->guided.runs[arm] += arm == ARM_SAMPLE;
    c->guided.features = g->learned->features;
    if (g->fresh)
        c->guided.latest = search_seconds(g->w->s);
    count_run(g);
    g->counting.begun = false;
}

/* Where runs are cheap, turns are short at first. */
static uint64_t turn_length(const struct guide *g)
{
    return g->steps / 16 < TURN ? g->steps / 16 : TURN;
}

static void take_turn(struct guide *g)
{
    enum arm arm = g->narrow ? choose_narrow(g) : choose_arm(g);
    uint64_t until = g->steps + (g->narrow ? turn_length(g) : TURN);
    do
        run(g, arm);
    while (g->steps < until && g->heads.open.len && !search_stopped(g->w->s) &&
           (arm != ARM_SAMPLE || g->samples));
}

/* ---- all of it ---- */

/* The value of a head in the queue. */
static double queue_value(void *context, struct head *h)
{
    struct guide *g = context;
    const struct search_options *o = &g->w->s->options;
    switch (o->strategy) {
    case STRATEGY_BFS:
        return h->depth;
    case STRATEGY_ASTAR:
        return h->steps + value_now(g, h, o->guides);
    case STRATEGY_DFS:
    case STRATEGY_AUTO:
    case STRATEGY_RANDOM:
    case STRATEGY_PRIORITY:
    case STRATEGY_MCTS:
        break;
    }
    return value_now(g, h, o->guides);
}

/* ---- for other processes ---- */

/* From the top of the tree down to a way that has not been tried; NULL: others have all
 * that it comes to. */
static struct head *walk(struct guide *g, bool mcts, uint32_t *way)
{
    struct head *h = any_head(g);
    while (h->parent)
        h = h->parent;
    while (h) {
        *way = mcts ? way_worth(g, h) : way_alive(g, h);
        if (*way == NOT_THERE || !head_tried(h, *way))
            return *way == NOT_THERE ? NULL : h;
        h = head_below(h, *way);
    }
    return NULL;
}

/* How a run of the arm begins: at which head, or by a walk (NULL); by which way of it;
 * and how it goes on. */
static struct head *begin_of(struct guide *g, enum arm arm, enum way_policy *way,
                             enum way_policy *then)
{
    *way = *then = WAY_CHANCE;
    switch (arm) {
    case ARM_DFS:
        *way = *then = WAY_FIRST;
        return vec_last(&g->heads.open);
    case ARM_FEW:
        *way = WAY_NOVEL;
        *then = WAY_FIRST;
        return best_of_some(g, GUIDE_DEVIATIONS);
    case ARM_PRIORITY:
        *then = WAY_PRIORITY;
        return NULL;
    case ARM_WALK:
    case ARM_MCTS:
        return NULL;
    case ARM_NOVEL:
        *way = *then = WAY_NOVEL;
        return best_of_some(g, GUIDE_FEATURES);
    case ARM_SIMILAR:
        *way = WAY_NOVEL;
        return best_of_some(g, GUIDE_SIMILARITY);
    case ARM_TAKE:
    case ARM_STAY:
        g->by = GUIDE_FEATURES | (arm == ARM_TAKE ? GUIDE_MAX_MATCH : GUIDE_MIN_SWITCHES);
        *way = *then = WAY_VALUE;
        return best_of_some(g, g->by);
    case ARM_BEST:
    case ARM_WIDE:
        *way = g->way;
        *then = g->then;
        return heads_best(&g->heads);
    case ARM_PICK:
    case ARM_SAMPLE:
    case ARMS:
        break;
    }
    return any_head(g);
}

static enum arm arm_of(struct guide *g)
{
    if (g->full)
        return ARM_DFS;
    switch (g->w->s->options.strategy) {
    case STRATEGY_AUTO:
        return choose_narrow(g);
    case STRATEGY_BFS:
        return ARM_WIDE;
    case STRATEGY_DFS:
    case STRATEGY_ASTAR:
        return ARM_BEST;
    case STRATEGY_RANDOM:
        return chance_below(&g->chance, 2) ? ARM_PICK : ARM_WALK;
    case STRATEGY_PRIORITY:
        return ARM_PRIORITY;
    case STRATEGY_MCTS:
        return ARM_MCTS;
    }
    return ARM_DFS;
}

struct guide_pick guide_pick(struct guide *g)
{
    struct guide_pick p = {.arm = arm_of(g)};
    enum way_policy policy;
    g->by = g->w->s->options.guides;
    p.head = begin_of(g, p.arm, &policy, &p.then);
    if (!p.head)
        p.head = walk(g, p.arm == ARM_MCTS, &p.way);
    else
        p.way = way_absent(g, p.head, policy);
    if (!p.head) {
        p.head = any_head(g);
        p.way = way_absent(g, p.head, WAY_CHANCE);
    }
    p.by = g->by;
    g->w->s->counts.guided.now = (uint8_t)(p.arm + 1);
    return p;
}

static void step(struct guide *g)
{
    switch (g->w->s->options.strategy) {
    case STRATEGY_AUTO:
        take_turn(g);
        break;
    case STRATEGY_BFS:
        run(g, ARM_WIDE);
        break;
    case STRATEGY_DFS:
    case STRATEGY_ASTAR:
        run(g, ARM_BEST);
        break;
    case STRATEGY_RANDOM:
        run(g, chance_below(&g->chance, 2) ? ARM_PICK : ARM_WALK);
        break;
    case STRATEGY_PRIORITY:
        run(g, ARM_PRIORITY);
        break;
    case STRATEGY_MCTS:
        run(g, ARM_MCTS);
        break;
    }
}

void guide_init(struct guide *g, struct worklist *w)
{
    const struct search_options *o = &w->s->options;
    if (!w->learned)
        w->learned = mem_alloc(sizeof *w->learned);
    *g = (struct guide){.w = w, .learned = w->learned};
    g->chance = o->seed + 0x5851f42d4c957f2d * (w->worker ? (uint64_t)pool_number(w) : 0);
    g->most = o->memory ? o->memory / 8 : MEMORY;
    g->wanted = g->by = o->guides;
    if (o->strategy == STRATEGY_AUTO)
        g->wanted |= GUIDE_FEATURES | GUIDE_SIMILARITY;
    g->narrow = w->tree->together;
    g->samples = w->tree->sampler;
    g->way = o->guides & GUIDE_FEATURES ? WAY_NOVEL : WAY_CHANCE;
    g->then = o->guides & GUIDE_FEATURES ? WAY_NOVEL : WAY_FIRST;
    if (g->narrow && o->guides)
        g->way = g->then = WAY_VALUE;
    g->heads.queueing = o->strategy == STRATEGY_DFS || o->strategy == STRATEGY_BFS ||
                        o->strategy == STRATEGY_ASTAR;
    g->heads.value = queue_value;
    g->heads.context = g;
    g->heads.chance = &g->chance;
    w->s->counts.guided.features = g->learned->features;
    w->guide = g;
}

/* Turns all heads into items, which take less memory. */
static void fold(struct guide *g)
{
    worklist_take_back(g->w, 0);
    if (!g->narrow)
        fold_all(g);
    else
        saved_all(g);
    heads_free(&g->heads);
}

static size_t item_memory(const struct worklist *w)
{
    size_t bytes = w->items.len * sizeof *w->items.at;
    for (size_t i = 0; i < w->items.len; i++)
        bytes += w->items.at[i].ways.cap * sizeof *w->items.at[i].ways.at;
    return bytes;
}

/* How the first execution goes. */
enum way_policy guide_first(const struct guide *g)
{
    switch (g->w->s->options.strategy) {
    case STRATEGY_RANDOM:
    case STRATEGY_MCTS:
        return WAY_CHANCE;
    case STRATEGY_PRIORITY:
        return WAY_PRIORITY;
    case STRATEGY_AUTO:
        return WAY_VALUE;
    case STRATEGY_DFS:
    case STRATEGY_BFS:
    case STRATEGY_ASTAR:
        break;
    }
    return g->then;
}

/* Begins with one of the items; the last one, if it is the first time. */
static void take_item(struct guide *g)
{
    items_vec *items = &g->w->items;
    size_t last = items->len - 1, i = chance_below(&g->chance, (uint32_t)items->len);
    struct item it = items->at[i];
    items->at[i] = items->at[last];
    items->len--;
    if (!g->w->s->counts.guided.now)
        g->w->s->counts.guided.now = ARM_DFS + 1;
    if (g->narrow && g->w->s->options.strategy == STRATEGY_AUTO)
        g->by = GUIDE_FEATURES | GUIDE_MIN_SWITCHES;
    run_item(g, &it, g->narrow ? guide_first(g) : WAY_FIRST);
    g->by = g->w->s->options.guides;
    item_free(&it);
}

/* Shall an item be begun, rather than a head go on? */
static bool wants_item(struct guide *g)
{
    size_t items = g->w->items.len, heads = g->heads.open.len;
    return items && (!heads || (g->heads.queueing && g->heads.bytes < g->most / 2) ||
                     chance_below(&g->chance, (uint32_t)(items + heads)) < items);
}

void guide_explore(struct worklist *w)
{
    struct guide g;
    struct search *s = w->s;
    uint64_t folded = 0; /* runs before the heads became items the last time */
    guide_init(&g, w);
    if (g.narrow && w->items.len && w->items.at[0].ways.len && !saved_load(&g))
        s->counts.stopped = s->counts.cut = STOP_FRONTIER;
    while ((w->items.len || g.heads.open.len) && !search_stopped(s)) {
        if (wants_item(&g))
            take_item(&g);
        else if (g.full)
            run(&g, ARM_DFS);
        else
            step(&g);
        g.full = g.narrow && g.heads.bytes > (g.full ? g.most / 2 : g.most);
        s->counts.guided.overfull |= g.full;
        if (g.narrow || g.heads.bytes <= g.most)
            continue;
        fold(&g);
        w->overfull = item_memory(w) > g.most || g.runs == folded;
        w->guided = !w->overfull;
        s->counts.guided.overfull |= w->overfull;
        if (w->overfull)
            break;
        folded = g.runs;
    }
    fold(&g);
    w->guide = NULL;
    vec_free(&g.chain);
    vec_free(&g.parked);
    vec_free(&g.taken);
}

/* ---- sharing ---- */

void guide_share(struct worklist *w)
{
    enum { MOST = 8 };
    struct guide *g = w->guide;
    size_t n = g->narrow ? 0 : g->heads.open.len; /* those are shared otherwise */
    for (size_t i = 0; i < MOST && g->heads.open.len && i <= n / 2; i++) {
        struct head *h = any_head(g);
        for (int k = 0; k < 8; k++) {
            struct head *other = any_head(g);
            h = other->weight > h->weight ? other : h;
        }
        fold_head(g, h, n == 1);
        while (h && head_is_done(h) && !on_path(w, h)) {
            struct head *parent = h->parent;
            head_remove(&g->heads, h);
            h = parent;
        }
    }
}
