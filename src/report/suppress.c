/* SPDX-License-Identifier: Apache-2.0
 *
 * suppress.c - see suppress.h. */
#include "report/suppress.h"
#include "base/file.h"
#include "base/nearest.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Takes the next word of the line, which ends at a blank; "" if there is none. */
static const char *next_word(char **line)
{
    char *word = *line + strspn(*line, " \t");
    char *end = word + strcspn(word, " \t");
    *line = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static bool read_kind(const char *word, enum finding_kind *to, struct str *why)
{
    *to = FINDING_NONE;
    if (!strcmp(word, "*"))
        return true;
    *to = finding_named(word);
    if (*to && *to < FINDING_KINDS)
        return true;
    struct nearest meant = {.given = word};
    FOR_EACH_KIND(k)
    nearest_offer(&meant, finding_word(k));
    str_addf(why, "there is no kind of finding '");
    str_plain(why, word, strlen(word));
    str_addf(why, "'%s%s%s\n  fix: 'mazurka list' names the kinds, and * stands for all",
             meant.best ? "; did you mean '" : "", meant.best ? meant.best : "",
             meant.best ? "'?" : "");
    return false;
}

static void read_place(const char *word, struct suppression *to)
{
    size_t n = strlen(word);
    const char *colon = strrchr(word, ':');
    char *end;
    if (!strcmp(word, "*"))
        return;
    to->place = mem_strdup(word);
    if (n > 2 && !strcmp(word + n - 2, "()")) {
        to->function = true;
        to->place[n - 2] = 0;
    } else if (colon && colon[1]) {
        unsigned long line = strtoul(colon + 1, &end, 10);
        if (*end || !line || line > UINT32_MAX)
            return;
        to->line = (uint32_t)line;
        to->place[colon - word] = 0;
    }
}

static bool read_line(char *line, struct suppression *to, struct str *why)
{
    const char *kind = next_word(&line), *place = next_word(&line);
    line += strspn(line, " \t");
    if (!*line) {
        str_addf(why,
                 "%s is missing\n  fix: write KIND PLACE REASON, such as "
                 "'resource-leak solver.c:31 freed by the driver'",
                 *place ? "the reason" : "the place");
        return false;
    }
    if (!read_kind(kind, &to->kind, why))
        return false;
    read_place(place, to);
    struct str reason = {0};
    str_plain(&reason, line, strlen(line));
    to->reason = reason.text;
    return true;
}

bool suppress_read(struct suppressions *s, const char *file, struct str *why)
{
    struct str text = {0}, wrong = {0};
    bool good = file_read(file, &text, why);
    char *next = good && text.len ? text.text : NULL;
    s->file = file;
    for (uint32_t at = 1; good && next; at++) {
        char *line = next, *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        line[strcspn(line, "\r\n")] = 0;
        line += strspn(line, " \t");
        if (!*line || *line == '#')
            continue;
        struct suppression x = {.at = at};
        good = read_line(line, &x, &wrong);
        if (good)
            vec_push(&s->all, x);
        else
            str_addf(why, "%s:%u: %s", file, at, str_text(&wrong));
    }
    str_free(&text);
    str_free(&wrong);
    return good;
}

void suppress_free(struct suppressions *s)
{
    for (size_t i = 0; i < s->all.len; i++) {
        free(s->all.at[i].place);
        free(s->all.at[i].reason);
    }
    vec_free(&s->all);
}

/* ---- using them ---- */

static bool file_fits(const struct suppression *s, struct location where)
{
    if (!where.line || (s->line && s->line != where.line))
        return false;
    const char *slash = strrchr(where.file, '/');
    return !fnmatch(s->place, where.file, 0) ||
           !fnmatch(s->place, slash ? slash + 1 : where.file, 0) ||
           (where.path && !fnmatch(s->place, where.path, 0));
}

static bool stack_fits(const struct suppression *s, const struct finding_frame *at,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!fnmatch(s->place, at[i].function, 0))
            return true;
    return false;
}

/* Is the function that of the place, or on the stack of the actor or of an access? */
static bool function_fits(const struct suppression *s, const struct finding *f)
{
    const struct finding_actor *a = &f->actors.at[f->actor];
    bool fit = (f->function && !fnmatch(s->place, f->function, 0)) ||
               stack_fits(s, a->stack.at, a->stack.len);
    for (size_t i = 0; !fit && i < f->accesses.len; i++)
        fit = stack_fits(s, f->accesses.at[i].stack.at, f->accesses.at[i].stack.len);
    return fit;
}

static bool fits(const struct suppression *s, const struct finding *f)
{
    if (s->kind && s->kind != f->kind)
        return false;
    return !s->place ? true : s->function ? function_fits(s, f) : file_fits(s, f->where);
}

const char *suppress_reason(struct suppressions *s, const struct finding *f)
{
    for (size_t i = 0; i < s->all.len; i++)
        if (fits(&s->all.at[i], f)) {
            s->all.at[i].used = true;
            return s->all.at[i].reason;
        }
    return NULL;
}

void suppress_unused(const struct suppressions *s, texts_vec *to)
{
    for (size_t i = 0; i < s->all.len; i++) {
        struct str text = {0};
        if (s->all.at[i].used)
            continue;
        str_plain(&text, s->file, strlen(s->file));
        str_addf(&text, ":%u (%s)", s->all.at[i].at, s->all.at[i].reason);
        vec_push(to, text.text);
    }
}
