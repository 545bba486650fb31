/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster_end.h - the end of a search in several processes: before process 0 reports, all
 * others say what they had before them, also those that came too late to explore. */
#ifndef MZ_CLI_CLUSTER_END_H
#define MZ_CLI_CLUSTER_END_H
#include "base/facts.h"
#include "explore/share/cluster.h"
#include "report/summary.h"

#include <signal.h>

struct link; /* real/link.h */

/* What this process knows of the search. */
struct cluster_known {
    uint32_t search;        /* its number, */
    uint64_t program;       /* see item_program(); 0: it did not get so far */
    const facts_vec *facts; /* what all must agree on, */
    struct link *link;      /* and what the program has used; NULL: a litmus file */
    const volatile sig_atomic_t *interrupt; /* of the user, who does not wait */
};

/* In another process than the first. */
void cluster_say_last(const struct cluster_known *);

/* In process 0: ends the search, and waits until every other process has said what it
 * knows or has ended. One that does not come at all is not waited for very long. False,
 * with a sentence, if some process had something else before it, or could not begin. */
bool cluster_hear_last(const struct cluster_known *, struct str *why);

/* Of a litmus file, in any process: does either. True if there is no cluster. False if
 * something is wrong, which process 0 says. */
bool cluster_leave(const struct cluster_known *);

/* Says in the summary if processes did not answer. */
void cluster_describe(struct summary *);

#endif
