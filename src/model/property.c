/* SPDX-License-Identifier: Apache-2.0
 *
 * property.c - evaluating predicates, and telling which are stable.
 *
 * Stability (q(s) implies q(s') for every simple transition s -> s') is
 * decided by structure, never by exploration, so "no" is a safe answer. A
 * table is stable if no transition of its process leads from non-zero to
 * zero; "is at a final state" is one. Conjunctions and disjunctions of stable
 * predicates are stable. And a conjunction is stable, whatever else it says,
 * if everything in it is about processes that one of its parts says have
 * terminated: these will not move again. */
#include "model/property.h"

#include <string.h>

struct pred *pred_make(enum pred_op op, struct pred *a, struct pred *b)
{
    struct pred *p = mem_alloc(sizeof *p);
    *p = (struct pred){.op = op, .a = a, .b = b};
    return p;
}

struct pred *pred_const(int32_t value)
{
    struct pred *p = pred_make(PRED_CONST, NULL, NULL);
    p->value = value;
    return p;
}

struct pred *pred_pending(uint32_t channel)
{
    struct pred *p = pred_make(PRED_PENDING, NULL, NULL);
    p->who = channel;
    return p;
}

struct pred *pred_local(uint32_t process, int32_t *table)
{
    struct pred *p = pred_make(PRED_LOCAL, NULL, NULL);
    p->who = process;
    p->table = table;
    return p;
}

struct pred *pred_terminated(const struct model *m, uint32_t process)
{
    int32_t *table = mem_alloc(m->process[process].count * sizeof *table);
    for (uint32_t i = 0; i < m->process[process].count; i++)
        table[i] = m->state[model_at(m, process, i)].kind == MODEL_FINAL;
    return pred_local(process, table);
}

/* As flat as can be: functions here call themselves for what is joined. */
struct pred *pred_join(enum pred_op op, struct pred **all, size_t n)
{
    size_t half = n / 2;
    return n == 1 ? *all
                  : pred_make(op, pred_join(op, all, half),
                              pred_join(op, all + half, n - half));
}

void pred_free(struct pred *p)
{
    if (!p)
        return;
    pred_free(p->a);
    pred_free(p->b);
    free(p->table);
    free(p);
}

void property_add(struct property *q, const char *text, struct pred *pred, uint32_t line)
{
    vec_push(&q->clause, (struct clause){mem_strdup(text), pred, line});
}

void property_add_deadlock_free(struct property *q, const struct model *m)
{
    VEC(struct pred *) all = {0};
    for (uint32_t p = 0; p < m->processes; p++)
        vec_push(&all, pred_terminated(m, p));
    property_add(q, "deadlock-free",
                 all.len ? pred_join(PRED_AND, all.at, all.len) : pred_const(1), 0);
    vec_free(&all);
}

void property_free(struct property *q)
{
    for (size_t i = 0; i < q->clause.len; i++) {
        free(q->clause.at[i].text);
        pred_free(q->clause.at[i].pred);
    }
    vec_free(&q->clause);
}

/* Wraps on overflow rather than being undefined: predicates come from files. */
static int32_t value(const struct pred *p, const struct model *m, const struct global *s)
{
    switch (p->op) {
    case PRED_CONST:
        return p->value;
    case PRED_LOCAL:
        return p->table[s->at[p->who] - m->process[p->who].base];
    case PRED_PENDING:
        return (int32_t)s->len[p->who];
    case PRED_NOT:
        return !value(p->a, m, s);
    case PRED_NEG:
        return (int32_t)(0u - (uint32_t)value(p->a, m, s));
    case PRED_AND:
        return value(p->a, m, s) && value(p->b, m, s);
    case PRED_OR:
        return value(p->a, m, s) || value(p->b, m, s);
    default:
        break;
    }
    int32_t a = value(p->a, m, s), b = value(p->b, m, s);
    switch (p->op) {
    case PRED_EQ:
        return a == b;
    case PRED_NE:
        return a != b;
    case PRED_LT:
        return a < b;
    case PRED_LE:
        return a <= b;
    case PRED_ADD:
        return (int32_t)((uint32_t)a + (uint32_t)b);
    case PRED_SUB:
        return (int32_t)((uint32_t)a - (uint32_t)b);
    case PRED_MUL:
        return (int32_t)((uint32_t)a * (uint32_t)b);
    case PRED_DIV:
        return b ? (int32_t)((int64_t)a / b) : 0;
    default:
        return b ? (int32_t)((int64_t)a % b) : 0;
    }
}

uint32_t property_broken(const struct property *q, const struct model *m,
                         const struct global *s)
{
    for (size_t i = 0; i < q->clause.len; i++)
        if (!value(q->clause.at[i].pred, m, s))
            return (uint32_t)i;
    return MODEL_NONE;
}

static bool stable_table(const struct pred *p, const struct model *m)
{
    for (uint32_t i = 0; i < m->transitions; i++) {
        const struct model_trans *t = &m->trans[i];
        if (t->process == p->who && p->table[t->src] && !p->table[t->dst])
            return false;
    }
    return true;
}

/* Is the predicate non-zero at final states of a process only, so that the process will
 * not move again? */
static bool implies_final(const struct pred *p, const struct model *m)
{
    for (uint32_t i = 0; i < m->process[p->who].count; i++)
        if (p->table[i] && m->state[model_at(m, p->who, i)].kind != MODEL_FINAL)
            return false;
    return true;
}

static void collect_final(const struct pred *p, const struct model *m, bool *final)
{
    if (p->op == PRED_AND) {
        collect_final(p->a, m, final);
        collect_final(p->b, m, final);
    } else if (p->op == PRED_LOCAL && implies_final(p, m)) {
        final[p->who] = true;
    }
}

static bool only_about(const struct pred *p, const bool *set)
{
    if (!p)
        return true;
    if (p->op == PRED_PENDING || (p->op == PRED_LOCAL && !set[p->who]))
        return false;
    return only_about(p->a, set) && only_about(p->b, set);
}

/* `final`: processes known to have terminated wherever p is true. */
static bool stable(const struct pred *p, const struct model *m, const bool *final)
{
    if (only_about(p, final))
        return true;
    switch (p->op) {
    case PRED_CONST:
        return true;
    case PRED_LOCAL:
        return stable_table(p, m);
    case PRED_OR:
        return stable(p->a, m, final) && stable(p->b, m, final);
    case PRED_AND: {
        bool *more = mem_alloc(m->processes);
        memcpy(more, final, m->processes);
        collect_final(p, m, more);
        bool yes = stable(p->a, m, more) && stable(p->b, m, more);
        free(more);
        return yes;
    }
    default:
        return false;
    }
}

bool property_stable(const struct property *q, const struct model *m)
{
    bool *none = mem_alloc(m->processes);
    bool yes = true;
    for (size_t i = 0; i < q->clause.len && yes; i++)
        yes = stable(q->clause.at[i].pred, m, none);
    free(none);
    return yes;
}
