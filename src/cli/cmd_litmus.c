/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_litmus.c - `mazurka litmus`: explore a litmus file, or replay one execution
 * of it, and report. */
#include "cli/options.h"
#include "explore/explorer.h"
#include "kernel/schedule.h"
#include "litmus/litmus.h"
#include "report/summary.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The one thing a signal handler may touch. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* What is collected while an explorer runs. */
struct session {
    const struct options *o;
    struct litmus *l;
    struct summary m;
    struct text_style style;
    VEC(uint64_t) sizes; /* distinct lengths of complete executions */
    double last_shown;
    bool showing;
};

static void clear_progress(struct session *n)
{
    if (n->showing)
        fprintf(stderr, "\r\033[K");
    n->showing = false;
}

static void show_progress(struct search *s, void *context)
{
    struct session *n = context;
    double now = search_seconds(s);
    if (now - n->last_shown < 0.2)
        return;
    struct str line = {0};
    n->last_shown = now;
    n->showing = true;
    text_count(s->executions, &line);
    str_addf(&line, " outcomes  ");
    text_count((uint64_t)((double)s->executions / now), &line);
    fprintf(stderr, "\r\033[K exploring  %s/s  %.0f s", str_text(&line), now);
    fflush(stderr);
    str_free(&line);
}

/* In the text, findings appear as soon as they are known. */
static void tell(struct session *n, const struct finding *f)
{
    struct str s = {0};
    clear_progress(n);
    text_finding(f, &n->style, &s);
    str_addf(&s, "\n");
    if (!n->o->json || strcmp(n->o->json, "-"))
        fputs(str_text(&s), stdout);
    fflush(stdout);
    str_free(&s);
}

static void note_finding(struct session *n, struct state *st, enum finding_kind kind)
{
    if (!finding_shows(st, kind))
        return;
    struct digest place = finding_place(st, kind);
    for (size_t i = 0; i < n->m.findings.len; i++) {
        struct finding *f = n->m.findings.at[i];
        bool same = f->place.lo == place.lo && f->place.hi == place.hi;
        if (f->kind == kind && same)
            f->outcomes++;
        if (f->kind == kind && (same || !n->o->keep_going))
            return;
    }
    vec_push(&n->m.findings, finding_of(st, kind));
    tell(n, vec_last(&n->m.findings));
}

static void note_findings(struct session *n, struct state *st)
{
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        note_finding(n, st, (enum finding_kind)kind);
}

static void on_execution(struct search *s, void *context)
{
    struct session *n = context;
    size_t i = 0;
    while (i < n->sizes.len && n->sizes.at[i] != s->st->events.len)
        i++;
    if (i == n->sizes.len)
        vec_push(&n->sizes, s->st->events.len);
    note_findings(n, s->st);
}

static void unmet(struct session *n, const char *what, uint64_t expected, uint64_t found)
{
    struct str s = {0};
    str_addf(&s, "%s:%u: expected %s %llu, found %llu", n->l->file, n->l->expect.line,
             what, (unsigned long long)expected, (unsigned long long)found);
    vec_push(&n->m.mismatches, s.text);
}

static bool contains(const uint64_t *at, size_t n, uint64_t x)
{
    for (size_t i = 0; i < n; i++)
        if (at[i] == x)
            return true;
    return false;
}

static void check_expectations(struct session *n)
{
    const struct expectation *e = &n->l->expect;
    if (e->has_traces && e->traces != n->m.traces)
        unmet(n, "traces", e->traces, n->m.traces);
    if (e->has_deadlocks && e->deadlocks != n->m.deadlocks)
        unmet(n, "deadlocks", e->deadlocks, n->m.deadlocks);
    if (e->has_assertions && e->assertions != n->m.assertions)
        unmet(n, "assertions", e->assertions, n->m.assertions);
    if (!e->events.len)
        return;
    for (size_t i = 0; i < n->sizes.len; i++)
        if (!contains(e->events.at, e->events.len, n->sizes.at[i]))
            unmet(n, "no executions with events", n->sizes.at[i], 1);
    for (size_t i = 0; i < e->events.len; i++)
        if (!contains(n->sizes.at, n->sizes.len, e->events.at[i]))
            unmet(n, "executions with events", e->events.at[i], 0);
}

static void summarize(struct session *n, const struct search *s)
{
    static const char *const reasons[] = {
        [STOP_DEPTH] = "--depth",
        [STOP_EXECUTIONS] = "--executions",
        [STOP_TIME] = "--time",
        [STOP_INTERRUPT] = "an interrupt",
    };
    struct summary *m = &n->m;
    m->executions = s->executions;
    m->redundant = s->redundant;
    m->traces = search_traces(s);
    m->transitions = s->st->pushes;
    m->deadlocks = s->deadlocks;
    m->assertions = s->failures;
    m->states = s->states;
    m->peak_events = s->peak_events;
    m->elapsed = search_seconds(s);
    m->stopped = s->stopped ? reasons[s->stopped] : NULL;
    if (!s->stopped)
        check_expectations(n);
    m->verdict = m->findings.len || m->mismatches.len ? MZ_FOUND
                 : s->stopped                         ? MZ_INCOMPLETE
                                                      : MZ_OK;
}

static int finish(struct session *n)
{
    struct str s = {0}, why = {0};
    bool on_stdout = n->o->json && !strcmp(n->o->json, "-");
    int code = (int)n->m.verdict;
    clear_progress(n);
    for (size_t i = 0; i < n->m.mismatches.len; i++)
        str_addf(&s, "error[expectation]: %s\n", n->m.mismatches.at[i]);
    if (!n->style.quiet || n->m.verdict != MZ_OK)
        text_summary(&n->m, &n->style, &s);
    if (n->o->verbose) {
        str_addf(&s, "          ");
        text_count(n->m.transitions, &s);
        str_addf(&s, " transitions");
        if (n->m.peak_events) {
            str_addf(&s, ", at most ");
            text_count(n->m.peak_events, &s);
            str_addf(&s, " events remembered at once");
        }
        str_addf(&s, "\n");
    }
    if (!on_stdout)
        fputs(str_text(&s), stdout);
    if (n->o->json && !json_write(&n->m, n->o->json, &why))
        code = usage_error("%s", str_text(&why));
    str_free(&s);
    str_free(&why);
    return code;
}

static int explore(struct session *n, const struct explorer *e, struct search *s)
{
    const struct options *o = n->o;
    s->bounds = (struct search_bounds){o->executions, o->depth, o->time};
    s->sleep = !o->sleep || strcmp(o->sleep, "off");
    s->k = (uint32_t)o->k;
    s->interrupt = &interrupted;
    s->on_execution = on_execution;
    s->on_tick = isatty(STDERR_FILENO) && !o->quiet ? show_progress : NULL;
    s->context = n;
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL); /* a second Ctrl-C ends the process */
    sigaction(SIGTERM, &action, NULL);
    e->run(s);
    summarize(n, s);
    return finish(n);
}

static int replay(struct session *n, struct state *st)
{
    struct str why = {0}, s = {0};
    if (schedule_follow(st, n->o->schedule, &why)) {
        int code = usage_error("%s", str_text(&why));
        str_free(&why);
        return code;
    }
    bool some = false, failed = false;
    for (uint32_t a = 0; a < st->nactors; a++) {
        some |= state_enabled(st, a);
        failed |= st->actor[a].failed;
    }
    n->m.algorithm = "replay";
    n->m.transitions = st->pushes;
    n->m.stopped = "the end of the schedule";
    n->m.verdict = MZ_INCOMPLETE;
    if (!some || failed) {
        n->m.executions = n->m.traces = 1;
        note_finding(n, st, FINDING_ASSERTION);
        if (!some) { /* only where nobody can move is there a deadlock */
            note_finding(n, st, FINDING_DEADLOCK);
            n->m.deadlocks = finding_shows(st, FINDING_DEADLOCK);
        }
        n->m.assertions = failed;
        n->m.verdict = n->m.findings.len ? MZ_FOUND : MZ_INCOMPLETE;
    }
    if (some && !failed)
        str_addf(&s, "the schedule ends before the program does\n");
    else if (n->m.verdict != MZ_FOUND)
        str_addf(&s, "this execution ends well\n");
    if (!n->o->json || strcmp(n->o->json, "-"))
        fputs(str_text(&s), stdout);
    str_free(&s);
    return finish(n);
}

static bool want_colour(const char *when)
{
    if (when && !strcmp(when, "always"))
        return true;
    return (!when || !strcmp(when, "auto")) && isatty(STDOUT_FILENO) &&
           !getenv("NO_COLOR");
}

static bool one_of(const char *option, const char *value, const char *words)
{
    if (!value)
        return true;
    size_t n = strlen(value);
    for (const char *w = words; *w; w += strcspn(w, "|"), w += *w == '|')
        if (n == strcspn(w, "|") && n && !memcmp(w, value, n))
            return true;
    usage_error("--%s does not take '%s'\n  fix: give one of %s", option, value, words);
    return false;
}

/* For a shell: as it is, if it is plain. */
static void add_quoted(struct str *s, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./,:@%+=-";
    if (*word && *word != '-' && !word[strspn(word, plain)]) {
        str_addf(s, "%s", word);
        return;
    }
    str_addf(s, "'");
    for (; *word; word++)
        str_addf(s, *word == '\'' ? "'\\''" : "%c", *word);
    str_addf(s, "'");
}

int cmd_litmus(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_LITMUS, argc, argv, 1, &o, &code))
        return code;
    const char *name = o.algorithm ? o.algorithm : "odpor";
    const struct explorer *e = explorer_find(name);
    if (!e)
        return usage_error("there is no algorithm '%s'\n  fix: 'mazurka list' shows them",
                           name);
    if (!one_of("sleep", o.sleep, "on|off") ||
        !one_of("color", o.color, "auto|always|never"))
        return MZ_USAGE;
    if (o.sleep && strcmp(e->name, "dpor"))
        return usage_error(
            "--sleep is for dpor; %s cannot do without sleep sets, or has none\n"
            "  fix: leave it out, or add -a dpor",
            e->name);
    if (o.k && strcmp(e->name, "udpor"))
        return usage_error("--k is for udpor\n  fix: leave it out, or add -a udpor");

    struct str why = {0}, again = {0};
    struct session n = {.o = &o};
    code = (int)litmus_load(o.arguments[0], &n.l, &why);
    if (code) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return code;
    }
    str_addf(&again, "mazurka litmus ");
    add_quoted(&again, o.arguments[0]);
    str_addf(&again, " --schedule");
    n.style = (struct text_style){want_colour(o.color), o.quiet,
                                  o.schedule ? NULL : str_text(&again)};
    n.m.program = o.arguments[0];
    n.m.algorithm = e->name;
    n.m.all_findings = o.keep_going;
    n.m.actors = n.l->program.nactors;
    n.m.holds_for = "this program, every order of its messages and locks";

    struct search s;
    search_init(&s, &n.l->program);
    code = o.schedule ? replay(&n, s.st) : explore(&n, e, &s);
    search_free(&s);
    summary_free(&n.m);
    vec_free(&n.sizes);
    litmus_free(n.l);
    str_free(&again);
    return code;
}
