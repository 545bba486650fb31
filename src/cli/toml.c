/* SPDX-License-Identifier: Apache-2.0
 *
 * toml.c - see toml.h. One pass over the text, by hand: a file has some dozens of lines.
 */
#include "cli/toml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 16 /* arrays within arrays */

struct toml {
    const char *file, *at, *end;
    unsigned line;
    struct str *why;
};

/* Says what is wrong in this line; returns NULL, for whoever returns a value. */
static json_t *wrong(struct toml *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static json_t *wrong(struct toml *t, const char *format, ...)
{
    va_list args;
    if (t->why->len)
        return NULL;
    str_addf(t->why, "%s:%u: ", t->file, t->line);
    va_start(args, format);
    str_vaddf(t->why, format, args);
    va_end(args);
    return NULL;
}

static int peek(const struct toml *t)
{
    return t->at < t->end ? (unsigned char)*t->at : -1;
}

static void skip_blanks(struct toml *t)
{
    while (peek(t) == ' ' || peek(t) == '\t')
        t->at++;
}

static void skip_comment(struct toml *t)
{
    skip_blanks(t);
    if (peek(t) == '#')
        while (t->at < t->end && *t->at != '\n')
            t->at++;
    if (peek(t) == '\r' && t->at + 1 < t->end && t->at[1] == '\n')
        t->at++;
}

/* Blanks, comments and ends of lines, as they may stand within an array. */
static void skip_lines(struct toml *t)
{
    for (skip_comment(t); peek(t) == '\n'; skip_comment(t)) {
        t->at++;
        t->line++;
    }
}

static bool end_of_line(struct toml *t)
{
    skip_comment(t);
    if (t->at == t->end)
        return true;
    if (*t->at != '\n') {
        wrong(t, "'%.*s' stands behind the value\n  fix: one key = value in each line",
              (int)strcspn(t->at, " \t\r\n"), t->at);
        return false;
    }
    t->at++;
    t->line++;
    return true;
}

/* ---- values ---- */

static bool escape(struct toml *t, struct str *s)
{
    static const char names[] = "btnfre\"\\", means[] = "\b\t\n\f\r\033\"\\";
    const char *found = peek(t) > 0 ? strchr(names, *t->at) : NULL;
    if (!found) {
        wrong(t,
              "'\\%.1s' is no escape in a string\n  fix: write \\\\ for a backslash, or "
              "put the string into '...'",
              t->at < t->end ? t->at : "");
        return false;
    }
    str_add(s, &means[found - names], 1);
    t->at++;
    return true;
}

/* A string of one line, in "..." with escapes or in '...' as it stands. */
static bool read_text(struct toml *t, struct str *s)
{
    char quote = *t->at++;
    if (t->end - t->at >= 2 && t->at[0] == quote && t->at[1] == quote) {
        wrong(t,
              "a string of several lines (%c%c%c) is not supported\n  fix: a string of "
              "one line",
              quote, quote, quote);
        return false;
    }
    str_add(s, "", 0);
    while (peek(t) != quote) {
        if (peek(t) < 0 || peek(t) == '\n') {
            wrong(t,
                  "the string that begins here does not end in its line\n  fix: close "
                  "it with %c",
                  quote);
            return false;
        }
        if (!peek(t)) {
            wrong(t, "a string holds a NUL byte");
            return false;
        }
        if (quote == '"' && *t->at == '\\') {
            t->at++;
            if (!escape(t, s))
                return false;
        } else {
            str_add(s, t->at++, 1);
        }
    }
    t->at++;
    return true;
}

static json_t *read_string(struct toml *t)
{
    struct str s = {0};
    json_t *j = NULL;
    if (read_text(t, &s)) {
        j = json_stringn(str_text(&s), s.len);
        if (!j)
            wrong(t, "the string is not UTF-8");
    }
    str_free(&s);
    return j;
}

static json_t *read_value(struct toml *t, int depth);

static json_t *read_array(struct toml *t, int depth)
{
    json_t *a = json_array();
    unsigned from = t->line;
    t->at++;
    if (depth == DEEPEST)
        wrong(t, "arrays are nested more than %d deep", DEEPEST);
    for (skip_lines(t); !t->why->len && peek(t) != ']'; skip_lines(t)) {
        if (t->at == t->end) {
            wrong(t,
                  "the array that begins in line %u has no end\n  fix: close it with ]",
                  from);
            break;
        }
        json_t *one = read_value(t, depth + 1);
        if (!one)
            break;
        json_array_append_new(a, one);
        skip_lines(t);
        if (peek(t) == ',')
            t->at++;
        else if (peek(t) != ']' && t->at < t->end)
            wrong(t, "a comma is missing between the elements of an array");
    }
    if (t->why->len) {
        json_decref(a);
        return NULL;
    }
    t->at++;
    return a;
}

/* A number, true or false. */
static json_t *read_word(struct toml *t)
{
    char digits[32];
    size_t n = strcspn(t->at, " \t\r\n,]#"), k = 0;
    if (n > (size_t)(t->end - t->at))
        n = (size_t)(t->end - t->at);
    const char *word = t->at;
    t->at += n;
    if (n == 4 && !memcmp(word, "true", 4))
        return json_true();
    if (n == 5 && !memcmp(word, "false", 5))
        return json_false();
    for (size_t i = 0; i < n && k < sizeof digits - 1; i++) {
        bool between = i && i + 1 < n && word[i - 1] != '_';
        if (word[i] != '_' || !between)
            digits[k++] = word[i];
    }
    digits[k] = '\0';
    char *end = digits;
    errno = 0;
    long long number = strtoll(digits, &end, 10);
    if (n && k < sizeof digits - 1 && !*end && !errno && word[n - 1] != '_')
        return json_integer(number);
    return wrong(t,
                 "'%.*s' is no value\n  fix: a string in \"...\", a whole number, true, "
                 "false, or an array of these in [...]",
                 (int)n, word);
}

static json_t *read_value(struct toml *t, int depth)
{
    skip_blanks(t);
    switch (peek(t)) {
    case '"':
    case '\'':
        return read_string(t);
    case '[':
        return read_array(t, depth);
    case '{':
        return wrong(t, "inline tables ({...}) are not supported\n  fix: a [table] of "
                        "its own");
    case -1:
    case '\n':
    case '\r':
    case '#':
        return wrong(t, "the value is missing behind '='");
    default:
        return read_word(t);
    }
}

/* ---- keys and tables ---- */

static bool read_key(struct toml *t, struct str *key)
{
    skip_blanks(t);
    if (peek(t) == '"' || peek(t) == '\'')
        return read_text(t, key);
    while (peek(t) > 0 && (strchr("_-", *t->at) || (*t->at >= '0' && *t->at <= '9') ||
                           ((*t->at | 0x20) >= 'a' && (*t->at | 0x20) <= 'z')))
        str_add(key, t->at++, 1);
    if (!key->len)
        wrong(t, "a name is missing: '%.*s'\n  fix: name = value, or [name]",
              (int)strcspn(t->at, "\r\n"), t->at);
    else if (peek(t) == '.')
        wrong(t, "dotted names are not supported\n  fix: a [table] of its own");
    return !t->why->len;
}

static void note_line(json_t *in, const char *key, unsigned line)
{
    struct str s = {0};
    str_addf(&s, TOML_LINE "%s", key);
    json_object_set_new(in, str_text(&s), json_integer(line));
    str_free(&s);
}

/* [name] or [[name]]: the table that the lines behind it are for. */
static json_t *read_header(struct toml *t, json_t *root)
{
    struct str key = {0};
    unsigned line = t->line;
    t->at++;
    bool many = peek(t) == '[';
    t->at += many;
    json_t *table = NULL;
    if (read_key(t, &key)) {
        skip_blanks(t);
        const char *name = str_text(&key);
        json_t *there = json_object_get(root, name);
        bool closed =
            peek(t) == ']' && (!many || (t->end - t->at > 1 && t->at[1] == ']'));
        if (!closed)
            wrong(t, "the head of a table ends with %s", many ? "]]" : "]");
        else if (there && (!many || !json_is_array(there)))
            wrong(t, "'%s' is there already", name);
        t->at += closed ? 1 + many : 0;
        if (!t->why->len) {
            table = json_object();
            if (many && !there)
                json_object_set_new(root, name, there = json_array());
            if (many)
                json_array_append_new(there, table);
            else
                json_object_set_new(root, name, table);
            note_line(root, name, line);
            note_line(table, "", line);
            if (!end_of_line(t))
                table = NULL;
        }
    }
    str_free(&key);
    return table;
}

static void read_pair(struct toml *t, json_t *table)
{
    struct str key = {0};
    unsigned line = t->line;
    if (read_key(t, &key)) {
        skip_blanks(t);
        if (peek(t) != '=')
            wrong(t, "'=' is missing behind '%s'\n  fix: %s = value", str_text(&key),
                  str_text(&key));
        else if (json_object_get(table, str_text(&key)))
            wrong(t, "'%s' is there already", str_text(&key));
        else
            t->at++;
    }
    json_t *value = t->why->len ? NULL : read_value(t, 0);
    if (value) {
        json_object_set_new(table, str_text(&key), value);
        note_line(table, str_text(&key), line);
        end_of_line(t);
    }
    str_free(&key);
}

json_t *toml_read(const char *file, const char *text, size_t length, struct str *why)
{
    struct toml t = {file, text, text + length, 1, why};
    json_t *root = json_object(), *table = root;
    if (memchr(text, 0, length))
        wrong(&t, "the file is no text: it holds NUL bytes");
    for (skip_lines(&t); !why->len && t.at < t.end; skip_lines(&t)) {
        if (*t.at == '[')
            table = read_header(&t, root);
        else
            read_pair(&t, table);
    }
    if (!why->len)
        return root;
    json_decref(root);
    return NULL;
}
