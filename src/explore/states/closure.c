/* SPDX-License-Identifier: Apache-2.0
 *
 * closure.c - doing at once what commutes with everything: sends, posting receives,
 * arriving at collectives, completing what is complete, and matches without a choice.
 *
 * At the end of an MPI program, all ranks arrive at one more collective, which the
 * program cannot see (op_parts(); docs/algorithms/match.md). A rank that is about to do
 * so waits until nobody else can do anything. Its memory does not matter any more
 * (canon.c), so such worlds are the same after most histories: they are nodes, which are
 * *unsettled*, and the ranks meet once for all of these histories.
 *
 * Where few histories meet, a node at which only one step can be made at all is passed as
 * well: whatever came before it, this step comes next. */
#include "explore/states/states.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

void states_touch_all(struct states *t)
{
    t->w.touched.len = 0;
    for (uint32_t p = 0; p < t->w.n; p++)
        vec_push(&t->w.touched, p);
}

/* Does one step. */
static bool make(struct states *t, const struct world_step *step, states_step_fn *before,
                 void *context)
{
    if (before)
        before(context, step);
    t->s->st->pushes++;
    if (world_do(&t->w, step))
        return true;
    t->unable = t->w.unable;
    return false;
}

/* Lets every rank go on that is in a state between two others: no node has such a state.
 */
static bool leave_between(struct states *t, states_step_fn *before, void *context)
{
    struct world_step step;
    for (uint32_t p = 0; p < t->w.n; p++)
        while (world_between(&t->w, p))
            if (!world_settled(&t->w, p, &step) || !make(t, &step, before, context))
                return false;
    t->w.touched.len = 0;
    return true;
}

/* Gives names to the states of ranks that have none, except this rank's. */
static bool name_all_but(struct states *t, uint32_t rank)
{
    for (uint32_t p = 0; p < t->w.n; p++) {
        uint32_t *local = &t->w.rank[p].local;
        if (!is_unnamed(*local) || p == rank)
            continue;
        *local = locals_name(&t->locals, *local);
        if (*local == NOWHERE) {
            t->unable = INSTEAD_UNRECOGNISED;
            return false;
        }
    }
    return true;
}

/* Lists what can be done, in t->moves, as long as that is not more than two steps. False
 * if it is more, or a rank is in a loop that may not be followed. */
static bool list_few(struct states *t, const struct world *w)
{
    t->moves.len = 0;
    for (uint32_t p = 0; p < w->n && t->moves.len <= 2; p++) {
        if (world_idle(w, p))
            continue;
        if (world_local(w, p)->spent)
            return false;
        world_matches(w, p, &t->moves);
        world_moves(w, p, &t->moves);
    }
    return t->moves.len <= 2;
}

/* Is this a match, and `completion` of the send of the message that it takes, by
 * buffering, by a rank that waits for this only? */
static bool is_of_sender(const struct world *w, const struct world_step *match,
                         const struct world_step *completion)
{
    uint32_t q = completion->rank;
    if (match->request == NO_PLACE || match->sender != q || match->rank == q ||
        !completion->buffered || world_op(w, q)->kind != OP_FINISH ||
        world_op(w, q)->nargs != 1)
        return false;
    const struct world_message *m =
        &w->channel[q * w->n + match->rank].at[match->message];
    uint32_t named = world_named(w, q, 0);
    return m->owner == (int32_t)named && w->rank[q].requests.at[named].kind == OP_ISEND;
}

/* The sender goes on in t->trial, and what follows by itself. Is the match the only step
 * that can be made then? The receiver must not run for that: its state may have no name,
 * so that it could not be brought back. */
static bool stays_alone(struct states *t, const struct world_step *match,
                        const struct world_step *completion)
{
    enum { LONGEST = 64 };
    struct world *w = &t->trial;
    if (!world_do(w, completion))
        return false;
    for (uint32_t steps = 0; w->touched.len;) {
        uint32_t rank = vec_pop(&w->touched);
        struct world_step step;
        while (world_settled(w, rank, &step))
            if (++steps > LONGEST || rank == match->rank || !world_do(w, &step))
                return false;
    }
    return list_few(t, w) && t->moves.len == 1 && t->moves.at[0].rank == match->rank &&
           t->moves.at[0].request == match->request &&
           t->moves.at[0].sender == completion->rank;
}

/* If the sender goes on before this match: is that the only step, then as now? This is
 * tried once for all worlds that are alike but for the state of the receiver, of which
 * only the pending operation matters. */
static bool is_quiet(struct states *t, struct world_step match,
                     struct world_step completion)
{
    if (!name_all_but(t, match.rank))
        return false;
    uint32_t sender = t->w.rank[completion.rank].local;
    const struct pass *pass =
        locals_pass(&t->locals, sender, world_outcome(&t->w, &completion));
    if (!pass)
        return false;
    if (!is_between(pass->to) && locals_get(&t->locals, pass->to)->ended)
        return true;
    uint32_t *receiver = &t->w.rank[match.rank].local, local = *receiver;
    const struct op *op = world_op(&t->w, match.rank);
    *receiver = 0;
    t->bytes.len = 0;
    world_pack(&t->w, &t->bytes);
    str_add(&t->bytes, (const char *)&op, sizeof op);
    *receiver = local;
    struct states_tried *x =
        &t->tried[XXH3_64bits(t->bytes.text, t->bytes.len) % STATES_TRIED];
    if (x->bytes.len == t->bytes.len &&
        !memcmp(x->bytes.text, t->bytes.text, x->bytes.len))
        return x->quiet;
    x->bytes.len = 0;
    str_add(&x->bytes, t->bytes.text, t->bytes.len);
    world_unpack(&t->trial, t->bytes.text);
    t->trial.rank[match.rank].local = local;
    x->quiet = stays_alone(t, &match, &completion);
    return x->quiet;
}

/* Is there only one step that can be made, if sends wait, and is it the only one whatever
 * comes before it? Looks are left out, since they may go on for ever. */
static bool sole_step(struct states *t, struct world_step *step)
{
    const struct world *w = &t->w;
    if (!list_few(t, w) || !t->moves.len)
        return false;
    *step = t->moves.at[0];
    if (t->moves.len == 2) {
        struct world_step other = t->moves.at[!step->buffered];
        *step = t->moves.at[step->buffered];
        if (!is_of_sender(w, step, &other))
            return false;
        uint32_t least = t->locals.least;
        t->locals.least = NOWHERE; /* what is tried has names */
        bool quiet = is_quiet(t, *step, other);
        t->locals.least = least;
        return quiet;
    }
    enum op_kind kind = world_op(w, step->rank)->kind;
    return !step->buffered &&
           (step->request != NO_PLACE || kind == OP_FINISH || kind == OP_PROBE);
}

/* Does what commutes with everything. */
static bool settle(struct states *t, states_step_fn *before, void *context, size_t *steps,
                   bool *settled)
{
    struct world *w = &t->w;
    while (w->touched.len) {
        uint32_t rank = w->touched.at[0];
        struct world_step step;
        w->touched.len--;
        memmove(w->touched.at, w->touched.at + 1, w->touched.len * sizeof *w->touched.at);
        while (world_settled(w, rank, &step)) {
            if (!make(t, &step, before, context))
                return false;
            if (++*steps >= STATES_LONGEST_CLOSURE) {
                *settled = false;
                return leave_between(t, before, context);
            }
        }
    }
    return true;
}

/* Can ranks do nothing any more but to meet for the last time? */
static bool all_part(struct states *t)
{
    const struct world *w = &t->w;
    struct world_step step;
    bool any = false;
    for (uint32_t p = 0; p < w->n; p++)
        any |= !world_over(w, p) && op_parts(world_op(w, p));
    t->moves.len = 0;
    for (uint32_t p = 0; p < w->n && any && !t->moves.len; p++) {
        any = !world_settled(w, p, &step);
        world_matches(w, p, &t->moves);
        world_moves(w, p, &t->moves);
    }
    return any && !t->moves.len;
}

bool states_part(struct states *t, states_step_fn *before, void *context)
{
    size_t steps = 0;
    bool settled = true;
    t->w.parting = true;
    states_touch_all(t);
    bool good = settle(t, before, context, &steps, &settled);
    t->w.parting = false;
    return good;
}

bool states_settle(struct states *t, bool lean, states_step_fn *before, void *context,
                   bool *settled)
{
    enum { MOST = 16 }; /* nodes that are passed, so that loops without end are seen */
    struct world_step step;
    size_t steps = 0;
    *settled = true;
    t->passed = 0;
    if (t->w.touched.len == t->w.n && all_part(t)) /* it was left where they do */
        return states_part(t, before, context) && name_all_but(t, NOWHERE);
    if (!settle(t, before, context, &steps, settled))
        return false;
    while (lean && *settled && t->passed < MOST && sole_step(t, &step)) {
        t->passed++;
        if (!make(t, &step, before, context) ||
            !settle(t, before, context, &steps, settled))
            return false;
    }
    if (!name_all_but(t, NOWHERE))
        return false;
    *settled = *settled && !all_part(t);
    return true;
}
