/* SPDX-License-Identifier: Apache-2.0
 *
 * depend.c - the dependency table and its few conditional rules.
 *
 * Read the table first. Kinds come in families: what an actor does by itself; mailboxes;
 * mutexes; inboxes; matching semantics; windows; objects that threads share. Acts of
 * different families concern different objects (theorem 2) but for waits for requests,
 * and what an actor does by itself touches nothing that others see (theorem 1). Within a
 * family the table has a line for each pair of kinds, each pair stated once, with the
 * rule that decides it and the number of the independence theorem behind that rule: 1 to
 * 11 are those of Pham, Jeron, Quinson, Unfolding-based Dynamic Partial Order Reduction
 * of Asynchronous Distributed Programs, section 3.3; 12 is proposition 1 of the TransDPOR
 * paper; from 13 on see docs/design/matching.md, from 20 on docs/design/windows.md, 26
 * and 27 are in docs/design/threads.md. Steps of one actor are always dependent. A kind
 * that is added to op.def without its lines here stops the build. */
#include "kernel/depend.h"
#include "kernel/rules.h"
#include "kernel/sync.h"
#include "kernel/window.h"

typedef bool (*rule_fn)(const struct act *, const struct act *);

static bool never(const struct act *a, const struct act *b)
{
    (void)a, (void)b;
    return false;
}

/* Two acts that append to the order of the same object are dependent, because their
 * positions there matter. */
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

/* ---- matching semantics ---- */

/* What the receive, probe or try-receive in the act accepts, and the message that it gets
 * or sees. */
static struct pattern wanted(const struct act *a)
{
    return (struct pattern){a->object, a->source == ANY_SOURCE ? ANY : a->source,
                            a->tag.wanted};
}

static struct envelope got(const struct act *a)
{
    return (struct envelope){a->object, message_sender(a->outcome), a->tag.sent};
}

/* The place of that message in the order of sending, of its sender or in its queue. */
static uint32_t sent(const struct act *a)
{
    return a->place ? a->place : message_number(a->outcome);
}

/* As long as a has not happened, its receive, posted earlier, claims b's message (rule
 * R); or its message, sent earlier, is the one that b would have to get (rule S). */
static bool goes_first(const struct act *a, const struct act *b)
{
    return a->owner == b->owner &&
           (rule_r(a->seq, wanted(a), b->seq, got(b)) ||
            rule_s(got(a), sent(a), got(b), sent(b), a->place, wanted(b)));
}

static bool gets_nothing(const struct act *a)
{
    return a->outcome == OUTCOME_FALSE;
}

/* For matches and probes: must one of the two happen first by rule R or S? An iprobe or
 * tryrecv that fails happens after the acts that took the messages it had seen before;
 * its keys name these messages. */
static bool one_goes_first(const struct act *a, const struct act *b)
{
    if (a->kind == OP_MATCH && gets_nothing(b))
        return act_has_key(b, message_key(message_sender(a->outcome), a->owner,
                                          message_number(a->outcome)));
    return !gets_nothing(a) && !gets_nothing(b) && (goes_first(a, b) || goes_first(b, a));
}

/* Two sends into the same queue are dependent, because a queue keeps their order; two of
 * one process to another, because their order is that of the messages. */
static bool same_queue(const struct act *a, const struct act *b)
{
    return a->owner == b->owner &&
           ((a->place && a->object == b->object) || a->process == b->process);
}

/* Threads of one process: what concerns receives on one context, and arrivals on it, have
 * an order. */
static bool same_chain(const struct act *a, const struct act *b)
{
    return a->owner == b->owner && a->object == b->object;
}

/* Is the message of the isend the one that the other act gets or sees? */
static bool its_message(const struct act *isend, const struct act *gets)
{
    return !gets_nothing(gets) && gets->owner == isend->owner &&
           message_sender(gets->outcome) == isend->process &&
           message_number(gets->outcome) == isend->seq;
}

static bool its_receive(const struct act *irecv, const struct act *match)
{
    return match->owner == irecv->owner && match->seq == irecv->seq;
}

/* A finish or poll that reports something depends on what made that complete: its keys
 * name this. A poll that fails depends on nothing. */
static bool sender_looks(const struct act *gets, const struct act *look)
{
    if (gets_nothing(gets))
        return false;
    uint32_t from = message_sender(gets->outcome), k = message_number(gets->outcome);
    return act_has_key(look, message_key(from, gets->owner, k)) ||
           act_has_key(look, taken_key(from, gets->owner, k));
}

static bool sender_looks_too(const struct act *look, const struct act *gets)
{
    return sender_looks(gets, look);
}

static bool looked_for(const struct act *match, const struct act *look)
{
    return act_has_key(look, receive_key(match->owner, match->seq)) ||
           sender_looks(match, look);
}

static bool receives_it(const struct act *receive, const struct act *look)
{
    return act_has_key(look, receive->key);
}

static bool waited_for(const struct act *arrive, const struct act *look)
{
    return act_has_key(look, arrive_key(arrive->owner, arrive->object, arrive->seq));
}

/* Withdrawing a receive prevents its match, and is what a later one may have to wait for
 * by rule R. */
static bool withdrawn(const struct act *match, const struct act *cancel)
{
    if (match->owner == cancel->owner && match->seq == cancel->seq)
        return true;
    return cancel->outcome && match->owner == cancel->owner &&
           rule_r(cancel->seq, wanted(cancel), match->seq, got(match));
}

/* An act that gets or sees the message either happens before a retraction that
 * succeeds, or is prevented by it. By rule S, an act that gets a later message may have
 * waited until the earlier one was withdrawn. A look that fails although the message
 * was seen before has waited for that, too. */
static bool retracted(const struct act *gets, const struct act *retract)
{
    if (!retract->outcome || gets->owner != retract->owner)
        return false;
    if (gets_nothing(gets))
        return act_has_key(gets,
                           message_key(retract->actor, retract->owner, retract->seq));
    struct envelope gone = {retract->object, retract->actor, retract->tag.sent};
    if (message_sender(gets->outcome) == retract->actor &&
        message_number(gets->outcome) == retract->seq)
        return true;
    return rule_s(gone, retract->seq, got(gets), message_number(gets->outcome), false,
                  wanted(gets));
}

/* ---- windows ---- */

/* Is the second act the step that a slot makes for the request of the first? */
static bool its_request(const struct act *post, const struct act *step)
{
    return step->owner == post->actor && step->seq == post->seq;
}

static bool its_unlocking(const struct act *unlocking, const struct act *wunlock)
{
    return wunlock->owner == unlocking->actor && wunlock->place == unlocking->seq + 1;
}

/* Must the event with this key have happened before the act is possible? */
static bool requires(const struct act *a, uint64_t key)
{
    const uint64_t *keys = act_keys(a);
    for (uint32_t i = a->kind == OP_WUNLOCK ? 0 : ACCESS_WORDS; i < a->nkeys; i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* Two requests for a lock on one part are dependent unless they are compatible. */
static bool incompatible(const struct act *a, const struct act *b)
{
    return a->object == b->object &&
           (a->place == LOCK_EXCLUSIVE || b->place == LOCK_EXCLUSIVE);
}

static bool conflict(const struct act *a, const struct act *b)
{
    return a->object == b->object && access_conflict(act_keys(a), act_keys(b));
}

/* Atomic accesses of one actor to the same locations keep their order, even if they
 * would commute. */
static bool keep_order(const struct act *a, const struct act *b)
{
    return conflict(a, b) || (a->object == b->object && a->owner == b->owner &&
                              access_in_order(act_keys(a), act_keys(b)));
}

/* An access or wunlock comes after the join of its lock, and a wunlock after the
 * effects under its lock. */
static bool slot_step_first(const struct act *step, const struct act *a)
{
    return requires(a, receive_key(step->owner, step->seq));
}

static bool released_first(const struct act *wunlock, const struct act *a)
{
    return requires(a, unlock_key(wunlock->owner, wunlock->seq));
}

/* An access in an epoch that others open comes after that. */
static bool arrived_first(const struct act *arrive, const struct act *a)
{
    return requires(a, arrive_key(arrive->owner, arrive->object, arrive->seq));
}

/* An access comes after the wunlocks without which its lock is not held, and a wunlock
 * after the effects under its lock. */
static bool access_and_unlock(const struct act *a, const struct act *wunlock)
{
    return released_first(wunlock, a) ||
           (a->kind == OP_EFFECT && slot_step_first(a, wunlock));
}

static bool unlock_and_unlock(const struct act *a, const struct act *b)
{
    return released_first(a, b) || released_first(b, a);
}

/* A finish or poll of a lock request or an atomic access. */
static bool look_at_step(const struct act *look, const struct act *step)
{
    return act_has_key(look, receive_key(step->owner, step->seq));
}

static bool look_at_unlock(const struct act *look, const struct act *wunlock)
{
    return act_has_key(look, unlock_key(wunlock->owner, wunlock->seq));
}

/* ---- objects that threads share ---- */

/* What two operations have done to the object decides, not their kinds: sync.c has the
 * table. */
static bool same_thing(const struct act *a, const struct act *b)
{
    return a->object == b->object && sync_depend(a, b);
}

/* ---- the table ---- */

struct pair_rule {
    rule_fn rule;
    int theorem;
};

/* PAIR(a, b, theorem, rule): the rule is called with the act of kind a first. */
#define TABLE                                                                            \
    PAIR(SEND, SEND, 3, same_object)                                                     \
    PAIR(SEND, RECV, 4, never)                                                           \
    PAIR(SEND, WAIT, 6, first_paired)                                                    \
    PAIR(SEND, TEST, 6, first_paired)                                                    \
    PAIR(RECV, RECV, 3, same_object)                                                     \
    PAIR(RECV, WAIT, 6, first_paired)                                                    \
    PAIR(RECV, TEST, 6, first_paired)                                                    \
    PAIR(WAIT, WAIT, 5, never)                                                           \
    PAIR(WAIT, TEST, 5, never)                                                           \
    PAIR(TEST, TEST, 5, never)                                                           \
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
    PAIR(TAKE, TAKE, 12, sent_either)                                                    \
    PAIR(ISEND, ISEND, 19, same_queue)                                                   \
    PAIR(ISEND, IRECV, 13, never)                                                        \
    PAIR(ISEND, ARRIVE, 13, never)                                                       \
    PAIR(ISEND, MATCH, 14, its_message)                                                  \
    PAIR(ISEND, FINISH, 13, never)                                                       \
    PAIR(ISEND, POLL, 13, never)                                                         \
    PAIR(ISEND, PROBE, 14, its_message)                                                  \
    PAIR(ISEND, IPROBE, 14, its_message)                                                 \
    PAIR(ISEND, TRYRECV, 14, its_message)                                                \
    PAIR(ISEND, CANCEL, 13, never)                                                       \
    PAIR(ISEND, RETRACT, 13, never)                                                      \
    PAIR(IRECV, IRECV, 27, same_chain)                                                   \
    PAIR(IRECV, ARRIVE, 13, never)                                                       \
    PAIR(IRECV, MATCH, 14, its_receive)                                                  \
    PAIR(IRECV, FINISH, 13, never)                                                       \
    PAIR(IRECV, POLL, 13, never)                                                         \
    PAIR(IRECV, PROBE, 27, same_chain)                                                   \
    PAIR(IRECV, IPROBE, 27, same_chain)                                                  \
    PAIR(IRECV, TRYRECV, 27, same_chain)                                                 \
    PAIR(IRECV, CANCEL, 13, never)                                                       \
    PAIR(IRECV, RETRACT, 13, never)                                                      \
    PAIR(ARRIVE, ARRIVE, 27, same_chain)                                                 \
    PAIR(ARRIVE, MATCH, 13, never)                                                       \
    PAIR(ARRIVE, FINISH, 16, waited_for)                                                 \
    PAIR(ARRIVE, POLL, 16, waited_for)                                                   \
    PAIR(ARRIVE, PROBE, 13, never)                                                       \
    PAIR(ARRIVE, IPROBE, 13, never)                                                      \
    PAIR(ARRIVE, TRYRECV, 13, never)                                                     \
    PAIR(ARRIVE, CANCEL, 13, never)                                                      \
    PAIR(ARRIVE, RETRACT, 13, never)                                                     \
    PAIR(ISEND, RECEIVE, 13, never)                                                      \
    PAIR(IRECV, RECEIVE, 13, never)                                                      \
    PAIR(ARRIVE, RECEIVE, 13, never)                                                     \
    PAIR(RECEIVE, RECEIVE, 13, never)                                                    \
    PAIR(RECEIVE, MATCH, 13, never)                                                      \
    PAIR(RECEIVE, FINISH, 16, receives_it)                                               \
    PAIR(RECEIVE, POLL, 16, receives_it)                                                 \
    PAIR(RECEIVE, PROBE, 13, never)                                                      \
    PAIR(RECEIVE, IPROBE, 13, never)                                                     \
    PAIR(RECEIVE, TRYRECV, 13, never)                                                    \
    PAIR(RECEIVE, CANCEL, 13, never)                                                     \
    PAIR(RECEIVE, RETRACT, 13, never)                                                    \
    PAIR(MATCH, MATCH, 15, one_goes_first)                                               \
    PAIR(MATCH, FINISH, 16, looked_for)                                                  \
    PAIR(MATCH, POLL, 16, looked_for)                                                    \
    PAIR(MATCH, PROBE, 15, one_goes_first)                                               \
    PAIR(MATCH, IPROBE, 15, one_goes_first)                                              \
    PAIR(MATCH, TRYRECV, 15, one_goes_first)                                             \
    PAIR(MATCH, CANCEL, 17, withdrawn)                                                   \
    PAIR(MATCH, RETRACT, 18, retracted)                                                  \
    PAIR(FINISH, FINISH, 13, never)                                                      \
    PAIR(FINISH, POLL, 13, never)                                                        \
    PAIR(FINISH, PROBE, 13, never)                                                       \
    PAIR(FINISH, IPROBE, 13, never)                                                      \
    PAIR(FINISH, TRYRECV, 16, sender_looks_too)                                          \
    PAIR(FINISH, CANCEL, 13, never)                                                      \
    PAIR(FINISH, RETRACT, 13, never)                                                     \
    PAIR(POLL, POLL, 13, never)                                                          \
    PAIR(POLL, PROBE, 13, never)                                                         \
    PAIR(POLL, IPROBE, 13, never)                                                        \
    PAIR(POLL, TRYRECV, 16, sender_looks_too)                                            \
    PAIR(POLL, CANCEL, 13, never)                                                        \
    PAIR(POLL, RETRACT, 13, never)                                                       \
    PAIR(PROBE, PROBE, 27, same_chain)                                                   \
    PAIR(PROBE, IPROBE, 27, same_chain)                                                  \
    PAIR(PROBE, TRYRECV, 27, same_chain)                                                 \
    PAIR(PROBE, CANCEL, 13, never)                                                       \
    PAIR(PROBE, RETRACT, 18, retracted)                                                  \
    PAIR(IPROBE, IPROBE, 27, same_chain)                                                 \
    PAIR(IPROBE, TRYRECV, 27, same_chain)                                                \
    PAIR(IPROBE, CANCEL, 13, never)                                                      \
    PAIR(IPROBE, RETRACT, 18, retracted)                                                 \
    PAIR(TRYRECV, TRYRECV, 27, same_chain)                                               \
    PAIR(TRYRECV, CANCEL, 13, never)                                                     \
    PAIR(TRYRECV, RETRACT, 18, retracted)                                                \
    PAIR(CANCEL, CANCEL, 13, never)                                                      \
    PAIR(CANCEL, RETRACT, 13, never)                                                     \
    PAIR(RETRACT, RETRACT, 13, never)                                                    \
    PAIR(WLOCK, WLOCK, 20, never)                                                        \
    PAIR(WLOCK, ATOMIC, 20, never)                                                       \
    PAIR(WLOCK, JOIN, 21, its_request)                                                   \
    PAIR(WLOCK, EFFECT, 20, never)                                                       \
    PAIR(WLOCK, DIRECT, 20, never)                                                       \
    PAIR(WLOCK, WUNLOCK, 20, never)                                                      \
    PAIR(WLOCK, PULL, 20, never)                                                         \
    PAIR(ATOMIC, ATOMIC, 20, never)                                                      \
    PAIR(ATOMIC, JOIN, 20, never)                                                        \
    PAIR(ATOMIC, EFFECT, 21, its_request)                                                \
    PAIR(ATOMIC, DIRECT, 20, never)                                                      \
    PAIR(ATOMIC, WUNLOCK, 20, never)                                                     \
    PAIR(ATOMIC, PULL, 20, never)                                                        \
    PAIR(WLOCK, UNLOCKING, 20, never)                                                    \
    PAIR(ATOMIC, UNLOCKING, 20, never)                                                   \
    PAIR(UNLOCKING, UNLOCKING, 20, never)                                                \
    PAIR(UNLOCKING, JOIN, 20, never)                                                     \
    PAIR(UNLOCKING, EFFECT, 20, never)                                                   \
    PAIR(UNLOCKING, DIRECT, 20, never)                                                   \
    PAIR(UNLOCKING, WUNLOCK, 21, its_unlocking)                                          \
    PAIR(UNLOCKING, PULL, 20, never)                                                     \
    PAIR(JOIN, JOIN, 22, incompatible)                                                   \
    PAIR(JOIN, EFFECT, 23, slot_step_first)                                              \
    PAIR(JOIN, DIRECT, 23, slot_step_first)                                              \
    PAIR(JOIN, WUNLOCK, 23, slot_step_first)                                             \
    PAIR(JOIN, PULL, 25, never)                                                          \
    PAIR(EFFECT, EFFECT, 24, keep_order)                                                 \
    PAIR(EFFECT, DIRECT, 24, conflict)                                                   \
    PAIR(EFFECT, WUNLOCK, 23, access_and_unlock)                                         \
    PAIR(EFFECT, PULL, 25, never)                                                        \
    PAIR(DIRECT, DIRECT, 24, conflict)                                                   \
    PAIR(DIRECT, WUNLOCK, 23, access_and_unlock)                                         \
    PAIR(DIRECT, PULL, 25, never)                                                        \
    PAIR(WUNLOCK, WUNLOCK, 23, unlock_and_unlock)                                        \
    PAIR(WUNLOCK, PULL, 25, never)                                                       \
    PAIR(PULL, PULL, 25, never)                                                          \
    PAIR(ACQUIRE, ACQUIRE, 26, same_thing)                                               \
    PAIR(ACQUIRE, TRY, 26, same_thing)                                                   \
    PAIR(ACQUIRE, RELEASE, 26, same_thing)                                               \
    PAIR(ACQUIRE, ENROL, 26, same_thing)                                                 \
    PAIR(ACQUIRE, AWAIT, 26, same_thing)                                                 \
    PAIR(ACQUIRE, WAKE, 26, same_thing)                                                  \
    PAIR(ACQUIRE, REACH, 26, same_thing)                                                 \
    PAIR(ACQUIRE, PASS, 26, same_thing)                                                  \
    PAIR(ACQUIRE, LOAD, 26, same_thing)                                                  \
    PAIR(ACQUIRE, STORE, 26, same_thing)                                                 \
    PAIR(ACQUIRE, UPDATE, 26, same_thing)                                                \
    PAIR(ACQUIRE, RETIRE, 26, same_thing)                                                \
    PAIR(TRY, TRY, 26, same_thing)                                                       \
    PAIR(TRY, RELEASE, 26, same_thing)                                                   \
    PAIR(TRY, ENROL, 26, same_thing)                                                     \
    PAIR(TRY, AWAIT, 26, same_thing)                                                     \
    PAIR(TRY, WAKE, 26, same_thing)                                                      \
    PAIR(TRY, REACH, 26, same_thing)                                                     \
    PAIR(TRY, PASS, 26, same_thing)                                                      \
    PAIR(TRY, LOAD, 26, same_thing)                                                      \
    PAIR(TRY, STORE, 26, same_thing)                                                     \
    PAIR(TRY, UPDATE, 26, same_thing)                                                    \
    PAIR(TRY, RETIRE, 26, same_thing)                                                    \
    PAIR(RELEASE, RELEASE, 26, same_thing)                                               \
    PAIR(RELEASE, ENROL, 26, same_thing)                                                 \
    PAIR(RELEASE, AWAIT, 26, same_thing)                                                 \
    PAIR(RELEASE, WAKE, 26, same_thing)                                                  \
    PAIR(RELEASE, REACH, 26, same_thing)                                                 \
    PAIR(RELEASE, PASS, 26, same_thing)                                                  \
    PAIR(RELEASE, LOAD, 26, same_thing)                                                  \
    PAIR(RELEASE, STORE, 26, same_thing)                                                 \
    PAIR(RELEASE, UPDATE, 26, same_thing)                                                \
    PAIR(RELEASE, RETIRE, 26, same_thing)                                                \
    PAIR(ENROL, ENROL, 26, same_thing)                                                   \
    PAIR(ENROL, AWAIT, 26, same_thing)                                                   \
    PAIR(ENROL, WAKE, 26, same_thing)                                                    \
    PAIR(ENROL, REACH, 26, same_thing)                                                   \
    PAIR(ENROL, PASS, 26, same_thing)                                                    \
    PAIR(ENROL, LOAD, 26, same_thing)                                                    \
    PAIR(ENROL, STORE, 26, same_thing)                                                   \
    PAIR(ENROL, UPDATE, 26, same_thing)                                                  \
    PAIR(ENROL, RETIRE, 26, same_thing)                                                  \
    PAIR(AWAIT, AWAIT, 26, same_thing)                                                   \
    PAIR(AWAIT, WAKE, 26, same_thing)                                                    \
    PAIR(AWAIT, REACH, 26, same_thing)                                                   \
    PAIR(AWAIT, PASS, 26, same_thing)                                                    \
    PAIR(AWAIT, LOAD, 26, same_thing)                                                    \
    PAIR(AWAIT, STORE, 26, same_thing)                                                   \
    PAIR(AWAIT, UPDATE, 26, same_thing)                                                  \
    PAIR(AWAIT, RETIRE, 26, same_thing)                                                  \
    PAIR(WAKE, WAKE, 26, same_thing)                                                     \
    PAIR(WAKE, REACH, 26, same_thing)                                                    \
    PAIR(WAKE, PASS, 26, same_thing)                                                     \
    PAIR(WAKE, LOAD, 26, same_thing)                                                     \
    PAIR(WAKE, STORE, 26, same_thing)                                                    \
    PAIR(WAKE, UPDATE, 26, same_thing)                                                   \
    PAIR(WAKE, RETIRE, 26, same_thing)                                                   \
    PAIR(REACH, REACH, 26, same_thing)                                                   \
    PAIR(REACH, PASS, 26, same_thing)                                                    \
    PAIR(REACH, LOAD, 26, same_thing)                                                    \
    PAIR(REACH, STORE, 26, same_thing)                                                   \
    PAIR(REACH, UPDATE, 26, same_thing)                                                  \
    PAIR(REACH, RETIRE, 26, same_thing)                                                  \
    PAIR(PASS, PASS, 26, same_thing)                                                     \
    PAIR(PASS, LOAD, 26, same_thing)                                                     \
    PAIR(PASS, STORE, 26, same_thing)                                                    \
    PAIR(PASS, UPDATE, 26, same_thing)                                                   \
    PAIR(PASS, RETIRE, 26, same_thing)                                                   \
    PAIR(LOAD, LOAD, 26, same_thing)                                                     \
    PAIR(LOAD, STORE, 26, same_thing)                                                    \
    PAIR(LOAD, UPDATE, 26, same_thing)                                                   \
    PAIR(LOAD, RETIRE, 26, same_thing)                                                   \
    PAIR(STORE, STORE, 26, same_thing)                                                   \
    PAIR(STORE, UPDATE, 26, same_thing)                                                  \
    PAIR(STORE, RETIRE, 26, same_thing)                                                  \
    PAIR(UPDATE, UPDATE, 26, same_thing)                                                 \
    PAIR(UPDATE, RETIRE, 26, same_thing)                                                 \
    PAIR(RETIRE, RETIRE, 26, same_thing)

/* The same for pairs of different families; pairs that are not listed are independent.
 * A choice and a take can be dependent because an actor may send messages when it
 * chooses; a finish or poll waits for lock requests and atomic accesses, too. */
#define ACROSS                                                                           \
    PAIR(CHOOSE, TAKE, 12, sent_by)                                                      \
    PAIR(ARRIVE, EFFECT, 23, arrived_first)                                              \
    PAIR(ARRIVE, DIRECT, 23, arrived_first)                                              \
    PAIR(FINISH, JOIN, 23, look_at_step)                                                 \
    PAIR(FINISH, EFFECT, 23, look_at_step)                                               \
    PAIR(FINISH, WUNLOCK, 23, look_at_unlock)                                            \
    PAIR(POLL, JOIN, 23, look_at_step)                                                   \
    PAIR(POLL, EFFECT, 23, look_at_step)                                                 \
    PAIR(POLL, WUNLOCK, 23, look_at_unlock)

static const struct pair_rule table[OP_KINDS][OP_KINDS] = {
#define PAIR(a, b, theorem, rule) [OP_##a][OP_##b] = {rule, theorem},
    TABLE ACROSS
#undef PAIR
};

/* ---- is it complete? ---- */

enum {
#define MAILBOX_OP(...) +1
    MAILBOX_KINDS = 0
#include "kernel/op.def"
    ,
#define MUTEX_OP(...) +1
    MUTEX_KINDS = 0
#include "kernel/op.def"
    ,
#define INBOX_OP(...) +1
    INBOX_KINDS = 0
#include "kernel/op.def"
    ,
#define MATCHING_OP(...) +1
    MATCHING_KINDS = 0
#include "kernel/op.def"
    ,
#define WINDOW_OP(...) +1
    WINDOW_KINDS = 0
#include "kernel/op.def"
    ,
#define SYNC_OP(...) +1
    SYNC_KINDS = 0
#include "kernel/op.def"
    ,
#define PAIR(a, b, theorem, rule) +1
    STATED_PAIRS = TABLE
#undef PAIR
};
#define PAIRS(n) ((n) * ((n) + 1) / 2)
_Static_assert(STATED_PAIRS == PAIRS(MAILBOX_KINDS) + PAIRS(MUTEX_KINDS) +
                                   PAIRS(INBOX_KINDS) + PAIRS(MATCHING_KINDS) +
                                   PAIRS(WINDOW_KINDS) + PAIRS(SYNC_KINDS),
               "every pair of kinds of one family in op.def needs its line in TABLE");

bool dep_between(const struct act *a, const struct act *b)
{
    if (a->actor == b->actor)
        return true;
    const struct act *x = a->kind <= b->kind ? a : b, *y = x == a ? b : a;
    rule_fn rule = table[x->kind][y->kind].rule;
    return rule && rule(x, y);
}

int dep_theorem(enum op_kind a, enum op_kind b)
{
    const struct pair_rule *p = a <= b ? &table[a][b] : &table[b][a];
    if (p->rule)
        return p->theorem;
    if (op_family(a) == FAMILY_LOCAL || op_family(b) == FAMILY_LOCAL)
        return 1;
    return op_family(a) == op_family(b) ? 0 : 2;
}
