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
    TREE_CUT, /* the search does not go any deeper here: see search.counts.cut */
};

/* What an explorer brings; the first argument is always worklist.explorer. */
struct tree {
    /* On to the next choice, with that many ways (at least one), none of them made. */
    enum tree_step (*grow)(void *, uint32_t *ways);
    /* Makes a way of the last choice; takes it back; forgets the choice, with no way
     * made. */
    void (*make)(void *, uint32_t way);
    void (*unmake)(void *);
    void (*drop)(void *);
    /* Judges and counts the execution that is complete. */
    void (*complete)(void *);
    /* Something that tells a choice from others, in every process and every time. */
    uint64_t (*name)(void *, size_t choice);
    /* Puts the program's actors to their start, where no choice is made. */
    void (*rewind)(void *);
    /* In the first of several processes: an execution that a worker had something to say
     * about, in the words of this explorer. See worklist_tell(). False: it is none. */
    bool (*judge)(void *, const char *execution, size_t bytes);
};

struct choice {
    uint32_t n, current;
    double weight; /* the share of all that lies below it */
};

struct worklist {
    struct search *s;
    const struct tree *tree;
    void *explorer;
    VEC(struct choice) choices;
    items_vec items; /* to be explored; the last one first */
    size_t closed;   /* of so many choices, from the root, the later ways are not ours */
    uint32_t deviations, wanted; /* --bound: how many there are, are to be */
    bool bounded, limited;       /* is there such a bound; has it kept something out */
    /* After every execution; it may share what is left. May be NULL. */
    void (*after)(struct worklist *);
    struct worker *worker; /* see pool.c; NULL: this process is not one */
};

/* Explores it all, or what search.frontier says, as search.options say: in how many
 * processes, how far. What is left if it was stopped goes to the frontier, if there is
 * one. No choice is made then. */
void worklist_run(struct worklist *);
void worklist_free(struct worklist *);

/* For the explorer's complete(), when the execution was judged: is the first of several
 * processes to hear of it? If so, it is told in these bytes, and judges it, too. */
bool worklist_is_news(const struct worklist *);
void worklist_tell(const struct worklist *, const void *execution, size_t bytes);

/* For pool.c and tests: explores all items, as far as nobody stops it; makes items of a
 * good part of what is left of the present one, for somebody else. */
void worklist_explore(struct worklist *);
void worklist_share(struct worklist *);

#endif
