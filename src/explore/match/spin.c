/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.c - see spin.h. */
#include "explore/match/spin.h"
#include "explore/match/patience.h"

#define MAX_LOCAL 10000 /* local steps between two looks */
#define LONGEST   2000  /* steps of a round; longer ones are not recognised */
#define SHORT     200   /* looks in a row; of more, only some are looked at */

/* Does the rank go on by itself, in the one way there is? */
static bool is_local(const struct op *op)
{
    if (op_family(op->kind) != FAMILY_LOCAL)
        return false;
    switch ((enum local_kind)op->kind) {
    case OP_LOCAL:
        return true;
    case OP_ASSERT:
        return op->value;
    case OP_CHOOSE:
        break;
    }
    return false;
}

/* Is this a poll that failed, or a probe, which leaves its message where it is? Neither
 * changes anything. */
static bool changes_nothing(const struct match_record *r)
{
    return is_local(&r->op) || op_sees(r->op.kind) ||
           (op_looks(r->op.kind) && r->index == OUTCOME_FALSE);
}

/* The position at which the rank was in this state, since it last changed something;
 * NONE if there is none. */
static int32_t seen_at(const struct match_rank *k, uint64_t digest)
{
    size_t oldest = k->line.len > LONGEST ? k->line.len - LONGEST : 0;
    for (size_t i = k->line.len; i-- > oldest && changes_nothing(&k->line.at[i]);)
        if (op_looks(k->line.at[i].op.kind) && k->line.at[i].digest == digest)
            return (int32_t)i;
    return NONE;
}

/* The position that the rank comes back to if its next look fails; NONE if there is
 * none. */
static int32_t fails_to(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    const struct program_ops *ops = g->program->ops;
    struct op op = {0};
    int32_t knot = NONE;
    image_id here = ops->save(g->program, p);
    ops->resume(g->program, p, (struct outcome){.index = OUTCOME_FALSE});
    bool more = ops->next(g->program, p, &op);
    for (uint32_t i = 0; more && is_local(&op) && i < MAX_LOCAL; i++) {
        ops->resume(g->program, p, (struct outcome){.index = OUTCOME_NONE});
        more = ops->next(g->program, p, &op);
    }
    if (more && op_looks(op.kind)) {
        uint64_t digest = ops->digest(g->program, p);
        knot = digest == k->next.digest ? (int32_t)k->line.len : seen_at(k, digest);
    }
    ops->restore(g->program, p, here);
    ops->release(g->program, p, here);
    return knot;
}

void spin_judge(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    struct match_record *r = &k->next;
    patience_count(k);
    r->knot = NONE;
    if (r->row > SHORT && r->row % SHORT) { /* it has not been where it was for long */
        r->spin = patience_left(g, p);
        return;
    }
    r->digest = g->program->ops->digest(g->program, p);
    r->knot = seen_at(k, r->digest);
    if (r->knot != NONE) {
        r->spin = SPIN_STOP;
        return;
    }
    if (r->op.kind != OP_PROBE)
        r->knot = fails_to(g, p);
    r->spin = r->knot != NONE ? SPIN_WAIT : patience_left(g, p);
}

bool spin_misses(struct graph *g, uint32_t p, spin_probe_fn *probe)
{
    const struct match_rank *k = &g->rank[p];
    for (size_t i = (size_t)k->next.knot; i < k->line.len; i++) {
        const struct match_record *r = &k->line.at[i];
        struct outcome o;
        if (!op_looks(r->op.kind) || r->index != OUTCOME_FALSE)
            continue;
        if (r->op.kind != OP_POLL && probe(g, p, &r->op))
            return true;
        for (uint32_t a = 0; r->op.kind == OP_POLL && a < r->op.nargs; a++)
            if (graph_complete(g, p, r->op.args[a], &o))
                return true;
    }
    return false;
}
