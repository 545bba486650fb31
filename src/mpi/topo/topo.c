/* SPDX-License-Identifier: Apache-2.0
 *
 * topo.c - what all topologies have in common. */
#include "mpi/topo/topo.h"
#include <stdlib.h>
#include <string.h>

struct topo *topo_new(int kind)
{
    struct topo *t = lib_alloc(sizeof *t);
    t->kind = kind;
    t->refs = 1;
    return t;
}

struct topo *topo_hold(struct topo *t)
{
    if (t)
        t->refs++;
    return t;
}

void topo_release(struct topo *t)
{
    if (!t || --t->refs)
        return;
    switch (t->kind) {
    case MPI_CART:
        free(t->cart.dims);
        free(t->cart.periods);
        free(t->cart.coords);
        break;
    case MPI_GRAPH:
        free(t->graph.index);
        free(t->graph.edges);
        break;
    default:
        free(t->dist.in.ranks);
        free(t->dist.in.weights);
        free(t->dist.out.ranks);
        free(t->dist.out.weights);
    }
    free(t);
}

int *topo_ints(const int *from, int n)
{
    int *copy = lib_alloc((size_t)n * sizeof *copy);
    if (n)
        memcpy(copy, from, (size_t)n * sizeof *copy);
    return copy;
}

/* ---- making a communicator that has one ---- */

static void check_same_arguments(struct comm *parent, const struct port_result *result,
                                 const int *arguments, size_t bytes)
{
    for (uint32_t i = 0; i < parent->nmembers; i++) {
        size_t other;
        const void *theirs = comm_gathered(result, i, &other);
        if (other != bytes || (bytes && memcmp(theirs, arguments, bytes)))
            port_fail(lib()->from, FINDING_CALL_MISMATCH,
                      "rank %d and rank %u call %s with different topologies",
                      port_rank(), parent->members[i], lib_call_name(lib()->from.call));
    }
}

MPI_Comm topo_create(struct comm *parent, int nnodes, struct topo *t, const char *what,
                     const int *arguments, int n)
{
    size_t bytes = (size_t)n * sizeof *arguments;
    comm_made_together(parent);
    struct port_result result = comm_gather_all(parent, arguments, bytes);
    check_same_arguments(parent, &result, arguments, bytes);
    char *key = comm_child_key(parent, "%s", what);
    if (parent->rank >= nnodes) {
        free(key);
        topo_release(t);
        return MPI_COMM_NULL;
    }
    struct group *g = group_new(topo_ints(parent->local->world, nnodes), nnodes);
    struct comm *c = comm_new(parent, g, NULL, false, key);
    c->topo = t;
    return comm_publish(c);
}

EXPORT int MPI_Topo_test(MPI_Comm comm, int *status)
{
    ENTER(Topo_test);
    FIND_COMM(c, comm);
    CHECK_RESULT(status);
    *status = c->topo ? c->topo->kind : MPI_UNDEFINED;
    LEAVE(MPI_SUCCESS);
}

/* ---- neighbours ---- */

/* The neighbours in a grid: for each dimension the lower, then the upper. */
static int *cart_neighbours(const struct cart *cart)
{
    int *ranks = lib_alloc((size_t)cart->ndims * 2 * sizeof *ranks);
    int *coords = topo_ints(cart->coords, cart->ndims);
    for (int d = 0; d < cart->ndims; d++) {
        coords[d]--;
        ranks[2 * d] = cart_rank(cart, coords);
        coords[d] += 2;
        ranks[2 * d + 1] = cart_rank(cart, coords);
        coords[d]--;
    }
    free(coords);
    return ranks;
}

bool topo_neighbours(const struct comm *c, struct neighbours *n)
{
    const struct topo *t = c->topo;
    if (!t)
        return false;
    if (t->kind == MPI_CART) {
        n->nsources = n->ndestinations = 2 * t->cart.ndims;
        n->sources = cart_neighbours(&t->cart);
        n->destinations = topo_ints(n->sources, n->ndestinations);
    } else if (t->kind == MPI_GRAPH) {
        int from = c->rank ? t->graph.index[c->rank - 1] : 0;
        n->nsources = n->ndestinations = t->graph.index[c->rank] - from;
        n->sources = topo_ints(t->graph.edges + from, n->nsources);
        n->destinations = topo_ints(t->graph.edges + from, n->nsources);
    } else {
        n->nsources = t->dist.in.n;
        n->sources = topo_ints(t->dist.in.ranks, n->nsources);
        n->ndestinations = t->dist.out.n;
        n->destinations = topo_ints(t->dist.out.ranks, n->ndestinations);
    }
    return true;
}

void neighbours_free(struct neighbours *n)
{
    free(n->sources);
    free(n->destinations);
}

void topo_keeps_order(int reorder)
{
    if (reorder && lib()->world->size > 1)
        port_rests_on("ranks that a topology may reorder, and does not");
}
