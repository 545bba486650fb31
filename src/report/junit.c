/* SPDX-License-Identifier: Apache-2.0
 *
 * junit.c - the report as JUnit XML, which continuous builds count.
 *
 * A test case for each finding, and one for the verdict, which is there even if nothing
 * was found, fails if anything was, and so has the same name in every run. A verdict that
 * says nothing is an error, so that a build does not take it for success. */
#include "report/summary.h"

#include <stdint.h>

static void begin_case(const struct summary *m, const char *name, double seconds,
                       struct str *s)
{
    str_addf(s, "    <testcase classname=\"");
    str_xml(s, m->program, SIZE_MAX);
    str_addf(s, "\" name=\"");
    str_xml(s, name, SIZE_MAX);
    str_addf(s, "\" time=\"%.3f\"", seconds);
}

static void add_case(const struct summary *m, const struct finding *f, bool fails,
                     struct str *s)
{
    struct str name = {0}, text = {0};
    const struct text_style plain = {0};
    str_addf(&name, "%s", finding_word(f->kind));
    if (f->where.line)
        str_addf(&name, " at %s:%u", f->where.file, f->where.line);
    begin_case(m, str_text(&name), 0, s);
    if (f->suppressed) {
        str_addf(s, ">\n      <skipped message=\"");
        str_xml(s, f->suppressed, SIZE_MAX);
        str_addf(s, "\"/>\n    </testcase>\n");
    } else {
        str_addf(s, ">\n      <%s", fails ? "failure" : "system-out");
        if (fails) {
            str_addf(s, " type=\"%s\" message=\"", finding_word(f->kind));
            str_xml(s, f->message, SIZE_MAX);
            str_addf(s, "\"");
        }
        str_addf(s, ">");
        if (f->actors.len)
            text_finding(f, &plain, &text);
        else
            str_addf(&text, "%s", f->message);
        str_xml(s, str_text(&text), SIZE_MAX);
        str_addf(s, "</%s>\n    </testcase>\n", fails ? "failure" : "system-out");
    }
    str_free(&name);
    str_free(&text);
}

static void add_verdict(const struct summary *m, struct str *s)
{
    struct str text = {0};
    const struct text_style plain = {0};
    text_summary(m, &plain, &text);
    begin_case(m, "every outcome", m->elapsed, s);
    str_addf(s, ">\n");
    if (m->verdict == MZ_INCOMPLETE || m->verdict == MZ_UNSUPPORTED) {
        bool refused = m->verdict == MZ_UNSUPPORTED;
        str_addf(s, "      <error type=\"%s\" message=\"",
                 refused ? "unsupported" : "incomplete");
        str_xml(s, m->stopped, SIZE_MAX);
        str_addf(s, "\"/>\n");
    }
    size_t found = m->findings.len + m->earlier.len;
    if (found)
        str_addf(s,
                 "      <failure type=\"violated\" message=\"%zu finding%s, each a test "
                 "case of its own\"/>\n",
                 found, found == 1 ? "" : "s");
    for (size_t i = 0; i < m->mismatches.len; i++) {
        str_addf(s, "      <failure type=\"expectation\" message=\"");
        str_xml(s, m->mismatches.at[i], SIZE_MAX);
        str_addf(s, "\"/>\n");
    }
    str_addf(s, "      <system-out>");
    str_xml(s, str_text(&text), SIZE_MAX);
    str_addf(s, "</system-out>\n    </testcase>\n");
    str_free(&text);
}

void junit_text(const struct summary *m, struct str *s)
{
    size_t failures =
        m->findings.len + m->earlier.len + (m->verdict == MZ_FOUND); /* the verdict's */
    size_t errors = m->verdict == MZ_INCOMPLETE || m->verdict == MZ_UNSUPPORTED;
    size_t cases = 1 + m->findings.len + m->earlier.len + m->notes.len +
                   m->earlier_notes.len + m->suppressed.len;
    str_addf(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" JUNIT_MARK);
    str_xml(s, m->program, SIZE_MAX);
    str_addf(s,
             "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" "
             "time=\"%.3f\">\n",
             cases, failures, errors, m->suppressed.len, m->elapsed);
    add_verdict(m, s);
    for (size_t i = 0; i < m->findings.len; i++)
        add_case(m, m->findings.at[i], true, s);
    for (size_t i = 0; i < m->earlier.len; i++)
        add_case(m, m->earlier.at[i], true, s);
    for (size_t i = 0; i < m->notes.len; i++)
        add_case(m, m->notes.at[i], false, s);
    for (size_t i = 0; i < m->earlier_notes.len; i++)
        add_case(m, m->earlier_notes.at[i], false, s);
    for (size_t i = 0; i < m->suppressed.len; i++)
        add_case(m, m->suppressed.at[i], false, s);
    str_addf(s, "  </testsuite>\n</testsuites>\n");
}
