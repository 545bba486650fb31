/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_run.c - `mazurka run`: explore every outcome of a program, and report. */
#include "base/timer.h"
#include "cli/program.h"
#include "cli/series.h"
#include "cli/cluster.h"
#include "cli/cluster_end.h"
#include "cli/cluster_run.h"
#include "cli/identity.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/real.h"
#include "cli/remember.h"
#include "cli/run.h"
#include "cli/scope.h"
#include "check/attempts.h"
#include "check/resume.h"
#include "real/binary.h"
#include "real/input.h"
#include "real/library.h"
#include "real/target.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- what the user asked for ---- */

/* Refuses a colon among the arguments: for mpirun, it separates programs that run
 * together. */
static int refuse_many(char **argv)
{
    for (char **a = argv + 1; *a; a++)
        if (!strcmp(*a, ":"))
            return usage_error("':' begins another program, and mazurka runs one at a "
                               "time\n  fix: build one program that does either part, "
                               "according to its rank, and run that with -n for all");
    return MZ_OK;
}

/* A label is the beginning of a file's name. */
static int refuse_label(const char *label)
{
    if (!label || (*label && *label != '-' && !strchr(label, '/') && strlen(label) < 200))
        return MZ_OK;
    return usage_error("--label takes the beginning of a file's name, without '/', not "
                       "'%s'\n  fix: -o names a folder",
                       label);
}

/* Refuses rules of --library that are none. */
static int refuse_rules(const char *rules)
{
    const char *rule = "";
    size_t room = sizeof((struct search_options *)0)->libraries;
    if (!rules || (*rules && library_rules(rules, &rule) && strlen(rules) < room))
        return MZ_OK;
    if (strlen(rules) >= room)
        return usage_error(
            "--library takes %zu characters at most\n  fix: use * in names", room - 1);
    return usage_error(
        "--library takes NAME=mine or NAME=theirs, not '%.*s'\n"
        "  fix: name libraries as libsolver, and put commas between several",
        (int)strcspn(rule, ","), rule);
}

/* The explorer of a program with threads and without MPI, if the user names none: one
 * that can be divided, if that is asked for. */
static const struct explorer *of_threads(const struct options *options)
{
    bool divided = options->resume || options->search.jobs > 1 || cluster_here();
    return explorer_find(divided ? "sdpor" : "odpor");
}

/* So many threads there is room for at first. */
#define THREAD_SLOTS 8
/* seconds that a rank may compute between two calls in --once, which has nothing else to
 * do */
#define LONGEST_ONCE 600

/* Examines the program, and aims at what --target names. */
static int examine(struct run *run, const struct options *options, struct binary_use *use)
{
    struct link *link = run->launch.link;
    struct str why = {0};
    enum mz_err err = binary_examine(run->argv[0], use, &why);
    bool found = !err;
    if (!err && options->target)
        err = target_aim(link, run->argv[0], options->target, &why);
    if (!err && (options->target || options->search.guides & GUIDE_CFG))
        err = target_measure(link, run->argv[0], options->target, &why);
    if (err)
        usage_error("%s", str_text(&why));
    str_free(&why);
    return err ? cluster_code((int)err, found ? FAILURE_COMMAND : FAILURE_PROGRAM)
               : MZ_OK;
}

/* Is it a program without ranks whose threads are explored? */
static bool has_threads_alone(const struct options *options, const struct binary_use *use)
{
    return use->threads && options->ranks.first <= 1;
}

/* Finds the explorer for the program, and checks that the options go together with it. */
static int choose_explorer(struct run *run, struct options *options,
                           const struct binary_use *use)
{
    bool threads = has_threads_alone(options, use);
    if (threads && !options->algorithm)
        options->algorithm = of_threads(options);
    /* A library may bring MPI into the program, as in Python, so it is too early to
     * exclude that. What else takes ranks, we know. */
    bool mpi = use->mpi || (options->ranks.first && !use->ours && !use->actors);
    unsigned programs = (use->actors ? PROGRAM_ACTORS : PROGRAM_NATIVE) |
                        (use->mpi || options->ranks.first || threads ? PROGRAM_MPI : 0);
    const struct explorer_need need = {.inboxes = use->actors,
                                       .matching = mpi || threads,
                                       .queues = options->search.queues};
    run->explorer = session_settle(CMD_RUN, options, programs, &need);
    /* Of a program that seems to use nothing, it is seen later what there is to explore.
     */
    bool unknown = !options->algorithm && !use->mpi && !use->ours && !threads;
    if (!run->explorer || (!unknown && cluster_refuses(options, run->explorer)))
        return MZ_USAGE;
    if (options->compare_output && run->explorer->states)
        return usage_error("--compare-output needs outcomes, and -a states merges them\n"
                           "  fix: -a match");
    return MZ_OK;
}

/* Writes the first plan: what is asked, and what the binary has told. */
static void make_plan(struct run *run, const struct options *options,
                      const struct binary_use *use)
{
    struct link *link = run->launch.link;
    struct plan_asked *asked = &link->plan.asked;
    bool threads = has_threads_alone(options, use);
    asked->search = options->search;
    asked->search.memory = options->memory;
    snprintf(asked->search.libraries, sizeof asked->search.libraries, "%s",
             options->library ? options->library : "");
    if (options->compare_output && run->explorer->turns) {
        run->explorer = explorer_find("match");
        snprintf(asked->search.algorithm, sizeof asked->search.algorithm, "match");
    }
    asked->ranks = threads ? 1 : (uint32_t)options->ranks.first;
    asked->threads = threads;
    asked->ours = use->ours;
    asked->show_output = options->show_output;
    asked->compare_output = options->compare_output;
    asked->memory_cap = options->memory;
    asked->tracking = options->tracking;
    asked->watch = options->watch;
    asked->check_names = options->check_names;
    /* With --once, the only image is the initial one, since nothing is restored. */
    asked->images =
        options->once && !GIVEN(options, images) ? IMAGES_ROOT : options->images;
    link->plan.learned.slots = threads ? THREAD_SLOTS : 0;
    link->echo = options->once;
    run->launch.step_time = options->step_time;
    run->launch.longest = options->once && !GIVEN(options, step_time) ? LONGEST_ONCE : 0;
}

static int prepare(struct run *run, struct options *options)
{
    struct summary *summary = &run->collector.summary;
    struct str why = {0};
    struct binary_use use;
    if (refuse_many(run->argv))
        return MZ_USAGE;
    if (options->suppress &&
        !suppress_read(&run->collector.suppressions, options->suppress, &why)) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return MZ_USAGE;
    }
    if (options->suppress) /* others of the same kind may not be suppressed */
        options->search.keep_going = true;
    int code = examine(run, options, &use);
    if (!code)
        code = choose_explorer(run, options, &use);
    if (code)
        return code;
    if ((!cluster_is_other() && !outputs_prepare(options)) ||
        !output_check((struct output){.path = options->remember}, "remember"))
        return MZ_USAGE;
    make_plan(run, options, &use);
    summary->folder = options->folder;
    summary->resumed = options->resume;
    summary->algorithm = run->explorer->name;
    summary->all_findings = GIVEN(options, keep_going);
    summary->target = options->target;
    return MZ_OK;
}

/* ---- what came out ---- */

static void save_meanwhile(struct run *);

static void on_tick(struct launch *l, void *context)
{
    struct run *run = context;
    if (l->link->phase == PHASE_RUNNING)
        run_take_findings(run);
    save_meanwhile(run);
    const struct search_counts c = l->link->counts;
    progress_show(&run->progress, &c, timer_now() - run->started);
}

/* The lines of the program, looked up when somebody needs them for the first time. */
static struct source *lines_of(struct run *run)
{
    if (!run->source)
        run->source = source_open(launch_look(&run->launch), run->argv[0]);
    return run->source;
}

/* Fills in what was counted, and by which explorer: after a restart, it may have been
 * another one than at first. */
static void summarize_counts(struct run *run)
{
    const struct link *link = run->launch.link;
    struct summary *summary = &run->collector.summary;
    const struct explorer *now = explorer_find(link->options.algorithm);
    if (run->launch.again && now)
        run->explorer = now;
    summary->actors = plan_lines(&link->plan) ? link->plan.asked.ranks : link->nactors;
    summary->counts = link->counts;
    run->explorer = explorer_used(run->explorer, &summary->counts);
    summary->algorithm = run->explorer->name;
    summary->interleavings = run->explorer->interleavings;
    summary->by_states = summary->counts.by_states;
    summary->elapsed = timer_now() - run->started;
    summary->peak_mb = run->launch.peak_mb;
}

/* Why not all was explored, if it was not; NULL: it was. */
static const char *why_stopped(struct run *run)
{
    const struct link *link = run->launch.link;
    enum stop_reason stopped = link->counts.stopped;
    bool interrupted = run->launch.interrupted;
    const char *why = stop_reason_text(interrupted ? STOP_INTERRUPT : stopped);
    if (run->untried)
        str_addf(&run->unsure, "; and %llu more", (unsigned long long)run->untried);
    run->collector.summary.unsure = run->unsure.len;
    if (run->unsure.len)
        why = str_text(&run->unsure);
    if (run->options->once && stopped == STOP_EXECUTIONS)
        why = "--once";
    if ((stopped == STOP_POLLS || stopped == STOP_PILES) && link->loop[0] &&
        !run->slow.len)
        real_places(lines_of(run), link->loop, &run->slow);
    if (run->slow.len)
        why = str_text(&run->slow);
    else if (run->needs.len && stopped == STOP_MEMORY)
        why = str_text(&run->needs);
    if (link->lost_findings && !(why && *run->launch.interrupt))
        why = "lack of room for findings (fewer are reported without --keep-going)";
    return why;
}

/* Fills in what gives reason to doubt that the program did what the user meant, and why
 * states were not the same. */
static void summarize_remarks(struct run *run)
{
    const struct link *link = run->launch.link;
    struct summary *summary = &run->collector.summary;
    const struct turn turn = summary->counts.turn;
    summary->silent = link->silent && summary->actors > 1;
    if (link->complainer && !summary->complaint) {
        struct str s = {0};
        str_addf(&s, "rank %u printed to standard error: ", link->complainer - 1);
        str_plain(&s, link->complaint, strlen(link->complaint));
        summary->complaint = s.text;
    }
    if (turn.differs[0] && !summary->differs) {
        struct str s = {0};
        real_places(lines_of(run), turn.differs, &s);
        summary->differs = s.text;
    }
}

static enum mz_err verdict_of(const struct run *run)
{
    const struct summary *summary = &run->collector.summary;
    return summary->findings.len || summary->earlier.len || summary->before ? MZ_FOUND
           : run->collector.why.len ? MZ_UNSUPPORTED
           : summary->stopped       ? MZ_INCOMPLETE
                                    : MZ_OK;
}

/* Outcomes in which nobody could go on, or a rank failed, were counted, and nothing was
 * told of them: what the agent knows contradicts itself. */
static bool contradicts(const struct run *run)
{
    const struct summary *summary = &run->collector.summary;
    const struct link *link = run->launch.link;
    bool told = summary->suppressed.len;
    for (size_t i = 0; i < summary->notes.len; i++)
        told |= summary->notes.at[i]->kind != FINDING_MESSAGE_RACE;
    return verdict_of(run) == MZ_OK && !told &&
           (link->counts.deadlocks || link->counts.failures);
}

static void summarize(struct run *run)
{
    struct summary *summary = &run->collector.summary;
    summarize_counts(run);
    summary->stopped = why_stopped(run);
    if (contradicts(run))
        collect_no_verdict(&run->collector, REASON_OVERWRITTEN, LINK_OVERWRITTEN);
    summarize_remarks(run);
    scope_describe(summary, run->launch.link, run->argv);
    if (run->launch.untyped)
        scope_add_gap(summary, "types of buffers in code without debugging information");
    scope_add_before(summary, &run->before);
    summary->verdict = verdict_of(run);
    summary->one_schedule =
        summary->verdict == MZ_OK && scope_has_gap(summary, LINK_THREADS);
    if (summary->one_schedule) {
        summary->verdict = MZ_INCOMPLETE;
        summary->stopped = "threads: one schedule";
    }
    collect_add_remedy(&run->collector);
    if (run->collector.why.len)
        summary->stopped = str_text(&run->collector.why);
    cluster_describe(summary);
}

/* ---- stopping and going on ---- */

static enum mz_err resume(struct run *run, struct str *why)
{
    struct link *link = run->launch.link;
    struct frontier *frontier = &run->before;
    if (!run->options->resume)
        return MZ_OK;
    if (!frontier_read(frontier, run->options->resume, why) ||
        !frontier_suits(frontier, run->explorer, run->options->resume, why))
        return MZ_USAGE;
    if (identity_has_input(&frontier->runs.facts) &&
        !input_read_stdin(link, run->launch.interrupt, why))
        return MZ_USAGE;
    identity_again(&run->facts, &frontier->runs.facts, link);
    if (!frontier_fits(frontier, &run->facts, run->options->resume, why))
        return MZ_USAGE;
    resume_take_found(&run->collector.summary, frontier, &run->options->search);
    run->files = frontier->runs.traces;
    progress_resume(&run->progress, &frontier->counts);
    link->resume_bytes = frontier_bytes(frontier);
    link->resume = link_room(link, link->resume_bytes);
    link->nknown = frontier->shown.len;
    link->known = link_room(link, link->nknown * sizeof *frontier->shown.at + 1);
    if (!link->resume || !link->known) {
        str_addf(why, "%s is too large", run->options->resume);
        return MZ_USAGE;
    }
    frontier_pack(frontier, link_at(link, link->resume));
    frontier_forget_items(frontier); /* the agent has them */
    if (link->nknown)
        memcpy(link_at(link, link->known), frontier->shown.at,
               link->nknown * sizeof *frontier->shown.at);
    return MZ_OK;
}

/* After the program has run: did the frontier belong to it? */
static enum mz_err resumed(struct run *run, struct str *why)
{
    struct str changed = {0};
    if (!run->options->resume)
        return MZ_OK;
    identity_differs(&run->before.runs.facts, run->launch.link, &changed);
    if (run->launch.link->foreign)
        frontier_belongs(&(struct frontier){0}, 1, run->options->resume, why);
    else if (changed.len)
        frontier_changed(run->options->resume, str_text(&changed), why);
    str_free(&changed);
    return why->len ? MZ_USAGE : MZ_OK;
}

static void save(struct run *run)
{
    struct link *link = run->launch.link;
    struct frontier frontier;
    bool inside =
        link->frontier < LINK_SIZE && link->frontier_bytes <= LINK_SIZE - link->frontier;
    if (link->frontier && inside &&
        frontier_unpack(&frontier, link_at(link, link->frontier), link->frontier_bytes)) {
        identity_end(&run->facts, link);
        frontier.runs.traces = run->files;
        resume_save(&run->collector.summary, &frontier, &run->facts);
        frontier_free(&frontier);
    } else {
        resume_tell_lost(&run->collector.summary, "there is too much of it");
    }
}

/* Writes the frontier to the file, with all that a resumed run must know. */
static void write_meanwhile(struct run *run, struct frontier *frontier)
{
    const struct link *link = launch_look(&run->launch);
    struct summary now = run->collector.summary;
    facts_vec facts = {0};
    now.holds_for = now.rests_on = now.gaps = (texts_vec){0};
    now.actors = plan_lines(&link->plan) ? link->plan.asked.ranks : link->nactors;
    scope_describe(&now, link, run->argv);
    scope_add_before(&now, &run->before);
    for (size_t i = 0; i < run->facts.len; i++)
        facts_add(&facts, run->facts.at[i].what, run->facts.at[i].value);
    identity_end(&facts, link);
    frontier->runs.traces = run->files;
    resume_count_saved(&now, frontier, &run->options->search);
    resume_save_meanwhile(&now, frontier, &facts);
    run->collector.summary.saved = now.saved;
    run->collector.summary.unsaved = now.unsaved;
    texts_free(&now.holds_for);
    texts_free(&now.rests_on);
    texts_free(&now.gaps);
    facts_free(&facts);
}

/* The agent may have put what is left into the link, while the search goes on. */
static void save_meanwhile(struct run *run)
{
    struct link *link = run->launch.link;
    struct frontier frontier;
    if (__atomic_load_n(&link->saves, __ATOMIC_ACQUIRE) == link->saves_taken)
        return;
    if (link->phase == PHASE_RUNNING) /* what was found before it was saved */
        run_take_findings(run);
    size_t bytes = link->save_bytes;
    void *left =
        link_copy(link, link->save, bytes, 1); /* it can be written over meanwhile */
    if (left && frontier_unpack(&frontier, left, bytes)) {
        write_meanwhile(run, &frontier);
        frontier_free(&frontier);
    }
    free(left);
    link->saves_taken = link->saves;
}

/* Adds a line to the summary: how to continue, or what the samples say about the rest.
 * Nothing is added if the program cannot be verified, since a continued run would not
 * know why. */
static void add_note(struct run *run)
{
    const struct link *link = run->launch.link;
    /* what the rank would have done is not part of the frontier */
    if (run->collector.why.len || run->slow.len) {
        if (link->counts.stopped == STOP_WORKER)
            resume_tell_saved(&run->collector.summary);
        return;
    }
    bool killed = (run->launch.late || run->launch.interrupted) && !run->options->once;
    if (killed && run->explorer->takes & TAKES_RESUME)
        resume_tell_lost(&run->collector.summary,
                         link->running ? "a rank was computing for too long when it "
                                         "was to be written down"
                                       : "writing it down would have taken too long");
    else if (link->lost_findings && link->frontier_bytes && !run->options->once)
        run->collector.summary.note =
            mem_strdup("what is left is not saved: not all could be told that "
                       "was found so far");
    else if (run->collector.summary.stopped && link->frontier_bytes &&
             !run->options->once)
        save(run);
    else if (run->explorer->samples && !link->options.once)
        session_add_estimate(&run->collector.summary, run->explorer, &link->options);
}

static void details(const struct run *run, struct str *s)
{
    const struct link *link = run->launch.link;
    str_addf(s, "          ");
    str_count(s, link->counts.transitions);
    str_addf(s, " transitions; ready after %.1f ms, explored in %.3f s",
             1e3 * link->ready_seconds, link->explore_seconds);
    uint32_t jobs = link->options.jobs, divided = link->counts.turn.jobs;
    if (divided > 1 && !link->cluster.size && link->counts.turn.why != TURN_MERGES)
        jobs = divided;
    if (jobs > 1)
        str_addf(s, " by %u processes", jobs);
    str_addf(s, "\n");
    str_addf(
        s, "          images: %llu saved, %llu loaded, %llu rebuilt, at most %.1f MB; ",
        (unsigned long long)link->image_saves, (unsigned long long)link->image_loads,
        (unsigned long long)link->image_rebuilds, (double)link->image_bytes_peak / 1e6);
    str_addf(s, "%llu pages are each rank's own\n",
             (unsigned long long)link->pages_learned);
    if (link->cluster.size)
        cluster_tell_traffic(&link->cluster_end.did, s);
    text_turn(&run->collector.summary, s);
    if (link->plan.asked.check_names)
        str_addf(s, "%llu of %llu steps were from a known state, all as before\n",
                 (unsigned long long)link->names_checked,
                 (unsigned long long)(link->names_checked + link->names_new));
}

/* The exit code. With --once, one outcome is all that was asked for: if it is good, the
 * command has done its work, like mpirun, although nothing is proved. */
static int exit_code(const struct run *run)
{
    bool asked =
        run->options->once && run->launch.link->counts.stopped == STOP_EXECUTIONS;
    return run->collector.summary.verdict == MZ_INCOMPLETE && asked && !run->slow.len &&
                   !run->launch.link->lost_findings
               ? MZ_OK
               : (int)run->collector.summary.verdict;
}

static int finish(struct run *run)
{
    struct str s = {0};
    int code = exit_code(run);
    progress_clear(&run->progress);
    if (run->options->show_output && !run->collector.summary.findings.len &&
        run->launch.link->printed)
        real_output(run->launch.link, &s);
    if (!run->collector.style.quiet || run->collector.summary.verdict != MZ_OK)
        text_summary(&run->collector.summary, &run->collector.style, &s);
    if (run->options->verbose)
        details(run, &s);
    collect_say(&run->collector, &s);
    str_free(&s);
    return outputs_write(run->options, &run->collector.summary, code);
}

/* ---- one attempt after the other ---- */

/* Takes what an attempt has left in the link. */
static enum mz_err collect(struct run *run, struct str *why)
{
    struct link *link = run->launch.link;
    enum mz_err err = cluster_gather(run, why);
    if (!err)
        err = resumed(run, why);
    if (err)
        return err;
    if (launch_lost(&run->launch, why))
        run_take_loss(run, str_text(why));
    if (link->unsupported[0])
        collect_no_verdict(&run->collector, (enum reason)link->refusal, "%s",
                           link->unsupported);
    if (link->counts.stopped == STOP_WORKER)
        collect_no_verdict(&run->collector, REASON_WORKER_LOST,
                           "one of the processes of the exploration was lost%s%s",
                           link->died[0] ? ": " : "", link->died);
    run_take_findings(run);
    run_count_outcomes(run);
    run_compare_output(run);
    if (!run->collector.why.len && !run->collector.summary.findings.len &&
        !run->collector.summary.earlier.len && !*run->launch.interrupt)
        run_take_sample(run);
    if (run->hasty)
        link->counts.stopped = run->hasty;
    return MZ_OK;
}

static enum mz_err explore_once(struct check *check, struct attempt *attempt,
                                struct str *why)
{
    struct run *run = check->owner;
    struct link *link = run->launch.link;
    enum mz_err err = launch_once(&run->launch, run->argv, why);
    launch_look(&run->launch);
    attempt->reasons = link->reasons;
    if (!err && attempt->reasons)
        return err;
    progress_clear(&run->progress);
    if (run->launch.late)
        link->counts.stopped = STOP_TIME;
    if (!err)
        err = collect(run, why);
    attempt->counts = link->counts;
    attempt->asked_to_end = *run->launch.interrupt;
    attempt->unverified = run->collector.why.len;
    attempt->found = run->collector.summary.findings.len;
    attempt->good = !run->collector.why.len && !run->slow.len &&
                    !run->collector.summary.findings.len &&
                    !run->collector.summary.earlier.len &&
                    link->counts.stopped == STOP_NO && !link->lost_findings &&
                    !*run->launch.interrupt;
    attempt->trespassed = run->trespass;
    attempt->late = run->launch.late;
    attempt->alone = !link->cluster.size;
    return err;
}

static void keep(struct check *check, struct attempt *attempt)
{
    struct link *link = ((struct run *)check->owner)->launch.link;
    attempt->kept = true;
    attempt->left_bytes = link->frontier ? link->frontier_bytes : 0;
    attempt->left = attempt->left_bytes ? mem_alloc(attempt->left_bytes) : NULL;
    if (attempt->left)
        memcpy(attempt->left, link_at(link, link->frontier), attempt->left_bytes);
}

static void settle(struct check *check, const struct attempt *attempt)
{
    struct run *run = check->owner;
    struct link *link = run->launch.link;
    const struct search_options o = plan_options(check->plan);
    link->counts = attempt->counts;
    link->options.once = o.once;
    link->options.each_buffering = o.each_buffering;
    run->launch.late = attempt->late;
    if (!attempt->kept)
        return;
    link->frontier = attempt->left ? link_room(link, attempt->left_bytes) : 0;
    link->frontier_bytes = attempt->left_bytes;
    if (link->frontier)
        memcpy(link_at(link, link->frontier), attempt->left, attempt->left_bytes);
}

/* For the next run with the same --remember. */
static void remember(struct run *run)
{
    struct str why = {0};
    if (!run->options->remember || cluster_here())
        return;
    identity_end(&run->facts, run->launch.link);
    if (!remember_keeps(&run->collector.summary, run->options->remember, &run->facts,
                        &why))
        note("--remember: %s", str_text(&why));
    str_free(&why);
}

static int explore(struct run *run)
{
    struct str why = {0};
    struct link *link = run->launch.link;
    struct check check = {.plan = &link->plan,
                          .explore = explore_once,
                          .keep = keep,
                          .settle = settle,
                          .owner = run};
    struct plan_asked *asked = &link->plan.asked;
    run->started = asked->began = timer_now();
    if (asked->search.bounds.seconds > 0)
        run->deadline = run->started + asked->search.bounds.seconds;
    asked->patience = progress_patience();
    run->launch.interrupt = interrupt_watch();
    run->launch.on_tick = on_tick;
    run->launch.context = run;
    progress_begin(&run->progress, run->options->quiet, run->options->verbose);
    identity_begin(&run->facts, run->argv);
    options_facts(CMD_RUN, run->options, &run->facts);
    run->collector.summary.label = run->options->label;
    if (run->options->remember && !cluster_here() &&
        remember_finds(&run->collector.summary, run->options->remember, &run->facts, link,
                       run->launch.interrupt))
        return finish(run);
    enum mz_err err = cluster_lead(run, &why);
    /* if the first of several processes were killed, MPI would end them all */
    run->launch.deadline = link->cluster.size ? 0 : run->deadline;
    link->plan.phase.leaves_time = asked->search.bounds.seconds > 0 &&
                                   !link->cluster.size && !run->options->once &&
                                   !run->options->resume && !run->explorer->samples;
    if (!err)
        err = resume(run, &why);
    if (!err)
        err = check_run(&check, &why);
    run->needs = check.needs;
    if (err) {
        if (why.len)
            usage_error("%s", str_text(&why));
        str_free(&why);
        return (int)err;
    }
    if (!link->counts.stopped)
        suppress_unused(&run->collector.suppressions, &run->collector.summary.unused);
    const char *changed =
        run->collector.summary.findings.len ? NULL : input_changed(link);
    if (changed)
        collect_no_verdict(&run->collector, REASON_FILE_CHANGED,
                           "the file %s was changed while the program was checked",
                           changed);
    str_free(&why);
    summarize(run);
    add_note(run);
    remember(run);
    resume_done(&run->collector.summary, run->options->resume);
    return finish(run);
}

int cmd_run(int argc, char **argv)
{
    struct options options;
    int code;
    if (!options_begin(CMD_RUN, argc, argv, &options, &code))
        return code;
    if (options.ranks.len > 1)
        return series_of_ranks(&options, argc, argv);
    const char *named = options.arguments[0];
    code = refuse_rules(options.library);
    if (!code)
        code = refuse_label(options.label);
    if (!code)
        code = program_settle(&options);
    if (code)
        return code;
    struct run run = {.options = &options, .argv = options.arguments};
    session_collects(&run.collector, &options, &run.progress);
    run.collector.summary.program = named;
    if (launch_init(&run.launch, &run.collector.why))
        code =
            cluster_code(usage_error("%s", str_text(&run.collector.why)), FAILURE_START);
    else
        code = prepare(&run, &options);
    if (!code)
        code = cluster_is_other() ? cluster_follow(&run) : explore(&run);
    if (run.source)
        source_close(run.source);
    collect_free(&run.collector);
    launch_free(&run.launch);
    facts_free(&run.facts);
    frontier_free(&run.before);
    for (size_t i = 0; i < run.claims.len; i++)
        close(run.claims.at[i].fd);
    vec_free(&run.claims);
    str_free(&run.slow);
    str_free(&run.needs);
    str_free(&run.unsure);
    return code;
}
