/* SPDX-License-Identifier: Apache-2.0
 *
 * local.c - what an actor does by itself: it computes, chooses a value, or asserts a
 * condition. No other actor can observe when this happens. */
#include "kernel/family.h"

static void outcomes(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut, outcomes_vec *out)
{
    (void)st, (void)actor, (void)cut;
    switch ((enum local_kind)op->kind) {
    case OP_CHOOSE:
        for (int32_t v = 0; v < op->value; v++)
            vec_push(out, v);
        break;
    case OP_LOCAL:
    case OP_ASSERT:
        vec_push(out, OUTCOME_NONE);
        break;
    }
}

static struct act act(struct state *st, uint32_t actor, const struct op *op,
                      const uint32_t *cut, int32_t outcome)
{
    struct act a = {.kind = (uint8_t)op->kind, .actor = actor, .outcome = outcome};
    if (op->kind == OP_CHOOSE)
        a.seq = cut ? cut[actor] : (uint32_t)st->actor[actor].events.len;
    return a;
}

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    (void)event;
    if (e->op.kind == OP_ASSERT)
        st->actor[e->act.actor].failed = !e->op.value;
    return (struct outcome){.index = e->act.outcome};
}

static void revert(struct state *st, const struct event *e)
{
    if (e->op.kind == OP_ASSERT)
        st->actor[e->act.actor].failed = false;
}

static void digest(const struct state *st, struct digester *x)
{
    (void)st, (void)x; /* the actors themselves are the state's business */
}

static void free_none(struct state *st)
{
    (void)st;
}

static bool chooses(const struct event *e)
{
    return e->op.kind == OP_CHOOSE;
}

const struct family local_family = {
    .outcomes = outcomes,
    .act = act,
    .causes = family_no_causes,
    .apply = apply,
    .revert = revert,
    .digest = digest,
    .free = free_none,
    .waits_for = family_waits_for_nobody,
    .chooses = chooses,
};
