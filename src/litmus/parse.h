/* SPDX-License-Identifier: Apache-2.0
 *
 * parse.h - what the parts of the parser share: parse.c (the file, and the statements of
 * actors), parse_rank.c (the statements of ranks), parse_window.c (those about windows)
 * and parse_expression.c. */
#ifndef MZ_LITMUS_PARSE_H
#define MZ_LITMUS_PARSE_H
#include "litmus/code.h"
#include "litmus/scan.h"

enum symbol_kind { SYM_SEND, SYM_RECV, SYM_LOCK, SYM_VALUE };

/* A name in an actor. */
struct symbol {
    const char *text;
    uint32_t length;
    enum symbol_kind kind;
    uint32_t number; /* number of the post, mutex or register */
    bool completed;  /* a receive that some wait or test has named */
};

struct locking {
    uint32_t mutex;
    bool now;          /* the actor is in the mutex's queue at this point */
    uint32_t given_up; /* line of the last unlock */
};

/* A name in a rank. In a loop it may be used in a line above the one that assigns it,
 * so its use can be checked only at the end of the rank. */
struct variable {
    const char *text;
    uint32_t length;
    uint32_t base; /* the first of its registers: enum place */
    unsigned has;  /* enum aspect, of all statements that assign it */
};

enum aspect {
    HAS_VALUE = 1,
    HAS_STATUS = 2,    /* it has source, tag, found */
    HAS_REQUEST = 4,   /* it has a request to wait for */
    IS_RECEIVE = 8,    /* a request to receive */
    IS_SEND = 16,      /* a request to send */
    IS_SHARED = 32,    /* a request of a collective */
    IS_MESSAGE = 64,   /* a request to receive or send, which can be cancelled */
    HAS_MESSAGE = 128, /* it has a message that was taken and is to be received */
};

struct use {
    uint32_t variable;
    enum aspect needs;
    struct token at;
    uint32_t line;
    uint32_t instruction; /* the instruction that comes next */
};

/* An `if`, `repeat` or `while` that has not ended. */
struct block {
    enum { BLOCK_IF, BLOCK_ELSE, BLOCK_REPEAT, BLOCK_WHILE } kind;
    uint32_t line;
    uint32_t start;   /* the instruction that a loop goes back to */
    uint32_t jump;    /* the jump out of the block, whose target is not known yet */
    uint32_t counter; /* repeat: the register of its counter */
};

struct parser {
    struct scanner scan;
    struct litmus *l;
    struct litmus_code *code; /* the code of the actor being parsed; NULL before the
                                 first */
    VEC(struct symbol) symbols;
    VEC(struct locking) asked;
    VEC(struct variable) variables;
    VEC(struct use) uses;
    VEC(struct block) blocks;
    uint32_t nameless; /* the registers of a rank's requests without name, or
                          NO_REGISTER */
    uint32_t posts;
    uint32_t statements; /* number of statements in the file so far */
    uint32_t depth;      /* depth of nested parentheses */
};

#define FAIL(p, ...) scan_error(&(p)->scan, &(p)->scan.token, __VA_ARGS__)

/* Reports "expected ..., found ..." at the current token. */
void parse_expected(struct parser *, const char *what);
/* The same, and which of these words may have been meant. */
void parse_expected_word(struct parser *, const char *what, const char *const *words,
                         size_t n);
char *parse_copy(const char *text, size_t length);
bool parse_is_word(const struct token *, const char *const *words, size_t n);
/* A register that explanations call by this name; NULL if it never appears there. */
uint32_t parse_register(struct parser *, const char *text, size_t length);

/* Parses the expression at the current token and emits its code. */
struct expr_range parse_expression(struct parser *);
void parse_emit(struct parser *, enum expr_op, int64_t value);
/* Parses the name at the current token. The two languages have different kinds of
 * names. */
void parse_symbol(struct parser *);   /* parse.c */
void parse_variable(struct parser *); /* parse_rank.c */

/* ---- statements of ranks: parse_rank.c, parse_window.c ---- */

struct statement {
    struct token first;
    const struct token *name; /* the name in front of '='; NULL: none */
    const struct verb *verb;
};

struct verb {
    const char *word;
    void (*parse)(struct parser *, const struct statement *);
    enum op_kind kind;
    bool blocking; /* it waits for the request that it makes */
    unsigned gives;
    uint8_t mode; /* as in struct op */
    enum needs needs;
};

/* Adds an instruction. */
struct instruction *parse_add(struct parser *, enum op_kind);
/* The register for the statement's value, or NO_REGISTER if it has no name. */
uint32_t parse_give_value(struct parser *, const struct statement *);
/* The statement about windows with this word, or NULL. */
const struct verb *parse_window_verb(const struct token *);

/* Parse one line of a rank, and finish a rank. */
void parse_rank_line(struct parser *);
void parse_rank_end(struct parser *);
/* After all ranks are known: checks whom the statements name. */
bool parse_rank_peers(struct litmus *, struct str *why);

/* The text between a token and the current one, as written. */
char *parse_text(const struct parser *, const struct token *first);

#endif
