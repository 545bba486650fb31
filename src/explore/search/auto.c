/* SPDX-License-Identifier: Apache-2.0
 *
 * auto.c - outcomes or states? The user need not know.
 *
 * Most programs have few outcomes, and match is the fastest explorer for them. If there
 * are many, it depends on the program whether its histories meet in the same states:
 * this is tried on a sample. If they do, the explorer states goes on from there,
 * otherwise match goes on where it was. Verdicts and findings are the same in both cases.
 *
 * The states of a real program can be compared only if it was started for that
 * (search.on_turn): what match has explored so far is then explored again. */
#include "explore/share/cluster.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "explore/match/match.h"
#include "explore/states/try.h"

#define LEAST 1e-280 /* a smaller share is taken for this one */

/* Does the user want something that only match can do? */
static bool is_divided(const struct search *s)
{
    const struct search_options *o = &s->options;
    return o->bound || o->bounds.executions || o->bounds.depth;
}

/* A program with so many outcomes that their states may be too many as well: before they
 * are tried, bugs are looked for in another order, as soon as it is seen to be one. */
#define VAST 1e9
enum { EARLY = 512 }; /* outcomes */
#define EARLIEST 0.25 /* seconds */
/* It is left when it has taken so long; or as long as what was before, if there were many
 * samples, or some in two seconds. */
#define HUNT 5.0 /* seconds */
enum { SOME_SAMPLES = 400, MANY_SAMPLES = 10000 };

/* The number of outcomes, as far as it can be told yet. */
static double expected(const struct search_counts *c)
{
    double share = c->explored > LEAST ? c->explored : LEAST;
    return (double)c->executions / share;
}

static void hunt(struct worklist *w)
{
    struct search *s = w->s;
    const struct search_counts *c = &s->counts;
    if (s->options.strategy != STRATEGY_AUTO || s->guide_after < 0 || c->stopped ||
        (c->executions < EARLY && search_seconds(s) < EARLIEST) || expected(c) < VAST)
        return;
    w->guided = true;
    s->turn.hunted = search_seconds(s);
    s->turn.outcomes = (struct estimate){.n = expected(c)};
}

static bool has_hunted(const struct search *s)
{
    double now = search_seconds(s), since = s->turn.hunted;
    uint64_t samples = s->counts.guided.samples;
    return now > since + HUNT ||
           (now > 2 * since &&
            (samples >= MANY_SAMPLES || (samples >= SOME_SAMPLES && now > since + 2)));
}

/* Does so much seem to be left that processes which nobody has asked for are worth their
 * start, and is there memory for what each of them needs by itself? */
static bool is_long(const struct search *s)
{
    enum { LONG = 1 }; /* second */
    struct program *p = s->st->program;
    uint64_t most = s->options.memory, spare = s->options.spare_jobs;
    double share = s->counts.explored > LEAST ? s->counts.explored : LEAST;
    if (spare < 2 || search_seconds(s) * (1 - share) / share < LONG)
        return false;
    return !most || !p->ops->process ||
           !p->ops->process->full(p, most - most / spare / 2);
}

/* Ends the look at the first outcomes. */
static void decide(struct search *s)
{
    if (s->turn.jobs < 2 && is_long(s))
        s->turn.jobs = s->options.spare_jobs;
    s->counts.stopped = STOP_TURN;
}

/* There are few outcomes: if there are other processes, they are given their part. */
static void share(struct search *s)
{
    if (s->turn.jobs < 2 && !is_long(s))
        return;
    s->turn.why = TURN_FEW;
    decide(s);
}

/* Called by match after every outcome: stops the search if there are many more. */
static void look(struct worklist *w)
{
    enum { SOME = 64 };
    struct search *s = w->s;
    const struct search_counts *c = &s->counts;
    bool few = expected(c) < s->turn_limits.outcomes;
    if (w->guided && s->turn.hunted > 0) {
        if (!c->stopped && has_hunted(s))
            decide(s);
        return;
    }
    if (few && s->options.check_sharing && s->turn.jobs > 1 && !c->stopped) {
        share(s);
        return;
    }
    if (c->executions > SOME && c->executions % SOME && s->turn_limits.seen >= SOME)
        return;
    hunt(w);
    if (s->turn.hunted > 0 || c->stopped ||
        (c->executions < s->turn_limits.seen &&
         search_seconds(s) < s->turn_limits.seconds))
        return;
    if (few) {
        share(s);
        return;
    }
    s->turn.outcomes = (struct estimate){.n = expected(c)};
    decide(s);
}

static void begin_stage(struct search *s, enum turn_stage stage)
{
    s->turn.stage = stage;
    s->turn.seconds = search_seconds(s);
    if (s->on_turn)
        s->on_turn(s, s->context);
    if (s->cluster)
        cluster_turn(s->cluster, stage == TURN_STATES);
}

/* Of a resumed search: whoever goes on with it counts from here. */
static void keep_shown(struct search *s)
{
    for (size_t i = 0; i < s->frontier->shown.len; i++) {
        struct known *k = &s->frontier->shown.at[i];
        k->executions = search_shown(s, k->what);
    }
}

/* The first outcomes, by one process: it is to be seen how many there are. Afterwards
 * turn.why says whether it is known that match goes on. True if there are no more. */
static bool explore_first(struct search *s)
{
    struct turn *t = &s->turn;
    struct cluster *others = s->cluster;
    uint32_t jobs = s->options.jobs;
    bool resumed = !frontier_is_empty(s->frontier);
    t->jobs = others && jobs < 2 ? 2 : jobs;
    s->options.jobs = 1;
    s->cluster = NULL;
    match_until(s, look);
    s->options.jobs = jobs;
    s->cluster = others;
    keep_shown(s);
    if (s->counts.stopped == STOP_TURN && !frontier_is_empty(s->frontier))
        return false;
    /* The way to a part that was put off did not lead there again. States need no ways,
     * and if match goes on after all, it begins anew. */
    if (s->counts.stopped == STOP_FRONTIER && !resumed && s->on_turn)
        return false;
    if (s->counts.stopped == STOP_TURN) /* it was the last outcome */
        s->counts.stopped = s->counts.cut;
    t->why = TURN_FEW;
    return true;
}

static void explore(struct search *s)
{
    struct turn *t = &s->turn;
    const struct frontier *f = s->frontier;
    if (f->graph.nodes) { /* it was decided earlier */
        if (t->stage != TURN_STATES)
            begin_stage(s, TURN_STATES);
        t->why = TURN_MERGES;
        states_run(s);
        return;
    }
    if (t->stage == TURN_OUTCOMES && is_divided(s)) {
        t->stage = TURN_STAY;
        t->why = TURN_DIVIDED;
    }
    if (t->stage == TURN_OUTCOMES) {
        if (explore_first(s))
            return;
        if (t->why == TURN_FEW) {
            t->stage = TURN_STAY;
        } else {
            t->seen = s->counts.executions;
            begin_stage(s, TURN_STATES);
        }
    }
    if (t->stage == TURN_STATES) {
        if (states_try(s))
            return;
        begin_stage(s, TURN_STAY);
    }
    if (!s->cluster && t->jobs > s->options.jobs)
        s->options.jobs = t->jobs;
    match_run(s);
}

void auto_run(struct search *s)
{
    struct frontier rest = {0}, *theirs = s->frontier;
    if (s->cluster && s->cluster->rank) { /* the first process decides */
        states_follow(s, s->turn.stage == TURN_STATES);
        return;
    }
    if (!theirs)
        s->frontier = &rest;
    explore(s);
    s->frontier = theirs;
    frontier_free(&rest);
}
