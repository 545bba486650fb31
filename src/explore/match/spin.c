/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.c - see spin.h. */
#include "explore/match/spin.h"
#include "explore/match/line.h"
#include "explore/match/patience.h"

#define MAX_LOCAL 10000 /* local steps between two looks */
#define LONGEST   2000  /* steps of a round; longer ones are not recognised */
#define SHORT     200   /* looks in a row; of more, only some are looked at */
#define MAX_LOOKS 20    /* looks of a round, in spin_returns() and follow_round() */

typedef VEC(struct op) looks_vec;

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
static bool fail(struct graph *g, uint32_t p, struct op *op)
{
    const struct program_ops *ops = g->program->ops;
    *op = (struct op){0};
    ops->resume(g->program, p, (struct outcome){.index = OUTCOME_FALSE});
    bool more = ops->next(g->program, p, op);
    for (uint32_t i = 0; more && is_local(op) && i < MAX_LOCAL; i++) {
        ops->resume(g->program, p, (struct outcome){.index = OUTCOME_NONE});
        more = ops->next(g->program, p, op);
    }
    return more && op_looks(op->kind) && op->kind != OP_PROBE;
}

/* ---- rounds of several looks ---- */

static bool asks_at(const looks_vec *looks, uint64_t where)
{
    for (size_t i = 0; i < looks->len; i++)
        if (looks->at[i].where == where)
            return true;
    return false;
}

/* Has the rank looked at this place of the program, since it last changed something? */
static bool looked_at(const struct match_rank *k, uint64_t where)
{
    size_t oldest = k->line.len > LONGEST ? k->line.len - LONGEST : 0;
    for (size_t i = k->line.len; i-- > oldest && changes_nothing(&k->line.at[i]);)
        if (op_looks(k->line.at[i].op.kind) && k->line.at[i].op.where == where)
            return true;
    return k->next.op.where == where;
}

/* The position that the rank comes back to if its next look fails, and so do those that
 * follow, which are appended to `rest`; NONE if there is none. States are compared, which
 * takes time, at the first look that follows, and where the rank has looked before. */
static int32_t follow_round(struct graph *g, uint32_t p, looks_vec *rest)
{
    struct match_rank *k = &g->rank[p];
    const struct program_ops *ops = g->program->ops;
    int32_t knot = NONE;
    struct op op;
    image_id here = ops->save(g->program, p);
    while (rest->len < MAX_LOOKS && fail(g, p, &op)) {
        if (!rest->len || looked_at(k, op.where)) {
            uint64_t digest = program_digest(g->program, p);
            knot = digest == k->next.digest ? (int32_t)k->line.len : seen_at(k, digest);
        }
        if (knot != NONE || op.where == k->next.op.where || asks_at(rest, op.where))
            break;
        op.args = line_copy_args(g, &op);
        vec_push(rest, op);
    }
    ops->restore(g->program, p, here);
    ops->release(g->program, p, here);
    return knot;
}

/* Is it always known whether this look, of the rest of a round, could find something?
 * Not if it is a probe or try-receive whose message an earlier receive could take. */
static bool is_plain(const struct match_rank *k, const struct op *look)
{
    if (look->kind == OP_POLL)
        return look->mode == POLL_TEST;
    for (size_t i = k->recvs.len ? vec_last(&k->recvs).open : 0; i < k->recvs.len; i++) {
        const struct match_recv *r = &k->recvs.at[i];
        if (!r->transient && r->seen == NONE && rule_overlap(r->wants, op_pattern(look)))
            return false;
    }
    return true;
}

/* May the rank wait for any look of the round? Not if it has seen a message that is still
 * there: then some looks cannot fail. */
static bool may_wait(const struct graph *g, uint32_t p, const looks_vec *rest)
{
    const struct match_rank *k = &g->rank[p];
    bool may = graph_sighted(g, p, (uint32_t)k->line.len, NONE) == NONE &&
               (k->next.op.kind != OP_POLL || k->next.op.mode == POLL_TEST);
    for (size_t i = 0; i < rest->len; i++)
        may &= is_plain(k, &rest->at[i]);
    return may;
}

/* If the rank's next look is part of a round, notes that. */
static void judge_round(struct graph *g, uint32_t p)
{
    struct match_record *r = &g->rank[p].next;
    looks_vec rest = {0};
    int32_t knot = follow_round(g, p, &rest);
    if (knot != NONE && !rest.len) {
        r->spin = SPIN_WAIT;
        r->knot = knot;
    } else if (knot != NONE && may_wait(g, p, &rest)) {
        r->knot = knot;
        r->round = mem_alloc(sizeof *r->round + rest.len * sizeof *rest.at);
        r->round->n = (uint32_t)rest.len;
        for (size_t i = 0; i < rest.len; i++)
            r->round->look[i] = rest.at[i];
        rest.len = 0;
    }
    for (size_t i = 0; i < rest.len; i++)
        line_free_args(&rest.at[i]);
    vec_free(&rest);
}

void spin_forget(struct match_record *r)
{
    for (uint32_t i = 0; r->round && i < r->round->n; i++)
        line_free_args(&r->round->look[i]);
    free(r->round);
}

/* Is there a message that this probe or try-receive, of the rest of a round, would find?
 * No receive that is posted could take it. */
static bool message_there(const struct graph *g, uint32_t p, const struct op *look)
{
    for (uint32_t from = 0; from < g->n; from++) {
        const struct match_channel *c = graph_channel(g, p, from);
        for (size_t i = c->taken; i < c->sends.len; i++) {
            const struct match_event *s = graph_event(g, c->sends.at[i]);
            if (s->reader == NONE && spin_fits(look, s))
                return true;
        }
    }
    return false;
}

bool spin_finds(struct graph *g, uint32_t p)
{
    const struct match_round *round = g->rank[p].next.round;
    struct outcome o;
    for (uint32_t i = 0; i < round->n; i++) {
        const struct op *look = &round->look[i];
        if (look->kind != OP_POLL && message_there(g, p, look))
            return true;
        for (uint32_t a = 0; look->kind == OP_POLL && a < look->nargs; a++)
            if (graph_complete(g, p, look->args[a], &o))
                return true;
    }
    return false;
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
    struct op op;
    while (!back && n < MAX_LOOKS && fail(g, p, &op)) {
        seen[n] = program_digest(g->program, p);
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
    patience_count(g, p);
    r->knot = NONE;
    bool compares = r->row <= SHORT || r->row % SHORT == 0;
    if (compares) {
        r->digest = program_digest(g->program, p);
        r->knot = seen_at(k, r->digest);
    }
    if (r->knot != NONE)
        r->spin = SPIN_STOP;
    else if (!patience_follows(g, p))
        r->spin = SPIN_BOUND;
    else if (r->op.kind != OP_PROBE && compares)
        judge_round(g, p);
    if (r->knot == NONE && r->spin == SPIN_NO && !patience_left(g, p) &&
        !(compares && spin_returns(g, p)))
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
