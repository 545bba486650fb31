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

/* Operations that belong together: they concern the same objects, and one file brings
 * what the kernel asks about them (family.h), another what explorers ask
 * (explore/family/family.h). */
enum family_name {
    FAMILY_LOCAL,
    FAMILY_MAILBOX,
    FAMILY_MUTEX,
    FAMILY_INBOX,
    FAMILY_MATCHING,
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

/* Those of matching semantics that have the trait POSTS. */
enum posted_kind {
    POSTED_ISEND = OP_ISEND,
    POSTED_IRECV = OP_IRECV,
    POSTED_ARRIVE = OP_ARRIVE,
    POSTED_RECEIVE = OP_RECEIVE,
};

enum trait {
    TRAIT_BLOCKS = 1 << 0,    /* may have to wait */
    TRAIT_FAILS = 1 << 1,     /* may say that there is nothing: OUTCOME_FALSE */
    TRAIT_LOOKS = 1 << 2,     /* a loop of it may go round in vain (matching semantics) */
    TRAIT_REPORTS = 1 << 3,   /* names several things, and reports one of them */
    TRAIT_POSTS = 1 << 4,     /* makes a request of its actor */
    TRAIT_WANTS = 1 << 5,     /* says which messages it takes: peer and tag */
    TRAIT_GETS = 1 << 6,      /* its outcome names a message */
    TRAIT_SEES = 1 << 7,      /* and it leaves this message where it is */
    TRAIT_WITHDRAWS = 1 << 8, /* takes a request back */
};

struct op {
    enum op_kind kind;
    uint32_t object;      /* send, recv: mailbox; lock, unlock: mutex;
                             assert: should it fail, what kind of
                             finding that is (report/kinds.h; 0: assertion) */
    uint32_t nargs;       /* wait, test: the actor's own posts, counted from 0; */
    const uint32_t *args; /* await, try: mutexes; finish, poll, cancel, retract: requests.
                             The program keeps them alive. */
    int64_t value;        /* send: what is sent; choose: how many; assert: holds?
                             take: 1, or 0 if the actor has stopped;
                             receive: the message, as in outcome.message */
    uint32_t where;       /* for the program's own use: a line number */

    /* Matching semantics. Here `object` is the context (the communicator), and the
     * requests of an actor are its isends, irecvs, arrives and receives, counted from
     * 0. */
    int32_t peer; /* isend: to whom; irecv, probe, iprobe, tryrecv: from whom, or ANY */
    int32_t tag;  /* or ANY */
    uint32_t needed; /* arrive: args are all who take part; the operation is complete for
                        this actor once the first so many of them have arrived at theirs.
                        `value` is what this actor contributes */
    uint8_t mode;    /* isend: enum send_mode; irecv, tryrecv: enum receive_mode;
                        poll: enum poll_mode; finish: enum finish_mode */
    uint16_t call;   /* for the program's own use: which of its functions asks */
    uint32_t told;   /* irecv, tryrecv, receive: what a synchronous sender hears when its
                        send is complete */
};

#define ANY (-1)

/* When is a send complete? */
enum send_mode {
    SEND_STANDARD, /* at once or when it is matched: see enum buffering */
    SEND_SYNC,     /* when it is matched */
    SEND_BUFFERED, /* at once */
    SEND_READY,    /* as a standard one; a receive must have been posted before it */
};

/* When does a receive start to receive, so that a synchronous send is complete? */
enum receive_mode {
    RECEIVE_WHOLE, /* when it is matched */
    RECEIVE_LATER, /* it only takes the message; a `receive` of it follows (MPI_Mprobe) */
};

/* May a poll fail? */
enum poll_mode {
    POLL_TEST,  /* always: that a request is complete need not be known here yet */
    POLL_SPACE, /* not if its actor has heard that a message which it asks for is being
                   received: then its copy of it is not needed any more */
};

/* Does what waits go on to something that others can see? */
enum finish_mode {
    FINISH_WAIT, /* it may */
    FINISH_OVER, /* no: the program is over for this actor, and meets others once more */
};

/* What standard sends and collectives that need not wait do nevertheless. */
enum buffering {
    BUFFERING_ANY,      /* explorers that can: each as it likes */
    BUFFERING_ZERO,     /* they wait: for the match; for all who take part */
    BUFFERING_INFINITE, /* they do not */
};

enum { OUTCOME_NONE = 0, OUTCOME_FALSE = -1 };

/* The outcome of match, probe, iprobe and tryrecv: the k-th message (from 0) of that
 * sender to this receiver, over all contexts and tags. */
enum { MESSAGE_MAX_RANK = 1023, MESSAGE_MAX_NUMBER = (1 << 21) - 1 };

static inline int32_t message_outcome(uint32_t sender, uint32_t k)
{
    return (int32_t)(sender << 21 | k);
}

static inline uint32_t message_sender(int32_t outcome)
{
    return (uint32_t)outcome >> 21;
}

static inline uint32_t message_number(int32_t outcome)
{
    return (uint32_t)outcome & MESSAGE_MAX_NUMBER;
}

struct act {
    uint8_t kind; /* enum op_kind */
    union {
        uint16_t nkeys; /* what has keys: how many */
        uint16_t
            source; /* what receives, in matching semantics: from whom, or ANY_SOURCE */
    };
    uint32_t actor;  /* who */
    int32_t outcome; /* choose: the value; waits and tests: index of the one
                        reported, or OUTCOME_FALSE; take, match: the message;
                        otherwise OUTCOME_NONE */
    uint32_t object; /* mailbox or mutex; take: who sent the message;
                        matching semantics: the context */
    uint32_t seq;    /* how many of this kind the object had seen before;
                        choose, take: how many events its actor had before;
                        isend, retract: which message to that receiver; arrive: which on that
                        context; what receives: how many requests were posted before */
    uint32_t owner;  /* unlock: who owned the mutex before it;
                        take: `seq` of the act that sent the message;
                        isend, retract, what receives: who is to get the message */
    uint32_t place;  /* isend, what receives: the message's place in its queue, from 1;
                        0: there are no queues, or there is no message */
    union {
        /* waits and tests: communications, or mutexes; finish and poll: what must have
         * happened; receive: the message; iprobe and tryrecv that fail: messages seen
         * before that somebody must have taken */
        uint64_t key;         /* nkeys == 1 */
        const uint64_t *keys; /* nkeys > 1; interned, never freed under us */
        struct {
            int32_t wanted, sent;
        } tag; /* what receives: which tags it takes, and that of the message; retract:
                  the latter */
    };
};

#define ANY_SOURCE UINT16_MAX
#define ACTORS_MAX (1u << 18) /* with slots; each takes some hundred bytes */

/* A set of kinds, which the compiler makes once: those with this trait. */
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

/* Names of receives, messages and arrivals, as keys of finish and poll. */
static inline uint64_t receive_key(uint32_t actor, uint32_t request)
{
    return UINT64_C(1) << 62 | (uint64_t)actor << 32 | request;
}

static inline uint64_t message_key(uint32_t from, uint32_t to, uint32_t k)
{
    return UINT64_C(2) << 62 | (uint64_t)from << 42 | (uint64_t)to << 32 | k;
}

/* A message too; but what counts is that somebody has it, not that it is received. */
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

/* Who sent what was there before the first step. */
#define OUTSIDE UINT32_MAX

/* The k-th message (from 0) of that sender to the actor that takes it. Both must be
 * small: state_push() checks. */
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

/* The same step: same actor, same operation, same place, same outcome.
 * Requires that both have the same number of predecessors in their actor. */
bool act_same(const struct act *a, const struct act *b);

const char *op_word(enum op_kind kind);

extern const uint8_t op_families[OP_KINDS];

static inline enum family_name op_family(enum op_kind kind)
{
    return (enum family_name)op_families[kind];
}

#endif
