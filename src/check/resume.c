/* SPDX-License-Identifier: Apache-2.0
 *
 * resume.c - see resume.h. */
#include "check/resume.h"
#include "base/file.h"
#include "check/collect.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- findings of earlier runs ---- */

static void add_found(struct frontier *f, const struct finding *x)
{
    const char *file = x->where.line && x->where.file ? x->where.file : "";
    vec_push(&f->runs.found,
             (struct found){.name = x->name,
                            .kind = mem_strdup(finding_word(x->kind)),
                            .message = mem_strdup(x->message),
                            .file = mem_strdup(file),
                            .line = x->where.line,
                            .outcomes = x->outcomes,
                            .trace = mem_strdup(x->trace ? x->trace : ""),
                            .replay = mem_strdup(x->replay ? x->replay : "")});
}

static struct finding *take_found(const struct found *x, enum finding_kind kind)
{
    struct finding *f = mem_alloc(sizeof *f);
    *f = (struct finding){.kind = kind,
                          .name = x->name,
                          .outcomes = x->outcomes,
                          .message = mem_strdup(x->message)};
    f->where = finding_locate(f, (struct location){.file = x->file, .line = x->line});
    f->trace = *x->trace ? mem_strdup(x->trace) : NULL;
    f->replay = *x->replay ? mem_strdup(x->replay) : NULL;
    return f;
}

void resume_take_found(struct summary *m, struct frontier *f,
                       const struct search_options *o)
{
    for (size_t i = 0; i < f->runs.found.len; i++) {
        enum finding_kind kind = finding_named(f->runs.found.at[i].kind);
        if (kind == FINDING_NONE)
            continue;
        struct finding *x = take_found(&f->runs.found.at[i], kind);
        if (finding_counts(kind, o->strict))
            vec_push(&m->earlier, x);
        else
            vec_push(&m->earlier_notes, x);
        x->uncounted = !finding_counts(kind, o->strict);
        vec_push(&f->shown, (struct known){collect_name(kind, x->name, o), x->outcomes});
    }
    frontier_free_found(f);
    m->before = f->counts.told;
}

static void count_earlier(const findings_vec *v, const struct known *k,
                          const struct search_options *o)
{
    for (size_t i = 0; i < v->len; i++) {
        struct digest what = collect_name(v->at[i]->kind, v->at[i]->name, o);
        if (what.lo == k->what.lo && what.hi == k->what.hi)
            v->at[i]->outcomes = k->executions;
    }
}

void resume_count_earlier(struct summary *m, const struct known *k,
                          const struct search_options *o)
{
    count_earlier(&m->earlier, k, o);
    count_earlier(&m->earlier_notes, k, o);
}

void resume_count_saved(struct summary *m, const struct frontier *f,
                        const struct search_options *o)
{
    findings_vec *all[] = {&m->findings, &m->notes, &m->earlier, &m->earlier_notes};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        for (size_t i = 0; i < all[k]->len; i++)
            all[k]->at[i]->outcomes = 0;
        for (size_t i = 0; i < f->shown.len; i++)
            count_earlier(all[k], &f->shown.at[i], o);
    }
}

/* The name of the file for what is left. */
static void frontier_name(const struct summary *m, struct str *file)
{
    const char *name = strrchr(m->program, '/');
    name = name ? name + 1 : m->program;
    str_addf(file, "%s%s%s%.*s.frontier", m->folder ? m->folder : "",
             m->folder ? "/" : "", m->folder ? "" : file_prefix(name),
             (int)strcspn(name, "."), name);
}

void resume_done(const struct summary *m, const char *resumed)
{
    struct str file = {0};
    struct stat ours, theirs;
    frontier_name(m, &file);
    bool same = resumed && !stat(str_text(&file), &ours) && !stat(resumed, &theirs) &&
                ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
    if ((!m->stopped || m->one_schedule) && (same || m->saved))
        unlink(str_text(&file));
    str_free(&file);
}

/* Adds what was reported, and what it rests on. */
static void add_reported(struct frontier *f, const struct summary *m)
{
    for (size_t i = 0; i < m->earlier.len; i++)
        add_found(f, m->earlier.at[i]);
    for (size_t i = 0; i < m->earlier_notes.len; i++)
        add_found(f, m->earlier_notes.at[i]);
    for (size_t i = 0; i < m->findings.len; i++)
        add_found(f, m->findings.at[i]);
    for (size_t i = 0; i < m->notes.len; i++)
        add_found(f, m->notes.at[i]);
    /* A single execution is not part of the search: what is left is all of it. */
    bool counted = f->counts.executions || f->counts.told || f->counts.halts;
    for (size_t i = 0; i < f->runs.found.len && !counted; i++)
        f->runs.found.at[i].outcomes = 0;
    for (size_t i = 0; i < m->rests_on.len; i++)
        vec_push(&f->runs.rests, mem_strdup(m->rests_on.at[i]));
    for (size_t i = 0; i < m->gaps.len; i++)
        vec_push(&f->runs.gaps, mem_strdup(m->gaps.at[i]));
}

void resume_save_meanwhile(struct summary *m, const struct frontier *left,
                           const facts_vec *facts)
{
    struct str file = {0}, why = {0};
    struct frontier f = *left;
    f.runs.facts = *facts;
    frontier_name(m, &file);
    add_reported(&f, m);
    bool good = frontier_write(&f, str_text(&file), &why);
    if (!good && !m->unsaved)
        fprintf(stderr, "mazurka: what is left was not saved: %s\n", str_text(&why));
    m->saved |= good;
    m->unsaved |= !good;
    frontier_free_found(&f);
    for (size_t i = 0; i < f.runs.rests.len; i++)
        free(f.runs.rests.at[i]);
    vec_free(&f.runs.rests);
    for (size_t i = 0; i < f.runs.gaps.len; i++)
        free(f.runs.gaps.at[i]);
    vec_free(&f.runs.gaps);
    str_free(&file);
    str_free(&why);
}

/* The frontier that was saved before, quoted; "": there is none. */
static void name_saved(const struct summary *m, struct str *quoted)
{
    struct str file = {0};
    if (m->saved)
        frontier_name(m, &file);
    else if (m->resumed)
        str_addf(&file, "%s", m->resumed);
    if (file.len)
        str_quote(quoted, str_text(&file));
    str_free(&file);
}

#define SAVED_BEFORE                                                                     \
    "to go on with what was saved before: the same command with --resume %s"

static void set_note(struct summary *m, const struct str *raw)
{
    struct str note = {0};
    str_plain(&note, str_text(raw), raw->len);
    m->note = note.text;
}

void resume_tell_saved(struct summary *m)
{
    struct str file = {0}, raw = {0};
    name_saved(m, &file);
    str_addf(&raw, SAVED_BEFORE, str_text(&file));
    if (file.len)
        set_note(m, &raw);
    str_free(&file);
    str_free(&raw);
}

void resume_tell_lost(struct summary *m, const char *why)
{
    struct str file = {0}, raw = {0};
    name_saved(m, &file);
    str_addf(&raw, "what is left %s: %s", file.len ? "was not saved" : "is lost", why);
    if (file.len)
        str_addf(&raw, "; " SAVED_BEFORE, str_text(&file));
    set_note(m, &raw);
    str_free(&file);
    str_free(&raw);
}

void resume_save(struct summary *m, struct frontier *f, facts_vec *facts)
{
    struct str file = {0}, why = {0}, raw = {0};
    frontier_name(m, &file);
    add_reported(f, m);
    facts_free(&f->runs.facts);
    f->runs.facts = *facts;
    *facts = (facts_vec){0};
    if (frontier_write(f, str_text(&file), &why)) {
        str_addf(&raw, "to go on: the same command with --resume ");
        str_quote(&raw, str_text(&file));
        if (f->counts.stopped == STOP_MEMORY)
            str_addf(&raw, ", and with more --memory");
        set_note(m, &raw);
    } else {
        resume_tell_lost(m, str_text(&why));
    }
    str_free(&raw);
    str_free(&file);
    str_free(&why);
}
