/* SPDX-License-Identifier: Apache-2.0
 *
 * order.h - which task of a search for states comes next.
 *
 * Without --strategy and --guide, tasks are done in the order in which they were found
 * (t->todo), and there is no struct order, until there are so many that the strategy auto
 * takes turns. From then on, tasks that were found are *open* until one of them is
 * picked, which puts it at the end of t->todo. Some are picked ahead of time, so that
 * several processes have something to do. How many depends on what was found, and not on
 * the number of processes: so the graph is the same for any number of them.
 *
 * The order has no influence on what is found: docs/algorithms/guided.md. */
#ifndef MZ_EXPLORE_STATES_ORDER_H
#define MZ_EXPLORE_STATES_ORDER_H
#include "explore/guide/learn.h"
#include "explore/states/states.h"

/* Begins to choose, if the options say so, or if it is time for that. */
void order_begin_if_due(struct states *);
void order_free(struct states *);

/* May this task of t->todo be handed out? Not if it is done after the search has begun to
 * choose. */
bool order_is_certain(const struct states *, size_t number);

/* The task was found. */
void order_want(struct states *, struct states_task);
/* The edge, number `way` of those that were found together, has led to a new node. */
void order_found(struct states *, uint32_t edge, uint32_t way);
/* Puts tasks into t->todo, unless there are enough of them. To be called before every
 * task. False: there are none any more. */
bool order_fill(struct states *);
/* What the task has found was added. */
void order_done(struct states *, struct states_task);

/* Does it look at the worlds of nodes? */
bool order_sees(const struct states *);
/* Number of tasks that wait. */
size_t order_waiting(const struct states *);
/* Marks the ranks of t->choices that are to be explored at the node. */
void order_mark_wanted(struct states *, uint32_t node);
/* Is it time to complete what was found so far, though there are tasks left? */
bool order_tidies(struct states *);

/* Finds the shortest way to each node again, after the nodes were explored in another
 * order. */
void order_retrace(struct states *);
/* The same, unless that has been done since there were half as many nodes. */
void order_shorten(struct states *);

/* What was learned, for a later search; and of each node. */
const struct learned *order_learned(const struct states *);
struct saved_node;
struct saved_graph;
void order_save_node(const struct states *, uint32_t node, struct saved_node *);
void order_load_nodes(struct states *, const struct saved_graph *);

#endif
