/* SPDX-License-Identifier: Apache-2.0
 *
 * text.c - what the terminal shows. */
#include "report/summary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RED    "\033[1;31m"
#define GREEN  "\033[1;32m"
#define YELLOW "\033[1;33m"
#define BOLD   "\033[1m"
#define PLAIN  "\033[0m"

static void paint(struct str *s, const struct text_style *style, const char *colour,
                  const char *text)
{
    str_addf(s, "%s%s%s", style->colour ? colour : "", text, style->colour ? PLAIN : "");
}

void text_estimate(double n, uint32_t power, struct str *s)
{
    if (!power && n < 1e15)
        str_count(s, (uint64_t)(n + 0.5));
    else
        str_addf(s, "10^%.0f", round(log10(n) + power * log10(2)));
}

void text_logarithm(double x, struct str *s)
{
    if (x < log(1e15))
        str_count(s, (uint64_t)(exp(x) + 0.5));
    else
        str_addf(s, "10^%.0f", round(x / log(10)));
}

/* Are the two calls of one line? */
static bool same_call(const struct finding_frame *a, const struct finding_frame *b)
{
    return a->where.line && a->where.line == b->where.line &&
           !strcmp(a->where.file, b->where.file) && !strcmp(a->function, b->function);
}

/* Appends the calls on the actor's stack; if there are many, the innermost ones. Of a
 * function that calls itself there is one, with the number of the others. */
static void stack_rows(const struct finding_actor *a, struct str *s)
{
    enum { SHOWN = 12, DEEP = 60 }; /* of deep stacks the rest is not known */
    size_t n = a->stack.len, shown = 0, i = 0, next;
    for (; i < n && (shown < SHOWN || n - i == 1); i = next, shown++) {
        const struct finding_frame *frame = &a->stack.at[i];
        for (next = i + 1; next < n && same_call(frame, &a->stack.at[next]);)
            next++;
        str_addf(s, "  %s ", i ? "called from" : "in");
        str_plain(s, frame->function, strlen(frame->function));
        str_addf(s, frame->where.line ? ", " : "");
        text_location(s, frame->where);
        if (next - i > 1)
            str_addf(s, ", and %zu times more%s", next - i - 1,
                     next == n && n > DEEP ? " at least" : "");
        str_addf(s, "\n");
    }
    if (i < n)
        str_addf(s, "  ... and %zu more calls\n", n - i);
}

void text_output(const char *name, const char *lines, uint64_t dropped, struct str *s)
{
    while (lines && *lines) {
        size_t n = strcspn(lines, "\n");
        str_addf(s, "%s| %.*s\n", name, (int)n, lines);
        lines += n + (lines[n] == '\n');
    }
    if (dropped)
        str_addf(s, "%s| ... and %llu bytes more\n", name, (unsigned long long)dropped);
}

void text_outputs(const struct finding *f, struct str *s)
{
    for (size_t i = 0; i < f->actors.len; i++)
        text_output(f->actors.at[i].name, f->actors.at[i].output,
                    f->actors.at[i].output_dropped, s);
}

/* The calls that led to accesses which race, where there are several. */
static void access_rows(const struct finding *f, struct str *s)
{
    for (size_t i = 0; i < f->accesses.len; i++) {
        const struct finding_access *a = &f->accesses.at[i];
        for (size_t k = 0; k < a->stack.len && a->stack.len > 1; k++) {
            if (k)
                str_addf(s, k == 1 ? ", called from %s at " : ", %s at ",
                         a->stack.at[k].function);
            else
                str_addf(s, "  %s of %s in %s at ", a->what, f->actors.at[a->actor].name,
                         a->stack.at[0].function);
            text_location(s, a->stack.at[k].where);
        }
        if (a->stack.len > 1)
            str_addf(s, "\n");
    }
}

/* Is the detail about values? */
static bool says_values(enum finding_kind kind)
{
    return kind == FINDING_ASSERTION;
}

/* Is it about what has ended its actor? Who has gone on may have failed elsewhere. */
static bool is_last(const struct finding *f)
{
    const struct finding_actor *a = &f->actors.at[f->actor];
    return a->state == ACTOR_FAILED &&
           (!f->where.line || !a->where.line ||
            (f->where.line == a->where.line && !strcmp(f->where.file, a->where.file)));
}

/* Is it a trace in a file, not a schedule in words? */
static bool is_file(const char *trace)
{
    size_t n = trace ? strlen(trace) : 0;
    return n > 4 && !strcmp(trace + n - 4, ".mzt");
}

void text_finding(const struct finding *f, const struct text_style *style, struct str *s)
{
    struct str head = {0};
    size_t begins = s->len;
    enum severity severity = finding_severity(f->kind);
    bool note = severity == SEVERITY_NOTE;
    str_addf(&head, "%s[%s]", severity_word(severity), finding_word(f->kind));
    paint(s, style, severity == SEVERITY_ERROR ? RED : YELLOW, str_text(&head));
    str_addf(s, ": ");
    paint(s, style, style->colour ? BOLD : "", f->message);
    str_addf(s, "\n");
    str_free(&head);
    text_wrap(s, begins, style->width);
    if (f->where.line)
        text_excerpt(f, style, s);
    size_t from = s->len;
    if (!f->where.line && f->actors.at[f->actor].stack.len && !note)
        str_addf(s, "  no line is known: compile with -g to see the source\n");
    if (f->detail)
        str_addf(s, "  %s%s\n", says_values(f->kind) ? "values: " : "", f->detail);
    if (is_last(f) && !note)
        stack_rows(&f->actors.at[f->actor], s);
    access_rows(f, s);
    text_decisive_rows(f, s);
    for (size_t i = 0; i < f->earlier.len; i++)
        str_addf(s, "  earlier: %s\n", f->earlier.at[i]);
    if (!style->quiet && !note && text_shows_ends(f))
        text_blocked(f, s);
    uint64_t steps = f->left_out + f->steps.len;
    if (steps && steps < f->steps_before && !style->quiet && !note)
        str_addf(s, "  minimised: %llu step%s (was %zu)\n", (unsigned long long)steps,
                 steps == 1 ? "" : "s", f->steps_before);
    text_wrap(s, from, style->width);
    if (style->quiet || note)
        return;
    str_addf(s, "\n");
    size_t before = s->len;
    lanes_draw(f, style->width, s);
    if (s->len > before)
        str_addf(s, "\n");
    if (f->replay)
        str_addf(s, "  replay: %s\n", f->replay);
    if (f->replay && is_file(f->trace)) {
        str_addf(s, "  picture: mazurka show ");
        str_shell(s, f->trace);
        str_addf(s, " --html\n");
    }
    str_addf(s, "help: mazurka explain %s\n", finding_word(f->kind));
}

static void add_warnings(const struct summary *m, struct str *s)
{
    uint64_t n = 0;
    for (size_t i = 0; i < m->notes.len; i++)
        n += finding_severity(m->notes.at[i]->kind) == SEVERITY_WARNING;
    for (size_t i = 0; i < m->earlier_notes.len; i++)
        n += finding_severity(m->earlier_notes.at[i]->kind) == SEVERITY_WARNING;
    if (!n)
        return;
    str_addf(s, "; ");
    str_counted(s, n, "warning");
}

static void verdict_line(const struct summary *m, const struct text_style *style,
                         struct str *s)
{
    switch (m->verdict) {
    case MZ_OK:
        paint(s, style, GREEN, "verified");
        str_addf(s, "  ");
        if (m->suppressed.len) {
            str_addf(s, "except for ");
            str_counted(s, m->suppressed.len, "suppressed finding");
            str_addf(s, ": ");
        }
        str_addf(s, "no %sdeadlock, %sfailed assertion%s",
                 m->suppressed.len ? "other " : "", m->mpi ? "" : "no ",
                 m->mpi && m->watched ? ", data race of threads or MPI misuse"
                 : m->mpi             ? " or MPI misuse"
                 : m->watched         ? ", no data race"
                                      : "");
        add_warnings(m, s);
        str_addf(s, "\n");
        break;
    case MZ_FOUND:
        paint(s, style, RED, "violated");
        str_addf(s, "  ");
        if (m->findings.len)
            str_counted(s, m->findings.len, "finding");
        if (m->earlier.len) {
            if (m->findings.len)
                str_addf(s, ", and %zu", m->earlier.len);
            else
                str_counted(s, m->earlier.len, "finding");
            str_addf(s, " before it was resumed");
        }
        if (m->mismatches.len) {
            str_addf(s, m->findings.len || m->earlier.len ? ", " : "");
            str_counted(s, m->mismatches.len, "expectation");
            str_addf(s, " not met");
        }
        str_addf(s, "\n");
        break;
    case MZ_UNSUPPORTED:
        paint(s, style, YELLOW, "cannot verify");
        str_addf(s, "  %s\n", m->stopped);
        break;
    default:
        paint(s, style, YELLOW, "incomplete");
        if (m->one_schedule)
            str_addf(s, "  nothing found; %s, and others were left out", m->stopped);
        else
            str_addf(s, "  nothing %s so far; stopped by %s",
                     m->unsure ? "confirmed" : "found", m->stopped);
        add_warnings(m, s);
        str_addf(s, "\n");
    }
}

/* Appends the first n of these things behind the label, in lines of 80 columns, and says
 * how many more there are; returns the number of lines. */
static size_t add_things(const char *label, const texts_vec *v, size_t n, struct str *s)
{
    enum { WIDTH = 80 };
    size_t indent = strlen(label), column = indent, lines = 1;
    str_addf(s, "%s", label);
    for (size_t i = 0; i <= n && i < v->len; i++) {
        struct str text = {0};
        bool last = i + 1 == v->len || i == n;
        if (i == n)
            str_addf(&text, "and %zu more (--json)", v->len - n);
        else
            str_addf(&text, "%s%s", v->at[i], last ? "" : ",");
        bool breaks = i && column + 1 + text.len > WIDTH;
        str_addf(s, "%s%*s%s", breaks ? "\n" : "", breaks ? (int)indent : i != 0, "",
                 str_text(&text));
        column = (breaks ? indent : column + (i != 0)) + text.len;
        lines += breaks;
        str_free(&text);
    }
    str_addf(s, "\n");
    return lines;
}

/* Appends what the verdict rests on, in two lines: what does not fit is counted, and the
 * JSON report lists all of it. Whatever was not explored is named. */
static void add_scope(const struct summary *m, struct str *s)
{
    size_t before = s->len;
    for (size_t n = m->holds_for.len;
         add_things("          holds for: ", &m->holds_for, n, s) > 2 && n > 1; n--) {
        s->len = before;
        s->text[before] = '\0';
    }
    if (m->gaps.len)
        add_things("          not explored: ", &m->gaps, m->gaps.len, s);
}

/* --audit */
static void add_audit(const struct summary *m, struct str *s)
{
    const struct audit_counts *c = &m->counts.audit;
    if (!c->played && !c->left)
        return;
    str_addf(s, "          audit: ");
    str_counted(s, c->played, "execution");
    str_addf(s, " by chance, with nothing but what was explored");
    if (c->left) {
        str_addf(s, "; ");
        str_count(s, c->left);
        str_addf(s, " more came to no end that counts");
    }
    str_addf(s, c->over_time ? "; there was no time for more\n" : "\n");
}

static void add_suppressed(const struct summary *m, struct str *s)
{
    for (size_t i = 0; i < m->suppressed.len; i++) {
        const struct finding *f = m->suppressed.at[i];
        str_addf(s, "          suppressed: %s", finding_word(f->kind));
        if (f->where.line) {
            str_addf(s, " at ");
            text_location(s, f->where);
        }
        str_addf(s, " (%s)\n", f->suppressed);
    }
    for (size_t i = 0; i < m->unused.len; i++)
        str_addf(s, "          suppresses nothing: %s\n", m->unused.at[i]);
}

/* Names the traces that were replaced; if there are many, the first. */
static void add_replaced(const struct summary *m, struct str *s)
{
    if (!m->replaced.len)
        return;
    str_addf(s, "          replaced, of an earlier run: ");
    str_plain(s, m->replaced.at[0], strlen(m->replaced.at[0]));
    if (m->replaced.len > 1)
        str_addf(s, " and %zu more", m->replaced.len - 1);
    str_addf(s, "\n");
}

/* What an execution is in this exploration. */
static const char *execution_word(const struct summary *m)
{
    return m->interleavings ? "interleaving" : m->by_states ? "final state" : "outcome";
}

/* How many executions were seen; of samples, those that differ. */
static uint64_t different(const struct summary *m)
{
    return m->counts.sampled.runs ? m->counts.traces : m->counts.executions;
}

/* Appends in how many of the outcomes the finding shows. */
static void add_frequency(const struct summary *m, const struct finding *f, struct str *s)
{
    bool more = f->outcomes > m->counts.executions;
    bool states = m->by_states && (f->kind == FINDING_POTENTIAL_DEADLOCK || more);
    if (more && !states) { /* match/work.c: work_cut() */
        str_addf(s, "in executions that were not followed to their end");
        return;
    }
    if (!f->outcomes && m->counts.guided.samples) {
        str_addf(s, "in a sample, and in none of the outcomes counted so far");
        return;
    }
    str_addf(s, "in ");
    if (states) {
        str_counted(s, f->outcomes, "state"); /* which need not be final */
    } else {
        str_count(s, f->outcomes);
        str_addf(s, " of ");
        str_counted(s, different(m), execution_word(m));
    }
    str_addf(s, m->stopped ? " seen" : "");
}

/* Appends what a run that this one has resumed has reported. */
static void add_earlier(const struct summary *m, const struct finding *f, struct str *s)
{
    enum severity severity = finding_severity(f->kind);
    str_addf(s, "          ");
    if (severity != SEVERITY_ERROR)
        str_addf(s, "%s: ", severity_word(severity));
    str_addf(s, "%s", finding_word(f->kind));
    if (f->where.line) {
        str_addf(s, " at ");
        text_location(s, f->where);
    }
    str_addf(s, ": found before it was resumed");
    if (severity == SEVERITY_ERROR) {
        str_addf(s, ", ");
        add_frequency(m, f, s);
    }
    if (f->replay)
        str_addf(s, "; %s", f->replay);
    str_addf(s, "\n");
}

static void add_extent(const struct summary *m, struct str *s)
{
    const struct search_counts *c = &m->counts;
    if (!m->by_states) {
        str_counted(s, different(m), execution_word(m));
        return;
    }
    str_counted(s, c->states, "state");
    if (summary_seen(m)) {
        str_addf(s, ", and before them ");
        str_counted(s, summary_seen(m), "outcome");
    }
    if (c->estimate.n <= 0)
        return;
    bool large = c->estimate.scale || c->estimate.n >= 1e15;
    str_addf(s, " (%s%s", c->exact ? "" : "at most ", large ? "about " : "");
    text_estimate(c->estimate.n, 512 * c->estimate.scale, s);
    str_addf(s, " outcome%s)", c->estimate.n == 1 ? "" : "s");
}

/* How many executions each arm has chosen, the busiest first. */
static void add_arms(const struct guided_counts *g, bool states, struct str *s)
{
    bool told[ARMS] = {false};
    for (int n = 0;; n++) {
        enum arm most = ARMS;
        for (enum arm a = 0; a < ARMS; a++)
            if (g->runs[a] && !told[a] && (most == ARMS || g->runs[a] > g->runs[most]))
                most = a;
        if (most == ARMS)
            break;
        told[most] = true;
        str_addf(s, n        ? ", "
                    : states ? "          states chosen: "
                             : "          chosen: ");
        str_count(s, g->runs[most]);
        str_addf(s, " %s", arm_text(most));
    }
    if (s->text[s->len - 1] != '\n')
        str_addf(s, "\n");
}

/* Are states worth a try, as far as is known? */
static bool may_merge(const struct summary *m)
{
    enum turn_reason why = m->counts.turn.why;
    bool tried = why == TURN_FAILS || why == TURN_UNABLE || why == TURN_MEMORY;
    return !strcmp(m->algorithm, "match") && !tried && !m->counts.instead && !m->differs;
}

/* What the search would have needed to go on. */
static const char *more_of(enum stop_reason stopped)
{
    return stopped == STOP_DEPTH        ? "a larger --depth"
           : stopped == STOP_EXECUTIONS ? "more --executions"
           : stopped == STOP_MEMORY     ? "more --memory"
                                        : "more time";
}

/* What may help if nothing was found. */
static void add_advice(const struct summary *m, struct str *s)
{
    double latest = m->counts.guided.latest;
    const char *states = may_merge(m) ? "-a states, " : "";
    bool matches = m->by_states || m->counts.instead || !strcmp(m->algorithm, "match");
    if (latest > m->elapsed / 2) {
        str_addf(s,
                 "          to try next: %s (lines of the program still did new things",
                 more_of(m->counts.stopped));
        if (latest >= 1)
            str_addf(s, " after %.0f s", latest);
        str_addf(s, "), more cores (-j), another --seed, %sfewer ranks\n", states);
        return;
    }
    str_addf(s,
             "          to try next: fewer ranks, another --seed, %sor -a %s (no line of "
             "the program did anything new ",
             states, matches ? "random" : "pct");
    if (latest >= 1)
        str_addf(s, "after %.0f s)\n", latest);
    else
        str_addf(s, m->elapsed >= 2 ? "after the first second)\n" : "lately)\n");
}

static void add_guided(const struct summary *m, const struct text_style *style,
                       struct str *s)
{
    const struct guided_counts *g = &m->counts.guided;
    if (g->overfull)
        str_addf(s, "          what is left grew too large for --memory, so the search "
                    "went on depth first\n");
    if (!g->now || !m->stopped || (m->by_states && !g->features && !g->found))
        return;
    if (g->found) {
        str_addf(s, "          found ");
        if (style->verbose)
            str_addf(s, "by: %s, ", arm_text((enum arm)(g->found - 1)));
        str_addf(s, "after ");
        str_counted(s, g->found_after, execution_word(m));
        if (g->found_samples) {
            str_addf(s, " and ");
            str_counted(s, g->found_samples, "sample");
        }
        str_addf(s, "\n");
        return;
    }
    if (style->verbose) {
        str_addf(s, "          guided search: ");
        str_count(s, g->features);
        str_addf(s, m->by_states
                        ? " different receives and pairs of places of two ranks "
                          "were seen\n"
                        : " different matches, blocked calls and orders of calls "
                          "were seen\n");
        add_arms(g, m->by_states, s);
    }
    if (m->verdict == MZ_INCOMPLETE)
        add_advice(m, s);
}

/* The answer to --target. That it was reached is a finding. */
static void add_target(const struct summary *m, struct str *s)
{
    if (m->target && !summary_reached(m))
        str_addf(s, "          %s %s\n", m->target,
                 m->stopped        ? "was not reached so far"
                 : m->findings.len ? "is not reached in any of them, from main on and up "
                                     "to what was found (libraries are not looked at)"
                                   : "is not reached in any of them, from main on "
                                     "(libraries are not looked at)");
}

static void add_differs(const struct summary *m, struct str *s)
{
    if (m->differs)
        str_addf(s, "          states %s: %s\n",
                 m->stopped ? "have seldom merged so far" : "do not merge", m->differs);
}

/* What was found beside a finding that stands for its kind. */
static void add_others(const struct finding *f, struct str *s)
{
    if (!f->others)
        return;
    str_addf(s, "          %s: ", finding_word(f->kind));
    str_count(s, f->others);
    if (f->kind == FINDING_LIBRARY) {
        str_addf(s, "%s more like it\n", f->others >= FINDING_MANY ? " or" : "");
        return;
    }
    str_addf(s, "%s more at %s (--keep-going reports each)\n",
             f->others >= FINDING_MANY ? " or" : "",
             f->others == 1 ? "another place" : "other places");
}

/* Says why it is not known what decides, where something does: some outcomes pass. */
static void add_undecided(const struct summary *m, const struct finding *f, struct str *s)
{
    if (f->decided != DECIDED_UNKNOWN || !f->undecided || m->interleavings ||
        m->counts.sampled.runs || f->outcomes >= m->counts.executions || !f->outcomes)
        return;
    str_addf(s, "          %s: what decides is not known (%s)\n", finding_word(f->kind),
             f->undecided);
}

/* How much was explored, of what, and in which time: the line below the verdict. */
static void add_amount(const struct summary *m, struct str *s)
{
    str_addf(s, "          ");
    add_extent(m, s);
    if (m->counts.sampled.runs) {
        str_addf(s, " in ");
        str_counted(s, m->counts.sampled.runs, "run");
    } else if (m->counts.traces != m->counts.executions) {
        str_addf(s, ", ");
        str_counted(s, m->counts.traces, "trace");
    }
    if (m->counts.redundant && !m->interleavings && !m->counts.sampled.runs) {
        str_addf(s, ", ");
        str_count(s, m->counts.redundant);
        str_addf(s, " redundant");
    }
    if (m->verdict == MZ_UNSUPPORTED)
        str_addf(s, " seen");
    else
        str_addf(s,
                 !m->stopped                   ? ", all explored"
                 : m->one_schedule             ? ", all explored of this schedule"
                 : m->verdict == MZ_INCOMPLETE ? ", the rest is not explored"
                                               : ", stopped by %.*s",
                 (int)strcspn(m->stopped ? m->stopped : "", "\n"), m->stopped);
    if (m->remembered)
        str_addf(s,
                 " on %s, and nothing has changed since: neither the program nor what it "
                 "reads\n",
                 m->remembered);
    else
        str_addf(s, ", %.2f s, %.0f MB\n", m->elapsed,
                 m->peak_mb > 0 ? m->peak_mb : summary_peak_mb());
    if (m->verdict == MZ_FOUND && m->stopped && strchr(m->stopped, '\n'))
        str_addf(s, "%s\n", strchr(m->stopped, '\n') + 1); /* what to do about it */
}

static void add_place(const struct finding *f, struct str *s)
{
    if (!f->where.line)
        return;
    str_addf(s, " at ");
    text_location(s, f->where);
}

/* A line for each finding of this run: how often it was seen; then what is not told. */
static void add_findings(const struct summary *m, struct str *s)
{
    for (size_t i = 0; i < m->findings.len; i++) {
        const struct finding *f = m->findings.at[i];
        str_addf(s, "          %s", finding_word(f->kind));
        if (m->all_findings)
            add_place(f, s);
        str_addf(s, ": ");
        add_frequency(m, f, s);
        str_addf(s, "\n");
    }
    for (size_t i = 0; i < m->findings.len; i++) {
        add_others(m->findings.at[i], s);
        add_undecided(m, m->findings.at[i], s);
    }
}

static void add_notes(const struct summary *m, struct str *s)
{
    for (size_t i = 0; i < m->notes.len; i++) {
        const struct finding *f = m->notes.at[i];
        str_addf(s, "          %s: %s", severity_word(finding_severity(f->kind)),
                 finding_word(f->kind));
        add_place(f, s);
        str_addf(s, "\n");
    }
    for (size_t i = 0; i < m->notes.len; i++)
        add_others(m->notes.at[i], s);
}

/* What was found before the search was resumed. Notes have no trace, and there may be
 * many, so they are only counted. */
static void add_found_before(const struct summary *m, struct str *s)
{
    uint64_t notes = 0;
    for (size_t i = 0; i < m->earlier.len; i++)
        add_earlier(m, m->earlier.at[i], s);
    for (size_t i = 0; i < m->earlier_notes.len; i++)
        if (finding_severity(m->earlier_notes.at[i]->kind) == SEVERITY_NOTE)
            notes++;
        else
            add_earlier(m, m->earlier_notes.at[i], s);
    if (notes) {
        str_addf(s, "          ");
        str_counted(s, notes, "note");
        str_addf(s, " found before it was resumed\n");
    }
    if (m->before && !m->earlier.len) {
        str_addf(s, "          findings in ");
        str_counted(s, m->before, "outcome");
        str_addf(s, " seen before it was resumed\n");
    }
}

/* Of a program that is verified: what that means, and what gives reason to doubt that it
 * did what the user meant. */
static void add_meaning(const struct summary *m, struct str *s)
{
    if (m->silent)
        str_addf(s,
                 "          no rank sent or received anything; is that what you meant to "
                 "check?\n");
    if (m->complaint)
        str_addf(s, "          %s\n", m->complaint);
    add_scope(m, s);
    add_audit(m, s);
}

static void summary_lines(const struct summary *m, const struct text_style *style,
                          struct str *s)
{
    verdict_line(m, style, s);
    if (style->quiet) {
        add_target(m, s); /* it was asked for */
        return;
    }
    add_amount(m, s);
    add_target(m, s);
    add_findings(m, s);
    add_notes(m, s);
    add_suppressed(m, s);
    add_found_before(m, s);
    if (m->verdict == MZ_OK)
        add_meaning(m, s);
    if (m->counts.instead)
        str_addf(s, "          explored by match, since states cannot: %s\n",
                 instead_text(m->counts.instead));
    if (m->stopped)
        add_differs(m, s);
    add_guided(m, style, s);
    if (style->verbose)
        add_replaced(m, s);
    if (m->note)
        str_addf(s, "          %s\n", m->note);
}

void text_summary(const struct summary *m, const struct text_style *style, struct str *s)
{
    size_t from = s->len;
    summary_lines(m, style, s);
    text_wrap(s, from, style->width);
}

static void add_sample(const struct turn *t, struct str *s)
{
    str_count(s, t->states);
    str_addf(s, " state%s for ", t->states == 1 ? "" : "s");
    text_estimate(t->ways, 0, s);
    str_addf(s, " histories");
}

static void add_reason(const struct turn *t, struct str *s)
{
    if (t->why == TURN_UNDECIDED)
        return;
    str_addf(s, "          ");
    if (t->outcomes.n > 0) {
        str_addf(s, "about ");
        text_estimate(t->outcomes.n, 512 * t->outcomes.scale, s);
        str_addf(s, " outcomes were expected, so states were tried: ");
    }
    switch (t->why) {
    case TURN_UNDECIDED:
        break;
    case TURN_DIVIDED:
        str_addf(s, "match was taken: states are not tried with --bound, "
                    "--executions and --depth");
        break;
    case TURN_FEW:
        str_addf(s, "match was taken: there are few outcomes");
        break;
    case TURN_MERGES:
        str_addf(s, "they merge");
        break;
    case TURN_FAILS:
        str_addf(s, "they do not merge enough, and match went on");
        break;
    case TURN_UNABLE:
        str_addf(s, "match went on, since %s", instead_text(t->unable));
        break;
    case TURN_MEMORY:
        str_addf(s, "there are too many for --memory, and match went on");
        break;
    }
    if (t->states) {
        str_addf(s, " (");
        add_sample(t, s);
        str_addf(s, ")");
    }
    str_addf(s, "\n");
}

void text_turn(const struct summary *m, struct str *s)
{
    add_reason(&m->counts.turn, s);
    if (!m->stopped) /* otherwise it is part of the summary */
        add_differs(m, s);
}
