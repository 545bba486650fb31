/* SPDX-License-Identifier: Apache-2.0
 *
 * op.h - what an actor wants to do (struct op), and what it did (struct act).
 *
 * An op is the program's: it names the actor's own handles and says nothing
 * about anybody else. An act is the kernel's: the op placed in an execution,
 * with its position in the mailbox or mutex, and its outcome. Acts carry all
 * that dependence needs, so two acts can be compared without the execution
 * they came from.
 *
 * Pairing is by position: the k-th send on a mailbox pairs with the k-th
 * receive on it, whoever posted them and in whatever order. So (mailbox, k)
 * names a communication before it is paired; it is the `key` below.
 *
 * An inbox is not a mailbox: it belongs to one actor, messages wait in it in no
 * order, and the actor takes any that it accepts. A message is named by its
 * sender and by how many that sender had sent to this actor before; that is the
 * outcome of a take (take_outcome() below), and the same in every execution of
 * a trace. */
#ifndef MZ_KERNEL_OP_H
#define MZ_KERNEL_OP_H
#include <stdbool.h>
#include <stdint.h>

enum op_kind {
#define OP(family, kind, word, traits) OP_##kind,
#include "kernel/op.def"
    OP_KINDS
};

/* Families of operations. The operations of a family concern the same kind of objects;
 * one file implements what the kernel asks about them (family.h), another what
 * explorers ask (explore/classic/family/family.h). */
enum family_name {
    FAMILY_LOCAL,
    FAMILY_MAILBOX,
    FAMILY_MUTEX,
    FAMILY_INBOX,
    FAMILY_MATCHING,
    FAMILY_WINDOW,
    FAMILY_SYNC,
    FAMILIES
};

/* The kinds of one family, with the same numbers as in enum op_kind. A switch over these
 * has to name all of them, and no others, or the compiler says so. */
enum local_kind {
#define LOCAL_OP(kind, word, traits) LOCAL_##kind = OP_##kind,
#include "kernel/op.def"
};
enum mailbox_kind {
#define MAILBOX_OP(kind, word, traits) MAILBOX_##kind = OP_##kind,
#include "kernel/op.def"
};
enum mutex_kind {
#define MUTEX_OP(kind, word, traits) MUTEX_##kind = OP_##kind,
#include "kernel/op.def"
};
enum inbox_kind {
#define INBOX_OP(kind, word, traits) INBOX_##kind = OP_##kind,
#include "kernel/op.def"
};
enum matching_kind {
#define MATCHING_OP(kind, word, traits) MATCHING_##kind = OP_##kind,
#include "kernel/op.def"
};
enum window_kind {
#define WINDOW_OP(kind, word, traits) WINDOW_##kind = OP_##kind,
#include "kernel/op.def"
};
enum sync_kind {
#define SYNC_OP(kind, word, traits) SYNC_##kind = OP_##kind,
#include "kernel/op.def"
};

/* The kinds of matching semantics that have the trait POSTS. */
enum posted_kind {
    POSTED_ISEND = OP_ISEND,
    POSTED_IRECV = OP_IRECV,
    POSTED_ARRIVE = OP_ARRIVE,
    POSTED_RECEIVE = OP_RECEIVE,
};

enum trait {
    TRAIT_BLOCKS = 1 << 0,    /* may have to wait */
    TRAIT_FAILS = 1 << 1,     /* may say that there is nothing: OUTCOME_FALSE */
    TRAIT_LOOKS = 1 << 2,     /* a loop of such operations may go round without any effect
                                 (matching semantics) */
    TRAIT_REPORTS = 1 << 3,   /* names several things, and reports one of them */
    TRAIT_POSTS = 1 << 4,     /* makes a request of its actor */
    TRAIT_WANTS = 1 << 5,     /* says which messages it takes: peer and tag */
    TRAIT_GETS = 1 << 6,      /* its outcome names a message */
    TRAIT_SEES = 1 << 7,      /* the named message is seen, not taken: it stays
                                 available */
    TRAIT_WITHDRAWS = 1 << 8, /* takes a request back */
    TRAIT_SLOTS = 1 << 9,     /* its request takes a slot, which makes a step for it by
                                 itself: match, join, effect or wunlock */
};

/* An access to a part of a window (docs/design/windows.md). A part is the memory of one
 * actor, the target, in a window; what is in it only the program knows. */
struct rma_access {
    uint64_t lo, hi; /* the locations: from lo up to, but not including, hi */
    bool reads;      /* its actor is told what was there before */
    bool writes;     /* it may change what is there */
    bool commutes;   /* two such accesses that do not read, with the same opcode, have the
                        same effect in either order */
    bool loose;      /* atomic: in any order with those of the same actor that are, too */
    bool plain;      /* atomic: it is a put or get that happens by itself, at a time of
                        its own, and is not atomic */
    bool local;      /* direct: of the actor itself, in the order of its program; */
    bool store; /* a store, which is this, in contrast to memory that comes and goes */
    bool first; /* local: the part had no other contents before */
    bool polls; /* direct, local: it looks at the part for the actor, which may be
                   polling: loads by itself before it, of memory that the actor
                   loads again after it, are no races */
    bool told;  /* direct, local: op.touched of an operation tells of it, and more
                    exactly, so it is not looked at for races */
    uint16_t opcode;  /* atomic: the operation. 0: one that goes together with every other
                         (MPI_NO_OP, compare-and-swap) */
    uint32_t element; /* atomic: the size of an element; accesses are atomic with respect
                         to each other where their elements coincide. 0: not known */
    uint32_t calls;   /* direct, and atomic with `plain`: how many accesses the actor had
                         called for before, since its last operation */
    uint32_t where;   /* as op.where: where the program called for it */
    int64_t operand, compare; /* for the program's own use */
};

/* What an actor has done about its part, if it is neither a load nor a store. The first
 * two matter if the memory of a window is separate from what others see of it
 * (program.separate). */
enum rma_mark {
    MARK_NONE,
    MARK_PUBLISHED, /* what it has stored is what others see */
    MARK_SEEN,      /* what others have written is in its memory */
    MARK_EXPOSED,   /* MPI_Win_post */
    MARK_CLOSED,    /* the end of that */
};

/* What an actor has done by itself to a part, between two of its operations. */
struct rma_touch {
    uint32_t window;
    int32_t peer;
    uint32_t mark;  /* enum rma_mark: it is no load or store, but this */
    uint32_t calls; /* how many accesses it had called for before, since its last
                       operation */
    struct rma_access access;
};

struct op {
    enum op_kind kind;
    uint32_t object;  /* send, recv: the mailbox; lock, unlock: the mutex; assert: the
                         kind of finding if it fails (report/kinds.h; 0: assertion) */
    uint32_t nargs;   /* number of args */
    uint32_t touched; /* windows, real code: names what the actor has done by itself to
                         parts since its last operation (program_windows.touched()); 0:
                         nothing. Not part of the digest of an operation */
    union {
        const uint32_t *args; /* wait, test: the actor's own posts, counted from 0; await,
                                 try: mutexes; finish, poll, cancel, retract: requests;
                                 pull: parts. The program keeps the array alive */
        const struct rma_access *access; /* atomic, direct: what is accessed, and how. The
                                        program keeps it alive */
    };
    int64_t value;  /* send: the value sent; choose: the number of values; assert:
                       whether it holds; take: 1, or 0 if the actor has stopped;
                       receive: the message, as in outcome.message */
    uint32_t where; /* for the program's own use: a line number */

    /* Matching semantics. Here `object` is the context (the communicator), and the
     * requests of an actor are its isends, irecvs, arrives and receives, counted from
     * 0. */
    int32_t peer; /* isend: to whom; irecv, probe, iprobe, tryrecv: from whom, or ANY */
    int32_t tag;  /* isend: the tag; irecv, probe, iprobe, tryrecv: the tag, or ANY */
    union {
        uint32_t needed; /* arrive: args lists all participants; the operation is complete
                            for this actor once the first `needed` of them have arrived at
                            theirs. `value` is what this actor contributes */
        uint32_t bytes;  /* isend: how many are sent, UINT32_MAX if they are more; 0: the
                            program does not say. For those who read of it */
        uint32_t issued; /* direct, and atomic with access.plain: how many events the
                            actor had when it called for the access, which may have been
                            long before this operation */
    };
    uint8_t mode;  /* isend: enum send_mode; irecv, tryrecv: enum receive_mode;
                      poll: enum poll_mode; finish: enum finish_mode; wlock: enum
                      lock_mode; arrive: enum arrive_mode */
    uint16_t call; /* for the program's own use: which of its functions asks */
    union {
        uint32_t told;  /* irecv, tryrecv, receive: the number that a synchronous sender
                           is told when its send is complete */
        uint32_t under; /* atomic, direct: the actor's request that must be complete
                           before the access is possible: a wlock, held then, or an
                           arrive; NO_LOCK: none. wunlock, unlocking: the wlock. arrive
                           with ARRIVE_CLOSES: the request under which the accesses are */
    };

    /* Windows: `object` is the window, `peer` the target. Objects that threads share:
     * `object`, `peer`, `tag` and `mode` are as in sync.h. */
};

#define ANY     (-1)
#define NO_LOCK UINT32_MAX

enum lock_mode { LOCK_SHARED, LOCK_EXCLUSIVE };

/* What others who wait for an arrive wait for. */
enum arrive_mode {
    ARRIVE_ONLY,   /* the arrive */
    ARRIVE_CLOSES, /* the effects of the actor's atomic accesses under op.under, too */
    ARRIVE_OVER,   /* the arrive; the actor has finished its program, and there is nothing
                      in its future but to wait for the others and to end, well or not, as
                      what all contribute decides */
};

/* When a send is complete. */
enum send_mode {
    SEND_STANDARD, /* at once or when it is matched: see enum buffering */
    SEND_SYNC,     /* when it is matched */
    SEND_BUFFERED, /* at once */
    SEND_READY,    /* as a standard one; a receive must have been posted before it */
};

/* When a receive starts to receive its message, which completes a synchronous send. */
enum receive_mode {
    RECEIVE_WHOLE, /* when it is matched */
    RECEIVE_LATER, /* it only takes the message; a `receive` of it follows (MPI_Mprobe) */
};

/* Whether a poll may fail. */
enum poll_mode {
    POLL_TEST,  /* it may always fail: the actor need not have noticed yet that a request
                   is complete */
    POLL_SPACE, /* it may not fail if the actor has learned that one of the messages is
                   being received: then its buffer space is free again */
    POLL_THREADS, /* as POLL_TEST; it is one of several threads that polls, and their
                     order need not be explored: see op_of_threads() */
};

/* Whether the actor does anything visible to others after this wait. */
enum finish_mode {
    FINISH_WAIT, /* it may */
    FINISH_OVER, /* no: the actor has finished its program and only meets the others once
                    more */
    FINISH_THREADS, /* it may; the requests are of several threads, and their order need
                       not be explored: see op_of_threads() */
};

/* How standard sends behave, and collectives that need not synchronise. */
enum buffering {
    BUFFERING_ANY,      /* each may complete early or wait; for explorers with
                           both_bufferings */
    BUFFERING_ZERO,     /* they wait: a send for its match, a collective for all its
                           participants */
    BUFFERING_INFINITE, /* they complete without waiting */
};

enum { OUTCOME_NONE = 0, OUTCOME_FALSE = -1 };

/* The outcome of match, probe, iprobe and tryrecv: the k-th message (from 0) of that
 * sender to this receiver, over all contexts and tags. The first two million messages of
 * any of 1024 senders have numbers from 0 on. Small programs run longest: the first eight
 * senders can have 130 million messages, and the next 120 ten million, whose numbers are
 * negative, and not -1. */
enum {
    MESSAGE_MAX_RANK = 1023,
    MESSAGE_FEW = 1 << 21,
    MESSAGE_LONG_RANKS = 8,
    MESSAGE_LONG = 1 << 27,
    MESSAGE_MANY_RANKS = 128,
    MESSAGE_MANY = 1 << 23, /* after the first few */
};

/* The number of messages that a sender can send to one receiver. */
static inline uint32_t message_most(uint32_t sender)
{
    if (sender < MESSAGE_LONG_RANKS)
        return MESSAGE_LONG;
    return sender < MESSAGE_MANY_RANKS ? MESSAGE_FEW + MESSAGE_MANY : MESSAGE_FEW;
}

static inline int32_t message_outcome(uint32_t sender, uint32_t k)
{
    if (k < MESSAGE_FEW)
        return (int32_t)(sender << 21 | k);
    if (sender < MESSAGE_LONG_RANKS)
        return (int32_t)((uint32_t)1 << 31 | sender << 27 | k);
    return (int32_t)((uint32_t)3 << 30 | (sender - MESSAGE_LONG_RANKS) << 23 |
                     (k - MESSAGE_FEW));
}

static inline uint32_t message_sender(int32_t outcome)
{
    uint32_t x = (uint32_t)outcome;
    if (outcome >= 0)
        return x >> 21;
    return x >> 30 & 1 ? (x >> 23 & (MESSAGE_MANY_RANKS - 1)) + MESSAGE_LONG_RANKS
                       : x >> 27 & (MESSAGE_LONG_RANKS - 1);
}

static inline uint32_t message_number(int32_t outcome)
{
    uint32_t x = (uint32_t)outcome;
    if (outcome >= 0)
        return x & (MESSAGE_FEW - 1);
    return x >> 30 & 1 ? (x & (MESSAGE_MANY - 1)) + MESSAGE_FEW : x & (MESSAGE_LONG - 1);
}

struct act {
    uint8_t kind; /* enum op_kind */
    union {
        uint16_t nkeys;  /* number of keys */
        uint16_t source; /* for acts that receive or probe, in matching semantics: the
                            source that they ask for, or ANY_SOURCE */
    };
    uint32_t actor;  /* the actor that acts */
    int32_t outcome; /* choose: the value; waits and tests: the index of the one reported,
                        or OUTCOME_FALSE; take, match: the message; otherwise
                        OUTCOME_NONE */
    uint32_t object; /* the mailbox or mutex; take: the sender of the message; matching
                        semantics: the context; windows: the part (window_part()) */
    uint32_t seq;    /* how many acts of this kind the object had seen before; choose,
                        take: how many events the actor had before; isend, retract: the
                        number of the message among those to that receiver; arrive: the
                        number of the arrival on that context; acts that receive or probe:
                        how many requests the actor had posted before, or
                        chain_order(); windows: the number of the request */
    uint32_t owner;  /* unlock: the owner of the mutex before it; take: `seq` of the act
                        that sent the message; isend, retract, and acts that receive or
                        probe: the receiver of the message; join, effect, wunlock: the
                        actor that the slot belongs to; irecv, arrive: the process */
    uint32_t place;  /* isend, and acts that receive or probe: the message's position in
                        its queue, from 1; 0: there are no queues, or there is no
                        message; objects that threads share: enum sync_effect, with `seq`
                        as that says; join: enum lock_mode; wunlock of a slot: 1 + the
                        request  of the unlocking */
    union {
        uint32_t process; /* isend: the process that sends */
        /* The keys name, for waits and tests: the communications or mutexes; finish and
         * poll: the events that must have happened; receive: the message; iprobe and
         * tryrecv that fail: messages seen before that somebody must have taken;
         * wunlock: the events that must have happened; effect, direct: the same, after
         * ACCESS_WORDS words that describe the access (window.h). */
        uint64_t key;         /* if nkeys == 1 */
        const uint64_t *keys; /* if nkeys > 1: an interned set, which is never freed while
                                 the state lives */
        struct {
            int32_t wanted, sent;
        } tag; /* acts that receive or probe: the tags that they accept, and the tag of
                  the message; retract: the tag of the message */
    };
};

#define ANY_SOURCE UINT16_MAX
#define ACTORS_MAX (1u << 18) /* including slots; each actor takes some hundred bytes */

/* Does this kind have the trait? The compiler turns the table into a constant set. */
static inline bool op_has(enum op_kind kind, enum trait trait)
{
    enum {
        BLOCKS = TRAIT_BLOCKS,
        FAILS = TRAIT_FAILS,
        LOOKS = TRAIT_LOOKS,
        REPORTS = TRAIT_REPORTS,
        POSTS = TRAIT_POSTS,
        WANTS = TRAIT_WANTS,
        GETS = TRAIT_GETS,
        SEES = TRAIT_SEES,
        WITHDRAWS = TRAIT_WITHDRAWS,
        SLOTS = TRAIT_SLOTS,
    };
    const uint64_t those = 0
#define OP(family, kind, word, traits) | (uint64_t)(((traits)&trait) != 0) << OP_##kind
#include "kernel/op.def"
        ;
    return those >> kind & 1;
}

static inline bool op_blocks(enum op_kind kind)
{
    return op_has(kind, TRAIT_BLOCKS);
}

static inline bool op_fails(enum op_kind kind)
{
    return op_has(kind, TRAIT_FAILS);
}

static inline bool op_looks(enum op_kind kind)
{
    return op_has(kind, TRAIT_LOOKS);
}

static inline bool op_reports(enum op_kind kind)
{
    return op_has(kind, TRAIT_REPORTS);
}

/* Does the outcome only decide which of the actor's threads goes on first? Explorers may
 * explore one of the outcomes that are possible. */
static inline bool op_of_threads(const struct op *op)
{
    return (op->kind == OP_POLL && op->mode == POLL_THREADS) ||
           (op->kind == OP_FINISH && op->mode == FINISH_THREADS);
}

/* Does the actor arrive at the last collective of its program? */
static inline bool op_parts(const struct op *op)
{
    return op->kind == OP_ARRIVE && op->mode == ARRIVE_OVER;
}

static inline bool op_posts(enum op_kind kind)
{
    return op_has(kind, TRAIT_POSTS);
}

static inline bool op_wants(enum op_kind kind)
{
    return op_has(kind, TRAIT_WANTS);
}

static inline bool op_gets(enum op_kind kind)
{
    return op_has(kind, TRAIT_GETS);
}

static inline bool op_sees(enum op_kind kind)
{
    return op_has(kind, TRAIT_SEES);
}

static inline bool op_withdraws(enum op_kind kind)
{
    return op_has(kind, TRAIT_WITHDRAWS);
}

static inline bool op_slots(enum op_kind kind)
{
    return op_has(kind, TRAIT_SLOTS);
}

/* Keys of finish and poll: names of receives, messages, arrivals and locks. */

/* The step that a slot makes for this request: a match, join or effect. */
static inline uint64_t receive_key(uint32_t actor, uint32_t request)
{
    return UINT64_C(1) << 62 | (uint64_t)actor << 32 | request;
}

/* The wunlock of what this wlock has asked for. */
static inline uint64_t unlock_key(uint32_t actor, uint32_t request)
{
    return UINT64_C(3) << 61 | (uint64_t)actor << 32 | request;
}

/* In programs with processes of several threads: */

/* a request of a line is called by its number there and the line; */
enum { REQUEST_LINE = 24 };

static inline uint32_t request_name(uint32_t line, uint32_t number)
{
    return line << REQUEST_LINE | number;
}

/* the n-th receive of a process on a context, which stands for the number of the request
 * where receives are compared or named by keys. */
enum { CHAIN_LONGEST = 1 << 18, CHAIN_CONTEXTS = 1 << 14 };

static inline uint32_t chain_order(uint32_t context, uint32_t n)
{
    return context * CHAIN_LONGEST | n;
}

static inline uint64_t message_key(uint32_t from, uint32_t to, uint32_t k)
{
    return UINT64_C(2) << 62 | (uint64_t)from << 42 | (uint64_t)to << 32 | k;
}

/* Names a message like message_key(), but stands for "somebody has taken it" rather
 * than "it is being received". */
static inline uint64_t taken_key(uint32_t from, uint32_t to, uint32_t k)
{
    return message_key(from, to, k) & ~(UINT64_C(2) << 62);
}

enum { ARRIVE_MAX_CONTEXT = (1 << 20) - 1 };

static inline uint64_t arrive_key(uint32_t actor, uint32_t context, uint32_t k)
{
    return UINT64_C(3) << 62 | (uint64_t)actor << 52 | (uint64_t)context << 32 | k;
}

static inline uint64_t comm_key(uint32_t mailbox, uint32_t k)
{
    return (uint64_t)mailbox << 32 | k;
}

/* The sender of messages that were there before the first step. */
#define OUTSIDE UINT32_MAX

/* The outcome of a take: the k-th message (from 0) of that sender to the actor that
 * takes it. Both numbers must be small: state_push() checks. */
enum { TAKE_MAX_SENDER = 0x7ffd, TAKE_MAX_MESSAGE = 0xffff };

static inline int32_t take_outcome(uint32_t sender, uint32_t k)
{
    return (int32_t)((sender + 1) << 16 | k);
}

static inline uint32_t take_sender(int32_t outcome)
{
    return ((uint32_t)outcome >> 16) - 1;
}

static inline uint32_t take_number(int32_t outcome)
{
    return (uint32_t)outcome & 0xffff;
}

static inline const uint64_t *act_keys(const struct act *a)
{
    return a->nkeys == 1 ? &a->key : a->keys;
}

static inline bool act_has_key(const struct act *a, uint64_t key)
{
    const uint64_t *keys = act_keys(a);
    for (uint32_t i = 0; i < a->nkeys; i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* Are the two acts the same step: same actor, operation, position and outcome? Requires
 * that both have the same number of predecessors in their actor. */
bool act_same(const struct act *a, const struct act *b);

const char *op_word(enum op_kind kind);

extern const uint8_t op_families[OP_KINDS];

static inline enum family_name op_family(enum op_kind kind)
{
    return (enum family_name)op_families[kind];
}

#endif
