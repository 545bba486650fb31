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

/* So many threads there is room for at first. */
#define THREAD_SLOTS 8
/* seconds that a rank may compute between two calls in --once, which has nothing else to
 * do */
#define LONGEST_ONCE 600

static int prepare(struct running *n, struct options *o)
{
    struct link *k = n->l.link;
    struct str why = {0};
    if (refuse_many(n->argv))
        return MZ_USAGE;
    if (o->suppress && !suppress_read(&n->collector.suppressions, o->suppress, &why)) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return MZ_USAGE;
    }
    n->collector.summary.folder = o->folder;
    n->collector.summary.resumed = o->resume;
    if (o->suppress) /* others of the same kind may not be suppressed */
        o->search.keep_going = true;
    struct binary_use use;
    enum mz_err err = binary_examine(n->argv[0], &use, &why);
    bool found = !err;
    if (!err && o->target)
        err = target_aim(k, n->argv[0], o->target, &why);
    if (!err && (o->target || o->search.guides & GUIDE_CFG))
        err = target_measure(k, n->argv[0], o->target, &why);
    if (err)
        usage_error("%s", str_text(&why));
    str_free(&why);
    if (err)
        return cluster_code((int)err, found ? FAILURE_COMMAND : FAILURE_PROGRAM);
    bool threads = use.threads && o->ranks.first <= 1;
    if (threads && !o->algorithm)
        o->algorithm = explorer_find("odpor");
    /* A library may bring MPI into the program, so it is too early to exclude that. */
    unsigned programs = (use.actors ? PROGRAM_ACTORS : PROGRAM_NATIVE) |
                        (use.mpi || o->ranks.first || threads ? PROGRAM_MPI : 0);
    const struct explorer_need need = {.inboxes = use.actors,
                                       .matching = use.mpi != MPI_ABI_NONE || threads,
                                       .queues = o->search.queues};
    n->explorer = session_settle(CMD_RUN, o, programs, &need);
    /* Of a program that seems to use nothing, it is seen later what there is to explore.
     */
    bool unknown = !o->algorithm && !use.mpi && !use.ours && !threads;
    if (!n->explorer || (!unknown && cluster_refuses(o, n->explorer)) ||
        (!cluster_is_other() && !outputs_prepare(o)) ||
        !output_check((struct output){.path = o->remember}, "remember"))
        return MZ_USAGE;
    n->collector.summary.algorithm = n->explorer->name;
    n->collector.summary.all_findings = GIVEN(o, keep_going);
    n->l.step_time = o->step_time;
    n->l.longest = o->once && !GIVEN(o, step_time) ? LONGEST_ONCE : 0;
    struct plan_asked *asked = &k->plan.asked;
    asked->search = o->search;
    asked->search.memory = o->memory;
    snprintf(asked->search.libraries, sizeof asked->search.libraries, "%s",
             o->library ? o->library : "");
    asked->ranks = threads ? 1 : (uint32_t)o->ranks.first;
    asked->threads = threads;
    k->plan.learned.slots = threads ? THREAD_SLOTS : 0;
    asked->ours = use.ours;
    k->echo = o->once;
    asked->show_output = o->show_output;
    asked->compare_output = o->compare_output;
    if (o->compare_output && n->explorer->states)
        return usage_error("--compare-output needs outcomes, and -a states merges them\n"
                           "  fix: -a match");
    if (o->compare_output && n->explorer->turns) {
        n->explorer = explorer_find("match");
        snprintf(asked->search.algorithm, sizeof asked->search.algorithm, "match");
        n->collector.summary.algorithm = n->explorer->name;
    }
    asked->memory_cap = o->memory;
    asked->tracking = o->tracking;
    asked->watch = o->watch;
    asked->images = o->images;
    n->collector.summary.target = o->target;
    asked->check_names = o->check_names;
    if (o->once && !GIVEN(o, images))
        asked->images = IMAGES_ROOT; /* the only image is the initial one, since nothing
                                    is restored */
    return MZ_OK;
}

/* ---- what came out ---- */

static void save_meanwhile(struct running *);

static void on_tick(struct launch *l, void *context)
{
    struct running *n = context;
    if (l->link->phase == PHASE_RUNNING)
        run_take_findings(n);
    save_meanwhile(n);
    const struct search_counts c = l->link->counts;
    progress_show(&n->progress, &c, timer_now() - n->started);
}

static void summarize(struct running *n)
{
    const struct link *k = n->l.link;
    struct summary *m = &n->collector.summary;
    m->actors = plan_lines(&k->plan) ? k->plan.asked.ranks : k->nactors;
    const struct explorer *e = explorer_find(k->options.algorithm);
    if (n->l.again && e) /* after a restart, another explorer may be needed */
        n->explorer = e;
    m->counts = k->counts;
    n->explorer = explorer_used(n->explorer, &m->counts);
    m->algorithm = n->explorer->name;
    m->interleavings = n->explorer->interleavings;
    m->by_states = m->counts.by_states;
    enum stop_reason stopped = m->counts.stopped;
    m->elapsed = timer_now() - n->started;
    m->peak_mb = n->l.peak_mb;
    m->stopped = stop_reason_text(n->l.interrupted ? STOP_INTERRUPT : stopped);
    if (n->untried)
        str_addf(&n->unsure, "; and %llu more", (unsigned long long)n->untried);
    if (n->unsure.len) {
        m->stopped = str_text(&n->unsure);
        m->unsure = true;
    }
    if (n->o->once && stopped == STOP_EXECUTIONS)
        m->stopped = "--once";
    if ((stopped == STOP_POLLS || stopped == STOP_PILES) && k->loop[0] && !n->slow.len) {
        if (!n->source)
            n->source = source_open(launch_look(&n->l), n->argv[0]);
        real_places(n->source, k->loop, &n->slow);
    }
    if (n->slow.len)
        m->stopped = str_text(&n->slow);
    else if (n->needs.len && stopped == STOP_MEMORY)
        m->stopped = str_text(&n->needs);
    m->silent = k->silent && m->actors > 1;
    if (k->complainer && !m->complaint) {
        struct str s = {0};
        str_addf(&s, "rank %u printed to standard error: ", k->complainer - 1);
        str_plain(&s, k->complaint, strlen(k->complaint));
        m->complaint = s.text;
    }
    const struct turn turn = m->counts.turn;
    if (turn.differs[0] && !m->differs) {
        struct str s = {0};
        if (!n->source)
            n->source = source_open(launch_look(&n->l), n->argv[0]);
        real_places(n->source, turn.differs, &s);
        m->differs = s.text;
    }
    if (k->lost_findings && !(m->stopped && *n->l.interrupt))
        m->stopped =
            "lack of room for findings (fewer are reported without --keep-going)";
    scope_describe(m, k, n->argv);
    scope_add_before(m, &n->before);
    m->verdict = m->findings.len || m->earlier.len || m->before ? MZ_FOUND
                 : n->collector.why.len                         ? MZ_UNSUPPORTED
                 : m->stopped                                   ? MZ_INCOMPLETE
                                                                : MZ_OK;
    m->one_schedule = m->verdict == MZ_OK && scope_has_gap(m, LINK_THREADS);
    if (m->one_schedule) {
        m->verdict = MZ_INCOMPLETE;
        m->stopped = "threads: one schedule";
    }
    collect_add_remedy(&n->collector);
    if (n->collector.why.len)
        m->stopped = str_text(&n->collector.why);
    cluster_describe(m);
}

/* ---- stopping and going on ---- */

static enum mz_err resume(struct running *n, struct str *why)
{
    struct link *k = n->l.link;
    struct frontier *f = &n->before;
    if (!n->o->resume)
        return MZ_OK;
    if (!frontier_read(f, n->o->resume, why) ||
        !frontier_suits(f, n->explorer, n->o->resume, why))
        return MZ_USAGE;
    if (identity_has_input(&f->runs.facts) && !input_read_stdin(k, n->l.interrupt, why))
        return MZ_USAGE;
    identity_again(&n->facts, &f->runs.facts, k);
    if (!frontier_fits(f, &n->facts, n->o->resume, why))
        return MZ_USAGE;
    resume_take_found(&n->collector.summary, f, &n->o->search);
    n->files = f->runs.traces;
    progress_resume(&n->progress, &f->counts);
    k->resume_bytes = frontier_bytes(f);
    k->resume = link_room(k, k->resume_bytes);
    k->nknown = f->shown.len;
    k->known = link_room(k, k->nknown * sizeof *f->shown.at + 1);
    if (!k->resume || !k->known) {
        str_addf(why, "%s is too large", n->o->resume);
        return MZ_USAGE;
    }
    frontier_pack(f, link_at(k, k->resume));
    frontier_forget_items(f); /* the agent has them */
    if (k->nknown)
        memcpy(link_at(k, k->known), f->shown.at, k->nknown * sizeof *f->shown.at);
    return MZ_OK;
}

/* After the program has run: did the frontier belong to it? */
static enum mz_err resumed(struct running *n, struct str *why)
{
    struct str changed = {0};
    if (!n->o->resume)
        return MZ_OK;
    identity_differs(&n->before.runs.facts, n->l.link, &changed);
    if (n->l.link->foreign)
        frontier_belongs(&(struct frontier){0}, 1, n->o->resume, why);
    else if (changed.len)
        frontier_changed(n->o->resume, str_text(&changed), why);
    str_free(&changed);
    return why->len ? MZ_USAGE : MZ_OK;
}

static void save(struct running *n)
{
    struct link *k = n->l.link;
    struct frontier f;
    bool inside = k->frontier < LINK_SIZE && k->frontier_bytes <= LINK_SIZE - k->frontier;
    if (k->frontier && inside &&
        frontier_unpack(&f, link_at(k, k->frontier), k->frontier_bytes)) {
        identity_end(&n->facts, k);
        f.runs.traces = n->files;
        resume_save(&n->collector.summary, &f, &n->facts);
        frontier_free(&f);
    } else {
        resume_tell_lost(&n->collector.summary, "there is too much of it");
    }
}

/* Writes the frontier to the file, with all that a resumed run must know. */
static void write_meanwhile(struct running *n, struct frontier *f)
{
    const struct link *k = launch_look(&n->l);
    struct summary now = n->collector.summary;
    facts_vec facts = {0};
    now.holds_for = now.rests_on = now.gaps = (texts_vec){0};
    now.actors = plan_lines(&k->plan) ? k->plan.asked.ranks : k->nactors;
    scope_describe(&now, k, n->argv);
    scope_add_before(&now, &n->before);
    for (size_t i = 0; i < n->facts.len; i++)
        facts_add(&facts, n->facts.at[i].what, n->facts.at[i].value);
    identity_end(&facts, k);
    f->runs.traces = n->files;
    resume_count_saved(&now, f, &n->o->search);
    resume_save_meanwhile(&now, f, &facts);
    n->collector.summary.saved = now.saved;
    n->collector.summary.unsaved = now.unsaved;
    texts_free(&now.holds_for);
    texts_free(&now.rests_on);
    texts_free(&now.gaps);
    facts_free(&facts);
}

/* The agent may have put what is left into the link, while the search goes on. */
static void save_meanwhile(struct running *n)
{
    struct link *k = n->l.link;
    struct frontier f;
    if (__atomic_load_n(&k->saves, __ATOMIC_ACQUIRE) == k->saves_taken)
        return;
    if (k->phase == PHASE_RUNNING) /* what was found before it was saved */
        run_take_findings(n);
    size_t bytes = k->save_bytes;
    void *left = link_copy(k, k->save, bytes, 1); /* it can be written over meanwhile */
    if (left && frontier_unpack(&f, left, bytes)) {
        write_meanwhile(n, &f);
        frontier_free(&f);
    }
    free(left);
    k->saves_taken = k->saves;
}

/* Adds a line to the summary: how to continue, or what the samples say about the rest.
 * Nothing is added if the program cannot be verified, since a continued run would not
 * know why. */
static void add_note(struct running *n)
{
    const struct link *k = n->l.link;
    /* what the rank would have done is not part of the frontier */
    if (n->collector.why.len || n->slow.len) {
        if (k->counts.stopped == STOP_WORKER)
            resume_tell_saved(&n->collector.summary);
        return;
    }
    bool killed = (n->l.late || n->l.interrupted) && !n->o->once;
    if (killed && n->explorer->takes & TAKES_RESUME)
        resume_tell_lost(&n->collector.summary,
                         k->running ? "a rank was computing for too long when it "
                                      "was to be written down"
                                    : "writing it down would have taken too long");
    else if (k->lost_findings && k->frontier_bytes && !n->o->once)
        n->collector.summary.note =
            mem_strdup("what is left is not saved: not all could be told that "
                       "was found so far");
    else if (n->collector.summary.stopped && k->frontier_bytes && !n->o->once)
        save(n);
    else if (n->explorer->samples && !k->options.once)
        session_add_estimate(&n->collector.summary, n->explorer, &k->options);
}

static void details(const struct running *n, struct str *s)
{
    const struct link *k = n->l.link;
    str_addf(s, "          ");
    text_count(k->counts.transitions, s);
    str_addf(s, " transitions; ready after %.1f ms, explored in %.3f s\n",
             1e3 * k->ready_seconds, k->explore_seconds);
    str_addf(s,
             "          images: %llu saved, %llu loaded, %llu rebuilt, at most %.1f MB; ",
             (unsigned long long)k->image_saves, (unsigned long long)k->image_loads,
             (unsigned long long)k->image_rebuilds, (double)k->image_bytes_peak / 1e6);
    str_addf(s, "%llu pages are each rank's own\n", (unsigned long long)k->pages_learned);
    if (k->cluster_size)
        cluster_tell_traffic(&k->cluster_did, s);
    text_turn(&n->collector.summary, s);
    if (k->plan.asked.check_names)
        str_addf(s, "%llu of %llu steps were from a known state, all as before\n",
                 (unsigned long long)k->names_checked,
                 (unsigned long long)(k->names_checked + k->names_new));
}

/* The exit code. With --once, one outcome is all that was asked for: if it is good, the
 * command has done its work, like mpirun, although nothing is proved. */
static int exit_code(const struct running *n)
{
    bool asked = n->o->once && n->l.link->counts.stopped == STOP_EXECUTIONS;
    return n->collector.summary.verdict == MZ_INCOMPLETE && asked && !n->slow.len &&
                   !n->l.link->lost_findings
               ? MZ_OK
               : (int)n->collector.summary.verdict;
}

static int finish(struct running *n)
{
    struct str s = {0};
    int code = exit_code(n);
    progress_clear(&n->progress);
    if (n->o->show_output && !n->collector.summary.findings.len && n->l.link->printed)
        real_output(n->l.link, &s);
    if (!n->collector.style.quiet || n->collector.summary.verdict != MZ_OK)
        text_summary(&n->collector.summary, &n->collector.style, &s);
    if (n->o->verbose)
        details(n, &s);
    collect_say(&n->collector, &s);
    str_free(&s);
    return outputs_write(n->o, &n->collector.summary, code);
}

/* ---- one attempt after the other ---- */

/* Takes what an attempt has left in the link. */
static enum mz_err collect(struct running *n, struct str *why)
{
    struct link *k = n->l.link;
    enum mz_err err = cluster_gather(n, why);
    if (!err)
        err = resumed(n, why);
    if (err)
        return err;
    if (launch_lost(&n->l, why))
        run_take_loss(n, str_text(why));
    if (k->unsupported[0])
        collect_no_verdict(&n->collector, (enum reason)k->refusal, "%s", k->unsupported);
    if (k->counts.stopped == STOP_WORKER)
        collect_no_verdict(&n->collector, REASON_WORKER_LOST,
                           "one of the processes of the exploration was lost%s%s",
                           k->died[0] ? ": " : "", k->died);
    run_take_findings(n);
    run_count_outcomes(n);
    run_compare_output(n);
    if (!n->collector.why.len && !n->collector.summary.findings.len &&
        !n->collector.summary.earlier.len && !*n->l.interrupt)
        run_take_sample(n);
    if (n->hasty)
        k->counts.stopped = n->hasty;
    return MZ_OK;
}

static enum mz_err explore_once(struct check *c, struct attempt *a, struct str *why)
{
    struct running *n = c->owner;
    struct link *k = n->l.link;
    enum mz_err err = launch_once(&n->l, n->argv, why);
    launch_look(&n->l);
    a->reasons = k->reasons;
    if (!err && a->reasons)
        return err;
    progress_clear(&n->progress);
    if (n->l.late)
        k->counts.stopped = STOP_TIME;
    if (!err)
        err = collect(n, why);
    a->counts = k->counts;
    a->asked_to_end = *n->l.interrupt;
    a->unverified = n->collector.why.len;
    a->found = n->collector.summary.findings.len;
    a->good = !n->collector.why.len && !n->slow.len &&
              !n->collector.summary.findings.len && !n->collector.summary.earlier.len &&
              k->counts.stopped == STOP_NO && !k->lost_findings && !*n->l.interrupt;
    a->trespassed = n->trespass;
    a->late = n->l.late;
    a->alone = !k->cluster_size;
    return err;
}

static void keep(struct check *c, struct attempt *a)
{
    struct link *k = ((struct running *)c->owner)->l.link;
    a->kept = true;
    a->left_bytes = k->frontier ? k->frontier_bytes : 0;
    a->left = a->left_bytes ? mem_alloc(a->left_bytes) : NULL;
    if (a->left)
        memcpy(a->left, link_at(k, k->frontier), a->left_bytes);
}

static void settle(struct check *c, const struct attempt *a)
{
    struct running *n = c->owner;
    struct link *k = n->l.link;
    const struct search_options o = plan_options(c->plan);
    k->counts = a->counts;
    k->options.once = o.once;
    k->options.each_buffering = o.each_buffering;
    n->l.late = a->late;
    if (!a->kept)
        return;
    k->frontier = a->left ? link_room(k, a->left_bytes) : 0;
    k->frontier_bytes = a->left_bytes;
    if (k->frontier)
        memcpy(link_at(k, k->frontier), a->left, a->left_bytes);
}

/* For the next run with the same --remember. */
static void remember(struct running *n)
{
    struct str why = {0};
    if (!n->o->remember || cluster_here())
        return;
    identity_end(&n->facts, n->l.link);
    if (!remember_keeps(&n->collector.summary, n->o->remember, &n->facts, &why))
        note("--remember: %s", str_text(&why));
    str_free(&why);
}

static int explore(struct running *n)
{
    struct str why = {0};
    struct link *k = n->l.link;
    struct check check = {.plan = &k->plan,
                          .explore = explore_once,
                          .keep = keep,
                          .settle = settle,
                          .owner = n};
    struct plan_asked *asked = &k->plan.asked;
    n->started = asked->began = timer_now();
    if (asked->search.bounds.seconds > 0)
        n->deadline = n->started + asked->search.bounds.seconds;
    asked->patience = progress_patience();
    n->l.interrupt = interrupt_watch();
    n->l.on_tick = on_tick;
    n->l.context = n;
    progress_begin(&n->progress, n->o->quiet);
    identity_begin(&n->facts, n->argv);
    options_facts(CMD_RUN, n->o, &n->facts);
    n->collector.summary.label = n->o->label;
    if (n->o->remember && !cluster_here() &&
        remember_finds(&n->collector.summary, n->o->remember, &n->facts, k,
                       n->l.interrupt))
        return finish(n);
    enum mz_err err = cluster_lead(n, &why);
    /* if the first of several processes were killed, MPI would end them all */
    n->l.deadline = k->cluster_size ? 0 : n->deadline;
    k->plan.phase.leaves_time = asked->search.bounds.seconds > 0 && !k->cluster_size &&
                                !n->o->once && !n->o->resume && !n->explorer->samples;
    if (!err)
        err = resume(n, &why);
    if (!err)
        err = check_run(&check, &why);
    n->needs = check.needs;
    if (err) {
        if (why.len)
            usage_error("%s", str_text(&why));
        str_free(&why);
        return (int)err;
    }
    if (!k->counts.stopped)
        suppress_unused(&n->collector.suppressions, &n->collector.summary.unused);
    const char *changed = n->collector.summary.findings.len ? NULL : input_changed(k);
    if (changed)
        collect_no_verdict(&n->collector, REASON_FILE_CHANGED,
                           "the file %s was changed while the program was checked",
                           changed);
    str_free(&why);
    summarize(n);
    add_note(n);
    remember(n);
    resume_done(&n->collector.summary, n->o->resume);
    return finish(n);
}

int cmd_run(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_RUN, argc, argv, &o, &code))
        return code;
    if (o.ranks.len > 1)
        return series_of_ranks(&o, argc, argv);
    const char *named = o.arguments[0];
    code = refuse_rules(o.library);
    if (!code)
        code = refuse_label(o.label);
    if (!code)
        code = program_settle(&o);
    if (code)
        return code;
    struct running n = {.o = &o, .argv = o.arguments};
    session_collects(&n.collector, &o, &n.progress);
    n.collector.summary.program = named;
    if (launch_init(&n.l, &n.collector.why))
        code = cluster_code(usage_error("%s", str_text(&n.collector.why)), FAILURE_START);
    else
        code = prepare(&n, &o);
    if (!code)
        code = cluster_is_other() ? cluster_follow(&n) : explore(&n);
    if (n.source)
        source_close(n.source);
    collect_free(&n.collector);
    launch_free(&n.l);
    facts_free(&n.facts);
    frontier_free(&n.before);
    for (size_t i = 0; i < n.claims.len; i++)
        close(n.claims.at[i].fd);
    vec_free(&n.claims);
    str_free(&n.slow);
    str_free(&n.needs);
    str_free(&n.unsure);
    return code;
}
