/* SPDX-License-Identifier: Apache-2.0
 *
 * run_findings.c - what the agent says it has found, in `mazurka run`.
 *
 * It is not believed yet: every finding is replayed in a fresh process, and so is a
 * sample execution of a program in which nothing was found. A program that does not do
 * the same again cannot be verified. */
#include "base/file.h"
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

void run_say(const struct running *n, const struct str *s)
{
    if (!n->quiet_stdout)
        fputs(str_text(s), stdout);
    fflush(stdout);
}

static void describe_run(struct running *n, struct mzt *t)
{
    const struct link *k = n->l.link;
    char *directory = getcwd(NULL, 0);
    t->command = mem_strdup("run");
    t->program = mem_strdup(n->argv[0]);
    t->directory = mem_strdup(directory ? directory : ".");
    free(directory);
    t->has_input = k->stdin_at && k->stdin_bytes <= KEPT;
    if (t->has_input)
        str_add(&t->input, link_at(n->l.link, k->stdin_at), k->stdin_bytes);
    for (char **a = n->argv + 1; *a; a++)
        vec_push(&t->arguments, mem_strdup(*a));
    t->ranks = (uint32_t)n->o->ranks;
    t->target = n->o->target ? mem_strdup(n->o->target) : NULL;
    t->options = options_of_program(&n->l.link->options);
}

void run_cannot_verify(struct running *n, const char *format, ...)
{
    struct str raw = {0};
    va_list args;
    va_start(args, format);
    str_vaddf(&raw, format, args);
    va_end(args);
    if (!n->why.len)
        str_plain_lines(&n->why, str_text(&raw));
    str_free(&raw);
}

/* May we replace what is there? Only a trace of an earlier run. */
static bool is_replaceable(const char *file)
{
    struct str text = {0}, why = {0};
    struct stat is;
    bool trace = !stat(file, &is) && S_ISREG(is.st_mode) &&
                 file_read(file, &text, &why) && strstr(str_text(&text), MZT_MARK);
    str_free(&text);
    str_free(&why);
    return trace;
}

/* The name of the next trace: gather-1.mzt, gather-2.mzt, ... in the folder of -o or in
 * the current directory. */
static char *trace_name(struct running *n)
{
    const char *slash = strrchr(n->argv[0], '/'), *base = slash ? slash + 1 : n->argv[0];
    const char *folder = n->m.folder;
    struct str s = {0};
    struct stat is;
    do {
        str_clear(&s);
        str_addf(&s, "%s%s%s%s-%llu.mzt", folder ? folder : "", folder ? "/" : "",
                 folder ? "" : file_prefix(base), base, (unsigned long long)++n->files);
    } while (!lstat(s.text, &is) && !is_replaceable(s.text));
    if (!lstat(s.text, &is))
        vec_push(&n->m.replaced, mem_strdup(s.text));
    return s.text;
}

void run_show(struct running *n, const struct finding *found)
{
    struct str text = {0};
    text_finding(found, &n->style, &text);
    if (n->o->show_output && finding_severity(found->kind) != SEVERITY_NOTE)
        text_outputs(found, &text);
    str_addf(&text, "\n");
    progress_clear(&n->progress);
    run_say(n, &text);
    str_free(&text);
}

static void tell(struct running *n, struct finding *found)
{
    if (!n->untold.len)
        n->untold_since = launch_now();
    vec_push(&n->untold, found);
}

void run_tell(struct running *n, bool end)
{
    if (!end && (!n->untold.len || launch_now() - n->untold_since < progress_patience()))
        return;
    /* the worst first */
    for (enum severity s = SEVERITY_ERROR; s <= SEVERITY_NOTE; s++)
        for (size_t i = 0; i < n->untold.len; i++)
            if (finding_severity(n->untold.at[i]->kind) == s)
                run_show(n, n->untold.at[i]);
    n->untold.len = 0;
}

/* Was this finding reported before the program was started again? */
static bool told(const struct running *n, const struct finding *f)
{
    const struct summary *m = &n->m;
    for (size_t i = 0; n->again && i < m->findings.len + m->notes.len; i++) {
        const struct finding *before =
            i < m->findings.len ? m->findings.at[i] : m->notes.at[i - m->findings.len];
        if (before->kind == f->kind && !strcmp(before->message, f->message))
            return true;
    }
    return false;
}

static char *message_of(struct running *n, const struct link_finding *f)
{
    struct str s = {0};
    real_places(n->source, f->message, &s);
    return s.text ? s.text : mem_strdup("");
}

#define SMALLER "check it with a smaller input, or with fewer ranks"
#define WITHOUT "leave that out for the check, for instance by an #ifndef or an option"

/* What can be done about something that is not supported; most words that tell of it say
 * so themselves, behind a semicolon. What is more special stands further above. */
static const char *remedy(const char *message)
{
    static const struct {
        const char *words, *fix;
    } known[] = {
        {"is not supported yet",
         "leave the call out for the check; docs/mpi-support.md says "
         "which calls there are"},
        {"uncontrolled nondeterminism",
         "look for what it reads that differs from run to run: memory that it has not "
         "written, addresses, the real time, other processes"},
        {"was changed while the program was checked",
         "run it again, and let nobody write the file meanwhile"},
        {"processes of the exploration was lost",
         "if memory was short, let fewer processes work on a machine (-j)"},
        {"the process was lost",
         "if memory was short, " SMALLER "; otherwise it is a fault of Mazurka's, which "
         "we would like to know of"},
        {"cannot be replayed", "run it again; if that stays so, it is a fault of "
                               "Mazurka's, which we would like to know of"},
        {"C++ bindings", "use the functions of C: MPI-3.0 has removed the C++ bindings"},
        {"MPICH", "use what the standard of MPI has instead"},
        {"no memory", SMALLER},
        {"allocates", SMALLER},
        {"more than", SMALLER},
        {"too many", SMALLER},
        {"larger than", SMALLER},
        {"MiB", SMALLER},
        {"before its actors start", "do that after MPI_Init or mz_run()"},
        {"before the actors start", "do that after MPI_Init or mz_run()"},
        {"before they start", "do that after MPI_Init or mz_run()"},
        {"robust mutex", WITHOUT},
        {"priority inheritance", "use a mutex with the default attributes"},
        {"signal", "leave signals out for the check, but for those that a rank sends to "
                   "itself"},
        {"thread",
         "let it use one thread: OMP_NUM_THREADS=1, or an option of the program"},
        {"makes code while it runs",
         "switch off what translates code while it runs (JIT), or "
         "profilers and sanitizers"},
        {"starts a process", "let it do without another process for the check"},
        {"becomes another program", "check that program itself"},
        {"socket", "let ranks talk by MPI only"},
        {"connects to", "let ranks talk by MPI only"},
        {"pipes", "let ranks talk by MPI only"},
        {"waits for descriptors", "let ranks talk by MPI only"},
        {"shares memory", "use a window of MPI instead"},
        {"sets a timer", "leave the timer out for the check: time is virtual"},
        {"maps memory", "let the system choose the address: mmap(NULL, ...), or malloc"},
        {"moves memory", "use malloc and realloc"},
        {"through memory", "use write() instead of a mapping"},
        {"O_DIRECT", "open it without O_DIRECT for the check"},
        {"a directory that it has not made", "let it work in a directory that it makes"},
        {"seccomp", "run it where programs may install seccomp filters and use "
                    "userfaultfd; containers may forbid that"},
        {"makes system call", "leave it out for the check; the call is that of the line "
                              "above"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(message, known[i].words))
            return known[i].fix;
    return WITHOUT;
}

void run_add_remedy(struct running *n)
{
    const char *why = str_text(&n->why);
    if (!n->why.len || strchr(why, ';') || strstr(why, "fix: "))
        return;
    str_addf(&n->why, "\n          fix: %s", remedy(why));
}

static void take_unsupported(struct running *n, const struct link_finding *f)
{
    struct finding *found = real_finding(n->l.link, n->source, f);
    char *message = message_of(n, f);
    run_cannot_verify(n, f->pc ? "%s: %s" : "%s %s", found->actors.at[f->actor].name,
                      message);
    if (found->where.line)
        str_addf(&n->why, ", %s:%u", found->where.file, found->where.line);
    finding_free(found);
    free(message);
}

static void take_slow(struct running *n, const struct link_finding *f)
{
    struct finding *found = real_finding(n->l.link, n->source, f);
    char *message = message_of(n, f);
    str_addf(&n->slow, "%s, which %s", found->actors.at[f->actor].name, message);
    free(message);
    if (found->where.line)
        str_addf(&n->slow, ", at %s:%u", found->where.file, found->where.line);
    str_addf(&n->slow, " (--step-time gives it more)");
    finding_free(found);
}

static void not_confirmed(struct running *n, const struct str *why)
{
    struct str words = {0};
    if (!n->source)
        n->source = source_open(n->l.link, n->argv[0]);
    real_places(n->source, str_text(why), &words);
    run_cannot_verify(n, "%s", str_text(&words));
    str_free(&words);
}

/* Is it too late to repeat anything? What was found when the search is to end, because
 * its time is over or by a signal, is given a moment. */
static bool is_over(struct running *n)
{
    enum { MOMENT = 1 }; /* seconds */
    bool ends = *n->l.interrupt || (n->deadline > 0 && launch_now() > n->deadline);
    if (ends && n->over <= 0)
        n->over = launch_now();
    return ends && launch_now() - n->over > MOMENT;
}

/* The deadline of a replay. It is given a moment even if the time is over: most replays
 * do not take longer. */
static double replay_until(const struct running *n)
{
    double moment = launch_now() - 1;
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
    enum confirmed c = is_over(n)
                           ? NO_TIME
                           : real_confirm(t, was, n->argv, n->l.step_time,
                                          replay_until(n), n->source, origin, &why);
    n->trespass |= c == TRESPASS;
    if (c == NO_TIME)
        not_in_time(n, t->finding);
    if (c == TOO_SLOW && !n->slow.len)
        str_addf(&n->slow,
                 "a rank that computes for longer than %g s when an execution is "
                 "repeated, to confirm it (--step-time gives it more)",
                 n->l.step_time);
    else if (c == NOT_CONFIRMED || (c == TRESPASS && n->l.link->wary))
        not_confirmed(n, &why);
    str_free(&why);
    return c == CONFIRMED;
}

static void write_trace(struct running *n, struct mzt *t, struct finding *found)
{
    struct str why = {0};
    identity_end(&n->facts, n->l.link);
    for (size_t i = 0; i < n->facts.len; i++)
        facts_add(&t->facts, n->facts.at[i].what, n->facts.at[i].value);
    found->trace = trace_name(n);
    finding_replay(found, "mazurka replay");
    t->finding = found;
    if (mzt_write(t, found->trace, &why)) {
        usage_error("%s", str_text(&why));
        free(found->trace);
        free(found->replay);
        found->trace = found->replay = NULL;
    }
    t->finding = NULL;
    str_free(&why);
}

/* Processes an error or a warning: it is reported if a replay repeats it. */
static void take_error(struct running *n, const struct link_finding *f,
                       struct finding *found)
{
    struct mzt t = {0};
    describe_run(n, &t);
    real_trace(n->l.link, f, &t);
    t.finding = found;
    char *origin = NULL;
    if (confirm(n, &t, f, &origin)) {
        if (!found->detail)
            found->detail = origin;
        t.finding = NULL; /* the finding is owned by the summary */
        write_trace(n, &t, found);
        if (finding_counts(found->kind, n->o->search.strict))
            vec_push(&n->m.findings, found);
        else
            vec_push(&n->m.notes, found);
        tell(n, found);
    }
    mzt_free(&t);
}

/* Suppressed findings are listed by their places. */
static void keep_suppressed(struct running *n, struct finding *f)
{
    for (size_t i = 0; i < n->m.suppressed.len; i++) {
        const struct finding *x = n->m.suppressed.at[i];
        if (x->kind == f->kind && x->where.line == f->where.line &&
            (!x->where.line || !strcmp(x->where.file, f->where.file))) {
            finding_free(f);
            return;
        }
    }
    vec_push(&n->m.suppressed, f);
}

/* Without --keep-going, one finding of a kind is reported. With --suppress, the agent
 * tells of all. */
static bool is_another(const struct running *n, const struct finding *f)
{
    const struct summary *m = &n->m;
    for (size_t i = 0; !GIVEN(n->o, keep_going) && i < m->findings.len; i++)
        if (m->findings.at[i]->kind == f->kind)
            return true;
    for (size_t i = 0; !GIVEN(n->o, keep_going) && i < m->notes.len; i++)
        if (m->notes.at[i]->kind == f->kind)
            return true;
    return false;
}

/* When the program was compiled; 0: not known. */
static time_t compiled(const struct running *n)
{
    struct stat is;
    return stat(n->argv[0], &is) ? 0 : is.st_mtime;
}

static void take_finding(struct running *n, const struct link_finding *f)
{
    if (f->kind == FINDING_UNSUPPORTED || f->kind == FINDING_SLOW) {
        (f->kind == FINDING_SLOW ? take_slow : take_unsupported)(n, f);
        return;
    }
    /* Even to put them into words takes long, if there are many. */
    if (n->unsure.len > UNSURE_LONGEST && is_over(n) &&
        finding_severity(f->kind) != SEVERITY_NOTE) {
        n->untried++;
        return;
    }
    struct finding *found = real_finding(n->l.link, n->source, f);
    found->name = f->name;
    found->uncounted = !finding_counts(found->kind, n->o->search.strict);
    finding_read_source(found, compiled(n));
    const char *reason = suppress_reason(&n->suppressions, found);
    if (told(n, found) || (!reason && n->o->suppress && is_another(n, found))) {
        finding_free(found);
    } else if (reason) {
        found->suppressed = mem_strdup(reason);
        keep_suppressed(n, found);
    } else if (finding_severity(found->kind) == SEVERITY_NOTE) {
        vec_push(&n->m.notes, found);
        tell(n, found);
    } else {
        take_error(n, f, found);
    }
}

/* Processes the findings that are new since the last call. */
void run_take_findings(struct running *n)
{
    struct link *k = n->l.link;
    if (n->again != n->l.again)
        n->taken = 0;
    n->again = n->l.again;
    for (;;) {
        const struct link_finding *last = n->taken ? link_at(k, n->taken) : NULL;
        uint64_t next = last ? last->next : k->findings;
        if (!next)
            break;
        if (!n->source) /* not before: findings may come at any time */
            n->source = source_open(k, n->argv[0]);
        n->taken = next;
        take_finding(n, link_at(k, next));
    }
    run_tell(n, false);
}

/* Looks for an outcome that passes, and puts what has become known of the finding into
 * its trace. */
static void write_again(struct running *n, struct finding *f)
{
    struct mzt t;
    struct str why = {0};
    if (f->trace && !mzt_read(&t, f->trace, &why)) {
        struct finding *before = t.finding;
        t.finding = f;
        real_passing(&t, n->argv, n->l.step_time, n->deadline, n->source, compiled(n));
        mzt_write(&t, f->trace, &why);
        t.finding = before;
        mzt_free(&t);
    }
    str_free(&why);
}

static void complete(struct running *n, const struct link_finding *from,
                     struct finding *f)
{
    if (f->kind != from->kind || f->name.lo != from->name.lo ||
        f->name.hi != from->name.hi)
        return;
    f->outcomes = from->outcomes;
    f->others = from->others;
    real_decisive(n->l.link, n->source, from, f);
    if (!is_over(n))
        write_again(n, f);
}

void run_count_outcomes(struct running *n)
{
    n->over = 0; /* this has its own moment */
    for (uint64_t at = n->l.link->findings; at;) {
        const struct link_finding *f = link_at(n->l.link, at);
        for (size_t i = 0; i < n->m.findings.len; i++)
            complete(n, f, n->m.findings.at[i]);
        for (size_t i = 0; i < n->m.notes.len; i++)
            if (n->m.notes.at[i]->kind == (enum finding_kind)f->kind)
                n->m.notes.at[i]->others = f->others;
        at = f->next;
    }
    for (uint64_t i = 0; i < n->l.link->nknown; i++)
        session_count_earlier(
            &n->m, (const struct known *)link_at(n->l.link, n->l.link->known) + i,
            &n->o->search);
    run_tell(n, true);
}

/* Nothing was found: checks by a replay that the program at least behaves the same way
 * twice. */
void run_take_sample(struct running *n)
{
    struct link *k = n->l.link;
    struct mzt t = {0};
    if (k->options.once) /* one execution says nothing about others */
        return;
    if (!k->sample || n->m.suppressed.len) { /* the sample need not be a good one */
        link_rests_on(k, "that it would do the same again (not tried)");
        return;
    }
    describe_run(n, &t);
    struct link_finding as = {.kind = FINDING_NONE,
                              .nsteps = k->sample_steps,
                              .steps = k->sample,
                              .end = k->end,
                              .tidy = k->sample_tidy};
    real_trace(k, &as, &t);
    char *origin = NULL;
    confirm(n, &t, &as, &origin);
    free(origin);
    mzt_free(&t);
}

/* Reports the schedule on which the agent was when it ended. */
void run_take_loss(struct running *n, const char *why)
{
    const struct link *k = n->l.link;
    run_cannot_verify(n, "the process was lost: %s", why);
    if (!k->depth)
        return;
    str_addf(&n->why, "\n          after these steps (rank:outcome):");
    uint32_t first = k->depth > 200 ? k->depth - 200 : 0;
    if (first)
        str_addf(&n->why, " ...");
    for (uint32_t i = first; i < k->depth && i < LINK_PATH; i++)
        str_addf(&n->why, " %u:%d", k->path[i].actor, k->path[i].outcome);
}
