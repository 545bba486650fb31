/* SPDX-License-Identifier: Apache-2.0
 *
 * states.h - the explorer that follows equal states once: docs/algorithms/states.md.
 *
 * What commutes with everything is done at once (closure). What is left are *nodes*:
 * worlds in which each rank that can go on has a choice. They are stored, with the edges
 * that were explored. */
#ifndef MZ_EXPLORE_STATES_STATES_H
#define MZ_EXPLORE_STATES_STATES_H
#include "explore/search.h"
#include "explore/states/summary.h"
#include "explore/states/world.h"

/* A closure that takes longer than this is interrupted by a node, so that a program that
 * goes round for ever without any choice is recognised. */
#define STATES_LONGEST_CLOSURE 20000

struct states_node {
    char *bytes; /* the world, packed */
    uint32_t length;
    uint32_t parent;  /* the edge by which it was found first; NOWHERE for the start */
    uint32_t depth;   /* number of choices before it */
    double ways;      /* paths to it that were known when it was explored, roughly */
    uint32_t out, in; /* the newest edge from here, and to here */
    items_vec future;
    bool dirty;     /* the future of a successor has changed */
    bool fresh;     /* its own future has changed since it was looked at */
    bool open;      /* some rank that could act has not been explored here */
    bool unsettled; /* the closure was interrupted here, because it is long */
    bool halted;    /* nobody can go on, if sends wait */
    bool end;       /* nothing happens after it, but that ranks look for ever in vain */
    bool ends_well; /* it is an end, and no deadlock is reported there: every rank has
                       ended, or waits because another one has failed */
};

struct states_edge {
    uint32_t from, to;
    uint32_t next_out, next_in;
    struct world_step step; /* rank NOWHERE: the closure goes on */
    uint64_t *facts;        /* NULL: not computed yet */
    uint32_t nfacts;
};

struct states {
    struct search *s;
    struct locals locals;
    struct world w, trial;
    struct name_sets sets;
    VEC(struct states_node) nodes;
    VEC(struct states_edge) edges;
    struct lookup lookup;
    VEC(uint32_t) todo; /* nodes that were found and not looked at, oldest first */
    size_t next;        /* the first of them */
    facts_words_vec facts;
    struct str bytes;
    world_steps_vec steps, moves; /* scratch */
    uint64_t used;                /* memory, roughly */
    double ways;                  /* the sum of the nodes' ways */
    bool trying;                  /* it is to be seen whether states merge */
    double deadline;              /* until then, in seconds of the search */
    enum instead unable;
};

/* ---- closure.c ---- */

/* Does what commutes with everything, beginning with the ranks that t->w.touched lists.
 * `before` is called before each step; it may be NULL. False if the explorer cannot go on
 * (t->unable). *settled says whether nothing of that kind is left. */
typedef void states_step_fn(void *context, const struct world_step *);
bool states_settle(struct states *, states_step_fn *before, void *context, bool *settled);
void states_touch_all(struct states *);

/* ---- end.c ---- */

/* What a node is, if nobody has a choice that matters. */
struct states_end {
    bool over;             /* nothing can happen any more, with every send that may buffer
                              buffered, but that ranks look for ever in vain */
    bool halted;           /* likewise, if sends wait */
    bool cut;              /* a rank is not followed any further */
    uint32_t endless;      /* the rank that looks for ever, counted from 1; 0: none */
    world_steps_vec round; /* how it does, if that has to be shown */
};
/* t->w is at a node. */
void states_judge_end(struct states *, struct states_end *);

/* ---- tell.c ---- */

/* Reports the execution that leads to this node. */
void states_tell(struct states *, uint32_t node, const struct states_end *,
                 bool potential);

/* ---- differ.c ---- */

/* Writes to turn.differs in what the states of a rank differ, where many do. */
void states_tell_difference(struct states *);

/* ---- outcomes.c ---- */

/* Fills in the number of outcomes, after a complete search. */
void states_count_outcomes(const struct states *, struct search_counts *);

/* ---- loops.c ---- */

/* The components of the graph that have a cycle: for each its nodes, after their number.
 */
typedef VEC(uint32_t) states_components_vec;
void states_components(const struct states *, states_components_vec *);

#endif
