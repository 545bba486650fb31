/* SPDX-License-Identifier: Apache-2.0
 *
 * excerpt.c - the lines of source that a finding is about, as they stand, each with what
 * happens there below it: the place of the finding, and those that have to do with it
 * (the send of a message that was received wrongly, the step that decides, the other one
 * of two accesses that race). */
#include "report/summary.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { BEFORE = 2, WIDTH = 100, PLACES = 4, NARROWEST = 30 };

#define BLUE "\033[1;34m"

struct place {
    struct location where;
    struct str label;
};

struct excerpt {
    const struct finding *f;
    const struct text_style *style;
    struct place places[PLACES]; /* the first is that of the finding */
    size_t n;
    int digits;
    struct str *s;
};

static bool same_file(struct location a, struct location b)
{
    return a.line && b.line && !strcmp(a.file, b.file);
}

static bool same_line(struct location a, struct location b)
{
    return same_file(a, b) && a.line == b.line;
}

/* The line of the source; NULL: it is not known. */
static const char *text_at(const struct finding *f, struct location where)
{
    for (size_t i = 0; i < f->source.len; i++)
        if (same_line(f->source.at[i].where, where))
            return f->source.at[i].text;
    return NULL;
}

/* ---- which places ---- */

/* Adds a place whose source is known, or what happens at one that is there. */
static void add_place(struct excerpt *e, struct location where, const struct str *label)
{
    struct place *p = NULL;
    for (size_t i = 0; i < e->n; i++)
        if (same_line(e->places[i].where, where))
            p = &e->places[i];
    if (!p && (e->n == PLACES || !where.line || !text_at(e->f, where)))
        return;
    if (!p) {
        p = &e->places[e->n++];
        p->where = where;
    }
    str_addf(&p->label, "%s%s", p->label.len ? "; " : "", str_text(label));
}

static const char *name_of(const struct excerpt *e, uint32_t actor)
{
    return e->f->actors.at[actor].name;
}

/* What the actor of the finding does at its place. */
static void add_primary(struct excerpt *e)
{
    const struct finding *f = e->f;
    const struct finding_actor *a = &f->actors.at[f->actor];
    struct str label = {0};
    bool is_there = a->where.line && same_line(a->where, f->where);
    if (f->accesses.len)
        ; /* they say what happens there */
    else if (is_there && a->state == ACTOR_BLOCKED)
        str_addf(&label, "%s waits here", a->name);
    else if (is_there && a->state == ACTOR_POLLS)
        str_addf(&label, "%s asks here for ever", a->name);
    e->places[0].where = f->where;
    e->n = 1;
    if (label.len)
        add_place(e, f->where, &label);
    str_free(&label);
}

static void add_accesses(struct excerpt *e)
{
    for (size_t i = 0; i < e->f->accesses.len; i++) {
        const struct finding_access *a = &e->f->accesses.at[i];
        struct str label = {0};
        str_addf(&label, "%s by %s", a->what, name_of(e, a->actor));
        add_place(e, a->where, &label);
        str_free(&label);
    }
}

/* The send of the message that the failing receive has taken. */
static void add_partner(struct excerpt *e)
{
    const struct finding *f = e->f;
    const struct finding_step *last = NULL;
    for (size_t i = f->steps.len; i-- > 0 && !last;)
        if (f->steps.at[i].actor == f->actor && f->steps.at[i].role == STEP_RECEIVE &&
            same_line(f->steps.at[i].where, f->where))
            last = &f->steps.at[i];
    bool wrong = f->kind == FINDING_TRUNCATION || f->kind == FINDING_DATATYPE_MISMATCH;
    if (!wrong || !last || last->other >= f->steps.len)
        return;
    const struct finding_step *send = &f->steps.at[last->other];
    struct str label = {0};
    str_addf(&label, "sent here by %s: %s", name_of(e, send->actor), send->text);
    add_place(e, send->where, &label);
    str_free(&label);
}

static void add_decisive(struct excerpt *e)
{
    const struct finding *f = e->f;
    if (f->decided != DECIDED_BY_STEP || f->decisive >= f->steps.len || f->in_order)
        return;
    const struct finding_step *step = &f->steps.at[f->decisive];
    struct str label = {0};
    str_addf(&label, "this decides: here %s gets %s", name_of(e, step->actor),
             f->ways.at[0].what);
    add_place(e, step->where, &label);
    str_free(&label);
}

/* ---- which part of a line ---- */

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool begins_with(const char *text, const char *word)
{
    return !strncasecmp(text, word, strlen(word));
}

/* Is it the name of a function that can be what a finding is about? */
static bool is_call(const char *name)
{
    static const char *const words[] = {"MPI_", "PMPI_", "mz_",  "pthread_",
                                        "sem_", "mtx_",  "cnd_", "assert"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(name, words[i]))
            return true;
    return false;
}

/* The only call in the line, from its name to its end or that of the line; otherwise all
 * of the line. */
static void find_span(const char *text, size_t *from, size_t *to)
{
    size_t n = strlen(text), found = 0;
    while (n && text[n - 1] == ' ')
        n--;
    *from = strspn(text, " ");
    *to = n;
    for (size_t i = *from; i < n; i++) {
        size_t end = i, depth = 0;
        if ((i && in_name(text[i - 1])) || !is_call(text + i))
            continue;
        while (in_name(text[end]))
            end++;
        if (text[end + strspn(text + end, " ")] != '(')
            continue;
        if (found++) {
            *from = strspn(text, " ");
            *to = n;
            return;
        }
        for (; end < n; end++) {
            depth += text[end] == '(';
            if (text[end] == ')' && !--depth) {
                end++;
                break;
            }
        }
        *from = i;
        *to = end;
    }
}

/* ---- drawing ---- */

static void colour(const struct excerpt *e, const char *code)
{
    if (e->style->colour)
        str_addf(e->s, "%s", code);
}

static const char *mark_colour(const struct excerpt *e, bool primary)
{
    return !primary                                         ? BLUE
           : finding_severity(e->f->kind) == SEVERITY_ERROR ? "\033[1;31m"
                                                            : "\033[1;33m";
}

static void gutter(const struct excerpt *e, uint32_t line)
{
    colour(e, BLUE);
    if (line)
        str_addf(e->s, "%*u |", e->digits, line);
    else
        str_addf(e->s, "%*s |", e->digits, "");
    colour(e, "\033[0m");
}

/* So many columns are there for the source. */
static size_t room(const struct excerpt *e)
{
    size_t all = e->style->width ? e->style->width : WIDTH, used = (size_t)e->digits + 3;
    return all > used + NARROWEST ? all - used : NARROWEST;
}

/* The number of bytes of the text that make so many columns. */
static size_t cut(const char *text, size_t columns)
{
    size_t n = strlen(text), i = 0, c = 0;
    for (; i < n; i++) {
        bool first = ((unsigned char)text[i] & 0xc0) != 0x80;
        if (first && c == columns)
            break;
        c += first;
    }
    return i;
}

static void draw_line(const struct excerpt *e, struct location where, const char *text)
{
    size_t most = room(e), n = strlen(text);
    bool fits = text_columns(text, n) <= most;
    gutter(e, where.line);
    str_addf(e->s, n ? " %.*s%s\n" : "\n", (int)(fits ? n : cut(text, most - 3)), text,
             fits ? "" : "...");
}

/* Draws the label below its mark, in lines that end between words. */
static void draw_label(const struct excerpt *e, const struct place *p, size_t begin,
                       size_t most)
{
    const char *at = p->label.text;
    size_t left = p->label.len < most ? most - p->label.len : 0,
           indent = begin < left ? begin : left;
    while (*at) {
        size_t n = strlen(at);
        if (text_columns(at, n) > most) {
            n = cut(at, most);
            while (n && at[n] != ' ')
                n--;
            n = n ? n : strcspn(at, " ");
        }
        colour(e, "\033[0m");
        str_addf(e->s, "\n");
        gutter(e, 0);
        colour(e, mark_colour(e, p == e->places));
        str_addf(e->s, " %*s%.*s", (int)indent, "", (int)n, at);
        at += n;
        at += strspn(at, " ");
    }
}

static void draw_mark(const struct excerpt *e, const struct place *p, const char *text)
{
    size_t from, to, most = room(e);
    bool primary = p == e->places;
    find_span(text, &from, &to);
    size_t begin = text_columns(text, from), end = text_columns(text, to);
    if (begin >= most || begin >= end)
        return;
    if (end > most)
        end = most;
    gutter(e, 0);
    colour(e, mark_colour(e, primary));
    str_addf(e->s, " %*s", (int)begin, "");
    for (size_t i = begin; i < end; i++)
        str_addf(e->s, primary ? "^" : "-");
    if (p->label.len && end + 1 + p->label.len <= most) {
        str_addf(e->s, " %s", p->label.text);
    } else if (p->label.len) {
        draw_label(e, p, begin, most);
    }
    colour(e, "\033[0m");
    str_addf(e->s, "\n");
}

/* The place at this line; NULL: there is none. */
static const struct place *place_at(const struct excerpt *e, struct location where)
{
    for (size_t i = 0; i < e->n; i++)
        if (same_line(e->places[i].where, where))
            return &e->places[i];
    return NULL;
}

/* Draws the places of one file, in the order of their lines; before that of the finding
 * are two lines more. */
static void draw_file(const struct excerpt *e, struct location file)
{
    uint32_t last = 0;
    const struct finding *f = e->f;
    for (size_t i = 0; i < f->source.len; i++) { /* sorted */
        const struct finding_line *l = &f->source.at[i];
        const struct place *p = place_at(e, l->where);
        bool near = same_file(l->where, f->where) && l->where.line < f->where.line &&
                    l->where.line + BEFORE >= f->where.line;
        if (!same_file(l->where, file) || (!p && !near))
            continue;
        if (last && l->where.line > last + 1) {
            colour(e, BLUE);
            str_addf(e->s, "%*s\n", e->digits, "...");
            colour(e, "\033[0m");
        }
        draw_line(e, l->where, l->text);
        if (p)
            draw_mark(e, p, l->text);
        last = l->where.line;
    }
}

static void draw_head(const struct excerpt *e, const char *arrow, struct location where)
{
    colour(e, BLUE);
    str_addf(e->s, "  %s ", arrow);
    colour(e, "\033[0m");
    text_location(e->s, where);
    str_addf(e->s, "\n");
}

void text_excerpt(const struct finding *f, const struct text_style *style, struct str *s)
{
    struct excerpt e = {.f = f, .style = style, .s = s};
    bool note = finding_severity(f->kind) == SEVERITY_NOTE;
    add_primary(&e);
    draw_head(&e, "-->", f->where);
    if (!style->quiet && !note && text_at(f, f->where)) {
        add_accesses(&e);
        add_partner(&e);
        add_decisive(&e);
        uint32_t highest = 0;
        for (size_t i = 0; i < e.n; i++)
            if (e.places[i].where.line > highest)
                highest = e.places[i].where.line;
        e.digits = snprintf(NULL, 0, "%u", highest);
        e.digits = e.digits < 3 ? 3 : e.digits;
        for (size_t i = 0; i < e.n; i++) {
            bool drawn = false;
            for (size_t k = 0; k < i; k++)
                drawn |= same_file(e.places[k].where, e.places[i].where);
            if (drawn)
                continue;
            if (i)
                draw_head(&e, ":::", e.places[i].where);
            draw_file(&e, e.places[i].where);
        }
    }
    for (size_t i = 0; i < e.n; i++)
        str_free(&e.places[i].label);
}
