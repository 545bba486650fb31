/* SPDX-License-Identifier: Apache-2.0
 *
 * run_findings.c - what the agent says it has found, in `mazurka run`.
 *
 * It is not believed yet: every finding is replayed in a fresh process, and so is a
 * sample execution of a program in which nothing was found. A program that does not do
 * the same again cannot be verified. */
#include "base/file.h"
#include "base/timer.h"
#include "check/resume.h"
#include "cli/identity.h"
#include "cli/options.h"
#include "cli/real.h"
#include "cli/run.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* the largest part of standard input that is kept in a trace */
#define KEPT ((size_t)1 << 20)

static void describe_run(struct run *run, struct mzt *t)
{
    const struct link *link = run->launch.seen, *orders = run->launch.orders.link;
    char *directory = getcwd(NULL, 0);
    t->command = mem_strdup("run");
    t->program = mem_strdup(run->argv[0]);
    t->directory = mem_strdup(directory ? directory : ".");
    free(directory);
    t->has_input = orders->input.at && orders->input.bytes <= KEPT;
    if (t->has_input)
        str_add(&t->input, link_at(run->launch.link, orders->input.at),
                orders->input.bytes);
    for (char **a = run->argv + 1; *a; a++)
        vec_push(&t->arguments, mem_strdup(*a));
    t->ranks = (uint32_t)run->options->ranks.first;
    t->threads = orders->plan.asked.threads ? link->plan.learned.slots : 0;
    t->lines = plan_lines(&orders->plan);
    t->target = run->options->target ? mem_strdup(run->options->target) : NULL;
    t->options = options_of_program(&link->options);
}

/* May we replace what is there? Only a trace of an earlier run. */
static bool is_replaceable(const char *file)
{
    char head[4096];
    struct stat is;
    FILE *f = !stat(file, &is) && S_ISREG(is.st_mode) ? fopen(file, "re") : NULL;
    size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f)
        fclose(f);
    return memmem(head, n, MZT_MARK, strlen(MZT_MARK)) != NULL;
}

/* So many names of traces are kept for this run while it lives, each by a descriptor. */
enum { CLAIMS = 256 };

/* The name of the next trace: gather-1.mzt, gather-2.mzt, ... in the folder of -o or in
 * the current directory. Another run that goes on at the same time may be writing such
 * traces, too; its names are passed over. *claim is as for file_claim(). */
static char *trace_name(struct run *run, int *claim)
{
    const char *slash = strrchr(run->argv[0], '/'),
               *base = slash ? slash + 1 : run->argv[0];
    if (run->options->label)
        base = run->options->label;
    const char *folder = run->collector.summary.folder;
    struct str s = {0};
    enum file_claimed is;
    do {
        str_clear(&s);
        str_addf(&s, "%s%s%s%s-%llu.mzt", folder ? folder : "", folder ? "/" : "",
                 folder ? "" : file_prefix(base), base, (unsigned long long)++run->files);
        is = file_claim(s.text, is_replaceable, claim);
    } while (is == FILE_TAKEN);
    if (is == FILE_OLD)
        vec_push(&run->collector.summary.replaced, mem_strdup(s.text));
    return s.text;
}

/* The finding, as it is told. */
static struct finding *taken(struct run *run, struct raw_finding *f)
{
    struct finding *found = f->trace.finding;
    f->trace.finding = NULL;
    real_resolve(run->launch.seen, run->source, found);
    return found;
}

static void take_unsupported(struct run *run, struct raw_finding *f)
{
    struct str message = {0};
    real_places(run->source, f->trace.finding->message, &message);
    struct finding *found = taken(run, f);
    collect_no_verdict(&run->collector, found->reason,
                       found->at.site ? "%s: %s" : "%s %s",
                       found->actors.at[found->actor].name, str_text(&message));
    if (found->where.line)
        str_addf(&run->collector.why, ", %s:%u", found->where.file, found->where.line);
    finding_free(found);
    str_free(&message);
}

static void take_slow(struct run *run, struct raw_finding *f)
{
    struct str message = {0};
    real_places(run->source, f->trace.finding->message, &message);
    struct finding *found = taken(run, f);
    str_addf(&run->slow, "%s, which %s", found->actors.at[found->actor].name,
             str_text(&message));
    str_free(&message);
    if (found->where.line)
        str_addf(&run->slow, ", at %s:%u", found->where.file, found->where.line);
    str_addf(&run->slow, " (--step-time gives it more)");
    finding_free(found);
}

static void not_confirmed(struct run *run, enum reason reason, const struct str *why)
{
    struct str words = {0};
    if (!run->source)
        run->source = source_open(launch_look(&run->launch), run->argv[0]);
    real_places(run->source, str_text(why), &words);
    collect_no_verdict(&run->collector, reason, "%s", str_text(&words));
    str_free(&words);
}

/* Is it too late to repeat anything? What was found when the search is to end, because
 * its time is over or by a signal, is given a moment. */
static bool is_over(struct run *run)
{
    enum { MOMENT = 1 }; /* seconds */
    bool ends =
        *run->launch.interrupt || (run->deadline > 0 && timer_now() > run->deadline);
    if (ends && run->over <= 0)
        run->over = timer_now();
    return ends && timer_now() - run->over > MOMENT;
}

/* The deadline of a replay. It is given a moment even if the time is over: most replays
 * do not take longer. */
static double replay_until(const struct run *run)
{
    double moment = timer_now() - 1;
    return run->deadline > 0 && run->deadline < moment ? moment : run->deadline;
}

enum { UNSURE_LONGEST = 400 };

/* Notes what could not be repeated in time; the first few are named. */
static void not_in_time(struct run *run, const struct finding *f)
{
    run->hasty = *run->launch.interrupt ? STOP_INTERRUPT : STOP_TIME;
    if (!f)
        return;
    if (run->unsure.len > UNSURE_LONGEST) {
        run->untried++;
        return;
    }
    if (!run->unsure.len)
        str_addf(&run->unsure, "%s to repeat what was seen: ",
                 *run->launch.interrupt ? "an interrupt, which left no time"
                                        : "--time, which left none");
    else
        str_addf(&run->unsure, "; ");
    str_addf(&run->unsure, "%s: %s", finding_word(f->kind), f->message);
    if (f->where.line)
        str_addf(&run->unsure, " (%s:%u)", f->where.file, f->where.line);
}

/* Does the same execution end the same way again? */
static bool confirm(struct run *run, const struct mzt *t, const struct link_finding *was,
                    char **origin)
{
    struct str why = {0};
    enum reason reason = REASON_NONE;
    enum confirmed c =
        is_over(run)
            ? NO_TIME
            : real_confirm(t, was, run->argv, run->launch.step_time, replay_until(run),
                           run->source, origin, &reason, &why);
    run->trespass |= c == TRESPASS;
    if (c == NO_TIME)
        not_in_time(run, t->finding);
    if (c == TOO_SLOW && !run->slow.len)
        str_addf(&run->slow,
                 "a rank that computes for longer than %g s when an execution is "
                 "repeated, to confirm it (--step-time gives it more)",
                 run->launch.step_time);
    else if (c == NOT_CONFIRMED ||
             (c == TRESPASS && run->launch.link->plan.learned.guard))
        not_confirmed(run, reason, &why);
    str_free(&why);
    return c == CONFIRMED;
}

/* Puts the finding and what the run belongs to into the trace, and writes it. */
static bool write_trace(struct run *run, struct mzt *t, struct finding *found, int *claim)
{
    struct str why = {0};
    identity_end(&run->facts, run->launch.seen);
    for (size_t i = 0; i < run->facts.len; i++)
        facts_add(&t->facts, run->facts.at[i].what, run->facts.at[i].value);
    t->finding = found;
    bool good = !mzt_write(t, found->trace, claim, &why);
    if (!good)
        usage_error("%s", str_text(&why));
    t->finding = NULL;
    str_free(&why);
    return good;
}

static void write_first(struct run *run, struct mzt *t, struct finding *found)
{
    struct claim c = {.of = found};
    struct stat is;
    found->trace = trace_name(run, &c.fd);
    finding_replay(found, "mazurka replay");
    if (!write_trace(run, t, found, &c.fd)) {
        if (c.fd >= 0 && !fstat(c.fd, &is) && !is.st_size) /* it was made to take it */
            unlink(found->trace);
        free(found->trace);
        free(found->replay);
        found->trace = found->replay = NULL;
    }
    if (found->trace && run->claims.len < CLAIMS)
        vec_push(&run->claims, c);
    else if (c.fd >= 0)
        close(c.fd);
}

/* What the agent says contradicts itself. */
static void overwritten(struct run *run)
{
    collect_no_verdict(&run->collector, REASON_OVERWRITTEN, LINK_OVERWRITTEN);
}

/* Processes an error or a warning: it is reported if a replay repeats it. */
static void take_error(struct run *run, const struct raw_finding *f,
                       struct finding *found)
{
    struct mzt t = {0};
    describe_run(run, &t);
    bool whole = real_trace(&run->launch, f, &t);
    t.finding = found;
    char *origin = NULL;
    if (!whole)
        overwritten(run);
    if (whole && confirm(run, &t, &f->is, &origin)) {
        if (!found->detail)
            found->detail = origin;
        t.finding = NULL; /* the finding is owned by the summary */
        write_first(run, &t, found);
        collect_keep(&run->collector, found);
    }
    mzt_free(&t);
}

/* When the program was compiled; 0: not known. */
static time_t compiled(const struct run *run)
{
    struct stat is;
    return stat(run->argv[0], &is) ? 0 : is.st_mtime;
}

static void take_finding(struct run *run, struct raw_finding *f)
{
    if (f->is.kind == FINDING_UNSUPPORTED || f->is.kind == FINDING_SLOW) {
        (f->is.kind == FINDING_SLOW ? take_slow : take_unsupported)(run, f);
        return;
    }
    /* Even to put them into words takes long, if there are many. */
    if (run->unsure.len > UNSURE_LONGEST && is_over(run) &&
        finding_severity((enum finding_kind)f->is.kind) != SEVERITY_NOTE) {
        run->untried++;
        return;
    }
    struct finding *found = taken(run, f);
    found->outcomes = f->is.outcomes;
    found->uncounted = !finding_counts(found->kind, run->options->search.strict);
    finding_read_source(found, compiled(run));
    switch (collect_offer(&run->collector, found)) {
    case COLLECTED_KNOWN:
        finding_free(found);
        break;
    case COLLECTED_SILENTLY:
    case COLLECTED_NOTE:
        break;
    case COLLECTED_ERROR:
        take_error(run, f, found);
        break;
    }
}

/* Processes the findings that are new since the last call. */
void run_take_findings(struct run *run)
{
    struct link_finding is;
    struct raw_finding f;
    if (run->again != run->launch.again || !run->taken.link)
        run->taken = (struct raw_list){.link = run->launch.link};
    run->again = run->launch.again;
    run->collector.restarted = run->again;
    while (raw_next(&run->taken, &is) && raw_take(&run->taken, &f)) {
        launch_look(&run->launch);
        if (!run->source) /* not before: findings may come at any time */
            run->source = source_open(launch_look(&run->launch), run->argv[0]);
        take_finding(run, &f);
        raw_free(&f);
    }
    if (run->taken.overwritten)
        overwritten(run);
    collect_tell(&run->collector, false);
}

/* Looks for an outcome that passes, and writes the trace once more, with what has become
 * known of the finding. */
static void write_again(struct run *run, const struct raw_finding *from,
                        struct finding *f)
{
    struct mzt t = {0};
    int none = -1, *claim = &none;
    if (!f->trace)
        return;
    describe_run(run, &t);
    bool whole = real_trace(&run->launch, from, &t);
    t.finding = f;
    if (whole)
        real_passing(&t, run->argv, run->launch.step_time, run->deadline, run->source,
                     compiled(run));
    for (size_t i = 0; i < run->claims.len; i++)
        if (run->claims.at[i].of == f)
            claim = &run->claims.at[i].fd;
    write_trace(run, &t, f, claim);
    mzt_free(&t);
}

static bool is_named(const struct finding *f, const struct link_finding *is)
{
    return f->kind == is->kind && f->name.lo == is->name.lo && f->name.hi == is->name.hi;
}

static void complete(struct run *run, const struct raw_finding *from, struct finding *f)
{
    f->outcomes = from->is.outcomes;
    f->others = from->is.others;
    real_decisive(run->source, from, f);
    if (!is_over(run))
        write_again(run, from, f);
}

void run_count_outcomes(struct run *run)
{
    struct raw_list list = {.link = run->launch.link};
    struct link_finding is;
    run->over = 0; /* this has its own moment */
    while (raw_next(&list, &is)) {
        struct raw_finding f = {0};
        for (size_t i = 0; i < run->collector.summary.findings.len && !list.overwritten;
             i++)
            if (is_named(run->collector.summary.findings.at[i], &is) &&
                (f.trace.finding || raw_take(&list, &f)))
                complete(run, &f, run->collector.summary.findings.at[i]);
        for (size_t i = 0; i < run->collector.summary.notes.len; i++)
            if (run->collector.summary.notes.at[i]->kind == (enum finding_kind)is.kind)
                run->collector.summary.notes.at[i]->others = is.others;
        raw_free(&f);
    }
    if (list.overwritten)
        overwritten(run);
    for (uint64_t i = 0; i < run->launch.link->nknown; i++)
        resume_count_earlier(
            &run->collector.summary,
            (const struct known *)link_at(run->launch.link, run->launch.link->known) + i,
            &run->options->search);
    collect_tell(&run->collector, true);
}

/* --uninitialised: repeats the execution with other contents in memory that the program
 * has not written. What it does differently then is reported; two executions of it were
 * alike. */
static void try_garbage(struct run *run, const struct mzt *t, uint32_t garbage)
{
    struct launch l;
    struct str why = {0};
    if (launch_init(&l, &why)) {
        str_free(&why);
        return;
    }
    l.link->replay.guard = 1;
    l.link->plan.asked.tracking = TRACKING_OFF;
    l.step_time = run->launch.step_time;
    l.deadline = replay_until(run);
    bool ran = real_schedule(t, l.link);
    l.link->plan.asked.garbage = garbage;
    ran = ran && !launch_run(&l, run->argv, &why) && !launch_lost(&l, &why) && !l.late;
    struct raw_list list = {.link = l.link};
    struct link_finding is;
    struct raw_finding f;
    while (ran && raw_next(&list, &is) && raw_take(&list, &f)) {
        if (is.kind == FINDING_UNINITIALISED) {
            if (!run->source)
                run->source = source_open(launch_look(&l), run->argv[0]);
            struct finding *found = f.trace.finding;
            f.trace.finding = NULL;
            real_resolve(launch_look(&l), run->source, found);
            found->uncounted = !finding_counts(found->kind, run->options->search.strict);
            finding_read_source(found, compiled(run));
            enum collected c = collect_offer(&run->collector, found);
            if (c == COLLECTED_KNOWN)
                finding_free(found);
            else if (c == COLLECTED_ERROR)
                collect_keep(&run->collector, found);
        }
        raw_free(&f);
    }
    launch_free(&l);
    str_free(&why);
}

/* Nothing was found: checks by a replay that the program at least behaves the same way
 * twice. */
void run_take_sample(struct run *run)
{
    struct link *link = run->launch.link;
    struct mzt t = {0};
    if (link->options.once) /* one execution says nothing about others */
        return;
    if (!link->sample ||
        run->collector.summary.suppressed.len) { /* the sample need not be a good one */
        link_rests_on(link, "that it would do the same again (not tried)");
        return;
    }
    describe_run(run, &t);
    struct raw_finding sample;
    char *origin = NULL;
    if (!raw_sample(link, &sample) || !real_trace(&run->launch, &sample, &t))
        overwritten(run);
    else if (confirm(run, &t, &sample.is, &origin) && run->options->uninitialised)
        for (uint32_t garbage = 1; garbage <= 2; garbage++)
            try_garbage(run, &t, garbage);
    raw_free(&sample);
    free(origin);
    mzt_free(&t);
}

/* Reports the schedule on which the agent was when it ended. */
void run_take_loss(struct run *run, const char *why)
{
    const struct link *link = run->launch.link;
    collect_no_verdict(&run->collector, REASON_LOST, "the process was lost: %s", why);
    if (!link->depth)
        return;
    str_addf(&run->collector.why, "\n          after these steps (rank:outcome):");
    uint32_t first = link->depth > 200 ? link->depth - 200 : 0;
    if (first)
        str_addf(&run->collector.why, " ...");
    for (uint32_t i = first; i < link->depth && i < LINK_PATH; i++)
        str_addf(&run->collector.why, " %u:%d", link->path[i].actor,
                 link->path[i].outcome);
}
