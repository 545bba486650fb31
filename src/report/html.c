/* SPDX-License-Identifier: Apache-2.0
 *
 * html.c - the page: a file that opens by a double click, needs no network, and says the
 * same as the text with a diagram that can be walked through.
 *
 * The verdict and a picture are HTML that is written here, so that they are there without
 * a script. The rest is drawn by page/page.js from the report as JSON (codec.h). All that
 * comes from outside is escaped, in text and in JSON. */
#include "base/embed.h"
#include "base/version.h"
#include "report/codec.h"
#include "report/mzt.h"
#include "report/summary.h"

#include <string.h>

/* The files of page/ are part of the binary. */
EMBED(page_css, "src/report/page/page.css");
EMBED(page_html, "src/report/page/page.html");
EMBED(layout_js, "src/report/page/layout.js");
EMBED(page_js, "src/report/page/page.js");

/* Appends JSON that can stand in a script element: nothing in it ends the element. */
static void add_json(json_t *o, struct str *s)
{
    char *text = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(6));
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, "<");
        str_add(s, at, n);
        at += n;
        if (*at) {
            str_addf(s, "\\u003c");
            at++;
        }
    }
    free(text);
}

/* ---- the page ---- */

static void add_text(struct str *s, const char *text)
{
    struct str plain = {0};
    str_plain_lines(&plain, text);
    str_xml(s, str_text(&plain), SIZE_MAX);
    str_free(&plain);
}

static void begin(const char *title, struct str *s)
{
    str_addf(s, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
                "charset=\"utf-8\">\n" HTML_MARK " " MZ_VERSION "\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, "
                "initial-scale=1\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                "<title>");
    add_text(s, title);
    str_addf(s, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", page_css);
}

#define INDENT 10 /* blanks before the lines below a verdict */

/* What was run, for who has several pages: "./gather with 3 ranks". */
static void add_about(const char *program, bool ranks, size_t n, struct str *s)
{
    str_addf(s, "%s", program);
    if (ranks)
        str_addf(s, " with %zu rank%s", n, n == 1 ? "" : "s");
}

/* Appends the verdict: a word and a sentence, then what was run, and the lines below it.
 */
static void add_verdict(const char *word, const char *sentence, const char *rest,
                        const struct str *about, struct str *s)
{
    str_addf(s, "<header>\n<h1><span class=\"%s\">%s</span> ", word, word);
    add_text(s, sentence);
    str_addf(s, "</h1>\n<p>");
    add_text(s, str_text(about));
    str_addf(s, "</p>\n");
    if (rest && *rest) {
        struct str lines = {0};
        str_plain_lines(&lines, rest);
        str_addf(s, "<pre>");
        for (char *line = strtok(lines.text, "\n"); line; line = strtok(NULL, "\n")) {
            size_t blank = strspn(line, " ");
            str_xml(s, line + (blank < INDENT ? blank : INDENT), SIZE_MAX);
            str_addf(s, "\n");
        }
        str_addf(s, "</pre>\n");
        str_free(&lines);
    }
    str_addf(s, "</header>\n");
}

/* The text of a report begins with the verdict's word, two blanks and the sentence. */
static void add_summary(const struct summary *m, const char *word, struct str *s)
{
    struct str text = {0};
    text_summary(m, &(struct text_style){0}, &text);
    char *rest = strchr(text.text, '\n'), *sentence = strstr(text.text, "  ");
    *rest++ = 0;
    sentence = sentence && sentence < rest ? sentence + 2 : text.text;
    struct str about = {0};
    add_about(m->program, m->mpi, m->actors, &about);
    add_verdict(word, sentence, rest, &about, s);
    str_free(&about);
    str_free(&text);
}

/* What is seen without a script: of each finding its picture and how to replay it. */
static void add_pictures(const struct finding *const *at, size_t n, struct str *s)
{
    str_addf(s, "<noscript>\n");
    for (size_t i = 0; i < n; i++) {
        str_addf(s, "<h2>");
        add_text(s, at[i]->message);
        str_addf(s, "</h2>\n");
        if (at[i]->replay) {
            str_addf(s, "<p>Replay: <code>");
            add_text(s, at[i]->replay);
            str_addf(s, "</code></p>\n");
        }
        svg_text(at[i], s);
    }
    str_addf(s, "</noscript>\n");
}

/* Appends what follows the verdict. Takes the report. */
static void add_rest(json_t *report, const struct finding *const *at, size_t n,
                     struct str *s)
{
    str_addf(s, "%s", page_html);
    add_pictures(at, n, s);
    str_addf(s, "<footer><p>Written by mazurka %s.</p></footer>\n", MZ_VERSION);
    str_addf(s, "<script type=\"application/json\" id=\"data\">");
    add_json(report, s);
    str_addf(
        s, "</script>\n<script>\n%s</script>\n<script>\n%s</script>\n</body>\n</html>\n",
        layout_js, page_js);
    json_decref(report);
}

void html_finding(const struct finding *f, const char *program, struct str *s)
{
    json_t *report = json_object(), *findings = json_array();
    const char *word = severity_word(finding_severity(f->kind));
    struct str title = {0};
    json_array_append_new(findings, finding_write(f));
    json_object_set_new(report, "version", codec_text(MZ_VERSION));
    json_object_set_new(report, "program", codec_text(program));
    json_object_set_new(report, "findings", findings);
    str_addf(&title, "%s: %s", program, finding_word(f->kind));
    begin(str_text(&title), s);
    struct str about = {0};
    bool ranks = f->actors.len && !strcmp(f->actors.at[0].name, "rank 0");
    add_about(program, ranks, f->actors.len, &about);
    add_verdict(word, f->message, NULL, &about, s);
    str_free(&about);
    add_rest(report, &f, 1, s);
    str_free(&title);
}

void html_summary(const struct summary *m, struct str *s)
{
    VEC(const struct finding *) all = {0};
    struct str title = {0};
    for (size_t i = 0; i < m->findings.len; i++)
        vec_push(&all, m->findings.at[i]);
    for (size_t i = 0; i < m->notes.len; i++)
        vec_push(&all, m->notes.at[i]);
    json_t *report = summary_write(m);
    const char *word = json_string_value(json_object_get(report, "verdict"));
    str_addf(&title, "%s: %s", m->program, word);
    begin(str_text(&title), s);
    add_summary(m, word, s);
    add_rest(report, all.at, all.len, s);
    vec_free(&all);
    str_free(&title);
}
