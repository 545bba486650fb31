/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle.h - matching semantics by brute force: the judge of explorers and kernel.
 *
 * Every transition of every reachable state is taken, and nothing is known of
 * dependence. Programs with queues (program.queues) are judged too: there the order of
 * the messages to one rank on one context is part of the state. The state is the oracle's
 * own, and as plain as can be: what the ranks have done and observed, and which message
 * each receive got; all else follows from it, as ranks are functions of what they
 * observe.
 *
 * A rank that is about to look for something (poll, probe, iprobe, tryrecv) in a state in
 * which it looked before, with nothing in between but looks that changed nothing, is
 * where it was, and what it did since is not part of its history. If it can go round
 * so for ever, and never fails to see what is there, while nobody else can do anything,
 * that is an end, too. Then one such round is the end of its history. */
#ifndef MZ_TESTS_ORACLE_H
#define MZ_TESTS_ORACLE_H
#include "base/set128.h"
#include "base/vec.h"
#include "kernel/program.h"

/* What there is to know about a rank in some execution. */
struct oracle_rank {
    VEC(int32_t)
    history; /* the outcomes of its operations, as in struct act; after one
                that reports a receive, the message that it got */
    VEC(int32_t)
    match; /* for each of its requests: the message (message_outcome()), or
              OUTCOME_FALSE if it has none: sends never have one */
    VEC(int32_t)
    arrived; /* with program.queues, of each message to it: its context, and its name.
                In the order of contexts, and within one, in that of their sending */
};

/* One more message in `arrived`. */
void oracle_arrived(struct oracle_rank *, uint32_t context, int32_t message);
void oracle_rank_free(struct oracle_rank *);

/* The name of a class. Others who want to compare theirs with the oracle's make it out of
 * the same things. */
struct digest oracle_class(const struct oracle_rank *, uint32_t nranks);
struct digest oracle_histories(const struct oracle_rank *, uint32_t nranks);

struct oracle_end {
    struct digest name, histories;
    bool deadlock;  /* some rank has neither ended nor failed */
    bool failed;    /* some rank has */
    bool cancelled; /* some send was cancelled */
    bool kept;      /* some send could not be */
    bool endless; /* a deadlock in which some rank looks for ever for what is not there */
};

struct oracle {
    /* The complete classes; under BUFFERING_ANY every class that some choice of buffering
     * leads to. Sorted by name. */
    VEC(struct oracle_end) classes;
    uint64_t deadlocks, failures, endless, cancelled, kept; /* among them */
    /* BUFFERING_ANY: the histories (oracle_histories()) of the potentially halted states,
     * in which nothing but buffering can move anybody and some rank is under way, sorted.
     * With another buffering: those of the deadlocks. */
    VEC(struct digest) halted;
    size_t states;
    bool broken;   /* some way to go on was left out, as in its end a send is neither
                      cancelled nor received */
    bool limited;  /* some look was not allowed to fail */
    bool complete; /* if not, there were more states than allowed, or longer histories */
};

/* The program must be at its start, and is there again afterwards. */
void oracle_run(struct program *, enum buffering, size_t max_states, struct oracle *);
/* The same, and a look may fail no more often than docs/algorithms/match.md allows with
 * --polls N. */
void oracle_run_polls(struct program *, enum buffering, size_t max_states, size_t polls,
                      struct oracle *);
void oracle_free(struct oracle *);

bool oracle_has_class(const struct oracle *, struct digest name);
bool oracle_has_halted(const struct oracle *, struct digest histories);

#endif
