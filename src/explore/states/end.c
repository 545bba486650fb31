/* SPDX-License-Identifier: Apache-2.0
 *
 * end.c - is this node an end?
 *
 * It is one if nobody can do anything; and also if ranks can do nothing but look, again
 * and again, for what is not there. A rank looks for ever if it can come back to its
 * local state by a *round*: looks that change nothing, none of which fails although it
 * has something to find, since MPI promises progress. See docs/algorithms/match.md on
 * loops of polls, where the same is defined for outcomes. */
#include "explore/states/states.h"

#define LONGEST_ROUND 1000

static bool is_idle(const struct op *op, const struct world_step *step)
{
    switch (op->kind) {
    case OP_LOCAL:
        return true;
    case OP_ASSERT:
        return op->value;
    default:
        return op_sees(op->kind) ||
               (op_looks(op->kind) && step->outcome == OUTCOME_FALSE &&
                step->message == NO_PLACE);
    }
}

static bool is_failure(const struct op *op, const struct world_step *step)
{
    return op_looks(op->kind) && step->message == NO_PLACE &&
           step->outcome == OUTCOME_FALSE;
}

struct round_search {
    struct states *t;
    uint32_t rank, home;
    bool buffered;
    VEC(uint32_t) seen;
    world_steps_vec *steps;
};

/* Can the rank come back home? t->trial is where it is. */
static bool find_round(struct round_search *r)
{
    struct world *w = &r->t->trial;
    world_steps_vec moves = {0};
    struct str here = {0};
    bool back = false, finds = false;
    const struct op op = *world_op(w, r->rank);
    if (world_over(w, r->rank) || r->seen.len > LONGEST_ROUND)
        return false;
    world_pack(w, &here);
    world_moves(w, r->rank, &moves);
    for (size_t i = 0; i < moves.len; i++)
        finds |= (r->buffered || !moves.at[i].buffered) && !is_failure(&op, &moves.at[i]);
    for (size_t i = 0; i < moves.len && !back; i++) {
        const struct world_step *m = &moves.at[i];
        if ((m->buffered && !r->buffered) || (is_failure(&op, m) && finds) ||
            !is_idle(&op, m) || !world_do(w, m))
            continue;
        vec_push(r->steps, *m);
        uint32_t local = w->rank[r->rank].local;
        bool known = local == r->home;
        back = known;
        for (size_t k = 0; k < r->seen.len; k++)
            known |= r->seen.at[k] == local;
        if (!known) {
            vec_push(&r->seen, local);
            back = find_round(r);
        }
        if (!back)
            r->steps->len--;
        world_unpack(w, here.text);
    }
    vec_free(&moves);
    str_free(&here);
    return back;
}

static bool goes_round(struct states *t, uint32_t rank, bool buffered,
                       world_steps_vec *steps)
{
    struct round_search r = {.t = t,
                             .rank = rank,
                             .home = t->w.rank[rank].local,
                             .buffered = buffered,
                             .steps = steps};
    steps->len = 0;
    t->bytes.len = 0;
    world_pack(&t->w, &t->bytes);
    world_unpack(&t->trial, t->bytes.text);
    bool back = find_round(&r);
    vec_free(&r.seen);
    return back;
}

/* Is this an end, with or without what is possible only because sends need not wait? */
static bool is_end(struct states *t, bool buffered, struct states_end *e)
{
    const struct world *w = &t->w;
    world_steps_vec round = {0};
    bool end = true;
    e->endless = 0;
    e->round.len = 0;
    for (uint32_t p = 0; p < w->n && end; p++) {
        if (world_limit(w, p) == WORLD_STOPPED)
            end = false;
        t->moves.len = 0;
        world_matches(w, p, &t->moves);
        end &= !t->moves.len;
        world_moves(w, p, &t->moves);
        bool moves = false;
        for (size_t i = 0; i < t->moves.len; i++)
            moves |= buffered || !t->moves.at[i].buffered;
        if (!moves || !end)
            continue;
        end = op_looks(world_op(w, p)->kind) && goes_round(t, p, buffered, &round);
        if (!end || e->endless)
            continue;
        e->endless = p + 1;
        bool sees = false;
        for (size_t i = 0; i < round.len; i++)
            sees |= round.at[i].message != NO_PLACE;
        for (size_t i = 0; i < round.len && sees; i++)
            vec_push(&e->round, round.at[i]);
    }
    vec_free(&round);
    return end;
}

void states_judge_end(struct states *t, struct states_end *e)
{
    e->halted = e->over = is_end(t, true, e);
    if (!e->over && t->w.buffering == BUFFERING_ANY)
        e->halted = is_end(t, false, e);
}
