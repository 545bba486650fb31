/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - the moves of a guided search, for those who decide which one comes next. */
#ifndef MZ_EXPLORE_GUIDE_RUN_H
#define MZ_EXPLORE_GUIDE_RUN_H
#include "explore/guide/guide.h"
#include "explore/guide/head.h"
#include "explore/guide/learn.h"

/* How a new execution goes on at choices that are met for the first time. */
enum way_policy {
    WAY_FIRST,    /* by the first way */
    WAY_CHANCE,   /* by any way */
    WAY_PRIORITY, /* messages of the sender with the highest priority come first */
    WAY_NOVEL,    /* by a way that does what has been seen least often */
    WAY_VALUE,    /* by a way with the least value, in trees with `together` */
};

/* Which senders a run prefers to others. */
enum manner {
    MANNER_SENDERS, /* by chance */
    MANNER_PAIRS,   /* by chance, and by each receiver others */
    MANNER_UP,      /* those with low numbers */
    MANNER_DOWN,    /* those with high numbers */
    MANNERS
};

/* In a sample: an actor would look in vain and come to nothing; and nothing has happened
 * since that was tried. */
enum parked { PARKED_NOT, PARKED, PARKED_NOW };

/* The present run, as far as it is not counted yet. */
struct present_run {
    bool begun;
    enum arm arm;
    uint64_t executions, findings; /* of the search, when it began */
};

struct guide {
    struct worklist *w;
    struct heads heads;
    struct learned *learned;
    uint64_t chance; /* state of the random numbers */
    uint32_t wanted; /* what is asked of sights: a set of enum valuation */
    size_t most;     /* bytes of heads */
    bool narrow;     /* not all ways are explored: see tree.together */
    bool full;       /* narrow: heads take too much memory, so no new ones are sought */
    bool deep;       /* the present run is depth first */
    enum way_policy inserting; /* of the present run */
    struct wish wish;          /* that the present run is to fulfil */
    uint32_t by;               /* the guides of the present run: for WAY_VALUE */
    uint64_t steps;            /* number of ways that were made */
    uint64_t runs;             /* number of executions */
    struct present_run counting;
    uint32_t fresh;     /* number of features that the last run saw for the first time */
    enum manner manner; /* of this run: how senders are preferred */
    uint64_t salt;      /* of this run: the priorities depend on it */
    uint32_t loyalty;   /* of this run: the chance, in percent, that a receive takes its
                           first way nevertheless */
    uint32_t patience;  /* of this run: the chance, in percent, that a look fails */
    bool samples;       /* there are samples */
    bool struck;        /* a sample has shown something wrong */
    uint32_t sample_length; /* number of choices in the last sample */
    VEC(uint8_t) parked;    /* in the present sample: which actors have looked in vain */
    VEC(uint32_t) taken;    /* and how many messages of each actor were taken */
    bool hopeless;          /* nobody can do anything else */
    enum way_policy way, then; /* of ARM_BEST */
    struct head *top;          /* the head above all others, in a narrow search */
    struct share *share;       /* narrow, with several processes: see share.c */
    bool unbegun; /* narrow: the search was stopped before it came to the first
                     head of the run */
    VEC(struct head *) chain; /* scratch */
};

/* Is it the head of a choice of the present path? */
static inline bool on_path(const struct worklist *w, const struct head *h)
{
    return h->steps < w->choices.len && w->choices.at[h->steps].head == h;
}

/* Begins with an item: its choices become heads, and its part of the search is begun. */
void run_item(struct guide *, const struct item *, enum way_policy);

/* Explores one execution: below a way of this open head that the first policy chooses,
 * and then as the other one says. */
void run_head(struct guide *, struct head *, enum way_policy, enum way_policy then);

/* The same from the head at the top of this one's tree, by ways that are not explored to
 * their end. With `mcts`, heads are chosen by what they were worth so far. */
void run_walk(struct guide *, struct head *, enum way_policy, bool mcts);

/* Explores depth first, at the place where the last such part ended, until so many steps
 * are made. */
void run_deep(struct guide *, uint64_t steps);

/* Notes what is seen in the complete execution; g->fresh counts what is new. */
void run_see(struct guide *);

/* ---- sample.c ---- */

/* Makes a sample, in trees with a sampler. True if something is wrong with it. */
bool sample_run(struct guide *);

/* ---- narrow searches in several processes ---- */

/* A head above a run: its number of ways, the one that is taken, and of each way whether
 * it is wanted, and was begun before that one. */
enum { PATH_WANTED = 1, PATH_BEGUN = 2 };
struct run_path {
    uint32_t n, way;
    const uint32_t *flags;
};

/* Explores one execution by these ways of the first heads, the last of which has this
 * hash. They belong to another process: wishes for them go to share_ask(). The heads of
 * the path stay until run_forget(). False: it was stopped before it came to a new head,
 * or to the end. */
bool run_order(struct guide *, const struct run_path *, size_t n, uint64_t hash,
               enum way_policy);
void run_forget(struct guide *);
/* Begins the way, in the books. */
void run_take(struct guide *, struct head *, uint32_t way);
/* One of these ways must be explored, unless one of them is wanted already. */
void run_want(struct guide *, struct head *, const uint32_t *ways, size_t n,
              const struct wish *);

/* ---- guide.c ---- */

void guide_init(struct guide *, struct worklist *);
/* How the first execution goes. */
enum way_policy guide_first(const struct guide *);
/* Of a narrow search: which head and way come next, by which guides, and how the run goes
 * on. There must be an open head. */
struct guide_pick {
    enum arm arm;
    struct head *head;
    uint32_t way, by;
    enum way_policy then;
};
struct guide_pick guide_pick(struct guide *);

/* ---- share.c ---- */

void share_ask(struct guide *, const struct head *, const uint32_t *ways, size_t n,
               const struct wish *);

/* ---- saved.c: heads as numbers ---- */

typedef VEC(uint32_t) words_vec;
/* Numbers that are read one after the other; `bad`: there were too few, or wrong ones. */
struct word_reader {
    const uint32_t *at;
    size_t left;
    bool bad;
};
uint32_t words_next(struct word_reader *);
uint64_t words_long(struct word_reader *);
void words_add_long(words_vec *, uint64_t);
void words_add_wish(words_vec *, const struct wish *);
struct wish words_wish(struct word_reader *);

/* A head of a narrow search, without its place in the tree; reading returns NULL if the
 * numbers are no head. */
void saved_add(words_vec *, const struct head *);
struct head *saved_head(struct guide *, struct word_reader *, struct head *parent,
                        uint32_t way);

/* All heads as items, and back; false if the items are not what was saved. */
void saved_all(struct guide *);
bool saved_load(struct guide *);

/* ---- way.c: ways ---- */

/* Draws what holds for one run. */
void way_begin(struct guide *);
/* The way for the last choice, of which all ways are possible, or those that are not
 * tried, or those that are not explored to their end (`live`). */
uint32_t way_choose(struct guide *, const struct head *, enum way_policy, bool live);
/* Monte Carlo tree search: the way for the last choice. */
uint32_t way_worth(struct guide *, const struct head *);
/* The values of all ways of the last choice, for guide_want(). */
void way_note(struct guide *, struct head *);
/* Which of these ways of an earlier choice, by what was noted of them? */
uint32_t way_insert(struct guide *, const struct head *, const uint32_t *ways, size_t n);
/* The way for a choice that is met for the first time. */
uint32_t way_first(struct guide *, const struct head *, enum way_policy);
/* Notes that the way of the last choice is taken. */
void way_taken(struct guide *, uint32_t way);
/* The way for an open head with notes, where the search is not at its choice. */
uint32_t way_absent(struct guide *, const struct head *, enum way_policy);
/* Any way that has not been tried, or below which there are heads; NOT_THERE: none. */
uint32_t way_alive(struct guide *, const struct head *);
/* How often the rarest untried way of the last choice has been seen. */
uint32_t way_rarity(struct guide *, const struct head *);

/* ---- fold.c: heads as items ---- */

/* Adds items for all that is left to the worklist. The heads can be freed then. */
void fold_all(struct guide *);
/* Adds items for the untried ways of this head, except for `keep` of them. */
void fold_head(struct guide *, struct head *, uint32_t keep);

#endif
