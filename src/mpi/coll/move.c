/* SPDX-License-Identifier: Apache-2.0
 *
 * move.c - collectives that move data: barrier, broadcast, gather, scatter, and from
 * all to all. */
#include "mpi/coll/coll.h"
#include <stdlib.h>

static bool in_place(const struct side *s)
{
    return s->buf == MPI_IN_PLACE;
}

/* Rejects MPI_IN_PLACE where the standard gives it no meaning. */
static int not_in_place(struct comm *c, const struct side *s)
{
    if (!in_place(s))
        return MPI_SUCCESS;
    return lib_error(c, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                     comm_is_inter(c) ? "MPI_IN_PLACE with an intercommunicator"
                                      : "MPI_IN_PLACE as the buffer of a rank for which "
                                        "it has no meaning");
}

static int give(struct coll *k, const struct side *s, int n)
{
    int code = not_in_place(k->comm, s);
    return code ? code : blocks_check(k->comm, s, n, &k->give);
}

static int take(struct coll *k, const struct side *s, int n)
{
    int code = not_in_place(k->comm, s);
    return code ? code : blocks_check(k->comm, s, n, &k->take);
}

/* A side that consists of block i alone. */
static struct side block_of_side(const struct blocks *b, int i)
{
    struct data d = blocks_at(b, i);
    return (struct side){.buf = d.at, .count = d.count, .type = d.type->object.handle};
}

/* ---- barrier and broadcast ---- */

static int barrier(MPI_Comm comm, struct coll_form form)
{
    FIND_COMM(c, comm);
    struct coll k = coll_of(c);
    need_each_other(&k, THEIR_ONLY);
    return coll_run(&k, form);
}

COLLECTIVE_FORMS(Barrier, Ibarrier, Barrier_init, barrier(comm, form), MPI_Comm comm)

static int bcast(const struct side *data, int root, MPI_Comm comm, struct coll_form form)
{
    FIND_COMM(c, comm);
    struct coll k = coll_of(c);
    enum role role;
    int code = coll_role(&k, root, &role);
    if (!code && role == ROLE_ROOT) {
        give_to_all(&k);
        code = give(&k, data, 1);
    }
    if (!code && role == ROLE_OTHER) {
        need_peer(&k, root, THEIR_ONLY);
        code = take(&k, data, 1);
    }
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

#define PARAMETERS(COUNT, DISPL)                                                         \
    void *buf, COUNT count, MPI_Datatype type, int root, MPI_Comm comm
COLLECTIVE(Bcast, Ibcast, bcast(SIDE(), root, comm, form), PARAMETERS)
#undef PARAMETERS

/* ---- gather and scatter ---- */

#define ROOTED(COUNT, DISPL) EXCHANGED(COUNT), int root, MPI_Comm comm
#define ROOTED_TAKES_EACH(COUNT, DISPL)                                                  \
    EXCHANGED_TAKES_EACH(COUNT, DISPL), int root, MPI_Comm comm
#define ROOTED_GIVES_EACH(COUNT, DISPL)                                                  \
    const void *sendbuf, const COUNT *sendcounts, const DISPL *senddispls,               \
        MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,    \
        int root, MPI_Comm comm

static int gather(const struct side *send, const struct side *recv, int root,
                  MPI_Comm comm, struct coll_form form)
{
    FIND_COMM(c, comm);
    struct coll k = coll_of(c);
    int n = comm_peers(c)->n;
    enum role role;
    int code = coll_role(&k, root, &role);
    if (!code && role == ROLE_ROOT) {
        need_peers(&k, n, THEIR_ONLY);
        code = take(&k, recv, n);
        if (!code && !comm_is_inter(c) && !in_place(send)) {
            give_to(&k, c->rank, 1);
            code = give(&k, send, 1);
        }
    }
    if (!code && role == ROLE_OTHER) {
        give_to(&k, root, 1);
        code = give(&k, send, 1);
    }
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

COLLECTIVE(Gather, Igather, gather(SIDE(send), SIDE(recv), root, comm, form), ROOTED)
COLLECTIVE(Gatherv, Igatherv, gather(SIDE(send), SIDE_V(recv), root, comm, form),
           ROOTED_TAKES_EACH)

static int scatter(const struct side *send, const struct side *recv, int root,
                   MPI_Comm comm, struct coll_form form)
{
    FIND_COMM(c, comm);
    struct coll k = coll_of(c);
    enum role role;
    int code = coll_role(&k, root, &role);
    bool takes = role == ROLE_OTHER;
    if (!code && role == ROLE_ROOT) {
        takes = !comm_is_inter(c) && !in_place(recv);
        give_to_all(&k);
        code = give(&k, send, comm_peers(c)->n);
    }
    if (!code && takes) {
        need_peer(&k, root, THEIR_OURS);
        code = take(&k, recv, 1);
    }
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

COLLECTIVE(Scatter, Iscatter, scatter(SIDE(send), SIDE(recv), root, comm, form), ROOTED)
COLLECTIVE(Scatterv, Iscatterv, scatter(SIDE_V(send), SIDE(recv), root, comm, form),
           ROOTED_GIVES_EACH)

/* ---- all to all ---- */

static int allgather(const struct side *send, const struct side *recv, MPI_Comm comm,
                     struct coll_form form)
{
    FIND_COMM(c, comm);
    struct coll k = coll_of(c);
    int n = comm_peers(c)->n;
    need_each_other(&k, THEIR_ONLY);
    give_to_all(&k);
    k.alike = true;
    int code = take(&k, recv, n);
    if (!code && in_place(send) && !comm_is_inter(c)) {
        struct side own = block_of_side(&k.take, c->rank);
        code = give(&k, &own, 1);
        k.in_place = true;
    } else if (!code) {
        code = give(&k, send, 1);
    }
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

COLLECTIVE(Allgather, Iallgather, allgather(SIDE(send), SIDE(recv), comm, form), EXCHANGE)
COLLECTIVE(Allgatherv, Iallgatherv, allgather(SIDE(send), SIDE_V(recv), comm, form),
           EXCHANGE_TAKES_EACH)

static int alltoall(const struct side *send, const struct side *recv, MPI_Comm comm,
                    struct coll_form form)
{
    FIND_COMM(c, comm);
    struct coll k = coll_of(c);
    int n = comm_peers(c)->n;
    if (in_place(send) && !comm_is_inter(c)) {
        send = recv;
        k.in_place = true;
    }
    need_each_other(&k, THEIR_OURS);
    give_to_all(&k);
    k.alike = true;
    k.mutual = k.mutual && !recv->each; /* the others do not know who needs whom */
    int code = take(&k, recv, n);
    if (!code)
        code = give(&k, send, n);
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

COLLECTIVE(Alltoall, Ialltoall, alltoall(SIDE(send), SIDE(recv), comm, form), EXCHANGE)
COLLECTIVE(Alltoallv, Ialltoallv, alltoall(SIDE_V(send), SIDE_V(recv), comm, form),
           EXCHANGE_EACH)
COLLECTIVE(Alltoallw, Ialltoallw, alltoall(SIDE_W(send), SIDE_W(recv), comm, form),
           EXCHANGE_TYPES)
