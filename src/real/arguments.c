/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.c - see arguments.h. */
#include "real/arguments.h"
#include "base/file.h"
#include "real/units.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MOST_LINES 12

static bool read_source(Dwfl *dwfl, uint64_t site, int *line, struct str *text)
{
    const char *folder, *file = unit_line(dwfl, site - 1, &folder, line);
    char path[4096];
    if (!file)
        return false;
    bool relative = file[0] != '/' && folder;
    snprintf(path, sizeof path, "%s%s%s", relative ? folder : "", relative ? "/" : "",
             file);
    return file_read_source(path, text);
}

/* How many parentheses are open at the end of the text? */
static int depth(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text == '(') - (*text == ')');
    return n;
}

/* The line of this number, from 1 on; NULL: there are not so many. */
static const char *find_line(const char *text, int line)
{
    for (int i = 1; i < line && text; i++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return line > 0 && text && *text ? text : NULL;
}

bool arguments_read(Dwfl *dwfl, uint64_t site, char text[CALL_TEXT])
{
    int line = 0;
    size_t n = 0;
    struct str all = {0};
    bool there = read_source(dwfl, site, &line, &all);
    const char *row = there ? find_line(str_text(&all), line) : NULL;
    text[0] = 0;
    for (int i = 0; row && *row && i < MOST_LINES; i++) {
        const char *end = strchr(row, '\n'), *next = end ? end + 1 : row + strlen(row);
        const char *from = i ? row : strstr(row, "MPI_");
        if (!from || from >= next || n + (size_t)(next - from) >= CALL_TEXT)
            break;
        memcpy(text + n, from, (size_t)(next - from));
        n += (size_t)(next - from);
        text[n] = 0;
        if (depth(text) <= 0)
            break;
        row = next;
    }
    str_free(&all);
    return n;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* What stands before a place in the text; 0: nothing. Moves the place there. */
static char before(const char *text, const char **at)
{
    while (*at > text && isspace((unsigned char)(*at)[-1]))
        --*at;
    return *at > text ? *--*at : 0;
}

static enum named named_here(const char *text, const char *at, size_t n)
{
    const char *left = at, *right = at + n;
    char last = before(text, &left), next;
    bool address = last == '&';
    if (address)
        last = before(text, &left);
    while (isspace((unsigned char)*right))
        right++;
    next = *right;
    if (last != '(' && last != ',' && last != ')')
        return NAMED_NOT;
    if (address)
        return next == '[' ? NAMED_WITHIN : NAMED_NOT;
    return next == ',' ? NAMED_ITSELF : next == '+' ? NAMED_WITHIN : NAMED_NOT;
}

enum named arguments_name(const char *text, const char *name)
{
    size_t n = strlen(name);
    enum named best = NAMED_NOT;
    for (const char *at = text; n && (at = strstr(at, name)); at += n) {
        if ((at > text && in_name(at[-1])) || in_name(at[n]))
            continue;
        enum named here = named_here(text, at, n);
        if (here != NAMED_NOT && best != NAMED_ITSELF)
            best = here;
    }
    return best;
}
