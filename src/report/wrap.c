/* SPDX-License-Identifier: Apache-2.0
 *
 * wrap.c - text for a terminal of some width: lines end between words. */
#include "report/summary.h"

#include <string.h>

size_t text_columns(const char *text, size_t n)
{
    size_t columns = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\033') {
            while (i < n && text[i] != 'm')
                i++;
            continue;
        }
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return columns;
}

/* How much of the text, which begins in this column, goes into the line: up to the last
 * blank that fits, or the first one if none does. */
static size_t part_of(const char *text, size_t n, size_t column, size_t width)
{
    size_t best = 0;
    if (column + text_columns(text, n) <= width)
        return n;
    for (size_t i = 0; i < n; i++) {
        if (text[i] != ' ')
            continue;
        if (best && column + text_columns(text, i) > width)
            break;
        best = i;
        if (column + text_columns(text, i) > width)
            break;
    }
    return best ? best : n;
}

void text_wrap(struct str *s, size_t from, unsigned width)
{
    enum { FURTHER = 2, NARROWEST = 20 };
    struct str all = {0};
    if (width < NARROWEST || s->len <= from)
        return;
    for (const char *line = s->text + from; *line;) {
        size_t n = strcspn(line, "\n"), blanks = strspn(line, " ");
        size_t begins = blanks < n ? blanks : n, column = begins;
        str_add(&all, line, begins);
        for (size_t at = begins; at < n;) {
            size_t part = part_of(line + at, n - at, column, width);
            str_add(&all, line + at, part);
            at += part;
            at += at < n ? strspn(line + at, " ") : 0;
            if (at >= n)
                break;
            column = begins + FURTHER < width / 2 ? begins + FURTHER : FURTHER;
            str_addf(&all, "\n%*s", (int)column, "");
        }
        str_addf(&all, "\n");
        line += n + (line[n] == '\n');
    }
    s->len = from;
    s->text[from] = '\0';
    str_add(s, str_text(&all), all.len);
    str_free(&all);
}
