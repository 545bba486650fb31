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
#ifndef MZ_EXPLORE_SEARCH_WORKLIST_H
#define MZ_EXPLORE_SEARCH_WORKLIST_H
#include "explore/search/firsts.h"
#include "explore/search/item.h"
#include "explore/search/search.h"
#include "explore/search/sight.h"

struct worklist;

enum tree_step {
    TREE_CHOICE,
    TREE_END, /* a complete execution */
    TREE_CUT, /* the search does not go deeper here; search.counts.cut says why */
};

/* Samples: executions beside the tree. They begin at its root, where no choice is made,
 * and go on in any order, so that the actor that moves next can be chosen as well. What
 * they show can happen; but the tree has it, too, so a sample is not counted. The first
 * argument is always worklist.explorer. */
struct sampler {
    /* Does all that leaves no choice. Returns the number of actors; 0: samples would be
     * in the way of the one who has asked for the search. */
    uint32_t (*advance)(void *);
    /* Opens a choice of this actor, and returns its number of ways; 0: it cannot move.
     * tree.drop() forgets the choice, and sights.way() tells about it. */
    uint32_t (*offer)(void *, uint32_t actor);
    /* The same for what actors have begun and do not wait for; it is asked if none of
     * them can move. */
    uint32_t (*offer_rest)(void *, uint32_t actor);
    /* Makes a way of the choice; `back`: it may be taken back soon. */
    void (*take)(void *, uint32_t way, bool back);
    /* Does the actor look for something again and again, and finds nothing? */
    bool (*spins)(void *, uint32_t actor);
    /* How much of the sample there is; retract() takes back what came after that. */
    size_t (*size)(void *);
    void (*retract)(void *, size_t size);
    /* The sample is complete: judges it. True if it shows something wrong. */
    bool (*judge)(void *);
};

/* For searches of several processes in which the first one says what is explored next:
 * the items that workers are given are orders, and those that they send back are reports.
 */
struct deal {
    /* In the first process. begin() takes the list of items; end() leaves there what was
     * not explored. */
    void (*begin)(struct worklist *);
    void (*end)(struct worklist *);
    /* Puts what was not explored into the list, while nobody explores; it is removed from
     * there before the search goes on. NULL: that cannot be saved. */
    void (*keep)(struct worklist *);
    /* Adds up to n orders for a worker to the list. How many could there be now? */
    void (*orders)(struct worklist *, size_t n);
    size_t (*open)(const struct worklist *);
    /* Takes the reports, which are in the list. */
    void (*reports)(struct worklist *);
    /* In a worker: carries out the orders, and leaves reports instead. */
    void (*serve)(struct worklist *);
    /* In a worker: keeps an execution that is news for the report. NULL: it is sent at
     * once. */
    void (*tell)(const struct worklist *, const void *execution, size_t bytes);
};

/* What an explorer provides; the first argument is always worklist.explorer. */
struct tree {
    /* Goes on to the next choice and returns its number of ways (at least one); none of
     * them is made. What happens whichever way is taken belongs to the choice itself:
     * grow() makes it, and drop() takes it back. (A send in match: it is sent, and the
     * ways say who gets it now.) */
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
    /* NULL: all ways of a choice are to be explored. Otherwise the search must be guided,
     * and only ways that are wanted are explored: at first one of a choice, then what
     * guide_want() adds, and each with those that are explored together with it. This
     * says whether two ways of a choice are. */
    bool (*together)(void *, size_t choice, uint32_t way, uint32_t other);
    const struct deal *deal; /* NULL: items are parts of the search, which are shared */
    /* For guided search; NULL: the order of the search cannot be chosen. See sight.h. */
    const struct sights *sights;
    const struct sampler *sampler; /* NULL: there are no samples */
};

struct choice {
    uint32_t n, current;
    uint32_t until; /* only the ways before this one belong to the item; 0: all */
    double weight;  /* the share of the whole search that lies below it */
    /* The remaining fields are for guided searches. */
    struct head *head; /* of this choice, or of the nearest one above that has one */
    uint64_t path;     /* the hash of the path up to here */
};

/* Does a search go another way than depth first? And is its end in sight, perhaps after
 * many samples? */
enum guided { NOT_GUIDED, GUIDED, GUIDED_TO_END, GUIDED_FEW_SAMPLES };

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
    struct pool_worker *worker; /* set in a worker process; see pool.c */
    struct firsts firsts;       /* in the first process: executions that are kept back */
    struct learned *learned;    /* by a guided search; NULL: there was none */
    struct guide *guide;        /* set while the search is guided; see guide/guide.h */
    bool again;                 /* the way that is made was made before */
    double promised; /* when the search was to have ended, in seconds; 0: not asked yet */
    uint32_t looks;  /* how often guide_due() was asked */
    bool guided;     /* the search does not go depth first any more */
    bool overfull;   /* it goes depth first for good: its frontier is too large */
    double began;    /* the explored share at the beginning of this run */
    /* Set in a worker process, which does not know how far all of them are: an enum
     * guided, by the first process. */
    const volatile sig_atomic_t *all_guided;
};

/* Explores the whole search, or what search.frontier says, within the bounds and with
 * the number of processes in search.options. If the search is stopped, what is left
 * goes to search.frontier, unless that is NULL. No choice is made afterwards. */
void worklist_run(struct worklist *);
void worklist_free(struct worklist *);

/* For the explorer's complete(), after it judged the execution: worklist_is_news() says
 * whether the first of several processes must hear of it, or whether it is to be kept
 * back (firsts.h). If so, worklist_tell() takes it as bytes, and it is judged again. */
bool worklist_is_news(const struct worklist *);
void worklist_tell(struct worklist *, const void *execution, size_t bytes);

/* For pool.c and firsts.c: as tree.judge(). */
bool worklist_judge(struct worklist *, const char *execution, size_t bytes);

/* For pool.c and tests. worklist_explore() explores all items until the search is
 * stopped. worklist_share() turns about half of what is left of the present item into
 * items for other processes. */
void worklist_explore(struct worklist *);
void worklist_share(struct worklist *);

/* ---- for guide/, which goes through the tree in another order ---- */

/* The next choice, as tree.grow() does. A new choice is the last of `choices`, and no way
 * of it is made. */
enum tree_step worklist_grow(struct worklist *);
/* The same for a choice that is met for the first time, which is counted. */
enum tree_step worklist_grow_new(struct worklist *);
void worklist_make(struct worklist *, uint32_t way);
void worklist_unmake(struct worklist *);
void worklist_drop(struct worklist *);
/* Takes back and drops choices until `left` of them are left, with their ways made. */
void worklist_take_back(struct worklist *, size_t left);
/* Judges and counts the complete execution, unless --bound leaves it out. */
void worklist_complete(struct worklist *);
/* The share of the whole search that lies below the present way of the last choice. */
double worklist_weight(const struct worklist *);

/* The hash of a path, extended by choice number `choice` of the present ones. */
uint64_t worklist_path(const struct worklist *, uint64_t path, size_t choice);
/* The item for the first `choices` choices as they are now, the first `closed` of which
 * are closed. */
struct item worklist_item(const struct worklist *, size_t choices, size_t closed);

#endif
