/* SPDX-License-Identifier: Apache-2.0
 *
 * explorer.h - the algorithms, side by side behind one interface.
 *
 * To add one: write its file, declare its function here, and give it a line in
 * explorer.c. The command line, the list of algorithms and the differential
 * tests find it there. */
#ifndef MZ_EXPLORE_EXPLORER_H
#define MZ_EXPLORE_EXPLORER_H
#include "explore/search.h"

struct explorer {
    const char *name, *summary;
    void (*run)(struct search *);
    bool optimal;  /* explores each trace once, and nothing else */
    bool inboxes;  /* only for programs whose actors take messages from inboxes */
    bool matching; /* only for programs with matching semantics */
    enum withdrawal withdrawal; /* matching semantics: what it copes with. With queues,
                                   nobody copes with sends that are withdrawn */
    bool samples;               /* looks at some executions, never at all */
    bool both_bufferings;       /* matching semantics: explores BUFFERING_ANY */
};

/* Ends with an entry without a name. */
extern const struct explorer explorers[];

const struct explorer *explorer_find(const char *name); /* NULL: no such */

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
