/* SPDX-License-Identifier: Apache-2.0
 *
 * run_output.c - what ranks print in different outcomes, in `mazurka run
 * --compare-output`. */
#include "cli/options.h"
#include "cli/real.h"
#include "cli/run.h"

#include <string.h>

/* The n-th line of a text. */
static struct str line_of(const char *text, size_t bytes, size_t n)
{
    struct str s = {0};
    const char *end = text + bytes;
    for (; n && text < end; n--) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        text = next ? next + 1 : end;
    }
    const char *stop = text < end ? memchr(text, '\n', (size_t)(end - text)) : NULL;
    str_plain(&s, text, (size_t)((stop ? stop : end) - text));
    return s;
}

/* The number of the first line in which the two differ. */
static size_t first_difference(const char *a, size_t na, const char *b, size_t nb)
{
    size_t line = 0;
    for (size_t i = 0; i < na && i < nb && a[i] == b[i]; i++)
        line += a[i] == '\n';
    return line;
}

static void add_line(const struct link_prints *p, const char *text, size_t line, int i,
                     struct str *s)
{
    struct str l = line_of(text, p->bytes[i], line);
    str_addf(s, l.len ? "\"%s\" in " : "missing%s in ", str_text(&l));
    str_count(s, p->count[i]);
    str_addf(s, " outcome%s", p->count[i] == 1 ? "" : "s");
    str_free(&l);
}

/* In which outcomes output was compared: one that fails ends early, so what it prints
 * says nothing. */
static void add_compared(const struct run *run, const struct link_prints *p,
                         struct str *s)
{
    bool all = p->outcomes >= run->launch.link->counts.executions;
    if (!all)
        str_addf(s, "the ");
    str_count(s, p->outcomes);
    str_addf(s, " outcome%s", p->outcomes == 1 ? "" : "s");
    if (!all)
        str_addf(s, " that pass%s (those that fail are not compared)",
                 p->outcomes == 1 ? "es" : "");
}

static struct finding *differs(struct run *run, const struct link_prints *p,
                               uint32_t rank)
{
    struct finding *f = mem_alloc(sizeof *f);
    struct str message = {0}, detail = {0};
    const char *a = p->text[0] ? link_at(run->launch.link, p->text[0]) : "";
    const char *b = p->text[1] ? link_at(run->launch.link, p->text[1]) : "";
    size_t line = first_difference(a, p->bytes[0], b, p->bytes[1]);
    f->kind = FINDING_OUTPUT_DIFFERS;
    f->actor = rank;
    for (uint32_t i = 0; i < run->launch.link->nactors; i++) {
        struct str name = {0};
        str_addf(&name, "rank %u", i);
        struct finding_actor x = {.name = name.text, .state = ACTOR_ENDED};
        vec_push(&f->actors, x);
    }
    str_addf(&message, "rank %u prints ", rank);
    str_count(&message, p->different);
    str_addf(&message, " different results in ");
    add_compared(run, p, &message);
    str_addf(&detail, "line %zu is ", line + 1);
    add_line(p, a, line, 0, &detail);
    str_addf(&detail, ", ");
    add_line(p, b, line, 1, &detail);
    if (p->different > 2)
        str_addf(&detail, ", and others in the rest");
    f->message = message.text;
    f->detail = detail.text;
    f->outcomes = p->outcomes;
    return f;
}

void run_compare_output(struct run *run)
{
    const struct link *link = run->launch.link;
    const struct link_prints *p =
        link->prints ? link_at(run->launch.link, link->prints) : NULL;
    bool any = false;
    if (!run->options->compare_output)
        return;
    for (uint32_t r = 0; p && r < link->nactors; r++) {
        if (p[r].different < 2)
            continue;
        any = true;
        struct finding *f = differs(run, &p[r], r);
        vec_push(&run->collector.summary.notes, f);
        collect_show(&run->collector, f);
    }
    if (any || run->collector.summary.note)
        return;
    struct str s = {0};
    if (p && p[0].outcomes) {
        str_addf(&s, "output: every rank prints the same in ");
        add_compared(run, &p[0], &s);
    } else {
        str_addf(&s, "output: no outcome passes, so none was compared");
    }
    run->collector.summary.note = s.text;
}
