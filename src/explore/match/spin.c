/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.c - see spin.h. */
#include "explore/match/spin.h"
#include "explore/match/line.h"
#include "explore/match/patience.h"

#define MAX_LOCAL 10000 /* local steps between two looks */
#define LONGEST   2000  /* steps of a round; longer ones are not recognised */
#define SHORT     200   /* looks in a row; of more, only some are looked at */
#define MAX_LOOKS 20    /* looks of a round, in spin_returns() */

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

/* Lets the rank's look fail, and runs it on to its next look; false if something else
 * comes first. */
static bool fail(struct graph *g, uint32_t p)
{
    const struct program_ops *ops = g->program->ops;
    struct op op = {0};
    ops->resume(g->program, p, (struct outcome){.index = OUTCOME_FALSE});
    bool more = ops->next(g->program, p, &op);
    for (uint32_t i = 0; more && is_local(&op) && i < MAX_LOCAL; i++) {
        ops->resume(g->program, p, (struct outcome){.index = OUTCOME_NONE});
        more = ops->next(g->program, p, &op);
    }
    return more && op_looks(op.kind) && op.kind != OP_PROBE;
}

/* The position that the rank comes back to if its next look fails; NONE if there is
 * none. */
static int32_t fails_to(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    const struct program_ops *ops = g->program->ops;
    int32_t knot = NONE;
    image_id here = ops->save(g->program, p);
    if (fail(g, p)) {
        uint64_t digest = ops->digest(g->program, p);
        knot = digest == k->next.digest ? (int32_t)k->line.len : seen_at(k, digest);
    }
    ops->restore(g->program, p, here);
    ops->release(g->program, p, here);
    return knot;
}

bool spin_returns(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    const struct program_ops *ops = g->program->ops;
    uint64_t seen[MAX_LOOKS] = {k->next.digest};
    uint32_t n = 1;
    bool back = false;
    line_make_live(g, p);
    image_id here = ops->save(g->program, p);
    while (!back && n < MAX_LOOKS && fail(g, p)) {
        seen[n] = ops->digest(g->program, p);
        back = seen_at(k, seen[n]) != NONE;
        for (uint32_t i = 0; i < n; i++)
            back |= seen[i] == seen[n];
        n++;
    }
    ops->restore(g->program, p, here);
    ops->release(g->program, p, here);
    return back;
}

void spin_judge(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    struct match_record *r = &k->next;
    patience_count(k);
    r->knot = NONE;
    bool compares = r->row <= SHORT || r->row % SHORT == 0;
    if (compares) {
        r->digest = g->program->ops->digest(g->program, p);
        r->knot = seen_at(k, r->digest);
    }
    if (r->knot != NONE)
        r->spin = SPIN_STOP;
    else if (!patience_follows(g, p))
        r->spin = SPIN_BOUND;
    else if (r->op.kind != OP_PROBE && compares && (r->knot = fails_to(g, p)) != NONE)
        r->spin = SPIN_WAIT;
    else if (!patience_left(g, p) && !(compares && spin_returns(g, p)))
        r->spin = patience_end(g, p);
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
