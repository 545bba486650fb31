/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_run.c - `mazurka run`: explore every outcome of a program, and report. */
#include "cli/cluster.h"
#include "cli/cluster_end.h"
#include "cli/cluster_run.h"
#include "cli/identity.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/real.h"
#include "cli/run.h"
#include "cli/scope.h"
#include "exec/binary.h"
#include "exec/input.h"
#include "exec/target.h"

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

static int prepare(struct running *n, struct options *o)
{
    struct link *k = n->l.link;
    struct str why = {0};
    if (refuse_many(n->argv))
        return MZ_USAGE;
    if (o->suppress && !suppress_read(&n->suppressions, o->suppress, &why)) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return MZ_USAGE;
    }
    n->m.folder = o->folder;
    n->m.resumed = o->resume;
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
    /* A library may bring MPI into the program, so it is too early to exclude that. */
    unsigned programs = (use.actors ? PROGRAM_ACTORS : PROGRAM_NATIVE) |
                        (use.mpi || o->ranks ? PROGRAM_MPI : 0);
    const struct explorer_need need = {
        .inboxes = use.actors, .matching = use.mpi, .queues = o->search.queues};
    n->explorer = session_settle(CMD_RUN, o, programs, &need);
    /* Of a program that seems to use nothing, it is seen later what there is to explore.
     */
    bool unknown = !o->algorithm && !use.mpi && !use.ours;
    if (!n->explorer || (!unknown && cluster_refuses(o, n->explorer)) ||
        (!cluster_is_other() && !outputs_prepare(o)))
        return MZ_USAGE;
    n->m.algorithm = n->explorer->name;
    n->m.all_findings = GIVEN(o, keep_going);
    n->l.step_time = o->step_time;
    k->options = o->search;
    k->options.memory = o->memory;
    k->ranks = (uint32_t)o->ranks;
    k->ours = use.ours;
    k->echo = o->once;
    k->show_output = o->show_output;
    k->compare_output = o->compare_output;
    if (o->compare_output && n->explorer->states)
        return usage_error("--compare-output needs outcomes, and -a states merges them\n"
                           "  fix: -a match");
    if (o->compare_output && n->explorer->turns) {
        n->explorer = explorer_find("match");
        snprintf(k->options.algorithm, sizeof k->options.algorithm, "match");
        n->m.algorithm = n->explorer->name;
    }
    k->memory_cap = o->memory;
    k->tracking = o->tracking;
    k->watch = o->watch;
    k->images = o->images;
    n->m.target = o->target;
    k->check_names = o->check_names;
    if (o->once && !GIVEN(o, images))
        k->images = IMAGES_ROOT; /* the only image is the initial one, since nothing is
                                    restored */
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
    progress_show(&n->progress, &c, launch_now() - n->started);
}

static void summarize(struct running *n)
{
    const struct link *k = n->l.link;
    struct summary *m = &n->m;
    m->actors = k->nactors;
    const struct explorer *e = explorer_find(k->options.algorithm);
    if (n->l.again && e) /* after a restart, another explorer may be needed */
        n->explorer = e;
    m->counts = k->counts;
    n->explorer = explorer_used(n->explorer, &m->counts);
    m->algorithm = n->explorer->name;
    m->interleavings = n->explorer->interleavings;
    m->by_states = m->counts.by_states;
    enum stop_reason stopped = m->counts.stopped;
    m->elapsed = launch_now() - n->started;
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
            n->source = source_open(n->l.link, n->argv[0]);
        real_places(n->source, k->loop, &n->slow);
    }
    if (n->slow.len)
        m->stopped = str_text(&n->slow);
    else if (n->needs.len && stopped == STOP_MEMORY)
        m->stopped = str_text(&n->needs);
    const struct turn turn = m->counts.turn;
    if (turn.differs[0] && !m->differs) {
        struct str s = {0};
        if (!n->source)
            n->source = source_open(n->l.link, n->argv[0]);
        real_places(n->source, turn.differs, &s);
        m->differs = s.text;
    }
    if (k->lost_findings && !(m->stopped && *n->l.interrupt))
        m->stopped =
            "lack of room for findings (fewer are reported without --keep-going)";
    m->verdict = m->findings.len || m->earlier.len || m->before ? MZ_FOUND
                 : n->why.len                                   ? MZ_UNSUPPORTED
                 : m->stopped                                   ? MZ_INCOMPLETE
                                                                : MZ_OK;
    run_add_remedy(n);
    if (n->why.len)
        m->stopped = str_text(&n->why);
    scope_describe(m, k, n->argv);
    for (size_t i = 0; i < n->before.rests.len; i++)
        scope_add(m, n->before.rests.at[i]);
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
    if (identity_has_input(&f->facts) && !input_read_stdin(k, n->l.interrupt, why))
        return MZ_USAGE;
    identity_again(&n->facts, &f->facts, k);
    if (!frontier_fits(f, &n->facts, n->o->resume, why))
        return MZ_USAGE;
    session_take_found(&n->m, f, &n->o->search);
    n->files = f->traces;
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
    identity_differs(&n->before.facts, n->l.link, &changed);
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
        f.traces = n->files;
        session_save(&n->m, &f, &n->facts);
        frontier_free(&f);
    } else {
        session_tell_lost(&n->m, "there is too much of it");
    }
}

/* Writes the frontier to the file, with all that a resumed run must know. */
static bool write_meanwhile(struct running *n, struct frontier *f, struct str *why)
{
    struct link *k = n->l.link;
    struct summary now = n->m;
    facts_vec facts = {0};
    now.holds_for = now.rests_on = (texts_vec){0};
    now.actors = k->nactors;
    scope_describe(&now, k, n->argv);
    for (size_t i = 0; i < n->before.rests.len; i++)
        scope_add(&now, n->before.rests.at[i]);
    for (size_t i = 0; i < n->facts.len; i++)
        facts_add(&facts, n->facts.at[i].what, n->facts.at[i].value);
    identity_end(&facts, k);
    f->traces = n->files;
    session_count_saved(&now, f, &n->o->search);
    bool good = session_save_meanwhile(&now, f, &facts, why);
    texts_free(&now.holds_for);
    texts_free(&now.rests_on);
    facts_free(&facts);
    return good;
}

/* The agent may have put what is left into the link, while the search goes on. */
static void save_meanwhile(struct running *n)
{
    struct link *k = n->l.link;
    struct frontier f;
    struct str why = {0};
    if (__atomic_load_n(&k->saves, __ATOMIC_ACQUIRE) == k->saves_taken)
        return;
    if (k->phase == PHASE_RUNNING) /* what was found before it was saved */
        run_take_findings(n);
    if (frontier_unpack(&f, link_at(k, k->save), k->save_bytes)) {
        n->m.saved |= write_meanwhile(n, &f, &why);
        frontier_free(&f);
    }
    if (why.len && !n->m.unsaved)
        fprintf(stderr, "mazurka: what is left was not saved: %s\n", str_text(&why));
    n->m.unsaved |= why.len > 0;
    str_free(&why);
    k->saves_taken = k->saves;
}

/* Adds a line to the summary: how to continue, or what the samples say about the rest.
 * Nothing is added if the program cannot be verified, since a continued run would not
 * know why. */
static void add_note(struct running *n)
{
    const struct link *k = n->l.link;
    /* what the rank would have done is not part of the frontier */
    if (n->why.len || n->slow.len) {
        if (k->counts.stopped == STOP_WORKER)
            session_tell_saved(&n->m);
        return;
    }
    bool killed = (n->l.late || n->l.interrupted) && !n->o->once;
    if (killed && n->explorer->takes & TAKES_RESUME)
        session_tell_lost(&n->m, k->running
                                     ? "a rank was computing for too long when it "
                                       "was to be written down"
                                     : "writing it down would have taken too long");
    else if (k->lost_findings && k->frontier_bytes && !n->o->once)
        n->m.note = mem_strdup("what is left is not saved: not all could be told that "
                               "was found so far");
    else if (n->m.stopped && k->frontier_bytes && !n->o->once)
        save(n);
    else if (n->explorer->samples && !k->options.once)
        session_estimate(&n->m, n->explorer, &k->options);
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
    text_turn(&n->m, s);
    if (k->check_names)
        str_addf(s, "%llu of %llu steps were from a known state, all as before\n",
                 (unsigned long long)k->names_checked,
                 (unsigned long long)(k->names_checked + k->names_new));
}

/* The exit code. With --once, one outcome is all that was asked for: if it is good, the
 * command has done its work, like mpirun, although nothing is proved. */
static int exit_code(const struct running *n)
{
    bool asked = n->o->once && n->l.link->counts.stopped == STOP_EXECUTIONS;
    return n->m.verdict == MZ_INCOMPLETE && asked && !n->slow.len &&
                   !n->l.link->lost_findings
               ? MZ_OK
               : (int)n->m.verdict;
}

static int finish(struct running *n)
{
    struct str s = {0};
    int code = exit_code(n);
    progress_clear(&n->progress);
    if (n->o->show_output && !n->m.findings.len && n->l.link->printed)
        real_output(n->l.link, n->l.link->printed, n->l.link->nactors, &s);
    if (!n->style.quiet || n->m.verdict != MZ_OK)
        text_summary(&n->m, &n->style, &s);
    if (n->o->verbose)
        details(n, &s);
    run_say(n, &s);
    str_free(&s);
    return outputs_write(n->o, &n->m, code);
}

/* Runs the whole exploration once. */
static enum mz_err explore_all(struct running *n, struct str *why)
{
    struct link *k = n->l.link;
    enum mz_err err = launch_run(&n->l, n->argv, why);
    progress_clear(&n->progress);
    if (n->l.late)
        k->counts.stopped = STOP_TIME;
    if (!err)
        err = cluster_gather(n, why);
    if (!err)
        err = resumed(n, why);
    if (err)
        return err;
    if (launch_lost(&n->l, why))
        run_take_loss(n, str_text(why));
    if (k->unsupported[0])
        run_cannot_verify(n, "%s", k->unsupported);
    if (k->counts.stopped == STOP_WORKER)
        run_cannot_verify(n, "one of the processes of the exploration was lost%s%s",
                          k->died[0] ? ": " : "", k->died);
    run_take_findings(n);
    run_count_outcomes(n);
    run_compare_output(n);
    if (!n->why.len && !n->m.findings.len && !n->m.earlier.len && !*n->l.interrupt)
        run_take_sample(n);
    if (n->hasty)
        k->counts.stopped = n->hasty;
    return MZ_OK;
}

/* Was nothing found, and nothing left out? */
static bool is_good(const struct running *n)
{
    const struct link *k = n->l.link;
    return !n->why.len && !n->slow.len && !n->m.findings.len && !n->m.earlier.len &&
           k->counts.stopped == STOP_NO && !k->lost_findings && !*n->l.interrupt;
}

/* Some explorers know one buffering at a time. Nothing was found as
 * long as sends, locks and the beginnings of epochs do not wait; now they do. */
static enum mz_err explore_zero(struct running *n, struct str *why)
{
    struct link *k = n->l.link;
    const struct search_counts first = k->counts;
    k->options.buffering = BUFFERING_ZERO;
    k->waits = 1;
    enum mz_err err = explore_all(n, why);
    if (!err && is_good(n)) {
        k->counts = first; /* the outcomes of the second are among these */
        return err;
    }
    k->options.each_buffering = false;
    if (!err && !n->m.findings.len && k->counts.executions < first.executions) {
        const struct search_counts second = k->counts;
        k->counts = first;
        k->counts.stopped = second.stopped;
        k->counts.cut = second.cut;
        k->counts.loop = second.loop;
    }
    return err;
}

/* The time or the memory is over, and the search has not come to the end of one
 * execution: it does more than to execute. A single one takes less, and shows what the
 * user would otherwise see by --once; the agent has left some time for it. What the
 * search has left stays as it is. */
static enum mz_err explore_first(struct running *n, struct str *why)
{
    struct link *k = n->l.link;
    const struct search_counts first = k->counts;
    const enum link_images images = k->images;
    uint64_t bytes = k->frontier ? k->frontier_bytes : 0;
    char *left = bytes ? mem_alloc(bytes) : NULL;
    bool late = n->l.late;
    if (bytes)
        memcpy(left, link_at(k, k->frontier), bytes);
    k->options.once = true;
    k->images = IMAGES_ROOT;
    enum mz_err err = explore_all(n, why);
    k->options.once = false;
    k->images = images;
    if (k->counts.executions) {
        k->counts.stopped = first.stopped;
        k->counts.redundant = first.redundant;
    } else {
        k->counts = first;
    }
    n->l.late = late;
    k->frontier = bytes ? link_room(k, bytes) : 0;
    k->frontier_bytes = bytes;
    if (k->frontier)
        memcpy(link_at(k, k->frontier), left, bytes);
    free(left);
    return err;
}

static bool has_seen_nothing(const struct running *n)
{
    const struct link *k = n->l.link;
    return !k->counts.executions && !k->counts.states && !n->m.findings.len &&
           !n->why.len && !*n->l.interrupt;
}

/* One execution alone needs more than --memory: makes it in a way that needs less, and
 * estimates by its length what the search would need. */
static enum mz_err explore_without_room(struct running *n, struct str *why)
{
    enum { EACH = 1200, MB = 1 << 20 }; /* bytes for each step that the search records */
    struct link *k = n->l.link;
    uint64_t steps = k->counts.transitions; /* it may have tried longer ones */
    enum mz_err err = explore_first(n, why);
    bool ended = k->counts.executions;
    if (ended && k->counts.transitions > steps)
        steps = k->counts.transitions;
    str_addf(&n->needs, "--memory: one execution alone needs more than %llu MB",
             (unsigned long long)(n->o->memory / MB));
    if (ended)
        str_addf(&n->needs, " (--memory %lluM should be enough)",
                 (unsigned long long)((n->o->memory + steps * EACH) / MB + 1));
    return err;
}

static int explore(struct running *n)
{
    struct str why = {0};
    struct link *k = n->l.link;
    n->started = k->began = launch_now();
    if (k->options.bounds.seconds > 0)
        n->deadline = n->started + k->options.bounds.seconds;
    k->patience = progress_patience();
    n->l.interrupt = interrupt_watch();
    n->l.on_tick = on_tick;
    n->l.context = n;
    progress_begin(&n->progress, n->o->quiet);
    identity_begin(&n->facts, n->argv);
    options_facts(CMD_RUN, n->o, &n->facts);
    enum mz_err err = cluster_lead(n, &why);
    /* if the first of several processes were killed, MPI would end them all */
    n->l.deadline = k->cluster_size ? 0 : n->deadline;
    k->leaves_time = k->options.bounds.seconds > 0 && !k->cluster_size && !n->o->once &&
                     !n->o->resume && !n->explorer->samples;
    if (!err)
        err = resume(n, &why);
    if (!err)
        err = explore_all(n, &why);
    if (!err && k->leaves_time && k->counts.stopped == STOP_TIME && has_seen_nothing(n))
        err = explore_first(n, &why);
    if (!err && k->counts.stopped == STOP_MEMORY && !k->cluster_size &&
        has_seen_nothing(n))
        err = explore_without_room(n, &why);
    k->leaves_time = 0;
    if (!err && n->trespass && !*n->l.interrupt && !n->why.len) {
        k->wary = 1; /* slower, and seldom necessary */
        err = explore_all(n, &why);
    }
    if (!err && k->options.each_buffering && k->options.buffering == BUFFERING_INFINITE) {
        if (is_good(n))
            err = explore_zero(n, &why);
        else
            k->options.each_buffering = false;
    }
    if (err) {
        if (why.len)
            usage_error("%s", str_text(&why));
        str_free(&why);
        return (int)err;
    }
    if (!k->counts.stopped)
        suppress_unused(&n->suppressions, &n->m.unused);
    const char *changed = n->m.findings.len ? NULL : input_changed(k);
    if (changed)
        run_cannot_verify(n, "the file %s was changed while the program was checked",
                          changed);
    str_free(&why);
    summarize(n);
    add_note(n);
    session_done(&n->m, n->o->resume);
    return finish(n);
}

int cmd_run(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_RUN, argc, argv, &o, &code))
        return code;
    struct str path = {0};
    struct running n = {.o = &o, .argv = o.arguments};
    n.style = (struct text_style){options_colour(&o, STDOUT_FILENO), o.quiet};
    n.quiet_stdout = outputs_standard(&o);
    n.m.program = o.arguments[0];
    if (!strchr(o.arguments[0], '/')) { /* the program is looked up as a file, not as a
                                           command in PATH */
        str_addf(&path, "./%s", o.arguments[0]);
        n.argv[0] = path.text;
    }
    if (launch_init(&n.l, &n.why))
        code = cluster_code(usage_error("%s", str_text(&n.why)), FAILURE_START);
    else
        code = prepare(&n, &o);
    if (!code)
        code = cluster_is_other() ? cluster_follow(&n) : explore(&n);
    if (n.source)
        source_close(n.source);
    summary_free(&n.m);
    launch_free(&n.l);
    facts_free(&n.facts);
    frontier_free(&n.before);
    suppress_free(&n.suppressions);
    vec_free(&n.untold);
    str_free(&n.why);
    str_free(&n.slow);
    str_free(&n.needs);
    str_free(&n.unsure);
    str_free(&path);
    return code;
}
