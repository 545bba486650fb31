/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_rules.h - what MPI lets happen next: the oracle's reading of the standard.
 *
 * Written from the text of MPI-4.0, whose sections are named where a rule is, and from
 * nothing else: in particular not from the kernel or an explorer, which the oracle is to
 * judge. A state of the oracle is what its ranks have done so far (struct judge). */
#ifndef MZ_TESTS_ORACLE_RULES_H
#define MZ_TESTS_ORACLE_RULES_H
#include "oracle.h"

enum { ORACLE_RANKS = 4 };

/* What a rank can know of the others, by what it has observed: how many requests they
 * have made; and of the messages that they sent, by request, which were taken, and which
 * were received. */
struct knowledge {
    uint32_t made[ORACLE_RANKS];
    uint64_t taken[ORACLE_RANKS], received[ORACLE_RANKS];
};

/* An isend, irecv, arrive or receive. */
struct request {
    struct op op;
    uint32_t
        number; /* isend: which message to its receiver; arrive: which on its context */
    bool taken; /* isend: somebody has it: it takes part in matching no more */
    bool received; /* isend: and has begun to receive it */
    int32_t match; /* irecv: the message, or OUTCOME_FALSE */
    bool cancelled;
    bool promised; /* isend: it could not be cancelled, so somebody will receive it */
    struct knowledge when;    /* of its rank, when it was made */
    struct knowledge taking;  /* isend: what who took it could know */
    struct knowledge begun;   /* isend: what who received it could know */
    struct knowledge without; /* irecv: of its rank, when it was cancelled */
};

/* A look that the rank has made, for oracle_patience.h. */
struct glimpse {
    enum op_kind kind;
    uint32_t where, object;
    int32_t peer, tag;
    uint64_t requests; /* poll: what it names */
    uint64_t there;    /* what it could have found: requests that it names, or the bits of
                          there_of_message() */
    bool failed, peeked;
};

/* A probe or iprobe has seen this message. */
struct sight {
    int32_t message;
    size_t length; /* of the rank's history before it */
};

/* The rank was about to look for something, and this was its state. */
struct glance {
    uint64_t digest;
    size_t length; /* of its history */
    size_t glimpses, heard;
    struct knowledge know;
};

struct rank {
    VEC(struct request) requests;
    VEC(int32_t) history;
    VEC(struct sight) seen;
    VEC(struct glance) glances; /* the last one: where it is now, if it looks now */
    size_t idle;                /* since this one it has only looked */
    bool failed, ended;
    struct op op; /* what it is about to do, unless it has ended */
    VEC(struct glimpse) glimpses;
    size_t heard; /* of the glimpses, so many are older than what it last heard */
    struct knowledge know;
    bool patient; /* it must not look in vain again, or must not look at all */
};

/* One way to go on. A match has the request that gets the message. */
struct move {
    uint32_t rank;
    int32_t outcome;
    uint32_t request;
    bool match;
    bool buffered; /* possible only because somebody need not wait */
};

typedef VEC(struct move) move_vec;

/* A message, when it was sent. */
struct arrival {
    uint32_t from, to, request;
};

struct judge {
    struct program *program;
    VEC(struct arrival) sent; /* all, oldest first */
    enum buffering buffering;
    uint32_t n;
    struct rank *rank;
    struct set128 visited;
    size_t max_states;
    size_t polls; /* how often a look may fail; 0: as often as it likes */
    struct oracle *result;
};

/* Would the message fit a receive, probe or try with these arguments? */
bool rules_fits(const struct op *receive, uint32_t sender, const struct op *send);

struct request *rules_sent(const struct judge *, const struct arrival *);

/* The message of this name to a rank: message_outcome(). */
struct request *rules_message(const struct judge *, uint32_t to, int32_t name);

/* Adds what the rank's operation may lead to now; nothing if it has to wait. */
void rules_add_moves(const struct judge *, uint32_t rank, move_vec *);

/* Adds the messages that the rank's receives may get now. */
void rules_add_matches(const struct judge *, uint32_t rank, move_vec *);

#endif
