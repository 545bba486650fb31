/* SPDX-License-Identifier: Apache-2.0
 *
 * ast.h - a model file as written, before any index or guard is evaluated.
 *
 * parse.c makes one, elaborate.c turns it into a model, checks.c makes its
 * `check` lines into a property. docs/model-files.md describes the language.
 *
 * Everything is allocated from one list of blocks and freed together. */
#ifndef MZ_MODEL_AST_H
#define MZ_MODEL_AST_H
#include "base/err.h"
#include "base/vec.h"
#include "model/lex.h"

enum expr_op {
    EXPR_NUMBER,
    EXPR_NAME,
    EXPR_NOT,
    EXPR_NEG,
    EXPR_AND,
    EXPR_OR,
    EXPR_EQ,
    EXPR_NE,
    EXPR_LT,
    EXPR_LE,
    EXPR_ADD,
    EXPR_SUB,
    EXPR_MUL,
    EXPR_DIV,
    EXPR_MOD,
    /* The following occur in checks only. */
    EXPR_FIELD,      /* process[..].variable */
    EXPR_AT,         /* process[..] at state */
    EXPR_TERMINATED, /* process[..] terminated */
    EXPR_PENDING,    /* pending(channel[..]) */
    EXPR_ALL,        /* all i: a..b (e) */
    EXPR_ANY,
    EXPR_SUM,
};

struct binder {
    char *name; /* NULL in a reference: the index in `from` is to be evaluated */
    struct expr *from, *to;
    struct source_place at;
};

/* A name with indices: client[i], request[j: 1..n]. */
struct ref {
    char *name;
    VEC(struct binder) index;
    struct source_place at;
};

struct expr {
    enum expr_op op;
    int32_t value;
    char *name; /* NAME; FIELD: the variable; AT: the state */
    struct ref ref;
    struct binder binder;
    struct expr *a, *b;
    uint32_t height; /* how many expressions are on the longest way down, it included; the
                        parser bounds it, so that functions may call themselves */
    struct source_place at;
};

struct assign {
    char *name;
    struct expr *value;
    struct source_place at;
};

/* What a channel carries, or what a receive accepts: values and ranges. */
struct message_set {
    VEC(struct binder) item; /* `to` is NULL for a single value */
};

enum line_kind { LINE_FINAL, LINE_LOCAL, LINE_SEND, LINE_RECV };
enum pattern { PATTERN_ANY, PATTERN_SET, PATTERN_BIND };

struct line {
    enum line_kind kind;
    struct source_place at;
    char *event;
    struct ref chan;
    struct expr *message;   /* the message of a send; NULL: the channel's only one */
    enum pattern pattern;   /* the pattern of a receive */
    char *bind;             /* PATTERN_BIND: a variable or a new name */
    struct message_set set; /* PATTERN_SET */
    struct expr *when;
    VEC(struct assign) assign;
    char *target; /* or NULL */
    struct source_place target_at;
};

struct location_decl {
    char *name;
    struct source_place at;
    VEC(struct line) line;
};

struct variable_decl {
    char *name;
    struct expr *from, *to, *start;
    struct source_place at;
};

struct process_decl {
    struct ref name;
    VEC(struct variable_decl) variable;
    VEC(struct location_decl) location;
};

struct channel_decl {
    struct ref name, sender, receiver;
    struct message_set carries; /* empty: one message, "1" */
    struct expr *when;
};

struct param_decl {
    char *name;
    struct expr *value;
    struct source_place at;
};

enum check_kind { CHECK_DEADLOCK, CHECK_TERMINATION, CHECK_NEVER, CHECK_WHEN };

struct check_decl {
    enum check_kind kind;
    VEC(struct ref) process;
    struct expr *expr;
    const char *text; /* the expression as written in the source */
    size_t len;
    struct source_place at;
};

struct ast {
    VEC(struct param_decl) param;
    VEC(struct channel_decl) channel;
    VEC(struct process_decl) process;
    VEC(struct check_decl) check;
    VEC(void *) block; /* all expressions and names, to be freed together */
};

/* MZ_OK, or MZ_USAGE with "line:column: sentence" in `why`. `text` must
 * outlive the result. */
enum mz_err ast_parse(struct ast *a, const char *text, struct str *why);
void ast_free(struct ast *a);

#endif
