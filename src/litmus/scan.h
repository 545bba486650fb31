/* SPDX-License-Identifier: Apache-2.0
 *
 * scan.h - a litmus file as lines of tokens. */
#ifndef MZ_LITMUS_SCAN_H
#define MZ_LITMUS_SCAN_H
#include "base/err.h"
#include "base/str.h"
#include <stdbool.h>
#include <stdint.h>

enum token_kind { TK_END, TK_NAME, TK_NUMBER, TK_SIGN };

struct token {
    enum token_kind kind;
    const char *text; /* points into the file; not terminated */
    uint32_t length, column;
    int64_t number;
};

struct scanner {
    const char *file, *text, *end; /* text and end: the rest of the file */
    const char *line_text, *cursor, *line_end;
    uint32_t line;
    struct token token; /* the current one */
    struct str *why;
    bool failed;
};

void scan_init(struct scanner *, const char *file, const char *text, size_t length,
               struct str *why);

/* Goes to the next line that has a token; false at the end of the file or on an
 * error. */
bool scan_line(struct scanner *);

void scan_next(struct scanner *); /* goes to the next token of the line */
bool scan_is(const struct scanner *, const char *word);
struct token scan_peek(struct scanner *); /* the token after the current one */

/* Reports what is wrong at a token, once: only the first error counts. */
void scan_error(struct scanner *, const struct token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Formats a token for a message. */
void scan_quote(const struct token *, char *out, size_t size);

#endif
