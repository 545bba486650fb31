/* SPDX-License-Identifier: Apache-2.0
 *
 * collect.c - see collect.h. */
#include "check/collect.h"
#include "base/timer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- what becomes of a finding ---- */

static struct finding *first_of(const findings_vec *v, enum finding_kind kind)
{
    for (size_t i = 0; i < v->len; i++)
        if (v->at[i]->kind == kind)
            return v->at[i];
    return NULL;
}

struct finding *collect_of_kind(const struct collector *c, enum finding_kind kind)
{
    return first_of(&c->summary.findings, kind);
}

static bool says_the_same(const findings_vec *v, const struct finding *f)
{
    for (size_t i = 0; i < v->len; i++)
        if (v->at[i]->kind == f->kind && !strcmp(v->at[i]->message, f->message))
            return true;
    return false;
}

/* Was it kept before the search began again? */
static bool is_kept(const struct collector *c, const struct finding *f)
{
    return c->restarted && (says_the_same(&c->summary.findings, f) ||
                            says_the_same(&c->summary.notes, f));
}

/* Unless all findings are reported, one of each kind is. Explorers leave the others out
 * by themselves, but not if some are suppressed: the first of its kind may be among
 * those. */
static bool is_another(const struct collector *c, const struct finding *f)
{
    return c->suppressions.file && !c->summary.all_findings &&
           (collect_of_kind(c, f->kind) || first_of(&c->summary.notes, f->kind));
}

/* Suppressed findings are listed by their places. */
static void keep_suppressed(struct collector *c, struct finding *f)
{
    findings_vec *v = &c->summary.suppressed;
    for (size_t i = 0; i < v->len; i++) {
        const struct finding *x = v->at[i];
        if (x->kind == f->kind && x->where.line == f->where.line &&
            (!x->where.line || !strcmp(x->where.file, f->where.file))) {
            finding_free(f);
            return;
        }
    }
    vec_push(v, f);
}

static void tell_soon(struct collector *c, struct finding *f)
{
    if (!c->untold.len)
        c->untold_since = timer_now();
    vec_push(&c->untold, f);
}

enum collected collect_offer(struct collector *c, struct finding *f)
{
    const char *reason = suppress_reason(&c->suppressions, f);
    if (is_kept(c, f) || (!reason && is_another(c, f)))
        return COLLECTED_KNOWN;
    if (reason) {
        f->suppressed = mem_strdup(reason);
        keep_suppressed(c, f);
        return COLLECTED_SILENTLY;
    }
    if (finding_severity(f->kind) != SEVERITY_NOTE)
        return COLLECTED_ERROR;
    vec_push(&c->summary.notes, f);
    tell_soon(c, f);
    return COLLECTED_NOTE;
}

void collect_keep(struct collector *c, struct finding *f)
{
    struct summary *m = &c->summary;
    vec_push(finding_counts(f->kind, c->strict) ? &m->findings : &m->notes, f);
    tell_soon(c, f);
}

struct digest collect_name(enum finding_kind kind, struct digest name,
                           const struct search_options *o)
{
    return o->keep_going ? name : (struct digest){kind, 0};
}

/* ---- telling ---- */

void collect_say(const struct collector *c, const struct str *s)
{
    if (!c->silent)
        fputs(str_text(s), stdout);
    fflush(stdout);
}

void collect_show(struct collector *c, const struct finding *f)
{
    struct str text = {0};
    text_finding(f, &c->style, &text);
    if (c->outputs && finding_severity(f->kind) != SEVERITY_NOTE)
        text_outputs(f, &text);
    str_addf(&text, "\n");
    if (c->before_telling)
        c->before_telling(c->context);
    collect_say(c, &text);
    str_free(&text);
}

void collect_tell(struct collector *c, bool end)
{
    bool early = !c->untold.len || timer_now() - c->untold_since < c->patience;
    if (early && !end)
        return;
    for (enum severity s = SEVERITY_ERROR; s <= SEVERITY_NOTE; s++)
        for (size_t i = 0; i < c->untold.len; i++)
            if (finding_severity(c->untold.at[i]->kind) == s)
                collect_show(c, c->untold.at[i]);
    c->untold.len = 0;
}

/* ---- no verdict ---- */

void collect_no_verdict(struct collector *c, enum reason reason, const char *format, ...)
{
    struct str raw = {0};
    va_list args;
    va_start(args, format);
    str_vaddf(&raw, format, args);
    va_end(args);
    if (!c->why.len) {
        str_plain_lines(&c->why, str_text(&raw));
        c->reason = reason;
    }
    str_free(&raw);
}

void collect_add_remedy(struct collector *c)
{
    const char *fix = reason_remedy(c->reason);
    if (c->why.len && fix)
        str_addf(&c->why, "\n          fix: %s", fix);
}

void collect_free(struct collector *c)
{
    summary_free(&c->summary);
    suppress_free(&c->suppressions);
    vec_free(&c->untold);
    str_free(&c->why);
}
