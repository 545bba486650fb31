/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - how to search: all that a user can ask of an exploration.
 *
 * The command line fills one of these, once (cli/options.def); from there it is handed on
 * whole: to the search, to the agent inside the program, to the processes that share the
 * work. It has no pointers, so it can lie in shared memory. */
#ifndef MZ_EXPLORE_SEARCH_OPTIONS_H
#define MZ_EXPLORE_SEARCH_OPTIONS_H
#include "kernel/op.h"

#include <stddef.h>

struct search_bounds {
    uint64_t executions; /* 0: no bound; the same holds for the other bounds */
    uint64_t depth;
    double seconds;
};

/* Which of the enabled messages a search takes first. */
enum message_order {
    ORDER_FIFO, /* the one that was sent first */
    ORDER_ECA,  /* one for the actor that was created first */
    ORDER_LCA,  /* one for the actor that was created last */
};

/* In which order the parts of a search are explored; see guide/guide.h. */
enum strategy {
    STRATEGY_AUTO, /* depth first, and several of the others in turn if that takes long */
    STRATEGY_DFS,
    STRATEGY_BFS,
    STRATEGY_RANDOM,
    STRATEGY_PRIORITY,
    STRATEGY_ASTAR,
    STRATEGY_MCTS,
};

/* What makes a part of the search promising, as bits of a set; see guide/value.h. */
enum valuation {
    GUIDE_DEPTH = 1 << 0,
    GUIDE_MAX_MATCH = 1 << 1,
    GUIDE_MIN_MATCH = 1 << 2,
    GUIDE_SIMILARITY = 1 << 3,
    GUIDE_SYMMETRY = 1 << 4,
    GUIDE_MIN_SWITCHES = 1 << 5,
    GUIDE_MAX_SWITCHES = 1 << 6,
    GUIDE_DELAY_ANY = 1 << 7,
    GUIDE_TEST_PENALTY = 1 << 8,
    GUIDE_QUEUE = 1 << 9,
    GUIDE_FEATURES = 1 << 10,
    GUIDE_DEVIATIONS = 1 << 11,
    GUIDE_CFG = 1 << 12,
};

struct search_options {
    char algorithm[16]; /* the explorer's name */
    bool may_choose;    /* the user named no explorer, so another one may be chosen */
    struct search_bounds bounds;

    /* What a program's messages may do. */
    enum buffering buffering; /* matching semantics: do sends wait? */
    uint64_t eager;      /* MPI programs: standard sends of more bytes wait until they
                            are received; 0: there is no such bound */
    bool each_buffering; /* matching semantics: the explorer was chosen for what the
                            program does, and explores one buffering at a time:
                            infinite comes first, then zero */
    bool queues;         /* matching semantics: one queue per receiver, as in struct
                            program */
    bool windows;        /* MPI programs: windows are followed; set by the agent, if
                            the explorer supports them */
    bool separate;       /* MPI programs: a window's memory is separate from what
                            others see of it */
    bool tidy;           /* MPI programs: what our functions leave on a rank's stack is
                            cleared, as it is where states are compared; set by the
                            agent */
    bool fifo;           /* actor programs: the messages from one actor to another
                            keep their order */
    char libraries[256]; /* real code: which libraries count as the user's own code; see
                            real/library.h */
    uint32_t crashes;    /* actor programs: the largest number of actors that may
                            crash */

    /* What is reported. */
    bool keep_going; /* report every distinct finding, not only the first of each kind */
    bool first;      /* stop the search at the first finding */
    bool strict;     /* warnings count as errors */
    bool no_known;   /* real code: nothing is excused since libraries are known to do it:
                        see real/known.h */
    uint64_t spurious; /* threads: so many wakeups without a reason, for each of them */

    /* How the search works. */
    bool once;                /* run one execution only, without backtracking */
    bool sleep;               /* use sleep sets, in explorers that work with and without
                                 them */
    uint32_t k;               /* udpor: partial alternatives, 0 for optimal */
    enum message_order order; /* dpor and transdpor of actor programs: which message is
                                 taken first */
    bool figure_races;        /* dpor and transdpor of actor programs: detect races
                                 exactly as the paper's figure does */
    uint32_t jobs;            /* number of processes; 0 and 1: only this one */
    uint32_t spare_jobs;      /* auto: number of processes once the search is seen to take
                                 long; 0: jobs says all */
    bool check_sharing;       /* several processes: nobody explores before all have
                                 come, and small searches are divided, too */
    double save_every;        /* several processes: seconds after which what is left is
                                 saved, again and again; 0: in a cluster, each minute */
    uint32_t bound;           /* the largest number of choices that deviate from the
                                 default; 0: no bound */
    uint64_t audit;           /* after the search, so many executions by chance are
                                 compared with what was explored; 0: none */
    uint64_t polls;           /* match: how often a poll that is repeated may fail; 0: as
                                 match/patience.h says. Windows: state.rounds */
    uint64_t seed;            /* seed of the program's random numbers, and of samples */
    uint64_t memory;          /* states: most memory for the table of states; 0: no
                                 bound */
    bool exact;               /* states: compare states in full, not only by their
                                 names */
    enum strategy strategy;   /* the order of the search */
    bool ordered;             /* the user has given a strategy */
    uint32_t guides;          /* a set of enum valuation */
    uint32_t threshold;       /* astar: an execution is left as soon as its value is so
                                 many percent above the best one, plus 1; 0: never */
    uint32_t pct_depth;       /* pct: how many steps must come in a certain order to
                                 trigger the bug */
};

/* The part that one execution depends on, however it was found: a trace keeps no more,
 * and a replay needs no more. */
static inline struct search_options options_of_program(const struct search_options *o)
{
    struct search_options to = {.buffering = o->buffering,
                                .eager = o->eager,
                                .queues = o->queues,
                                .windows = o->windows,
                                .separate = o->separate,
                                .tidy = o->tidy,
                                .fifo = o->fifo,
                                .crashes = o->crashes,
                                .spurious = o->spurious,
                                .seed = o->seed};
    for (size_t i = 0; i < sizeof to.libraries; i++)
        to.libraries[i] = o->libraries[i];
    return to;
}

#endif
