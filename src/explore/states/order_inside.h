/* SPDX-License-Identifier: Apache-2.0
 *
 * order_inside.h - what the files of order.h share. */
#ifndef MZ_EXPLORE_STATES_ORDER_INSIDE_H
#define MZ_EXPLORE_STATES_ORDER_INSIDE_H
#include "explore/search/sight.h"
#include "explore/states/order.h"

/* A task that was found and is not done yet. */
struct open_task {
    struct states_task task;
    uint32_t place;         /* in order.open; NOWHERE: it was picked */
    uint32_t before, after; /* the open tasks found before and after it; NOWHERE: none */
    uint32_t next;          /* another one of the same node; NOWHERE: none */
    float value;            /* its place in the queue was found by this value, */
    uint32_t tie;           /* and by this number among equal ones */
    uint64_t feature;       /* names what had been seen least often of what is there */
    struct sight sight;     /* of its node */
};

/* Of a node. Nodes form a tree: each is below the one from which it was found first. */
struct order_view {
    uint32_t above; /* NOWHERE: it is the first node */
    uint32_t tasks; /* the first of its tasks that are not done; NOWHERE: none */
    uint32_t below; /* open tasks at this node and below it; with mcts only */
    uint32_t deviations, switches; /* as in struct head */
    uint32_t visits;               /* number of walks that went through it, */
    float reward;                  /* and what they were worth */
};

/* A walk: tasks one after the other, each at a node that the last one has found. */
struct walk {
    enum arm arm; /* ARMS: it is over, and its place is free */
    uint32_t at;  /* the node of its last task, or of the next one */
    uint64_t salt;
    uint32_t patience; /* the chance, in percent, that a look fails */
    uint32_t fresh;    /* how much it has seen for the first time */
};

struct order {
    struct learned *learned;
    uint64_t chance; /* state of the random numbers */
    VEC(struct open_task) found;
    VEC(uint32_t) spare;          /* places of found that are free */
    VEC(uint32_t) open;           /* of found: those that were not picked, in no order */
    VEC(uint32_t) queue;          /* the same as a heap, if the order is one of values */
    uint32_t oldest, newest;      /* open tasks */
    VEC(struct order_view) views; /* of each node */
    VEC(struct walk) walks;
    VEC(uint32_t) tips;           /* walks that wait for their next task */
    VEC(uint32_t) children;       /* nodes that the present task has found */
    VEC(struct states_task) late; /* tasks of nodes to which the way is long: see fill */
    uint32_t wanted;              /* what of sights is needed: a set of enum valuation */
    bool queueing, counting;      /* counting: view.below is */
    enum arm arm;                 /* at work */
    uint32_t turn;                /* how many tasks are left of its turn */
    uint32_t idle, futile; /* so many walks do not begin at the first node: now, and after
                              one that did so in vain */
    uint32_t fresh;        /* how much the present task has shown for the first time */
    uint64_t told;         /* number of findings before the present task */
    uint64_t tasks;        /* that were done, */
    uint64_t tidied;       /* when the graph was last completed, */
    size_t retraced;       /* and the number of nodes when ways were found again */
};

/* ---- order.c ---- */

/* The first open task of the node; NOWHERE: it has none. */
uint32_t order_open_at(const struct order *, uint32_t node);
/* The open task with the least value, if there is a queue. */
uint32_t order_best(struct states *);

/* ---- order_pick.c ---- */

/* Which of the open tasks comes next? Fills in the arm and walk of it. */
uint32_t order_pick(struct states *);
/* The walk of a task that was done goes on, or ends. */
void order_go_on(struct states *, struct states_task);
/* The value of an open task: least is best. */
double order_value(struct states *, const struct open_task *);

/* ---- order_sight.c ---- */

/* Looks at the node of the task. */
void order_look(struct states *, struct open_task *);

#endif
