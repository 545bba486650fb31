/* SPDX-License-Identifier: Apache-2.0
 *
 * explorer.h - the algorithms, side by side behind one interface.
 *
 * To add one: write its file, declare its function here, and describe it in explorer.c.
 * Everybody else asks the description: the command line, which one is taken if the user
 * names none, what is said about options that are not for it, and the differential
 * tests. Nobody compares names or functions. */
#ifndef MZ_EXPLORE_EXPLORER_H
#define MZ_EXPLORE_EXPLORER_H
#include "explore/search.h"

/* Options that only some explorers heed; cli/options.def says which these are. */
enum explorer_option {
    TAKES_SLEEP = 1 << 0,
    TAKES_K = 1 << 1,
    TAKES_ORDER = 1 << 2,
    TAKES_RACES = 1 << 3,
    TAKES_BOUND = 1 << 4,
    TAKES_POLLS = 1 << 5,
    TAKES_PCT_DEPTH = 1 << 6,
    TAKES_JOBS = 1 << 7,   /* its search can be divided; see pool.h */
    TAKES_RESUME = 1 << 8, /* what is left of it can be written down; see frontier.h */
};

/* What search.counts.estimate is, of one that looks at some executions and never at all.
 */
enum explorer_samples {
    SAMPLES_NOT, /* it explores everything */
    SAMPLES_OUTCOMES,
    SAMPLES_CHANCE,
};

struct explorer {
    const char *name, *summary;
    void (*run)(struct search *);
    uint32_t preference; /* of those that can, the one with the highest is taken */
    bool optimal;        /* explores each trace once, and nothing else */
    bool interleavings;  /* explores every execution of each trace: no outcome counts once
                          */
    bool inboxes;        /* only for programs whose actors take messages from inboxes */
    bool matching;       /* only for programs with matching semantics */
    enum withdrawal withdrawal; /* matching semantics: what it copes with. With queues,
                                   nobody copes with sends that are withdrawn */
    bool both_bufferings;       /* matching semantics: explores BUFFERING_ANY */
    enum explorer_samples samples;
    uint32_t takes; /* of enum explorer_option */
};

/* Ends with an entry without a name. */
extern const struct explorer explorers[];

const struct explorer *explorer_find(const char *name); /* NULL: no such */

/* What a program asks of its explorer. */
struct explorer_need {
    bool inboxes, matching, queues; /* as in struct program; queues: with matching */
    bool both_bufferings;           /* BUFFERING_ANY is to be explored at once */
    enum withdrawal withdrawal;
};

/* Can it explore such a program? */
bool explorer_copes(const struct explorer *, const struct explorer_need *);
/* The one to take if the user names none; NULL: there is none. */
const struct explorer *explorer_choose(const struct explorer_need *);
/* Makes the options choose another one, if they may; see may_choose. */
bool explorer_replace(struct search_options *, const struct explorer_need *);

/* Runs it, as often as it takes to have enough slots (see kernel/matching.h). */
void explorer_run(const struct explorer *, struct search *);

void exhaustive_run(struct search *);
void dpor_run(struct search *);
void sdpor_run(struct search *);
void odpor_run(struct search *);
void udpor_run(struct search *);
void transdpor_run(struct search *);
void match_run(struct search *);
void random_run(struct search *);
void pct_run(struct search *);

/* What dpor does when actors take messages from inboxes; see transdpor.c. */
void message_dpor_run(struct search *);

#endif
