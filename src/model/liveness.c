/* SPDX-License-Identifier: Apache-2.0
 *
 * liveness.c - the textbook backward analysis, over the lines of a process.
 *
 * A name is taken for the variable of that name wherever it occurs, even
 * where an index hides it: that can only keep a variable alive for longer. */
#include "model/liveness.h"

#include <string.h>

static uint64_t bit_of(const struct process_decl *d, const char *name)
{
    for (size_t i = 0; name && i < d->variable.len; i++)
        if (!strcmp(d->variable.at[i].name, name))
            return UINT64_C(1) << i;
    return 0;
}

static uint64_t reads(const struct process_decl *d, const struct expr *x)
{
    if (!x)
        return 0;
    uint64_t set = x->op == EXPR_NAME ? bit_of(d, x->name) : 0;
    return set | reads(d, x->a) | reads(d, x->b);
}

static uint64_t line_reads(const struct process_decl *d, const struct line *l)
{
    uint64_t set = reads(d, l->when) | reads(d, l->message);
    for (size_t i = 0; i < l->chan.index.len; i++)
        set |= reads(d, l->chan.index.at[i].from) | reads(d, l->chan.index.at[i].to);
    for (size_t i = 0; i < l->set.item.len; i++)
        set |= reads(d, l->set.item.at[i].from) | reads(d, l->set.item.at[i].to);
    for (size_t i = 0; i < l->assign.len; i++)
        set |= reads(d, l->assign.at[i].value);
    return set;
}

static uint64_t line_writes(const struct process_decl *d, const struct line *l)
{
    uint64_t set = l->pattern == PATTERN_BIND ? bit_of(d, l->bind) : 0;
    for (size_t i = 0; i < l->assign.len; i++)
        set |= bit_of(d, l->assign.at[i].name);
    return set;
}

static uint64_t mentioned(const struct process_decl *d, const struct expr *x)
{
    if (!x)
        return 0;
    uint64_t set = 0;
    if (x->op == EXPR_FIELD && !strcmp(x->ref.name, d->name.name))
        set = bit_of(d, x->name);
    return set | mentioned(d, x->a) | mentioned(d, x->b);
}

static size_t location_named(const struct process_decl *d, const char *name)
{
    size_t i = 0;
    while (i < d->location.len && strcmp(d->location.at[i].name, name))
        i++;
    return i;
}

uint64_t *liveness(const struct ast *ast, const struct process_decl *d)
{
    uint64_t *live = mem_alloc((d->location.len + 1) * sizeof *live);
    uint64_t always = 0;
    for (size_t i = 0; i < ast->check.len; i++)
        always |= mentioned(d, ast->check.at[i].expr);
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t k = d->location.len; k--;) {
            const struct location_decl *s = &d->location.at[k];
            uint64_t set = always;
            for (size_t i = 0; i < s->line.len; i++) {
                const struct line *l = &s->line.at[i];
                set |= line_reads(d, l);
                if (l->target)
                    set |= live[location_named(d, l->target)] & ~line_writes(d, l);
            }
            grown |= set != live[k];
            live[k] = set;
        }
    }
    return live;
}
