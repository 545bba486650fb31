/* mpich: compiles */
/* Chapter 6: collective communication. See standard.h. */
#include "standard.h"

/* 6.14: all ranks of a communicator call the same collectives in the same order. */
/* mazurka: -n 2 -- same_order right => verified!any */
/* mazurka: -n 2 -- same_order wrong => call-mismatch */
RULE(same_order)
{
    for (int i = 0; i < 2; i++)
        if (i == (wrong && rank))
            MPI_Barrier(WORLD);
        else
            MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
}

/* 6.14: with two communicators, in no circle. */
/* mazurka: -n 2 -- two_communicators right => verified!any */
/* mazurka: -n 2 -- two_communicators wrong => deadlock */
RULE(two_communicators)
{
    MPI_Comm other;
    MPI_Comm_dup(WORLD, &other);
    for (int i = 0; i < 2; i++)
        MPI_Barrier(i == (wrong && rank) ? WORLD : other);
    MPI_Comm_free(&other);
}

/* 6.14: a collective may synchronise, and may not: neither is relied on. */
/* mazurka: -n 2 -- may_synchronise right => verified!any */
/* mazurka: -n 2 -- may_synchronise wrong => potential-deadlock */
RULE(may_synchronise)
{
    if (!rank) {
        if (wrong)
            MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
        if (!wrong)
            MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
    } else {
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
    }
}

/* 6.14: that a broadcast holds its root back is not relied on. */
/* mazurka: -n 3 -- need_not right => verified */
/* mazurka: -n 3 -- need_not wrong => exit-code */
RULE(need_not)
{
    MPI_Status s;
    if (rank == 1)
        MPI_Send(in, 1, MPI_INT, 0, 0, WORLD);
    if (!rank) {
        MPI_Recv(out, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, &s);
        if (s.MPI_SOURCE != 1)
            exit(1);
    }
    if (wrong)
        MPI_Bcast(in, 1, MPI_INT, 2, WORLD);
    else
        MPI_Barrier(WORLD);
    if (rank == 2)
        MPI_Send(in, 1, MPI_INT, 0, 0, WORLD);
    if (!rank)
        MPI_Recv(out, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, &s);
}

/* 6.12: blocking and nonblocking collectives do not match. */
/* mazurka: -n 2 -- nonblocking right => verified!any */
/* mazurka: -n 2 -- nonblocking wrong => call-mismatch */
RULE(nonblocking)
{
    MPI_Request q;
    if (wrong && rank)
        MPI_Barrier(WORLD);
    else {
        MPI_Ibarrier(WORLD, &q);
        MPI_Wait(&q, IGNORE);
    }
}

/* 6.13: nor do persistent ones and others. */
/* mazurka: -n 2 -- persistent right => verified!any */
/* mazurka: -n 2 -- persistent wrong => call-mismatch|deadlock */
RULE(persistent)
{
    MPI_Request q;
    if (wrong && rank) {
        MPI_Ibcast(in, 1, MPI_INT, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Bcast_init(in, 1, MPI_INT, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
        MPI_Wait(&q, IGNORE);
        MPI_Request_free(&q);
    }
}

/* 6.4: all ranks name the same root. */
/* mazurka: -n 2 -- root right => verified!any */
/* mazurka: -n 2 -- root wrong => root-mismatch */
RULE(root)
{
    MPI_Bcast(in, 1, MPI_INT, wrong ? rank : 0, WORLD);
}

/* 6.4: which is a rank. */
/* mazurka: -n 2 -- root_range right => verified!any */
/* mazurka: -n 2 -- root_range wrong => invalid-argument */
RULE(root_range)
{
    MPI_Bcast(in, 1, MPI_INT, wrong ? 2 : 1, WORLD);
}

/* 6.4: the amount of data is the same at all ranks. */
/* mazurka: -n 2 -- bcast_amount right => verified!any */
/* mazurka: -n 2 -- bcast_amount wrong => finding */
RULE(bcast_amount)
{
    MPI_Bcast(in, wrong && rank ? 2 : 1, MPI_INT, 0, WORLD);
}

/* 6.4: the signature is the same at all ranks. */
/* mazurka: -n 2 -- bcast_types right => verified!any */
/* mazurka: -n 2 -- bcast_types wrong => datatype-mismatch */
RULE(bcast_types)
{
    int other = wrong && rank;
    static float f[2];
    MPI_Bcast(other ? (void *)f : in, 1, other ? MPI_FLOAT : MPI_INT, 0, WORLD);
}

/* 6.5: sendcount, sendtype fit recvcount, recvtype. */
/* mazurka: -n 2 -- gather_amount right => verified!any */
/* mazurka: -n 2 -- gather_amount wrong => finding */
RULE(gather_amount)
{
    MPI_Gather(in, wrong && rank ? 2 : 1, MPI_INT, out, 1, MPI_INT, 0, WORLD);
}

/* 6.5: also for the root itself. */
/* mazurka: -n 2 -- gather_own right => verified!any */
/* mazurka: -n 2 -- gather_own wrong => finding */
RULE(gather_own)
{
    int counts[2] = {wrong ? 1 : 2, 1}, places[2] = {0, 4};
    MPI_Gatherv(in, rank ? 1 : 2, MPI_INT, out, counts, places, MPI_INT, 0, WORLD);
}

/* 6.5: no place of the root's buffer is written twice. */
/* mazurka: -n 2 -- gather_overlap right => verified!any */
/* mazurka: -n 2 -- gather_overlap wrong => finding */
RULE(gather_overlap)
{
    int counts[2] = {2, 2}, places[2] = {0, wrong ? 1 : 2};
    MPI_Gatherv(in, 2, MPI_INT, out, counts, places, MPI_INT, 0, WORLD);
}

/* 6.6: no place of the root's buffer is read twice. */
/* mazurka: -n 2 -- scatter_overlap right => verified!any */
/* mazurka: -n 2 -- scatter_overlap wrong => verified+read-twice */
RULE(scatter_overlap)
{
    int counts[2] = {2, 2}, places[2] = {0, wrong ? 1 : 2};
    MPI_Scatterv(in, counts, places, MPI_INT, out, 2, MPI_INT, 0, WORLD);
}

/* 6.6: nor by the blocks of a type that overlap. */
/* mazurka: -n 2 -- scatter_resized right => verified!any */
/* mazurka: -n 2 -- scatter_resized wrong => verified+read-twice */
RULE(scatter_resized)
{
    MPI_Datatype two, t;
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_create_resized(two, 0, (wrong ? 1 : 2) * sizeof(int), &t);
    MPI_Type_commit(&t);
    MPI_Scatter(in, 1, t, out, 2, MPI_INT, 0, WORLD);
    MPI_Type_free(&t);
    MPI_Type_free(&two);
}

/* 6.2.3, 6.5: without MPI_IN_PLACE the buffers of a call are disjoint. */
/* mazurka: -n 2 -- alias right => verified!any */
/* mazurka: -n 2 -- alias wrong => finding */
RULE(alias)
{
    MPI_Allreduce(in, wrong ? in : out, 1, MPI_INT, MPI_SUM, WORLD);
}

/* 6.5: MPI_IN_PLACE of MPI_Gather is for the root. */
/* mazurka: -n 2 -- in_place_root right => verified!any */
/* mazurka: -n 2 -- in_place_root wrong => finding */
RULE(in_place_root)
{
    MPI_Gather(rank == wrong ? MPI_IN_PLACE : in, 1, MPI_INT, out, 1, MPI_INT, 0, WORLD);
}

/* 6.7: MPI_IN_PLACE of MPI_Allgather is given by all ranks. */
/* mazurka: -n 2 -- in_place_all right => verified!any */
/* mazurka: -n 2 -- in_place_all wrong => finding */
RULE(in_place_all)
{
    MPI_Allgather(!wrong || rank ? MPI_IN_PLACE : in, 1, MPI_INT, out, 1, MPI_INT, WORLD);
}

/* 6.7: sendcount of rank j is recvcounts[j] of each rank. */
/* mazurka: -n 2 -- allgatherv right => verified!any */
/* mazurka: -n 2 -- allgatherv wrong => finding */
RULE(allgatherv)
{
    int counts[2] = {1, 1}, places[2] = {0, 4};
    if (wrong && rank)
        counts[0] = 2;
    MPI_Allgatherv(in, 1, MPI_INT, out, counts, places, MPI_INT, WORLD);
}

/* 6.8: sendcounts[j] of rank i is recvcounts[i] of rank j. */
/* mazurka: -n 2 -- alltoallv right => verified!any */
/* mazurka: -n 2 -- alltoallv wrong => finding */
RULE(alltoallv)
{
    int give[2] = {1, 1}, take[2] = {1, 1}, places[2] = {0, 4};
    if (wrong && rank)
        take[0] = 2;
    MPI_Alltoallv(in, give, places, MPI_INT, out, take, places, MPI_INT, WORLD);
}

/* 6.8: also to itself. */
/* mazurka: -n 2 -- alltoall_own right => verified!any */
/* mazurka: -n 2 -- alltoall_own wrong => finding */
RULE(alltoall_own)
{
    int give[2] = {1, 1}, take[2] = {1, 1}, places[2] = {0, 4};
    if (wrong)
        take[rank] = 2;
    MPI_Alltoallv(in, give, places, MPI_INT, out, take, places, MPI_INT, WORLD);
}

/* 6.9.1: the operator is the same at all ranks. */
/* mazurka: -n 2 -- operator right => verified!any */
/* mazurka: -n 2 -- operator wrong => finding */
RULE(operator)
{
    MPI_Allreduce(in, out, 1, MPI_INT, wrong && rank ? MPI_MAX : MPI_SUM, WORLD);
}

/* 6.9.1: count and datatype are the same at all ranks. */
/* mazurka: -n 2 -- reduce_count right => verified!any */
/* mazurka: -n 2 -- reduce_count wrong => finding */
RULE(reduce_count)
{
    MPI_Reduce(in, out, wrong && rank ? 2 : 1, MPI_INT, MPI_SUM, 0, WORLD);
}

/* 6.9.2: an operator is for some types only. */
/* mazurka: -n 2 -- operator_type right => verified!any */
/* mazurka: -n 2 -- operator_type wrong => invalid-argument */
RULE(operator_type)
{
    MPI_Allreduce(real, real + 8, 1, MPI_DOUBLE, wrong ? MPI_BAND : MPI_SUM, WORLD);
}

/* 6.9.2: predefined operators are for predefined types. */
/* mazurka: -n 2 -- operator_derived right => verified!any */
/* mazurka: -n 2 -- operator_derived wrong => invalid-argument */
RULE(operator_derived)
{
    MPI_Datatype two;
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_commit(&two);
    MPI_Allreduce(in, out, wrong ? 1 : 2, wrong ? two : MPI_INT, MPI_SUM, WORLD);
    MPI_Type_free(&two);
}

/* 6.9.4: MPI_MINLOC is for pairs. */
/* mazurka: -n 2 -- minloc right => verified!any */
/* mazurka: -n 2 -- minloc wrong => invalid-argument */
RULE(minloc)
{
    MPI_Allreduce(in, out, 1, wrong ? MPI_INT : MPI_2INT, MPI_MINLOC, WORLD);
}

/* 5.1, 6.9.4: a pair type is a struct of its two types, laid out as C does it. */
/* mazurka: -n 2 -- pair right => verified!any */
/* mazurka: -n 2 -- pair wrong => verified+buffer-type */
RULE(pair)
{
    static struct {
        double value;
        int index;
    } fits[2];
    static struct {
        int index;
        double value;
    } turned[2];
    if (wrong)
        MPI_Allreduce(&turned[0], &turned[1], 1, MPI_DOUBLE_INT, MPI_MAXLOC, WORLD);
    else
        MPI_Allreduce(&fits[0], &fits[1], 1, MPI_DOUBLE_INT, MPI_MAXLOC, WORLD);
}

static int twice(int a, int b)
{
    return a + b;
}

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)b)[i] = twice(((int *)a)[i], ((int *)b)[i]);
}

static void minus(void *a, void *b, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)b)[i] = ((int *)a)[i] - ((int *)b)[i];
}

/* 6.9.5: the function of an operator is associative. */
/* mazurka: -n 3 -- associative right => verified!any */
/* mazurka: -n 3 -- associative wrong => verified+reduction-order */
RULE(associative)
{
    MPI_Op op;
    MPI_Op_create(wrong ? minus : add, 0, &op);
    in[0] = rank + 1;
    MPI_Allreduce(in, out, 1, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
}

/* 6.9.5: all ranks give operators that say alike whether they commute. */
/* mazurka: -n 2 -- commute right => verified!any */
/* mazurka: -n 2 -- commute wrong => finding */
RULE(commute)
{
    MPI_Op op;
    MPI_Op_create(add, !wrong || rank, &op);
    MPI_Allreduce(in, out, 1, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
}

/* 6.10.2: recvcounts are the same at all ranks. */
/* mazurka: -n 2 -- reduce_scatter right => verified!any */
/* mazurka: -n 2 -- reduce_scatter wrong => finding */
RULE(reduce_scatter)
{
    int counts[2] = {1, 2};
    if (wrong && rank) {
        counts[0] = 2;
        counts[1] = 1;
    }
    MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, WORLD);
}

/* 6.11: MPI_Scan is for intracommunicators. */
/* mazurka: -n 2 -- scan_inter right => verified!any */
/* mazurka: -n 2 -- scan_inter wrong => invalid-argument */
RULE(scan_inter)
{
    MPI_Comm inter;
    MPI_Intercomm_create(SELF, 0, WORLD, 1 - rank, 0, &inter);
    MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, wrong ? inter : WORLD);
    MPI_Comm_free(&inter);
}

/* 6.12: buffers of a nonblocking collective are not touched until it is complete. */
/* mazurka: -n 2 -- icoll_write right => verified!any */
/* mazurka: -n 2 -- icoll_write wrong => local-race */
RULE(icoll_write)
{
    MPI_Request q;
    MPI_Iallreduce(in, out, 1, MPI_INT, MPI_SUM, WORLD, &q);
    if (wrong)
        in[0] = 1;
    MPI_Wait(&q, IGNORE);
    in[0] = 2;
}

/* 6.12: nor are arrays of counts changed. */
/* mazurka: -n 2 -- icoll_counts right => verified!any */
/* mazurka: -n 2 -- icoll_counts wrong => local-race */
RULE(icoll_counts)
{
    MPI_Request q;
    int counts[2] = {1, 1}, places[2] = {0, 4};
    MPI_Iallgatherv(in, 1, MPI_INT, out, counts, places, MPI_INT, WORLD, &q);
    if (wrong)
        counts[0] = 0;
    MPI_Wait(&q, IGNORE);
    counts[0] = 0;
}

/* 6.12: all ranks complete their nonblocking collectives. */
/* mazurka: -n 2 -- icoll_completed right => verified!any */
/* mazurka: -n 2 -- icoll_completed wrong => missing-wait */
RULE(icoll_completed)
{
    MPI_Request q;
    MPI_Ibarrier(WORLD, &q);
    if (!wrong || !rank)
        MPI_Wait(&q, IGNORE);
}

/* 6.12: MPI_Request_free and MPI_Cancel are not for them. */
/* mazurka: -n 2 -- icoll_free right => verified!any */
/* mazurka: -n 2 -- icoll_free wrong => invalid-argument */
RULE(icoll_free)
{
    MPI_Request q;
    MPI_Ibarrier(WORLD, &q);
    if (wrong)
        MPI_Request_free(&q);
    else
        MPI_Wait(&q, IGNORE);
}

/* mazurka: -n 2 -- icoll_cancel right => verified!any */
/* mazurka: -n 2 -- icoll_cancel wrong => invalid-argument */
/* 6.12 */
RULE(icoll_cancel)
{
    MPI_Request q;
    MPI_Ibarrier(WORLD, &q);
    if (wrong)
        MPI_Cancel(&q);
    MPI_Wait(&q, IGNORE);
}

/* 6.13: arrays that a persistent collective was given are not changed while it exists. */
/* mazurka: -n 2 -- persistent_counts right => verified!any */
/* mazurka: -n 2 -- persistent_counts wrong => finding */
RULE(persistent_counts)
{
    MPI_Request q;
    int counts[2] = {1, 1}, places[2] = {0, 4};
    MPI_Allgatherv_init(in, 1, MPI_INT, out, counts, places, MPI_INT, WORLD, MPI_INFO_NULL, &q);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&q);
        MPI_Wait(&q, IGNORE);
        if (wrong)
            places[0] = 8;
    }
    MPI_Request_free(&q);
}

/* 6.2.2: the root of an intercommunicator gives MPI_ROOT, its group MPI_PROC_NULL, the others its rank. */
/* mazurka: -n 3 -- inter_root right => verified!any */
/* mazurka: -n 3 -- inter_root wrong => finding */
RULE(inter_root)
{
    MPI_Comm half, inter;
    MPI_Comm_split(WORLD, rank == 0, 0, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank ? 0 : 1, 0, &inter);
    MPI_Bcast(in, 1, MPI_INT, !rank ? 0 : rank == 1 || wrong ? MPI_ROOT : MPI_PROC_NULL, inter);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* 8.6: neighbours of a topology give and take the same amounts. */
/* mazurka: -n 2 -- neighbours right => verified!any */
/* mazurka: -n 2 -- neighbours wrong => finding */
RULE(neighbours)
{
    int dims = 2, ring = 1;
    MPI_Comm cart;
    MPI_Cart_create(WORLD, 1, &dims, &ring, 0, &cart);
    int counts[2] = {1, 1}, take[2] = {1, wrong && rank ? 2 : 1}, places[2] = {0, 4};
    MPI_Neighbor_alltoallv(in, counts, places, MPI_INT, out, take, places, MPI_INT, cart);
    MPI_Comm_free(&cart);
}

/* 6.2.1: all ranks of the communicator take part. */
/* mazurka: -n 2 -- all_ranks right => verified!any */
/* mazurka: -n 2 -- all_ranks wrong => finding */
RULE(all_ranks)
{
    if (!wrong || rank)
        MPI_Barrier(WORLD);
}

/* 6.4, 3.2.2: buffers are memory of the program. */
/* mazurka: -n 2 -- gather_room right => verified!any */
/* mazurka: -n 2 -- gather_room wrong => invalid-argument */
RULE(gather_room)
{
    int *all = calloc(wrong ? 1 : 2, sizeof *all);
    MPI_Gather(in, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD);
    free(all);
}

/* 6.9.5: an operator is not used after it was freed. */
/* mazurka: -n 2 -- op_freed right => verified!any */
/* mazurka: -n 2 -- op_freed wrong => invalid-argument */
RULE(op_freed)
{
    MPI_Op o;
    MPI_Op_create(add, 1, &o);
    if (wrong) {
        MPI_Op p = o;
        MPI_Op_free(&o);
        MPI_Allreduce(in, out, 1, MPI_INT, p, WORLD);
    } else {
        MPI_Allreduce(in, out, 1, MPI_INT, o, WORLD);
        MPI_Op_free(&o);
    }
}

/* 6.14: a collective call and a message are made in orders that cannot wait for each
 * other. */
/* mazurka: -n 2 -- p2p_mix right => verified!any */
/* mazurka: -n 2 -- p2p_mix wrong => finding */
RULE(p2p_mix)
{
    if (rank == 0) {
        MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
    } else if (wrong) {
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
    } else {
        MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
}

/* 6.13: persistent collectives are initialised in the same order by all ranks. */
/* mazurka: -n 2 -- persistent_order right => verified!any */
/* mazurka: -n 2 -- persistent_order wrong => finding */
RULE(persistent_order)
{
    MPI_Request a, b;
    if (wrong && rank) {
        MPI_Barrier_init(WORLD, MPI_INFO_NULL, &b);
        MPI_Bcast_init(in, 1, MPI_INT, 0, WORLD, MPI_INFO_NULL, &a);
    } else {
        MPI_Bcast_init(in, 1, MPI_INT, 0, WORLD, MPI_INFO_NULL, &a);
        MPI_Barrier_init(WORLD, MPI_INFO_NULL, &b);
    }
    MPI_Start(&a);
    MPI_Wait(&a, IGNORE);
    MPI_Start(&b);
    MPI_Wait(&b, IGNORE);
    MPI_Request_free(&a);
    MPI_Request_free(&b);
}

/* 8.6: there is room for what each neighbour sends. */
/* mazurka: -n 2 -- neighbor_room right => verified!any */
/* mazurka: -n 2 -- neighbor_room wrong => invalid-argument */
RULE(neighbor_room)
{
    MPI_Comm c;
    int d = 2, p = 1;
    int *h = calloc(wrong ? 1 : 2, 4);
    MPI_Cart_create(WORLD, 1, &d, &p, 0, &c);
    MPI_Neighbor_allgather(in, 1, MPI_INT, h, 1, MPI_INT, c);
    MPI_Comm_free(&c);
    free(h);
}

/* 6.4: MPI_Bcast does not take MPI_IN_PLACE. */
/* mazurka: -n 2 -- inplace_bcast right => verified!any */
/* mazurka: -n 2 -- inplace_bcast wrong => invalid-argument */
RULE(inplace_bcast)
{
    MPI_Bcast(wrong ? MPI_IN_PLACE : in, 1, MPI_INT, 0, WORLD);
}

/* 6.8: the types of MPI_Alltoallw match between each pair of ranks. */
/* mazurka: -n 2 -- alltoallw right => verified!any */
/* mazurka: -n 2 -- alltoallw wrong => datatype-mismatch */
RULE(alltoallw)
{
    int c[2] = {1, 1}, d[2] = {0, 4};
    MPI_Datatype s[2] = {MPI_INT, MPI_INT}, r[2] = {MPI_INT, wrong ? MPI_FLOAT : MPI_INT};
    MPI_Alltoallw(in, c, d, s, out, c, d, r, WORLD);
}
