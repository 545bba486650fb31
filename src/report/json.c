/* SPDX-License-Identifier: Apache-2.0
 *
 * json.c - the report that other tools read. */
#include "base/file.h"
#include "report/summary.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

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

/* File names need not be UTF-8, but JSON must be. */
static json_t *text(const char *s)
{
    struct str plain = {0};
    json_t *j = json_string(s);
    if (!j) {
        str_plain(&plain, s, strlen(s));
        j = json_string(str_text(&plain));
        str_free(&plain);
    }
    return j;
}

static json_t *joined(char *const *at, size_t n)
{
    struct str s = {0};
    for (size_t i = 0; i < n; i++)
        str_addf(&s, "%s%s", i ? ", " : "", at[i]);
    json_t *j = text(str_text(&s));
    str_free(&s);
    return j;
}

static json_t *texts(char *const *at, size_t n)
{
    json_t *a = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(a, text(at[i]));
    return a;
}

static json_t *numbers(const uint32_t *at, size_t n)
{
    json_t *a = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(a, json_integer(at[i]));
    return a;
}

static json_t *number(uint64_t n)
{
    return n <= INT64_MAX ? json_integer((json_int_t)n) : json_real((double)n);
}

static void put_location(json_t *o, struct location where)
{
    if (!where.line)
        return;
    json_object_set_new(o, "file", text(where.file));
    json_object_set_new(o, "line", json_integer(where.line));
}

static json_t *actor_object(const struct finding_actor *a, uint32_t rank)
{
    json_t *o = json_object();
    json_object_set_new(o, "rank", json_integer(rank));
    json_object_set_new(o, "name", text(a->name));
    json_object_set_new(o, "state", text(actor_state_word(a->state)));
    if (a->call)
        json_object_set_new(o, "call", text(a->call));
    put_location(o, a->where);
    if (a->state == ACTOR_BLOCKED)
        json_object_set_new(o, "waits_for", numbers(a->waits_for.at, a->waits_for.len));
    return o;
}

static json_t *finding_object(const struct finding *f)
{
    json_t *o = json_object(), *actors = json_array(), *events = json_array();
    json_object_set_new(o, "kind", text(finding_word(f->kind)));
    json_object_set_new(o, "severity", text(severity_word(finding_severity(f->kind))));
    json_object_set_new(o, "message", text(f->message));
    if (f->detail)
        json_object_set_new(o, "values", text(f->detail));
    if (f->backtrace)
        json_object_set_new(o, "backtrace", text(f->backtrace));
    if (f->race)
        json_object_set_new(o, "race", text(f->race));
    if (f->earlier)
        json_object_set_new(o, "earlier", text(f->earlier));
    json_object_set_new(o, "rank", json_integer(f->actor));
    put_location(o, f->where);
    json_object_set_new(o, "outcomes", number(f->outcomes));
    json_object_set_new(o, "schedule", text(f->schedule ? f->schedule : ""));
    for (uint32_t a = 0; a < f->actors.len; a++)
        if (*f->actors.at[a].name) /* else it was never created */
            json_array_append_new(actors, actor_object(&f->actors.at[a], a));
    json_object_set_new(o, "ranks", actors);
    json_object_set_new(o, "cycle", numbers(f->cycle.at, f->cycle.len));
    json_object_set_new(o, "steps", number(f->steps.len));
    json_object_set_new(o, "steps_before_minimizing", number(f->steps_before));
    for (size_t i = 0; i < f->steps.len; i++) {
        json_t *e = json_object();
        json_object_set_new(e, "rank", json_integer(f->steps.at[i].actor));
        json_object_set_new(e, "text", text(f->steps.at[i].text));
        put_location(e, f->steps.at[i].where);
        json_array_append_new(events, e);
    }
    json_object_set_new(o, "events", events);
    return o;
}

static json_t *summary_object(const struct summary *m)
{
    json_t *o = json_object(), *findings = json_array(), *notes = json_array();
    json_object_set_new(o, "version", text(MZ_VERSION));
    json_object_set_new(o, "program", text(m->program));
    json_object_set_new(o, "ranks", json_integer(m->actors));
    json_object_set_new(o, "algorithm", text(m->algorithm));
    if (m->buffering)
        json_object_set_new(o, "buffering", text(m->buffering));
    json_object_set_new(o, "seed", number(m->seed));
    if (m->semantics)
        json_object_set_new(o, "semantics", text(m->semantics));
    json_object_set_new(o, "verdict", text(verdict_word(m->verdict)));
    if (m->stopped)
        json_object_set_new(o, "stopped_by", text(m->stopped));
    json_object_set_new(o, "executions", number(m->counts.executions));
    json_object_set_new(o, "redundant", number(m->counts.redundant));
    json_object_set_new(o, "traces", number(m->counts.traces));
    json_object_set_new(o, "transitions", number(m->counts.transitions));
    json_object_set_new(o, "deadlocks", number(m->counts.deadlocks));
    json_object_set_new(o, "assertions", number(m->counts.failures));
    if (m->counts.states)
        json_object_set_new(o, "states", number(m->counts.states));
    if (m->counts.peak_events)
        json_object_set_new(o, "peak_events", number(m->counts.peak_events));
    json_object_set_new(o, "elapsed_s", json_real(m->elapsed));
    json_object_set_new(o, "peak_mb",
                        json_real(m->peak_mb > 0 ? m->peak_mb : summary_peak_mb()));
    json_object_set_new(o, "holds_for", joined(m->holds_for.at, m->holds_for.len));
    json_object_set_new(o, "rests_on", texts(m->rests_on.at, m->rests_on.len));
    for (size_t i = 0; i < m->findings.len; i++)
        json_array_append_new(findings, finding_object(m->findings.at[i]));
    json_object_set_new(o, "findings", findings);
    for (size_t i = 0; i < m->notes.len; i++)
        json_array_append_new(notes, finding_object(m->notes.at[i]));
    json_object_set_new(o, "notes", notes);
    json_object_set_new(o, "unmet_expectations",
                        texts(m->mismatches.at, m->mismatches.len));
    return o;
}

bool json_write(const struct summary *m, const char *file, struct str *why)
{
    struct str s = {0};
    json_t *o = summary_object(m);
    char *report = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    bool good = true;
    str_addf(&s, "%s\n", report);
    if (strcmp(file, "-")) {
        good = file_write(file, s.text, s.len, why);
        if (!good)
            str_addf(why, "\n  fix: name a file in a directory that you may write to");
    } else if (fputs(s.text, stdout) == EOF || fflush(stdout)) {
        str_addf(why, "the report cannot be written: %s", strerror(errno));
        good = false;
    }
    free(report);
    str_free(&s);
    json_decref(o);
    return good;
}
