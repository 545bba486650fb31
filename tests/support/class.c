/* SPDX-License-Identifier: Apache-2.0
 *
 * class.c - see class.h. */
#include "support/class.h"
#include "support/oracle.h"

/* What the ranks have done and observed. */
static struct oracle_rank *ranks_of(const struct state *st)
{
    uint32_t n = st->program->nactors;
    struct oracle_rank *r = mem_alloc(n * sizeof *r);
    for (uint32_t a = 0; a < n; a++) {
        const struct actor *me = &st->actor[a];
        for (size_t i = 0; i < me->events.len; i++) {
            const struct event *e = &st->events.at[me->events.at[i]];
            bool look = e->op.kind == OP_FINISH || e->op.kind == OP_POLL;
            vec_push(&r[a].history, e->act.outcome);
            if (!look || e->act.outcome == OUTCOME_FALSE)
                continue;
            const struct posted *p = &me->requests.at[e->op.args[e->act.outcome]];
            if (p->kind == OP_IRECV)
                vec_push(&r[a].history, st->events.at[p->taken].act.outcome);
        }
        for (size_t i = 0; i < me->requests.len; i++) {
            const struct posted *p = &me->requests.at[i];
            bool matched = p->kind == OP_IRECV && p->taken != NO_EVENT;
            vec_push(&r[a].match,
                     matched ? st->events.at[p->taken].act.outcome : OUTCOME_FALSE);
        }
    }
    for (size_t i = 0; st->program->queues && i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (e->op.kind == OP_ISEND)
            oracle_arrived(&r[e->op.peer], e->op.object,
                           message_outcome(e->act.actor, e->act.seq));
    }
    return r;
}

static struct digest name_of(const struct state *st,
                             struct digest (*name)(const struct oracle_rank *, uint32_t))
{
    uint32_t n = st->program->nactors;
    struct oracle_rank *r = ranks_of(st);
    struct digest d = name(r, n);
    for (uint32_t a = 0; a < n; a++)
        oracle_rank_free(&r[a]);
    free(r);
    return d;
}

struct digest class_of_state(const struct state *st)
{
    return name_of(st, oracle_class);
}

struct digest histories_of_state(const struct state *st)
{
    return name_of(st, oracle_histories);
}
