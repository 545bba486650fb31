/* SPDX-License-Identifier: Apache-2.0
 *
 * source.c - the lines of source that a finding is about.
 *
 * They are kept in the finding, so that a trace can be looked at where the source is not,
 * or has changed since. */
#include "base/file.h"
#include "report/finding.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define AROUND 2    /* lines before and after those that something happens in */
#define MOST   1000 /* lines in all */
#define WIDEST 200  /* bytes of a line that are kept */

/* ---- which lines ---- */

static const char *path_of(struct location where)
{
    return where.path ? where.path : where.file;
}

/* The finding has each name of a file once, so pointers tell whether two are the same. */
static bool is_wanted(const struct finding *f, struct location where)
{
    for (size_t i = 0; i < f->source.len; i++)
        if (f->source.at[i].where.line == where.line &&
            path_of(f->source.at[i].where) == path_of(where))
            return true;
    return false;
}

static void want(struct finding *f, struct location where)
{
    if (where.line && f->source.len < MOST && !is_wanted(f, where))
        vec_push(&f->source, (struct finding_line){where, NULL});
}

static void want_around(struct finding *f, struct location where)
{
    for (uint32_t i = 0; where.line && i <= 2 * AROUND; i++)
        if (where.line + i > AROUND)
            want(f,
                 (struct location){where.file, where.line + i - AROUND, where.path, 0});
}

/* Wants the lines of this file that the message names, as "FILE:LINE". */
static void want_told(struct finding *f, struct location file)
{
    size_t n = strlen(file.file); /* a path may end in "/", and nothing is named then */
    for (const char *at = f->message; n && (at = strstr(at, file.file)); at += n) {
        char *end;
        unsigned long line = at[n] == ':' ? strtoul(at + n + 1, &end, 10) : 0;
        bool part = at > f->message && /* of another name */
                    (strchr("/._-", at[-1]) || isalnum((unsigned char)at[-1]));
        if (line && line < UINT32_MAX && !part && f->source.len < MOST)
            want(f, (struct location){file.file, (uint32_t)line, file.path, 0});
    }
}

#define FILES 32 /* so many files may a message name */

static void want_message(struct finding *f)
{
    const char *seen[FILES];
    size_t n = 0;
    for (size_t i = 0; f->message && i <= f->steps.len && n < FILES; i++) {
        struct location where = i ? f->steps.at[i - 1].where : f->where;
        size_t k = 0;
        while (where.line && k < n && seen[k] != where.file)
            k++;
        if (where.line && k == n) {
            seen[n++] = where.file;
            want_told(f, where);
        }
    }
}

/* The lines that are named come first, as there may be too many. */
static void want_all(struct finding *f)
{
    want_around(f, f->where);
    want_message(f);
    for (size_t i = 0; i < f->accesses.len; i++)
        want(f, f->accesses.at[i].where);
    for (size_t a = 0; a < f->actors.len; a++)
        want(f, f->actors.at[a].where);
    for (size_t a = 0; a < f->actors.len; a++)
        for (size_t i = 0; i < f->actors.at[a].stack.len; i++)
            want(f, f->actors.at[a].stack.at[i].where);
    for (size_t i = f->rivals.len; i-- > 0;)
        want(f, f->rivals.at[i].where);
    for (size_t i = f->steps.len; i-- > 0;)
        want(f, f->steps.at[i].where);
    for (size_t i = 0, named = f->source.len; i < named; i++)
        want_around(f, f->source.at[i].where);
}

static int by_place(const void *a, const void *b)
{
    const struct finding_line *x = a, *y = b;
    int order = strcmp(path_of(x->where), path_of(y->where));
    return order ? order
                 : (x->where.line > y->where.line) - (x->where.line < y->where.line);
}

/* ---- their text ---- */

static bool read_file(const char *path, time_t since, struct str *text)
{
    struct stat is;
    return (!since || (!stat(path, &is) && is.st_mtime <= since)) &&
           file_read_source(path, text);
}

/* A copy of the line that begins here, with blanks for tabs and without what could
 * disturb a terminal. */
static char *copy_line(const char *from)
{
    struct str s = {0}, spaced = {0};
    size_t n = strcspn(from, "\r\n");
    for (size_t i = 0; i < n && i < WIDEST; i++)
        str_add(&spaced, from[i] == '\t' ? "    " : from + i, from[i] == '\t' ? 4 : 1);
    str_plain(&s, str_text(&spaced), spaced.len);
    str_free(&spaced);
    return s.text ? s.text : mem_strdup("");
}

/* Fills in the texts of the n lines, which are of one file and sorted. */
static void fill(struct finding_line *at, size_t n, time_t since)
{
    struct str text = {0};
    if (read_file(path_of(at->where), since, &text)) {
        const char *from = str_text(&text);
        uint32_t line = 1;
        for (size_t i = 0; i < n && from; i++) {
            for (; from && line < at[i].where.line; line++) {
                from = strchr(from, '\n');
                from = from ? from + 1 : NULL;
            }
            if (from && *from)
                at[i].text = copy_line(from);
        }
    }
    str_free(&text);
}

void finding_read_source(struct finding *f, time_t since)
{
    size_t n = 0;
    want_all(f);
    if (f->source.len)
        qsort(f->source.at, f->source.len, sizeof *f->source.at, by_place);
    for (size_t i = 0, end; i < f->source.len; i = end) {
        const char *path = path_of(f->source.at[i].where);
        for (end = i + 1;
             end < f->source.len && !strcmp(path_of(f->source.at[end].where), path);)
            end++;
        fill(f->source.at + i, end - i, since);
    }
    for (size_t i = 0; i < f->source.len; i++) {
        struct finding_line *x = &f->source.at[i];
        bool again = n && !by_place(x, &f->source.at[n - 1]);
        if (x->text && !again)
            f->source.at[n++] = *x;
        else
            free(x->text);
    }
    f->source.len = n;
}
