/* SPDX-License-Identifier: Apache-2.0
 *
 * rules.h - MPI's rules of matching, as predicates over pairs of plain values.
 *
 * The only place that knows them. Whether a receive gets a message is decided by three
 * questions: does the message fit; does an earlier receive claim it (rule R); does an
 * earlier message come first (rule S). What is posted, sent or taken at a moment is kept
 * in another structure by everybody who asks (a state and its cuts, an execution graph, a
 * world, acts), and each goes through its own in its own way. The proofs are in
 * docs/design/matching.md. */
#ifndef MZ_KERNEL_RULES_H
#define MZ_KERNEL_RULES_H
#include "kernel/op.h"

/* The messages that a receive, probe or try-receive accepts. */
struct pattern {
    uint32_t context;
    int32_t peer, tag; /* or ANY */
};

/* What a message says of itself. */
struct envelope {
    uint32_t context, from;
    int32_t tag;
};

/* Of an operation that wants messages, and of an isend by `from`. */
static inline struct pattern op_pattern(const struct op *receive)
{
    return (struct pattern){receive->object, receive->peer, receive->tag};
}

static inline struct envelope op_envelope(const struct op *isend, uint32_t from)
{
    return (struct envelope){isend->object, from, isend->tag};
}

/* ---- which message fits ---- */

/* May a message come from there, as far as the pattern says? */
static inline bool rule_source(struct pattern p, uint32_t from)
{
    return p.peer == ANY || (uint32_t)p.peer == from;
}

static inline bool rule_tag(struct pattern p, int32_t tag)
{
    return p.tag == ANY || p.tag == tag;
}

static inline bool rule_fits(struct pattern p, struct envelope e)
{
    return p.context == e.context && rule_source(p, e.from) && rule_tag(p, e.tag);
}

/* Which parts of the envelope do not fit the pattern? 0: it fits. */
enum misfit { MISFIT_SOURCE = 1, MISFIT_TAG = 2, MISFIT_CONTEXT = 4 };

static inline unsigned rule_misfit(struct pattern p, struct envelope e)
{
    return (rule_source(p, e.from) ? 0u : MISFIT_SOURCE) |
           (rule_tag(p, e.tag) ? 0u : MISFIT_TAG) |
           (p.context == e.context ? 0u : MISFIT_CONTEXT);
}

/* Is there a message that fits both? */
static inline bool rule_overlap(struct pattern a, struct pattern b)
{
    return a.context == b.context &&
           (a.peer == ANY || b.peer == ANY || a.peer == b.peer) &&
           (a.tag == ANY || b.tag == ANY || a.tag == b.tag);
}

/* Do the two accept the same messages? */
static inline bool rule_alike(struct pattern a, struct pattern b)
{
    return a.context == b.context && a.peer == b.peer && a.tag == b.tag;
}

/* ---- which of two goes first ---- */

/* Rule R: a message goes to the earliest receive that it fits, among those that are
 * posted and open. Does the one posted earlier claim the message that the other could
 * get? `posted` are the places of the two in the order in which they were posted. */
static inline bool rule_r(uint32_t earlier_posted, struct pattern earlier,
                          uint32_t posted, struct envelope e)
{
    return earlier_posted < posted && rule_fits(earlier, e);
}

/* Rule S: of the messages that fit a receive, it gets the one that was sent first, among
 * those of one sender; or, if messages wait in queues, among all. Does the earlier
 * message come before the other one? `sent` are their places in the order of sending. */
static inline bool rule_s(struct envelope earlier, uint32_t earlier_sent,
                          struct envelope e, uint32_t sent, bool queues, struct pattern p)
{
    return (queues || earlier.from == e.from) && earlier_sent < sent &&
           rule_fits(p, earlier);
}

/* ---- who waits for whom ---- */

/* Is it left to the MPI library whether such a send is buffered? */
static inline bool rule_standard(enum send_mode mode)
{
    return mode == SEND_STANDARD || mode == SEND_READY;
}

/* Is the send complete only when its message is being received? With BUFFERING_ANY, a
 * standard send need not wait, but may. */
static inline bool rule_waits(enum send_mode mode, enum buffering b)
{
    return mode == SEND_SYNC || (b == BUFFERING_ZERO && rule_standard(mode));
}

static inline bool rule_may_wait(enum send_mode mode, enum buffering b)
{
    return rule_waits(mode, b == BUFFERING_ANY ? BUFFERING_ZERO : b);
}

/* For how many of its participants, the first ones of its list, must a collective wait?
 * With BUFFERING_ANY, it may wait for all of them, too. */
static inline uint32_t rule_needed(enum buffering b, uint32_t nargs, uint32_t needed)
{
    return b == BUFFERING_ZERO ? nargs : needed;
}

#endif
