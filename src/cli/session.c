/* SPDX-License-Identifier: Apache-2.0
 *
 * session.c - see session.h. */
#include "base/process.h"
#include "check/resume.h"
#include "cli/cluster.h"
#include "cli/cluster_end.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/scope.h"
#include "cli/session.h"
#include "cli/session_findings.h"
#include "cli/options.h"
#include "explore/sample/audit.h"
#include "kernel/matching.h"
#include "kernel/schedule.h"
#include "kernel/round.h"
#include "kernel/wait.h"
#include "report/sampled.h"
#include "judge/judge.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show_progress(struct search *s, void *context)
{
    struct session *n = context;
    collect_tell(&n->collector, false);
    progress_show(&n->progress, &s->counts, search_seconds(s));
}

static void count_outcomes(struct session *n, const struct search *s)
{
    for (size_t i = 0; i < s->shown.len; i++)
        if (s->shown.at[i].keeper)
            n->collector.summary.findings.at[s->shown.at[i].keeper - 1]->outcomes =
                s->shown.at[i].executions;
}

static void summarize(struct session *n, const struct search *s)
{
    struct summary *m = &n->collector.summary;
    m->counts = search_counted(s);
    m->by_states = m->counts.by_states;
    m->algorithm = explorer_used(n->explorer, &m->counts)->name;
    m->elapsed = search_seconds(s);
    m->stopped = stop_reason_text(s->counts.stopped);
    if (stop_has_loop(&s->counts)) {
        struct program *p = s->st->program;
        struct op op = {.where = (uint32_t)s->counts.loop.site};
        struct location at = p->ops->words->location(p, s->counts.loop.rank, &op);
        struct str place = {0};
        str_addf(&place, "%s:%u", at.file, at.line);
        stop_loop_text(&s->counts, program_name(p, s->counts.loop.rank), str_text(&place),
                       &n->loop);
        str_free(&place);
        m->stopped = str_text(&n->loop);
    }
    if (s->counts.stopped == STOP_WORKER && s->cluster && s->cluster->lost[0]) {
        str_addf(&n->loop, "%s (%s)", m->stopped, s->cluster->lost);
        m->stopped = str_text(&n->loop);
    }
    count_outcomes(n, s);
    if (!s->counts.stopped && n->check)
        n->check(n);
    bool found = m->findings.len || m->mismatches.len || m->earlier.len || m->before;
    m->verdict = found               ? MZ_FOUND
                 : n->fault.len      ? MZ_UNSUPPORTED
                 : s->counts.stopped ? MZ_INCOMPLETE
                                     : MZ_OK;
    if (n->fault.len)
        m->stopped = str_text(&n->fault);
}

int session_finish(struct session *n)
{
    struct str s = {0};
    int code = (int)n->collector.summary.verdict;
    progress_clear(&n->progress);
    for (size_t i = 0; i < n->collector.summary.mismatches.len; i++)
        str_addf(&s, "error[expectation]: %s\n", n->collector.summary.mismatches.at[i]);
    if (!n->collector.style.quiet || n->collector.summary.verdict != MZ_OK)
        text_summary(&n->collector.summary, &n->collector.style, &s);
    if (n->o->verbose) {
        str_addf(&s, "          ");
        str_count(&s, n->collector.summary.counts.transitions);
        str_addf(&s, " transitions");
        if (n->collector.summary.counts.peak_events) {
            str_addf(&s, ", at most ");
            str_count(&s, n->collector.summary.counts.peak_events);
            str_addf(&s, " events remembered at once");
        }
        str_addf(&s, "\n");
        if (cluster_here())
            cluster_tell_traffic(&cluster_here()->did, &s);
        text_turn(&n->collector.summary, &s);
    }
    collect_say(&n->collector, &s);
    str_free(&s);
    return outputs_write(n->o, &n->collector.summary, code);
}

/* ---- what is left, and what was found so far ---- */

/* In how many outcomes findings show, also those of the searches that this one resumes.
 */
static void count_found(struct session *n, const struct search *s)
{
    const struct frontier *f = s->frontier;
    for (size_t i = 0; i < f->shown.len; i++)
        resume_count_earlier(
            &n->collector.summary,
            &(struct known){f->shown.at[i].what, search_shown(s, f->shown.at[i].what)},
            &s->options);
    count_outcomes(n, s);
}

static void on_save(struct search *s, void *context, const struct frontier *left)
{
    struct session *n = context;
    struct frontier f = *left;
    f.runs.seen = (__typeof__(f.runs.seen)){0}; /* our own */
    count_found(n, s);
    findings_save_seen(s, &f);
    resume_save_meanwhile(&n->collector.summary, &f, &n->facts);
    vec_free(&f.runs.seen);
}

static void explore_resumable(struct session *n, const struct explorer *e,
                              struct search *s, struct frontier *f)
{
    s->frontier = f;
    resume_take_found(&n->collector.summary, f, &s->options);
    progress_resume(&n->progress, &f->counts);
    findings_take_seen(n, s, f);
    explorer_run(e, s);
    count_found(n, s);
    findings_save_seen(s, f);
    if (s->counts.stopped && !frontier_is_empty(f))
        resume_save(&n->collector.summary, f, &n->facts);
    else if (s->counts.stopped == STOP_WORKER)
        resume_tell_saved(&n->collector.summary);
}

void session_add_estimate(struct summary *m, const struct explorer *e,
                          const struct search_options *o)
{
    struct str note = {0};
    sampled_text(&m->counts, e->samples == SAMPLES_OUTCOMES, o->pct_depth, &note);
    m->note = note.text;
}

/* --audit: is an execution by chance one of those that were explored? */
static void audit(struct session *n, struct search *s)
{
    struct search again;
    if (!audit_is_due(s) || n->collector.summary.findings.len)
        return;
    n->recounts = true;
    enum audit_result r = audit_run(&again, s);
    n->recounts = false;
    if (r != AUDIT_PASSED) {
        str_addf(&n->fault,
                 "an execution that was played by chance (--audit) %s; its schedule: ",
                 audit_text(r));
        schedule_print(again.st, NULL, &n->fault);
        str_addf(&n->fault, "\n          fix: %s", reason_remedy(REASON_AUDIT));
    }
    audit_over(&again);
}

bool session_explore(struct session *n, const struct explorer *e, struct search *s)
{
    const struct options *o = n->o;
    struct frontier f = {0};
    struct str why = {0};
    bool other = cluster_is_other(); /* only process 0 has the frontier, and reports */
    if (o->resume && !other &&
        (!frontier_read(&f, o->resume, &why) || !frontier_suits(&f, e, o->resume, &why) ||
         !frontier_fits(&f, &n->facts, o->resume, &why) ||
         !frontier_belongs(&f, item_program(s->st->program), o->resume, &why))) {
        frontier_free(&f);
        usage_error("%s", str_text(&why));
        str_free(&why);
        return false;
    }
    s->options = o->search;
    n->collector.summary.interleavings = e->interleavings;
    n->explorer = e;
    s->cluster = cluster_here();
    if (s->cluster)
        cluster_take_facts(s->cluster, &n->shared);
    s->interrupt = interrupt_watch();
    s->patience = progress_patience();
    s->on_execution = findings_judge;
    s->on_tick = show_progress;
    s->on_save = on_save;
    s->context = n;
    progress_begin(&n->progress, o->quiet, o->verbose);
    n->progress.processes = s->cluster ? s->cluster->size : 0;
    if (e->takes & TAKES_RESUME && !other)
        explore_resumable(n, e, s, &f);
    else
        explorer_run(e, s);
    frontier_free(&f);
    if (!cluster_leave(&(struct cluster_known){.program = item_program(s->st->program),
                                               .facts = &n->shared,
                                               .interrupt = s->interrupt}))
        return false;
    if (other)
        return true;
    audit(n, s);
    summarize(n, s);
    cluster_describe(&n->collector.summary);
    findings_decide(n, s);
    collect_tell(&n->collector, true);
    resume_done(&n->collector.summary, o->resume);
    if (e->samples)
        session_add_estimate(&n->collector.summary, e, &s->options);
    return true;
}

/* Can some actor make a step that has an effect? */
static bool can_go_on(struct state *st)
{
    uint32_t endless = 0;
    size_t before = st->events.len;
    for (uint32_t a = st->nactors; a-- > 0;) {
        if (!state_enabled(st, a))
            continue;
        if (a >= st->program->nactors || !st->program->matching || !wait_spins(st, a))
            return true;
        while (st->events.len > before)
            state_pop(st);
        endless = a + 1;
    }
    st->endless = endless;
    return false;
}

/* Does an actor that goes round in a loop on a window do so for ever? */
static void judge_spinning(struct state *st)
{
    uint32_t actor;
    enum round_end end = round_judge(st, &actor);
    st->moot = end == ROUND_MOOT;
    st->cut = end == ROUND_CUT;
    if (end == ROUND_ENDLESS)
        st->endless = actor + 1;
}

bool session_replay(struct session *n, struct search *search)
{
    struct state *st = search->st;
    struct str why = {0}, s = {0};
    if (schedule_follow(st, n->o->schedule, &why)) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return false;
    }
    bool failed = false;
    for (uint32_t a = 0; a < st->nactors; a++)
        failed |= st->actor[a].failed;
    bool some = can_go_on(st);
    if (some && !failed && st->program->matching &&
        st->program->buffering == BUFFERING_ANY) {
        matching_halt(st);
        some = can_go_on(st);
    }
    n->collector.summary.algorithm = "replay";
    n->collector.summary.counts.transitions = st->pushes;
    n->collector.summary.stopped = "the end of the schedule";
    if (!some && st->program->windows)
        judge_spinning(st);
    if (!some || failed) {
        n->collector.summary.counts.executions = n->collector.summary.counts.traces = 1;
        findings_note(n, search, !some);
        n->collector.summary.counts.deadlocks =
            !some && finding_shows(st, FINDING_DEADLOCK);
        n->collector.summary.counts.failures = failed;
    } else if (st->program->windows) {
        findings_note_races(n, search);
    }
    n->collector.summary.verdict =
        n->collector.summary.findings.len ? MZ_FOUND : MZ_INCOMPLETE;
    collect_tell(&n->collector, true);
    if (some && !failed && n->collector.summary.verdict != MZ_FOUND)
        str_addf(&s, "the schedule ends before the program does\n");
    else if (n->collector.summary.verdict != MZ_FOUND)
        str_addf(&s, "this execution ends well\n");
    collect_say(&n->collector, &s);
    str_free(&why);
    str_free(&s);
    return true;
}

static void clear_progress(void *progress)
{
    progress_clear(progress);
}

void session_collects(struct collector *c, const struct options *o, struct progress *p)
{
    c->style = options_style(o);
    c->silent = outputs_standard(o);
    c->outputs = o->show_output;
    c->strict = o->search.strict;
    c->patience = progress_patience();
    c->before_telling = clear_progress;
    c->context = p;
}

void session_free(struct session *n)
{
    str_free(&n->loop);
    str_free(&n->fault);
    collect_free(&n->collector);
    facts_free(&n->facts);
    facts_free(&n->shared);
    vec_free(&n->sizes);
    decisions_free(&n->decisions);
    vec_free(&n->explained);
}

/* ---- from what was asked for to what is done ---- */

/* Sets the buffering for a program with matching semantics: what the user asked for or
 * the program says, otherwise the most that the explorer supports. */
static bool settle_buffering(struct options *o, const struct explorer *e)
{
    if (o->search.buffering != BUFFERING_ANY || e->both_bufferings || o->schedule)
        return true;
    if (GIVEN(o, buffering)) {
        const struct explorer *other = explorer_choose(
            &(struct explorer_need){.matching = true, .both_bufferings = true});
        usage_error("%s explores one buffering at a time\n"
                    "  fix: --buffering zero, --buffering infinite, or -a %s for both",
                    e->name, other->name);
        return false;
    }
    o->search.buffering = BUFFERING_INFINITE;
    return true;
}

static bool settle_semantics(const struct options *o, const struct explorer *e)
{
    if (o->search.queues && e->matching)
        usage_error(
            "%s is for matching semantics; in mailboxes the order of messages "
            "counts\n  fix: choose another algorithm with -a, such as %s",
            e->name,
            explorer_choose(&(struct explorer_need){.matching = true, .queues = true})
                ->name);
    return !o->search.queues || !e->matching;
}

/* The order of the search: what was asked for must have an effect. */
static bool settle_order(enum command c, const struct options *o,
                         const struct explorer *e)
{
    enum strategy strategy = o->search.strategy;
    bool compares = strategy == STRATEGY_DFS || strategy == STRATEGY_ASTAR;
    if (o->search.guides && !compares)
        usage_error("--guide says which heads are promising, and --strategy %s does not "
                    "ask\n  fix: leave one of them out, or --strategy dfs or astar",
                    option_word(OPTION_strategy, strategy));
    else if (o->search.guides & GUIDE_CFG && c == CMD_LITMUS)
        usage_error("--guide cfg is the distance to a line in a program's code, which a "
                    "litmus file does not have\n  fix: choose another guide, see "
                    "'mazurka list'");
    else if (o->search.threshold && !o->search.guides && strategy != STRATEGY_ASTAR &&
             strategy != STRATEGY_BFS)
        usage_error(
            "--threshold leaves an execution for a better head, but heads are "
            "not compared\n  fix: leave it out, or give --guide, --strategy astar "
            "or --strategy bfs");
    else if (strategy == STRATEGY_PRIORITY && e->interleavings)
        usage_error("--strategy priority prefers some senders to others, and %s does not "
                    "know who sends\n  fix: --strategy random, or choose another "
                    "algorithm with -a",
                    e->name);
    else
        return true;
    return false;
}

const struct explorer *session_settle(enum command c, struct options *o,
                                      unsigned programs, const struct explorer_need *need)
{
    const struct explorer *e = o->algorithm ? o->algorithm : explorer_choose(need);
    const struct explorer *instead =
        explorer_choose(&(struct explorer_need){.matching = true});
    struct search_options *s = &o->search;
    bool divided = o->resume || s->bound || s->jobs > 1 || cluster_here();
    /* others have each of the two ways in which sends may behave, but not both at once */
    bool both = GIVEN(o, buffering) && s->buffering == BUFFERING_ANY;
    bool choose = c == CMD_RUN && !o->algorithm && !both && !divided;
    if (e->inboxes && !(programs & PROGRAM_ACTORS)) {
        usage_error(
            "%s is for actor programs: what it relies on holds only there\n  fix: "
            "choose another algorithm with -a",
            e->name);
        return NULL;
    }
    if (s->guides && !GIVEN(o, strategy))
        s->strategy = STRATEGY_DFS;
    if (!options_fit(c, o, programs, e->name,
                     choose && programs & PROGRAM_MPI ? instead->name : NULL) ||
        !settle_buffering(o, e) || !settle_semantics(o, e) || !settle_order(c, o, e))
        return NULL;
    if (programs & PROGRAM_ACTORS && (s->jobs > 1 || o->resume || cluster_here())) {
        usage_error(
            "%s of an actor program is one search in one process: which number an "
            "actor gets that is created depends on what was explored before\n"
            "  fix: without -j, --resume and mpiexec",
            e->name);
        return NULL;
    }
    if (e->states && s->jobs > 1 && s->exact) {
        usage_error("-j: numbers of states are agreed upon by name, so not with "
                    "--exact\n  fix: leave one of them out");
        return NULL;
    }
    snprintf(s->algorithm, sizeof s->algorithm, "%s", e->name);
    s->may_choose = choose;
    s->ordered = GIVEN(o, strategy);
    if (o->once)
        s->bounds.executions = 1;
    if (!GIVEN(o, jobs) && !divided && !o->once && !s->audit && !o->compare_output)
        s->spare_jobs = process_cores();
    s->once = (o->once || (s->bounds.executions == 1 && !e->samples)) && !divided;
    return e;
}
