/* SPDX-License-Identifier: Apache-2.0
 *
 * needs.c - whom a rank needs in a collective, and for whom it is: its peers, the root.
 * Those from whom no data come need not be waited for. */
#include "mpi/coll/coll.h"
#include "mpi/lib/error.h"
#include <stdlib.h>

/* The position of a peer in comm->members, where the low group of an intercommunicator
 * comes first. */
uint32_t member_of_peer(const struct comm *c, int peer)
{
    return (uint32_t)peer + (comm_is_inter(c) && c->low ? (uint32_t)c->size : 0);
}

/* The index of the peers' block that is for this rank. */
static int own_block(const struct comm *c, enum which_block which)
{
    return which == THEIR_OURS ? c->rank : 0;
}

void need_peers(struct coll *k, int n, enum which_block which)
{
    k->need = lib_alloc((size_t)n * sizeof *k->need);
    k->nneed = (uint32_t)n;
    for (int i = 0; i < n; i++)
        k->need[i] = (struct need){.member = member_of_peer(k->comm, i),
                                   .theirs = own_block(k->comm, which),
                                   .mine = i};
}

void need_each_other(struct coll *k, enum which_block which)
{
    need_peers(k, comm_peers(k->comm)->n, which);
    k->mutual = !comm_is_inter(k->comm);
}

void need_peer(struct coll *k, int peer, enum which_block which)
{
    k->need = lib_alloc(sizeof *k->need);
    k->nneed = 1;
    k->need[0] = (struct need){.member = member_of_peer(k->comm, peer),
                               .theirs = own_block(k->comm, which)};
}

void give_to(struct coll *k, int peer, int n)
{
    k->to = peer;
    k->nto = n;
}

void give_to_all(struct coll *k)
{
    give_to(k, 0, comm_peers(k->comm)->n);
}

/* Removes members from which no data come, since they need not be waited for. In
 * MPI_Barrier nobody takes data; there the arrival itself is needed. */
static void leave_out_empty(struct coll *k)
{
    if (k->op && k->take.n && blocks_empty(&k->take, 0))
        k->nneed = 0;
    if (k->op || !k->take.n)
        return;
    bool *gives = lib_alloc(k->comm->nmembers * sizeof *gives);
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->nneed; i++)
        gives[k->need[i].member] |= !blocks_empty(&k->take, k->need[i].mine);
    for (uint32_t i = 0; i < k->nneed; i++)
        if (gives[k->need[i].member])
            k->need[n++] = k->need[i];
    k->nneed = n;
    free(gives);
}

static bool in_order(const struct coll *k)
{
    for (uint32_t i = 0; i < k->nneed; i++)
        if (k->need[i].member != i)
            return false;
    return true;
}

void needs_order(struct coll *k)
{
    const struct comm *c = k->comm;
    leave_out_empty(k);
    k->mutual = k->mutual && k->nneed == c->nmembers;
    if (in_order(k)) {
        for (uint32_t i = 0; i < k->nneed; i++)
            k->need[i].place = i;
        k->needed = k->nneed;
        return;
    }
    /* place in the order, plus 1 */
    uint32_t *place = lib_alloc(c->nmembers * sizeof *place), n = 0;
    k->order = lib_alloc(c->nmembers * sizeof *k->order);
    for (uint32_t i = 0; i < k->nneed; i++) {
        uint32_t m = k->need[i].member;
        if (!place[m]) {
            k->order[n] = c->members[m];
            place[m] = ++n;
        }
        k->need[i].place = place[m] - 1;
    }
    k->needed = n;
    for (uint32_t m = 0; m < c->nmembers; m++)
        if (!place[m])
            k->order[n++] = c->members[m];
    free(place);
}

int coll_role(struct coll *k, int root, enum role *role)
{
    struct comm *c = k->comm;
    bool inter = comm_is_inter(c);
    if (inter && root == MPI_PROC_NULL) {
        *role = ROLE_BYSTANDER;
        return MPI_SUCCESS;
    }
    if (inter && root == MPI_ROOT) {
        *role = ROLE_ROOT;
        k->root = port_rank();
        return MPI_SUCCESS;
    }
    if (root < 0 || root >= comm_peers(c)->n)
        return lib_error(c, MPI_ERR_ROOT, FINDING_INVALID_ARGUMENT,
                         "the root is rank %d, but %s has ranks 0 to %d", root,
                         comm_name(c), comm_peers(c)->n - 1);
    k->root = comm_world_of(c, root);
    *role = !inter && root == c->rank ? ROLE_ROOT : ROLE_OTHER;
    return MPI_SUCCESS;
}
