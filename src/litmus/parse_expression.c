/* SPDX-License-Identifier: Apache-2.0
 *
 * parse_expression.c - expressions: from infix text to postfix code. */
#include "litmus/parse.h"

/* ---- expressions ---- */

static void expression(struct parser *p);

void parse_emit(struct parser *p, enum expr_op op, int64_t value)
{
    vec_push(&p->code->exprs, (struct expr_item){op, value});
}

static void primary(struct parser *p)
{
    if (p->scan.failed)
        return;
    if (scan_is(&p->scan, "!") || scan_is(&p->scan, "-")) {
        enum expr_op op = scan_is(&p->scan, "!") ? EX_NOT : EX_NEGATE;
        scan_next(&p->scan);
        if (++p->depth > 64)
            FAIL(p, "this expression is nested too deeply");
        primary(p);
        p->depth--;
        parse_emit(p, op, 0);
        return;
    }
    if (scan_is(&p->scan, "(")) {
        scan_next(&p->scan);
        if (++p->depth > 64)
            FAIL(p, "this expression is nested too deeply");
        expression(p);
        p->depth--;
        if (!scan_is(&p->scan, ")"))
            parse_expected(p, "')'");
    } else if (p->scan.token.kind == TK_NUMBER) {
        parse_emit(p, EX_CONST, p->scan.token.number);
    } else if (p->scan.token.kind == TK_NAME) {
        if (p->l->program.matching)
            parse_variable(p);
        else
            parse_symbol(p);
    } else {
        parse_expected(p, "a number, a name, '!', '-' or '('");
    }
    scan_next(&p->scan);
}

struct binary {
    const char *sign;
    enum expr_op op;
    int level;
};

static const struct binary binaries[] = {
    {"||", EX_OR, 0}, {"&&", EX_AND, 1},     {"==", EX_EQ, 2}, {"!=", EX_NE, 2},
    {"<=", EX_LE, 2}, {">=", EX_GE, 2},      {"<", EX_LT, 2},  {">", EX_GT, 2},
    {"+", EX_ADD, 3}, {"-", EX_SUBTRACT, 3},
};

static void climb(struct parser *p, int level)
{
    if (level > 3) {
        primary(p);
        return;
    }
    climb(p, level + 1);
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries && !p->scan.failed; i++)
        if (binaries[i].level == level && scan_is(&p->scan, binaries[i].sign)) {
            scan_next(&p->scan);
            climb(p, level + 1);
            parse_emit(p, binaries[i].op, 0);
            i = (size_t)-1; /* starts again, since another operator of the same level may
                               follow */
        }
}

static void expression(struct parser *p)
{
    climb(p, 0);
}

struct expr_range parse_expression(struct parser *p)
{
    struct expr_range e = {.first = (uint32_t)p->code->exprs.len};
    expression(p);
    e.n = (uint32_t)p->code->exprs.len - e.first;
    if (e.n > EXPR_MAX_ITEMS)
        FAIL(p, "this expression is too long");
    return e;
}
