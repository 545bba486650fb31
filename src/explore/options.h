/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - how to search: all that a user can ask of an exploration.
 *
 * The command line fills one of these, once (cli/options.def); from there it is handed on
 * whole: to the search, to the agent inside the program, to the processes that share the
 * work. It has no pointers, so it can lie in shared memory. */
#ifndef MZ_EXPLORE_OPTIONS_H
#define MZ_EXPLORE_OPTIONS_H
#include "kernel/op.h"

struct search_bounds {
    uint64_t executions; /* 0: none, likewise below */
    uint64_t depth;
    double seconds;
};

/* Which of the messages that can be taken is taken first. */
enum message_order {
    ORDER_FIFO, /* the one that was sent first */
    ORDER_ECA,  /* one for the actor that was created first */
    ORDER_LCA,  /* one for the actor that was created last */
};

struct search_options {
    char algorithm[16]; /* the explorer's name */
    bool may_choose;    /* nobody asked for this one: another may take its place */
    struct search_bounds bounds;

    /* what a program's messages may do */
    enum buffering buffering; /* matching semantics: do sends wait? */
    bool queues;              /* likewise, as in struct program */
    bool fifo;                /* actor programs: messages of a pair keep their order */
    uint32_t crashes;         /* actor programs: so many actors crash at most */

    /* what is told */
    bool keep_going; /* every distinct finding, not the first of each kind */
    bool first;      /* stop at the first finding */
    bool strict;     /* warnings count as errors do */

    /* how it is done */
    bool once;                /* one execution only, and nothing is gone back to */
    bool sleep;               /* use sleep sets, where that is a choice */
    uint32_t k;               /* udpor: partial alternatives, 0 for optimal */
    enum message_order order; /* dpor and transdpor of actor programs */
    bool figure_races;        /* the same: look for races as their figure says */
    uint32_t jobs;            /* so many processes; 0 and 1: this one */
    uint32_t bound;           /* at most so many choices other than the default; 0: any */
    uint64_t polls;           /* as in struct graph */
    uint64_t seed;            /* of the program's random numbers, and of samples */
    uint32_t pct_depth;       /* how many steps must come in the right order */
};

#endif
