/* SPDX-License-Identifier: Apache-2.0
 *
 * explorer.h - the algorithms, side by side behind one interface.
 *
 * To add one: write its file, declare its function here, and describe it in explorer.c.
 * Everybody else asks the description: the command line, which one is taken if the user
 * names none, what is said about options that are not for it, and the differential
 * tests. Nobody compares names or functions. */
#ifndef MZ_EXPLORE_SEARCH_EXPLORER_H
#define MZ_EXPLORE_SEARCH_EXPLORER_H
#include "explore/search/search.h"

/* Options that only some explorers support; cli/options.def maps options to these
 * bits. */
enum explorer_option {
    TAKES_SLEEP = 1 << 0,
    TAKES_K = 1 << 1,
    TAKES_ORDER = 1 << 2,
    TAKES_RACES = 1 << 3,
    TAKES_BOUND = 1 << 4,
    TAKES_POLLS = 1 << 5,
    TAKES_PCT_DEPTH = 1 << 6,
    TAKES_JOBS = 1 << 7,       /* its search can be divided among processes; see pool.h */
    TAKES_STATES = 1 << 9,     /* it stores states: --memory, --exact */
    TAKES_STRATEGY = 1 << 10,  /* the order of its search can be chosen: guide/guide.h */
    TAKES_THRESHOLD = 1 << 11, /* and an execution can be left for another one */
    TAKES_GUIDE = 1 << 12,     /* it tells enough of a place to value it: sight.h */
    TAKES_RESUME = 1 << 8,     /* what is left of its search can be written to a file; see
                                  frontier.h */
};

/* What search.counts.estimate means, for explorers that sample executions. */
enum explorer_samples {
    SAMPLES_NOT, /* it explores everything */
    SAMPLES_OUTCOMES,
    SAMPLES_CHANCE,
};

struct explorer {
    const char *name, *summary;
    void (*run)(struct search *);
    uint32_t preference; /* of all explorers that cope with the program, the one with the
                            highest is chosen */
    bool optimal;        /* explores each trace once, and nothing else */
    bool heads;  /* what is left of its search are heads, which it alone understands */
    bool states; /* explores states: its executions are final states, not outcomes */
    bool turns;  /* explores outcomes or states, as it finds best: see explorer_used() */
    bool interleavings; /* explores every execution of each trace, so executions are not
                           outcomes */
    bool inboxes;       /* only for programs whose actors take messages from inboxes */
    bool matching;      /* only for programs with matching semantics */
    enum withdrawal withdrawal; /* matching semantics: which withdrawn requests it
                                   supports. With queues, no explorer supports the
                                   withdrawal of sends */
    bool both_bufferings;       /* matching semantics: supports BUFFERING_ANY */
    bool windows;               /* matching semantics: supports windows */
    bool lines;                 /* matching semantics: supports several threads of one
                                   process */
    enum explorer_samples samples;
    uint32_t takes; /* the supported options, a set of enum explorer_option */
};

/* All explorers; the last entry has no name. */
extern const struct explorer explorers[];

/* NULL: there is none of that name */
const struct explorer *explorer_find(const char *name);

/* What a program requires of its explorer. */
struct explorer_need {
    bool inboxes, matching, queues; /* as in struct program; queues only with matching */
    bool both_bufferings;           /* both bufferings are to be explored in one search
                                       (BUFFERING_ANY) */
    enum withdrawal withdrawal;
    bool windows; /* as in struct program */
    bool lines;   /* processes have several threads: program.process */
    bool ordered; /* the user asks for an order of the search: only for choosing */
};

/* Does the explorer support such a program? */
bool explorer_copes(const struct explorer *, const struct explorer_need *);
/* The explorer that is used if the user names none; NULL: none copes. */
const struct explorer *explorer_choose(const struct explorer_need *);
/* Sets options.algorithm to another explorer that copes, if options.may_choose allows
 * it; returns whether it did. */
bool explorer_replace(struct search_options *, const struct explorer_need *);

/* The explorer that has done the work. */
const struct explorer *explorer_used(const struct explorer *,
                                     const struct search_counts *);
/* Does the explorer compare states of the program, at this stage? */
bool explorer_compares(const struct explorer *, enum turn_stage);

/* Runs the explorer, again with more slots as long as it stops with STOP_ROOM (see
 * kernel/matching.h). */
void explorer_run(const struct explorer *, struct search *);

void exhaustive_run(struct search *);
void dpor_run(struct search *);
void sdpor_run(struct search *);
void odpor_run(struct search *);
void udpor_run(struct search *);
void transdpor_run(struct search *);
void match_run(struct search *);
void states_run(struct search *);
void auto_run(struct search *);
void random_run(struct search *);
void pct_run(struct search *);

/* The explorer dpor for programs whose actors take messages from inboxes; see
 * transdpor.c. */
void message_dpor_run(struct search *);

#endif
