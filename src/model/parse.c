/* SPDX-License-Identifier: Apache-2.0
 *
 * parse.c - from tokens to an ast.
 *
 * Recursive descent, one function per construct. The first error ends it: the
 * parser then stands still (`bad` is set and every function returns at once),
 * so no function has to test after each call. */
#include "model/ast.h"

#include <string.h>

struct parser {
    struct lexer lex;
    struct ast *ast;
    struct str *why;
    bool bad;
    int nested; /* expressions inside expressions */
};

#define DEEPEST 500
#define HIGHEST 5000 /* operators in a row */

static void *keep(struct parser *p, void *block)
{
    vec_push(&p->ast->block, block);
    return block;
}

static void expected(struct parser *p, const char *what)
{
    if (p->bad)
        return;
    p->bad = true;
    str_addf(p->why, "%u:%u: expected %s, found ", p->lex.now.at.line,
             p->lex.now.at.column, what);
    lex_describe(&p->lex.now, p->why);
}

static bool accept(struct parser *p, const char *text)
{
    if (p->bad || !lex_is(&p->lex, text))
        return false;
    lex_next(&p->lex);
    return true;
}

static void want(struct parser *p, const char *text)
{
    if (!accept(p, text)) {
        char quoted[32] = "'";
        strncat(quoted, text, sizeof quoted - 3);
        strcat(quoted, "'");
        expected(p, quoted);
    }
}

static const char *const keywords[] = {
    "param", "channel", "process", "check", "var",        "state",   "final", "local",
    "send",  "receive", "when",    "do",    "goto",       "from",    "to",    "carries",
    "at",    "all",     "any",     "sum",   "terminated", "pending",
};

static bool at_keyword(const struct parser *p)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (lex_is(&p->lex, keywords[i]))
            return true;
    return false;
}

static char *name(struct parser *p, const char *what)
{
    if (p->bad || p->lex.now.kind != TOKEN_NAME || at_keyword(p)) {
        expected(p, what);
        return NULL;
    }
    char *text = keep(p, mem_alloc(p->lex.now.len + 1));
    memcpy(text, p->lex.now.text, p->lex.now.len);
    lex_next(&p->lex);
    return text;
}

static struct expr *expression(struct parser *p);

/* Notes that one expression is a part of another. */
static void stand_on(struct parser *p, struct expr *e, const struct expr *part)
{
    if (part && part->height >= e->height)
        e->height = part->height + 1;
    if (e->height > HIGHEST)
        expected(p, "an expression with fewer operators");
}

static struct expr *make(struct parser *p, enum expr_op op, struct expr *a,
                         struct expr *b, struct source_place at)
{
    struct expr *e = keep(p, mem_alloc(sizeof *e));
    *e = (struct expr){.op = op, .a = a, .b = b, .height = 1, .at = at};
    stand_on(p, e, a);
    stand_on(p, e, b);
    return e;
}

static void stand_on_range(struct parser *p, struct expr *e, const struct binder *b)
{
    stand_on(p, e, b->from);
    stand_on(p, e, b->to);
}

/* [i: 1..n, j + 1]; with `plain` only indices, with `binding` only binders. */
static struct ref reference(struct parser *p, const char *what, bool plain, bool binding)
{
    struct ref r = {.at = p->lex.now.at};
    r.name = name(p, what);
    if (!accept(p, "["))
        return r;
    do {
        struct binder b = {.at = p->lex.now.at};
        b.from = expression(p);
        if (!p->bad && !plain && b.from->op == EXPR_NAME && accept(p, ":")) {
            b.name = b.from->name;
            b.from = expression(p);
            want(p, "..");
            b.to = expression(p);
        } else if (binding) {
            expected(p, "an index with a range, like i: 1..n");
        }
        if (!p->bad)
            vec_push(&r.index, b);
    } while (accept(p, ","));
    want(p, "]");
    keep(p, r.index.at);
    return r;
}

static struct binder quantifier(struct parser *p)
{
    struct binder b = {.at = p->lex.now.at};
    b.name = name(p, "a name to range over, like i: 1..n");
    want(p, ":");
    b.from = expression(p);
    want(p, "..");
    b.to = expression(p);
    return b;
}

static struct expr *primary(struct parser *p)
{
    struct source_place at = p->lex.now.at;
    static const struct {
        const char *word;
        enum expr_op op;
    } folds[] = {{"all", EXPR_ALL}, {"any", EXPR_ANY}, {"sum", EXPR_SUM}};
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
        if (!accept(p, folds[i].word))
            continue;
        struct expr *e = make(p, folds[i].op, NULL, NULL, at);
        e->binder = quantifier(p);
        want(p, "(");
        e->a = expression(p);
        stand_on_range(p, e, &e->binder);
        stand_on(p, e, e->a);
        want(p, ")");
        return e;
    }
    if (accept(p, "pending")) {
        struct expr *e = make(p, EXPR_PENDING, NULL, NULL, at);
        want(p, "(");
        e->ref = reference(p, "the name of a channel", true, false);
        want(p, ")");
        return e;
    }
    if (accept(p, "(")) {
        struct expr *e = expression(p);
        want(p, ")");
        return e;
    }
    if (!p->bad && p->lex.now.kind == TOKEN_NUMBER) {
        struct expr *e = make(p, EXPR_NUMBER, NULL, NULL, at);
        e->value = p->lex.now.value;
        lex_next(&p->lex);
        return e;
    }
    if (p->bad || p->lex.now.kind != TOKEN_NAME || at_keyword(p)) {
        expected(p, "a number, a name or '('");
        return make(p, EXPR_NUMBER, NULL, NULL, at);
    }
    struct ref r = reference(p, "a name", true, false);
    struct expr *e = make(p, EXPR_NAME, NULL, NULL, at);
    e->ref = r;
    e->name = r.name;
    for (size_t i = 0; i < r.index.len; i++)
        stand_on_range(p, e, &r.index.at[i]);
    if (accept(p, ".")) {
        e->op = EXPR_FIELD;
        e->name = name(p, "the name of a variable");
    } else if (accept(p, "at")) {
        e->op = EXPR_AT;
        e->name = name(p, "the name of a state");
    } else if (accept(p, "terminated")) {
        e->op = EXPR_TERMINATED;
    } else if (r.index.len) {
        expected(p, "'.', 'at' or 'terminated' after a process");
    }
    return e;
}

static struct expr *unary(struct parser *p)
{
    struct source_place at = p->lex.now.at;
    struct expr *e;
    if (++p->nested > DEEPEST)
        expected(p, "an expression that is not nested this deeply");
    if (accept(p, "!"))
        e = make(p, EXPR_NOT, unary(p), NULL, at);
    else if (accept(p, "-"))
        e = make(p, EXPR_NEG, unary(p), NULL, at);
    else
        e = primary(p);
    p->nested--;
    return e;
}

/* Binary operators by level, loosest first. Those marked `swap` are read as
 * their mirror image. */
static const struct {
    const char *sign;
    int level;
    enum expr_op op;
    bool swap;
} operators[] = {
    {"||", 0, EXPR_OR, false}, {"&&", 1, EXPR_AND, false}, {"==", 2, EXPR_EQ, false},
    {"!=", 2, EXPR_NE, false}, {"<=", 3, EXPR_LE, false},  {">=", 3, EXPR_LE, true},
    {"<", 3, EXPR_LT, false},  {">", 3, EXPR_LT, true},    {"+", 4, EXPR_ADD, false},
    {"-", 4, EXPR_SUB, false}, {"*", 5, EXPR_MUL, false},  {"/", 5, EXPR_DIV, false},
    {"%", 5, EXPR_MOD, false},
};

static struct expr *binary(struct parser *p, int level)
{
    if (level > 5)
        return unary(p);
    struct expr *left = binary(p, level + 1);
    for (bool more = true; more && !p->bad;) {
        more = false;
        for (size_t i = 0; i < sizeof operators / sizeof *operators && !more; i++) {
            struct source_place at = p->lex.now.at;
            if (operators[i].level != level || !accept(p, operators[i].sign))
                continue;
            struct expr *right = binary(p, level + 1);
            left = operators[i].swap ? make(p, operators[i].op, right, left, at)
                                     : make(p, operators[i].op, left, right, at);
            more = true;
        }
    }
    return left;
}

static struct expr *expression(struct parser *p)
{
    return binary(p, 0);
}

static void message_items(struct parser *p, struct message_set *set)
{
    do {
        struct binder b = {.at = p->lex.now.at};
        b.from = expression(p);
        if (accept(p, ".."))
            b.to = expression(p);
        if (!p->bad)
            vec_push(&set->item, b);
    } while (accept(p, ","));
}

static void tail(struct parser *p, struct line *l)
{
    if (accept(p, "when"))
        l->when = expression(p);
    if (accept(p, "do")) {
        do {
            struct assign a = {.at = p->lex.now.at};
            a.name = name(p, "the name of a variable");
            want(p, "=");
            a.value = expression(p);
            if (!p->bad)
                vec_push(&l->assign, a);
        } while (accept(p, ","));
    }
    if (l->kind == LINE_SEND && !lex_is(&p->lex, "goto"))
        return;
    want(p, "goto");
    l->target_at = p->lex.now.at;
    l->target = name(p, "the name of a state");
}

static bool one_line(struct parser *p, struct location_decl *where)
{
    struct line l = {.at = p->lex.now.at};
    if (accept(p, "final")) {
        l.kind = LINE_FINAL;
        if (accept(p, "when"))
            l.when = expression(p);
    } else if (accept(p, "local")) {
        l.kind = LINE_LOCAL;
        l.event = name(p, "a name for the local event");
        tail(p, &l);
    } else if (accept(p, "send")) {
        l.kind = LINE_SEND;
        l.chan = reference(p, "the name of a channel", true, false);
        if (accept(p, "!"))
            l.message = expression(p);
        tail(p, &l);
    } else if (accept(p, "receive")) {
        l.kind = LINE_RECV;
        l.chan = reference(p, "the name of a channel", false, false);
        if (accept(p, "?")) {
            if (accept(p, "{")) {
                l.pattern = PATTERN_SET;
                message_items(p, &l.set);
                want(p, "}");
            } else if (p->lex.now.kind == TOKEN_NAME && !at_keyword(p)) {
                l.pattern = PATTERN_BIND; /* or a message's name: decided later */
                l.bind = name(p, "a message");
            } else {
                struct binder b = {.at = p->lex.now.at};
                l.pattern = PATTERN_SET;
                b.from = unary(p);
                vec_push(&l.set.item, b);
            }
        }
        tail(p, &l);
    } else {
        return false;
    }
    vec_push(&where->line, l);
    return !p->bad;
}

static void process(struct parser *p)
{
    struct process_decl d = {.name = reference(p, "the name of a process", false, true)};
    while (accept(p, "var")) {
        struct variable_decl v = {.at = p->lex.now.at};
        v.name = name(p, "the name of a variable");
        want(p, ":");
        v.from = expression(p);
        want(p, "..");
        v.to = expression(p);
        if (accept(p, "="))
            v.start = expression(p);
        if (!p->bad)
            vec_push(&d.variable, v);
    }
    do {
        struct location_decl s = {0};
        want(p, "state");
        s.at = p->lex.now.at;
        s.name = name(p, "the name of a state");
        while (!p->bad && one_line(p, &s))
            ;
        vec_push(&d.location, s);
    } while (!p->bad && lex_is(&p->lex, "state"));
    vec_push(&p->ast->process, d);
}

static void channel(struct parser *p)
{
    struct channel_decl d = {.name = reference(p, "the name of a channel", false, true)};
    want(p, "from");
    d.sender = reference(p, "the name of a process", true, false);
    want(p, "to");
    d.receiver = reference(p, "the name of a process", true, false);
    if (accept(p, "carries"))
        message_items(p, &d.carries);
    if (accept(p, "when"))
        d.when = expression(p);
    vec_push(&p->ast->channel, d);
}

static void check(struct parser *p)
{
    struct check_decl d = {.at = p->lex.now.at};
    if (accept(p, "no")) {
        want(p, "deadlock");
    } else if (accept(p, "never")) {
        d.kind = CHECK_NEVER;
        want(p, "halts");
    } else if (accept(p, "termination")) {
        d.kind = CHECK_TERMINATION;
        want(p, "of");
        do {
            struct ref r = reference(p, "the name of a process", false, false);
            vec_push(&d.process, r);
        } while (accept(p, ","));
    } else if (accept(p, "when")) {
        d.kind = CHECK_WHEN;
        want(p, "halted");
        d.text = p->lex.now.text;
        d.expr = expression(p);
        d.len = (size_t)(p->lex.now.text - d.text);
        while (d.len && (unsigned char)d.text[d.len - 1] <= ' ')
            d.len--;
        const char *comment = memchr(d.text, '#', d.len);
        while (comment && d.len && (d.text + d.len > comment || d.text[d.len - 1] == ' '))
            d.len--;
    } else {
        expected(p, "'no deadlock', 'termination of', 'never halts' or 'when halted'");
    }
    vec_push(&p->ast->check, d);
}

enum mz_err ast_parse(struct ast *a, const char *text, struct str *why)
{
    struct parser p = {.ast = a, .why = why};
    *a = (struct ast){0};
    lex_start(&p.lex, text);
    while (!p.bad && p.lex.now.kind != TOKEN_END) {
        struct source_place at = p.lex.now.at;
        if (accept(&p, "param")) {
            struct param_decl d = {.at = at};
            d.name = name(&p, "the name of a parameter");
            want(&p, "=");
            d.value = expression(&p);
            vec_push(&a->param, d);
        } else if (accept(&p, "channel")) {
            channel(&p);
        } else if (accept(&p, "process")) {
            process(&p);
        } else if (accept(&p, "check")) {
            check(&p);
        } else {
            expected(&p, "'param', 'channel', 'process' or 'check'");
        }
    }
    return p.bad ? MZ_USAGE : MZ_OK;
}

void ast_free(struct ast *a)
{
    for (size_t i = 0; i < a->channel.len; i++)
        vec_free(&a->channel.at[i].carries.item);
    for (size_t i = 0; i < a->process.len; i++) {
        struct process_decl *d = &a->process.at[i];
        for (size_t k = 0; k < d->location.len; k++) {
            for (size_t j = 0; j < d->location.at[k].line.len; j++) {
                struct line *l = &d->location.at[k].line.at[j];
                vec_free(&l->set.item);
                vec_free(&l->assign);
            }
            vec_free(&d->location.at[k].line);
        }
        vec_free(&d->variable);
        vec_free(&d->location);
    }
    for (size_t i = 0; i < a->check.len; i++)
        vec_free(&a->check.at[i].process);
    vec_free(&a->param);
    vec_free(&a->channel);
    vec_free(&a->process);
    vec_free(&a->check);
    for (size_t i = 0; i < a->block.len; i++)
        free(a->block.at[i]);
    vec_free(&a->block);
}
