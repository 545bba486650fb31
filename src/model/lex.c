/* SPDX-License-Identifier: Apache-2.0
 *
 * lex.c - see lex.h. Names are letters, digits and underscores; numbers are
 * decimal; a # starts a comment; line ends are white space like any other. */
#include "model/lex.h"

#include <ctype.h>
#include <string.h>

static void advance(struct lexer *l)
{
    if (*l->next == '\n') {
        l->at.line++;
        l->at.column = 1;
    } else {
        l->at.column++;
    }
    l->next++;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *const pairs[] = {"..", "==", "!=", "<=", ">=", "&&", "||", "=>"};

void lex_next(struct lexer *l)
{
    while (isspace((unsigned char)*l->next) || *l->next == '#') {
        if (*l->next == '#')
            while (*l->next && *l->next != '\n')
                advance(l);
        else
            advance(l);
    }
    struct model_token *t = &l->now;
    *t = (struct model_token){.text = l->next, .at = l->at};
    if (!*l->next) {
        t->kind = TOKEN_END;
        return;
    }
    if (is_name(*l->next)) {
        bool number = isdigit((unsigned char)*l->next);
        int64_t value = 0;
        t->kind = number ? TOKEN_NUMBER : TOKEN_NAME;
        while (is_name(*l->next)) {
            if (number && (!isdigit((unsigned char)*l->next) || value > 100000000))
                t->kind = TOKEN_BAD;
            value = value * 10 + (*l->next - '0');
            if (t->kind == TOKEN_BAD || !number)
                value = 0;
            advance(l);
        }
        t->value = (int32_t)value;
    } else {
        t->kind = strchr("[](){}:,.=!?<>+-*/%", *l->next) || strchr("&|", *l->next)
                      ? TOKEN_SIGN
                      : TOKEN_BAD;
        size_t n = 1;
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            if (!strncmp(l->next, pairs[i], 2))
                n = 2;
        while (n--)
            advance(l);
    }
    t->len = (uint32_t)(l->next - t->text);
}

void lex_start(struct lexer *l, const char *text)
{
    *l = (struct lexer){.text = text, .next = text, .at = {1, 1}};
    lex_next(l);
}

bool lex_is(const struct lexer *l, const char *text)
{
    return (l->now.kind == TOKEN_NAME || l->now.kind == TOKEN_SIGN) &&
           strlen(text) == l->now.len && !strncmp(l->now.text, text, l->now.len);
}

void lex_describe(const struct model_token *t, struct str *out)
{
    if (t->kind == TOKEN_END)
        str_addf(out, "the end of the file");
    else
        str_addf(out, "'%.*s'", (int)t->len, t->text);
}
