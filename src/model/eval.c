/* SPDX-License-Identifier: Apache-2.0
 *
 * eval.c - expressions of a model file, and families of names.
 *
 * A name in an expression is, in this order: an index in scope, a variable of
 * the process, a parameter, a named message. */
#include "model/elaborate.h"

#include <string.h>

void elab_error(struct elab *e, struct source_place at, const char *format, ...)
{
    if (e->bad)
        return;
    e->bad = true;
    va_list args;
    va_start(args, format);
    str_addf(e->why, "%u:%u: ", at.line, at.column);
    str_vaddf(e->why, format, args);
    va_end(args);
}

struct elab_variable *elab_slot(const struct elab *e, const char *name)
{
    for (size_t i = 0; i < e->slots; i++)
        if (!strcmp(e->slot[i].name, name))
            return &e->slot[i];
    return NULL;
}

static int32_t lookup(struct elab *e, const struct expr *x, const struct scope *s)
{
    for (; s; s = s->outer)
        if (!strcmp(s->name, x->name))
            return s->value;
    struct elab_variable *v = elab_slot(e, x->name);
    if (v)
        return v->value;
    for (size_t i = 0; i < e->file->param.len; i++)
        if (!strcmp(e->file->param.at[i].name, x->name))
            return e->file->param.at[i].value;
    uint32_t m = names_find(&e->message, x->name, strlen(x->name));
    if (m != NAMES_NONE)
        return (int32_t)m;
    elab_error(e, x->at,
               "'%s' is not an index, a variable, a parameter or a message here",
               x->name);
    return 0;
}

static int32_t narrow(struct elab *e, const struct expr *x, int64_t value)
{
    if (value > INT32_MAX || value < INT32_MIN)
        elab_error(e, x->at, "the value %lld is too large", (long long)value);
    return (int32_t)value;
}

int32_t elab_value(struct elab *e, const struct expr *x, const struct scope *s)
{
    if (e->bad)
        return 0;
    switch (x->op) {
    case EXPR_NUMBER:
        return x->value;
    case EXPR_NAME:
        return lookup(e, x, s);
    case EXPR_NOT:
        return !elab_value(e, x->a, s);
    case EXPR_NEG:
        return narrow(e, x, -(int64_t)elab_value(e, x->a, s));
    case EXPR_AND:
        return elab_value(e, x->a, s) && elab_value(e, x->b, s);
    case EXPR_OR:
        return elab_value(e, x->a, s) || elab_value(e, x->b, s);
    case EXPR_FIELD:
    case EXPR_AT:
    case EXPR_TERMINATED:
    case EXPR_PENDING:
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_SUM:
        elab_error(e, x->at, "this looks at a halted state; it belongs in a check");
        return 0;
    default:
        break;
    }
    int64_t a = elab_value(e, x->a, s), b = elab_value(e, x->b, s);
    switch (x->op) {
    case EXPR_EQ:
        return a == b;
    case EXPR_NE:
        return a != b;
    case EXPR_LT:
        return a < b;
    case EXPR_LE:
        return a <= b;
    case EXPR_ADD:
        return narrow(e, x, a + b);
    case EXPR_SUB:
        return narrow(e, x, a - b);
    case EXPR_MUL:
        return narrow(e, x, a * b);
    default:
        if (!b && !e->bad)
            elab_error(e, x->at, "division by zero");
        if (e->bad)
            return 0;
        return narrow(e, x, x->op == EXPR_DIV ? a / b : a % b);
    }
}

void elab_spell(struct elab *e, const struct ref *r, const struct scope *s,
                struct str *out)
{
    str_addf(out, "%s", r->name);
    for (size_t i = 0; i < r->index.len; i++)
        str_addf(out, "%c%d", i ? ',' : '[', elab_value(e, r->index.at[i].from, s));
    if (r->index.len)
        str_addf(out, "]");
}

uint32_t elab_process(struct elab *e, const struct ref *r, const struct scope *s)
{
    struct str name = {0};
    elab_spell(e, r, s, &name);
    uint32_t p = names_find(&e->process, str_text(&name), name.len);
    if (p == NAMES_NONE)
        elab_error(e, r->at, "there is no process %s", str_text(&name));
    str_free(&name);
    return e->bad ? NAMES_NONE : p;
}

struct tuple {
    const struct ref *r;
    struct str name;
    void (*each)(struct elab *e, const struct scope *s, const char *name, void *arg);
    void *arg;
};

static void tuple(struct elab *e, struct tuple *t, size_t i, const struct scope *s)
{
    size_t mark = t->name.len;
    if (i == t->r->index.len) {
        str_addf(&t->name, i ? "]" : "");
        if (!e->bad)
            t->each(e, s, str_text(&t->name), t->arg);
    } else {
        const struct binder *b = &t->r->index.at[i];
        int32_t from = elab_value(e, b->from, s);
        int32_t to = b->name ? elab_value(e, b->to, s) : from;
        if (to > from && (int64_t)to - from > 1000000)
            elab_error(e, b->at, "the range %d..%d is too large", from, to);
        for (int64_t v = from; v <= to && !e->bad; v++) {
            struct scope in = {b->name ? b->name : "", (int32_t)v, s};
            str_addf(&t->name, "%c%d", i ? ',' : '[', (int32_t)v);
            tuple(e, t, i + 1, b->name ? &in : s);
            t->name.len = mark;
            t->name.text[mark] = '\0';
        }
    }
    t->name.len = mark;
    t->name.text[mark] = '\0';
}

void elab_each(struct elab *e, const struct ref *r, const struct scope *s,
               void (*each)(struct elab *e, const struct scope *s, const char *name,
                            void *arg),
               void *arg)
{
    struct tuple t = {.r = r, .each = each, .arg = arg};
    str_addf(&t.name, "%s", r->name);
    tuple(e, &t, 0, s);
    str_free(&t.name);
}

void elab_message_text(const struct elab *e, int32_t value, struct str *out)
{
    if (value >= NAMED_MESSAGE)
        str_addf(out, "%s", e->message_name.at[value - NAMED_MESSAGE]);
    else
        str_addf(out, "%d", value);
}
