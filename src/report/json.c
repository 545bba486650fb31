/* SPDX-License-Identifier: Apache-2.0
 *
 * json.c - the report that other tools read. */
#include "report/codec.h"
#include "report/sampled.h"

#include <math.h>

static const char *verdict_word(enum mz_err v)
{
    switch (v) {
    case MZ_OK:
        return "verified";
    case MZ_FOUND:
        return "violated";
    case MZ_UNSUPPORTED:
        return "unsupported";
    default:
        return "incomplete";
    }
}

static json_t *joined(char *const *at, size_t n)
{
    struct str s = {0};
    for (size_t i = 0; i < n; i++)
        str_addf(&s, "%s%s", i ? ", " : "", at[i]);
    json_t *j = codec_text(str_text(&s));
    str_free(&s);
    return j;
}

static json_t *texts(char *const *at, size_t n)
{
    json_t *a = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(a, codec_text(at[i]));
    return a;
}

/* Adds the counts of explorers that run executions. */
static void put_counts(json_t *o, const struct summary *m)
{
    uint64_t seen = summary_seen(m);
    json_object_set_new(o, "executions", codec_number(m->counts.executions + seen));
    json_object_set_new(o, "redundant", codec_number(m->counts.redundant));
    if (m->counts.audit.played)
        json_object_set_new(o, "audited", codec_number(m->counts.audit.played));
    json_object_set_new(o, "traces", codec_number(m->counts.traces + seen));
    json_object_set_new(o, "deadlocks", codec_number(m->counts.deadlocks));
    json_object_set_new(o, "assertions", codec_number(m->counts.failures));
}

/* Adds an interval of numbers whose natural logarithms these are. */
static void put_interval(json_t *o, const char *name, struct interval x)
{
    json_t *of = json_object();
    json_object_set_new(of, "log10", json_real(x.value / log(10)));
    json_object_set_new(of, "low_log10", json_real(x.low / log(10)));
    json_object_set_new(of, "high_log10", json_real(x.high / log(10)));
    json_object_set_new(o, name, of);
}

/* Adds what samples tell of the whole. */
static void put_sampled(json_t *o, const struct summary *m)
{
    const struct search_counts *c = &m->counts;
    bool knows = c->sampled.covered > 0 || c->sampled.log_mean > 0; /* random */
    json_object_set_new(o, "runs", codec_number(c->sampled.runs));
    if (!sampled_tells(c))
        ;
    else if (knows)
        put_interval(o, "outcomes_estimate", sampled_outcomes(c));
    else
        put_interval(o, "outcomes_or_more", sampled_at_least(c));
    json_object_set_new(
        o, "chance_of_new",
        json_real(knows ? fmax(1 - c->sampled.covered, 0) : sampled_new(c).value));
}

/* Adds a finding in short: one of the runs that this one has resumed, or a suppressed
 * one. */
static void put_earlier(json_t *a, const struct finding *f)
{
    json_t *o = json_object();
    json_object_set_new(o, "kind", codec_text(finding_word(f->kind)));
    json_object_set_new(o, "severity",
                        codec_text(severity_word(finding_severity(f->kind))));
    json_object_set_new(o, "message", codec_text(f->message));
    if (f->where.line) {
        json_object_set_new(o, "file", codec_text(f->where.file));
        json_object_set_new(o, "line", json_integer(f->where.line));
    }
    if (f->trace)
        json_object_set_new(o, "trace", codec_text(f->trace));
    if (f->replay)
        json_object_set_new(o, "replay", codec_text(f->replay));
    if (f->suppressed)
        json_object_set_new(o, "reason", codec_text(f->suppressed));
    else if (!f->uncounted)
        json_object_set_new(o, "outcomes", codec_number(f->outcomes));
    json_array_append_new(a, o);
}

json_t *summary_write(const struct summary *m)
{
    json_t *o = json_object(), *findings = json_array();
    json_object_set_new(o, "version", codec_text(MZ_VERSION));
    json_object_set_new(o, "program", codec_text(m->program));
    json_object_set_new(o, "ranks", json_integer(m->actors));
    json_object_set_new(o, "algorithm", codec_text(m->algorithm));
    if (m->buffering)
        json_object_set_new(o, "buffering", codec_text(m->buffering));
    if (m->eager)
        json_object_set_new(o, "eager", codec_number(m->eager));
    json_object_set_new(o, "seed", codec_number(m->seed));
    if (m->semantics)
        json_object_set_new(o, "semantics", codec_text(m->semantics));
    json_object_set_new(o, "verdict", codec_text(verdict_word(m->verdict)));
    if (m->label)
        json_object_set_new(o, "label", codec_text(m->label));
    if (m->remembered)
        json_object_set_new(o, "remembered", codec_text(m->remembered));
    if (m->silent)
        json_object_set_new(o, "silent", json_true());
    if (m->complaint)
        json_object_set_new(o, "complaint", codec_text(m->complaint));
    if (m->stopped)
        json_object_set_new(o, "stopped_by", codec_text(m->stopped));
    if (!m->only_states)
        put_counts(o, m);
    if (m->counts.sampled.runs)
        put_sampled(o, m);
    json_object_set_new(o, "transitions", codec_number(m->counts.transitions));
    if (m->counts.states || m->only_states)
        json_object_set_new(o, "states", codec_number(m->counts.states));
    if (m->by_states && m->counts.estimate.n > 0 && !m->counts.estimate.scale) {
        json_object_set_new(o, "outcomes", json_real(m->counts.estimate.n));
        json_object_set_new(o, "outcomes_exact", json_boolean(m->counts.exact));
    }
    if (m->counts.instead)
        json_object_set_new(o, "explored_by_match",
                            codec_text(instead_text(m->counts.instead)));
    if (m->counts.choices && !m->by_states)
        json_object_set_new(o, "choices", codec_number(m->counts.choices));
    if (m->counts.guided.visited)
        json_object_set_new(o, "visited", codec_number(m->counts.guided.visited));
    if (m->counts.peak_events)
        json_object_set_new(o, "peak_events", codec_number(m->counts.peak_events));
    json_object_set_new(o, "elapsed_s", json_real(m->elapsed));
    json_object_set_new(o, "peak_mb",
                        json_real(m->peak_mb > 0 ? m->peak_mb : summary_peak_mb()));
    if (m->target) {
        json_object_set_new(o, "target", codec_text(m->target));
        json_object_set_new(o, "target_reached",
                            summary_reached(m) ? json_true()
                            : m->stopped       ? json_null()
                                               : json_false());
    }
    json_object_set_new(o, "holds_for", joined(m->holds_for.at, m->holds_for.len));
    json_object_set_new(o, "rests_on", texts(m->rests_on.at, m->rests_on.len));
    json_object_set_new(o, "not_explored", texts(m->gaps.at, m->gaps.len));
    for (size_t i = 0; i < m->findings.len; i++)
        json_array_append_new(findings, finding_write(m->findings.at[i]));
    for (size_t i = 0; i < m->notes.len; i++)
        json_array_append_new(findings, finding_write(m->notes.at[i]));
    json_object_set_new(o, "findings", findings);
    if (m->earlier.len || m->earlier_notes.len) {
        json_t *earlier = json_array();
        for (size_t i = 0; i < m->earlier.len; i++)
            put_earlier(earlier, m->earlier.at[i]);
        for (size_t i = 0; i < m->earlier_notes.len; i++)
            put_earlier(earlier, m->earlier_notes.at[i]);
        json_object_set_new(o, "found_before", earlier);
    }
    if (m->suppressed.len) {
        json_t *suppressed = json_array();
        for (size_t i = 0; i < m->suppressed.len; i++)
            put_earlier(suppressed, m->suppressed.at[i]);
        json_object_set_new(o, "suppressed", suppressed);
    }
    if (m->unused.len)
        json_object_set_new(o, "unused_suppressions", texts(m->unused.at, m->unused.len));
    json_object_set_new(o, "unmet_expectations",
                        texts(m->mismatches.at, m->mismatches.len));
    return o;
}

void json_text(const struct summary *m, struct str *s)
{
    json_t *o = summary_write(m);
    char *report = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    str_addf(s, "%s\n", report);
    free(report);
    json_decref(o);
}
