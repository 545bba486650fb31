/* SPDX-License-Identifier: Apache-2.0
 *
 * sarif.c - the report in SARIF 2.1.0, which code hosts and editors show beside the
 * source.
 *
 * A result has the place of the finding, the places where others are blocked, and the
 * execution as a code flow with a thread flow for each rank. Files in or below the
 * working directory are named relative to it, so that the report means the same
 * elsewhere. */
#include "report/codec.h"
#include "report/summary.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROOT "SRCROOT"
#define MOST 1000 /* steps of a code flow: the last ones */

static json_t *message(const char *text)
{
    json_t *o = json_object();
    json_object_set_new(o, "text", codec_text(text));
    return o;
}

/* ---- places ---- */

static void add_uri(struct str *s, const char *path)
{
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
            str_add(s, path, 1);
        else
            str_addf(s, "%%%02X", (unsigned char)*path);
}

static json_t *artifact(struct location where)
{
    json_t *o = json_object();
    struct str uri = {0};
    const char *path = where.path ? where.path : where.file;
    char *here = getcwd(NULL, 0);
    size_t n = here ? strlen(here) : 0;
    if (n && !strncmp(path, here, n) && path[n] == '/')
        path += n + 1;
    str_addf(&uri, path[0] == '/' ? "file://" : "");
    add_uri(&uri, path);
    json_object_set_new(o, "uri", codec_text(str_text(&uri)));
    if (path[0] != '/')
        json_object_set_new(o, "uriBaseId", json_string(ROOT));
    free(here);
    str_free(&uri);
    return o;
}

/* A location; one whose place is not known has a message only. */
static json_t *location(struct location where, const char *text)
{
    json_t *o = json_object();
    if (where.line)
        json_object_set_new(o, "physicalLocation",
                            json_pack("{s:o, s:{s:I}}", "artifactLocation",
                                      artifact(where), "region", "startLine",
                                      (json_int_t)where.line));
    if (text)
        json_object_set_new(o, "message", message(text));
    return o;
}

/* ---- a finding ---- */

static json_t *related(const struct finding *f)
{
    json_t *all = json_array();
    for (size_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        struct str s = {0};
        if (x->state != ACTOR_BLOCKED || !x->where.line)
            continue;
        str_addf(&s, "%s is blocked in %s", x->name, x->call);
        json_array_append_new(all, location(x->where, str_text(&s)));
        str_free(&s);
    }
    return all;
}

static json_t *thread_flow(const struct finding *f, uint32_t actor, size_t from)
{
    json_t *places = json_array();
    for (size_t i = from; i < f->steps.len; i++) {
        const struct finding_step *step = &f->steps.at[i];
        if (step->actor == actor && *step->text)
            json_array_append_new(places,
                                  json_pack("{s:I, s:o}", "executionOrder",
                                            (json_int_t)(f->left_out + i + 1), "location",
                                            location(step->where, step->text)));
    }
    if (!json_array_size(places)) {
        json_decref(places);
        return NULL;
    }
    json_t *o = json_object();
    json_object_set_new(o, "id", codec_text(f->actors.at[actor].name));
    json_object_set_new(o, "locations", places);
    return o;
}

static void put_code_flow(const struct finding *f, json_t *result)
{
    json_t *threads = json_array();
    size_t from = f->steps.len > MOST ? f->steps.len - MOST : 0;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        json_t *flow = thread_flow(f, a, from);
        if (flow)
            json_array_append_new(threads, flow);
    }
    if (json_array_size(threads))
        json_object_set_new(result, "codeFlows",
                            json_pack("[{s:o}]", "threadFlows", threads));
    else
        json_decref(threads);
}

static void put_stack(const struct finding *f, json_t *result)
{
    const struct finding_actor *a = &f->actors.at[f->actor];
    json_t *frames = json_array();
    for (size_t i = 0; i < a->stack.len; i++)
        json_array_append_new(
            frames, json_pack("{s:o}", "location",
                              location(a->stack.at[i].where, a->stack.at[i].function)));
    if (json_array_size(frames))
        json_object_set_new(result, "stacks", json_pack("[{s:o}]", "frames", frames));
    else
        json_decref(frames);
}

static json_t *result_of(const struct finding *f, bool strict)
{
    json_t *o = json_object();
    char name[40];
    const char *level = severity_word(finding_severity(f->kind));
    snprintf(name, sizeof name, "%016llx%016llx", (unsigned long long)f->name.lo,
             (unsigned long long)f->name.hi);
    json_object_set_new(o, "ruleId", json_string(finding_word(f->kind)));
    json_object_set_new(o, "ruleIndex", json_integer(f->kind - 1));
    json_object_set_new(
        o, "level",
        json_string(strict && finding_counts(f->kind, true) ? "error" : level));
    json_object_set_new(o, "message", message(f->message));
    if (f->where.line)
        json_object_set_new(o, "locations", json_pack("[o]", location(f->where, NULL)));
    if (f->actors.len) {
        json_object_set_new(o, "relatedLocations", related(f));
        put_code_flow(f, o);
        put_stack(f, o);
    }
    if (f->suppressed)
        json_object_set_new(o, "suppressions",
                            json_pack("[{s:s, s:o}]", "kind", "external", "justification",
                                      codec_text(f->suppressed)));
    if (f->replay)
        json_object_set_new(o, "properties",
                            json_pack("{s:o}", "replay", codec_text(f->replay)));
    json_object_set_new(o, "partialFingerprints", json_pack("{s:s}", "mazurka/v1", name));
    return o;
}

/* ---- the report ---- */

static json_t *rules(void)
{
    json_t *all = json_array();
    FOR_EACH_KIND(k)
    json_array_append_new(all,
                          json_pack("{s:s, s:o, s:o, s:{s:s}}", "id", finding_word(k),
                                    "shortDescription", message(finding_line(k)), "help",
                                    message(finding_text(k)), "defaultConfiguration",
                                    "level", severity_word(finding_severity(k))));
    return all;
}

/* Why the report does not tell everything, if so. */
static json_t *notifications(const struct summary *m)
{
    json_t *all = json_array();
    struct str s = {0};
    if (m->verdict == MZ_UNSUPPORTED)
        str_addf(&s, "cannot verify: %s", m->stopped);
    else if (m->stopped)
        str_addf(&s, "incomplete: stopped by %s", m->stopped);
    if (s.len)
        json_array_append_new(all, json_pack("{s:s, s:o}", "level", "warning", "message",
                                             message(str_text(&s))));
    str_free(&s);
    return all;
}

static void add_results(json_t *to, struct finding *const *at, size_t n, bool strict)
{
    for (size_t i = 0; i < n; i++)
        json_array_append_new(to, result_of(at[i], strict));
}

void sarif_text(const struct summary *m, bool strict, struct str *s)
{
    json_t *results = json_array(), *bases = json_object();
    struct str root = {0};
    char *here = getcwd(NULL, 0);
    str_addf(&root, "file://");
    add_uri(&root, here ? here : "");
    str_addf(&root, "/");
    free(here);
    json_object_set_new(bases, ROOT, json_pack("{s:o}", "uri", codec_text(root.text)));
    add_results(results, m->findings.at, m->findings.len, strict);
    add_results(results, m->earlier.at, m->earlier.len, strict);
    add_results(results, m->notes.at, m->notes.len, strict);
    add_results(results, m->earlier_notes.at, m->earlier_notes.len, strict);
    add_results(results, m->suppressed.at, m->suppressed.len, strict);
    json_t *run =
        json_pack("{s:{s:{s:s, s:s, s:o}}, s:[{s:b, s:o}], s:o, s:o, s:s}", "tool",
                  "driver", "name", "mazurka", "version", MZ_VERSION, "rules", rules(),
                  "invocations", "executionSuccessful", m->verdict != MZ_UNSUPPORTED,
                  "toolExecutionNotifications", notifications(m), "originalUriBaseIds",
                  bases, "results", results, "columnKind", "unicodeCodePoints");
    json_t *o = json_pack("{s:s, s:s, s:[o]}", "$schema",
                          "https://json.schemastore.org/sarif-2.1.0.json", "version",
                          "2.1.0", "runs", run);
    char *text = json_dumps(o, JSON_INDENT(2));
    str_addf(s, "%s\n", text);
    free(text);
    json_decref(o);
    str_free(&root);
}
