/* SPDX-License-Identifier: Apache-2.0
 *
 * states.c - the search; see states.h and docs/algorithms/states.md.
 *
 * 1. Every node that is found is explored for one rank: all its matches and all outcomes
 * of its operation.
 * 2. Summaries of what may come (summary.h) are computed backwards over what is explored,
 *    as a least fixpoint.
 * 3. Where something may come without any of the acts that are explored at a node,
 * another rank is explored there as well.
 * 4. If a rank could act at every node of a cycle, it acts at one of them.
 * This is repeated until nothing is added. */
#include "explore/states/states.h"
#include "explore/sample/audit.h"
#include "explore/share/cluster.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "explore/states/order.h"
#include "explore/states/try.h"

#include <string.h>

/* ---- tasks ---- */

/* The order in which nodes are explored is that of t->todo: as they were found, or as
 * order.h says. */
void states_want(struct states *t, uint32_t node, uint32_t rank)
{
    struct states_task task = {.node = node, .rank = rank, .walk = NOWHERE};
    if (t->order)
        order_want(t, task);
    else
        vec_push(&t->todo, task);
}

static uint32_t label_of(struct states *t, const struct states_report *r,
                         const struct states_found *f)
{
    struct states_label label = {.step = f->step, .steps = f->steps};
    if (f->label != NOWHERE)
        return f->label;
    if (r->is.has_facts)
        label.facts = states_facts(t, r->facts.at + f->facts, f->nfacts);
    return states_label(t, &label);
}

size_t states_drop_done(struct states *t)
{
    enum { MANY = 1 << 14 };
    size_t n = t->next;
    if (n < MANY || n < t->todo.len - n)
        return 0;
    t->todo.len -= n;
    memmove(t->todo.at, t->todo.at + n, t->todo.len * sizeof *t->todo.at);
    t->next = 0;
    return n;
}

/* Adds what was found by a rank's steps from the node. */
static void take_found(struct states *t, uint32_t node, const struct states_report *r)
{
    for (size_t i = 0; i < r->found.len; i++) {
        const struct states_found *f = &r->found.at[i];
        bool is_new;
        uint32_t to =
            f->part == PART_HERE
                ? states_find(t, r->bytes.text + f->at, f->length, f->settled, &is_new)
                : states_find_place(t, f->part, f->place, f->settled, &is_new);
        states_connect(t, node, label_of(t, r, f), to, is_new);
        if (!is_new)
            continue;
        order_found(t, (uint32_t)t->edges.len - 1, (uint32_t)i);
        states_want(t, to, NOWHERE);
    }
    t->w.interferes |= r->is.interferes;
    t->minds |= r->is.minds;
    t->s->counts.states += r->is.passed;
    t->w.furthest = r->is.furthest > t->w.furthest ? r->is.furthest : t->w.furthest;
}

static void tell_end(struct states *t, uint32_t node)
{
    order_shorten(t);
    struct states_end e = {0};
    const char *world = states_world(t, node);
    if (!world)
        return;
    world_unpack(&t->w, world);
    states_judge_end(t, &e);
    states_tell(t, node, &e, false);
    vec_free(&e.round);
}

/* Notes that a rank is not followed any further. Where nobody else goes on, failures so
 * far are reported. */
static void take_cut(struct states *t, uint32_t node, const struct states_report *r)
{
    struct search_counts *c = &t->s->counts;
    if (r->is.loop.known)
        c->loop = r->is.loop;
    if (!r->is.cut)
        return;
    if (!c->cut)
        c->cut = STOP_POLLS;
    if (r->is.failed)
        states_tell(t, node, &(struct states_end){.cut = true}, false);
}

/* Adds what a task has found. */
static void add_report(struct states *t, struct states_task task,
                       const struct states_report *r)
{
    struct search *s = t->s;
    struct states_node *n = node_at(t, task.node);
    if (task.rank == NOWHERE) {
        n->looked = true;
        n->open = r->is.open;
        t->opened |= r->is.open;
        n->halted = r->is.halted;
        t->halted |= r->is.halted;
        n->end = r->is.end;
        n->ends_well = r->is.ends_well;
    }
    take_found(t, task.node, r);
    if (task.rank != NOWHERE)
        return;
    take_cut(t, task.node, r);
    if (r->is.tell || (r->shows.len && s->worth(s, s->context, &r->shows)))
        tell_end(t, task.node);
    else if (r->is.end)
        s->counts.executions++;
}

static void tidy(struct states *);

static void take_report(struct states *t, struct states_task task,
                        const struct states_report *r)
{
    add_report(t, task, r);
    order_done(t, task);
    if (order_tidies(t))
        tidy(t);
}

enum stop_reason states_is_too_far(struct states *t, struct states_task task,
                                   struct poll_loop *loop)
{
    const struct states_node *n = node_at(t, task.node);
    uint64_t depth = t->s->options.bounds.depth;
    struct poll_loop unused;
    loop = loop ? loop : &unused;
    return task.rank != NOWHERE                 ? STOP_NO
           : depth && n->steps >= depth         ? STOP_DEPTH
           : states_pile_up(t, task.node, loop) ? STOP_PILES
           : states_look_on(t, task.node, loop) ? STOP_POLLS
                                                : STOP_NO;
}

bool states_leave_out(struct states *t, struct states_task task)
{
    struct states_node *n = node_at(t, task.node);
    struct search_counts *c = &t->s->counts;
    struct poll_loop loop = {0};
    enum stop_reason why = states_is_too_far(t, task, &loop);
    if (!why)
        return false;
    if (!c->cut || why == STOP_DEPTH) {
        c->cut = why;
        c->loop = loop;
    }
    n->end = n->looked = true; /* as far as is known */
    return true;
}

static bool do_task(struct states *t, struct states_task task)
{
    const struct states_node *n = node_at(t, task.node);
    struct states_place at = {states_world(t, task.node), n->unsettled, n->lean};
    if (!t->order && states_leave_out(t, task))
        return true;
    /* Facts will be needed; ranks would have to be run again for them. */
    t->wants_facts |= n->lean && t->opened && t->w.interferes & t->minds;
    if (!states_look(t, at, task.rank, &t->report))
        return false;
    take_report(t, task, &t->report);
    return true;
}

static bool any_open(const struct states *t)
{
    for (uint32_t i = 0; i < t->nodes.len; i++)
        if (node_at(t, i)->open)
            return true;
    return false;
}

/* ---- the search ---- */

static bool within_bounds(struct states *t)
{
    uint64_t most = t->s->options.memory;
    const struct program *p = t->locals.program;
    uint64_t images = program_stored(p);
    images += crew_memory(t);
    if (most &&
        (t->used + t->shelf.bytes + t->locals.bytes + summaries_bytes(&t->sums) + images >
             most ||
         crew_far_memory(t) > most))
        t->s->counts.stopped = STOP_MEMORY;
    return search_go_on(t->s);
}

/* Do histories meet? A tree of outcomes has as many ways as nodes; here each way to a
 * node goes on with every edge from it. False if they do not, or too seldom. */
static bool worth_it(struct states *t)
{
    enum { SOME = 64 };
    struct search *s = t->s;
    bool all = t->nodes.len >= s->turn_limits.sample || search_seconds(s) > t->deadline;
    if (!t->trying || (!all && t->nodes.len % SOME))
        return true;
    s->turn.states = t->nodes.len;
    s->turn.ways = t->ways;
    bool merges = t->ways >= s->turn_limits.merge * (double)t->nodes.len;
    t->trying = !merges && !all;
    return merges || !all;
}

/* May the next task be done? */
static bool go_on(struct states *t)
{
    if (worth_it(t)) {
        states_save_if_due(t);
        return within_bounds(t);
    }
    t->s->counts.stopped = STOP_TURN;
    return false;
}

/* Several processes are worth their start if there is something to do for them; those of
 * a cluster wait anyway. */
static bool has_crew(struct states *t)
{
    const struct search *s = t->s;
    uint32_t jobs = s->options.jobs ? s->options.jobs : 1;
    if (!t->crew && search_is_shared(s) && !t->trying && !s->options.exact &&
        order_waiting(t) >= (s->cluster ? 1 : s->sizes.crew_tasks) &&
        !crew_start(t, jobs))
        t->s->counts.stopped = STOP_WORKER;
    return t->crew;
}

static bool find_all(struct states *t)
{
    while (order_fill(t)) {
        if (has_crew(t) ? !crew_work(t, go_on, take_report)
                        : !go_on(t) || !do_task(t, t->todo.at[t->next++]))
            return false;
        states_drop_done(t);
    }
    t->next = t->todo.len = 0;
    return true;
}

/* Finds the first node, or takes what an earlier search has found. */
static bool begin(struct states *t)
{
    const struct frontier *f = t->s->frontier;
    bool settled, is_new;
    uint64_t before = t->s->st->pushes;
    if (f && f->graph.nodes) {
        if (!states_load(t, &f->graph))
            return false;
        t->s->counts.states = f->counts.states; /* with those that were passed */
        order_begin_if_due(t);
        order_load_nodes(t, &f->graph);
        return true;
    }
    world_start(&t->w);
    states_touch_all(t);
    if (!states_settle(t, false, NULL, NULL, &settled))
        return false;
    t->bytes.len = 0;
    world_pack(&t->w, &t->bytes);
    states_want(t, states_find(t, t->bytes.text, t->bytes.len, settled, &is_new),
                NOWHERE);
    t->ways = node_at(t, 0)->ways = 1;
    node_at(t, 0)->steps = (uint32_t)(t->s->st->pushes - before);
    t->w.interferes = 0; /* what comes before the first node interferes with nobody */
    return true;
}

/* Completes what was found so far: a bug may lie there, and not where there are tasks
 * left. What comes later is completed again. */
static void tidy(struct states *t)
{
    bool grew = false;
    states_update(t);
    states_complete_nodes(t, &grew);
    t->updates = 0;
}

/* Explores everything. False if it was stopped, or the explorer cannot go on. */
static bool run(struct states *t)
{
    for (bool grew = true; grew;) {
        grew = false;
        if (!find_all(t))
            return false;
        if (!any_open(t))
            break;
        t->wants_facts = t->w.interferes & t->minds;
        if (t->wants_facts && !states_update(t))
            return false;
        states_complete_nodes(t, &grew);
        if (!grew)
            states_complete_cycles(t, &grew);
        if (search_stopped(t->s)) /* a world that was needed is lost */
            return false;
    }
    return true;
}

/* Reports halts from which every rank can come to its end, if sends do not wait. Where it
 * cannot, a deadlock was reported; but not if the search was stopped. */
static void tell_halts(struct states *t, bool complete)
{
    if (!t->halted)
        return;
    bool *good = mem_alloc(t->nodes.len + 1);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        good[i] = node_at(t, i)->ends_well;
    states_mark_backwards(t, good);
    for (uint32_t i = 0; i < t->nodes.len; i++) {
        if (!node_at(t, i)->halted || node_at(t, i)->told || (complete && !good[i]))
            continue;
        const char *world = states_world(t, i);
        if (!world)
            break;
        node_at(t, i)->told = true;
        struct states_end e = {0};
        world_unpack(&t->w, world);
        states_judge_end(t, &e);
        states_tell(t, i, &e, true);
        vec_free(&e.round);
        if (search_stopped(t->s))
            break;
    }
    free(good);
}

/* Is there a node from which no end can be reached? */
static bool never_ends(const struct states *t)
{
    if (!t->turns)
        return false;
    bool *ends = mem_alloc(t->nodes.len + 1), never = false;
    for (uint32_t i = 0; i < t->nodes.len; i++)
        ends[i] = node_at(t, i)->end || node_at(t, i)->out == NOWHERE;
    states_mark_backwards(t, ends);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        never |= !ends[i];
    free(ends);
    return never;
}

/* For the audit: the states of ranks. */
static void remember_locals(const struct states *t)
{
    for (size_t i = 0; i < t->locals.at.len; i++) {
        const struct local *l = t->locals.at.at[i];
        if (l && l->here)
            set128_add(&t->s->audit.states, audit_state(l->rank, l->name));
    }
}

/* It is tried for so long whether states merge: bugs wait to be found otherwise. */
#define LONGEST 3.0 /* seconds */

bool states_share(struct states *t)
{
    struct program *p = t->locals.program;
    return t->locals.registry || ((!p->ops->sharing || p->ops->sharing->share(p, true)) &&
                                  locals_share(&t->locals));
}

void states_open(struct states *t)
{
    struct search *s = t->s;
    struct program *p = s->st->program;
    double now = search_seconds(s), longer = 3 * now + s->turn_limits.seconds;
    t->deadline = longer < now + LONGEST ? longer : now + LONGEST;
    t->saved = now;
    t->save_every = search_save_every(s);
    s->counts.by_states = true;
    locals_init(&t->locals, p, s->options.exact, s->options.polls);
    world_init(&t->w, &t->locals, p->buffering);
    world_init(&t->trial, &t->locals, p->buffering);
    t->w.patient = t->trial.patient = s->counts.patient;
    summaries_init(&t->sums);
    choices_init(&t->choices, p->nactors);
    if (t->locals.failed)
        t->unable = INSTEAD_UNRECOGNISED;
}

void states_close(struct states *t)
{
    struct program *p = t->locals.program;
    crew_end(t);
    if (t->locals.registry && p->ops->sharing)
        p->ops->sharing->share(p, false);
    order_free(t);
    choices_free(&t->choices, t->w.n);
    states_report_free(&t->report);
    for (size_t i = 0; i < STATES_TRIED; i++)
        str_free(&t->tried[i].bytes);
    summaries_free(&t->sums);
    world_free(&t->trial);
    world_free(&t->w);
    vec_free(&t->moves);
    str_free(&t->bytes);
    states_free_graph(t);
    locals_free(&t->locals);
}

/* Goes on with the numbers of the search that is resumed. */
static void take_counts(struct search *s)
{
    struct frontier *f = s->frontier;
    if (!f || frontier_is_empty(f))
        return;
    frontier_tell_shown(f, s, f->graph.nodes);
    if (!f->graph.nodes) /* outcomes: all is explored again */
        return;
    s->counts = f->counts;
    s->counts.stopped = s->counts.cut;
    s->counts.states = 0; /* nodes are counted as they are found again */
    s->before = f->counts.executions;
}

/* fewer tell nothing about whether states merge */
#define SOME_NODES 1000

/* *divided says whether numbers were shared with other processes. */
static void explore(struct search *s, bool trying, enum instead *unable, bool *divided)
{
    struct states t = {.s = s, .trying = trying};
    take_counts(s);
    states_open(&t);
    /* Other machines must be told how each local state was found, from the start. */
    if (s->cluster && !t.unable && !s->options.exact && !states_share(&t))
        t.unable = INSTEAD_UNRECOGNISED;
    bool begun = !t.unable && begin(&t), complete = begun && run(&t);
    if (t.order)
        order_retrace(&t);
    if (begun && !t.unable && s->counts.stopped != STOP_TURN)
        tell_halts(&t, complete);
    if (complete && !s->counts.stopped && s->counts.cut)
        s->counts.stopped = s->counts.cut;
    else if (complete && !s->counts.stopped && never_ends(&t))
        s->counts.stopped = STOP_CIRCLE;
    if (complete && !s->counts.stopped)
        states_count_outcomes(&t, &s->counts);
    if (complete && !s->counts.stopped && s->audit.by_states)
        remember_locals(&t);
    if (!t.unable && t.nodes.len >= SOME_NODES &&
        t.ways < s->turn_limits.merge * (double)t.nodes.len)
        states_tell_difference(&t);
    bool given_up = s->counts.stopped == STOP_TURN ||
                    (trying && s->counts.stopped == STOP_MEMORY); /* match goes on */
    if (s->frontier && !t.unable && !given_up)
        states_leave_rest(&t, begun);
    *unable = t.unable;
    *divided = t.locals.registry;
    states_close(&t);
    if (s->frontier)
        s->frontier->program = item_program(s->st->program);
}

static enum instead known_unable(const struct search *s)
{
    const struct program_merging *ops = s->st->program->ops->merging;
    return s->options.exact && !ops->same ? INSTEAD_INEXACT
           : !ops->identify               ? INSTEAD_UNRECOGNISED
                                          : INSTEAD_NOT;
}

/* What was reported is true, and is counted again by whoever explores next. */
static void count_again(struct search *s)
{
    for (size_t i = 0; i < s->shown.len; i++)
        s->shown.at[i].executions = 0;
}

static void begin_again(struct search *s, bool patient)
{
    search_count_anew(s);
    s->counts.patient = patient;
    count_again(s);
}

/* Explores again, as other processes do that have taken part. */
static void explore_again(struct search *s, bool trying, bool patient,
                          enum instead *unable, bool *divided)
{
    begin_again(s, patient);
    if (s->cluster)
        cluster_turn(s->cluster, true);
    explore(s, trying, unable, divided);
}

/* It is assumed that no receive is cancelled until a rank does that. And processes may
 * fail to agree on names, where those of one machine, or one of them alone, do not need
 * that. */
static void explore_somehow(struct search *s, bool trying, enum instead *unable)
{
    uint32_t jobs = s->options.jobs;
    struct cluster *cluster = s->cluster;
    bool divided;
    explore(s, trying, unable, &divided);
    if (*unable == INSTEAD_CANCELS) {
        if (s->frontier && s->frontier->counts.by_states)
            frontier_forget_items(s->frontier);
        explore_again(s, trying, true, unable, &divided);
    }
    bool patient = s->counts.patient;
    if (*unable && divided && cluster) {
        cluster->did.alone = true;
        cluster->did.owners = 0;
        s->cluster = NULL;
        explore_again(s, trying, patient, unable, &divided);
    }
    if (*unable && divided) {
        s->options.jobs = 1;
        explore_again(s, trying, patient, unable, &divided);
    }
    s->options.jobs = jobs;
    s->cluster = cluster;
}

/* Outcomes are explored instead. */
static void explore_outcomes(struct search *s)
{
    if (s->cluster)
        cluster_turn(s->cluster, false);
    match_run(s);
}

void states_run(struct search *s)
{
    enum instead unable = known_unable(s);
    const struct frontier *f = s->frontier;
    if (s->cluster && s->cluster->rank) {
        states_follow(s, true);
        return;
    }
    bool whole = f && f->items.len == 1 && !f->items.at[0].ways.len; /* after --once */
    if (f && f->items.len && !whole) {
        explore_outcomes(s);
        s->counts.instead = INSTEAD_RESUMED;
        return;
    }
    if (!unable)
        explore_somehow(s, false, &unable);
    if (!unable)
        return;
    search_count_anew(s);
    s->counts.instead = unable;
    count_again(s);
    explore_outcomes(s);
}

bool states_try(struct search *s)
{
    struct search_counts counts = s->counts;
    uint64_t before = s->before;
    VEC(uint64_t) executions = {0};
    enum instead unable = known_unable(s);
    for (size_t i = 0; i < s->shown.len; i++)
        vec_push(&executions, s->shown.at[i].executions);
    count_again(s);
    search_count_anew(s);
    if (!unable)
        explore_somehow(s, true, &unable);
    enum stop_reason stopped = s->counts.stopped;
    bool explored = !unable && stopped != STOP_TURN && stopped != STOP_MEMORY;
    s->turn.unable = unable;
    s->turn.why = explored                 ? TURN_MERGES
                  : unable                 ? TURN_UNABLE
                  : stopped == STOP_MEMORY ? TURN_MEMORY
                                           : TURN_FAILS;
    if (!explored) {
        s->counts = counts;
        s->before = before;
        count_again(s);
        for (size_t i = 0; i < executions.len; i++)
            s->shown.at[i].executions = executions.at[i];
    }
    vec_free(&executions);
    return explored;
}
