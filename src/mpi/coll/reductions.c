/* SPDX-License-Identifier: Apache-2.0
 *
 * reductions.c - collectives that combine data with an operator. */
#include "mpi/coll/coll.h"

/* The vector that every rank contributes (taken from the result's place with
 * MPI_IN_PLACE), and the part of the result that this rank gets. */
struct vector {
    const void *send;
    void *recv;
    MPI_Count total;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Count slice, length; /* the start and length of this rank's part of the result */
    struct counts slices;    /* the length for each rank of our group; none: all the
                                same */
    bool by_all;             /* MPI_IN_PLACE is given by all ranks, or by none */
};

#define WHOLE                                                                            \
    (&(struct vector){.send = sendbuf,                                                   \
                      .recv = recvbuf,                                                   \
                      .total = count,                                                    \
                      .type = type,                                                      \
                      .op = op,                                                          \
                      .length = count})

/* Checks the operator and the sides that this rank uses. */
static int check(struct coll *k, const struct vector *v, bool gives, bool takes,
                 bool may_be_in_place)
{
    struct comm *c = k->comm;
    bool in_place = gives && v->send == MPI_IN_PLACE;
    if ((in_place && (!may_be_in_place || comm_is_inter(c))) ||
        (takes && v->recv == MPI_IN_PLACE))
        return lib_error(c, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                         "MPI_IN_PLACE has no meaning here");
    struct side send = {
        .buf = in_place ? v->recv : v->send, .count = v->total, .type = v->type};
    struct side recv = {.buf = v->recv, .count = v->length, .type = v->type};
    int code = MPI_SUCCESS;
    if (gives)
        code = blocks_check(c, &send, 1, &k->give);
    if (!code && takes)
        code = blocks_check(c, &recv, 1, &k->take);
    if (code)
        return code;
    struct datatype *type = gives ? k->give.type : takes ? k->take.type : NULL;
    if (type && (k->op = op_check(c, v->op, type, &code)))
        object_hold(&k->op->object);
    k->in_place = in_place;
    k->alike = v->by_all;
    k->total = gives || takes ? count_fit(v->total) : 0;
    k->slice = gives || takes ? count_fit(v->slice) : 0;
    k->slices = comm_is_inter(c) ? (struct counts){0} : v->slices;
    k->one_sided = comm_is_inter(c) && v->slices.at;
    return code;
}

/* ---- reduce ---- */

static int reduce(const struct vector *v, int root, MPI_Comm comm, struct coll_form form)
{
    FIND_COMM(c, comm);
    struct coll k = coll_of(c);
    enum role role;
    int code = coll_role(&k, root, &role);
    bool is_root = role == ROLE_ROOT;
    if (!code && is_root)
        need_peers(&k, comm_peers(c)->n, THEIR_ONLY);
    if (!code && role == ROLE_OTHER)
        give_to(&k, root, 1);
    if (!code)
        code = check(&k, v, role == ROLE_OTHER || (is_root && !comm_is_inter(c)), is_root,
                     is_root);
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

#define COMBINED(COUNT)                                                                  \
    const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype type, MPI_Op op
#define COMBINE(COUNT, DISPL)        COMBINED(COUNT), MPI_Comm comm
#define COMBINE_ROOTED(COUNT, DISPL) COMBINED(COUNT), int root, MPI_Comm comm
COLLECTIVE(Reduce, Ireduce, reduce(WHOLE, root, comm, form), COMBINE_ROOTED)

static int reduce_for_all(struct comm *c, const struct vector *v, struct coll_form form)
{
    struct coll k = coll_of(c);
    need_each_other(&k, THEIR_ONLY);
    give_to_all(&k);
    for (int i = 0; v->slices.at && i < c->size; i++)
        k.mutual = k.mutual && counts_at(v->slices, i);
    int code = check(&k, v, true, true, true);
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

static int allreduce(const struct vector *v, MPI_Comm comm, struct coll_form form)
{
    FIND_COMM(c, comm);
    struct vector all = *v;
    all.by_all = true;
    return reduce_for_all(c, &all, form);
}

COLLECTIVE(Allreduce, Iallreduce, allreduce(WHOLE, comm, form), COMBINE)

/* ---- reduce and scatter: of the result, each rank of the local group gets a slice ----
 */

static int reduce_scatter(const void *sendbuf, void *recvbuf, struct counts counts,
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                          struct coll_form form)
{
    FIND_COMM(c, comm);
    if (!counts.at)
        INVALID(c, MPI_ERR_ARG, "the array of counts is NULL");
    int code = bounds_array(c, "the array of counts", counts.at, (size_t)c->size,
                            counts_bytes(counts, 1), false);
    if (code)
        LEAVE(code);
    struct vector v = {.send = sendbuf, .recv = recvbuf, .type = type, .op = op};
    for (int i = 0; i < c->size; i++) {
        int count = count_fit(counts_at(counts, i));
        if (count < 0)
            INVALID(c, MPI_ERR_COUNT, "the count of rank %d is negative: %d", i, count);
        if (i == c->rank)
            v.slice = v.total;
        v.total += count;
    }
    v.length = counts_at(counts, c->rank);
    v.slices = counts;
    return reduce_for_all(c, &v, form);
}

#define COMBINE_EACH(COUNT, DISPL)                                                       \
    const void *sendbuf, void *recvbuf, const COUNT *recvcounts, MPI_Datatype type,      \
        MPI_Op op, MPI_Comm comm
COLLECTIVE(Reduce_scatter, Ireduce_scatter,
           reduce_scatter(sendbuf, recvbuf, COUNTS(recvcounts), type, op, comm, form),
           COMBINE_EACH)

static int reduce_scatter_block(const void *sendbuf, void *recvbuf, MPI_Count count,
                                MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                struct coll_form form)
{
    FIND_COMM(c, comm);
    struct vector v = {.send = sendbuf,
                       .recv = recvbuf,
                       .total = (MPI_Count)count_fit(count) * c->size,
                       .type = type,
                       .op = op,
                       .slice = count * c->rank,
                       .length = count,
                       .by_all = true};
    return reduce_for_all(c, &v, form);
}

COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
           reduce_scatter_block(sendbuf, recvbuf, count, type, op, comm, form), COMBINE)

/* ---- prefixes ---- */

static int scan(const struct vector *v, bool with_us, MPI_Comm comm,
                struct coll_form form)
{
    FIND_INTRACOMM(c, comm);
    struct coll k = coll_of(c);
    int n = c->rank + with_us; /* 0: there is no result, and no memory for it */
    need_peers(&k, n, THEIR_ONLY);
    give_to(&k, c->rank + !with_us, c->size - c->rank - !with_us);
    int code = check(&k, v, true, n > 0, true);
    return code ? coll_discard(&k, code) : coll_run(&k, form);
}

COLLECTIVE(Scan, Iscan, scan(WHOLE, true, comm, form), COMBINE)
COLLECTIVE(Exscan, Iexscan, scan(WHOLE, false, comm, form), COMBINE)
