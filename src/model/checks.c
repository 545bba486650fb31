/* SPDX-License-Identifier: Apache-2.0
 *
 * checks.c - the `check` lines of a file as a halting property.
 *
 * Quantifiers are written out and every reference to a process becomes a
 * table over its local states, so that evaluating a predicate needs no names. */
#include "model/elaborate.h"

#include <string.h>

typedef VEC(struct pred *) preds_vec;

static struct pred *compile(struct elab *e, const struct expr *x, const struct scope *s);

/* all, any and sum: one copy of the body for each value. */
static struct pred *fold(struct elab *e, const struct expr *x, const struct scope *s)
{
    enum pred_op op = x->op == EXPR_ALL   ? PRED_AND
                      : x->op == EXPR_ANY ? PRED_OR
                                          : PRED_ADD;
    preds_vec all = {0};
    int32_t from = elab_value(e, x->binder.from, s), to = elab_value(e, x->binder.to, s);
    for (int64_t v = from; v <= to && !e->bad; v++) {
        struct scope in = {x->binder.name, (int32_t)v, s};
        vec_push(&all, compile(e, x->a, &in));
    }
    struct pred *joined =
        all.len ? pred_join(op, all.at, all.len) : pred_const(x->op == EXPR_ALL);
    vec_free(&all);
    return joined;
}

static struct pred *local(struct elab *e, const struct expr *x, const struct scope *s)
{
    uint32_t p = elab_process(e, &x->ref, s);
    if (e->bad)
        return pred_const(0);
    if (x->op == EXPR_TERMINATED)
        return pred_terminated(e->m, p);
    const struct process_decl *d = &e->ast->process.at[e->decl_of.at[p]];
    size_t n = x->op == EXPR_AT ? d->location.len : d->variable.len, i = 0;
    while (i < n &&
           strcmp(x->op == EXPR_AT ? d->location.at[i].name : d->variable.at[i].name,
                  x->name))
        i++;
    if (i == n) {
        elab_error(e, x->at, "%s has no %s '%s'", e->m->process[p].name,
                   x->op == EXPR_AT ? "state" : "variable", x->name);
        return pred_const(0);
    }
    int32_t *table = mem_alloc(e->m->process[p].count * sizeof *table);
    for (uint32_t u = 0; u < e->m->process[p].count; u++) {
        const int32_t *value = e->m->state[model_at(e->m, p, u)].value;
        table[u] = x->op == EXPR_AT ? value[0] == (int32_t)i : value[1 + i];
    }
    return pred_local(p, table);
}

static struct pred *pending(struct elab *e, const struct expr *x, const struct scope *s)
{
    struct str name = {0};
    elab_spell(e, &x->ref, s, &name);
    uint32_t c = names_find(&e->channel, str_text(&name), name.len);
    if (c == NAMES_NONE)
        elab_error(e, x->ref.at, "there is no channel %s", str_text(&name));
    str_free(&name);
    return e->bad ? pred_const(0) : pred_pending(c);
}

static struct pred *compile(struct elab *e, const struct expr *x, const struct scope *s)
{
    static const enum pred_op ops[] = {
        [EXPR_NOT] = PRED_NOT, [EXPR_NEG] = PRED_NEG, [EXPR_AND] = PRED_AND,
        [EXPR_OR] = PRED_OR,   [EXPR_EQ] = PRED_EQ,   [EXPR_NE] = PRED_NE,
        [EXPR_LT] = PRED_LT,   [EXPR_LE] = PRED_LE,   [EXPR_ADD] = PRED_ADD,
        [EXPR_SUB] = PRED_SUB, [EXPR_MUL] = PRED_MUL, [EXPR_DIV] = PRED_DIV,
        [EXPR_MOD] = PRED_MOD,
    };
    if (e->bad)
        return pred_const(0);
    switch (x->op) {
    case EXPR_NUMBER:
    case EXPR_NAME:
        return pred_const(elab_value(e, x, s));
    case EXPR_FIELD:
    case EXPR_AT:
    case EXPR_TERMINATED:
        return local(e, x, s);
    case EXPR_PENDING:
        return pending(e, x, s);
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_SUM:
        return fold(e, x, s);
    default:
        break;
    }
    struct pred *a = compile(e, x->a, s);
    return pred_make(ops[x->op], a, x->b ? compile(e, x->b, s) : NULL);
}

static void terminated(struct elab *e, const struct scope *s, const char *name, void *arg)
{
    preds_vec *all = arg;
    (void)s;
    uint32_t p = names_find(&e->process, name, strlen(name));
    if (p != NAMES_NONE)
        vec_push(all, pred_terminated(e->m, p));
}

static void termination(struct elab *e, const struct check_decl *d)
{
    struct str text = {0};
    preds_vec all = {0};
    for (size_t i = 0; i < d->process.len && !e->bad; i++) {
        size_t before = all.len;
        elab_each(e, &d->process.at[i], NULL, terminated, &all);
        if (all.len == before)
            elab_error(e, d->process.at[i].at, "there is no such process as %s here",
                       d->process.at[i].name);
        str_addf(&text, "%s%s", i ? ", " : "termination of ", d->process.at[i].name);
    }
    property_add(&e->file->property, str_text(&text),
                 all.len ? pred_join(PRED_AND, all.at, all.len) : pred_const(1),
                 d->at.line);
    vec_free(&all);
    str_free(&text);
}

void elab_checks(struct elab *e)
{
    struct property *q = &e->file->property;
    for (size_t i = 0; i < e->ast->check.len && !e->bad; i++) {
        const struct check_decl *d = &e->ast->check.at[i];
        if (d->kind == CHECK_DEADLOCK) {
            property_add_deadlock_free(q, e->m);
            vec_last(&q->clause).line = d->at.line;
        } else if (d->kind == CHECK_NEVER) {
            property_add(q, "never halts", pred_const(0), d->at.line);
        } else if (d->kind == CHECK_TERMINATION) {
            termination(e, d);
        } else {
            struct str text = {0};
            str_addf(&text, "when halted %.*s", (int)d->len, d->text);
            property_add(q, str_text(&text), compile(e, d->expr, NULL), d->at.line);
            str_free(&text);
        }
    }
    if (!q->clause.len)
        property_add_deadlock_free(q, e->m);
}
