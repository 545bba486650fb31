/* SPDX-License-Identifier: Apache-2.0
 *
 * str.h - text that grows. A zeroed str is empty; `text` is always
 * NUL-terminated after the first append, and str_text() is safe before it. */
#ifndef MZ_BASE_STR_H
#define MZ_BASE_STR_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct str {
    char *text;
    size_t len, cap;
};

void str_addf(struct str *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void str_vaddf(struct str *s, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void str_add(struct str *s, const char *bytes, size_t n);
void str_count(struct str *s, uint64_t n);                     /* "1,024" */
void str_counted(struct str *s, uint64_t n, const char *noun); /* "1 rank", "2 ranks" */
void str_pad(struct str *s, size_t column); /* appends spaces up to this length */
void str_quote(struct str *s,
               const char *word); /* quoted for a shell, unless it needs no quotes */
/* Append bytes from elsewhere so that they are safe for a terminal, for a line of our
 * output, and for JSON: control characters, bytes that are not UTF-8, and characters
 * that change the direction of a line become \xNN. The second function keeps line ends
 * if the next line is indented, so that nothing that a program prints can be mistaken
 * for a line of ours. */
void str_plain(struct str *s, const char *bytes, size_t n);
void str_plain_lines(struct str *s, const char *text);
/* A word of a command line, in quotes, as a shell reads it. */
void str_shell(struct str *s, const char *word);
/* Appends the text, of which at most n bytes, as XML has it. Control characters have no
 * place there, not even escaped. */
void str_xml(struct str *s, const char *text, size_t n);
void str_clear(struct str *s);
void str_free(struct str *s);
const char *str_text(const struct str *s);

#endif
