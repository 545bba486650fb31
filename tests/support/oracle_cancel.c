/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_cancel.c - which executions MPI allows when sends are cancelled.
 *
 * The text is MPI-3.1, 3.8.4 (in 4.0 the same section), with 3.4 on when a send is
 * complete, 3.8.1 on probes, 3.8.2 and 3.8.3 on matched probes. It says:
 *
 *  (a) Either the cancellation succeeds or the communication does, and not both: the send
 *      completes normally, and its message was received at the destination; or it is
 *      cancelled, and no part of the message was received.
 *  (b) If it is cancelled, a receive that would match is satisfied by another send.
 *  (c) A wait for a send that is marked for cancellation returns, whatever other
 *      processes do; a test that is made again and again succeeds at last.
 *  (d) A probe does not hold a message: it can still be cancelled (3.8.1). A matched
 *      probe does: its message can be received by MPI_Mrecv and in no other way, and can
 *      be cancelled by the sender only if that receive is (3.8.3).
 *
 * A litmus program is told at once how a cancel ends: 1, it succeeds, or 0, it does not.
 * MPI says so later, in the status; so the answer foretells, and what we look for are the
 * executions at whose end all answers have come true.
 *
 * The answer 1 is possible as long as nobody has the message: neither a receive nor a
 * matched probe (a, d). From then on it is as if the send had never been: nobody gets the
 * message, it keeps no later one of its channel waiting, and who has seen it by a probe
 * may look in vain (b, d).
 *
 * The answer 0 is possible always. That is the only answer if somebody has the message.
 * If nobody has, it promises that somebody will, and nothing else changes. An execution
 * that ends with a promise that was not kept, be it by a deadlock, in a loop, or because
 * the receiver was content with other messages, is none that MPI allows (a). Whenever a
 * promise would be broken the answer could have been 1, so every program has executions.
 *
 * An answer is final. A send of which it was said that it completes normally cannot be
 * cancelled by a second attempt (a).
 *
 * When does a wait return after the answer 0? "Normally" (a): as it would have without
 * the cancel. A send that is complete without its receive (buffered mode; standard mode,
 * if MPI buffers it) is complete at once. One that needs its receive (synchronous mode;
 * standard mode, if MPI does not buffer it) still does, for a synchronous send whose wait
 * has returned has been received (3.4). That this wait is local (c) means that there is
 * no execution in which it does not return, and there is none: it would break a promise.
 * A message that only a matched probe has is a corner where these rules leave no room:
 * its send cannot be cancelled (d), and is not received (3.4), but the wait returns (c).
 * Here (c) wins, as it is a guarantee.
 *
 * The tense of (a), "was received", can be read more strictly: when the wait has
 * returned, the receive has begun. The rationale of the MPI-2 clarifications
 * (section 3.2, probe and cancel) reads it so even for standard sends. But
 * implementations let go of small messages at once and cannot get them back; what they do
 * then is within our reading, and not within the strict one, whose executions are among
 * ours. A program must be right with either.
 *
 * If a rank fails, everything ends there, and promises need not have come true yet. But a
 * receiver that has got to its end before will receive nothing more.
 *
 * A request that is freed is one that nobody waits for, and each start of a persistent
 * send is a send of its own: nothing follows for them that is not said above. */
#include "oracle_cancel.h"

/* Nobody has it. */
static bool is_open(const struct request *send)
{
    return !send->taken && !send->cancelled;
}

void cancel_add_moves(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    const struct request *send = &me->requests.at[me->op.args[0]];
    vec_push(out, (struct move){.rank = rank, .outcome = 0});
    if (is_open(send) && !send->promised)
        vec_push(out, (struct move){.rank = rank, .outcome = 1});
}

void cancel_mark(struct request *send, int32_t answer)
{
    send->cancelled = answer;
    send->promised = !answer;
}

bool cancel_completes(const struct request *send)
{
    return send->promised && send->taken;
}

static bool somebody_failed(const struct judge *j)
{
    for (uint32_t i = 0; i < j->n; i++)
        if (j->rank[i].failed)
            return true;
    return false;
}

/* Might this rank have received more, had nobody failed? */
static bool might_go_on(const struct rank *r)
{
    return r->failed || !r->ended;
}

bool cancel_is_kept(const struct judge *j)
{
    bool cut_short = somebody_failed(j);
    for (size_t i = 0; i < j->sent.len; i++) {
        const struct request *s = rules_sent(j, &j->sent.at[i]);
        bool broken = s->promised && is_open(s);
        if (broken && !(cut_short && might_go_on(&j->rank[j->sent.at[i].to])))
            return false;
    }
    return true;
}
