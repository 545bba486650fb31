/* SPDX-License-Identifier: Apache-2.0
 *
 * overlap.c - see overlap.h. */
#include "agent/tell/overlap.h"
#include "agent/core/agent.h"
#include "agent/port/ports.h"
#include "agent/tell/handover.h"
#include "explore/search/search.h"
#include "kernel/state.h"

#include <stdio.h>

static bool is_call(const struct op *op)
{
    return op_family(op->kind) == FAMILY_MATCHING && op->call;
}

/* Must the two not be at the same time? */
static bool excludes(enum overlap what, const struct op *x, const struct op *y)
{
    if (what == OVERLAP_ANY)
        return is_call(x) && is_call(y);
    return x->kind == OP_ARRIVE && y->kind == OP_ARRIVE && x->object == y->object;
}

/* Has the event happened when the other line was about to make its k-th step? */
static bool is_over(const struct state *st, uint32_t event, uint32_t line, uint32_t k)
{
    const struct event *e = &st->events.at[event];
    const struct actor *a = &st->actor[line];
    return k && state_clock_entry(st, a->events.at[k - 1], e->act.actor) > e->index;
}

/* The last event of the other line before the k-th of this one that excludes it;
 * UINT32_MAX: there is none. */
static uint32_t earlier(const struct state *st, enum overlap what, uint32_t line,
                        uint32_t k, uint32_t other)
{
    uint32_t x = st->actor[line].events.at[k];
    for (size_t i = st->actor[other].events.len; i-- > 0;) {
        uint32_t y = st->actor[other].events.at[i];
        if (y < x && excludes(what, &st->events.at[x].op, &st->events.at[y].op))
            return y;
    }
    return UINT32_MAX;
}

static void report(struct search *s, enum overlap what, uint32_t line, uint32_t x,
                   uint32_t y)
{
    const struct state *st = s->st;
    const struct op *later = &st->events.at[x].op, *before = &st->events.at[y].op;
    char text[FAULT_TEXT];
    snprintf(text, sizeof text, "MPI_%s is called while %s may be in MPI_%s, %s",
             port_op_name(later), agent.rank[st->events.at[y].act.actor].name,
             port_op_name(before),
             what == OVERLAP_ANY
                 ? "and the level of thread support is MPI_THREAD_SERIALIZED"
                 : "a collective call on the same communicator");
    handover_finding(s, (struct trouble){.kind = FINDING_INVALID_ARGUMENT,
                                         .actor = line,
                                         .message = text,
                                         .site = handover_site(later),
                                         .other = handover_site(before),
                                         .of_line = true});
}

/* True: there is such a pair in this process. */
static bool look(struct search *s, enum overlap what, uint32_t line, uint32_t other)
{
    const struct state *st = s->st;
    for (uint32_t k = 0; k < st->actor[line].events.len; k++) {
        uint32_t x = st->actor[line].events.at[k], y = earlier(st, what, line, k, other);
        if (y == UINT32_MAX || is_over(st, y, line, k))
            continue;
        report(s, what, line, x, y);
        return true;
    }
    return false;
}

void overlap_report(struct search *s)
{
    const struct state *st = s->st;
    for (uint32_t p = 0; p < agent.nprocesses; p++) {
        bool found = !agent.overlaps[p];
        for (uint32_t a = 0; a < st->nactors && !found; a++)
            for (uint32_t b = 0; b < st->nactors && !found; b++)
                found = a != b && agent.process[a] == p && agent.process[b] == p &&
                        look(s, (enum overlap)agent.overlaps[p], a, b);
    }
}
