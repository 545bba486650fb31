/* SPDX-License-Identifier: Apache-2.0
 *
 * name.c - see name.h. */
#include "explore/match/name.h"

/* The message that the match takes. */
static int32_t message_of(const struct graph *g, int32_t match)
{
    if (match == NONE || graph_event(g, (uint32_t)match)->from == NONE)
        return OUTCOME_FALSE;
    const struct match_event *s =
        graph_event(g, (uint32_t)graph_event(g, (uint32_t)match)->from);
    return message_outcome(s->rank, s->index);
}

/* The message of the rank's request number i, if that is a receive. */
static int32_t message_for(const struct graph *g, uint32_t rank, uint32_t i)
{
    const struct match_request *q = &g->rank[rank].requests.at[i];
    return q->kind == OP_IRECV ? message_of(g, graph_recv(g, rank, q->index)->event)
                               : OUTCOME_FALSE;
}

static void add_line(const struct graph *g, uint32_t rank, struct observed *o)
{
    const struct match_rank *k = &g->rank[rank];
    uint32_t recv = 0;
    for (size_t i = 0; i < k->line.len; i++) {
        const struct match_record *r = &k->line.at[i];
        int32_t outcome = r->index, message = OUTCOME_FALSE;
        if (op_looks(r->op.kind) && r->digest)
            observed_look(o, rank, r->digest);
        if (r->op.kind == OP_IRECV)
            recv++;
        else if (op_wants(r->op.kind))
            outcome = message_of(g, graph_recv(g, rank, recv++)->event);
        else if (op_reports(r->op.kind) && outcome != OUTCOME_FALSE)
            message = message_for(g, rank, r->op.args[outcome]);
        observed_step(o, rank, &r->op, outcome, message);
    }
    for (uint32_t i = 0; i < k->requests.len; i++)
        if (k->requests.at[i].kind == OP_IRECV)
            observed_receive(o, rank, message_for(g, rank, i));
}

struct digest match_name(const struct graph *g, struct observed *o)
{
    observed_clear(o);
    for (uint32_t p = 0; p < g->n; p++)
        add_line(g, p, o);
    return observed_name(o);
}
