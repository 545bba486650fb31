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
    const char *text; /* into the file; not terminated */
    uint32_t length, column;
    int64_t number;
};

struct scanner {
    const char *file, *text, *end; /* rest of the file */
    const char *line_text, *cursor, *line_end;
    uint32_t line;
    struct token token; /* the current one */
    struct str *why;
    bool failed;
};

void scan_init(struct scanner *, const char *file, const char *text, size_t length,
               struct str *why);

/* The next line that has a token; false at the end of the file or on an error. */
bool scan_line(struct scanner *);

void scan_next(struct scanner *); /* to the next token of the line */
bool scan_is(const struct scanner *, const char *word);
struct token scan_peek(struct scanner *); /* the one after the current */

/* Say what is wrong at a token, once: the first error is the one that counts. */
void scan_error(struct scanner *, const struct token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* How to show a token in a message. */
void scan_quote(const struct token *, char *out, size_t size);

#endif
