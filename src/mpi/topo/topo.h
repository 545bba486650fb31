/* SPDX-License-Identifier: Apache-2.0
 *
 * topo.h - process topologies: grids, graphs, distributed graphs.
 *
 * A topology never changes once it is made, so duplicates of a communicator share it.
 * Ranks are never reordered. */
#ifndef MZ_MPI_TOPO_TOPO_H
#define MZ_MPI_TOPO_TOPO_H
#include "mpi/comm/comm.h"

struct topo {
    int kind; /* MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH */
    int refs;
    union {
        struct cart {
            int ndims;
            int *dims, *periods; /* ndims entries each */
            int *coords;         /* this rank's coordinates */
        } cart;
        struct graph {
            int nnodes, nedges;
            int *index, *edges; /* the arguments of MPI_Graph_create */
        } graph;
        struct dist_graph {
            bool weighted;
            struct edges {
                int n;
                int *ranks, *weights;
            } in, out; /* the edges of this rank */
        } dist;
    };
};

struct topo *topo_new(int kind);
struct topo *topo_hold(struct topo *); /* adds a reference; NULL for NULL */
void topo_release(struct topo *);

int *topo_ints(const int *from, int n); /* a copy of the array */

/* The neighbours of this rank as neighbourhood collectives see them: receive from
 * sources[0..nsources), send to destinations[0..ndestinations), in this order. Ranks in
 * the communicator, or MPI_PROC_NULL at the edge of a grid. False if the communicator has
 * no topology; otherwise they are freed by neighbours_free(). */
struct neighbours {
    int nsources, *sources;
    int ndestinations, *destinations;
};
bool topo_neighbours(const struct comm *, struct neighbours *);
void neighbours_free(struct neighbours *);

/* cart.c: the rank at these coordinates; MPI_PROC_NULL if they are outside of the
 * grid. */
int cart_rank(const struct cart *, const int *coords);

/* Makes a communicator of the parent's first nnodes ranks with this topology, which it
 * takes over; other ranks get MPI_COMM_NULL. All ranks must have called with the same n
 * `arguments`. */
MPI_Comm topo_create(struct comm *parent, int nnodes, struct topo *, const char *what,
                     const int *arguments, int n);

/* For a function that has called ENTER: declares t, or leaves with MPI_ERR_TOPOLOGY. */
#define FIND_TOPO(t, c, wanted)                                                          \
    if (!c->topo || c->topo->kind != (wanted))                                           \
        INVALID(c, MPI_ERR_TOPOLOGY, "%s has no topology of this kind", comm_name(c));   \
    const struct topo *t = c->topo

/* Reordering is allowed, and not required: ranks keep their order, which the verdict says
 * if the program asks for another one. */
void topo_keeps_order(int reorder);

#endif
