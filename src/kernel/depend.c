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
    PAIR(TAKE, TAKE, 12, sent_either)                                                    \
    PAIR(LOCAL, ISEND, 1, never)                                                         \
    PAIR(CHOOSE, ISEND, 1, never)                                                        \
    PAIR(ASSERT, ISEND, 1, never)                                                        \
    PAIR(SEND, ISEND, 2, never)                                                          \
    PAIR(RECV, ISEND, 2, never)                                                          \
    PAIR(WAIT, ISEND, 2, never)                                                          \
    PAIR(TEST, ISEND, 2, never)                                                          \
    PAIR(LOCK, ISEND, 2, never)                                                          \
    PAIR(UNLOCK, ISEND, 2, never)                                                        \
    PAIR(MWAIT, ISEND, 2, never)                                                         \
    PAIR(MTEST, ISEND, 2, never)                                                         \
    PAIR(TAKE, ISEND, 2, never)                                                          \
    PAIR(ISEND, ISEND, 13, never)                                                        \
    PAIR(LOCAL, IRECV, 1, never)                                                         \
    PAIR(CHOOSE, IRECV, 1, never)                                                        \
    PAIR(ASSERT, IRECV, 1, never)                                                        \
    PAIR(SEND, IRECV, 2, never)                                                          \
    PAIR(RECV, IRECV, 2, never)                                                          \
    PAIR(WAIT, IRECV, 2, never)                                                          \
    PAIR(TEST, IRECV, 2, never)                                                          \
    PAIR(LOCK, IRECV, 2, never)                                                          \
    PAIR(UNLOCK, IRECV, 2, never)                                                        \
    PAIR(MWAIT, IRECV, 2, never)                                                         \
    PAIR(MTEST, IRECV, 2, never)                                                         \
    PAIR(TAKE, IRECV, 2, never)                                                          \
    PAIR(ISEND, IRECV, 13, never)                                                        \
    PAIR(IRECV, IRECV, 13, never)                                                        \
    PAIR(LOCAL, ARRIVE, 1, never)                                                        \
    PAIR(CHOOSE, ARRIVE, 1, never)                                                       \
    PAIR(ASSERT, ARRIVE, 1, never)                                                       \
    PAIR(SEND, ARRIVE, 2, never)                                                         \
    PAIR(RECV, ARRIVE, 2, never)                                                         \
    PAIR(WAIT, ARRIVE, 2, never)                                                         \
    PAIR(TEST, ARRIVE, 2, never)                                                         \
    PAIR(LOCK, ARRIVE, 2, never)                                                         \
    PAIR(UNLOCK, ARRIVE, 2, never)                                                       \
    PAIR(MWAIT, ARRIVE, 2, never)                                                        \
    PAIR(MTEST, ARRIVE, 2, never)                                                        \
    PAIR(TAKE, ARRIVE, 2, never)                                                         \
    PAIR(ISEND, ARRIVE, 13, never)                                                       \
    PAIR(IRECV, ARRIVE, 13, never)                                                       \
    PAIR(ARRIVE, ARRIVE, 13, never)                                                      \
    PAIR(LOCAL, MATCH, 1, never)                                                         \
    PAIR(CHOOSE, MATCH, 1, never)                                                        \
    PAIR(ASSERT, MATCH, 1, never)                                                        \
    PAIR(SEND, MATCH, 2, never)                                                          \
    PAIR(RECV, MATCH, 2, never)                                                          \
    PAIR(WAIT, MATCH, 2, never)                                                          \
    PAIR(TEST, MATCH, 2, never)                                                          \
    PAIR(LOCK, MATCH, 2, never)                                                          \
    PAIR(UNLOCK, MATCH, 2, never)                                                        \
    PAIR(MWAIT, MATCH, 2, never)                                                         \
    PAIR(MTEST, MATCH, 2, never)                                                         \
    PAIR(TAKE, MATCH, 2, never)                                                          \
    PAIR(ISEND, MATCH, 13, never)                                                        \
    PAIR(IRECV, MATCH, 13, never)                                                        \
    PAIR(ARRIVE, MATCH, 13, never)                                                       \
    PAIR(MATCH, MATCH, 13, never)                                                        \
    PAIR(LOCAL, FINISH, 1, never)                                                        \
    PAIR(CHOOSE, FINISH, 1, never)                                                       \
    PAIR(ASSERT, FINISH, 1, never)                                                       \
    PAIR(SEND, FINISH, 2, never)                                                         \
    PAIR(RECV, FINISH, 2, never)                                                         \
    PAIR(WAIT, FINISH, 2, never)                                                         \
    PAIR(TEST, FINISH, 2, never)                                                         \
    PAIR(LOCK, FINISH, 2, never)                                                         \
    PAIR(UNLOCK, FINISH, 2, never)                                                       \
    PAIR(MWAIT, FINISH, 2, never)                                                        \
    PAIR(MTEST, FINISH, 2, never)                                                        \
    PAIR(TAKE, FINISH, 2, never)                                                         \
    PAIR(ISEND, FINISH, 13, never)                                                       \
    PAIR(IRECV, FINISH, 13, never)                                                       \
    PAIR(ARRIVE, FINISH, 13, never)                                                      \
    PAIR(MATCH, FINISH, 13, never)                                                       \
    PAIR(FINISH, FINISH, 13, never)                                                      \
    PAIR(LOCAL, POLL, 1, never)                                                          \
    PAIR(CHOOSE, POLL, 1, never)                                                         \
    PAIR(ASSERT, POLL, 1, never)                                                         \
    PAIR(SEND, POLL, 2, never)                                                           \
    PAIR(RECV, POLL, 2, never)                                                           \
    PAIR(WAIT, POLL, 2, never)                                                           \
    PAIR(TEST, POLL, 2, never)                                                           \
    PAIR(LOCK, POLL, 2, never)                                                           \
    PAIR(UNLOCK, POLL, 2, never)                                                         \
    PAIR(MWAIT, POLL, 2, never)                                                          \
    PAIR(MTEST, POLL, 2, never)                                                          \
    PAIR(TAKE, POLL, 2, never)                                                           \
    PAIR(ISEND, POLL, 13, never)                                                         \
    PAIR(IRECV, POLL, 13, never)                                                         \
    PAIR(ARRIVE, POLL, 13, never)                                                        \
    PAIR(MATCH, POLL, 13, never)                                                         \
    PAIR(FINISH, POLL, 13, never)                                                        \
    PAIR(POLL, POLL, 13, never)                                                          \
    PAIR(LOCAL, PROBE, 1, never)                                                         \
    PAIR(CHOOSE, PROBE, 1, never)                                                        \
    PAIR(ASSERT, PROBE, 1, never)                                                        \
    PAIR(SEND, PROBE, 2, never)                                                          \
    PAIR(RECV, PROBE, 2, never)                                                          \
    PAIR(WAIT, PROBE, 2, never)                                                          \
    PAIR(TEST, PROBE, 2, never)                                                          \
    PAIR(LOCK, PROBE, 2, never)                                                          \
    PAIR(UNLOCK, PROBE, 2, never)                                                        \
    PAIR(MWAIT, PROBE, 2, never)                                                         \
    PAIR(MTEST, PROBE, 2, never)                                                         \
    PAIR(TAKE, PROBE, 2, never)                                                          \
    PAIR(ISEND, PROBE, 13, never)                                                        \
    PAIR(IRECV, PROBE, 13, never)                                                        \
    PAIR(ARRIVE, PROBE, 13, never)                                                       \
    PAIR(MATCH, PROBE, 13, never)                                                        \
    PAIR(FINISH, PROBE, 13, never)                                                       \
    PAIR(POLL, PROBE, 13, never)                                                         \
    PAIR(PROBE, PROBE, 13, never)                                                        \
    PAIR(LOCAL, IPROBE, 1, never)                                                        \
    PAIR(CHOOSE, IPROBE, 1, never)                                                       \
    PAIR(ASSERT, IPROBE, 1, never)                                                       \
    PAIR(SEND, IPROBE, 2, never)                                                         \
    PAIR(RECV, IPROBE, 2, never)                                                         \
    PAIR(WAIT, IPROBE, 2, never)                                                         \
    PAIR(TEST, IPROBE, 2, never)                                                         \
    PAIR(LOCK, IPROBE, 2, never)                                                         \
    PAIR(UNLOCK, IPROBE, 2, never)                                                       \
    PAIR(MWAIT, IPROBE, 2, never)                                                        \
    PAIR(MTEST, IPROBE, 2, never)                                                        \
    PAIR(TAKE, IPROBE, 2, never)                                                         \
    PAIR(ISEND, IPROBE, 13, never)                                                       \
    PAIR(IRECV, IPROBE, 13, never)                                                       \
    PAIR(ARRIVE, IPROBE, 13, never)                                                      \
    PAIR(MATCH, IPROBE, 13, never)                                                       \
    PAIR(FINISH, IPROBE, 13, never)                                                      \
    PAIR(POLL, IPROBE, 13, never)                                                        \
    PAIR(PROBE, IPROBE, 13, never)                                                       \
    PAIR(IPROBE, IPROBE, 13, never)                                                      \
    PAIR(LOCAL, TRYRECV, 1, never)                                                       \
    PAIR(CHOOSE, TRYRECV, 1, never)                                                      \
    PAIR(ASSERT, TRYRECV, 1, never)                                                      \
    PAIR(SEND, TRYRECV, 2, never)                                                        \
    PAIR(RECV, TRYRECV, 2, never)                                                        \
    PAIR(WAIT, TRYRECV, 2, never)                                                        \
    PAIR(TEST, TRYRECV, 2, never)                                                        \
    PAIR(LOCK, TRYRECV, 2, never)                                                        \
    PAIR(UNLOCK, TRYRECV, 2, never)                                                      \
    PAIR(MWAIT, TRYRECV, 2, never)                                                       \
    PAIR(MTEST, TRYRECV, 2, never)                                                       \
    PAIR(TAKE, TRYRECV, 2, never)                                                        \
    PAIR(ISEND, TRYRECV, 13, never)                                                      \
    PAIR(IRECV, TRYRECV, 13, never)                                                      \
    PAIR(ARRIVE, TRYRECV, 13, never)                                                     \
    PAIR(MATCH, TRYRECV, 13, never)                                                      \
    PAIR(FINISH, TRYRECV, 13, never)                                                     \
    PAIR(POLL, TRYRECV, 13, never)                                                       \
    PAIR(PROBE, TRYRECV, 13, never)                                                      \
    PAIR(IPROBE, TRYRECV, 13, never)                                                     \
    PAIR(TRYRECV, TRYRECV, 13, never)                                                    \
    PAIR(LOCAL, CANCEL, 1, never)                                                        \
    PAIR(CHOOSE, CANCEL, 1, never)                                                       \
    PAIR(ASSERT, CANCEL, 1, never)                                                       \
    PAIR(SEND, CANCEL, 2, never)                                                         \
    PAIR(RECV, CANCEL, 2, never)                                                         \
    PAIR(WAIT, CANCEL, 2, never)                                                         \
    PAIR(TEST, CANCEL, 2, never)                                                         \
    PAIR(LOCK, CANCEL, 2, never)                                                         \
    PAIR(UNLOCK, CANCEL, 2, never)                                                       \
    PAIR(MWAIT, CANCEL, 2, never)                                                        \
    PAIR(MTEST, CANCEL, 2, never)                                                        \
    PAIR(TAKE, CANCEL, 2, never)                                                         \
    PAIR(ISEND, CANCEL, 13, never)                                                       \
    PAIR(IRECV, CANCEL, 13, never)                                                       \
    PAIR(ARRIVE, CANCEL, 13, never)                                                      \
    PAIR(MATCH, CANCEL, 13, never)                                                       \
    PAIR(FINISH, CANCEL, 13, never)                                                      \
    PAIR(POLL, CANCEL, 13, never)                                                        \
    PAIR(PROBE, CANCEL, 13, never)                                                       \
    PAIR(IPROBE, CANCEL, 13, never)                                                      \
    PAIR(TRYRECV, CANCEL, 13, never)                                                     \
    PAIR(CANCEL, CANCEL, 13, never)

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
