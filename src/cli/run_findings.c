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

static void describe_run(struct running *n, struct mzt *t)
{
    const struct link *k = n->l.seen, *orders = n->l.orders.link;
    char *directory = getcwd(NULL, 0);
    t->command = mem_strdup("run");
    t->program = mem_strdup(n->argv[0]);
    t->directory = mem_strdup(directory ? directory : ".");
    free(directory);
    t->has_input = orders->stdin_at && orders->stdin_bytes <= KEPT;
    if (t->has_input)
        str_add(&t->input, link_at(n->l.link, orders->stdin_at), orders->stdin_bytes);
    for (char **a = n->argv + 1; *a; a++)
        vec_push(&t->arguments, mem_strdup(*a));
    t->ranks = (uint32_t)n->o->ranks.first;
    t->threads = orders->plan.asked.threads ? k->plan.learned.slots : 0;
    t->lines = plan_lines(&orders->plan);
    t->target = n->o->target ? mem_strdup(n->o->target) : NULL;
    t->options = options_of_program(&k->options);
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
static char *trace_name(struct running *n, int *claim)
{
    const char *slash = strrchr(n->argv[0], '/'), *base = slash ? slash + 1 : n->argv[0];
    if (n->o->label)
        base = n->o->label;
    const char *folder = n->collector.summary.folder;
    struct str s = {0};
    enum file_claimed is;
    do {
        str_clear(&s);
        str_addf(&s, "%s%s%s%s-%llu.mzt", folder ? folder : "", folder ? "/" : "",
                 folder ? "" : file_prefix(base), base, (unsigned long long)++n->files);
        is = file_claim(s.text, is_replaceable, claim);
    } while (is == FILE_TAKEN);
    if (is == FILE_OLD)
        vec_push(&n->collector.summary.replaced, mem_strdup(s.text));
    return s.text;
}

/* The finding, as it is told. */
static struct finding *taken(struct running *n, struct raw_finding *f)
{
    struct finding *found = f->trace.finding;
    f->trace.finding = NULL;
    real_resolve(n->l.seen, n->source, found);
    return found;
}

static void take_unsupported(struct running *n, struct raw_finding *f)
{
    struct str message = {0};
    real_places(n->source, f->trace.finding->message, &message);
    struct finding *found = taken(n, f);
    collect_no_verdict(&n->collector, found->reason, found->at.site ? "%s: %s" : "%s %s",
                       found->actors.at[found->actor].name, str_text(&message));
    if (found->where.line)
        str_addf(&n->collector.why, ", %s:%u", found->where.file, found->where.line);
    finding_free(found);
    str_free(&message);
}

static void take_slow(struct running *n, struct raw_finding *f)
{
    struct str message = {0};
    real_places(n->source, f->trace.finding->message, &message);
    struct finding *found = taken(n, f);
    str_addf(&n->slow, "%s, which %s", found->actors.at[found->actor].name,
             str_text(&message));
    str_free(&message);
    if (found->where.line)
        str_addf(&n->slow, ", at %s:%u", found->where.file, found->where.line);
    str_addf(&n->slow, " (--step-time gives it more)");
    finding_free(found);
}

static void not_confirmed(struct running *n, enum reason reason, const struct str *why)
{
    struct str words = {0};
    if (!n->source)
        n->source = source_open(launch_look(&n->l), n->argv[0]);
    real_places(n->source, str_text(why), &words);
    collect_no_verdict(&n->collector, reason, "%s", str_text(&words));
    str_free(&words);
}

/* Is it too late to repeat anything? What was found when the search is to end, because
 * its time is over or by a signal, is given a moment. */
static bool is_over(struct running *n)
{
    enum { MOMENT = 1 }; /* seconds */
    bool ends = *n->l.interrupt || (n->deadline > 0 && timer_now() > n->deadline);
    if (ends && n->over <= 0)
        n->over = timer_now();
    return ends && timer_now() - n->over > MOMENT;
}

/* The deadline of a replay. It is given a moment even if the time is over: most replays
 * do not take longer. */
static double replay_until(const struct running *n)
{
    double moment = timer_now() - 1;
    return n->deadline > 0 && n->deadline < moment ? moment : n->deadline;
}

enum { UNSURE_LONGEST = 400 };

/* Notes what could not be repeated in time; the first few are named. */
static void not_in_time(struct running *n, const struct finding *f)
{
    n->hasty = *n->l.interrupt ? STOP_INTERRUPT : STOP_TIME;
    if (!f)
        return;
    if (n->unsure.len > UNSURE_LONGEST) {
        n->untried++;
        return;
    }
    if (!n->unsure.len)
        str_addf(&n->unsure, "%s to repeat what was seen: ",
                 *n->l.interrupt ? "an interrupt, which left no time"
                                 : "--time, which left none");
    else
        str_addf(&n->unsure, "; ");
    str_addf(&n->unsure, "%s: %s", finding_word(f->kind), f->message);
    if (f->where.line)
        str_addf(&n->unsure, " (%s:%u)", f->where.file, f->where.line);
}

/* Does the same execution end the same way again? */
static bool confirm(struct running *n, const struct mzt *t,
                    const struct link_finding *was, char **origin)
{
    struct str why = {0};
    enum reason reason = REASON_NONE;
    enum confirmed c =
        is_over(n) ? NO_TIME
                   : real_confirm(t, was, n->argv, n->l.step_time, replay_until(n),
                                  n->source, origin, &reason, &why);
    n->trespass |= c == TRESPASS;
    if (c == NO_TIME)
        not_in_time(n, t->finding);
    if (c == TOO_SLOW && !n->slow.len)
        str_addf(&n->slow,
                 "a rank that computes for longer than %g s when an execution is "
                 "repeated, to confirm it (--step-time gives it more)",
                 n->l.step_time);
    else if (c == NOT_CONFIRMED || (c == TRESPASS && n->l.link->plan.learned.guard))
        not_confirmed(n, reason, &why);
    str_free(&why);
    return c == CONFIRMED;
}

/* Puts the finding and what the run belongs to into the trace, and writes it. */
static bool write_trace(struct running *n, struct mzt *t, struct finding *found,
                        int *claim)
{
    struct str why = {0};
    identity_end(&n->facts, n->l.seen);
    for (size_t i = 0; i < n->facts.len; i++)
        facts_add(&t->facts, n->facts.at[i].what, n->facts.at[i].value);
    t->finding = found;
    bool good = !mzt_write(t, found->trace, claim, &why);
    if (!good)
        usage_error("%s", str_text(&why));
    t->finding = NULL;
    str_free(&why);
    return good;
}

static void write_first(struct running *n, struct mzt *t, struct finding *found)
{
    struct claim c = {.of = found};
    struct stat is;
    found->trace = trace_name(n, &c.fd);
    finding_replay(found, "mazurka replay");
    if (!write_trace(n, t, found, &c.fd)) {
        if (c.fd >= 0 && !fstat(c.fd, &is) && !is.st_size) /* it was made to take it */
            unlink(found->trace);
        free(found->trace);
        free(found->replay);
        found->trace = found->replay = NULL;
    }
    if (found->trace && n->claims.len < CLAIMS)
        vec_push(&n->claims, c);
    else if (c.fd >= 0)
        close(c.fd);
}

/* What the agent says contradicts itself. */
static void overwritten(struct running *n)
{
    collect_no_verdict(&n->collector, REASON_OVERWRITTEN, LINK_OVERWRITTEN);
}

/* Processes an error or a warning: it is reported if a replay repeats it. */
static void take_error(struct running *n, const struct raw_finding *f,
                       struct finding *found)
{
    struct mzt t = {0};
    describe_run(n, &t);
    bool whole = real_trace(&n->l, f, &t);
    t.finding = found;
    char *origin = NULL;
    if (!whole)
        overwritten(n);
    if (whole && confirm(n, &t, &f->is, &origin)) {
        if (!found->detail)
            found->detail = origin;
        t.finding = NULL; /* the finding is owned by the summary */
        write_first(n, &t, found);
        collect_keep(&n->collector, found);
    }
    mzt_free(&t);
}

/* When the program was compiled; 0: not known. */
static time_t compiled(const struct running *n)
{
    struct stat is;
    return stat(n->argv[0], &is) ? 0 : is.st_mtime;
}

static void take_finding(struct running *n, struct raw_finding *f)
{
    if (f->is.kind == FINDING_UNSUPPORTED || f->is.kind == FINDING_SLOW) {
        (f->is.kind == FINDING_SLOW ? take_slow : take_unsupported)(n, f);
        return;
    }
    /* Even to put them into words takes long, if there are many. */
    if (n->unsure.len > UNSURE_LONGEST && is_over(n) &&
        finding_severity((enum finding_kind)f->is.kind) != SEVERITY_NOTE) {
        n->untried++;
        return;
    }
    struct finding *found = taken(n, f);
    found->outcomes = f->is.outcomes;
    found->uncounted = !finding_counts(found->kind, n->o->search.strict);
    finding_read_source(found, compiled(n));
    switch (collect_offer(&n->collector, found)) {
    case COLLECTED_KNOWN:
        finding_free(found);
        break;
    case COLLECTED_SILENTLY:
    case COLLECTED_NOTE:
        break;
    case COLLECTED_ERROR:
        take_error(n, f, found);
        break;
    }
}

/* Processes the findings that are new since the last call. */
void run_take_findings(struct running *n)
{
    struct link_finding is;
    struct raw_finding f;
    if (n->again != n->l.again || !n->taken.link)
        n->taken = (struct raw_list){.link = n->l.link};
    n->again = n->l.again;
    n->collector.restarted = n->again;
    while (raw_next(&n->taken, &is) && raw_take(&n->taken, &f)) {
        launch_look(&n->l);
        if (!n->source) /* not before: findings may come at any time */
            n->source = source_open(launch_look(&n->l), n->argv[0]);
        take_finding(n, &f);
        raw_free(&f);
    }
    if (n->taken.overwritten)
        overwritten(n);
    collect_tell(&n->collector, false);
}

/* Looks for an outcome that passes, and writes the trace once more, with what has become
 * known of the finding. */
static void write_again(struct running *n, const struct raw_finding *from,
                        struct finding *f)
{
    struct mzt t = {0};
    int none = -1, *claim = &none;
    if (!f->trace)
        return;
    describe_run(n, &t);
    bool whole = real_trace(&n->l, from, &t);
    t.finding = f;
    if (whole)
        real_passing(&t, n->argv, n->l.step_time, n->deadline, n->source, compiled(n));
    for (size_t i = 0; i < n->claims.len; i++)
        if (n->claims.at[i].of == f)
            claim = &n->claims.at[i].fd;
    write_trace(n, &t, f, claim);
    mzt_free(&t);
}

static bool is_named(const struct finding *f, const struct link_finding *is)
{
    return f->kind == is->kind && f->name.lo == is->name.lo && f->name.hi == is->name.hi;
}

static void complete(struct running *n, const struct raw_finding *from, struct finding *f)
{
    f->outcomes = from->is.outcomes;
    f->others = from->is.others;
    real_decisive(n->source, from, f);
    if (!is_over(n))
        write_again(n, from, f);
}

void run_count_outcomes(struct running *n)
{
    struct raw_list list = {.link = n->l.link};
    struct link_finding is;
    n->over = 0; /* this has its own moment */
    while (raw_next(&list, &is)) {
        struct raw_finding f = {0};
        for (size_t i = 0; i < n->collector.summary.findings.len && !list.overwritten;
             i++)
            if (is_named(n->collector.summary.findings.at[i], &is) &&
                (f.trace.finding || raw_take(&list, &f)))
                complete(n, &f, n->collector.summary.findings.at[i]);
        for (size_t i = 0; i < n->collector.summary.notes.len; i++)
            if (n->collector.summary.notes.at[i]->kind == (enum finding_kind)is.kind)
                n->collector.summary.notes.at[i]->others = is.others;
        raw_free(&f);
    }
    if (list.overwritten)
        overwritten(n);
    for (uint64_t i = 0; i < n->l.link->nknown; i++)
        resume_count_earlier(&n->collector.summary,
                             (const struct known *)link_at(n->l.link, n->l.link->known) +
                                 i,
                             &n->o->search);
    collect_tell(&n->collector, true);
}

/* --uninitialised: repeats the execution with other contents in memory that the program
 * has not written. What it does differently then is reported; two executions of it were
 * alike. */
static void try_garbage(struct running *n, const struct mzt *t, uint32_t garbage)
{
    struct launch l;
    struct str why = {0};
    if (launch_init(&l, &why)) {
        str_free(&why);
        return;
    }
    l.link->guard = 1;
    l.link->plan.asked.tracking = TRACKING_OFF;
    l.step_time = n->l.step_time;
    l.deadline = replay_until(n);
    bool ran = real_schedule(t, l.link);
    l.link->plan.asked.garbage = garbage;
    ran = ran && !launch_run(&l, n->argv, &why) && !launch_lost(&l, &why) && !l.late;
    struct raw_list list = {.link = l.link};
    struct link_finding is;
    struct raw_finding f;
    while (ran && raw_next(&list, &is) && raw_take(&list, &f)) {
        if (is.kind == FINDING_UNINITIALISED) {
            if (!n->source)
                n->source = source_open(launch_look(&l), n->argv[0]);
            struct finding *found = f.trace.finding;
            f.trace.finding = NULL;
            real_resolve(launch_look(&l), n->source, found);
            found->uncounted = !finding_counts(found->kind, n->o->search.strict);
            finding_read_source(found, compiled(n));
            enum collected c = collect_offer(&n->collector, found);
            if (c == COLLECTED_KNOWN)
                finding_free(found);
            else if (c == COLLECTED_ERROR)
                collect_keep(&n->collector, found);
        }
        raw_free(&f);
    }
    launch_free(&l);
    str_free(&why);
}

/* Nothing was found: checks by a replay that the program at least behaves the same way
 * twice. */
void run_take_sample(struct running *n)
{
    struct link *k = n->l.link;
    struct mzt t = {0};
    if (k->options.once) /* one execution says nothing about others */
        return;
    if (!k->sample ||
        n->collector.summary.suppressed.len) { /* the sample need not be a good one */
        link_rests_on(k, "that it would do the same again (not tried)");
        return;
    }
    describe_run(n, &t);
    struct raw_finding sample;
    char *origin = NULL;
    if (!raw_sample(k, &sample) || !real_trace(&n->l, &sample, &t))
        overwritten(n);
    else if (confirm(n, &t, &sample.is, &origin) && n->o->uninitialised)
        for (uint32_t garbage = 1; garbage <= 2; garbage++)
            try_garbage(n, &t, garbage);
    raw_free(&sample);
    free(origin);
    mzt_free(&t);
}

/* Reports the schedule on which the agent was when it ended. */
void run_take_loss(struct running *n, const char *why)
{
    const struct link *k = n->l.link;
    collect_no_verdict(&n->collector, REASON_LOST, "the process was lost: %s", why);
    if (!k->depth)
        return;
    str_addf(&n->collector.why, "\n          after these steps (rank:outcome):");
    uint32_t first = k->depth > 200 ? k->depth - 200 : 0;
    if (first)
        str_addf(&n->collector.why, " ...");
    for (uint32_t i = first; i < k->depth && i < LINK_PATH; i++)
        str_addf(&n->collector.why, " %u:%d", k->path[i].actor, k->path[i].outcome);
}
