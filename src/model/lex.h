/* SPDX-License-Identifier: Apache-2.0
 *
 * lex.h - model files as tokens. */
#ifndef MZ_MODEL_LEX_H
#define MZ_MODEL_LEX_H
#include "base/str.h"
#include <stdbool.h>
#include <stdint.h>

struct source_place {
    uint32_t line, column; /* from 1; columns count bytes */
};

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_SIGN, TOKEN_BAD };

struct model_token {
    enum token_kind kind;
    const char *text; /* into the source */
    uint32_t len;
    int32_t value; /* the value of a number */
    struct source_place at;
};

struct lexer {
    const char *text; /* NUL-terminated */
    const char *next;
    struct source_place at;
    struct model_token now; /* the current token */
};

void lex_start(struct lexer *l, const char *text);
void lex_next(struct lexer *l);
/* Is the current token this word or sign? */
bool lex_is(const struct lexer *l, const char *text);
/* The current token as a person should see it: "'goto'", "the end of the file". */
void lex_describe(const struct model_token *t, struct str *out);

#endif
