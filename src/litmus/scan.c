/* SPDX-License-Identifier: Apache-2.0
 *
 * scan.c - see scan.h. */
#include "litmus/scan.h"
#include "litmus/litmus.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scan_init(struct scanner *s, const char *file, const char *text, size_t length,
               struct str *why)
{
    *s = (struct scanner){.file = file, .text = text, .end = text + length, .why = why};
}

void scan_error(struct scanner *s, const struct token *at, const char *format, ...)
{
    if (s->failed)
        return;
    s->failed = true;
    va_list args;
    va_start(args, format);
    str_addf(s->why, "%s:%u:%u: ", s->file, s->line, at->column);
    str_vaddf(s->why, format, args);
    va_end(args);
}

void scan_quote(const struct token *t, char *out, size_t size)
{
    if (t->kind == TK_END)
        snprintf(out, size, "the end of the line");
    else if (t->length == 1 && !isprint((unsigned char)*t->text))
        snprintf(out, size, "the byte 0x%02x", (unsigned char)*t->text);
    else if (t->length > 30)
        snprintf(out, size, "'%.27s...'", t->text);
    else
        snprintf(out, size, "'%.*s'", (int)t->length, t->text);
}

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void scan_number(struct scanner *s, struct token *t)
{
    while (s->cursor < s->line_end && isdigit((unsigned char)*s->cursor)) {
        int digit = *s->cursor++ - '0';
        t->length++;
        if (__builtin_mul_overflow(t->number, 10, &t->number) ||
            __builtin_add_overflow(t->number, digit, &t->number)) {
            scan_error(s, t, "this number is too large (at most 9223372036854775807)");
            return;
        }
    }
    if (s->cursor < s->line_end && is_name_start(*s->cursor))
        scan_error(s, t, "a name cannot begin with a digit");
}

void scan_next(struct scanner *s)
{
    while (s->cursor < s->line_end && isspace((unsigned char)*s->cursor))
        s->cursor++;
    struct token t = {.text = s->cursor};
    t.column = (uint32_t)(s->cursor - s->line_text) + 1;
    if (s->cursor == s->line_end || *s->cursor == '#') {
        s->cursor = s->line_end;
    } else if (is_name_start(*s->cursor)) {
        t.kind = TK_NAME;
        while (s->cursor < s->line_end && is_name(*s->cursor))
            s->cursor++, t.length++;
    } else if (isdigit((unsigned char)*s->cursor)) {
        t.kind = TK_NUMBER;
        scan_number(s, &t);
    } else {
        static const char *pairs[] = {"==", "!=", "<=", ">=", "&&", "||", ".."};
        t.kind = TK_SIGN;
        t.length = 1;
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            if (s->line_end - s->cursor >= 2 && !memcmp(s->cursor, pairs[i], 2))
                t.length = 2;
        s->cursor += t.length;
    }
    s->token = t;
}

struct token scan_peek(struct scanner *s)
{
    struct scanner copy = *s;
    copy.failed = true; /* no error message now, since it will be reported when the parser
                           gets there */
    scan_next(&copy);
    return copy.token;
}

bool scan_line(struct scanner *s)
{
    while (!s->failed && s->text < s->end) {
        const char *newline = memchr(s->text, '\n', (size_t)(s->end - s->text));
        s->line++;
        s->line_text = s->cursor = s->text;
        s->line_end = newline ? newline : s->end;
        s->text = newline ? newline + 1 : s->end;
        struct token start = {.column = 1};
        if (s->line_end - s->line_text > LITMUS_MAX_LINE)
            scan_error(s, &start,
                       "this line has more than %d characters; is it a litmus file?",
                       LITMUS_MAX_LINE);
        else if (memchr(s->line_text, '\0', (size_t)(s->line_end - s->line_text)))
            scan_error(s, &start, "this line has a NUL byte; is it a litmus file?");
        else
            scan_next(s);
        if (!s->failed && s->token.kind != TK_END)
            return true;
    }
    return false;
}

bool scan_is(const struct scanner *s, const char *word)
{
    return s->token.kind != TK_END && strlen(word) == s->token.length &&
           !memcmp(s->token.text, word, s->token.length);
}
