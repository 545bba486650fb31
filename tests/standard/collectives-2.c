/* mpich: compiles */
/* Chapter 6: collective communication, and its neighbours in 7 and 8. See standard.h. */
#include "standard.h"

static MPI_Request q[2];

static MPI_Comm halves(void)
{
    MPI_Comm half, inter;
    MPI_Comm_split(WORLD, rank < size / 2, rank, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank < size / 2 ? size / 2 : 0, 3, &inter);
    MPI_Comm_free(&half);
    return inter;
}

static void times_ten(void *a, void *b, int *n, MPI_Datatype *t)
{
    (void)t;
    for (int i = 0; i < *n; i++)
        ((int *)b)[i] = ((int *)a)[i] * 10 + ((int *)b)[i];
}

/* 8.6: in a periodic grid of two, what goes up comes from below. */
/* mazurka: -n 2 -- cart_two right => verified!any */
/* mazurka: -n 2 -- cart_two wrong => finding */
RULE(cart_two)
{
    MPI_Comm c;
    int dims = 2, periods = 1, a[2] = {10 + rank, 20 + rank}, b[2];
    MPI_Cart_create(WORLD, 1, &dims, &periods, 0, &c);
    MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, c);
    CHECK(b[wrong] == 20 + 1 - rank && b[1 - wrong] == 10 + 1 - rank);
    MPI_Comm_free(&c);
}

/* 8.6: and in one of one. */
/* mazurka: -n 2 -- cart_one right => verified!any */
/* mazurka: -n 2 -- cart_one wrong => finding */
RULE(cart_one)
{
    MPI_Comm c;
    int dims[2] = {2, 1}, periods[2] = {0, 1}, a[4] = {1, 2, 3, 4},
        b[4] = {-1, -1, -1, -1};
    MPI_Cart_create(WORLD, 2, dims, periods, 0, &c);
    MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, c);
    CHECK(b[2 + wrong] == 4 && b[3 - wrong] == 3);
    MPI_Comm_free(&c);
}

/* 8.6: at the edge of a grid nothing is received, but there is room for it. */
/* mazurka: -n 3 -- cart_edge right => verified!any */
/* mazurka: -n 3 -- cart_edge wrong => finding */
RULE(cart_edge)
{
    MPI_Comm c;
    int dims = 3, periods = 0, a = rank, *b = malloc(wrong ? 4 : 8);
    MPI_Cart_create(WORLD, 1, &dims, &periods, 0, &c);
    b[0] = -7;
    MPI_Neighbor_allgather(&a, 1, MPI_INT, b, 1, MPI_INT, c);
    CHECK(b[0] == (rank ? rank - 1 : -7));
    free(b);
    MPI_Comm_free(&c);
}

/* 8.5.4: MPI_UNWEIGHTED is given by all ranks or by none. */
/* mazurka: -n 2 -- weights right => verified!any */
/* mazurka: -n 2 -- weights wrong => finding */
RULE(weights)
{
    MPI_Comm c;
    int other = 1 - rank, one = 1;
    MPI_Dist_graph_create_adjacent(
        WORLD, 1, &other, wrong && rank ? &one : MPI_UNWEIGHTED, 1, &other,
        wrong && rank ? &one : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    MPI_Comm_free(&c);
}

/* 8.6: the counts of neighbours fit each other. */
/* mazurka: -n 3 -- neighbour_counts right => verified!any */
/* mazurka: -n 3 -- neighbour_counts wrong => finding */
RULE(neighbour_counts)
{
    MPI_Comm c;
    int left = (rank + 2) % 3, right = (rank + 1) % 3, n = 3, at = 0;
    MPI_Dist_graph_create_adjacent(WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    if (wrong)
        n = 4;
    MPI_Neighbor_allgatherv(in, 3, MPI_INT, out, &n, &at, MPI_INT, c);
    MPI_Comm_free(&c);
}

/* 8.6: an edge that is there twice is there twice at both ends. */
/* mazurka: -n 2 -- neighbour_double right => verified!any */
/* mazurka: -n 2 -- neighbour_double wrong => finding */
RULE(neighbour_double)
{
    MPI_Comm c;
    int two[2] = {1 - rank, 1 - rank}, a[2] = {1, 2}, b[2] = {0, 0};
    MPI_Dist_graph_create_adjacent(WORLD, 2, two, MPI_UNWEIGHTED, wrong && rank ? 1 : 2,
                                   two, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, c);
    CHECK(b[0] == 1 && b[1] == 2);
    MPI_Comm_free(&c);
}

/* 6.9.6: each group gets the result of the other one. */
/* mazurka: -n 4 -- inter_sum right => verified!any */
/* mazurka: -n 4 -- inter_sum wrong => finding */
RULE(inter_sum)
{
    MPI_Comm c = halves();
    int s;
    MPI_Allreduce(&rank, &s, 1, MPI_INT, MPI_SUM, c);
    CHECK(s == ((rank < 2) == !wrong ? 5 : 1));
    MPI_Comm_free(&c);
}

/* 6.10.2: both groups of an intercommunicator reduce as much. */
/* mazurka: -n 4 -- inter_counts right => verified!any */
/* mazurka: -n 4 -- inter_counts wrong => finding */
RULE(inter_counts)
{
    MPI_Comm c = halves();
    int n[2] = {1, 1};
    if (wrong && rank < 2)
        n[1] = 2;
    MPI_Reduce_scatter(in, out, n, MPI_INT, MPI_SUM, c);
    MPI_Comm_free(&c);
}

/* 7.6: ranks of an intercommunicator are those of the other group. */
/* mazurka: -n 4 -- inter_own right => verified!any */
/* mazurka: -n 4 -- inter_own wrong => finding */
RULE(inter_own)
{
    MPI_Comm c = halves();
    int mine;
    MPI_Comm_rank(c, &mine);
    if (rank < 2)
        MPI_Send(in, 1, MPI_INT, mine, 0, c);
    else
        MPI_Recv(out, 1, MPI_INT, wrong ? 1 - mine : mine, 0, c, IGNORE);
    if (rank == 0 && wrong)
        MPI_Send(in, 1, MPI_INT, 0, 0, c);
    MPI_Comm_free(&c);
}

/* 6.9.6: MPI_IN_PLACE is for intracommunicators. */
/* mazurka: -n 4 -- inter_allgather_in_place right => verified!any */
/* mazurka: -n 4 -- inter_allgather_in_place wrong => finding */
RULE(inter_allgather_in_place)
{
    MPI_Comm c = halves();
    MPI_Allreduce(wrong ? MPI_IN_PLACE : in, out, 1, MPI_INT, MPI_SUM, c);
    MPI_Comm_free(&c);
}

/* 6.9.7, 2.3: the buffers of MPI_Reduce_local are disjoint. */
/* mazurka: -n 2 -- local_overlap right => verified!any */
/* mazurka: -n 2 -- local_overlap wrong => finding */
RULE(local_overlap)
{
    MPI_Reduce_local(in, wrong ? in + 1 : out, 4, MPI_INT, MPI_SUM);
}

/* 6.9.7: MPI_IN_PLACE is not for MPI_Reduce_local. */
/* mazurka: -n 2 -- local_inplace right => verified!any */
/* mazurka: -n 2 -- local_inplace wrong => finding */
RULE(local_inplace)
{
    MPI_Reduce_local(wrong ? MPI_IN_PLACE : in, out, 4, MPI_INT, MPI_SUM);
}

/* 6.12: nonblocking collectives are begun in the same order by all ranks. */
/* mazurka: -n 2 -- nonblocking_order right => verified!any */
/* mazurka: -n 2 -- nonblocking_order wrong => finding */
RULE(nonblocking_order)
{
    for (int i = 0; i < 2; i++)
        if ((i ^ (wrong & rank)) == 0)
            MPI_Ibcast(in, 1, MPI_INT, 0, WORLD, &q[0]);
        else
            MPI_Iallreduce(&rank, out, 1, MPI_INT, MPI_SUM, WORLD, &q[1]);
    MPI_Waitall(2, q, ALL);
}

/* 6.14: a rank may be in a blocking collective while its nonblocking one goes on. */
/* mazurka: -n 2 -- mixed_wait right => verified!any */
/* mazurka: -n 2 -- mixed_wait wrong => finding */
RULE(mixed_wait)
{
    MPI_Ibarrier(WORLD, &q[0]);
    if (wrong && rank)
        MPI_Wait(&q[0], IGNORE);
    MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
    if (!wrong || !rank)
        MPI_Wait(&q[0], IGNORE);
    if (wrong && !rank)
        MPI_Recv(out, 1, MPI_INT, 1, 0, WORLD, IGNORE);
}

/* 6.9.2: an operator of the program is for any type, a predefined one is not. */
/* mazurka: -n 3 -- op_type right => verified|finding */
/* mazurka: -n 3 -- op_type wrong => finding */
RULE(op_type)
{
    MPI_Datatype t;
    MPI_Op op;
    MPI_Type_contiguous(2, MPI_INT, &t);
    MPI_Type_commit(&t);
    MPI_Op_create(times_ten, 0, &op);
    MPI_Allreduce(in, out, 1, t, wrong ? MPI_SUM : op, WORLD);
    MPI_Op_free(&op);
    MPI_Type_free(&t);
}

/* 6.5: what is not significant at a rank may be anything, the root may not. */
/* mazurka: -n 2 -- gather_ignored right => verified!any */
/* mazurka: -n 2 -- gather_ignored wrong => finding */
RULE(gather_ignored)
{
    MPI_Gather(in, 1, MPI_INT, rank ? NULL : out, rank ? -3 : 1,
               rank ? MPI_DATATYPE_NULL : MPI_INT, wrong ? 1 : 0, WORLD);
}

/* 7.4.2: ranks of a new communicator are in the order of their keys. */
/* mazurka: -n 3 -- split_key right => verified!any */
/* mazurka: -n 3 -- split_key wrong => finding */
RULE(split_key)
{
    MPI_Comm c;
    int r;
    MPI_Comm_split(WORLD, 0, wrong ? 0 : -rank, &c);
    MPI_Comm_rank(c, &r);
    CHECK(r == size - 1 - rank);
    MPI_Comm_free(&c);
}

/* 7.4.2: all ranks of the group give MPI_Comm_create_group the same tag. */
/* mazurka: -n 3 -- group_tag right => verified!any */
/* mazurka: -n 3 -- group_tag wrong => finding */
RULE(group_tag)
{
    MPI_Group all, g;
    MPI_Comm c;
    int two[2] = {0, 2};
    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 2, two, &g);
    if (rank != 1) {
        MPI_Comm_create_group(WORLD, g, wrong ? rank : 0, &c);
        MPI_Comm_free(&c);
    }
    MPI_Group_free(&g);
    MPI_Group_free(&all);
}

/* 7.4.3: a communicator may be freed while an operation uses it, and is not used by calls
 * behind. */
/* mazurka: -n 2 -- comm_freed_early right => verified!any */
/* mazurka: -n 2 -- comm_freed_early wrong => finding */
RULE(comm_freed_early)
{
    MPI_Comm c, copy;
    MPI_Comm_dup(WORLD, &c);
    copy = c;
    MPI_Irecv(out, 1, MPI_INT, 1 - rank, 0, c, q);
    if (!wrong)
        MPI_Send(in, 1, MPI_INT, 1 - rank, 0, c);
    MPI_Comm_free(&c);
    if (wrong)
        MPI_Send(in, 1, MPI_INT, 1 - rank, 0, copy);
    MPI_Wait(q, IGNORE);
}

/* 6.11: MPI_Exscan is in place by MPI_IN_PLACE only. */
/* mazurka: -n 2 -- scan_in_place right => verified!any */
/* mazurka: -n 2 -- scan_in_place wrong => finding */
RULE(scan_in_place)
{
    if (wrong && rank)
        MPI_Exscan(in, in, 2, MPI_INT, MPI_SUM, WORLD);
    else
        MPI_Exscan(MPI_IN_PLACE, in, 2, MPI_INT, MPI_SUM, WORLD);
}

/* 6.8: displacements are in elements, and blocks lie within the buffer. */
/* mazurka: -n 2 -- alltoallv_room right => verified!any */
/* mazurka: -n 2 -- alltoallv_room wrong => finding */
RULE(alltoallv_room)
{
    int n[2] = {1, 1}, from[2] = {0, 1}, *b = malloc(8), to[2] = {0, wrong ? 4 : 1};
    MPI_Alltoallv(in, n, from, MPI_INT, b, n, to, MPI_INT, WORLD);
    free(b);
}

/* 7.7.2: an attribute whose function for copies does nothing is not in the copy. */
/* mazurka: -n 2 -- attr_copy right => verified!any */
/* mazurka: -n 2 -- attr_copy wrong => finding */
RULE(attr_copy)
{
    MPI_Comm c;
    int key, flag, *p = NULL;
    MPI_Comm_create_keyval(wrong ? MPI_COMM_NULL_COPY_FN : MPI_COMM_DUP_FN,
                           MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(WORLD, key, in);
    MPI_Comm_dup(WORLD, &c);
    MPI_Comm_get_attr(c, key, &p, &flag);
    CHECK(flag && p == in);
    MPI_Comm_free(&c);
    MPI_Comm_delete_attr(WORLD, key);
    MPI_Comm_free_keyval(&key);
}

/* 6.12: an array of counts is not changed before the collective is complete. */
/* mazurka: -n 2 -- counts_changed right => verified!any */
/* mazurka: -n 2 -- counts_changed wrong => finding */
RULE(counts_changed)
{
    int n[2] = {1, 1}, at[2] = {0, 1};
    MPI_Iallgatherv(in, 1, MPI_INT, out, n, at, MPI_INT, WORLD, q);
    if (wrong)
        n[0] = 7;
    MPI_Wait(q, IGNORE);
    n[0] = 8;
}

/* 6.12: types may be freed before the collective is complete, the array of them is not
 * changed. */
/* mazurka: -n 2 -- types_freed right => verified!any */
/* mazurka: -n 2 -- types_freed wrong => finding */
RULE(types_freed)
{
    int n[2] = {1, 1}, at[2] = {0, 8};
    MPI_Datatype t[2];
    MPI_Type_contiguous(2, MPI_INT, &t[0]);
    MPI_Type_commit(&t[0]);
    t[1] = t[0];
    MPI_Datatype copy = t[0];
    MPI_Ialltoallw(in, n, at, t, out, n, at, t, WORLD, q);
    if (wrong)
        t[0] = MPI_INT;
    MPI_Type_free(&copy);
    MPI_Wait(q, IGNORE);
}

/* 6.13, 8.8: a persistent neighbourhood collective that is active owns its buffers, at
 * each start. */
/* mazurka: -n 2 -- neighbour_persistent right => verified!any */
/* mazurka: -n 2 -- neighbour_persistent wrong => finding */
RULE(neighbour_persistent)
{
    MPI_Comm c;
    int other = 1 - rank;
    MPI_Dist_graph_create_adjacent(WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    MPI_Neighbor_alltoall_init(in, 2, MPI_INT, out, 2, MPI_INT, c, MPI_INFO_NULL, q);
    for (int i = 0; i < 2; i++) {
        MPI_Start(q);
        if (wrong && i)
            out[1] = 3;
        MPI_Wait(q, IGNORE);
        out[0] = in[0] = i;
    }
    MPI_Request_free(q);
    MPI_Comm_free(&c);
}

/* 8.7: the types of neighbours match. */
/* mazurka: -n 2 -- ineighbour_w right => verified!any */
/* mazurka: -n 2 -- ineighbour_w wrong => finding */
RULE(ineighbour_w)
{
    MPI_Comm c;
    int other = 1 - rank, n = 2;
    MPI_Aint at = 0;
    MPI_Datatype t = MPI_INT, u = wrong ? MPI_FLOAT : MPI_INT;
    MPI_Dist_graph_create_adjacent(WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    MPI_Ineighbor_alltoallw(in, &n, &at, &t, wrong ? (void *)real : out, &n, &at, &u, c,
                            q);
    MPI_Wait(q, IGNORE);
    MPI_Comm_free(&c);
}

/* 6.8: in place, as much comes from a rank as goes to it. */
/* mazurka: -n 2 -- alltoallv_inplace right => verified!any */
/* mazurka: -n 2 -- alltoallv_inplace wrong => finding */
RULE(alltoallv_inplace)
{
    int n[2] = {1, wrong && !rank ? 2 : 1}, at[2] = {0, 2};
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, n, at, MPI_INT,
                  WORLD);
}

/* 6.10.2: each rank has room for its part of the result. */
/* mazurka: -n 2 -- reduce_scatter_room right => verified!any */
/* mazurka: -n 2 -- reduce_scatter_room wrong => finding */
RULE(reduce_scatter_room)
{
    int n[2] = {1, 3}, *r = malloc((size_t)(wrong ? 1 : n[rank]) * 4);
    MPI_Reduce_scatter(in, r, n, MPI_INT, MPI_SUM, WORLD);
    free(r);
}

/* 6.13: a persistent collective is not freed while it is active. */
/* mazurka: -n 2 -- barrier_pending_free right => verified!any */
/* mazurka: -n 2 -- barrier_pending_free wrong => finding */
RULE(barrier_pending_free)
{
    MPI_Barrier_init(WORLD, MPI_INFO_NULL, q);
    MPI_Start(q);
    if (!wrong)
        MPI_Wait(q, IGNORE);
    MPI_Request_free(q);
}

/* 7.4.2: all ranks give MPI_Comm_create_from_group the same tag. */
/* mazurka: -n 2 -- session_group right => verified!any */
/* mazurka: -n 2 -- session_group wrong => finding */
RULE(session_group)
{
    MPI_Session s;
    MPI_Group g;
    MPI_Comm c;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &s);
    MPI_Group_from_session_pset(s, "mpi://WORLD", &g);
    MPI_Comm_create_from_group(g, wrong && rank ? "b" : "a", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &c);
    MPI_Allreduce(&rank, out, 1, MPI_INT, MPI_SUM, c);
    MPI_Group_free(&g);
    MPI_Comm_free(&c);
    MPI_Session_finalize(&s);
}
