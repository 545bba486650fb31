/* SPDX-License-Identifier: Apache-2.0
 *
 * match_spin.c - see match_spin.h. */
#include "explore/match_spin.h"

#define MAX_FAILURES 50 /* in a row, for polls that are not in the same state again */

bool spin_polls(enum op_kind kind)
{
    return kind == OP_POLL || kind == OP_IPROBE || kind == OP_TRYRECV;
}

static bool is_local(const struct match_record *r)
{
    return r->op.kind == OP_LOCAL || r->op.kind == OP_ASSERT;
}

/* A poll that failed, or a look at a message that stays where it is. */
static bool changes_nothing(const struct match_record *r)
{
    return (spin_polls(r->op.kind) && r->index == OUTCOME_FALSE) ||
           r->op.kind == OP_IPROBE || r->op.kind == OP_PROBE;
}

enum spin spin_of(struct graph *g, const struct match_rank *k)
{
    uint32_t failures = 0, rounds = 0;
    for (size_t i = k->line.len; i-- > 0;) {
        const struct match_record *r = &k->line.at[i];
        if (is_local(r))
            continue;
        if (!changes_nothing(r))
            return SPIN_NO;
        failures++;
        if (r->op.kind == k->next.op.kind && r->digest == k->next.digest) {
            if (failures == 1 && r->index == OUTCOME_FALSE)
                return SPIN_WAIT;
            if (++rounds == 2)
                return SPIN_STOP;
        }
        if (failures == MAX_FAILURES) {
            g->bounded = true;
            return SPIN_BOUND;
        }
    }
    return SPIN_NO;
}

bool spin_misses(struct graph *g, uint32_t p, spin_probe_fn *probe)
{
    const struct match_rank *k = &g->rank[p];
    for (size_t i = k->line.len; i-- > 0;) {
        const struct match_record *r = &k->line.at[i];
        struct outcome o;
        if (is_local(r))
            continue;
        if (!changes_nothing(r))
            return false;
        if (r->index != OUTCOME_FALSE)
            continue;
        if (r->op.kind != OP_POLL && probe(g, p, &r->op))
            return true;
        for (uint32_t a = 0; r->op.kind == OP_POLL && a < r->op.nargs; a++)
            if (graph_complete(g, p, r->op.args[a], &o))
                return true;
    }
    return false;
}
