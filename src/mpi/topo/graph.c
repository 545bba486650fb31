/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.c - MPI_Graph_*: a graph that every rank knows whole.
 *
 * index[i] says where the neighbours of node i end in `edges`; they begin where those of
 * the node before end. */
#include "mpi/topo/topo.h"
#include <stdlib.h>
#include <string.h>

/* MPI_SUCCESS if this is a valid graph and the communicator has enough ranks for it. */
static int check_graph(struct comm *c, int nnodes, const int *index, const int *edges)
{
    if (nnodes > c->size)
        return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the graph has %d nodes, but %s has %d ranks", nnodes,
                         comm_name(c), c->size);
    for (int i = 0; i < nnodes; i++) {
        int begin = i ? index[i - 1] : 0;
        if (index[i] < begin)
            return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                             "index[%d] is %d, less than what comes before", i, index[i]);
        for (int e = begin; e < index[i]; e++)
            if (edges[e] < 0 || edges[e] >= nnodes)
                return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                                 "edges[%d] is %d, but the graph has %d nodes", e,
                                 edges[e], nnodes);
    }
    return MPI_SUCCESS;
}

EXPORT int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[],
                            const int edges[], int reorder, MPI_Comm *comm_graph)
{
    ENTER(Graph_create);
    topo_keeps_order(reorder);
    FIND_INTRACOMM(c, comm_old);
    NEED_COUNT(c, nnodes);
    NEED_ARRAY(c, nnodes, index);
    NEED_ARRAY(c, nnodes ? index[nnodes - 1] : 0, edges);
    CHECK_RESULT(comm_graph);
    int code = check_graph(c, nnodes, index, edges);
    if (code)
        LEAVE(code);
    int nedges = nnodes ? index[nnodes - 1] : 0;
    struct topo *t = topo_new(MPI_GRAPH);
    t->graph = (struct graph){.nnodes = nnodes,
                              .nedges = nedges,
                              .index = topo_ints(index, nnodes),
                              .edges = topo_ints(edges, nedges)};
    int *arguments = lib_alloc((size_t)(nnodes + nedges) * sizeof *arguments);
    memcpy(arguments, t->graph.index, (size_t)nnodes * sizeof *arguments);
    memcpy(arguments + nnodes, t->graph.edges, (size_t)nedges * sizeof *arguments);
    *comm_graph = topo_create(c, nnodes, t, "graph", arguments, nnodes + nedges);
    free(arguments);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[],
                         int *newrank)
{
    ENTER(Graph_map);
    FIND_INTRACOMM(c, comm);
    CHECK_RESULT(newrank);
    if (nnodes < 1)
        INVALID(c, MPI_ERR_ARG, "nnodes is not positive: %d", nnodes);
    NEED_ARRAY(c, nnodes, index);
    NEED_ARRAY(c, index[nnodes - 1], edges);
    int code = check_graph(c, nnodes, index, edges);
    if (!code)
        *newrank = c->rank < nnodes ? c->rank : MPI_UNDEFINED;
    LEAVE(code);
}

EXPORT int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
    ENTER(Graphdims_get);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_GRAPH);
    CHECK_RESULT(nnodes);
    CHECK_RESULT(nedges);
    *nnodes = t->graph.nnodes;
    *nedges = t->graph.nedges;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[],
                         int edges[])
{
    ENTER(Graph_get);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_GRAPH);
    const struct graph *g = &t->graph;
    if (maxindex < g->nnodes)
        INVALID(c, MPI_ERR_ARG, "maxindex is %d, but the graph has %d nodes", maxindex,
                g->nnodes);
    if (maxedges < g->nedges)
        INVALID(c, MPI_ERR_ARG, "maxedges is %d, but the graph has %d edges", maxedges,
                g->nedges);
    NEED_ARRAY(c, g->nnodes, index);
    NEED_ARRAY(c, g->nedges, edges);
    memcpy(index, g->index, (size_t)g->nnodes * sizeof *index);
    if (g->nedges)
        memcpy(edges, g->edges, (size_t)g->nedges * sizeof *edges);
    LEAVE(MPI_SUCCESS);
}

/* The neighbours of a node; sets *n to their number. */
static int *neighbours_of(const struct graph *g, int node, int *n)
{
    int begin = node ? g->index[node - 1] : 0;
    *n = g->index[node] - begin;
    return g->edges + begin;
}

EXPORT int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
    ENTER(Graph_neighbors_count);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_GRAPH);
    NEED_RANK(c, "rank", rank, t->graph.nnodes);
    CHECK_RESULT(nneighbors);
    neighbours_of(&t->graph, rank, nneighbors);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
    ENTER(Graph_neighbors);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_GRAPH);
    NEED_RANK(c, "rank", rank, t->graph.nnodes);
    int n;
    const int *found = neighbours_of(&t->graph, rank, &n);
    if (maxneighbors < n)
        INVALID(c, MPI_ERR_ARG, "maxneighbors is %d, but there are %d", maxneighbors, n);
    NEED_ARRAY(c, n, neighbors);
    for (int i = 0; i < n; i++)
        neighbors[i] = found[i];
    LEAVE(MPI_SUCCESS);
}
