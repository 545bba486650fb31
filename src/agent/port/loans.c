/* SPDX-License-Identifier: Apache-2.0
 *
 * loans.c - see loans.h. */
#include "agent/port/loans.h"
#include "agent/core/agent.h"
#include "agent/port/payload.h"

/* The k-th collective on a context: what was contributed, and how many ranks still have
 * to look at it. */
struct meeting {
    VEC(int64_t) given;
    uint32_t expected;
};

struct place {
    uint32_t *arrived; /* for each rank, how often it has arrived */
    uint32_t first;    /* meetings before this one were removed */
    uint32_t over;     /* and so many at the front are to be */
    VEC(struct meeting *) meetings;
};

struct open { /* an arrive that is not complete */
    uint32_t request;
    struct meeting *meeting;
};

struct borrower {
    VEC(struct open) open;
    VEC(int64_t) spent;
    VEC(struct meeting *) left;
};

struct loans {
    VEC(struct place) places; /* for each context */
    struct borrower *rank;
};

static struct loans *loans(void)
{
    if (!agent.loans) {
        agent.loans = mem_alloc(sizeof *agent.loans);
        agent.loans->rank = mem_alloc(agent.nranks * sizeof *agent.loans->rank);
    }
    return agent.loans;
}

static struct meeting *next_meeting(uint32_t context, uint32_t rank)
{
    struct loans *l = loans();
    while (l->places.len <= context) {
        struct place p = {.arrived = mem_alloc(agent.nranks * sizeof *p.arrived)};
        vec_push(&l->places, p);
    }
    struct place *p = &l->places.at[context];
    uint32_t k = p->arrived[rank]++;
    if (k < p->first + p->over) /* the ranks do not agree on who takes part */
        return NULL;
    while (p->first + p->meetings.len <= k)
        vec_push(&p->meetings, mem_alloc(sizeof(struct meeting)));
    return p->meetings.at[k - p->first];
}

/* Every participant has left the meeting: drops its contributions. */
static void forget(struct meeting *m)
{
    for (size_t i = 0; i < m->given.len; i++)
        payload_drop(m->given.at[i]);
    vec_free(&m->given);
}

/* Frees the meetings that are over, from the oldest on. They are removed when they are as
 * many as the others, since one rank may be ahead by many. */
static void tidy(struct place *p)
{
    while (p->over < p->meetings.len && p->meetings.at[p->over]->expected == UINT32_MAX)
        free(p->meetings.at[p->over++]);
    if (2 * (size_t)p->over < p->meetings.len)
        return;
    for (size_t i = p->over; i < p->meetings.len; i++)
        p->meetings.at[i - p->over] = p->meetings.at[i];
    p->meetings.len -= p->over;
    p->first += p->over;
    p->over = 0;
}

void loans_arrive(uint32_t rank, uint32_t request, const struct op *op)
{
    if (!agent.once)
        return;
    struct meeting *m = next_meeting(op->object, rank);
    if (!m)
        return;
    tidy(&loans()->places.at[op->object]);
    if (!m->given.len)
        m->expected = op->nargs;
    vec_push(&m->given, op->value);
    vec_push(&loans()->rank[rank].open, (struct open){request, m});
}

void loans_spend(uint32_t rank, uint32_t request, struct outcome o)
{
    if (!agent.once)
        return;
    struct borrower *b = &loans()->rank[rank];
    if (o.received)
        vec_push(&b->spent, o.value);
    else if (o.value < 0)
        vec_push(&b->spent, ~o.value);
    for (size_t i = 0; i < b->open.len; i++)
        if (b->open.at[i].request == request) {
            vec_push(&b->left, b->open.at[i].meeting);
            b->open.at[i] = vec_last(&b->open);
            b->open.len--;
            break;
        }
}

void loans_settle(uint32_t rank)
{
    struct borrower *b = agent.loans ? &agent.loans->rank[rank] : NULL;
    while (b && b->spent.len)
        payload_drop(vec_pop(&b->spent));
    while (b && b->left.len) {
        struct meeting *m = vec_pop(&b->left);
        if (--m->expected)
            continue;
        forget(m);
        m->expected = UINT32_MAX; /* marks the meeting as over */
    }
}
