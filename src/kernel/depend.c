/* SPDX-License-Identifier: Apache-2.0
 *
 * depend.c - the dependency table and its few conditional rules.
 *
 * Read the table first: it has a line for each pair of kinds in op.def, each
 * pair stated once, with the rule that decides it and the number of the
 * independence theorem behind that rule (Pham, Jeron, Quinson: Unfolding-based
 * Dynamic Partial Order Reduction of Asynchronous Distributed Programs, section
 * 3.3; 12 is proposition 1 of the TransDPOR paper). Steps of one actor are always
 * dependent. A kind that is added to op.def without its lines here stops the build. */
#include "kernel/depend.h"

#include <assert.h>

typedef bool (*rule_fn)(const struct act *, const struct act *);

static bool never(const struct act *a, const struct act *b)
{
    (void)a, (void)b;
    return false;
}

/* Both append to the object's order, and positions matter. */
static bool same_object(const struct act *a, const struct act *b)
{
    return a->object == b->object;
}

/* A post and a wait or test depend on each other if together they concern the
 * first paired communication of the set. If the test succeeded, that is the one
 * it reports. If it failed, nothing of the set was paired yet, and any post
 * that pairs one of them could have been the first. */
static bool first_paired(const struct act *post, const struct act *wait)
{
    uint64_t key = comm_key(post->object, post->seq);
    if (wait->outcome == OUTCOME_FALSE)
        return act_has_key(wait, key);
    return act_keys(wait)[wait->outcome] == key;
}

/* An unlock changes what a wait or test of the same mutex sees only if it is
 * the owner who leaves; the theorem also keeps the case that the waiting actor
 * is the owner. The owner before the earlier of the two decides; taking the one
 * before the unlock orders the same events (docs/design/dependence.md). */
static bool owner_involved(const struct act *unlock, const struct act *wait)
{
    return act_has_key(wait, unlock->object) &&
           (unlock->owner == unlock->actor || unlock->owner == wait->actor);
}

/* A take depends on what sent the message it takes, and on nothing else: an actor's
 * state is its own, and messages in an inbox have no order (Tasharofi, Karmani,
 * Lauterburg, Legay, Marinov, Agha: TransDPOR, proposition 1). A message comes out of
 * a take, or out of the choice made while handling one. */
static bool sent_by(const struct act *sender, const struct act *take)
{
    return take->object == sender->actor && take->owner == sender->seq;
}

static bool sent_either(const struct act *a, const struct act *b)
{
    return sent_by(a, b) || sent_by(b, a);
}

struct pair {
    rule_fn rule;
    int theorem;
    bool stated;
};

/* PAIR(a, b, theorem, rule): the rule is called with the act of kind a first. */
#define TABLE                                                                            \
    PAIR(LOCAL, LOCAL, 1, never)                                                         \
    PAIR(LOCAL, CHOOSE, 1, never)                                                        \
    PAIR(LOCAL, ASSERT, 1, never)                                                        \
    PAIR(LOCAL, SEND, 1, never)                                                          \
    PAIR(LOCAL, RECV, 1, never)                                                          \
    PAIR(LOCAL, WAIT, 1, never)                                                          \
    PAIR(LOCAL, TEST, 1, never)                                                          \
    PAIR(LOCAL, LOCK, 1, never)                                                          \
    PAIR(LOCAL, UNLOCK, 1, never)                                                        \
    PAIR(LOCAL, MWAIT, 1, never)                                                         \
    PAIR(LOCAL, MTEST, 1, never)                                                         \
    PAIR(CHOOSE, CHOOSE, 1, never)                                                       \
    PAIR(CHOOSE, ASSERT, 1, never)                                                       \
    PAIR(CHOOSE, SEND, 1, never)                                                         \
    PAIR(CHOOSE, RECV, 1, never)                                                         \
    PAIR(CHOOSE, WAIT, 1, never)                                                         \
    PAIR(CHOOSE, TEST, 1, never)                                                         \
    PAIR(CHOOSE, LOCK, 1, never)                                                         \
    PAIR(CHOOSE, UNLOCK, 1, never)                                                       \
    PAIR(CHOOSE, MWAIT, 1, never)                                                        \
    PAIR(CHOOSE, MTEST, 1, never)                                                        \
    PAIR(ASSERT, ASSERT, 1, never)                                                       \
    PAIR(ASSERT, SEND, 1, never)                                                         \
    PAIR(ASSERT, RECV, 1, never)                                                         \
    PAIR(ASSERT, WAIT, 1, never)                                                         \
    PAIR(ASSERT, TEST, 1, never)                                                         \
    PAIR(ASSERT, LOCK, 1, never)                                                         \
    PAIR(ASSERT, UNLOCK, 1, never)                                                       \
    PAIR(ASSERT, MWAIT, 1, never)                                                        \
    PAIR(ASSERT, MTEST, 1, never)                                                        \
    PAIR(SEND, SEND, 3, same_object)                                                     \
    PAIR(SEND, RECV, 4, never)                                                           \
    PAIR(SEND, WAIT, 6, first_paired)                                                    \
    PAIR(SEND, TEST, 6, first_paired)                                                    \
    PAIR(SEND, LOCK, 2, never)                                                           \
    PAIR(SEND, UNLOCK, 2, never)                                                         \
    PAIR(SEND, MWAIT, 2, never)                                                          \
    PAIR(SEND, MTEST, 2, never)                                                          \
    PAIR(RECV, RECV, 3, same_object)                                                     \
    PAIR(RECV, WAIT, 6, first_paired)                                                    \
    PAIR(RECV, TEST, 6, first_paired)                                                    \
    PAIR(RECV, LOCK, 2, never)                                                           \
    PAIR(RECV, UNLOCK, 2, never)                                                         \
    PAIR(RECV, MWAIT, 2, never)                                                          \
    PAIR(RECV, MTEST, 2, never)                                                          \
    PAIR(WAIT, WAIT, 5, never)                                                           \
    PAIR(WAIT, TEST, 5, never)                                                           \
    PAIR(WAIT, LOCK, 2, never)                                                           \
    PAIR(WAIT, UNLOCK, 2, never)                                                         \
    PAIR(WAIT, MWAIT, 2, never)                                                          \
    PAIR(WAIT, MTEST, 2, never)                                                          \
    PAIR(TEST, TEST, 5, never)                                                           \
    PAIR(TEST, LOCK, 2, never)                                                           \
    PAIR(TEST, UNLOCK, 2, never)                                                         \
    PAIR(TEST, MWAIT, 2, never)                                                          \
    PAIR(TEST, MTEST, 2, never)                                                          \
    PAIR(LOCK, LOCK, 7, same_object)                                                     \
    PAIR(LOCK, UNLOCK, 8, never)                                                         \
    PAIR(LOCK, MWAIT, 11, never)                                                         \
    PAIR(LOCK, MTEST, 11, never)                                                         \
    PAIR(UNLOCK, UNLOCK, 7, same_object)                                                 \
    PAIR(UNLOCK, MWAIT, 10, owner_involved)                                              \
    PAIR(UNLOCK, MTEST, 10, owner_involved)                                              \
    PAIR(MWAIT, MWAIT, 9, never)                                                         \
    PAIR(MWAIT, MTEST, 9, never)                                                         \
    PAIR(MTEST, MTEST, 9, never)                                                         \
    PAIR(LOCAL, TAKE, 1, never)                                                          \
    PAIR(CHOOSE, TAKE, 12, sent_by)                                                      \
    PAIR(ASSERT, TAKE, 1, never)                                                         \
    PAIR(SEND, TAKE, 2, never)                                                           \
    PAIR(RECV, TAKE, 2, never)                                                           \
    PAIR(WAIT, TAKE, 2, never)                                                           \
    PAIR(TEST, TAKE, 2, never)                                                           \
    PAIR(LOCK, TAKE, 2, never)                                                           \
    PAIR(UNLOCK, TAKE, 2, never)                                                         \
    PAIR(MWAIT, TAKE, 2, never)                                                          \
    PAIR(MTEST, TAKE, 2, never)                                                          \
    PAIR(TAKE, TAKE, 12, sent_either)

static const struct pair table[OP_KINDS][OP_KINDS] = {
#define PAIR(a, b, theorem, rule) [OP_##a][OP_##b] = {rule, theorem, true},
    TABLE
#undef PAIR
};

enum {
#define PAIR(a, b, theorem, rule) +1
    STATED_PAIRS = TABLE
#undef PAIR
};
_Static_assert(STATED_PAIRS == OP_KINDS * (OP_KINDS + 1) / 2,
               "every pair of kinds in op.def needs its line in TABLE");

bool dep_between(const struct act *a, const struct act *b)
{
    if (a->actor == b->actor)
        return true;
    return a->kind <= b->kind ? table[a->kind][b->kind].rule(a, b)
                              : table[b->kind][a->kind].rule(b, a);
}

int dep_theorem(enum op_kind a, enum op_kind b)
{
    const struct pair *p = a <= b ? &table[a][b] : &table[b][a];
    assert(p->stated);
    return p->theorem;
}
