/* SPDX-License-Identifier: Apache-2.0
 *
 * saved_graph.h - a graph of states as bytes, so that it can be resumed later.
 *
 * Such a graph may have many millions of nodes, and is saved again and again while the
 * search goes on. So it is one string of bytes, a few for each node and about seven for
 * each edge, which is written to a file, and handed to another process, as it is. What
 * the numbers mean, states/saved.c knows. */
#ifndef MZ_EXPLORE_SEARCH_SAVED_GRAPH_H
#define MZ_EXPLORE_SEARCH_SAVED_GRAPH_H
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct saved_graph {
    uint64_t nodes;
    struct str bytes;
    bool lent; /* the bytes belong to somebody else: nothing is added, or freed */
};

struct saved_node {
    uint32_t number; /* nodes are counted from 0, as they are added */
    uint32_t flags;
    uint32_t from;   /* the node from which it was found: its number is lower, or 0 */
    uint32_t visits; /* 0: the next field is 0, too */
    float reward;    /* of these visits */
    const char *edges, *end; /* where its edges are, of which some may have been read */
};

struct saved_edge {
    uint32_t step[4]; /* if the first word is 0, all are */
    uint32_t to;      /* the number of the node that it leads to */
};
typedef VEC(struct saved_edge) saved_edges_vec;

void saved_graph_free(struct saved_graph *);

/* Adds a node, of which flags, from, visits and reward are given, with its edges. The
 * edges are given in the opposite order: the last one is read first. */
void saved_graph_add(struct saved_graph *, struct saved_node, const saved_edges_vec *);

/* Are these the bytes of a graph, and are all numbers of nodes in it those of its nodes?
 * The functions below require that; of other bytes they read wrong numbers, but never
 * look elsewhere. */
bool saved_graph_is_whole(const struct saved_graph *);

/* Reads the node after this one; the first one if it is zeroed. False if there is none.
 */
bool saved_node_next(const struct saved_graph *, struct saved_node *);
/* Reads the next edge of the node. False if there is none. */
bool saved_edge_next(struct saved_node *, struct saved_edge *);

/* Where nodes are, to read them in any order. */
typedef VEC(uint64_t) saved_places_vec;
void saved_graph_places(const struct saved_graph *, saved_places_vec *);
/* Reads the node with this number, which there is. */
struct saved_node saved_node_at(const struct saved_graph *, const saved_places_vec *,
                                uint32_t number);

#endif
