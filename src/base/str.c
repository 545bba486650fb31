/* SPDX-License-Identifier: Apache-2.0
 *
 * str.c - see str.h. */
#include "base/str.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct str *s, size_t n)
{
    if (s->len + n + 1 <= s->cap)
        return;
    s->cap = (s->len + n + 1) * 2;
    s->text = mem_resize(s->text, s->cap);
}

void str_add(struct str *s, const char *bytes, size_t n)
{
    reserve(s, n);
    memcpy(s->text + s->len, bytes, n);
    s->len += n;
    s->text[s->len] = '\0';
}

void str_vaddf(struct str *s, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n > 0) {
        reserve(s, (size_t)n);
        vsnprintf(s->text + s->len, (size_t)n + 1, format, again);
        s->len += (size_t)n;
    }
    va_end(again);
}

void str_addf(struct str *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str_vaddf(s, format, args);
    va_end(args);
}

void str_pad(struct str *s, size_t column)
{
    while (s->len < column)
        str_add(s, " ", 1);
}

void str_clear(struct str *s)
{
    s->len = 0;
    if (s->text)
        s->text[0] = '\0';
}

void str_free(struct str *s)
{
    free(s->text);
    *s = (struct str){0};
}

const char *str_text(const struct str *s)
{
    return s->text ? s->text : "";
}

void str_quote(struct str *s, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./,:@%+=-";
    if (*word && *word != '-' && !word[strspn(word, plain)]) {
        str_addf(s, "%s", word);
        return;
    }
    str_addf(s, "'");
    for (; *word; word++)
        str_addf(s, *word == '\'' ? "'\\''" : "%c", *word);
    str_addf(s, "'");
}
