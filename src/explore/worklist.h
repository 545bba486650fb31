/* SPDX-License-Identifier: Apache-2.0
 *
 * worklist.h - a search as a tree of choices, and what is left of it as a list of items.
 *
 * An explorer can be divided if what lies below one way of a choice does not depend on
 * what was found below another: match and exhaustive are of that kind, while dpor, odpor
 * and udpor learn from one branch what to do in another. Such an explorer says how to
 * come to the next choice, how to make and unmake it, and what to do with a complete
 * execution. All else is here: going through the tree, stopping in it and going on from
 * there (frontier.h), sharing it with other processes (pool.h), and --bound. */
#ifndef MZ_EXPLORE_WORKLIST_H
#define MZ_EXPLORE_WORKLIST_H
#include "explore/item.h"
#include "explore/search.h"

enum tree_step {
    TREE_CHOICE,
    TREE_END, /* a complete execution */
    TREE_CUT, /* the search does not go deeper here; search.counts.cut says why */
};

/* What an explorer provides; the first argument is always worklist.explorer. */
struct tree {
    /* Goes on to the next choice and returns its number of ways (at least one); none of
     * them is made. */
    enum tree_step (*grow)(void *, uint32_t *ways);
    /* make() makes a way of the last choice, unmake() takes it back, drop() forgets the
     * last choice, at which no way may be made. */
    void (*make)(void *, uint32_t way);
    void (*unmake)(void *);
    void (*drop)(void *);
    /* Judges and counts the complete execution. */
    void (*complete)(void *);
    /* A name of the choice that differs from those of other choices, and is the same in
     * every process and every search. */
    uint64_t (*name)(void *, size_t choice);
    /* Puts the program's actors to their initial states. No choice is made. */
    void (*rewind)(void *);
    /* In the first of several processes: judges an execution that a worker has sent by
     * worklist_tell(), in the explorer's own format. False if the bytes are no
     * execution. */
    bool (*judge)(void *, const char *execution, size_t bytes);
};

struct choice {
    uint32_t n, current;
    double weight; /* the share of the whole search that lies below it */
};

struct worklist {
    struct search *s;
    const struct tree *tree;
    void *explorer;
    VEC(struct choice) choices;
    items_vec items; /* the items to be explored; the last one is explored first */
    size_t closed;   /* at this many choices, counted from the root, the later ways belong
                        to somebody else */
    uint32_t deviations, wanted; /* --bound: the number of deviations made, and the number
                                    wanted */
    bool bounded, limited;       /* whether there is a --bound, and whether it has kept
                                    something out */
    /* Called after every execution; it may share what is left with other processes. May
     * be NULL. */
    void (*after)(struct worklist *);
    struct worker *worker; /* set in a worker process; see pool.c */
};

/* Explores the whole search, or what search.frontier says, within the bounds and with
 * the number of processes in search.options. If the search is stopped, what is left
 * goes to search.frontier, unless that is NULL. No choice is made afterwards. */
void worklist_run(struct worklist *);
void worklist_free(struct worklist *);

/* For the explorer's complete(), after it judged the execution: worklist_is_news() says
 * whether the first of several processes must hear of it. If so, worklist_tell() sends
 * it there as bytes, and that process judges it again. */
bool worklist_is_news(const struct worklist *);
void worklist_tell(const struct worklist *, const void *execution, size_t bytes);

/* For pool.c and tests. worklist_explore() explores all items until the search is
 * stopped. worklist_share() turns about half of what is left of the present item into
 * items for other processes. */
void worklist_explore(struct worklist *);
void worklist_share(struct worklist *);

#endif
