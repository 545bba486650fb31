/* SPDX-License-Identifier: Apache-2.0
 *
 * firsts.h - by which executions findings are shown, whoever explores, and in which
 * order.
 *
 * One process that goes through the tree of choices depth first shows a finding by the
 * first execution that it comes to. Several processes, and a guided search, come to them
 * in another order. So that they tell the same, executions that show something new wait
 * here until the search is over, or has taken some seconds; of those that show the same,
 * the first one of the tree stays. They are then judged in the order of the tree. */
#ifndef MZ_EXPLORE_SEARCH_FIRSTS_H
#define MZ_EXPLORE_SEARCH_FIRSTS_H
#include "explore/search/search.h"

/* An execution, in the format of its explorer, and where in the tree it is. */
struct waiting {
    ways_vec path;
    bool beside; /* it is a sample, which has no place in the tree: it comes last */
    char *bytes;
    size_t n;
    uint32_t shows; /* for how much it waits; 0: it is not needed any more */
};

struct firsts {
    VEC(struct waiting) waiting;
    VEC(struct digest) what; /* what they show, */
    VEC(size_t) by;          /* and which of them shows it */
    double since;            /* when the first of them came */
};

/* The execution at `bytes` shows these; it is kept as far as it comes before others that
 * show them. */
void firsts_add(struct firsts *, struct search *, const struct digest *what, size_t n,
                const struct waiting *);
/* Is it time to judge them, although the search goes on? */
bool firsts_due(const struct firsts *, const struct search *);
struct worklist;
/* Judges those that wait, none of which waits then. The program's actors must be at their
 * beginning, and no step may be made in search.st. */
void firsts_judge(struct worklist *);
void firsts_free(struct firsts *);

#endif
