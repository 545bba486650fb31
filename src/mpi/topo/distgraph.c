/* SPDX-License-Identifier: Apache-2.0
 *
 * distgraph.c - MPI_Dist_graph_*: a graph of which every rank tells a part.
 *
 * What a rank tells goes around as a list of ints. Edges are kept in the order of the
 * ranks that told them, and of each in the order in which it did. */
#include "mpi/lib/info.h"
#include "mpi/topo/topo.h"
#include "base/vec.h"
#include <string.h>

typedef VEC(int) ints;

/* ---- arguments ---- */

/* MPI_SUCCESS if all n are ranks; `what` names them in messages. */
static int check_ranks(struct comm *c, const char *what, int n, const int *ranks)
{
    if (n < 0)
        return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the number of %s is negative: %d", what, n);
    if (n > 0 && !ranks)
        return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT, "%s is NULL", what);
    for (int i = 0; i < n; i++)
        if (ranks[i] < 0 || ranks[i] >= c->size)
            return lib_error(c, MPI_ERR_RANK, FINDING_INVALID_ARGUMENT,
                             "%s[%d] is %d, but %s has %d ranks", what, i, ranks[i],
                             comm_name(c), c->size);
    return MPI_SUCCESS;
}

static int check_weights(struct comm *c, int n, const int *weights)
{
    if (weights == MPI_UNWEIGHTED || n == 0)
        return MPI_SUCCESS;
    if (!weights || weights == MPI_WEIGHTS_EMPTY)
        return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "there are edges, but no weights for them");
    for (int i = 0; i < n; i++)
        if (weights[i] < 0)
            return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                             "the weight of edge %d is negative: %d", i, weights[i]);
    return MPI_SUCCESS;
}

/* ---- lists of edges ---- */

static void push_all(ints *list, const int *from, int n)
{
    for (int i = 0; i < n; i++)
        vec_push(list, from[i]);
}

/* Appends weights; in a graph without weights, 1 for each edge, which nobody reads. */
static void push_weights(ints *list, const int *weights, int n)
{
    for (int i = 0; i < n; i++)
        vec_push(list, weights == MPI_UNWEIGHTED ? 1 : weights[i]);
}

/* Reads what a rank contributed, in the order in which it was written. */
struct reader {
    const int *next;
};

static struct reader read_member(const struct port_result *result, uint32_t member)
{
    size_t bytes;
    return (struct reader){comm_gathered(result, member, &bytes)};
}

static const int *take(struct reader *r, int n)
{
    const int *at = r->next;
    r->next += n;
    return at;
}

static void edge_add(ints *ranks, ints *weights, int rank, int weight)
{
    vec_push(ranks, rank);
    vec_push(weights, weight);
}

static struct topo *dist_new(bool weighted, struct edges in, struct edges out)
{
    struct topo *t = topo_new(MPI_DIST_GRAPH);
    t->dist = (struct dist_graph){.weighted = weighted, .in = in, .out = out};
    return t;
}

static struct port_result tell(struct comm *c, ints *list)
{
    comm_made_together(c);
    struct port_result result = comm_gather_all(c, list->at, list->len * sizeof(int));
    vec_free(list);
    return result;
}

/* Checks that all ranks agree on whether there are weights. */
static void check_same_weighted(struct comm *c, const struct port_result *result,
                                bool weighted)
{
    for (uint32_t i = 0; i < c->nmembers; i++) {
        struct reader r = read_member(result, i);
        if (*take(&r, 1) != weighted)
            port_fail(lib()->from, FINDING_CALL_MISMATCH,
                      "rank %d gives %s, but rank %u does not", port_rank(),
                      weighted ? "weights" : "MPI_UNWEIGHTED", c->members[i]);
    }
}

static MPI_Comm publish(struct comm *parent, struct topo *t)
{
    object_hold(&parent->local->object);
    struct comm *c = comm_new(parent, parent->local, NULL, false,
                              comm_child_key(parent, "dist graph"));
    c->topo = t;
    return comm_publish(c);
}

/* ---- every rank tells its own neighbours ---- */

static int count(const int *list, int n, int value)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += list[i] == value;
    return found;
}

/* Checks that each edge is given at both of its ends. */
static void check_ends(struct comm *c, const struct port_result *result,
                       const struct edges *in, const struct edges *out)
{
    for (int other = 0; other < c->size; other++) {
        struct reader r = read_member(result, (uint32_t)other);
        take(&r, 1);
        int nin = *take(&r, 1);
        const int *sources = take(&r, nin);
        take(&r, nin);
        int nout = *take(&r, 1);
        const int *destinations = take(&r, nout);
        int here = count(in->ranks, in->n, other);
        int there = count(destinations, nout, c->rank);
        if (here != there)
            port_fail(lib()->from, FINDING_INVALID_ARGUMENT,
                      "rank %d is %d times among the sources of rank %d, which is %d "
                      "times among its destinations",
                      other, here, c->rank, there);
        here = count(out->ranks, out->n, other);
        there = count(sources, nin, c->rank);
        if (here != there)
            port_fail(lib()->from, FINDING_INVALID_ARGUMENT,
                      "rank %d is %d times among the destinations of rank %d, which is "
                      "%d times among its sources",
                      other, here, c->rank, there);
    }
}

static struct edges edges_copy(const int *ranks, const int *weights, int n)
{
    ints all = {0};
    push_weights(&all, weights, n);
    struct edges e = {.n = n, .ranks = topo_ints(ranks, n), .weights = all.at};
    return e;
}

EXPORT int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree,
                                          const int sources[], const int sourceweights[],
                                          int outdegree, const int destinations[],
                                          const int destweights[], MPI_Info info,
                                          int reorder, MPI_Comm *comm_dist_graph)
{
    ENTER(Dist_graph_create_adjacent);
    topo_keeps_order(reorder);
    FIND_INTRACOMM(c, comm_old);
    NEED_INFO_OR_NULL(c, info);
    CHECK_RESULT(comm_dist_graph);
    int code = check_ranks(c, "sources", indegree, sources);
    if (!code)
        code = check_ranks(c, "destinations", outdegree, destinations);
    if (!code)
        code = check_weights(c, indegree, sourceweights);
    if (!code)
        code = check_weights(c, outdegree, destweights);
    if (code)
        LEAVE(code);
    bool weighted = sourceweights != MPI_UNWEIGHTED;
    if (weighted != (destweights != MPI_UNWEIGHTED))
        INVALID(c, MPI_ERR_ARG,
                "only one of sourceweights and destweights is "
                "MPI_UNWEIGHTED");
    ints mine = {0};
    vec_push(&mine, weighted);
    vec_push(&mine, indegree);
    push_all(&mine, sources, indegree);
    push_weights(&mine, sourceweights, indegree);
    vec_push(&mine, outdegree);
    push_all(&mine, destinations, outdegree);
    push_weights(&mine, destweights, outdegree);
    struct port_result result = tell(c, &mine);
    check_same_weighted(c, &result, weighted);
    struct edges in = edges_copy(sources, sourceweights, indegree);
    struct edges out = edges_copy(destinations, destweights, outdegree);
    check_ends(c, &result, &in, &out);
    *comm_dist_graph = publish(c, dist_new(weighted, in, out));
    LEAVE(MPI_SUCCESS);
}

/* ---- every rank tells any edges ---- */

/* The topology with those edges of all ranks that begin or end here. */
static struct topo *collect(struct comm *c, const struct port_result *result,
                            bool weighted)
{
    ints in = {0}, in_weights = {0}, out = {0}, out_weights = {0};
    for (uint32_t member = 0; member < c->nmembers; member++) {
        struct reader r = read_member(result, member);
        take(&r, 1);
        int n = *take(&r, 1);
        for (int i = 0; i < n; i++) {
            int source = *take(&r, 1), degree = *take(&r, 1);
            const int *destination = take(&r, degree), *weight = take(&r, degree);
            for (int e = 0; e < degree; e++) {
                if (source == c->rank)
                    edge_add(&out, &out_weights, destination[e], weight[e]);
                if (destination[e] == c->rank)
                    edge_add(&in, &in_weights, source, weight[e]);
            }
        }
    }
    return dist_new(weighted, (struct edges){(int)in.len, in.at, in_weights.at},
                    (struct edges){(int)out.len, out.at, out_weights.at});
}

EXPORT int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[],
                                 const int degrees[], const int destinations[],
                                 const int weights[], MPI_Info info, int reorder,
                                 MPI_Comm *comm_dist_graph)
{
    ENTER(Dist_graph_create);
    topo_keeps_order(reorder);
    FIND_INTRACOMM(c, comm_old);
    NEED_INFO_OR_NULL(c, info);
    CHECK_RESULT(comm_dist_graph);
    int code = check_ranks(c, "sources", n, sources);
    if (code)
        LEAVE(code);
    NEED_ARRAY(c, n, degrees);
    int edges = 0;
    for (int i = 0; i < n; i++) {
        if (degrees[i] < 0)
            INVALID(c, MPI_ERR_ARG, "degrees[%d] is negative: %d", i, degrees[i]);
        edges += degrees[i];
    }
    code = check_ranks(c, "destinations", edges, destinations);
    if (!code)
        code = check_weights(c, edges, weights);
    if (code)
        LEAVE(code);
    bool weighted = weights != MPI_UNWEIGHTED;
    ints mine = {0};
    vec_push(&mine, weighted);
    vec_push(&mine, n);
    for (int i = 0, e = 0; i < n; e += degrees[i++]) {
        vec_push(&mine, sources[i]);
        vec_push(&mine, degrees[i]);
        push_all(&mine, destinations + e, degrees[i]);
        push_weights(&mine, weighted ? weights + e : MPI_UNWEIGHTED, degrees[i]);
    }
    struct port_result result = tell(c, &mine);
    check_same_weighted(c, &result, weighted);
    *comm_dist_graph = publish(c, collect(c, &result, weighted));
    LEAVE(MPI_SUCCESS);
}

/* ---- questions ---- */

EXPORT int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree,
                                          int *weighted)
{
    ENTER(Dist_graph_neighbors_count);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_DIST_GRAPH);
    CHECK_RESULT(indegree);
    CHECK_RESULT(outdegree);
    CHECK_RESULT(weighted);
    *indegree = t->dist.in.n;
    *outdegree = t->dist.out.n;
    *weighted = t->dist.weighted;
    LEAVE(MPI_SUCCESS);
}

/* Copies the first `max` edges. */
static void copy_edges(const struct dist_graph *g, const struct edges *edges, int max,
                       int *ranks, int *weights)
{
    bool with_weights = g->weighted && weights != MPI_UNWEIGHTED;
    for (int i = 0; i < max && i < edges->n; i++) {
        ranks[i] = edges->ranks[i];
        if (with_weights)
            weights[i] = edges->weights[i];
    }
}

EXPORT int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
                                    int sourceweights[], int maxoutdegree,
                                    int destinations[], int destweights[])
{
    ENTER(Dist_graph_neighbors);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_DIST_GRAPH);
    NEED_COUNT(c, maxindegree);
    NEED_COUNT(c, maxoutdegree);
    NEED_ARRAY(c, maxindegree, sources);
    NEED_ARRAY(c, maxoutdegree, destinations);
    if (t->dist.weighted && sourceweights != MPI_UNWEIGHTED)
        NEED_ARRAY(c, maxindegree, sourceweights);
    if (t->dist.weighted && destweights != MPI_UNWEIGHTED)
        NEED_ARRAY(c, maxoutdegree, destweights);
    if (maxindegree > t->dist.in.n || maxoutdegree > t->dist.out.n)
        INVALID(c, MPI_ERR_ARG,
                "this rank has %d sources and %d destinations, not so "
                "many as are asked for (%d, %d)",
                t->dist.in.n, t->dist.out.n, maxindegree, maxoutdegree);
    copy_edges(&t->dist, &t->dist.in, maxindegree, sources, sourceweights);
    copy_edges(&t->dist, &t->dist.out, maxoutdegree, destinations, destweights);
    LEAVE(MPI_SUCCESS);
}
