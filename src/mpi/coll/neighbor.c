/* SPDX-License-Identifier: Apache-2.0
 *
 * neighbor.c - collectives among neighbours in a topology.
 *
 * A rank may be another's neighbour several times; then the n-th block that it gives
 * there is the n-th that is taken from it, as messages in order would be. */
#include "mpi/coll/coll.h"
#include "mpi/topo/topo.h"
#include <stdlib.h>

/* The index of the i-th source's block that is for us: among all its blocks, or among
 * those for us. */
static int their_block(const struct coll *k, const struct neighbours *nb, int i,
                       enum which_block which)
{
    int before = 0;
    if (which == THEIR_ONLY)
        return 0;
    if (k->comm->topo->kind == MPI_CART)
        return i ^ 1;
    for (int j = 0; j < i; j++)
        before += nb->sources[j] == nb->sources[i];
    return before;
}

static void need_sources(struct coll *k, const struct neighbours *nb,
                         enum which_block which)
{
    k->need = lib_alloc((size_t)nb->nsources * sizeof *k->need);
    for (int i = 0; i < nb->nsources; i++)
        if (nb->sources[i] != MPI_PROC_NULL)
            k->need[k->nneed++] =
                (struct need){.member = member_of_peer(k->comm, nb->sources[i]),
                              .theirs = their_block(k, nb, i, which),
                              .mine = i};
}

static int neighbor(const struct side *send, enum which_block which,
                    const struct side *recv, MPI_Comm comm, struct coll_form form)
{
    FIND_INTRACOMM(c, comm);
    struct neighbours nb;
    if (send->buf == MPI_IN_PLACE || recv->buf == MPI_IN_PLACE)
        INVALID(c, MPI_ERR_BUFFER, "MPI_IN_PLACE has no meaning here");
    if (!topo_neighbours(c, &nb))
        INVALID(c, MPI_ERR_TOPOLOGY, "%s has no topology", comm_name(c));
    struct coll k = coll_of(c);
    need_sources(&k, &nb, which);
    int code = blocks_check(c, send, which == THEIR_ONLY ? 1 : nb.ndestinations, &k.give);
    if (!code)
        code = blocks_check(c, recv, nb.nsources, &k.take);
    k.by_name = which == THEIR_OURS && c->topo->kind != MPI_CART;
    k.destinations = nb.destinations;
    k.ndestinations = nb.ndestinations;
    nb.destinations = NULL;
    neighbours_free(&nb);
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather,
           neighbor(SIDE(send), THEIR_ONLY, SIDE(recv), comm, form), EXCHANGE)
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv,
           neighbor(SIDE(send), THEIR_ONLY, SIDE_V(recv), comm, form),
           EXCHANGE_TAKES_EACH)
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall,
           neighbor(SIDE(send), THEIR_OURS, SIDE(recv), comm, form), EXCHANGE)
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv,
           neighbor(SIDE_V(send), THEIR_OURS, SIDE_V(recv), comm, form), EXCHANGE_EACH)
/* Here, displacements are of type MPI_Aint in any case. */
#define NEIGHBOURS_TYPES(COUNT, DISPL) EXCHANGE_TYPES(COUNT, MPI_Aint)
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw,
           neighbor(SIDE_W(send), THEIR_OURS, SIDE_W(recv), comm, form), NEIGHBOURS_TYPES)
