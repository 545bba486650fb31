/* SPDX-License-Identifier: Apache-2.0
 *
 * str.c - see str.h. */
#include "base/str.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
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
    if (n) /* bytes may be NULL otherwise */
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

void str_count(struct str *s, uint64_t n)
{
    if (n >= 1000)
        str_count(s, n / 1000);
    str_addf(s, n >= 1000 ? ",%03u" : "%u", (unsigned)(n % 1000));
}

void str_counted(struct str *s, uint64_t n, const char *noun)
{
    str_count(s, n);
    str_addf(s, " %s%s", noun, n == 1 ? "" : "s");
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

/* The length in bytes of the character at this place; 0 if it must not be shown. */
static size_t character(const unsigned char *at, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t bytes = *at < 0x80 ? 1 : *at >> 5 == 6 ? 2 : *at >> 4 == 14 ? 3 : 4;
    uint32_t c = bytes == 1 ? *at : *at & (0x7fu >> bytes);
    if ((bytes == 4 && *at >> 3 != 30) || bytes > n)
        return 0;
    for (size_t i = 1; i < bytes; i++) {
        if (at[i] >> 6 != 2)
            return 0;
        c = c << 6 | (at[i] & 0x3fu);
    }
    bool control = (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0);
    bool turns = (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
                 (c >= 0x2066 && c <= 0x2069);
    bool none = c < least[bytes] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ||
                (c & 0xfffe) == 0xfffe;
    return control || turns || none ? 0 : bytes;
}

void str_plain(struct str *s, const char *bytes, size_t n)
{
    for (size_t i = 0, step; i < n; i += step) {
        step = character((const unsigned char *)bytes + i, n - i);
        if (step)
            str_add(s, bytes + i, step);
        else if (bytes[i] == '\n')
            str_addf(s, "\\n");
        else
            str_addf(s, "\\x%02x", (unsigned char)bytes[i]);
        step = step ? step : 1;
    }
}

void str_xml(struct str *s, const char *text, size_t n)
{
    n = strnlen(text, n);
    for (size_t i = 0, step; i < n; i += step) {
        step = character((const unsigned char *)text + i, n - i);
        if (strchr("<>&\"'\n", text[i]))
            str_addf(s, "&#%d;", text[i]);
        else
            str_plain(s, text + i, step ? step : 1);
        step = step ? step : 1;
    }
}

void str_shell(struct str *s, const char *word)
{
    const char *special = "$`\"\\!";
    if (!word[strcspn(word, special)]) {
        str_addf(s, "\"");
        str_plain(s, word, strlen(word));
        str_addf(s, "\"");
        return;
    }
    str_addf(s, "'");
    for (const char *part = word; *part;) {
        size_t n = strcspn(part, "'");
        str_plain(s, part, n);
        part += n;
        if (*part && part++)
            str_addf(s, "'\\''");
    }
    str_addf(s, "'");
}

void str_plain_lines(struct str *s, const char *text)
{
    for (;;) {
        const char *end = strchr(text, '\n');
        while (end && end[1] && strncmp(end + 1, "  ", 2))
            end = strchr(end + 1, '\n');
        str_plain(s, text, end ? (size_t)(end - text) : strlen(text));
        if (!end)
            return;
        str_add(s, "\n", 1);
        text = end + 1;
    }
}
