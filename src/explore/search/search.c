/* SPDX-License-Identifier: Apache-2.0
 *
 * search.c - see search.h. */
#include "explore/search/search.h"
#include "base/timer.h"
#include "explore/share/cluster.h"
#include "kernel/matching.h"
#include "kernel/round.h"
#include "kernel/sync.h"
#include "kernel/wait.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#define TICK 64 /* steps between looks at the time, at most */

void search_init(struct search *s, struct program *p)
{
    *s = (struct search){.st = state_new(p), .options.sleep = true};
    s->timing.started = timer_now();
    s->sizes.crew_tasks = 200;
    s->sizes.far_tasks = 128;
    s->sizes.divide_bytes = (size_t)128 << 20;
    s->sizes.recent_worlds = 32768;
    s->sizes.lean.nodes = 512;
    s->sizes.lean.ways = 2;
    s->guide_after = 0.5;
    s->patience = 10;
    s->silence = 20;
    s->turn_limits = (struct turn_limits){
        .outcomes = 1e5, .seen = 4096, .seconds = 2, .sample = 8192, .merge = 8};
}

/* The next larger bound on the rounds of loops that only look; after the largest, the
 * first one again. */
static void lengthen(struct search *s)
{
    enum { TIMES = 8 };
    uint64_t now = s->st->looks ? s->st->looks : ROUNDS_MAX;
    s->longer = false;
    s->settled = now >= LOOKS_MOST;
    s->st->looks = s->settled ? 0 : now * TIMES;
}

void search_count_anew(struct search *s)
{
    s->counts = (struct search_counts){0};
    s->before = 0;
}

bool search_restart(struct search *s)
{
    if (s->longer)
        lengthen(s);
    else if (!state_widen(s->st))
        return false;
    set128_free(&s->traces);
    set128_free(&s->seen_states);
    set128_free(&s->audit.names);
    s->traces = s->seen_states = s->audit.names = (struct set128){0};
    search_count_anew(s);
    for (size_t i = 0; i < s->shown.len; i++) /* what earlier executions showed remains
                                                 true */
        s->shown.at[i].executions = 0;
    if (s->on_restart)
        s->on_restart(s, s->context);
    return true;
}

void search_free(struct search *s)
{
    state_free(s->st);
    set128_free(&s->traces);
    set128_free(&s->seen_states);
    set128_free(&s->audit.names);
    set128_free(&s->audit.states);
    vec_free(&s->outcomes);
    for (size_t i = 0; i < s->shown.len; i++)
        vec_free(&s->shown.at[i].path);
    vec_free(&s->shown);
    vec_free(&s->place.here);
    vec_free(&s->execution.fresh);
    vec_free(&s->new_states);
}

double search_seconds(const struct search *s)
{
    return timer_now() - s->timing.started;
}

bool search_stopped(const struct search *s)
{
    return s->counts.stopped > STOP_DEPTH;
}

bool search_is_shared(const struct search *s)
{
    return s->options.jobs > 1 || s->cluster;
}

double search_save_every(const struct search *s)
{
    enum { SECONDS = 60 }; /* in a cluster, unless the user says something else */
    if (!s->on_save || !search_is_shared(s))
        return 0;
    return s->options.save_every > 0 ? s->options.save_every : s->cluster ? SECONDS : 0;
}

/* States have a bound of their own: see states.c. */
static bool is_full(const struct search *s, uint64_t more)
{
    struct program *p = s->st->program;
    return p->ops->process && !s->counts.by_states && p->ops->process->full(p, more);
}

bool search_has_room(struct search *s, size_t steps)
{
    enum { EACH = 256 }; /* an event, its request, and lists that name them */
    size_t known = s->st->events.cap;
    if (steps > known && is_full(s, (steps - known) * EACH))
        s->counts.stopped = STOP_MEMORY;
    return !search_stopped(s);
}

static void tick(struct search *s)
{
    s->timing.next_tick = s->st->pushes + TICK;
    s->timing.ticked = s->clock ? *s->clock : 0;
    if (s->options.bounds.seconds > 0 && search_seconds(s) > s->options.bounds.seconds)
        s->counts.stopped = STOP_TIME;
    else if (is_full(s, 0))
        s->counts.stopped = STOP_MEMORY;
    if (s->on_tick)
        s->on_tick(s, s->context);
}

uint64_t search_made(const struct search *s)
{
    return s->counts.executions - s->before;
}

bool search_go_on(struct search *s)
{
    if (s->st->pushes >= s->timing.next_tick ||
        (s->clock && *s->clock != s->timing.ticked))
        tick(s);
    if (s->interrupt && *s->interrupt)
        s->counts.stopped = STOP_INTERRUPT;
    if (s->options.bounds.executions && search_made(s) >= s->options.bounds.executions)
        s->counts.stopped = STOP_EXECUTIONS; /* the search stops although there is more to
                                                explore */
    return !search_stopped(s);
}

bool search_in_time(struct search *s)
{
    if (s->clock ? *s->clock != s->timing.ticked : ++s->timing.looks % TICK == 0)
        tick(s);
    if (s->interrupt && *s->interrupt)
        s->counts.stopped = STOP_INTERRUPT;
    return !search_stopped(s);
}

bool search_push(struct search *s, struct step step)
{
    if (!search_go_on(s))
        return false;
    if (s->st->slots && !state_room(s->st, step.actor)) {
        s->counts.stopped = STOP_ROOM;
        return false;
    }
    if (s->options.bounds.depth && s->st->events.len >= s->options.bounds.depth) {
        s->counts.stopped = STOP_DEPTH;
        return false;
    }
    state_push(s->st, step.actor, step.outcome);
    return true;
}

void search_pop(struct search *s)
{
    state_pop(s->st);
}

static bool any_failed(const struct state *st)
{
    for (uint32_t a = 0; a < st->nactors; a++)
        if (st->actor[a].failed)
            return true;
    return false;
}

bool search_keeps(struct search *s)
{
    s->execution.news |= s->role == ROLE_WORKER;
    return s->role != ROLE_WORKER;
}

static struct shown *find_shown(const struct search *s, struct digest what)
{
    for (size_t i = 0; i < s->shown.len; i++)
        if (s->shown.at[i].what.lo == what.lo && s->shown.at[i].what.hi == what.hi)
            return &s->shown.at[i];
    return NULL;
}

static struct shown *shown(struct search *s, struct digest what)
{
    struct shown *known = find_shown(s, what);
    if (known)
        return known;
    vec_push(&s->shown, (struct shown){.what = what});
    return &vec_last(&s->shown);
}

void search_count_shown(struct search *s, struct digest what, uint64_t executions)
{
    shown(s, what)->executions += executions;
}

void search_kept_before(struct search *s, struct digest what, uint64_t executions)
{
    struct shown *x = shown(s, what);
    x->kept = x->told = true;
    x->executions = executions;
}

uint64_t search_shown(const struct search *s, struct digest what)
{
    const struct shown *x = find_shown(s, what);
    return x ? x->executions : 0;
}

bool search_has_told(const struct search *s, struct digest what)
{
    const struct shown *x = find_shown(s, what);
    return x && x->told;
}

/* ---- paths ---- */

int ways_compare(const ways_vec *a, const ways_vec *b)
{
    size_t n = a->len < b->len ? a->len : b->len;
    for (size_t i = 0; i < n; i++)
        if (a->at[i] != b->at[i])
            return a->at[i] < b->at[i] ? -1 : 1;
    return a->len < b->len ? -1 : a->len > b->len;
}

void ways_copy(ways_vec *to, const ways_vec *from)
{
    to->len = 0;
    for (size_t i = 0; i < from->len; i++)
        vec_push(to, from->at[i]);
}

const ways_vec *search_path(struct search *s)
{
    if (!s->place.path || s->execution.sampling)
        return NULL;
    if (!s->place.here_known) {
        s->place.here.len = 0;
        s->place.path(s->place.tree, &s->place.here);
    }
    s->place.here_known = true;
    return &s->place.here;
}

void search_set_path(struct search *s, const ways_vec *path)
{
    s->place.here_known = path;
    if (path)
        ways_copy(&s->place.here, path);
}

bool search_is_typical(struct search *s)
{
    enum { MOST = 64 }; /* samples, or choices at which the second way is looked at */
    if (!s->place.path)
        return s->sample < MOST;
    if (!s->place.here_known && s->place.deviations > 1)
        return false;
    const ways_vec *path = search_path(s);
    uint32_t other = 0;
    for (size_t i = 0; path && i < path->len; i++) {
        other += path->at[i];
        if (other > 1 || (path->at[i] && i >= MOST))
            return false;
    }
    return path;
}

/* ---- what executions show ---- */

/* Is this execution kept back, until it is known whether another one comes before it? */
static bool is_kept_back(const struct search *s)
{
    return s->place.path && !s->execution.urgent && !s->options.first &&
           (s->role == ROLE_WORKER || (s->role == ROLE_ALONE && s->gathers));
}

bool search_comes_before(struct search *s, const ways_vec *path)
{
    return is_kept_back(s) && !s->execution.sampling &&
           ways_compare(search_path(s), path) < 0;
}

/* Of all executions of this process that show it, is this the first one of the tree? */
static bool comes_first(struct search *s, const struct shown *x)
{
    if (!x->kept || x->told || s->execution.sampling)
        return !x->kept;
    return x->beside || ways_compare(search_path(s), &x->path) < 0;
}

static void keep_back(struct search *s, struct shown *x)
{
    x->beside = s->execution.sampling;
    if (!x->beside)
        ways_copy(&x->path, search_path(s));
    vec_push(&s->execution.fresh, x->what);
}

struct shown *search_shows(struct search *s, struct digest what)
{
    if (s->execution.holds_back)
        return NULL;
    struct shown *x = shown(s, what);
    bool back = is_kept_back(s), first = back ? comes_first(s, x) : !x->told;
    bool again = x->kept && x->last == s->judged;
    x->kept = true;
    x->last = s->judged;
    /* an execution that a worker has sent is counted by the worker */
    x->executions += !again && s->role != ROLE_FIRST && !s->execution.sampling;
    if (first && back)
        keep_back(s, x);
    if (!first || back)
        return NULL;
    x->told = true;
    return search_keeps(s) ? x : NULL;
}

bool search_agrees(struct search *s, bool possible)
{
    struct program *p = s->st->program;
    if (possible)
        return true;
    if (s->cluster && s->role == ROLE_FIRST) {
        cluster_differs(s->cluster);
        return false;
    }
    if (p->ops->process)
        p->ops->process->differs(p);
    assert(possible && "an execution was explored that is not possible");
    return false;
}

static bool is_possible(struct search *s, struct step step)
{
    size_t i = 0;
    s->outcomes.len = 0;
    if (!state_enabled(s->st, step.actor))
        return false;
    state_outcomes(s->st, step.actor, &s->outcomes);
    while (i < s->outcomes.len && s->outcomes.at[i] != step.outcome)
        i++;
    return i < s->outcomes.len;
}

bool search_repeat(struct search *s, const char *steps, size_t bytes)
{
    struct step step;
    for (size_t at = 0; at + sizeof step <= bytes; at += sizeof step) {
        memcpy(&step, steps + at, sizeof step);
        if (!search_agrees(s, is_possible(s, step))) {
            while (s->st->events.len)
                search_pop(s);
            return false;
        }
        state_push(s->st, step.actor, step.outcome);
    }
    return true;
}

void search_judge(struct search *s)
{
    s->judged++;
    s->execution.urgent = false;
    s->execution.fresh.len = 0;
    if (s->on_execution)
        s->on_execution(s, s->context);
}

/* A loop of the actor that looks at a window, or at a cell, was not followed any further.
 */
static void note_cut(struct search *s, uint32_t actor, uint64_t rounds)
{
    struct program *p = s->st->program;
    const struct op *op = &s->st->actor[actor].pending;
    if (s->counts.stopped >= STOP_POLLS)
        return;
    s->counts.stopped = s->counts.cut = STOP_POLLS;
    s->counts.loop = (struct poll_loop){true, actor, program_site(p, op), rounds};
}

/* This first execution was cut because the actor has looked too often, all by itself:
 * shall it look more often? */
static bool is_short(const struct search *s, uint32_t actor)
{
    return !s->options.polls && !s->settled && s->role == ROLE_ALONE &&
           !s->execution.sampling && !s->counts.executions && !s->counts.redundant &&
           round_is_own(s->st, actor);
}

static bool has_threads(const struct program *p)
{
    return p->ops->objects && p->ops->objects->goes_on && p->nobjects;
}

enum round_end search_round(const struct search *s, uint32_t *actor)
{
    enum round_end end =
        has_threads(s->st->program) ? sync_judge(s->st, actor) : ROUND_NONE;
    if (end == ROUND_NONE && s->st->program->windows) /* threads of ranks look, too */
        end = round_judge(s->st, actor);
    return end;
}

/* In programs with windows, or threads: is the execution moot, because an actor that
 * spins would go on? Then only its races are told. */
static bool is_moot(struct search *s)
{
    uint32_t actor;
    bool threads = has_threads(s->st->program);
    enum round_end end = search_round(s, &actor);
    if (end != ROUND_NONE && op_family(s->st->actor[actor].pending.kind) != FAMILY_SYNC)
        threads = false; /* it looks at a window, or for messages */
    switch (end) {
    case ROUND_NONE:
        break;
    case ROUND_MOOT:
        s->counts.redundant++;
        s->st->moot = true;
        search_judge(s);
        s->st->moot = false;
        return true;
    case ROUND_ENDLESS:
        s->st->endless = actor + 1;
        break;
    case ROUND_CUT:
        if (!threads && is_short(s, actor)) {
            s->longer = true;
            s->counts.stopped = STOP_ROOM;
            return true;
        }
        s->st->cut = true;
        note_cut(s, actor,
                 threads ? (uint64_t)s->st->actor[actor].pending.value
                         : round_limit(s->st, actor));
        break;
    }
    return false;
}

void search_end_complete(struct search *s)
{
    if (matching_refused_in_vain(s->st) || is_moot(s))
        return;
    if (s->execution.sampling) {
        search_judge(s);
        return;
    }
    if (s->audit.traces)
        set128_add(&s->audit.names, s->st->trace);
    /* the worker has counted it as redundant */
    bool counted = s->role == ROLE_FIRST && s->execution.known;
    s->execution.known = s->count_traces && !set128_add(&s->traces, s->st->trace);
    s->counts.executions += s->role != ROLE_FIRST;
    s->counts.redundant += s->execution.known && !counted;
    if (s->role == ROLE_WORKER && s->count_traces) {
        s->execution.news |= !s->execution.known; /* the first process knows whether any
                                 other worker has seen it */
    } else if (!s->execution.known) {
        s->counts.failures += any_failed(s->st);
        s->counts.deadlocks += !s->st->endless && wait_deadlocked(s->st);
    }
    search_judge(s);
    if (s->st->program->windows || has_threads(s->st->program))
        s->st->endless = s->st->cut = 0;
}

void search_end_redundant(struct search *s)
{
    s->counts.redundant++;
}

/* Is this a poll that fails? Steps that do not fail are offered first, so that a
 * program which polls until something happens gets to see it happen. Among failing
 * polls, the actor that has waited longest comes first. */
static bool fails(struct step step)
{
    return step.outcome == OUTCOME_FALSE;
}

static uint32_t newest_event(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    return a->events.len ? vec_last(&a->events) + 1 : 0;
}

static void move_failures_back(const struct state *st, size_t first, steps_vec *steps)
{
    steps_vec failing = {0};
    size_t kept = first;
    for (size_t i = first; i < steps->len; i++)
        if (fails(steps->at[i]))
            vec_push(&failing, steps->at[i]);
        else
            steps->at[kept++] = steps->at[i];
    for (size_t i = 1; i < failing.len; i++)
        for (size_t j = i; j && newest_event(st, failing.at[j].actor) <
                                    newest_event(st, failing.at[j - 1].actor);
             j--) {
            struct step older = failing.at[j];
            failing.at[j] = failing.at[j - 1];
            failing.at[j - 1] = older;
        }
    for (size_t i = 0; i < failing.len; i++)
        steps->at[kept++] = failing.at[i];
    vec_free(&failing);
}

void search_enabled(struct search *s, steps_vec *steps)
{
    bool any_fails = false;
    size_t first = steps->len; /* steps before this one were in the list already */
    for (uint32_t a = 0; a < s->st->nactors; a++) {
        s->outcomes.len = 0;
        state_outcomes(s->st, a, &s->outcomes);
        for (size_t i = 0; i < s->outcomes.len; i++) {
            struct step step = {a, s->outcomes.at[i]};
            any_fails |= fails(step);
            vec_push(steps, step);
        }
    }
    if (any_fails)
        move_failures_back(s->st, first, steps);
}

struct search_counts search_counted(const struct search *s)
{
    struct search_counts c = s->counts;
    c.traces = s->count_traces ? s->traces.len : c.executions;
    c.transitions += s->st->pushes;
    c.turn = s->turn;
    return c;
}
