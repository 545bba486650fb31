/* SPDX-License-Identifier: Apache-2.0
 *
 * decide.c - see decide.h.
 *
 * Every outcome is compared with the choices of the execution that fails, up to the first
 * in which they differ. Of each choice the tally says what the outcomes observed that
 * differ there, and how many of them pass and fail. An outcome that differs at a choice
 * agrees with all earlier ones; so the decisive choice is the last one at which one
 * passes, and whatever differs later, or not at all, is what follows from it. */
#include "explore/match/decide.h"
#include "explore/match/match.h"

struct tally {
    uint32_t choice;
    struct decide_way way;
};
typedef VEC(struct tally) tallies_vec;

/* What is counted for one decision. */
struct counting {
    struct decision *d;
    tallies_vec tallies;
    uint64_t passes, fails; /* outcomes that differ in no choice */
};

struct countings {
    struct counting *at;
    size_t n;
};

static bool is_receive(const struct op *op)
{
    return op->kind == OP_IRECV || op_wants(op->kind);
}

/* The message that the receive at this position got. */
static struct observation received(const struct graph *g, uint32_t rank, uint32_t pos)
{
    struct observation c = {.rank = rank, .pos = pos, .sender = OBSERVED_NOTHING};
    const struct match_recv *r = graph_recv(g, rank, graph_recv_at(g, rank, pos));
    const struct match_event *match =
        r->event == NONE ? NULL : graph_event(g, (uint32_t)r->event);
    if (!match || match->from == NONE)
        return c;
    const struct match_event *send = graph_event(g, (uint32_t)match->from);
    c.sender = (int32_t)send->rank;
    c.number = send->index;
    c.where = g->rank[send->rank].line.at[send->pos].op.where + 1;
    return c;
}

/* What was observed there in this graph. */
static struct observation observed(const struct graph *g, uint32_t rank, uint32_t pos)
{
    const struct match_rank *k = &g->rank[rank];
    if (pos >= k->line.len) /* a receive that waits has no place on the line yet */
        return (struct observation){.rank = rank, .pos = pos, .sender = OBSERVED_NOTHING};
    const struct match_record *r = &k->line.at[pos];
    if (is_receive(&r->op))
        return received(g, rank, pos);
    return (struct observation){
        .rank = rank, .pos = pos, .sender = OBSERVED_OTHER, .number = (uint32_t)r->index};
}

static bool same(const struct observation *a, const struct observation *b)
{
    return a->sender == b->sender && a->number == b->number;
}

static void tally(struct counting *c, uint32_t choice, const struct observation *got,
                  bool wrong)
{
    struct tally *t = NULL;
    for (size_t i = 0; i < c->tallies.len && !t; i++)
        if (c->tallies.at[i].choice == choice && same(&c->tallies.at[i].way.got, got))
            t = &c->tallies.at[i];
    if (!t) {
        struct tally fresh = {choice, {.got = *got}};
        vec_push(&c->tallies, fresh);
        t = &vec_last(&c->tallies);
    }
    t->way.passes += !wrong;
    t->way.fails += wrong;
}

static void look(struct search *s, struct visit *v, bool wrong, void *context)
{
    (void)s;
    struct countings *all = context;
    for (size_t k = 0; k < all->n; k++) {
        struct counting *c = &all->at[k];
        uint32_t i = 0;
        struct observation got = {0};
        for (; i < c->d->choices.len; i++) {
            struct observation *was = &c->d->choices.at[i];
            got = observed(&v->g, was->rank, was->pos);
            if (!same(&got, was))
                break;
            was->where = got.where;
        }
        if (i < c->d->choices.len) {
            tally(c, i, &got, wrong);
        } else {
            c->passes += !wrong;
            c->fails += wrong;
        }
    }
}

/* The execution that fails must be among the outcomes; if it was not met, or passes now,
 * nothing is said. */
static void conclude(struct counting *c)
{
    struct decision *d = c->d;
    const struct tally *last = NULL;
    struct decide_way own = {.passes = c->passes, .fails = c->fails};
    d->known = c->fails && !c->passes;
    d->hopeless = true;
    for (size_t i = 0; i < c->tallies.len; i++) {
        const struct tally *t = &c->tallies.at[i];
        if (t->way.passes && (!last || t->choice > last->choice))
            last = t;
    }
    if (!d->known || !last)
        return;
    d->hopeless = false;
    d->decisive = last->choice;
    own.got = d->choices.at[d->decisive];
    for (size_t i = 0; i < c->tallies.len; i++)
        if (c->tallies.at[i].choice > d->decisive)
            own.fails += c->tallies.at[i].way.fails;
    vec_push(&d->ways, own);
    for (size_t i = 0; i < c->tallies.len; i++)
        if (c->tallies.at[i].choice == d->decisive)
            vec_push(&d->ways, c->tallies.at[i].way);
}

void decide_run(struct search *s, struct decision *decisions, size_t n)
{
    struct countings all = {mem_alloc((n + 1) * sizeof *all.at), n};
    for (size_t i = 0; i < n; i++)
        all.at[i].d = &decisions[i];
    match_judged(s, look, &all);
    for (size_t i = 0; i < n; i++) {
        conclude(&all.at[i]);
        vec_free(&all.at[i].tallies);
    }
    free(all.at);
}

void decision_free(struct decision *d)
{
    vec_free(&d->choices);
    vec_free(&d->ways);
}
