/* SPDX-License-Identifier: Apache-2.0
 *
 * parting.c - see parting.h. */
#include "explore/match/parting.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

void partings_init(struct partings *m, const struct graph *g)
{
    *m = (struct partings){.n = g->n};
    m->said = mem_alloc(g->n * sizeof *m->said);
}

void partings_free(struct partings *m)
{
    for (size_t i = 0; i < PARTINGS; i++)
        free(m->at[i]);
    free(m->said);
}

bool partings_look(struct partings *m, const struct graph *g)
{
    struct program *program = g->program;
    for (uint32_t p = 0; p < g->n; p++) {
        const struct match_rank *k = &g->rank[p];
        const struct op *op = &k->next.op;
        if (k->ended || !op_parts(op) || op->nargs != g->n || op->needed != g->n ||
            op->object != g->rank[0].next.op.object)
            return false;
        m->said[p] = program->ops->collectives->content
                         ? program->ops->collectives->content(program, op->value)
                         : (uint64_t)op->value;
    }
    return g->n > 0;
}

static size_t place(const struct partings *m)
{
    return XXH3_64bits(m->said, m->n * sizeof *m->said) % PARTINGS;
}

bool partings_known(const struct partings *m)
{
    const uint64_t *known = m->at[place(m)];
    return known && !memcmp(known, m->said, m->n * sizeof *m->said);
}

void partings_remember(struct partings *m)
{
    uint64_t **known = &m->at[place(m)];
    if (!*known)
        *known = mem_alloc(m->n * sizeof *m->said);
    memcpy(*known, m->said, m->n * sizeof *m->said);
}
