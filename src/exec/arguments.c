/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.c - see arguments.h. */
#include "exec/arguments.h"

#include <ctype.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <string.h>

#define MOST_LINES 12

static FILE *open_source(Dwfl *dwfl, uint64_t site, int *line)
{
    Dwfl_Line *l = dwfl_getsrc(dwfl, site - 1);
    const char *file = l ? dwfl_lineinfo(l, NULL, line, NULL, NULL, NULL) : NULL;
    const char *folder = l ? dwfl_line_comp_dir(l) : NULL;
    char path[4096];
    if (!file)
        return NULL;
    bool relative = file[0] != '/' && folder;
    snprintf(path, sizeof path, "%s%s%s", relative ? folder : "", relative ? "/" : "",
             file);
    return fopen(path, "re");
}

/* How many parentheses are open at the end of the text? */
static int depth(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text == '(') - (*text == ')');
    return n;
}

bool arguments_read(Dwfl *dwfl, uint64_t site, char text[CALL_TEXT])
{
    int line = 0;
    char row[CALL_TEXT];
    size_t n = 0;
    FILE *f = open_source(dwfl, site, &line);
    text[0] = 0;
    for (int i = 1; f && i < line + MOST_LINES && fgets(row, sizeof row, f); i++) {
        const char *from = i == line ? strstr(row, "MPI_") : row;
        if (i < line)
            continue;
        if (!from || n + strlen(from) >= CALL_TEXT)
            break;
        strcpy(text + n, from);
        n += strlen(from);
        if (depth(text) <= 0)
            break;
    }
    if (f)
        fclose(f);
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
