/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - see report.h. */
#include "model/report.h"
#include "model/chart.h"
#include "model/trace.h"
#include "report/codec.h"

#include <string.h>

static void paint(const struct model_report *r, struct str *out, const char *code,
                  const char *text)
{
    if (r->color)
        str_addf(out, "\033[%sm%s\033[0m", code, text);
    else
        str_addf(out, "%s", text);
}

/* What the verdict holds for: "4 clients, at most 2 pending". */
static void holds_for(const struct model_report *r, struct str *out)
{
    for (size_t i = 0; i < r->file->param.len; i++)
        str_addf(out, "%s = %d, ", r->file->param.at[i].name, r->file->param.at[i].value);
    const struct search_result *s = r->result;
    if (s->verdict == MZ_OK || !s->cut_channel)
        str_addf(out, "whatever MPI buffers");
    else
        str_addf(out, "at most %u message%s buffered per channel", r->options->bound,
                 r->options->bound == 1 ? "" : "s");
    if (s->cut_depth)
        str_addf(out, ", at most %llu steps", (unsigned long long)r->options->depth);
}

static void clauses(const struct model_report *r, struct str *out)
{
    for (size_t i = 0; i < r->file->property.clause.len; i++)
        str_addf(out, "%s%s", i ? "; " : "", r->file->property.clause.at[i].text);
}

static void counts(const struct model_report *r, struct str *out)
{
    const struct search_result *s = r->result;
    str_count(out, s->states);
    str_addf(out, " state%s, ", s->states == 1 ? "" : "s");
    str_count(out, s->transitions);
    str_addf(out, " transition%s%s, ", s->transitions == 1 ? "" : "s",
             s->verdict == MZ_OK ? ", all explored" : "");
    if (s->halted) {
        str_count(out, s->halted);
        str_addf(out, " potentially halted, ");
    }
    str_addf(out, "%.2f s, %.0f MB", s->seconds, summary_peak_mb());
    if (s->seconds > 0.05) {
        str_addf(out, ", ");
        str_count(out, (uint64_t)((double)s->states / s->seconds));
        str_addf(out, " states/s");
    }
    str_addf(out, "\n");
}

/* Why the search is not complete, and what to do about it. */
static void cuts(const struct model_report *r, struct str *out, const char *indent)
{
    const struct search_result *s = r->result;
    if (s->cut_channel)
        str_addf(
            out,
            "%sa send found its channel full: raise --channel-bound, or leave it out\n",
            indent);
    if (s->cut_depth)
        str_addf(out, "%sstates beyond %llu steps were not visited: raise --depth\n",
                 indent, (unsigned long long)r->options->depth);
    if (s->cut_memory)
        str_addf(out, "%sit ran out of memory: raise --memory, or %s\n", indent,
                 r->options->bound == SEARCH_NO_BOUND && !r->source_specific
                     ? "give a --channel-bound"
                     : "try --bitstate");
    if (s->cut_time)
        str_addf(out, "%sit ran out of time: raise --time\n", indent);
    if (s->lossy)
        str_addf(
            out,
            "%s--bitstate may take a new state for a known one, so it never verifies\n",
            indent);
}

static void violation(const struct model_report *r, struct str *out)
{
    const struct model *m = r->file->model;
    const struct search_result *s = r->result;
    struct layout l;
    struct global end;
    trace_open(m, s->path.len, &l, &end);
    for (size_t i = 0; i < s->path.len; i++)
        step_apply(m, &end, s->path.at[i]);
    struct str head = {0};
    str_addf(&head, "error[%s]", finding_word(r->finding->kind));
    paint(r, out, "1;31", str_text(&head));
    str_addf(out, ": %s\n  --> %s", r->finding->message, r->path);
    if (r->finding->where.line)
        str_addf(out, ":%u", r->finding->where.line);
    str_addf(out, "\n");
    str_free(&head);
    uint32_t shown = 0;
    for (uint32_t p = 0; p < m->processes && shown < 20; p++) {
        if (m->state[end.at[p]].kind == MODEL_FINAL && m->processes > 8)
            continue;
        str_addf(out, "  %-14s %-18s ", m->process[p].name, m->state[end.at[p]].name);
        chart_doing(m, &end, p, out);
        if (m->state[end.at[p]].line)
            str_addf(out, "  %s:%u", r->path, m->state[end.at[p]].line);
        str_addf(out, "\n");
        shown++;
    }
    for (uint32_t ch = 0, n = 0; ch < m->channels && n < 20; ch++)
        if (end.len[ch]) {
            str_addf(out, "  %u message%s pending on %s\n", end.len[ch],
                     end.len[ch] == 1 ? "" : "s", m->channel[ch].name);
            n++;
        }
    str_addf(out, "\n");
    chart_draw(m, s, r->width, out);
    str_addf(out, "\n");
    if (r->finding->replay) { /* otherwise this is a replay: there was no search */
        str_addf(out, "  found after ");
        counts(r, out);
        str_addf(out, "  replay: %s\n", r->finding->replay);
    }
    str_addf(out, "help: mazurka explain %s\n", finding_word(r->finding->kind));
    global_free(&end);
    layout_free(&l);
}

static void spin_text(const struct model_report *r, struct str *out)
{
    const struct spin_result *p = r->spin;
    const struct search_result *s = r->result;
    str_addf(
        out,
        "          spin: %s, %.10g states, %.10g transitions, %.2f s, %.1f bytes/state\n",
        p->violated   ? "violated"
        : p->complete ? "no error"
                      : "incomplete",
        p->states, p->transitions, p->seconds, p->state_bytes);
    str_addf(
        out,
        "          ours: %s, %llu states, %llu transitions, %.2f s, %.1f bytes/state\n",
        s->violations ? "violated" : "no error", (unsigned long long)s->states,
        (unsigned long long)s->transitions, s->seconds,
        s->states ? (double)s->bytes / (double)s->states : 0);
}

void report_text(const struct model_report *r, struct str *out)
{
    const struct search_result *s = r->result;
    const char *indent = "          ";
    if (s->verdict == MZ_FOUND && r->finding) {
        violation(r, out);
    } else if (s->verdict == MZ_OK) {
        paint(r, out, "1;32", "verified");
        str_addf(out, "  ");
        clauses(r, out);
        str_addf(out, "\n%s", indent);
        counts(r, out);
        str_addf(out, "%sholds for: ", indent);
        holds_for(r, out);
        str_addf(out, "\n");
    } else {
        indent = "            ";
        paint(r, out, "1;33", "incomplete");
        str_addf(out, "  nothing found against: ");
        clauses(r, out);
        str_addf(out, "\n%s", indent);
        counts(r, out);
        if (!s->cut_memory && !s->cut_time && !s->cut_interrupt && !s->lossy) {
            str_addf(out, "%sholds for: ", indent);
            holds_for(r, out);
            str_addf(out, "\n");
        }
        cuts(r, out, indent);
    }
    if (r->spin)
        spin_text(r, out);
    if (r->verbose > 0) {
        const struct model *m = r->file->model;
        str_addf(out, "%s%u processes, %u channels, %u local states, %u transitions%s\n",
                 indent, m->processes, m->channels, m->states, m->transitions,
                 model_source_specific(m) ? ", source-specific" : "");
        str_addf(
            out, "%sstates packed in %u bytes, %.1f bytes per state with the table\n",
            indent, s->state_bytes, s->states ? (double)s->bytes / (double)s->states : 0);
        if (r->source_specific)
            str_addf(out,
                     "%ssearched synchronously only (the model is source-specific)\n",
                     indent);
    }
}

static const struct {
    size_t field;
    const char *word;
} cut_words[] = {
    {offsetof(struct search_result, cut_channel), "channel-bound"},
    {offsetof(struct search_result, cut_depth), "depth"},
    {offsetof(struct search_result, cut_memory), "memory"},
    {offsetof(struct search_result, cut_time), "time"},
    {offsetof(struct search_result, cut_interrupt), "interrupt"},
    {offsetof(struct search_result, lossy), "bitstate"},
};

static json_t *cut_array(const struct search_result *s)
{
    json_t *a = json_array();
    for (size_t i = 0; i < sizeof cut_words / sizeof *cut_words; i++)
        if (*(const bool *)((const char *)s + cut_words[i].field))
            json_array_append_new(a, json_string(cut_words[i].word));
    return a;
}

/* Adds what only models have: their parameters, and the size of the table of states. */
static void put_details(const struct model_report *r, json_t *o)
{
    const struct search_result *s = r->result;
    json_t *params = json_object();
    for (size_t i = 0; i < r->file->param.len; i++)
        json_object_set_new(params, r->file->param.at[i].name,
                            json_integer(r->file->param.at[i].value));
    json_object_set_new(o, "parameters", params);
    json_object_set_new(o, "halted", codec_number(s->halted));
    json_object_set_new(o, "violations", codec_number(s->violations));
    json_object_set_new(o, "state_bytes", json_integer(s->state_bytes));
    json_object_set_new(
        o, "bytes_per_state",
        json_real(s->states ? (double)s->bytes / (double)s->states : 0.0));
    json_object_set_new(o, "states_per_s",
                        json_real(s->seconds > 0 ? (double)s->states / s->seconds : 0.0));
    json_object_set_new(o, "synchronous_only", json_boolean(r->source_specific));
    json_object_set_new(o, "cut", cut_array(s));
    if (r->spin)
        json_object_set_new(
            o, "spin",
            json_pack("{s:b, s:b, s:I, s:I, s:f, s:f, s:f}", "violated",
                      (int)r->spin->violated, "complete", (int)r->spin->complete,
                      "states", (json_int_t)r->spin->states, "transitions",
                      (json_int_t)r->spin->transitions, "elapsed_s", r->spin->seconds,
                      "bytes_per_state", r->spin->state_bytes, "peak_mb",
                      r->spin->megabytes));
}

void report_json(const struct model_report *r, struct str *out)
{
    const struct search_result *s = r->result;
    struct str holds = {0};
    struct summary m = {.program = r->path,
                        .algorithm = r->algorithm,
                        .actors = r->file->model->processes,
                        .verdict = s->verdict,
                        .only_states = true,
                        .counts = {.states = s->states, .transitions = s->transitions},
                        .elapsed = s->seconds};
    holds_for(r, &holds);
    vec_push(&m.holds_for, holds.text);
    vec_push(&m.rests_on, holds.text);
    if (r->finding)
        vec_push(&m.findings, r->finding);
    json_t *o = summary_write(&m);
    put_details(r, o);
    char *text = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    str_addf(out, "%s\n", text);
    free(text);
    json_decref(o);
    vec_free(&m.holds_for);
    vec_free(&m.rests_on);
    vec_free(&m.findings);
    str_free(&holds);
}
