/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_litmus.c - `mazurka litmus`: explore a litmus file, or replay one execution
 * of it, and report. */
#include "cli/cluster.h"
#include "cli/cluster_run.h"
#include "cli/identity.h"
#include "cli/options.h"
#include "cli/scope.h"
#include "cli/outputs.h"
#include "cli/replay.h"
#include "cli/session.h"
#include "litmus/litmus.h"
#include "report/mzt.h"

#include <stdio.h>
#include <unistd.h>

static void unmet(struct session *n, const char *what, uint64_t expected, uint64_t found)
{
    const struct litmus *l = n->owner;
    struct str s = {0};
    str_addf(&s, "%s:%u: expected %s %llu, found %llu", l->file, l->expect.line, what,
             (unsigned long long)expected, (unsigned long long)found);
    vec_push(&n->collector.summary.mismatches, s.text);
}

static bool contains(const uint64_t *at, size_t n, uint64_t x)
{
    for (size_t i = 0; i < n; i++)
        if (at[i] == x)
            return true;
    return false;
}

/* States stand for many outcomes, so only what is known of these is compared. */
static void check_states(struct session *n, const struct expectation *e)
{
    const struct search_counts *c = &n->collector.summary.counts;
    if (e->has_traces && c->exact &&
        (c->estimate.scale || (double)e->traces != c->estimate.n))
        unmet(n, "traces", e->traces, (uint64_t)c->estimate.n);
    if (e->has_traces && !c->exact && c->estimate.n > 0 && !c->estimate.scale &&
        (double)e->traces > c->estimate.n)
        unmet(n, "traces", e->traces, (uint64_t)c->estimate.n);
    if (e->has_deadlocks && !e->deadlocks != !c->deadlocks)
        unmet(n, "deadlocks", e->deadlocks, c->deadlocks);
    if (e->has_assertions && !e->assertions != !c->failures)
        unmet(n, "assertions", e->assertions, c->failures);
}

static void check_expectations(struct session *n)
{
    const struct litmus *l = n->owner;
    const struct expectation *e = &l->expect;
    if (n->collector.summary.by_states) {
        check_states(n, e);
        return;
    }
    if (e->has_traces && e->traces != n->collector.summary.counts.traces)
        unmet(n, "traces", e->traces, n->collector.summary.counts.traces);
    if (e->has_deadlocks && e->deadlocks != n->collector.summary.counts.deadlocks)
        unmet(n, "deadlocks", e->deadlocks, n->collector.summary.counts.deadlocks);
    if (e->has_assertions && e->assertions != n->collector.summary.counts.failures)
        unmet(n, "assertions", e->assertions, n->collector.summary.counts.failures);
    if (e->has_races && e->races != n->races)
        unmet(n, "races", e->races, n->races);
    if (!e->events.len)
        return;
    for (size_t i = 0; i < n->sizes.len; i++)
        if (!contains(e->events.at, e->events.len, n->sizes.at[i]))
            unmet(n, "no executions with events", n->sizes.at[i], 1);
    for (size_t i = 0; i < e->events.len; i++)
        if (!contains(n->sizes.at, n->sizes.len, e->events.at[i]))
            unmet(n, "executions with events", e->events.at[i], 0);
}

static void say_scope(const struct program *p, struct summary *m)
{
    static const char *const sends[] = {[BUFFERING_ANY] = "sends that wait or not",
                                        [BUFFERING_ZERO] = "sends that wait",
                                        [BUFFERING_INFINITE] = "sends that do not wait"};
    scope_add(m, "this program");
    scope_add(m, !p->matching ? "every order of its messages and locks"
                 : p->queues  ? "every order of its messages"
                              : "every matching of its messages");
    if (p->windows)
        scope_add(m, "every order of its locks and atomic accesses");
    if (p->matching)
        scope_add(m, sends[p->buffering]);
}

/* Fills in what the file says about itself, unless the user has given the option; then
 * chooses the explorer for the program. */
static const struct explorer *settle(struct options *o, struct program *p)
{
    unsigned kind = p->matching ? PROGRAM_MPI : PROGRAM_NATIVE;
    if (!GIVEN(o, buffering))
        o->search.buffering = p->buffering;
    if (!GIVEN(o, semantics))
        o->search.queues = p->queues;
    if (o->algorithm && o->algorithm->matching && !p->matching) {
        usage_error("%s is for files that begin with 'semantics matching'\n  fix: choose "
                    "another algorithm with -a",
                    o->algorithm->name);
        return NULL;
    }
    const struct explorer *e =
        session_settle(CMD_LITMUS, o, kind, &(struct explorer_need){0});
    p->buffering = o->search.buffering;
    p->queues = o->search.queues;
    return e;
}

/* Can everything be written that was asked for? Prints why not. */
static bool may_write(const struct options *o)
{
    return outputs_prepare(o) &&
           (!o->litmus_trace.path || output_check(o->litmus_trace, "trace"));
}

/* What identifies the file. */
static void add_identity(const struct litmus *l, facts_vec *to)
{
    identity_tool(to);
    facts_add_number(to, "the litmus file", l->digest);
}

/* Writes the first error to the file that --trace names, if there is one. Its schedule is
 * part of the finding, as text. */
static int write_trace(struct session *n, int code)
{
    const struct litmus *l = n->owner;
    const findings_vec *all = &n->collector.summary.findings;
    char *directory = getcwd(NULL, 0);
    struct str text = {0};
    struct mzt t = {.command = (char[]){"litmus"},
                    .program = n->o->arguments[0],
                    .directory = directory ? directory : (char[]){"."},
                    .options = n->o->search};
    if (n->o->litmus_trace.path && all->len) {
        add_identity(l, &t.facts);
        t.finding = all->at[0];
        mzt_text(&t, &text);
        code = output_write(n->o->litmus_trace, &text, code);
    }
    facts_free(&t.facts);
    str_free(&text);
    free(directory);
    return code;
}

/* Follows the schedule of the trace, and compares. */
static int follow(struct litmus *l, const struct mzt *t, const char *file,
                  const struct options *o)
{
    struct options given = *o;
    struct str s = {0}, changed = {0};
    struct session n = {.o = &given, .owner = l};
    struct search search;
    given.schedule = t->finding->trace;
    l->program.buffering = t->options.buffering;
    l->program.queues = t->options.queues;
    session_collects(&n.collector, o, &n.progress);
    n.collector.silent = n.collector.strict = true;
    add_identity(l, &n.facts);
    facts_changed(&t->facts, &n.facts, &changed);
    if (changed.len)
        note("changed since %s was recorded: %s", file, str_text(&changed));
    search_init(&search, &l->program);
    int code = session_replay(&n, &search) ? MZ_OK : MZ_UNSUPPORTED;
    if (!code) {
        text_finding(t->finding, &n.collector.style, &s);
        fputs(str_text(&s), stdout);
        fflush(stdout);
        code = replay_compare(t->finding, n.collector.summary.findings.at,
                              n.collector.summary.findings.len);
    }
    search_free(&search);
    session_free(&n);
    str_free(&s);
    str_free(&changed);
    return code;
}

int replay_litmus(const struct mzt *t, const char *file, const struct options *o)
{
    struct litmus *l = NULL;
    struct str why = {0};
    int code = MZ_OK;
    if (o->gdb || o->show_output)
        code = usage_error("%s is of a litmus file, which has no process to look into\n"
                           "  fix: leave --gdb and --show-output out",
                           file);
    else if (!t->finding->trace)
        code = usage_error("%s has no schedule", file);
    else if (chdir(t->directory))
        code =
            usage_error("%s was recorded in %s, which is not there", file, t->directory);
    else if (litmus_load(t->program, &l, &why))
        code = usage_error("%s", str_text(&why));
    else
        code = follow(l, t, file, o);
    if (l)
        litmus_free(l);
    str_free(&why);
    return code;
}

/* What the file demands of an explorer. */
static bool copes(const struct options *options, const struct program *program,
                  const struct explorer *explorer)
{
    const struct explorer_need need = {.matching = program->matching,
                                       .queues = program->queues,
                                       .withdrawal = program->withdrawal,
                                       .windows = program->windows};
    if (options->schedule || explorer_copes(explorer, &need))
        return true;
    const struct explorer *other = explorer_choose(&need);
    usage_error("%s cannot explore a program that %s\n  fix: %s%s",
                other ? explorer->name : "--semantics mailbox",
                program->windows && !explorer->windows  ? "uses windows"
                : program->withdrawal == WITHDRAWAL_ALL ? "cancels sends"
                                                        : "cancels receives",
                other ? "-a " : "leave --semantics out", other ? other->name : "");
    return false;
}

/* The explorer for the file; NULL: there is none, or the options do not go together with
 * it, which was said, and *code is the exit code. */
static const struct explorer *choose(struct options *options, struct program *program,
                                     int *code)
{
    const struct explorer *explorer = settle(options, program);
    *code = MZ_USAGE;
    if (!explorer)
        return NULL;
    if (!copes(options, program, explorer)) {
        *code = cluster_code(MZ_UNSUPPORTED, FAILURE_COMMAND);
        return NULL;
    }
    if (cluster_refuses(options, explorer) ||
        (!cluster_is_other() && !may_write(options)))
        return NULL;
    return explorer;
}

/* The command by which a schedule of the file is followed again. */
static void add_replay(const struct options *options, struct str *s)
{
    str_addf(s, "mazurka litmus ");
    str_shell(s, options->arguments[0]);
    if (GIVEN(options, buffering))
        str_addf(s, " --buffering %s",
                 option_word(OPTION_buffering, options->search.buffering));
    if (GIVEN(options, semantics))
        str_addf(s, " --semantics %s",
                 option_word(OPTION_semantics, options->search.queues));
    str_addf(s, " --schedule");
}

/* What the run belongs to: alone, and (fewer facts) with the other processes of a
 * cluster. */
static void add_facts(struct session *session, const struct litmus *litmus)
{
    add_identity(litmus, &session->facts);
    options_facts(CMD_LITMUS, session->o, &session->facts);
    for (size_t i = 0; i < session->facts.len; i++)
        facts_add(&session->shared, session->facts.at[i].what,
                  session->facts.at[i].value);
    options_search_facts(CMD_LITMUS, session->o, &session->shared);
}

/* Says in the summary what is explored. */
static void begin_summary(struct session *session, struct program *program,
                          const struct explorer *explorer)
{
    const struct options *options = session->o;
    struct summary *summary = &session->collector.summary;
    session_collects(&session->collector, options, &session->progress);
    session->collector.silent |= options->litmus_trace.standard;
    session->collector.strict = true; /* whatever shows in a litmus file is an error */
    summary->program = options->arguments[0];
    summary->resumed = options->resume;
    summary->algorithm = explorer->name;
    summary->all_findings = options->search.keep_going;
    summary->actors = program->nactors;
    summary->seed = options->search.seed;
    say_scope(program, summary);
    if (program->matching)
        summary->semantics = option_word(OPTION_semantics, program->queues);
}

/* Explores the file, or follows the schedule that is asked for; returns the exit code. */
static int check(struct session *session, struct litmus *litmus,
                 const struct explorer *explorer)
{
    struct search search;
    search_init(&search, &litmus->program);
    bool good = session->o->schedule ? session_replay(session, &search)
                                     : session_explore(session, explorer, &search);
    int code = !good                ? (int)MZ_USAGE
               : cluster_is_other() ? (int)MZ_OK
                                    : session_finish(session);
    if (good && !cluster_is_other())
        code = write_trace(session, code);
    search_free(&search);
    return code;
}

int cmd_litmus(int argc, char **argv)
{
    struct options options;
    int code;
    if (!options_begin(CMD_LITMUS, argc, argv, &options, &code))
        return code;
    if (options.search.eager)
        return usage_error("messages of a litmus file have no size\n"
                           "  fix: --buffering any, zero or infinite");
    struct str why = {0}, again = {0};
    struct litmus *litmus;
    code = (int)litmus_load(options.arguments[0], &litmus, &why);
    if (code) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return cluster_code(code, FAILURE_LITMUS);
    }
    bool queues = litmus->program.queues;
    const struct explorer *explorer = choose(&options, &litmus->program, &code);
    if (explorer) {
        struct session session = {.o = &options, .owner = litmus};
        add_facts(&session, litmus);
        if (queues == litmus->program.queues) /* the file's expectations are about its own
                                                 semantics */
            session.check = check_expectations;
        add_replay(&options, &again);
        session.replay = options.schedule ? NULL : str_text(&again);
        begin_summary(&session, &litmus->program, explorer);
        code = check(&session, litmus, explorer);
        session_free(&session);
    }
    litmus_free(litmus);
    str_free(&again);
    return code;
}
